"""Censuses: the same rows in any parts and on any executor, folders that are continued, summaries, the command."""

from __future__ import annotations

import errno
import gc
import json
import os
import subprocess
import sys
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any
from unittest.mock import MagicMock

import numpy as np
import pytest

import grundy
from grundy.errors import BusyError, DamageError, InputError, MissingPackageError, RulesetError
from grundy.research.census import (
    AllBoards,
    CensusError,
    ListedPositions,
    OctalCodes,
    PositionSet,
    RandomBoards,
    codes,
    parts,
    running,
    summaries,
)
from grundy.research.census.board_batches import random_kinds
from grundy.research.census.cluster import connected
from grundy.research.census.folder import FORMAT, MANIFEST
from grundy.research.census.listed import listed_states
from grundy.research.census.relatives import Relatives, has_nimbers
from grundy.runtime import compiling, files, progress
from grundy.runtime.messages import Message
from grundy.runtime.processes.system import children
from grundy.runtime.table_cache import tables
from support.executors import Here
from support.project import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from support.command import Command

FAMILIES = ROOT / "tests" / "support" / "listed_rules.py"
BOARDS = AllBoards("wall-making", 3, 3)


def run(positions: PositionSet, folder: Path) -> grundy.census.Census:
    return grundy.census.run(positions, folder, executor=Here())


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let sets fall into parts of 50."""
    for kind in (AllBoards, RandomBoards, ListedPositions):
        monkeypatch.setattr(kind, "part_size", property(lambda _: 50))


@pytest.mark.slow
@pytest.mark.needs_jit
def test_rows_of_a_census_are_what_single_positions_are(tmp_path: Path) -> None:
    sets: list[PositionSet] = [
        AllBoards("wall-making", 2, 3),
        AllBoards("wall-making", 3, 3, 2),
        AllBoards("diagonal", 2, 2),
        AllBoards("card", 2, 3),
        RandomBoards("wall-making", 5, 6, 0.3, 5, seed=1),
        RandomBoards("card", 3, 3, 0.3, 5, seed=1),
        ListedPositions("kayles", ("3 5 7", "4 4")),
    ]
    for number, positions in enumerate(sets):
        rows = run(positions, tmp_path / str(number)).arrow().to_pylist()
        game = grundy.games.find(positions.data()["game"])
        for row in rows:
            position = game.parse(row["position"])
            expected = (position.nimber, str(position.outcome), len(position.winning_moves()))
            assert (row["nimber"], row["outcome"], row["winning_moves"]) == expected
            blocked = row["position"].count("X") if game.name == "wall-making" else 0
            assert row.get("marks", 0) == blocked
        assert sum(row.get("weight", 1) for row in rows) == positions.size


def test_random_boards_depend_on_their_number_alone() -> None:
    boards = RandomBoards("wall-making", 5, 5, 0.3, 1000, seed=4)
    whole = random_kinds(boards, 0, 1000)
    assert np.array_equal(whole[700:703], random_kinds(boards, 700, 703))
    assert 0.27 < (whole == 0).mean() < 0.33
    assert not np.array_equal(whole, random_kinds(replace(boards, seed=5), 0, 1000))
    assert len(np.unique(whole.reshape(1000, -1), axis=0)) > 900
    assert random_kinds(replace(boards, density=1.0), 0, 9).max() == 0
    assert random_kinds(replace(boards, density=0), 0, 9).min() == 1


def test_periods_of_codes(tmp_path: Path) -> None:
    rows = {row["position"]: row for row in run(OctalCodes(2, 300), tmp_path / "codes").arrow().to_pylist()}
    assert len(rows) == 64
    for code, row in rows.items():
        found = grundy.heaps(code).period(300)
        assert (row["status"], row["preperiod"], row["period"]) == (found.status, found.preperiod, found.period)
        values = grundy.heaps(code).nimbers(found.checked).tolist()
        assert (row["largest"], row["largest_at"]) == (max(values), values.index(max(values)))
    assert (rows["0.77"]["preperiod"], rows["0.77"]["period"], rows["0.77"]["status"]) == (71, 12, "proved")
    assert rows["0.6"]["status"] == "unknown"


@pytest.mark.slow
@pytest.mark.needs_jit
@pytest.mark.usefixtures("small_parts")
def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """Whatever is stopped, lost or left behind, the digest and the rows are those of a run in one go."""
    whole = run(BOARDS, tmp_path / "whole")
    assert whole.manifest.parts == 11
    folder = tmp_path / "census"
    seen = []

    def stop_after_three(state: running.Progress) -> None:
        seen.append(state.done)
        if state.done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grundy.census.run(BOARDS, folder, executor=Here(), told=stop_after_three)
    there = grundy.census.open(folder)
    assert (len(there.parts) >= 3, there.digest, bool(there.missing)) == (True, None, True)
    (folder / "parts" / f"{files.TEMPORARY}0").write_bytes(b"half")
    next((folder / "parts").glob("00000001-*")).unlink()
    found = run(BOARDS, folder)
    assert (found.digest, found.missing) == (whole.digest, [])
    assert found.arrow().equals(whole.arrow())
    found.check()
    assert not list(folder.rglob(f"{files.TEMPORARY}*"))
    with ThreadPoolExecutor(3) as executor:
        assert grundy.census.run(BOARDS, tmp_path / "threads", executor=executor, workers=3).digest == whole.digest


@pytest.mark.needs_jit
@pytest.mark.usefixtures("small_parts")
def test_processes_that_are_lost_are_replaced_and_not_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Breaking(Here):
        """Breaks at each fifth job; the futures that it had are lost."""

        jobs = 0

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            Breaking.jobs += 1
            if Breaking.jobs == 6:
                gc.collect()  # generators of the broken pool end now, and must not end the jobs that are left
            if Breaking.jobs % 5:
                return super().submit(fn, *args, **kwargs)
            future: Future[Any] = Future()
            future.set_exception(BrokenExecutor())
            return future

    class Broken(Executor):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            raise BrokenExecutor

    whole = run(BOARDS, tmp_path / "whole")
    monkeypatch.setattr(running, "ProcessPool", lambda *_: Breaking())
    assert grundy.census.run(BOARDS, tmp_path / "breaking", workers=1).digest == whole.digest
    assert Breaking.jobs > 11
    monkeypatch.setattr(running, "ProcessPool", lambda *_: Broken())
    with pytest.raises(CensusError, match="lost 4 times"):
        grundy.census.run(BOARDS, tmp_path / "broken", workers=1)


@pytest.mark.slow
@pytest.mark.needs_jit
@pytest.mark.usefixtures("small_parts")
def test_processes_give_the_same(tmp_path: Path) -> None:
    found = grundy.census.run(BOARDS, tmp_path / "processes", workers=1)
    assert found.digest == run(BOARDS, tmp_path / "here").digest


@pytest.mark.needs_jit
@pytest.mark.usefixtures("small_parts")
def test_a_full_disk_stops_a_run_that_goes_on_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, folder = run(BOARDS, tmp_path / "whole"), tmp_path / "census"
    real, calls = os.write, iter(range(99))

    def full(descriptor: int, data: Any) -> int:
        if next(calls) > 5:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(descriptor, data)

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(CensusError, match=r"census: .* found: No space left on device; finished parts are kept"):
            run(BOARDS, folder)
    assert 0 < len(grundy.census.open(folder).parts) < whole.manifest.parts
    assert not list(folder.rglob(f"{files.TEMPORARY}*"))
    assert run(BOARDS, folder).digest == whole.digest


@pytest.mark.needs_jit
@pytest.mark.usefixtures("small_parts")
def test_folders_of_others_and_damaged_ones(tmp_path: Path) -> None:
    folder = tmp_path / "census"
    run(BOARDS, folder)
    with pytest.raises(CensusError, match="expected a census with columns 2, found 3"):
        run(AllBoards("wall-making", 3, 2), folder)
    with files.folder_lock(folder), pytest.raises(BusyError):
        run(BOARDS, folder)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine").touch()
    with pytest.raises(CensusError, match="found 'mine'"):
        run(BOARDS, tmp_path / "other")
    with pytest.raises(CensusError, match="no manifest"):
        grundy.census.open(tmp_path / "other")
    parts = sorted((folder / "parts").iterdir())
    for name in (f"00000000-{'0' * 32}-{'0' * 64}.parquet", f"00000099-{parts[0].name[9:]}", "mine"):
        (folder / "parts" / name).write_bytes(parts[0].read_bytes())
        with pytest.raises(DamageError, match=name[:8]):
            grundy.census.open(folder)
        (folder / "parts" / name).unlink()
    content = files.read_json(folder / MANIFEST, 10**6)
    changes: dict[str, Any]
    for changes in (
        {"part_size": 0},
        {"part_size": 10**16},
        {"size": True},
        {"size": 10**16, "part_size": 1},
        {"set": {}},
        {"set": []},
        {"sampled": 0},
        {"files": None},
        {"files": [7]},
        {"files": ["mine"]},
        {"files": [f"00000000-{'0' * 32}-{'0' * 64}.parquet"]},
        {"more": 1},
    ):
        files.write_json(folder / MANIFEST, content | changes)
        with pytest.raises(DamageError):
            grundy.census.open(folder)
    files.write_json(folder / MANIFEST, content | {"format": 1})
    with pytest.raises(CensusError, match=f"expected format {FORMAT}, found 1"):
        grundy.census.open(folder)


def test_figures_out_of_bounds() -> None:
    for figures in ((0, 3), (9, 7), (3, 21), (63, 1), (True, 2), (2, 2, 5), (2, 2, -1)):
        with pytest.raises(RulesetError, match="from"):
            AllBoards("wall-making", *figures)
    for wrong in ({"density": 1.5}, {"count": 0}, {"seed": -1}, {"rows": 0}, {"density": float("nan")}):
        with pytest.raises(RulesetError, match="from"):
            replace(RandomBoards("wall-making", 3, 3, 0.5, 9), **wrong)
    for name, marks in (("kayles", None), ("card", 2)):
        with pytest.raises(RulesetError, match=name):
            AllBoards(name, 3, 3, marks)
    with pytest.raises(RulesetError, match="from 1 to 33"):
        AllBoards("card", 2, 17)
    with pytest.raises(RulesetError, match="digits"):
        OctalCodes(0)
    with pytest.raises(RulesetError, match="none"):
        ListedPositions("kayles", ())


@pytest.mark.needs_jit
def test_summaries_count_what_there_is(tmp_path: Path) -> None:
    found = run(BOARDS, tmp_path / "census")
    data = found.summary()
    rows = found.arrow().to_pylist()
    weights = {outcome: sum(row["weight"] for row in rows if row["outcome"] == outcome) for outcome in "NP"}
    assert {outcome: share["count"] for outcome, share in data["outcomes"].items()} == weights
    assert sum(data["nimbers"].values()) == data["positions"] == 512
    assert data["marks"]["9"] == {"P": 1}
    assert data["most"]["nimber"]["value"] == max(row["nimber"] for row in rows)
    sample = run(RandomBoards("wall-making", 3, 3, 0.4, 300, seed=2), tmp_path / "sample").summary()
    for share in sample["outcomes"].values():
        low, high = share["interval"]
        assert low < share["share"] < high
    assert summaries.interval(0, 50)[0] == 0
    assert summaries.interval(50, 50)[1] == pytest.approx(1)


@pytest.mark.slow
def test_the_command(grundy_command: Command, tmp_path: Path) -> None:
    folder, sized = str(tmp_path / "a"), ("--rows", "2", "--columns", "2")
    lines = tmp_path / "lines.txt"
    lines.write_text("3 5\n\n4 4\n")
    ran = grundy_command("census", "run", "kayles", "--lines", str(lines), "--out", folder, "--workers", "1")
    assert (ran.code, ran.err) == (0, "")
    assert "rows     2\n" in ran.out
    again = grundy_command("census", "run", "kayles", "--lines", str(lines), "--out", folder, "--json")
    assert json.loads(again.out)["solved_now"] == 0
    assert "P        1, 50.000 %" in grundy_command("census", "summary", folder).out
    assert json.loads(grundy_command("census", "summary", folder, "--json").out)["rows"] == 2
    assert "1 of 1 parts" in grundy_command("census", "check", folder).out
    lines.write_text("3 5\n4 x\n")
    wrong = grundy_command("census", "run", "kayles", "--lines", str(lines), "--out", folder)
    assert (wrong.code, wrong.err.startswith(f"{lines}:2:3: expected")) == (2, True)
    for options in (
        (),
        ("--rows", "3"),
        (*sized, "--count", "5"),
        (*sized, "--density", "0.5"),
        (*sized, "--lines", str(lines)),
        ("--digits", "2"),
    ):
        assert grundy_command("census", "run", "wall-making", *options, "--out", folder).code == 2
    assert grundy_command("census", "run", "octal", "--out", folder).code == 2
    assert grundy_command("census", "summary", str(tmp_path)).code == 2
    for path in (f"{lines}/x", "/proc/none"):  # no folder can be made there
        unwritable = grundy_command("census", "run", "wall-making", *sized, "--out", path)
        assert (unwritable.code, unwritable.out) == (2, "")
        assert f"{path}: expected to write a part of the census, found: " in unwritable.err


@pytest.mark.slow
def test_plots(grundy_command: Command, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name, positions, titles in (
        ("boards", BOARDS, ("won by the first player", "how often each nimber occurs")),
        ("codes", OctalCodes(1, 99), ("codes whose period is proved",)),
    ):
        run(positions, tmp_path / name)
        path = tmp_path / f"{name}.svg"
        assert grundy_command("census", "summary", str(tmp_path / name), "-o", str(path)).code == 0
        assert all(f"<!-- {title} -->" in path.read_text(encoding="utf-8") for title in titles)
    shown = grundy_command("census", "summary", str(tmp_path / "codes"), "-o", "-.svg").out
    assert shown.startswith("<?xml")
    (next((tmp_path / "codes" / "parts").iterdir())).unlink()
    empty = grundy_command("census", "summary", str(tmp_path / "codes"), "-o", str(path))
    assert (empty.code, "rows" in grundy_command("census", "summary", str(tmp_path / "codes")).out) == (2, False)


def test_queries(grundy_command: Command, tmp_path: Path) -> None:
    folder = str(tmp_path / "a")
    run(ListedPositions("kayles", ("3 5", "4 4", "9")), tmp_path / "a")
    query = ("census", "query", folder, "select outcome, sum(nimber) as s from census group by 1 order by 1")
    assert grundy_command(*query).out == "outcome  s\nN        11\nP        0\n"
    assert grundy_command(*query, "--csv").out == "outcome,s\nN,11\nP,0\n"
    assert json.loads(grundy_command(*query, "--json").out) == [{"outcome": "N", "s": 11}, {"outcome": "P", "s": 0}]
    for sql in ("select", "select * from '/etc/hosts'", f"copy census to '{tmp_path}/x.csv'", ""):
        refused = grundy_command("census", "query", folder, sql)
        assert (refused.code, refused.out) == (2, "")
        assert "a query over the table census" in refused.err
    assert not (tmp_path / "x.csv").exists()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")
def test_a_query_ends_when_it_is_told(tmp_path: Path) -> None:
    run(ListedPositions("kayles", ("3 5",)), tmp_path / "a")
    command = [sys.executable, "-m", "grundy", "census", "query", str(tmp_path / "a")]
    endless = "select count(*) from range(100000000) a, range(100000000) b where a.range * b.range % 7 = 1"
    with subprocess.Popen([*command, endless], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as query:
        while not children(query.pid):  # it has begun
            assert query.poll() is None
        query.terminate()
        out, err = query.communicate(timeout=60)
    assert (query.returncode, out) == (3, "")
    # DuckDB may not come to its end in time: then the process above says so, and does not know what was written.
    assert err == f"\ngrundy: {Message('usage.stopped')}\n"


def test_a_query_that_duckdb_itself_interrupts_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks for signals while it counts, and what it then raises is its own."""
    found = run(ListedPositions("kayles", ("3 5",)), tmp_path / "a")
    duckdb = pytest.importorskip("duckdb")

    connect = MagicMock()
    connect.return_value.__enter__.return_value.sql.side_effect = RuntimeError("Query interrupted")
    monkeypatch.setattr(duckdb, "connect", connect)
    with pytest.raises(KeyboardInterrupt):
        found.query("select 1")


