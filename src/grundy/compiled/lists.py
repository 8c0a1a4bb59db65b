"""Lists of a user's function: they are built up, looped over, and used as stacks.

A list lies in `run`, behind its fixed places: its length, then the words of its elements. Its place is known before the
program runs, for no function calls itself. So a list has one name, or is the argument of a function; it is not
returned, and what a loop calls step by step makes none, for two of those may be under way at once.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from grundy.compiled.kinds import (
    NUMBER,
    Code,
    Listed,
    Number,
    Refusal,
    Wide,
    Widened,
    built,
    is_wide,
    joined,
    same,
    width,
    words_texts,
)
from grundy.compiled.loops import Loops

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grundy.compiled.kinds import Kind

MOST = 256  # elements


class Lists(Loops):
    """Lists as text."""

    lists: dict[str, Listed]  # that this function makes, by their names
    wider: dict[Any, Kind]  # what has turned out to have another kind than it seemed: variables, lists, the result

    def list_of(self, node: ast.expr) -> Listed | None:
        """Return the list that an expression names, None for others."""
        found = self.kinds.get(node.id) if isinstance(node, ast.Name) and node.id in self.assigned else None
        return found if isinstance(found, Listed) else None

    def new_list(self, name: str, node: ast.expr) -> None:
        """Write that a name stands for a new list with the elements of a display or comprehension."""
        if self.mode == "each":
            raise Refusal("list-place", node)
        if name not in self.lists:
            self.lists[name] = Listed(self.program.room(1))
            element = self.wider.get(("list", name))
            if element is not None:
                self._kind(self.lists[name], element)
        if any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(node)):
            raise Refusal("list", node)  # its elements come from the list that it replaces
        listed = self.lists[name]
        self.assign(name, listed, node)
        self.write(f"run[{listed.place}] = 0")
        self._extend(listed, node)

    def _extend(self, listed: Listed, node: ast.expr) -> None:
        elements = node.elts if isinstance(node, ast.List | ast.Tuple) else [ast.Starred(node, ast.Load())]
        for one in elements:
            if isinstance(one, ast.Starred):
                self.each(one.value, lambda item: self._append(listed, item, node), early=False)
            else:
                self._append(listed, one, node)

    def _append(self, listed: Listed, item: Code | ast.expr, node: ast.AST) -> None:
        words = self._element_words(listed, item, node)
        place, count = listed.place, len(words)
        self.write(f"if run[{place}] >= {MOST}:")
        self.depth += 1
        self.write(f"fail(CROWDED, {self.line(node)})")
        self.leave()
        self.depth -= 1
        for i, word in enumerate(words):
            self.write(f"run[{listed.first} + {i} + run[{place}] * {count}] = {word}")
        self.write(f"run[{place}] += 1")

    def _element_words(self, listed: Listed, item: Code | ast.expr, node: ast.AST) -> list[str]:
        """Return the words of something that becomes an element."""
        code = self.as_parts(item if isinstance(item, Code) else self.stored(item), node)
        kind = NUMBER if isinstance(code.kind, Number) else code.kind
        mine = self._kind(listed, kind)
        wider = joined(kind, mine)
        if wider is None:
            raise Refusal("two-kinds", node, text=ast.unparse(node))
        if not same(wider, mine):
            raise Widened(listed, wider)
        text = code.text if isinstance(mine, Number) else self.kept(code).text
        return words_texts(text, code.kind, mine, self.line(node))

    def over_list(self, listed: Listed, node: ast.expr, body: Any) -> None:
        """Write a loop over a list, which may become longer meanwhile."""
        number, item = self.program.name("i"), self.program.name("t")
        self.write(f"{number} = 0")
        self.write(f"while {number} < run[{listed.place}]:")

        def inside() -> None:
            self.write(f"{item} = {self._element(listed, number).text}")
            self.write(f"{number} += 1")
            body(Code(item, self._kind(listed)))

        self.inner(inside, node)

    def _kind(self, listed: Listed, first: Kind = NUMBER) -> Kind:
        """Return what the elements are: as the first one that is put into it, numbers if one is taken out above."""
        if listed.element is None:
            listed.element = first
            self.program.has_wide |= is_wide(first)
            listed.first = self.program.room(width(first) * MOST)
        return listed.element

    def _element(self, listed: Listed, first: str, rest: str | None = None) -> Code:
        """Return an element by the texts of its number, for its first word and for the others."""
        kind = self._kind(listed)
        count = width(kind)
        numbers = [first, *[first if rest is None else rest] * (count - 1)]
        words = [f"run[{listed.first} + {i} + {number} * {count}]" for i, number in enumerate(numbers)]
        return Code(built(words, kind), kind)

    def element_of_list(self, listed: Listed, node: ast.Subscript) -> Code:
        """Return the element at an index."""
        if isinstance(node.slice, ast.Slice):
            raise Refusal("subscript", node, text=ast.unparse(node))
        return self._element(listed, self._index(listed, node))

    def _index(self, listed: Listed, node: ast.Subscript) -> str:
        return f"place_at({self.number(node.slice)}, run[{listed.place}], {self.line(node)})"

    def put_in_list(self, listed: Listed, node: ast.Subscript, code: Code) -> None:
        """Write the assignment to an element."""
        kind = self._kind(listed)
        words = self._element_words(listed, code, node)
        number = self.kept(Code(self._index(listed, node), NUMBER)).text
        for i, word in enumerate(words):
            self.write(f"run[{listed.first} + {i} + {number} * {width(kind)}] = {word}")

    def in_list(self, listed: Listed, number: Code, node: ast.AST) -> str:
        """Return the text of ``number in list``."""
        kind = self._kind(listed)
        words = f"{listed.place}, {listed.first}, run"
        if isinstance(kind, Number) and isinstance(number.kind, Number):
            return f"among_list({number.text}, {words})"
        if not isinstance(kind, Number | Wide):
            raise Refusal("contains", node, text=ast.unparse(node))
        return f"wide_among_list({self.wide_text(number)}, {isinstance(kind, Wide)}, {words})"

    def popped(self, node: ast.Call) -> Code | None:
        """Return what ``list.pop()`` gives, None for another call."""
        listed = self.list_of(node.func.value) if isinstance(node.func, ast.Attribute) else None
        if listed is None or not isinstance(node.func, ast.Attribute):
            return None
        if node.func.attr != "pop" or node.args or node.keywords:
            raise Refusal("call", node, text=ast.unparse(node))
        return self._element(listed, f"list_pop({listed.place}, {self.line(node)})", f"run[{listed.place}]")

    def changed(self, node: ast.expr) -> bool:
        """Write a statement that changes a list; say whether it is one."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            return False
        listed = self.list_of(node.func.value)
        if listed is None or node.func.attr == "pop":
            return False
        one: Sequence[ast.expr] = node.args if len(node.args) == 1 and not node.keywords else ()
        if node.func.attr == "append" and one:
            self._append(listed, one[0], node)
        elif node.func.attr == "extend" and one:
            self._extend(listed, one[0])
        elif node.func.attr == "clear" and not node.args:
            self.write(f"run[{listed.place}] = 0")
        else:
            raise Refusal("call", node, text=ast.unparse(node))
        return True

    def kept(self, code: Code) -> Code:
        """Write a value to a variable of ours, unless it is one."""
        raise NotImplementedError

    def added(self, node: ast.AugAssign) -> bool:
        """Write ``list += elements``; say whether it is that."""
        listed = self.list_of(node.target) if isinstance(node.op, ast.Add) else None
        if listed is not None:
            self._extend(listed, node.value)
        return listed is not None
