"""The tests that take random examples, with new ones each time, until the time is over.

The suite takes the same examples each time, so that it fails for a change, and not by luck. ``python
bench/random_tests.py --minutes 60`` runs these tests again and again, each time with another seed (``--processes`` at
once), and ends at the first failure. What it prints then says which example it was: mend the fault, and keep the
example as a fixed test. Further words go to pytest, such as ``tests/games/twins`` or ``-k fuzz``.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent


def main() -> None:
    """Run them, and print the seed of each run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--processes", type=int, default=2)
    chosen, words = parser.parse_known_args()
    until = time.monotonic() + 60 * chosen.minutes
    rounds = 0
    while time.monotonic() < until:
        seed = random.SystemRandom().randrange(2**32)
        rounds += 1
        print(f"round {rounds}: GRUNDY_FRESH=1 pytest -m hypothesis --hypothesis-seed={seed}", flush=True)
        command = [sys.executable, "-m", "pytest", "-q", "-m", "hypothesis", f"--hypothesis-seed={seed}"]
        command += ["-n", str(chosen.processes), "--dist", "worksteal", *words]
        done = subprocess.run(command, cwd=ROOT, env=os.environ | {"GRUNDY_FRESH": "1"}, check=False)
        if done.returncode:
            sys.exit(1)


if __name__ == "__main__":
    main()
