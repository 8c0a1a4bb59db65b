"""Each sentence of explanations, comments and hints is true: its claim is worked out again from the moves alone.

A message is a kind of sentence and its parameters. `CLAIMS` has a check for each kind, by play: who wins a sum, alone
and beside heaps of nim, is found by looking at all moves to the end, without a nimber, a table or a search of grundy.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from typing import Any, NamedTuple

import pytest

import grundy
from grundy import Component, Position, coach, games, mex, split
from grundy.core.choices import Choice  # noqa: TC001
from grundy.games import sampling
from grundy.lab import misere_play
from grundy.lab import play as lab
from grundy.runtime.messages import Message, catalogue
from grundy.theory.explain import misere_coach
from grundy.theory.explain.reasons import Explanation  # noqa: TC001
from support.loopy_games import ladder, stairs
from support.oracles import AGAIN, REDUCED
from support.project import ROOT

Parts = tuple[Component, ...]
MOST = 12  # nimbers that are tried where a value need not be one; all those here are smaller


class Node(NamedTuple):
    """A sum, and a heap of nim beside it."""

    parts: Parts
    heap: int = 0


class Step(NamedTuple):
    """Where a move leads; `ends` ends the whole game, and after `again` the same player moves again."""

    to: Node
    ends: bool = False
    again: bool = False


def with_part(parts: Parts, index: int, left: Parts) -> Parts:
    return tuple(sorted((*parts[:index], *left, *parts[index + 1 :]), key=key))


@cache
def key(part: Component) -> str:
    return repr(part)


@cache
def steps(node: Node) -> tuple[Step, ...]:
    found = [Step(Node(node.parts, left)) for left in range(node.heap)]
    for index, (rules, state) in enumerate(node.parts):
        for option in rules.moves(state):
            to = Node(with_part(node.parts, index, option.components), node.heap)
            found.append(Step(to, option.ends, option.again))
    return tuple(dict.fromkeys(found))


Label = tuple[str, int]  # N or P for whoever is to move, and the moves to the end if the winner hurries


@cache
def played(node: Node, *, misere: bool = False) -> Label:
    """Return who wins where no state comes back."""
    labels = [("P", 0) if step.ends else seen(played(step.to, misere=misere), step) for step in steps(node)]
    return judged(labels, misere=misere)


def seen(label: Label, step: Step) -> Label:
    """Return a label as the player sees it who has made the step."""
    return ({"N": "P", "P": "N"}[label[0]], label[1]) if step.again else label


def judged(labels: list[Label], *, misere: bool) -> Label:
    lost = [left for outcome, left in labels if outcome == "P"]
    if lost or (misere and not labels):
        return "N", 1 + min(lost, default=-1)
    return "P", 1 + max((left for _, left in labels), default=-1)


LABELS: dict[Node, Label | None] = {}  # None for a draw


def label(node: Node) -> Label | None:
    """Return who wins, with states that come back: from the end backwards, in rounds."""
    if not any(rules.loopy for rules, _ in node.parts):
        return played(node)
    if node not in LABELS:
        reached, waiting = {node}, [node]
        while waiting:
            new = {step.to for step in steps(waiting.pop())} - reached
            reached |= new
            waiting += new
        known: dict[Node, Label] = {}
        for length in range(len(reached) + 1):
            for one in reached - known.keys():
                after = [("P", 0) if step.ends else known.get(step.to) for step in steps(one)]
                told = [each for each in after if each is not None and each[1] < length]
                if len(told) == len(after) or any(outcome == "P" for outcome, _ in told):
                    known[one] = judged(told, misere=False)
        LABELS.update({one: known.get(one) for one in reached})
    return LABELS[node]


def outcome(node: Node) -> str:
    found = label(node)
    return "D" if found is None else found[0]


@cache
def heap_like(parts: Parts) -> int | None:
    """Return the size of the nim heap beside which a sum is lost; None if there is none."""
    loopy = any(rules.loopy for rules, _ in parts)
    sizes = range(max(0 if loopy else MOST, len(steps(Node(parts))) + 1))
    return next((heap for heap in sizes if outcome(Node(parts, heap)) == "P"), None)


@cache
def worth(parts: Parts) -> str:
    """Return the value of a sum as text: a nimber; or WIN, LOONY, ∞ with the nimbers of its options."""
    after = [step for step in steps(Node(parts)) if not step.ends]
    if len(after) < len(steps(Node(parts))):
        return "WIN"
    if heap_like(parts) is None and any(rules.loopy for rules, _ in parts):
        reach = {heap for step in after for heap in [heap_like(step.to.parts)] if heap is not None}
        return f"∞{{{','.join(map(str, sorted(reach)))}}}"
    return "LOONY" if heap_like(parts) is None else str(heap_like(parts))


@dataclass(frozen=True)
class Said:
    """A sentence: its kind, and its parameters as texts."""

    kind: str
    params: dict[str, str]

    def __getitem__(self, name: str) -> str:
        return self.params[name]

    def number(self, name: str) -> int:
        return int(self.params[name].replace(",", ""))

    def moves(self, name: str) -> list[str]:
        return [one for one in self.params[name].split("`;") if one]

    def __str__(self) -> str:
        return f"<{self.kind}>"


MARKED = ("explain.", "nimber.", "reason.")


def marked(texts: Any) -> dict[str, str]:
    """Return texts that show the kind and the parameters of each sentence."""
    names = {kind: dict.fromkeys(re.findall(r"\{(\w+)", text)) for kind, text in texts.items()}
    shown = {kind: "".join(f"`<{name} {{{name}}}`> " for name in names[kind]) for kind in texts}
    sentences = {kind: f"`[{kind} {shown[kind]}`]" for kind in texts if kind.startswith(MARKED)}
    return {**texts, **sentences, "list": "`;", "list.and": "`;", "move.quoted": "{words}"}


def sentences(text: str) -> list[Said]:
    """Return the sentences of a marked text, those within a sentence after it."""
    return _sentences(iter(re.split(r"(`[\[\]<>])", " ".join(text.split()))), "the end")[0]


def _sentences(tokens: Iterator[str], end: str) -> tuple[list[Said], str]:
    found: list[Said] = []
    text = ""
    for token in tokens:
        if token == end:
            break
        if token == "`[":
            said = Said(next(tokens).strip(), {})
            found.append(said)
            for mark in tokens:
                if mark == "`]":
                    break
                if mark == "`<":
                    name, _, first = next(tokens).partition(" ")
                    within, said.params[name] = _sentences(chain([first], tokens), "`>")
                    found += within
            text += str(said)
        else:
            text += token
    return found, text.strip()


def said_by(message: Message) -> Said:
    texts = {
        name: "`;".join(map(str, one)) if isinstance(one, list) else str(one) for name, one in message.params.items()
    }
    return Said(message.kind, texts)


class Table:
    """A position on the table, and what its sentences are about: a component, and a move."""

    def __init__(self, position: Position, component: int = 0, move: Choice | str | None = None) -> None:
        self.position = position
        self.choices = {choice.move: choice for choice in position.choices()}
        self.parts: Parts = position.components
        self.part: Parts = self.parts[component : component + 1]
        self.move = self.named(move) if isinstance(move, str) else move
        self.misere = False

    def named(self, text: str) -> Choice:
        """Return the choice of a text, which may be the move in words."""
        return self.choices.get(text) or next(one for one in self.choices.values() if text == one.said.in_words())

    def at(self, move: str) -> Table:
        """Return the same table with another move to speak about."""
        return Table(self.position, move=self.named(move))

    def then(self, reply: str) -> Table:
        """Return the table after the move, and a reply to speak about."""
        return Table(self.chosen.after, move=reply)

    def next(self) -> Table:
        """Return the table after the move."""
        return Table(self.chosen.after)

    @property
    def chosen(self) -> Choice:
        assert self.move is not None
        return self.move

    @property
    def step(self) -> Step:
        """Where the move leads."""
        place = sum(len(term.components) for term in self.position.terms[: self.chosen.term]) + self.chosen.index
        option = self.chosen.option
        return Step(Node(with_part(self.parts, place, option.components)), option.ends, option.again)

    @property
    def wins(self) -> bool:
        return self.step.ends or outcome(self.step.to) == ("N" if self.step.again else "P")

    @property
    def loses(self) -> bool:
        return not self.step.ends and outcome(self.step.to) == ("P" if self.step.again else "N")

    @property
    def makes_0(self) -> bool:
        return self.after == "0" and not self.step.ends and not self.step.again and self.wins

    @property
    def result(self) -> str:
        """What the move makes of its component."""
        return worth(tuple(sorted(self.chosen.option.components, key=key)))

    @property
    def after(self) -> str:
        return worth(self.step.to.parts)

    @property
    def value(self) -> str:
        return worth(self.parts)

    @property
    def now(self) -> str:
        return outcome(Node(self.parts))

    @property
    def left(self) -> int:
        """How many moves are left after the move if the winner hurries."""
        found = label(self.step.to)
        return 0 if self.step.ends or found is None else found[1]

    @property
    def remoteness(self) -> int:
        found = label(Node(self.parts))
        assert found is not None
        return found[1]

    @property
    def options(self) -> tuple[Step, ...]:
        return steps(Node(self.part))

    @property
    def reached(self) -> set[str]:
        """The values that moves in the component lead to."""
        return {worth(step.to.parts) for step in self.options}

    def all(self) -> list[Table]:
        return [self.at(move) for move in self.choices]

    def winning(self) -> set[str]:
        return {one.chosen.move for one in self.all() if one.wins}

    def drawing(self) -> set[str]:
        return {one.chosen.move for one in self.all() if not one.wins and not one.loses}


class Of(NamedTuple):
    """What a claim is checked on: the table, the sentence, and the table with the move that the sentence names."""

    t: Table
    s: Said
    m: Table


Claim = Callable[[Of], object]


def is_true(table: Table, said: Said) -> bool:
    return bool(CLAIMS[said.kind](Of(table, said, table.at(said["move"]) if "move" in said.params else table)))


def xor_of(text: str) -> int:
    total = 0
    for number in text.split(" ⊕ "):
        total ^= int(number)
    return total


def verdict(t: Table) -> str:
    if t.wins:
        return "ends" if t.step.ends else "wins"
    if t.now == "D":
        return "gives-draw-away" if t.loses else "keeps-draw"
    return "loses" if t.now == "P" else "gives-away" if t.loses else "draws"


def keeps_moving(t: Table, s: Said, m: Table, kind: str) -> bool:
    """Check which moves after which the same player moves again give the component its value."""
    own, value, second = worth(t.part), s["value"], t.at(s.params.get("second", s["move"]))
    if not m.step.again or m.result != value:
        return False
    if kind == "worth":
        again, plainly = ({worth(x.to.parts) for x in t.options if x.again is which} for which in (True, False))
        return again == {own} == {value} and own not in plainly
    return (
        own == "LOONY"
        and {
            "plain": second.result == value and not second.step.again,
            "two": second.result == s.params.get("other") != value and second.step.again,
            "on": not value.isdigit(),
        }[kind]
    )


def is_mex(t: Table) -> bool:
    return worth(t.part) == str(mex(int(value) for value in t.reached if value.isdigit()))


def undoes(t: Table, value: str) -> bool:
    """Whether a move leads from each option without a nimber back to a value."""
    infinite = [step.to for step in t.options if not worth(step.to.parts).isdigit()]
    return bool(infinite) and all(value in {worth(back.to.parts) for back in steps(node)} for node in infinite)


def is_list(known: set[str], s: Said) -> bool:
    moves, more = set(s.moves("moves")), int(s.params.get("more", 0))
    return moves <= known and s.number("count") == len(known) == len(moves) + more


def column(t: Table, s: Said) -> bool:
    """Bouton's way to a move: the highest column of the sum."""
    own, total, top = int(worth((t.chosen.component,))), int(t.value), s.number("top")
    return bool(own & top) and top <= total < 2 * top and xor_of(s["xor"]) == own ^ total == s.number("less") < own


