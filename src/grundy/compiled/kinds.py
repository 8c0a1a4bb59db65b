"""Kinds of values that a compiled ruleset knows, and why something cannot be compiled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.messages import Message

if TYPE_CHECKING:
    import ast

MOST_WORDS = 4  # of a state
LEAST, MOST = -(2**63), 2**63 - 1  # of a word


class Refusal(Exception):
    """Something in the source of a ruleset cannot be compiled: what it is, and where."""

    def __init__(self, thing: str, node: ast.AST | None = None, **params: Any) -> None:
        """Keep the kind of the reason, without its head, and the place; the file is added later."""
        super().__init__(thing)
        self.reason = Message(f"found.uncompiled-{thing}", params)
        self.line: int | None = getattr(node, "lineno", None)
        self.file: str | None = None

    @property
    def where(self) -> str:
        """The file and the line, as far as they are known."""
        return ":".join(str(one) for one in (self.file, self.line) if one is not None)


@dataclass(frozen=True)
class Number:
    """An integer of 64 bits."""

    truth: bool = False  # it is the answer of a comparison, and has to become a number before it is stored


@dataclass(frozen=True)
class Parts:
    """A tuple whose length is known."""

    kinds: tuple[Kind, ...]


@dataclass(frozen=True)
class Row:
    """A tuple within a constant table; when the program runs it is the number of the row at its depth."""

    table: int
    depth: int


@dataclass(frozen=True, eq=False)
class Known:
    """Something that is known before the program runs: a constant, a function, a module, an object."""

    value: Any


@dataclass(eq=False)
class Listed:
    """A list that a function makes: where its length is in `run`, and its first element; what its elements are."""

    place: str
    first: str = ""
    element: Kind | None = None  # not known before the first one


Kind = Number | Parts | Row | Known | Listed

NUMBER = Number()
TRUTH = Number(truth=True)


@dataclass(frozen=True)
class Code:
    """The text of an expression, and its kind."""

    text: str
    kind: Kind


def kind_of_state(state: Any) -> Kind | None:
    """Return the kind of a state that can be compiled, None for others; numbers too large are no matter here."""
    if isinstance(state, int):
        return NUMBER
    if type(state) is tuple and state:
        kinds = tuple(map(kind_of_state, state))
        found = Parts(tuple(kind for kind in kinds if kind is not None))
        return found if len(found.kinds) == len(kinds) and width(found) <= MOST_WORDS else None
    return None


def width(kind: Kind) -> int:
    """Return how many words a value of this kind has."""
    return sum(map(width, kind.kinds)) if isinstance(kind, Parts) else 1


def words_of(state: Any) -> list[int] | None:
    """Return the words of a state, None where a number is too large."""
    if isinstance(state, tuple):
        parts = [words_of(part) for part in state]
        return None if None in parts else [word for part in parts for word in part or ()]
    return [int(state)] if LEAST <= state <= MOST else None


def element_texts(text: str, kind: Kind) -> list[str]:
    """Return the texts of the words of a value, whose own text is a name."""
    if not isinstance(kind, Parts):
        return [text]
    return [one for i, part in enumerate(kind.kinds) for one in element_texts(f"{text}[{i}]", part)]


def zero_text(kind: Kind) -> str:
    """Return the text of any value of this kind."""
    if not isinstance(kind, Parts):
        return "0"
    return f"({', '.join(map(zero_text, kind.kinds))},)" if kind.kinds else "()"


def is_static(kind: Kind) -> bool:
    """Say whether there is nothing to hand over when the program runs."""
    return isinstance(kind, Known | Listed)


def built(words: list[str], kind: Kind) -> str:
    """Return the text of a value of these words, which are taken from the list."""
    if not isinstance(kind, Parts):
        return words.pop(0)
    return f"({', '.join(built(words, one) for one in kind.kinds)},)"


def same(left: Kind, right: Kind) -> bool:
    """Say whether two kinds may be the same variable."""
    if isinstance(left, Number) and isinstance(right, Number):
        return True
    if isinstance(left, Parts) and isinstance(right, Parts):
        return len(left.kinds) == len(right.kinds) and all(map(same, left.kinds, right.kinds))
    if isinstance(left, Known) and isinstance(right, Known):
        return left.value is right.value
    return left == right
