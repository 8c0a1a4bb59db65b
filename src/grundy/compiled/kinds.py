"""The kinds of values in compiled rulesets, how states are stored in words, and the reasons why something is refused.

A *row* is a text, a tuple, a list or a set whose length is not known before the program runs. It is a place in `run`
(`grundy.compiled.row_kernel`). A state that is a row is *packed*: into words of eight small numbers, or of one number.
"""

from __future__ import annotations

import ast
import re
import struct
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any

from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_FIXED = 32  # most numbers of a state whose form is fixed
MOST_WORDS = 64  # most words of a state
_FORMAT = {8: "B", 64: "q"}  # of slots, for `struct`
_FEW = 4  # tuples of so many numbers are first tried in a fixed form, longer ones as rows
LEAST, MOST = -(2**63), 2**63 - 1  # the range of a word with a sign
MASK = 2**64 - 1  # the largest word without a sign
NONE = LEAST  # stands for None beside numbers
_RENAMED = re.compile(r"__\d+\b")  # what the translation adds to the names of variables that it renames


class Refusal(Exception):
    """Something in the source of a ruleset cannot be compiled: the reason and the place."""

    def __init__(self, thing: str, node: ast.AST | None = None, **params: Any) -> None:
        """Store the kind of the message, without its prefix, and the place; the file is added later.

        A node among `params` stands for its text.
        """
        super().__init__(thing)
        for key, one in params.items():
            text = ast.unparse(one) if isinstance(one, ast.expr) else "..." if isinstance(one, ast.AST) else one
            params[key] = _RENAMED.sub("", text) if isinstance(text, str) else text
        self.reason = Message(f"found.uncompiled-{thing}", params)
        self.line: int | None = getattr(node, "lineno", None)
        self.file: str | None = None

    @property
    def where(self) -> str:
        """The file and the line, if they are known."""
        return ":".join(str(one) for one in (self.file, self.line) if one is not None)


@dataclass(frozen=True)
class Number:
    """An integer of 63 bits and a sign."""

    truth: bool = False  # whether it is the result of a comparison, which becomes a number before it is stored


@dataclass(frozen=True)
class Letter:
    """A text of one letter, or None: the code of the letter, or -1."""


@dataclass(frozen=True)
class Maybe:
    """An integer, or None."""


@dataclass(frozen=True)
class Wide:
    """An integer of 127 bits and a sign. States and rows store 64 bits without a sign: see `wide_kernel`."""


@dataclass(frozen=True)
class TupleKind:
    """A tuple of known length."""

    kinds: tuple[Kind, ...]


@dataclass(frozen=True)
class Row:
    """A text, tuple, list or set of any length."""

    element: Kind | None  # None as long as no element is known
    form: str  # "str", "tuple", "range", "list", "set", "frozenset"
    sites: frozenset[Any] = frozenset()  # where lists and sets that may be changed are made: they share their elements

    @property
    def is_set(self) -> bool:
        """Whether its elements are in order, each once."""
        return self.form in {"set", "frozenset"}

    @property
    def changes(self) -> bool:
        """Whether Python lets it be changed."""
        return self.form in {"list", "set"}


@dataclass(frozen=True, eq=False)
class Static:
    """A value that is known before the program runs: a constant, a function, a module, an object."""

    value: Any


@dataclass(frozen=True)
class Packed:
    """How a state, or a part of a state, that is a row is stored: in so many words, in slots of so many bits.

    The slots are the length of the row, then its elements; a row in it has its own length before its elements.
    """

    kind: Row
    words: int
    bits: int


Kind = Number | Letter | Maybe | Wide | TupleKind | Row | Static | Packed

NUMBER = Number()
TRUTH = Number(truth=True)
WIDE = Wide()
LETTER = Letter()
MAYBE = Maybe()
TEXT = Row(LETTER, "str")


@dataclass(frozen=True)
class TypedText:
    """The text of an expression, and its kind."""

    text: str
    kind: Any


# kinds of values