def all_leave_0(t: Table) -> bool:
    """Whether the position is lost, and each move leads away from 0 and has a reply that wins."""
    return t.now == "P" and t.value == "0" and all(one.after != "0" and one.loses for one in t.all())


def keeps(m: Table) -> bool:
    """Whether the move leaves nimber 0, from where each move leads away and has a reply that wins."""
    return m.makes_0 and all_leave_0(m.next())


def gives_away(t: Table, s: Said, m: Table) -> bool:
    return t.now == "N" and m.loses and t.at(s["better"]).wins


def ends_next(m: Table) -> bool:
    return any(one.step.ends for one in m.next().all())


def fewest_replies(t: Table, s: Said, m: Table) -> bool:
    """Whether a reply wins, and no other move leaves fewer winning replies."""
    count = len(m.next().winning())
    fewest = all(len(one.next().winning()) >= count for one in t.all())
    return all_leave_0(t) and m.then(s["reply"]).wins and fewest and count == int(s.params.get("replies", 1))


def misere(t: Table) -> bool:
    """Whether the move wins in misère play."""
    return t.step.ends or played(t.step.to, misere=True)[0] == "P"


def lost_misere(t: Table) -> bool:
    return not any(map(misere, t.all()))


def is_over(t: Table) -> bool:
    return t.step.ends or not steps(t.step.to)


