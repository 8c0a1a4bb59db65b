"""Games by their names, and positions from texts that name them."""

from __future__ import annotations

import os
import re
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from grundy.core.position import Position
from grundy.errors import Location, RulesetError, UnknownNameError
from grundy.games.game import Game
from grundy.games.text import Scanner
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grundy.core.components import SumTerm


@cache
def names() -> tuple[str, ...]:
    """Return the names of all games, in alphabetical order, without loading any game."""
    package = import_module("grundy.games.catalogue")
    return tuple(sorted(module.name.replace("_", "-") for module in iter_modules(package.__path__)))


def canonical(name: str) -> str:
    """Return the name of the game that a person means by `name`; any other text is returned unchanged.

    >>> canonical("Wall_Making"), canonical("dawsons chess"), canonical("0.77")
    ('wall-making', 'dawsons-chess', '0.77')
    """
    name = name.strip("\u201c\u201d\u2018\u2019")  # quotes of a word processor
    plain = "-".join(name.rstrip(":").casefold().replace("_", " ").split())
    return plain if plain in names() else name.replace(".py::", ".py:")


def is_in_a_file(name: str) -> bool:
    """Return whether a name of a game or a problem is that of a user's file, or of something in a file."""
    return name.endswith(".py") or ".py:" in name


def path_in(name: str) -> str:
    """Return the path in a name for which `is_in_a_file` is true."""
    return name if name.endswith(".py") or ":" not in name else name.rpartition(":")[0]


def find(name: str) -> Game:
    """Return the game `name`, the heap game of a code, or a ruleset in a file: ``mygames.py:cram``.

    The file is run, as by an import. Raises `UnknownNameError` with the nearest names, `InputError` for a wrong code,
    and `RulesetError` for a file without this ruleset.
    """
    if is_in_a_file(name):
        from grundy.games import declared

        return declared.find(name)
    game = _named(name, Location("code", 1, 1))
    if game is None and os.path.isfile(name.partition(":")[0]):  # noqa: PTH113 - pathlib takes long to load
        raise RulesetError("error.file-python", path=name.partition(":")[0])
    if game is None:
        raise UnknownNameError(Message("what.game"), name, names(), _meant(name))
    return game


def _meant(name: str) -> list[str]:
    """Return what a wrong name may be meant for: mygames.py:cram for mygames:cram, 0.77 for 77; mostly nothing."""
    file, _, own = name.partition(":")
    if os.path.isfile(f"{file}.py"):  # noqa: PTH113 - pathlib takes long to load
        return [f"{file}.py:{own}" if own else f"{file}.py"]
    if ".py." in name:
        return [name.replace(".py.", ".py:")]
    takes = re.fullmatch(r"[sS]?[\[(]?([0-9]+(,[0-9]+)+)[\])]?", name)
    if takes and name[0] != "0":
        return [f"{{{takes[1]}}}"]
    digits = re.fullmatch(r"[0oO][.,;]?([0-9a-f]+)|[.,]([0-9a-f]+)|([1-7]{2,})", name)
    if digits:
        return [f"0.{digits[digits.lastindex or 0]}"]
    return [each for each in names() if re.search(rf"(?<![a-z]){each}(?![a-z-])", name.casefold())]


def all_games() -> tuple[Game, ...]:
    """Return all games, in alphabetical order of their names."""
    return tuple(find(name) for name in names())


def parse(
    text: str, game: Game | None = None, source: str = "text", *, others: Mapping[str, Game] | None = None
) -> Position:
    """Return the position of a text: terms joined by words ``+``, each of `game` or after the name of another game.

    With `others`, a text may also name these games by their keys, but no file. So texts from unknown users run nothing.

    Raises `InputError`, with line and column in `source`, for a text that does not follow the notation.
    """
    parts = enumerate(Scanner(text, source).parts("+"))
    return Position.join(_read_term(scan, game, others, later=number > 0) for number, scan in parts)


def _read_term(scan: Scanner, game: Game | None, others: Mapping[str, Game] | None, *, later: bool) -> SumTerm:
    head = scan.peek()
    named = None
    if head is not None and _is_head(head.text, game, later=later):
        if "{" in head.text and "}" not in head.text:
            scan.take(Message("expected.set"))
            if scan.peek() is not None:
                raise scan.error(Message("expected.set-closed"), head, Message("found.blank"), len(head.text))
        named = _named(head.text.rstrip(":"), scan.location(head))
    if head is not None and others is not None and head.text in others:
        named = others[head.text]
    if head is not None and others is None and is_in_a_file(head.text):
        from grundy.games import declared

        named = declared.find(head.text) if declared.is_loaded(head.text) else None
    if named is not None:
        scan.take(Message("expected.game-name"))
        game = named
    if named is None and head is not None and others is not None:  # cram((4, 15)): the reader reads the name itself
        game = others.get(head.text.partition("(")[0], game)
    if game is None:
        word = scan.take(Message("expected.game-name"))
        raise scan.error(Message("expected.game-name"), word)
    term = game.reader.read(scan, game.name)
    scan.end()
    return term


def _is_head(word: str, game: Game | None, *, later: bool) -> bool:
    """Return whether the first word of a term is the name of its game; `game` is the game of the whole text."""
    is_set = word.startswith("{")
    if game is None or word in names() or (word.endswith(":") and not is_set):
        return True
    # As the first word after the game's name, 1.5 is more likely a wrong size. On boards, points are cells.
    # A state of a ruleset in a file may be a set.
    if not game.reader.inline or not (later or (is_set and game.reader.kind != "ruleset")):
        return False
    from grundy.games.families.heaps.codes import looks_like_a_code

    return looks_like_a_code(word)


def _named(name: str, location: Location) -> Game | None:
    if name in names():
        module = import_module(f"grundy.games.catalogue.{name.replace('-', '_')}")
        found = module.GAME
        if not isinstance(found, Game):
            message = f"{module.__name__}.GAME is no Game"
            raise TypeError(message)
        return found
    from grundy.games.families.heaps.codes import looks_like_a_code

    if looks_like_a_code(name):
        from grundy.games.families.heaps.codes import read_heaps
        from grundy.games.notations.heap_lists import game_of_code

        return game_of_code(read_heaps(name, location).code)
    return None
