"""The exceptions that users can get: each says where the fault is, what was expected and what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Self

from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Sequence


_SHOWN_POSITION = 40  # characters
_SHOWN_NAME = 80  # characters of a wrong name
_EXAMPLES = 3  # names that an error shows
_SIMILAR = 0.6  # the least similarity of a name that is suggested
_NEARLY_AS_GOOD = 0.1  # between the similarities of names that are suggested
_LEAST_PART = 3  # letters with which a part of a name is suggested
_SHOWN_STATES = 12  # of a cycle
_EXTRAS = {"numba": "fast", "pyarrow": "arrow", "duckdb": "census", "distributed": "cluster", "networkx": "graphs"}
_IMPORTED = ("ruleset", "split", "win", "Ruleset")  # names that users forget to import


class GrundyError(Exception):
    """Base class of the errors that grundy raises for reasons that its user can mend.

    An error is made of the kind of a message (`grundy.runtime.messages`) and its parameters, or of a plain text.
    `message` is the message as data; `str` renders it in English.

    >>> RulesetError("error.component", last=3, found=7).message.data()
    {'kind': 'error.component', 'last': 3, 'found': 7}
    >>> print(RulesetError("expected other rules"))
    expected other rules
    """

    def __init__(self, kind: str, **params: Any) -> None:
        super().__init__(kind)
        # A kind has no blanks, so a text with blanks is the message itself.
        self._message = Message("text", {"text": kind}) if " " in kind else Message(kind, params)

    @property
    def message(self) -> Message:
        """The message of the error, as data."""
        return self._message

    def __str__(self) -> str:
        """Render the message in English."""
        return str(self.message)


def exception_words(error: BaseException) -> str:
    """Return the type of an exception and its text, or the type alone if the text is empty or fails.

    >>> exception_words(ValueError("no stones")), exception_words(KeyError())
    ('ValueError: no stones', 'KeyError')
    """
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - code of users makes the text, and may raise anything
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def first_raised(error: BaseException) -> BaseException:
    """Return the exception itself, or the StopIteration that Python has turned into it inside a generator."""
    if isinstance(error, RuntimeError) and isinstance(error.__cause__, StopIteration):
        return error.__cause__
    return error


class StateNote(str):
    """A note of an exception that rules have raised: the state at which it came.

    `before` is the text of the state that has this one as an option, if that is a value of another type. `kind` is the
    message that says it.
    """

    __slots__ = ("before", "kind", "state")

    state: str
    before: str
    kind: str

    def __new__(cls, state: str, before: str = "", kind: str = "error.raised") -> Self:
        """Return the note, which Python shows below a traceback."""
        note = super().__new__(cls, f"at {state}")
        note.state, note.before, note.kind = state, before, kind
        return note


def raised(error: BaseException, most: int | None = None) -> Message | str:
    """Return what `exception_words` does; as a message with the state, if rules raised the exception at one.

    The text of the exception is cut after `most` characters.

    >>> error = ValueError("no stones")
    >>> error.add_note(StateNote("pile(3)"))
    >>> print(raised(error))
    ValueError: no stones, at pile(3)
    """
    first = first_raised(error)
    own = f"SyntaxError: {first.msg}" if isinstance(first, SyntaxError) else exception_words(first)  # without its place
    words = own[:most]
    if isinstance(first, NameError) and first.name in _IMPORTED:
        words += f"; from grundy import {first.name}"
    for note in getattr(first, "__notes__", ()):
        if isinstance(note, StateNote):
            return Message(note.kind, {"error": words, "state": note.state, "before": note.before})
    return words


class Location(NamedTuple):
    """A location in a text: the name of its source, and line and column, both counted from 1."""

    source: str
    line: int
    column: int

    def __str__(self) -> str:
        """Return ``source:line:column``, a form that editors turn into a link."""
        return f"{self.source}:{self.line}:{self.column}"


class InputError(GrundyError, ValueError):
    """A text does not follow its notation.

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


def similar_names(name: str, names: Sequence[str]) -> list[str]:
    """Return up to three of the names: the nearest ones to a mistyped name, or those of which it is a part.

    >>> similar_names("Kayels", ["cram", "kayles"]), similar_names("chess", ["cram", "dawsons-chess"])
    (['kayles'], ['dawsons-chess'])
    """
    from difflib import SequenceMatcher, get_close_matches

    word = name[:_SHOWN_NAME].casefold()
    spelled = {each.casefold(): each for each in names}
    if word in spelled:
        return [spelled[word]]
    parts = [each for each in names if len(word) >= _LEAST_PART and word in each.casefold()]
    best = get_close_matches(word, spelled, 1, _SIMILAR)
    if not best:
        return parts[:_EXAMPLES]
    least = SequenceMatcher(a=best[0], b=word).ratio() - _NEARLY_AS_GOOD
    return [spelled[each] for each in get_close_matches(word, spelled, _EXAMPLES, max(least, _SIMILAR))]


