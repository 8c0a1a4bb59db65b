"""The lab's server under load: what clients are refused, and how long they wait.

    python bench/load.py [--clients 10] [--seconds 20] [--mix mixed] [--thinking 0.5] [--python PYTHON]

Starts a server with rules in a file on a free port, and as many clients, which all begin at once; each asks one
question after another on a connection of its own, and thinks in between. ``cheap`` are small positions, hints and
explanations; ``own`` are positions of rules in a file; ``medium`` are random boards of 20 x 20 and sums of heaps, all
new; ``large`` are new boards of 60 x 60, and searches. `MIXES` has their shares. Prints for each kind the answers,
refusals, the median, p99 and the longest time; whether an answer was wrong: outcomes are found again here; and what
the server and its processes hold before and after. Exit code 1 where a question was refused, lost or answered wrongly,
or a process is left. PYTHON is that of another installation, whose server is measured.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import psutil

import grundy

RULES = Path(__file__).parent.parent / "docs" / "mygames.py"
MIXES = {
    "cheap": {"cheap": 1.0},
    "mixed": {"cheap": 0.7, "own": 0.1, "medium": 0.15, "large": 0.05},
    "boards": {"large board": 1.0},
}
_CHECKED = 40  # answers of each kind whose value is found again
_CHEAP = [
    ("wall-making", "X....\n...X.\n.....\n....."),
    ("kayles", "10 7 12"),
    ("polygon", "12 1-4"),
    ("nim", "3 5 1000000000000000000"),
    ("wythoff", "5 7"),
    ("treblecross", "..X......."),
]
_OWN = [("cram", "3x4"), ("cram", "4x4"), ("chomp", "3 3 2"), ("pins", "12"), ("two_heaps", "(5, 7)")]


class Question(NamedTuple):
    """A question to the server."""

    kind: str
    path: str
    fields: dict[str, Any]


class Seen(NamedTuple):
    """What came of a question; a status of 0 means that no answer came."""

    question: Question
    status: int
    seconds: float
    answer: Any


def question(rng: random.Random, mix: str) -> Question:
    """Return a random question of a mix."""
    kind = rng.choices([*MIXES[mix]], [*MIXES[mix].values()])[0]
    if kind == "cheap":
        game, position = rng.choice(_CHEAP)
        path = rng.choice(["positions", "positions", "hints", "explanations"])
        return Question(kind, path, {"game": game, "position": position})
    if kind == "own":
        game, position = rng.choice(_OWN)
        return Question(kind, "positions", {"game": game, "position": position})
    if kind == "medium":
        if rng.random() < 0.5:
            return Question(kind, "positions", {"game": "wall-making", "position": board(rng, 20), "board": True})
        heaps = " ".join(str(rng.randint(100, 2000)) for _ in range(5))
        return Question(kind, "positions", {"game": "kayles", "position": heaps, "board": True})
    if kind == "large board" or rng.random() < 0.5:
        return Question(kind, "positions", {"game": "wall-making", "position": board(rng, 60), "board": True})
    stones = "\n".join("".join(rng.choices("xo.", (4, 4, 1), k=4)) for _ in range(4))
    return Question(kind, "positions", {"game": "clobber", "position": stones})


def board(rng: random.Random, side: int) -> str:
    """Return a new random board."""
    return "\n".join("".join(rng.choices(".X", (9, 1), k=side)) for _ in range(side))


async def client(number: int, port: int, asked_for: argparse.Namespace, seen: list[Seen]) -> None:
    """Ask again and again on one connection."""
    rng = random.Random(number)
    reader = writer = None
    until = time.monotonic() + asked_for.seconds
    while time.monotonic() < until:
        asked = question(rng, asked_for.mix)
        start = time.monotonic()
        try:
            if reader is None or writer is None:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
            status, answer = await asyncio.wait_for(ask(reader, writer, asked), 120)
        except (TimeoutError, OSError, EOFError):
            status, answer, reader = 0, None, None
        seen.append(Seen(asked, status, time.monotonic() - start, answer))
        await asyncio.sleep(rng.random() * asked_for.thinking)
    if writer is not None:
        writer.close()


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, asked: Question) -> tuple[int, Any]:
    """Send a question, and return the status and the content of its answer."""
    body = json.dumps(asked.fields).encode()
    head = f"POST /api/v1/{asked.path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if line)
    content = await reader.readexactly(int(fields["content-length"]))
    return int(head.split()[1]), content


def wrong(seen: list[Seen]) -> list[Question]:
    """Return questions about positions whose answered outcome is not what this process finds."""
    found, checked = [], Counter[str]()
    for one in seen:
        if one.status == 200 and one.question.path == "positions" and checked[one.question.kind] < _CHECKED:
            checked[one.question.kind] += 1
            named = one.question.fields["game"]
            game = grundy.games.find(f"{RULES}:{named}" if one.question.kind == "own" else named)
            if str(game.parse(one.question.fields["position"]).outcome) != json.loads(one.answer)["outcome"]:
                found.append(one.question)
    return found


def told(seen: list[Seen], mix: str) -> bool:
    """Print the table, and return whether all questions were answered."""
    print(f"{'kind':<12}{'answered':>9}{'refused':>9}{'lost':>6}{'p50':>9}{'p99':>9}{'most':>9}")
    for kind in [*MIXES[mix], "all"]:
        own = [one for one in seen if kind in ("all", one.question.kind)]
        times = sorted(one.seconds for one in own) or [0.0]
        lost = sum(one.status == 0 for one in own)
        answered = sum(one.status == 200 for one in own)
        cuts = [times[len(times) // 2], times[min(len(times) - 1, len(times) * 99 // 100)], times[-1]]
        print(
            f"{kind:<12}{answered:>9,}{len(own) - answered - lost:>9,}{lost:>6}",
            *(f"{one:>7.2f} s" for one in cuts),
            sep="",
        )
    print("statuses:", dict(Counter(one.status for one in seen)))
    for one in [one for one in seen if one.status not in (0, 200)][:3]:
        print(one.question.kind, one.question.fields["game"], one.answer[:200])
    return all(one.status == 200 for one in seen)


def processor(server: psutil.Process) -> float:
    """Return the seconds of processor that a server and its children have used."""
    return sum(sum(one.cpu_times()[:2]) for one in (server, *server.children()))


def held(server: psutil.Process) -> str:
    """Return what a server and its children hold, in words."""
    family = [server, *server.children(recursive=True)]
    memory = sum(one.memory_info().rss for one in family) / 2**20
    return f"{memory:,.0f} MiB, {len(family)} processes, {server.num_fds()} descriptors, {server.num_threads()} threads"


async def load(port: int, asked: argparse.Namespace) -> list[Seen]:
    """Let the clients ask, and return what they have seen."""
    seen: list[Seen] = []
    await asyncio.gather(*(client(number, port, asked, seen) for number in range(asked.clients)))
    return seen


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--mix", choices=[*MIXES], default="mixed")
    parser.add_argument("--thinking", type=float, default=0.5, help="seconds at most between two questions")
    parser.add_argument("--python", default=sys.executable)
    asked = parser.parse_args()
    command = [asked.python, "-m", "grundy", "serve", "--no-browser", "--port", "0", str(RULES)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        line = next(line for line in server.stderr if "the lab is at" in line)
        process = psutil.Process(server.pid)
        try:
            before = held(process)
            seen = asyncio.run(load(int(line.split(":")[3].split("/")[0]), asked))
            used, after, family = processor(process), held(process), process.children(recursive=True)
        finally:
            server.terminate()
        left = psutil.wait_procs(family, 5)[1]
        said = [line for line in server.stderr if "the lab has ended" not in line]
    each = 1000 * used / len(seen)
    print(f"{asked.clients} clients, {asked.mix}, {asked.seconds:g} s; {each:.1f} ms of processor a question")
    fine = told(seen, asked.mix)
    faults = wrong(seen)
    print(f"wrong: {len(faults)}", *faults[:3])
    print(f"lines on stderr: {len(said)}", *said[:20])
    print(f"before: {before}; after: {after}; left: {len(left)} processes")
    sys.exit(not fine or bool(faults) or bool(left))


if __name__ == "__main__":
    main()
