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
