"""Libraries, built and loaded."""

import pytest

import ferz


@pytest.fixture(scope="module")
def library(examples, tmp_path_factory):
    out = tmp_path_factory.mktemp("library") / "libeurasian.so"
    ferz.build(examples / "eurasian.ferz", out)
    return out


def test_a_library_plays_as_the_rules_do(examples, library):
    loaded, compiled = ferz.load(library), ferz.compile(examples / "eurasian.ferz")
    assert (loaded.engine, compiled.engine) == ("lib", "jit")
    assert loaded.name == compiled.name and loaded.setups == compiled.setups
    # Eurasian Chess, from the tables of perft that the tests of the Rust side hold too.
    assert [loaded.perft(depth) for depth in (1, 2, 3)] == [54, 2910, 155308]
    mine, theirs = loaded.position(), compiled.position()
    for ply in range(40):
        assert mine.legal_moves() == theirs.legal_moves()
        assert mine.planes().tolist() == theirs.planes().tolist()
        moves = mine.legal_moves()
        if not moves:
            break
        mine.push(moves[ply * 7 % len(moves)])
        theirs.push(moves[ply * 7 % len(moves)])
        assert mine.fen() == theirs.fen()


def test_a_library_outlives_its_file(examples, tmp_path):
    out = tmp_path / "libchess.so"
    ferz.build(str(examples / "chess.ferz"), str(out), cpu="native")
    game = ferz.load(out)
    out.unlink()
    assert game.perft(4) == 197281
    env = ferz.VectorEnv(game, 4)
    env.step(env.sample_actions())


def test_what_is_no_library_is_refused(library, tmp_path):
    with pytest.raises(FileNotFoundError):
        ferz.load(tmp_path / "nothing.so")
    (tmp_path / "text.so").write_text("hello")
    damaged = bytearray(library.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (tmp_path / "damaged.so").write_bytes(damaged)
    (tmp_path / "short.so").write_bytes(library.read_bytes()[:-100])
    for name in ["text.so", "damaged.so", "short.so"]:
        with pytest.raises(ferz.LibraryError, match=name):
            ferz.load(tmp_path / name)


def test_what_cannot_be_built(examples, tmp_path):
    out = tmp_path / "lib.so"
    out.write_text("old")
    with pytest.raises(ferz.CompileError):
        ferz.build('variant "Wrong"', out)
    with pytest.raises(ValueError, match="baseline"):
        ferz.build(examples / "chess.ferz", out, cpu="fast")  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        ferz.build(examples / "chess.ferz", out, target="pdp11")
    with pytest.raises(OSError):
        ferz.build(examples / "chess.ferz", tmp_path / "no" / "folder" / "lib.so")
    assert out.read_text() == "old"
