"""Positions: moves, their texts and numbers, what the rules say of them."""

import copy

import numpy as np
import pytest

import ferz


def test_the_start_position_of_chess(chess):
    position = chess.position()
    assert position.fen() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert len(position.legal_moves()) == 20
    assert position.turn == "white"
    assert not position.is_check()
    assert position.outcome() is None
    assert position.perft(4) == 197281


def test_moves_are_played_and_taken_back(chess):
    position = chess.position()
    first = position.legal_moves()[0]
    assert position.push(first) == first
    assert position.push("e7e5").text == "e7e5"
    assert position.history() == [first.text, "e7e5"]
    assert position.pop() == "e7e5"
    assert position.pop() == first.text
    assert position == chess.position()
    with pytest.raises(IndexError):
        position.pop()


def test_what_is_not_legal_changes_nothing(chess):
    position = chess.position()
    before = position.fen()
    for wrong in ["e2e5", "e7e5", "hello", "", "e4e5"]:
        with pytest.raises(ferz.MoveError):
            position.push(wrong)
    with pytest.raises(ferz.MoveError):
        position.push_action(-1)
    other = chess.position("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1").legal_moves()[0]
    with pytest.raises(ferz.MoveError, match="another position"):
        position.push(other)
    with pytest.raises(TypeError):
        position.push(4)
    assert position.fen() == before and position.history() == []


def test_mate_ends_the_game(chess):
    position = chess.position()
    for move in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        position.push(move)
    outcome = position.outcome()
    assert (outcome.winner, outcome.rule) == ("black", "checkmate")
    assert str(outcome) == "Black wins by checkmate"
    assert position.is_check() and position.legal_moves() == []
    with pytest.raises(ferz.MoveError, match="over"):
        position.push("a2a3")


def test_repetition_is_remembered(chess):
    position = chess.position()
    for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        position.push(move)
    assert position.repetitions() == 3
    rules = [end.rule for end in position.claims()] + [end.rule for end in filter(None, [position.outcome()])]
    assert any("repetition" in rule for rule in rules)


def test_bad_fens_say_where(chess):
    for fen in ["", "8/8", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w - - 0 1", "x" * 1000, "ä/8/8/8/8/8/8/8 w - -"]:
        with pytest.raises(ferz.FenError):
            chess.position(fen)
    with pytest.raises(ValueError, match="set-up"):
        chess.position(setup="nothing")
    with pytest.raises(ValueError, match="not both"):
        chess.position("8/8/8/8/8/8/8/8 w - - 0 1", setup="x")


def test_moves_say_what_they_are(chess):
    castling = chess.position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    forms = {m.text: m.form for m in castling.legal_moves()}
    assert forms["e1c1"] == "castling" and forms["e1d1"] == "step"
    promotion = chess.position("8/P3k3/8/8/8/8/8/4K3 w - - 0 1")
    becomes = {m.text: m.becomes for m in promotion.legal_moves() if m.origin == "a7"}
    assert becomes == {"a7a8q": "Queen", "a7a8r": "Rook", "a7a8b": "Bishop", "a7a8n": "Knight"}
    passant = chess.position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    assert next(m for m in passant.legal_moves() if m.text == "e5d6").victims == ["d5"]


def test_drops_come_from_the_hand(crazyhouse):
    fen = "4k3/8/8/8/8/8/8/4K3[Np] w - - 0 1"
    position = crazyhouse.position(fen)
    assert position.hands()["white"]["Knight"] == 1 and position.hands()["black"]["Pawn"] == 1
    drops = [m for m in position.legal_moves() if m.form == "drop"]
    # Any of the 62 empty squares.
    assert len(drops) == 62 and all(m.origin is None and m.text.startswith("N@") for m in drops)
    position.push("N@f3")
    assert position.hands()["white"]["Knight"] == 0


def test_counters(examples):
    game = ferz.compile(examples / "gallery" / "three-check.ferz")
    position = game.position()
    before = position.counters()["white"]
    for move in ["e2e4", "f7f6", "d1h5"]:
        position.push(move)
    after = position.counters()["white"]
    assert position.is_check()
    assert sum(abs(after[name] - before[name]) for name in before) == 1


def test_the_board_and_the_planes_agree(chess):
    position = chess.position()
    position.push("e2e4")
    board = position.board()
    assert board[0][0] == "R" and board[7][4] == "k" and board[3][4] == "P" and board[1][4] is None
    for dtype in ["float32", "uint8", np.float32]:
        planes = position.planes(dtype)
        assert planes.shape == chess.planes_shape and planes.dtype == np.dtype(dtype)
        assert planes.sum() == 32
        kinds = chess.kinds
        for plane, marks in enumerate(planes):
            letter = kinds[plane % len(kinds)].letters[plane // len(kinds)]
            for rank in range(8):
                for file in range(8):
                    assert (board[rank][file] == letter) == bool(marks[rank, file])
    with pytest.raises(ValueError, match="float32 or uint8"):
        position.planes("int64")


def test_planes_seen_by_the_side_to_move(chess):
    white, black = chess.position(), chess.position()
    white.push("e2e4")
    black.push("e2e4")
    black.push("e7e5")
    kinds = len(chess.kinds)
    seen = white.planes(own=True)
    plain = white.planes()
    assert np.array_equal(seen[:kinds], plain[kinds:, ::-1])
    assert np.array_equal(seen[kinds:], plain[:kinds, ::-1])
    assert np.array_equal(black.planes(own=True), black.planes())


@pytest.mark.parametrize("name", ["chess", "ccc-1", "eurasian", "conclave-ecumenical", "gallery/shogi", "gallery/crazyhouse"])
def test_each_legal_move_has_a_number_of_its_own(examples, name):
    game = ferz.compile(examples / f"{name}.ferz")
    random = np.random.default_rng(7)
    position = game.position()
    for _ in range(60):
        moves = position.legal_moves()
        if not moves:
            break
        actions = position.legal_actions()
        assert actions.dtype == np.int64 and len(set(actions.tolist())) == len(moves)
        assert [m.action for m in moves] == actions.tolist()
        assert 0 <= actions.min() and actions.max() < game.action_size
        choice = random.integers(len(moves))
        assert position.push_action(int(actions[choice])).text == moves[choice].text


def test_numbers_are_what_the_documents_say(chess):
    position = chess.position("8/P3k3/8/8/8/8/8/4K3 w - - 0 1")
    names = [kind.name for kind in chess.kinds]
    a7, a8, e1, e2 = 48, 56, 4, 12
    factor = len(names) + 1
    expected = {"a7a8q": (a7 * 64 + a8) * factor + 1 + names.index("Queen"), "e1e2": (e1 * 64 + e2) * factor}
    found = {m.text: m.action for m in position.legal_moves()}
    assert {text: found[text] for text in expected} == expected


def test_copies_go_their_own_ways(chess):
    position = chess.position()
    position.push("e2e4")
    for other in [position.copy(), copy.copy(position), copy.deepcopy(position)]:
        assert other == position and other.history() == ["e2e4"]
        other.push("e7e5")
        assert other != position
    assert position != 5
    with pytest.raises(TypeError):
        hash(position)


def test_it_prints_as_a_board(chess):
    lines = str(chess.position()).splitlines()
    assert lines[0] == "r n b q k b n r" and lines[7] == "R N B Q K B N R"
