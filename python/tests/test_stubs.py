"""What type checkers are told is what is there."""

import doctest
import subprocess
import sys

import ferz


def test_stubs_say_what_is_there(tmp_path):
    # Away from the checkout, so that the installed package is looked at.
    checked = subprocess.run([sys.executable, "-m", "mypy.stubtest", "ferz"], capture_output=True, text=True, cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_everything_public_is_documented():
    for name in ferz.__all__:
        thing = getattr(ferz, name)
        if name == "__version__":
            continue
        assert thing.__doc__, name
        for member, value in vars(thing).items() if isinstance(thing, type) else []:
            if not member.startswith("_"):
                assert value.__doc__, f"{name}.{member}"


def test_the_examples_of_the_documentation_are_true():
    assert doctest.testmod(ferz).failed == 0