# Kinds that claim nothing by themselves: headings, and parts of a sentence, which the claims about it check.
NAMES = {
    f"explain.{kind}"
    for kind in (
        *(
            "by-formula",
            "drawing-said",
            "here",
            "part",
            "listed-more",
            "listed-others",
            "long-digits",
            "moves-over",
            "named-board",
        ),
        *("nothing", "option", "option-ends", "parts", "position", "positions-left-out", "renumbered", "replies"),
        *("replies-many", "rest", "term", "terms-left-out", "then", "wide-board", "winning-said", "xor"),
        "gone",
    )
} | {"hint.together", "hint.better", "comment.kept-again"}
# Not met here: most are said of positions that are too large for play to the end.
RARE = {
    *("explain.drawing-others", "explain.drawing-more", "explain.drawing-more-others", "explain.winning-others"),
    *("explain.winning-more", "explain.winning-more-others", "hint.lost-many", "hint.draw-many"),
} | {f"explain.said-{verdict}" for verdict in ("ends", "draws", "keeps-draw", "gives-draw-away")}  # of no game so far
STEPS = {kind for kind in catalogue("en") if kind.startswith("hint.step-")}  # the lab's, of the data of a board
CLAIMS: dict[str, Claim] = {
    "explain.N": lambda o: o.t.now == "N",
    "explain.P": lambda o: o.t.now == "P",
    "explain.D": lambda o: o.t.now == "D" and o.t.drawing(),
    "explain.over": lambda o: not o.t.choices,
    "explain.alone": lambda o: o.t.value == o.s["value"] != "0",
    "explain.alone-empty": lambda o: o.t.value == "0",
    "explain.alone-loopy": lambda o: o.t.value == o.s["value"] and "∞" in o.t.value,
    "explain.sum": lambda o: (
        all(worth((part,)).isdigit() for part in o.t.parts) and o.s.number("count") == len(o.t.parts)
    ),
    "explain.sum-ends": lambda o: o.t.value == "WIN" and o.s.number("count") == len(o.t.parts),
    "explain.sum-loony": lambda o: o.t.value == "LOONY" and o.s.number("count") == len(o.t.parts),
    "explain.sum-loopy": lambda o: any("∞" in worth((p,)) for p in o.t.parts) and o.s.number("count") == len(o.t.parts),
    "explain.sum-infinity": lambda o: o.t.value == o.s["value"],
    "explain.sum-entailing": lambda o: o.t.value == o.s["value"] and (o.t.now == "N") == (o.s["value"] != "0"),
    "explain.sum-not-0": lambda o: o.t.value == o.s["value"] != "0" and any(one.makes_0 for one in o.t.all()),
    "explain.a-winning-move": lambda o: o.m.wins,
    "explain.only-winning-move": lambda o: o.t.winning() == {o.m.chosen.move},
    "explain.makes-sum": lambda o: o.t.after == "0",
    "explain.answered": lambda o: all_leave_0(o.t),
    "explain.answered-sum": lambda o: all_leave_0(o.t),
    "explain.answered-pairs": lambda o: all_leave_0(o.t) and not any(o.t.parts.count(part) % 2 for part in o.t.parts),
    "explain.why-wins": lambda o: o.m.wins,
    "explain.why": lambda o: worth(o.t.part) == o.s["value"],
    "explain.why-ends": lambda o: all(o.t.at(move).step.ends for move in o.s.moves("moves")) and o.s.moves("moves"),
    **{
        f"explain.why-again-{kind}": partial(lambda o, kind: keeps_moving(o.t, o.s, o.m, kind), kind=kind)
        for kind in ("worth", "two", "plain", "on")
    },
    "explain.why-no-move": lambda o: not o.t.options,
    **dict.fromkeys(("explain.mex", "explain.mex-0", "explain.mex-some"), lambda o: is_mex(o.t)),
    "explain.moves": lambda o: o.s.number("count") == len(list(o.t.part[0].ruleset.moves(o.t.part[0].state))),
    "explain.left-out": lambda o: o.s.number("last") == int(worth(o.t.part)) - 1 >= o.s.number("number"),
    "explain.least": lambda o: worth(o.t.part) == o.s["value"] not in o.t.reached,
    "explain.infinite": lambda o: "∞" in worth(o.t.part),
    "explain.infinite-none": lambda o: "∞" in worth(o.t.part) and not any(value.isdigit() for value in o.t.reached),
    "explain.not-undone": lambda o: (
        o.m.result == o.s["value"]
        and o.s["least"]
        not in o.t.reached | {worth(back.to.parts) for back in steps(Node(o.m.chosen.option.components))}
    ),
    "explain.undone": lambda o: undoes(o.t, o.s["value"]),
    "explain.infinity-N": lambda o: any(one.makes_0 for one in o.t.all()),
    "explain.infinity-D": lambda o: not any(one.after == "0" for one in o.t.all()) and o.t.drawing(),
    "explain.ending-won": lambda o: o.m.wins and o.m.left < o.t.remoteness,
    "explain.ending-lost": lambda o: o.t.now == "P",  # `sentences_of` compares each reply
    "explain.ending-moves": lambda o: o.s.number("moves") == o.t.remoteness,
    "explain.option-worth": lambda o: str(xor_of(o.s["xor"])) == o.s["value"] == o.m.result,
    "explain.parts-worth": lambda o: xor_of(o.s["xor"]) == o.s.number("value"),
    **{
        f"explain.{head}-{kind}": partial(lambda o, kind: verdict(o.m) == kind, kind=kind)
        for head in ("move", "said")
        for kind in ("ends", "wins", "gives-away", "loses", "draws", "keeps-draw", "gives-draw-away")
    },
    "explain.ends": lambda o: o.t.step.ends,
    "explain.turns": lambda o: worth((o.t.chosen.component,)) == o.s["old"],
    "explain.makes": lambda o: (o.t.result, o.t.after) == (o.s["value"], o.s["value"]),
    "explain.changes": lambda o: (worth((o.t.chosen.component,)), o.t.result) == (o.s["old"], o.s["value"]),
    "explain.makes-parts": lambda o: (
        str(xor_of(o.s["xor"])) == o.s["value"] == o.t.result
        and len(o.t.chosen.option.components) == o.s.number("count")
    ),
    "explain.turns-worth": lambda o: (worth((o.t.chosen.component,)), o.t.result) == (o.s["old"], o.s["value"]),
    "explain.sum-after": lambda o: (o.t.value, o.t.after) == (o.s["before"], o.s["after"]),
    "explain.sum-after-xor": lambda o: (
        (o.t.value, o.t.after) == (o.s["before"], o.s["after"]) and str(xor_of(o.s["xor"])) == o.t.after
    ),
    "explain.from-0": lambda o: o.t.makes_0,
    "explain.leading-column": lambda o: column(o.t, o.s),
    "explain.opponent-ends": lambda o: o.t.after == "WIN" and o.t.loses and not o.t.step.again,
    "explain.opponent-loony": lambda o: o.t.after == "LOONY" and o.t.loses and not o.t.step.again,
    "explain.again-wins": lambda o: o.t.step.again and o.t.wins,
    "explain.again-lost": lambda o: o.t.step.again and o.t.loses,
    "explain.answer-zero": lambda o: o.t.then(o.s["reply"]).makes_0,
    "explain.answer-ends": lambda o: o.t.then(o.s["reply"]).step.ends,
    "explain.answer-again": lambda o: o.t.then(o.s["reply"]).step.again and o.t.then(o.s["reply"]).wins,
    **dict.fromkeys(("explain.winning", "explain.winning-more"), lambda o: is_list(o.t.winning(), o.s)),
    "explain.drawing": lambda o: is_list(o.t.drawing(), o.s),
    "explain.replies-first": lambda o: o.s.number("count") == len(o.t.choices) > o.s.number("listed"),
    "explain.reply-zero": lambda o: o.m.then(o.s["reply"]).makes_0,
    "explain.reply-ends": lambda o: o.m.then(o.s["reply"]).step.ends,
    "explain.reply-again": lambda o: o.m.then(o.s["reply"]).step.again and o.m.then(o.s["reply"]).wins,
    "explain.reply-none": lambda o: o.m.step.again and o.m.loses,
    "nimber.none": lambda o: o.t.value == "WIN" and any(one.step.ends for one in o.t.all()),
    "nimber.loony": lambda o: o.t.value == "LOONY",
    "why.loopy-note": lambda o: (
        "∞" in o.t.value and (o.t.now == "N") == any(one.makes_0 for one in o.t.all()) and o.t.now != "P"
    ),
    "why.sum-note": lambda o: all(worth((p,)).isdigit() for p in o.t.parts) and (o.t.now == "N") == (o.t.value != "0"),
    "why.one-note": lambda o: len(o.t.parts) == 1 and o.t.value == o.s["value"],
    "comment.won": lambda o: is_over(o.m) and o.m.wins,
    "comment.won-ends": lambda o: o.m.step.ends,
    "comment.kept": lambda o: keeps(o.m),
    "comment.kept-entailing": lambda o: o.m.wins and not o.m.step.again,
    "comment.kept-turn": lambda o: o.m.wins and o.m.step.again,
    "comment.gave-away": lambda o: gives_away(*o) and o.t.at(o.s["better"]).makes_0 and o.m.after == o.s["nimber"],
    "comment.gave-away-ends": lambda o: gives_away(*o) and o.t.at(o.s["better"]).makes_0 and ends_next(o.m),
    "comment.gave-away-at-once": lambda o: (
        gives_away(*o) and o.t.at(o.s["better"]).step.ends and o.m.after == o.s["nimber"]
    ),
    "comment.gave-away-both": lambda o: gives_away(*o) and o.t.at(o.s["better"]).step.ends and ends_next(o.m),
    "comment.gave-away-loopy": lambda o: gives_away(*o) and o.t.at(o.s["better"]).makes_0,
    "comment.gave-away-entailing": lambda o: gives_away(*o) and o.m.then(o.s["reply"]).wins,
    "comment.gave-away-turn": lambda o: gives_away(*o) and o.m.step.again,
    "comment.lost-anyway": lambda o: all_leave_0(o.t) and o.m.after == o.s["nimber"],
    "comment.lost-anyway-ends": lambda o: all_leave_0(o.t) and ends_next(o.m),
    "comment.lost-anyway-loopy": lambda o: all_leave_0(o.t) and o.m.loses,
    "comment.lost-anyway-entailing": lambda o: o.t.now == "P" and o.m.loses and o.m.then(o.s["reply"]).wins,
    "comment.lost-anyway-turn": lambda o: o.t.now == "P" and o.m.loses and o.m.step.again,
    "comment.kept-draw": lambda o: verdict(o.m) == "keeps-draw",
    "comment.gave-draw-away": lambda o: verdict(o.m) == "gives-draw-away" and o.s["better"] in o.t.drawing(),
    "comment.drew": lambda o: verdict(o.m) == "draws" and o.t.at(o.s["better"]).wins,
    "hint.last": lambda o: is_over(o.m) and o.m.wins,
    "hint.ends": lambda o: o.m.step.ends,
    "hint.alone": lambda o: keeps(o.m),
    "hint.sum": lambda o: (
        keeps(o.m) and [worth((p,)) for p in o.t.parts] == o.s.moves("listed") and o.t.value == o.s["nimber"]
    ),
    "hint.sum-many": lambda o: keeps(o.m) and o.t.value == o.s["nimber"],
    "hint.loopy": lambda o: keeps(o.m) and o.s.number("moves") == o.t.remoteness == o.m.left + 1,
    "hint.entailing": lambda o: o.m.wins and not o.m.step.again,
    "hint.again": lambda o: o.m.wins and o.m.step.again,
    "hint.lost-one": lambda o: fewest_replies(*o),
    "hint.lost-some": lambda o: fewest_replies(*o),
    "hint.lost-entailing": lambda o: o.t.now == "P",
    "hint.draw-one": lambda o: o.t.now == "D" and o.t.drawing() == {o.s["move"]},
    "hint.draw-some": lambda o: o.s["move"] in o.t.drawing() and o.s.number("drawing") == len(o.t.drawing()),
    "comment.misere-won": lambda o: o.m.step.ends,
    "comment.misere-kept": lambda o: misere(o.m),
    "comment.misere-gave-away": lambda o: not misere(o.m) and misere(o.t.at(o.s["better"])),
    "comment.misere-lost-anyway": lambda o: lost_misere(o.t),
    "comment.misere-last": lambda o: is_over(o.m) and lost_misere(o.t),
    "hint.misere-ends": lambda o: o.m.step.ends,
    "hint.misere-last": lambda o: misere(o.m) and all(map(is_over, Table(o.m.chosen.after).all())),
    "hint.misere-nim": lambda o: misere(o.m) and o.m.makes_0,
    "hint.misere-ones": lambda o: (
        misere(o.m) and o.m.after == "1" and all(worth((part,)) in "01" for part in o.m.step.to.parts)
    ),
    "hint.misere-quotient": lambda o: misere(o.m),
    "hint.misere-answer": lambda o: misere(o.m) and misere(o.m.then(o.s["reply"]).then(o.s["answer"])),
    "hint.misere-lost": lambda o: lost_misere(o.t) and misere(o.m.then(o.s["reply"])),
    "hint.misere-lost-last": lambda o: lost_misere(o.t) and is_over(o.m),
    "reason.kept": lambda o: o.t.makes_0 or is_over(o.t),
    "reason.kept-plain": lambda o: (misere(o.t) if o.t.misere else o.t.wins) and not o.t.step.again,
    "reason.gave-away": lambda o: o.t.loses and o.t.after == o.s["nimber"] != "0",
    "reason.gave-away-plain": lambda o: not misere(o.t) if o.t.misere else o.t.loses and not o.t.step.again,
    "reason.lost-anyway": lambda o: (
        o.t.after == o.s["nimber"] and not any(one.after == "0" for one in Table(o.t.position).all())
    ),
    "reason.lost-anyway-plain": lambda o: lost_misere(o.t) if o.t.misere else o.t.now == "P",
    "reason.again-wins": lambda o: o.t.step.again and o.t.wins,
    "reason.again-lost": lambda o: o.t.step.again and o.t.loses,
    "reason.draw": lambda o: not o.t.wins and not o.t.loses,
}
REASONS = {"reason.better", "reason.better-before", "reason.better-draw"}  # that name the better move of a comment


