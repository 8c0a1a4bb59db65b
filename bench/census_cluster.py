"""A census on a Dask cluster of this machine whose workers and client are killed: the digest is that of one process.

Run it by hand, a few minutes: python bench/census_cluster.py [BOARDS]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import grundy
from grundy.research.census import RandomBoards

ADDRESS = "tcp://127.0.0.1:8799"
WORKER = ["-m", "distributed.cli.dask_worker", ADDRESS, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
KILLED = (0.1, 0.25, 0.4)  # of the parts are there when the first worker, the second, and the client are killed


def started(*arguments: str) -> subprocess.Popen[bytes]:
    """Start a program of Python that says nothing."""
    return subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def main() -> None:
    """Run the census, kill, go on, and compare."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 30_000
    boards = RandomBoards("wall-making", 20, 20, 0.2, count, seed=3)
    sized = ["--rows", "20", "--columns", "20", "--density", "0.2", "--count", str(count), "--seed", "3"]
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "census"
        client = ["-m", "grundy", "census", "run", "wall-making", *sized, "--out", str(folder), "--cluster", ADDRESS]
        scheduler = started("-m", "distributed.cli.dask_scheduler", "--port", "8799", "--no-dashboard")
        time.sleep(4)
        workers = [started(*WORKER) for _ in range(4)]
        begun = time.monotonic()
        running = started(*client)
        parts = -(-boards.size // boards.part_size)
        for share, victim in zip(KILLED, (workers[0], workers[1], running), strict=True):
            while len(list(folder.glob("parts/0*"))) < share * parts:
                time.sleep(0.2)
            victim.kill()
            print(f"{time.monotonic() - begun:6.1f} s  killed {'the client' if victim is running else 'a worker'}")
        again = subprocess.run([sys.executable, *client], check=True, capture_output=True, text=True)
        print(f"{time.monotonic() - begun:6.1f} s  done\n{again.stdout}")
        for process in (*workers[2:], scheduler):
            process.terminate()
            process.wait()
        found = grundy.census.open(folder)
        found.check()
        names = Counter(path.name[:8] for path in (folder / "parts").iterdir())
        assert max(names.values()) == 1
        alone = grundy.census.run(boards, Path(scratch) / "alone", workers=2)
        assert found.digest == alone.digest
        print(f"{len(names)} parts, none twice; two processes give the same digest")


if __name__ == "__main__":
    main()
