"""All that the package stores, as scenarios: what is there before, what is done, and what has to hold afterwards."""

from __future__ import annotations

import shutil
import tempfile
import warnings
from abc import ABC, abstractmethod
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from click import UsageError

import grundy
from grundy.cli import main
from grundy.cli.stress import _save as save_counterexample
from grundy.cli.stress import _save_picture as save_picture
from grundy.errors import GrundyError, RulesetError
from grundy.research.sequences import grow, open_store, stream
from grundy.research.sequences.folder import COPY, MANIFEST, check_file
from grundy.research.sequences.streamed import opened_stream
from grundy.runtime import limits
from grundy.runtime.files import LOCK, TEMPORARY
from grundy.runtime.table_cache import tables
from support.disk import Disk, states
from support.streaming import CLAIM, SMALL

if TYPE_CHECKING:
    import random

LENGTH = 300
RULES = grundy.heaps("0.6")
BOARD = grundy.games.wall_making("X.\n..")
VALUES = RULES.nimbers(LENGTH, direct=True)


class Scenario(ABC):
    """Something that is written into a folder. A failure may raise an error of grundy's, `OSError` or `MemoryError`."""

    weight = 1  # of which the suite tries so much less

    def prepare(self, folder: Path) -> None:
        """Make what is there before."""
        del folder

    @abstractmethod
    def act(self, folder: Path) -> None:
        """Write."""

    @abstractmethod
    def check(self, folder: Path) -> None:
        """Check what is there after a failure: the old or the new."""

    @abstractmethod
    def finish(self, folder: Path) -> None:
        """Write once more, without a failure, and check that the new is there."""

    @abstractmethod
    def done(self, folder: Path) -> None:
        """Check that the new is there."""

    def check_failure(self, folder: Path) -> None:
        """Check what is there after a failure of which the process knew, and so could clean up."""
        del folder


class Sequence(Scenario):
    """A stored run from the beginning."""

    damaged: tuple[str, ...] = ()

    def act(self, folder: Path) -> None:
        """Grow the sequence in three chunks."""
        self._grow(folder)

    def _grow(self, folder: Path, length: int = LENGTH, *, repair: bool = False) -> None:
        tables.clear()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a manifest whose copy is used
            for stop in range(length % 100 or 100, length + 1, 100):
                grow(folder / "stored", RULES, stop, direct=True, repair=repair)

    def check(self, folder: Path) -> None:
        """All chunks that are listed are whole, and their values are right."""
        if not (folder / "stored").exists():
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            store = open_store(folder / "stored", RULES)
        assert {chunk.file.name for chunk in store.damaged()} <= set(self.damaged)
        if not self.damaged:
            assert np.array_equal(store.values(), VALUES[: store.length])

    def finish(self, folder: Path) -> None:
        """Grow on."""
        self._grow(folder, repair=bool(self.damaged))
        self.done(folder)

    def done(self, folder: Path) -> None:
        """Find the values of an undisturbed run, and no file of another time."""
        stored = open_store(folder / "stored", RULES)
        stored.check()
        assert np.array_equal(stored.values(), VALUES)
        names = {path.name for path in (folder / "stored").iterdir() if not path.name.startswith(TEMPORARY)}
        assert names - {MANIFEST, COPY, LOCK} == {chunk.file.name for chunk in stored.chunks}


