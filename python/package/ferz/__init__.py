"""Ferz for Python: chess variants from rule files, compiled to native code.

>>> import ferz
>>> chess = ferz.compile('variant "Chess" use fide')
>>> chess.perft(3)
8902
>>> position = chess.position()
>>> for move in ["f2f3", "e7e5", "g2g4", "d8h4"]:
...     _ = position.push(move)
>>> str(position.outcome())
'Black wins by checkmate'

`compile` takes a rule file or its text, `load` a library that `ferz build` has made. Both give a `Game`; its `position()` is where
moves are made. `VectorEnv` steps many games at once, for learning programs.
"""

from ferz._ferz import (
    CompileError,
    CompileWarning,
    Diagnostic,
    FenError,
    Game,
    Kind,
    LibraryError,
    Move,
    MoveError,
    Outcome,
    Position,
    VectorEnv,
    __version__,
    build,
    compile,
    load,
)

__all__ = [
    "CompileError",
    "CompileWarning",
    "Diagnostic",
    "FenError",
    "Game",
    "Kind",
    "LibraryError",
    "Move",
    "MoveError",
    "Outcome",
    "Position",
    "VectorEnv",
    "__version__",
    "build",
    "compile",
    "load",
]
