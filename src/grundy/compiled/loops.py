"""Translates what can be looped over, comprehensions, and rows with the elements of a loop."""

from __future__ import annotations

import ast
import itertools
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from grundy.compiled.expressions import Expressions
from grundy.compiled.kinds import (
    NUMBER,
    Number,
    Refusal,
    Row,
    Static,
    TupleKind,
    TypedText,
    common,
    kind_of,
    width,
)
from grundy.compiled.values import Later

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grundy.compiled.program import ProgramFunction

    Body = Callable[[TypedText], None]

COLLECTED = (ast.GeneratorExp, ast.ListComp, ast.SetComp)
_PRODUCTS = (itertools.product, itertools.combinations)
_MOST_NUMBERS = 2**20  # most numbers of a range that is stored
_MOST_PARTS = 8  # most loops inside each other for one loop, most copies of a body


@dataclass(frozen=True)
class Iterable:
    """What can be looped over: `run` writes the loops around a body, which a mark ends if it has a name."""

    run: Callable[[Body, str], None]
    nested: bool = False  # whether there are several loops: a break needs a mark
    unordered: bool = False  # whether the order is that of a set, which is another one in Python
    row: TypedText | None = None  # the elements, if they exist as a row or as numbers in a tuple
    count: str = ""  # how many elements a range or nothing has


