"""mex, nim-sum and nim-product against their definitions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.nimbers import mex, nim_product, nim_sum

nimbers = st.integers(0, 2**70)


@given(st.lists(st.integers(0, 40)))
def test_mex_is_the_least_missing(values: list[int]) -> None:
    least = mex(values)
    assert least not in values
    assert set(range(least)) <= set(values)


@given(st.lists(nimbers))
def test_nim_sum_is_exclusive_or(values: list[int]) -> None:
    total = 0
    for value in values:
        total ^= value
    assert nim_sum(*values) == total


def test_nim_product_is_its_definition_for_small_numbers() -> None:
    """Conway: a * b is the mex of a'b + ab' + a'b' over smaller a' and b' (ONAG, chapter 6)."""
    size = 20
    table = [[0] * size for _ in range(size)]
    for a in range(size):
        for b in range(size):
            table[a][b] = mex(table[x][b] ^ table[a][y] ^ table[x][y] for x in range(a) for y in range(b))
            assert nim_product(a, b) == table[a][b]


@given(nimbers, nimbers, nimbers)
def test_nim_product_is_a_field_multiplication(a: int, b: int, c: int) -> None:
    assert nim_product(a, b) == nim_product(b, a)
    assert nim_product(nim_product(a, b), c) == nim_product(a, nim_product(b, c))
    assert nim_product(a, b ^ c) == nim_product(a, b) ^ nim_product(a, c)
    assert nim_product(a, 1) == a
    assert (nim_product(a, b) == 0) == (a == 0 or b == 0)


@pytest.mark.parametrize("k", range(7))
def test_square_of_a_fermat_power(k: int) -> None:
    fermat = 1 << (1 << k)
    assert nim_product(fermat, fermat) == fermat * 3 // 2
    assert nim_product(fermat, fermat - 1) == fermat * (fermat - 1)


@pytest.mark.parametrize("call", [lambda: nim_sum(1, -1), lambda: nim_product(-1, 1)])
def test_negative_numbers_are_no_nimbers(call: object) -> None:
    with pytest.raises(ValueError, match="expected a nimber, an integer of at least 0, found -1"):
        call()  # type: ignore[operator]
