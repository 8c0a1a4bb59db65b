"""Answers about the sample of every game; as a program, with packages blocked whose names are its first argument."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def missing(*packages: str) -> Iterator[None]:
    """Make the import of packages fail inside the block."""
    import pytest

    from grundy.runtime.packages import available, installed

    with pytest.MonkeyPatch.context() as patch:
        for package in packages:
            patch.setitem(sys.modules, package, None)
        for said in (available, installed):
            said.cache_clear()
        try:
            yield
        finally:
            for said in (available, installed):
                said.cache_clear()


def as_read(found: dict[str, Any]) -> dict[str, Any]:
    """Return data as it is read back from JSON."""
    read: dict[str, Any] = json.loads(json.dumps(found))
    return read


def samples() -> dict[str, Any]:
    """Return the answer, explanation and drawings of the sample of every game."""
    from grundy import games
    from grundy.drawing.export.answers import answer_alone
    from grundy.drawing.terminal import draw

    found = {}
    for game in games.all_games():
        position = game.parse(game.sample)
        found[game.name] = {
            "answer": answer_alone(position, game.name, board=True),
            "explanation": position.explain().data(),
            "words": str(position.explain()),
            "svg": position.svg(),
            "terminal": [draw(scene) for scene in position.scenes([])],
        }
    return as_read(found)


def declared() -> dict[str, Any]:
    """Return the answer, explanation and drawing of a position of a declared ruleset."""
    import grundy
    from grundy.drawing.export.answers import answer_alone

    @grundy.ruleset
    def pins(row: int) -> Iterator[Any]:
        for take in (1, 2):
            for left in range(row - take + 1):
                yield grundy.split(left, row - take - left, move=f"take {take} after {left}")

    setattr(type(pins), "reduction", lambda *_: None)  # noqa: B010 - patterns are looked for with NumPy alone
    position = pins(12) + pins(7) + grundy.games.nim(5)
    found = {
        "answer": answer_alone(position, "pins", board=True),
        "svg": position.svg(),
        "words": str(position.explain()),
        "misere": str((pins(4) + pins(3)).misere.outcome),
        "remoteness": (pins(4) + pins(3)).remoteness,
    }
    return as_read(found)


def _walk(targets: list[list[int]]) -> Any:
    import grundy

    @grundy.ruleset(loopy=True)
    def walk(vertex: int) -> Iterator[int]:
        yield from targets[vertex]

    return walk


def loopy() -> dict[str, Any]:
    """Return values, outcomes, remoteness, moves and explanations of states under rules that go in cycles."""
    import random

    import grundy
    from grundy.drawing.export.answers import answer_alone

    found = {}
    for seed in range(60):
        rng = random.Random(seed)
        size = rng.randint(1, 9)
        targets = [rng.sample(range(size), rng.randint(0, min(size, 3))) for _ in range(size)]

        walk = _walk(targets)
        for position in (walk(0), walk(0) + walk(size - 1), walk(0) + grundy.games.nim(2)):
            found[f"{seed}: {position}"] = {
                "answer": without_work(answer_alone(position, "walk", board=True)),
                "words": str(position.explain()),
                "remoteness": position.remoteness,
            }
    return as_read(found)


def lab() -> dict[str, Any]:
    """Return the answers of the lab's operations to their examples, without times and random positions."""
    from grundy.lab import OPERATIONS, FileAnswer, call, cases, deals, puzzles

    for module in (cases, deals, puzzles):  # a slow machine is given fewer inputs, and another puzzle
        vars(module)["MOMENT_SECONDS"] = 60
    found = {}
    for name, operation in OPERATIONS.items():
        answer = call(name, dict(operation.example))
        if name != "samples":
            found[name] = answer.content.decode() if isinstance(answer, FileAnswer) else without_work(answer)
    return as_read(found)


def without_work(answer: Any) -> Any:
    """Leave out of data what solving took."""
    if isinstance(answer, dict):
        return {name: without_work(value) for name, value in answer.items() if name not in ("work", "cost")}
    return [without_work(one) for one in answer] if isinstance(answer, list) else answer


def sequences() -> dict[str, Any]:
    """Return short sequences and periods."""
    import grundy

    codes = ("0.77", "0.137", "4.[3]", "0.3f", "{1,3,4}", "all-but{2}", "unequal-2", "equal-3", "nim")
    rulesets = {code: grundy.heaps(code) for code in codes}
    return {
        "values": {code: [int(value) for value in rules.nimbers(100)] for code, rules in rulesets.items()},
        "types": {code: str(getattr(rules.nimbers(100), "dtype", "list")) for code, rules in rulesets.items()},
        "far": {code: [int(value) for value in rulesets[code].nimbers(3000)[-20:]] for code in ("0.137", "unequal-2")},
        "direct": [int(value) for value in rulesets["0.77"].nimbers(400, direct=True)],
        "periods": {code: rulesets[code].period().data() for code in ("0.77", "0.137", "{1,3,4}", "nim")},
        "observed": str(rulesets["0.3f"].period(60)),
        "large": grundy.games.kayles(10**100).nimber,
        "moves": [str(move) for move in grundy.games.kayles(200).winning_moves()],
        "couples": grundy.games.couples_are_forever(4000).nimber,
    }


def commands() -> list[tuple[int, str, str]]:
    """Run the commands that stdin names as JSON, each with its own stdin; return exit codes and what they wrote."""
    import contextlib
    import io

    from grundy.cli.main import run

    found = []
    for arguments, given in json.load(sys.stdin):
        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
        sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode()))
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(arguments)
        out.flush()
        found.append((code, out.buffer.getvalue().decode(), err.getvalue()))
    return found


if __name__ == "__main__":
    sys.modules |= dict.fromkeys(sys.argv[1].split(","))  # type: ignore[arg-type] # None: it is not found
    print(json.dumps({name: globals()[name]() for name in sys.argv[2].split(",")}))  # noqa: T201 - the result
