"""Functions of options with the lookup of values woven into them: an option with a known value is not yielded.

A search takes each option from the generator of its state, and looks up its value. Most options need nothing else, and
leaving the generator and coming back, with an object for each `split`, takes longer than the lookup. So each ``yield
option`` in the source of the function is replaced by ::

    value = get(option)
    if value is None:
        yield option
    else:
        found.append(value)

and ``yield split(left, right)`` by the same for the exclusive or of two values. After every `EVERY` options, `TICK` is
yielded, so that the search can check its limits. The rest of the function is in the simpler forms of
`grundy.compiled.desugared`; its line numbers and its globals are not changed. A function is woven only if its source
compiles to the code that the function has.
"""

from __future__ import annotations
import __future__

import ast
from traceback import walk_tb
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from grundy.compiled.kinds import Refusal
from grundy.compiled.sources import source_of
from grundy.core.components import split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grundy.compiled.sources import FunctionSource

    # A function of a node and of a list, to which known values are appended. It yields the other options, and ticks.
    Valuing = Callable[[Any, list[int]], Iterator[Any]]

TICK: Final[Any] = object()
EVERY: Final = 64  # options between two ticks: one option of a large shape takes long
_PREFIX = "_grundy_"
_OUTER = f"{_PREFIX}outer"
_PARAMETERS = "state", "found", "memo", "get", "form", "split", "tick"
_ONE = """
{p}option = OPTION
{p}value = {p}get({p}option)
if {p}value is None:
    yield {p}option
else:
    {p}found.append({p}value)
"""
_FORMED = _ONE.replace("OPTION", "{p}form(OPTION)")
_PAIR = """
{p}left = LEFT
{p}right = RIGHT
try:
    {p}value = {p}memo[{p}left] ^ {p}memo[{p}right]
except KeyError:
    {p}value = None
if {p}value:
    {p}found.append({p}value)
elif {p}value is None or {p}memo[{p}left] < 0:
    yield {p}split({p}left, {p}right)
else:
    {p}found.append(0)
"""
_COUNT = """
{p}count += 1
if {p}count == {every}:
    {p}count = 0
    yield {p}tick
"""

_POSTPONED = __future__.annotations.compiler_flag

codes: WeakKeyDictionary[FunctionType, dict[bool, CodeType | None]] = WeakKeyDictionary()  # made by `woven`


def is_raised_by(valuing: Valuing, error: BaseException) -> bool:
    """Return whether an exception went through a woven function."""
    code = getattr(valuing, "__code__", None)
    return any(frame.f_code is code for frame, _ in walk_tb(error.__traceback__))


def woven(function: Any, memo: dict[Any, int], form: Callable[[Any], Any] | None) -> Valuing | None:
    """Return a function of options with the lookup in `memo` woven into it.

    With `form`, each option that is one state is replaced by its canonical form. Returns None if the source is not
    available or cannot be rewritten.
    """
    if not isinstance(function, FunctionType):
        return None
    own, formed = codes.setdefault(function, {}), form is not None
    if formed not in own:
        own[formed] = _code(function, formed=formed)
    code = own[formed]
    if code is None:
        return None
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    closure = tuple(cells[name] for name in code.co_freevars)
    return FunctionType(code, function.__globals__, function.__name__, (memo, memo.get, form, split, TICK), closure)


def _code(function: FunctionType, *, formed: bool) -> CodeType | None:
    """Return the rewritten code of a function, None if it cannot be rewritten."""
    try:
        source = source_of(function)
    except Refusal:
        return None
    node = source.node
    if not isinstance(node, ast.FunctionDef):
        return None
    weaver = _Weaver(source, formed=formed)
    body = [ast.parse(f"{_PREFIX}count = 0").body[0], ast.parse(_unpacked(source.names)).body[0]]
    for statement in node.body:
        body += _listed(weaver.visit(statement))
    if weaver.fails:
        return None
    arguments = ast.arguments([], [ast.arg(_PREFIX + name) for name in _PARAMETERS], None, [], [], None, [])
    arguments.defaults = [ast.Constant(None) for _ in _PARAMETERS[2:]]
    made = ast.FunctionDef(node.name, arguments, body, [])
    code = _compiled(source, ast.fix_missing_locations(ast.copy_location(made, node)))
    return code if {*code.co_freevars} <= {*function.__code__.co_freevars} else None


