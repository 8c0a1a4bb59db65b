"""The first pass of the translation: forms of Python are replaced by simpler forms that do the same.

The second pass then has fewer kinds of nodes to translate.

- ``for x in [a, b]`` becomes ``for x in (a, b)``, also in comprehensions, in ``yield from`` and after ``*``.
- A list that a condition chooses, such as ``xs = [1, 2] if c else [3]``, becomes an ``if``; a loop over it as well.
- ``break`` out of a loop over a comprehension sets a mark. The rest of the comprehension is still evaluated.
- ``sorted([a, b])``, ``min([a, b])``, ``enumerate([a, b])`` and similar calls get a tuple.
- ``for x in itertools.takewhile(lambda x: test, xs)`` becomes a loop with ``break``, ``itertools.count`` a ``while``.
- ``for x, y in itertools.product(xs, ys)`` becomes two nested loops, ``itertools.combinations`` of a range as well;
  ``itertools.chain(xs, ys)`` two loops in a row.
- Comprehensions over these calls become loops.
- A set to which elements are added, and that is only asked for them, becomes a list.
- A parameter that becomes a list, as in ``s = list(s)``, becomes another variable.
"""

from __future__ import annotations

import ast
import itertools
from copy import deepcopy
from math import comb
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    LookUp = Callable[[str], Any]

Node = TypeVar("Node", bound=ast.AST)

_LOOPS = (ast.For, ast.While)
_TAKE_LISTS = (sorted, tuple, min, max, sum, any, all, len, enumerate)  # builtins that treat a list and a tuple alike
_AS_LOOPS = (itertools.takewhile, itertools.count, itertools.product, itertools.combinations, itertools.chain)
_MOST_LOOPS = 8  # most loops into which one loop is rewritten
_MOST_CHOSEN = 120  # most combinations over which a loop goes one by one
_PURE = (range, enumerate, len, min, max, abs, sum, any, all)  # builtins that change nothing
_MAKES_LISTS = (list, sorted)


def desugar(node: ast.FunctionDef | ast.Lambda, parameters: Sequence[str], look_up: LookUp) -> None:
    """Rewrite a function in simpler forms; `look_up` returns the object that a name outside of it stands for."""
    if isinstance(node, ast.Lambda):
        _Rewriter(look_up, [node.body], parameters).displays(node)
        return
    rewriter = _Rewriter(look_up, node.body, parameters)
    rewriter.sets_as_lists(node)
    made = rewriter.statements(node.body)
    node.body = [ast.fix_missing_locations(one) for one in _separated(made, parameters, rewriter)]


