"""Wrong inputs of every contest problem: refused with line and column."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from grundy import contests
from grundy.contests.inputs.form import Form
from grundy.contests.inputs.graphs import Edges, Targets, Tree
from grundy.contests.inputs.lengths import End, Zeros
from grundy.contests.inputs.letters import Rows, Word
from grundy.contests.inputs.numbers import Index, Int, Ints
from grundy.contests.inputs.parts import Line
from grundy.contests.inputs.repeated import Each, Items, Repeated
from grundy.contests.stress.inputs import Inputs
from grundy.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from grundy.contests.inputs.parts import Group
    from support.command import Command

PLACE = re.compile(r"bad\.in:\d+:\d+: expected .*, found .*")


@cache
def made(name: str) -> list[str]:
    """Return some small inputs of a problem, which together use most of its parts."""
    inputs = Inputs(contests.find(name))
    random = [inputs.drawn(Random(seed), 100) for seed in (1, 2)]  # without balancing wins and losses
    return [inputs.text(case) for case in (*islice(inputs.tiny(), 3, 6), *random)]


def bad_inputs(name: str) -> Iterator[tuple[str, str]]:
    """Yield wrong inputs with what is wrong: no text, a line missing, text after the end, each limit passed by one."""
    form = contests.find(name).form
    text = made(name)[0]
    yield "empty", ""
    yield "text after the end", f"{text}x\n"
    lines = text.splitlines(keepends=True)
    last = form.group.parts[-1]
    if not (isinstance(last, Each) and isinstance(last.length.ending, End) and len(lines) > 1):
        yield "a line missing", "".join(lines[:-1])
    case = form.read(text)
    yield from ((what, form.text(wrong)) for what, wrong in changed(form.group, case, form.group.scope(case, None)))


def changed(group: Group, values: Any, scope: Any, *, zeros: bool = False) -> Iterator[tuple[str, Any]]:
    """Yield values of a group, each with one wrong value in it."""
    for place, (part, value) in enumerate(zip(group.parts, values, strict=True)):
        for what, other in wrong_values(part, value, scope, ends=zeros and not place):
            yield what, (*values[:place], other, *values[place + 1 :])


def wrong_values(part: Any, value: Any, scope: Any, *, ends: bool) -> Iterator[tuple[str, Any]]:
    """Yield wrong values of a part; where it begins a case, a zero `ends` the list."""
    if isinstance(part, Int):
        low, high = part.bounds(scope)
        if high is not None:
            yield f"{part.name} above its limit", high + 1
        if low != 1 or not ends:
            yield f"{part.name} below its limit", low - 1
    elif isinstance(part, Ints) and value:
        ends = isinstance(part.length.ending, Zeros)
        inner = part.inner(scope, len(value))
        yield from ((what, (one, *value[1:])) for what, one in wrong_values(part.each, value[0], inner, ends=ends))
    elif isinstance(part, Word):
        yield f"a wrong letter in {part.name}", f"{value[:-1]}?"
    elif isinstance(part, Rows):
        yield f"a wrong letter in {part.name}", (f"{value[0][:-1]}?", *value[1:])
        yield f"a row of {part.name} that is too long", (f"{value[0]}{part.letters[0]}", *value[1:])
    elif isinstance(part, Tree | Edges) and value:
        yield f"a vertex of {part.name} that is none", ((value[0][0], 10**7), *value[1:])
        yield f"an edge of {part.name} from a vertex to itself", ((value[0][0],) * 2, *value[1:])
    elif isinstance(part, Targets):
        yield f"a vertex of {part.name} that is none", ((10**7,), *value[1:])
        yield f"a cycle of {part.name}", ((part.first,), *value[1:])
    elif isinstance(part, Repeated) and value:
        zeros = isinstance(part.length.ending, Zeros)
        inner = part.group.scope(value[0], part.inner(scope, len(value)))
        wrong = changed(part.group, value[0], inner, zeros=zeros)
        yield from ((what, (one, *value[1:])) for what, one in wrong)


@pytest.mark.parametrize("name", contests.names())
def test_wrong_inputs_are_refused_where_they_are_wrong(name: str, grundy_command: Command, tmp_path: Path) -> None:
    kinds = []
    path = tmp_path / "bad.in"
    for what, text in bad_inputs(name):
        path.write_text(text, "utf-8")
        said = grundy_command("answer", name, str(path))
        assert (said.code, said.out) == (2, ""), what
        assert PLACE.search(" ".join(said.err.split())), (what, said.err)
        kinds.append(what)
    assert len(kinds) >= 3
    assert len(set(kinds)) == len(kinds)


BROKEN = {  # what the walk over the description does not break: inputs, and where they are wrong
    "abc-255-g": {"no two of the moves are the same": ("1 2\n5\n3 2\n3 2\n", "4:3")},
    "agc-017-d": {
        "x below its limit": ("3\n0 2\n1 2\n", "2:1"),
        "x above its limit": ("3\n4 2\n1 2\n", "2:1"),
        "y below its limit": ("3\n1 0\n1 2\n", "2:3"),
        "y above its limit": ("3\n1 2\n1 4\n", "3:3"),
        "the edges are a tree": ("3\n1 2\n2 1\n", "3:3"),
    },
    "atcoder-dp-k": {"the numbers of a in another order": ("2 4\n3 2\n", "2:3")},
    "boj-28218": {
        "the last cell is open, and can be reached from each open cell by moves of the piece": (
            "3 3 0\n..#\n##.\n...\n1\n3 1\n",
            "4:1",
        ),
        "the cell of a query is open": ("2 2 0\n..\n#.\n2\n1 1\n2 1\n", "6:3"),
        "no query is about the last cell": ("2 2 0\n..\n..\n1\n2 2\n", "5:3"),
    },
    "cses-1729": {"one of the moves is 1": ("10 2\n3 4\n", "2:3")},
    "lightoj-1229": {"no three X touch": ("1\n.XXX\n", "2:1")},
    "poj-2425": {
        "X below its limit": ("1\n-1\n0\n", "2:1"),
        "the moves have no cycle": ("2\n1 1\n1 0\n0\n", "2:1"),
    },
    "uva-10561": {"no three X touch": ("1\nXXX.\n", "2:1")},
}


def beyond(group: Group, values: Any, scope: Any) -> Iterator[tuple[str, Any]]:
    """Yield values of a group, each with one list or word in it that is too long, too short, or not as it must be."""
    for place, (part, value) in enumerate(zip(group.parts, values, strict=True)):
        for what, other in not_as_limited(part, value, scope):
            yield what, (*values[:place], other, *values[place + 1 :])


def not_as_limited(part: Any, value: Any, scope: Any) -> Iterator[tuple[str, Any]]:
    """Yield values of a part that break a limit on all of it."""
    head = part.length.head if isinstance(part, Ints | Repeated) else None
    if head is not None and value:
        low, high = head.bounds(scope)
        yield f"{head.name} below its limit", (value[0],) * (low - 1)
        if high is not None:
            yield f"{head.name} above its limit", (value[0],) * (high + 1)
    if isinstance(part, Ints) and part.distinct and len(value) > 1:
        yield f"a number of {part.name} twice", (value[0], value[0], *value[2:])
    if isinstance(part, Word):
        yield f"{part.name} below its limit", part.letters[0] * (part.low.value(scope) - 1)
        yield f"{part.name} above its limit", part.letters[0] * (part.high.value(scope) + 1)
    if isinstance(part, Targets):
        yield "X above its limit", ((value[-1] + (len(value),) * (part.most + 1)), *value[1:])
    if isinstance(part, Repeated) and value:
        for name, most in part.total.items():
            place = next(place for place, one in enumerate(part.group.parts) if one.name == name)
            numbers = value[0][place + 1][0:1] * most  # each part that has a total counts the list after it
            yield f"a sum of {name} above its limit", ((*value[0][:place], most, numbers), value[0])
        inner = part.group.scope(value[0], part.inner(scope, len(value)))
        yield from ((what, (one, *value[1:])) for what, one in beyond(part.group, value[0], inner))


LIMITS = {  # on a whole list, word or board, as printed, and what must have been found wrong
    r"(\w+) has the letters .*": "a wrong letter in {}",
    r"the numbers (\w+) are different": "a number of {} twice",
    r"the numbers (\w+) are strictly ascending": "the numbers of {} in another order",
    r"the sum of all (\w+) is at most .*": "a sum of {} above its limit",
}


def needed(limits: str) -> Iterator[str]:
    """Yield what must have been found wrong, for each limit that is printed."""
    for limit in limits.split("; "):
        if found := re.fullmatch(r"(.+?) <= (.+?)( <= .+)?", limit):
            for name in re.sub("each |length of ", "", found[2]).split(", "):
                if found[1] != "1" or "a line 0" not in limits:  # there a 0 is the end
                    yield f"{name} below its limit"
                if found[3]:
                    yield f"{name} above its limit"
        elif not re.fullmatch("a line [0 ]+ is the end", limit):
            yield next((what.format(*one.groups()) for one, what in matches(limit)), limit)


def matches(limit: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yield the pattern of `LIMITS` that matches a limit."""
    yield from ((found, what) for pattern, what in LIMITS.items() if (found := re.fullmatch(pattern, limit)))


