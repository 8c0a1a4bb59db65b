"""The source of a user's function: its syntax tree, and what its names stand for."""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

from grundy.compiled.kinds import Refusal
from grundy.compiled.named import spelled_out


@dataclass(frozen=True)
class Source:
    """A function with its syntax tree, whose lines are those of its file."""

    function: FunctionType
    node: ast.FunctionDef | ast.Lambda

    @property
    def file(self) -> str:
        """The path of its file."""
        return self.function.__code__.co_filename

    @property
    def names(self) -> list[str]:
        """The names of its parameters."""
        return [one.arg for one in (*self.node.args.posonlyargs, *self.node.args.args)]

    @property
    def body(self) -> list[ast.stmt]:
        """Its statements."""
        if isinstance(self.node, ast.FunctionDef):
            return self.node.body
        return [ast.copy_location(ast.Return(self.node.body), self.node.body)]

    @property
    def is_generator(self) -> bool:
        """Whether it has a `yield`."""
        return inspect.isgeneratorfunction(self.function)

    def look_up(self, name: str) -> Any:
        """Return what a name stands for that is no local variable. Raises `KeyError`."""
        function = self.function
        if name in function.__code__.co_freevars:
            cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
            try:
                return cells[name].cell_contents
            except ValueError:  # it has no value yet
                raise KeyError(name) from None
        if name in function.__globals__:
            return function.__globals__[name]
        return vars(builtins)[name]


def source_of(function: Any) -> Source:
    """Return the source of a function. Raises `Refusal` where there is none."""
    if not isinstance(function, FunctionType):
        raise Refusal("no-function", name=getattr(function, "__name__", repr(function)))
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(_dedented(lines))
    except (OSError, TypeError, SyntaxError, IndentationError):
        raise Refusal("no-source", name=function.__name__) from None
    ast.increment_lineno(tree, max(first, 1) - 1)
    found = [node for node in ast.walk(tree) if _is(node, function)]
    if len(found) > 1:
        found = [node for node in found if _compiles_to(node, function.__code__)]
    if len(found) != 1 or not isinstance(found[0], ast.FunctionDef | ast.Lambda):
        raise Refusal("no-source", name=function.__name__)
    if isinstance(found[0], ast.FunctionDef):
        found[0].body = spelled_out(found[0].body)
    source = Source(function, found[0])
    arguments = found[0].args
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
        refusal = Refusal("arguments", found[0], name=function.__name__)
        refusal.file = source.file
        raise refusal
    return source


def _dedented(lines: list[str]) -> str:
    """Return lines as a program of their own; a lambda may stand in the middle of a call."""
    text = textwrap.dedent("".join(lines))
    try:
        ast.parse(text)
    except SyntaxError:
        stripped = text.strip().rstrip(",)")
        for tail in ("", ")", "))"):
            for head in ("", "(", "f("):
                try:
                    ast.parse(head + stripped + tail)
                except SyntaxError:
                    continue
                return head + stripped + tail
    return text


def _is(node: ast.AST, function: FunctionType) -> bool:
    if isinstance(node, ast.FunctionDef):
        return node.name == function.__code__.co_name
    return isinstance(node, ast.Lambda) and function.__code__.co_name == "<lambda>"


def _compiles_to(node: ast.AST, code: CodeType) -> bool:
    """Say whether a lambda, or one of several functions of a name, is what `code` was made of."""
    if isinstance(node, ast.FunctionDef):
        return node.lineno <= code.co_firstlineno <= (node.end_lineno or node.lineno) or any(
            one.lineno == code.co_firstlineno for one in node.decorator_list
        )
    if not isinstance(node, ast.Lambda):
        return False
    places = [place for place in code.co_positions() if place[0] is not None and place[2] is not None]
    body = node.body
    last = max(((line, column) for line, _, column, _ in places if column is not None), default=None)
    names = tuple(one.arg for one in (*node.args.posonlyargs, *node.args.args))
    made = compile(ast.Expression(ast.fix_missing_locations(node)), "<lambda>", "eval").co_consts[0]
    return bool(
        names == code.co_varnames[: code.co_argcount]
        and isinstance(made, CodeType)
        and made.co_code == code.co_code
        and (last is None or last[0] is None or body.lineno <= last[0] <= (body.end_lineno or body.lineno))
    )
