"""Integers and conditions that depend on what stands earlier in an input, written as Python expressions."""

from __future__ import annotations

import builtins
import inspect
import math
from functools import cache
from keyword import iskeyword
from typing import TYPE_CHECKING, Any

from grundy.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

_KNOWN = {name: getattr(builtins, name) for name in dir(builtins) if name.islower()} | {"gcd": math.gcd}
_NO_LETS: Mapping[str, Callable[..., Any]] = {}


class Scope(dict[str, Any]):
    """The names of an input with their values, and the scope of the enclosing part.

    The value of a `Let` is computed at its first use. `number` is that of the repetition that is read, from 1.
    """

    __slots__ = ("lets", "number", "outer")

    def __init__(self, outer: Scope | None = None) -> None:
        self.outer = outer
        self.number = 0
        self.lets: Mapping[str, Callable[..., Any]] = _NO_LETS

    def let(self, name: str, function: Callable[..., Any]) -> None:
        """Set a name to the result of a function of names, which is called at the first use."""
        self.pop(name, None)
        self.lets = {**self.lets, name: function}

    def __missing__(self, name: str) -> Any:
        """Return the value of a `Let`, or of the enclosing scope."""
        if name in self.lets:
            self[name] = value = self.call(self.lets[name])
            return value
        if self.outer is None:
            raise KeyError(name)
        return self.outer[name]

    def has(self, name: str) -> bool:
        """Return whether this scope, or an enclosing one, has the name."""
        return name in self or name in self.lets or (self.outer is not None and self.outer.has(name))

    def copy(self) -> Scope:
        """Return a copy of the scope, to which names can be added."""
        other = Scope(self.outer)
        other.update(self)
        other.lets = self.lets
        return other

    def call(self, function: Callable[..., Any]) -> Any:
        """Call a function of some of these names, its parameters."""
        return function(**{name: self[name] for name in parameters(function)})


@cache
def parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the parameters of a function, without those that have a default."""
    found = inspect.signature(function).parameters.values()
    return tuple(one.name for one in found if one.default is one.empty)


class Expression:
    """A Python expression of names of a scope: ``n - 1``, ``min(N, M)``, ``len(set(a)) == len(a)``; or an integer.

    Raises `RulesetError` for a text that is no expression.

    >>> scope = Scope()
    >>> scope["n"] = 4
    >>> Expression("n - 1").value(scope), Expression(7).value(scope)
    (3, 7)
    """

    def __init__(self, text: int | str) -> None:
        self.text = str(text).strip()
        self.names: tuple[str, ...] = ()
        self.name: str | None = None
        """The name, where the expression is one name alone; else None."""
        self.constant = text if isinstance(text, int) else None
        if self.constant is not None:
            return
        if self.text.isidentifier() and not iskeyword(self.text):
            self.name, self.names = self.text, (self.text,)
            return
        try:
            self._code = compile(self.text, "<expression>", "eval")
        except (SyntaxError, ValueError) as error:
            raise RulesetError("error.problem-expression", found=repr(self.text), error=str(error)) from None
        self.names = tuple(sorted(_names(self.text)))

    def check(self, known: Iterable[str], where: str) -> None:
        """Raise `RulesetError` for a name that is neither known nor built in."""
        check_names((name for name in self.names if name == self.name or name not in _KNOWN), known, where)

    def value(self, scope: Scope) -> Any:
        """Return its value. A name of the input hides a built-in of the same name."""
        if self.constant is not None:
            return self.constant
        if self.name is not None:
            return scope[self.name]
        names = {name: scope[name] for name in self.names if name not in _KNOWN or scope.has(name)}
        try:
            return eval(self._code, {"__builtins__": _KNOWN, **names})  # noqa: S307 - the text of a problem's own file
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise RulesetError("error.problem-expression", found=repr(self.text), error=str(error)) from None

    def __str__(self) -> str:
        """Write it; a large power of ten as such."""
        if self.constant is not None and self.constant >= 10**5 and self.text.strip("0") == "1":
            return f"10^{len(self.text) - 1}"
        return self.text


def _names(text: str) -> set[str]:
    import ast

    nodes = list(ast.walk(ast.parse(text, mode="eval")))
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    stored |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    return {node.id for node in nodes if isinstance(node, ast.Name)} - stored


def check_names(wanted: Iterable[str], known: Iterable[str], where: str) -> None:
    """Raise `RulesetError` for a name that is not known."""
    for name in wanted:
        if name not in known:
            raise RulesetError("error.problem-name", name=name, where=where, known=sorted(known))
