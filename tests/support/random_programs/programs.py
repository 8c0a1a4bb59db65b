"""Random programs: constants, helpers and the rules of a game, as the text of a module, with states to ask for."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any

from support.random_programs.core import Scope
from support.random_programs.statements import Lines, Statements, indented

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

HEAD = '''"""A random program."""
import contextlib
import functools
import io
import itertools
import math
import operator
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import grundy
import math as maths
from grundy import split, win
from math import gcd as common

cut = split
'''
FULL = 2**64 - 1


@dataclass
class Program:
    """A module with `rules`, and what to ask."""

    text: str
    states: list[Any]
    constructs: frozenset[str]
    clamped: bool = True  # whether each option is smaller, so that play ends
    edited: str | None = None  # what the file has after it was imported
    bounds: tuple[int, ...] | None = None


@dataclass
class Helper:
    """A function that is called with integers, and how."""

    name: str
    parameters: list[str]
    defaults: int = 0
    tables: list[str] | None = None  # what may be given first
    constructs: set[str] = field(default_factory=set)
    by_place: bool = False
    argument: str = ""

    def call(self, maker: Statements, depth: int) -> str:
        """Return a call."""
        given = [maker.integer(depth) for _ in self.parameters]
        keyword = len(given)
        if not self.by_place and maker.may("keyword argument", 0.35):
            keyword = maker.random.randrange(len(given) + 1)
        if self.defaults and maker.chance(0.5):
            left_out = maker.random.randrange(self.defaults) + 1
            given = given[: len(given) - left_out]
            maker.used.add("default argument")
        texts = given[:keyword]
        named = [f"{name}={text}" for name, text in list(zip(self.parameters, given, strict=False))[keyword:]]
        maker.random.shuffle(named)
        texts += named
        if self.tables:
            texts.insert(0, maker.choose(*self.tables))
        if self.argument:
            texts.insert(0, self.argument)
        return f"{self.name}({', '.join(texts)})"


class Programs(Statements):
    """The maker of a program."""

    def __init__(self, seed: int | str, liked: Collection[str] = ()) -> None:
        """Choose the form of its states."""
        super().__init__(seed, liked)
        self.clamped = self.chance(0.6)
        self.in_rules = True
        self._payload = ""
        self._parameters: tuple[list[str], Lines, list[Any]] = [], [], []
        self.lines: Lines = []
        self.later: Lines = []
        self.top = "n"
        self.below: Callable[[], str] = lambda: ""

    # states

    def option(self) -> str:
        """Return the text of a state that is an option."""
        return self._options[self.form](self.top)

    def number_below(self, top: str) -> str:
        """Return an integer from 0 to below `top`, or any integer where options may be anything."""
        text = self.payload()
        if not self.clamped:
            return str(self.choose(f"({text})", f"({text})", f"({text}) % 50", f"({text}) & 255"))
        return str(self.choose(f"({text}) % {top}", f"min(max({text}, 0), {top} - 1)", f"abs({text}) % {top}",
                               f"({text} & 1023) % {top}", f"{top} - 1 - ({text}) % {top}", f"({text}) % {top}"))  # fmt: skip

    def other(self) -> str:
        """Return a further integer of a state."""
        text = self.payload()
        return f"({text}) % {self.choose(3, 5, 7, 16)}" if self.clamped else f"({text})"

    def payload(self) -> str:
        """Return what is seen in an option."""
        return self._payload or self.integer(self.choose(1, 1, 2))

    def options(self, make: Callable[[], str]) -> Lines:
        """Return lines that yield options, one of which shows what `make` makes."""
        lines: Lines = self.pick(self._YIELDS, make)
        if self.is_guarded or (not self.clamped and self.chance(0.7)):
            return lines
        return [f"if {self.guard}:", *indented(lines)]

    def shown(self, make: Callable[[], str]) -> str:
        """Return an option with what `make` makes in it."""
        self._payload = make()
        text = self.option()
        self._payload = ""
        return text

    def _one(self, make: Callable[[], str]) -> Lines:
        return [f"yield {self.shown(make)}"]

    def _split(self, make: Callable[[], str]) -> Lines:
        count = self.choose(0, 1, 2, 2, 3)
        parts = [self.shown(make) if i == 0 else self.option() for i in range(count)]
        if self.may("move of a split", 0.4):
            parts.append(
                f"move={self.choose(repr('a move'), 'f' + repr('take {' + self.integer(0) + '}'), 'None', 'str(' + self.integer(0) + ')')}"
            )
        if self.may("moves again", 0.3):
            again = self.choose("True", "False", "1", self.integer(0), self.test(1), self.test(1))
            parts.insert(self.choose(count, len(parts)), f"again={again}")
        if self.may("move with an effect", 0.6):
            lists = [name for name, kind in self.scope.lists.items() if kind == "int"]
            free = self.free()
            effects = [f"str({name}.pop())" for name in lists[:1]] + [
                f"f'{{({name} := 3)}}'" for name in free[:1] if not self.scope.loops
            ]
            parts = [one for one in parts if not one.startswith("move=")] + [
                "move=" + self.choose(f"str(9 // ({self.integer(0)}))", *effects)
            ]
        return [f"yield {self.choose('split', 'grundy.split', 'split', 'cut')}({', '.join(parts)})"]

    def _split_starred(self, make: Callable[[], str]) -> Lines:
        targets, over, names = self.loop(1)
        inner = self._inside(names, lambda: self.shown(make))
        if self.chance(0.4) and not (self.scope.mode == "options" and not self.in_rules):
            name = self.fresh()
            return [
                f"{name} = [{inner} for {targets} in {over}]",
                f"yield split(*{name}{self.choose('', '[:2]', ', ' + self.option())})",
            ]
        left, right = self.choose("()", "[]")
        return [f"yield split({self.choose('', self.option() + ', ')}*{left}{inner} for {targets} in {over}{right})"]

    def _win(self, _: Callable[[], str]) -> Lines:
        return [
            f"if {self.test(1)} and {self.test(1)}:",
            f"    yield {self.choose('win()', 'grundy.win(move=' + repr('all') + ')', 'win()')}",
        ]

    def _conditional_yield(self, make: Callable[[], str]) -> Lines:
        other = self.choose(self.option(), self.option(), f"split({self.option()})")
        return [f"yield {self.shown(make)} if {self.test(1)} else {other}"]

    def _comprehended(self, make: Callable[[], str]) -> Lines:
        targets, over, names = self.loop(1)
        inner, test = self._inside(names, lambda: (self.shown(make), f" if {self.test(1)}" if self.chance(0.5) else ""))
        left, right = self.choose("()", "()", "[]")
        return [f"yield from {left}{inner} for {targets} in {over}{test}{right}"]

    def _comprehended_from_set(self, make: Callable[[], str]) -> Lines:
        parts = ", ".join([self.shown(make), self.option()])
        return [f"yield from {{{parts}}}"]

    def _from_shown(self, make: Callable[[], str]) -> Lines:
        parts = ", ".join([self.shown(make), *(self.option() for _ in range(self.choose(0, 1)))])
        left, right = self.choose("(,", "[]")
        return [f"yield from {left}{parts}{right if right != ',' else ',)'}"]

    def _from_conditional(self, make: Callable[[], str]) -> Lines:
        targets, over, names = self.loop(1)
        inner = self._inside(names, lambda: self.shown(make))
        return [f"yield from (({inner}) for {targets} in {over}) if {self.test(1)} else {self.choose('()', '[]')}"]

    def _from_listed(self, make: Callable[[], str]) -> Lines | None:
        if not self.in_rules:
            return None
        name = self.fresh()
        targets, over, names = self.loop(1)
        inner = self._inside(names, lambda: self.shown(make))
        return [
            f"{name} = []",
            f"for {targets} in {over}:",
            f"    {name}.append({inner})",
            f"yield from {name}{self.choose('', '', '[::-1]', '[:2]')}",
        ]

    def _from_options_helper(self, _: Callable[[], str]) -> Lines | None:
        text = self.call("options", 1)
        return [f"yield from {text}"] if text and self.in_rules else None

    def _yielded_value(self, make: Callable[[], str]) -> Lines:
        name = self.fresh()
        return [f"{name} = yield {self.shown(make)}", f"if {name}:", "    return"]

    def _from_numbers(self, _: Callable[[], str]) -> Lines | None:
        if self.form != "one" or not self.is_guarded:
            return None
        return [
            f"yield from {self.choose('range({})', 'range(max(0, {} - 3), {})', '[k for k in range({})]', 'range({} - 1, -1, -2)', 'range(0, {}, 2)')}".format(
                *[self.top] * 2
            )
        ]

    def one_of(self, *blocks: Lines) -> Lines:
        """Return one of some blocks."""
        found: Lines = self.choose(*blocks)
        return found

    def _taken(self, _: Callable[[], str]) -> Lines | None:
        if self.form != "one":
            return None
        table, top = self.table_text(), self.top
        return self.one_of([f"yield from ({top} - k for k in {table} if 0 < k <= {top})"],
                           [f"for k in {table}:", f"    if {top} >= k > 0:", f"        yield {top} - k"],
                           [f"for k in range(1, {top} + 1):", f"    if k in {table}:", f"        yield {top} - k"])  # fmt: skip

    def _board(self, make: Callable[[], str]) -> Lines | None:
        """Change the state as a tuple by slices, or as a list."""
        if self.form not in {"tuple2", "tuple3", "tuple4"} or not self.clamped:
            return None
        state = self.state
        return self.one_of([f"yield ({self.number_below(self.top)},) + {state}[1:]"],
                           [f"yield {state}[:0] + ({self.number_below(self.top)}, *{state}[1:])"],
                           [f"board = list({state})", f"board[0] = {self.number_below(self.top)}", f"board[{self.choose('1', '-1')}] = {self.other()}", "yield tuple(board)"],
                           [f"yield tuple({self.top} - 1 if i == 0 else ({make()}) % 5 for i in range(len({state})))"],
                           [f"yield tuple([{self.top} - 1, *{state}[1:]])"])  # fmt: skip

    def _make_form(self) -> tuple[list[str], Lines, list[Any]]:
        """Choose the form of the states; return parameters, first lines, and states."""
        below, other = self.number_below, self.other

        def flag() -> str:
            return str(self.choose(f"({self.test(1)})", f"not {self.integer(0)}", "True", f"bool({self.integer(0)})"))

        def mask(top: str) -> str:
            return f"{top} & ({self.payload()}) & ({top} - 1)" if self.clamped else f"({self.payload()}) & {FULL}"

        self._options: dict[str, Callable[[str], str]] = {
            "one": below,
            "two": lambda top: f"({below(top)}, {other()})",
            "three": lambda top: f"({below(top)}, {other()}, {other()})",
            "four": lambda top: f"({below(top)}, {other()}, {other()}, {other()})",
            "tuple1": lambda top: f"({below(top)},)",
            "tuple2": lambda top: f"({below(top)}, {other()})",
            "tuple3": lambda top: f"({below(top)}, {other()}, {other()})",
            "tuple4": lambda top: f"({below(top)}, {other()}, {other()}, {other()})",
            "nested": lambda top: f"({below(top)}, ({other()}, {other()}))",
            "nested pair": lambda top: f"(({below(top)}, {other()}), {other()})",
            "truth": lambda top: f"({below(top)}, {flag()})",
            "mask": mask,
            "wide mask": mask,
            "wide pair": lambda top: f"({mask(top)}, {other()})",
            "negative": lambda top: (
                f"max(-8, {top} - 1 - abs({self.payload()}) % 3)" if self.clamped else f"({self.payload()})"
            ),
        }
        forms = {"one": 26, "two": 20, "three": 7, "four": 5, "tuple1": 5, "tuple2": 7, "tuple3": 7, "tuple4": 5, "nested": 5,
                 "nested pair": 5, "truth": 5, "mask": 5, "wide mask": 7, "wide pair": 5, "negative": 5}  # fmt: skip
        self.form = self.random.choices(list(forms), list(forms.values()))[0]
        self.used.add(f"states: {self.form}")
        many = {"one": [*range(12), 17, 30, 64], "negative": list(range(-8, 8))}
        draw = self.random
        if self.form in many:
            names, states = ["n"], many[self.form]
        elif self.form in {"mask", "wide mask"}:
            bits = 40 if self.form == "mask" else 64
            names, states = (
                ["cells"],
                [draw.getrandbits(3) << bits - 3 | draw.getrandbits(3) for _ in range(8)]
                + [0, 1, 2**bits - 1, draw.getrandbits(bits), 1 << bits - 1],
            )
        elif self.form == "wide pair":
            names, states = (
                ["cells", "turn"],
                [(draw.getrandbits(3) << 61 | draw.getrandbits(2), draw.randrange(3)) for _ in range(9)]
                + [(1 << 63, 1)],
            )
        elif self.form == "truth":
            names, states = ["a", "flag"], list(product(range(6), (False, True)))
        elif self.form in {"two", "three", "four"}:
            names = ["a", "b", "c", "d"][: {"two": 2, "three": 3, "four": 4}[self.form]]
            states = self._tuples(len(names))
        elif self.form.startswith("tuple"):
            names, states = ["s"], self._tuples(int(self.form[-1]))
        else:
            names = ["s"]
            states = [(a, (b, c)) if self.form == "nested" else ((a, b), c) for a, b, c in self._tuples(3)]
        if self.chance(0.1):
            names = [
                self.choose("state", "x", "pins", "heap", "run", "at", "total", "words") if name == "s" else name
                for name in names
            ]
        first = self._first(names)
        return names, first, states

    def _tuples(self, length: int) -> list[tuple[int, ...]]:
        states = [tuple(self.choose(0, 1, 2, 3, 4, 5, 6) for _ in range(length)) for _ in range(13)]
        return list(
            dict.fromkeys(
                [
                    *states,
                    tuple(range(1, length + 1)),
                    (0,) * length,
                    tuple(self.choose(9, 11, 20) for _ in range(length)),
                ]
            )
        )

    def _first(self, names: list[str]) -> Lines:
        """Begin the scope of the rules; return the lines that unpack the state."""
        self.state = names[0]
        self.names = set(names) | {"k", "i", "j", "m", "d", "e", "board"}
        self.scope = Scope("options")
        lines: Lines = []
        if self.form.startswith("tuple"):
            length = int(self.form[-1])
            self.scope.tuples[self.state] = length
            self.scope.fixed.add(self.state)
            self.top = f"{self.state}[0]"
            if self.chance(0.5):
                new = ["a", "b", "c", "d"][:length]
                lines.append(f"{', '.join(new)}{',' if length == 1 else ''} = {self.state}")
                self.scope.ints += new
                self.names |= set(new)
                self.scope.fixed.add("a")
                self.top = "a"
        elif self.form.startswith("nested"):
            pattern = "a, (b, c)" if self.form == "nested" else "(a, b), c"
            lines.append(f"{pattern} = {self.state}")
            self.scope.ints += ["a", "b", "c"]
            self.names |= {"a", "b", "c"}
            self.scope.fixed.add("a")
            self.top = "a"
        else:
            self.scope.ints += names * 2
            self.top = names[0]
            if self.may("parameter changed", 0.3):
                lines.append(f"m0 = {self.top}")
                self.top = "m0"
            else:
                self.scope.fixed.add(names[0])
        least = "-8" if self.form == "negative" else "0"
        self.guard = self.choose(f"{self.top} > {least}", f"{self.top} > {least}", f"{self.top} != {least}")
        return lines

    # the module

    def _constants(self) -> None:  # noqa: C901, PLR0912, PLR0915 - one constant after the other
        draw = self.random

        def number() -> Any:
            return self.choose(*[draw.randint(0, 5)] * 6, draw.randint(-3, 12), draw.randint(0, 9))

        def add(name: str, text: str) -> None:
            self.consts["all"].append(name)
            self.lines.append(f"{name} = {text}")

        for name in ("K", "LIMIT")[: self.choose(0, 1, 2)]:
            value = (
                self.choose(*[draw.randint(-3, 12)] * 6, "True", 2**62, 2**63 - 1, "-(2**63)", "2**64 - 1")
                if self.chance(0.5)
                else draw.randint(1, 9)
            )
            add(name, str(value))
            self.consts["int"].append(name)
        for name in ("STEPS", "TAKES", "EMPTY")[: self.choose(1, 2, 2, 3)]:
            length = 0 if name == "EMPTY" else self.choose(1, 2, 3, 3, 4)
            values = [number() for _ in range(length)]
            if self.chance(0.1) and length:
                values[0] = self.choose("True", "False", 2**40, 2**62)
            is_list = self.chance(0.2)
            text = (
                f"[{', '.join(map(str, values))}]"
                if is_list
                else f"({', '.join(map(str, values))}{',' if length == 1 else ''})"
            )
            add(name, text)
            if is_list:
                self.consts["is list"].append(name)
            if not length:
                self.used.add("empty constant")
            self.consts["table"].append(name)
            self.consts["flat"].append((name, length))
        if self.chance(0.5):
            rows = [(number(), number()) for _ in range(self.choose(2, 3, 4))]
            add("PAIRS", f"({', '.join(map(str, rows))})")
            self.consts["pairs"].append("PAIRS")
            self.consts["pair rows"].append(("PAIRS", len(rows)))
            self.consts["rows"].append(("PAIRS", [2] * len(rows)))
        if self.chance(0.3):
            lengths = [
                self.choose(0, 1, 2, 3) if self.chance(0.4) else self.choose(1, 2, 3) for _ in range(self.choose(2, 3))
            ]
            add("ROWS", repr(tuple(tuple(number() for _ in range(length)) for length in lengths)))
            self.consts["rows"].append(("ROWS", lengths))
        if self.chance(0.2):
            kind = self.choose("int-pair", "pair-int", "triple")
            made = [
                {
                    "int-pair": (number(), (number(), number())),
                    "pair-int": ((number(), number()), number()),
                    "triple": (number(), number(), number()),
                }[kind]
                for _ in range(self.choose(1, 2, 3))
            ]
            add("NESTED", repr(tuple(made)))
            self.consts["nested"].append(("NESTED", kind))
        if self.chance(0.3):
            values = sorted({number() for _ in range(3)})
            add(
                "SET",
                self.choose(f"{{{', '.join(map(str, values))}}}", f"frozenset({tuple(values)})", f"set({values})"),
            )
            self.consts["set"].append("SET")
        if self.chance(0.15):
            add("PAIR_SET", repr({(number(), number()) for _ in range(3)}))
            self.consts["pair set"].append("PAIR_SET")
        if self.chance(0.15):
            add("SPAN", self.choose("range(5)", "range(2, 9, 3)", "range(6, 0, -2)"))
            self.consts["range"].append("SPAN")
        if self.taste("dictionary"):
            add("DICT", "{0: 3, 1: 4, 2: 1}")
            self.consts["dict"].append(("DICT", [0, 1, 2]))
        if self.chance(0.1):
            add("OPS", f"({self._lambda()}, {self._lambda()})")
            self.consts["lambdas"].append(("OPS", 2))
        if self.form in {"wide mask", "wide pair"}:
            add("MASKS", "(1 << 63, 3 << 62, 5, 0xF << 60)")
            self.consts["table"].append("MASKS")
            self.consts["flat"].append(("MASKS", 4))
        if self.taste("enumeration class"):
            self.lines += ["class Level(IntEnum):", "    LOW = 2", "    HIGH = 7"]
            self.consts["attribute"] += ["Level.LOW", "Level.HIGH"]
        if self.taste("inner class attribute"):
            self.lines += ["class Inner:", "    BY = 4", "    TAKES = (2, 5)"]
            self.consts["attribute"] += ["Inner.BY", "Inner.TAKES[0]"]

    def _lambda(self) -> str:
        return f"lambda k: {self._alone(['k'], lambda: self.integer(1))}"

    def _alone(self, names: list[str], make: Callable[[], Any], mode: str = "value") -> Any:
        """Make something in a function of its own."""
        before = self.scope, self.names, self.is_guarded, self.in_rules
        self.scope, self.names = Scope(mode, ints=list(names), walrus=False), {*names, "k", "i", "j", "m", "d", "e"}
        self.in_rules = False
        made = make()
        self.scope, self.names, self.is_guarded, self.in_rules = before
        return made

    def _function(self, kind: str, names: list[str], count: int, tables: tuple[str, ...] = ()) -> Lines:
        """Return the body of a helper."""

        def make() -> Lines:
            self.scope.tables = list(tables)
            self.scope.walrus = True
            if self.chance(0.6):
                self.scope.fixed |= set(names)
            lines = self.block_of_function(count)
            if kind == "each":
                return [*lines, f"yield {self.everything()}"]
            return [*lines, *self._emitted(self.everything)]

        body: Lines = self._alone(names, make, kind)
        return body

    def block_of_function(self, count: int) -> Lines:
        """Return statements, whose variables stay."""
        lines: Lines = []
        for _ in range(count):
            lines += self.statement(self.choose(1, 1, 2))
        return lines

    def everything(self) -> str:
        """Return a number that depends on all variables."""
        parts = [f"{name} * {self.choose(1, 2, 3, 7)}" for name in dict.fromkeys(self.scope.ints)]
        parts += [f"len({name})" for name in self.scope.lists]
        parts += [f"sum({name})" for name, kind in self.scope.lists.items() if kind == "int"]
        parts += [f"{name}[{self.random.randrange(length)}]" for name, length in self.scope.tuples.items() if length]
        self.random.shuffle(parts)
        return " + ".join(parts[:5]) or "0"

    def _helpers(self) -> None:
        count = self.choose(1, 2, 3, 3) if "call" in self.theme else self.choose(0, 0, 1, 1, 2)
        before = set(self.used)
        for number in range(count):
            self.pick(self._HELPERS, f"h{number}")
        self.used = before  # a helper counts where it is called

    def _add(self, kind: str, helper: Helper, *constructs: str) -> Helper:
        helper.constructs |= set(constructs)
        self.helpers[kind].append(helper)
        return helper

    def _names(self) -> list[str]:
        return ["x", "y", "z"][: self.choose(1, 2, 2, 3)]

    def _signature(self, names: list[str], defaults: int) -> str:
        texts = [
            name
            if i < len(names) - defaults
            else f"{name}={self.choose(1, 2, -3, 'K' if 'K' in self.consts['int'] else 4)}"
            for i, name in enumerate(names)
        ]
        return ", ".join(texts)

    def _plain_helper(self, name: str) -> bool:
        kind = self.choose("value", "test", "pair", "each")
        names = self._names()
        defaults = self.choose(0, 0, 0, 1) if len(names) > 1 else 0
        signature = self._signature(names, defaults)
        by_place = self.may("positional-only", 0.1)
        body = self._function(kind, names, self.choose(0, 1, 2))
        word = ", /" if by_place else ""
        self.lines += [f"def {name}({signature}{word}):", *indented(body), ""]
        self._add(kind, Helper(name, names, defaults, by_place=by_place), f"helper: {kind}")
        return True

    def _lambda_helper(self, name: str) -> bool:
        names = self._names()
        text = self._alone(names, lambda: self.integer(2))
        second = self._alone(names, lambda: self.integer(2))
        given = ", ".join(names)
        if self.may("two lambdas on a line", 0.5):
            self.lines += [f"{name}, {name}b = lambda {given}: {text}, lambda {given}: {second}"]
            self._add("value", Helper(f"{name}b", names), "two lambdas on a line")
        else:
            self.lines += [f"{name} = lambda {given}: {text}"]
        self._add("value", Helper(name, names), "lambda helper")
        return True

    def _table_helper(self, name: str) -> bool:
        """Make a helper whose first argument is a constant, two of which are given."""
        if len(self.consts["table"]) < 2:
            return False
        kind = self.choose("value", "each")
        body = self._function(kind, ["x"], self.choose(1, 2), ("over",))
        if not any("over" in line for line in body):
            body = [
                "for k in over:",
                "    if k > x:",
                *indented(indented(["yield k"] if kind == "each" else ["return k"])),
                *body,
            ]
        self.lines += [f"def {name}(over, x):", *indented(body), ""]
        tables = [
            *self.consts["table"],
            *(f"{one}{cut}" for one in self.consts["table"] for cut in ("[1:]", "[::-1]", " + (9,)", " + (2, 5)")),
        ]
        tables += [f"{one}[{i}]" for one, lengths in self.consts["rows"] for i in range(len(lengths))]
        self._add(
            "over" if kind == "value" else "each",
            Helper(name, ["x"], tables=tables, by_place=True),
            "helper over a table",
        )
        return True

    def _options_helper(self, name: str) -> bool:
        if self.form not in {"one", "two"}:
            return False
        parameters = ["n", "k"] if self.form == "one" else ["a", "b", "k"]

        def make() -> Lines:
            self.scope = Scope("options", ints=list(parameters), fixed={parameters[0]})
            self.is_guarded = False
            return self.block_of_function(self.choose(1, 1, 2)) + self._emit_line(0)

        before = self.top, self.guard
        self.top, self.guard = parameters[0], f"{parameters[0]} > 0"
        body = self._alone(parameters, make, "options")
        self.top, self.guard = before
        self.lines += [f"def {name}({', '.join(parameters)}):", *indented(body), ""]
        top = self.top
        self._add(
            "options",
            Helper(name, [parameters[-1]], argument=", ".join([top, *parameters[1:-1]]), by_place=True),
            "helper: options",
        )
        return True

    def _closure(self, name: str) -> bool:
        text = self._alone(["x", "by"], lambda: self.integer(2))
        if "by" not in text:
            text = f"({text}) + by"
        inner = (
            [f"return lambda x: {text}"]
            if self.chance(0.4)
            else ["def inner(x):", f"    return {text}", "return inner"]
        )
        self.lines += [
            f"def make_{name}(by):",
            *indented(inner),
            "",
            f"{name} = make_{name}({self.choose(2, 3)})",
            f"{name}b = make_{name}({self.choose(5, -1, '(1, 2)[1]')})",
            "",
        ]
        for one in (name, f"{name}b"):
            self._add("value", Helper(one, ["x"], by_place=True), "closure")
        return True

    def _decorated(self, name: str) -> bool:
        text = self._alone(["x"], lambda: self.integer(2))
        change = self.choose("f(x) + 1", "f(x + 1)", "f(x) if x > 2 else x", "-f(x)", "f(x) % 5")
        construct = "decorator without wraps" if self.taste("decorator without wraps") else "decorator with wraps"
        wraps = [] if construct == "decorator without wraps" else ["@functools.wraps(f)"]
        self.lines += [f"def also_{name}(f):", *indented([*wraps, "def inner(x):", f"    return {change}", "return inner"]), "",
                       *[f"@also_{name}"] * self.choose(1, 1, 2), f"def {name}(x):", f"    return {text}", ""]  # fmt: skip
        self._add("value", Helper(name, ["x"], by_place=True), construct)
        return True

    def _cached(self, name: str) -> bool:
        text = self._alone(["x"], lambda: self.integer(2))
        self.lines += [
            f"@functools.{self.choose('cache', 'lru_cache(maxsize=None)', 'lru_cache')}",
            f"def {name}(x):",
            f"    return {text}",
            "",
        ]
        self._add("value", Helper(name, ["x"], by_place=True), "cached function")
        return True

    def _defined_again(self, name: str) -> bool:
        one, other = (self._alone(["x"], lambda: self.integer(2)) for _ in range(2))
        if self.chance(0.5):
            self.lines += [f"def {name}(x):", f"    return {one}", "", f"def {name}(x):", f"    return {other}", ""]
        else:
            self.lines += [
                f"if {self.choose('True', 'False', 'STEPS', 'not STEPS')}:",
                f"    def {name}(x):",
                f"        return {one}",
                "else:",
                f"    def {name}(x):",
                f"        return {other}",
                "",
            ]
        self._add("value", Helper(name, ["x"], by_place=True), "function defined twice")
        return True

    def _early_default(self, name: str) -> bool:
        text = self._alone(["x", "by"], lambda: self.integer(2))
        self.lines += [
            f"STEP_{name} = {self.choose(2, 3)}",
            f"def {name}(x, by=STEP_{name}):",
            f"    return {text} + by * STEP_{name}",
            "",
        ]
        self.later.append(f"STEP_{name} = {self.choose(5, -2)}")
        self._add("value", Helper(name, ["x", "by"], 1), "constant that changed after a default")
        return True

    def _object(self, name: str) -> bool:
        """Make an object of the module with numbers and methods."""
        upper = name.upper()
        form = self.choose("named tuple", "frozen dataclass", "class", "data")
        text = self._alone(["x"], lambda: self.integer(1))
        second = self._alone(["x"], lambda: self.integer(1))
        marks = ["    is_data = True"] if form == "data" else []
        method = ["    def change(self, x, y=1):", f"        return ({text}) + self.width * y + len(self.steps)",
                  "    def runs(self, x):", "        for step in self.steps:", f"            yield step + ({second})"]  # fmt: skip
        if self.taste("property"):
            method += ["    @property", "    def double(self):", "        return 2 * self.width"]
        if self.taste("class method"):
            method += [
                "    @staticmethod",
                "    def less(x):",
                "        return x - 1",
                "    @classmethod",
                "    def more(cls, x):",
                "        return x + 1",
            ]
        fields = ["    width: int", "    steps: tuple"]
        width, steps = self.random.randint(1, 9), tuple(self.random.randint(0, 6) for _ in range(self.choose(1, 2, 3)))
        if form == "named tuple":
            self.lines += [f"class {upper}(NamedTuple):", *fields, *method]
        elif form in {"frozen dataclass", "data"}:
            self.lines += ["@dataclass(frozen=True)", f"class {upper}:", *fields, *marks, *method]
        else:
            self.lines += [
                f"class {upper}:",
                "    def __init__(self, width, steps):",
                "        self.width = width",
                "        self.steps = steps",
                *method,
            ]
        self.lines += ["", f"{name} = {upper}({width}, {steps})", f"{name}b = {upper}({width + 2}, {steps[:1]})", ""]
        for one in (name, f"{name}b"):
            self._add("value", Helper(f"{one}.change", ["x", "y"], 1), f"object: {form}", "method")
            self._add("each", Helper(f"{one}.runs", ["x"], by_place=True), f"object: {form}", "generator method")
            self.consts["attribute"] += [f"{one}.width", f"{one}.steps[0]", f"{one}.steps[-1]"]
            self.consts["table"].append(f"{one}.steps")
        if self.taste("property"):
            self.consts["attribute"].append(f"{name}.double")
        if self.taste("class method"):
            self._add("value", Helper(f"{name}.less", ["x"], by_place=True), "class method")
            self._add("value", Helper(f"{name}.more", ["x"], by_place=True), "class method")
        return True

    def _own_builtin(self, _: str) -> bool:
        if self.chance(0.4):
            self.later.append(
                self.choose(
                    "min, max = max, min",
                    "any, all = all, any",
                    "sum = len",
                    "abs = lambda x: x + 1",
                    "len = lambda given: 2",
                )
            )
            self.used.add("own builtin")
            return True
        name = self.choose("abs", "bool", "int")
        text = self._alone(["x"], lambda: self._binary(0, "+", "*", "-"))
        self.lines += [f"def {name}(x):", f"    return {text} + 1", ""]
        self._add("value", Helper(name, ["x"], by_place=True), "own builtin")
        return True

    def _recursive(self, name: str) -> bool:
        text = self._alone(["x"], lambda: self.integer(1))
        self.lines += [f"def {name}(x):", f"    return {name}(x // 2 - 1) + 1 if x > 0 else {text}", ""]
        self._add("value", Helper(name, ["x"], by_place=True), "recursion")
        return True

    def _partial(self, name: str) -> bool:
        text = self._alone(["x", "y"], lambda: self.integer(2))
        self.lines += [f"{name} = functools.partial(lambda x, y: {text}, {self.choose(1, 3)})"]
        self._add("value", Helper(name, ["y"], by_place=True), "partial")
        return True

    def _of_function(self, name: str) -> bool:
        text = self._alone(["x"], lambda: self.integer(1))
        self.lines += [
            f"def {name}(f, x):",
            f"    return f(x) + ({text})",
            "",
            f"def {name}one(x):",
            "    return x + 3",
            f"def {name}two(x):",
            "    return x * 2",
        ]
        self._add(
            "over", Helper(name, ["x"], tables=[f"{name}one", f"{name}two", "abs"], by_place=True), "function argument"
        )
        return True

    def _of_list(self, name: str) -> bool:
        change = self.choose("given.append(x)", "given[0] = x", "given = [x]", "given += [x]", "x += 1")
        self.lines += [f"def {name}(given, x):", f"    {change}", "    return len(given) + sum(given) + x", ""]
        self._add("list argument", Helper(name, ["x"], by_place=True), "list argument")
        self._add("over", Helper(name, ["x"], tables=["[1, 2]", "[*STEPS, 3]"], by_place=True), "list argument")
        return True

    def _list_default(self, name: str) -> bool:
        text = self._alone(["x"], lambda: self.integer(1))
        self.lines += [
            f"def {name}(x, found=[4, 2]):",
            "    for k in found:",
            "        if k > x:",
            "            return k",
            f"    return {text}",
            "",
        ]
        self._add("value", Helper(name, ["x"], by_place=True), "list given as default")
        return True

    def _star_called(self, name: str) -> bool:
        text = self._alone(["x", "y"], lambda: self.integer(2))
        pairs = [f"{one}[{i}]" for one, length in self.consts["pair rows"] for i in range(length)] or ["(2, 5)"]
        self.lines += [f"def {name}(x, y):", f"    return {text}", ""]
        self._add("over", Helper(name, [], tables=[f"*{one}" for one in pairs], by_place=True), "starred argument")
        return True

    def _keyword_only(self, name: str) -> bool:
        text = self._alone(["x", "y"], lambda: self.integer(2))
        self.lines += [f"def {name}(x, *, y=2):", f"    return {text}", ""]
        self._add("value", Helper(name, ["x"], by_place=True), "keyword-only")
        return True

    def _flagged(self, name: str) -> bool:
        """Make a helper that is called with constants that decide what it does."""
        one, other = (self._function("value", ["x"], self.choose(0, 1)) for _ in range(2))
        self.lines += [f"def {name}(flag, x):", "    if flag:", *indented(indented(one)), *indented(other), ""]
        self._add(
            "over",
            Helper(
                name,
                ["x"],
                tables=["True", "False", "1", "0", "None", "3 - 2", "2000 * 3", *self.consts["int"]],
                by_place=True,
            ),
            "helper with a flag",
        )
        return True

    def _tuple_helper(self, name: str) -> bool:
        text = self._alone(["x"], lambda: self.integer(2))
        self.lines += [f"def {name}(pair, x):", self.choose("    one, other = pair", "    other, one = pair[0], pair[1]", "    one, *_ = pair; other = pair[-1]" if self.taste("starred target") else "    one, other = pair"),
                       f"    return one * 3 - other + ({text})", ""]  # fmt: skip
        self._add(
            "over",
            Helper(
                name,
                ["x"],
                tables=[
                    "(x0, 3)".replace("x0", "2"),
                    "(7, -1)",
                    *(one for one, length in self.consts["flat"] if length == 2),
                ],
                by_place=True,
            ),
            "helper of a tuple",
        )
        return True

    def _rules(self) -> None:
        names, first, states = self._parameters
        self.states = states
        self.in_rules = True
        self._payload = ""
        form = self.random.random()
        guard = self.may("early return of no options", 0.6)
        self.is_guarded = guard
        decorated = self._decorators() if form <= 0.97 and "rules as a lambda" not in self.liked else []
        signature = ", ".join(names)
        if self.may("annotations of a signature", 0.15):
            signature = ", ".join(f"{name}: int" for name in names)
        if form < 0.12 and self.may("rules that return"):
            self.is_guarded = True
            targets, over, inner = self.loop(2)
            shown, test = self._inside(inner, lambda: (self.option(), self.test(1)))
            text = self.choose(f"[{shown} for {targets} in {over} if {test}]", f"({shown} for {targets} in {over} if {test})",
                               f"[{self.option()}, {self.option()}]", f"({self.option()}, split({self.option()}))", f"[{shown} for {targets} in {over}]")  # fmt: skip
            begin = [f"if not ({self.guard}):", f"    return {self.choose('()', '[]')}"]
            body = [*first, *begin, *self._prefix(), f"return {text}"]
        else:
            begin = [f"if not ({self.guard}):", "    return"] if guard and self.clamped else []
            self.is_guarded = bool(begin)
            lines = self.block_of_function(self.choose(1, 2, 2, 3, 3, 4))
            last = [] if self.clamped and not self.chance(0.8) else self._emitted(self.everything)
            body = [*first, *begin, *lines, *last]
            if not any("yield" in line for line in body):
                body += self._emitted(self.everything)
        if (
            (form > 0.97 or "rules as a lambda" in self.liked)
            and self.clamped
            and not first
            and self.may("rules as a lambda")
        ):
            self.is_guarded = True
            targets, over, inner = self.loop(1)
            shown, test = self._inside(inner, lambda: (self.option(), self.test(1)))
            self.lines.append(
                f"rules = lambda {', '.join(names)}: ({shown} for {targets} in {over} if {self.guard} and ({test}))"
            )
            return
        if self.may("docstring", 0.1):
            body.insert(0, '"""Return the options: def rules(n): yield 1."""')
        if self.may("bound method of the rules", 0.05):
            self.lines += [f"def moves_of(limit, {signature}):", "    yield from ()", "class Game:", "    is_data = True", "    limit = 4", f"    def rules(self, {signature}):", *indented(indented(body)),
                           f"def rules({signature}):", f"    yield from Game().rules({', '.join(names)})" if self.chance(0.1) else f"    yield from GAME.rules({', '.join(names)})", "GAME = Game()", ""]  # fmt: skip
        elif self.may("rules in a factory", 0.08):
            self.lines += [
                "def factory(K0):",
                *indented([*decorated, f"def rules({signature}):", *indented(body), "return rules"]),
                "",
                "rules = factory(3)",
                "",
            ]
        else:
            self.lines += [*decorated, f"def rules({signature}):", *indented(body), ""]

    def _prefix(self) -> Lines:
        return self.block_of_function(0)

    def _decorators(self) -> Lines:
        if self.may("decorated rules", 0.06):
            change = self.choose(
                "yield from f(*state)",
                "for one in f(*state): yield one",
                "yield from list(f(*state))[:2]",
                "yield from f(*state[::-1])",
            )
            count = len(self._parameters[0])
            given = ", ".join("stuv"[:count])
            change = change.replace("*state[::-1]", ", ".join("stuv"[:count][::-1])).replace("*state", given)
            self.lines += [
                "def wrapped(f):",
                "    @functools.wraps(f)",
                f"    def inner({given}):",
                f"        {change}",
                "    return inner",
                "",
            ]
            return ["@wrapped"]
        return []

    def _accelerators(self) -> str:
        """Return further arguments of `ruleset`: they may be wrong, for only their translation is compared."""
        given = ", ".join(self._parameters[0])
        texts: list[str] = []
        count = len(self._parameters[0])
        if self.chance(0.07) and self.form in {"two", "three", "one"}:
            self.used.add("canonical")
            ints = self._parameters[0]
            body = self._alone(
                list(ints),
                lambda: [
                    *self.block_of_function(self.choose(0, 1)),
                    *(
                        [
                            "return "
                            + (self.integer(2) if count == 1 else f"({', '.join(self.integer(1) for _ in ints)})")
                        ]
                    ),
                ],
            )
            if count > 1 and self.chance(0.4):
                body = [f"return tuple(sorted(({given})))"]
            self.lines += [f"def canonical({given}):", *indented(body), ""]
            texts.append("canonical=canonical")
        if self.chance(0.07) and self.form in {"one", "two", "mask"}:
            self.used.add("components")
            ints = self._parameters[0]

            def state() -> str:
                return str(self.integer(1) if count == 1 else f"({', '.join(self.integer(1) for _ in ints)})")

            if self.chance(0.5):
                body = self._alone(
                    list(ints),
                    lambda: [
                        *self.block_of_function(self.choose(0, 1)),
                        f"yield {state()}",
                        f"if {self.test(1)}:",
                        f"    yield {state()}",
                    ],
                    "each",
                )
                body = body if count == 1 else [f"yield {self._alone(list(ints), state)}"]
            else:
                body = self._alone(
                    list(ints),
                    lambda: [
                        f"parts = [{state()}]",
                        f"if {self.test(1)}:",
                        f"    parts.append({state()})",
                        "return parts",
                    ],
                )
            self.lines += [f"def components({given}):", *indented(body), ""]
            owners = [one.name for one in self.helpers["each"] if one.name.endswith(".runs")]
            texts.append(
                f"components={self.choose(*owners)}"
                if owners and count == 1 and self.chance(0.4)
                else "components=components"
            )
        return ", ".join(texts)

    def program(self) -> Program:
        """Make the program."""
        self.in_rules = True
        self._payload = ""
        self._make_yields()
        self._parameters = self._make_form()
        scope, names = self.scope, self.names
        self._constants()
        self._helpers()
        self.scope, self.names = scope, names
        self._rules()
        further = self._accelerators()
        if self.may("table changed after the function", 0.3) and self.consts["is list"]:
            self.later.append(f"{self.consts['is list'][0]}.append({self.choose(3, 5)})")
        elif self.may("constant defined again", 0.1) and self.consts["int"]:
            self.later.append(f"{self.consts['int'][0]} = {self.choose(3, 5, -1)}")
        self.lines += self.later
        if further:
            self.lines.append(f"rules = grundy.ruleset(compiled=True, {further})(rules)")
        text = HEAD + "\n".join(self.lines) + "\n"
        bounds = None
        if self.chance(0.12) and self.clamped and self.form in {"one", "two"}:
            self.used.add("bounds")
            bounds = (70,) if self.form == "one" else (25, 25)
        edited = None
        if self.chance(0.05):
            self.used.add("edited file")
            edited = self._edit(text)
        text = self._layout(text)
        return Program(text, self.states, frozenset(self.used), self.clamped, edited, bounds)

    def _edit(self, text: str) -> str:
        """Change the text of the functions, or move them."""
        lines = text.splitlines()
        places = [i for i, line in enumerate(lines) if i > 15 and line.startswith("    ")]
        if self.chance(0.5) or not places:
            return "\n".join(["# A line more.", *lines]) + "\n"
        place = self.choose(*places)
        lines[place] = lines[place].replace("1", "2").replace("+", "-").replace("<", ">=")
        return "\n".join(lines) + "\n"

    def _layout(self, text: str) -> str:
        """Write the same program in another way."""
        form = self.random.random()
        if form < 0.04:
            self.used.add("lines of Windows")
            return text.replace("\n", "\r\n")
        if form < 0.08:
            self.used.add("tabs")
            return text.replace("    ", "\t")
        if form < 0.12:
            self.used.add("comments")
            return "".join(
                line
                + (
                    "  # yield win(); 'def rules(n):'"
                    if line and not line.endswith('"""') and "'''" not in line
                    else ""
                )
                + "\n"
                for line in text.split("\n")
            )
        return text

    def _make_yields(self) -> None:
        self._YIELDS = [
            ("", 8, self._one),
            ("split", 2.5, self._split),
            ("split of a loop", 0.8, self._split_starred),
            ("win", 0.5, self._win),
            ("conditional yield", 0.7, self._conditional_yield),
            ("yield from a comprehension", 1.2, self._comprehended),
            ("yield from a set", 0.5, self._comprehended_from_set),
            ("yield from shown options", 0.4, self._from_shown),
            ("yield from a conditional", 0.3, self._from_conditional),
            ("yield from a list", 0.5, self._from_listed),
            ("yield from a helper", 5, self._from_options_helper),
            ("yield value", 0.5, self._yielded_value),
            ("yield from a range", 1.5, self._from_numbers),
            ("takes of a table", 1.2, self._taken),
            ("state changed by slices", 2.5, self._board),
        ]
        self._HELPERS = [
            ("plain helper", 9, self._plain_helper),
            ("lambda helper", 2, self._lambda_helper),
            ("helper over a table", 2.5, self._table_helper),
            ("helper: options", 4, self._options_helper),
            ("closure", 2.2, self._closure),
            ("decorator with wraps", 2, self._decorated),
            ("cached function", 0.7, self._cached),
            ("function defined twice", 2.2, self._defined_again),
            ("constant that changed after a default", 1.8, self._early_default),
            ("object", 5, self._object),
            ("own builtin", 0.7, self._own_builtin),
            ("recursion", 0.7, self._recursive),
            ("partial", 0.7, self._partial),
            ("function argument", 0.7, self._of_function),
            ("list argument", 0.7, self._of_list),
            ("keyword-only", 1.2, self._keyword_only),
            ("list given as default", 0.7, self._list_default),
            ("starred argument", 1.2, self._star_called),
            ("helper with a flag", 2.5, self._flagged),
            ("helper of a tuple", 1.8, self._tuple_helper),
        ]


def program(seed: int | str, liked: Collection[str] = ()) -> Program:
    """Return the program of a seed that likes some constructs."""
    return Programs(seed, liked).program()
