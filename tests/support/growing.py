"""A stored sequence that grows in processes of their own, which are killed, while its manifests are damaged."""

from __future__ import annotations

import multiprocessing
import time
import warnings
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import grundy
import grundy.games.families.heaps.direct_kernel  # loaded once, in the process from which the others are forked
from grundy.research.sequences import grow, open_store
from grundy.research.sequences.folder import COPY, MANIFEST

if TYPE_CHECKING:
    import random
    from multiprocessing.process import BaseProcess
    from pathlib import Path

    from grundy.research.sequences import Store

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload([__name__])  # so that each process begins with NumPy and Numba loaded


class Killed(NamedTuple):
    """What came of it: how many values were there after each kill, what was done to the manifests, and both runs."""

    lengths: list[int]
    damage: Counter[str]
    killed: Store
    calm: Store


def killed_again_and_again(folder: Path, kills: int, length: int, chunks: int, rng: random.Random) -> Killed:
    """Kill a stored run of 0.6 again and again, a moment after some more chunks; then let it go to its end."""
    rules = grundy.heaps("0.6")
    _started(folder / "calm", length, chunks).join()
    killed = folder / "killed"
    lengths, damages = [], Counter[str]()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of manifests whose copy is used
        for _ in range(kills):
            until = len(list(killed.glob("*.values"))) + rng.randint(1, 2 * chunks // kills)
            process = _started(killed, length, chunks)
            while process.is_alive() and len(list(killed.glob("*.values"))) < until:
                time.sleep(0.0005)
            time.sleep(rng.uniform(0, 0.01))
            process.kill()
            process.join()
            damages[damage(killed, rng)] += 1
            lengths.append(open_store(killed, rules).length)
        process = _started(killed, length, chunks)
        process.join()
        assert process.exitcode == 0
        return Killed(lengths, damages, *(open_store(folder / name, rules) for name in ("killed", "calm")))


def damage(folder: Path, rng: random.Random) -> str:
    """Damage or delete the manifest of a stored run, or leave it; say what was done."""
    way = rng.choice(["left", "deleted", "a bit", "cut", "copied back"])
    manifest, copy = folder / MANIFEST, folder / COPY
    if not manifest.exists() or not copy.exists():
        return "left"
    if way == "deleted":
        manifest.unlink()
    elif way == "a bit":
        data = bytearray(manifest.read_bytes())
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        manifest.write_bytes(data)
    elif way == "cut":
        manifest.write_bytes(manifest.read_bytes()[: rng.randrange(1000)])
    elif way == "copied back":
        copy.replace(manifest)
    return way


def _started(folder: Path, length: int, chunks: int) -> BaseProcess:
    """Start a process that stores the nimbers of 0.6 in so many chunks."""
    process = _CONTEXT.Process(target=_grow, args=(folder, length, chunks))
    process.start()
    return process


def _grow(folder: Path, length: int, chunks: int) -> None:
    warnings.simplefilter("ignore")  # the same
    for number in range(1, chunks + 1):
        grow(folder, grundy.heaps("0.6"), length * number // chunks, direct=True)
