"""Storage under faults: each call fails in turn, the power goes at each moment, and runs are killed at random ones.

``python bench/storage.py`` runs all scenarios of tests/support/storage.py: each call of the system and each new array
fails once, and after each event all states of a disk that has lost its power are tried (of many, a sample). Then a
stored run is killed (``--kills``, kill -9) at random moments, its manifests are damaged or deleted between, and its
digest is compared with that of an undisturbed run. Prints counts; exit code 1 where something is lost or wrong.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from support.growing import killed_again_and_again
from support.storage import SCENARIOS, Counts, Scenario, fail_each_call, lose_power

LENGTH, CHUNKS = 40_000, 100


def scenario(kind: type[Scenario], rng: random.Random) -> bool:
    """Run a scenario with each failure and each loss of power; print counts, and say whether all was right."""
    start = time.monotonic()
    found: list[Counts] = []
    for name in ("calls", "power"):
        with tempfile.TemporaryDirectory() as folder:
            silent = io.StringIO()
            try:
                with contextlib.redirect_stdout(silent), contextlib.redirect_stderr(silent):
                    place = Path(folder)
                    found.append(fail_each_call(kind, place) if name == "calls" else lose_power(kind, place, rng))
            except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
                print(f"{kind.__name__}: WRONG: {error!r} {getattr(error, '__notes__', '')}")
                return False
    calls, power = found
    print(
        f"{kind.__name__:>24}: {calls.calls:4} calls, {calls.tried:4} failures; "
        f"{power.calls:4} events, {power.tried:6} losses of power; 0 lost or wrong; {time.monotonic() - start:.0f} s"
    )
    return True


def killed(kills: int, rng: random.Random) -> bool:
    """Kill a stored run again and again; compare it with an undisturbed one."""
    with tempfile.TemporaryDirectory() as name:
        found = killed_again_and_again(Path(name), kills, LENGTH, CHUNKS, rng)
        digests = found.killed.digest(), found.calm.digest()
    right = digests[0] == digests[1] and found.lengths == sorted(found.lengths)
    done = ", ".join(f"{figure:,}" for figure in found.lengths)
    print(f"{kills} times kill -9; values after each: {done}")
    print(f"manifests between: {dict(found.damage)}; digests {'equal' if right else 'WRONG'}: {digests[0]}")
    return right


def main() -> None:
    """Run all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=["scenarios", "kills"])
    chosen = parser.parse_args()
    rng = random.Random(chosen.seed)
    right = chosen.only == "kills" or not [kind for kind in SCENARIOS if not scenario(kind, rng)]
    if chosen.only != "scenarios":
        right = killed(chosen.kills, rng) and right
    sys.exit(not right)


if __name__ == "__main__":
    main()
