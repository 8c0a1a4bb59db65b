"""Translates expressions of a user's function to text for Numba, with the kinds of their values."""

from __future__ import annotations

import ast
import operator
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from grundy.compiled.constant_tables import table_of
from grundy.compiled.kinds import (
    LEAST,
    MASK,
    MOST,
    NUMBER,
    TRUTH,
    WIDE,
    ListVariable,
    Number,
    Refusal,
    Static,
    TableRow,
    TupleKind,
    TypedText,
    Wide,
    joined,
    same,
    tuple_text,
    widened,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from grundy.compiled.constant_tables import ConstantTable
    from grundy.compiled.kinds import Kind
    from grundy.compiled.program import Program
    from grundy.compiled.sources import FunctionSource

_CHECKED = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.Pow: "power",
}
_BITWISE = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
_WIDE_BITWISE = {ast.BitAnd: "wide_and", ast.BitOr: "wide_or", ast.BitXor: "wide_xor"}
_SHIFTS = (ast.LShift, ast.RShift, ast.Pow)  # operators whose right side is a count
_LARGEST = 2**127  # wide numbers are at least -_LARGEST and below _LARGEST
_COMPARED = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
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
}
_FOLDED_COMPARISONS = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class Expressions:
    """Translates expressions, with the variables of the current function and the program that it belongs to."""

    program: Program
    source: FunctionSource
    kinds: dict[str, Kind]  # of the variables, as far as they are known
    assigned: set[str]  # variables that have a value here on every path
    local: set[str]  # all variables

    def code(self, node: ast.expr) -> TypedText:
        """Return an expression as text, with the kind of its value."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise Refusal("expression", node, name=type(node).__name__)
        found: TypedText = method(node)
        return found

    def number(self, node: ast.expr) -> str:
        """Return the text of an expression that has to be a number of one word."""
        code = self.integer(self.code(node), node)
        return f"narrow({code.text}, {self.line(node)})" if isinstance(code.kind, Wide) else code.text

    def integer(self, code: TypedText, node: ast.AST) -> TypedText:
        """Return a value as a number, which may be wide. Raises `Refusal` for other values."""
        code = self.plain(code, node)
        if isinstance(code.kind, Wide):
            return code
        if not isinstance(code.kind, Number):
            raise Refusal("number", node, text=ast.unparse(node))
        return TypedText(f"int({code.text})" if code.kind.truth else code.text, NUMBER)

    def integers(
        self, codes: list[TypedText], nodes: Sequence[ast.AST], *, wide: bool = False
    ) -> tuple[list[str], Kind]:
        """Return the texts of numbers of one kind, and the kind. It is wide if one number is, or if `wide` says so."""
        found = [self.integer(code, node) for code, node in zip(codes, nodes, strict=True)]
        if wide or any(isinstance(one.kind, Wide) for one in found):
            return [self.wide_text(one) for one in found], WIDE
        return [one.text for one in found], NUMBER

    def wide_text(self, code: TypedText) -> str:
        """Return the text of a number as a wide number."""
        self.program.has_wide = True
        return widened(code.text, code.kind)

    def fitted(self, code: TypedText, kind: Kind) -> TypedText:
        """Return a value converted to another kind, which can be joined with its own."""
        if same(code.kind, kind):
            return code
        if not isinstance(kind, TupleKind) or not isinstance(code.kind, TupleKind):
            return TypedText(self.wide_text(code), kind) if isinstance(kind, Wide) else code
        pairs = zip(code.kind.kinds, kind.kinds, strict=True)
        texts = [self.fitted(TypedText(f"t[{i}]", part), into).text for i, (part, into) in enumerate(pairs)]
        name = self.program.name("fitted")
        self.program.texts.append(f"def {name}(t):\n    return {tuple_text(texts)}")
        return TypedText(f"{name}({code.text})", kind)

    def test(self, node: ast.expr) -> str:
        """Return the text of an expression as a condition."""
        if isinstance(node, ast.BoolOp):
            return f"({_word(node.op).join(map(self.test, node.values))})"
        return self.test_of(self.code(node))

    def test_of(self, code: TypedText) -> str:
        """Return the text of a value as a condition."""
        if isinstance(code.kind, Static):
            return repr(bool(code.kind.value))
        if isinstance(code.kind, Wide):
            return f"wide_truth({code.text})"
        if isinstance(code.kind, Number):
            return code.text if code.kind.truth else f"({code.text}) != 0"
        if isinstance(code.kind, TableRow | ListVariable):
            return f"{self.length_text(code)} != 0"
        return f"len({code.text}) != 0"

    def plain(self, code: TypedText, node: ast.AST) -> TypedText:
        """Return a value that exists when the program runs: a constant becomes a number or a row of a table."""
        if not isinstance(code.kind, Static):
            return code
        value = code.kind.value
        if isinstance(value, int):
            if LEAST <= value <= MOST:
                return TypedText(self.program.constant(int(value)), NUMBER)
            if not -_LARGEST <= value < _LARGEST:
                raise Refusal("large", node, number=value)
            self.program.has_wide = True
            return TypedText(self.program.wide_constant(int(value)), WIDE)
        table = table_of(value)
        if table is None:
            raise Refusal("dictionary" if isinstance(value, dict) else "constant", node, name=type(value).__name__)
        return TypedText("0", TableRow(self.program.table(table), 0))

    def stored(self, node: ast.expr) -> TypedText:
        """Return an expression as a variable keeps it. Constants that are no integers stay constants."""
        code = self.code(node)
        if isinstance(code.kind, Static) and not isinstance(code.kind.value, int):
            return code
        code = self._no_list(self.plain(code, node), node)
        return TypedText(f"int({code.text})", NUMBER) if isinstance(code.kind, Number) and code.kind.truth else code

    def line(self, node: ast.AST) -> str:
        """Return the last two arguments of checked arithmetic: the number of the place in the source, and `run`."""
        return f"{self.program.constant(self.program.place(self.source.file, node))}, run"

    def known(self, node: ast.expr) -> Any:
        """Return the value of an expression that is known before the program runs. Raises `KeyError` for others."""
        kind = self.code(node).kind
        if not isinstance(kind, Static):
            raise KeyError
        return kind.value

    def is_call_of(self, node: ast.expr, function: Callable[..., Any]) -> bool:
        """Return whether an expression is a call of this function."""
        if not isinstance(node, ast.Call):
            return False
        try:
            return bool(self.known(node.func) is function)
        except (KeyError, Refusal):
            return False

    # constants and names

    def _constant(self, node: ast.Constant) -> TypedText:
        if isinstance(node.value, int):
            return TypedText("", Static(node.value))
        things = {type(None): "none", float: "float", complex: "float", str: "text", bytes: "text"}
        thing = things.get(type(node.value), "constant")
        raise Refusal(thing, node, name=type(node.value).__name__, text=ast.unparse(node))

    def _name(self, node: ast.Name) -> TypedText:
        if node.id in self.local:
            if node.id not in self.assigned:
                raise Refusal("unassigned", node, name=node.id)
            kind = self.kinds.get(node.id, NUMBER)
        else:
            try:
                kind = Static(self.source.look_up(node.id))
            except KeyError:
                raise Refusal("name", node, name=node.id) from None
        if isinstance(kind, Static) and isinstance(kind.value, Iterator):  # reading the iterator would change it
            raise Refusal("constant", node, name=type(kind.value).__name__)
        return TypedText("" if isinstance(kind, Static) else f"v_{node.id}", kind)

    def _attribute(self, node: ast.Attribute) -> TypedText:
        value = self.code(node.value).kind
        if not isinstance(value, Static):
            raise Refusal("attribute", node, name=node.attr)
        try:
            found = getattr(value.value, node.attr)
        except AttributeError:
            raise Refusal("name", node, name=ast.unparse(node)) from None
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
        text = self.program.datum(owner, name, value)
        if type(value) is tuple:
            return TypedText("", ListVariable(text, f"{text} + 1", kind, is_tuple=True))
        return TypedText(f"wide_of_word({text})" if kind is WIDE else text, kind)

    # arithmetic

    def _binop(self, node: ast.BinOp) -> TypedText:
        left, right = self.code(node.left), self.code(node.right)
        if isinstance(left.kind, Static) and isinstance(right.kind, Static):
            return self._fold(node, left.kind.value, right.kind.value)
        if isinstance(node.op, ast.Add) and isinstance(left.kind, TupleKind) and isinstance(right.kind, TupleKind):
            if left.kind.is_list is None or left.kind.is_list is not right.kind.is_list:  # Python raises an exception
                raise Refusal("list", node)
            return TypedText(
                f"({left.text} + {right.text})", TupleKind(left.kind.kinds + right.kind.kinds, left.kind.is_list)
            )
        if isinstance(node.op, ast.BitAnd):
            for shift, mask, code in ((node.left, node.right, right), (node.right, node.left, left)):
                in_order = shift is node.left or not self.program.changes(left.text + right.text)
                if isinstance(shift, ast.BinOp) and isinstance(shift.op, ast.LShift) and in_order:
                    return self._shifted_within(shift, self.integer(code, mask), node)
        if type(node.op) not in _CHECKED | _BITWISE:
            raise Refusal(
                "division" if isinstance(node.op, ast.Div) else "expression", node, name=type(node.op).__name__
            )
        widens = self.program.widens and isinstance(node.op, ast.LShift | ast.Pow)
        if isinstance(node.op, _SHIFTS):
            texts, kind = self.integers([left], [node.left], wide=widens)
            texts.append(self.number(node.right))
        else:
            texts, kind = self.integers([left, right], [node.left, node.right])
        return self._of_numbers(node, texts, kind)

    def _shifted_within(self, shift: ast.BinOp, mask: TypedText, node: ast.BinOp) -> TypedText:
        """Return ``(a << b) & mask``; bits outside of the mask may be lost."""
        texts, kind = self.integers([self.code(shift.left), mask], [shift.left, node], wide=self.program.widens)
        words = f"{texts[0]}, {self.number(shift.right)}, {texts[1]}"
        return TypedText(f"{prefix(kind)}lshift_within({words}, {self.line(node)})", kind)

    def _of_numbers(self, node: ast.BinOp, texts: list[str], kind: Kind) -> TypedText:
        words = ", ".join(texts)
        if type(node.op) in _CHECKED:
            return TypedText(f"{prefix(kind)}{_CHECKED[type(node.op)]}({words}, {self.line(node)})", kind)
        if isinstance(kind, Wide):
            return TypedText(f"{_WIDE_BITWISE[type(node.op)]}({words})", kind)
        return TypedText(f"({texts[0]} {_BITWISE[type(node.op)]} {texts[1]})", kind)

    def _fold(self, node: ast.BinOp, left: Any, right: Any) -> TypedText:
        """Return the value of an expression of constants."""
        shifts = isinstance(node.op, ast.LShift | ast.Pow | ast.Mult) and isinstance(right, int) and right > 10**4
        if (
            type(node.op) not in _FOLDED
            or shifts
            or not isinstance(left, int | tuple)
            or not isinstance(right, int | tuple)
        ):
            raise Refusal(
                "division" if isinstance(node.op, ast.Div) else "expression", node, name=type(node.op).__name__
            )
        try:
            return TypedText("", Static(_FOLDED[type(node.op)](left, right)))
        except (ArithmeticError, ValueError, TypeError) as error:
            raise Refusal("raises", node, error=str(error)) from None

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
        word = _word(node.op)
        codes = [self.code(one) for one in node.values]
        if all(isinstance(one.kind, Number) and one.kind.truth for one in codes):
            return TypedText(f"({word.join(one.text for one in codes)})", TRUTH)
        texts, kind = self.integers(codes, node.values)
        if not isinstance(kind, Wide):
            return TypedText(f"({word.join(texts)})", NUMBER)
        found = texts.pop()
        for text in reversed(texts):
            if self.program.changes(text):  # it would run twice
                raise Refusal("expression", node, name=ast.unparse(node))
            ways = (found, text) if isinstance(node.op, ast.And) else (text, found)
            found = f"({ways[0]} if wide_truth({text}) else {ways[1]})"
        return TypedText(found, kind)

    def _compare(self, node: ast.Compare) -> TypedText:
        sides = [node.left, *node.comparators]
        if len(sides) == 2 and isinstance(node.ops[0], ast.Is | ast.IsNot):
            return self._is_none(node, sides)
        if len(sides) == 2 and type(node.ops[0]) in _FOLDED_COMPARISONS and not any(map(self.compared_list, sides)):
            kinds = [self.code(one).kind for one in sides]
            known = [one.value for one in kinds if isinstance(one, Static) and isinstance(one.value, int | tuple)]
            if len(known) == 2 and type(known[0]) is type(known[1]):
                return TypedText("", Static(_FOLDED_COMPARISONS[type(node.ops[0])](*known)))
        if len(node.ops) == 1:
            return TypedText(self._comparison(node.ops[0], sides[0], sides[1], node), TRUTH)
        if all(type(one) in _COMPARED for one in node.ops):
            texts, _ = self.integers([self.code(one) for one in sides], sides)
            words = [texts[0]]
            for op, text in zip(node.ops, texts[1:], strict=True):
                words += [_COMPARED[type(op)], text]
            return TypedText(f"({' '.join(words)})", TRUTH)
        raise Refusal("expression", node, name=ast.unparse(node))

    def _is_none(self, node: ast.Compare, sides: list[ast.expr]) -> TypedText:
        """Return ``x is None``, which is known before the program runs: no number and no tuple is None.

        Other comparisons with `is` are refused. So are expressions other than names, because Python evaluates them.
        """
        none = [one for one in sides if isinstance(one, ast.Constant) and one.value is None]
        others = [one for one in sides if one not in none]
        if len(none) != 1:
            raise Refusal("expression", node, name=ast.unparse(node))
        if not isinstance(others[0], ast.Name):
            raise Refusal("none", node)
        kind = self.code(others[0]).kind
        is_none = isinstance(kind, Static) and kind.value is None
        return TypedText("", Static(is_none is isinstance(node.ops[0], ast.Is)))

    def _comparison(self, op: ast.cmpop, left: ast.expr, right: ast.expr, node: ast.expr) -> str:
        if isinstance(op, ast.In | ast.NotIn):
            return f"({'not ' if isinstance(op, ast.NotIn) else ''}{self._contains(left, right)})"
        if self.compared_list(left) or self.compared_list(right):
            return self._lists_compared(op, left, right, node)
        first, second = self.code(left), self.code(right)
        if isinstance(first.kind, TupleKind) or isinstance(second.kind, TupleKind):
            first, second = self.as_parts(first, left), self.as_parts(second, right)
        kind = joined(first.kind, second.kind)
        if isinstance(kind, TupleKind) and not kind.is_mixed:
            return f"({self.fitted(first, kind).text} {_COMPARED[type(op)]} {self.fitted(second, kind).text})"
        texts, _ = self.integers([first, second], [left, right])
        return f"({texts[0]} {_COMPARED[type(op)]} {texts[1]})"

    def _lists_compared(self, op: ast.cmpop, left: ast.expr, right: ast.expr, node: ast.expr) -> str:
        """Return the text of a comparison of two lists of numbers, or of a list and a tuple."""
        sides = {side: self.compared_list(side) for side in (left, right)}
        (listed, is_tuple), *others = [one for one in sides.values() if one is not None]
        numbers = all(self.kind_in(one) == NUMBER for one, _ in ((listed, is_tuple), *others))
        if others:
            other, other_is_tuple = others[0]
            found = f"lists_are_equal({listed.place}, {listed.first}, {other.place}, {other.first}, run)"
        else:
            side = right if sides[left] else left
            display = isinstance(side, ast.List)
            elements = ast.copy_location(ast.Tuple(side.elts, ast.Load()), side) if isinstance(side, ast.List) else side
            row = self.as_parts(self.code(elements), side)
            numbers &= (
                isinstance(row.kind, TupleKind) and row.kind.is_list is not None and set(row.kind.kinds) == {NUMBER}
            )
            other_is_tuple = not display and isinstance(row.kind, TupleKind) and not row.kind.is_list
            found = f"list_is({listed.place}, {listed.first}, {row.text}, run)"
        if not numbers or is_tuple != other_is_tuple or not isinstance(op, ast.Eq | ast.NotEq):
            raise Refusal("list", node)
        return f"({'not ' if isinstance(op, ast.NotEq) else ''}{found})"

    def _contains(self, left: ast.expr, right: ast.expr) -> str:
        """Return the text of ``left in right``."""
        collection = None if isinstance(right, ast.Tuple | ast.List | ast.Set | ast.Call) else self.code(right).kind
        if isinstance(collection, Static) and isinstance(collection.value, set | frozenset | tuple | list | dict):
            return self._in_constant(left, collection.value, right)
        if isinstance(collection, ListVariable):
            return self.in_list(collection, self.code(left), left, right)
        number = self.integer(self.code(left), left)
        if isinstance(right, ast.Tuple | ast.List | ast.Set) and right.elts:
            texts, _ = self.integers([number, *map(self.code, right.elts)], [left, *right.elts])
            return f"among({texts[0]}, ({', '.join(texts[1:])},))"
        if isinstance(right, ast.Call) and self.is_call_of(right, range) and len(right.args) in (1, 2):
            ends = [*([ast.Constant(0)] if len(right.args) == 1 else []), *right.args]
            texts, _ = self.integers([number, *map(self.code, ends)], [left, *ends])
            return f"in_range({', '.join(texts)})"
        items = self.plain(self.code(right), right)
        if isinstance(items.kind, TupleKind) and all(isinstance(one, Number | Wide) for one in items.kind.kinds):
            kind = joined(number.kind, self.one_kind(items.kind) or NUMBER) or NUMBER
            row = self.fitted(items, TupleKind((kind,) * len(items.kind.kinds))).text
            return f"among({self.fitted(number, kind).text}, {row})" if items.kind.kinds else "False"
        if isinstance(items.kind, TableRow) and self.table_of(items.kind).depth == items.kind.depth + 1:
            return self._in_row(items.text, items.kind, number)
        raise Refusal("contains", right, text=ast.unparse(right))

    def _in_constant(self, left: ast.expr, values: Collection[Any], node: ast.expr) -> str:
        """Return the text of ``left in constant``, for a constant of numbers or of tuples of numbers."""
        found = list(values)
        if found and all(isinstance(one, tuple) for one in found):
            code = self.as_parts(self.code(left), left)
            if isinstance(code.kind, TupleKind) and code.kind.has_list:  # a list is never equal to a tuple
                raise Refusal("contains", node, text=ast.unparse(node))
            count = len(code.kind.kinds) if isinstance(code.kind, TupleKind) else 0
            rows = table_of(tuple(one for one in found if len(one) == count))
            fits = rows is not None and rows.depth == 2 and not rows.unsigned
            if not (rows and fits and isinstance(code.kind, TupleKind) and set(code.kind.kinds) <= {NUMBER}):
                raise Refusal("contains", node, text=ast.unparse(node))
            return f"among_tuples({code.text}, table{self.program.table(rows)})"
        row = self.plain(TypedText("", Static(tuple(found))), node)
        if not isinstance(row.kind, TableRow) or self.table_of(row.kind).depth != 1:
            raise Refusal("contains", node, text=ast.unparse(node))
        return self._in_row(row.text, row.kind, self.integer(self.code(left), left))

    def _in_row(self, row: str, kind: TableRow, number: TypedText) -> str:
        """Return the text of ``number in row``, for a row of numbers."""
        unsigned = self.table_of(kind).unsigned
        words = f"table{kind.table}, table{kind.table}_{kind.depth}, {row}"
        if not unsigned and not isinstance(number.kind, Wide):
            return f"among_row({number.text}, {words})"
        return f"wide_among_row({self.wide_text(number)}, {unsigned}, {words})"

    def one_kind(self, kind: TupleKind) -> Kind | None:
        """Return the common kind of the elements of a tuple, None if there is none."""
        found: Kind | None = kind.kinds[0] if kind.kinds else None
        for one in kind.kinds:
            found = None if found is None else joined(found, one)
        return found

    def _ifexp(self, node: ast.IfExp) -> TypedText:
        first, second = self.stored(node.body), self.stored(node.orelse)
        kind = joined(first.kind, second.kind)
        if kind is None:
            raise Refusal("two-kinds", node, text=ast.unparse(node))
        first, second = self.fitted(first, kind), self.fitted(second, kind)
        return TypedText(f"({first.text} if {self.test(node.test)} else {second.text})", kind)

    def _namedexpr(self, node: ast.NamedExpr) -> TypedText:
        raise Refusal("named", node, text=ast.unparse(node))

    # tuples and tables

    def _tuple(self, node: ast.Tuple) -> TypedText:
        if any(isinstance(one, ast.Starred) for one in node.elts):
            raise Refusal("expression", node, name=ast.unparse(node))
        known = [self.code(one) for one in node.elts]
        if all(isinstance(one.kind, Static) for one in known):
            return TypedText("", Static(tuple(one.kind.value for one in known if isinstance(one.kind, Static))))
        return self.parts(node)

    def parts(self, node: ast.Tuple) -> TypedText:
        """Return a tuple whose elements exist when the program runs."""
        codes = []
        for one in node.elts:
            code = self._no_list(self.plain(self.code(one), one), one)
            codes.append(self.integer(code, one) if isinstance(code.kind, Number) else code)
        return TypedText(tuple_text(one.text for one in codes), TupleKind(tuple(one.kind for one in codes)))

    def as_parts(self, code: TypedText, node: ast.AST) -> TypedText:
        """Return a constant tuple as a tuple that exists when the program runs."""
        if not (isinstance(code.kind, Static) and isinstance(code.kind.value, tuple)):
            return self._no_list(self.plain(code, node), node)
        codes = [self.as_parts(TypedText("", Static(one)), node) for one in code.kind.value]
        return TypedText(tuple_text(one.text for one in codes), TupleKind(tuple(one.kind for one in codes)))

    def _no_list(self, code: TypedText, node: ast.AST) -> TypedText:
        """Return the value. Raises `Refusal` for a list, which may have one name only."""
        if isinstance(code.kind, ListVariable):
            raise Refusal("list", node)
        return code

    def _subscript(self, node: ast.Subscript) -> TypedText:
        value = self.code(node.value)
        if isinstance(value.kind, ListVariable):
            return self.element_of_list(value.kind, node)
        try:
            index = self._slice(node.slice) if isinstance(node.slice, ast.Slice) else self.known(node.slice)
        except KeyError:
            index = None
        if isinstance(value.kind, Static) and index is not None:
            try:
                return TypedText("", Static(value.kind.value[index]))
            except (LookupError, TypeError) as error:
                raise Refusal("raises", node, error=f"{type(error).__name__}: {error}") from None
        if isinstance(value.kind, TupleKind):
            return self._part(node, value, value.kind, index)
        value = self.plain(value, node.value)
        if isinstance(value.kind, TableRow) and not isinstance(node.slice, ast.Slice):
            name = f"table{value.kind.table}_{value.kind.depth}"
            return self.element(
                value.kind, f"row_at({name}, {value.text}, {self.number(node.slice)}, {self.line(node)})"
            )
        raise no_element(node)

    def _slice(self, node: ast.Slice) -> slice:
        return slice(*(None if one is None else self.known(one) for one in (node.lower, node.upper, node.step)))

    def _part(self, node: ast.Subscript, value: TypedText, kind: TupleKind, index: Any) -> TypedText:
        count = len(kind.kinds)
        if isinstance(index, slice) and value.text.isidentifier():
            places = range(count)[index]
            texts = "".join(f"{value.text}[{place}], " for place in places)
            return TypedText(f"({texts})", TupleKind(tuple(kind.kinds[place] for place in places), kind.is_list))
        if isinstance(index, int) and -count <= index < count:
            return TypedText(f"{value.text}[{index % count}]", kind.kinds[index])
        one = self.one_kind(kind)
        if index is None and isinstance(one, Number | Wide) and not isinstance(node.slice, ast.Slice):
            text = f"place_at({self.number(node.slice)}, {self.program.constant(count)}, {self.line(node)})"
            value = self.fitted(value, TupleKind((one,) * count))
            return TypedText(f"{value.text}[{text}]", one)
        raise no_element(node)

    def table_of(self, kind: TableRow) -> ConstantTable:
        """Return the table of a row."""
        return self.program.tables[kind.table]

    def element(self, kind: TableRow, number: str) -> TypedText:
        """Return an element of a row, by its number among all elements of its depth."""
        if kind.depth + 1 == self.table_of(kind).depth:
            if not self.table_of(kind).unsigned:
                return TypedText(f"table{kind.table}[{number}]", NUMBER)
            self.program.has_wide = True
            return TypedText(f"wide_of_word(table{kind.table}[{number}])", WIDE)
        return TypedText(number, TableRow(kind.table, kind.depth + 1))

    def length_text(self, code: TypedText) -> str:
        """Return the text of the length of a row, or of a list."""
        if isinstance(code.kind, ListVariable):
            return f"run[{code.kind.place}]"
        assert isinstance(code.kind, TableRow)
        return f"row_length(table{code.kind.table}_{code.kind.depth}, {code.text})"

    def element_of_list(self, listed: ListVariable, node: ast.Subscript) -> TypedText:
        """Return an element of a list."""
        raise NotImplementedError

    def in_list(self, listed: ListVariable, code: TypedText, item: ast.expr, node: ast.expr) -> str:
        """Return the text of ``item in list``, whose item has this code."""
        raise NotImplementedError

    def compared_list(self, node: ast.expr) -> tuple[ListVariable, bool] | None:
        """Return the list on a side of a comparison, and whether the side is a tuple; None for other expressions."""
        raise NotImplementedError

    def kind_in(self, listed: ListVariable) -> Kind:
        """Return the kind of the elements of a list."""
        raise NotImplementedError

    def assign(self, name: str, kind: Kind, node: ast.AST) -> Kind:
        """Note that a variable gets a value of a kind; return the kind of the variable. Raises `Refusal`."""
        raise NotImplementedError


def _word(op: ast.boolop) -> str:
    return " and " if isinstance(op, ast.And) else " or "


def no_element(node: ast.Subscript) -> Refusal:
    """Return why an element or a slice cannot be compiled."""
    return Refusal("slice" if isinstance(node.slice, ast.Slice) else "subscript", node, text=ast.unparse(node))


def prefix(kind: Kind) -> str:
    """Return the prefix of the names of functions of checked arithmetic for a kind of numbers."""
    return "wide_" if isinstance(kind, Wide) else ""
