"""Misère quotients of all that plays from positions lead to: boards, graphs and any games, against plain search."""

from __future__ import annotations

import copy
import json
import random
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy.core.values import Outcome
from grundy.errors import MissingPackageError, RulesetError
from grundy.runtime import limits
from grundy.runtime.certificate_files import sealed, write_certificate
from grundy.runtime.table_cache import tables
from grundy.theory import misere, quotient_growth, quotient_kernel
from grundy.theory.state_quotients import StateQuotient, find_state_quotient
from grundy.verify.main import run
from support.forgeries import change_quotient, checked
from support.trees import afters, key, random_tree, total, tree

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.command import Command
    from support.trees import Tree

CRAM = "....\n....\n...."
GRAPH = "1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9 2-10 5-11 8-12 3-12"


@cache
def lost(parts: tuple[Tree, ...]) -> bool:
    """Say whether whoever is to move in a sum of trees loses, by the definition."""
    options = [after for after in afters(parts) if after is not None]
    return bool(options) and not any(map(lost, options))


@pytest.mark.parametrize("seed", range(12))
def test_any_games_against_the_definition(seed: int) -> None:
    rng = random.Random(seed)
    starts = [random_tree(rng, 4) for _ in range(3)]
    quotient = find_state_quotient(*map(tree, starts), steps=200_000, seconds=None)
    games = [part.state for part in quotient.numbers if quotient.reaches(part)]
    for _ in range(60):
        parts = key(tuple(rng.choices(games, k=rng.randint(1, 3))))
        position = total(*parts)
        assert quotient.is_lost(position.components) is lost(parts)
        if len(position.components) == 2:
            moves = {choice.move for choice in quotient.winning_moves(position)} if not lost(parts) else set()
            brute = {choice.move for choice in position.choices() if not_won(choice.after)}
            assert moves == brute


def not_won(position: grundy.Position) -> bool:
    return lost(key(tuple(part.state for part in position.components)))