def quoted_name(name: str) -> str:
    """Return a wrong name in quotes, with at most 80 of its characters."""
    return repr(name if len(name) <= _SHOWN_NAME else name[:_SHOWN_NAME] + "...")


class UnknownNameError(GrundyError, LookupError):
    """No game, or no contest problem, has that name. `near` are the names that may be meant."""

    def __init__(self, what: Message, name: str, names: Sequence[str], near: Sequence[str] = ()) -> None:
        self.near = list(near)[:_EXAMPLES] or similar_names(name, names)
        kind = "error.name-near" if self.near else "error.name"
        super().__init__(kind, what=what, near=self.near or list(names[:_EXAMPLES]), found=quoted_name(name))
        self.args = (what, name, tuple(names), tuple(self.near))
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
    """A move was requested in a position that has none."""

    def __init__(self, position: str) -> None:
        shown = position.replace("\n", "/")
        shown = shown if len(shown) <= _SHOWN_POSITION else shown[:_SHOWN_POSITION] + "..."
        super().__init__("error.game-over", found=shown)
        self.args = (position,)
        self.position = position


class RulesetError(GrundyError, ValueError):
    """The rules themselves are wrong: a code, a board, a set of steps or a declared function."""


class NoNimber(GrundyError, ArithmeticError):
    """The value is `WIN`, `LOONY` or `Loopy`, and not a nimber."""


class CycleError(RulesetError):
    """The rules lead back to an earlier state, so there is no Grundy value.

    `grundy.Ruleset.digraph` finds the outcomes of such rules, with draws. ``cycle`` holds the states in order; the last
    state leads back to the first. The message leaves out the middle of a long cycle.
    """

    def __init__(self, cycle: Sequence[object]) -> None:
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
        kind = "error.cycle" if len(shown) > 1 else "error.cycle-own"
        return Message(kind, {"states": " -> ".join([*shown, str(self.cycle[0])])})


class OverBudgetError(GrundyError):
    """The work is more than the budget allows; ``needed`` and ``allowed`` are in ``unit``.

    If the need is not known beforehand, ``needed`` is the amount spent so far. ``what`` names the work. ``fits`` says
    what the budget would be enough for, if that is known. Units are ``options``, ``states``, ``positions``, ``cells``
    and ``bytes``.
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
    """There is no picture: the subject is too large or cannot be drawn, or the package that draws it is missing."""


class MissingPackageError(GrundyError, ImportError):
    """A package that a function needs is missing: its name is ``package``, and ``what`` needs it.

    >>> print(MissingPackageError("numpy", Message("what.saved-table")))
    a saved table needs numpy, which cannot be imported: pip install numpy
    """

    def __init__(self, package: str, what: Message) -> None:
        install = f"'grundy[{_EXTRAS[package]}]'" if package in _EXTRAS else package
        super().__init__("error.missing-package", package=package, what=what, install=install)
        self.args = (package, what)
        self.package = package
        self.what = what


class NotebookError(GrundyError, ImportError):
    """A package that the widget needs is missing."""


class ProgramError(GrundyError, OSError):
    """A program cannot be run: it is missing, or the system has no means to limit it."""


class CapacityError(GrundyError, OverflowError):
    """A nimber does not fit into the integers of its table; the work stops, and no value wraps around."""


class BusyError(GrundyError):
    """Another process is working in the folder."""

    def __init__(self, folder: str) -> None:
        super().__init__("error.busy-folder", folder=folder)
        self.args = (folder,)
        self.folder = folder


class DamageError(GrundyError):
    """A stored file no longer has the content that was written."""

    def __init__(self, path: str, expected: Message | str, found: Message | str) -> None:
        super().__init__("error.damage", path=path, expected=expected, found=found)
        self.args = (path, expected, found)
        self.path = path
        self.expected = expected
        self.found = found


class IrregularFileError(DamageError):
    """A link, a folder, a pipe or a device stands where a regular file is expected."""

    def __init__(self, path: str, found: Message) -> None:
        super().__init__(path, Message("expected.regular-file"), found)
        self._message = Message("error.irregular-file", {"path": path, "expected": self.expected, "found": found})
        self.args = (path, found)
