"""What makes the choices of a random program, and what is known at a place in it."""

from __future__ import annotations

from collections import defaultdict
from copy import copy
from dataclasses import dataclass, field
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

# Constructs that the documentation does not promise, or that refuse most programs: few programs have them.
RISKY = frozenset({
    "aliased list", "list argument", "dictionary", "text", "nested function", "local lambda", "recursion", "try",
    "match", "map or filter", "key function", "set made", "next", "slice assignment", "del item",
    "partial", "changed kind", "unassigned", "yield value", "float", "print", "comparison with None", "list method",
    "list repeated", "with", "assert", "reversed list", "own builtin",
    "decorator without wraps", "bytes", "enumeration class", "starred target", "property",
    "function argument", "three-argument pow", "class method", "generator variable", "del variable",
    "cached function", "inner class attribute",
    "set operation", "tuple repeated", "sorted in reverse", "zip of computed",
    "slice with computed step", "is", "target that is an element", "element of a range",
    "pop at a place", "list given as default",
    "start of sum by its place", "search in a chain", "keyword-only", "comparison of kinds", "starred argument", "index or count", "in a range by steps", "named expression", "named in its own expression",
    "named in an unpacking", "move with an effect", "pop in an expression", "bound names exchanged", "named in a comprehension",
})  # fmt: skip
THEMES = (  # some of which a program likes
    {"list variable", "list changed", "append", "pop", "element assigned", "elements swapped", "list extended", "list sorted",
     "list filtered", "list cut", "list copied", "list changed in its loop", "loop over a list", "element of a list",
     "truth of a list", "in a list", "yield from a list", "list of pairs", "list comprehension"},
    {"call", "call of a test", "call that returns a pair", "call with a table", "helper generator", "yield from a helper",
     "pair of a helper", "two calls with tables", "keyword argument"},
    {"in a set", "loop over a set", "loop over nested tuples", "search in a chain", "chained comparison", "loop over a row",
     "row unpacked", "element of rows", "in a table of pairs", "tuple of sorted", "in a row", "tuple variable",
     "loop over a tuple", "element of a tuple", "comparison of tuples", "min or max of tuples", "constant under another name"},
    {"while", "while True", "while over digits", "while with named expression", "else of a loop", "else of a while", "break or continue",
     "for with break and else", "loop variable changed", "loop variable after a loop", "range whose ends change", "early return"},
)  # fmt: skip
RARE_HELPERS = (
    "plain helper", "helper over a table", "helper: options", "decorator with wraps", "function defined twice", "closure",
    "lambda helper", "helper of a tuple", "constant that changed after a default", "helper with a flag", "object",
)  # fmt: skip
RARE_CHANGES = ("list copied", "list cut", "list filtered", "list sorted", "elements swapped", "pop", "list changed in its loop", "element assigned",
                "list extended")  # fmt: skip
RARE = (  # what a program gets little of unless it likes it
    *RARE_HELPERS, *RARE_CHANGES,
    "rules as a lambda", "comprehension of pairs", "yield from a range", "tuples added", "tuple of sorted", "list or tuple called",
    "loop over nested tuples", "yield from a conditional", "win", "range by a computed step", "starred display", "loop over a tuple",
    "takes of a table", "state changed by slices", "in a set", "loop over shown pairs", "variable of a comprehension",
    "assigned in both branches", "element of a list", "range object", "in a list", "truth of a list", "while with named expression",
    "one-line if", "loop over a set", "sorted unpacked", "pass or expression", "sorted", "lambda table", "range whose ends change",
    "comprehension with two loops", "elif", "swap with a change", "in a table of pairs", "row unpacked", "start of sum", "conversion",
    "min or max of tuples", "two lambdas on a line", "positional-only", "split of a loop", "named expression", "raw index",
    "table changed after the function", "constant defined again", "decorated rules", "rules in a factory", "bound method of the rules",
    "moves again",
)  # fmt: skip
VARIABLES = ("x", "y", "z", "u", "v", "w", "p", "q", "r", "t", "left", "best", "take", "more", "half", "mask")
ODD = ("run", "at", "arena", "total", "start", "state", "line", "words", "np", "numba", "bits", "table", "head", "add",
       "put", "some", "seen", "keys", "values", "item", "step", "found", "size", "end", "é", "_", "__x", "WIDTH", "part",
       "v_x", "n1", "self", "type_", "n_1", "w5", "f_x_1", "fail", "spent", "mod", "expand", "mul", "text", "number",
       "bits_1", "table0", "each", "place", "head_1", "item_1", "int64", "DATA", "starts0", "p_x", "index")  # fmt: skip
