"""Translates expressions of a user's function: operators, names, elements and slices."""

from __future__ import annotations

import ast
import operator
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from grundy.compiled import prelude
from grundy.compiled.kinds import (
    LEAST,
    LETTER,
    MASK,
    MOST,
    NUMBER,
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
    joined,
    kind_of,
    tuple_text,
    width,
)
from grundy.compiled.program import Same
from grundy.compiled.values import Later, Values

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grundy.compiled.kinds import Kind

_CHECKED = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
}
_BITWISE = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
_WIDE_BITWISE = {ast.BitAnd: "wide_and", ast.BitOr: "wide_or", ast.BitXor: "wide_xor"}
_SHIFTS = (ast.LShift, ast.RShift, ast.Pow)  # operators whose right side is a count
_MERGED = {  # what the result has: elements of the left set alone, of both, of the right set alone
    ast.BitOr: (True, True, True),
    ast.BitAnd: (False, True, False),
    ast.Sub: (True, False, False),
    ast.BitXor: (True, False, True),
}
_FOLDED = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.Pow: operator.pow,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_REFUSED: dict[type[ast.expr], str] = {
    ast.Lambda: "function",
    ast.Dict: "dictionary",
    ast.DictComp: "dictionary",
    ast.GeneratorExp: "generator",
}
_COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_CONSTANTS = (int, str, tuple, frozenset, type(None))