@grundy.ruleset
def coins(n: int) -> Iterator[object]:
    """Take one coin, or three and move again."""
    if n >= 1:
        yield n - 1
    if n >= 3:
        yield split(n - 3, again=True)


@grundy.ruleset
def jumps(n: int) -> Iterator[object]:
    """Take one; or two or three, and move again."""
    if n:
        yield n - 1
    if n > 1:
        yield split(n - 2, again=True)
    if n > 2:
        yield split(n - 3, again=True)


@grundy.ruleset
def carrier(n: int) -> Iterator[object]:
    """Go down by one, or leave coins beside it, in which the same player may move again."""
    if n:
        yield n - 1
    if n > 1:
        yield split(n - 2, coins(3), move="coins")


@grundy.ruleset
def leap(n: int) -> Iterator[object]:
    """Go down by one; from 2 a leap ends the game."""
    if n:
        yield n - 1
    if n == 2:
        yield grundy.win(move="leap")


@grundy.ruleset
def three(line: str) -> Iterator[object]:
    """Whoever completes three marks in a row wins at once."""
    for place in range(len(line)):
        if line[place] == ".":
            after = line[:place] + "X" + line[place + 1 :]
            yield grundy.win(move=f"X{place + 1}!") if "XXX" in after else after


@grundy.ruleset
def threats(n: int) -> Iterator[object]:
    """Take one; or two, and move again; the last two end the game."""
    if n:
        yield n - 1
    if n > 2:
        yield split(n - 2, again=True)
    if n == 2:
        yield grundy.win(move="end")


