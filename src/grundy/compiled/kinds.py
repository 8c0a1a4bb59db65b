"""The kinds of values in compiled rulesets, and the exceptions of the translation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.messages import Message

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterable

MOST_WORDS = 32  # most words of a state
MOST_SORTED = 8  # most elements of a tuple that is sorted
LEAST, MOST = -(2**63), 2**63 - 1  # the range of a word with a sign
MASK = 2**64 - 1  # the largest word without a sign
_RENAMED = re.compile(r"__d?\d+\b")  # what the translation adds to the names of variables that it renames


class Refusal(Exception):
    """Something in the source of a ruleset cannot be compiled: the reason and the place."""

    def __init__(self, thing: str, node: ast.AST | None = None, **params: Any) -> None:
        """Store the kind of the message, without its prefix, and the place; the file is added later."""
        super().__init__(thing)
        told = {key: _RENAMED.sub("", one) if isinstance(one, str) else one for key, one in params.items()}
        self.reason = Message(f"found.uncompiled-{thing}", told)
        self.line: int | None = getattr(node, "lineno", None)
        self.file: str | None = None

    @property
    def where(self) -> str:
        """The file and the line, if they are known."""
        return ":".join(str(one) for one in (self.file, self.line) if one is not None)


class Widened(Exception):
    """A variable, list or result gets a value that its kind does not allow: the function is translated again."""

    def __init__(self, thing: object, kind: Kind) -> None:
        """Store the variable, list or result, and the kind that it should have."""
        super().__init__(thing)
        self.thing = thing
        self.kind = kind


@dataclass(frozen=True)
class Number:
    """An integer of 63 bits and a sign."""

    truth: bool = False  # whether it is the result of a comparison, which becomes a number before it is stored


@dataclass(frozen=True)
class Wide:
    """An integer of 127 bits and a sign. States and lists store 64 bits without a sign: see `wide_kernel`."""


@dataclass(frozen=True)
class TupleKind:
    """A tuple of known length, or a list that `sorted` makes of such a tuple. A list is no state."""

    kinds: tuple[Kind, ...]
    is_list: bool | None = False  # None where it is a list in one case and a tuple in another

    @property
    def is_mixed(self) -> bool:
        """Whether it, or an element, is a list in one case and a tuple in another: Python compares them as unequal."""
        return self.is_list is None or any(isinstance(kind, TupleKind) and kind.is_mixed for kind in self.kinds)

    @property
    def has_list(self) -> bool:
        """Whether it, or an element, may be a list."""
        return self.is_list is not False or any(isinstance(kind, TupleKind) and kind.has_list for kind in self.kinds)


@dataclass(frozen=True)
class TableRow:
    """A row of a constant table. When the program runs, it is the number of the row among all rows of its depth."""

    table: int
    depth: int


@dataclass(frozen=True, eq=False)
class Static:
    """A value that is known before the program runs: a constant, a function, a module, an object."""

    value: Any


@dataclass(eq=False)
class ListVariable:
    """A list that a function makes, or a tuple whose length is not known before the program runs."""

    place: str  # the text of the place of its length in `run`
    first: str = ""  # the text of the place of its first element
    element: Kind | None = None  # of its elements; None before the first one is written
    is_tuple: bool = False  # whether it is a tuple in Python


Kind = Number | Wide | TupleKind | TableRow | Static | ListVariable

NUMBER = Number()
TRUTH = Number(truth=True)
WIDE = Wide()


@dataclass(frozen=True)
class TypedText:
    """The text of an expression, and its kind."""

    text: str
    kind: Kind


def kind_of_state(state: Any) -> Kind | None:
    """Return the kind of a state that can be compiled, None for others.

    If one of its numbers needs 64 bits, all of its numbers that are not negative are wide.
    """
    kind = _kind_of(state)
    return wide_kind(state) if kind is not None and any(one > MOST for one in leaves(state)) else kind


def no_state(state: Any) -> Refusal:
    """Return why a state has no kind."""
    if isinstance(state, str | bytes):
        return Refusal("state-text")
    if isinstance(state, set | frozenset):
        return Refusal("state-set")
    parts = leaves(state)
    if None in parts:
        return Refusal("state-none")
    if len(parts) > MOST_WORDS and all(isinstance(one, int) for one in parts):
        return Refusal("state-long", count=len(parts))
    return Refusal("state-form")


def leaves(state: Any) -> list[Any]:
    """Return the numbers of a state in their order."""
    return [one for part in state for one in leaves(part)] if isinstance(state, tuple) else [state]


def wide_kind(state: Any) -> Kind:
    """Return the kind of a state with wide numbers. Numbers below 0 are not wide."""
    if isinstance(state, tuple):
        return TupleKind(tuple(map(wide_kind, state)))
    return NUMBER if state < 0 else WIDE


def _kind_of(state: Any) -> Kind | None:
    if isinstance(state, int):
        return NUMBER
    if type(state) is tuple and state:
        kinds = tuple(map(_kind_of, state))
        found = TupleKind(tuple(kind for kind in kinds if kind is not None))
        return found if len(found.kinds) == len(kinds) and width(found) <= MOST_WORDS else None
    return None


def is_wide(kind: Kind) -> bool:
    """Return whether a state of this kind has wide numbers."""
    return any(map(is_wide, kind.kinds)) if isinstance(kind, TupleKind) else isinstance(kind, Wide)


def width(kind: Kind) -> int:
    """Return how many words a value of this kind has."""
    return sum(map(width, kind.kinds)) if isinstance(kind, TupleKind) else 1


def words_of(state: Any, kind: Kind) -> list[int] | None:
    """Return the words of a state of a kind, None if a number does not fit or the state has another form."""
    if isinstance(kind, TupleKind):
        if not isinstance(state, tuple) or len(state) != len(kind.kinds):
            return None
        parts = [words_of(part, one) for part, one in zip(state, kind.kinds, strict=True)]
        return None if None in parts else [word for part in parts for word in part or ()]
    if not isinstance(state, int):
        return None
    if isinstance(kind, Wide):
        return [int(state) - (state > MOST) * (MASK + 1)] if 0 <= state <= MASK else None
    return [int(state)] if LEAST <= state <= MOST else None


def zero_text(kind: Kind) -> str:
    """Return the text of any value of this kind."""
    if isinstance(kind, Wide):
        return "(np.int64(0), np.uint64(0))"
    if not isinstance(kind, TupleKind):
        return "0"
    return tuple_text(map(zero_text, kind.kinds))


def tuple_text(texts: Iterable[str]) -> str:
    """Return the text of a tuple whose elements have these texts."""
    every = [*texts]
    return f"({', '.join(every)},)" if every else "()"


def is_static(kind: Kind) -> bool:
    """Return whether an argument of this kind is not passed, because it is known before the program runs."""
    return isinstance(kind, Static | ListVariable)


def built(words: list[str], kind: Kind) -> str:
    """Return the text of a value. Its words are removed from the beginning of the list."""
    if not isinstance(kind, TupleKind):
        word = words.pop(0)
        return f"wide_of_word({word})" if isinstance(kind, Wide) else word
    return tuple_text(built(words, one) for one in kind.kinds)


def words_texts(text: str, kind: Kind, into: Kind, line: str) -> list[str]:
    """Return the texts of the words with which a state or a list element of the kind `into` stores a value.

    `text` is the name of the value, and `line` has the last arguments of checked arithmetic. The kinds can be joined.
    """
    if isinstance(into, TupleKind) and isinstance(kind, TupleKind):
        pairs = zip(kind.kinds, into.kinds, strict=True)
        return [one for i, (part, other) in enumerate(pairs) for one in words_texts(f"{text}[{i}]", part, other, line)]
    if isinstance(into, Wide):
        return [f"word_of_wide({widened(text, kind)}, {line})"]
    if isinstance(kind, Wide):
        return [f"narrow({text}, {line})"]
    return [f"int({text})" if isinstance(kind, Number) and kind.truth else text]


def widened(text: str, kind: Kind) -> str:
    """Return the text of a number as a wide number."""
    if isinstance(kind, Wide):
        return text
    return f"wide(int({text}))" if isinstance(kind, Number) and kind.truth else f"wide({text})"


def joined(left: Kind, right: Kind) -> Kind | None:
    """Return the kind of a variable that has values of both kinds, None if there is none."""
    if isinstance(left, Number | Wide) and isinstance(right, Number | Wide):
        return left if isinstance(left, Wide) else right
    if isinstance(left, TupleKind) and isinstance(right, TupleKind) and len(left.kinds) == len(right.kinds):
        kinds = [joined(one, other) for one, other in zip(left.kinds, right.kinds, strict=True)]
        is_list = left.is_list if left.is_list is right.is_list else None
        return None if None in kinds else TupleKind(tuple(kind for kind in kinds if kind is not None), is_list)
    if isinstance(left, Static) and isinstance(right, Static):
        return left if left.value is right.value else None
    return left if left == right else None


def alters(had: Kind, found: Kind) -> bool:
    """Return whether what has the kind `had` has to be translated again, with the kind `found`."""
    return not same(had, found) or _lists(had) != _lists(found)


def _lists(kind: Kind) -> Any:
    """Return which tuples in a value are lists, in a form that can be compared."""
    return (kind.is_list, *map(_lists, kind.kinds)) if isinstance(kind, TupleKind) else None


def same(left: Kind, right: Kind) -> bool:
    """Return whether values of two kinds have the same type when the program runs."""
    if isinstance(left, Number) and isinstance(right, Number):
        return True
    if isinstance(left, TupleKind) and isinstance(right, TupleKind):
        return len(left.kinds) == len(right.kinds) and all(map(same, left.kinds, right.kinds))
    return joined(left, right) is not None and isinstance(left, Wide) == isinstance(right, Wide)
