"""Random rules over texts, tuples of any length and sets, as programs for `support.random_programs.checking`."""

# ruff: noqa: E501 - a grammar

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from support.random_programs.programs import Program

if TYPE_CHECKING:
    from collections.abc import Sequence

HEAD = "import grundy\nfrom itertools import combinations, product\nfrom grundy import split\n\nPAIR = {'X': 'O', 'O': '.'}\nTAKES = (1, 2, 4)\n\n\n"
LETTERS = ("'X'", "'O'", "'.'", "'XO'", "''")
# $t a text, $n a number, $c a letter, $l a list of texts, $r a tuple of numbers, $s a set of numbers, $b a test
GRAMMAR: dict[str, Sequence[str]] = {
    "t": (
        *("text",) * 3, "$t[$n:]", "$t[:$n]", "$t[$n:$n]", "$t[::-1]", "$t[::2]", "$t.replace($c, $c)", "$t.replace($c, $c, 1)",
        "$t.strip($c)", "$t.strip()", "$t.lstrip('X')", "$t.rstrip('.O')", "''.join(sorted($t))", "''.join($l)", "'.'.join($l)", "($t + $t)",
        "''.join(c for c in $t if c != 'X')", "''.join(reversed($t))", "($t * 2)", "f'{text}O{i}'", "min($t, $t)", "max($t, $t)",
        "($t if $b else $t)", "str($n)", "''.join(PAIR[c] for c in $t if c in PAIR)", "''.join([c for i, c in enumerate($t) if i != $n])",
        "'-'.join(a + b for a, b in zip($t, $t))", "$t[$n % 2 : len($t) - 1]", "helper($t, $n)", "''.join(sorted(set($t)))",
    ),
    "n": (
        *("i", "len(state)", "1", "2"), "len($t)", "$t.count($c)", "$t.find('X')", "$t.find($c, $n)", "-$n", "($n - 1)", "($n + $n) % 7", "len($l)",
        "sum(1 for c in $t if c in 'XO')", "min($n, $n)", "max(len(w) for w in $l + ['X'])", "len(set($t))", "ord(max($t + 'X')) % 5", "sum($r)", "len($r)", "len($s)",
        "sum($s)", "min($s, default=3)", "$r.count($n)", "sum(len(w) for w in $l)", "len([1 for a, b in combinations($t, 2) if a == b])",
    ),
    "c": ("'X'", "'O'", "'.'", "'XO'"),
    "l": ("$t.split('.')", "$t.split()", "[$t, $t]", "[$t]", "sorted($l)", "$l[1:]", "($l + [$t])", "[w for w in $l if w]", "[w[:$n] for w in $l]", "list($t)", "parts", "$l[::-1]"),
    "r": (
        "tuple(len(w) for w in $l)", "($n, $n)", "TAKES", "tuple(sorted($r))", "$r[$n:]", "$r + ($n,)", "tuple(k - 1 for k in $r if k > 0)", "(*$r, $n)", "tuple(sorted($s))",
        "tuple(a - b for a, b in zip($r, $r))", "$r[:1]", "tuple(range(len($t)))",
    ),
    "s": (
        "{$n, $n}", "set($r)", "frozenset($r)", "($s | $s)", "($s & $s)", "($s - $s)", "($s ^ $s)", "{len(w) for w in $l}", "frozenset(k for k in $s if k != $n)", "seen",
    ),
    "b": (
        "$t.startswith($c)", "$t.endswith($c)", "$c in $t", "$t == $t", "$t < $t", "$n < $n", "$n in $r", "$n not in $s", "$s <= $s", "$s == $s", "$r == $r", "$r < $r", "not $b",
        "$b and $b", "$b or $b", "any(c == 'X' for c in $t)", "all($n > k for k in $s)", "$t in $l", "($n, $n) in {(1, 2), (0, 0)}",
    ),
    "d": ("yield $o", "yield $o", "if $b:\n    $d", "for i, w in enumerate($l):\n    $d", "for i in range(len($t)):\n    $d", "if $t:\n    yield $o", "for c in $t:\n    if c == 'X':\n        $d",
          "parts.append($t)", "parts = [$t]\nparts.append($t)", "seen.add($n)", "seen |= $s", "for k in $s:\n    yield $o", "while parts:\n    w = parts.pop()\n    if $b:\n        $d",
          "parts.sort()", "parts += $l", "i = $n", "if (i := $n) > 1 and (w := $t):\n    yield $o", "for a, b in product($t, $t):\n    if a < b:\n        $d\n        break", "if len(state) > 1:\n    yield split($o, $o)",
          "first, *others = $t + 'X'\nparts.extend(others)", "seen.discard($n)", "for a, b in combinations($t[:3], 2):\n    yield $o"),
}  # fmt: skip
OPTIONS = {  # smaller states, so that play ends
    "text": ("$t[: max(len(state) - 1, 0)]", "$t[: len(state) // 2]"),
    "tuple": ("tuple(min(k, 9) if k > 0 else 0 for k in $r)[: max(len(state) - 1, 0)]",),
    "set": (
        "frozenset(sorted(k for k in $s if 0 <= k < 99)[: max(len(state) - 1, 0)])",
        "state - {min(state, default=0)}",
    ),
}
FORMS = {"text": "state", "tuple": "''.join('XO.'[k % 3] for k in state)", "set": "'X' * len(state)"}


class Maker:
    """Makes one program."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.form = self.random.choice([*OPTIONS])

    def filled(self, kind: str, depth: int) -> str:
        """Return a text of a kind, with further texts in place of its marks."""
        options = OPTIONS[self.form] if kind == "o" else GRAMMAR[kind]
        if kind == "r" and self.form == "tuple":
            options = ["state", *options]
        if kind == "s" and self.form == "set":
            options = ["state", "state", *options]
        plain = [one for one in options if "$" not in one]
        text = self.random.choice(plain if depth <= 0 and plain else [*options])
        made, at = "", 0
        while at < len(text):
            if text[at] == "$":
                inside = self.filled(text[at + 1], depth - 1)
                indent = len(made) - len(made.rstrip(" ")) if made.endswith(" ") and "\n" in made else 0
                made += inside.replace("\n", "\n" + " " * indent) if text[at + 1] == "d" else inside
                at += 2
            else:
                made += text[at]
                at += 1
        return made if kind not in "bt" or kind == "d" else f"({made})" if kind == "b" else made

    def program(self) -> Program:
        """Make the program."""
        draw = self.random
        body = ["i = 1", "parts = []", "seen = set()"]
        body.append(f"text = {FORMS[self.form]}")
        for _ in range(draw.randint(1, 4)):
            body += self.filled("d", 3).split("\n")
        body.append(f"yield {self.filled('o', 2)}")
        helper = [
            "def helper(text, i):",
            "    if i < len(text):",
            "        return text[i:]",
            "    return text + 'X'",
            "",
            "",
        ]
        lines = [*helper, "def rules(state):", *(f"    {line}" for line in body)]
        text = "\n".join(lines)
        return Program(HEAD + text + "\n", self._states(), frozenset())

    def _states(self) -> list[Any]:
        draw = self.random
        if self.form == "text":
            return ["".join(draw.choice("XXO.. ") for _ in range(draw.randint(0, 7))) for _ in range(14)]
        rows = [tuple(draw.randint(0, 6) for _ in range(draw.randint(0, 6))) for _ in range(14)]
        return rows if self.form == "tuple" else [frozenset(row) for row in rows]


def program(seed: int) -> Program:
    """Return the program of a seed."""
    return Maker(seed).program()