def graphs(rng: random.Random) -> Iterator[Position]:
    """Yield positions on random graphs with cycles, and sums of two of them."""
    for _ in range(30):
        size = rng.randint(2, 6)
        edges = {v: sorted(rng.sample(range(size), min(size, rng.choice([0, 1, 2, 2, 3])))) for v in range(1, size)}
        graph = grundy.digraph({0: [], **edges})
        yield graph.position(rng.randrange(size))
        yield graph.position(rng.randrange(size)) + grundy.games.nim(rng.randint(0, 2))
        yield graph.position(rng.randrange(size), rng.randrange(size))


def own_rules() -> Iterator[Position]:
    """Yield positions with moves again, ends and loops, alone and in sums."""
    nim = grundy.games.nim
    strings = games.find("strings-and-coins")
    yield from map(coins, range(9))
    yield from (rules(n) + nim(heap) for rules in (coins, jumps, threats) for n in range(1, 8) for heap in range(3))
    yield from (jumps(one) + coins(two) for one in range(2, 7) for two in range(2, 5))
    yield from map(strings, ("0-1 0-2 1-2", "0-1 1-2 2-3", "1-2 2-3 3-1", "0-1 1-2 2-0 2-3", "0-1 1-2 2-3 3-0 1-3"))
    yield strings("0-1 1-2") + nim(2)
    yield from map(three, (".....", ".X...", "..XX.", "......."))
    yield from (three("..X.." if n % 2 else ".....") + nim(n) for n in range(4))
    yield from (three(".X...") + nim(n) for n in range(4))
    yield three("..XX.") + three(".X...")
    yield from (carrier(n) + nim(heap) for n in range(4) for heap in range(2))
    yield from (leap(n) + nim(heap) for n in range(4) for heap in range(3))
    yield from (three("..XX.") + stairs(n) for n in range(3))
    yield from map(stairs, range(5))
    yield from (stairs(n) + nim(one, two) for n in range(3) for one in range(3) for two in range(2))
    yield from (stairs(n) + stairs(m) for n in range(3) for m in range(3))
    yield from map(ladder, range(3))
    yield from (nim(17), nim(7, 7), nim(*[1] * 27))
    yield from graphs(random.Random(3))
    yield from map(games.parse, ("kayles 2 5", "0.75 5 5 2"))  # wild in misère play


