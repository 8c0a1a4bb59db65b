"""A program that checks inputs, written from their description: an input validator of an ICPC problem package.

The program is Python without any package. It reads an input from stdin. Its exit code is 42 where each character is
right, blanks included. Else the exit code is 43, and a line on stderr says where and why.
"""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING

from grundy.contests.inputs.expressions import Expression, parameters
from grundy.contests.inputs.graphs import Edges, Targets, Tree
from grundy.contests.inputs.lengths import EndOfLine, Length, Zeros
from grundy.contests.inputs.letters import Rows, Word
from grundy.contests.inputs.numbers import Int, Ints
from grundy.contests.inputs.parts import Group, InputPart, Let, Promise
from grundy.contests.inputs.repeated import Items, Repeated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.contests.inputs.form import Form

_HEAD = '''\
#!/usr/bin/env python3
"""Checks an input of {title}: exit code 42 where it is one, 43 where it is not."""

from __future__ import annotations

import re
import sys
from graphlib import CycleError, TopologicalSorter
from math import gcd

_text = sys.stdin.buffer.read().decode("ascii", "backslashreplace")
_at = 0
_begins = True  # whether the next word begins a line


def _fail(why):
    before = _text[:_at]
    print(f"line {{before.count(chr(10)) + 1}}: {{why}}", file=sys.stderr)
    sys.exit(43)


def _check(holds, why):
    if not holds:
        _fail(f"expected that {{why}}")


def _peek():
    start = _at if _begins else _at + 1
    return re.compile("[^ \\n]*").match(_text, start).group()


def _word(name):
    global _at, _begins
    if not _begins:
        _check(_text[_at : _at + 1] == " ", f"one blank stands before {{name}}")
        _at += 1
    word = re.compile("[^ \\n]*").match(_text, _at).group()
    _check(word and word.isprintable(), f"{{name}} stands here")
    _at += len(word)
    _begins = False
    return word


def _newline():
    global _at, _begins
    _check(_text[_at : _at + 1] == "\\n", "the line ends here")
    _at += 1
    _begins = True


def _integer(name, low, high):
    word = _word(name)
    _check(re.fullmatch("0|-?[1-9][0-9]*", word), f"{{name}} is an integer")
    number = int(word)
    _check(low <= number and (high is None or number <= high), f"{{low}} <= {{name}} <= {{high}}")
    return number


def _letters(name, letters, low, high):
    word = _word(name)
    _check(set(word) <= set(letters), f"{{name}} has the letters {{letters}}")
    _check(low <= len(word) <= high, f"{{name}} has {{low}} to {{high}} letters")
    return word


def _has_cycle(edges):
    sorter = TopologicalSorter()
    for one, two in edges:
        sorter.add(two, one)
    try:
        sorter.prepare()
    except CycleError:
        return True
    return False


def _edges(name, count, first, last):
    found = []
    for _ in range(count):
        found.append((_integer("x", first, last), _integer("y", first, last)))
        _newline()
    return tuple(found)


def _is_tree(edges, count):
    joined = {{}}

    def part(vertex):
        while joined.get(vertex, vertex) != vertex:
            vertex = joined[vertex]
        return vertex

    for one, two in edges:
        one, two = part(one), part(two)
        if one == two:
            return False
        joined[one] = two
    return len(edges) == count - 1

'''


def validator(form: Form, title: str) -> str:
    """Return the program that checks the inputs of a form."""
    functions = [part.source for part in _all(form.group) if isinstance(part, Promise) and part.source]
    lets = {part.name for part in _all(form.group) if isinstance(part, Let)}
    body = list(_group(form.group, lets))
    head = _HEAD.format(title=title.replace('"', "'").replace("\\", ""))
    defined = "".join(f"\n{source.strip()}\n\n" for source in functions)
    return "\n".join([head + defined, *body, '_check(_at == len(_text), "the input ends here")', "sys.exit(42)", ""])


def _all(group: Group) -> Iterator[InputPart]:
    for part in group.parts:
        yield part
        if isinstance(part, Repeated):
            yield from _all(part.group)


def _group(group: Group, lets: set[str]) -> Iterator[str]:
    """Yield the lines of code that read a group."""
    is_open = False  # whether the last part ended within a line
    for part, first in zip(group.parts, group.starts, strict=True):
        if isinstance(part, Promise | Let):
            continue
        if first and is_open:
            yield "_newline()"
        yield from _code(part, lets)
        is_open = isinstance(part, Int | Ints | Word)
    if is_open:
        yield "_newline()"
    for part in group.parts:
        if isinstance(part, Promise):
            yield from _code(part, lets)


def _indented(lines: Iterator[str]) -> Iterator[str]:
    yield from (f"    {line}" for line in lines)


def _bounds(part: Int) -> str:
    return f"{part.low.text}, {part.high.text if part.high else None}"


def _loop(length: Length) -> Iterator[str]:
    """Yield the head of a loop that runs once for each element of this length."""
    if length.head is not None:
        yield f"for _ in range({length.head.name}):"
    elif length.expression is not None:
        yield f"for _ in range({length.expression.text}):"
    elif isinstance(length.ending, Zeros):
        yield 'while _peek() != "0":'
    elif isinstance(length.ending, EndOfLine):
        yield 'while _text[_at : _at + 1] != "\\n":'
    else:
        yield f'_check({length.ending.least if length.ending else 0} == 0 or _at < len(_text), "something stands here")'
        yield "while _at < len(_text):"


