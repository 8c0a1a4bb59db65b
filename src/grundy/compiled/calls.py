"""Translates calls: of builtins, of methods of texts, tuples, lists and sets, and of functions of the user.

What needs no rows of its own is a function of `prelude`, which is translated as a function of the user is.
"""

from __future__ import annotations

import ast
import builtins
import math
from functools import partial
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from grundy.compiled import prelude
from grundy.compiled.expressions import prefix
from grundy.compiled.kinds import (
    LETTER,
    NUMBER,
    TEXT,
    TRUTH,
    Letter,
    Number,
    Refusal,
    Row,
    Static,
    TupleKind,
    TypedText,
    Wide,
    as_row,
    joined,
    width,
)
from grundy.compiled.loops import COLLECTED, Iterable, Loops
from grundy.core import components

if TYPE_CHECKING:
    from collections.abc import Callable

    from grundy.compiled.program import ProgramFunction
    from grundy.compiled.sources import FunctionSource

_FOLDED = {abs, all, any, chr, frozenset, int, len, max, min, ord, range, str, sum, tuple}
_OF_NUMBERS: dict[Any, Callable[..., Any]] = {
    math.gcd: prelude.gcd,
    divmod: prelude.quotient_and_rest,
    pow: prelude.power,
}
_EXTREMES = {"min": (prelude.least, prelude.least_or), "max": (prelude.most, prelude.most_or)}
_FLOATS = (float, round, math.sqrt, math.floor, math.ceil, math.log, math.log2)


