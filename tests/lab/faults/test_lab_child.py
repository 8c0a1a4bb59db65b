"""A process of the lab whose first question is stopped while it starts."""

from __future__ import annotations

import pytest

pytest.importorskip("fastapi", reason="needs the extra 'web'")

from grundy.lab.host import ENTRY
from grundy.runtime.processes.child import Child, ChildLimits

pytestmark = pytest.mark.slow


class StoppedError(Exception):
    """A question is stopped."""


def test_the_next_question_has_its_answer() -> None:
    child = Child(ENTRY, {"rulesets": [], "problems": []}, ChildLimits(silence=20, end=10), lambda _: None)

    def stopped() -> None:
        raise StoppedError

    try:
        with pytest.raises(StoppedError):
            child.about(stopped)
        assert child.alive
        assert "games" in child.about(lambda: None)
        asked = {"values": {"game": "nim", "position": "3 5"}, "limits": {}}
        assert [b'"nimber":6' in body for _, body in child.call("positions", asked, lambda: None)] == [True]
    finally:
        child.kill()
