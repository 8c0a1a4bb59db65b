"""The exceptions that a user can meet, each with where, what was expected and what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Sequence


_SHOWN_POSITION = 40  # characters
_SHOWN_STATES = 12


class GrundyError(Exception):
    """Base of every error that grundy raises for a reason that its user can mend.

    It is made of the kind of a message (`grundy.messages`) and its parameters, or of words. `message` is what it says,
    as data; `str` renders it in English.

    >>> RulesetError("error.component", last=3, found=7).message.data()
    {'kind': 'error.component', 'last': 3, 'found': 7}
    >>> print(RulesetError("expected other rules"))
    expected other rules
    """

    def __init__(self, kind: str, **params: Any) -> None:
        """Keep the message; a kind has no blanks."""
        super().__init__(kind)
        self._message = Message("text", {"text": kind}) if " " in kind else Message(kind, params)

    @property
    def message(self) -> Message:
        """What the error says."""
        return self._message

    def __str__(self) -> str:
        """Render the message in English."""
        return str(self.message)


def exception_words(error: BaseException) -> str:
    """Return the type of an exception and its text; the type alone where there is none, or none can be had.

    >>> exception_words(ValueError("no stones")), exception_words(KeyError())
    ('ValueError: no stones', 'KeyError')
    """
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - the text is made by whoever has written the exception
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


class Location(NamedTuple):
    """A location in a text: the name of its source, and line and column, both counted from 1."""

    source: str
    line: int
    column: int

    def __str__(self) -> str:
        """Write it as ``source:line:column``, the form that editors can follow."""
        return f"{self.source}:{self.line}:{self.column}"


class InputError(GrundyError, ValueError):
    """A text does not say what its notation asks for.

    >>> print(InputError("'.' or 'X'", "'Q'", Location("board.txt", 3, 5)))
    board.txt:3:5: expected '.' or 'X', found 'Q'
    """

    def __init__(self, expected: Message | str, found: Message | str, location: Location) -> None:
        where = {"location": str(location), "line": location.line, "column": location.column}
        super().__init__("error.input", **where, expected=expected, found=found)
        self.args = (expected, found, location)
        self.expected = expected
        self.found = found
        self.location = location


class UnknownNameError(GrundyError, LookupError):
    """No game, or no contest problem, has that name."""

    def __init__(self, what: Message, name: str, names: Sequence[str]) -> None:
        from difflib import get_close_matches

        near = get_close_matches(name, names, n=3) or list(names)
        super().__init__("error.name", what=what, near=near, found=repr(name))
        self.args = (what, name, tuple(names))
        self.what = what
        self.name = name
        self.names = tuple(names)


class IllegalMoveError(GrundyError, ValueError):
    """The move is not one of the position's choices."""

    def __init__(self, move: str, examples: Sequence[str]) -> None:
        kind = "error.move" if examples else "error.move-over"
        super().__init__(kind, examples=list(examples), found=repr(move))
        self.args = (move, tuple(examples))
        self.move = move
        self.examples = tuple(examples)


class GameOverError(GrundyError, ValueError):
    """A move is asked for in a position in which there is none."""

    def __init__(self, position: str) -> None:
        shown = position.replace("\n", "/")
        shown = shown if len(shown) <= _SHOWN_POSITION else shown[:_SHOWN_POSITION] + "..."
        super().__init__("error.game-over", found=shown)
        self.args = (position,)
        self.position = position


class RulesetError(GrundyError, ValueError):
    """The rules themselves are wrong: a code, a board, a set of steps or a declared function."""


class NoNimber(GrundyError, ArithmeticError):
    """The value that was asked for is no nimber: a move ends the whole game at once."""


class CycleError(RulesetError):
    """The rules lead back to a state that was left before, so there is no Grundy value.

    `grundy.Ruleset.digraph` has the outcomes of such rules, with draws. ``cycle`` holds the states in order; the last
    one leads back to the first.
    """

    def __init__(self, cycle: Sequence[object]) -> None:
        """Keep the states of the cycle; the message leaves out the middle of a long one."""
        super().__init__("error.cycle")
        self.args = (tuple(cycle),)
        self.cycle = tuple(cycle)

    @property
    def message(self) -> Message:
        """The message with the states as texts."""
        half = _SHOWN_STATES // 2
        shown = [str(state) for state in self.cycle]
        if len(shown) > _SHOWN_STATES:
            more = Message("error.cycle-more", {"number": len(shown) - _SHOWN_STATES})
            shown = [*shown[:half], str(more), *shown[-half:]]
        return Message("error.cycle", {"states": " -> ".join([*shown, str(self.cycle[0])])})


class OverBudgetError(GrundyError):
    """The work is more than the budget allows; ``needed`` and ``allowed`` are in ``unit``.

    Where the need is not known beforehand, ``needed`` is the amount that had been spent. ``fits``
    says what the budget would be enough for, where that is known. Units are ``options``, ``states``, ``positions``,
    ``cells`` and ``bytes``.
    """

    def __init__(
        self, what: Message | str, needed: int, allowed: int, unit: str, fits: Message | str | None = None
    ) -> None:
        kind = "error.over-budget-fits" if fits else "error.over-budget"
        figures = {"needed": needed, "allowed": allowed, "unit": unit, "units": Message(f"units.{unit}")}
        super().__init__(kind, what=what, **figures, **({"fits": fits} if fits else {}))
        self.args = (what, needed, allowed, unit, fits)
        self.what = what
        self.needed = needed
        self.allowed = allowed
        self.unit = unit
        self.fits = fits


class PictureError(GrundyError, ValueError):
    """There can be no picture: of something too large, of what none can show, or without the package that draws it."""


class MissingPackageError(GrundyError, ImportError):
    """A package that this needs is missing.

    >>> print(MissingPackageError("numpy", Message("what.saved-table")))
    a saved table needs numpy, which cannot be imported: pip install numpy
    """

    def __init__(self, package: str, what: Message) -> None:
        super().__init__("error.missing-package", package=package, what=what)
        self.args = (package, what)
        self.package = package
        self.what = what


class NotebookError(GrundyError, ImportError):
    """A package that the widget needs is missing."""


class ProgramError(GrundyError, OSError):
    """A program that was to be run cannot be: it is missing, or the system has no means to limit it."""


class CapacityError(GrundyError, OverflowError):
    """A nimber does not fit the integers of its table; nothing wraps, the work stops."""


class BusyError(GrundyError):
    """Another process works in the folder."""

    def __init__(self, folder: str) -> None:
        super().__init__("error.busy-folder", folder=folder)
        self.args = (folder,)
        self.folder = folder


class DamageError(GrundyError):
    """A stored file is not what was written."""

    def __init__(self, path: str, expected: Message | str, found: Message | str) -> None:
        super().__init__("error.damage", path=path, expected=expected, found=found)
        self.args = (path, expected, found)
        self.path = path
        self.expected = expected
        self.found = found


class IrregularFileError(DamageError):
    """A link, a folder, a pipe or a device is found where a file of ours has to be."""

    def __init__(self, path: str, found: Message) -> None:
        super().__init__(path, Message("expected.regular-file"), found)
        self._message = Message("error.irregular-file", {"path": path, "expected": self.expected, "found": found})
        self.args = (path, found)