def of_each_game() -> Iterator[Position]:
    """Yield small positions of each game of the catalogue, in the middle of play, alone and beside another game."""
    rng = random.Random(4)
    for game in games.all_games():
        for number in range(4):
            position = sampling.played_position(game, rng, 5, number % 3)
            yield position + grundy.games.nim(rng.randint(1, 3)) if number % 2 else position


POSITIONS = [*own_rules(), *of_each_game()]
UNLIKE = {
    "coins",
    "carrier",
    "jumps",
    "threats",
    AGAIN,
    *REDUCED,
}  # misère play is refused for moves again, or not told by moves


def compare(table: Table, told: Explanation, move: Choice | None) -> None:
    """Compare the lists of an explanation, and its data, with what is found by play."""
    data = json.loads(json.dumps(told.data()))
    assert data["outcome"] == table.now
    assert str(data["value"] if data["nimber"] is None else data["nimber"]) == table.value
    assert set(data["winning_moves"]) <= table.winning()
    for part, shown in zip(table.parts, data["components"], strict=False):
        assert worth((part,)) == str(shown["value"] if shown["nimber"] is None else shown["nimber"])
        assert shown["binary"] is None or int(shown["binary"], 2) == shown["nimber"] < 2 ** data["digits"]
    if told.why is not None:
        assert all(table.at(one.move).result == str(one.value) for one in told.why.results if not one.ends)
        nimbers = [
            one.value for one in told.why.results if isinstance(told.why.part.value, int) and not told.why.entails
        ]
        assert nimbers == list(range(len(nimbers)))
        assert not nimbers or len(nimbers) + told.why.left_out == told.why.part.value
    if told.move is not None:
        assert move is None or move.move == told.move.result.move
        assert data["move"]["position"] == str(table.position.play(told.move.result.move))
        assert data["move"]["verdict"] == verdict(table)
    for one in told.replies:
        after = table.at(one.move).then(one.reply) if one.reply else table
        assert not one.reply or one.position == str(after.chosen.after)
        assert told.ending is None or after.left < table.remoteness - 1
    assert len(told.replies) + (told.replies_left_out or 0) == (len(table.choices) if table.now == "P" else 0)


