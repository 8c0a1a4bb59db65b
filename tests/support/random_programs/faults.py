"""Faults that the translation of compiled rulesets once had, which random programs have to find again."""

from __future__ import annotations

import ast
import inspect
from contextlib import contextmanager
from types import MethodType
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from grundy.compiled import program, sources
from grundy.compiled.expressions import Expressions
from grundy.compiled.kinds import Static, TableRow, TypedText
from grundy.compiled.loops import Loops
from grundy.compiled.program import Program
from grundy.compiled.statements import Statements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_contains = Expressions._contains  # noqa: SLF001 - what is changed here
_elements = Statements._elements  # noqa: SLF001


def _in_range(self: Any, left: ast.expr, right: ast.expr) -> str:
    """Compare with the ends in the order in which they are written, as far as that is needed."""
    if isinstance(right, ast.Call) and ast.unparse(right.func) == "range" and len(right.args) < 3:
        first: list[ast.expr] = [ast.Constant(0)] if len(right.args) == 1 else []
        sides = [*first, left, *right.args]
        texts, _ = self.integers([self.code(one) for one in sides], sides)
        return f"({texts[0]} <= {texts[1]} < {texts[2]})"
    return _contains(self, left, right)


def _through_decorators(self: Any, function: Any) -> Any:
    """Translate the function inside of a decorator."""
    function = inspect.unwrap(function.__func__ if isinstance(function, MethodType) else function)
    if function not in self.sources:
        self.sources[function] = sources.source_of(function)
    return self.sources[function]


def _row_anew(self: Any, code: TypedText, count: int, node: ast.AST) -> list[TypedText]:
    """Look a row up again for each of its elements."""
    if isinstance(code.kind, TableRow) and self.table_of(code.kind).length(code.kind.depth) == count:
        first = f"table{code.kind.table}_{code.kind.depth}[{code.text}]"
        return [self.element(code.kind, f"{first} + {i}") for i in range(count)]
    return _elements(self, code, count, node)


def _by_address(what: str, source: Any, kinds: tuple[Any, ...]) -> tuple[Any, ...]:
    """Take one constant for another of its type, as where an address is used again."""
    return what, source.function, tuple(type(one.value) if isinstance(one, Static) else one for one in kinds)


def _by_name(one: Any, other: Any) -> bool:
    """Take the text that the file has now."""
    return bool(
        one.co_name == other.co_name and one.co_varnames[: one.co_argcount] == other.co_varnames[: other.co_argcount]
    )


FAULTS: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "a search in a range": (Expressions, "_contains", _in_range),
    "decorators are looked through": (Program, "source", _through_decorators),
    "else of a loop over nothing": (Loops, "_over_nothing", lambda _: None),
    "a row is looked up for each element": (Statements, "_elements", _row_anew),
    "constants by their addresses": (program, "_key", _by_address),
    "the text that a file has now": (sources, "_is_alike", _by_name),
}


@contextmanager
def put_back(name: str) -> Iterator[None]:
    """Let the translation have a fault again."""
    owner, attribute, made = FAULTS[name]
    with patch.object(owner, attribute, made):
        yield
