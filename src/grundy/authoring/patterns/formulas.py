"""Formulas in Python about the coordinates of a state: parsed, checked and compiled. No other code is run.

A formula is one expression of integers. Allowed are the names of the coordinates, integers, tuples and an index into
them, ``+ - * // % ** & | ^ ~ << >>``, comparisons, ``and or not``, ``x if y else z``, ``x.bit_length()``,
``x.bit_count()``, and the functions of `FUNCTIONS`.
"""

from __future__ import annotations

import ast
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.core.nimbers import mex, nim_product, nim_sum
from grundy.errors import RulesetError
from grundy.games.families.heaps.codes import heaps
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import CodeType

__all__ = ["FUNCTIONS", "Formula", "heap", "read"]

_MOST_BITS = 4096  # bits of an intermediate result
_METHODS = ("bit_length", "bit_count")
_SIGNS = {ast.Div: "'/'", ast.MatMult: "'@'", ast.In: "'in'", ast.NotIn: "'not in'", ast.Is: "'is'"}
_NODES = (
    *(ast.Expression, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Name, ast.Load, ast.Tuple),
    *(ast.List, ast.operator, ast.unaryop, ast.boolop, ast.cmpop),
)


def heap(code: str, size: int) -> int:
    """Return the nimber of a heap under a code (`grundy.heaps`); 0 for a negative size.

    >>> heap("0.77", 5), heap("0.77", -1)
    (4, 0)
    """
    return heaps(code).nimber(size) if size > 0 else 0


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "min": min, "max": max, "abs": abs, "sum": sum, "gcd": math.gcd, "isqrt": math.isqrt, "mex": mex,
    "nim_sum": nim_sum, "nim_product": nim_product, "heap": heap,
}  # fmt: skip


@dataclass(frozen=True)
class Formula:
    """A formula: its text, the names of its coordinates, and its code. Call it with the coordinates of a state.

    >>> read("n & -n", ("n",))(12)
    4
    """

    text: str
    names: tuple[str, ...]
    code: CodeType

    def __call__(self, *values: int) -> Any:
        """Return the value of the formula for a state. Raises errors of Python such as `ZeroDivisionError`."""
        return eval(self.code, _GLOBALS, dict(zip(self.names, values, strict=True)))  # noqa: S307 - checked by `read`


def read(text: str, names: Sequence[str]) -> Formula:
    """Return a formula about coordinates with these names.

    Raises `RulesetError`, whose message has the part that is not allowed, and all that is allowed.
    """
    try:
        tree = ast.parse(text.strip(), mode="eval")
        _check(tree, frozenset(names))
        guarded = ast.fix_missing_locations(_Guards().visit(tree))
        code = compile(guarded, "<formula>", "eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        if isinstance(error, RulesetError):
            raise
        raise _wrong(repr(text[:80]), frozenset(names)) from None
    return Formula(text.strip(), tuple(names), code)


def _check(tree: ast.AST, names: frozenset[str]) -> None:
    """Raise `RulesetError` for a part that is not allowed."""
    codes = {id(code) for node in ast.walk(tree) for code in _code_of(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            if node.id not in names and node.id not in FUNCTIONS:
                raise _wrong(repr(node.id[:40]), names)
        elif isinstance(node, ast.Constant):
            if not isinstance(node.value, int) and id(node) not in codes:
                raise _wrong(repr(node.value), names)
        elif isinstance(node, ast.Call):
            _check_call(node, names)
        elif isinstance(node, ast.Attribute):
            if node.attr not in _METHODS:
                raise _wrong(repr(ast.unparse(node)[:40]), names)
        elif isinstance(node, ast.Div | ast.MatMult | ast.In | ast.NotIn | ast.Is | ast.IsNot) or not isinstance(
            node, (*_NODES, ast.Subscript)
        ):
            raise _wrong(_SIGNS.get(type(node), type(node).__name__), names)


def _code_of(node: ast.AST) -> list[ast.expr]:
    """Return the first argument of a call of `heap`, the only text that a formula may contain."""
    named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "heap"
    return node.args[:1] if isinstance(node, ast.Call) and named else []


def _check_call(node: ast.Call, names: frozenset[str]) -> None:
    function = node.func
    allowed = isinstance(function, ast.Name) and function.id in FUNCTIONS
    method = isinstance(function, ast.Attribute) and function.attr in _METHODS and not node.args
    starred = any(isinstance(argument, ast.Starred) for argument in node.args)
    if not (allowed or method) or node.keywords or starred:
        raise _wrong(repr(ast.unparse(node)[:40]), names)


def _wrong(found: str, names: frozenset[str]) -> RulesetError:
    expected = Message("expected.formula", {"names": sorted(names), "functions": list(FUNCTIONS)})
    return RulesetError("error.expected", expected=expected, found=found)


class _Guards(ast.NodeTransformer):
    """A transformer that replaces operators whose results may be huge by functions with a bound."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        kind = {ast.Pow: "_power", ast.LShift: "_shift", ast.Mult: "_times"}.get(type(node.op))
        if kind is None:
            return node
        return ast.Call(ast.Name(kind, ast.Load()), [node.left, node.right], [])


def _power(base: int, exponent: int) -> int:
    _bound(max(1, base.bit_length()) * max(0, exponent))
    return int(base**exponent) if exponent >= 0 else 0


def _shift(number: int, places: int) -> int:
    _bound(number.bit_length() + max(0, places))
    return number << places


def _times(left: int, right: int) -> int:
    _bound(left.bit_length() + right.bit_length())  # fails for texts and tuples, whose repetition could be huge
    return left * right


def _bound(bits: int) -> None:
    if bits > _MOST_BITS:
        raise OverflowError(bits)


_GLOBALS: dict[str, Any] = {"__builtins__": {}, "_power": _power, "_shift": _shift, "_times": _times, **FUNCTIONS}
