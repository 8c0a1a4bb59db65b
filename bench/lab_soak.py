"""A soak of the lab: many requests of all kinds, some of them cancelled, some hostile; nothing may grow.

``python bench/lab_soak.py --requests 20000`` starts a server on a free port of 127.0.0.1 under limits of its own.
Each request is a question about a game, a long job whose connection is closed or that is stopped by DELETE, a hostile
body, a question to a ruleset that does not return, or a connection that is left half open. First each kernel is
loaded and each of the hostile bodies is sent once, so that modules are loaded and caches filled; then they are sent
again and again. Prints counts by kind and status, latencies of the plain questions, and memory, descriptors and threads
of the server after each twentieth; exit code 1 where the end is not as it was after the first twentieth, or an answer
was a fault.
"""

from __future__ import annotations

import argparse
import random
import socket
import statistics
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
import psutil

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "tests"))

from lab_fuzz import FINE, JSON  # noqa: E402 - lies beside this file
from lab_stuck import lab  # noqa: E402 - the same

from support.hostile import bodies  # noqa: E402 - lies in the folder of the tests

CRAM = f"{ROOT / 'docs' / 'mygames.py'}:cram"
FOREVER = f"{ROOT / 'tests' / 'support' / 'rules_that_fail.py'}:forever"
GAMES = (
    {"game": "nim", "position": "3 5 7"},
    {"game": "wall-making", "position": "X....\n...X.\n.....", "board": True},
    {"game": "kayles", "position": "10 7 12"},
    {"game": "cram", "position": "3x4", "board": True},
    {"game": "polygon", "position": "12 1-4"},
)
LONG = {"game": "cram", "position": "7x7"}
KINDS = {"plain": 80, "hostile": 15, "closed": 2, "deleted": 1, "half open": 1.9, "stuck": 0.1}  # per cent
LOADING = (
    ("positions", {"game": "wall-making", "position": "\n".join(["." * 30] * 30)}),
    ("positions", {"game": "rook", "position": "300 400"}),
    ("sequences", {"rules": "0.137", "length": 100_000, "period": True}),
)
BODIES = 500  # hostile ones
MOST_GROWTH = 1.2  # of memory, between the first twentieth and the end
MOST_MORE = 12  # descriptors or threads


class Clients:
    """Sends requests from several threads, and counts what comes."""

    def __init__(self, base: str, seed: int) -> None:
        """Begin with nothing seen."""
        self.base = base
        self.seen: Counter[tuple[str, int]] = Counter()
        self.seconds: list[float] = []
        self.wrong: list[str] = []
        self.sent = 0
        self._seed = seed
        self._hostile = list(bodies(random.Random(seed), BODIES))
        self._lock = threading.Lock()

    def run(self, number: int, count: int) -> None:
        """Send some requests one after the other."""
        rng = random.Random(1000 * self._seed + number)
        with httpx.Client(base_url=f"{self.base}/api/v1", timeout=60, trust_env=False, verify=False) as client:  # noqa: S501 - no TLS here
            for _ in range(count):
                kind = rng.choices(list(KINDS), list(KINDS.values()))[0]
                start = time.monotonic()
                try:
                    status = self._send(client, kind, rng)
                except httpx.HTTPError as error:
                    status = 0
                    self.wrong.append(f"{kind}: {error!r}")
                with self._lock:
                    self.sent += 1
                    self.seen[kind, status] += 1
                    if kind == "plain":
                        self.seconds.append(time.monotonic() - start)
                    if status not in FINE:
                        self.wrong.append(f"{kind}: {status}")

    def warm(self) -> None:
        """Send one of each."""
        with httpx.Client(base_url=f"{self.base}/api/v1", timeout=60, trust_env=False, verify=False) as client:  # noqa: S501 - no TLS here
            for path, asked in LOADING:
                client.post(f"/{path}", json=asked)
            for path, body in self._hostile:
                self._post(client, path, body)

    def _post(self, client: httpx.Client, path: str, body: bytes) -> int:
        with client.stream("POST", f"/{path}", content=body, headers=JSON) as answer:
            for _ in islice(answer.iter_raw(), 3):  # long work goes on for minutes, as it should
                pass
            return answer.status_code

    def _send(self, client: httpx.Client, kind: str, rng: random.Random) -> int:
        if kind == "plain":
            return client.post("/positions", json=rng.choice(GAMES)).status_code
        if kind == "hostile":
            return self._post(client, *rng.choice(self._hostile))
        if kind == "stuck":
            return client.post("/positions", json={"game": "forever", "position": "9"}).status_code
        if kind == "half open":
            raw = socket.create_connection(("127.0.0.1", int(self.base.rpartition(":")[2])))
            raw.sendall(b"POST /api/v1/positions HTTP/1.1\r\nHost: loc"[: rng.randrange(40)])
            threading.Timer(rng.uniform(0, 20), raw.close).start()
            return 200
        with client.stream("POST", "/solves", json=LONG) as stream:
            if stream.is_success and kind == "deleted":
                name = next(stream.iter_lines()).split('"')[3]
                with suppress(httpx.ReadTimeout):
                    client.delete(f"/solves/{name}")
            return stream.status_code


def figures(server: psutil.Process) -> dict[str, Any]:
    """Return what the server holds, its child processes as well."""
    family = [server, *server.children(recursive=True)]
    return {
        "own": server.memory_info().rss,
        "all": sum(one.memory_info().rss for one in family),
        "descriptors": server.num_fds(),
        "threads": server.num_threads(),
        "processes": len(family),
    }


def main() -> None:
    """Send all requests."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with lab(CRAM, FOREVER) as (process, base), ThreadPoolExecutor(asked.threads) as pool:
        server = psutil.Process(process.pid)
        clients = Clients(base, asked.seed)
        clients.warm()
        start = time.monotonic()
        jobs = [pool.submit(clients.run, number, asked.requests // asked.threads) for number in range(asked.threads)]
        shown, first = 0, None
        while not all(job.done() for job in jobs):
            time.sleep(0.5)
            part = 20 * clients.sent // asked.requests
            if part > shown:
                shown = part
                held = figures(server)
                first = first or held
                print(f"{clients.sent:>7,} requests, {time.monotonic() - start:5.0f} s: {held}", flush=True)
        for job in jobs:
            job.result()
        time.sleep(25)  # half-open connections have been closed by then
        last = figures(server)
    first = first or last
    print(f"at the end: {last}; after the first twentieth: {first}")
    print(dict(sorted(clients.seen.items())))
    cuts = statistics.quantiles(clients.seconds, n=100)
    print(f"plain questions: median {1000 * cuts[49]:.0f} ms, p99 {1000 * cuts[98]:.0f} ms, "
          f"most {1000 * max(clients.seconds):.0f} ms")  # fmt: skip
    print("".join(f"{line}\n" for line in clients.wrong[:20]), end="")
    grown = last["own"] > MOST_GROWTH * first["own"] or any(
        last[name] > first[name] + MOST_MORE for name in ("descriptors", "threads")
    )
    sys.exit(bool(grown or clients.wrong))


if __name__ == "__main__":
    main()
