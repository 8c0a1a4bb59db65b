"""The audit of rules in which the same player moves again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import grundy
from grundy import split

if TYPE_CHECKING:
    from collections.abc import Iterator


@grundy.ruleset
def coins(n: int) -> Iterator[object]:
    """Take one coin, or three and move again."""
    if n >= 1:
        yield n - 1
    if n >= 3:
        yield split(n - 3, again=True)


def test_the_audit_finds_the_same_values() -> None:
    right = {n: [0, 1, 0, None, 1, 0, None][n] for n in range(7)}
    fine = grundy.ruleset(known=right.get)(coins.options_function)
    assert grundy.audit(fine, *range(7)).findings == ()
    wrong = grundy.ruleset(known={**right, 4: 0}.get)(coins.options_function)
    assert [finding.state for finding in grundy.audit(wrong, *range(7)).findings] == [4]


def test_the_audit_refuses_loopy_rules_with_such_moves() -> None:
    @grundy.ruleset(loopy=True)
    def loop(n: int) -> Iterator[object]:
        yield split(n, again=True)

    assert "other options than one state" in str(grundy.audit(loop, 1))
