"""A smaller program with the same fault: statements are left out and expressions replaced, as long as it stays."""

from __future__ import annotations

import ast
import copy
import re
import time
import warnings
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from support.random_programs.checking import TooLong, Verdict, check

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from support.random_programs.programs import Program


def shrunk(program: Program, folder: Path, seconds: float = 30.0) -> Program:
    """Return a smaller program that has the same fault, the smallest that was found in so many seconds."""
    until = time.monotonic() + seconds
    first = check(program, folder)

    def holds(candidate: Program) -> bool:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found = check(candidate, folder)
        except (Exception, TooLong):  # noqa: BLE001 - what is no program any more
            return False
        return (found.kind, found.sort) == (first.kind, first.sort)

    best = replace(program, text=ast.unparse(ast.parse(program.text)) + "\n")
    if not holds(best):
        return program
    best = next(filter(holds, (replace(best, states=[state]) for state in best.states)), best)
    place, changed = 0, False
    while time.monotonic() < until:
        tree = ast.parse(best.text)
        change = next(islice(_changes(tree), place, None), None)
        if change is None and not changed:
            break
        if change is None:
            place, changed = 0, False
            continue
        change()
        try:
            smaller = replace(best, text=ast.unparse(ast.fix_missing_locations(tree)) + "\n")
        except Exception:  # noqa: BLE001 - a tree that is no program
            smaller = best
        if len(smaller.text) < len(best.text) and holds(smaller):
            best, changed = smaller, True
        else:
            place += 1
    return best


def _changes(tree: ast.AST) -> Iterator[Callable[[], Any]]:
    """Yield functions that change the tree: those of statements first."""
    lists = [value for node in ast.walk(tree) for value in vars(node).values() if isinstance(value, list)]
    for block in lists:
        for place, one in enumerate(block):
            if isinstance(one, ast.stmt):
                for other in ([], [ast.Pass()], getattr(one, "body", []), getattr(one, "orelse", [])):
                    yield partial(block.__setitem__, slice(place, place + 1), other)
            else:
                yield partial(block.__delitem__, place)
                for simpler in _simpler(one):
                    yield partial(block.__setitem__, place, simpler)
    for node in ast.walk(tree):
        for name, value in ast.iter_fields(node):
            for simpler in _simpler(value):
                yield partial(setattr, node, name, simpler)


def _simpler(node: object) -> Iterator[ast.expr]:
    """Yield what may stand in the place of an expression."""
    if isinstance(node, ast.expr) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        parts = () if isinstance(node, ast.Constant) else ast.iter_child_nodes(node)
        yield from (copy.deepcopy(part) for part in parts if isinstance(part, ast.expr))
        yield from (ast.Constant(0), ast.Constant(1))


def fingerprint(program: Program, verdict: Verdict) -> str:
    """Return what tells faults apart: where the translator breaks, or the kinds of nodes that a program has."""
    if verdict.kind == "breaks":
        return f"{verdict.sort} {re.sub('[0-9]+', '', verdict.text.rpartition('(')[2])}"
    nodes = ast.walk(ast.parse(program.text))
    return " ".join(sorted({type(node).__name__ for node in nodes if isinstance(node, ast.stmt | ast.expr)}))
