"""Rules whose functions read values that change between two questions, as in a notebook."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from support.compiled_games import as_python

if TYPE_CHECKING:
    from collections.abc import Iterator

takes: Any = (1, 2)
listed = [1, 2]
remembered: dict[int, int] = {}


def smaller(n: int) -> list[int]:
    return [n - take for take in listed if take <= n]


def taken(sizes: tuple[int, ...]) -> list[int]:
    """Return the nimbers of heaps from which so many tokens may be taken."""
    found: list[int] = []
    for n in range(10):
        after = {found[n - size] for size in sizes if size <= n}
        found.append(next(value for value in range(9) if value not in after))
    return found


def test_a_global_that_is_another_value_now(monkeypatch: pytest.MonkeyPatch) -> None:
    @grundy.ruleset
    def game(n: int) -> Iterator[int]:
        yield from (n - take for take in takes if take <= n)

    assert [game(n).nimber for n in range(10)] == taken((1, 2))
    monkeypatch.setitem(globals(), "takes", (1, 3, 4))
    with pytest.warns(UserWarning, match="game reads takes, which is another value now") as said:
        assert [game(n).nimber for n in range(10)] == taken((1, 3, 4))
    assert len(said) == 1
    monkeypatch.setitem(globals(), "takes", (1, 3, 4))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert game.nimbers(range(10)).tolist() == taken((1, 3, 4))
    monkeypatch.setitem(globals(), "takes", (1,))
    with pytest.warns(UserWarning, match="takes"):
        assert game.nimbers(range(10)).tolist() == taken((1,))
    monkeypatch.setitem(globals(), "takes", (2,))
    with pytest.warns(UserWarning, match="takes"):
        assert game.table(10).values.tolist() == taken((2,))


def test_a_list_and_a_function_that_the_rules_call(monkeypatch: pytest.MonkeyPatch) -> None:
    @grundy.ruleset
    def game(n: int) -> Iterator[int]:
        yield from smaller(n)

    assert game(9).nimber == taken((1, 2))[9]
    monkeypatch.setitem(globals(), "listed", listed)
    listed.append(4)
    try:
        with pytest.warns(UserWarning, match="game reads listed"):
            assert [game(n).nimber for n in range(10)] == taken((1, 2, 4))
    finally:
        listed.pop()
    with pytest.warns(UserWarning, match="game reads listed"):
        assert game(9).nimber == taken((1, 2))[9]
    monkeypatch.setitem(globals(), "smaller", lambda n: [n - 1] if n else [])
    with pytest.warns(UserWarning, match="game reads smaller"):
        assert game(9).nimber == 1


def test_a_variable_around_the_function() -> None:
    most = 2

    @grundy.ruleset
    def game(n: int) -> Iterator[int]:
        yield from range(max(0, n - most), n)

    assert (game(5) + game(4)).nimber == 2 ^ 1
    most = 3
    with pytest.warns(UserWarning, match="game reads most"):
        assert (game(5) + game(4)).nimber == 1 ^ 0


def test_machine_code_is_made_of_the_values_of_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Python: a module for each set of values."""
    pytest.importorskip("numba")

    @grundy.ruleset(compiled=True)
    def game(n: int) -> Iterator[int]:
        for take in takes:
            if take <= n:
                yield n - take

    with as_python(), grundy.limited(kernel_above=0):
        assert [game(n).nimber for n in range(10)] == taken((1, 2))
        monkeypatch.setitem(globals(), "takes", (1, 3))
        with pytest.warns(UserWarning, match="game reads takes"):
            assert [game(n).nimber for n in range(10)] == taken((1, 3))


def test_what_rules_themselves_remember_is_no_change() -> None:
    @grundy.ruleset
    def game(n: int) -> Iterator[int]:
        remembered[n] = n
        yield from range(max(0, n - 2), n)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert [game(n).nimber for n in range(10)] == taken((1, 2))


def test_an_attribute_is_no_global_of_the_same_name(monkeypatch: pytest.MonkeyPatch) -> None:
    @grundy.ruleset
    def game(n: int) -> Iterator[int]:
        yield from range(n - n.real.real, n - n.imag)

    assert game(5).nimber == 5
    monkeypatch.setitem(globals(), "imag", 7)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert game(6).nimber == 6