class Expressions(Values):
    """Translates expressions, with the variables of the current function and the program that it belongs to."""

    kinds: dict[str, Kind]  # of the variables, as far as they are known
    assigned: set[str]  # variables that have a value here on every path
    local: set[str]  # all variables
    forgotten: set[str]  # those that loops over sets do not remember from one element to the next
    library: Callable[..., TypedText]  # the result of a function of `prelude`
    variable: Callable[[str], str]  # the name that a variable has in the program
    site: Callable[[ast.AST, Row], frozenset[Any]]  # where a list or set is made, by which its elements are known
    noted: Callable[..., Row]  # the kind of a list or set, after another element was noted where it is made
    display: Callable[[Any, str], TypedText]  # a row with the elements of a display
    bind: Callable[[ast.expr, TypedText], None]  # writes the assignment of a value to a variable

    def code(self, node: ast.expr) -> TypedText:
        """Return an expression as text, with the kind of its value."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise Refusal(_REFUSED.get(type(node), "expression"), node, name=node)
        found: TypedText = method(node)
        return found

    def codes(self, nodes: Sequence[ast.expr]) -> list[TypedText]:
        """Return expressions that Python evaluates one after the other."""
        return self.in_order([partial(self.code, one) for one in nodes])

    def test(self, node: ast.expr) -> str:
        """Return the text of an expression as a condition."""
        if isinstance(node, ast.BoolOp):
            return self._tests(node)
        return self.truth(self.code(node))

    def _tests(self, node: ast.BoolOp) -> str:
        """Return a condition of several parts; a later part is evaluated only if it is needed."""
        word = " and " if isinstance(node.op, ast.And) else " or "
        texts = [self.test(node.values[0])]
        for one in node.values[1:]:
            lines, text = self.captured(partial(self.test, one))
            if lines:
                made = self.temp(f"({word.join(texts)})", TRUTH).text
                self.write(f"if {'' if isinstance(node.op, ast.And) else 'not '}({made}):")
                self.lines += lines
                self.write(f"    {made} = bool({text})")
                texts = [made]
            else:
                texts.append(text)
        return f"({word.join(texts)})"

    def stored(self, node: ast.expr) -> TypedText:
        """Return an expression as a variable keeps it."""
        return self.as_stored(self.code(node), node)

    def as_stored(self, code: TypedText, node: ast.AST) -> TypedText:
        """Return a value as a variable keeps it. Constants that are no integers stay constants."""
        if isinstance(code.kind, Static) and not isinstance(code.kind.value, int):
            return code
        return self.integer(code, node) if isinstance(code.kind, Number | Static) else code

    def known(self, node: ast.expr) -> Any:
        """Return the value of an expression that is known before the program runs. Raises `KeyError` for others."""
        lines, code = self.captured(partial(self.code, node))
        if lines or not isinstance(code.kind, Static):
            raise KeyError
        return code.kind.value

    def is_call_of(self, node: ast.expr, *functions: Callable[..., Any]) -> bool:
        """Return whether an expression is a call of one of these functions."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
            return False
        try:
            found = self.known(node.func)
        except (KeyError, Refusal, Later):
            return False
        return any(found is one for one in functions)

    # constants and names

    def _constant(self, node: ast.Constant) -> TypedText:
        if isinstance(node.value, int | str | None):
            return TypedText("", Static(node.value))
        raise Refusal(
            "float" if isinstance(node.value, float | complex) else "constant",
            node,
            name=type(node.value).__name__,
            text=node,
        )

    def _name(self, node: ast.Name) -> TypedText:
        if node.id in self.local:
            if node.id not in self.assigned:
                raise Refusal("order" if node.id in self.forgotten else "unassigned", node, name=node.id)
            kind = self.kinds[node.id]
            if kind is None:
                raise Later
        else:
            try:
                kind = Static(self.source.look_up(node.id))
            except KeyError:
                raise Refusal("name", node, name=node.id) from None
        if isinstance(kind, Static) and isinstance(kind.value, Iterator):  # reading the iterator would change it
            raise Refusal("constant", node, name=type(kind.value).__name__)
        return TypedText("" if isinstance(kind, Static) else self.variable(node.id), kind)

    def _attribute(self, node: ast.Attribute) -> TypedText:
        value = self.code(node.value).kind
        if not isinstance(value, Static):
            raise Refusal("attribute", node, name=node.attr)
        try:
            found = getattr(value.value, node.attr)
        except AttributeError:
            raise Refusal("name", node, name=node) from None
        handed = self._handed_over(value.value, node.attr, found) if hasattr(type(value.value), "is_data") else None
        return handed or TypedText("", Static(found))

    def _handed_over(self, owner: Any, name: str, value: Any) -> TypedText | None:
        """Return an attribute that the program gets as data, None for one that is a constant of the program."""
        numbers = value if type(value) is tuple else (value,)
        if not all(type(one) is int and LEAST <= one <= MASK for one in numbers):
            return None
        kind = WIDE if max(numbers, default=0) > MOST else NUMBER
        if kind is WIDE and min(numbers) < 0:
            return None
        self.program.has_wide |= kind is WIDE
        key = Same(owner), name
        if type(value) is tuple:
            self.program.has_rows = True
            row = Row(kind, "tuple")
            return TypedText(self.program.datum(key, value, row), row)
        text = self.program.datum(key, value, kind)
        return TypedText(f"wide_of_word({text})" if kind is WIDE else text, kind)

    def _namedexpr(self, node: ast.NamedExpr) -> TypedText:
        self.bind(node.target, self.stored(node.value))
        return self.code(ast.copy_location(ast.Name(node.target.id, ast.Load()), node))

    # operators

    def _binop(self, node: ast.BinOp) -> TypedText:
        left, right = self.codes([node.left, node.right])
        return self.operation(node.op, left, right, node)

    def operation(self, op: ast.operator, left: TypedText, right: TypedText, node: ast.BinOp) -> TypedText:
        """Return the result of an operator."""
        if isinstance(left.kind, Static) and isinstance(right.kind, Static):
            return self._fold(node, left.kind.value, right.kind.value)
        kinds = [kind_of(one.kind.value) if isinstance(one.kind, Static) else one.kind for one in (left, right)]
        if any(isinstance(one, Row | TupleKind | Letter) for one in kinds):
            return self._of_rows(op, left, right, kinds, node)
        if type(op) not in _CHECKED | _BITWISE | {ast.Pow: ""}:
            raise Refusal("division" if isinstance(op, ast.Div) else "expression", node, name=node)
        if isinstance(op, _SHIFTS):
            widens = self.program.widens and not isinstance(op, ast.RShift)
            texts, kind = self.integers([left], [node.left], wide=widens)
            texts.append(self.number(right, node.right))
        else:
            texts, kind = self.integers([left, right], [node.left, node.right])
        if isinstance(op, ast.Pow):
            return self.library(prelude.power, [TypedText(texts[0], kind), TypedText(texts[1], NUMBER)], node)
        words = ", ".join(texts)
        if type(op) in _CHECKED:
            return TypedText(f"{prefix(kind)}{_CHECKED[type(op)]}({words}, {self.line(node)})", kind)
        if isinstance(kind, Wide):
            return TypedText(f"{_WIDE_BITWISE[type(op)]}({words})", kind)
        return TypedText(f"({texts[0]} {_BITWISE[type(op)]} {texts[1]})", kind)

    def _of_rows(self, op: ast.operator, left: TypedText, right: TypedText, kinds: list[Any], node: Any) -> TypedText:
        """Return the result of an operator of texts, tuples, lists or sets."""
        first, second = map(as_row, kinds)
        if isinstance(op, ast.Mult):
            if isinstance(first, Number):
                left, right, first = right, left, second
            row = self.row(left, node)
            size, times = width(first.element or NUMBER), self.number(right, node)
            return self.temp(
                f"repeated({row.text}, {times}, {size}, {self.line(node)})",
                Row(first.element, first.form, self.site(node, first)),
            )
        if isinstance(op, ast.Add) and all(isinstance(one, TupleKind) for one in kinds):
            left, right = self.kept(self.plain(left, node)), self.kept(self.plain(right, node))
            return TypedText(f"({left.text} + {right.text})", TupleKind(left.kind.kinds + right.kind.kinds))
        if not isinstance(first, Row) or not isinstance(second, Row):
            raise Refusal("expression", node, name=node)
        if isinstance(op, ast.Add) and first.form == second.form and not first.is_set:
            kind = joined(first, second)
            if kind is None:
                raise Refusal("two-kinds", node, text=node)
            kind = self.noted(Row(kind.element, kind.form, self.site(node, kind)))
            one = self.fitted(self.row(left, node), Row(kind.element, kind.form), node)
            other = self.fitted(self.row(right, node), Row(kind.element, kind.form), node)
            return self.temp(
                f"concatenated({one.text}, {other.text}, {width(kind.element or NUMBER)}, {self.line(node)})", kind
            )
        if type(op) in _MERGED and first.is_set and second.is_set:
            return self.merged(_MERGED[type(op)], left, right, first.form, node)
        raise Refusal("expression", node, name=node)

    def merged(
        self, which: tuple[bool, bool, bool], left: TypedText, right: TypedText, form: str, node: Any
    ) -> TypedText:
        """Return a set made of two sets."""
        one, other = self.row(left, node), self.row(right, node)
        element = one.kind.element or other.kind.element
        if None not in (one.kind.element, other.kind.element):
            element = joined(one.kind.element, other.kind.element)
            if element is None:
                raise Refusal("two-kinds", node, text=node)
        kind = self.noted(Row(element, form, self.site(node, Row(element, form))))
        texts = [self.fitted(one, Row(kind.element, one.kind.form), node).text for one in (one, other)]
        return self.temp(self.of_row("merged", kind, *texts, *map(repr, which), line=self.line(node)), kind)

    def _fold(self, node: ast.expr, left: Any, right: Any) -> TypedText:
        """Return the value of an expression of constants."""
        op = node.op if isinstance(node, ast.BinOp) else node.ops[0]  # type: ignore[attr-defined]
        large = isinstance(op, ast.LShift | ast.Pow | ast.Mult) and isinstance(right, int) and right > 10**4
        if type(op) not in _FOLDED or large or not isinstance(left, _CONSTANTS) or not isinstance(right, _CONSTANTS):
            raise Refusal("division" if isinstance(op, ast.Div) else "expression", node, name=node)
        return self.folded(node, _FOLDED[type(op)], left, right)

    @staticmethod
    def folded(node: ast.AST, function: Callable[..., Any], *values: Any) -> TypedText:
        """Return the result of a function of constants, which the program itself would find."""
        try:
            return TypedText("", Static(function(*values)))
        except Exception as error:  # noqa: BLE001 - as the program itself would raise it
            raise Refusal("raises", node, error=f"{type(error).__name__}: {error}") from None

    def _unaryop(self, node: ast.UnaryOp) -> TypedText:
        if isinstance(node.op, ast.Not):
            return TypedText(f"(not {self.test(node.operand)})", TRUTH)
        operand = self.code(node.operand)
        if isinstance(operand.kind, Static) and isinstance(operand.kind.value, int):
            value = int(operand.kind.value)
            folded = {ast.USub: -value, ast.UAdd: value, ast.Invert: ~value}
            return TypedText("", Static(folded[type(node.op)]))
        code = self.integer(operand, node.operand)
        if isinstance(node.op, ast.UAdd):
            return code
        if isinstance(node.op, ast.USub):
            return TypedText(f"{prefix(code.kind)}neg({code.text}, {self.line(node)})", code.kind)
        return TypedText(f"wide_invert({code.text})" if isinstance(code.kind, Wide) else f"(~{code.text})", code.kind)

    def _boolop(self, node: ast.BoolOp) -> TypedText:
        """Return a value that is one of several."""
        ways = [self.captured(partial(self.code, one)) for one in node.values]
        if all(code.kind == TRUTH for _, code in ways):
            return TypedText(self._tests(node), TRUTH)
        name = f"side__{node.lineno}_{node.col_offset}"
        self.local.add(name)
        first, *others = node.values
        rest = others[0] if len(others) == 1 else ast.BoolOp(node.op, others)
        known, other = ast.Name(name, ast.Load()), ast.NamedExpr(ast.Name(name, ast.Store()), first)
        both = (rest, known) if isinstance(node.op, ast.And) else (known, rest)
        return self._ifexp(_placed(ast.IfExp(other, *both), node), node)

    def _ifexp(self, node: ast.IfExp, told: ast.expr | None = None) -> TypedText:
        test = self.code(node.test) if not isinstance(node.test, ast.BoolOp) else None
        if test is not None and isinstance(test.kind, Static):
            return self.code(node.body if test.kind.value else node.orelse)
        text = self.truth(test) if test is not None else self.test(node.test)
        ways = [self.captured(partial(self.stored, one)) for one in (node.body, node.orelse)]
        kinds = [code.kind for _, code in ways]
        kind = joined(*kinds)
        if kind is None:
            raise Refusal("two-kinds", node, text=told or node)
        if isinstance(kind, Static):
            return TypedText("", kind)
        fits = [self.captured(partial(self.fitted, code, kind, node)) for _, code in ways]
        if not any(lines for lines, _ in (*ways, *fits)):
            return TypedText(f"({fits[0][1].text} if {text} else {fits[1][1].text})", kind)
        name = self.program.name("t")
        for head, (lines, _), (more, code) in zip((f"if {text}:", "else:"), ways, fits, strict=True):
            self.write(head)
            self.lines += [*lines, *more]
            self.write(f"    {name} = {code.text}")
        return TypedText(name, kind)

    def _compare(self, node: ast.Compare) -> TypedText:
        if len(node.ops) == 1:
            last = node.comparators[0]
            if isinstance(node.ops[0], ast.In | ast.NotIn) and self.is_call_of(last, range):
                return self._in_range(node, last)
            left, right = self.codes([node.left, last])
            return self._one_comparison(node.ops[0], left, right, node)
        parts: list[ast.expr] = []
        last = node.left
        for at, (op, side) in enumerate(zip(node.ops, node.comparators, strict=True)):
            name = f"side__{at}__{node.lineno}_{node.col_offset}"
            kept = side if at == len(node.ops) - 1 else ast.NamedExpr(ast.Name(name, ast.Store()), side)
            parts.append(ast.Compare(last, [op], [kept]))
            last = ast.Name(name, ast.Load())
            self.local.add(name)
        made = ast.copy_location(ast.BoolOp(ast.And(), parts), node)
        return TypedText(self._tests(_placed(made, node)), TRUTH)

    def _in_range(self, node: ast.Compare, over: Any) -> TypedText:
        """Return whether a number is in a range of step 1."""
        item, *ends = self.codes([node.left, *over.args])
        if all(isinstance(one.kind, Static) for one in (item, *ends)):
            return self._one_comparison(node.ops[0], item, self.code(over), node)
        if len(ends) not in (1, 2) or not isinstance(item.kind, Number | Wide | Static):
            raise Refusal("contains", node, text=node)
        (start, number, stop), _ = self.integers([[TypedText("", Static(0)), *ends][-2], item, ends[-1]], [node] * 3)
        found = TypedText(f"({start} <= {number} < {stop})", TRUTH)
        return found if isinstance(node.ops[0], ast.In) else self.negated(found)

    def _one_comparison(self, op: ast.cmpop, left: TypedText, right: TypedText, node: ast.Compare) -> TypedText:
        known = [one.kind.value for one in (left, right) if isinstance(one.kind, Static)]
        if isinstance(op, ast.Is | ast.IsNot):
            return self._identity(op, left, right, node)
        if isinstance(op, _COMPARISONS):
            if len(known) == 2 and all(isinstance(one, _CONSTANTS) for one in known):
                return self.folded(node, _FOLDED[type(op)], *known)
            return self.compared(op, left, right, node)
        both = len(known) == 2
        found = self.folded(node, lambda: known[0] in known[1]) if both else self.contains(right, left, node)
        return found if isinstance(op, ast.In) else self.negated(found)

    def _identity(self, op: ast.cmpop, left: TypedText, right: TypedText, node: ast.Compare) -> TypedText:
        """Return ``x is None``, or ``x is True``; other comparisons with `is` are refused."""
        for one, other in ((left, right), (right, left)):
            if isinstance(one.kind, Static) and one.kind.value is None:
                found = self.is_none(other)
                return found if isinstance(op, ast.Is) else self.negated(found)
        raise Refusal("expression", node, name=node)

    # tuples, elements and slices

    def _tuple(self, node: ast.Tuple) -> TypedText:
        if any(isinstance(one, ast.Starred) for one in node.elts):
            return self.display(node, "tuple")
        known = self.codes(node.elts)
        if all(isinstance(one.kind, Static) for one in known):
            return TypedText("", Static(tuple(one.kind.value for one in known)))
        return self.parts(known, node)

    def parts(self, codes: Sequence[TypedText], node: ast.AST) -> TypedText:
        """Return a tuple of values."""
        found = []
        for code in codes:
            if isinstance(code.kind, Static) and code.kind.value is None:
                found.append(TypedText(self.program.constant(-1), LETTER))
                continue
            one = self.plain(code, node)
            found.append(self.integer(one, node) if isinstance(one.kind, Number) else one)
        return TypedText(tuple_text(one.text for one in found), TupleKind(tuple(one.kind for one in found)))

    def _subscript(self, node: ast.Subscript) -> TypedText:
        if isinstance(node.slice, ast.Slice):
            return self._sliced(node, node.slice)
        value, index = self.codes([node.value, node.slice])
        return self.element_at(value, index, node)

    def element_at(self, value: TypedText, index: TypedText, node: ast.Subscript) -> TypedText:
        """Return the element at an index."""
        known = index.kind.value if isinstance(index.kind, Static) else None
        if isinstance(value.kind, Static) and isinstance(index.kind, Static):
            return self.folded(node, operator.getitem, value.kind.value, known)
        if isinstance(value.kind, Static) and isinstance(value.kind.value, dict):
            return self._looked_up(value.kind.value, index, node)
        if isinstance(value.kind, TupleKind):
            count = len(value.kind.kinds)
            if isinstance(known, int) and -count <= known < count:
                return TypedText(f"{self.kept(value).text}[{known % count}]", value.kind.kinds[known])
            one = common(value.kind.kinds)
            if isinstance(one, Number | Wide) and not isinstance(index.kind, Static):
                value = self.kept(self.fitted(value, TupleKind((one,) * count), node))
                place = f"place_at({self.number(index, node.slice)}, {self.program.constant(count)}, {self.line(node)})"
                return TypedText(f"{value.text}[{place}]", one)
        row = self.row(value, node.value)
        if row.kind.is_set:
            raise Refusal("subscript", node, text=node)
        return self.element(row, self.number(index, node.slice), node)

    def _looked_up(self, given: dict[Any, Any], index: TypedText, node: ast.Subscript) -> TypedText:
        """Return a value of a constant dictionary."""
        keys, values = (self.row(TypedText("", Static(tuple(some))), node) for some in (given, given.values()))
        kind = joined(index.kind, keys.kind.element) if given else None
        if kind is None:
            raise Refusal("dictionary", node)
        keys = self.fitted(keys, Row(kind, keys.kind.form), node)
        place = self.scratch(index, kind, node)
        at = self.temp(self.of_row("index", keys.kind, keys.text, place), NUMBER).text
        self.fault_if(f"{at} < 0", node)
        return self.element(values, at, checked=False)

    def _sliced(self, node: ast.Subscript, ends: ast.Slice) -> TypedText:
        nodes = [one for one in (node.value, ends.lower, ends.upper, ends.step) if one is not None]
        codes = dict(zip(map(id, nodes), self.codes(nodes), strict=True))
        value = codes[id(node.value)]
        lower, upper, step = (codes.get(id(one)) for one in (ends.lower, ends.upper, ends.step))
        given = [None if one is not None and _is_none(one) else one for one in (lower, upper, step)]
        numbers = [one.kind.value if one is not None and isinstance(one.kind, Static) else None for one in given]
        if all(one is None or isinstance(one.kind, Static) for one in given):
            places = slice(*numbers)
            if isinstance(value.kind, Static):
                return self.folded(node, operator.getitem, value.kind.value, places)
            if isinstance(value.kind, TupleKind):
                parts = self.parts_of(value)[places]
                return self.tuple_of(parts, TupleKind(tuple(one.kind for one in parts)), node)
        return self._slice_of_row(node, value, given, numbers)

    def _slice_of_row(self, node: ast.Subscript, value: TypedText, given: list[Any], numbers: list[Any]) -> TypedText:
        row = self.kept(self.row(value, node.value))
        if row.kind.is_set:
            raise Refusal("slice", node, text=node)
        kind = Row(row.kind.element, row.kind.form, self.site(node, row.kind))
        size = width(row.kind.element or NUMBER)
        lower, upper, step = given
        if step is None:
            start = "0" if lower is None else self.number(lower, node)
            stop = f"run[{row.text}]" if upper is None else self.number(upper, node)
            found = self.temp(f"cut({row.text}, {start}, {stop}, {size}, {self.line(node)})", kind)
            return self.copy(found, node)
        if numbers[2] in (None, 0) or lower is not None or upper is not None:
            raise Refusal("slice", node, text=node)
        return self.temp(f"stepped({row.text}, {numbers[2]}, {size}, {self.line(node)})", kind)

    def copy(self, row: TypedText, node: ast.AST) -> TypedText:
        """Return a row that shares its elements with another one, as a list that may be changed."""
        return self.copied(row, row.kind, node) if row.kind.changes else row


def _is_none(code: TypedText) -> bool:
    return isinstance(code.kind, Static) and code.kind.value is None


def _placed(made: Any, node: ast.expr) -> Any:
    """Give the new nodes of an expression the place of another one."""
    for one in ast.walk(made):
        if not hasattr(one, "lineno"):
            ast.copy_location(one, node)
    return made


def prefix(kind: Any) -> str:
    """Return the prefix of the names of functions of checked arithmetic for a kind of numbers."""
    return "wide_" if isinstance(kind, Wide) else ""
