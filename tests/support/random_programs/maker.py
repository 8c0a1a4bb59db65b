"""The maker of random programs: it fills the texts of the grammar, and knows which variables there are at a place."""

from __future__ import annotations

import re
from collections import defaultdict
from copy import copy
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from support.random_programs import grammar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

Lines = list[str]
VARIABLES = ("x", "y", "z", "u", "v", "w", "p", "q", "r", "t", "left", "best", "take", "more", "half", "mask")
ODD = ("run", "at", "arena", "total", "start", "state", "line", "words", "np", "numba", "bits", "table", "head", "add",
       "put", "some", "seen", "keys", "values", "item", "step", "found", "size", "end", "é", "_", "__x", "WIDTH", "part",
       "v_x", "n1", "self", "type_", "n_1", "w5", "f_x_1", "fail", "spent", "mod", "expand", "mul", "text", "number",
       "bits_1", "table0", "each", "place", "head_1", "item_1", "int64", "DATA", "starts0", "p_x", "index")  # fmt: skip
SHADOWS = ("id", "hash", "type", "iter", "bin", "vars", "map", "round", "ord", "filter", "input")
LIKED = 20.0  # weight of a construct that a program likes
INNER = ("k", "i", "j", "m", "d", "e")  # variables of comprehensions
NAMED = {"new": "int", "tmp": "loop", "both": "last", "newlist": "number", "newpairs": "pair", "newtuple": "tuple"}
_PLACE = re.compile(
    r"\$\((?P<words>(?:[^()]|\([^()]*\))*)\)|\$(?P<outer>\^?)(?P<kind>[a-z]+)(?::(?P<of>\w+(?:,\w+)*))?"
)


class Nothing(Exception):
    """A place of a text cannot be filled here."""


@dataclass
class Scope:
    """The variables that have a value at a place, and what may stand there."""

    mode: str  # "options", "value", "pair", "test", "each"
    ints: list[str] = field(default_factory=list)
    fixed: set[str] = field(default_factory=set)  # variables that are not assigned
    tuples: set[str] = field(default_factory=set)  # of integers, not empty
    lists: dict[str, str] = field(default_factory=dict)  # "int" or "pair"
    loops: int = 0
    depth: int = 0
    breaks: bool = False
    walrus: bool = True  # whether := may stand here

    def inner(self, names: Collection[str] = (), **changes: Any) -> Scope:
        """Return a copy for a block, with further integers."""
        made = copy(self)
        made.ints, made.fixed, made.tuples, made.lists = (
            list(self.ints), set(self.fixed), set(self.tuples), dict(self.lists),
        )  # fmt: skip
        vars(made).update(changes)
        for name in names:
            made.know(name, "int")
        return made

    def know(self, name: str, kind: str) -> None:
        """Note what a variable is."""
        self.tuples.discard(name)
        self.lists.pop(name, None)
        self.ints = [one for one in self.ints if one != name]
        if kind == "int":
            self.ints.append(name)
        elif kind == "tuple":
            self.tuples.add(name)
        else:
            self.lists[name] = kind

    def free(self) -> list[str]:
        """Return the integers that may be assigned."""
        return [name for name in self.ints if name not in self.fixed]


