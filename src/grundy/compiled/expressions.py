"""Expressions of a user's function as text for Numba, with the kinds of their values."""

from __future__ import annotations

import ast
import operator
from typing import TYPE_CHECKING, Any

from grundy.compiled.kinds import LEAST, MOST, NUMBER, TRUTH, Code, Known, Listed, Number, Parts, Refusal, Row
from grundy.compiled.tables import table_of

if TYPE_CHECKING:
    from grundy.compiled.kinds import Kind
    from grundy.compiled.program import Program
    from grundy.compiled.sources import Source
    from grundy.compiled.tables import Table

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
_WORDS = 64  # bits
_FOLDED_COMPARISONS = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class Expressions:
    """What expressions need: the names of the function at hand, and the program that it becomes a part of."""

    program: Program
    source: Source
    kinds: dict[str, Kind]  # of the variables, as far as they are known
    assigned: set[str]  # variables that surely have a value here
    local: set[str]  # all variables

    def code(self, node: ast.expr) -> Code:
        """Return an expression as text, with the kind of its value."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise Refusal("expression", node, name=type(node).__name__)
        found: Code = method(node)
        return found

    def number(self, node: ast.expr) -> str:
        """Return an expression that has to be a number."""
        code = self.plain(self.code(node), node)
        if not isinstance(code.kind, Number):
            raise Refusal("number", node, text=ast.unparse(node))
        return f"int({code.text})" if code.kind.truth else code.text

    def test(self, node: ast.expr) -> str:
        """Return an expression as a condition."""
        if isinstance(node, ast.BoolOp):
            return f"({_word(node.op).join(map(self.test, node.values))})"
        code = self.code(node)
        if isinstance(code.kind, Known):
            return repr(bool(code.kind.value))
        if isinstance(code.kind, Number):
            return code.text if code.kind.truth else f"({code.text}) != 0"
        if isinstance(code.kind, Row | Listed):
            return f"{self.length_text(code)} != 0"
        return repr(bool(code.kind.kinds))

    def plain(self, code: Code, node: ast.AST) -> Code:
        """Return a value that exists when the program runs: constants become numbers, tuples and tables."""
        if not isinstance(code.kind, Known):
            return code
        value = code.kind.value
        if isinstance(value, int):
            if not LEAST <= value <= MOST:
                raise Refusal("large", node, number=value)
            return Code(self.program.constant(int(value)), NUMBER)
        table = table_of(value)
        if table is None:
            raise Refusal("constant", node, name=type(value).__name__)
        return Code("0", Row(self.program.table(table), 0))

    def stored(self, node: ast.expr) -> Code:
        """Return an expression as it can be kept in a variable: short constant tuples of numbers as such."""
        code = self.code(node)
        if isinstance(code.kind, Known) and not isinstance(code.kind.value, int):
            return code
        code = self._no_list(self.plain(code, node), node)
        return Code(f"int({code.text})", NUMBER) if isinstance(code.kind, Number) and code.kind.truth else code

    def line(self, node: ast.AST) -> str:
        """Return the last two arguments of checked arithmetic: the place, and the run."""
        return f"{self.program.constant(self.program.place(self.source.file, node))}, run"

    def known(self, node: ast.expr) -> Any:
        """Return the value of an expression that is known now. Raises `KeyError` for others."""
        kind = self.code(node).kind
        if not isinstance(kind, Known):
            raise KeyError
        return kind.value

    # constants and names

    def _constant(self, node: ast.Constant) -> Code:
        if isinstance(node.value, int):
            return Code("", Known(node.value))
        raise Refusal("constant", node, name=type(node.value).__name__)

    def _name(self, node: ast.Name) -> Code:
        if node.id in self.local:
            if node.id not in self.assigned:
                raise Refusal("unassigned", node, name=node.id)
            return Code(f"v_{node.id}", self.kinds.get(node.id, NUMBER))
        try:
            return Code("", Known(self.source.look_up(node.id)))
        except KeyError:
            raise Refusal("name", node, name=node.id) from None

    def _attribute(self, node: ast.Attribute) -> Code:
        value = self.code(node.value).kind
        if not isinstance(value, Known):
            raise Refusal("attribute", node, name=node.attr)
        try:
            return Code("", Known(getattr(value.value, node.attr)))
        except AttributeError:
            raise Refusal("name", node, name=ast.unparse(node)) from None

    # arithmetic

    def _binop(self, node: ast.BinOp) -> Code:
        left, right = self.code(node.left), self.code(node.right)
        if isinstance(left.kind, Known) and isinstance(right.kind, Known):
            return self._fold(node, left.kind.value, right.kind.value)
        if isinstance(node.op, ast.Add) and isinstance(left.kind, Parts) and isinstance(right.kind, Parts):
            return Code(f"({left.text} + {right.text})", Parts(left.kind.kinds + right.kind.kinds))
        if isinstance(node.op, ast.BitAnd):
            for shift, mask in ((node.left, node.right), (node.right, node.left)):
                if isinstance(shift, ast.BinOp) and isinstance(shift.op, ast.LShift):
                    words = f"{self.number(shift.left)}, {self.number(shift.right)}, {self.number(mask)}"
                    return Code(f"lshift_within({words}, {self.line(node)})", NUMBER)
        first, second = self.number(node.left), self.number(node.right)
        if type(node.op) in _BITWISE:
            return Code(f"({first} {_BITWISE[type(node.op)]} {second})", NUMBER)
        name = _CHECKED.get(type(node.op))
        if name is None:
            raise Refusal(
                "division" if isinstance(node.op, ast.Div) else "expression", node, name=type(node.op).__name__
            )
        return Code(f"{name}({first}, {second}, {self.line(node)})", NUMBER)

    def _fold(self, node: ast.BinOp, left: Any, right: Any) -> Code:
        """Work out an expression of constants."""
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
            return Code("", Known(_FOLDED[type(node.op)](left, right)))
        except (ArithmeticError, ValueError, TypeError) as error:
            raise Refusal("raises", node, error=str(error)) from None

    def _unaryop(self, node: ast.UnaryOp) -> Code:
        if isinstance(node.op, ast.Not):
            return Code(f"(not {self.test(node.operand)})", TRUTH)
        operand = self.code(node.operand)
        if isinstance(operand.kind, Known) and isinstance(operand.kind.value, int):
            value = int(operand.kind.value)
            folded = {ast.USub: -value, ast.UAdd: value, ast.Invert: ~value}
            return Code("", Known(folded[type(node.op)]))
        text = self.number(node.operand)
        if isinstance(node.op, ast.USub):
            return Code(f"neg({text}, {self.line(node)})", NUMBER)
        return Code(f"(~{text})" if isinstance(node.op, ast.Invert) else text, NUMBER)

    def _boolop(self, node: ast.BoolOp) -> Code:
        word = _word(node.op)
        codes = [self.code(one) for one in node.values]
        if all(isinstance(one.kind, Number) and one.kind.truth for one in codes):
            return Code(f"({word.join(one.text for one in codes)})", TRUTH)
        return Code(f"({word.join(self.number(one) for one in node.values)})", NUMBER)

    def _compare(self, node: ast.Compare) -> Code:
        sides = [node.left, *node.comparators]
        if len(sides) == 2 and type(node.ops[0]) in _FOLDED_COMPARISONS:
            kinds = [self.code(one).kind for one in sides]
            known = [one.value for one in kinds if isinstance(one, Known) and isinstance(one.value, int | tuple)]
            if len(known) == 2 and type(known[0]) is type(known[1]):
                return Code("", Known(_FOLDED_COMPARISONS[type(node.ops[0])](*known)))
        if len(node.ops) == 1:
            return Code(self._comparison(node.ops[0], sides[0], sides[1], node), TRUTH)
        if all(type(one) in _COMPARED for one in node.ops):
            words = [self.number(sides[0])]
            for op, side in zip(node.ops, sides[1:], strict=True):
                words += [_COMPARED[type(op)], self.number(side)]
            return Code(f"({' '.join(words)})", TRUTH)
        raise Refusal("expression", node, name=ast.unparse(node))

    def _comparison(self, op: ast.cmpop, left: ast.expr, right: ast.expr, node: ast.expr) -> str:
        if isinstance(op, ast.In | ast.NotIn):
            return f"({'not ' if isinstance(op, ast.NotIn) else ''}{self._contains(left, right)})"
        if type(op) not in _COMPARED:
            raise Refusal("expression", node, name=ast.unparse(node))
        first, second = self.code(left), self.code(right)
        if (
            isinstance(first.kind, Parts)
            and isinstance(second.kind, Parts)
            and len(first.kind.kinds) == len(second.kind.kinds)
        ):
            return f"({first.text} {_COMPARED[type(op)]} {second.text})"
        return f"({self.number(left)} {_COMPARED[type(op)]} {self.number(right)})"

    def _contains(self, left: ast.expr, right: ast.expr) -> str:
        """Return the text of ``left in right``."""
        if isinstance(right, ast.Tuple | ast.List | ast.Set):
            texts = ", ".join(self.number(one) for one in right.elts)
            return f"among({self.number(left)}, ({texts},))" if texts else "False"
        if (
            isinstance(right, ast.Call)
            and isinstance(right.func, ast.Name)
            and right.func.id == "range"
            and len(right.args) < 3
        ):
            ends = [self.number(one) for one in right.args]
            return f"({'0' if len(ends) == 1 else ends[0]} <= {self.number(left)} < {ends[-1]})"
        items = self.plain(self.code(right), right)
        if isinstance(items.kind, Listed):
            return self.in_list(items.kind, self.number(left), right)
        if isinstance(items.kind, Parts) and all(isinstance(one, Number) for one in items.kind.kinds):
            return f"among({self.number(left)}, {items.text})" if items.kind.kinds else "False"
        if isinstance(items.kind, Row) and self.table_of(items.kind).depth == items.kind.depth + 1:
            name, depth = f"table{items.kind.table}", items.kind.depth
            return f"among_row({self.number(left)}, {name}, {name}_{depth}, {items.text})"
        raise Refusal("contains", right, text=ast.unparse(right))

    def _ifexp(self, node: ast.IfExp) -> Code:
        first, second = self.stored(node.body), self.stored(node.orelse)
        if isinstance(first.kind, Number) and isinstance(second.kind, Number):
            first, second = Code(self.number(node.body), NUMBER), Code(self.number(node.orelse), NUMBER)
        elif first.kind != second.kind:
            raise Refusal("two-kinds", node, text=ast.unparse(node))
        return Code(f"({first.text} if {self.test(node.test)} else {second.text})", first.kind)

    def _namedexpr(self, node: ast.NamedExpr) -> Code:
        code = self.stored(node.value)
        self.assign(node.target.id, code.kind, node)
        return Code(f"(v_{node.target.id} := {code.text})", code.kind)

    # tuples and tables

    def _tuple(self, node: ast.Tuple) -> Code:
        if any(isinstance(one, ast.Starred) for one in node.elts):
            raise Refusal("expression", node, name=ast.unparse(node))
        known = [self.code(one) for one in node.elts]
        if all(isinstance(one.kind, Known) for one in known):
            return Code("", Known(tuple(one.kind.value for one in known if isinstance(one.kind, Known))))
        return self.parts(node)

    def parts(self, node: ast.Tuple) -> Code:
        """Return a tuple whose elements exist when the program runs."""
        codes = []
        for one in node.elts:
            code = self._no_list(self.plain(self.code(one), one), one)
            codes.append(Code(self.number(one), NUMBER) if isinstance(code.kind, Number) else code)
        return Code(f"({', '.join(one.text for one in codes)},)", Parts(tuple(one.kind for one in codes)))

    def as_parts(self, code: Code, node: ast.AST) -> Code:
        """Return a tuple that is a constant as one that exists when the program runs."""
        if not (isinstance(code.kind, Known) and isinstance(code.kind.value, tuple)):
            return self._no_list(self.plain(code, node), node)
        codes = [self.as_parts(Code("", Known(one)), node) for one in code.kind.value]
        return Code(f"({', '.join(one.text for one in codes)},)", Parts(tuple(one.kind for one in codes)))

    def _no_list(self, code: Code, node: ast.AST) -> Code:
        """Return a value that may be kept under another name. Raises `Refusal` for a list."""
        if isinstance(code.kind, Listed):
            raise Refusal("list", node)
        return code

    def _subscript(self, node: ast.Subscript) -> Code:
        value = self.code(node.value)
        if isinstance(value.kind, Listed):
            return self.element_of_list(value.kind, node)
        try:
            index = None if isinstance(node.slice, ast.Slice) else self.known(node.slice)
        except KeyError:
            index = None
        if isinstance(value.kind, Known) and (index is not None or isinstance(node.slice, ast.Slice)):
            try:
                where = self._slice(node.slice) if isinstance(node.slice, ast.Slice) else index
                return Code("", Known(value.kind.value[where]))
            except (LookupError, TypeError) as error:
                raise Refusal("raises", node, error=f"{type(error).__name__}: {error}") from None
        if isinstance(value.kind, Parts):
            return self._part(node, value, value.kind, index)
        value = self.plain(value, node.value)
        if isinstance(value.kind, Row) and not isinstance(node.slice, ast.Slice):
            name = f"table{value.kind.table}_{value.kind.depth}"
            return self.element(
                value.kind, f"row_at({name}, {value.text}, {self.number(node.slice)}, {self.line(node)})"
            )
        raise Refusal("subscript", node, text=ast.unparse(node))

    def _slice(self, node: ast.Slice) -> slice:
        return slice(*(None if one is None else self.known(one) for one in (node.lower, node.upper, node.step)))

    def _part(self, node: ast.Subscript, value: Code, kind: Parts, index: Any) -> Code:
        try:
            if isinstance(node.slice, ast.Slice):
                places = range(len(kind.kinds))[self._slice(node.slice)]
                name = value.text if value.text.isidentifier() else None
                if name is None:
                    raise Refusal("subscript", node, text=ast.unparse(node))
                texts = "".join(f"{name}[{place}], " for place in places)
                return Code(f"({texts})", Parts(tuple(kind.kinds[place] for place in places)))
            if isinstance(index, int):
                place = range(len(kind.kinds))[index]
                return Code(f"{value.text}[{place}]", kind.kinds[place])
        except (KeyError, IndexError):
            raise Refusal("subscript", node, text=ast.unparse(node)) from None
        if all(isinstance(one, Number) for one in kind.kinds):
            text = f"place_at({self.number(node.slice)}, {self.program.constant(len(kind.kinds))}, {self.line(node)})"
            return Code(f"{value.text}[{text}]", NUMBER)
        raise Refusal("subscript", node, text=ast.unparse(node))

    def table_of(self, kind: Row) -> Table:
        """Return the table of a row."""
        return self.program.tables[kind.table]

    def element(self, kind: Row, number: str) -> Code:
        """Return the element of a row that has this number among all at its depth."""
        if kind.depth + 1 == self.table_of(kind).depth:
            return Code(f"table{kind.table}[{number}]", NUMBER)
        return Code(number, Row(kind.table, kind.depth + 1))

    def length_text(self, code: Code) -> str:
        """Return the text of the length of a row, or of a list."""
        if isinstance(code.kind, Listed):
            return f"run[{code.kind.place}]"
        assert isinstance(code.kind, Row)
        return f"row_length(table{code.kind.table}_{code.kind.depth}, {code.text})"

    def element_of_list(self, listed: Listed, node: ast.Subscript) -> Code:
        """Return an element of a list."""
        raise NotImplementedError

    def in_list(self, listed: Listed, number: str, node: ast.AST) -> str:
        """Return the text of ``number in list``."""
        raise NotImplementedError

    def assign(self, name: str, kind: Kind, node: ast.AST) -> None:
        """Note the kind of a variable. Raises `Refusal` if it has had another one."""
        raise NotImplementedError


def _word(op: ast.boolop) -> str:
    return " and " if isinstance(op, ast.And) else " or "
