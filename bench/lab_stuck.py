"""Two rulesets that never return and one that allocates, while many clients ask for other games.

``python bench/lab_stuck.py --clients 50 --seconds 30`` starts a server on a free port of 127.0.0.1, under a limit on
its memory. Other clients ask the broken rulesets without end, some of them for long solves. Prints the latencies of nim
and Wall Making, the most memory of the server and of its child processes, how soon Ctrl-C ends the server while all
rulesets are stuck, and which processes are left; exit code 1 where p99 is a second or more, or anything is left.
"""

from __future__ import annotations

import argparse
import resource
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import psutil

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = Path(__file__).parent.parent / "tests" / "support" / "rules_that_fail.py"
BROKEN = ("forever", "counting", "growing")
ASKED = (
    {"game": "nim", "position": "3 5 7"},
    {"game": "wall-making", "position": "X....\n...X.\n.....\n....."},
)
MOST_BYTES = 6 * 2**30  # of the server, and of each of its children


@contextmanager
def lab(*rulesets: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Run the command; yield its process and its address."""
    command = [sys.executable, "-m", "grundy", "serve", "--no-browser", "--port", "0", *rulesets]

    def bind() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))

    with subprocess.Popen(command, stderr=subprocess.PIPE, preexec_fn=bind) as server:  # noqa: PLW1509 - before any thread
        assert server.stderr is not None
        words = next(line for line in server.stderr if b"the lab is at" in line).decode()
        pipe = server.stderr
        threading.Thread(target=lambda: [None for _ in pipe], daemon=True).start()  # what rules print
        try:
            yield server, words.split("at ")[1].split()[0].rstrip("/")
        finally:
            server.send_signal(signal.SIGINT)


def ask(base: str, until: float, seconds: list[float], statuses: Counter[int], number: int) -> None:
    """Ask for games that are fine."""
    with httpx.Client(base_url=base, timeout=60, trust_env=False, verify=False) as client:  # noqa: S501 - no TLS here
        while time.monotonic() < until:
            start = time.monotonic()
            statuses[client.post("/api/v1/positions", json=ASKED[number % 2]).status_code] += 1
            seconds.append(time.monotonic() - start)
            time.sleep(0.2)


def asking(
    base: str, clients: int, seconds: float, found: list[float], statuses: Counter[int]
) -> list[threading.Thread]:
    """Start so many clients for so many seconds, and return their threads."""
    until = time.monotonic() + seconds
    threads = [threading.Thread(target=ask, args=(base, until, found, statuses, number)) for number in range(clients)]
    for thread in threads:
        thread.start()
    return threads


def latencies(seconds: list[float]) -> str:
    """Describe latencies."""
    cuts = statistics.quantiles(seconds, n=100)
    return f"median {1000 * cuts[49]:.0f} ms, p99 {1000 * cuts[98]:.0f} ms, most {1000 * max(seconds):.0f} ms"


def ask_broken(base: str, name: str, path: str, answers: Counter[str]) -> None:
    """Ask a ruleset that is broken, again and again, until the server has gone."""
    try:
        with httpx.Client(base_url=base, timeout=60, trust_env=False, verify=False) as client:  # noqa: S501 - no TLS here
            while True:
                answer = client.post(f"/api/v1/{path}", json={"game": name, "position": "9"})
                answers[
                    f"{path} {name} {answer.status_code} {answer.text[-160:].split('message')[-1][3:90].strip()}"
                ] += 1
                time.sleep(0.5)
    except httpx.HTTPError:
        return


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    asked = parser.parse_args()
    seconds: list[float] = []
    alone: list[float] = []
    statuses: Counter[int] = Counter()
    answers: Counter[str] = Counter()
    most = Counter[str]()
    with lab(*(f"{FILE}:{name}" for name in BROKEN)) as (process, base):
        server = psutil.Process(process.pid)
        for thread in asking(base, asked.clients, asked.seconds / 3, alone, statuses):
            thread.join()
        broken = [
            threading.Thread(target=ask_broken, args=(base, name, path, answers), daemon=True)
            for name in BROKEN
            for path in ("positions", "positions", "solves")
        ]
        for thread in broken:
            thread.start()
        threads = asking(base, asked.clients, asked.seconds, seconds, statuses)
        while any(thread.is_alive() for thread in threads):
            time.sleep(0.1)
            most["server"] = max(most["server"], server.memory_info().rss)
            for one in server.children():
                try:
                    most["child"] = max(most["child"], one.memory_info().rss)
                except psutil.NoSuchProcess:
                    continue
        family = server.children(recursive=True)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        code = process.wait(30)
        ended = time.monotonic() - start
        left = psutil.wait_procs(family, 1)[1]
    print(f"{asked.clients} clients alone for {asked.seconds / 3:g} s: {len(alone):,} answers; {latencies(alone)}")
    print(f"beside broken rulesets for {asked.seconds:g} s: {len(seconds):,} answers; {latencies(seconds)}")
    print("statuses:", dict(statuses))
    print("most memory:", {name: f"{held / 2**20:,.0f} MiB" for name, held in most.items()})
    print("".join(f"  {count:>4} x {line}\n" for line, count in sorted(answers.items())), end="")
    print(f"Ctrl-C with {len(family)} child processes: exit code {code} after {ended:.2f} s; {len(left)} left")
    sys.exit(statistics.quantiles(seconds, n=100)[98] >= 1 or bool(left) or code != 0 or set(statuses) != {200})


if __name__ == "__main__":
    main()
