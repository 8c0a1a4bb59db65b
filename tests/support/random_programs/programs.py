"""Random programs: constants, helpers and the rules of a game, as the text of a module, with states to ask for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from support.random_programs import grammar
from support.random_programs.maker import INNER, Lines, Maker, Nothing, Scope

if TYPE_CHECKING:
    from collections.abc import Collection

HEAD = '''"""A random program."""
import functools
import itertools
import math
from dataclasses import dataclass
from typing import NamedTuple

import grundy
import math as maths
from grundy import split, win
from math import gcd as common

cut = split
'''


@dataclass
class Program:
    """A module with `rules`, and what to ask."""

    text: str
    states: list[Any]
    constructs: frozenset[str]
    texts: frozenset[str] = frozenset()  # of the grammar
    clamped: bool = True  # whether each option is smaller, so that play ends


class Programs(Maker):
    """The maker of a program."""

    def program(self) -> Program:
        """Make the program."""
        self.clamped = self.chance(0.6)
        forms = grammar.FORMS
        (self.form,) = self.random.choices(list(forms), [form[0] for form in forms.values()])
        self.used.add(f"states: {self.form}")
        self.module: Lines = []
        self._constants()
        self._helpers()
        parameters = forms[self.form][1].split(", ")
        self._rules(parameters)
        further = self._accelerators(parameters)
        lists = self.constants["list"]
        if lists and self.may("table changed after the function", 0.3):
            self.later.append(f"{lists[0]}.append({self.choose(3, 5)})")
        elif self.constants["number"] and self.may("constant defined again", 0.1):
            self.later.append(f"{self.constants['number'][0]} = {self.choose(3, 5, -1)}")
        self.module += self.later
        if further:
            self.module.append(f"rules = grundy.ruleset(compiled=True, {further})(rules)")
        text = HEAD + "\n".join(self.module) + "\n"
        used, texts = frozenset(self.used), frozenset(self.texts)
        return Program(self._layout(text), self._states(), used, texts, self.clamped)

    def _states(self) -> list[Any]:
        draw = self.random
        if self.form in {"one", "negative"}:
            return [*range(12), 17, 30, 64] if self.form == "one" else list(range(-8, 8))
        if self.form == "truth":
            return list(product(range(6), (False, True)))
        if "mask" in self.form:
            bits = 64 if self.form.startswith("wide") else 40
            masks = [draw.getrandbits(3) << bits - 3 | draw.getrandbits(3) for _ in range(8)]
            return [*masks, 0, 1, 2**bits - 1, draw.getrandbits(bits), 1 << bits - 1]
        if self.form == "wide pair":
            return [(draw.getrandbits(3) << 61 | draw.getrandbits(2), draw.randrange(3)) for _ in range(9)] + [
                (1 << 63, 1)
            ]
        length = {"two": 2, "three": 3, "four": 4}.get(self.form) or (
            int(self.form[-1]) if self.form[-1].isdigit() else 3
        )
        rows = [tuple(draw.randrange(7) for _ in range(length)) for _ in range(13)]
        rows += [tuple(range(1, length + 1)), (0,) * length, tuple(self.choose(9, 11, 20) for _ in range(length))]
        if self.form == "nested":
            return list(dict.fromkeys((a, (b, c)) for a, b, c in rows))
        return list(
            dict.fromkeys(((a, b), c) for a, b, c in rows) if self.form == "nested pair" else dict.fromkeys(rows)
        )

    def _constants(self) -> None:
        for name, (share, kinds, *texts) in grammar.CONSTANTS.items():
            wanted = any(word in one for one in self.liked for word in kinds.split())
            if not wanted and not self.chance(share):
                continue
            try:
                text = self.alone((), partial(self.filled, self.choose(*texts), 1))
            except Nothing:
                continue
            self.module.append(f"{name} = {text}")
            for kind in ("all", *kinds.split()):
                self.constants[kind].append(name)

    def _helpers(self) -> None:
        weights = {name: entry[0] * self.taste(name) for name, entry in grammar.HELPERS.items()}
        weights |= dict.fromkeys(self.liked & weights.keys(), 50.0)
        for number in range(self.choose(2, 3) if "call" in self.liked else self.choose(0, 0, 1, 1, 2)):
            (construct,) = self.random.choices(list(weights), list(weights.values()))
            uses, text = (one.replace("HELPER", f"h{number}") for one in self.choose(*grammar.HELPERS[construct][1:]))
            before = set(self.used), set(self.texts)
            try:
                self.module += self.alone((), partial(self.lines, text, 1))
            except Nothing:
                continue
            finally:
                self.used, self.texts = before  # a helper counts where it is called
            for use in uses.splitlines():
                kind, _, call = use.partition(" ")
                if kind in {"table", "attribute"}:
                    self.constants[kind].append(call)
                else:
                    self.calls[kind].append((call, construct))

    def line_body(self, _: int, of: str) -> Lines:
        """Return the body of a helper."""
        kind, *names = of.split(",")

        def make() -> Lines:
            before = self.top, self.guard
            if kind == "options":
                self.top, self.guard = names[0], f"{names[0]} > 0"
                self.scope.fixed.add(self.top)
            found = self._statements(self.choose(0, 1, 1, 2))
            found += self.emitted() if kind == "options" else self._result()
            self.top, self.guard = before
            return found

        made: Lines = self.alone(names, make, kind)
        return made

    def line_later(self, _: int, text: str) -> Lines:
        self.later.append(self.filled(text, 1))
        return []

    def line_statement(self, *_: Any) -> Lines:
        return self._statements(self.choose(0, 1))

    def line_begin(self, *_: Any) -> Lines:
        return self.begin

    def line_rules(self, *_: Any) -> Lines:
        self.is_guarded = self.clamped and self.may("early return of no options", 0.6)
        found = [f"if not ({self.guard}):", "    return"] if self.is_guarded else []
        needed: grammar.Table = {
            name: grammar.STATEMENTS[name] for name in ("list variable", "list of pairs") if name in self.liked
        }
        if needed:
            found += self.pick(needed, lambda text: self.lines(text, 1))
        return [*self.begin, *found, *self._statements(self.choose(1, 2, 2, 3, 3, 4)), *self._result()]

    def _result(self) -> Lines:
        """Return lines that yield or return something that depends on all variables."""
        self.payload = self._everything()
        found = self.emitted()
        self.payload = ""
        return found

    def _statements(self, count: int) -> Lines:
        return [line for _ in range(count) for line in self.statement(self.choose(1, 1, 2))]

    def _everything(self) -> str:
        """Return a number that depends on all variables."""
        parts = [f"{name} * {self.choose(1, 2, 3, 7)}" for name in dict.fromkeys(self.scope.ints)]
        parts += [f"len({name})" for name in self.scope.lists] + [f"{name}[-1]" for name in sorted(self.scope.tuples)]
        parts += [f"sum({name})" for name, kind in self.scope.lists.items() if kind == "number"]
        self.random.shuffle(parts)
        return f"({' + '.join(parts[:5]) or 0})"

    def _rules(self, parameters: list[str]) -> None:
        """Write the rules, whose scope begins with the parameters or with the numbers in a tuple."""
        _, _, unpacked, _ = grammar.FORMS[self.form]
        self.state = self.top = parameters[0]
        self.names = {*parameters, *INNER, *"abcd"}
        self.scope = Scope("options", fixed={self.state}, tuples={"s"} if self.form.startswith("tuple") else set())
        first = [unpacked] if unpacked else []
        if self.form.startswith("tuple") and self.chance(0.5):
            first, self.top = [], "s[0]"
        elif unpacked:
            self.top, self.scope.ints = "a", [name for name in "abcd" if name in unpacked]
            self.scope.fixed.add("a")
        else:
            self.scope.ints = parameters * 2
            if self.may("parameter changed", 0.3):
                first, self.top, self.scope.fixed = [f"m0 = {self.top}"], "m0", {"m0"}
        self.guard = f"{self.top} {self.choose('>', '>', '!=')} {-8 if self.form == 'negative' else 0}"
        self.begin = ['"""Return the options: def rules(n): yield 1."""'] * self.may("docstring", 0.1) + first
        kind = ": int" if self.may("annotations of a signature", 0.15) else ""
        names = {
            "GIVEN": ", ".join(parameters),
            "SIGNED": ", ".join(name + kind for name in parameters),
            "GUARD": self.guard,
        }

        def fill(text: str) -> Lines:
            if "lambda" in text and (first or not self.clamped):
                raise Nothing
            self.is_guarded = "lambda" in text or "$returned" in text
            return self.lines(re.sub("GIVEN|SIGNED|GUARD", lambda name: names[name[0]], text), 1)

        self.module += self.pick(grammar.RULES, fill)

    def _accelerators(self, parameters: list[str]) -> str:
        """Return further arguments of `ruleset`: they may be wrong, for only their translation is compared."""
        one = len(parameters) == 1
        state = "$int" if one else f"({', '.join(['$int'] * len(parameters))})"
        found = []
        for name, texts in grammar.ACCELERATORS.items():
            if self.form in {"one", "two", "three", "mask"} and self.may(name, 0.07):
                text = self.choose(*texts[one:]).replace("STATE", state).replace("GIVEN", ", ".join(parameters))
                self.module += self.alone(parameters, partial(self.lines, text, 1))
                found.append(f"{name}={name}")
        return ", ".join(found)

    def _layout(self, text: str) -> str:
        """Write the same program in another way."""
        form = self.choose(*[""] * 22, "lines of Windows", "tabs", "comments")
        self.used |= {form} - {""}
        if form == "comments":
            comment = "  # yield win(); 'def rules(n):'"
            return "".join(line + comment * (line.strip('"') == line != "") + "\n" for line in text.split("\n"))
        old, new = {"lines of Windows": ("\n", "\r\n"), "tabs": ("    ", "\t")}.get(form, ("", ""))
        return text.replace(old, new) if old else text


def program(seed: int | str, liked: Collection[str] = ()) -> Program:
    """Return the program of a seed that likes some constructs."""
    return Programs(seed, liked).program()
