"""Coins on a board: codes of coin-turning games on a row, and products of two of them.

A row of coins is a product with a single coin.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations, product
from operator import xor
from typing import TYPE_CHECKING, Any, ClassVar, Self

from grundy.core.nimbers import mex, nim_product
from grundy.errors import OverBudgetError
from grundy.games.families.graphs.graph_rules import bits
from grundy.games.families.grids.letter_rules import GridRules
from grundy.runtime.costs import MANY_OPTIONS
from grundy.runtime.messages import Message
from grundy.theory.explain.reductions import Reduction, first_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option
    from grundy.core.scenes import Role
    from grundy.core.solution import Solution

LONG = 200  # coins; on a row of at most this length, all moves are checked one by one
_MOST_HEADS = 12  # notes on single heads in an explanation
_MOST_NAMED = 6  # coins of a move that are named one by one
_MOST_PAIRS = 6  # pairs of powers of 2 whose products an explanation shows
_RULES = {"1-2": "turtles", "2": "twins", "1-3": "odious", "run": "ruler"}  # formulas of `TurnRule.worth`

_COUNTS = re.compile(r"([1-9])(?:-([1-9]))?")
_DISTANCES = re.compile(r"/[0-9]{1,3}(?:\.[0-9]{1,3})*(?:/[0-9]{1,3}(?:\.[0-9]{1,3})*){0,15}")
_RUN = "run"


@dataclass(frozen=True)
class TurnRule:
    """Which coins of a row, counted from 0, a move may turn; the last of these coins goes from heads to tails.

    ``1-3``: any one to three coins; ``2``: exactly two; ``run``: any number of neighbours; ``/0/0.1.3``: the coins at
    these distances before the last coin. Raises `ValueError` for another text.

    A row of coins is worth the nim-sum of its heads, each alone on a row of its own (Lenstra; Winning Ways, chapter
    14). So `worth` determines all nimbers.
    """

    text: str

    def __post_init__(self) -> None:
        """Check the text."""
        counts = _COUNTS.fullmatch(self.text)
        if counts and counts[2] and counts[1] > counts[2]:
            raise ValueError(self.text)
        if not (counts or self.text == _RUN or _DISTANCES.fullmatch(self.text)):
            raise ValueError(self.text)

    def sets(self, last: int) -> Iterator[tuple[int, ...]]:
        """Yield the sets of coins that may be turned with `last` as the last coin, each in falling order."""
        counts = _COUNTS.fullmatch(self.text)
        if counts:
            for count in range(int(counts[1]), int(counts[2] or counts[1]) + 1):
                yield from ((last, *others) for others in combinations(range(last - 1, -1, -1), count - 1))
        elif self.text == _RUN:
            yield from (tuple(range(last, first - 1, -1)) for first in range(last, -1, -1))
        else:
            for word in self.text[1:].split("/"):
                coins = tuple(last - distance for distance in sorted({0, *map(int, word.split("."))}))
                if coins[-1] >= 0:
                    yield coins

    def sets_worth(self, last: int, worth: int, place: dict[int, int]) -> Iterator[tuple[int, ...] | None]:
        """Yield the sets of `sets` whose coins have the nim-sum `worth`, and None for each other set that is checked.

        `place` maps values to the coins of the row that have them. With it a pair takes one check, and the triples of
        `last` one check for each least coin.
        """
        counts = _COUNTS.fullmatch(self.text)
        if not counts or int(counts[2] or counts[1]) > 3:
            for turned in self.sets(last):
                yield turned if reduce(xor, map(self.worth, turned)) == worth else None
            return
        rest = worth ^ self.worth(last)
        sizes = range(int(counts[1]), int(counts[2] or counts[1]) + 1)
        if 1 in sizes and not rest:
            yield (last,)
        if 2 in sizes and place.get(rest, last) < last:
            yield last, place[rest]
        if 3 in sizes:
            for least in range(last - 1):
                middle = place.get(rest ^ self.worth(least), last)
                yield (last, middle, least) if least < middle < last else None

    def worth(self, coin: int) -> int:
        """Return what a coin is worth if it alone shows heads.

        Formulas, for coins counted from 0: ``1-2``, Turning Turtles, coin + 1; ``2``, Twins, the coin; ``1-3``, Mock
        Turtles, the coin-th odious number (an odd number of binary 1s); ``run``, Ruler, the largest power of 2 that
        divides coin + 1. Source: Winning Ways, chapter 14. Other rules follow the definition, from the coins before.
        """
        if self.text == "1-2":
            return coin + 1
        if self.text == "2":
            return coin
        if self.text == "1-3":
            return 2 * coin + (coin.bit_count() % 2 == 0)
        if self.text == _RUN:
            return coin + 1 & -coin - 1
        return _worths(self.text, coin + 1)[coin]


@lru_cache(maxsize=64)
def _worths(text: str, count: int) -> tuple[int, ...]:
    """Return what the first `count` coins are worth: each the mex over the sets with that coin as the last."""
    rule, worths = TurnRule(text), list[int]()
    for coin in range(count):
        options = set()
        for turned in rule.sets(coin):
            total = 0
            for other in turned[1:]:
                total ^= worths[other]
            options.add(total)
        worths.append(mex(options))
    return tuple(worths)


_ONE = TurnRule("1")  # turn one coin: the second game of a row of coins


@dataclass(frozen=True)
class CoinProduct(GridRules):
    """The product of two coin-turning games: turn the coins in the rows of one move and the columns of the other.

    The coin in the last of these rows and the last of these columns goes from heads to tails. A state is the set of
    heads. By the Tartan theorem (Winning Ways, chapter 14) each head is worth the nim-product of what its row and its
    column are worth in the two games, and the state is worth the nim-sum over its heads. The product is Conway's
    (ONAG, chapter 6).

    >>> CoinProduct(3, 4, TurnRule("2"), TurnRule("2"), "turning-corners")(1 << 11).nimber  # row 2, column 3, from 0
    1
    """

    down: TurnRule = _ONE
    across: TurnRule = _ONE
    game: str = "tartan"
    letters: ClassVar[str] = "HT"
    roles: ClassVar[dict[str, Role]] = {}
    tokens: ClassVar[dict[str, str]] = {"H": "heads", "T": "tails"}
    floor = "nothing"
    most_cells: ClassVar[int] = 2**20

    @property
    def name(self) -> str:
        """The name of the game in the catalogue: of the game with these codes, else of the game with any codes."""
        return self.game

    @property
    def example(self) -> str:  # type: ignore[override] # a constant elsewhere
        """An example of the code or the two codes, where the game takes any."""
        return {"turning": "1-5", "tartan": "1-2x1-3"}.get(self.game, "")

    @property
    def parameter(self) -> str:
        """The code or the two codes, where the game takes any."""
        return {"turning": self.across.text, "tartan": f"{self.down.text}x{self.across.text}"}.get(self.game, "")

    def of(self, word: str, rows: int, columns: int) -> Self:
        """Return these rules on a board of another size, with the codes in `word`."""
        if self.game == "turning":
            return type(self)(rows, columns, _ONE, TurnRule(word), self.game)
        if self.game == "tartan":
            down, _, across = word.partition("x")
            return type(self)(rows, columns, TurnRule(down), TurnRule(across), self.game)
        return type(self)(rows, columns, self.down, self.across, self.game)

    def options(self, state: int) -> Iterator[Option]:
        """Yield the options; a move is the columns that are turned, or the rows and the columns."""
        for cell in self.grid.cells(state):
            row, column = self.place_of(cell)
            for down, across in product(self.down.sets(row), self.across.sets(column)):
                turned = sum(1 << i * self.columns + j for i in down for j in across)
                columns = ",".join(str(j + 1) for j in across)
                rows = ",".join(str(i + 1) for i in down)
                yield self.option(state ^ turned, f"r{rows}c{columns}" if self.rows > 1 else columns)

    def move_in_words(self, state: int, option: Option) -> Message:
        """Say which coins are turned, the last one first."""
        turned = sorted(map(self.place_of, self.grid.cells(state ^ option.components[0].state)), reverse=True)
        if self._is_row:
            kind = "turn-coin" if len(turned) == 1 else "turn-coins"
            return Message(f"reduction.said.{kind}", {"coins": [column + 1 for _, column in turned]})
        if len(turned) <= _MOST_NAMED:
            return Message("reduction.said.turn", {"cells": [f"r{row + 1}c{column + 1}" for row, column in turned]})
        rows, columns = (sorted({place[side] + 1 for place in turned}, reverse=True) for side in (0, 1))
        return Message("reduction.said.turn-product", {"rows": rows, "columns": columns})

    def reduction(self, state: int, solution: Solution) -> Reduction:
        """Say what each head is worth.

        Parameters of ``reduction.coins-row``: ``rule``, what a coin alone is worth, as a message; ``heads``, each
        with its ``coin``, counted from 1, and what it is ``worth``; and ``nimber``, their nim-sum. Parameters of
        ``reduction.coins-board``: ``heads``, each with its ``row`` and ``column``, what these are worth in the two
        games (``down``, ``across``) and their nim-product ``worth``; and ``nimber``.
        """
        del solution
        places = [self.place_of(cell) for cell in self.grid.cells(state)]
        if self._is_row:
            rule = Message(f"reduction.coins.{_RULES.get(self.across.text, 'other')}")
            heads = [{"coin": column + 1, "worth": self.across.worth(column)} for _, column in places]
            notes = [Message("reduction.note.coin", head) for head in heads]
            about: dict[str, Any] = {"rule": rule, "heads": heads}
        else:
            heads = [self._head(row, column) for row, column in places]
            notes = [Message("reduction.note.coin-product", {**head, "product": _worked_out(head)}) for head in heads]
            about = {"heads": heads}
        total = reduce(xor, (head["worth"] for head in heads), 0)
        shown = list(first_of(notes, _MOST_HEADS))
        if 1 < len(heads) <= _MOST_HEADS:
            xor_text = " ⊕ ".join(str(head["worth"]) for head in heads)
            shown.append(Message("reduction.note.xor", {"xor": xor_text, "nimber": total}))
        kind = "reduction.coins-row" if self._is_row else "reduction.coins-board"
        return Reduction(kind, {**about, "nimber": total}, tuple(shown))

    @property
    def _is_row(self) -> bool:
        """Whether the board is a single row of coins rather than a product of two games."""
        return self.rows == 1 and self.down == _ONE

    def _head(self, row: int, column: int) -> dict[str, int]:
        """Return what the coin of a row and a column is worth, and why, as parameters of messages."""
        down, across = self.down.worth(row), self.across.worth(column)
        worth = nim_product(down, across)
        return {"row": row + 1, "column": column + 1, "down": down, "across": across, "worth": worth}

    def known(self, state: int) -> int:
        """Return the nim-sum of the heads."""
        value = 0
        for cell, bit in enumerate(f"{state:b}"[::-1]):
            if bit == "1":
                row, column = divmod(cell, self.columns)
                value ^= nim_product(self.down.worth(row), self.across.worth(column))
        return value

    def moves_worth(self, state: int, nimber: int) -> Iterator[Option]:
        """Yield the options that are worth `nimber`; on a long row, first those that exist by a theorem.

        The value of a coin alone is a mex. If it has the highest binary 1 of the change that is needed, the change
        makes it less; so some set with this coin as the last one makes exactly this change. Raises `OverBudgetError`
        after `MANY_OPTIONS` sets.
        """
        if self.rows > 1 or self.columns <= LONG:
            yield from super().moves_worth(state, nimber)
            return
        change = self.known(state) ^ nimber
        place = {self.across.worth(coin): coin for coin in range(self.columns)}
        heads = [coin for coin, bit in enumerate(f"{state:b}"[::-1]) if bit == "1"]
        heads.sort(key=lambda coin: self.across.worth(coin) ^ change >= self.across.worth(coin))  # stable
        checked = 0
        for head in heads if change else ():
            for turned in self.across.sets_worth(head, change, place):
                checked += 1
                if checked == MANY_OPTIONS:
                    what = Message("over.moves-of-heap", {"heap": self.columns, "code": self.name})
                    raise OverBudgetError(what, checked, checked, "options")
                if turned is not None:
                    columns = ",".join(str(coin + 1) for coin in turned)
                    yield self.option(reduce(xor, (1 << coin for coin in turned), state), columns)


def _worked_out(head: dict[str, int]) -> str:
    """Write a nim-product as the nim-sum of products of powers of 2.

    >>> _worked_out({"down": 2, "across": 3, "worth": 1})
    '2 ⊗ 3 = 2⊗1 ⊕ 2⊗2 = 2 ⊕ 3 = 1'
    """
    pairs = list(product(*([1 << bit for bit in bits(head[side])] for side in ("down", "across"))))
    whole = f"{head['down']} ⊗ {head['across']}"
    if not 1 < len(pairs) <= _MOST_PAIRS:
        return f"{whole} = {head['worth']}"
    terms = " ⊕ ".join(f"{one}⊗{other}" for one, other in pairs)
    values = " ⊕ ".join(str(nim_product(one, other)) for one, other in pairs)
    return f"{whole} = {terms} = {values} = {head['worth']}"
