"""Values of translated functions: how they are written, converted, stored in rows, and compared.

What an expression has to do before its value exists is written as lines of their own, in the order of Python. Its text
then only reads, or computes numbers. So a text may be used once, and later lines may not change what it reads: see
`Values.in_order`.
"""

from __future__ import annotations

import ast
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from grundy.compiled.kinds import (
    LEAST,
    LETTER,
    MOST,
    NONE,
    NUMBER,
    TEXT,
    TRUTH,
    WIDE,
    Letter,
    Maybe,
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
from grundy.compiled.program import leaf_kinds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grundy.compiled.kinds import Kind
    from grundy.compiled.program import Program
    from grundy.compiled.sources import FunctionSource

_LARGEST = 2**127  # wide numbers are at least -_LARGEST and below _LARGEST
_COMPARED = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_SETS = {ast.LtE: (False, False), ast.GtE: (True, False), ast.Lt: (False, True), ast.Gt: (True, True)}
_LONGEST = 2**17  # numbers of a range that is stored
MOST_WRITTEN = 64  # most words of a row that is written element by element


class Later(Exception):
    """The kind of a value is not known yet: a later pass knows it, or the statement is never reached."""


class Values:
    """The lines of a function, and the conversion of values."""

    program: Program
    source: FunctionSource
    lines: list[str]
    depth: int  # of the lines
    leave: Callable[[], None]  # writes a `return`; its value, if there is one, is not used

    # lines

    def write(self, line: str) -> None:
        """Write a line."""
        self.lines.append("    " * self.depth + line)

    @contextmanager
    def indented(self) -> Iterator[None]:
        """Write lines of a block."""
        self.depth += 1
        self.write("pass")
        yield
        self.depth -= 1

    def captured(self, make: Callable[[], Any]) -> tuple[list[str], Any]:
        """Return the lines that a function writes, indented, and its result; nothing is written yet."""
        before, self.lines = self.lines, []
        self.depth += 1
        try:
            found = make()
        finally:
            self.depth -= 1
            made, self.lines = self.lines, before
        return made, found

    def temp(self, text: str, kind: Any) -> TypedText:
        """Write the assignment of a value to a new variable; return the variable."""
        name = self.program.name("t")
        self.write(f"{name} = {text}")
        return TypedText(name, kind)

    def kept(self, code: TypedText) -> TypedText:
        """Return a value whose text is a name. Any other text is assigned to a new variable first."""
        return code if isinstance(code.kind, Static) or code.text.isidentifier() else self.temp(code.text, code.kind)

    def held(self, code: TypedText) -> TypedText:
        """Return a value whose text stays what it is when the user's variables change."""
        return self.temp(code.text, code.kind) if code.text.startswith("v_") else self.kept(code)

    def in_order(self, makers: Sequence[Callable[[], TypedText]]) -> list[TypedText]:
        """Return values that Python evaluates one after the other.

        If a later one writes lines, these come after the evaluation of the values before.
        """
        found, places = [], []
        for make in makers:
            found.append(make())
            places.append(len(self.lines))
        for at in range(len(found) - 1, -1, -1):
            code, later = found[at], self.lines[places[at] :]
            if not later or isinstance(code.kind, Static) or self._stays(code.text, later):
                continue
            name = self.program.name("t")
            self.lines.insert(places[at], "    " * self.depth + f"{name} = {code.text}")
            found[at] = TypedText(name, code.kind)
        return found

    @staticmethod
    def _stays(text: str, later: list[str]) -> bool:
        return text.isidentifier() and not any(line.lstrip().startswith(f"{text} = ") for line in later)

    def line(self, node: ast.AST) -> str:
        """Return the last two arguments of checked arithmetic: the number of the place in the source, and `run`."""
        return f"{self.program.constant(self.program.place(self.source, node))}, run"

    def fault(self, node: ast.AST, kind: str = "RAISED") -> None:
        """Write the end of the function with a fault."""
        self.write(f"fail({kind}, {self.line(node)})")
        self.leave()

    def fault_if(self, test: str, node: ast.AST, kind: str = "RAISED") -> None:
        """Write the end of the function with a fault under a condition."""
        self.write(f"if {test}:")
        with self.indented():
            self.fault(node, kind)

    def parts_of(self, code: TypedText) -> list[TypedText]:
        """Return the elements of a tuple of known length."""
        code = self.kept(code)
        return [TypedText(f"{code.text}[{at}]", one) for at, one in enumerate(code.kind.kinds)]

    def tuple_of(self, parts: Sequence[TypedText], kind: TupleKind, node: ast.AST) -> TypedText:
        """Return a tuple of values, each converted to its kind."""
        texts = [self.fitted(part, one, node).text for part, one in zip(parts, kind.kinds, strict=True)]
        return TypedText(tuple_text(texts), kind)

    def new_row(self, kind: Row, node: ast.AST) -> TypedText:
        """Return an empty row."""
        self.program.has_rows = True
        return self.temp(f"new_row(0, 1, {self.line(node)})", kind)

    def copied(self, row: TypedText, kind: Row, node: ast.AST) -> TypedText:
        """Return a row with the same elements, which may be changed."""
        return self.temp(f"copied({row.text}, {width(kind.element or NUMBER)}, {self.line(node)})", kind)

    # numbers

    def number(self, code: TypedText, node: ast.AST) -> str:
        """Return the text of a number of one word."""
        code = self.integer(code, node)
        return f"narrow({code.text}, {self.line(node)})" if isinstance(code.kind, Wide) else code.text

    def integer(self, code: TypedText, node: ast.AST) -> TypedText:
        """Return a value as a number, which may be wide. Raises `Refusal` for other values."""
        code = self.plain(code, node)
        if isinstance(code.kind, Maybe):
            return TypedText(f"some_number({code.text}, {self.line(node)})", NUMBER)
        if isinstance(code.kind, Wide):
            return code
        if not isinstance(code.kind, Number):
            raise Refusal("number", node, text=node)
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
        if isinstance(code.kind, Wide):
            return code.text
        return f"wide(int({code.text}))" if code.kind == TRUTH else f"wide({code.text})"

    # conversion

    def plain(self, code: TypedText, node: ast.AST) -> TypedText:
        """Return a value that exists when the program runs: a constant becomes a number, a letter, a tuple or a row."""
        if not isinstance(code.kind, Static):
            return code
        value = code.kind.value
        kind = kind_of(value)
        if value is None:
            raise Refusal("none", node)
        if kind is None or _is_long(value):
            raise Refusal("dictionary" if isinstance(value, dict) else "constant", node, name=type(value).__name__)
        return self.fitted(code, kind, node)

    def fitted(self, code: TypedText, kind: Any, node: ast.AST) -> TypedText:
        """Return a value converted to another kind, which can be joined with its own."""
        had = code.kind
        if isinstance(had, Static):
            return code if isinstance(kind, Static) else self.constant(had.value, kind, node)
        if isinstance(kind, Wide):
            return TypedText(self.wide_text(code), WIDE)
        if isinstance(kind, Number):
            if isinstance(had, Number):
                return TypedText(f"int({code.text})", kind) if had.truth and not kind.truth else code
            return TypedText(self.number(code, node), NUMBER)
        if isinstance(kind, Maybe) and isinstance(had, Number):
            return TypedText(f"no_none({self.integer(code, node).text}, {self.line(node)})", kind)
        if isinstance(kind, TupleKind) and isinstance(had, TupleKind):
            return code if had == kind else self.tuple_of(self.parts_of(code), kind, node)
        if isinstance(kind, TupleKind) and isinstance(had, Row):
            code = self.kept(code)
            self.fault_if(f"run[{code.text}] != {len(kind.kinds)}", node, "OVERFLOW")  # perhaps it fits another form
            parts = [self.element(code, str(at), checked=False) for at in range(len(kind.kinds))]
            return self.tuple_of(parts, kind, node)
        if isinstance(kind, Row):
            return self._as_row(code, kind, node)
        if kind != had:
            raise Refusal("two-kinds", node, text=node)
        return code

    def constant(self, value: Any, kind: Any, node: ast.AST) -> TypedText:
        """Return a constant as a value of a kind."""
        if isinstance(kind, Number | Wide):
            if not isinstance(value, int):
                raise Refusal("number", node, text=repr(value))
            if isinstance(kind, Number) and LEAST <= value <= MOST:
                return TypedText(self.program.constant(int(value)), NUMBER)
            if not -_LARGEST <= value < _LARGEST:
                raise Refusal("large", node, number=value)
            self.program.has_wide = True
            return TypedText(self.program.wide_constant(int(value)), WIDE)
        if isinstance(kind, Maybe):
            return TypedText(self.program.constant(NONE if value is None else int(value)), kind)
        if isinstance(kind, Letter):
            return TypedText(self.program.constant(-1 if value is None else ord(value)), kind)
        if isinstance(kind, TupleKind):
            pairs = zip(value, kind.kinds, strict=True)
            return TypedText(tuple_text(self.constant(one, part, node).text for one, part in pairs), kind)
        assert isinstance(kind, Row)
        made = TypedText(self.program.row(value, Row(kind.element, kind.form)), kind)
        return self.copied(made, kind, node) if kind.changes else made

    def row(self, code: TypedText, node: ast.AST) -> TypedText:
        """Return a text, tuple, list or set as a row."""
        known = isinstance(code.kind, Static) and isinstance(
            code.kind.value, str | tuple | list | set | frozenset | range
        )
        if known and not _is_long(code.kind.value):
            kind = as_row(kind_of(code.kind.value))
            if isinstance(code.kind.value, str):
                kind = TEXT
            if isinstance(kind, Row):
                return TypedText(self.program.row(code.kind.value, Row(kind.element, kind.form)), kind)
        code = self.plain(code, node)
        kind = as_row(code.kind)
        if not isinstance(kind, Row):
            raise Refusal("row", node, text=node)
        return self.fitted(code, kind, node)

    def _as_row(self, code: TypedText, kind: Row, node: ast.AST) -> TypedText:
        self.program.has_rows = True
        had = code.kind
        if isinstance(had, Letter):
            code = self.kept(code)
            self.fault_if(f"{code.text} < 0", node)
            return self.written([code], kind, node)
        if isinstance(had, TupleKind):
            return self.written(self.parts_of(code), kind, node)
        assert isinstance(had, Row)
        if had.element in (None, kind.element) or kind.element is None or _is_stored_alike(had.element, kind.element):
            return TypedText(code.text, kind)
        if had.changes:
            raise Refusal("two-kinds", node, text=node)
        code = self.kept(code)
        made = self.new_row(kind, node)
        at = self.program.name("i")
        self.write(f"for {at} in range(run[{code.text}]):")
        with self.indented():
            self.append(made, self.element(code, at, checked=False), node)
        return made

    def written(self, parts: Sequence[TypedText], kind: Row, node: ast.AST) -> TypedText:
        """Return a new row with some elements."""
        self.program.has_rows = True
        size = width(kind.element) if parts else 1
        if len(parts) * size > MOST_WRITTEN:
            made = self.new_row(kind, node)
            for part in parts:
                self.append(made, part, node)
            return made
        words = [word for part in parts for word in self.words(part, kind.element, node)]
        made = self.temp(f"new_row({len(parts)}, {size}, {self.line(node)})", kind)
        for at, word in enumerate(words):
            self.write(f"run[{made.text} + {3 + at}] = {word}")
        return made

    # elements of rows

    def words(self, code: TypedText, kind: Any, node: ast.AST) -> list[str]:
        """Return the texts of the words with which a row, or a state, stores a value."""
        code = self.fitted(code, kind, node)
        if isinstance(kind, TupleKind):
            pairs = zip(self.parts_of(code), kind.kinds, strict=True)
            return [word for part, one in pairs for word in self.words(part, one, node)]
        if isinstance(kind, Wide):
            return [f"word_of_wide({code.text}, {self.line(node)})"]
        if isinstance(code.kind, Wide):  # a constant
            return [f"narrow({code.text}, {self.line(node)})"]
        return [f"int({code.text})" if code.kind == TRUTH else code.text]

    def built(self, words: list[str], kind: Any) -> str:
        """Return the text of a value. Its words are removed from the beginning of the list."""
        if isinstance(kind, TupleKind):
            return tuple_text(self.built(words, one) for one in kind.kinds)
        return f"wide_of_word({words.pop(0)})" if isinstance(kind, Wide) else words.pop(0)

    def at(self, place: str, kind: Any) -> TypedText:
        """Return the value that stands at a place, which is a name."""
        self.program.has_wide |= any(isinstance(one, Wide) for one in leaf_kinds(kind))
        words = [f"run[{place} + {at}]" if at else f"run[{place}]" for at in range(width(kind))]
        return TypedText(self.built(words, kind), kind)

    def element(self, row: TypedText, place: str, node: ast.AST | None = None, *, checked: bool = True) -> TypedText:
        """Return an element of a row by the text of its index."""
        kind = row.kind.element
        if kind is None:
            raise Later
        size = width(kind)
        if checked and node is not None:
            found = f"item({row.text}, {place}, {size}, {self.line(node)})"
        else:
            found = f"run[{row.text} + 1] + {place}{f' * {size}' if size > 1 else ''}"
        return self.at(found if size == 1 else self.temp(found, NUMBER).text, kind)

    def append(self, row: TypedText, code: TypedText, node: ast.AST) -> None:
        """Write the addition of an element to the end of a row."""
        words = [self.kept(TypedText(word, NUMBER)).text for word in self.words(code, row.kind.element, node)]
        at = self.temp(f"grown({row.text}, {len(words)}, {self.line(node)})", NUMBER).text
        for number, word in enumerate(words):
            self.write(f"run[{at} + {number}] = {word}")

    def scratch(self, code: TypedText, kind: Any, node: ast.AST) -> str:
        """Write an element where functions of rows find it; return the place."""
        words = [self.kept(TypedText(word, NUMBER)).text for word in self.words(code, kind, node)]
        for at, word in enumerate(words):
            self.write(f"run[SCRATCH + {at}] = {word}")
        return "SCRATCH"

    def of_row(self, name: str, row: Any, *arguments: str, line: str = "run") -> str:
        """Return a call of one of the functions of rows that depend on the kind of their elements."""
        return f"{name}_{self.program.suffix(row.element)}({', '.join([*arguments, line])})"

    # conditions

    def truth(self, code: TypedText) -> str:
        """Return the text of a value as a condition."""
        kind = code.kind
        if isinstance(kind, Static):
            return repr(bool(kind.value))
        if isinstance(kind, Wide):
            return f"wide_truth({code.text})"
        if isinstance(kind, Number):
            return code.text if kind.truth else f"({code.text}) != 0"
        if isinstance(kind, Maybe):
            code = self.kept(code)
            return f"({code.text} != 0 and {code.text} != {self.program.constant(NONE)})"
        if isinstance(kind, Letter):
            return f"({code.text} >= 0)"
        if isinstance(kind, Row):
            return f"run[{code.text}] != 0"
        return repr(self.instead_of(code, value=bool(kind.kinds)).kind.value)

    def is_none(self, code: TypedText) -> TypedText:
        """Return whether a value is None."""
        if isinstance(code.kind, Letter):
            return TypedText(f"({code.text} == -1)", TRUTH)
        if isinstance(code.kind, Maybe):
            return TypedText(f"({code.text} == {self.program.constant(NONE)})", TRUTH)
        return self.instead_of(code, value=isinstance(code.kind, Static) and code.kind.value is None)

    def instead_of(self, *codes: TypedText, value: Any) -> TypedText:
        """Return a constant in the place of values, whose evaluation may raise an exception."""
        for code in codes:
            if not isinstance(code.kind, Static) and not code.text.isidentifier():
                self.write(code.text)
        return TypedText("", Static(value))

    def compared(self, op: ast.cmpop, left: TypedText, right: TypedText, node: ast.AST) -> TypedText:
        """Return a comparison of two values."""
        equality = isinstance(op, ast.Eq | ast.NotEq)
        for one, other in ((left, right), (right, left)):
            if isinstance(one.kind, Static) and one.kind.value is None and equality:
                found = self.is_none(other)
                return found if isinstance(op, ast.Eq) else self.negated(found)
        kinds = [kind_of(one.kind.value) if isinstance(one.kind, Static) else one.kind for one in (left, right)]
        if None in kinds:
            raise Refusal("expression", node, name=node)
        first, second = kinds
        sets = all(isinstance(one, Row) and one.is_set for one in kinds)
        kind = (
            Row(joined(first.element or second.element, second.element or first.element), "set")
            if sets
            else joined(*([TEXT, TEXT] if TEXT in kinds and LETTER in kinds else kinds))
        )
        if sets:
            left, right = (self.fitted(self._frozen(one, node), kind, node) for one in (left, right))
        if kind is None or (sets and kind.element is None and first.element != second.element):
            if equality:  # values of different types are not equal
                return self.instead_of(left, right, value=isinstance(op, ast.NotEq))
            raise Refusal("number", node, text=node)
        return self._compared_as(op, kind, left, right, node)

    def _frozen(self, code: TypedText, node: ast.AST) -> TypedText:
        code = self.row(code, node)
        return TypedText(code.text, Row(code.kind.element, "set"))

    def _compared_as(self, op: ast.cmpop, kind: Any, left: TypedText, right: TypedText, node: ast.AST) -> TypedText:
        equality = isinstance(op, ast.Eq | ast.NotEq)
        word = _COMPARED[type(op)]
        if isinstance(kind, Number | Wide):
            texts, _ = self.integers([left, right], [node, node])
            return TypedText(f"({texts[0]} {word} {texts[1]})", TRUTH)
        if isinstance(kind, TupleKind) and any(isinstance(one, Row | Letter | Maybe) for one in leaf_kinds(kind)):
            kind = as_row(kind)
            if not isinstance(kind, Row):
                raise Refusal("expression", node, name=node)
        left, right = self.in_order([lambda: self.fitted(left, kind, node), lambda: self.fitted(right, kind, node)])
        if not isinstance(kind, Row):
            return TypedText(f"({left.text} {word} {right.text})", TRUTH)
        if equality:
            text = self.of_row("equal", kind, left.text, right.text)
            return TypedText(f"({'not ' if isinstance(op, ast.NotEq) else ''}{text})", TRUTH)
        if kind.is_set:
            left, right = self.kept(left), self.kept(right)
            turned, proper = _SETS[type(op)]
            few, many = (right.text, left.text) if turned else (left.text, right.text)
            more = f" and run[{few}] < run[{many}]" if proper else ""
            return TypedText(f"({self.of_row('within', kind, few, many)}{more})", TRUTH)
        return TypedText(f"({self.of_row('compare', kind, left.text, right.text)} {word} 0)", TRUTH)

    def negated(self, code: TypedText) -> TypedText:
        """Return whether a value is false."""
        if isinstance(code.kind, Static):
            return TypedText("", Static(not code.kind.value))
        return TypedText(f"(not {self.truth(code)})", TRUTH)

    def contains(self, collection: TypedText, item: TypedText, node: ast.AST) -> TypedText:
        """Return ``item in collection``."""
        given = collection.kind.value if isinstance(collection.kind, Static) else None
        if isinstance(given, range) and isinstance(item.kind, Number) and given.step == 1:
            ends = [self.program.constant(one) for one in (given.start, given.stop)]
            return TypedText(f"({ends[0]} <= {self.number(item, node)} < {ends[1]})", TRUTH)
        if isinstance(given, dict) or (isinstance(given, range) and not _is_long(given)):
            collection = TypedText("", Static(tuple(given)))
        kind = collection.kind
        if isinstance(kind, TupleKind) and kind.kinds:
            one = self.kept(item)
            tests = [self.truth(self.compared(ast.Eq(), part, one, node)) for part in self.parts_of(collection)]
            return TypedText(f"({' or '.join(tests)})", TRUTH)
        row = self.kept(self.row(collection, node))
        if row.kind.element is None:  # nothing is ever put into it
            self.fault_if(f"run[{row.text}] != 0", node)
            return TypedText("", Static(value=False))
        if row.kind.form == "str":
            part = self.row(item, node)
            if part.kind.form != "str":
                raise Refusal("contains", node, text=node)
            return TypedText(f"(found_at({row.text}, {part.text}, 0, run) >= 0)", TRUTH)
        kind = joined(item.kind, row.kind.element)
        numbers = isinstance(kind, Number | Wide) and isinstance(row.kind.element, Number | Wide)
        if not numbers and kind is None:
            raise Refusal("contains", node, text=node)
        if not numbers:
            row = self.kept(self.fitted(row, Row(kind, row.kind.form, row.kind.sites), node))
        place = self.scratch(item, row.kind.element, node)
        return self.temp(f"{self.of_row('index', row.kind, row.text, place)} >= 0", TRUTH)

    def one_of(self, kinds: Sequence[Any], node: ast.AST) -> Any:
        """Return the common kind of elements. Raises `Refusal` without one."""
        found = common(kinds)
        if found is None and kinds:
            raise Refusal("two-kinds", node, text=node)
        return found


def _is_long(value: Any) -> bool:
    """Return whether a constant is a range with very many numbers."""
    return isinstance(value, range) and abs(value.stop - value.start) // abs(value.step) > _LONGEST


def _is_stored_alike(one: Any, other: Any) -> bool:
    """Return whether elements of two kinds have the same words."""
    if isinstance(one, Row) and isinstance(other, Row):
        return None in (one.element, other.element) or _is_stored_alike(one.element, other.element)
    if isinstance(one, TupleKind) and isinstance(other, TupleKind):
        return len(one.kinds) == len(other.kinds) and all(map(_is_stored_alike, one.kinds, other.kinds))
    return one == other or (isinstance(one, Number) and isinstance(other, Number))
