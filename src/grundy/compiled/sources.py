"""The source of a user's function: its syntax tree, and what its names stand for."""

from __future__ import annotations
import __future__

import ast
import builtins
import inspect
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from functools import _lru_cache_wrapper, lru_cache
from types import CodeType, FunctionType, MethodType
from typing import Any

from grundy.compiled.kinds import Refusal

_POSTPONED = __future__.annotations.compiler_flag  # a flag that changes nothing in a function


@dataclass(frozen=True)
class FunctionSource:
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
    def star(self) -> str:
        """The name of the parameter with a star that gets all arguments, "" without one."""
        return self.node.args.vararg.arg if self.node.args.vararg else ""

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

    @property
    def _returned(self) -> list[ast.expr | None]:
        return [one.value for part in self.body for one in ast.walk(part) if isinstance(one, ast.Return)]

    @property
    def returns_values(self) -> bool:
        """Whether it has a `return` with a value."""
        return any(one is not None for one in self._returned)

    @property
    def gives_generator(self) -> bool:
        """Whether it is a generator, or returns one."""
        return self.is_generator or any(map(self._is_generator, self._returned))

    def _is_generator(self, node: ast.expr | None) -> bool:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            with suppress(KeyError):
                return inspect.isgeneratorfunction(self.look_up(node.func.id))
        return isinstance(node, ast.GeneratorExp)

    def look_up(self, name: str) -> Any:
        """Return the object of a name that is no local variable. Raises `KeyError`."""
        function = self.function
        if name.startswith("<"):  # of the translation: a builtin, whatever its name stands for here
            return vars(builtins)[name[1:-1]]
        if name.startswith("__") and not name.endswith("__"):  # a private name, which Python changes inside of classes
            raise KeyError(name)
        if name in function.__code__.co_freevars:
            cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
            try:
                return cells[name].cell_contents
            except ValueError:  # it has no value yet
                raise KeyError(name) from None
        if name in function.__globals__:
            return function.__globals__[name]
        return vars(builtins)[name]


def unwrapped(function: Any) -> Any:
    """Return the plain function inside a method, a function with `lru_cache`, or one that Numba compiles.

    The result of any other decorator is not unwrapped, because it may do something else than the function inside.
    """
    if isinstance(function, MethodType):
        return unwrapped(function.__func__)
    keeps = isinstance(function, _lru_cache_wrapper)
    if keeps and inspect.isgeneratorfunction(function.__wrapped__):  # a second call would return the same generator
        raise Refusal("no-function", name=function.__wrapped__.__name__)
    if keeps or type(function).__module__.partition(".")[0] == "numba":
        return unwrapped(getattr(function, "__wrapped__", None))
    return function


def source_of(function: Any) -> FunctionSource:
    """Return the source of a function. Raises `Refusal` without a source, or if the file has changed since."""
    if not isinstance(function, FunctionType):
        raise Refusal("no-function", name=getattr(function, "__name__", repr(function)))
    node = deepcopy(_node(function))
    source = FunctionSource(function, node)
    arguments = node.args
    if (arguments.vararg and source.names) or arguments.kwarg or arguments.kwonlyargs:
        refusal = Refusal("arguments", node, name=function.__name__)
        refusal.file = source.file
        raise refusal
    return source


def _node(function: FunctionType) -> ast.FunctionDef | ast.Lambda:
    """Return the syntax tree of a function. Raises `Refusal` if none in its file compiles to the function's code."""
    bare = FunctionType(function.__code__, function.__globals__, closure=function.__closure__)  # no __wrapped__
    try:
        lines, _ = inspect.findsource(bare)
    except (OSError, TypeError):
        raise Refusal("no-source", name=function.__name__) from None
    try:
        tree, codes = _parsed("".join(lines), function.__code__.co_filename)
    except (SyntaxError, ValueError):
        tree, codes = ast.Module([], []), ()
    line = function.__code__.co_firstlineno
    for code in sorted(codes, key=lambda one: one.co_firstlineno != line):
        node = _made_to(tree, code) if _plain(code) == _plain(function.__code__) else None
        if node is not None:
            return node
    raise Refusal("changed-source", name=function.__name__)


@lru_cache(8)
def _parsed(text: str, file: str) -> tuple[ast.Module, tuple[CodeType, ...]]:
    """Return the tree of a file, and the code of all functions in it."""
    tree = ast.parse(text, file)
    waiting = [compile(tree, file, "exec", dont_inherit=True)]
    found = []
    while waiting:
        inside = [one for one in waiting.pop().co_consts if isinstance(one, CodeType)]
        found += inside
        waiting += inside
    return tree, tuple(found)


def _made_to(tree: ast.Module, code: CodeType) -> ast.FunctionDef | ast.Lambda | None:
    """Return the function of a tree from which a code was compiled."""
    places = [one for one in code.co_positions() if None not in one and one[0::2] < one[1::2]]
    lambdas: list[ast.Lambda] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            if code.co_firstlineno in (node.lineno, *(one.lineno for one in node.decorator_list)):
                return node
        elif isinstance(node, ast.Lambda) and (code.co_name, code.co_firstlineno) == ("<lambda>", node.lineno):
            begin, end = (node.body.lineno, node.body.col_offset), (node.body.end_lineno, node.body.end_col_offset)
            if places and all(begin <= (one[0], one[2]) and (one[1], one[3]) <= end for one in places):
                lambdas.append(node)
    return lambdas[-1] if lambdas else None  # the innermost lambda that contains all places of the code


def _plain(code: CodeType) -> CodeType:
    """Return a code without its places in the file."""
    constants = tuple(_plain(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    flags = code.co_flags & ~_POSTPONED
    return code.replace(co_filename="", co_firstlineno=1, co_linetable=b"", co_flags=flags, co_consts=constants)
