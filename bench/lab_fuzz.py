"""Hostile bodies for the lab: no fault of the server, no traceback, no hang.

``python bench/lab_fuzz.py --bodies 10000`` starts a server on a free port of 127.0.0.1 and sends the bodies of
tests/support/hostile.py from several threads. Prints counts by status and the longest answer; exit code 1 for a
status that is no answer to a wrong request, or anything written by the server.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import httpx

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "tests"))

from support.hostile import bodies  # noqa: E402 - lies in the folder of the tests

JSON = {"content-type": "application/json"}
PATIENCE = 3  # seconds after which the connection is closed
FINE = {200, 400, 413, 422, 503}


def send(base: str, number: int, count: int) -> tuple[Counter[int], float, list[str]]:
    """Send some bodies one after the other."""
    statuses: Counter[int] = Counter()
    longest, wrong = 0.0, []
    with httpx.Client(base_url=base, timeout=90, trust_env=False, verify=False) as client:  # noqa: S501 - no TLS here
        for path, body in bodies(random.Random(number), count):
            start = time.monotonic()
            try:
                with client.stream("POST", f"/api/v1/{path}", content=body, headers=JSON) as answer:
                    status = answer.status_code
                    for _ in answer.iter_raw():
                        if time.monotonic() - start > PATIENCE:  # long work goes on for minutes, as it should
                            break
            except httpx.HTTPError as error:
                status = 0
                wrong.append(f"{path}: {error!r}: {body[:200]!r}")
            longest = max(longest, time.monotonic() - start)
            statuses[status] += 1
            if status not in FINE:
                wrong.append(f"{path}: {status}: {body[:200]!r}")
    return statuses, longest, wrong


def main() -> None:
    """Send all bodies."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bodies", type=int, default=10_000)
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    ruleset = f"{ROOT / 'docs' / 'mygames.py'}:cram"
    command = [sys.executable, "-m", "grundy", "serve", "--no-browser", "--port", "0", ruleset]
    with (
        subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server,
        ThreadPoolExecutor(asked.threads) as pool,
    ):
        if server.stderr is None:
            raise RuntimeError
        base = server.stderr.readline().split("at ")[1].split()[0].rstrip("/")
        start = time.monotonic()
        jobs = [
            pool.submit(send, base, asked.seed * 1000 + number, asked.bodies // asked.threads)
            for number in range(asked.threads)
        ]
        found = [job.result() for job in jobs]
        seconds = time.monotonic() - start
        server.terminate()
        said = [line for line in server.stderr if not line.startswith("grundy: the lab has ended")]
    total = sum((statuses for statuses, _, _ in found), Counter[int]())
    wrong = [line for _, _, lines in found for line in lines]
    longest = max(longest for _, longest, _ in found)
    print(f"{total.total():,} bodies in {seconds:,.0f} s: {dict(sorted(total.items()))}")
    print(f"longest answer {longest:.1f} s; the server wrote {len(said)} lines")
    print("".join(f"{line}\n" for line in islice(wrong, 20)), *said[:40], sep="")
    sys.exit(bool(wrong or said))


if __name__ == "__main__":
    main()
