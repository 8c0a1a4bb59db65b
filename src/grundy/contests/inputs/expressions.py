"""Integers and conditions that depend on what stands earlier in an input, written as Python expressions."""

from __future__ import annotations

import builtins
import inspect
import math
from functools import cache
from typing import TYPE_CHECKING, Any

from grundy.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_KNOWN = {name: getattr(builtins, name) for name in dir(builtins) if name.islower()} | {"gcd": math.gcd}


class Scope(dict[str, Any]):
    """The values of the names that an input has given so far; those of an enclosing part lie behind them.

    What a `Let` names is worked out when it is first asked for.
    """

    def __init__(self, behind: Scope | None = None) -> None:
        """Begin with no names of its own."""
        super().__init__()
        self.behind = behind
        self.lets: dict[str, Callable[..., Any]] = {}

    def __missing__(self, name: str) -> Any:
        """Work out what is named, or look behind."""
        if name in self.lets:
            self[name] = value = self.call(self.lets[name])
            return value
        if self.behind is None:
            raise KeyError(name)
        return self.behind[name]

    def copy(self) -> Scope:
        """Return the same scope, to which names can be added."""
        other = Scope(self.behind)
        other.update(self)
        other.lets = dict(self.lets)
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
        """Compile it."""
        self.text = str(text)
        self.names: tuple[str, ...] = ()
        self.constant = text if isinstance(text, int) else None
        if self.constant is not None:
            return
        try:
            self._code = compile(self.text, "<expression>", "eval")
        except (SyntaxError, ValueError) as error:
            raise RulesetError("error.problem-expression", found=repr(self.text), error=str(error)) from None
        self.names = tuple(sorted(_names(self.text) - set(_KNOWN)))

    @property
    def name(self) -> str | None:
        """The one name that it is, None for other expressions."""
        return self.names[0] if self.names and self.text.strip() == self.names[0] else None

    def value(self, scope: Scope) -> Any:
        """Return its value."""
        if self.constant is not None:
            return self.constant
        names = {name: scope[name] for name in self.names}
        return eval(self._code, {"__builtins__": _KNOWN}, names) if _is_flat(self.text) else self._nested(names)  # noqa: S307 - the text of a problem's own file

    def _nested(self, names: dict[str, Any]) -> Any:
        """Evaluate it with the names as globals, which generator expressions see as well."""
        return eval(self._code, {"__builtins__": _KNOWN, **names})  # noqa: S307 - the same

    def __str__(self) -> str:
        """Write it; a large power of ten as such."""
        if self.constant is not None and self.constant >= 10**5 and self.text.strip("0") == "1":
            return f"10^{len(self.text) - 1}"
        return self.text


@cache
def _is_flat(text: str) -> bool:
    return " for " not in text and "lambda" not in text


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
