"""Translates loops of a user's function, and collections whose elements are made one by one."""

from __future__ import annotations

import ast
import builtins
from copy import deepcopy
from types import CodeType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from grundy.compiled.calls import COLLECTED, Calls
from grundy.compiled.kinds import NUMBER, ListVariable, Refusal, Static, TableRow, TupleKind, TypedText
from grundy.core import components

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Body = Callable[["TypedText | ast.expr"], None]


class Loops(Calls):
    """Translates loops."""

    mode: str  # "options" and "parts" write into the arena, "marks" marks values, "value" returns, "each" yields
    result: Any  # the kind of what is returned or yielded
    lines: list[str]
    depth: int  # of the lines
    names: frozenset[str]  # all names in the function
    scopes: int  # is added to the names of the variables of a comprehension, another number for each comprehension

    @property
    def is_of_options(self) -> bool:
        """Whether options are yielded. Repeated options make no difference."""
        return self.mode in {"options", "marks", "moves"}

    def write(self, line: str) -> None:
        """Write a line."""
        self.lines.append("    " * self.depth + line)

    def spend(self, steps: str, node: ast.AST) -> None:
        """Write the count of steps of a loop. The function returns if not enough steps are left."""
        self.write(f"if spent({steps}, {self.line(node)}):")
        self.depth += 1
        self.leave()
        self.depth -= 1

    @staticmethod
    def inside(nodes: Sequence[ast.stmt]) -> Iterator[ast.AST]:
        """Yield all nodes inside of statements, also inside of inner loops."""
        for node in nodes:
            yield from ast.walk(node)

    def wins(self, nodes: Sequence[ast.stmt]) -> bool:
        """Return whether statements may end the game, which ends the function as well."""
        return any(self.is_call_of(one, components.win) for one in self.inside(nodes) if isinstance(one, ast.Call))

    def each(self, node: ast.expr, body: Body, *, early: bool, twice: bool = False) -> None:
        """Write a loop over a collection. `early` says that the loop may end before its last element.

        Elements of a set may come in another order than in Python, and equal elements may come several times. So a set
        is refused, unless `twice` says that this makes no difference, or all its elements are constants.
        """
        known = isinstance(node, ast.Set) and self._is_known(node)
        if isinstance(node, ast.Set | ast.SetComp) and not twice and not known:
            raise Refusal("set", node)
        if isinstance(node, ast.Set) and known:
            self._over(
                TypedText("", Static(self._in_order({self.known(one) for one in node.elts}))), node, body, early=early
            )
        elif isinstance(node, COLLECTED):
            self._comprehension(node, body, early=early, twice=twice)
        elif self.makes_list(node):
            self.over_list(self.made_list(node), node, body)
        elif isinstance(node, ast.Call) and not self._is_tuple_call(node):
            self._over_call(node, body, early=early)
        elif isinstance(node, ast.Tuple | ast.Set) and not self._is_known(node):
            self._over_parts(self.parts(ast.copy_location(ast.Tuple(node.elts, ast.Load()), node)), node, body)
        else:
            self._over(self.code(node), node, body, early=early)

    def each_of(self, node: ast.expr, body: Body, changing: Sequence[ast.AST], *, early: bool, twice: bool) -> None:
        """Write a loop as `each` does. `changing`, which runs for each element, may change what the collection reads.

        Python makes the whole list of a comprehension before the first element is used. Then the translation does so as
        well, or refuses the loop. A generator makes each element when it is used.
        """
        bound, changed = _assigned_names(changing), self.changed_names(changing)
        bound |= {name for name in changed if self._is_tuple_named(name)}  # += makes a new tuple
        made = [one for one in ast.walk(node) if isinstance(one, ast.ListComp | ast.SetComp)]
        early_made = any((bound | changed) & _read(one) for one in made)
        early_made |= any(self.lists_changed([one]) & (_names(changing) | changed) for one in made)
        replaced = [] if self.makes_list(node) else self._replaced(node, bound)
        early_calls = [one for one in self.looped_over(node) if self.is_made_early(one, changed)]
        if early_calls == [node] and not self.is_lazy(node):
            self.over_list(self.made_list(node), node, body)
            return
        if early_calls:
            raise Refusal("loop", node, text=ast.unparse(node))
        if isinstance(node, ast.ListComp if early_made else ast.Name) and (early_made or replaced):
            if not early_made and replaced[0].id in changed and not self._is_tuple_named(replaced[0].id):
                raise Refusal("loop", node, text=ast.unparse(node))
            self.over_list(self.made_list(node), node, body)
        elif early_made or replaced:
            raise Refusal("loop", node, text=ast.unparse(node))
        else:
            self.each(node, body, early=early, twice=twice)

    def _is_tuple_named(self, name: str) -> bool:
        kind = self.kinds.get(name)
        return isinstance(kind, ListVariable) and kind.is_tuple

    def looped_over(self, node: ast.expr) -> Iterator[ast.Call]:
        """Yield the calls whose elements a loop over an expression makes step by step."""
        if isinstance(node, ast.Call):
            yield node
            if self.is_builtin(node) and not self.makes_list(node):
                for one in node.args:
                    yield from self.looped_over(one)
        elif isinstance(node, COLLECTED):
            for part in node.generators:
                yield from self.looped_over(part.iter)

    def is_made_early(self, node: ast.Call, changed: set[str]) -> bool:
        """Return whether Python makes the elements of a call before the loop changes their lists."""
        given = {one.id for one in (*node.args, *(two.value for two in node.keywords)) if isinstance(one, ast.Name)}
        given = {name for name in given & changed if isinstance(self.kinds.get(name), ListVariable)}
        if not given or self.is_builtin(node):
            return False
        source = self.program.source(self.callee(node))
        every = [one for statement in source.body for one in ast.walk(statement)]
        over = [one.iter for one in every if isinstance(one, ast.For | ast.comprehension)]
        over += [one.value for one in every if isinstance(one, ast.YieldFrom)]
        calls = [one for part in over for one in ast.walk(part) if isinstance(one, ast.Call)]
        names = [one.func.id if isinstance(one.func, ast.Name) else "" for one in calls]
        made = any(isinstance(one, ast.ListComp | ast.SetComp) for one in every)
        return made or not source.is_generator or not {*names} <= {"range", "enumerate", "reversed"}

    def _replaced(self, node: ast.expr, bound: set[str]) -> list[ast.Name]:
        """Return the names of lists in an expression that may get another list, which takes the same place in `run`."""
        names = [one for one in ast.walk(node) if isinstance(one, ast.Name) and one.id in bound]
        return [one for one in names if self.list_of(one) is not None]

    def is_lazy(self, node: ast.expr) -> bool:
        """Return whether a called function may make its elements one by one."""
        source = self.program.source(self.callee(node)) if isinstance(node, ast.Call) else None
        every = [] if source is None else [one for statement in source.body for one in ast.walk(statement)]
        made = [one.value for one in every if isinstance(one, ast.Return)]
        return source is None or source.is_generator or not all(isinstance(one, ast.ListComp) for one in made)

    def remembers(self, nodes: Sequence[ast.stmt]) -> bool:
        """Return whether statements do more than yield, so that their order and number of runs may matter."""
        leaves = (ast.Return, ast.Break)
        stores = any(isinstance(one, leaves) or _is_stored(one) for one in self.inside(nodes))
        return stores or self.may_change(nodes)

    def changed_names(self, nodes: Sequence[ast.AST]) -> set[str]:
        """Return the names of what nodes may change, with all names of the same lists."""
        found: set[str] = set()
        for one in (inner for node in nodes for inner in ast.walk(node)):
            if isinstance(one, ast.Subscript) and isinstance(one.ctx, ast.Store) and isinstance(one.value, ast.Name):
                found.add(one.value.id)
            elif isinstance(one, ast.AugAssign) and isinstance(one.target, ast.Name):
                found.add(one.target.id)
            elif isinstance(one, ast.Call) and not self.is_builtin(one):
                taken = [*one.args, *(two.value for two in one.keywords)]
                taken += [one.func.value] if isinstance(one.func, ast.Attribute) else []
                found.update(name.id for name in taken if isinstance(name, ast.Name))
        lists = [kind for name in found if isinstance(kind := self.kinds.get(name), ListVariable)]
        return found | {name for name, kind in self.kinds.items() if any(kind is one for one in lists)}

    def lists_changed(self, nodes: Sequence[ast.AST]) -> set[str]:
        """Return the names of lists that may be changed."""
        return {name for name in self.changed_names(nodes) if isinstance(self.kinds.get(name), ListVariable)}

    def may_change(self, nodes: Sequence[ast.AST]) -> bool:
        """Return whether nodes may change a list."""
        return bool(self.lists_changed(nodes))

    def is_builtin(self, node: ast.Call) -> bool:
        """Return whether a call has the name of a builtin, which changes no list."""
        return isinstance(node.func, ast.Name) and self.is_call_of(node, vars(builtins).get(node.func.id, _no_builtin))

    def _is_known(self, node: ast.expr) -> bool:
        elements = node.elts if isinstance(node, ast.Tuple | ast.Set) else []
        return all(isinstance(self.code(one).kind, Static) for one in elements)

    def _is_constant(self, node: ast.expr) -> bool:
        """Return whether an expression is a tuple, list or range that is known before the program runs."""
        kind = None if isinstance(node, COLLECTED) else self.code(node).kind
        return isinstance(kind, Static) and isinstance(kind.value, tuple | list | range)

    def _is_tuple_call(self, node: ast.Call) -> bool:
        """Return whether a call of a builtin returns a tuple, or a list that is stored as a tuple."""
        return self.callee(node) in (tuple, sorted)

    def _in_order(self, elements: set[Any]) -> tuple[Any, ...]:
        """Return the elements of a set display in the order of Python, which may have made it with the function."""
        waiting = [self.source.function.__code__]
        while waiting:
            for one in waiting.pop().co_consts:
                if isinstance(one, frozenset) and one == elements:
                    return tuple(one)
                waiting += [one] if isinstance(one, CodeType) else []
        return tuple(elements)

    def _over(self, code: TypedText, node: ast.expr, body: Body, *, early: bool) -> None:
        """Write a loop over a tuple, a list or a row of a table. A constant set has the order that it has in Python."""
        if isinstance(code.kind, Static) and isinstance(code.kind.value, set | frozenset):
            code = TypedText("", Static(tuple(code.kind.value)))
        if isinstance(code.kind, Static) and isinstance(code.kind.value, tuple | list | range) and not code.kind.value:
            self._over_nothing()
            return
        code = self.plain(code, node)
        if isinstance(code.kind, TupleKind):
            self._over_parts(code, node, body)
            return
        if isinstance(code.kind, ListVariable):
            self.over_list(code.kind, node, body)
            return
        if not isinstance(code.kind, TableRow):
            raise Refusal("loop", node, text=ast.unparse(node))
        starts, row = f"table{code.kind.table}_{code.kind.depth}", self.kept_text(code.text)
        number = self.program.name("i")
        kind = code.kind
        if not early:
            self.spend(f"{starts}[{row} + 1] - {starts}[{row}]", node)
        self.write(f"for {number} in range({starts}[{row}], {starts}[{row} + 1]):")
        self.inner(lambda: body(self.element(kind, number)), node if early else None)

    def _over_nothing(self) -> None:
        """Write a loop without elements, to which an `else` may belong."""
        self.write("for _ in range(0):")
        self.write("    pass")

    def kept_text(self, text: str) -> str:
        """Return a text that is a name or a number. Any other text is assigned to a new variable first."""
        if text.isidentifier() or text.isdigit():
            return text
        name = self.program.name("t")
        self.write(f"{name} = {text}")
        return name

    def _over_parts(self, code: TypedText, node: ast.expr, body: Body) -> None:
        """Write a loop over a tuple whose elements are of one kind."""
        assert isinstance(code.kind, TupleKind)
        if not code.kind.kinds:
            self._over_nothing()
            return
        kind = self.one_kind(code.kind)
        if kind is None:
            raise Refusal("loop", node, text=ast.unparse(node))
        name = self.program.name("t")
        self.write(f"for {name} in {self.fitted(code, TupleKind((kind,) * len(code.kind.kinds))).text}:")
        self.inner(lambda: body(TypedText(name, kind)), None)

    def inner(self, write_body: Callable[[], None], spending: ast.AST | None) -> None:
        """Write the body of a loop, which may never run. With `spending`, each pass counts as a step."""
        before = set(self.assigned)
        self.depth += 1
        if spending is not None:
            self.spend(self.program.constant(1), spending)
        self.write("pass")
        write_body()
        self.depth -= 1
        self.assigned = before

    def _over_call(self, node: ast.Call, body: Body, *, early: bool) -> None:
        function = self.callee(node)
        if function is range:
            self._over_range(node, body, early=early)
        elif function is enumerate and node.args and all(one.arg == "start" for one in node.keywords):
            self._over_enumerate(node, body, early=early)
        elif function is reversed and len(node.args) == 1 and not node.keywords:
            self._over_reversed(node, body, early=early)
        elif function is zip and node.args and all(map(self._is_constant, node.args)):
            self._over(
                TypedText("", Static(tuple(zip(*map(self.known, node.args), strict=False)))), node, body, early=early
            )
        elif not isinstance(function, FunctionType | MethodType) and not hasattr(function, "__wrapped__"):
            raise self.no_call(node, function)
        else:
            text, made = self.own_call("each", function, node)
            assert made.kind is not None
            name = self.program.name("t")
            self.write(f"for {name} in {text}:")
            kind = made.kind
            self.inner(lambda: body(TypedText(name, kind)), node)

    def _over_range(self, node: ast.Call, body: Body, *, early: bool) -> None:
        if not 1 <= len(node.args) <= 3 or node.keywords:
            raise Refusal("call", node, text=ast.unparse(node))
        ends = [self.kept_text(self.number(one)) for one in node.args]
        zero, unit = self.program.constant(0), self.program.constant(1)
        start, stop, step = (
            (zero, ends[0], unit) if len(ends) == 1 else (*ends, unit) if len(ends) == 2 else tuple(ends)
        )
        if len(ends) == 3:
            self.write(f"if {step} == 0:")
            self.depth += 1
            self.write(f"fail(ZERO, {self.line(node)})")
            self.leave()
            self.depth -= 1
        if not early:
            self.spend(f"steps_of({start}, {stop}, {step})", node)
        name = self.program.name("i")
        self.write(f"for {name} in range({start}, {stop}{'' if len(ends) < 3 else f', {step}'}):")
        self.inner(lambda: body(TypedText(name, NUMBER)), node if early else None)

    def _over_enumerate(self, node: ast.Call, body: Body, *, early: bool) -> None:
        starts = [*node.args[1:], *(one.value for one in node.keywords)]
        start = self.number(starts[0]) if starts else "0"
        if len(starts) > 1 or self.program.changes(start):
            raise Refusal("call", node, text=ast.unparse(node))
        counter = self.program.name("c")
        self.write(f"{counter} = {start} - 1")

        def counted(item: TypedText | ast.expr) -> None:
            code = item if isinstance(item, TypedText) else self.stored(item)
            code = self.as_parts(code, node)
            self.write(f"{counter} += 1")
            body(TypedText(f"({counter}, {code.text})", TupleKind((NUMBER, code.kind))))

        self.each(node.args[0], counted, early=early)

    def _over_reversed(self, node: ast.Call, body: Body, *, early: bool) -> None:
        inner = node.args[0]
        if (
            isinstance(inner, ast.Call)
            and self.callee(inner) is range
            and 1 <= len(inner.args) <= 2
            and not inner.keywords
            and not (len(inner.args) > 1 and any(self.program.changes(self.code(one).text) for one in inner.args))
        ):
            one = ast.Constant(1)
            start = inner.args[0] if len(inner.args) == 2 else ast.Constant(0)
            ends = [ast.BinOp(end, ast.Sub(), one) for end in (inner.args[-1], start)]
            made = ast.Call(inner.func, [*ends, ast.UnaryOp(ast.USub(), one)], [])
            self._over_range(ast.fix_missing_locations(ast.copy_location(made, node)), body, early=early)
            return
        code = self.code(inner)
        if isinstance(code.kind, Static) and isinstance(code.kind.value, tuple | list | range):
            self._over(TypedText("", Static(tuple(reversed(code.kind.value)))), node, body, early=early)
            return
        raise Refusal("loop", node, text=ast.unparse(node))

    def _comprehension(self, node: ast.expr, body: Body, *, early: bool, twice: bool) -> None:
        """Write the loops of a comprehension."""
        node = self._renamed(deepcopy(node))
        assert isinstance(node, COLLECTED)
        generators, element = node.generators, node.elt

        def inner(place: int) -> None:
            if place == len(generators):
                body(element)
                return
            one = generators[place]
            if one.is_async:
                raise Refusal("expression", node, name="async")

            def bound(item: TypedText | ast.expr) -> None:
                self.bind(one.target, item if isinstance(item, TypedText) else self.stored(item))
                depth = self.depth
                for test in one.ifs:
                    self.write(f"if {self.test(test)}:")
                    self.depth += 1
                inner(place + 1)
                self.depth = depth

            changing = [one.target, element, *one.ifs, *generators[place + 1 :]]
            self.each_of(one.iter, bound, changing, early=early, twice=twice)

        inner(0)

    def _renamed(self, node: ast.expr) -> ast.expr:
        """Give the variables of a comprehension names that no others have, the same ones in each translation."""
        assert isinstance(node, COLLECTED)
        targets = {one.id for part in node.generators for one in ast.walk(part.target) if isinstance(one, ast.Name)}
        names: dict[str, str] = {}
        while not names or self.names & {*names.values()}:
            self.scopes += 1
            names = {name: f"{name}__{self.scopes}" for name in targets}
        outer = node.generators[0].iter
        kept = {id(one) for one in ast.walk(outer)}
        for one in ast.walk(node):
            if isinstance(one, ast.Name) and one.id in names and id(one) not in kept:
                one.id = names[one.id]
        self.local |= set(names.values())
        return node

    def list_of(self, node: ast.expr) -> ListVariable | None:
        """Return the list that a name stands for, None for other expressions."""
        raise NotImplementedError

    def over_list(self, listed: ListVariable, node: ast.expr, body: Body) -> None:
        """Write a loop over a list."""
        raise NotImplementedError

    def makes_list(self, node: ast.expr) -> bool:
        """Return whether an expression makes a list, or a tuple whose length is not known beforehand."""
        raise NotImplementedError

    def made_list(self, node: ast.expr) -> ListVariable:
        """Write a list without a name, with the elements of an expression; return it."""
        raise NotImplementedError

    def leave(self) -> None:
        """Write a `return`. Its value, if there is one, is not used."""
        raise NotImplementedError

    def bind(self, target: ast.expr, code: TypedText) -> None:
        """Write the assignment of a value to a variable, or of its elements to several."""
        raise NotImplementedError

    def yielded(self, node: ast.expr) -> bool:
        """Write the use of a yielded value; return whether the function ends there."""
        raise NotImplementedError

    def yielded_from(self, node: ast.expr) -> None:
        """Write the use of the values of a `yield from`."""
        raise NotImplementedError


def _no_builtin() -> None:
    """Stands for an object that is no builtin."""


def _names(nodes: Sequence[ast.AST]) -> set[str]:
    return {one.id for node in nodes for one in ast.walk(node) if isinstance(one, ast.Name)}


def _is_stored(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _assigned_names(nodes: Sequence[ast.AST]) -> set[str]:
    """Return the names to which nodes assign, without those of `+=`, which changes a list in its place."""
    every = [one for node in nodes for one in ast.walk(node)]
    added = {id(one.target) for one in every if isinstance(one, ast.AugAssign)}
    return {one.id for one in every if isinstance(one, ast.Name) and _is_stored(one) and id(one) not in added}


def _read(node: ast.ListComp | ast.SetComp) -> set[str]:
    """Return the names that a comprehension reads, without its own variables."""
    own = {one.id for part in node.generators for one in ast.walk(part.target) if isinstance(one, ast.Name)}
    names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    return names - own | {one.id for one in ast.walk(node.generators[0].iter) if isinstance(one, ast.Name)}