class Maker:
    """Random choices, whose taste is each program's own, so that each construct is frequent in some of them."""

    form = "one"
    top = "n"  # the number of a state that gets smaller
    state = "n"
    guard = "n > 0"  # under which a state has options
    is_guarded = False  # whether the function has returned already where not
    in_rules = True
    clamped = True  # whether each option is smaller, so that play ends

    def __init__(self, seed: int | str, liked: Collection[str] = ()) -> None:
        """Begin a program, which likes some constructs in addition to those that its seed chooses."""
        self.random = Random(seed)
        self.used: set[str] = set()  # constructs
        self.texts: set[str] = set()  # of the grammar
        daring = self.random.random()
        count = 0 if daring < 0.5 else 1 if daring < 0.8 else 2 if daring < 0.95 else 5
        self.liked = {*self.random.sample(sorted(grammar.CONSTRUCTS - grammar.RISKY), 4), *liked}
        self.liked |= {*self.random.sample(sorted(grammar.RISKY), count)}
        needed = " ".join(map(str, grammar.texts_of(self.liked)))
        if "$pairlist" in needed:
            self.liked.add("list of pairs")
        elif "list" in needed or "$seq" in needed:
            self.liked.add("list variable")
        kinds = set(re.findall(r"\$call:(\w+)", needed))
        self.liked |= {"helper over a table" if kind == "over" else f"helper: {kind}" for kind in kinds - {"starred"}}
        if self.liked & grammar.HELPERS.keys():
            self.liked |= {name for name in grammar.CONSTRUCTS if "call" in name} | {"helper generator", "attribute"}
        self.tastes = dict.fromkeys(grammar.RISKY, 0.0) | dict.fromkeys(self.liked, 6.0)
        self.scope = Scope("options")
        self.names: set[str] = set()  # of the function at hand
        self.constants: dict[str, list[str]] = defaultdict(list)
        self.calls: dict[str, list[tuple[str, str]]] = defaultdict(list)  # texts of calls, and their constructs
        self.payload = ""  # what the next option shows
        self.bound: list[tuple[str, str]] = []  # variables of the line at hand that have a value behind it
        self.later: Lines = []  # the end of the module
        self.odd = self.random.random() < 0.12
        self.wild = self.random.random() < 0.2  # whether what may raise is frequent

    def chance(self, share: float) -> bool:
        """Say yes for a share of the questions."""
        return self.random.random() < share

    def choose(self, *items: Any) -> Any:
        """Return one of some. Raises `Nothing` where there is none."""
        if not items:
            raise Nothing
        return items[int(self.random.random() * len(items))]

    def taste(self, name: str) -> float:
        """Return how much this program likes a construct."""
        if name not in self.tastes:
            self.tastes[name] = self.choose(*[1.0] * 14, 0.0, 0.0, 0.0, 6.0, 6.0, 6.0)
        return self.tastes[name]

    def may(self, name: str, share: float = 1.0) -> bool:
        """Say whether a construct is used here, and note it."""
        if self.random.random() < share * min(self.taste(name), 3):
            self.used.add(name)
            return True
        return False

    def pick(self, table: Mapping[str, Any], fill: Callable[[Any], Any]) -> Any:
        """Return what one of the texts of a table becomes. Raises `Nothing` where none can be filled."""
        weights = {name: LIKED if name in self.liked else entry[0] * self.taste(name) for name, entry in table.items()}
        while any(weights.values()):
            (name,) = self.random.choices(list(weights), list(weights.values()))
            before = set(self.used), set(self.texts), self.scope, list(self.bound)
            text = self.choose(*table[name][1:])
            try:
                made = fill(text)
            except Nothing:
                self.used, self.texts, self.scope, self.bound = before
                weights[name] = 0
            else:
                self.used.add(name)
                self.texts.add(text)
                return made
        raise Nothing

    # texts

    def filled(self, text: str, depth: int, names: dict[str, str] | None = None) -> str:
        """Return a text with all its places filled; `names` are the variables that it has named so far."""
        names = {} if names is None else names
        outer = self.scope
        text = self.permitted(text)
        loop = ""
        if "$loop" in text:
            loop, self.scope = self.comprehension(depth)

        def put(place: re.Match[str]) -> str:
            kind, of = place["kind"], place["of"] or ""
            if place["words"] is not None:
                return self.filled(self.choose(*place["words"].split("|")), depth, names)
            if kind == "loop":
                return loop
            if len(kind) == 1:
                return names[kind]
            inner = self.scope
            if place["outer"]:
                self.scope = outer
            made = self._made(kind, depth, names.get(of, of))
            self.scope = inner
            if len(of) == 1 and kind not in {"inner", "innertest", "fn", "small"}:
                names[of] = made
            return made

        try:
            return _PLACE.sub(put, text)
        finally:
            self.scope = outer

    def _made(self, kind: str, depth: int, of: str) -> str:
        if kind in NAMED:
            return self._bind(self.fresh(), NAMED[kind])
        make = getattr(self, f"a_{kind}", None)
        return str(self.choose(*self._known(kind)) if make is None else make(depth, of))

    def permitted(self, text: str) -> str:
        """Return a text without its conditions. Raises `Nothing` if one of them does not hold."""
        while text.startswith("!") and text[1].isalpha():
            word, text = text[1:].split(" ", 1)
            if not self._allowed(word):
                raise Nothing
        return text

    def _allowed(self, word: str) -> bool:
        """Return whether a text with a condition may stand here."""
        scope = self.scope
        if word == "walrus":
            allowed, scope.walrus = scope.walrus, False
            return allowed
        return {
            "out": not scope.loops, "shallow": scope.loops < 2, "nest": scope.loops < 2, "loop": scope.breaks, "wild": self.wild,
            "inner": scope.mode in {"options", "each"} or scope.depth > 0,
            "rules": self.in_rules, "guarded": self.is_guarded, "one": self.form == "one", "two": self.form == "two",
            "tuple": self.form in {"tuple2", "tuple3", "tuple4"} and self.clamped and self.in_rules,
            "cells": self.form.startswith("wide"),
        }[word]  # fmt: skip

    def lines(self, text: str, depth: int) -> Lines:
        """Return the lines of a statement or of a helper; the variables of a statement stay."""
        names: dict[str, str] = {}
        found: Lines = []
        last: list[str] = []  # integers with a value behind the statement alone
        blocks = [self.scope.inner()]  # the scopes of the lines further out
        deeper = blocks[0]
        for line in self.permitted(text).split("\n"):
            indent = (len(line) - len(line.lstrip())) // 4
            blocks = blocks[: indent + 1] if indent < len(blocks) else [*blocks, deeper]
            self.scope = blocks[-1]
            word, _, of = line.strip().partition(":")
            make = getattr(self, f"line_{word[1:]}", None) if word.startswith("$") else None
            if make is not None:
                made = make(depth, names.get(of, of))
            else:
                outer, self.bound, fixed = self.bound, [], self.scope.fixed
                self.scope.fixed, self.scope.walrus = fixed | {*names.values()}, True
                made = [self.filled(line.strip(), depth, names)]
                bound, self.bound, self.scope.fixed = self.bound, outer, fixed
                last += [name for name, kind in bound if kind == "last"]
                for name, kind in bound:
                    if kind not in {"last", "loop"}:
                        self.scope.know(name, kind)
                deeper = self._deeper(word, [name for name, kind in bound if kind == "loop"], {*names.values()})
            found += ["    " * indent + one for one in made]
        self.scope = blocks[0].inner(last)
        return found

    def _deeper(self, head: str, names: list[str], fixed: set[str]) -> Scope:
        """Return the scope of the lines below a line."""
        made = self.scope.inner(names if head.startswith("for ") else (), depth=self.scope.depth + 1)
        if head.startswith(("for ", "while ")):
            made.loops, made.breaks = made.loops + 1, True
            made.fixed |= {*fixed, *names}
        return made

    def line_block(self, depth: int, _: str) -> Lines:
        return self.block(depth, self.choose(1, 1, 2))

    def line_yield(self, _: int, name: str) -> Lines:
        self.payload = f"({name} + 1)" if name else ""
        made = self.emitted()
        self.payload = ""
        return made

    def line_leave(self, *_: Any) -> Lines:
        return ["return"] if self.scope.mode in {"options", "each"} else self.emitted()

    def block(self, depth: int, count: int) -> Lines:
        """Return statements of a block, whose new variables end with it."""
        outer = self.scope
        self.scope = outer.inner()
        found: Lines = []
        for _ in range(count):
            found += self.statement(depth if outer.loops < 2 else 0)
            if found[-1].startswith(("return", "break", "continue", "raise")):
                break
        self.scope = outer
        return found

    def statement(self, depth: int) -> Lines:
        """Return the lines of a statement."""
        table = grammar.STATEMENTS if depth > 0 else grammar.SIMPLE
        found: Lines = self.pick(table, lambda text: self.lines(text, depth - 1))
        return found

    def emitted(self) -> Lines:
        """Return lines that yield an option, or return the result of a helper."""
        mode = self.scope.mode
        if mode == "options":
            made: Lines = self.pick(grammar.YIELDS, lambda text: self.lines(text, 1))
            if self.is_guarded or (not self.clamped and self.chance(0.7)):
                return made
            return [f"if {self.guard}:", *indented(made)]
        result = self.payload or self.integer(self.choose(1, 2, 2))
        if mode == "test":
            return [f"return {self.test(2)}"]
        if mode == "pair":
            return [f"return {result}, {self.integer(1)}"]
        return [f"{'return' if mode == 'value' else 'yield'} {result}"]

    # expressions, and the places that have them

    def integer(self, depth: int) -> str:
        """Return the text of an integer (sometimes of a truth value)."""
        table = grammar.INTEGERS if depth > 0 else grammar.ATOMS
        return str(self.pick(table, lambda text: self.filled(text, depth - 1)))

    def test(self, depth: int) -> str:
        """Return the text of a test."""
        table = grammar.TESTS if depth > 0 else grammar.COMPARISONS
        return str(self.pick(table, lambda text: self.filled(text, depth - 1)))

    def comprehension(self, depth: int) -> tuple[str, Scope]:
        """Return what a comprehension goes over, and the scope of its variables."""
        outer = self.scope
        self.scope = outer.inner(walrus=False)
        targets, over, names = self.loop(depth, inner=True)
        self.scope = outer.inner(names * 2, loops=outer.loops + 1, walrus=False)
        text = f"{targets} in {over}"
        if self.may("comprehension with two loops", 0.12):
            targets, over, further = self.loop(depth, inner=True)
            text += f" for {targets} in {over}"
            self.scope = self.scope.inner(further)
        if self.may("condition in a comprehension", 0.3):
            text += f" if {self.test(depth)}"
        made, self.scope = self.scope, outer
        return text, made

    def loop(self, depth: int, *, inner: bool) -> tuple[str, str, list[str]]:
        """Return targets, what is looped over, and the variables."""
        kinds = {name: (entry[0], entry[1:]) for name, entry in grammar.ITERABLES.items()}
        weights = [weight for weight, _ in kinds.values()]
        while True:
            _, (table, targets) = self.random.choices(list(kinds.values()), weights)[0]
            if depth <= 0 and table is grammar.NUMBERS:
                table = grammar.RANGES
            try:
                over = str(self.pick(table, lambda text: self.filled(text, depth - 1)))
                break
            except Nothing:
                continue
        names: list[str] = []

        def name(_: object) -> str:
            free = [one for one in INNER[:5] if one not in names and (inner or one not in self.scope.fixed)]
            if not inner or self.chance(0.15):
                old = [one for one in self.scope.free() if one not in names]
                found = self.choose(*old) if old and self.may("loop variable again", 0.3) else self.fresh()
            else:
                found = self.named(self.choose(*free))
            names.append(found)
            return str(found)

        return re.sub(r"\$k", name, self.choose(*targets)), over, names

    def fresh(self) -> str:
        """Return a name that the function does not have yet."""
        free = [name for name in VARIABLES if name not in self.names]
        name = free[0] if free else f"x{len(self.names)}"
        taken = {*self.names, *self.constants["all"]}
        if self.odd and self.chance(0.5):
            name = self.choose(name, *(one for one in ODD if one not in taken))
            self.used.add("odd name")
        elif self.may("shadowed builtin", 0.02):
            name = self.choose(name, *(one for one in SHADOWS if one not in taken))
        return self.named(name)

    def named(self, name: str) -> str:
        """Note a name of the function."""
        self.names.add(name)
        return name

    def _bind(self, name: str, kind: str) -> str:
        self.bound.append((name, kind))
        return name

    def alone(self, names: Collection[str], make: Callable[[], Any], mode: str = "value") -> Any:
        """Make something in a function of its own."""
        before = self.scope, self.names, self.is_guarded, self.in_rules, self.bound
        self.scope = Scope(mode, ints=list(names), fixed=set(names) if self.chance(0.6) else set())
        self.names, self.in_rules, self.is_guarded, self.bound = {*names, *INNER}, False, False, []
        try:
            return make()
        finally:
            self.scope, self.names, self.is_guarded, self.in_rules, self.bound = before

    def a_int(self, depth: int, _: str) -> str:
        return self.integer(depth)

    def a_test(self, depth: int, _: str) -> str:
        return self.test(depth)

    def a_numbers(self, depth: int, _: str) -> str:
        table = grammar.NUMBERS if depth > 0 else grammar.RANGES
        return str(self.pick(table, lambda text: self.filled(text, depth - 1)))

    def a_lit(self, *_: Any) -> int:
        return self.random.randint(0, 9)

    def a_num(self, *_: Any) -> int:
        return int(self.choose(self.random.randint(0, 5), self.random.randint(0, 9), self.random.randint(-3, 12)))

    def a_small(self, depth: int, most: str) -> str:
        if self.chance(0.25):
            return str(self.random.randint(0, int(most)))
        return f"({self.integer(depth)}) % {int(most) + 1}"

    def a_bounded(self, depth: int, _: str) -> str:
        text = self.choose("({}) % 97", "({}) & 63", "({}) % 1000", "({}) % 7", "abs({}) % 31", "min(max({}, -50), 50)",
                           "({}) & 1023", "({}) % (2**31)", "({}) % -13", "max({}, -9) & 255")  # fmt: skip
        return str(text.format(self.integer(max(depth, 1))))

    def a_value(self, depth: int, of: str) -> str:
        """Return an integer for a variable."""
        if self.scope.loops and self.chance(0.93):
            return self.a_bounded(max(depth, 1), of)
        return self.integer(self.choose(1, 2, 2, 3))

    def a_div(self, depth: int, _: str) -> str:
        if self.chance(0.4 if self.wild else 0.03):
            return f"({self.integer(depth)})"
        text = self.integer(depth)
        return str(self.choose(str(self.random.randint(1, 7)), f"-{self.random.randint(1, 7)}", f"({text} | 1)",
                               f"({text} or 3)", f"max({text}, 1)", f"min({text}, -1)"))  # fmt: skip

    def a_slice(self, depth: int, _: str) -> str:
        if self.may("slice with computed step", 0.5):
            return f"[::({self.integer(depth)}) % 3 + 1]"
        step = f":{self.choose('2', '-1', '-2', '3', '-1')}" if self.may("slice with step", 0.5) else ""
        ends = [self.choose("", str(self.random.randint(-3, 4)), self.integer(0)) for _ in range(2)]
        return f"[{ends[0]}:{ends[1]}{step}]"

    def a_inner(self, depth: int, name: str) -> str:
        """Return an integer in a lambda or a comprehension with a variable."""
        return self._inside(name, lambda: self.integer(max(depth, 1)))

    def a_innertest(self, depth: int, name: str) -> str:
        return self._inside(name, lambda: self.test(max(depth, 1)))

    def _inside(self, name: str, make: Callable[[], str]) -> str:
        outer = self.scope
        self.scope = outer.inner([name], loops=outer.loops + 1, walrus=False)
        made = make()
        self.scope = outer
        return made

    def a_fn(self, _: int, names: str) -> str:
        """Return an integer in a function with parameters."""

        def make() -> str:
            self.scope.walrus = False
            return self.integer(2)

        return str(self.alone(names.split(","), make))

    def a_call(self, depth: int, kind: str) -> str:
        text, construct = self.choose(*self.calls[kind])
        self.used.add(construct)
        return self.filled(text, depth)

    def a_for(self, depth: int, _: str) -> str:
        targets, over, names = self.loop(max(depth, 1), inner=False)
        self.bound += [(name, "loop") for name in names]
        return f"{targets} in {over}"

    def _known(self, kind: str) -> list[str]:
        """Return the variables and constants of a kind."""
        scope, taken = self.scope, {name for name, _ in self.bound}
        numbers, pairs = ([name for name, has in scope.lists.items() if has == wanted] for wanted in ("number", "pair"))
        tuples = sorted(scope.tuples)
        found = {
            "var": scope.ints, "free": [name for name in scope.free() if name not in taken], "tuple": tuples,
            "list": numbers, "pairlist": pairs, "anylist": [*numbers, *pairs],
            "seq": [*numbers, *tuples, *self.constants["table"]], "cells": [name for name in scope.ints if name == "cells"],
            "full": [str(2**64 - 1), str(2**63 - 1), str(2**32 - 1)], "top": [self.top], "state": [self.state],
        }  # fmt: skip
        return found[kind] if kind in found else self.constants[kind]

    def a_free(self, *_: Any) -> str:
        return self._bind(self.choose(*self._known("free")), "int")

    def a_target(self, *_: Any) -> str:
        return self.a_free() if self._known("free") and self.chance(0.5) else self._bind(self.fresh(), "int")

    # options

    def a_option(self, *_: Any) -> str:
        return self.filled(grammar.FORMS[self.form][3], 1)

    def a_returned(self, *_: Any) -> str:
        return self.filled(self.choose(*grammar.RETURNED), 1)

    def a_payload(self, *_: Any) -> str:
        return self.payload or self.integer(self.choose(1, 1, 2))

    def a_below(self, *_: Any) -> str:
        return self.filled(self.choose(*(grammar.BELOW if self.clamped else grammar.ANY)), 1)

    def a_other(self, *_: Any) -> str:
        text = self.a_payload()
        return f"({text}) % {self.choose(3, 5, 7, 16)}" if self.clamped else f"({text})"

    def a_mask(self, *_: Any) -> str:
        text = self.a_payload()
        return f"{self.top} & ({text}) & ({self.top} - 1)" if self.clamped else f"({text}) & {2**64 - 1}"


def indented(lines: Lines) -> Lines:
    """Return lines one step further to the right."""
    return [f"    {line}" for line in lines]
