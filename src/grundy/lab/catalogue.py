"""The games that requests may name: games of grundy, codes of heaps, and declared rulesets that the host adds."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Any

from cachetools import LRUCache

from grundy import games
from grundy.errors import RulesetError, UnknownNameError
from grundy.games.lookup import is_in_a_file
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grundy.core.position import Position
    from grundy.games import Game

OURS = "grundy-"  # prefix for a game of grundy if a declared ruleset has the same name
_MOST_KEPT = 32  # positions, with their solutions
_MOST_KEPT_TEXT = 10_000  # characters of a position that is kept


class Catalogue:
    """Games by name. A name in a request never leads to a file."""

    def __init__(
        self,
        rulesets: Iterable[Game] = (),
        elsewhere: Iterable[dict[str, Any]] = (),
        problems_elsewhere: Iterable[dict[str, str]] = (),
    ) -> None:
        """Add declared rulesets (`grundy.games.find`), named without the file: ``cram`` of ``mygames.py:cram``.

        If a declared ruleset has the name of a game of grundy, the name stands for the ruleset, and the game is called
        ``grundy-cram``.

        `elsewhere` describes games whose operations another process answers, and `problems_elsewhere` describes contest
        problems. Both are only listed.

        Raises `RulesetError` for two rulesets with the same name.
        """
        self._declared: dict[str, Game] = {}
        files: dict[str, str] = {}
        for game in rulesets:
            first = files.setdefault(game.title, game.name)
            if game.title in self._declared:
                raise RulesetError("error.rulesets-named", name=game.title, first=first, second=game.name)
            self._declared[game.title] = replace(game, name=game.title)  # answers do not name files
        self._elsewhere = {str(described["name"]): described for described in elsewhere}
        self.problems_elsewhere = tuple(problems_elsewhere)
        self._covered = {
            f"{OURS}{name}": name for name in games.names() if name in self._declared or name in self._elsewhere
        }
        self._kept: LRUCache[tuple[str, str], Position] = LRUCache(_MOST_KEPT)
        self._lock = Lock()  # the host may call operations from several threads

    def names(self) -> list[str]:
        """Return all names; the names of declared rulesets are last."""
        own = (*self._declared, *self._elsewhere)
        return [*(f"{OURS}{name}" if name in own else name for name in games.names()), *own]

    def elsewhere(self, name: str) -> dict[str, Any] | None:
        """Return the description of a game whose operations another process answers; None for other games."""
        return self._elsewhere.get(name)

    def is_declared(self, name: str) -> bool:
        """Return whether a name stands for a declared ruleset."""
        return name in self._declared

    def find(self, name: str) -> Game:
        """Return a game. Raises `UnknownNameError`, and `InputError` for a wrong code."""
        name = name.strip().rstrip(":")
        if name in self._declared:
            return self._declared[name]
        if is_in_a_file(name):
            raise UnknownNameError(Message("what.game"), name[:80], self.names())
        if name in self._covered:
            return replace(games.find(self._covered[name]), name=name)
        return games.find(name)

    def parse(self, name: str, text: str) -> tuple[Game, Position]:
        """Read a position of a game, or a sum whose parts name games of this catalogue."""
        game = self.find(name)
        others = {**self._declared, **{name: self.find(name) for name in self._covered}}
        return game, games.parse(text, game, "position", others=others)

    @contextmanager
    def position(self, name: str, text: str) -> Iterator[tuple[Game, Position]]:
        """Provide the result of `parse` for one operation. Its solution is kept for the next operation.

        A position after a move is kept as it was made, with the tables of the board on which the game began. Its
        components may have another order than after parsing the text again. A second operation on the same position at
        the same time gets another object.
        """
        game = self.find(name)
        with self._lock:
            position = self._kept.pop((game.name, text), None)
        if position is None:
            position = self.parse(name, text)[1]
        yield game, position
        self.keep(game, text, position)  # not after an operation that failed

    def keep(self, game: Game, text: str, position: Position) -> None:
        """Keep a position that no operation uses, with its solution. The last 32 are kept; long texts are not."""
        if len(text) <= _MOST_KEPT_TEXT:
            with self._lock:
                self._kept[game.name, text] = position