@singledispatch
def _code(part: InputPart, lets: set[str]) -> Iterator[str]:
    """Yield the lines of code that read a part. The program does not have the names in `lets`."""
    del lets
    raise TypeError(type(part))


@_code.register(Int)
def _(part: Int, lets: set[str]) -> Iterator[str]:
    del lets
    yield f"{part.name} = _integer({part.name!r}, {_bounds(part)})"


@_code.register(Ints)
def _(part: Ints, lets: set[str]) -> Iterator[str]:
    if part.length.head is not None:
        yield from _code(part.length.head, lets)
    yield f"{part.name} = []"
    yield from _loop(part.length)
    yield f"    {part.name}.append(_integer({part.name!r}, {_bounds(part.each)}))"
    if isinstance(part.length.ending, Zeros):
        yield '_integer("0", 0, 0)'
    if part.distinct:
        yield f'_check(len(set({part.name})) == len({part.name}), "the numbers {part.name} are different")'
    if part.ascending:
        yield f'_check({part.name} == sorted({part.name}), "the numbers {part.name} are ascending")'
    yield f"{part.name} = tuple({part.name})"


@_code.register(Word)
def _(part: Word, lets: set[str]) -> Iterator[str]:
    del lets
    yield f"{part.name} = _letters({part.name!r}, {part.letters!r}, {part.low.text}, {part.high.text})"


@_code.register(Rows)
def _(part: Rows, lets: set[str]) -> Iterator[str]:
    del lets
    yield f"{part.name} = []"
    yield f"for _ in range({part.height.text}):"
    yield f"    {part.name}.append(_letters({part.name!r}, {part.letters!r}, {part.width.text}, {part.width.text}))"
    yield "    _newline()"
    yield f"{part.name} = tuple({part.name})"


@_code.register(Repeated)
def _(part: Repeated, lets: set[str]) -> Iterator[str]:
    if part.length.head is not None:
        yield from _code(part.length.head, lets)
        yield "_newline()"
    if isinstance(part, Items):
        yield f"{part.name} = []"
    yield from (f"_sum_{name} = 0" for name in part.total)
    yield from _loop(part.length)
    yield from _indented(_group(part.group, lets))
    for name, most in part.total.items():
        yield f"    _sum_{name} += {name}"
        yield f'    _check(_sum_{name} <= {most}, "the sum of all {name} is at most {most}")'
    if isinstance(part, Items):
        names = [one.name for one in part.group.parts if one.name]
        yield f"    {part.name}.append({names[0] if len(names) == 1 else '(' + ', '.join(names) + ')'})"
        yield f"{part.name} = tuple({part.name})"
    if isinstance(part.length.ending, Zeros):
        for _ in part.length.ending.line.split():
            yield '_integer("0", 0, 0)'
        yield "_newline()"


@_code.register(Tree)
def _(part: Tree, lets: set[str]) -> Iterator[str]:
    del lets
    count = part.vertices.text
    yield f"{part.name} = _edges({part.name!r}, {count} - 1, {part.first}, {count} + {part.first - 1})"
    yield f'_check(_is_tree({part.name}, {count}), "the {part.name} are a tree")'


@_code.register(Edges)
def _(part: Edges, lets: set[str]) -> Iterator[str]:
    del lets
    name = part.name
    yield f"{name} = _edges({name!r}, {part.count.text}, {part.first}, {part.vertices.text} + {part.first - 1})"
    if not part.multiple:
        key = "one" if part.directed else "tuple(sorted(one))"
        yield f'_check(len({{{key} for one in {name}}}) == len({name}), "the {name} are different")'
    if part.acyclic:
        yield f'_check(not _has_cycle({name}), "the {name} have no cycle")'
    elif not part.loops:
        yield f'_check(all(one != two for one, two in {name}), "the {name} join different vertices")'


@_code.register(Targets)
def _(part: Targets, lets: set[str]) -> Iterator[str]:
    del lets
    name, count, first = part.name, part.vertices.text, part.first
    yield f"{name} = []"
    yield f"for _ in range({count}):"
    yield f"    _count = _integer({part.count!r}, 0, {part.most})"
    yield f"    {name}.append(tuple(_integer({name!r}, {first}, {count} + {first - 1}) for _ in range(_count)))"
    yield "    _newline()"
    pairs = f"[(one, two) for one, some in enumerate({name}, {first}) for two in some]"
    yield f'_check(not _has_cycle({pairs}), "the {name} have no cycle")'
    yield f"{name} = tuple({name})"


@_code.register(Promise)
def _(part: Promise, lets: set[str]) -> Iterator[str]:
    names = part.test.names if isinstance(part.test, Expression) else parameters(part.test)
    if lets & set(names) or not (isinstance(part.test, Expression) or part.source):
        yield f"# not checked here: {part.words}"
    elif isinstance(part.test, Expression):
        yield f"_check({part.test.text}, {part.words!r})"
    else:
        given = ", ".join(f"{name}={name}" for name in names)
        yield f"_check({part.test.__name__}({given}), {part.words!r})"
