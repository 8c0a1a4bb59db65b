"""A smaller program with the same fault: statements are left out and expressions replaced, as long as it stays."""

from __future__ import annotations

import ast
import copy
import re
import time
import warnings
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from support.random_programs.checking import TooLong, Verdict, check

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.random_programs.programs import Program

_BODIES = (
    "body",
    "orelse",
    "finalbody",
    "decorator_list",
    "targets",
    "elts",
    "args",
    "keywords",
    "values",
    "ops",
    "ifs",
    "generators",
    "defaults",
)


def shrunk(program: Program, folder: Path, seconds: float = 30.0) -> Program:
    """Return a smaller program that has the same fault, the smallest that was found in so many seconds."""
    until = time.monotonic() + seconds
    first = check(program, folder)
    wanted = first.kind, first.sort
    best = program

    def holds(candidate: Program) -> bool:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found = check(candidate, folder)
        except (Exception, TooLong):  # noqa: BLE001 - what is no program any more
            return False
        return (found.kind, found.sort) == wanted

    if program.edited is None:
        plain = replace(program, text=ast.unparse(ast.parse(program.text)) + "\n")
        if not holds(plain):
            return _without_lines(program, holds, until)
        best = plain
    else:
        return program
    best = _fewer_states(best, holds)
    again = True
    while again and time.monotonic() < until:
        again = False
        place = 0
        while time.monotonic() < until:
            text = _changed(best.text, place)
            if text is None:
                break
            if (
                text
                and text != best.text
                and len(text) <= len(best.text)
                and holds(candidate := replace(best, text=text))
            ):
                best = candidate
                again = True
            else:
                place += 1
    return _fewer_states(best, holds)


def _fewer_states(program: Program, holds: Any) -> Program:
    for state in program.states:
        if holds(one := replace(program, states=[state])):
            return one
    return program


def _without_lines(program: Program, holds: Any, until: float) -> Program:
    lines = program.text.split("\n")
    place = 0
    while place < len(lines) and time.monotonic() < until:
        fewer = [*lines[:place], *lines[place + 1 :]]
        if holds(replace(program, text="\n".join(fewer))):
            lines = fewer
        else:
            place += 1
    return replace(program, text="\n".join(lines))


def _changed(text: str, number: int) -> str | None:
    """Return the text after a change, "" where that change is none; None beyond the last one."""
    tree = ast.parse(text)
    for i, change in enumerate(_changes(tree)):
        if i == number:
            change()
            try:
                return ast.unparse(ast.fix_missing_locations(tree)) + "\n"
            except Exception:  # noqa: BLE001 - a tree that is no program
                return ""
    return None


def _changes(tree: ast.AST) -> Iterator[Any]:  # noqa: C901, PLR0912 - a list of changes
    """Yield functions that change the tree: large ones first."""
    nodes = list(ast.walk(tree))
    for node in nodes:
        for name in ("body", "orelse", "decorator_list"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                for one in reversed(block):
                    yield lambda block=block, one=one, name=name: _left_out(block, one, name)
    for node in nodes:
        for name in ("body", "orelse"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                for one in block:
                    if isinstance(one, ast.If | ast.For | ast.While | ast.With | ast.Try):
                        yield lambda block=block, one=one: _replaced(block, one, one.body)
                        if one.__dict__.get("orelse"):
                            yield lambda block=block, one=one: _replaced(block, one, one.orelse)
    for node in nodes:
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                for other in _simpler(value):
                    yield lambda node=node, name=name, other=other: setattr(node, name, copy.deepcopy(other))
            elif isinstance(value, list) and value and isinstance(value[0], ast.expr | ast.keyword | ast.comprehension):
                for i, one in enumerate(value):
                    if len(value) > 1 or name in {"args", "keywords", "ifs", "elts", "defaults"}:
                        yield lambda value=value, one=one: value.remove(one)
                    if isinstance(one, ast.expr):
                        for other in _simpler(one):
                            yield lambda value=value, i=i, other=other: value.__setitem__(i, copy.deepcopy(other))


def _left_out(block: list[ast.AST], one: ast.AST, name: str) -> None:
    block.remove(one)
    if not block and name == "body":
        block.append(ast.Pass())


def _replaced(block: list[Any], one: Any, others: list[Any]) -> None:
    place = block.index(one)
    block[place : place + 1] = others


def _simpler(node: ast.expr) -> Iterator[ast.expr]:
    """Yield what may stand in the place of an expression."""
    if isinstance(node, ast.Constant):
        if type(node.value) is int and node.value > 3:
            yield ast.Constant(1)
        return
    if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        return
    if not isinstance(node, ast.Name):
        yield from (
            one
            for one in ast.iter_child_nodes(node)
            if isinstance(one, ast.expr) and isinstance(getattr(one, "ctx", ast.Load()), ast.Load)
        )
    yield ast.Constant(0)
    yield ast.Constant(1)


def fingerprint(program: Program, verdict: Verdict) -> str:
    """Return what tells faults apart: where the translator breaks, or the form of a program without names and numbers."""
    if verdict.kind == "breaks":
        return f"{verdict.sort} {re.sub('[0-9]+', '', verdict.text.rpartition('(')[2])}"
    tree = ast.parse(program.text)
    kinds = sorted({type(node).__name__ for node in ast.walk(tree) if isinstance(node, ast.stmt | ast.expr)}
                   - {"Import", "ImportFrom", "Expr", "Constant", "Name", "alias", "Module", "Load", "Store", "FunctionDef"})  # fmt: skip
    return " ".join(kinds)
