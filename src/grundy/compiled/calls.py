"""Translates calls: of builtins, of methods of texts, tuples, lists and sets, and of functions of the user."""

from __future__ import annotations

import ast
import builtins
import math
from copy import deepcopy
from functools import partial
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from grundy.compiled.expressions import prefix
from grundy.compiled.kinds import (
    LETTER,
    NUMBER,
    TEXT,
    TRUTH,
    WIDE,
    Letter,
    Number,
    Refusal,
    Row,
    Static,
    TupleKind,
    TypedText,
    Wide,
    as_row,
    common,
    is_static,
    joined,
    width,
)
from grundy.compiled.loops import COLLECTED, Iterable, Loops
from grundy.core import components

if TYPE_CHECKING:
    from grundy.compiled.kinds import Kind
    from grundy.compiled.program import ProgramFunction
    from grundy.compiled.sources import FunctionSource

MOST_SORTED = 8  # most numbers of a tuple that is sorted without a row
_FOLDED = {abs, all, any, bool, chr, divmod, frozenset, int, len, max, min, ord, pow, range, str, sum, tuple}
_FLOATS = (float, round, math.sqrt, math.floor, math.ceil, math.log, math.log2)
_MATH = ((math.isqrt, 1), (math.gcd, 2))  # functions of numbers, with their number of arguments