@pytest.mark.needs_jit
def test_what_is_missing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = run(BOARDS, tmp_path / "census")
    for package in ("pandas", "polars", "duckdb", "distributed", "pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, package, None)
    for asked in (
        found.pandas,
        found.polars,
        lambda: found.query("select 1"),
        lambda: grundy.census.open(tmp_path / "census"),
        lambda: run(BOARDS, tmp_path / "new"),
        lambda: connected("tcp://here").__enter__(),
    ):
        with pytest.raises(MissingPackageError, match="pip install"):
            asked()
    assert not (tmp_path / "new").exists()


RULES = """
import grundy

@grundy.ruleset
def pair(a, b):
    if a > 5:
        raise ValueError("too far")
    yield from ((k, b) for k in range(a))
    yield from ((a, k) for k in range(b))

@grundy.ruleset
def one(n):
    yield from range(max(0, n - 3), n)

def pairs():
    return ((a, b) for a in range(4) for b in range(5))

def far():
    yield (7, 1)

def numbers():
    return range(9)
"""


def test_states_that_a_function_lists(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text(RULES)

    def of(name: str, function: str) -> ListedPositions:
        texts, states = listed_states(name, function)
        return ListedPositions(name, texts, states=states)

    name = f"{path}:pair"
    found = run(of(name, "pairs"), tmp_path / "pairs")
    assert found.arrow()["nimber"].to_pylist() == [a ^ b for a in range(4) for b in range(5)]
    assert run(replace(of(name, "pairs"), states=()), tmp_path / "texts").digest == found.digest
    ones = run(of(f"{path}:one", "numbers"), tmp_path / "ones")
    assert ones.arrow()["nimber"].to_pylist() == [n % 4 for n in range(9)]
    with pytest.raises(RulesetError, match=r"rules.py:7: ValueError: too far, at the position pair\(7, 1\)"):
        run(of(name, "far"), tmp_path / "far")
    for wrong in ((name, "none"), ("kayles", "numbers")):
        with pytest.raises(RulesetError):
            listed_states(*wrong)
    path.write_text(RULES + "\n")
    with pytest.raises(CensusError, match="expected a census with rules"):
        run(of(name, "pairs"), tmp_path / "pairs")
    with pytest.raises(InputError):
        run(ListedPositions("kayles", ("x",)), tmp_path / "x")


def test_one_process_solves_parts_that_share_their_states(tmp_path: Path) -> None:
    """What finished parts say is used again: a run that goes on looks at no option of their states."""
    path = tmp_path / "rules.py"
    path.write_text(RULES + "\ndef many():\n    return range(400)\n")
    name = f"{path}:one"
    texts, states = listed_states(name, "many")
    positions = ListedPositions(name, texts, states=states)
    assert positions.closed
    assert not ListedPositions(name, texts[-1:], states=states[-1:]).closed
    with ThreadPoolExecutor(1) as executor:
        executor.shutdown()
        found = grundy.census.run(positions, tmp_path / "ones", executor=executor)  # it would refuse a part
    assert found.arrow()["nimber"].to_pylist() == [n % 4 for n in states]
    assert len(found.parts) == 4
    for number in (1, 3):
        (found.folder / "parts" / str(found.parts[number])).unlink()
    tables.clear()
    with progress.tallied() as tally:
        assert run(positions, found.folder).digest == found.digest
    assert tally.options == 2 * 100 * 3  # those of the two parts


@pytest.mark.slow
def test_quotients_of_codes(tmp_path: Path) -> None:
    """The quotients of all codes of one digit, as docs/misere-quotients.md has them."""
    codes_of_a_digit = OctalCodes(1, 99, ("quotient",))
    found = run(codes_of_a_digit, tmp_path / "codes")
    columns = ("position", "order", "lost", "quotient_preperiod", "quotient_period", "wild")
    rows = {row[0]: row[1:] for row in zip(*(found.arrow()[name].to_pylist() for name in columns), strict=True)}
    assert {code: row for code, row in rows.items() if row[3]} == {
        "0.0": (1, 0, 1, 1, None),
        **{f"0.{digit}": (2, 1, 1, 2, None) for digit in (2, 3, 5, 7)},
        "0.1": (2, 1, 2, 1, None),
    }
    assert (rows["0.4"], rows["0.6"]) == ((176, 28, None, None, 11), (304, 38, None, None, 7))
    assert found.described["more"] == ["quotient"]
    assert "more" not in OctalCodes(1, 99).data()
    with pytest.raises(RulesetError, match="quotient"):
        OctalCodes(1, 99, ("misere",))


def test_a_part_does_not_depend_on_what_was_solved_before_it() -> None:
    """The options of a table that was there already were not counted: a census that went on had another digest."""
    part = ListedPositions("kayles", ("9 9", "12", "3 5")).part(1, 3)
    alone = part()
    ListedPositions("kayles", ("30",)).part(0, 1)()
    assert part().equals(alone)


def test_listed_positions_are_solved_together_as_one_by_one() -> None:
    """The search for all of them finds what each position says about itself, whatever their moves are."""
    texts_of = {
        "cram": (".. ..", "...\n.#.\n...", "....\n...."),
        "treblecross": (".....", "........"),
        "strings-and-coins": ("0-1 1-2 2-0", "0-1 1-2"),
        "kayles": ("5", "3 5 7", "4 4"),
        "nim": ("0", "3 5"),
        f"{FAMILIES}:kayles": ("kayles(9)", "kayles(12)", "kayles(0)"),
        f"{FAMILIES}:whole": ("whole(4)", "whole(0)"),
        f"{FAMILIES}:known": ("known(4)", "known(6)"),
        f"{FAMILIES}:mirrored": ("mirrored(3, 1)", "mirrored(2, 2)"),
        f"{FAMILIES}:loops": ("loops(0)", "loops(3)"),
    }
    for name, texts in texts_of.items():
        more = ("misere", "remoteness") if name in ("cram", "nim") else ()
        rows = ListedPositions(name, texts, more).part(0, len(texts))()
        for row in rows.to_pylist():
            position = grundy.games.find(name).parse(row["position"])
            value = position.value if isinstance(position.value, int) else None
            wins = len(position.winning_moves())
            assert (row["outcome"], row["nimber"], row["winning_moves"]) == (str(position.outcome), value, wins)
            if "misere" in row:
                assert (row["misere"], row["remoteness"]) == (str(position.misere.outcome), position.remoteness)
    with pytest.raises(RulesetError, match="misere, remoteness"):
        ListedPositions("kayles", ("3",), ("period",))


def test_an_unfinished_census(grundy_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("\n".join(map(str, range(250))))
    asked = ("census", "run", "kayles", "--lines", str(lines), "--out", str(tmp_path / "a"), "--workers", "1")

    def interrupted(jobs: Any, *_: Any) -> Any:
        yield parts.work(next(jobs))
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "_receipts", interrupted)
    ran = grundy_command(*asked)
    assert (ran.code, f"1 of 3 parts are kept in {tmp_path / 'a'}" in ran.err) == (3, True)
    assert grundy_command("census", "check", str(tmp_path / "a")).code == 1
    query = ("census", "query", str(tmp_path / "a"), "select sum(weight) as n from census")
    refused = grundy_command(*query)
    assert (refused.code, "--partial" in refused.err) == (2, True)
    assert grundy_command(*query, "--partial").out == "n\n100\n"


@pytest.mark.slow
def test_a_cluster_of_dask_gives_the_same(tmp_path: Path, grundy_command: Command) -> None:
    distributed = pytest.importorskip("distributed")
    here = run(BOARDS, tmp_path / "here")
    cluster = distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0")
    with cluster:
        sized = ("--rows", "3", "--columns", "3", "--out", str(tmp_path / "cluster"))
        ran = grundy_command("census", "run", "wall-making", *sized, "--cluster", cluster.scheduler_address)
        assert f"digest   {here.digest}\n" in ran.out


@pytest.mark.slow
def test_without_a_cluster(grundy_command: Command, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    sized = ("--rows", "3", "--columns", "3", "--out", str(tmp_path / "cluster"))
    wrong = grundy_command("census", "run", "wall-making", *sized, "--cluster", "nonsense://here")
    assert (wrong.code, wrong.out) == (2, "")
    assert "expected a scheduler of Dask at 'nonsense://here'" in wrong.err
    assert not (tmp_path / "cluster").exists()
    both = grundy_command("census", "run", "wall-making", *sized, "--cluster", "tcp://here", "--workers", "2")
    assert both.code == 2


def test_codes_that_get_nimbers_from_another_have_the_same_rows() -> None:
    together = codes.solve_codes(3, 3000, 0o244, 0o260).to_pylist()
    alone = [codes.solve_codes(3, 3000, number, number + 1, Relatives()) for number in range(0o244, 0o260)]
    assert together == [row for table in alone for row in table.to_pylist()]


def test_rows_of_codes_do_not_depend_on_the_machine_code_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their options and their engine did: a census that went on in another process had another digest."""
    monkeypatch.setattr(compiling, "is_on_disk", lambda _: False)
    first = codes.solve_codes(3, 1000, 4, 8, Relatives())
    compiling.spend(1000.0)
    assert codes.solve_codes(3, 1000, 4, 8, Relatives()).equals(first)


def test_codes_with_the_nimbers_of_another() -> None:
    rules = [grundy.heaps(f"0.{number:03o}") for number in range(0, 512, 3)]
    values = [np.array(one.nimbers(120)) for one in rules]
    claimed = [
        (one, other)
        for one, other in product(range(len(rules)), repeat=2)
        if one != other and has_nimbers(rules[one], values[other], rules[other])
    ]
    assert len(claimed) > 20
    assert all(np.array_equal(values[one], values[other]) for one, other in claimed)


@pytest.mark.parametrize(
    ("code", "other"),
    [("0.034", "0.024"), ("nim", "0.024"), ("0.024", "0.025"), ("0.126", "0.026"), ("0.3", "0.1"), ("0.5b", "0.53")],
)
def test_codes_without_the_nimbers_of_another(code: str, other: str) -> None:
    assert not has_nimbers(grundy.heaps(code), grundy.heaps(other).nimbers(200), grundy.heaps(other))