class LongerSequence(Sequence):
    """A stored run that goes on from the middle of a chunk."""

    def prepare(self, folder: Path) -> None:
        """Grow half of it."""
        self._grow(folder, LENGTH // 2)


class SequenceWithoutManifest(Sequence):
    """A stored run whose manifest is lost."""

    def prepare(self, folder: Path) -> None:
        """Grow most of it."""
        self._grow(folder, LENGTH - 20)
        (folder / "stored" / MANIFEST).unlink()


class RepairedSequence(Sequence):
    """A repair of a stored run with a damaged chunk and a damaged manifest."""

    def prepare(self, folder: Path) -> None:
        """Grow most of it, and change two files."""
        self._grow(folder, LENGTH - 20)
        stored = folder / "stored"
        hurt = sorted(stored.glob("*.values"))[1]
        self.damaged = (hurt.name,)
        self.others = {path.name: path.read_bytes() for path in stored.glob("*.values") if path != hurt}
        for path in (hurt, stored / MANIFEST):
            data = bytearray(path.read_bytes())
            data[20] ^= 1
            path.write_bytes(data)

    def act(self, folder: Path) -> None:
        """Repair."""
        self._grow(folder, repair=True)

    def check(self, folder: Path) -> None:
        """All chunks that are not damaged are as they were."""
        super().check(folder)
        assert all((folder / "stored" / name).read_bytes() == data for name, data in self.others.items())


class StreamedSequence(Scenario):
    """A streamed run to the proof of a period, with several chunks and windows."""

    weight = 10

    def __init__(self) -> None:
        """Compile what is needed: Numba has to see the functions of NumPy themselves."""
        with tempfile.TemporaryDirectory() as name:
            self.act(Path(name))

    def act(self, folder: Path) -> None:
        """Stream."""
        self._stream(folder)

    def _stream(self, folder: Path) -> dict[str, Any]:
        return stream(folder / "stream", grundy.heaps("0.156"), None, CLAIM, SMALL)

    def check(self, folder: Path) -> None:
        """All chunks that are listed are whole."""
        found = opened_stream(folder / "stream", "0.156")
        for chunk in [] if found is None else found.chunks:
            check_file(folder / "stream", chunk.file, 1)

    def finish(self, folder: Path) -> None:
        """Stream on."""
        self.done(folder)

    def done(self, folder: Path) -> None:
        """Find the proof, and the counts of all values."""
        found = self._stream(folder)
        assert found["claim"]["proved"]
        assert found["histogram"] == np.bincount(grundy.heaps("0.156").nimbers(found["values"])).tolist()


class SavedTable(Scenario):
    """A solved table that replaces the one of another board."""

    def prepare(self, folder: Path) -> None:
        """Save the table of the other board."""
        self._save("X.\n..", folder)

    def act(self, folder: Path) -> None:
        """Save."""
        self._save("X...\n...X", folder)

    def _save(self, text: str, folder: Path) -> None:
        board = grundy.games.wall_making(text)
        with limits.limited(kernel_above=-1):
            assert board.nimber >= 0
        grundy.save_tables(board, folder / "t.tables")

    def check(self, folder: Path) -> None:
        """Load one of the two."""
        tables.clear()
        try:
            grundy.load_tables(grundy.games.wall_making("X...\n...X"), folder / "t.tables")
        except RulesetError:
            grundy.load_tables(grundy.games.wall_making("X.\n.."), folder / "t.tables")

    def finish(self, folder: Path) -> None:
        """Save."""
        tables.clear()
        self.act(folder)
        self.done(folder)

    def done(self, folder: Path) -> None:
        """Load the new one."""
        tables.clear()
        grundy.load_tables(grundy.games.wall_making("X...\n...X"), folder / "t.tables")


class Command(Scenario):
    """A command that writes files into a folder; it may fail with exit code 2 and words, and never otherwise."""

    arguments: tuple[str, ...]
    old: dict[str, bytes]

    def __init__(self) -> None:
        """Nothing is known of the new files yet."""
        self.new: dict[str, bytes] = {}

    def prepare(self, folder: Path) -> None:
        """Write the old files."""
        for name, data in self.old.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)

    def act(self, folder: Path) -> None:
        """Run the command."""
        code = main.run([word.format(folder=folder) for word in self.arguments])
        assert code in {0, 2}
        if code:
            raise OSError

    def check(self, folder: Path) -> None:
        """Each file is the old or the new one."""
        for name, data in self._files(folder).items():
            assert data in {self.old.get(name), self.new[name]}
        assert self.old.keys() <= self._files(folder).keys()

    def finish(self, folder: Path) -> None:
        """Run the command once more."""
        self.act(folder)
        self.done(folder)

    def done(self, folder: Path) -> None:
        """Find new files only."""
        self.new = self.new or self._files(folder)
        assert self._files(folder) == self.new

    def _files(self, folder: Path) -> dict[str, bytes]:
        paths = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(TEMPORARY))
        own = str(folder).encode()  # in the command, which pictures say
        return {str(path.relative_to(folder)): path.read_bytes().replace(own, b"") for path in paths}


class Answers(Command):
    """Answers of two inputs, one of which was answered before."""

    arguments = ("answer", "boj-11717", "{folder}/a.in", "{folder}/b.in", "--out-dir", "{folder}/out")
    old = {"a.in": b"1 1\n.\n", "b.in": b"1 2\n..\n", "out/b.out": b"old\n"}  # noqa: RUF012 - never changed


class Vectors(Command):
    """A set of tests."""

    arguments = ("vectors", "boj-13034", "--count", "1", "--out", "{folder}/new/tests")
    old: dict[str, bytes] = {}  # noqa: RUF012 - never changed

    def check_failure(self, folder: Path) -> None:
        """Find nothing."""
        assert not list(folder.iterdir())

    def finish(self, folder: Path) -> None:
        """Remove what a killed run has left, and run the command once more."""
        shutil.rmtree(folder / "new", ignore_errors=True)
        super().finish(folder)


class Values(Command):
    """A file of values."""

    arguments = ("sequence", "0.6", "--length", "30", "-o", "{folder}/values.npy")
    old = {"values.npy": b"old"}  # noqa: RUF012 - never changed


