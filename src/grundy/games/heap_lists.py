"""Lists of heaps: ``kayles 10 7``, ``0.137: 12``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from grundy.families.heaps import HeapNotation, HeapRules, heaps
from grundy.games.game import Game, Reader
from grundy.positions import Component, Term

if TYPE_CHECKING:
    from grundy.scanner import Scanner


@dataclass(frozen=True)
class HeapLists(Reader):
    """Reads the sizes of heaps under the rules of a code."""

    code: str
    inline = True
    form = "sizes of heaps; a move says what a heap becomes"

    @cached_property
    def rules(self) -> HeapRules:
        """The ruleset of the code."""
        return heaps(self.code)

    def read(self, scan: Scanner, game: str) -> Term:
        """Read at least one size, to the end."""
        sizes = [scan.integer("the size of a heap", 0)]
        while scan.peek() is not None:
            sizes.append(scan.integer("the size of a heap", 0))
        notation = HeapNotation(f"{game}:" if game == self.code and game[0].isdigit() else game)
        return Term(notation, tuple(Component(self.rules, size) for size in sizes))


def octal_game(code: str) -> Game:
    """Return the heap game of an octal code, in its shortest form."""
    return Game(
        name=code,
        title=f"Octal game {code}",
        rules=f"Digit t of {code} says what may be left when t tokens are taken: 1 nothing, 2 a heap, 4 two heaps.",
        source="Guy and Smith, The G-values of various games (1956); Winning Ways, chapter 4",
        reader=HeapLists(code),
        sample="10 7",
        facts=(),
    )