@pytest.mark.slow
@pytest.mark.parametrize("name", contests.names())
def test_each_limit_that_is_printed_is_checked(name: str) -> None:
    form = contests.find(name).form
    broken: set[str] = set()
    for text in made(name):
        case = form.read(text)
        scope = form.group.scope(case, None)
        for what, wrong in (*changed(form.group, case, scope), *beyond(form.group, case, scope)):
            if what not in broken:
                with pytest.raises(InputError, match=PLACE):
                    form.read(form.text(wrong), source="bad.in")
                broken.add(what)
    for what, (text, place) in BROKEN.get(name, {}).items():
        with pytest.raises(InputError, match=f"bad.in:{place}: expected "):
            form.read(text, source="bad.in")
        broken.add(what)
    assert set(needed(form.limits_in("en"))) - broken == set()


def test_a_number_that_bounds_another_one_of_its_row() -> None:
    """Rows of numbers are read at once; the error for a wrong number has its place."""
    form = Form(Items("moves", Int("M", 1, 9), Line(Int("X", 1, 100), Int("Y", 1, "X"), Index("z", "X", first=0))))
    assert form.read("2\n5 5 4\n1 1 0\n") == (((5, 5, 4), (1, 1, 0)),)
    for text, place in (("2\n5 5 4\n1 2 0\n", "3:3"), ("1\n5 6 0\n", "2:3"), ("2\n5 5 5\n1 1 0\n", "2:5")):
        with pytest.raises(InputError, match=f"input:{place}: "):
            form.read(text)
    assert form.read("1\n5 6 0\n", limits=False) == (((5, 6, 0),),)
    with pytest.raises(InputError, match="input:2:7: "):
        form.read("1\n500 1 500\n", limits=False)