class Calls(Loops):
    """Translates calls."""

    def callee(self, node: ast.Call) -> Any:
        """Return the function that is called, None for a method of a value."""
        if isinstance(node.func, ast.Attribute):
            owner = node.func.value
            lines, code = self.captured(partial(self.code, owner))
            if lines or not isinstance(code.kind, Static) or type(code.kind.value) in _METHODS:
                return None
        code = self.code(node.func)
        if not isinstance(code.kind, Static):
            raise Refusal("call", node, text=ast.unparse(node.func))
        return code.kind.value

    def is_builtin(self, node: ast.Call) -> bool:
        """Return whether a builtin is called."""
        return isinstance(node.func, ast.Name) and self.is_call_of(node, vars(builtins).get(node.func.id, _no_builtin))

    def _call(self, node: ast.Call) -> TypedText:
        if isinstance(node.func, ast.Lambda):
            return self._inlined(node.func, node)
        function = self.callee(node)
        if function is None:
            return self._method(node)
        if function is print:
            raise Refusal("print", node)
        if function in (components.split, components.win):
            raise Refusal("option-place", node, name=function.__name__)
        if any(function is one and len(node.args) == count for one, count in _MATH) and not node.keywords:
            words = ", ".join(
                [self.number(code, one) for code, one in zip(self.codes(node.args), node.args, strict=True)]
            )
            return TypedText(f"{function.__name__}({words}, {self.line(node)})", NUMBER)
        if isinstance(function, FunctionType | MethodType) or hasattr(function, "__wrapped__"):
            text, made = self.own_call("value", function, node)
            return self.temp(text, made.kind)
        if getattr(builtins, getattr(function, "__name__", ""), None) is function:
            return self._builtin(function, node)
        if isinstance(getattr(function, "__self__", None), dict) and getattr(function, "__name__", "") == "get":
            raise Refusal("dictionary", node)
        return self._of_known(function, node)

    def _inlined(self, function: ast.Lambda, node: ast.Call) -> TypedText:
        """Return the result of a lambda that is called in its place."""
        given = function.args
        if [given.posonlyargs, given.defaults, given.kwonlyargs, given.vararg, given.kwarg] != [[], [], [], None, None]:
            raise Refusal("function", node)
        named = any(isinstance(one, ast.NamedExpr) for one in ast.walk(function.body))
        if named or len(given.args) != len(node.args) or node.keywords:
            raise Refusal("function", node)
        codes = self.codes(node.args)
        names = {one.arg: self.fresh(code, node).id for one, code in zip(given.args, codes, strict=True)}
        return self.code(renamed(deepcopy(function.body), names))

    def _of_known(self, function: Any, node: ast.Call) -> TypedText:
        """Return the result of a method of a number with known arguments. Raises `Refusal` for other calls."""
        values = self._values(node)
        if type(getattr(function, "__self__", None)) is not int or values is None or node.keywords:
            raise self.no_call(node, function)
        return self._folded(function, values, node)

    def _folded(self, function: Any, values: list[Any], node: ast.Call) -> TypedText:
        try:
            return TypedText("", Static(function(*values)))
        except Exception as error:  # noqa: BLE001 - as the program itself would raise it
            raise Refusal("raises", node, error=f"{type(error).__name__}: {error}") from None

    def _values(self, node: ast.Call) -> list[Any] | None:
        """Return the arguments of a call if all are known before the program runs, otherwise None."""
        try:
            return [self.known(one) for one in node.args]
        except (KeyError, Refusal):
            return None

    @staticmethod
    def no_call(node: ast.Call, function: Any) -> Refusal:
        """Return why a function cannot be called."""
        if isinstance(getattr(function, "__self__", None), dict) or function is dict:
            return Refusal("dictionary", node)
        return Refusal("float" if function in _FLOATS else "call", node, text=ast.unparse(node))

    # builtins

    def _builtin(self, function: Any, node: ast.Call) -> TypedText:
        root = self._root(node.args[0]) if function is int and len(node.args) == 1 and not node.keywords else None
        if root is not None:
            return root
        plain = not node.keywords and not any(isinstance(one, ast.Starred | ast.GeneratorExp) for one in node.args)
        values = self._values(node) if plain and function in _FOLDED and not any(map(self._makes, node.args)) else None
        if values is not None:
            return self._folded(function, values, node)
        method = getattr(self, f"_call_{function.__name__}", None)
        if method is None or any(isinstance(one, ast.Starred) for one in node.args):
            raise self.no_call(node, function)
        found: TypedText = method(node)
        return found

    @staticmethod
    def _makes(node: ast.expr) -> bool:
        return isinstance(node, COLLECTED)

    def _one(self, node: ast.Call) -> ast.expr:
        """Return the only argument of a call."""
        if len(node.args) != 1 or node.keywords:
            raise Refusal("call", node, text=ast.unparse(node))
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
        if isinstance(code.kind, TupleKind):
            return self.instead_of(code, value=len(code.kind.kinds))
        if isinstance(code.kind, Letter):
            return self.instead_of(code, value=1)
        return TypedText(f"run[{self.row(code, node).text}]", NUMBER)

    def _call_abs(self, node: ast.Call) -> TypedText:
        code = self.integer(self.code(self._one(node)), node)
        return TypedText(f"{prefix(code.kind)}magnitude({code.text}, {self.line(node)})", code.kind)

    def _call_bool(self, node: ast.Call) -> TypedText:
        return TypedText(f"({self.test(self._one(node))})", TRUTH)

    def _call_int(self, node: ast.Call) -> TypedText:
        code = self.code(self._one(node))
        if as_row(code.kind) == TEXT:
            return TypedText(f"number_of({self.row(code, node).text}, {self.line(node)})", NUMBER)
        return self.integer(code, node)

    def _call_str(self, node: ast.Call) -> TypedText:
        return self.as_text(self.code(self._one(node)), node)

    def _call_ord(self, node: ast.Call) -> TypedText:
        code = self.plain(self.code(self._one(node)), node)
        if isinstance(code.kind, Letter):
            return TypedText(code.text, NUMBER)
        raise Refusal("call", node, text=ast.unparse(node))

    def _call_chr(self, node: ast.Call) -> TypedText:
        return TypedText(f"letter_of({self.number(self.code(self._one(node)), node)}, {self.line(node)})", LETTER)

    def _call_divmod(self, node: ast.Call) -> TypedText:
        texts, kind = self.integers(self.codes(node.args), node.args)
        if len(texts) != 2:
            raise Refusal("call", node, text=ast.unparse(node))
        return TypedText(f"{prefix(kind)}divided({', '.join(texts)}, {self.line(node)})", TupleKind((kind, kind)))

    def _call_pow(self, node: ast.Call) -> TypedText:
        codes = self.codes(node.args)
        if len(codes) != 2 or node.keywords:
            raise Refusal("call", node, text=ast.unparse(node))
        (text,), kind = self.integers(codes[:1], node.args[:1], wide=self.program.widens)
        return TypedText(f"{prefix(kind)}power({text}, {self.number(codes[1], node)}, {self.line(node)})", kind)

    # rows

    def _call_range(self, node: ast.Call) -> TypedText:
        codes = self.codes(node.args)
        ends = [self.number(code, one) for code, one in zip(codes, node.args, strict=True)]
        if not 1 <= len(ends) <= 3 or node.keywords:
            raise Refusal("call", node, text=ast.unparse(node))
        first = ["0", *ends, "1"] if len(ends) == 1 else [*ends, "1"] if len(ends) == 2 else ends
        self.program.has_rows = True
        return self.temp(f"filled({', '.join(first)}, {self.line(node)})", Row(NUMBER, "range"))

    def _call_list(self, node: ast.Call) -> TypedText:
        return self._made("list", node)

    def _call_set(self, node: ast.Call) -> TypedText:
        with self.in_any_order():
            return self._made("set", node)

    def _call_frozenset(self, node: ast.Call) -> TypedText:
        with self.in_any_order():
            return self._made("frozenset", node)

    def _call_tuple(self, node: ast.Call) -> TypedText:
        if node.args and not self._makes(node.args[0]):
            found = self.fixed_lines(node.args[0])
            if found is not None:
                return found
        return self._made("tuple", node)

    def fixed_lines(self, node: ast.expr) -> TypedText | None:
        """Return an expression as a tuple of known length; None, with nothing written, if it is none."""
        lines, code = self.captured(partial(self.fixed, node))
        if not isinstance(code.kind, TupleKind):
            return None
        self.lines += [line[4:] for line in lines]
        return TypedText(code.text, code.kind)

    def fixed(self, node: ast.expr) -> TypedText:
        """Return an expression, as a tuple of known length where `sorted` makes a list of such a tuple."""
        if isinstance(node, ast.Call) and self.is_call_of(node, sorted) and len(node.args) == 1 and not node.keywords:
            argument = node.args[0]
            if isinstance(argument, ast.List):
                argument = ast.copy_location(ast.Tuple(argument.elts, ast.Load()), argument)
            if isinstance(argument, ast.GeneratorExp | ast.ListComp):
                return TypedText("", Static(None))
            code = self.code(argument)
            kinds = code.kind.kinds if isinstance(code.kind, TupleKind) else ()
            one = common(kinds)
            if 2 <= len(kinds) <= MOST_SORTED and isinstance(one, Number | Wide):
                kind = TupleKind((one,) * len(kinds))
                return self.temp(f"sorted{len(kinds)}(*{self.fitted(code, kind, node).text})", kind)
            return TypedText("", Static(None))
        return TypedText("", Static(None)) if isinstance(node, ast.Call | ast.GeneratorExp) else self.code(node)

    def _made(self, form: str, node: ast.Call) -> TypedText:
        """Return a row with the elements of the argument of a builtin."""
        if not node.args:
            kind = self.noted(Row(None, form, self.site(node, Row(None, form))))
            return self.written([], kind, node)
        return self.row_of(self.over(self._one(node)), form, node, any_order=self.any_order)

    def _call_sorted(self, node: ast.Call) -> TypedText:
        backwards = {one.arg: one.value for one in node.keywords}.pop("reverse", None)
        if len(node.args) != 1 or any(one.arg != "reverse" for one in node.keywords):
            raise Refusal("call", node, text=ast.unparse(node))
        with self.in_any_order():
            inner = self.over(node.args[0])
            made = self.row_of(inner, "list", node, any_order=True)
        self.write(self.of_row("sort", made.kind, made.text))
        if backwards is not None:
            self.write(f"if {self.test(backwards)}:")
            self.write(f"    turned({made.text}, {width(made.kind.element or NUMBER)}, run)")
        return made

    def _call_reversed(self, node: ast.Call) -> TypedText:
        raise Refusal("call", node, text=ast.unparse(node))

    # reductions

    def _call_any(self, node: ast.Call) -> TypedText:
        return self._any(node, wanted=True)

    def _call_all(self, node: ast.Call) -> TypedText:
        return self._any(node, wanted=False)

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
        starts = [*node.args[1:], *(one.value for one in node.keywords if one.arg == "start")]
        if (
            not node.args
            or len(node.args) + len(node.keywords) > 2
            or len(starts) < len(node.args) + len(node.keywords) - 1
        ):
            raise Refusal("call", node, text=ast.unparse(node))
        with self.in_any_order():
            inner = self.over(node.args[0])
        start = self.integer(self.code(starts[0]), node) if starts else TypedText("0", NUMBER)
        return self._total(inner, start, node)

    def _total(self, inner: Iterable, start: TypedText, node: ast.Call) -> TypedText:
        site = self._site(node, "total")
        kind = self.program.note(site, start.kind) or NUMBER
        total = self.temp(self.fitted(start, kind, node).text + (" + 0" if kind == NUMBER else ""), kind)

        def body(item: TypedText) -> None:
            code = self.integer(item, node)
            found = self.program.note(site, code.kind)
            text = self.fitted(code, kind, node).text if not isinstance(code.kind, Wide) or kind == WIDE else "0"
            del found
            self.write(f"{total.text} = {prefix(kind)}add({total.text}, {text}, {self.line(node)})")

        with self.in_any_order():
            inner.run(body, "")
        return total

    def _call_min(self, node: ast.Call) -> TypedText:
        return self._extreme("min", node)

    def _call_max(self, node: ast.Call) -> TypedText:
        return self._extreme("max", node)

    def _extreme(self, name: str, node: ast.Call) -> TypedText:
        """Return the least or the greatest of several values, or of the elements of a loop."""
        keys = {one.arg for one in node.keywords}
        if not node.args or keys - {"default"} or (keys and len(node.args) > 1):
            raise Refusal("call", node, text=ast.unparse(node))
        if len(node.args) > 1:
            codes = [self.plain(code, one) for code, one in zip(self.codes(node.args), node.args, strict=True)]
            kind = self.one_of([one.kind for one in codes], node)
            if isinstance(kind, Number):
                texts, _ = self.integers(codes, node.args)
                return TypedText(f"{name}({', '.join(texts)})", NUMBER)
            found = self.fitted(codes[0], kind, node)
            for code in codes[1:]:
                found = self._better(name, self.kept(found), self.kept(self.fitted(code, kind, node)), node)
            return found
        default = next((self.code(one.value) for one in node.keywords), None)
        with self.in_any_order():
            inner = self.over(node.args[0])
            return self._best(name, inner, default, node)

    def _better(self, name: str, one: TypedText, other: TypedText, node: ast.AST) -> TypedText:
        if isinstance(one.kind, Wide | TupleKind) and as_row(one.kind) != TEXT and not _has_rows(one.kind):
            return TypedText(f"{name}_of({one.text}, {other.text})", one.kind)
        op = ast.Lt() if name == "min" else ast.Gt()
        test = self.compared(op, other, one, node)
        return self.temp(f"{other.text} if {self.truth(test)} else {one.text}", one.kind)

    def _best(self, name: str, inner: Iterable, default: TypedText | None, node: ast.Call) -> TypedText:
        site = self._site(node, "best")
        if default is not None:
            default = self.kept(self.plain(default, node))
            self.program.note(site, self.element_kind(default, node))
        some, best = self.program.name("t"), self.program.name("t")
        self.write(f"{some} = 0")
        kind = self.program.found.get(site)
        self.write(f"{best} = {'0' if kind is None else _zero(kind)}")

        def body(item: TypedText) -> None:
            found = self.program.note(site, self.element_kind(item, node))
            if found is None:
                raise Refusal("two-kinds", node, text=ast.unparse(node))
            item = self.kept(self.fitted(item, found, node))
            if isinstance(found, Number):
                self.write(f"{best} = {name}({best}, {item.text}) if {some} != 0 else {item.text}")
                self.write(f"{some} = 1")
                return
            self.write(f"if {some} == 0:")
            self.write(f"    {some} = 1")
            self.write(f"    {best} = {item.text}")
            self.write("else:")
            with self.indented():
                self.write(f"{best} = {self._better(name, TypedText(best, found), item, node).text}")

        inner.run(body, "")
        self.write(f"if {some} == 0:")
        with self.indented():
            if default is not None:
                self.write(f"{best} = {self.fitted(default, self.program.found[site], node).text}")
            else:
                self.fault(node)
        return TypedText(best, self.program.found.get(site, NUMBER))

    # methods

    def _method(self, node: ast.Call) -> TypedText:
        """Return the result of a method of a value."""
        assert isinstance(node.func, ast.Attribute)
        name = node.func.attr
        given = self.code(node.func.value)
        if name in {"bit_count", "bit_length"} and isinstance(given.kind, Number | Wide) and not node.args:
            value = self.integer(given, node)
            return TypedText(f"{prefix(value.kind)}{name}({value.text}, {self.line(node)})", NUMBER)
        values = self._values(node) if isinstance(given.kind, Static) and not node.keywords else None
        if values is not None and not any(map(self._makes, node.args)):
            return self._folded(getattr(given.kind.value, name, None), values, node)
        if isinstance(given.kind, Static) and name in _CHANGES:
            raise Refusal("call", node, text=ast.unparse(node))
        row = self.held(self.row(given, node))
        form = "str" if row.kind.form == "str" else "set" if row.kind.is_set else "list"
        method = getattr(self, f"_{form}_{name}", None)
        if method is None or node.keywords or (name in _CHANGES and not row.kind.changes):
            raise Refusal("call", node, text=ast.unparse(node))
        if any(isinstance(one, ast.Starred) for one in node.args) and name != "union":
            raise Refusal("call", node, text=ast.unparse(node))
        found: TypedText = method(row, node)
        return found

    def _text(self, node: ast.expr) -> str:
        """Return the text of an argument that is a text."""
        row = self.row(self.code(node), node)
        if row.kind.form != "str":
            raise Refusal("call", node, text=ast.unparse(node))
        return self.held(row).text

    def _counts(self, node: ast.Call, least: int, most: int) -> None:
        if not least <= len(node.args) <= most:
            raise Refusal("call", node, text=ast.unparse(node))

    def _str_split(self, row: TypedText, node: ast.Call) -> TypedText:
        self._counts(node, 0, 1)
        between = self._text(node.args[0]) if node.args else "0"
        kind = self.noted(Row(TEXT, "list", self.site(node, Row(TEXT, "list"))))
        return self.temp(f"split_text({row.text}, {between}, {self.line(node)})", kind)

    def _str_replace(self, row: TypedText, node: ast.Call) -> TypedText:
        self._counts(node, 2, 3)
        old, new = map(self._text, node.args[:2])
        most = self.number(self.code(node.args[2]), node) if node.args[2:] else "-1"
        return self.temp(f"replaced({row.text}, {old}, {new}, {most}, {self.line(node)})", TEXT)

    def _str_strip(self, row: TypedText, node: ast.Call) -> TypedText:
        return self._stripped(row, node, left=True, right=True)

    def _str_lstrip(self, row: TypedText, node: ast.Call) -> TypedText:
        return self._stripped(row, node, left=True, right=False)

    def _str_rstrip(self, row: TypedText, node: ast.Call) -> TypedText:
        return self._stripped(row, node, left=False, right=True)

    def _stripped(self, row: TypedText, node: ast.Call, *, left: bool, right: bool) -> TypedText:
        self._counts(node, 0, 1)
        letters = self._text(node.args[0]) if node.args else "0"
        return self.temp(f"stripped({row.text}, {letters}, {left}, {right}, {self.line(node)})", TEXT)

    def _str_startswith(self, row: TypedText, node: ast.Call) -> TypedText:
        self._counts(node, 1, 2)
        part = self._text(node.args[0])
        at = "0"
        if node.args[1:]:
            at = self.temp(f"{self.number(self.code(node.args[1]), node)} + 0", NUMBER).text
            self.write(f"if {at} < 0:")
            self.write(f"    {at} = max({at} + run[{row.text}], 0)")
        return TypedText(f"starts({row.text}, {part}, {at}, run)", TRUTH)

    def _str_endswith(self, row: TypedText, node: ast.Call) -> TypedText:
        self._counts(node, 1, 1)
        part = self._text(node.args[0])
        return TypedText(f"starts({row.text}, {part}, run[{row.text}] - run[{part}], run)", TRUTH)

    def _str_count(self, row: TypedText, node: ast.Call) -> TypedText:
        self._counts(node, 1, 1)
        return TypedText(f"count_of({row.text}, {self._text(node.args[0])}, run)", NUMBER)

    def _str_find(self, row: TypedText, node: ast.Call) -> TypedText:
        self._counts(node, 1, 2)
        part = self._text(node.args[0])
        first = "0"
        if node.args[1:]:
            first = self.temp(f"{self.number(self.code(node.args[1]), node)} + 0", NUMBER).text
            self.write(f"if {first} < 0:")
            self.write(f"    {first} = max({first} + run[{row.text}], 0)")
        return TypedText(f"found_at({row.text}, {part}, {first}, run)", NUMBER)

    def _str_index(self, row: TypedText, node: ast.Call) -> TypedText:
        return self._must(self._str_find(row, node), node)

    def _must(self, code: TypedText, node: ast.AST) -> TypedText:
        """Return a place, with a fault where there is none."""
        code = self.kept(code)
        self.write(f"if {code.text} < 0:")
        with self.indented():
            self.fault(node)
        return code

    def _str_join(self, row: TypedText, node: ast.Call) -> TypedText:
        argument = self._one(node)
        given = self.row_of(self.over(argument), "tuple", node)
        kind = joined(given.kind, Row(TEXT, "tuple"))
        if kind is None or (given.kind.element is not None and as_row(given.kind.element) != TEXT):
            raise Refusal("call", node, text=ast.unparse(node))
        parts = self.fitted(given, Row(TEXT, "tuple"), node)
        return self.temp(f"joined_texts({row.text}, {parts.text}, {self.line(node)})", TEXT)

    def _str_isdigit(self, row: TypedText, node: ast.Call) -> TypedText:
        self._counts(node, 0, 0)
        return TypedText(f"is_digits({row.text}, {self.line(node)})", TRUTH)

    def _list_append(self, row: TypedText, node: ast.Call) -> TypedText:
        code = self.as_stored(self.code(self._one(node)), node)
        kind = self.noted(row.kind, self.element_kind(code, node))
        self.append(TypedText(row.text, kind), code, node)
        return TypedText("", Static(None))

    def _list_insert(self, row: TypedText, node: ast.Call) -> TypedText:
        self._counts(node, 2, 2)
        at, code = self.codes(node.args)
        code = self.as_stored(code, node)
        kind = self.noted(row.kind, self.element_kind(code, node))
        self.insert(TypedText(row.text, kind), self.number(at, node), code, node)
        return TypedText("", Static(None))

    def _list_extend(self, row: TypedText, node: ast.Call) -> TypedText:
        self.extend(row, self._one(node), node)
        return TypedText("", Static(None))

    def extend(self, row: TypedText, argument: ast.expr, node: ast.AST) -> None:
        """Write the addition of the elements of an expression to a list."""

        def body(item: TypedText) -> None:
            kind = self.noted(row.kind, self.element_kind(item, node))
            self.append(TypedText(row.text, kind), item, node)

        inner = self.over(argument)
        if inner.unordered:
            raise Refusal("order", node)
        if inner.row is not None and isinstance(inner.row.kind, Row) and inner.row.kind.form == "list":
            kind = self.noted(row.kind, inner.row.kind.element)  # it may be the same list
            other = self.fitted(inner.row, Row(kind.element, "list"), node)
            self.write(f"extended({row.text}, {other.text}, {width(kind.element or NUMBER)}, {self.line(node)})")
            return
        inner.run(body, "")

    def _list_pop(self, row: TypedText, node: ast.Call) -> TypedText:
        self._counts(node, 0, 1)
        place = self.number(self.code(node.args[0]), node) if node.args else "-1"
        size = width(row.kind.element or NUMBER)
        at = self.temp(f"popped({row.text}, {place}, {size}, {self.line(node)})", NUMBER)
        if row.kind.element is None:
            self.fault(node)
            return TypedText("0", NUMBER)
        value = self.at(at.text, row.kind.element)
        return self.temp(value.text, value.kind)

    def _list_sort(self, row: TypedText, node: ast.Call) -> TypedText:
        self._counts(node, 0, 0)
        self.write(self.of_row("sort", row.kind, row.text))
        return TypedText("", Static(None))

    def _list_reverse(self, row: TypedText, node: ast.Call) -> TypedText:
        self._counts(node, 0, 0)
        self.write(f"turned({row.text}, {width(row.kind.element or NUMBER)}, run)")
        return TypedText("", Static(None))

    def _list_clear(self, row: TypedText, node: ast.Call) -> TypedText:
        self._counts(node, 0, 0)
        self.write(f"run[{row.text}] = 0")
        return TypedText("", Static(None))

    def _list_copy(self, row: TypedText, node: ast.Call) -> TypedText:
        kind = self.noted(Row(row.kind.element, row.kind.form, self.site(node, row.kind)))
        return self.temp(f"copied({row.text}, {width(kind.element or NUMBER)}, {self.line(node)})", kind)

    _set_copy = _list_copy

    def _sought(self, row: TypedText, code: TypedText, node: ast.AST) -> str:
        kind = self.noted(row.kind, self.element_kind(code, node))
        if row.kind.element is not None and joined(row.kind.element, kind.element) != row.kind.element:
            raise Refusal("two-kinds-list", node)
        return self.scratch(code, kind.element, node)

    def _list_count(self, row: TypedText, node: ast.Call) -> TypedText:
        place = self._sought(row, self.code(self._one(node)), node)
        return self.temp(self.of_row("times", row.kind, row.text, place), NUMBER)

    def _list_index(self, row: TypedText, node: ast.Call) -> TypedText:
        place = self._sought(row, self.code(self._one(node)), node)
        return self._must(self.temp(self.of_row("index", row.kind, row.text, place), NUMBER), node)

    def _list_remove(self, row: TypedText, node: ast.Call) -> TypedText:
        place = self._sought(row, self.code(self._one(node)), node)
        self.write(self.of_row("remove", row.kind, row.text, place, "True", line=self.line(node)))
        return TypedText("", Static(None))

    _set_remove = _list_remove

    def _set_discard(self, row: TypedText, node: ast.Call) -> TypedText:
        place = self._sought(row, self.code(self._one(node)), node)
        self.write(self.of_row("remove", row.kind, row.text, place, "False", line=self.line(node)))
        return TypedText("", Static(None))

    def _set_add(self, row: TypedText, node: ast.Call) -> TypedText:
        code = self.as_stored(self.code(self._one(node)), node)
        kind = self.noted(row.kind, self.element_kind(code, node))
        place = self.scratch(code, kind.element, node)
        self.write(self.of_row("add", kind, row.text, place, line=self.line(node)))
        return TypedText("", Static(None))

    _set_clear = _list_clear

    def _set_update(self, row: TypedText, node: ast.Call) -> TypedText:
        def body(item: TypedText) -> None:
            kind = self.noted(row.kind, self.element_kind(item, node))
            place = self.scratch(item, kind.element, node)
            self.write(self.of_row("add", kind, row.text, place, line=self.line(node)))

        with self.in_any_order():
            self.over(self._one(node)).run(body, "")
        return TypedText("", Static(None))

    def _set_issubset(self, row: TypedText, node: ast.Call) -> TypedText:
        return self.compared(ast.LtE(), row, self._as_set(node.args[0], node), node)

    def _set_issuperset(self, row: TypedText, node: ast.Call) -> TypedText:
        return self.compared(ast.GtE(), row, self._as_set(node.args[0], node), node)

    def _set_isdisjoint(self, row: TypedText, node: ast.Call) -> TypedText:
        both = self.merged((False, True, False), row, self._as_set(self._one(node), node), "frozenset", node)
        return TypedText(f"(run[{both.text}] == 0)", TRUTH)

    def _as_set(self, argument: ast.expr, node: ast.AST) -> TypedText:
        with self.in_any_order():
            return self.row_of(self.over(argument), "frozenset", node)

    def _set_union(self, row: TypedText, node: ast.Call) -> TypedText:
        for one in node.args:
            if isinstance(one, ast.Starred):
                return self._united(row, one, node)
            row = self.merged((True, True, True), row, self._as_set(one, node), row.kind.form, node)
        return row

    def _united(self, row: TypedText, node: ast.Starred, call: ast.Call) -> TypedText:
        """Return the union with each element of a collection."""
        site = self._site(call, "united")
        if row.kind.element is not None:
            self.program.note(site, row.kind.element)
        total = self.temp(f"{row.text} + 0", Row(self.program.found.get(site), row.kind.form))

        def body(item: TypedText) -> None:
            element = self.element_kind(item, call)
            inside = as_row(element)
            if not isinstance(inside, Row):
                raise Refusal("call", call, text=ast.unparse(call))
            if inside.element is not None:
                self.program.note(site, inside.element)
            kind = Row(self.program.found.get(site), row.kind.form)
            other = self.fitted(self.row(item, call), Row(kind.element, inside.form), call)
            if not inside.is_set:
                other = self.temp(self.of_row("as_set", kind, other.text, line=self.line(call)), kind)
            words = total.text, other.text, "True", "True", "True"
            self.write(f"{total.text} = {self.of_row('merged', kind, *words, line=self.line(call))}")

        with self.in_any_order():
            self.over(node.value).run(body, "")
        return TypedText(total.text, Row(self.program.found.get(site), row.kind.form, row.kind.sites))

    def _set_intersection(self, row: TypedText, node: ast.Call) -> TypedText:
        return self.merged((False, True, False), row, self._as_set(self._one(node), node), row.kind.form, node)

    def _set_difference(self, row: TypedText, node: ast.Call) -> TypedText:
        return self.merged((True, False, False), row, self._as_set(self._one(node), node), row.kind.form, node)

    # functions of the user

    def helper(
        self, what: str, source: FunctionSource, kinds: list[tuple[str, Kind]], node: ast.AST
    ) -> ProgramFunction:
        """Translate another function; `kinds` are those of its parameters."""
        raise NotImplementedError

    def own_call(self, what: str, function: Any, node: ast.Call, further: str = "run") -> tuple[str, ProgramFunction]:
        """Return the text of a call, and the function."""
        first: list[TypedText] = []
        if isinstance(function, MethodType):
            first = [TypedText("", Static(function.__self__))]
        source = self.program.source(function)
        if what == "value" and source.is_generator:
            raise Refusal("generator-place", node, name=source.function.__name__)
        if any(one.arg is None for one in node.keywords):
            raise Refusal("call", node, text=ast.unparse(node))
        codes = self.in_order(
            [partial(self._argument, one) for one in (*node.args, *(two.value for two in node.keywords))]
        )
        given: list[TypedText] = []
        for code, one in zip(codes, node.args, strict=False):
            given += self._spread(code, one) if isinstance(one, ast.Starred) else [code]
        named = {str(one.arg): code for one, code in zip(node.keywords, codes[len(node.args) :], strict=True)}
        bound = self._bound(source, [*first, *given], named, node)
        made = self.helper(what, source, [(name, code.kind) for name, code in bound], node)
        texts = [code.text for _, code in bound if not is_static(code.kind)]
        return f"{made.name}({', '.join([*texts, further])})", made

    def _argument(self, node: ast.expr) -> TypedText:
        if isinstance(node, ast.Starred):
            return self.code(node.value)
        return self.as_stored(self.code(node), node)

    def _spread(self, code: TypedText, node: ast.AST) -> list[TypedText]:
        """Return the elements of an argument with a star."""
        if isinstance(code.kind, Static) and isinstance(code.kind.value, tuple | list):
            return [self.as_stored(TypedText("", Static(one)), node) for one in code.kind.value]
        if not isinstance(code.kind, TupleKind):
            raise Refusal("call", node, text=ast.unparse(node) if isinstance(node, ast.expr) else "*")
        code = self.kept(code)
        return [TypedText(f"{code.text}[{at}]", kind) for at, kind in enumerate(code.kind.kinds)]

    def _bound(
        self, source: FunctionSource, given: list[TypedText], named: dict[str, TypedText], node: ast.Call
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

    def _lambda(self, node: ast.Lambda) -> TypedText:
        raise Refusal("function", node)

    def _dict(self, node: ast.Dict) -> TypedText:
        raise Refusal("dictionary", node)

    _dictcomp = _dict


_METHODS = (str, tuple, list, set, frozenset)  # types of constants with methods that are translated
_CHANGES = {"append", "insert", "extend", "pop", "sort", "reverse", "clear", "remove", "discard", "add", "update"}


def renamed(node: ast.expr, names: dict[str, str]) -> ast.expr:
    """Rename variables. Those of a comprehension or lambda with the same name are other variables, and keep it."""
    if isinstance(node, ast.Name):
        node.id = names.get(node.id, node.id)
        return node
    inside = list(ast.iter_child_nodes(node))
    own: set[str] = set()
    if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
        renamed(node.generators[0].iter, names)
        own = {one.id for part in node.generators for one in ast.walk(part.target) if isinstance(one, ast.Name)}
        first = node.generators[0]
        inside = [one for one in inside if one is not first] + [first.target, *first.ifs]
    elif isinstance(node, ast.Lambda):
        own = {one.arg for one in node.args.args}
    for one in inside:
        renamed(one, {name: new for name, new in names.items() if name not in own})  # type: ignore[arg-type]
    return node


def _no_builtin() -> None:
    """Stands for an object that is no builtin."""


def _has_rows(kind: Any) -> bool:
    return any(map(_has_rows, kind.kinds)) if isinstance(kind, TupleKind) else isinstance(kind, Row | Letter)


def _zero(kind: Any) -> str:
    from grundy.compiled.kinds import zero_text

    return zero_text(kind)
