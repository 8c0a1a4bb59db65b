"""The lab under load: many clients at once, with requests of mixed size, beside work that takes long.

    python bench/lab_load.py [--clients 200] [--seconds 30] [--beside kernel search stuck]

Starts a server on a free port of 127.0.0.1. The clients ask beside one large solve by a search, then by a kernel, and
then beside rulesets of tests/support/rules_that_fail.py, which never return or allocate without end. Prints counts by
status, latencies, and what the server holds after each part: memory, descriptors, threads and processes. Then it
measures a click on a board of 20 x 20, warm, with the values of all cells, how soon a stopped solve frees its core, and
how soon Ctrl-C ends the server. Exit code 1 where a client got no answer, or a process is left.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import psutil

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

ROOT = Path(__file__).parent.parent
BROKEN = ("forever", "counting", "growing")
_SMALL_SHARE = 0.9
_THINKING = 0.5  # seconds at most between an answer and the next request of a client
_IDLE = 20  # per cent of a core
_WARMING = 10  # requests until kernels are compiled

_SMALL = [
    {"game": "wall-making", "position": "X....\n...X.\n.....\n....."},
    {"game": "kayles", "position": "10 7 12"},
    {"game": "polygon", "position": "12 1-4"},
    {"game": "nim", "position": "3 5 1000000000000000000"},
    {"game": "wythoff", "position": "5 7"},
    {"game": "treblecross", "position": "..X......."},
]
_MEDIUM = [
    {"game": "wall-making", "position": "\n".join(["." * 20] * 20), "board": True},
    {"game": "kayles", "position": "1000 800", "board": True},
    {"game": "clobber", "position": "xoxo\noxox\nxoxo", "board": True},
]
LARGE = {
    "search": {"game": "clobber", "position": "\n".join(["xoxoxoxo", "oxoxoxox"] * 3)},
    "kernel": {"game": "wall-making", "position": "\n".join(["." * 180] * 180)},
}


async def client(number: int, port: int, until: float, seen: list[tuple[str, int, float]]) -> None:
    """Ask again and again on one connection."""
    rng = random.Random(number)
    await asyncio.sleep(rng.random() * _THINKING)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while time.monotonic() < until:
        size, asked = rng.choice(SMALL if rng.random() < _SMALL_SHARE else MEDIUM)
        start = time.monotonic()
        writer.write(asked)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if line)
        await reader.readexactly(int(fields["content-length"]))
        status = int(head.split()[1])
        seen.append((size, status, time.monotonic() - start))
        await asyncio.sleep(rng.random() * _THINKING)
    writer.close()


def written(asked: dict[str, Any]) -> bytes:
    """Return a request as it goes over the wire."""
    body = json.dumps(asked).encode()
    head = "POST /api/v1/positions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


SMALL = [("small", written(asked)) for asked in _SMALL]
MEDIUM = [("medium", written(asked)) for asked in _MEDIUM]


async def warm(session: httpx.AsyncClient, asked: object) -> None:
    """Ask until there is an answer: kernels are compiled once for a machine, longer than an answer may take."""
    for _ in range(_WARMING):
        answer = await session.post("/api/v1/positions", json=asked, timeout=120)
        if answer.status_code != httpx.codes.REQUEST_ENTITY_TOO_LARGE:
            break
    answer.raise_for_status()


@asynccontextmanager
async def beside(session: httpx.AsyncClient, what: str) -> AsyncIterator[None]:
    """Let the server do work that takes long inside the block."""
    if what == "stuck":
        asking = [asyncio.create_task(ask_broken(session, name)) for name in BROKEN for _ in range(3)]
        yield
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        return
    async with session.stream("POST", "/api/v1/solves", json=LARGE[what]) as stream:
        stream.raise_for_status()
        await anext(stream.aiter_lines())
        yield


async def ask_broken(session: httpx.AsyncClient, name: str) -> None:
    """Ask a ruleset that is broken, again and again."""
    while True:
        await session.post("/api/v1/positions", json={"game": name, "position": "9"})


async def load(base: str, clients: int, seconds: float, what: str) -> bool:
    """Run the clients beside long work; say whether all were answered."""
    seen: list[tuple[str, int, float]] = []
    async with httpx.AsyncClient(base_url=base, timeout=600, trust_env=False) as session:
        for asked in (*_SMALL, *_MEDIUM):
            await warm(session, asked)
        async with beside(session, what):
            until, port = time.monotonic() + seconds, int(base.rpartition(":")[2])
            await asyncio.gather(*(client(number, port, until, seen) for number in range(clients)))
    print(f"{clients} clients for {seconds:g} s beside {what}: {len(seen):,} requests, "
          f"{len(seen) / seconds:,.0f} a second; {dict(Counter(status for _, status, _ in seen))}")  # fmt: skip
    for size in ("small", "medium"):
        times = sorted(taken for kind, status, taken in seen if kind == size and status == httpx.codes.OK)
        cuts = statistics.quantiles(times, n=100)
        print(f"{size}: {len(times):,} answers; median {cuts[49] * 1000:.0f} ms, p95 {cuts[94] * 1000:.0f} ms, "
              f"p99 {cuts[98] * 1000:.0f} ms, most {times[-1] * 1000:.0f} ms")  # fmt: skip
    return {status for _, status, _ in seen} == {200}


def held(server: psutil.Process) -> str:
    """Describe what the server holds."""
    return (f"the server holds {server.memory_info().rss / 2**20:,.0f} MiB, {server.num_fds()} descriptors, "
            f"{server.num_threads()} threads, {len(server.children(recursive=True))} processes")  # fmt: skip


def click(base: str) -> None:
    """Measure moves on a board of 20 x 20, answered with the values of all cells."""
    rng = random.Random(1)
    rows = ["".join(rng.choices(".X", (9, 1), k=20)) for _ in range(20)]
    with httpx.Client(base_url=base, trust_env=False, timeout=60) as session:
        board = {"game": "wall-making", "position": "\n".join(rows)}
        choices = session.post("/api/v1/positions", json=board | {"board": True}).json()["choices"]
        values, moves = [], []
        for choice in rng.sample(choices, 40):
            start = time.perf_counter()
            answer = session.post("/api/v1/positions", json=board | {"board": True})
            values.append(time.perf_counter() - start)
            start = time.perf_counter()
            session.post("/api/v1/moves", json=board | {"move": choice["move"]}).raise_for_status()
            moves.append(time.perf_counter() - start)
        print(f"20 x 20, warm, {len(answer.json()['choices'])} values: positions median "
              f"{statistics.median(values) * 1000:.1f} ms; a move, with a word on it, median "
              f"{statistics.median(moves) * 1000:.1f} ms")  # fmt: skip


def stopped(base: str, server: psutil.Process) -> None:
    """Measure how soon the process is idle after the connection of a solve is closed."""
    for large, body in LARGE.items():
        with httpx.Client(base_url=base, trust_env=False, timeout=60) as session:
            with session.stream("POST", "/api/v1/solves", json=body) as stream:
                next(stream.iter_lines())
                time.sleep(1)
                start = time.perf_counter()
            for _ in count():
                if server.cpu_percent(0.05) < _IDLE:
                    break
            print(f"{large} stopped: idle after {time.perf_counter() - start:.2f} s")


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--beside", choices=[*LARGE, "stuck"], nargs="*", default=[*LARGE, "stuck"])
    asked = parser.parse_args()
    rulesets = [f"{ROOT / 'tests' / 'support' / 'rules_that_fail.py'}:{name}" for name in BROKEN]
    command = [sys.executable, "-m", "grundy", "serve", "--no-browser", "--port", "0", *rulesets]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        line = next(line for line in server.stderr if "the lab is at" in line)
        base, process = line.split("at ")[1].split()[0].rstrip("/"), psutil.Process(server.pid)
        fine = True
        for what in asked.beside:
            fine &= asyncio.run(load(base, asked.clients, asked.seconds, what))
            print(held(process))
        click(base)
        stopped(base, process)
        family = process.children(recursive=True)
        start = time.perf_counter()
        server.send_signal(signal.SIGINT)
        code = server.wait(30)
        left = psutil.wait_procs(family, 1)[1]
        print(f"Ctrl-C: exit code {code} after {time.perf_counter() - start:.2f} s; {len(left)} processes are left")
    sys.exit(not fine or code != 0 or bool(left))


if __name__ == "__main__":
    main()
