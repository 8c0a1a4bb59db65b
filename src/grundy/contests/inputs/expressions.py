"""Integers and conditions that depend on what stands earlier in an input, written as Python expressions."""

from __future__ import annotations

import builtins
import inspect
import math
from functools import cache
from typing import TYPE_CHECKING, Any

from grundy.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

_KNOWN = {name: getattr(builtins, name) for name in dir(builtins) if name.islower()} | {"gcd": math.gcd}
_NO_LETS: Mapping[str, Callable[..., Any]] = {}


class Scope(dict[str, Any]):
    """The values of the names that an input has given so far; those of an enclosing part lie behind them.

    What a `Let` names is worked out when it is first asked for.
    """

    __slots__ = ("behind", "lets")

    def __init__(self, behind: Scope | None = None) -> None:
        self.behind = behind
        self.lets: Mapping[str, Callable[..., Any]] = _NO_LETS

    def let(self, name: str, function: Callable[..., Any]) -> None:
        """Name what a function makes of names, when it is first asked for."""
        self.lets = {**self.lets, name: function}

    def __missing__(self, name: str) -> Any:
        """Work out what is named, or look behind."""
        if name in self.lets:
            self[name] = value = self.call(self.lets[name])
            return value
        if self.behind is None:
            raise KeyError(name)
        return self.behind[name]

    def has(self, name: str) -> bool:
        """Say whether there is such a name, here or behind."""
        return name in self or name in self.lets or (self.behind is not None and self.behind.has(name))

    def copy(self) -> Scope:
        """Return the same scope, to which names can be added."""
        other = Scope(self.behind)
        other.update(self)
        other.lets = self.lets
        return other

    def call(self, function: Callable[..., Any]) -> Any:
        """Call a function of some of these names, its parameters."""
        return function(**{name: self[name] for name in parameters(function)})


@cache
def parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names that a function takes, those with a default left out."""
    found = inspect.signature(function).parameters.values()
    return tuple(one.name for one in found if one.default is one.empty)


class Expression:
    """A Python expression of names of a scope: ``n - 1``, ``min(N, M)``, ``len(set(a)) == len(a)``; or an integer.

    Raises `RulesetError` for what is no expression.

    >>> scope = Scope()
    >>> scope["n"] = 4
    >>> Expression("n - 1").value(scope), Expression(7).value(scope)
    (3, 7)
    """

    def __init__(self, text: int | str) -> None:
        self.text = str(text)
        self.names: tuple[str, ...] = ()
        self.name: str | None = None
        """The one name that it is, None for other expressions."""
        self.constant = text if isinstance(text, int) else None
        if self.constant is not None:
            return
        try:
            self._code = compile(self.text, "<expression>", "eval")
        except (SyntaxError, ValueError) as error:
            raise RulesetError("error.problem-expression", found=repr(self.text), error=str(error)) from None
        self.names = tuple(sorted(_names(self.text)))
        if self.names and self.text.strip() == self.names[0]:
            self.name = self.names[0]

    def check(self, known: Iterable[str], where: str) -> None:
        """Raise `RulesetError` for a name that neither stands earlier nor is built in."""
        check_names((name for name in self.names if name == self.name or name not in _KNOWN), known, where)

    def value(self, scope: Scope) -> Any:
        """Return its value; a name of the input goes before one that is built in."""
        if self.constant is not None:
            return self.constant
        if self.name is not None:
            return scope[self.name]
        names = {name: scope[name] for name in self.names if name not in _KNOWN or scope.has(name)}
        return eval(self._code, {"__builtins__": _KNOWN, **names})  # noqa: S307 - the text of a problem's own file

    def __str__(self) -> str:
        """Write it; a large power of ten as such."""
        if self.constant is not None and self.constant >= 10**5 and self.text.strip("0") == "1":
            return f"10^{len(self.text) - 1}"
        return self.text


def _names(text: str) -> set[str]:
    import ast

    nodes = list(ast.walk(ast.parse(text.strip(), mode="eval")))
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    stored |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    return {node.id for node in nodes if isinstance(node, ast.Name)} - stored


def check_names(wanted: Iterable[str], known: Iterable[str], where: str) -> None:
    """Raise `RulesetError` for a name that does not stand earlier."""
    for name in wanted:
        if name not in known:
            raise RulesetError("error.problem-name", name=name, where=where, known=sorted(known))