def _unpacked(names: list[str]) -> str:
    """Return the statement that unpacks a state into the parameters of a function."""
    return f"{', '.join(names)} = {_PREFIX}state"


def _compiled(source: FunctionSource, node: ast.FunctionDef) -> CodeType:
    """Return the code of a function definition, compiled with the free variables of the original function."""
    theirs = source.function.__code__
    body: list[ast.stmt] = [ast.copy_location(ast.FunctionDef(node.name, node.args, node.body, []), node)]
    path = [node.name]
    if theirs.co_freevars:
        given = ast.arguments([], [ast.arg(name) for name in theirs.co_freevars], None, [], [], None, [])
        body = [ast.FunctionDef(_OUTER, given, body, [])]
        path.insert(0, _OUTER)
    module = ast.fix_missing_locations(ast.Module(body, []))
    flags = theirs.co_flags & _POSTPONED
    code: CodeType = compile(module, theirs.co_filename, "exec", flags, dont_inherit=True)
    for name in path:
        code = next(one for one in code.co_consts if isinstance(one, CodeType) and one.co_name == name)
    return code


def _listed(found: Any) -> list[Any]:
    return found if isinstance(found, list) else [found]


class _Weaver(ast.NodeTransformer):
    """Replaces each `yield` that is a statement; `fails` becomes true for a `yield` whose value is used."""

    def __init__(self, source: FunctionSource, *, formed: bool) -> None:
        self.source = source
        self.formed = formed
        self.fails = False
        code = source.function.__code__
        self.local = {*code.co_varnames, *code.co_cellvars}

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Replace a statement that yields."""
        if isinstance(node.value, ast.Yield) and node.value.value is not None:
            self.generic_visit(node.value)
            return self._yielded(node.value.value, node)
        if isinstance(node.value, ast.YieldFrom):
            self.generic_visit(node.value)
            each = f"{_PREFIX}each"
            loop = ast.For(ast.Name(each, ast.Store()), node.value.value, [], [])
            loop.body = self._yielded(ast.Name(each, ast.Load()), node)
            return ast.copy_location(loop, node)
        return self.generic_visit(node)

    def visit_Yield(self, node: ast.Yield) -> Any:
        """Set `fails`: the value of the `yield` is used."""
        self.fails = True
        return node

    def visit_YieldFrom(self, node: ast.YieldFrom) -> Any:
        """Set `fails`: the value of the `yield from` is used."""
        self.fails = True
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """Return the inner function unchanged."""
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        """Return the inner function unchanged."""
        return node

    def _yielded(self, value: ast.expr, place: ast.stmt) -> list[ast.stmt]:
        pair = self._pair(value)
        if pair is not None:
            return _filled(_PAIR + _COUNT, place, LEFT=pair[0], RIGHT=pair[1])
        return _filled((_FORMED if self.formed else _ONE) + _COUNT, place, OPTION=value)

    def _pair(self, value: ast.expr) -> list[ast.expr] | None:
        """Return the two parts of a plain `split` whose label has no side effects: a search needs no label."""
        if not isinstance(value, ast.Call) or len(value.args) != 2 or not self._is_split(value.func):
            return None
        labels = [one.value for one in value.keywords]
        if any(one.arg != "move" for one in value.keywords):
            return None
        plain = not any(isinstance(one, ast.Starred) for one in value.args)
        return value.args if plain and not any(map(_has_effects, labels)) else None

    def _is_split(self, node: ast.expr) -> bool:
        """Return whether a name, or an attribute of a module, stands for `grundy.split`."""
        names = []
        while isinstance(node, ast.Attribute):
            names.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or node.id in self.local:
            return False
        try:
            found = self.source.look_up(node.id)
            for name in reversed(names):
                found = getattr(found, name)
        except (KeyError, AttributeError):
            return False
        return found is split


def _has_effects(node: ast.expr) -> bool:
    """Return whether the evaluation of an expression may have side effects."""
    return any(isinstance(one, ast.Call | ast.NamedExpr) for one in ast.walk(node))


def _filled(text: str, place: ast.stmt, **values: ast.expr) -> list[ast.stmt]:
    """Return the statements of a template at the place of another one, with expressions in place of names."""

    class Fill(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return values.get(node.id, node)

    tree = ast.parse(text.format(p=_PREFIX, every=EVERY))
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.expr):
            ast.copy_location(node, place)
    return list(Fill().visit(tree).body)
