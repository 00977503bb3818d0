"""From rules to a game, and what is said when that fails."""

import os
import warnings

import pytest

import ferz

def test_a_text_a_path_and_a_pathlike_give_the_same_game(examples):
    path = examples / "chess.ferz"
    games = [ferz.compile(path), ferz.compile(str(path)), ferz.compile('variant "Chess" use fide')]
    assert {game.perft(3) for game in games} == {8902}


def test_a_game_says_what_it_is(examples):
    game = ferz.compile(examples / "azsymchess-1.ferz")
    assert (game.files, game.ranks) == (10, 10)
    assert game.engine == "jit"
    king = next(kind for kind in game.kinds if kind.name == "King")
    assert king.royal and king.letters == ("K", "k")
    assert game.planes_shape == (2 * len(game.kinds), 10, 10)
    assert len(game.setups) == 1


def test_diagnostics_are_data_and_print_as_on_the_command_line():
    text = 'variant "Wrong"\nboard 8x8\nuse orthodox\npiece Wizard W = "FC?"\nsetup { 1 | W }'
    with pytest.raises(ferz.CompileError) as raised:
        ferz.compile(text)
    error = raised.value
    assert isinstance(error, ValueError)
    assert error.diagnostics
    for diagnostic in error.diagnostics:
        assert diagnostic.code in str(error)
        assert diagnostic.severity in ("error", "warning")
        assert diagnostic.message
        assert diagnostic.file == "rules"
    bad_letter = next(d for d in error.diagnostics if d.line == 4)
    assert "?" in text.encode()[bad_letter.start : bad_letter.end].decode()
    assert bad_letter.column == 21
    assert "?" in str(error)


def test_a_doubt_is_a_warning():
    text = 'variant "Doubt"\nuse fide\ntest "nothing at all" { }\n'
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        game = ferz.compile(text)
    assert game.perft(1) == 20
    assert [w.category for w in caught] == [ferz.CompileWarning]
    assert "claims nothing" in str(caught[0].message)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(FileNotFoundError, match="no file"):
        ferz.compile(tmp_path / "nothing.ferz")
    with pytest.raises(OSError, match="directory"):
        ferz.compile(tmp_path)
    (tmp_path / "latin.ferz").write_bytes(b"variant \xff")
    with pytest.raises(OSError, match="UTF-8"):
        ferz.compile(os.fspath(tmp_path / "latin.ferz"))


def test_a_part_is_no_game(tmp_path):
    part = tmp_path / "part.ferz"
    part.write_text('piece Wizard W = "FC"\n')
    with pytest.raises(ferz.CompileError, match="part for other files"):
        ferz.compile(part)
    with pytest.raises(TypeError):
        ferz.compile(5)