class Picture(Command):
    """A picture and a table of one command."""

    arguments = ("solve", "wall-making", "{folder}/b", "-o", "{folder}/p.svg", "--save", "{folder}/t.tables")
    old = {"b": b"X.\n..\n", "p.svg": b"old"}  # noqa: RUF012 - never changed


class Counterexample(Scenario):
    """An input that was found, with its output, beside that of another run."""

    def prepare(self, folder: Path) -> None:
        """Save the other one."""
        (folder / "x.in").write_bytes(b"old")
        (folder / "x.ans").write_bytes(b"old")

    def act(self, folder: Path) -> None:
        """Save."""
        found = SimpleNamespace(text="in", expected="out")
        save_picture(BOARD, save_counterexample(cast("Any", found), str(folder / "x.in")))

    def check(self, folder: Path) -> None:
        """Find the old ones, and perhaps the new ones, as they should be."""
        for path in folder.glob("x*"):
            new = {".in": b"in", ".ans": b"out"}.get(path.suffix, BOARD.svg().encode())
            assert path.read_bytes() == (b"old" if path.stem == "x" else new)
        assert {"x.in", "x.ans"} <= {path.name for path in folder.iterdir()}

    def check_failure(self, folder: Path) -> None:
        """Find nothing but the old ones, or a whole counterexample, whose picture may be missing."""
        assert len(list(folder.glob("x-*.in"))) == len(list(folder.glob("x-*.ans")))

    def finish(self, folder: Path) -> None:
        """Save once more: under the next number."""
        self.act(folder)
        self.done(folder)

    def done(self, folder: Path) -> None:
        """Find the new ones."""
        self.check(folder)
        assert any(path.with_suffix(".ans").exists() for path in folder.glob("x-*.in"))


SCENARIOS: tuple[type[Scenario], ...] = (
    *(Sequence, LongerSequence, SequenceWithoutManifest, RepairedSequence, StreamedSequence),
    *(SavedTable, Answers, Vectors, Values, Picture, Counterexample),
)


class Counts(NamedTuple):
    """What was tried: calls or events of an undisturbed run, and failures or states of the disk."""

    calls: int
    tried: int


def fail_each_call(kind: type[Scenario], folder: Path, step: int = 1) -> Counts:
    """Let each call of a scenario fail (or each `step`-th one), one in each run.

    Raises `AssertionError` where something is lost or wrong.
    """
    scenario = kind()
    undisturbed(scenario, folder / "calm")
    for tried in count():
        number = 1 + tried * step
        here = folder / str(number)
        here.mkdir()
        with Disk(here):  # which flushes nothing, and so is quick
            scenario.prepare(here)
        tables.clear()
        with Disk(here, number) as failing, suppress(GrundyError, UsageError, OSError, MemoryError):
            scenario.act(here)
        if failing.failed is None:
            break
        try:
            scenario.check(here)
            scenario.check_failure(here)
            assert failing.failed.startswith("unlink") or not list(here.rglob(f"{TEMPORARY}*"))
            for event in failing.events:
                told = event.data if event.kind == "names" else {}
                assert all((here / name).exists() for name, there in told.items() if there and name.endswith(".values"))
            with Disk(here):
                scenario.finish(here)
        except Exception as error:
            error.add_note(f"{kind.__name__}, call {number}: {failing.failed}")
            raise
        shutil.rmtree(here)
    return Counts(failing.calls, tried)


def lose_power(kind: type[Scenario], folder: Path, rng: random.Random, share: float = 1) -> Counts:
    """Let the power go after each event of a scenario, and look at (a share of) what may be on the disk then.

    Raises `AssertionError` where something is lost or wrong.
    """
    scenario = kind()
    disk = undisturbed(scenario, folder / "calm")
    numbers = count()
    tried = 0
    for state in states(disk, rng):
        if rng.random() > share:
            continue
        tried += 1
        here = folder / str(next(numbers))
        here.mkdir()
        state.restore(folder / "calm", here)
        try:
            scenario.check(here)
            if state.told == len(disk.events):
                scenario.done(here)
            with Disk(here):
                scenario.finish(here)
        except Exception as error:
            told = disk.events[state.told - 1] if state.told else "nothing"
            error.add_note(f"{kind.__name__}, the power went after {state.told} of {len(disk.events)}: {told}")
            raise
        shutil.rmtree(here)
    return Counts(len(disk.events), tried)


def undisturbed(scenario: Scenario, folder: Path) -> Disk:
    """Let a scenario act, and return what its disk was told."""
    folder.mkdir()
    scenario.prepare(folder)
    with Disk(folder) as disk:
        scenario.act(folder)
    scenario.done(folder)
    return disk