class Loops(Expressions):
    """Translates loops."""

    mode: str  # "options" and "parts" write into the arena, "value" returns, "each" yields
    key: Any  # of this function with its arguments, in what passes find
    names: frozenset[str]  # all names in the function
    scopes: int  # is added to the names of the variables of a comprehension, another number for each comprehension
    unordered: bool  # whether the function yields values in the order of a set
    callee: Callable[[ast.Call], Any]  # the function that is called, None for a method of a value
    own_call: Callable[..., tuple[str, ProgramFunction]]  # the text of a call of a function of the user

    @property
    def is_of_options(self) -> bool:
        """Whether options are yielded, whose order makes no difference."""
        return self.mode in {"options", "parts"}

    def spend(self, steps: str, node: ast.AST) -> None:
        """Write the count of steps of a loop. The function returns if not enough steps are left."""
        self.write(f"if spent({steps}, {self.line(node)}):")
        with self.indented():
            self.leave()

    def _inside(self, head: str, make: Callable[[], None]) -> None:
        """Write a loop, whose body may never run."""
        before = set(self.assigned)
        self.write(head)
        with self.indented():
            make()
        self.assigned = before

    # what can be looped over

    def over(self, node: ast.expr) -> Iterable:
        """Return what an expression gives to a loop; what Python evaluates before the loop is written."""
        if isinstance(node, ast.GeneratorExp):
            return self._generated(node)
        if isinstance(node, ast.Call):
            found = self._over_call(node)
            if found is not None:
                return found
        return self.over_code(self.code(node), node)

    def over_code(self, code: TypedText, node: ast.AST) -> Iterable:
        """Return what a value gives to a loop."""
        given = code.kind.value if isinstance(code.kind, Static) else None
        if isinstance(given, dict):
            given = tuple(given)
        if isinstance(given, range):
            ends = [self.program.constant(one) for one in (given.start, given.stop, given.step)]
            return self._over_range(ends, node)
        if isinstance(given, tuple | list | set | frozenset) and not given:
            return Iterable(lambda *_: None, count="0")
        if isinstance(given, tuple | list | set | frozenset):  # a set has the order that it has in Python
            code = TypedText("", Static(tuple(given)))
            if len(given) <= 16 and all(isinstance(one, int) for one in given):
                code = self.plain(code, node)
        if isinstance(code.kind, TupleKind):
            one = common(code.kind.kinds)
            if one is None and code.kind.kinds:
                raise Refusal("loop", node, text=node)
            code = self.held(code)
            return Iterable(partial(self._run_tuple, code, one, node), row=code)
        row = self.held(self.row(code, node))
        return Iterable(partial(self._run_row, row, node), unordered=row.kind.is_set, row=row)

    def _run_tuple(self, code: TypedText, one: Any, node: ast.AST, body: Body, mark: str) -> None:
        del mark
        if not code.kind.kinds:
            return
        code = self.fitted(code, TupleKind((one,) * len(code.kind.kinds)), node)
        name = self.program.name("t")
        self._inside(f"for {name} in {code.text}:", lambda: body(TypedText(name, one)))

    def _run_row(self, row: TypedText, node: ast.AST, body: Body, mark: str) -> None:
        del mark
        at = self.program.name("i")
        if row.kind.element is None:
            self.write(f"if run[{row.text}] != 0:")
            with self.indented():
                self.fault(node)
            return

        def inside() -> None:
            if row.kind.form == "list":
                self.write(f"{at} += 1")
                self.spend(self.program.constant(1), node)
            elif row.kind.form == "set":  # Python does not let it change
                self.write(f"if run[{row.text}] != {count}:")
                with self.indented():
                    self.fault(node)
            place = f"{at} - 1" if row.kind.form == "list" else at
            size = width(row.kind.element)
            body(self.kept(self.element(row, f"({place})" if size > 1 else place, checked=False)))

        count = self.temp(f"run[{row.text}]", NUMBER).text
        if row.kind.form == "list":  # it may become longer while the loop runs
            self.write(f"{at} = 0")
            self._inside(f"while {at} < run[{row.text}]:", inside)
        else:
            self.spend(count, node)
            self._inside(f"for {at} in range({count}):", inside)

    def _over_range(self, ends: list[str], node: ast.AST, *, step: int | None = None) -> Iterable:
        start, stop, by = ends

        def run(body: Body, mark: str) -> None:
            early = bool(mark) or self.leaves_early
            if not early:
                self.spend(f"steps_of({start}, {stop}, {by})", node)
            name = self.program.name("i")

            def inside() -> None:
                if early:
                    self.spend(self.program.constant(1), node)
                body(TypedText(name, NUMBER))

            end = "" if step == 1 else f", {by}"
            self._inside(f"for {name} in range({start}, {stop}{end}):", inside)

        return Iterable(run, count=f"steps_of({start}, {stop}, {by})")

    def _range(self, node: ast.Call) -> Iterable:
        if not 1 <= len(node.args) <= 3 or node.keywords:
            raise Refusal("call", node, text=node)
        codes = self.codes(node.args)
        ends = [
            self.held(TypedText(self.number(code, one), NUMBER)).text
            for code, one in zip(codes, node.args, strict=True)
        ]
        zero, unit = self.program.constant(0), self.program.constant(1)
        if len(ends) == 3:
            self.write(f"if {ends[2]} == 0:")
            with self.indented():
                self.fault(node)
            return self._over_range(ends, node)
        return self._over_range([zero, *ends, unit] if len(ends) == 1 else [*ends, unit], node, step=1)

    def _over_call(self, node: ast.Call) -> Iterable | None:
        """Return what a call gives to a loop step by step; None for a call that returns a value."""
        function = self.callee(node)
        plain = not node.keywords and not any(isinstance(one, ast.Starred) for one in node.args)
        if function is range:
            return self._range(node)
        if function is enumerate and node.args and all(one.arg == "start" for one in node.keywords):
            return self._enumerated(node)
        if function is reversed and plain and len(node.args) == 1:
            return self._reversed(node)
        if function is zip and plain and node.args:
            return self._zipped([self.over(one) for one in node.args], node)
        if function is map and plain and len(node.args) == 2:
            called = "one" if isinstance(node.args[0], ast.Constant) else "called(one)"
            return self._rewritten(f"({called} for one in over)", [], node, called=node.args[0], over=node.args[1])
        if function in _PRODUCTS:
            return self._product(function, node)
        if type(getattr(function, "__self__", None)) is dict and function.__name__ in {"items", "keys", "values"}:
            return self.over_code(TypedText("", Static(tuple(function()))), node)
        own = isinstance(function, FunctionType | MethodType) or hasattr(function, "__wrapped__")
        if own and self.program.source(function).gives_generator:
            return self._generator(*self.own_call("each", function, node), node)
        return None

    def _size(self, row: TypedText) -> int:
        return width(row.kind.element or NUMBER)

    def _generator(self, text: str, made: ProgramFunction, node: ast.Call) -> Iterable:
        """Return what a call of a generator yields."""
        if made.kind is None:
            raise Later

        def run(body: Body, mark: str) -> None:
            del mark
            name = self.program.name("t")

            def inside() -> None:
                self.spend(self.program.constant(1), node)
                body(TypedText(name, made.kind))

            self._inside(f"for {name} in {text}:", inside)

        return Iterable(run, unordered=made.unordered)

    def _enumerated(self, node: ast.Call) -> Iterable:
        inner = self.over(node.args[0])
        starts = [*node.args[1:], *(one.value for one in node.keywords)]
        start = self.held(TypedText(self.number(self.code(starts[0]), node), NUMBER)).text if starts else "0"
        counter = self.program.name("c")
        if inner.unordered:
            raise Refusal("order", node)

        def run(body: Body, mark: str) -> None:
            def counted(item: TypedText) -> None:
                self.write(f"{counter} += 1")
                body(self.parts([TypedText(counter, NUMBER), item], node))

            self.write(f"{counter} = {start} - 1")
            inner.run(counted, mark)

        return Iterable(run, inner.nested)

    def _zipped(self, parts: list[Iterable], node: ast.Call) -> Iterable:
        """Return the elements of several rows side by side; a list may change meanwhile."""
        if any(one.unordered for one in parts):
            raise Refusal("order", node)
        if any(one.row is None and not one.count for one in parts):
            raise Refusal("call", node, text=node)
        rows = [self.held(self.row(one.row, node) if one.row else self.row_of(one, "tuple", node)) for one in parts]
        if any(row.kind.element is None for row in rows):  # it is empty
            return Iterable(lambda *_: None)
        at = self.program.name("i")

        def run(body: Body, mark: str) -> None:
            del mark

            def inside() -> None:
                self.write(f"{at} += 1")
                self.spend(self.program.constant(1), node)
                items = [self.kept(self.element(row, f"({at} - 1)", checked=False)) for row in rows]
                body(self.parts(items, node))

            self.write(f"{at} = 0")
            self._inside(f"while {' and '.join(f'{at} < run[{row.text}]' for row in rows)}:", inside)

        return Iterable(run)

    def _reversed(self, node: ast.Call) -> Iterable:
        inner = node.args[0]
        row = self.row(self.code(inner), node)
        if row.kind.is_set:
            raise Refusal("order", node)
        return self._rewritten("(row0[i] for i in range(len(row0) - 1, -1, -1))", [row], node)

    def _product(self, function: Any, node: ast.Call) -> Iterable:
        count: Any = 1
        nodes = node.args
        try:
            if function is not itertools.product:
                nodes, count = node.args[:1], self.known(node.args[1])
            elif node.keywords:
                count = self.known(node.keywords[0].value) if node.keywords[0].arg == "repeat" else None
        except (KeyError, IndexError):
            count = None
        if type(count) is not int or not 0 < count * len(nodes) <= _MOST_PARTS or len(node.args) > len(nodes) + 1:
            raise Refusal("call", node, text=node)
        inner = [self.over(one) for one in nodes]
        rows = [self.row_of(one, "tuple", node, any_order=True) for one in inner] * count
        items, loops = "", ""
        for at in range(len(rows)):
            items += f"row{at}[i{at}], "
            first = f"i{at - 1} + 1" if function is itertools.combinations and at else "0"
            loops += f" for i{at} in range({first}, len(row{at}))"
        made = self._rewritten(f"(({items}){loops})", rows, node)
        return replace(made, unordered=any(one.unordered for one in inner))

    def _rewritten(self, text: str, rows: list[TypedText], node: ast.Call, **parts: ast.expr) -> Iterable:
        """Return what a comprehension gives to a loop; `row0`, `row1`, ... in it are rows."""
        if any(row.kind.element is None for row in rows):  # it is empty
            return Iterable(lambda *_: None)
        names = {f"row{at}": self.fresh(row, node) for at, row in enumerate(rows)}
        made: Any = ast.parse(text, mode="eval").body
        for one in ast.walk(made):
            ast.copy_location(one, node)
            for name, value in ast.iter_fields(one):
                if isinstance(value, ast.Name):
                    setattr(one, name, (names | parts).get(value.id, value))
                elif isinstance(value, list):
                    value[:] = [(names | parts).get(getattr(part, "id", ""), part) for part in value]
            if isinstance(one, ast.Name) and one.id in {"len", "range", "min"}:
                one.id = f"<{one.id}>"
        return self._generated(made)

    def fresh(self, item: TypedText, node: ast.AST) -> ast.Name:
        """Return the name of a new variable with a value."""
        name = f"{self.program.name('x')}__0"
        self.local.add(name)
        self.bind(ast.copy_location(ast.Name(name, ast.Store()), node), item)
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def end_at(self, mark: str) -> None:
        """Write the end of a loop in which a loop ended at a mark."""
        self.write(f"if {mark} != 0:")
        self.write("    break")

    # comprehensions

    def _generated(self, given: ast.expr) -> Iterable:
        """Return what a comprehension gives to a loop; its first collection is evaluated at once."""
        node: Any = self._renamed(deepcopy(given))
        generators = node.generators
        if any(one.is_async for one in generators):
            raise Refusal("expression", node, name="async")
        first = self.over(generators[0].iter)

        def run(body: Body, mark: str) -> None:
            any_order = self.any_order

            def level(number: int) -> None:
                if number == len(generators):
                    body(self.stored(node.elt))
                    return
                one = generators[number]
                inner = first if number == 0 else self.over(one.iter)
                if inner.unordered and not any_order:
                    raise Refusal("order", node)
                self.unordered |= inner.unordered

                def inside(item: TypedText) -> None:
                    self.any_order = False
                    self.bind(one.target, item)
                    depth = self.depth
                    for test in one.ifs:
                        self.write(f"if {self.test(test)}:")
                        self.depth += 1
                        self.write("pass")
                    level(number + 1)
                    if mark and number + 1 < len(generators):
                        self.end_at(mark)
                    self.depth = depth

                with setting(self, "any_order", any_order):
                    inner.run(inside, mark)

            level(0)

        return Iterable(run, first.nested or len(generators) > 1, first.unordered)

    def _renamed(self, node: Any) -> Any:
        """Give the variables of a comprehension names that no others have, the same ones in each translation."""
        targets = {one.id for part in node.generators for one in ast.walk(part.target) if isinstance(one, ast.Name)}
        names: dict[str, str] = {}
        while not names or self.names & {*names.values()}:
            self.scopes += 1
            names = {name: f"{name}__{self.scopes}" for name in targets}
            if not targets:
                break
        kept = {id(one) for one in ast.walk(node.generators[0].iter)}
        for one in ast.walk(node):
            if isinstance(one, ast.Name) and one.id in names and id(one) not in kept:
                one.id = names[one.id]
        self.local |= set(names.values())
        return node

    def _listcomp(self, node: ast.ListComp) -> TypedText:
        return self.row_of(self._generated(node), "list", node)

    def _setcomp(self, node: ast.SetComp) -> TypedText:
        with self.in_any_order():
            return self.row_of(self._generated(node), "set", node)

    # rows

    def site(self, node: ast.AST, kind: Row) -> frozenset[Any]:
        """Return where a list or set is made, by which its elements are known."""
        return frozenset({self._site(node, kind.form)}) if kind.changes else frozenset()

    def _site(self, node: Any, form: str) -> Any:
        place = [getattr(node, name, 0) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset")]
        return (*self.key, self.scopes, form, type(node).__name__, *place)

    def noted(self, kind: Row, element: Any = None) -> Row:
        """Return the kind of a list or set, after another element was noted where it is made."""
        found = element
        if element is not None and kind.element is not None:
            found = common([element, kind.element])
            if found is None:
                raise Refusal("two-kinds-list")
        found = found if found is not None else kind.element
        for site in kind.sites:
            known = self.program.found.get(site) if found is None else self.program.note(site, found)
            if known is None and found is not None:
                raise Refusal("two-kinds-list")
            found = known
        return Row(found, kind.form, kind.sites)

    def element_kind(self, code: TypedText, node: ast.AST) -> Any:
        """Return the kind that a value has as an element of a row."""
        kind = code.kind
        if isinstance(kind, Static):
            kind = kind_of(kind.value)
            if kind is None:
                raise Refusal("constant", node, name=type(code.kind.value).__name__)
        return NUMBER if isinstance(kind, Number) else kind

    def row_of(self, given: Iterable, form: str, node: ast.AST, *, any_order: bool = False) -> TypedText:
        """Return a row with the elements of a loop."""
        if given.unordered and form in {"list", "tuple", "str"} and not any_order:
            raise Refusal("order", node)
        made = "list" if form in {"set", "frozenset"} else form
        if given.row is not None:
            row = self.row(given.row, node)
            kind = self.noted(Row(row.kind.element, form, self.site(node, Row(None, form))))
            row = self.fitted(TypedText(row.text, Row(row.kind.element, form)), kind, node)
            if form in {"set", "frozenset"} and not given.unordered:
                return self.temp(self.of_row("as_set", kind, row.text, line=self.line(node)), kind)
            if kind.changes or (isinstance(given.row.kind, Row) and given.row.kind.changes):
                return self.temp(f"copied({row.text}, {width(kind.element or NUMBER)}, {self.line(node)})", kind)
            return row
        if given.count:  # a range, for which there may be no room
            self.fault_if(f"{given.count} > {self.program.constant(_MOST_NUMBERS)}", node, "CROWDED")
        row = self.new_row(Row(None, made), node)
        site = self._site(node, f"elements of {form}")

        def body(item: TypedText) -> None:
            element = self.program.note(site, self.element_kind(item, node))
            if element is None:
                raise Refusal("two-kinds", node, text=node)
            self.append(TypedText(row.text, Row(element, made)), item, node)

        given.run(body, "")
        element = self.program.found.get(site)
        kind = self.noted(Row(element, form, self.site(node, Row(None, form))))
        if form in {"set", "frozenset"}:
            return self.temp(self.of_row("as_set", kind, row.text, line=self.line(node)), kind)
        return TypedText(row.text, kind)

    def _list(self, node: ast.List) -> TypedText:
        return self.display(node, "list")

    def _set(self, node: ast.Set) -> TypedText:
        return self.display(node, "set")

    def display(self, node: Any, form: str) -> TypedText:
        """Return a row with the elements of a display; a tuple of known length if it can be one."""
        if not any(isinstance(one, ast.Starred) for one in node.elts):
            codes = self.codes(node.elts)
            return self._of_parts([self.as_stored(one, node) for one in codes], form, node)
        calls = any(isinstance(one, ast.Call | ast.NamedExpr) for one in ast.walk(node))
        codes = self.in_order([partial(self._with_star, one, copies=calls) for one in node.elts])
        rows = [one.kind for one, part in zip(codes, node.elts, strict=True) if isinstance(part, ast.Starred)]
        if form != "set" and any(isinstance(one, Row) and one.is_set for one in rows):
            raise Refusal("order", node)

        def run(body: Body, mark: str) -> None:
            for code, one in zip(codes, node.elts, strict=True):
                if isinstance(one, ast.Starred):
                    self.over_code(code, one).run(body, mark)
                else:
                    body(self.as_stored(code, one))

        return self.row_of(Iterable(run), form, node)

    def _with_star(self, node: ast.expr, *, copies: bool) -> TypedText:
        """Return an element, or what a star gives. It is copied if later elements may change it."""
        if not isinstance(node, ast.Starred):
            return self.code(node)
        if isinstance(node.value, ast.Call | ast.GeneratorExp):
            found = self.over(node.value)
            return found.row or self.row_of(found, "tuple", node, any_order=self.any_order)
        code = self.code(node.value)
        return self.copy(code, node) if copies and isinstance(code.kind, Row) else code

    def _of_parts(self, codes: list[TypedText], form: str, node: ast.AST) -> TypedText:
        """Return a row with some values."""
        kinds = [self.element_kind(one, node) for one in codes]
        element = self.one_of(kinds, node)
        kind = self.noted(Row(element, form, self.site(node, Row(None, form))))
        made = self.written([self.fitted(one, kind.element, node) for one in codes], kind, node)
        if form in {"set", "frozenset"}:
            return self.temp(self.of_row("as_set", kind, made.text, line=self.line(node)), kind)
        return made

    # order

    any_order: bool  # whether what is being made does not depend on the order of a loop
    leaves_early: bool  # whether the present loop may end before its last element

    def in_any_order(self) -> Any:
        """Translate what does not depend on the order of its elements."""
        return setting(self, "any_order", value=True)


@contextmanager
def setting(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Set an attribute for a while."""
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)
