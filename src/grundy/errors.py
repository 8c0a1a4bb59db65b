"""The exceptions that a user can meet, each with where, what was expected and what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grundy.messages import figure

if TYPE_CHECKING:
    from collections.abc import Sequence


_SHOWN_POSITION = 40  # characters


class GrundyError(Exception):
    """Base of every error that grundy raises for a reason that its user can mend."""


class Place(NamedTuple):
    """A place in a text: the name of its source, and line and column, both counted from 1."""

    source: str
    line: int
    column: int

    def __str__(self) -> str:
        """Write the place as ``source:line:column``, the form that editors can follow."""
        return f"{self.source}:{self.line}:{self.column}"


class InputError(GrundyError, ValueError):
    """A text does not say what its notation asks for.

    >>> print(InputError("'.' or 'X'", "'Q'", Place("board.txt", 3, 5)))
    board.txt:3:5: expected '.' or 'X', found 'Q'
    """

    def __init__(self, expected: str, found: str, place: Place) -> None:
        """Keep the three parts; the message is made of them."""
        super().__init__(expected, found, place)
        self.expected = expected
        self.found = found
        self.place = place

    def __str__(self) -> str:
        """Say where, what was expected, and what was found."""
        return f"{self.place}: expected {self.expected}, found {self.found}"


class UnknownNameError(GrundyError, LookupError):
    """No game, or no contest problem, goes by that name."""

    def __init__(self, kind: str, name: str, names: Sequence[str]) -> None:
        """Keep the kind of thing, the name that was asked for and the names that exist."""
        super().__init__(kind, name, tuple(names))
        self.kind = kind
        self.name = name
        self.names = tuple(names)

    def __str__(self) -> str:
        """Say what is not known, and the nearest names that are."""
        from difflib import get_close_matches

        near = get_close_matches(self.name, self.names, n=3) or self.names
        return f"expected the name of a {self.kind}, such as {', '.join(near)}, found {self.name!r}"


class IllegalMoveError(GrundyError, ValueError):
    """The move is not one of the position's choices."""

    def __init__(self, move: str, examples: Sequence[str]) -> None:
        """Keep the move and a few moves that are legal."""
        super().__init__(move, tuple(examples))
        self.move = move
        self.examples = tuple(examples)

    def __str__(self) -> str:
        """Say what was asked for, and what could have been."""
        if not self.examples:
            return f"expected no move, for the game is over, found {self.move!r}"
        return f"expected a legal move, such as {', '.join(self.examples)}, found {self.move!r}"


class GameOverError(GrundyError, ValueError):
    """A move is asked for in a position in which there is none."""

    def __init__(self, position: str) -> None:
        """Keep the text of the position."""
        super().__init__(position)
        self.position = position

    def __str__(self) -> str:
        """Say what was asked for."""
        shown = self.position.replace("\n", "/")
        shown = shown if len(shown) <= _SHOWN_POSITION else shown[:_SHOWN_POSITION] + "..."
        return f"expected a position in which somebody can move, found {shown}, in which the game is over"


class RulesetError(GrundyError, ValueError):
    """The rules themselves are wrong: a code, a board, a set of steps or a declared function."""


class NoNimber(GrundyError, ArithmeticError):
    """The value that was asked for is no nimber: a move ends the whole game at once."""


class CycleError(RulesetError):
    """The rules lead back to a state that was left before, so there is no Grundy value.

    ``cycle`` holds the states in order; the last one leads back to the first.
    """

    def __init__(self, cycle: Sequence[object]) -> None:
        """Keep the states of the cycle."""
        super().__init__(tuple(cycle))
        self.cycle = tuple(cycle)

    def __str__(self) -> str:
        """Show the cycle, shortened in the middle when it is long."""
        shown = [str(state) for state in self.cycle]
        most = 12
        if len(shown) > most:
            shown = [*shown[: most // 2], f"({len(shown) - most} more)", *shown[-most // 2 :]]
        return f"the rules go round in a circle: {' -> '.join([*shown, str(self.cycle[0])])}"


class OverBudgetError(GrundyError):
    """The work is more than the budget allows; ``needed`` and ``allowed`` are in ``unit``.

    Where the need is not known beforehand, ``needed`` is the amount that had been spent. ``fits``
    says in words what the budget would be enough for, where that is known.
    """

    def __init__(self, what: str, needed: int, allowed: int, unit: str, fits: str | None = None) -> None:
        """Keep what was refused or stopped, and the two figures."""
        super().__init__(what, needed, allowed, unit, fits)
        self.what = what
        self.needed = needed
        self.allowed = allowed
        self.unit = unit
        self.fits = fits

    def __str__(self) -> str:
        """Give both figures."""
        fits = f"; {self.fits} would fit" if self.fits else ""
        return f"{self.what}: {figure(self.needed)} {self.unit}, the budget is {figure(self.allowed)}{fits}"


class PictureError(GrundyError, ValueError):
    """There can be no picture: of something too large, of what none can show, or without the package that draws it."""


class MissingPackageError(GrundyError, ImportError):
    """A package that this needs is missing.

    >>> print(MissingPackageError("numpy", "an array of nimbers"))
    an array of nimbers needs numpy, which cannot be imported: pip install numpy
    """

    def __init__(self, package: str, what: str) -> None:
        """Keep the package and what needs it."""
        super().__init__(package, what)
        self.package = package
        self.what = what

    def __str__(self) -> str:
        """Say what to install."""
        return f"{self.what} needs {self.package}, which cannot be imported: pip install {self.package}"


class NotebookError(GrundyError, ImportError):
    """A package that the widget needs is missing."""


class CapacityError(GrundyError, OverflowError):
    """A nimber does not fit the integers of its table; nothing wraps, the work stops."""


class BusyError(GrundyError):
    """Another process works in the folder."""

    def __init__(self, folder: str) -> None:
        """Keep the folder."""
        super().__init__(folder)
        self.folder = folder

    def __str__(self) -> str:
        """Say which folder."""
        return f"{self.folder}: expected a folder in which nobody works, found another process at work"


class DamageError(GrundyError):
    """A stored file is not what was written."""

    def __init__(self, path: str, expected: str, found: str) -> None:
        """Keep the file and what is wrong with it."""
        super().__init__(path, expected, found)
        self.path = path
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        """Name the file."""
        return f"{self.path} is damaged: expected {self.expected}, found {self.found}"