@pytest.mark.parametrize(
    ("board", "order", "games"),
    [(grundy.games.cram(CRAM), 12, 25), (grundy.games.find("node-kayles").parse(GRAPH), 12, 13)],
    ids=["cram", "node-kayles"],
)
def test_sums_of_boards_against_search(
    board: grundy.Position, order: int, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    quotient = find_state_quotient(board)
    assert (quotient.order, len(quotient.games), quotient.status) == (order, games, "proved")
    monkeypatch.setattr(misere, "known_state_quotient", lambda _: None)
    parts = list(quotient.numbers)
    rng = random.Random(1)
    for _ in range(200):
        position = grundy.Position.of(rng.choices(parts, k=rng.randint(1, 3)))
        assert quotient.is_lost(position.components) is (position.misere.outcome is Outcome.P)


def test_many_boards_are_answered_by_a_quotient_that_is_known() -> None:
    tables.clear()
    board = grundy.games.cram(CRAM)
    assert board.misere.quotient is None
    found = find_state_quotient(board)
    assert board.misere.quotient is found
    many = sum([board] * 30, grundy.Position())
    assert str(many.misere.reason).startswith("by the misère quotient of 25 games that play leads to, of order 12")
    assert many.misere.outcome.value == "N"
    assert many.misere.winning_moves()[0].after.misere.outcome.value == "P"
    assert many.misere.winning_families() is None


def test_a_quotient_is_looked_for_where_a_search_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    tables.clear()
    monkeypatch.setattr(misere, "MANY_OPTIONS", 20)
    many = sum([grundy.games.cram("...\n...\n...")] * 9, grundy.Position())
    assert isinstance(many.misere.quotient, StateQuotient)
    tables.clear()
    assert (grundy.games.cram("..\n..") + grundy.games.kayles(3)).misere.quotient is None  # a search is enough

    @grundy.ruleset
    def door(steps: int) -> Iterator[Any]:
        yield grundy.win() if steps == 1 else steps - 1
        yield from range(1, steps)

    assert (sum([door(5)] * 5, grundy.Position())).misere.quotient is None


def test_what_is_proved_is_gone_on_from() -> None:
    tables.clear()
    board = grundy.games.kayles(12)
    first = find_state_quotient(board, steps=300, seconds=None)
    assert first.status == "partial"
    assert "games only: the budget is spent" in str(first)
    part = next(part for part in first.numbers if not first.reaches(part))
    with pytest.raises(RulesetError, match="has no value for"):
        first.is_lost([part])
    again = find_state_quotient(board)
    assert (again.status, again.order) == ("proved", grundy.heaps("0.77").misere_quotient(12).order)


def test_three_heaps_and_other_rulesets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hexadecimal codes have a quotient of the heaps up to some size."""
    monkeypatch.setattr(misere, "known_state_quotient", lambda _: None)
    quotient = find_state_quotient(grundy.heaps("0.8")(12), grundy.games.nim(4))
    rng = random.Random(2)
    for _ in range(40):
        position = grundy.heaps("0.8")(*rng.choices(range(3, 10), k=2)) + grundy.games.nim(rng.randint(1, 4))
        assert quotient.is_lost(position.components) is (position.misere.outcome is Outcome.P)


def test_games_that_have_none() -> None:
    with pytest.raises(RulesetError, match="ends the whole game at once"):
        find_state_quotient(tree(("win",)))
    with pytest.raises(RulesetError, match="misère play"):
        find_state_quotient(grundy.games.treblecross(6))
    empty = find_state_quotient(grundy.Position())
    assert (empty.order, empty.status) == (1, "proved")
    with pytest.raises(RulesetError, match="no certificate"):
        empty.certificate()


@pytest.mark.needs_jit
def test_kernels_do_what_their_plain_functions_do(monkeypatch: pytest.MonkeyPatch) -> None:
    board = grundy.games.cram(CRAM)
    with limits.limited(kernel_above=-1):  # machine code at once
        quotient = find_state_quotient(board)
        tables.clear()
        for name in ("reach", "colour", "refine", "shift", "close"):
            monkeypatch.setattr(quotient_growth, name, getattr(quotient_kernel, name).plain)
        assert find_state_quotient(board).certificate() == quotient.certificate()


def test_certificates(tmp_path: Path) -> None:
    true = find_state_quotient(grundy.games.cram("...\n...\n..."), grundy.games.nim(3)).certificate()["claim"]
    path = tmp_path / "c.json"
    assert checked(copy.deepcopy(true), path)[0] == 0
    rng = random.Random(5)
    for case in range(40):
        claim = copy.deepcopy(true)
        change_quotient(("value", "action", "add to P", "drop from P")[case % 4], claim, rng)
        code, data = checked(claim, path)
        assert (code, data["result"]) == (1, "refused"), (case, data)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"games": []}, "expected a list of 1 to"),
        ({"games": [[[1]]]}, "options of game 1, each a list of smaller numbers"),
        ({"games": [[]]}, "options of game 1"),
        ({"games": [[[]], [[True]]]}, "options of game 2"),
        ({"names": []}, "expected a text for each of"),
        ({"code": "0.77"}, "code"),
    ],
)
def test_certificates_that_cannot_be_read(change: dict[str, Any], words: str, tmp_path: Path) -> None:
    claim = copy.deepcopy(find_state_quotient(grundy.games.nim(3)).certificate()["claim"]) | change
    write_certificate(tmp_path / "c.json", sealed(claim))
    code, told = run(str(tmp_path / "c.json"), full=False, seed=1, as_json=False, progress=False)
    assert code == 2
    assert words in told


def test_the_command(grundy_command: Command, tmp_path: Path) -> None:
    board, path = tmp_path / "board.txt", tmp_path / "cram.json"
    board.write_text(CRAM, encoding="utf-8")
    told = grundy_command("misere", "cram", str(board), "--certificate", str(path)).out
    assert told.startswith(
        "12 elements, 3 of them lost (P); proved for all sums of what the positions lead to (25 game"
    )
    assert "a    .... / .... / ....\n" in told
    assert "result      true" in grundy_command("verify", str(path)).out
    data = json.loads(grundy_command("misere", "node-kayles", "1-2 2-3 3-4 4-1 4-5 5-6", "--json").out)
    assert (data["order"], data["games"], len(data["values"])) == (6, 4, 5)
    assert grundy_command("misere", "0.8", "12").out.startswith("6 elements, 2 of them lost (P)")
    tables.clear()
    assert grundy_command("misere", "cram", "--budget", "1", str(board)).out.startswith(
        "1 element, 0 of them lost (P); proved for sums of"
    )
    wrong = grundy_command("misere", "treblecross", "6")
    assert (wrong.code, wrong.out) == (2, "")
    assert "misère play" in wrong.err


def test_numpy_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(MissingPackageError, match="numpy"):
        find_state_quotient(grundy.games.nim(3))


def test_ctrl_c_prints_what_is_proved(grundy_command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    tables.clear()
    step = quotient_growth.Growth.step

    def stopped(self: quotient_growth.Growth) -> None:
        if self.heaps == 3:
            raise KeyboardInterrupt
        step(self)

    monkeypatch.setattr(quotient_growth.Growth, "step", stopped)
    result = grundy_command("misere", "kayles", "8")
    assert result.code == 3
    assert "proved for sums of the first 3 of 8 games only: stopped before the end" in result.out
