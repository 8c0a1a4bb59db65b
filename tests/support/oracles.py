"""The literal oracles, found by the names of their files: see the docstring of `literal`."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

from grundy import games
from grundy.games.notations.heap_lists import HeapLists
from literal import heaps
from support.project import TESTS

if TYPE_CHECKING:
    from collections.abc import Callable

    Heap = tuple[int, ...]

# Their misère play and length of play are not told by the moves of positions: see `test_stated_rules.py`.
REDUCED = ("treblecross", "game-on-plane")
AGAIN = "strings-and-coins"  # after some moves the same player moves again

_CODE = re.compile(r"[048c]\.[0-9a-f]+|\{[0-9,]+\}")


def file_of(name: str) -> str:
    """Return the name of the file that holds the oracle of a game or a problem."""
    return f"{name.replace('-', '_')}.py"


def oracle(name: str) -> Any:
    """Return the oracle of a game or a problem, a module; None where it has none."""
    file = TESTS / "literal" / file_of(name)
    return import_module(f"literal.{file.stem}") if file.exists() else None


def games_with(entry: str) -> list[str]:
    """Return the games whose oracle has this function."""
    return [name for name in games.names() if hasattr(oracle(name), entry)]


def left_of_heaps(name: str) -> Callable[[int], set[Heap]] | None:
    """Return what a move can leave of a heap: by the game's oracle, or by the one for codes."""
    reader = games.find(name).reader
    if hasattr(oracle(name), "left"):
        return oracle(name).left  # type: ignore[no-any-return] # of a module found by its name
    if isinstance(reader, HeapLists) and _CODE.fullmatch(reader.code):
        return lambda heap: heaps.moves(reader.code, heap)
    return None


def missing(name: str) -> str:
    """Return what a game lacks: a sentence, empty where it has its oracle."""
    here = oracle(name)
    if left_of_heaps(name) or hasattr(here, "first_wins") or (hasattr(here, "moves") and hasattr(here, "nimber")):
        return ""
    return (
        f"the game {name} needs an oracle, tests/literal/{file_of(name)}: a program that knows only the statement, "
        f"with moves(text) and nimber(text), or first_wins(text), or left(heap); tests/literal/__init__.py says more"
    )