SHADOWS = ("id", "hash", "type", "iter", "bin", "vars", "map", "round", "ord", "filter", "input")

Table = list[tuple[str, float, "Callable[..., Any]"]]


@dataclass
class Scope:
    """The variables that have a value at a place, and what may stand there."""

    mode: str  # "options", "value", "pair", "test", "each"
    ints: list[str] = field(default_factory=list)
    fixed: set[str] = field(default_factory=set)  # variables that are not assigned
    tuples: dict[str, int] = field(default_factory=dict)  # of integers, with their lengths
    lists: dict[str, str] = field(default_factory=dict)  # "int" or "pair"
    tables: list[str] = field(default_factory=list)  # parameters that stand for tuples of integers
    loops: int = 0
    depth: int = 0
    breaks: bool = False
    walrus: bool = True  # whether := may stand here

    def inner(self, **changes: Any) -> Scope:
        """Return a copy for a block."""
        made = copy(self)
        made.ints, made.fixed = list(self.ints), set(self.fixed)
        made.tuples, made.lists = dict(self.tuples), dict(self.lists)
        for name, value in changes.items():
            setattr(made, name, value)
        return made


class Core:
    """Random choices, whose taste is each program's own, so that each construct is frequent in some of them."""

    def __init__(self, seed: int | str, liked: Collection[str] = ()) -> None:
        """Begin a program, which likes some constructs in addition to those that its seed chooses."""
        self.random = Random(seed)
        self.used: set[str] = set()
        self.tastes: dict[str, float] = {}
        daring = self.random.random()
        count = 0 if daring < 0.55 else 1 if daring < 0.87 else 2 if daring < 0.97 else 5
        self.risks = set(self.random.sample(sorted(RISKY), count))
        self.theme: set[str] = set(self.choose(*THEMES, set(), set()))
        self.liked = {*self.random.sample(RARE, 3), *liked}
        if self.liked & {*RARE_HELPERS}:
            self.theme = self.theme | THEMES[1]
        if self.liked & {*RARE_CHANGES, "element of a list", "in a list", "truth of a list"}:
            self.theme = self.theme | {"list variable", "list changed"}
        self.scope = Scope("options")
        self.names: set[str] = set()  # of the function at hand
        self.consts: dict[str, list[Any]] = defaultdict(list)
        self.helpers: dict[str, list[Any]] = defaultdict(list)
        self.odd = self.random.random() < 0.12
        self.wild = self.random.random() < 0.2  # whether what may raise is frequent

    def chance(self, share: float) -> bool:
        """Say yes for a share of the questions."""
        return self.random.random() < share

    def choose(self, *items: Any) -> Any:
        """Return one of some."""
        return items[int(self.random.random() * len(items))]

    def may(self, name: str, share: float = 1.0) -> bool:
        """Say whether a construct is used here, and note it."""
        if self.taste(name) > 0 and self.random.random() < share * min(self.taste(name), 3):
            self.used.add(name)
            return True
        return False

    def taste(self, name: str) -> float:
        """Return how much this program likes a construct."""
        if name in self.liked:
            return 12.0
        if name in RISKY:
            return 5.0 if name in self.risks else 0.0
        found = self.tastes.get(name)
        if found is None:
            draw = 1.0 if name in self.theme else self.random.random()
            found = self.tastes[name] = 0.0 if draw < 0.15 else 1.0 if draw < 0.85 else 6.0
        return found

    def pick(self, table: Table, *args: Any) -> Any:
        """Return what one of some makers makes; each may have nothing to say, which is None."""
        weights = [weight * (self.taste(name) if name else 1.0) for name, weight, _ in table]
        while True:
            total = sum(weights)
            if total <= 0:
                return None
            draw = self.random.random() * total
            i = next(
                (place for place, most in enumerate(accumulate(weights)) if draw < most),
                max(range(len(table)), key=weights.__getitem__),
            )
            name, _, maker = table[i]
            found = maker(*args)
            if found is not None:
                if name:
                    self.used.add(name)
                return found
            weights[i] = 0.0

    def fresh(self) -> str:
        """Return a name that the function does not have yet."""
        if self.odd and self.chance(0.5):
            free = [name for name in ODD if name not in self.names and name not in self.consts["all"]]
            if free:
                self.used.add("odd name")
                return self.named(self.choose(*free))
        if self.may("shadowed builtin", 0.02):
            free = [name for name in SHADOWS if name not in self.names]
            if free:
                return self.named(self.choose(*free))
        free = [name for name in VARIABLES if name not in self.names]
        return self.named(free[0] if free else f"x{len(self.names)}")

    def named(self, name: str) -> str:
        """Note a name of the function."""
        self.names.add(name)
        return name
