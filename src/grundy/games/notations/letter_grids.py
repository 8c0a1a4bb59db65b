"""Boards whose letters are the state: rows of letters, after a word if the rules have a parameter."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from grundy.core.components import Component, SumTerm
from grundy.core.notation import PlainNotation
from grundy.games.families.grids.letter_rules import GridRules
from grundy.games.game import SampledReader, Side, random_shape, rows, shapes
from grundy.games.text import quoted
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from random import Random

    from grundy.games.game import Kind
    from grundy.games.text import Scanner, TextWord


@dataclass(frozen=True)
class LetterGrids(SampledReader):
    """Reads the rows of a board; `rules` on a board of any size stand for the same rules on all boards.

    `most` has the largest sides of a random board. With `single`, a board is a single row. A random board for tests has
    at most `largest` cells.
    """

    rules: GridRules
    form: str = ""
    most: tuple[int, int] = (6, 8)
    single: bool = False
    largest: int = 9
    inline = True
    density = True

    @property
    def kind(self) -> Kind:
        """The kind of rows of letters; that of plain text if a word stands before them."""
        if self.rules.example:
            return "ruleset"
        return "line" if self.single else "letters"

    @property
    def alphabet(self) -> str:
        """The letters of the rules; empty if a word stands before the rows."""
        return "" if self.rules.example else self.rules.letters

    @property
    def sides(self) -> tuple[Side, ...]:
        """Rows and columns, or the cells of the only row."""
        most_rows, most_columns = self.most
        if self.single:
            return (Side("cells", 1, most_columns, min(most_columns, 8)),)
        return Side("rows", 1, most_rows, min(most_rows, 4)), Side("columns", 1, most_columns, min(most_columns, 5))

    def read(self, scan: Scanner, game: str) -> SumTerm:
        """Read a board, to the end."""
        del game  # the ruleset has the same name
        example = self.rules.example
        letters = self.rules.letters
        word = scan.take_row(Message("expected.parameter", {"example": example}), letters) if example else None
        words: list[TextWord] = []
        lines: list[str] = []
        while not lines or (scan.peek() is not None and not self.single):
            row = scan.take_row(Message("expected.row-of", {"letters": quoted(letters)}), letters=letters)
            words.append(row)
            lines.append(scan.checked_row(row, len(lines[0]) if lines else len(row.text), letters))
        scan.end()
        scan.check_blanks(words)
        if len(lines) * len(lines[0]) > self.rules.most_cells:
            expected = Message("expected.cells-most", {"most": self.rules.most_cells})
            raise scan.error(expected, words[0], f"{len(lines)}x{len(lines[0])}")
        rules = self._rules(scan, word, len(lines), len(lines[0]))
        state = rules.state_of("".join(lines))
        place = rules.impossible(state)
        if place is not None:
            line, offset = place
            raise scan.error(Message("expected.cells-possible"), words[line], repr(lines[line][offset]), offset)
        return SumTerm(PlainNotation(rules), (Component(rules, state),))

    def _rules(self, scan: Scanner, word: TextWord | None, height: int, width: int) -> GridRules:
        """Return the rules on a board of this size, with the parameter that was read."""
        try:
            return self.rules.of(word.text if word else "", height, width)
        except ValueError:
            if word is None:
                raise
            raise scan.error(Message("expected.parameter", {"example": self.rules.example}), word) from None

    def random_text(self, rng: Random, size: int) -> str:
        """Return a board of at most `size` cells, and at most `largest`, with a random share of the first letter."""
        size = min(size, self.largest)
        height, width = (1, rng.randint(1, size)) if self.single else random_shape(rng, size)
        return self.text_of_size(rng, (width,) if self.single else (height, width), rng.random())

    def text_of_size(self, rng: Random, size: Sequence[int], density: float) -> str:
        """Return a board on which `density` is the share of cells that do not have the first letter."""
        first, others = self.rules.letters[0], self.rules.letters[1:]
        letters = [rng.choice(others) if rng.random() < density else first for _ in range(prod(size))]
        return self._text(self._possible(self.rules.arranged(letters, size[-1]), size[-1]), size[-1])

    def _possible(self, letters: Iterable[str], width: int) -> str:
        """Return the letters, with the first letter in cells that no play can have changed (`GridRules.impossible`)."""
        text = "".join(letters)
        if type(self.rules).impossible is GridRules.impossible:
            return text
        rules = self.rules.of(self.rules.parameter, len(text) // width, width)
        while (place := rules.impossible(rules.state_of(text))) is not None:
            cell = place[0] * width + place[1]
            text = text[:cell] + rules.letters[0] + text[cell + 1 :]
        return text

    def all_texts(self, size: int) -> Iterator[str]:
        """Yield the boards of `size` cells."""
        for _, width in [(1, size)] if self.single else shapes(size):
            for letters in product(self.rules.letters, repeat=size):
                if self._possible(letters, width) == "".join(letters):
                    yield self._text(letters, width)

    def edge_cases(self, size: int) -> Iterator[str]:
        """Yield boards of one letter, and of two letters in turn, also with a single row or column."""
        sides = [(1, 1), (1, size)] + [(size, 1), (2, size)] * (not self.single)
        for height, width in sides:
            for first, second in product(self.rules.letters, repeat=2):
                turns = ((first, second)[sum(place) % 2] for place in product(range(height), range(width)))
                yield self._text(self._possible(turns, width), width)

    def _text(self, letters: str | Sequence[str], width: int) -> str:
        return f"{self.rules.parameter}\n" * bool(self.rules.parameter) + rows(letters, width)
