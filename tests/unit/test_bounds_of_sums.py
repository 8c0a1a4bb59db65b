"""The limit on the bytes of forms that a search of sums keeps: found by mutation testing (`docs/mutation.md`)."""

from __future__ import annotations

import pytest

from grundy.errors import OverBudgetError
from grundy.runtime import limits
from grundy.theory.misere_kinds import MisereClasses

_FACT = object()
_BYTES = 600  # of a form with two options, as estimated


@pytest.mark.parametrize("most", [1, 2, 3])
def test_forms_are_kept_to_the_last_byte(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    classes = MisereClasses()
    before = classes.bytes
    monkeypatch.setattr(classes, "_weigh_at", 0)
    allowed = before + most * _BYTES
    with limits.limited(table_bytes=allowed):
        for heap in range(2, 2 + most):
            classes.keep(frozenset([(-heap,), ()]), _FACT)
        with pytest.raises(OverBudgetError) as caught:
            classes.keep(frozenset([(-9,), ()]), _FACT)
    assert (caught.value.needed, caught.value.allowed) == (allowed + _BYTES, allowed)


def test_few_forms_are_not_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    classes = MisereClasses()
    monkeypatch.setattr(classes, "_weigh_at", classes.bytes + _BYTES)
    with limits.limited(table_bytes=0):
        classes.keep(frozenset([(-2,), ()]), _FACT)
        with pytest.raises(OverBudgetError):
            classes.keep(frozenset([(-3,), ()]), _FACT)