def sentences_of(position: Position) -> Iterator[tuple[Table, Said]]:
    """Yield what is said about a position and its moves, with the component and the move that it is said of."""
    choices = list(position.choices())
    asked: list[tuple[Choice | None, int | None]] = [(choice, None) for choice in choices[:6]]
    asked += [(None, None), *((None, place) for place in range(min(3, len(position.components))))]
    for move, component in asked:
        told = position.explain(move, component)
        table = Table(
            position,
            0 if told.why is None else told.why.component,
            None if told.move is None else told.move.result.move,
        )
        ideas = sum(sentence.kind.startswith(MARKED) for sentence in told.idea)  # they follow the verdict
        for number, said in enumerate(sentences(told.text())):
            yield Table(position, move=told.best) if 0 < number <= ideas else table, said
        if told.note is not None:
            yield table, said_by(told.note)
        compare(table, told, move)
    for choice in choices:
        yield Table(position, move=choice), said_by(coach.comment(choice).message)
    for fast in (False, True) if choices else ():
        yield Table(position), said_by(coach.hint(position, fast=fast).message)


def of_misere(position: Position) -> Iterator[tuple[Table, Said]]:
    """Yield what is said of a position in misère play."""
    choices = list(position.choices())
    names = {term.notation.game for term in position.terms} | {rules.name for rules, _ in position.components}
    if position.is_loopy or not choices or names & UNLIKE:
        return
    for choice in choices:
        yield Table(position, move=choice), said_by(misere_coach.comment(choice).message)
    yield Table(position), said_by(misere_coach.hint(position).message)