class _Rewriter:
    """Rewrites the statements of one function."""

    def __init__(self, look_up: LookUp, nodes: Sequence[ast.AST], parameters: Sequence[str]) -> None:
        """Find the names of a function; `nodes` are its statements, or the expression of a lambda."""
        self._look_up = look_up
        self._local = _stored(nodes) | {*parameters}
        self._used = {one.id for node in nodes for one in _names(node)} | self._local
        self._parameters = parameters
        self._made = 0

    def name(self, what: str) -> str:
        """Return a new name, which the function does not use."""
        while True:
            self._made += 1
            found = f"{what}__d{self._made}"
            if found not in self._used:
                return found

    def stands_for(self, node: ast.expr, things: Sequence[object]) -> bool:
        """Return whether a name, or an attribute of a module, stands for one of these objects."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner, name = node.value.id, node.attr
        elif isinstance(node, ast.Name):
            owner, name = node.id, ""
        else:
            return False
        if owner in self._local:
            return False
        try:
            found = self._look_up(owner)
        except KeyError:
            return False
        found = getattr(found, name, None) if name else found
        return any(found is one for one in things)

    def sets_as_lists(self, node: ast.FunctionDef) -> None:
        """Rewrite sets as lists where elements are only added, and asked for by `in`: their order does not matter."""
        made: list[tuple[str, ast.Assign]] = []
        adds: list[tuple[str, ast.Attribute]] = []
        fine = set()  # names of sets, each in a place of these forms
        for one in ast.walk(node):
            place: ast.expr | None = None
            if isinstance(one, ast.Assign) and len(one.targets) == 1 and self._is_empty_set(one.value):
                place = one.targets[0]
                made += [(place.id, one)] if isinstance(place, ast.Name) else []
            elif isinstance(one, ast.Expr) and isinstance(one.value, ast.Call):
                called = one.value.func
                if isinstance(called, ast.Attribute) and called.attr == "add" and isinstance(called.value, ast.Name):
                    place = called.value
                    adds.append((called.value.id, called))
            elif isinstance(one, ast.Compare) and len(one.ops) == 1 and isinstance(one.ops[0], ast.In | ast.NotIn):
                place = one.comparators[0]
            fine.add(id(place))
        other = {one.id for one in _names(node) if id(one) not in fine} | {*self._parameters}
        sets = {name for name, _ in made} - other
        for name, assigned in made:
            if name in sets:
                assigned.value = ast.copy_location(ast.List([], ast.Load()), assigned.value)
        for name, called in adds:
            called.attr = "append" if name in sets else called.attr

    def _is_empty_set(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and not node.args and not node.keywords and self.stands_for(node.func, [set])

    def statements(self, nodes: list[ast.stmt]) -> list[ast.stmt]:
        """Return statements in simpler forms."""
        return [one for node in nodes for one in self._statement(node)]

    def displays(self, node: ast.AST) -> None:
        """Rewrite lists as tuples where they are only read."""
        for one in ast.walk(node):
            _display_as_tuple(one)
            self._argument_as_tuple(one)

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        self.displays(node)
        for rewritten in (self._chosen(node), self._with_loops(node)):
            if rewritten is not None:
                return self.statements(rewritten)
        if isinstance(node, ast.If | ast.While | ast.For):
            node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        if isinstance(node, ast.For):
            return self._for(node)
        return [node]

    # lists that a condition chooses

    def _chosen(self, node: ast.stmt) -> list[ast.stmt] | None:
        """Return an `if` for a statement whose list is chosen by a condition, None for others."""
        if isinstance(node, ast.For) and isinstance(node.iter, ast.IfExp):
            name = self.name("chosen")
            over = node.iter
            for branch in ("body", "orelse"):
                found = getattr(over, branch)
                if isinstance(found, ast.Tuple):  # the tuples may differ in length, so they become lists
                    setattr(over, branch, ast.copy_location(ast.List(found.elts, ast.Load()), found))
            if not self._makes_list(over):
                return None
            chosen = ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], over), over)
            node.iter = ast.copy_location(ast.Name(name, ast.Load()), over)
            return [chosen, node]
        if not isinstance(node, ast.Assign | ast.Return) or not isinstance(node.value, ast.IfExp):
            return None
        if not self._makes_list(node.value):
            return None
        ways: list[ast.stmt] = []
        for value in (node.value.body, node.value.orelse):
            way = deepcopy(node)
            way.value = value
            ways.append(way)
        return [ast.copy_location(ast.If(node.value.test, ways[:1], ways[1:]), node)]

    def _makes_list(self, node: ast.expr) -> bool:
        """Return whether an expression is a list or a comprehension, at least in one branch."""
        if isinstance(node, ast.IfExp):
            return self._makes_list(node.body) or self._makes_list(node.orelse)
        if isinstance(node, ast.Call):
            return self.stands_for(node.func, _MAKES_LISTS)
        return isinstance(node, ast.List | ast.ListComp | ast.GeneratorExp)

    def _argument_as_tuple(self, node: ast.AST) -> None:
        """Rewrite a list as a tuple if it is the argument of a builtin that only reads it."""
        if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.List):
            return
        elements = node.args[0].elts
        plain = elements and not any(isinstance(one, ast.Starred) for one in elements)
        if plain and self.stands_for(node.func, _TAKE_LISTS if len(node.args) == 1 else [enumerate]):
            node.args[0] = ast.copy_location(ast.Tuple(elements, ast.Load()), node.args[0])

    # comprehensions over calls that become loops

    def _with_loops(self, node: ast.stmt) -> list[ast.stmt] | None:
        """Return a statement with loops in place of its comprehension, None for a statement that needs none."""
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.YieldFrom):
            return self._yields(node.value.value, node)
        made = getattr(node, "iter" if isinstance(node, ast.For) else "value", None)
        if not self._asks_for_loop(made):
            return None
        if isinstance(made, ast.ListComp) and isinstance(node, ast.Assign | ast.Return | ast.For):
            return self._listed(node, made)
        if isinstance(made, ast.GeneratorExp) and isinstance(node, ast.For):
            one = len(made.generators) == 1
            return self._nested(made, node) if one or not (node.orelse or breaks(node.body)) else None
        return None

    def _asks_for_loop(self, node: ast.expr | None) -> bool:
        """Return whether a comprehension, or a comprehension in it, goes over a call that becomes loops."""
        if not isinstance(node, ast.GeneratorExp | ast.ListComp):
            return False
        over = [part.iter for part in node.generators]
        return any(self._becomes_loops(one) or self._asks_for_loop(one) for one in over)

    def _becomes_loops(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and self.stands_for(node.func, _AS_LOOPS)

    def _yields(self, over: ast.expr, node: ast.stmt) -> list[ast.stmt] | None:
        """Return statements for `yield from`, None if it stays: one for each argument of `chain`, or loops."""
        parts = self._chain(over)
        if parts is not None:
            found: list[ast.stmt] = [ast.Expr(ast.copy_location(ast.YieldFrom(one), one)) for one in parts]
            return [ast.copy_location(one, node) for one in found]
        if self._becomes_loops(over) or (self._asks_for_loop(over) and isinstance(over, ast.GeneratorExp)):
            name = self.name("each")
            value = ast.Yield(ast.Name(name, ast.Load()))
            loop = ast.For(ast.Name(name, ast.Store()), over, [ast.Expr(value)], [])
            return [_placed(loop, node)]
        return None

    def _listed(self, node: ast.Assign | ast.Return | ast.For, made: ast.ListComp) -> list[ast.stmt]:
        """Return the statements that append the elements of a comprehension to a list, one by one."""
        target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
        read = {one.id for one in _names(made)}
        own = isinstance(target, ast.Name) and target.id not in read and target.id not in self._parameters
        name = target.id if own and isinstance(target, ast.Name) else self.name("listed")
        empty = ast.Assign([ast.Name(name, ast.Store())], ast.List([], ast.Load()))
        append = ast.Call(ast.Attribute(ast.Name(name, ast.Load()), "append", ast.Load()), [made.elt], [])
        loop = self._loops_of(made, [ast.Expr(append)], node)
        setattr(node, "iter" if isinstance(node, ast.For) else "value", ast.Name(name, ast.Load()))
        return [_placed(one, node) for one in (empty, loop, *([] if own else [node]))]

    def _nested(self, made: ast.GeneratorExp, node: ast.For) -> list[ast.stmt]:
        """Return the loops of a generator around the body of the loop that goes over it."""
        bind = _placed(ast.Assign([node.target], made.elt), node)
        loop = self._loops_of(made, [bind, *node.body], node)
        loop.orelse = node.orelse
        return [loop]

    def _loops_of(self, made: ast.GeneratorExp | ast.ListComp, body: list[ast.stmt], node: ast.stmt) -> ast.For:
        """Return the loops of a comprehension around statements. Its variables get new names."""
        names = {one.id: self.name(one.id) for part in made.generators for one in _names(part.target)}
        first = made.generators[0].iter
        made.generators[0].iter = ast.Constant(0)  # not renamed: its names are outer variables
        for part in made.generators:
            for one in (part.target, part.iter, *part.ifs):
                _renamed(one, names)
        made.generators[0].iter = first
        if isinstance(body[0], ast.Assign):
            body[0].value = _renamed(body[0].value, names)
        else:
            _renamed(body[0], names)
        for part in reversed(made.generators):
            for test in reversed(part.ifs):
                body = [_placed(ast.If(test, body, []), node)]
            loop = _placed(ast.For(part.target, part.iter, body, []), node)
            body = [loop]
        return loop

    # loops

    def _for(self, node: ast.For) -> list[ast.stmt]:
        over = node.iter
        if self._becomes_loops(over) and not node.orelse and not breaks(node.body):
            loops = self._product(node) or self._combinations(node) or self._chained(node)
            if loops is not None:
                return self.statements(loops)
        if isinstance(over, ast.Call) and not over.keywords:
            if self.stands_for(over.func, [itertools.takewhile]) and len(over.args) == 2:
                return self._taken_while(node, over.args[0], over.args[1])
            if self.stands_for(over.func, [itertools.count]) and len(over.args) <= 2:
                return self._counted(node, over.args)
        while isinstance(over, ast.Call) and self.stands_for(over.func, [enumerate]) and over.args:
            over = over.args[0]
        marks = isinstance(over, ast.ListComp) or (isinstance(over, ast.GeneratorExp) and not is_one_loop(over))
        if marks and breaks(node.body) and (isinstance(over, ast.ListComp) or self._is_pure(over)):
            return self._marked(node)
        return [node]

    def _is_pure(self, node: ast.expr) -> bool:
        """Return whether a generator changes nothing, so that it may run to its end where Python would stop it."""
        calls = [one for one in ast.walk(node) if isinstance(one, ast.Call)]
        named = any(isinstance(one, ast.NamedExpr) for one in ast.walk(node))
        return not named and all(self.stands_for(one.func, _PURE) for one in calls)

    def _taken_while(self, node: ast.For, test: ast.expr, over: ast.expr) -> list[ast.stmt]:
        """Return a loop that breaks at the first element for which the test is false."""
        if not isinstance(test, ast.Lambda) or not _is_plain(test) or node.orelse:
            return [node]
        name = self.name("taken")
        holds = _renamed(test.body, {test.args.args[0].arg: name})
        leave = ast.copy_location(ast.If(ast.UnaryOp(ast.Not(), holds), [ast.Break()], []), test)
        bind = ast.copy_location(ast.Assign([node.target], ast.Name(name, ast.Load())), node)
        loop = ast.copy_location(ast.For(ast.Name(name, ast.Store()), over, [leave, bind, *node.body], []), node)
        return self.statements([loop])

    def _product(self, node: ast.For) -> list[ast.stmt] | None:
        """Return nested loops for `itertools.product`, None if a collection may change between two passes over it."""
        over = node.iter
        if not isinstance(over, ast.Call) or not self.stands_for(over.func, [itertools.product]):
            return None
        repeat = 1
        for one in over.keywords:
            if one.arg != "repeat" or not isinstance(one.value, ast.Constant) or type(one.value.value) is not int:
                return None
            repeat = one.value.value
        stored = _stored([node])
        if not over.args or not 0 < repeat * len(over.args) <= _MOST_LOOPS or not self._stay(over.args, stored):
            return None
        parts = [deepcopy(one) for _ in range(repeat) for one in over.args]
        return self._nested_loops(node, [self.name("part") for _ in parts], parts)

    def _combinations(self, node: ast.For) -> list[ast.stmt] | None:
        """Return nested loops for `itertools.combinations` of a range, or a loop over those of a tuple."""
        over = node.iter
        if not isinstance(over, ast.Call) or not self.stands_for(over.func, [itertools.combinations]):
            return None
        given = over.args[0] if len(over.args) == 2 and not over.keywords else None
        count = _constant(over.args[1]) if given is not None else None
        if given is None or count is None or not 0 < count <= _MOST_LOOPS:
            return None
        if isinstance(given, ast.Tuple | ast.List) and self._may_wait(given, set()):
            return self._chosen_parts(node, given.elts, count)
        if isinstance(given, ast.Name) and self._is_outside(given):
            places = map(ast.Constant, range(min(len(self._look_up(given.id)), _MOST_CHOSEN + 1)))
            return self._chosen_parts(node, [ast.Subscript(given, place, ast.Load()) for place in places], count)
        is_range = isinstance(given, ast.Call) and len(given.args) < 3 and self._stay([given], _stored([node]))
        if not isinstance(given, ast.Call) or not is_range:
            return None
        names = [self.name("part") for _ in range(count)]
        first, stop = [ast.Constant(0), *given.args][-2:]
        starts = [first, *(ast.BinOp(ast.Name(one, ast.Load()), ast.Add(), ast.Constant(1)) for one in names[:-1])]
        parts: list[ast.expr] = [ast.Call(given.func, [start, deepcopy(stop)], []) for start in starts]
        return self._nested_loops(node, names, parts)

    @staticmethod
    def _chosen_parts(node: ast.For, elements: Sequence[ast.expr], count: int) -> list[ast.stmt] | None:
        """Return a loop over the combinations of expressions, None for too many."""
        if not 0 < comb(len(elements), count) <= _MOST_CHOSEN:
            return None
        chosen = [deepcopy([*some]) for some in itertools.combinations(elements, count)]
        made: list[ast.expr] = [ast.Tuple(some, ast.Load()) for some in chosen]
        return [_placed(ast.For(node.target, ast.Tuple(made, ast.Load()), node.body, node.orelse), node)]

    @staticmethod
    def _nested_loops(node: ast.For, names: list[str], parts: list[ast.expr]) -> list[ast.stmt]:
        """Return nested loops over these collections, whose variables are the elements of the target of a loop."""
        every = ast.Tuple([ast.Name(name, ast.Load()) for name in names], ast.Load())
        body: list[ast.stmt] = [_placed(ast.Assign([node.target], every), node), *node.body]
        for name, part in reversed([*zip(names, parts, strict=True)]):
            loop = _placed(ast.For(ast.Name(name, ast.Store()), part, body, []), node)
            _display_as_tuple(loop)
            body = [loop]
        return body

    def _stay(self, nodes: Sequence[ast.expr], stored: set[str]) -> bool:
        """Return whether expressions have the same elements each time that a loop evaluates them."""
        if any(map(_may_raise, nodes[1:])):  # Python evaluates them even if the first collection is empty
            return False
        outside = all(not isinstance(node, ast.Name) or self._is_outside(node) for node in nodes)
        known = all(isinstance(node, ast.Name | ast.Call | ast.Tuple | ast.List) for node in nodes)
        return outside and known and all(self._may_wait(node, stored) for node in nodes)

    def _may_wait(self, node: ast.expr, stored: set[str]) -> bool:
        """Return whether an expression may be evaluated after statements that assign to these names."""
        if isinstance(node, ast.GeneratorExp):  # Python evaluates only its first collection at once
            node = node.generators[0].iter
        if isinstance(node, ast.Call) and (node.keywords or not self.stands_for(node.func, [range])):
            return False
        inside = [one for part in (node.args if isinstance(node, ast.Call) else [node]) for one in ast.walk(part)]
        changing = (ast.Call, ast.Subscript, ast.Attribute, ast.NamedExpr, ast.Starred, ast.ListComp, ast.SetComp)
        return not any(isinstance(one, changing) for one in inside) and not stored & {one.id for one in _names(node)}

    def _is_outside(self, node: ast.Name) -> bool:
        """Return whether a name stands for a tuple, list or range of the module."""
        if node.id in self._local:
            return False
        try:
            return isinstance(self._look_up(node.id), tuple | list | range)
        except KeyError:
            return False

    def _chain(self, over: ast.expr, stored: set[str] | None = None) -> list[ast.expr] | None:
        """Return the arguments of `itertools.chain` if each may be evaluated late; otherwise None."""
        if not isinstance(over, ast.Call) or not self.stands_for(over.func, [itertools.chain]) or over.keywords:
            return None
        fits = 0 < len(over.args) <= _MOST_LOOPS and not isinstance(over.args[0], ast.Starred)
        later = over.args[1:]  # Python evaluates them at once, even if the loop ends in the first argument
        waits = all(self._may_wait(one, stored or set()) and not _may_raise(one) for one in later)
        return over.args if fits and waits else None

    def _chained(self, node: ast.For) -> list[ast.stmt] | None:
        """Return a loop for each argument of `itertools.chain`, None if they may not be evaluated one by one."""
        parts = self._chain(node.iter, _stored([node]))
        if parts is None:
            return None
        loops: list[ast.stmt] = []
        for part in parts:
            loop = deepcopy(node)
            loop.iter = part
            _display_as_tuple(loop)
            loops.append(loop)
        return loops

    def _counted(self, node: ast.For, ends: list[ast.expr]) -> list[ast.stmt]:
        """Return a loop without an end that counts, for `itertools.count`."""
        if node.orelse:
            return [node]
        number, step = self.name("counted"), self.name("step")
        first = ends[0] if ends else ast.Constant(0)
        each = ends[1] if len(ends) > 1 else ast.Constant(1)
        begin: list[ast.stmt] = [
            ast.Assign([ast.Name(number, ast.Store())], first),
            ast.Assign([ast.Name(step, ast.Store())], each),
        ]
        bind = ast.Assign([node.target], ast.Name(number, ast.Load()))
        count = ast.AugAssign(ast.Name(number, ast.Store()), ast.Add(), ast.Name(step, ast.Load()))
        loop = ast.While(ast.Constant(value=True), [bind, count, *node.body], [])
        for one in (*begin, loop, bind, count):
            ast.copy_location(one, node)
            if isinstance(one, ast.While):
                ast.copy_location(one.test, node)
        return [*begin, loop]

    def _marked(self, node: ast.For) -> list[ast.stmt]:
        """Return a loop without `break`: after the mark is set, only the rest of the comprehension is evaluated."""
        mark, element = self.name("ended"), self.name("element")
        body: list[ast.stmt] = [
            ast.Assign([node.target], ast.Name(element, ast.Load())),
            *_with_mark(node.body, mark),
        ]
        loop = ast.For(
            ast.Name(element, ast.Store()),
            node.iter,
            [ast.If(ast.Compare(ast.Name(mark, ast.Load()), [ast.Eq()], [ast.Constant(0)]), body, [])],
            [],
        )
        made: list[ast.stmt] = [ast.Assign([ast.Name(mark, ast.Store())], ast.Constant(0)), loop]
        if node.orelse:
            whole = ast.Compare(ast.Name(mark, ast.Load()), [ast.Eq()], [ast.Constant(0)])
            made.append(ast.If(whole, node.orelse, []))
        return [ast.copy_location(one, node) for one in made]


Statement = TypeVar("Statement", bound=ast.stmt)


def _placed(node: Statement, where: ast.stmt) -> Statement:
    """Give a new statement and its new parts the place of another statement in the source."""
    for one in ast.walk(node):
        if isinstance(one, ast.expr | ast.stmt) and not hasattr(one, "lineno"):
            ast.copy_location(one, where)
    return node


def _is_plain(node: ast.Lambda) -> bool:
    """Return whether a lambda has one parameter and no variables of its own: then its body may stand in a loop."""
    given = node.args
    further = [*given.posonlyargs, *given.defaults, *given.kwonlyargs]
    names = any(isinstance(one, ast.NamedExpr) for one in ast.walk(node.body))
    return len(given.args) == 1 and not further and given.vararg is None and given.kwarg is None and not names


def _may_raise(node: ast.expr) -> bool:
    """Return whether the evaluation of numbers, a range or a tuple may raise an exception."""
    if isinstance(node, ast.GeneratorExp):  # Python evaluates only its first collection at once
        node = node.generators[0].iter
    if isinstance(node, ast.Call) and len(node.args) > 2 and _constant(node.args[2]) in (None, 0):
        return True
    return any(_raises(one) for one in ast.walk(node) if isinstance(one, ast.BinOp))


def _raises(node: ast.BinOp) -> bool:
    right = _constant(node.right)
    if isinstance(node.op, ast.FloorDiv | ast.Mod):
        return right in (None, 0)
    if isinstance(node.op, ast.LShift | ast.RShift | ast.Pow):
        return right is None or right < 0
    return isinstance(node.op, ast.Div | ast.MatMult)


def _constant(node: ast.expr) -> int | None:
    """Return the value of an integer literal, None for another expression."""
    sign = -1 if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else 1
    node = node.operand if isinstance(node, ast.UnaryOp) and sign < 0 else node
    return sign * node.value if isinstance(node, ast.Constant) and isinstance(node.value, int) else None


def _display_as_tuple(node: ast.AST) -> None:
    """Rewrite the list display over which a loop goes, or whose elements `*` gives, as a tuple."""
    if isinstance(node, ast.For | ast.comprehension):
        field = "iter"
    elif isinstance(node, ast.YieldFrom | ast.Starred):
        field = "value"
    else:
        return
    found = getattr(node, field)
    if (
        isinstance(found, ast.List)
        and isinstance(found.ctx, ast.Load)
        and not any(isinstance(one, ast.Starred) for one in found.elts)
    ):
        setattr(node, field, ast.copy_location(ast.Tuple(found.elts, ast.Load()), found))


def is_one_loop(node: ast.expr) -> bool:
    """Return whether a loop over an expression becomes a single loop, so that `break` does what it does in Python."""
    inner = (ast.GeneratorExp, ast.ListComp, ast.SetComp)
    return (
        isinstance(node, ast.GeneratorExp)
        and len(node.generators) == 1
        and not isinstance(node.generators[0].iter, inner)
    )


def breaks(nodes: list[ast.stmt]) -> bool:
    """Return whether the statements of the body of a loop have a `break` that ends this loop."""
    for node in nodes:
        if isinstance(node, ast.Break):
            return True
        inside = [] if isinstance(node, _LOOPS) else getattr(node, "body", [])
        if breaks([*inside, *getattr(node, "orelse", [])]):
            return True
    return False


def _with_mark(nodes: list[ast.stmt], mark: str) -> list[ast.stmt]:
    """Return the body of a loop with each `break` replaced: the mark is set, and the loop continues."""
    made: list[ast.stmt] = []
    for node in nodes:
        if isinstance(node, ast.Break):
            ended = ast.Assign([ast.Name(mark, ast.Store())], ast.Constant(1))
            made += [ast.copy_location(ended, node), ast.copy_location(ast.Continue(), node)]
            continue
        for field in ("orelse",) if isinstance(node, _LOOPS) else ("body", "orelse"):
            if isinstance(node, ast.If | ast.For | ast.While):
                setattr(node, field, _with_mark(getattr(node, field), mark))
        made.append(node)
    return made


def _separated(nodes: list[ast.stmt], parameters: Sequence[str], rewriter: _Rewriter) -> list[ast.stmt]:
    """Give a parameter another name from the statement on in which it becomes a list.

    Only statements at the top level of the function count. If a generator or function before the statement has the
    name, the parameter keeps it, because they may read it later.
    """
    made: list[ast.stmt] = []
    names: dict[str, str] = {}
    late: set[str] = set()
    for node in nodes:
        target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
        becomes = isinstance(target, ast.Name) and target.id in parameters and target.id not in late
        late |= {one.id for part in ast.walk(node) if _is_late(part) for one in _names(part)}
        if isinstance(node, ast.Assign) and isinstance(target, ast.Name) and becomes and _is_list(node.value, rewriter):
            node.value = _renamed(node.value, names)
            names[target.id] = rewriter.name(target.id)
            target.id = names[target.id]
            made.append(node)
        else:
            made.append(_renamed(node, names))
    return made


def _is_list(node: ast.expr, rewriter: _Rewriter) -> bool:
    """Return whether the form of an expression shows that it is a list."""
    called = isinstance(node, ast.Call) and rewriter.stands_for(node.func, _MAKES_LISTS)
    return called or isinstance(node, ast.List | ast.ListComp)


def _is_late(node: ast.AST) -> bool:
    """Return whether names in a node may be read later, after the statements that follow it."""
    return isinstance(node, ast.Lambda | ast.FunctionDef | ast.GeneratorExp)


def _stored(nodes: Sequence[ast.AST]) -> set[str]:
    """Return the names to which statements assign."""
    every = [one for node in nodes for one in _names(node)]
    return {one.id for one in every if not isinstance(one.ctx, ast.Load)}


def _names(node: ast.AST) -> list[ast.Name]:
    return [one for one in ast.walk(node) if isinstance(one, ast.Name)]


def _renamed(node: Node, names: dict[str, str]) -> Node:
    """Rename variables. Those of a comprehension or lambda with the same name are other variables, and keep it."""
    if isinstance(node, ast.Name):
        node.id = names.get(node.id, node.id)
        return node
    inside = list(ast.iter_child_nodes(node))
    own: set[str] = set()
    if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
        first = node.generators[0]
        _renamed(first.iter, names)
        own = {one.id for part in node.generators for one in _names(part.target)}
        inside += [first.target, *first.ifs]
        inside = [one for one in inside if one is not first]
    elif isinstance(node, ast.Lambda | ast.FunctionDef):
        own = {one.arg for one in (*node.args.posonlyargs, *node.args.args)}
    for one in inside:
        _renamed(one, {name: new for name, new in names.items() if name not in own})
    return node
