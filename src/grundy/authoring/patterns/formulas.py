"""Formulas in Python about the coordinates of a state: parsed, checked and compiled. No other code is run.

A formula is one expression of integers. Allowed are the names of the coordinates, integers, tuples and an index into
them, ``+ - * // % ** & | ^ ~ << >>``, comparisons, ``and or not``, ``x if y else z``, ``x.bit_length()``,
``x.bit_count()``, and the functions of `FUNCTIONS`. In a formula about one number n, ``G(x)`` is the value of the same
formula for a smaller number x.
"""

from __future__ import annotations

import ast
import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from grundy.authoring.integers import prime_factors
from grundy.errors import RulesetError
from grundy.families.heaps.rules_of_codes import heaps
from grundy.messages import Message
from grundy.nimbers import mex, nim_product, nim_sum

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import CodeType

__all__ = ["FUNCTIONS", "Formula", "digit_sum", "digit_xor", "heap", "moore_sum", "prime_factors", "read", "valuation"]

BELOW = "G"  # the name with which a formula calls itself for a smaller number
_MOST_BITS = 4096  # bits of an intermediate result
_MOST_LETTERS = 20_000  # characters of a formula
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


def digit_sum(number: int, base: int = 10) -> int:
    """Return the sum of the digits of a number of at least 0.

    >>> digit_sum(1234), digit_sum(5, 2)
    (10, 2)
    """
    total = 0
    while number > 0:
        number, digit = divmod(number, _base(base))
        total += digit
    return total


def digit_xor(number: int, base: int = 10) -> int:
    """Return the nim-sum of the digits of a number of at least 0.

    >>> digit_xor(1234)
    4
    """
    total = 0
    while number > 0:
        number, digit = divmod(number, _base(base))
        total ^= digit
    return total


def valuation(number: int, base: int = 2) -> int:
    """Return the exponent of the largest power of `base` that divides a number; 0 for the number 0.

    >>> valuation(40), valuation(18, 3)
    (3, 2)
    """
    times = 0
    while number and number % _base(base) == 0:
        number, times = number // base, times + 1
    return times


def moore_sum(modulus: int, *numbers: int) -> int:
    """Return the sum of the binary digits of numbers, each place modulo `modulus`, as a number in base `modulus`.

    The result is 0 exactly for the P-positions of Nim in which a move takes from up to `modulus` - 1 heaps (Moore
    1910).

    >>> moore_sum(3, 1, 1, 1), moore_sum(2, 5, 3)
    (0, 6)
    """
    places = max((number.bit_length() for number in numbers), default=0)
    digits = [sum(number >> place & 1 for number in numbers) % modulus for place in range(places)]
    return sum(digit * modulus**place for place, digit in enumerate(digits))


def _base(base: int) -> int:
    if base < 2:
        message = f"expected a base of at least 2, found {base}"
        raise ValueError(message)
    return base


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "min": min, "max": max, "abs": abs, "sum": sum, "gcd": math.gcd, "isqrt": math.isqrt, "mex": mex,
    "nim_sum": nim_sum,
    "nim_product": nim_product, "heap": heap, "digit_sum": digit_sum, "digit_xor": digit_xor, "valuation": valuation,
    "prime_factors": prime_factors, "moore_sum": moore_sum,
}  # fmt: skip


@dataclass(frozen=True)
class Formula:
    """A formula: its text, the names of its coordinates, and its code. Call it with the coordinates of a state.

    >>> read("n & -n", ("n",))(12), read("n // 2 if n % 2 == 0 else G(n // 2)", ("n",))(10**18 - 1)
    (4, 1907348632812)
    """

    text: str
    names: tuple[str, ...]
    code: CodeType

    def __call__(self, *values: int) -> Any:
        """Return the value of the formula for a state. Raises errors of Python such as `ZeroDivisionError`."""
        variables: dict[str, Any] = dict(zip(self.names, values, strict=True))
        if len(values) == 1:
            variables[BELOW] = partial(self._below, values[0])
        return eval(self.code, _GLOBALS, variables)  # noqa: S307 - `read` has checked it

    def _below(self, number: int, smaller: int) -> Any:
        """Return the value of the formula for a smaller number. Raises `ValueError` if it is not smaller."""
        if not 0 <= smaller < number:
            message = f"expected a number from 0 to {number - 1} in {BELOW}(...), found {smaller}"
            raise ValueError(message)
        return self(smaller)


def read(text: str, names: Sequence[str]) -> Formula:
    """Return a formula about coordinates with these names.

    Raises `RulesetError`, whose message has the part that is not allowed, and all that is allowed.
    """
    try:
        tree = ast.parse(text.strip()[: _MOST_LETTERS + 1], mode="eval")
        if len(text) > _MOST_LETTERS:
            raise _wrong(Message("found.formula-long"), frozenset(names))
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
    functions = frozenset(FUNCTIONS) | ({BELOW} if len(names) == 1 else set())
    codes = {id(code) for node in ast.walk(tree) for code in _code_of(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            if node.id not in names and node.id not in functions:
                raise _wrong(repr(node.id), names)
        elif isinstance(node, ast.Constant):
            if not isinstance(node.value, int) and id(node) not in codes:
                raise _wrong(repr(node.value), names)
        elif isinstance(node, ast.Call):
            _check_call(node, names, functions)
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


def _check_call(node: ast.Call, names: frozenset[str], functions: frozenset[str]) -> None:
    function = node.func
    allowed = isinstance(function, ast.Name) and function.id in functions
    method = isinstance(function, ast.Attribute) and function.attr in _METHODS and not node.args
    starred = any(isinstance(argument, ast.Starred) for argument in node.args)
    if not (allowed or method) or node.keywords or starred:
        raise _wrong(repr(ast.unparse(node)[:40]), names)


def _wrong(found: Message | str, names: frozenset[str]) -> RulesetError:
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
