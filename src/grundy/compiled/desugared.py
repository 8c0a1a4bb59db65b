"""Forms of Python rewritten as simpler ones that do the same, so that the translation knows fewer kinds of nodes.

- ``for x in [a, b]`` as ``for x in (a, b)``, in comprehensions and ``yield from`` as well;
- a list or loop that a condition chooses, ``xs = [1, 2] if c else [3]``, as ``if``;
- ``break`` out of a loop over a comprehension as a mark, after which the rest of the comprehension is still worked out;
- ``sorted([a, b])``, ``min([a, b])``, ``tuple([a, b])``, ... with a tuple;
- ``for x in itertools.takewhile(lambda x: test, xs)`` as a loop that breaks, and ``itertools.count`` as ``while``;
- ``for x, y in itertools.product(xs, ys)`` as two loops, and ``itertools.chain(xs, ys)`` as one loop after the other;
- comprehensions over these, and generators in loops over them, as loops;
- a parameter that becomes a list, ``s = list(s)``, as another variable.
"""

from __future__ import annotations

import ast
import itertools
from copy import deepcopy
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    LookUp = Callable[[str], Any]

Node = TypeVar("Node", bound=ast.AST)

_LOOPS = (ast.For, ast.While)
_TAKE_LISTS = (sorted, tuple, min, max, sum, any, all, len)  # builtins that treat a list and a tuple alike
_SPELLED = (itertools.takewhile, itertools.count, itertools.product, itertools.chain)
_MOST_LOOPS = 8  # most loops into which one loop is rewritten
_LOOKING = (range, enumerate, len, min, max, abs, sum, any, all)
_MAKES_LISTS = (list, sorted)


def desugar(node: ast.FunctionDef | ast.Lambda, parameters: Sequence[str], look_up: LookUp) -> None:
    """Rewrite a function in simpler forms; `look_up` says what a name stands for."""
    if isinstance(node, ast.Lambda):
        for one in ast.walk(node):
            _display_as_tuple(one)
        return
    rewriter = _Rewriter(look_up, node.body, parameters)
    made = rewriter.statements(node.body)
    node.body = [ast.fix_missing_locations(one) for one in _separated(made, parameters, rewriter)]


