"""Translates lists of a user's function, which may be built up, looped over, and used as stacks.

A list is stored in `run`, after the fixed places: its length, then the words of its elements. Its place is known before
the program runs, because no function calls itself. So a list has one name, or is the argument of a function. It is not
returned. A generator makes no lists, because two of its calls may run at the same time.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from grundy.compiled.calls import COLLECTED
from grundy.compiled.expressions import no_element
from grundy.compiled.kinds import (
    NUMBER,
    ListVariable,
    Number,
    Refusal,
    Static,
    TupleKind,
    TypedText,
    Wide,
    Widened,
    alters,
    built,
    is_wide,
    joined,
    width,
    words_texts,
)
from grundy.compiled.loops import Loops

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grundy.compiled.kinds import Kind

MOST_ELEMENTS = 256  # most elements of a list


class Lists(Loops):
    """Translates lists."""

    lists: dict[str, ListVariable]  # the lists that this function makes, by their names
    forms: dict[str, set[tuple[int, bool]]]  # the blocks in which a name gets a list, and whether it is a tuple
    current_block: int  # the `id` of the statements that are being translated
    changes_given: bool  # whether the function changes a list argument
    wider: dict[Any, Kind]  # kinds that variables, lists and the result had to get in earlier attempts

    def list_of(self, node: ast.expr) -> ListVariable | None:
        """Return the list that a name stands for, None for other expressions."""
        found = self.kinds.get(node.id) if isinstance(node, ast.Name) and node.id in self.assigned else None
        return found if isinstance(found, ListVariable) else None

    def new_list(self, name: str, node: ast.expr) -> None:
        """Write the assignment of a new list to a name, with the elements of an expression."""
        if self.mode == "each":
            raise Refusal("list-place", node)
        listed = self._list_named(name)
        listed.is_tuple = self.makes_list(node) and self.is_tuple(node)
        self.forms.setdefault(name, set()).add((self.current_block, listed.is_tuple))
        if len({block for block, _ in self.forms[name]}) > 1 and len({form for _, form in self.forms[name]}) > 1:
            raise Refusal("two-kinds", node, text=name)  # a list in one branch and a tuple in another
        again = name in self.assigned and _has_name(node, name)
        self.assign(name, listed, node)
        if again:
            other = self._list_anew(name, node)  # its elements come from the list that it replaces
            self.write(f"run[{listed.place}] = 0")
            self.over_list(other, node, lambda item: self._append(listed, item, node))
            return
        self.write(f"run[{listed.place}] = 0")
        self._extend(listed, node)

    def _list_anew(self, name: str, node: ast.expr) -> ListVariable:
        """Write a second list, for an expression that reads the list with a name before this list changes."""
        other = self._list_named(f"{name} anew")
        self.write(f"run[{other.place}] = 0")
        self._extend(other, node)
        return other

    def _list_named(self, name: str) -> ListVariable:
        """Return the list of this function with a name, which is a new list if there was none."""
        if name not in self.lists:
            self.lists[name] = ListVariable(self.program.room(1))
            element = self.wider.get(("list", name))
            if element is not None:
                self.kind_in(self.lists[name], element)
        return self.lists[name]

    def makes_list(self, node: ast.expr) -> bool:
        """Return whether an expression makes a list, or a tuple whose length is not known beforehand."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return any(self.makes_list(one) or self.list_of(one) is not None for one in (node.left, node.right))
        if isinstance(node, ast.Tuple | ast.List):
            return any(isinstance(one, ast.Starred) for one in node.elts)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            reverses = _is_whole_backwards(node.slice)
            return (node.slice.step is None or reverses) and self._is_cut(node, node.slice, reverses=reverses)
        return isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords and self._is_copied(node)

    def _is_cut(self, node: ast.Subscript, ends: ast.Slice, *, reverses: bool) -> bool:
        if self.makes_list(node.value) or self.list_of(node.value) is not None:
            return True
        known = all(isinstance(self.code(one).kind, Static) for one in (ends.lower, ends.upper) if one is not None)
        return not known and not reverses and self._is_sequence(node.value)

    def _is_copied(self, node: ast.Call) -> bool:
        inner, function = node.args[0], self.callee(node) if isinstance(node.func, ast.Name) else None
        if function not in (list, sorted, tuple):
            return False
        ranges = isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name) and self.callee(inner) is range
        if ranges or isinstance(inner, COLLECTED) or self.list_of(inner) is not None or self.makes_list(inner):
            return True
        return function is list and self._is_sequence(inner)

    def is_tuple(self, node: ast.expr) -> bool:
        """Return whether a list, or an expression for which `makes_list` is true, is a tuple in Python."""
        if isinstance(node, ast.BinOp):
            return self.is_tuple(node.left)
        if isinstance(node, ast.Subscript):
            return self.is_tuple(node.value)
        listed = self.list_of(node)
        if listed is not None:
            return listed.is_tuple
        if isinstance(node, ast.List | ast.ListComp) or (isinstance(node, ast.Call) and self.makes_list(node)):
            return isinstance(node, ast.Call) and self.callee(node) is tuple
        return isinstance(node, ast.Tuple) or self._makes_tuple(node)

    def _is_sequence(self, node: ast.expr) -> bool:
        """Return whether an expression is a list, or a tuple that exists when the program runs."""
        return isinstance(self.code(node).kind, ListVariable | TupleKind)

    def made_list(self, node: ast.expr) -> ListVariable:
        """Write a list without a name, with the elements of an expression; return it."""
        if self.mode == "each":
            raise Refusal("list-place", node)
        listed = self._list_named(f"{node.lineno}:{node.col_offset}:{node.end_lineno}:{node.end_col_offset}")
        self.write(f"run[{listed.place}] = 0")
        self._extend(listed, node)
        return listed

    def _extend_by_slice(self, listed: ListVariable, node: ast.Subscript) -> None:
        """Append the elements of a slice."""
        assert isinstance(node.slice, ast.Slice)
        made = self.makes_list(node.value)
        code = TypedText("", self.made_list(node.value)) if made else self.code(node.value)
        if isinstance(code.kind, TupleKind):
            kind = self.one_kind(code.kind)
            if not isinstance(kind, Number | Wide):
                raise no_element(node)
            length = self.program.constant(len(code.kind.kinds))
            code = self.kept(self.fitted(code, TupleKind((kind,) * len(code.kind.kinds))))
        else:
            length = self.length_text(code)
        lower, upper = node.slice.lower, node.slice.upper
        first = "0" if lower is None else f"end_of_slice({self.number(lower)}, {length})"
        last = length if upper is None else f"end_of_slice({self.number(upper)}, {length})"
        number = self.program.name("i")
        backwards = f"{length} - 1, -1, -1"
        self.write(f"for {number} in range({backwards if node.slice.step is not None else f'{first}, {last}'}):")

        def inside() -> None:
            if isinstance(code.kind, ListVariable):
                self._append(listed, self._element(code.kind, number), node)
            elif isinstance(code.kind, TupleKind):
                self._append(listed, TypedText(f"{code.text}[{number}]", code.kind.kinds[0]), node)

        self.inner(inside, node)

    def sort(self, listed: ListVariable, node: ast.AST) -> None:
        """Sort a list of numbers."""
        if not isinstance(self.kind_in(listed), Number):
            raise Refusal("list", node)
        self.write(f"sort_list({listed.place}, {listed.first}, run)")

    def _extend_sorted(self, listed: ListVariable, node: ast.Call) -> None:
        other = self._list_named(f"{node.lineno}:{node.col_offset} sorted")
        self.write(f"run[{other.place}] = 0")
        self._extend(other, node.args[0])
        self.sort(other, node)
        self.over_list(other, node, lambda item: self._append(listed, item, node))

    def _extend(self, listed: ListVariable, node: ast.expr) -> None:
        """Append the elements of an expression."""
        if not isinstance(node, ast.Tuple | ast.List) and self.makes_list(node):
            if isinstance(node, ast.BinOp):
                if self.is_tuple(node.left) != self.is_tuple(node.right):  # Python raises an exception
                    raise Refusal("list", node)
                self._extend(listed, node.left)
                self._extend(listed, node.right)
            elif isinstance(node, ast.Subscript):
                self._extend_by_slice(listed, node)
            elif isinstance(node, ast.Call) and self.callee(node) is sorted:
                self._extend_sorted(listed, node)
            elif isinstance(node, ast.Call):
                self._extend(listed, node.args[0])
            return
        elements = node.elts if isinstance(node, ast.List | ast.Tuple) else [ast.Starred(node, ast.Load())]
        for one in elements:
            if isinstance(one, ast.Starred):
                self.each(one.value, lambda item: self._append(listed, item, node), early=False)
            else:
                self._append(listed, one, node)

    def _extend_named(self, listed: ListVariable, target: ast.expr, node: ast.expr) -> None:
        """Append the elements of an expression to a list, which the expression may read."""
        assert isinstance(target, ast.Name)
        same = {name for name, kind in self.kinds.items() if kind is listed}
        own = isinstance(node, ast.Call) and not self.makes_list(node) and not self.is_builtin(node)
        early = any(self.is_made_early(one, same) for one in self.looped_over(node))
        if not any(_has_name(node, name) for name in same):
            self._extend(listed, node)
        elif early and (not own or self.is_lazy(node)):
            raise Refusal("loop", node, text=ast.unparse(node))
        elif isinstance(node, ast.GeneratorExp) or (own and not early):  # a generator sees what is appended
            self._extend(listed, node)
        else:
            self.over_list(self._list_anew(target.id, node), node, lambda item: self._append(listed, item, node))

    def _alter(self, listed: ListVariable, node: ast.AST) -> None:
        """Note that a list is changed. Raises `Refusal` for a tuple, which Python does not change."""
        if listed.is_tuple:
            raise Refusal("list", node)
        self.changes_given |= listed not in self.lists.values()

    def _append(self, listed: ListVariable, item: TypedText | ast.expr, node: ast.AST) -> None:
        words = self._element_words(listed, item, node)
        place, count = listed.place, len(words)
        self.write(f"if run[{place}] >= {MOST_ELEMENTS}:")
        self.depth += 1
        self.write(f"fail(CROWDED, {self.line(node)})")
        self.leave()
        self.depth -= 1
        for i, word in enumerate(words):
            self.write(f"run[{listed.first} + {i} + run[{place}] * {count}] = {word}")
        self.write(f"run[{place}] += 1")

    def _element_words(self, listed: ListVariable, item: TypedText | ast.expr, node: ast.AST) -> list[str]:
        """Return the texts of the words of a new element."""
        code = self.as_parts(item if isinstance(item, TypedText) else self.stored(item), node)
        kind = NUMBER if isinstance(code.kind, Number) else code.kind
        mine = self.kind_in(listed, kind)
        wider = joined(kind, mine)
        if wider is None:
            raise Refusal("two-kinds", node, text=ast.unparse(node))
        if alters(mine, wider):
            raise Widened(listed, wider)
        text = code.text if isinstance(mine, Number) else self.kept(code).text
        return words_texts(text, code.kind, mine, self.line(node))

    def over_list(self, listed: ListVariable, node: ast.expr, body: Any) -> None:
        """Write a loop over a list that may become longer while the loop runs."""
        number, item = self.program.name("i"), self.program.name("t")
        self.write(f"{number} = 0")
        self.write(f"while {number} < run[{listed.place}]:")

        def inside() -> None:
            self.write(f"{item} = {self._element(listed, number).text}")
            self.write(f"{number} += 1")
            body(TypedText(item, self.kind_in(listed)))

        self.inner(inside, node)

    def kind_in(self, listed: ListVariable, first: Kind = NUMBER) -> Kind:
        """Return the kind of the elements. The first element decides; an element that is read before is a number."""
        if listed.element is None:
            listed.element = first
            self.program.has_wide |= is_wide(first)
            listed.first = self.program.room(width(first) * MOST_ELEMENTS)
        return listed.element

    def _element(self, listed: ListVariable, first: str, rest: str | None = None) -> TypedText:
        """Return an element by its number: `first` is the text of the number for the first word, `rest` for others."""
        kind = self.kind_in(listed)
        count = width(kind)
        numbers = [first, *[first if rest is None else rest] * (count - 1)]
        words = [f"run[{listed.first} + {i} + {number} * {count}]" for i, number in enumerate(numbers)]
        return TypedText(built(words, kind), kind)

    def element_of_list(self, listed: ListVariable, node: ast.Subscript) -> TypedText:
        """Return the element at an index."""
        if isinstance(node.slice, ast.Slice):
            raise no_element(node)
        place = self._index(listed, node)
        if width(self.kind_in(listed)) > 1 and self.program.changes(place):  # it would run once for each word
            raise no_element(node)
        return self._element(listed, place)

    def _index(self, listed: ListVariable, node: ast.Subscript) -> str:
        return f"place_at({self.number(node.slice)}, run[{listed.place}], {self.line(node)})"

    def put_in_list(self, listed: ListVariable, node: ast.Subscript, code: TypedText) -> None:
        """Write the assignment to an element. The value is evaluated before the index: it may change the list."""
        self._alter(listed, node)
        kind = self.kind_in(listed)
        words = self._element_words(listed, code if isinstance(code.kind, Static) else self.kept(code), node)
        number = self.kept(TypedText(self._index(listed, node), NUMBER)).text
        for i, word in enumerate(words):
            self.write(f"run[{listed.first} + {i} + {number} * {width(kind)}] = {word}")

    def in_list(self, listed: ListVariable, code: TypedText, item: ast.expr, node: ast.expr) -> str:
        """Return the text of ``item in list``, whose item has this code."""
        row = self.as_parts(code, item) if isinstance(code.kind, TupleKind | Static) else code
        if isinstance(row.kind, TupleKind):
            numbers = TupleKind((NUMBER,) * len(row.kind.kinds))
            kind = self.kind_in(listed, numbers)
            if not row.kind.kinds or joined(row.kind, numbers) != numbers or kind != numbers:
                raise Refusal("contains", node, text=ast.unparse(node))
            return f"among_rows({self.fitted(row, numbers).text}, {listed.place}, {listed.first}, run)"
        number = self.integer(code, item)
        kind = self.kind_in(listed)
        words = f"{listed.place}, {listed.first}, run"
        if isinstance(kind, Number) and isinstance(number.kind, Number):
            return f"among_list({number.text}, {words})"
        if not isinstance(kind, Number | Wide):
            raise Refusal("contains", node, text=ast.unparse(node))
        return f"wide_among_list({self.wide_text(number)}, {isinstance(kind, Wide)}, {words})"

    def compared_list(self, node: ast.expr) -> tuple[ListVariable, bool] | None:
        """Return the list on a side of a comparison, and whether the side is a tuple; None for other expressions."""
        listed = self.list_of(node)
        if listed is not None:
            return listed, listed.is_tuple
        if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords and isinstance(node.func, ast.Name):
            listed = self.list_of(node.args[0])
            function = None if listed is None else self.callee(node)
            if listed is not None and function in (list, tuple):
                return listed, function is tuple
        return None

    def popped(self, node: ast.Call) -> TypedText | None:
        """Return the value of ``list.pop()``, None for another call."""
        listed = self.list_of(node.func.value) if isinstance(node.func, ast.Attribute) else None
        if listed is None or not isinstance(node.func, ast.Attribute):
            return None
        if node.func.attr != "pop" or node.args or node.keywords:
            raise Refusal("call", node, text=ast.unparse(node))
        self._alter(listed, node)
        return self._element(listed, f"list_pop({listed.place}, {self.line(node)})", f"run[{listed.place}]")

    def changed(self, node: ast.expr) -> bool:
        """Write a call that changes a list; return whether the expression is such a call."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            return False
        listed = self.list_of(node.func.value)
        if listed is None or node.func.attr == "pop":
            return False
        self._alter(listed, node)
        one: Sequence[ast.expr] = node.args if len(node.args) == 1 and not node.keywords else ()
        if node.func.attr == "append" and one:
            self._append(listed, one[0], node)
        elif node.func.attr == "extend" and one:
            self._extend_named(listed, node.func.value, one[0])
        elif node.func.attr == "sort" and not node.args and not node.keywords:
            self.sort(listed, node)
        elif node.func.attr == "clear" and not node.args:
            self.write(f"run[{listed.place}] = 0")
        else:
            raise Refusal("call", node, text=ast.unparse(node))
        return True

    def kept(self, code: TypedText) -> TypedText:
        """Return a value whose text is a name. Any other text is assigned to a new variable first."""
        raise NotImplementedError

    def added(self, node: ast.AugAssign) -> bool:
        """Write ``list += elements``; return whether the statement has this form."""
        listed = self.list_of(node.target) if isinstance(node.op, ast.Add) else None
        if listed is None:
            return False
        if not listed.is_tuple:
            self._alter(listed, node)
        elif listed not in self.lists.values() or not self._makes_tuple(node.value):
            raise Refusal("list", node)
        self._extend_named(listed, node.target, node.value)
        return True

    def _makes_tuple(self, node: ast.expr) -> bool:
        """Return whether an expression is certainly a tuple."""
        if self.makes_list(node) or self.list_of(node) is not None:
            return self.is_tuple(node)
        kind = None if isinstance(node, COLLECTED) else self.code(node).kind
        if isinstance(kind, Static):
            return isinstance(kind.value, tuple)
        return isinstance(kind, TupleKind) and kind.is_list is False


def _is_whole_backwards(ends: ast.Slice) -> bool:
    """Return whether a slice is ``[::-1]``."""
    return ends.lower is None and ends.upper is None and ends.step is not None and ast.unparse(ends.step) == "-1"


def _has_name(node: ast.expr, name: str) -> bool:
    """Return whether a name occurs in an expression."""
    return any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(node))
