"""Each call of the system fails in turn, and the power goes at each moment: the old or the new is there.

These are small samples; ``python bench/storage.py`` tries all that there is to try.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from support.storage import SCENARIOS, Scenario, StreamedSequence, fail_each_call, lose_power

if TYPE_CHECKING:
    from pathlib import Path


STREAMED = pytest.param(StreamedSequence, marks=(pytest.mark.slow, pytest.mark.needs_jit))
KINDS = [STREAMED if kind is StreamedSequence else kind for kind in SCENARIOS]


@pytest.mark.parametrize("kind", KINDS)
def test_calls_that_fail(kind: type[Scenario], tmp_path: Path) -> None:
    assert fail_each_call(kind, tmp_path, step=7 * kind.weight).tried > 1


@pytest.mark.parametrize("kind", KINDS)
def test_the_power_goes(kind: type[Scenario], tmp_path: Path) -> None:
    assert lose_power(kind, tmp_path, random.Random(1), 0.04).tried > 1
