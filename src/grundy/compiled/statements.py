"""Translates the statements of a user's function to text for Numba."""

from __future__ import annotations

import ast
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any

from grundy.compiled.calls import Calls
from grundy.compiled.kinds import (
    NUMBER,
    Number,
    Refusal,
    Row,
    Static,
    TupleKind,
    TypedText,
    Wide,
    has_wide,
    zero_text,
)
from grundy.compiled.loops import setting
from grundy.compiled.values import Later
from grundy.core import components

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grundy.compiled.kinds import Kind

_COMMUTES = (ast.Add, ast.BitOr, ast.BitAnd, ast.BitXor, ast.Mult)
RESULT = "<result>"  # the key of the function's result, beside the names of its variables
_ZERO = "<zero>"  # is replaced, when the kind of the result is known, by a value of this kind
_NAMES = {
    ast.Try: "try",
    ast.With: "with",
    ast.Global: "global",
    ast.Nonlocal: "nonlocal",
    ast.Import: "import",
    ast.ImportFrom: "import",
    ast.ClassDef: "class",
    ast.Delete: "del",
    ast.Match: "match",
}


class Statements(Calls):
    """Translates the statements of one function. Each `_do_` method says whether the next statement is unreachable."""

    result: Any  # the kind of what is returned or yielded
    yielded: Callable[[ast.expr], bool]  # writes the use of a yielded value; returns whether the function ends there
    yielded_from: Callable[[ast.expr], None]  # writes the use of the values of a `yield from`
    marks: list[str]  # for each loop around the present statement the mark that ends it, "" where `break` does

    def run(self, nodes: Sequence[ast.stmt]) -> bool:
        """Write statements up to one after which nothing is reached; return whether their end is reached."""
        return all(map(self.statement, nodes))

    def block(self, nodes: Sequence[ast.stmt]) -> bool:
        """Write indented statements; return whether their end is reached."""
        with self.indented():
            return self.run(nodes)

    def statement(self, node: ast.stmt) -> bool:
        """Write one statement; return whether the next one is reached."""
        method = getattr(self, f"_do_{type(node).__name__.lower()}", None)
        if method is None:
            kind = "function" if isinstance(node, ast.FunctionDef) else "statement"
            raise Refusal(kind, node, name=_NAMES.get(type(node), type(node).__name__))
        before, depth, assigned = len(self.lines), self.depth, set(self.assigned)
        try:
            ends: bool | None = method(node)
        except Later:  # a later pass knows more, or this is never reached
            del self.lines[before:]
            self.depth, self.assigned = depth, assigned
            for one in ast.walk(node):
                if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store) and one.id not in self.assigned:
                    self.kinds[one.id] = self.program.found.get((*self.key, self.variable(one.id)))  # type: ignore[assignment]
                    self.assigned.add(one.id)
            self.fault(node)
            return True
        except Refusal as refusal:
            refusal.line = refusal.line or node.lineno
            raise
        return not ends

    def _do_pass(self, node: ast.Pass) -> None:
        del node

    def _do_break(self, node: ast.Break) -> bool:
        del node
        if self.marks[-1]:
            self.write(f"{self.marks[-1]} = 1")
        self.write("break")
        return True

    def _do_continue(self, node: ast.Continue) -> bool:
        del node
        self.write("continue")
        return True

    def _do_expr(self, node: ast.Expr) -> bool:
        value = node.value
        if isinstance(value, ast.Yield):
            if value.value is None:
                raise Refusal("yield", node)
            return self.yielded(value.value)
        if isinstance(value, ast.YieldFrom):
            self.yielded_from(value.value)
        elif not isinstance(value, ast.Constant):
            self.write(self.stored(value).text or "pass")
        return False

    def _do_assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Tuple):
            code = self._parallel(node.value)
        else:
            code = self.stored(node.value)
        if len(node.targets) > 1:
            code = self.kept(code)
        for one in node.targets:
            self.bind(one, code)

    def _parallel(self, node: ast.expr) -> TypedText:
        """Return what is assigned to several variables, as a tuple of known length if it is one."""
        if isinstance(node, ast.Tuple | ast.List) and not any(isinstance(one, ast.Starred) for one in node.elts):
            codes = self.codes(node.elts)
            if all(isinstance(one.kind, Static) for one in codes):
                return TypedText("", Static(tuple(one.kind.value for one in codes)))
            return self.parts([self.as_stored(one, node) for one in codes], node)
        return self.stored(node)

    def _do_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._do_assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    def _do_augassign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Attribute):
            raise Refusal("item", node)
        if isinstance(node.target, ast.Name):
            load = copy(node.target)
            load.ctx = ast.Load()
            code = self.code(load)
            if isinstance(code.kind, Row) and code.kind.changes:
                self._changed_in_place(node, code)
                return
            made = ast.copy_location(ast.BinOp(load, node.op, node.value), node)
            self.bind(node.target, self.stored(made))
            return
        assert isinstance(node.target, ast.Subscript)
        owner, index = [self.kept(one) for one in self.codes([node.target.value, node.target.slice])]
        if not isinstance(index.kind, Static):
            index = self.temp(f"{index.text} + 0", index.kind)
        value = self.kept(self.element_at(owner, index, copy(node.target)))
        other = self.code(node.value)
        made = ast.copy_location(ast.BinOp(node.target, node.op, node.value), node)
        self._put_item(owner, index, self.as_stored(self.operation(node.op, value, other, made), node), node.target)

    def _changed_in_place(self, node: ast.AugAssign, code: TypedText) -> None:
        """Write ``list += elements`` or ``set |= others``, which change the object itself."""
        if code.kind.form == "list" and isinstance(node.op, ast.Add):
            self.extend(code, node.value, node)
            return
        call = ast.Call(ast.Attribute(node.target, "update", ast.Load()), [node.value], [])
        if code.kind.form == "set" and isinstance(node.op, ast.BitOr):
            self._set_update(code, ast.copy_location(call, node))
            return
        raise Refusal("item", node)

    def _do_if(self, node: ast.If) -> bool:
        test = None if isinstance(node.test, ast.BoolOp) else self.code(node.test)
        if test is not None and isinstance(test.kind, Static):
            self.write("if True:")
            return not self.block(node.body if test.kind.value else node.orelse)
        self.write(f"if {self.test(node.test) if test is None else self.truth(test)}:")
        before = set(self.assigned)
        first = self.block(node.body)
        after, self.assigned = self.assigned, before
        second = True
        if node.orelse:
            self.write("else:")
            second = self.block(node.orelse)
        if first and second:
            self.assigned &= after
        elif first:
            self.assigned = after
        return not (first or second)

    def _loop_mark(self, node: ast.For | ast.While, *, nested: bool) -> str:
        """Return the mark that ends a loop, "" where `break` does; write its first value."""
        breaks = any(isinstance(one, ast.Break) for one in inside_loop(node.body))
        if not breaks or not (nested or node.orelse):
            return ""
        mark = self.program.name("ended")
        self.write(f"{mark} = 0")
        return mark

    def _otherwise(self, node: ast.For | ast.While, mark: str, before: set[str]) -> None:
        """Write the `else` of a loop."""
        self.assigned = set(before)
        if node.orelse:
            self.write(f"if {mark} == 0:" if mark else "if True:")
            self.block(node.orelse)
            self.assigned = before

    def _do_while(self, node: ast.While) -> bool:
        self.program.has_while = True
        mark = self._loop_mark(node, nested=False)
        before = set(self.assigned)
        lines, test = self.captured(partial(self.test, node.test))
        endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
        self.write("while True:" if lines else f"while {test}:")
        with self.indented():
            self.lines += lines
            if lines:
                self.write(f"if not ({test}):")
                self.write("    break")
            inside = set(self.assigned)
            self.spend(self.program.constant(1), node)
            self.marks.append(mark)
            self.run(node.body)
            self.marks.pop()
        self.assigned = inside if lines else set(before)
        self._otherwise(node, mark, self.assigned)
        return endless and not any(isinstance(one, ast.Break) for one in inside_loop(node.body))

    def _do_for(self, node: ast.For) -> None:
        over = self.over(node.iter)
        forgotten = self._forgotten(node) if over.unordered else set()
        before = self.assigned - forgotten
        self.unordered |= over.unordered
        mark = self._loop_mark(node, nested=over.nested)

        def body(item: TypedText) -> None:
            self.assigned -= forgotten
            with setting(self, "any_order", value=False), setting(self, "leaves_early", value=False):
                self.bind(node.target, item)
                self.marks.append(mark)
                self.run(node.body)
                self.marks.pop()

        leaves = any(isinstance(one, ast.Break | ast.Return) for part in node.body for one in ast.walk(part))
        early = leaves or any(self.is_call_of(one, components.win) for part in node.body for one in calls_in(part))
        with setting(self, "any_order", value=over.unordered), setting(self, "leaves_early", value=early):
            over.run(body, mark)
        self._otherwise(node, mark, before)

    def _forgotten(self, node: ast.For) -> set[str]:
        """Return the variables that have no value when a pass of a loop over a set begins, and none after the loop.

        So no pass reads what another one has written, and the order makes no difference. Only sums go on.
        """
        inside = [one for part in node.body for one in ast.walk(part)]
        returned = [one.value for one in inside if isinstance(one, ast.Return)]
        yields = any(isinstance(one, ast.Yield | ast.YieldFrom) for one in inside)
        breaks = any(isinstance(one, ast.Break) for one in inside_loop(node.body))
        varies = len({one and ast.dump(one) for one in returned}) > 1 or (returned and yields)
        own = {id(one) for part in inside if isinstance(part, ast.comprehension) for one in ast.walk(part.target)}
        names = [one for one in inside if isinstance(one, ast.Name) and id(one) not in own]
        stored = {one.id for one in names if isinstance(one.ctx, ast.Store)}
        for name in [*stored]:
            changes = [one for one in inside if isinstance(one, ast.AugAssign) and ast.unparse(one.target) == name]
            commutes = len({type(one.op) for one in changes}) == 1 and isinstance(changes[0].op, _COMMUTES)
            only = len(changes) == sum(one.id == name for one in names)
            if commutes and only and isinstance(self.kinds.get(name), Number | Wide):
                stored.remove(name)
        changed = {one.id for one in names if _may_change(self.kinds.get(one.id))} - stored
        if breaks or varies or changed or not all(isinstance(one, ast.Constant | None) for one in returned):
            raise Refusal("order", node)
        found = stored | {one.id for one in ast.walk(node.target) if isinstance(one, ast.Name)}
        self.forgotten |= found
        return found

    def _do_raise(self, node: ast.Raise) -> bool:
        self.fault(node)
        return True

    def _do_assert(self, node: ast.Assert) -> None:
        self.write(f"if not ({self.test(node.test)}):")
        with self.indented():
            self.fault(node)

    def _do_return(self, node: ast.Return) -> bool:
        if self.mode == "value":
            code = TypedText("", Static(None)) if node.value is None else self.stored(node.value)
            kind = self.returns(code, node)
            if not isinstance(kind, Static):
                self.write(f"return {self.fitted(code, kind, node).text}")
            else:
                self.write("return 0")
            return True
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            if self.source.is_generator:
                raise Refusal("return", node)
            self.yielded_from(node.value)
            self.leave()
        else:
            self.leave_empty(node)
        return True

    def leave_empty(self, node: ast.AST) -> None:
        """Write the end of the function without a value: a fault without `yield`, because no loop goes over None."""
        if not self.source.is_generator:
            self.write(f"fail(RAISED, {self.line(node)})")
        self.leave()

    def returns(self, code: TypedText, node: ast.AST) -> Kind:
        """Note that the function returns or yields a value; return the common kind of all values."""
        self.result = self._noted(RESULT, code, node, self.source.function.__name__)
        found: Kind = self.result
        return found

    def _noted(self, name: str, code: TypedText, node: ast.AST, told: str) -> Any:
        """Return the kind of a variable or the result that gets a value."""
        kind = NUMBER if isinstance(code.kind, Number) else code.kind
        found = self.program.note((*self.key, name), kind)
        if found is None:
            raise Refusal("two-kinds", node, text=told)
        self.program.has_wide |= has_wide(found)
        if isinstance(found, Row):
            self.noted(found)
        return found

    def leave(self) -> None:
        """Write a `return`. Its value, if there is one, is not used."""
        if self.mode == "value":
            self.write(f"return {_ZERO}")
        else:
            self.write("return" if self.mode == "each" else "return at")

    def finished(self) -> str:
        """Return the text of the function's body."""
        zero = "0" if self.result is None else zero_text(self.result)
        return "\n".join(self.lines).replace(_ZERO, zero)

    # variables

    versions: dict[str, int]  # how often a variable got another value outside of all blocks

    def variable(self, name: str) -> str:
        """Return the name that a variable has in the program."""
        return f"v_{name}" + (f"__{self.versions[name]}v" if name in self.versions else "")

    def bind(self, target: ast.expr, code: TypedText) -> None:
        """Write the assignment of a value to a variable, or of its elements to several."""
        if isinstance(target, ast.Name):
            name = target.id
            if isinstance(code.kind, Static) and isinstance(code.kind.value, int):
                code = self.plain(code, target)
            if self.depth == 1 and name in self.assigned:  # from here on the name stands for a variable of its own
                self.versions[name] = self.versions.get(name, 0) + 1
            self.kinds[name] = self._noted(self.variable(name), code, target, name)
            self.assigned.add(name)
            code = self.fitted(code, self.kinds[name], target)
            if not isinstance(code.kind, Static):
                self.write(f"{self.variable(name)} = {code.text}")
            return
        if isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice):
            code = self.kept(code)
            owner, index = self.codes([target.value, target.slice])
            self._put_item(owner, index, code, target)
            return
        if not isinstance(target, ast.Tuple | ast.List):
            raise Refusal("item", target)
        for one, element in zip(target.elts, self._elements(code, target.elts, target), strict=True):
            self.bind(one.value if isinstance(one, ast.Starred) else one, element)

    def _put_item(self, owner: TypedText, index: TypedText, code: TypedText, node: ast.Subscript) -> None:
        """Write the assignment to an element of a list."""
        if not isinstance(owner.kind, Row) or owner.kind.form != "list":
            raise Refusal("item", node)
        kind = self.noted(owner.kind, self.element_kind(code, node))
        owner = self.kept(owner)
        words = [self.kept(TypedText(word, NUMBER)).text for word in self.words(code, kind.element, node)]
        place = f"item({owner.text}, {self.number(index, node)}, {len(words)}, {self.line(node)})"
        at = self.temp(place, NUMBER).text
        for number, word in enumerate(words):
            self.write(f"run[{at} + {number}] = {word}")

    def _elements(self, code: TypedText, targets: list[ast.expr], node: ast.AST) -> list[TypedText]:
        """Return the elements of a value that is assigned to several variables."""
        starred = [at for at, one in enumerate(targets) if isinstance(one, ast.Starred)]
        count = len(targets)
        found: list[TypedText] | None = None
        if isinstance(code.kind, Static) and isinstance(code.kind.value, tuple | list | str):
            found = [TypedText("", Static(one)) for one in code.kind.value]
        elif isinstance(code.kind, TupleKind):
            code = self.kept(code)
            found = [TypedText(f"{code.text}[{at}]", kind) for at, kind in enumerate(code.kind.kinds)]
        if found is not None and not starred:
            if len(found) != count:
                raise Refusal("unpack", node)
            return found
        row = self.kept(self.row(code, node))
        if row.kind.is_set or len(starred) > 1:
            raise Refusal("unpack", node)
        self.write(f"if run[{row.text}] {'<' if starred else '!='} {count - len(starred)}:")
        with self.indented():
            self.fault(node)
        made = []
        for at in range(count):
            if starred and at == starred[0]:
                kind = self.noted(Row(row.kind.element, "list", self.site(node, Row(None, "list"))))
                size = self._size(row)
                last = f"run[{row.text}] - {count - 1 - at}"
                cut = self.temp(f"cut({row.text}, {at}, {last}, {size}, {self.line(node)})", row.kind)
                made.append(self.temp(f"copied({cut.text}, {size}, {self.line(node)})", kind))
                continue
            place = str(at) if not starred or at < starred[0] else f"(run[{row.text}] - {count - at})"
            made.append(self.kept(self.element(row, place, checked=False)))
        return made


def calls_in(node: ast.AST) -> list[ast.Call]:
    """Return the calls in a node."""
    return [one for one in ast.walk(node) if isinstance(one, ast.Call)]


def inside_loop(nodes: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of the body of a loop, without those of loops inside of it."""
    for node in nodes:
        yield node
        if isinstance(node, ast.For | ast.While):
            yield from inside_loop(node.orelse)
        else:
            yield from inside_loop([*getattr(node, "body", []), *getattr(node, "orelse", [])])


def _may_change(kind: Any) -> bool:
    """Return whether a value is a list or a set that may be changed, or has one."""
    if isinstance(kind, TupleKind):
        return any(map(_may_change, kind.kinds))
    return isinstance(kind, Row) and (kind.changes or _may_change(kind.element))