def joined(left: Any, right: Any) -> Any:
    """Return the kind of a variable that has values of both kinds, None if there is none."""
    if isinstance(left, Static) or isinstance(right, Static):
        return _joined_static(left, right)
    if left == right:
        return left
    if isinstance(left, Number | Wide) and isinstance(right, Number | Wide):
        return left if isinstance(left, Wide) else right
    if isinstance(left, Number | Maybe) and isinstance(right, Number | Maybe):
        return MAYBE
    if isinstance(left, TupleKind) and isinstance(right, TupleKind) and len(left.kinds) == len(right.kinds):
        kinds = [joined(one, other) for one, other in zip(left.kinds, right.kinds, strict=True)]
        return None if None in kinds else TupleKind(tuple(kinds))
    left, right = as_row(left), as_row(right)
    if isinstance(left, Row) and isinstance(right, Row) and left.form == right.form:
        element = left.element or right.element
        if left.element is not None and right.element is not None:
            element = joined(left.element, right.element)
            if element is None:
                return None
        return Row(element, left.form, left.sites | right.sites)
    return left if left == right else None


def _joined_static(left: Any, right: Any) -> Any:
    if isinstance(left, Static) and isinstance(right, Static) and is_same(left.value, right.value):
        return left
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Static) and one.value is None:
            plain = kind_of(other.value) if isinstance(other, Static) else other
            return LETTER if plain == LETTER else MAYBE if isinstance(plain, Number | Maybe) else None
    kinds = [kind_of(one.value) if isinstance(one, Static) else one for one in (left, right)]
    return None if None in kinds else joined(*kinds)


def is_same(one: Any, other: Any) -> bool:
    """Return whether two constants are the same for the translation."""
    return one is other or (type(one) is type(other) and isinstance(one, int | str) and one == other)


def as_row(kind: Any) -> Any:
    """Return the kind of a letter as a text, of a tuple of known length as a row; other kinds as they are."""
    if isinstance(kind, Letter):
        return TEXT
    if isinstance(kind, TupleKind):
        element = common(kind.kinds)
        return Row(element, "tuple") if element is not None or not kind.kinds else kind
    return kind


def common(kinds: Iterable[Any]) -> Any:
    """Return the common kind of some values, None if there is none."""
    every = [*kinds]
    found = None if not every else reduce(lambda one, other: None if one is None else joined(one, other), every)
    if isinstance(found, Static):
        return kind_of(found.value)
    return NUMBER if isinstance(found, Number) else found


def kind_of(value: Any) -> Any:
    """Return the kind that a constant has when the program runs, None for one that has none."""
    if isinstance(value, int):
        return NUMBER if LEAST <= value <= MOST else WIDE
    if isinstance(value, str):
        return LETTER if len(value) == 1 else TEXT
    if isinstance(value, range):
        return Row(NUMBER, "range")
    if isinstance(value, tuple) and 0 < len(value) <= MOST_FIXED:
        kinds = [LETTER if one is None and len({*map(type, value)}) > 1 else kind_of(one) for one in value]
        return None if None in kinds else TupleKind(tuple(kinds))
    if isinstance(value, tuple | list | set | frozenset):
        element = None
        for one in value:
            kind = LETTER if one is None else kind_of(one)
            element = kind if element is None else joined(element, kind)
            if element is None:
                return None
        form = next(one.__name__ for one in (tuple, list, set, frozenset) if isinstance(value, one))
        return Row(element, form)
    return None


def has_wide(kind: Any) -> bool:
    """Return whether values or states of this kind have wide numbers."""
    if isinstance(kind, TupleKind):
        return any(map(has_wide, kind.kinds))
    return has_wide(kind.element) if isinstance(kind, Row) else isinstance(kind, Wide)


def width(kind: Any) -> int:
    """Return how many words a value of this kind, or a state, has."""
    if isinstance(kind, Packed):
        return kind.words
    return sum(map(width, kind.kinds)) if isinstance(kind, TupleKind) else 1


def tuple_text(texts: Iterable[str]) -> str:
    """Return the text of a tuple whose elements have these texts."""
    every = [*texts]
    return f"({', '.join(every)},)" if every else "()"


