"""Translates the statements of a user's function to text for Numba."""

from __future__ import annotations

import ast
from copy import copy
from typing import TYPE_CHECKING, Any

from grundy.compiled.calls import COLLECTED
from grundy.compiled.desugared import breaks, is_one_loop
from grundy.compiled.kinds import (
    NUMBER,
    Number,
    Refusal,
    Static,
    TableRow,
    TupleKind,
    TypedText,
    Widened,
    alters,
    is_wide,
    joined,
    zero_text,
)
from grundy.compiled.lists import Lists

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grundy.compiled.kinds import Kind

RESULT = ("result",)  # the key of the function's result in `wider`, where variables have their names as keys
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


class Statements(Lists):
    """Translates the statements of one function. Each `_do_` method says whether the next statement is unreachable."""

    def block(self, nodes: Sequence[ast.stmt]) -> bool:
        """Write indented statements; return whether their end is reached."""
        self.depth += 1
        self.write("pass")
        reached = self.run(nodes)
        self.depth -= 1
        return reached

    def run(self, nodes: Sequence[ast.stmt]) -> bool:
        """Write statements up to one after which nothing is reached; return whether their end is reached."""
        before, self.current_block = self.current_block, id(nodes)
        reached = all(map(self.statement, nodes))
        self.current_block = before
        return reached

    def statement(self, node: ast.stmt) -> bool:
        """Write one statement; return whether the next one is reached."""
        method = getattr(self, f"_do_{type(node).__name__.lower()}", None)
        if method is None:
            raise Refusal("statement", node, name=_NAMES.get(type(node), type(node).__name__))
        ends: bool | None = method(node)
        return not ends

    def _do_functiondef(self, node: ast.FunctionDef) -> bool:
        raise Refusal("function", node)

    def _do_pass(self, node: ast.Pass) -> None:
        del node

    def _do_break(self, node: ast.Break) -> bool:
        del node
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
            return False
        if isinstance(value, ast.Constant):
            return False
        if not self.changed(value):
            self.write(self.stored(value).text or "pass")
        return False

    def _do_assign(self, node: ast.Assign) -> None:
        name = _single_name(node.targets)
        if name is not None and (isinstance(node.value, ast.List | ast.ListComp) or self.makes_list(node.value)):
            self.new_list(name, node.value)
            return
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
            code = self.parts(node.value)
        else:
            code = self.stored(node.value)
        if len(node.targets) > 1 and not isinstance(code.kind, Static):
            code = self.kept(code)
        for target in node.targets:
            self.bind(target, code)

    def _do_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._do_assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    def _do_augassign(self, node: ast.AugAssign) -> None:
        if self.added(node):
            return
        twice = [one for one in ast.walk(node.target) if isinstance(one, ast.Call | ast.NamedExpr)]
        if isinstance(node.target, ast.Attribute) or twice:
            raise Refusal("item", node)
        load = copy(node.target)
        load.ctx = ast.Load()
        made = ast.copy_location(ast.BinOp(load, node.op, node.value), node)
        self.bind(node.target, self.stored(made))

    def _do_if(self, node: ast.If) -> bool:
        kind = None if isinstance(node.test, ast.BoolOp) else self.code(node.test).kind
        if isinstance(kind, Static):
            taken = node.body if kind.value else node.orelse
            self.write("if True:")
            return not self.block(taken)
        self.write(f"if {self.test(node.test)}:")
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

    def _do_while(self, node: ast.While) -> bool:
        self.program.has_while = True
        test = self.test(node.test)
        endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
        self.write(f"while {test}:")
        before = set(self.assigned)
        self.depth += 1
        self.spend(self.program.constant(1), node)
        self.depth -= 1
        self.block(node.body)
        self.assigned = before
        if node.orelse:
            self.write("else:")
            self.block(node.orelse)
            self.assigned = before
        return endless and not any(isinstance(one, ast.Break) for one in self.inside(node.body))

    def _do_for(self, node: ast.For) -> None:
        before = set(self.assigned)
        early = any(isinstance(one, ast.Break | ast.Return) for one in self.inside(node.body))

        def body(item: TypedText | ast.expr) -> None:
            self.bind(node.target, item if isinstance(item, TypedText) else self.stored(item))
            self.run(node.body)

        if self._is_over_comprehension(node.iter) and breaks(node.body):
            raise Refusal("break", node)
        changing, twice = [node.target, *node.body], self.is_of_options and not self.remembers(node.body)
        self.each_of(node.iter, body, changing, early=early or self.wins(node.body), twice=twice)
        self.assigned = set(before)
        if node.orelse:
            self.write("else:")
            self.block(node.orelse)
            self.assigned = before

    def _is_over_comprehension(self, node: ast.expr) -> bool:
        """Return whether a loop over an expression becomes the loops of a comprehension: `break` does not end them."""
        while isinstance(node, ast.Call) and self.is_call_of(node, enumerate) and node.args:
            node = node.args[0]
        return isinstance(node, COLLECTED) and not is_one_loop(node)

    def _do_raise(self, node: ast.Raise) -> bool:
        self.write(f"fail(RAISED, {self.line(node)})")
        self.leave()
        return True

    def _do_assert(self, node: ast.Assert) -> None:
        self.write(f"if not ({self.test(node.test)}):")
        self.depth += 1
        self.write(f"fail(RAISED, {self.line(node)})")
        self.leave()
        self.depth -= 1

    def _do_return(self, node: ast.Return) -> bool:
        if self.mode == "value":
            if node.value is None:
                raise Refusal("nothing", node, name=self.source.function.__name__)
            code = self.as_parts(self.code(node.value), node)
            text = f"int({code.text})" if isinstance(code.kind, Number) and code.kind.truth else code.text
            kind = NUMBER if isinstance(code.kind, Number) else code.kind
            self.write(f"return {self.fitted(TypedText(text, code.kind), self.returns(kind, node)).text}")
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

    def returns(self, kind: Kind, node: ast.AST) -> Kind:
        """Note that the function returns or yields a value of a kind; return the common kind of all values."""
        found = self._joined(RESULT, self.result, kind, node, self.source.function.__name__)
        self.result = found
        return found

    def _joined(self, key: Any, had: Kind | None, kind: Kind, node: ast.AST, name: str) -> Kind:
        """Return the kind of a variable or the result (`key`) that gets a value of a kind.

        `had` is its kind so far, None at the first value. Raises `Widened` if its kind has to change.
        """
        wider = self.wider.get(key) if had is None else had
        found = kind if wider is None else joined(wider, kind)
        if found is None:
            raise Refusal("two-kinds", node, text=name)
        if had is not None and alters(had, found):
            raise Widened(key, found)
        self.program.has_wide |= is_wide(found)
        return found

    def leave(self) -> None:
        """Write a `return`. Its value, if there is one, is not used."""
        if self.mode == "value":
            self.write(f"return {_ZERO}")
        else:
            self.write("return" if self.mode in {"each", "marks"} else "return at")

    def finished(self) -> str:
        """Return the text of the function's body."""
        zero = "0" if self.result is None else zero_text(self.result)
        return "\n".join(self.lines).replace(_ZERO, zero)

    # variables

    def assign(self, name: str, kind: Kind, node: ast.AST) -> Kind:
        """Note that a variable gets a value of a kind; return the kind of the variable."""
        self.kinds[name] = self._joined(name, self.kinds.get(name), kind, node, name)
        self.assigned.add(name)
        return self.kinds[name]

    def bind(self, target: ast.expr, code: TypedText) -> None:
        """Write the assignment of a value to a variable, or of its elements to several."""
        if isinstance(target, ast.Name):
            if isinstance(code.kind, Static) and isinstance(code.kind.value, int):
                code = self.plain(code, target)
            code = self.fitted(code, self.assign(target.id, code.kind, target))
            if not isinstance(code.kind, Static):
                self.write(f"v_{target.id} = {code.text}")
            return
        listed = self.list_of(target.value) if isinstance(target, ast.Subscript) else None
        if listed is not None and isinstance(target, ast.Subscript):
            self.put_in_list(listed, target, code)
            return
        if not isinstance(target, ast.Tuple | ast.List) or any(isinstance(one, ast.Starred) for one in target.elts):
            raise Refusal("item", target)
        for one, element in zip(target.elts, self._elements(code, len(target.elts), target), strict=True):
            self.bind(one, element)

    def _elements(self, code: TypedText, count: int, node: ast.AST) -> list[TypedText]:
        """Return the elements of a tuple of known length."""
        if isinstance(code.kind, Static) and isinstance(code.kind.value, tuple):
            found = [TypedText("", Static(one)) for one in code.kind.value]
        elif isinstance(code.kind, TupleKind):
            code = self.kept(code)
            assert isinstance(code.kind, TupleKind)
            found = [TypedText(f"{code.text}[{i}]", kind) for i, kind in enumerate(code.kind.kinds)]
        elif isinstance(code.kind, TableRow) and self.table_of(code.kind).length(code.kind.depth) is not None:
            first = self.kept(TypedText(f"table{code.kind.table}_{code.kind.depth}[{code.text}]", NUMBER)).text
            length = self.table_of(code.kind).length(code.kind.depth)
            found = [self.element(code.kind, f"{first} + {i}") for i in range(length or 0)]
        else:
            raise Refusal("unpack", node)
        if len(found) != count:
            raise Refusal("unpack", node)
        return found

    def kept(self, code: TypedText) -> TypedText:
        """Return a value whose text is a name. Any other text is assigned to a new variable first."""
        if code.text.isidentifier():
            return code
        name = self.program.name("t")
        self.write(f"{name} = {code.text}")
        return TypedText(name, code.kind)


def _single_name(targets: list[ast.expr]) -> str | None:
    return targets[0].id if len(targets) == 1 and isinstance(targets[0], ast.Name) else None
