"""The lab under load: many clients at once, requests of mixed size, while one large solve runs.

Starts a server on a free port of 127.0.0.1, and takes clients, seconds and the large game as arguments:
``python bench/lab_load.py --clients 200 --seconds 30 --large kernel``. Prints counts by status and
latencies; exit code 1 where an answer was neither right nor an honest refusal. Then it measures a click
on a board of 20 x 20, warm, with the values of all 400 cells, and how soon a stopped solve frees its core.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import psutil

CRAM = f"{Path(__file__).parent.parent / 'docs' / 'mygames.py'}:cram"
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
    {"game": "cram", "position": "3x4", "board": True},
]
LARGE = {
    "search": {"game": "cram", "position": "7x7"},
    "kernel": {"game": "wall-making", "position": "\n".join(["." * 180] * 180)},
}


async def client(number: int, port: int, until: float, seen: list[tuple[str, int, float]]) -> None:
    """Ask again and again on one connection; come back later where the server says so."""
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
        await asyncio.sleep(float(fields.get("retry-after", rng.random() * _THINKING)))
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


async def load(base: str, clients: int, seconds: float, large: str) -> bool:
    """Run the clients beside one large solve; say whether all went well."""
    seen: list[tuple[str, int, float]] = []
    async with httpx.AsyncClient(base_url=base, timeout=600, trust_env=False) as session:
        for asked in (*_SMALL, *_MEDIUM):
            await warm(session, asked)
        async with session.stream("POST", "/api/v1/solves", json=LARGE[large]) as stream:
            stream.raise_for_status()
            lines = stream.aiter_lines()
            await anext(lines)
            until = time.monotonic() + seconds
            asking = [
                asyncio.create_task(client(number, int(base.rpartition(":")[2]), until, seen))
                for number in range(clients)
            ]
            last: dict[str, Any] = {}
            while not all(task.done() for task in asking):
                last = json.loads(await anext(lines, '{"ended": true}'))
                if "progress" not in last:
                    print(f"the large solve ended before the clients: {str(last)[:200]}")
                    break
            await asyncio.gather(*asking)
            print(f"the large solve: {last.get('progress')}")
    print(f"{clients} clients for {seconds:g} s beside {large}: {len(seen):,} requests, "
          f"{len(seen) / seconds:,.0f} a second; {dict(Counter(status for _, status, _ in seen))}")  # fmt: skip
    for size in ("small", "medium"):
        times = sorted(taken for kind, status, taken in seen if kind == size and status == httpx.codes.OK)
        cuts = statistics.quantiles(times, n=100)
        print(f"{size}: {len(times):,} answers; median {cuts[49] * 1000:.0f} ms, p95 {cuts[94] * 1000:.0f} ms, "
              f"p99 {cuts[98] * 1000:.0f} ms, most {times[-1] * 1000:.0f} ms")  # fmt: skip
    return {status for _, status, _ in seen} <= {200, 503}


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
    """Measure how soon the process is idle after a solve is stopped, by DELETE and by closing the connection."""
    for large, how in ((large, how) for large in LARGE for how in ("DELETE", "closing")):
        with httpx.Client(base_url=base, trust_env=False, timeout=60) as session:
            with session.stream("POST", "/api/v1/solves", json=LARGE[large]) as stream:
                name = json.loads(next(stream.iter_lines()))["id"]
                time.sleep(1)
                if how == "DELETE":
                    httpx.delete(f"{base}/api/v1/solves/{name}", trust_env=False, timeout=10)
                start = time.perf_counter()
            for _ in count():
                if server.cpu_percent(0.05) < _IDLE:
                    break
            print(f"{large} stopped by {how}: idle after {time.perf_counter() - start:.2f} s")


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--large", choices=sorted(LARGE), nargs="*", default=sorted(LARGE))
    asked = parser.parse_args()
    command = [sys.executable, "-m", "grundy", "serve", "--no-browser", "--port", "0", CRAM]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            base = server.stderr.readline().split("at ")[1].split()[0].rstrip("/")
            fine = [asyncio.run(load(base, asked.clients, asked.seconds, large)) for large in asked.large]
            click(base)
            stopped(base, psutil.Process(server.pid))
        finally:
            server.terminate()
    sys.exit(not all(fine))


if __name__ == "__main__":
    main()
