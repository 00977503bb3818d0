from pathlib import Path

import pytest

import ferz

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture(scope="session")
def examples() -> Path:
    return EXAMPLES


@pytest.fixture(scope="session")
def chess() -> ferz.Game:
    return ferz.compile('variant "Chess" use fide')


@pytest.fixture(scope="session")
def crazyhouse() -> ferz.Game:
    return ferz.compile(EXAMPLES / "gallery" / "crazyhouse.ferz")