def zero_text(kind: Any) -> str:
    """Return the text of any value of this kind."""
    if isinstance(kind, TupleKind):
        return tuple_text(map(zero_text, kind.kinds))
    return "(np.int64(0), np.uint64(0))" if isinstance(kind, Wide) else "NO_ROW" if isinstance(kind, Row) else "0"


# states


def kinds_of_state(state: Any, *, together: bool = False) -> list[Any]:
    """Return the kinds in which a state can be stored, in the order in which they are tried.

    - In a fixed form: an integer, or a tuple of integers, nested or not.
    - As rows: also texts and frozensets, and tuples of any length. `together` says that the rules have one parameter;
      otherwise the state is the tuple of their arguments.
    """
    fixed = _fixed(state)
    ways = [] if fixed is None or width(fixed) > MOST_FIXED else [*dict.fromkeys((_narrow(state, fixed), _wide(state)))]
    rows = [_rows(state, bits, together=together) for bits in (8, 64)]
    rows = [one for one in rows if one not in (None, *ways) and width(one) <= MOST_WORDS]
    rows = [one for one in rows if words_of(state, one) is not None]
    return [*ways, *rows] if not together or fixed is None or width(fixed) <= _FEW else [*rows, *ways]


def _narrow(state: Any, fixed: Any) -> Any:
    return _wide(state) if any(one > MOST for one in leaves(state)) else fixed


def _fixed(state: Any) -> Any:
    if isinstance(state, int):
        return NUMBER
    if type(state) is tuple and state:
        kinds = tuple(map(_fixed, state))
        return None if None in kinds else TupleKind(kinds)
    return None


def _wide(state: Any) -> Any:
    """Return the kind of a state with wide numbers. Numbers below 0 are not wide."""
    if isinstance(state, tuple):
        return TupleKind(tuple(map(_wide, state)))
    return NUMBER if state < 0 else WIDE


