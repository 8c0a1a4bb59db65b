"""Random statements: lines of a function's body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.random_programs.expressions import Expressions

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from support.random_programs.core import Table

Lines = list[str]


def indented(lines: Lines) -> Lines:
    """Return lines one step further to the right."""
    return [f"    {line}" for line in lines]


class Statements(Expressions):
    """Makers of statements, each a list of lines."""

    guard = "n > 0"  # under which a state has options
    is_guarded = False  # whether the function has returned already where not

    def option(self) -> str:
        """Return the text of a state that is an option."""
        raise NotImplementedError

    def block(
        self, depth: int, count: int, *, breaks: bool | None = None, loops: int = 0, fixed: tuple[str, ...] = ()
    ) -> Lines:
        """Return statements of a block, whose new variables end with it."""
        outer = self.scope
        self.scope = outer.inner(depth=outer.depth + 1, loops=outer.loops + loops)
        if breaks is not None:
            self.scope.breaks = breaks
        self.scope.fixed |= set(fixed)
        lines: Lines = []
        for _ in range(count):
            lines += self.statement(depth)
            if lines[-1].startswith(("return", "break", "continue", "raise")):
                break
        self.scope = outer
        return lines or ["pass"]

    def statement(self, depth: int) -> Lines:
        """Return the lines of a statement."""
        self.scope.walrus = True
        found: Lines = self.pick(self._STATEMENTS if depth > 0 else self._SIMPLE, depth - 1)
        return found

    def value(self) -> str:
        """Return an integer for a variable."""
        return self.bounded(2) if self.scope.loops and self.chance(0.93) else self.integer(self.choose(1, 2, 2, 3))

    def free(self) -> list[str]:
        """Return the variables that may be assigned."""
        return [name for name in self.scope.ints if name not in self.scope.fixed]

    def target(self) -> str:
        """Return a variable to assign: a new one, or one that there is."""
        free = self.free()
        if free and self.chance(0.5):
            return str(self.choose(*free))
        return self.fresh()

    def known(self, name: str) -> None:
        """Note that a variable has an integer."""
        self.scope.tuples.pop(name, None)
        self.scope.lists.pop(name, None)
        if name not in self.scope.ints:
            self.scope.ints.append(name)

    # assignments

    def _assigned(self, _: int) -> Lines:
        text = self.value()
        name = self.target()
        self.known(name)
        return [
            f"{name}{self.choose('', '', '', ': int') if name.isidentifier() and self.may('annotation', 0.3) else ''} = {text}"
        ]

    def _augmented(self, _: int) -> Lines | None:
        free = self.free()
        if not free:
            return None
        name = self.choose(*free)
        word = self.choose("+", "-", "+", "|", "&", "^", "*", "//", "%", "<<", ">>")
        text = {"*": "2", "//": self._divisor(1), "%": self._divisor(1), "<<": "1", ">>": self.small(5)}.get(
            word
        ) or self.value()
        lines = [f"{name} {word}= {text}"]
        return [*lines, f"{name} %= 997"] if self.scope.loops and word in {"*", "<<"} else lines

    def _several_targets(self, _: int) -> Lines:
        text = self.value()
        names = [self.target(), self.fresh()]
        for name in names:
            self.known(name)
        return [f"{' = '.join(names)} = {text}"]

    def _unpacked(self, _: int) -> Lines:
        count = self.choose(2, 2, 3)
        texts = [self.value() for _ in range(count)]
        names: list[str] = []
        for _ in range(count):
            name = self.target()
            names.append(name if name not in names else self.fresh())
        for name in names:
            self.known(name)
        return [f"{', '.join(names)} = {', '.join(texts)}"]

    def _swapped(self, _: int) -> Lines | None:
        free = self.free()
        if len(free) < 2:
            return None
        names = self.random.sample(free, 2 if len(free) < 3 or self.chance(0.7) else 3)
        return [f"{', '.join(names)} = {', '.join(names[1:] + names[:1])}"]

    def _swapped_with_change(self, _: int) -> Lines | None:
        free = self.free()
        if len(free) < 2:
            return None
        one, other = self.random.sample(free, 2)
        return [f"{one}, {other} = {other}, ({one} + {other}) % {self.choose(7, 97, 1000)}"]

    def _nested_targets(self, _: int) -> Lines:
        names = [self.fresh() for _ in range(3)]
        texts = [self.value() for _ in range(3)]
        for name in names:
            self.known(name)
        one, two, three = names
        left = self.choose(f"{one}, ({two}, {three})", f"({one}, {two}), {three}", f"[{one}, ({two}, {three})]")
        right = (
            f"({texts[0]}, {texts[1]}), {texts[2]}"
            if left.startswith(("((", f"({one}"))
            else f"{texts[0]}, ({texts[1]}, {texts[2]})"
        )
        return [f"{left} = {right}"]

    def _starred_target(self, _: int) -> Lines | None:
        found = [(name, length) for name, length in [*self.consts["flat"], *self.scope.tuples.items()] if length >= 2]
        if not found:
            return None
        name, _ = self.choose(*found)
        one, rest = self.fresh(), self.fresh()
        self.known(one)
        left = self.choose(f"{one}, *{rest}", f"*{rest}, {one}")
        self.scope.lists[rest] = "int"
        if self.chance(0.5):
            del self.scope.lists[rest]
            self.scope.ints.append(rest)
            return [f"{left} = {name}", f"{rest} = len({rest}) + sum({rest})"]
        return [f"{left} = {name}"]

    def _from_row(self, _: int) -> Lines | None:
        """Unpack a row of a table, whose place may be one of the targets."""
        if not self.consts["pair rows"]:
            return None
        name, length = self.choose(*self.consts["pair rows"])
        free = self.free()
        index = self.choose(*free) if free and self.chance(0.6) else None
        if index is not None:
            other = self.target()
            if other == index:
                other = self.fresh()
            names = self.choose((index, other), (other, index))
            self.known(other)
            if self.chance(0.5):
                return [f"{index} %= {length}", f"{', '.join(names)} = {name}[{index}]"]
            return [f"{', '.join(names)} = {name}[{index} % {length}]"]
        one, other = self.fresh(), self.fresh()
        text = self.integer(1)
        self.known(one)
        self.known(other)
        return [f"{one}, {other} = {name}[({text}) % {length}]"]

    def _from_divmod(self, _: int) -> Lines:
        text = f"divmod({self.integer(1)}, {self._divisor(1)})"
        one, other = self.fresh(), self.target()
        if one == other:
            other = self.fresh()
        self.known(one)
        self.known(other)
        return [f"{one}, {other} = {text}"]

    def _from_helper(self, _: int) -> Lines | None:
        text = self.call("pair", 1)
        if text is None:
            return None
        one, other = self.target(), self.fresh()
        self.known(one)
        self.known(other)
        return [f"{one}, {other} = {text}", *([f"{one} %= 9973", f"{other} &= 65535"] if self.scope.loops else [])]

    def _from_sorted(self, _: int) -> Lines:
        count = self.choose(2, 2, 3)
        texts = ", ".join(self.integer(1) for _ in range(count))
        names = [self.fresh() for _ in range(count)]
        for name in names:
            self.known(name)
        return [f"{', '.join(names)} = sorted(({texts}))"]

    def _tuple_assigned(self, _: int) -> Lines:
        if self.scope.tuples and self.chance(0.4):
            name = self.choose(*self.scope.tuples)
            if name not in self.scope.fixed:
                length = self.scope.tuples[name]
                parts = [
                    self.choose(self.value(), f"{name}[{self.random.randrange(length)}]") if length else self.value()
                    for _ in range(length or 2)
                ]
                if length == len(parts):
                    return [f"{name} = ({', '.join(parts)},)"]
        parts = [self.value() for _ in range(self.choose(1, 2, 2, 3))]
        name = self.fresh()
        self.scope.tuples[name] = len(parts)
        return [
            f"{name} = ({', '.join(parts)},)" if len(parts) == 1 or self.chance(0.5) else f"{name} = {', '.join(parts)}"
        ]

    def _tuple_sorted(self, _: int) -> Lines | None:
        found = [one for one, length in self.scope.tuples.items() if length]
        if not found:
            return None
        name = self.choose(*found)
        new = self.fresh()
        self.scope.tuples[new] = self.scope.tuples[name]
        return [f"{new} = tuple(sorted({name}))"]

    def _constant_named(self, _: int) -> Lines | None:
        flat = [(name, length) for name, length in self.consts["flat"] if length]
        if not flat:
            return None
        name, length = self.choose(*flat)
        new = self.fresh()
        if self.consts["is list"] and name in self.consts["is list"]:
            return None
        self.scope.tuples[new] = length
        return [f"{new} = {name}"]

    def _changed_kind(self, _: int) -> Lines | None:
        free = self.free()
        if not free:
            return None
        name = self.choose(*free)
        if self.scope.depth or self.scope.loops:
            return None
        self.scope.ints = [one for one in self.scope.ints if one != name]
        self.scope.tuples[name] = 2
        return [f"{name} = ({name}, {self.integer(1)})"]

    def _unassigned(self, depth: int) -> Lines:
        name = self.fresh()
        return [f"if {self.test(1)}:", f"    {name} = {self.value()}", *self.block(depth, 1), f"if {self.test(1)}:",
                *indented(self._emitted(lambda: f"({name} + 1)"))]  # fmt: skip

    # lists

    def _list_made(self, depth: int) -> Lines:
        name = self.fresh()
        kind = "pair" if self.may("list of pairs", 0.2) else "int"
        form = self.random.random()
        if kind == "pair":
            parts = ", ".join(f"({self.integer(1)}, {self.integer(0)})" for _ in range(self.choose(0, 1, 2)))
            text = f"[{parts}]"
            if form < 0.3:
                text = f"[{self._generated_pairs(1)[0][1:-1]}]"
        elif form < 0.4:
            text = f"[{', '.join(self.value() for _ in range(self.choose(0, 0, 1, 2, 3)))}]"
        elif form < 0.7:
            self.used.add("list comprehension")
            text = f"[{self._generated(1)[0][1:-1]}]"
        elif form < 0.8:
            text = f"list({self.iterable(1, numbers=True)[0]})"
        elif form < 0.9:
            text = f"sorted({self.iterable(1, numbers=True)[0]})"
        elif self.may("list repeated"):
            text = f"[{self.integer(0)}] * ({self.small(4)})"
        else:
            text = f"[*{self.table_text()}, {self.value()}]"
        self.scope.lists[name] = kind
        lines = [f"{name}{': list[int]' if kind == 'int' and self.may('annotation', 0.2) else ''} = {text}"]
        if text == "[]":
            lines.append(f"{name}.append({self._for_list(kind)})")
        return lines + [line for _ in range(self.choose(0, 1, 2)) for line in (self._list_changed(depth) or [])]

    def _list_chosen(self, depth: int) -> Lines:
        """Make a list in one of two ways, which a condition chooses, or loop over it at once."""
        ways = []
        for _ in range(2):
            shown = ", ".join(self.value() for _ in range(self.choose(1, 2, 3)))
            ways.append(self.choose(f"[{shown}]", f"[{shown}]", f"sorted({self.iterable(1, numbers=True)[0]})"))
        text = f"{ways[0]} if {self.test(1)} else {ways[1]}"
        if self.chance(0.4):
            return self._loop_with(f"for {self.loop_name()} in {text}:", [], depth)
        name = self.fresh()
        self.scope.lists[name] = "int"
        return [f"{name} = {text}", *(self._list_changed(depth) or [])]

    def loop_name(self) -> str:
        """Return a name for the variable of a loop that nothing in it looks at."""
        return self.named(self.choose("k", "i", "j"))

    def _for_list(self, kind: str) -> str:
        return self.value() if kind == "int" else f"({self.value()}, {self.bounded(1)})"

    def _list_changed(self, _: int) -> Lines | None:
        if not self.scope.lists:
            return None
        name = self.choose(*self.scope.lists)
        if name in self.scope.fixed:
            return None
        found: Lines | None = self.pick(self._CHANGES, name, self.scope.lists[name])
        return found

    def _appended(self, name: str, kind: str) -> Lines:
        return [f"{name}.append({self._for_list(kind)})"]

    def _popped(self, name: str, kind: str) -> Lines:
        form = self.random.random()
        if form < 0.3:
            return [f"if {name}:", f"    {name}.pop()"]
        target = self.fresh()
        target = target if kind == "int" else f"{target}, {self.fresh()}"
        lines = [
            f"if {self.choose(name, f'len({name}) > 1')}:",
            f"    {target} = {name}.pop({self.choose('', '', '-1', '0') if self.may('pop at a place', 0.3) else ''})",
        ]
        outer = self.scope
        self.scope = outer.inner(depth=outer.depth + 1)
        for one in target.split(", "):
            self.known(one)
        lines += indented(self._emit_line(0) if self.chance(0.6) else self._appended(name, kind))
        self.scope = outer
        return lines

    def _item_assigned(self, name: str, kind: str) -> Lines:
        if kind == "pair":
            return [f"if {name}:", f"    {name}[{self.choose(0, -1)}] = {self._for_list(kind)}"]
        index = self.choose("0", "-1", f"({self.integer(0)}) % len({name})")
        word = self.choose("=", "=", "+=", "-=", "|=", "^=")
        return [f"if {name}:", f"    {name}[{index}] {word} {self.bounded(1)}"]

    def _items_swapped(self, name: str, kind: str) -> Lines:
        del kind
        one, other = "0", self.choose("-1", f"({self.integer(0)}) % len({name})")
        return [f"if len({name}) > 1:", f"    {name}[{one}], {name}[{other}] = {name}[{other}], {name}[{one}]"]

    def _extended(self, name: str, kind: str) -> Lines | None:
        if kind == "pair":
            return [f"{name} += [{self._for_list(kind)}]"]
        if self.scope.loops > 1:
            return None
        over = self.choose(name, self.table_text(), f"[{self.bounded(1)}]", self.iterable(1, numbers=True)[0])
        return [
            self.choose(
                f"{name} += {over}",
                f"{name}.extend({over})",
                f"{name} = {name} + [{self.bounded(1)}]",
                f"{name} = [*{name}, {self.bounded(0)}]",
            )
        ]

    def _list_sorted(self, name: str, kind: str) -> Lines | None:
        if kind == "pair":
            return None
        return [self.choose(f"{name}.sort()", f"{name} = sorted({name})", f"{name}.sort()")]

    def _list_filtered(self, name: str, kind: str) -> Lines:
        if kind == "pair":
            return [
                f"{name} = [({self._inside(['i', 'j'], lambda: self.bounded(1))}, i) for i, j in {name} if {self._inside(['i', 'j'], lambda: self.test(1))}]"
            ]
        return [
            f"{name} = [{self._inside(['k'], lambda: self.bounded(1) if self.chance(0.4) else 'k')} for k in {name} if {self._inside(['k'], lambda: self.test(1))}]"
        ]

    def _list_cut(self, name: str, kind: str) -> Lines:
        del kind
        return [f"{name} = {name}{self.choose(self.slice(), '[::-1]')}"]

    def _list_method(self, name: str, kind: str) -> Lines:
        item = self._for_list(kind)
        return [self.choose(f"{name}.reverse()", f"{name}.insert({self.integer(0)}, {item})", f"{name}.clear()", f"{name} = {name}.copy()",
                            f"{name}.sort(reverse=True)", f"if {item} in {name}: {name}.remove({item})")]  # fmt: skip

    def _slice_assigned(self, name: str, kind: str) -> Lines:
        return [f"{name}[{self.choose('1:2', '0:1', ':', '::2', '1:')}] = [{self._for_list(kind)}]"]

    def _item_deleted(self, name: str, kind: str) -> Lines:
        del kind
        return [f"if {name}:", f"    del {name}[{self.choose('0', '-1', '1:', ':1')}]"]

    def _aliased(self, name: str, kind: str) -> Lines:
        new = self.fresh()
        self.scope.lists[new] = kind
        return [f"{new} = {name}", f"{new}.append({self._for_list(kind)})"]

    def _copied(self, name: str, kind: str) -> Lines:
        new = self.fresh()
        self.scope.lists[new] = kind
        return [
            f"{new} = {self.choose(f'list({name})', f'{name}[:]', f'[*{name}]')}",
            f"{new}.append({self._for_list(kind)})",
        ]

    def _changed_while_looped(self, name: str, kind: str) -> Lines | None:
        """Loop over a list that the loop changes."""
        if self.scope.loops > 1:
            return None
        names = [self.fresh()] if kind == "int" else [self.fresh(), self.fresh()]
        inner = [f"if len({name}) < {self.choose(4, 6, 9)}:", f"    {name}.append({self._for_list(kind)})"]
        if self.chance(0.3):
            inner = [f"if len({name}) > 2:", f"    {name}.pop()"]
        elif self.chance(0.3):
            inner = [f"{name} = {name}[1:]"]
        outer = self.scope
        self.scope = outer.inner(depth=outer.depth + 1, loops=outer.loops + 1)
        for one in names:
            self.known(one)
        rest = self._emit_line(0)
        self.scope = outer
        return [
            f"for {', '.join(names)} in {self.choose(name, name, f'list({name})', f'{name}[:]', f'[{names[0]} for {names[0]} in {name}]' if kind == 'int' else name)}:",
            *indented(inner + rest),
        ]

    # blocks

    def _if(self, depth: int) -> Lines:
        return [f"if {self.test(2)}:", *indented(self.block(depth, self.choose(1, 1, 2)))]

    def _if_else(self, depth: int) -> Lines:
        test = self.test(2)
        if self.may("assigned in both branches", 0.4):
            name = self.fresh()
            one, other = self.value(), self.value()
            self.known(name)
            return [f"if {test}:", f"    {name} = {one}", "else:", f"    {name} = {other}"]
        lines = [f"if {test}:", *indented(self.block(depth, 1))]
        if self.may("elif", 0.4):
            lines += [f"elif {self.test(1)}:", *indented(self.block(depth, 1))]
        return [*lines, "else:", *indented(self.block(depth, 1))]

    def _if_named(self, depth: int) -> Lines:
        text = self.value()
        name = self.fresh() if self.chance(0.7) or not self.free() else self.choose(*self.free())
        self.known(name)
        self.scope.walrus = False
        word, other = self.choose("<", ">", "!=", ">=", "=="), self.integer(0)
        further = self.choose("", "", f" and {name} > {self.integer(0)}", f" and {self.test(1)}")
        return [f"if ({name} := {text}) {word} {other}{further}:", *indented(self.block(depth, 1))]

    def _for(self, depth: int) -> Lines:
        targets, over, names = self.targets(*self.iterable(1))
        return self._loop_with(f"for {targets} in {over}:", names, depth)

    def _loop_with(self, head: str, names: list[str], depth: int) -> Lines:
        outer = self.scope
        self.scope = outer.inner()
        for name in names:
            self.known(name)
        fixed: tuple[str, ...] = ()
        if not self.may("loop variable changed", 0.25):
            fixed = tuple(names)
        if self.scope.loops >= 2:
            depth = 0
        body = self.block(depth, self.choose(1, 1, 2, 2, 3), breaks=True, loops=1, fixed=fixed)
        self.scope = outer
        lines = [head, *indented(body)]
        has_break = any(line.strip() == "break" for line in lines)
        if self.may("else of a loop", 0.5 if has_break else 0.12):
            lines += ["else:", *indented(self.block(depth, 1))]
        elif self.may("loop variable after a loop", 0.12) and len(names) == 1:
            lines = [f"{names[0]} = {self.integer(0)}", *lines]
            self.known(names[0])
        return lines

    def _for_with_search(self, depth: int) -> Lines:
        """Search in a loop, break, and do something else otherwise."""
        targets, over, names = self.targets(*self.iterable(1))
        test = self._inside(names, lambda: self.test(1))
        outer = self.scope
        self.scope = outer.inner(loops=outer.loops + 1)
        for name in names:
            self.known(name)
        found = self._emit_line(0) if self.chance(0.6) else []
        self.scope = outer
        return [f"for {targets} in {over}:", f"    if {test}:", *indented(indented([*found, "break"])), "else:",
                *indented(self.block(depth, 1))]  # fmt: skip

    def _for_while_it_holds(self, depth: int) -> Lines:
        """Loop with `takewhile` or `count`, to an end."""
        if self.scope.loops >= 2:
            return self._if(depth)
        name, other = self.loop_name(), self.choose("k", "m", "j")
        form = self.random.random()
        if form < 0.4:
            over = self.iterable(1, numbers=True)[0]
            test = self._inside([other], lambda: self.test(1))
            head = f"for {name} in itertools.takewhile(lambda {other}: {test}, {over}):"
        elif form < 0.7:
            start, end = self.small(9), self.small(20)
            count = self.choose(f"itertools.count({start})", f"itertools.count({start}, {self.choose(2, 3)})")
            head = f"for {name} in itertools.takewhile(lambda {other}: {other} < {end}, {count}):"
        else:
            head = f"for {name} in itertools.count({self.small(9)}{self.choose('', ', 2')}):"
        lines = self._loop_with(head, [name], depth)
        lines = lines[lines.index(head) :]
        if form >= 0.7:
            lines[1:1] = [f"    if {name} > {self.small(20)}:", "        break"]
        return lines

    def _while(self, depth: int) -> Lines:
        if self.scope.loops >= 2:
            return self._if(depth)
        name = self.fresh()
        start = self.small(self.choose(5, 20, 99))
        step = self.choose(
            f"{name} -= 1", f"{name} //= 2", f"{name} >>= 1", f"{name} -= {self.choose(2, 3)}", f"{name} &= {name} - 1"
        )
        self.known(name)
        test = self.choose(name, f"{name} > 0") if "-= 2" not in step and "-= 3" not in step else f"{name} > 0"
        if self.may("while with a further test", 0.3):
            test += f" and ({self.test(1)})"
        before = self.block(0, self.choose(0, 1), breaks=False, loops=1, fixed=(name,))
        after = self.block(depth, self.choose(1, 1, 2), breaks=True, loops=1, fixed=(name,))
        lines = [f"{name} = {start}", f"while {test}:", *indented([*before, step, *after])]
        if self.may("else of a while", 0.25):
            lines += ["else:", *indented(self.block(depth, 1))]
        return lines

    def _while_true(self, depth: int) -> Lines:
        if self.scope.loops >= 2:
            return self._if(depth)
        name = self.fresh()
        lines = [f"{name} = {self.small(6)}"]
        self.known(name)
        body = self.block(depth, self.choose(1, 2), breaks=True, loops=1, fixed=(name,))
        leave = [f"{name} -= 1", f"if {name} < 0{self.choose('', '', f' or {self.test(1)}')}:", "    break"]
        return [*lines, f"while {self.choose('True', '1', 'True')}:", *indented(leave + body)]

    def _while_named(self, depth: int) -> Lines:
        if self.scope.loops >= 2:
            return self._if(depth)
        name = self.fresh()
        lines = [f"{name} = {self.small(40)}"]
        self.known(name)
        step = self.choose(f"{name} // 2", f"{name} - 1", f"{name} >> 1", f"{name} & ({name} - 1)")
        body = self.block(depth, self.choose(1, 2), breaks=True, loops=1, fixed=(name,))
        return [*lines, f"while ({name} := {step}) > 0:", *indented(body)]

    def _while_digits(self, depth: int) -> Lines:
        if self.scope.loops >= 2:
            return self._if(depth)
        rest, digit = self.fresh(), self.fresh()
        lines = [f"{rest} = abs({self.integer(1)}) % 1000"]
        self.known(rest)
        outer = self.scope
        self.scope = outer.inner()
        self.known(digit)
        body = self.block(depth, 1, breaks=True, loops=1, fixed=(rest,))
        self.scope = outer
        return [
            *lines,
            f"while {rest}:",
            *indented([f"{rest}, {digit} = divmod({rest}, {self.choose(2, 3, 10)})", *body]),
        ]

    def _left(self, _: int) -> Lines | None:
        if not self.scope.breaks:
            return None
        word = self.choose("break", "continue")
        self.used.add(word)
        if self.may("one-line if", 0.2):
            return [f"if {self.test(1)}: {word}"]
        return [f"if {self.test(1)}:", f"    {word}"]

    def _returned(self, _: int) -> Lines:
        if self.scope.mode in {"value", "test", "pair"}:
            return [f"if {self.test(1)}:", *indented(self._emit_line(0))]
        return [f"if {self.test(2)} and {self.test(1)}:", "    return"]

    def _raised(self, _: int) -> Lines:
        return [
            f"if {self.test(1)} and {self.test(1)}:",
            f"    raise {self.choose('ValueError', 'ValueError(7)', 'IndexError')}",
        ]

    def _asserted(self, _: int) -> Lines:
        return [f"assert {self.test(1)} or {self.test(1)}"]

    def _passed(self, _: int) -> Lines:
        return [self.choose("pass", "...", '"""A text."""', "pass  # yield 1", self.integer(1))]

    def _tried(self, depth: int) -> Lines:
        return [
            "try:",
            *indented(self.block(depth, 1)),
            f"{self.choose('except ZeroDivisionError', 'except Exception', 'finally')}:",
            *indented(self.block(0, 1)),
        ]

    def _matched(self, depth: int) -> Lines:
        return [
            f"match {self.small(3)}:",
            f"    case {self.choose('0', '1 | 2')}:",
            *indented(indented(self.block(depth, 1))),
            "    case _:",
            *indented(indented(self.block(0, 1))),
        ]

    def _with(self, depth: int) -> Lines:
        return ["with contextlib.suppress(ZeroDivisionError):", *indented(self.block(depth, 1))]

    def _function_within(self, _: int) -> Lines:
        name, parameter = self.fresh(), "k"
        body = self._inside([parameter], lambda: self.bounded(2))
        later = self.value()
        free = self.free()
        lines = (
            [f"def {name}({parameter}):", f"    return {body}"]
            if self.chance(0.5)
            else [f"{name} = lambda {parameter}: {body}"]
        )
        if free and self.chance(0.6):
            lines.append(f"{self.choose(*free)} = {later}")
        target = self.target()
        lines.append(f"{target} = {name}({self.bounded(1)})")
        self.known(target)
        return lines

    def _generator_kept(self, _: int) -> Lines:
        """Keep a generator, which looks at its variables when it runs."""
        name, total = self.fresh(), self.fresh()
        text = self._generated(1)[0]
        lines = [f"{name} = ({text[1:-1]})"]
        if self.free():
            lines.append(f"{self.choose(*self.free())} = {self.bounded(1)}")
        self.known(total)
        return [*lines, f"{total} = {self.choose('sum', 'sum', 'max')}({name})"]

    def _printed(self, _: int) -> Lines:
        return [f"print({self.integer(0)}, file=io.StringIO())"]

    def _deleted(self, _: int) -> Lines:
        name = self.fresh()
        return [f"{name} = {self.integer(1)}", *(self._emitted(lambda: name)), f"del {name}"]

    def _element_targets(self, _: int) -> Lines | None:
        """Assign to an element of a list from a loop, an unpacking or itself."""
        found = [name for name, kind in self.scope.lists.items() if kind == "int"]
        if not found or self.scope.loops > 1:
            return None
        name, one = self.choose(*found), self.fresh()
        self.known(one)
        lines = self.choose([f"    for {name}[0] in {self.table_text()}:", "        pass"], [f"    {one}, {name}[{one}] = {one}, {self.bounded(1)}"],
                            [f"    {name}[0], {one} = {self.bounded(1)}, {name}[0]"], [f"    {name}[-1] = {name}.pop()"],
                            [f"    {name}[0] += {name}.pop()"], [f"    {one} = {name}[0] = {self.bounded(1)}"])  # fmt: skip
        return [f"{one} = 0", f"if len({name}) > 1:", *lines]

    def _named_inside(self, _: int) -> Lines:
        name = self.fresh()
        targets, over, names = self.loop(1)
        text, test = self._inside(names, lambda: (self.bounded(1), self.choose("<", ">", "==")))
        lines = [f"{name} = {self.integer(0)}", f"if {self.choose('any', 'all')}(({name} := {text}) {test} {self.integer(0)} for {targets} in {over}):",
                 *indented(self.block(0, 1))]  # fmt: skip
        self.known(name)
        return lines

    def _names_of_calls(self, _: int) -> Lines:
        """Call two things that change a variable in one statement."""
        one, other = self.fresh(), self.fresh()
        text = self.choose(
            f"({one} := {self.bounded(1)}), {one} + 1", f"{self.bounded(1)}, ({one} := {self.bounded(1)})"
        )
        self.known(one)
        self.known(other)
        return [f"{one} = {self.integer(0)}", f"{one}, {other} = {text}"]

    def _after_loop(self, _: int) -> Lines:
        """Look at a variable that a comprehension has as well."""
        name = self.fresh()
        lines = [f"{name} = {self.value()}"]
        self.known(name)
        over = self.iterable(1, numbers=True)[0]
        inner = self._inside([name], lambda: self.bounded(1))
        target = self.target()
        if target == name:
            target = self.fresh()
        lines.append(f"{target} = {self.choose('sum', 'len')}([{inner} for {name} in {over}]) + {name}")
        self.known(target)
        return lines

    def _range_kept(self, depth: int) -> Lines | None:
        """Loop over a range whose ends change in the loop."""
        free = self.free()
        if not free or self.scope.loops > 1:
            return None
        end, name = self.choose(*free), self.fresh()
        body = [f"{end} {self.choose('-= 1', '+= 1', '= 0', '//= 2')}"]
        outer = self.scope
        self.scope = outer.inner()
        self.known(name)
        body += self.block(depth, 1, breaks=True, loops=1)
        self.scope = outer
        return [
            f"{end} = ({end}) % 7",
            f"for {name} in range({self.choose(end, f'0, {end}', f'{end}, 9', f'{end}, -1, -1')}):",
            *indented(body),
        ]

    def _bounds(self, _: int) -> Lines:
        """Keep a variable small."""
        free = self.free()
        return [f"{self.choose(*free)} {self.choose('%= 97', '&= 31', '%= 10')}"] if free else ["pass"]

    # options and results

    def _yielded(self, depth: int) -> Lines | None:
        ends = self.scope.mode in {"value", "test", "pair"} and not self.scope.depth
        return None if ends else self._emit_line(depth)

    def _emit_line(self, _: int) -> Lines:
        return self._emitted(lambda: self.integer(self.choose(1, 2, 2)))

    def _emitted(self, make: Callable[[], str]) -> Lines:
        mode = self.scope.mode
        if mode == "value":
            return [f"return {make()}"]
        if mode == "test":
            return [f"return {self.test(2)}"]
        if mode == "pair":
            return [f"return {make()}, {self.integer(1)}"]
        if mode == "each":
            return [f"yield {make()}"]
        return self.options(make)

    def options(self, make: Callable[[], str]) -> Lines:
        """Return lines that yield options."""
        raise NotImplementedError

    def __init__(self, seed: int | str, liked: Collection[str] = ()) -> None:
        """Begin a program."""
        super().__init__(seed, liked)
        self._SIMPLE: Table = [
            ("assignment", 4, self._assigned),
            ("augmented assignment", 2.5, self._augmented),
            ("several targets", 0.3, self._several_targets),
            ("unpacking", 1, self._unpacked),
            ("swap", 0.6, self._swapped),
            ("swap with a change", 0.4, self._swapped_with_change),
            ("nested targets", 0.4, self._nested_targets),
            ("starred target", 0.7, self._starred_target),
            ("row unpacked", 0.7, self._from_row),
            ("divmod unpacked", 0.4, self._from_divmod),
            ("pair of a helper", 1.2, self._from_helper),
            ("sorted unpacked", 0.3, self._from_sorted),
            ("tuple variable", 0.8, self._tuple_assigned),
            ("tuple of sorted", 0.3, self._tuple_sorted),
            ("constant under another name", 0.3, self._constant_named),
            ("changed kind", 0.5, self._changed_kind),
            ("list changed", 3, self._list_changed),
            ("break or continue", 2, self._left),
            ("early return", 0.4, self._returned),
            ("raise", 0.25, self._raised),
            ("assert", 0.5, self._asserted),
            ("pass or expression", 0.1, self._passed),
            ("del variable", 0.5, self._deleted),
            ("print", 0.5, self._printed),
            ("generator variable", 0.7, self._generator_kept),
            ("target that is an element", 0.7, self._element_targets),
            ("named in an unpacking", 0.2, self._names_of_calls),
            ("variable of a comprehension", 0.4, self._after_loop),
            ("", 5, self._yielded),
            ("", 0.5, self._bounds),
        ]
        self._STATEMENTS: Table = [
            *self._SIMPLE,
            ("list variable", 2.5, self._list_made),
            ("chosen list", 0.5, self._list_chosen),
            ("takewhile or count", 0.5, self._for_while_it_holds),
            ("if", 3, self._if),
            ("if with else", 1.5, self._if_else),
            ("if with named expression", 0.7, self._if_named),
            ("for", 5, self._for),
            ("for with break and else", 1, self._for_with_search),
            ("while", 1.2, self._while),
            ("while True", 0.6, self._while_true),
            ("while with named expression", 0.4, self._while_named),
            ("while over digits", 0.4, self._while_digits),
            ("range whose ends change", 0.5, self._range_kept),
            ("named in a comprehension", 0.7, self._named_inside),
            ("try", 0.5, self._tried),
            ("match", 0.5, self._matched),
            ("with", 0.5, self._with),
            ("nested function", 0.7, self._function_within),
            ("unassigned", 0.7, self._unassigned),
        ]
        self._CHANGES: Table = [
            ("append", 3, self._appended),
            ("pop", 1, self._popped),
            ("element assigned", 1.2, self._item_assigned),
            ("elements swapped", 0.6, self._items_swapped),
            ("list extended", 1, self._extended),
            ("list sorted", 0.6, self._list_sorted),
            ("list filtered", 0.7, self._list_filtered),
            ("list cut", 0.8, self._list_cut),
            ("list method", 0.7, self._list_method),
            ("slice assignment", 0.5, self._slice_assigned),
            ("del item", 0.5, self._item_deleted),
            ("aliased list", 0.8, self._aliased),
            ("list copied", 0.4, self._copied),
            ("list changed in its loop", 0.6, self._changed_while_looped),
        ]
