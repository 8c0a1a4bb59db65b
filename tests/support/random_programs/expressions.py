"""Random expressions: integers, tests, and what a loop goes over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from support.random_programs.core import Core, Table

if TYPE_CHECKING:
    from collections.abc import Collection

LARGE = (2**31, 2**32 - 1, 2**62, 2**63 - 1, 2**63, -(2**63), 2**64 - 1, 2**61 + 1, -(2**31), 10**18, 2**53 + 1)


class Expressions(Core):
    """Makers of expressions, each text."""

    form = "one"

    # integers

    def integer(self, depth: int) -> str:
        """Return the text of an integer (sometimes of a truth value)."""
        found = self.pick(self._INTEGERS if depth > 0 else self._ATOMS, depth - 1)
        return str(found)

    def bounded(self, depth: int) -> str:
        """Return an integer that is small, whatever is in it."""
        text = self.integer(depth)
        made = self.choose("({}) % 97", "({}) & 63", "({}) % 1000", "({}) % 7", "abs({}) % 31", "min(max({}, -50), 50)",
                           "({}) & 1023", "({}) % (2**31)", "({}) % -13", "max({}, -9) & 255")  # fmt: skip
        return str(made.format(text))

    def small(self, most: int, depth: int = 1) -> str:
        """Return an integer from 0 to `most`, for lengths and shifts."""
        if self.chance(0.25):
            return str(self.random.randint(0, most))
        return f"({self.integer(depth)}) % {most + 1}"

    def _variable(self, _: int) -> str | None:
        return self.choose(*self.scope.ints) if self.scope.ints else None

    def _literal(self, _: int) -> str:
        return str(self.random.randint(0, 9))

    def _negative_literal(self, _: int) -> str:
        return f"-{self.random.randint(1, 9)}"

    def _large(self, _: int) -> str:
        return str(self.choose(*LARGE))

    def _huge(self, _: int) -> str:
        return str(self.choose(2**100, -(2**127), 2**127 - 1, 10**40))

    def _truth_literal(self, _: int) -> str:
        return str(self.choose("True", "False"))

    def _module_number(self, _: int) -> str | None:
        return self.choose(*self.consts["int"]) if self.consts["int"] else None

    def _binary(self, depth: int, *words: str) -> str:
        left, right = self.integer(depth), self.integer(depth)
        text = f"{left} {self.choose(*words)} {right}"
        return text if self.chance(0.15) else f"({text})"

    def _sum(self, depth: int) -> str:
        return self._binary(depth, "+", "-")

    def _product(self, depth: int) -> str:
        return (
            self._binary(depth, "*") if not self.scope.loops else f"({self.integer(depth)}) * {self.choose(2, 3, -1)}"
        )

    def _divisor(self, depth: int) -> str:
        if self.chance(0.4 if self.wild else 0.03):
            return f"({self.integer(depth)})"
        text = self.integer(depth)
        return str(self.choose(str(self.random.randint(1, 7)), f"-{self.random.randint(1, 7)}", f"({text} | 1)",
                               f"({text} or 3)", f"max({text}, 1)", f"min({text}, -1)"))  # fmt: skip

    def _floor_division(self, depth: int) -> str:
        return f"({self.integer(depth)} // {self._divisor(depth)})"

    def _remainder(self, depth: int) -> str:
        return f"({self.integer(depth)} % {self._divisor(depth)})"

    def _divmod(self, depth: int) -> str:
        return f"divmod({self.integer(depth)}, {self._divisor(depth)})[{self.choose(0, 1, -1)}]"

    def _bitwise(self, depth: int) -> str:
        return self._binary(depth, "&", "|", "^")

    def _shift(self, depth: int) -> str:
        text = self.integer(depth)
        if self.chance(0.5):
            by = (
                self.integer(depth)
                if self.chance(0.3 if self.wild else 0.03)
                else self.small(self.choose(3, 9, 66), depth)
            )
            return f"(({text}) >> ({by}))"
        if self.scope.loops and self.chance(0.7):
            return f"(1 << ({self.small(9, depth)}))"
        return str(self.choose(f"(({text}) << ({self.small(4, depth)}))", f"(1 << ({self.small(8, depth)}))",
                               f"((({text}) << ({self.small(70, depth)})) & {self.choose(127, 2**63 - 1, 2**64 - 1)})"))  # fmt: skip

    def _power(self, depth: int) -> str:
        base, exponent = self.small(6, depth), self.small(3, depth)
        return str(self.choose(f"(({base}) ** ({exponent}))", f"(-2 ** ({exponent}))", f"(2 ** ({self.small(12, depth)}))",
                               f"pow({base}, {exponent})", f"((-3) ** ({exponent}))"))  # fmt: skip

    def _modular_power(self, depth: int) -> str:
        return f"pow({self.integer(depth)}, {self.small(5, depth)}, {self._divisor(depth)})"

    def _negated(self, depth: int) -> str:
        return f"(-{self.integer(depth)})"

    def _inverted(self, depth: int) -> str:
        return f"(~{self.integer(depth)})"

    def _absolute(self, depth: int) -> str:
        return f"abs({self.integer(depth)})"

    def _test_as_number(self, depth: int) -> str:
        return str(self.choose("({})", "({}) + 1", "-({})", "(3 * ({}))", "int({})", "~({})", "(({}) << 2)")).format(
            self.test(depth)
        )

    def _not_as_number(self, depth: int) -> str:
        return f"(not {self.integer(depth)})"

    def _operands(self, depth: int) -> str:
        words = [self.choose("and", "or") for _ in range(self.choose(1, 1, 2))]
        text = self.integer(depth)
        for word in words:
            text += f" {word} {self.integer(depth) if self.chance(0.8) else self.test(depth)}"
        return f"({text})"

    def _conditional(self, depth: int) -> str:
        return f"({self.integer(depth)} if {self.test(depth)} else {self.integer(depth)})"

    def _extreme(self, depth: int) -> str:
        given = ", ".join(self.integer(depth) for _ in range(self.choose(2, 2, 3, 4)))
        return f"{self.choose('min', 'max')}({given})"

    def _extreme_of_loop(self, depth: int) -> str:
        name = self.choose("min", "max")
        form = self.random.random()
        inside = self.loop_of_numbers(depth)
        if form < 0.6:
            self.used.add("default of min or max")
            return f"{name}(({inside}), default={self.integer(0)})"
        return f"{name}([0, {self.integer(0)}])" if form < 0.7 else f"{name}({inside})"

    def _extreme_of_tuples(self, depth: int) -> str:
        given = ", ".join(f"({self.integer(depth)}, {self.integer(depth)})" for _ in range(2))
        return f"{self.choose('min', 'max')}({given})[{self.choose(0, 1)}]"

    def _extreme_with_key(self, depth: int) -> str:
        return f"{self.choose('min', 'max')}({self.table_text()}, key=lambda k: {self._inside(['k'], lambda: self.integer(depth))})"

    def _total(self, depth: int) -> str:
        inside = self.loop_of_numbers(depth)
        if self.may("start of sum", 0.3):
            start = "" if self.may("start of sum by its place") else "start="
            return f"sum(({inside}), {start}{self.integer(0)})"
        return f"sum({inside})"

    def _count(self, depth: int) -> str:
        targets, over, names = self.loop(depth)
        return f"sum(1 for {targets} in {over} if {self._inside(names, lambda: self.test(depth))})"

    def _some(self, depth: int) -> str:
        return f"({self.any_or_all(depth)})"

    def _length(self, depth: int) -> str:
        found = [*self.scope.lists, *self.scope.tuples, *self.consts["table"], *self.scope.tables]
        forms = [f"len({self.choose(*found)})"] if found else []
        forms.append(f"len(range({self.small(9, depth)}, {self.small(9, depth)}, {self.choose(1, 2, 3, -1, -2)}))")
        if found and self.may("slice"):
            forms.append(f"len({self.choose(*found)}{self.slice()})")
        return str(self.choose(*forms))

    def _bit_count(self, depth: int) -> str:
        return f"({self.integer(depth)}).bit_count()"

    def _bit_length(self, depth: int) -> str:
        return f"({self.integer(depth)}).bit_length()"

    def _root(self, depth: int) -> str:
        return f"math.isqrt(abs({self.integer(depth)}))" if not self.wild else f"math.isqrt({self.integer(depth)})"

    def _divisor_common(self, depth: int) -> str:
        return f"math.gcd({self.integer(depth)}, {self.integer(depth)})"

    def _conversion(self, depth: int) -> str:
        return str(self.choose("int({})", "bool({})", "(+{})", "int({})", "bool({})", "round({})")).format(
            self.integer(depth)
        )

    def index(self, length: int, depth: int) -> str:
        """Return an index of something of a length."""
        if self.chance(0.35):
            return str(self.random.randint(-length, length - 1))
        if self.may("raw index", 0.08):
            return self.integer(depth)
        return str(self.choose("({}) % {}", "-1 - ({}) % {}", "({}) % {}")).format(self.integer(depth), length)

    def _element(self, depth: int) -> str | None:
        flat = [(name, length) for name, length in self.consts["flat"] if length]
        if not flat:
            return None
        name, length = self.choose(*flat)
        return f"{name}[{self.index(length, depth)}]"

    def _element_of_rows(self, depth: int) -> str | None:
        rows = [(name, lengths) for name, lengths in self.consts["rows"] if all(lengths)]
        if not rows:
            return None
        name, lengths = self.choose(*rows)
        if self.chance(0.5):
            place = self.random.randrange(len(lengths))
            return f"{name}[{self.choose(place, place - len(lengths))}][{self.index(lengths[place], depth)}]"
        index = self.integer(depth)
        return f"{name}[({index}) % {len(lengths)}][{self.choose(0, -1, f'({self.integer(depth)}) % {min(lengths)}')}]"

    def _element_of_tuple(self, depth: int) -> str | None:
        found = [(name, length) for name, length in self.scope.tuples.items() if length]
        if not found:
            return None
        name, length = self.choose(*found)
        return f"{name}[{self.index(length, depth)}]"

    def _element_of_list(self, depth: int) -> str | None:
        found = [name for name, kind in self.scope.lists.items() if kind == "int"]
        if not found:
            return None
        name = self.choose(*found)
        index = self.choose("0", "-1", f"({self.integer(depth)}) % len({name})")
        return f"({name}[{index}] if {self.choose(name, f'len({name}) > 0', f'len({name})')} else {self.integer(0)})"

    def _element_of_shown(self, depth: int) -> str:
        parts = [self.integer(depth) for _ in range(self.choose(1, 2, 3))]
        text = ", ".join(parts) + ("," if len(parts) == 1 else "")
        return f"({text})[{self.index(len(parts), depth)}]"

    def _element_of_slice(self, depth: int) -> str | None:
        found = [(name, length) for name, length in self.consts["flat"] if length > 1]
        if not found:
            return None
        name, length = self.choose(*found)
        return str(self.choose(f"{name}[::-1][{self.index(length, depth)}]", f"{name}[1:][{self.index(length - 1, depth)}]",
                               f"{name}[{self.small(length - 1, depth)}:][0]", f"sum({name}{self.slice()})"))  # fmt: skip

    def _element_of_range(self, depth: int) -> str:
        return f"range({self.small(3)}, {self.random.randint(9, 12)}, {self.choose(1, 2)})[{self.index(3, depth)}]"

    def _of_dictionary(self, depth: int) -> str | None:
        if not self.consts["dict"]:
            return None
        name, keys = self.choose(*self.consts["dict"])
        return str(self.choose(f"{name}[{self.choose(*keys)}]", f"{name}.get({self.integer(depth)}, {self.integer(0)})",
                               f"{name}[({self.integer(depth)}) % {len(keys)}]", f"len({name})", f"sum({name}.values())"))  # fmt: skip

    def _text_length(self, depth: int) -> str:
        return str(self.choose("len(str({}))", "int(str({})[-1])", "ord('a') + ({})", "int('%d' % ({}))", "len(bin({}))",
                               "len('ab' * (({}) % 3))")).format(self.integer(depth))  # fmt: skip

    def _fraction(self, depth: int) -> str:
        return str(self.choose("int(({}) / 2)", "round(({}) * 0.5)", "int({} ** 0.5)", "math.floor(({}) / 3)")).format(
            self.small(50, depth)
        )

    def _next_of(self, depth: int) -> str:
        targets, over, names = self.loop(depth)
        value, test = self._inside(names, lambda: (self.integer(depth), self.test(depth)))
        return f"next(({value} for {targets} in {over} if {test}), {self.integer(0)})"

    def _place_of(self, depth: int) -> str | None:
        found = [*self.consts["table"], *self.scope.lists, *self.scope.tuples]
        return f"{self.choose(*found)}.count({self.integer(depth)})" if found else None

    def _call(self, depth: int) -> str | None:
        return self.call("value", depth)

    def _call_of_test(self, depth: int) -> str | None:
        return self.call("test", depth)

    def _call_of_pair(self, depth: int) -> str | None:
        text = self.call("pair", depth)
        return text and f"{text}[{self.choose(0, 1, -1)}]"

    def _call_with_table(self, depth: int) -> str | None:
        return self.call("over", depth)

    def _calls_with_tables(self, depth: int) -> str | None:
        """Call the same helper with two constants that are worked out beforehand."""
        found = [one for one in self.helpers["over"] if one.tables]
        if not found:
            return None
        helper = self.choose(*found)
        self.used.update(helper.constructs)
        return f"({helper.call(self, depth)} {self.choose('+', '-', '* 3 +')} {helper.call(self, depth)})"

    def call(self, kind: str, depth: int) -> str | None:
        """Return a call of a helper."""
        if not self.helpers[kind]:
            return None
        helper = self.choose(*self.helpers[kind])
        self.used.update(helper.constructs)
        return str(helper.call(self, depth))

    def _attribute(self, _: int) -> str | None:
        return self.choose(*self.consts["attribute"]) if self.consts["attribute"] else None

    def _named(self, depth: int) -> str | None:
        if not self.scope.walrus:
            return None
        text = self.integer(depth)
        name = self.fresh()
        self.scope.walrus = False
        return f"({name} := {text})"

    def _named_again(self, depth: int) -> str | None:
        """Assign a variable within an expression that has it before or behind as well."""
        free = [name for name in self.scope.ints if name not in self.scope.fixed]
        if not self.scope.walrus or not free or self.scope.loops > 1:
            return None
        name, text = self.choose(*free), self.bounded(depth)
        self.scope.walrus = False
        return str(self.choose(f"({name} + ({name} := {text}))", f"(({name} := {text}) - {name})", f"({name} * 3 + ({name} := {text}) + {name})",
                               f"min({name}, ({name} := {text}))", f"({name}, ({name} := {text}), {name})[{self.choose(0, 1, 2)}]"))  # fmt: skip

    def _popped_number(self, depth: int) -> str | None:
        found = [name for name, kind in self.scope.lists.items() if kind == "int"]
        if not found or self.scope.loops > 1:
            return None
        name = self.choose(*found)
        other = self.integer(depth)
        return str(self.choose(f"({name}.pop() if {name} else {other})", f"({name}.pop() - {name}.pop() if len({name}) > 1 else {other})",
                               f"({name} and {name}.pop())", f"({name}.pop() * len({name}) if {name} else {other})",
                               f"(len({name}) and {name}[-1] - {name}.pop())"))  # fmt: skip

    def _starred_call(self, depth: int) -> str | None:
        rows = [(name, length) for name, length in self.consts["flat"] if length]
        return f"{self.choose('max', 'min')}({self.integer(depth)}, *{self.choose(*rows)[0]})" if rows else None

    def _wide_idiom(self, depth: int) -> str | None:
        if "cells" not in self.scope.ints:
            return None
        cells, full = "cells", self.choose(2**64 - 1, 2**63 - 1, 2**32 - 1)
        text = self.integer(depth)
        return str(self.choose(f"({cells} & -{cells})", f"(~{cells} & {full})", f"({cells} & {cells} - 1)", f"({cells} >> {self.choose(1, 31, 60, 63)})",
                               f"(({cells} << {self.choose(1, 2, 8)}) & {full})", f"({cells} ^ {cells} >> 1)", f"({cells} - ({text}) % 9)",
                               f"({cells} * 3 & {full})", f"({cells} // {self.choose(3, 7, -2)})", f"({cells} % {self.choose(1000, 97, 2**61 - 1, -5)})",
                               f"({full} - {cells})", f"({cells}).bit_length()", f"({cells} | 1 << {self.choose(62, 63)})", f"abs(-{cells})",
                               f"({cells} >> ({text}) % 64 & 1)", f"divmod({cells}, {self.choose(3, 1 << 33)})[{self.choose(0, 1)}]"))  # fmt: skip

    def _imported(self, depth: int) -> str:
        return (
            f"common({self.integer(depth)}, {self.integer(depth)})"
            if self.chance(0.5)
            else f"maths.isqrt(({self.integer(depth)}) % 50)"
        )

    def _lambda_of_table(self, depth: int) -> str | None:
        if not self.consts["lambdas"]:
            return None
        name, length = self.choose(*self.consts["lambdas"])
        return f"{name}[{self.random.randrange(length)}]({self.integer(depth)})"

    # tests

    def test(self, depth: int) -> str:
        """Return the text of a test."""
        return str(self.pick(self._TESTS, max(depth - 1, 0)))

    def _comparison(self, depth: int) -> str:
        return f"{self.integer(depth)} {self.choose('<', '<=', '==', '!=', '>', '>=')} {self.integer(depth)}"

    def _chain(self, depth: int) -> str:
        words = ("<", "<=", "==", "!=", ">", ">=")
        text = f"{self.integer(depth)} {self.choose(*words)} {self.integer(depth)} {self.choose(*words)} {self.integer(depth)}"
        if self.may("search in a chain", 0.1) and self.consts["flat"]:
            text += f" in {self.choose(*self.consts['flat'])[0]}"
        return text

    def _in_range(self, depth: int) -> str:
        ends = 3 if self.may("in a range by steps") else self.choose(1, 2, 2)
        given = [self.integer(depth) for _ in range(min(ends, 2))]
        if ends == 3:
            given.append(self.choose("1", "2", "3", "-1", "-2", "5"))
        return f"{self.integer(depth)} {self.choose('in', 'not in')} range({', '.join(given)})"

    def _in_table(self, depth: int) -> str | None:
        found = [*self.consts["table"], *self.scope.tables]
        if not found:
            return None
        return f"{self.integer(depth)} {self.choose('in', 'not in')} {self.choose(*found)}"

    def _in_set(self, depth: int) -> str | None:
        return (
            f"{self.integer(depth)} {self.choose('in', 'not in')} {self.choose(*self.consts['set'])}"
            if self.consts["set"]
            else None
        )

    def _in_row(self, depth: int) -> str | None:
        if not self.consts["rows"]:
            return None
        name, lengths = self.choose(*self.consts["rows"])
        return f"{self.integer(depth)} in {name}[({self.integer(depth)}) % {len(lengths)}]" if lengths else None

    def _in_pairs(self, depth: int) -> str | None:
        found = [*self.consts["pairs"], *self.consts["pair set"]]
        return (
            f"({self.integer(depth)}, {self.integer(depth)}) {self.choose('in', 'not in')} {self.choose(*found)}"
            if found
            else None
        )

    def _in_shown(self, depth: int) -> str:
        parts = ", ".join(self.integer(depth) for _ in range(self.choose(1, 2, 3)))
        left, right = self.choose("(,", "[]", "{}")
        return f"{self.integer(depth)} {self.choose('in', 'not in')} {left}{parts}{right if right != ',' else ',)'}"

    def _in_list(self, depth: int) -> str | None:
        found = [name for name, kind in self.scope.lists.items() if kind == "int"] + list(self.scope.tuples)
        return f"{self.integer(depth)} {self.choose('in', 'not in')} {self.choose(*found)}" if found else None

    def _truth(self, depth: int) -> str:
        return self.integer(depth)

    def _truth_of_list(self, _: int) -> str | None:
        found = list(self.scope.lists)
        return f"{self.choose('', 'not ')}{self.choose(*found)}" if found else None

    def _truth_of_constant(self, _: int) -> str | None:
        found = [*self.consts["table"], *self.scope.tables]
        return f"{self.choose('', 'not ')}{self.choose(*found)}" if found else None

    def _not(self, depth: int) -> str:
        return f"not ({self.test(depth)})" if depth else f"not {self.integer(0)}"

    def _both(self, depth: int) -> str:
        if not depth:
            return f"{self.integer(0)} {self.choose('and', 'or')} {self.integer(0)}"
        return f"({self.test(depth)} {self.choose('and', 'or')} {self.test(depth)})"

    def any_or_all(self, depth: int) -> str:
        """Return a reduction to a truth value."""
        targets, over, names = self.loop(depth)
        inner, further = self._inside(
            names, lambda: (self.test(depth), f" if {self.test(0)}" if self.chance(0.3) else "")
        )
        left, right = self.choose(("", ""), ("", ""), ("[", "]"))
        return f"{self.choose('', 'not ')}{self.choose('any', 'all')}({left}({inner}) for {targets} in {over}{further}{right})"

    def _comparison_of_tuples(self, depth: int) -> str:
        left, right = (f"({self.integer(depth)}, {self.integer(depth)})" for _ in range(2))
        pairs = [name for name, length in self.scope.tuples.items() if length == 2]
        if pairs and self.chance(0.5):
            left = self.choose(*pairs)
        return f"{left} {self.choose('<', '<=', '==', '!=', '>', '>=')} {right}"

    def _comparison_of_kinds(self, depth: int) -> str:
        return f"({self.integer(depth)},) {self.choose('==', '!=')} {self.choose(self.integer(depth), f'({self.integer(0)}, {self.integer(0)})')}"

    def _comparison_of_lists(self, depth: int) -> str | None:
        found = list(self.scope.lists)
        if not found:
            return None
        name, word = self.choose(*found), self.choose("==", "!=")
        other = ", ".join(self.integer(depth) for _ in range(self.choose(1, 1, 2)))
        return str(self.choose(f"{name} {word} [{other}]", f"({other},) {word} tuple({name})",
                               f"{name} {word} {self.choose(*found)}", f"tuple({name}) {word} ({other},)"))  # fmt: skip

    def _none(self, depth: int) -> str:
        return f"({self.integer(depth)}) {self.choose('is', 'is not', '==')} None"

    def _is(self, depth: int) -> str:
        return f"({self.test(depth)}) {self.choose('is', 'is not')} {self.choose('True', 'False')}"

    def _test_in_range_of_constant(self, depth: int) -> str | None:
        return f"{self.integer(depth)} in {self.choose(*self.consts['range'])}" if self.consts["range"] else None

    # what a loop goes over

    def _inside(self, names: list[str], make: Any) -> Any:
        """Make something where a loop or a comprehension has names of its own."""
        outer = self.scope
        self.scope = outer.inner(loops=outer.loops + 1, walrus=False)
        self.scope.ints += names * 2
        for name in names:
            self.scope.tuples.pop(name, None)
            self.scope.lists.pop(name, None)
        made = make()
        self.scope = outer
        return made

    def loop(self, depth: int) -> tuple[str, str, list[str]]:
        """Return targets, what a comprehension goes over, and the integers among the targets."""
        before, self.scope.walrus = self.scope.walrus, False  # := may not stand there
        over = self.iterable(depth)
        self.scope.walrus = before
        return self.targets(*over, inner=True)

    def targets(self, over: str, kind: str, *, inner: bool = False) -> tuple[str, str, list[str]]:
        """Return targets for elements of a kind: "int", "pair", or one of pairs in pairs."""
        count = {"int": 1, "pair": 2, "int-pair": 3, "pair-int": 3, "triple": 3}[kind]
        names: list[str] = []
        for _ in range(count):
            if (inner and self.chance(0.85)) or not self.scope.ints:
                free = [one for one in ("k", "i", "j", "m", "d", "e") if one not in names]
                if not inner:
                    free = [one for one in free if one not in self.scope.fixed]
                name = self.named(self.choose(*free[:3]))
            elif self.may("loop variable again", 0.3):
                free = [one for one in self.scope.ints if one not in names and one not in self.scope.fixed]
                name = self.choose(*free) if free else self.fresh()
            else:
                name = self.fresh()
            if name in names:
                name = self.fresh()
            names.append(name)
        text = {
            "int": "{}",
            "pair": "{}, {}",
            "int-pair": "{}, ({}, {})",
            "pair-int": "({}, {}), {}",
            "triple": "{}, {}, {}",
        }[kind]
        if kind == "pair":
            text = self.choose("{}, {}", "{}, {}", "({}, {})", "[{}, {}]")
        return text.format(*names), over, names

    def iterable(self, depth: int, *, numbers: bool = False) -> tuple[str, str]:
        """Return what a loop goes over, and the kind of its elements."""
        table = self._ITERABLES if not numbers else self._NUMBERS
        found: tuple[str, str] = self.pick(table, max(depth - 1, 0))
        return found

    def loop_of_numbers(self, depth: int) -> str:
        """Return what `sum`, `min`, `max` go over."""
        if self.chance(0.45):
            return self.iterable(depth, numbers=True)[0]
        targets, over, names = self.loop(depth)

        def inner() -> str:
            text = self.integer(depth)
            if self.may("condition in a comprehension", 0.35):
                text += f" for {targets} in {over} if {self.test(depth)}"
            else:
                text += f" for {targets} in {over}"
            return text

        text = self._inside(names, inner)
        return f"[{text}]" if self.may("list comprehension reduced", 0.3) else text

    def _range(self, depth: int) -> tuple[str, str]:
        return f"range({self.small(5, depth)})", "int"

    def _range_from(self, depth: int) -> tuple[str, str]:
        return f"range({self.choose(self.small(4, depth), '-2', '1', '1')}, {self.small(6, depth)})", "int"

    def _range_by(self, depth: int) -> tuple[str, str]:
        if self.chance(0.5):
            return (
                f"range({self.small(9, depth)}, {self.choose('-1', '0', '2', self.small(3, depth))}, {self.choose('-1', '-2', '-3')})",
                "int",
            )
        step = self.choose("2", "3", "4", f"1 + {self.small(2, depth)}")
        return f"range({self.small(3, depth)}, {self.small(12, depth)}, {step})", "int"

    def _range_with_wild_step(self, depth: int) -> tuple[str, str]:
        return f"range({self.small(4, depth)}, {self.small(9, depth)}, ({self.integer(depth)}) % 7 - 3 or 2)", "int"

    def table_text(self) -> str:
        """Return the name of a constant tuple of integers, or one that is shown."""
        found = [*self.consts["table"], *self.scope.tables]
        return str(self.choose(*found)) if found else "(1, 4, 2)"

    def _over_table(self, _: int) -> tuple[str, str]:
        return self.table_text(), "int"

    def _over_pairs(self, _: int) -> tuple[str, str] | None:
        return (self.choose(*self.consts["pairs"]), "pair") if self.consts["pairs"] else None

    def _over_nested(self, _: int) -> tuple[str, str] | None:
        return self.choose(*self.consts["nested"]) if self.consts["nested"] else None

    def _over_row(self, depth: int) -> tuple[str, str] | None:
        if not self.consts["rows"]:
            return None
        name, lengths = self.choose(*self.consts["rows"])
        return f"{name}[({self.integer(depth)}) % {len(lengths)}]", "int"

    def _over_set(self, _: int) -> tuple[str, str] | None:
        return (self.choose(*self.consts["set"]), "int") if self.consts["set"] else None

    def _over_range_constant(self, _: int) -> tuple[str, str] | None:
        return (self.choose(*self.consts["range"]), "int") if self.consts["range"] else None

    def _over_dictionary(self, _: int) -> tuple[str, str] | None:
        if not self.consts["dict"]:
            return None
        name, _ = self.choose(*self.consts["dict"])
        found: tuple[str, str] = self.choose(
            (name, "int"), (f"{name}.items()", "pair"), (f"{name}.values()", "int"), (f"{name}.keys()", "int")
        )
        return found

    def _over_bytes(self, _: int) -> tuple[str, str]:
        return self.choose('b"\\x01\\x05"', "bytes((3, 4))"), "int"

    def _over_list(self, _: int) -> tuple[str, str] | None:
        found = list(self.scope.lists.items())
        return self.choose(*found) if found else None

    def _over_tuple(self, _: int) -> tuple[str, str] | None:
        found = list(self.scope.tuples)
        return (self.choose(*found), "int") if found else None

    def _over_shown(self, depth: int) -> tuple[str, str]:
        parts = ", ".join(self.integer(depth) for _ in range(self.choose(1, 2, 3)))
        return self.choose(f"({parts},)", f"[{parts}]", f"({parts},)"), "int"

    def _over_shown_pairs(self, depth: int) -> tuple[str, str]:
        parts = ", ".join(f"({self.integer(depth)}, {self.integer(0)})" for _ in range(self.choose(1, 2)))
        return f"({parts},)", "pair"

    def _enumerated(self, depth: int) -> tuple[str, str] | None:
        over, kind = self.iterable(depth)
        if kind not in {"int", "pair"}:
            return None
        start = self.choose("", "", ", 1", f", start={self.choose(1, 2, self.integer(0))}")
        return f"enumerate({over}{start})", "pair" if kind == "int" else "int-pair"

    def _zipped(self, depth: int) -> tuple[str, str] | None:
        if not self.consts["table"]:
            return None
        left, right = (self.table_text() for _ in range(2))
        if self.may("zip of computed", 0.5):
            left = self.iterable(depth, numbers=True)[0]
        return f"zip({left}, {self.choose(right, right + '[::-1]', right + '[1:]')})", "pair"

    def _sorted(self, depth: int) -> tuple[str, str]:
        further = ", reverse=True" if self.may("sorted in reverse") else ""
        inside = (
            self.iterable(depth, numbers=True)[0]
            if self.chance(0.7)
            else f"({self.integer(depth)}, {self.integer(depth)})"
        )
        return f"sorted({inside}{further})", "int"

    def _reversed(self, depth: int) -> tuple[str, str]:
        inside = self.choose(self._range_from(depth)[0], self._range_by(depth)[0], self.table_text())
        return f"reversed({inside})", "int"

    def _reversed_list(self, _: int) -> tuple[str, str] | None:
        found = list(self.scope.lists.items())
        if not found:
            return None
        name, kind = self.choose(*found)
        return f"reversed({name})", kind

    def slice(self) -> str:
        """Return the brackets of a slice."""
        if self.may("slice with computed step", 0.5):
            return f"[::({self.integer(0)}) % 3 + 1]"
        step = ""
        if self.may("slice with step", 0.5):
            step = f":{self.choose('2', '-1', '-2', '3', '-1')}"
        ends = [self.choose("", str(self.random.randint(-3, 4)), self.integer(0)) for _ in range(2)]
        return f"[{ends[0]}:{ends[1]}{step}]"

    def _sliced(self, _: int) -> tuple[str, str]:
        found = [(name, "int") for name in [*self.scope.tuples, *self.consts["table"]]] + list(self.scope.lists.items())
        found += [(name, "pair") for name in self.consts["pairs"]]
        name, kind = self.choose(*found) if found else ("(5, 1, 3)", "int")
        return f"{name}{self.slice()}", kind

    def _added(self, depth: int) -> tuple[str, str]:
        left, right = self.table_text(), self._over_shown(depth)[0]
        return (f"({left} + {right})" if right[0] == "(" else f"(*{left}, *{right})"), "int"

    def _starred_tables(self, depth: int) -> tuple[str, str]:
        return f"(*{self.table_text()}, {self.integer(depth)})", "int"

    def _repeated(self, _: int) -> tuple[str, str]:
        return f"{self.table_text()} * {self.choose(2, 0, 3)}", "int"

    def _generated(self, depth: int) -> tuple[str, str]:
        targets, over, names = self.loop(depth)
        left, right = self.choose("()", "[]", "()")
        second = ""
        if self.may("comprehension with two loops", 0.25):
            further = self._inside(names, lambda: self.loop(depth))
            second = f" for {further[0]} in {further[1]}"
            names = names + further[2]
        inner, test = self._inside(
            names, lambda: (self.integer(depth), f" if {self.test(depth)}" if self.chance(0.4) else "")
        )
        return f"{left}{inner} for {targets} in {over}{second}{test}{right}", "int"

    def _generated_pairs(self, depth: int) -> tuple[str, str]:
        targets, over, names = self.loop(depth)
        inner = self._inside(names, lambda: f"({self.integer(depth)}, {self.integer(depth)})")
        left, right = self.choose("()", "[]")
        return f"{left}{inner} for {targets} in {over}{right}", "pair"

    def _helper_generator(self, depth: int) -> tuple[str, str] | None:
        text = self.call("each", depth)
        return (text, "int") if text else None

    def _listed(self, depth: int) -> tuple[str, str]:
        over, kind = self.iterable(depth, numbers=True)
        return f"{self.choose('list', 'tuple', 'list')}({over})", kind

    def _mapped(self, depth: int) -> tuple[str, str]:
        over = self.iterable(depth, numbers=True)[0]
        return self.choose(
            f"map(abs, {over})", f"filter(None, {over})", f"map(lambda k: k + 1, {over})", f"map(int, {over})"
        ), "int"

    def _set_made(self, depth: int) -> tuple[str, str]:
        return self.choose(f"{{{self.integer(depth)}, {self.integer(depth)}}}", f"set({self.table_text()})",
                           f"{{k % 3 for k in {self.table_text()}}}", f"sorted(set({self.table_text()}))"), "int"  # fmt: skip

    def _set_operation(self, _: int) -> tuple[str, str] | None:
        if not self.consts["set"]:
            return None
        left, right = self.choose(*self.consts["set"]), self.choose(*self.consts["set"])
        return f"sorted({left} {self.choose('|', '&', '-')} {right})", "int"

    def __init__(self, seed: int | str, liked: Collection[str] = ()) -> None:
        """Begin a program."""
        super().__init__(seed, liked)
        self._ATOMS: Table = [
            ("", 10, self._variable),
            ("", 4, self._literal),
            ("negative literal", 0.7, self._negative_literal),
            ("large number", 0.15, self._large),
            ("huge number", 0.06, self._huge),
            ("truth literal", 0.25, self._truth_literal),
            ("module number", 1.5, self._module_number),
            ("attribute", 1, self._attribute),
        ]
        self._INTEGERS: Table = [
            *self._ATOMS,
            ("sum and difference", 6, self._sum),
            ("product", 2.5, self._product),
            ("floor division", 1.6, self._floor_division),
            ("remainder", 1.6, self._remainder),
            ("divmod", 0.5, self._divmod),
            ("bit operation", 2.5, self._bitwise),
            ("shift", 1, self._shift),
            ("power", 0.5, self._power),
            ("three-argument pow", 0.5, self._modular_power),
            ("negation", 0.8, self._negated),
            ("inversion", 0.6, self._inverted),
            ("abs", 0.5, self._absolute),
            ("test as number", 0.8, self._test_as_number),
            ("not as number", 0.4, self._not_as_number),
            ("operands of and, or", 0.8, self._operands),
            ("conditional expression", 1, self._conditional),
            ("min or max", 1, self._extreme),
            ("min or max of a loop", 0.6, self._extreme_of_loop),
            ("min or max of tuples", 0.5, self._extreme_of_tuples),
            ("key function", 0.5, self._extreme_with_key),
            ("sum", 0.8, self._total),
            ("count with sum", 0.4, self._count),
            ("any or all as number", 0.3, self._some),
            ("len", 0.6, self._length),
            ("bit_count", 0.4, self._bit_count),
            ("bit_length", 0.4, self._bit_length),
            ("isqrt", 0.3, self._root),
            ("gcd", 0.3, self._divisor_common),
            ("conversion", 0.4, self._conversion),
            ("element of a table", 1.2, self._element),
            ("element of rows", 0.8, self._element_of_rows),
            ("element of a tuple", 1.2, self._element_of_tuple),
            ("element of a list", 1, self._element_of_list),
            ("element of a shown tuple", 0.4, self._element_of_shown),
            ("element of a slice", 0.4, self._element_of_slice),
            ("element of a range", 0.3, self._element_of_range),
            ("dictionary", 0.5, self._of_dictionary),
            ("text", 0.5, self._text_length),
            ("float", 0.5, self._fraction),
            ("next", 0.5, self._next_of),
            ("index or count", 0.5, self._place_of),
            ("call", 2, self._call),
            ("call of a test", 1.2, self._call_of_test),
            ("call that returns a pair", 1.5, self._call_of_pair),
            ("call with a table", 1, self._call_with_table),
            ("two calls with tables", 1.5, self._calls_with_tables),
            ("named expression", 0.3, self._named),
            ("lambda table", 1.5, self._lambda_of_table),
            ("named in its own expression", 0.3, self._named_again),
            ("pop in an expression", 0.7, self._popped_number),
            ("starred argument", 0.7, self._starred_call),
            ("mask idiom", 2.5, self._wide_idiom),
            ("imported under another name", 0.2, self._imported),
        ]
        self._TESTS: Table = [
            ("", 6, self._comparison),
            ("chained comparison", 1, self._chain),
            ("in a range", 0.7, self._in_range),
            ("in a table", 0.8, self._in_table),
            ("in a set", 0.6, self._in_set),
            ("in a row", 0.5, self._in_row),
            ("in a table of pairs", 0.5, self._in_pairs),
            ("in a shown tuple", 0.5, self._in_shown),
            ("in a list", 0.6, self._in_list),
            ("truth of a number", 1.5, self._truth),
            ("truth of a list", 1.2, self._truth_of_list),
            ("truth of a constant", 0.2, self._truth_of_constant),
            ("not", 0.8, self._not),
            ("and, or", 1.2, self._both),
            ("any or all", 0.7, self.any_or_all),
            ("comparison of tuples", 0.5, self._comparison_of_tuples),
            ("comparison of kinds", 0.05, self._comparison_of_kinds),
            ("list comparison", 0.5, self._comparison_of_lists),
            ("comparison with None", 0.5, self._none),
            ("is", 0.5, self._is),
            ("range object", 1, self._test_in_range_of_constant),
            ("call of a test", 1.5, self._call_of_test),
        ]
        self._NUMBERS: Table = [
            ("range", 3, self._range),
            ("range from", 2, self._range_from),
            ("range by steps", 1.2, self._range_by),
            ("range by a computed step", 0.3, self._range_with_wild_step),
            ("loop over a table", 2, self._over_table),
            ("loop over a row", 0.7, self._over_row),
            ("loop over a set", 0.8, self._over_set),
            ("loop over a list", 2.5, self._over_list_of_numbers),
            ("loop over a tuple", 0.8, self._over_tuple),
            ("loop over a shown tuple", 0.8, self._over_shown),
            ("sorted", 0.4, self._sorted),
            ("reversed", 0.5, self._reversed),
            ("slice", 0.7, self._sliced_numbers),
            ("tuples added", 0.3, self._added),
            ("starred display", 0.3, self._starred_tables),
            ("tuple repeated", 0.5, self._repeated),
            ("comprehension", 0.7, self._generated),
            ("helper generator", 2, self._helper_generator),
            ("list or tuple called", 0.3, self._listed),
            ("map or filter", 0.5, self._mapped),
            ("set made", 0.5, self._set_made),
            ("set operation", 0.5, self._set_operation),
            ("bytes", 0.5, self._over_bytes),
            ("range object", 0.5, self._over_range_constant),
        ]
        self._ITERABLES: Table = [
            *self._NUMBERS,
            ("loop over a list", 1, self._over_list),
            ("loop over pairs", 1.2, self._over_pairs),
            ("loop over nested tuples", 1.5, self._over_nested),
            ("loop over shown pairs", 0.3, self._over_shown_pairs),
            ("enumerate", 0.8, self._enumerated),
            ("zip", 0.5, self._zipped),
            ("slice", 0.5, self._sliced),
            ("comprehension of pairs", 0.3, self._generated_pairs),
            ("reversed list", 0.5, self._reversed_list),
            ("dictionary", 0.5, self._over_dictionary),
        ]

    def _over_list_of_numbers(self, _: int) -> tuple[str, str] | None:
        found = [name for name, kind in self.scope.lists.items() if kind == "int"]
        return (self.choose(*found), "int") if found else None

    def _sliced_numbers(self, depth: int) -> tuple[str, str] | None:
        found = self._sliced(depth)
        return found if found[1] == "int" else None