class Calls(Loops):
    """Translates calls."""

    helper: Callable[..., ProgramFunction]  # the translation of another function, for kinds of its parameters

    def callee(self, node: ast.Call) -> Any:
        """Return the function that is called, None for a method of a value."""
        if isinstance(node.func, ast.Attribute):
            owner = node.func.value
            lines, code = self.captured(partial(self.code, owner))
            if lines or not isinstance(code.kind, Static) or type(code.kind.value) in _METHODS:
                return None
        code = self.code(node.func)
        if not isinstance(code.kind, Static):
            raise Refusal("call", node, text=node.func)
        return code.kind.value

    def _call(self, node: ast.Call) -> TypedText:
        function = self.callee(node)
        if function is None:
            return self._method(node)
        if function in (components.split, components.win):
            raise Refusal("option-place", node, name=function.__name__)
        if function is math.isqrt:
            return TypedText(f"isqrt({self.number(self.code(self._one(node)), node)}, {self.line(node)})", NUMBER)
        if function in _OF_NUMBERS and not node.keywords:
            codes = [self.integer(code, node) for code in self.codes(node.args)]
            return self.library(_OF_NUMBERS[function], codes, node)
        if isinstance(function, FunctionType | MethodType) or hasattr(function, "__wrapped__"):
            text, made = self.own_call("value", function, node)
            return self.temp(text, made.kind)
        if getattr(builtins, getattr(function, "__name__", ""), None) is function:
            return self._builtin(function, node)
        values = self._values(node)
        if type(getattr(function, "__self__", None)) is not int or values is None:
            raise self._no_call(node, function)
        return self.folded(node, function, *values)

    def _values(self, node: ast.Call) -> list[Any] | None:
        """Return the arguments of a call if all are known before the program runs, otherwise None."""
        if node.keywords or any(isinstance(one, (*COLLECTED, ast.Starred)) for one in node.args):
            return None
        try:
            return [self.known(one) for one in node.args]
        except (KeyError, Refusal):
            return None

    @staticmethod
    def _no_call(node: ast.Call, function: Any) -> Refusal:
        """Return why a function cannot be called."""
        if isinstance(getattr(function, "__self__", None), dict) or function is dict:
            return Refusal("dictionary", node)
        return Refusal("float" if function in _FLOATS else "call", node, text=node)

    def library(self, function: Callable[..., Any], codes: list[TypedText], node: ast.AST) -> TypedText:
        """Return the result of a function of `prelude`."""
        source = self.program.source(function)
        try:
            bound = self._bound(source, codes, {}, node)
            made = self.helper("value", source, [(name, code.kind) for name, code in bound], node)
        except Refusal:
            raise Refusal("call", node, text=node) from None
        text = (
            f"{made.name}({', '.join([*(code.text for _, code in bound if not isinstance(code.kind, Static)), 'run'])})"
        )
        if isinstance(made.kind, Static):
            self.write(text)
            return TypedText("", made.kind)
        return self.temp(text, made.kind)

    def collected(self, given: Iterable, node: ast.AST) -> TypedText:
        """Return the elements of a loop in any order as a tuple, which the next call alone reads."""
        with self.in_any_order():
            found = given.row or self.row_of(given, "tuple", node, any_order=True)
        if not isinstance(found.kind, Row):
            return found
        return TypedText(found.text, Row(found.kind.element, "str" if found.kind.form == "str" else "tuple"))

    # builtins

    def _builtin(self, function: Any, node: ast.Call) -> TypedText:
        root = self._root(node.args[0]) if function is int and len(node.args) == 1 and not node.keywords else None
        if root is not None:
            return root
        values = self._values(node) if function in _FOLDED else None
        if values is not None:
            return self.folded(node, function, *values)
        name = function.__name__
        method = getattr(self, f"_call_{name}", None)
        known = method is not None or function in (list, tuple, set, frozenset, any, all, min, max)
        if not known or any(isinstance(one, ast.Starred) for one in node.args):
            raise self._no_call(node, function)
        if function in (list, tuple):
            return self._made(name, node)
        if function in (set, frozenset):
            with self.in_any_order():
                return self._made(name, node)
        if function in (any, all):
            return self._any(node, wanted=function is any)
        found: TypedText = self._extreme(name, node) if method is None else method(node)
        return found

    def _one(self, node: ast.Call) -> ast.expr:
        """Return the only argument of a call."""
        if len(node.args) != 1 or node.keywords:
            raise Refusal("call", node, text=node)
        return node.args[0]

    def _root(self, node: ast.expr) -> TypedText | None:
        """Return ``int(n ** 0.5)`` or ``int(math.sqrt(n))``, by the argument of `int`; None for others."""
        under = None
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and isinstance(node.right, ast.Constant):
            under = node.left if node.right.value == 0.5 else None
        elif isinstance(node, ast.Call) and len(node.args) == 1 and self.is_call_of(node, math.sqrt):
            under = node.args[0]
        if under is None:
            return None
        return TypedText(f"root_of_float({self.number(self.code(under), under)}, {self.line(node)})", NUMBER)

    def _call_len(self, node: ast.Call) -> TypedText:
        code = self.code(self._one(node))
        if isinstance(code.kind, TupleKind | Letter):
            return self.instead_of(code, value=len(code.kind.kinds) if isinstance(code.kind, TupleKind) else 1)
        return TypedText(f"run[{self.row(code, node).text}]", NUMBER)

    def _call_abs(self, node: ast.Call) -> TypedText:
        code = self.integer(self.code(self._one(node)), node)
        return TypedText(f"{prefix(code.kind)}magnitude({code.text}, {self.line(node)})", code.kind)

    def _call_int(self, node: ast.Call) -> TypedText:
        code = self.code(self._one(node))
        if as_row(code.kind) == TEXT:
            return self.library(prelude.number, [self.row(code, node)], node)
        return self.integer(code, node)

    def _call_str(self, node: ast.Call) -> TypedText:
        return self.as_text(self.code(self._one(node)), node)

    def _joinedstr(self, node: ast.JoinedStr) -> TypedText:
        """Return a text with values in it."""
        parts = self.in_order([partial(self._part_of_text, one) for one in node.values])
        if all(isinstance(one.kind, Static) for one in parts):
            return TypedText("", Static("".join(one.kind.value for one in parts)))
        made = self.written([self.row(one, node) for one in parts], Row(TEXT, "tuple"), node)
        empty = self.row(TypedText("", Static("")), node)
        return self.temp(f"joined_texts({empty.text}, {made.text}, {self.line(node)})", TEXT)

    def _part_of_text(self, node: ast.expr) -> TypedText:
        if not isinstance(node, ast.FormattedValue):
            return self.code(node)
        if node.conversion != -1 or node.format_spec is not None:
            raise Refusal("text", node, text=node)
        return self.as_text(self.code(node.value), node)

    def as_text(self, code: TypedText, node: ast.AST) -> TypedText:
        """Return ``str(value)`` of a number or a text."""
        if isinstance(code.kind, Static) and isinstance(code.kind.value, int | str):
            return TypedText("", Static(str(code.kind.value)))
        if as_row(code.kind) == TEXT:
            return self.row(code, node)
        if code.kind == TRUTH:
            raise Refusal("text", node, text=node)
        return self.library(prelude.text_of, [TypedText(self.number(code, node), NUMBER)], node)

    def _call_ord(self, node: ast.Call) -> TypedText:
        code = self.plain(self.code(self._one(node)), node)
        if isinstance(code.kind, Letter):
            return TypedText(code.text, NUMBER)
        raise Refusal("call", node, text=node)

    def _call_chr(self, node: ast.Call) -> TypedText:
        return TypedText(f"letter_of({self.number(self.code(self._one(node)), node)}, {self.line(node)})", LETTER)

    # rows

    def _call_range(self, node: ast.Call) -> TypedText:
        return self.row_of(self.over(node), "range", node)

    def _made(self, form: str, node: ast.Call) -> TypedText:
        """Return a row with the elements of the argument of a builtin; a tuple of known length as it is."""
        if not node.args:
            kind = self.noted(Row(None, form, self.site(node, Row(None, form))))
            return self.written([], kind, node)
        given = self.over(self._one(node))
        if form == "tuple" and given.row is not None and isinstance(given.row.kind, TupleKind):
            return given.row
        return self.row_of(given, form, node, any_order=self.any_order)

    def _call_sorted(self, node: ast.Call) -> TypedText:
        backwards = {one.arg: one.value for one in node.keywords}.pop("reverse", None)
        if len(node.args) != 1 or any(one.arg != "reverse" for one in node.keywords):
            raise Refusal("call", node, text=node)
        with self.in_any_order():
            made = self.row_of(self.over(node.args[0]), "list", node, any_order=True)
        self.write(self.of_row("sort", made.kind, made.text))
        if backwards is not None:
            self.write(f"if {self.test(backwards)}:")
            with self.indented():
                self.library(prelude.list_reverse, [made], node)
        return made

    # reductions

    def _any(self, node: ast.Call, *, wanted: bool) -> TypedText:
        """Return ``any`` or ``all`` of the elements of a loop."""
        argument = self._one(node)
        with self.in_any_order():
            inner = self.over(argument)
            found = self.temp("0", TRUTH).text

            def body(item: TypedText) -> None:
                self.write(f"if {'' if wanted else 'not '}({self.truth(item)}):")
                self.write(f"    {found} = 1")
                self.write("    break")

            inner.run(body, found)
        return TypedText(f"({found} {'!=' if wanted else '=='} 0)", TRUTH)

    def _call_sum(self, node: ast.Call) -> TypedText:
        return self._reduced(prelude.total, self._one(node), [], node)

    def _reduced(
        self, function: Callable[..., Any], argument: ast.expr, further: list[ast.expr], node: ast.Call
    ) -> TypedText:
        """Return what a function of `prelude` makes of the elements of a loop, and of values that are made before."""
        with self.in_any_order():
            inner = self.over(argument)
        given = [self.held(self.as_stored(self.code(one), one)) for one in further]
        return self.library(function, [self.collected(inner, node), *given], node)

    def _extreme(self, name: str, node: ast.Call) -> TypedText:
        """Return the least or the greatest of several values, or of the elements of a loop."""
        function, with_default = _EXTREMES[name]
        keys = {one.arg for one in node.keywords}
        if not node.args or keys - {"default"} or (keys and len(node.args) > 1):
            raise Refusal("call", node, text=node)
        if len(node.args) == 1:
            default = [one.value for one in node.keywords]
            return self._reduced(with_default if default else function, node.args[0], default, node)
        found = self.plain(self.code(ast.copy_location(ast.Tuple(node.args, ast.Load()), node)), node)
        if isinstance(found.kind, TupleKind) and all(isinstance(one, Number) for one in found.kind.kinds):
            found = self.kept(found)
            texts = [f"{found.text}[{at}]" for at in range(len(found.kind.kinds))]
            return TypedText(f"{name}({', '.join(texts)})", NUMBER)
        return self.library(function, [found], node)

    # methods

    def _method(self, node: ast.Call) -> TypedText:
        """Return the result of a method of a value."""
        assert isinstance(node.func, ast.Attribute)
        name = node.func.attr
        given = self.code(node.func.value)
        if name in {"bit_count", "bit_length"} and isinstance(given.kind, Number | Wide) and not node.args:
            value = self.integer(given, node)
            return TypedText(f"{prefix(value.kind)}{name}({value.text}, {self.line(node)})", NUMBER)
        values = self._values(node) if isinstance(given.kind, Static) else None
        if values is not None:
            return self.folded(node, getattr(given.kind.value, name), *values)
        if isinstance(given.kind, Static) and name in CHANGES:
            raise Refusal("call", node, text=node)
        row = self.held(self.row(given, node))
        form = "str" if row.kind.form == "str" else "set" if row.kind.is_set else "list"
        starred = any(isinstance(one, ast.Starred) for one in node.args)
        if node.keywords or starred or (name in CHANGES and not row.kind.changes):
            raise Refusal("call", node, text=node)
        method = getattr(self, f"_{form}_{name}", None)
        if method is not None:
            found: TypedText | None = method(row, node)
            return found or TypedText("", Static(None))
        function = getattr(prelude, f"{form}_{name}", None)
        if function is None:
            raise Refusal("call", node, text=node)
        return self.library(
            function, [row, *self.in_order([partial(self._of_library, one) for one in node.args])], node
        )

    def _of_library(self, node: ast.expr) -> TypedText:
        """Return an argument of a function of `prelude`: texts are rows there."""
        code = self.as_stored(self.code(node), node)
        return self.row(code, node) if _is_text(code) else code

    def _text(self, node: ast.expr) -> str:
        """Return the text of an argument that is a text."""
        row = self.row(self.code(node), node)
        if row.kind.form != "str":
            raise Refusal("call", node, text=node)
        return self.held(row).text

    def _str_find(self, row: TypedText, node: ast.Call) -> TypedText:
        if not 1 <= len(node.args) <= 2:
            raise Refusal("call", node, text=node)
        part = self._text(node.args[0])
        first = self.number(self.code(node.args[1]), node) if node.args[1:] else "0"
        return self.temp(f"found_at({row.text}, {part}, {first}, run)", NUMBER)

    def _str_join(self, row: TypedText, node: ast.Call) -> TypedText:
        given = self.row_of(self.over(self._one(node)), "tuple", node)
        kind = joined(given.kind, Row(TEXT, "tuple"))
        if kind is None or (given.kind.element is not None and as_row(given.kind.element) != TEXT):
            raise Refusal("call", node, text=node)
        parts = self.fitted(given, Row(TEXT, "tuple"), node)
        return self.temp(f"joined_texts({row.text}, {parts.text}, {self.line(node)})", TEXT)

    def _list_append(self, row: TypedText, node: ast.Call) -> None:
        self._append_to(row, self.as_stored(self.code(self._one(node)), node), node)

    def _append_to(self, row: TypedText, item: TypedText, node: ast.AST) -> None:
        """Write the addition of an element to a list."""
        kind = self.noted(row.kind, self.element_kind(item, node))
        self.append(TypedText(row.text, kind), item, node)

    def _list_extend(self, row: TypedText, node: ast.Call) -> None:
        self.extend(row, self._one(node), node)

    def extend(self, row: TypedText, argument: ast.expr, node: ast.AST) -> None:
        """Write the addition of the elements of an expression to a list."""
        inner = self.over(argument)
        if inner.unordered:
            raise Refusal("order", node)
        if inner.row is not None:  # it may be the same list
            other = self.held(self.row(inner.row, argument))
            inner = self.over_code(TypedText(other.text, Row(other.kind.element, "tuple")), node)
        inner.run(lambda item: self._append_to(row, item, node), "")

    def _list_pop(self, row: TypedText, node: ast.Call) -> TypedText:
        if len(node.args) > 1:
            raise Refusal("call", node, text=node)
        place = self.number(self.code(node.args[0]), node) if node.args else "-1"
        size = width(row.kind.element or NUMBER)
        at = self.temp(f"popped({row.text}, {place}, {size}, {self.line(node)})", NUMBER)
        if row.kind.element is None:
            self.fault(node)
            return TypedText("0", NUMBER)
        value = self.at(at.text, row.kind.element)
        return self.temp(value.text, value.kind)

    def _list_sort(self, row: TypedText, node: ast.Call) -> None:
        if node.args:
            raise Refusal("call", node, text=node)
        self.write(self.of_row("sort", row.kind, row.text))

    def _set_remove(self, row: TypedText, node: ast.Call) -> None:
        self._put_in_set("remove", row, self.as_stored(self.code(self._one(node)), node), node)

    def _set_add(self, row: TypedText, node: ast.Call) -> None:
        self._put_in_set("add", row, self.as_stored(self.code(self._one(node)), node), node)

    def _set_update(self, row: TypedText, node: ast.Call) -> None:
        with self.in_any_order():
            self.over(self._one(node)).run(lambda item: self._put_in_set("add", row, item, node), "")

    def _put_in_set(self, name: str, row: TypedText, code: TypedText, node: ast.AST) -> None:
        """Write the call of a function of sets with an element."""
        kind = self.noted(row.kind, self.element_kind(code, node))
        place = self.scratch(code, kind.element, node)
        self.write(self.of_row(name, kind, row.text, place, line=self.line(node)))

    # functions of the user

    def own_call(self, what: str, function: Any, node: ast.Call, further: str = "run") -> tuple[str, ProgramFunction]:
        """Return the text of a call, and the function."""
        first: list[TypedText] = []
        if isinstance(function, MethodType):
            first = [TypedText("", Static(function.__self__))]
        source = self.program.source(function)
        if what == "value" and source.is_generator:
            raise Refusal("generator-place", node, name=source.function.__name__)
        if any(one.arg is None for one in node.keywords) or any(isinstance(one, ast.Starred) for one in node.args):
            raise Refusal("call", node, text=node)
        codes = self.in_order(
            [partial(self.stored, one) for one in (*node.args, *(two.value for two in node.keywords))]
        )
        given = codes[: len(node.args)]
        named = {str(one.arg): code for one, code in zip(node.keywords, codes[len(node.args) :], strict=True)}
        bound = self._bound(source, [*first, *given], named, node)
        made = self.helper(what, source, [(name, code.kind) for name, code in bound], node)
        texts = [code.text for _, code in bound if not isinstance(code.kind, Static)]
        return f"{made.name}({', '.join([*texts, further])})", made

    def _bound(
        self, source: FunctionSource, given: list[TypedText], named: dict[str, TypedText], node: ast.AST
    ) -> list[tuple[str, TypedText]]:
        """Return the names of all parameters with their arguments."""
        names = source.names
        defaults = source.function.__defaults__ or ()
        found = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
        constants = {name: self.as_stored(TypedText("", Static(value)), node) for name, value in found.items()}
        known = constants | dict(zip(names, given, strict=False))
        free = names[max(len(given), source.function.__code__.co_posonlyargcount) :]
        if len(given) > len(names) or set(named) - set(free) or set(known | named) != set(names) or source.star:
            raise Refusal("arguments", node, name=source.function.__name__)
        return [(name, (known | named)[name]) for name in names]


_METHODS = (str, tuple, list, set, frozenset)  # types of constants with methods that are translated
CHANGES = {"append", "extend", "pop", "sort", "reverse", "remove", "discard", "add", "update"}


def _is_text(code: TypedText) -> bool:
    return as_row(code.kind) == TEXT or (isinstance(code.kind, Static) and isinstance(code.kind.value, str))