class _Rewriter:
    """Rewrites the statements of one function."""

    def __init__(self, look_up: LookUp, nodes: list[ast.stmt], parameters: Sequence[str]) -> None:
        """Prepare for a function; `nodes` are all of its statements."""
        self._look_up = look_up
        self._local = _stored(nodes) | {*parameters}
        self._used = {one.id for node in nodes for one in _names(node)} | self._local
        self._parameters = parameters
        self._made = 0

    def name(self, what: str) -> str:
        """Return a name that the function uses neither for a variable nor for an outer object."""
        while True:
            self._made += 1
            found = f"{what}__d{self._made}"
            if found not in self._used:
                return found

    def stands_for(self, node: ast.expr, things: Sequence[object]) -> bool:
        """Say whether an expression, a name or an attribute of a module, stands for one of these things."""
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

    def statements(self, nodes: list[ast.stmt]) -> list[ast.stmt]:
        """Return statements in simpler forms."""
        return [one for node in nodes for one in self._statement(node)]

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        for one in ast.walk(node):
            _display_as_tuple(one)
            self._argument_as_tuple(one)
        for rewritten in (self._chosen(node), self._spelled(node)):
            if rewritten is not None:
                return self.statements(rewritten)
        if isinstance(node, ast.If | ast.While | ast.For):
            node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        if isinstance(node, ast.For):
            return self._for(node)
        return [node]

    # a condition chooses

    def _chosen(self, node: ast.stmt) -> list[ast.stmt] | None:
        """Return an `if` for a statement whose list is chosen by a condition, None for others."""
        if isinstance(node, ast.For) and isinstance(node.iter, ast.IfExp):
            name = self.name("chosen")
            over = node.iter
            for branch in ("body", "orelse"):
                found = getattr(over, branch)
                if isinstance(found, ast.Tuple):  # of another length than the other one, perhaps
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
        """Say whether an expression is a list or a comprehension, at least in one branch."""
        if isinstance(node, ast.IfExp):
            return self._makes_list(node.body) or self._makes_list(node.orelse)
        if isinstance(node, ast.Call):
            return self.stands_for(node.func, _MAKES_LISTS)
        return isinstance(node, ast.List | ast.ListComp | ast.GeneratorExp)

    def _argument_as_tuple(self, node: ast.AST) -> None:
        """Rewrite a list as a tuple if a builtin only reads it."""
        if not isinstance(node, ast.Call) or len(node.args) != 1 or not isinstance(node.args[0], ast.List):
            return
        elements = node.args[0].elts
        plain = elements and not any(isinstance(one, ast.Starred) for one in elements)
        if plain and self.stands_for(node.func, _TAKE_LISTS):
            node.args[0] = ast.copy_location(ast.Tuple(elements, ast.Load()), node.args[0])

    # comprehensions over what only a loop may go over

    def _spelled(self, node: ast.stmt) -> list[ast.stmt] | None:
        """Return a statement with a loop in place of its comprehension, None if no loop is needed."""
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
        """Say whether a comprehension goes over one of the calls that are written as loops, at any depth."""
        if not isinstance(node, ast.GeneratorExp | ast.ListComp):
            return False
        over = [part.iter for part in node.generators]
        return any(self._is_spelled(one) or self._asks_for_loop(one) for one in over)

    def _is_spelled(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and self.stands_for(node.func, _SPELLED)

    def _yields(self, over: ast.expr, node: ast.stmt) -> list[ast.stmt] | None:
        """Return the loops that yield what a generator does, or the elements of `itertools.chain` one after another."""
        parts = self._chain(over)
        if parts is not None:
            found: list[ast.stmt] = [ast.Expr(ast.copy_location(ast.YieldFrom(one), one)) for one in parts]
            return [ast.copy_location(one, node) for one in found]
        if self._is_spelled(over) or (self._asks_for_loop(over) and isinstance(over, ast.GeneratorExp)):
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
        """Return the loops of a generator with the body of the loop over it inside them."""
        bind = _placed(ast.Assign([node.target], made.elt), node)
        loop = self._loops_of(made, [bind, *node.body], node)
        loop.orelse = node.orelse
        return [loop]

    def _loops_of(self, made: ast.GeneratorExp | ast.ListComp, body: list[ast.stmt], node: ast.stmt) -> ast.For:
        """Return the loops of a comprehension around statements, with names that no other variable has."""
        names = {one.id: self.name(one.id) for part in made.generators for one in _names(part.target)}
        first = made.generators[0].iter
        made.generators[0].iter = ast.Constant(0)  # which names no variable of the comprehension
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
        if self._is_spelled(over) and not node.orelse and not breaks(node.body):
            loops = self._product(node) or self._chained(node)
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
        if marks and breaks(node.body) and (isinstance(over, ast.ListComp) or self._only_looks(over)):
            return self._marked(node)
        return [node]

    def _only_looks(self, node: ast.expr) -> bool:
        """Say whether it changes nothing to run a generator to its end, although Python would not."""
        calls = [one for one in ast.walk(node) if isinstance(one, ast.Call)]
        named = any(isinstance(one, ast.NamedExpr) for one in ast.walk(node))
        return not named and all(self.stands_for(one.func, _LOOKING) for one in calls)

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
        """Return the nested loops for `itertools.product`, if each collection is the same each time."""
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
        names = [self.name("part") for _ in parts]
        every = ast.Tuple([ast.Name(name, ast.Load()) for name in names], ast.Load())
        body: list[ast.stmt] = [_placed(ast.Assign([node.target], every), node), *node.body]
        for name, part in reversed([*zip(names, parts, strict=True)]):
            loop = _placed(ast.For(ast.Name(name, ast.Store()), part, body, []), node)
            _display_as_tuple(loop)
            body = [loop]
        return body

    def _stay(self, nodes: Sequence[ast.expr], stored: set[str]) -> bool:
        """Say whether expressions have the same elements each time that a loop evaluates them."""
        if any(map(_may_raise, nodes[1:])):  # Python works them out even where the loop over the first has no element
            return False
        outside = all(not isinstance(node, ast.Name) or self._is_outside(node) for node in nodes)
        known = all(isinstance(node, ast.Name | ast.Call | ast.Tuple | ast.List) for node in nodes)
        return outside and known and all(self._may_wait(node, stored) for node in nodes)

    def _may_wait(self, node: ast.expr, stored: set[str]) -> bool:
        """Say whether an expression is the same after statements that give these names other values."""
        if isinstance(node, ast.GeneratorExp):  # of which this alone is worked out at once
            node = node.generators[0].iter
        if isinstance(node, ast.Call) and (node.keywords or not self.stands_for(node.func, [range])):
            return False
        inside = [one for part in (node.args if isinstance(node, ast.Call) else [node]) for one in ast.walk(part)]
        changing = (ast.Call, ast.Subscript, ast.Attribute, ast.NamedExpr, ast.Starred, ast.ListComp, ast.SetComp)
        return not any(isinstance(one, changing) for one in inside) and not stored & {one.id for one in _names(node)}

    def _is_outside(self, node: ast.Name) -> bool:
        """Say whether a name is that of a tuple, list or range of the module."""
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
        later = over.args[1:]  # worked out at once by Python, even where the loop ends in the first
        waits = all(self._may_wait(one, stored or set()) and not _may_raise(one) for one in later)
        return over.args if fits and waits else None

    def _chained(self, node: ast.For) -> list[ast.stmt] | None:
        """Return one loop after another for `itertools.chain`."""
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
        """Return an endless loop that counts."""
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
    """Say whether a lambda has one parameter and no variables of its own: then its body may stand in a loop."""
    given = node.args
    further = [*given.posonlyargs, *given.defaults, *given.kwonlyargs]
    names = any(isinstance(one, ast.NamedExpr) for one in ast.walk(node.body))
    return len(given.args) == 1 and not further and given.vararg is None and given.kwarg is None and not names


def _may_raise(node: ast.expr) -> bool:
    """Say whether the evaluation of numbers, a range or a tuple may raise an exception."""
    if isinstance(node, ast.GeneratorExp):  # of which this alone is worked out at once
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
    """Rewrite a list that is only looped over as a tuple."""
    if isinstance(node, ast.For | ast.comprehension):
        field = "iter"
    elif isinstance(node, ast.YieldFrom):
        field = "value"
    else:
        return
    found = getattr(node, field)
    if isinstance(found, ast.List) and not any(isinstance(one, ast.Starred) for one in found.elts):
        setattr(node, field, ast.copy_location(ast.Tuple(found.elts, ast.Load()), found))


def is_one_loop(node: ast.expr) -> bool:
    """Say whether a loop over a generator becomes one loop, which `break` leaves as it leaves the generator."""
    inner = (ast.GeneratorExp, ast.ListComp, ast.SetComp)
    return (
        isinstance(node, ast.GeneratorExp)
        and len(node.generators) == 1
        and not isinstance(node.generators[0].iter, inner)
    )


def breaks(nodes: list[ast.stmt]) -> bool:
    """Say whether a `break` in these statements ends the loop that they are the body of."""
    for node in nodes:
        if isinstance(node, ast.Break):
            return True
        inside = [] if isinstance(node, _LOOPS) else getattr(node, "body", [])
        if breaks([*inside, *getattr(node, "orelse", [])]):
            return True
    return False


def _with_mark(nodes: list[ast.stmt], mark: str) -> list[ast.stmt]:
    """Return the body of a loop in which the mark is set where `break` stood."""
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
    """Give a parameter that becomes a list, in a statement of the function itself, another name from there on.

    A generator or function that was written before may look the name up later: then the parameter keeps it.
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
    """Say whether an expression is visibly a list."""
    called = isinstance(node, ast.Call) and rewriter.stands_for(node.func, _MAKES_LISTS)
    return called or isinstance(node, ast.List | ast.ListComp)


def _is_late(node: ast.AST) -> bool:
    """Say whether names in this expression may be evaluated later than the statements that follow it."""
    return isinstance(node, ast.Lambda | ast.FunctionDef | ast.GeneratorExp)


def _stored(nodes: list[ast.stmt]) -> set[str]:
    """Return the names of all variables."""
    every = [one for node in nodes for one in _names(node)]
    return {one.id for one in every if not isinstance(one.ctx, ast.Load)}


def _names(node: ast.AST) -> list[ast.Name]:
    return [one for one in ast.walk(node) if isinstance(one, ast.Name)]


def _renamed(node: Node, names: dict[str, str]) -> Node:
    """Give variables other names; those of a comprehension or lambda of the same name are other variables."""
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
