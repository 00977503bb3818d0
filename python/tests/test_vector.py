"""Many games at once."""

import threading
import time

import numpy as np
import pytest

import ferz


def test_it_plays_as_single_positions_do(chess):
    env = ferz.VectorEnv(chess, 5, seed=3, threads=2)
    positions = [chess.position() for _ in range(5)]
    assert env.reset().shape == (5, *chess.planes_shape)
    for _ in range(40):
        actions, offsets = env.legal_actions()
        for i, position in enumerate(positions):
            own = actions[offsets[i] : offsets[i + 1]]
            assert sorted(own.tolist()) == sorted(position.legal_actions().tolist())
        chosen = env.sample_actions()
        movers = [position.turn for position in positions]
        planes, rewards, terminated, truncated = env.step(chosen)
        for i, position in enumerate(positions):
            position.push_action(int(chosen[i]))
            outcome = position.outcome()
            assert terminated[i] == (outcome is not None)
            if outcome is not None:
                expected = 0 if outcome.winner is None else (1 if outcome.winner == movers[i] else -1)
                assert rewards[i] == expected
                positions[i] = chess.position()
            assert np.array_equal(planes[i], positions[i].planes())
        assert not truncated.any()
        assert env.turns().tolist() == [position.turn == "black" for position in positions]
        assert env.fens() == [position.fen() for position in positions]


def test_a_win_is_rewarded_and_the_next_game_starts(chess):
    env = ferz.VectorEnv(chess, 2, fen="7k/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    start = env.planes()
    position = chess.position("7k/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    numbers = {move.text: move.action for move in position.legal_moves()}
    planes, rewards, terminated, truncated = env.step(np.array([numbers["a1a8"], numbers["e1e2"]]))
    assert rewards.tolist() == [1.0, 0.0] and rewards.dtype == np.float32
    assert terminated.tolist() == [True, False] and not truncated.any()
    assert np.array_equal(planes[0], start[0]) and not np.array_equal(planes[1], start[1])


def test_long_games_are_cut_off(chess):
    env = ferz.VectorEnv(chess, 3, max_plies=4)
    for ply in range(1, 9):
        *_, terminated, truncated = env.step(env.sample_actions())
        assert not terminated.any()
        assert truncated.tolist() == [ply % 4 == 0] * 3


def test_a_wrong_action_plays_nothing(chess):
    env = ferz.VectorEnv(chess, 3)
    actions = env.sample_actions()
    before = env.fens()
    actions[2] = chess.action_size - 1
    with pytest.raises(ferz.MoveError, match="game 2"):
        env.step(actions)
    with pytest.raises(ValueError, match="2 actions for 3 games"):
        env.step(actions[:2])
    with pytest.raises(TypeError):
        env.step(actions.astype(np.float32))
    assert env.fens() == before


def test_what_cannot_be_made(chess):
    for arguments in [{"num_envs": 0}, {"num_envs": 1, "threads": 0}, {"num_envs": 1, "max_plies": 0}]:
        with pytest.raises(ValueError, match="at least 1"):
            ferz.VectorEnv(chess, **arguments)
    with pytest.raises(ValueError, match="over"):
        ferz.VectorEnv(chess, 1, fen="7k/5KQ1/8/8/8/8/8/8 b - - 0 1")


def test_numbers_of_threads_make_no_difference(crazyhouse):
    runs = []
    for threads in [1, 4]:
        env = ferz.VectorEnv(crazyhouse, 9, seed=11, threads=threads, dtype="uint8")
        for _ in range(30):
            planes, *_ = env.step(env.sample_actions())
        runs.append((env.fens(), planes.tolist()))
    assert runs[0] == runs[1] and planes.dtype == np.uint8


def test_other_python_threads_run_meanwhile(chess):
    """A long count must not hold the interpreter lock: while it runs, this thread gets on."""
    position = chess.position()
    done = threading.Event()

    def count():
        position.perft(6)
        done.set()

    worker = threading.Thread(target=count)
    worker.start()
    turns = 0
    while not done.is_set():
        time.sleep(0.001)
        turns += 1
    worker.join()
    assert turns >= 10