def _rows(state: Any, bits: int, *, together: bool) -> Any:
    """Return the kind of a state whose texts, tuples and sets are rows."""
    if isinstance(state, int):
        return NUMBER
    if not together and type(state) is tuple:
        kinds = tuple(_rows(one, bits, together=True) for one in state)
        return None if None in kinds else TupleKind(kinds)
    kind = TEXT if isinstance(state, str) else _kind_in_row(state)
    if not isinstance(kind, Row):
        return None
    words = -(-sum(1 for _ in _slots_of(state, kind)) * bits // 64)
    return Packed(kind, next((one for one in (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64) if one >= words), words), bits)


def _kind_in_row(state: Any) -> Any:
    """Return the kind of an element of a row of a state, None if there is none."""
    if isinstance(state, int):
        return NUMBER
    if isinstance(state, str | None):
        return TEXT if state is not None and len(state) != 1 else LETTER
    if type(state) not in (tuple, frozenset):
        return None
    elements: list[Any] = [_kind_in_row(one) for one in state]
    lengths = {len(one) if type(one) is tuple else 0 for one in state}
    if type(state) is frozenset and len(lengths) == 1 and 0 < max(lengths) <= _FEW:  # of pairs, or of triples
        elements = [TupleKind(tuple(map(_kind_in_row, one))) for one in state]
    element = reduce(lambda one, other: one and other and joined(one, other), elements) if elements else NUMBER
    return element and Row(element, type(state).__name__)


def value_kind(kind: Any) -> Any:
    """Return the kind of a value that is read from a stored state."""
    if isinstance(kind, TupleKind):
        return TupleKind(tuple(map(value_kind, kind.kinds)))
    return kind.kind if isinstance(kind, Packed) else kind


def is_packed(kind: Any) -> bool:
    """Return whether a state, or a part of it, is packed."""
    return any(map(is_packed, kind.kinds)) if isinstance(kind, TupleKind) else isinstance(kind, Packed)


def no_state(state: Any) -> Refusal:
    """Return why a state has no kind."""
    parts = leaves(state)
    if None in parts:
        return Refusal("state-none")
    if len(parts) > MOST_FIXED and all(isinstance(one, int) for one in parts):
        return Refusal("state-long", count=len(parts))
    return Refusal("state-form")


def leaves(state: Any) -> list[Any]:
    """Return the numbers of a state in their order; those of a set in any order, and the codes of letters."""
    if isinstance(state, tuple | frozenset):
        return [one for part in state for one in leaves(part)]
    return [*map(ord, state)] if isinstance(state, str) else [state]


def words_of(state: Any, kind: Any) -> list[int] | None:
    """Return the words of a state of a kind, None if a number does not fit or the state has another form."""
    if isinstance(kind, TupleKind):
        if not isinstance(state, tuple) or len(state) != len(kind.kinds):
            return None
        parts = [words_of(part, one) for part, one in zip(state, kind.kinds, strict=True)]
        return None if None in parts else [word for part in parts for word in part or ()]
    if isinstance(kind, Packed):
        return _words_of_packed(state, kind)
    if not isinstance(state, int):
        return None
    if isinstance(kind, Wide):
        return [int(state) - (state > MOST) * (MASK + 1)] if 0 <= state <= MASK else None
    return [int(state)] if LEAST <= state <= MOST else None


def _words_of_packed(state: Any, kind: Packed) -> list[int] | None:
    count = kind.words * 64 // kind.bits
    try:
        found = [*_slots_of(state, kind.kind)]
        packed = struct.pack(f"<{count}{_FORMAT[kind.bits]}", *found, *[0] * (count - len(found)))
    except (ValueError, struct.error):
        return None
    return [*struct.unpack(f"<{kind.words}q", packed)]


def _slots_of(state: Any, kind: Any) -> Iterator[int]:
    """Yield the slots of a part of a state. Raises `ValueError` if it has another form."""
    if isinstance(kind, TupleKind) and type(state) is tuple and len(state) == len(kind.kinds):
        for part, one in zip(state, kind.kinds, strict=True):
            yield from _slots_of(part, one)
    elif isinstance(kind, Row) and type(state).__name__ == kind.form:
        yield len(state)
        for one in in_order(state, kind):
            yield from _slots_of(one, kind.element)
    elif isinstance(kind, Letter) and (state is None or (isinstance(state, str) and len(state) == 1)):
        yield 0 if state is None else ord(state) + 1
    elif isinstance(kind, Number) and isinstance(state, int):
        yield int(state)
    else:
        raise ValueError


def in_order(value: Any, kind: Row) -> Any:
    """Return the elements of a row; those of a set in the order of `row_kernel`."""
    return sorted(value, key=lambda one: _order(one, kind.element)) if kind.is_set else value


def _order(value: Any, kind: Any) -> Any:
    if isinstance(kind, TupleKind):
        return [_order(one, part) for one, part in zip(value, kind.kinds, strict=True)]
    if isinstance(kind, Row):
        return [_order(one, kind.element) for one in in_order(value, kind)]
    if isinstance(kind, Letter):
        return -1 if value is None else ord(value)
    return value


def state_from(words: list[int], kind: Any) -> Any:
    """Return the state of a kind with these words, which are removed from the list."""
    if isinstance(kind, TupleKind):
        return tuple(state_from(words, one) for one in kind.kinds)
    if isinstance(kind, Packed):
        mine, words[:] = words[: kind.words], words[kind.words :]
        found = struct.unpack(
            f"<{kind.words * 64 // kind.bits}{_FORMAT[kind.bits]}", struct.pack(f"<{kind.words}q", *mine)
        )
        return _from_slots(iter(found), kind.kind)
    word = words.pop(0)
    return word & MASK if isinstance(kind, Wide) else word


def _from_slots(found: Iterator[int], kind: Any) -> Any:
    if isinstance(kind, TupleKind):
        return tuple(_from_slots(found, one) for one in kind.kinds)
    first = next(found)
    if isinstance(kind, Row):
        parts = [_from_slots(found, kind.element) for _ in range(first)]
        return "".join(parts) if kind.form == "str" else tuple(parts) if kind.form == "tuple" else frozenset(parts)
    return first if isinstance(kind, Number) else chr(first - 1) if first else None
