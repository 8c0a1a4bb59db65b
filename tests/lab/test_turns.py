"""Turns: who works when, with jobs that only count."""

from __future__ import annotations

import asyncio

import pytest

pytest.importorskip("fastapi", reason="needs the extra 'web'")

from grundy.lab.jobs import LabJob
from grundy.lab.web.turns import Turns
from grundy.runtime.costs import TURN_SECONDS


def finished(places: int, asked: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return questions, each a client and the slices of work that it takes, in the order in which they end."""

    async def run() -> list[tuple[str, int]]:
        turns, ended = Turns(places), []

        async def ask(client: str, work: int) -> None:
            job = LabJob(60, 2**30)
            async with turns.turn(client, job):
                for _ in range(work):
                    await asyncio.sleep(TURN_SECONDS / 2)
                    while job.paused_at is not None:  # noqa: ASYNC110 - as work does, which looks now and then
                        await asyncio.sleep(TURN_SECONDS / 20)
            ended.append((client, work))

        async with asyncio.TaskGroup() as group:
            for client, work in asked:
                group.create_task(ask(client, work))
        return ended

    return asyncio.run(run())


def test_cheap_questions_pass_expensive_ones() -> None:
    asked = [(f"large {number}", 12) for number in range(3)] + [(f"small {number}", 1) for number in range(6)]
    assert {client for client, _ in finished(2, asked)[:6]} == {f"small {number}" for number in range(6)}


def test_a_client_with_many_questions_delays_no_other() -> None:
    order = [client for client, _ in finished(1, [("many", 2)] * 8 + [("one", 2)])]
    assert order.index("one") <= 2


def test_nobody_waits_for_ever() -> None:
    assert len(finished(2, [(f"client {number}", 1 + number % 3) for number in range(40)])) == 40


def test_questions_that_fit_into_a_turn_count_alike() -> None:
    """Clients with questions of 0.3 ms do not pass one with questions of 15 ms again and again."""

    async def run() -> list[str]:
        turns, ended = Turns(1), []

        async def ask(client: str, share: float) -> None:
            for _ in range(6):
                async with turns.turn(client, LabJob(60, 2**30)):
                    await asyncio.sleep(TURN_SECONDS * share)
                ended.append(client)

        await asyncio.gather(ask("medium", 0.3), *(ask(f"small {number}", 0.01) for number in range(4)))
        return ended

    ended = asyncio.run(run())
    assert sorted(ended[:15]) == sorted(3 * ["medium", *(f"small {number}" for number in range(4))])