@pytest.mark.slow
def test_each_sentence_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    english = catalogue("en")
    shown = marked(english)
    monkeypatch.setattr("grundy.runtime.messages.rendering.catalogue", lambda _: shown)
    grundy.heaps("0.77").misere_quotient(8)  # known from here on
    met: set[str] = set()
    for position in POSITIONS:
        for table, said in [*sentences_of(position), *of_misere(position)]:
            assert said.kind in NAMES or is_true(table, said), (str(position), said)
            met.add(said.kind)
    kinds = {kind for kind in english if kind.startswith(("explain.", "comment.", "hint."))} - STEPS
    assert kinds - met - RARE - NAMES == set()


PAGE = """
import {{ use }} from '{page}/base/words.js';
import {{ reason }} from '{page}/play/strip.js';
let given = '';
for await (const piece of process.stdin) given += piece;
const {{ words, comments }} = JSON.parse(given);
use(words, 'en');
console.log(JSON.stringify(comments.map(([rules, comment]) => reason({{ rules }}, comment))));
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js, which runs the page's modules")
def test_each_reason_of_the_page_is_true() -> None:
    """The reason that the strip below a board gives for the verdict on a move."""
    tables: list[Table] = []
    comments: list[tuple[str, Any]] = []
    for position in POSITIONS:
        for choice in position.choices():
            tables.append(Table(position, move=choice))
            comments.append(("normal", lab.comment_data(coach.comment(choice))))
        for table, _ in of_misere(position):
            if table.move is not None:
                table.misere = True
                tables.append(table)
                comments.append(("misere", misere_play.comment(table.move)))
    page = PAGE.format(page=(ROOT / "src" / "grundy" / "lab" / "web" / "static").as_uri())
    given = json.dumps({"words": marked(catalogue("en")), "comments": comments})
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", page], input=given, capture_output=True, text=True, check=True
    )
    met = set()
    for table, text in zip(tables, json.loads(done.stdout), strict=True):
        (said,) = sentences(text)
        assert is_true(table, said), (str(table.position), table.chosen.move, said)
        met.add(said.kind)
    assert met == {kind for kind in CLAIMS if kind.startswith("reason.")}
