"""The base of all rulesets whose states are boards of letters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Self

from grundy.boards import Grid
from grundy.errors import RulesetError
from grundy.games.families.base_rules import SetRules
from grundy.runtime.messages import Message, Said
from grundy.theory.explain.reductions import Reduction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grundy.core.components import Option
    from grundy.core.scenes import Cell, Floor, GridScene, Place, Role
    from grundy.core.solution import Solution

_MOST_DRAWN = 2000  # moves of a picture


@dataclass(frozen=True)
class GridRules(SetRules):
    """Rulesets on a board of `rows` times `columns` cells, whose states are sets of cells: bits of `grundy.boards`.

    Cells of the set have the first letter of `letters`, the others have the second. A ruleset with more letters
    has other states, and its own `state_of` and `letters_of`.
    """

    rows: int
    columns: int
    letters: ClassVar[str] = ".#"
    roles: ClassVar[dict[str, Role]] = {"#": "removed"}
    tokens: ClassVar[dict[str, str]] = {".": "free", "#": "was"}  # what a picture shows for a letter or a role
    floor: ClassVar[Floor] = "squares"
    example: ClassVar[str] = ""  # of the word before the board, where the rules have a parameter
    most_cells: ClassVar[int] = 1024  # of a board that is read from text
    expected_state = "expected.cells-set"

    @cached_property
    def grid(self) -> Grid:
        """The board."""
        return Grid(self.rows, self.columns)

    def full(self) -> int:
        """Return the set of all cells."""
        return self.grid.full

    @property
    def parameter(self) -> str:
        """The word before the board."""
        return ""

    def of(self, word: str, rows: int, columns: int) -> Self:
        """Return these rules on a board of another size, with the parameter `word`.

        Raises `ValueError` where the word is no parameter of these rules.
        """
        del word
        return type(self)(rows, columns)

    def state_of(self, letters: str) -> Any:
        """Return the state with these letters, row after row."""
        return int(letters.translate({ord(self.letters[0]): "1", ord(self.letters[1]): "0"})[::-1], 2)

    def letters_of(self, state: Any) -> str:
        """Write the letters of a state, row after row."""
        bits = f"{state:0{self.rows * self.columns}b}"[::-1]
        return bits.translate({ord("1"): self.letters[0], ord("0"): self.letters[1]})

    def reduction(self, state: Any, solution: Solution) -> Reduction | None:
        """Say that the nimbers are searched, and by which symmetry the position is decided, if it is.

        Parameters of ``reduction.searched``: those of `by_symmetry`.
        """
        del solution
        params, notes = self.by_symmetry(state)
        return Reduction("reduction.searched", params, notes, idea=notes[0] if notes else None)

    def by_symmetry(self, state: Any) -> tuple[dict[str, Any], tuple[Message, ...]]:
        """Return parameters and a note on play by symmetry, empty if none is found.

        The parameters: ``way``, the symmetry; ``move``, the move that makes the board symmetrical, or None; and if
        there is none, ``replies``, the opposite moves.
        """
        from grundy.games.families.grids.symmetry import symmetry_of

        found = symmetry_of(self, state)
        if found is None:
            return {}, ()
        way = Message(f"symmetry.{found.way}")
        if found.option is None:
            params = {"way": found.way, "move": None, "replies": found.replies}
            return params, (Message("reduction.note.symmetry", {"way": way}),)
        move = Said(str(found.option.move), self.move_in_words(state, found.option))
        params = {"way": found.way, "move": str(move)}
        return params, (Message("reduction.note.symmetry-after", {"way": way, "move": move}),)

    def move_in_words(self, state: Any, option: Option) -> Message:
        """Say what a move does, as the game itself says it: the name of the game is in the kind of the message."""
        del state
        place, *way = str(option.move).split()
        return Message(f"reduction.said.{'-'.join([self.name, *way])}", {"place": place})

    def check(self, state: Any) -> Any:
        """Return the state; raise `RulesetError` if it is no set of cells, or one that no play leads to."""
        super().check(state)
        place = self.impossible(state)
        if place is not None:
            found = self.place_name(place)
            raise RulesetError("error.expected", expected=Message("expected.cells-possible"), found=found)
        return state

    def impossible(self, state: Any) -> Place | None:
        """Return a cell whose letter no state of a play has; None if there is no such cell."""
        del state
        return None

    def arranged(self, letters: list[str], columns: int) -> list[str]:
        """Return the letters of a random board, in an order that play can lead to."""
        del columns
        return letters

    def place_name(self, place: Place) -> str:
        """Name a cell, counted from 1: ``r2c5``, in a single row ``5``."""
        row, column = place
        return f"r{row + 1}c{column + 1}" if self.rows > 1 else str(column + 1)

    def cell_name(self, cell: int) -> str:
        """Name the only cell of a set."""
        return self.place_name(self.place_of(cell))

    def place_of(self, cell: int) -> Place:
        """Return row and column of a set of one cell."""
        return divmod(cell.bit_length() - 1, self.columns)

    def role_of(self, letter: str, place: Place) -> Role:
        """Return the role of a cell in a picture."""
        del place
        return self.roles.get(letter, "cell")

    def places_of(self, before: str, option: Option) -> tuple[Place, ...]:
        """Return the cells on which a picture shows a move: those whose letters it changes, row by row."""
        after = self.letters_of(option.components[0].state)
        return tuple(
            divmod(cell, self.columns) for cell, (was, now) in enumerate(zip(before, after, strict=True)) if was != now
        )

    def format(self, state: Any) -> str:
        """Write the parameter, if there is one, and the rows."""
        letters, width = self.letters_of(state), self.columns
        rows = (letters[start : start + width] for start in range(0, len(letters), width))
        return "\n".join(filter(None, (self.parameter, *rows)))

    def parse(self, text: str) -> Any:
        """Return the state that `format` wrote."""
        lines = text.split()[1 if self.parameter else 0 :]
        if [*map(len, lines)] != [self.columns] * self.rows or set("".join(lines)) - set(self.letters):
            raise ValueError(text)
        return self.state_of("".join(lines))

    def scene(self, state: Any, winning: Sequence[str]) -> GridScene | None:
        """Describe the board; a move sits on the cells that it changes."""
        from grundy.core.scenes import Cell, GridScene, fits_a_picture, moves_by_place

        if not fits_a_picture(self.rows, self.columns):
            return None
        options = list(islice(self.moves(state), _MOST_DRAWN + 1))
        if len(options) > _MOST_DRAWN:
            return None
        letters = self.letters_of(state)
        moves = ((str(option.move), self.places_of(letters, option)) for option in options)
        by_place, spreads = moves_by_place(moves, winning)

        def cell(place: Place) -> Cell:
            letter = letters[place[0] * self.columns + place[1]]
            move = by_place.get(place)
            return Cell(letter, self.role_of(letter, place), move, wins=move in winning)

        rows = tuple(tuple(cell((row, column)) for column in range(self.columns)) for row in range(self.rows))
        return GridScene(rows, moves=spreads, tokens=tuple(self.tokens.items()), floor=self.floor)
