"""A stored sequence that grows in processes of their own, which are killed, while its manifests are damaged."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
import warnings
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import grundy
import grundy.families.heaps.direct_kernel  # loaded once, in the process from which the others are forked
from grundy.runtime.limits import limited
from grundy.runtime.progress import reporting
from grundy.sequences import growing
from grundy.sequences.manifest import MANIFEST, PREVIOUS
from grundy.sequences.store import open_store

if TYPE_CHECKING:
    import random
    from multiprocessing.process import BaseProcess
    from pathlib import Path

    from grundy.sequences.store import Store

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload([__name__])  # so that each process begins with NumPy and Numba loaded


_PAUSE = 0.003  # seconds at each report: a kill finds its moment on a machine with other work, too


def start_growing(folder: Path, code: str, length: int, options: int) -> BaseProcess:
    """Start a process that stores the nimbers of a code, with at most so many options a chunk."""
    process = _CONTEXT.Process(target=_grow, args=(folder, code, length, options))
    process.start()
    return process


def _grow(folder: Path, code: str, length: int, options: int) -> None:
    growing._MOST_OPTIONS = options  # noqa: SLF001 - short chunks, so that there are many moments between two
    with reporting(lambda _done, _total: time.sleep(_PAUSE)):
        growing.grow(folder, grundy.heaps(code), length, direct=True)


def start_that_dies(folder: Path, code: str, length: int, options: int, report: int) -> BaseProcess:
    """Start such a process, which kills itself (kill -9) at the report of this number."""
    process = _CONTEXT.Process(target=_die, args=(folder, code, length, options, report))
    process.start()
    return process


def _die(folder: Path, code: str, length: int, options: int, report: int) -> None:
    growing._MOST_OPTIONS = options  # noqa: SLF001 - as above
    left = iter(range(report))

    def reported(_done: int, _total: int | None) -> None:
        if next(left, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)

    machine_code = limited(kernel_above=-1)  # each of its reports is a chunk; the plain engine reports more often
    with machine_code, reporting(reported):
        growing.grow(folder, grundy.heaps(code), length, direct=True)


class Killed(NamedTuple):
    """What came of it: how many values were there after each kill, what was done to the manifests, and both runs."""

    lengths: list[int]
    damage: Counter[str]
    killed: Store
    calm: Store


def killed_again_and_again(folder: Path, kills: int, length: int, options: int, rng: random.Random) -> Killed:
    """Kill a stored run of 0.6 again and again, a moment after some more chunks; then let it go to its end."""
    rules = grundy.heaps("0.6")
    start_growing(folder / "calm", "0.6", length, options).join()
    chunks = len(list((folder / "calm").glob("*.chunk")))
    killed = folder / "killed"
    lengths, damages = [], Counter[str]()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # manifests that are made again
        for _ in range(kills):
            until = len(list(killed.glob("*.chunk"))) + rng.randint(0, 2 * chunks // kills)
            process = start_growing(killed, "0.6", length, options)
            while process.is_alive() and len(list(killed.glob("*.chunk"))) < until:
                time.sleep(0.0005)
            time.sleep(rng.uniform(0, 0.01))
            process.kill()
            process.join()
            damages[damage(killed, rng)] += 1
            lengths.append(open_store(killed, rules).length)
    process = start_growing(killed, "0.6", length, options)
    process.join()
    assert process.exitcode == 0
    return Killed(lengths, damages, *(open_store(folder / name, rules) for name in ("killed", "calm")))


def damage(folder: Path, rng: random.Random) -> str:
    """Damage or delete the manifests of a stored run, or leave them; say what was done."""
    way = rng.choice(["left", "deleted", "both deleted", "a bit", "cut", "the previous one put back"])
    manifest, previous = folder / MANIFEST, folder / PREVIOUS
    if not manifest.exists() or not previous.exists():
        return "left"
    if way.endswith("deleted"):
        manifest.unlink()
        if way.startswith("both"):
            previous.unlink()
    elif way == "a bit":
        data = bytearray(manifest.read_bytes())
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        manifest.write_bytes(data)
    elif way == "cut":
        manifest.write_bytes(manifest.read_bytes()[: rng.randrange(1000)])
    elif way != "left":
        previous.replace(manifest)
    return way
