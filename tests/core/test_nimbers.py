"""mex, nim-sum, nim-product and what belongs to it against their definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grundy.core.nimbers import mex, nim_inverse, nim_power, nim_product, nim_quotient, nim_square_root, nim_sum

if TYPE_CHECKING:
    from collections.abc import Callable

nimbers = st.integers(0, 2**70)
cells = st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 20), min_size=1, max_size=5)


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


@given(nimbers.filter(bool), nimbers)
def test_inverses_quotients_and_square_roots_undo_products(a: int, b: int) -> None:
    assert nim_product(a, nim_inverse(a)) == 1
    assert nim_quotient(nim_product(a, b), a) == b
    assert nim_square_root(nim_product(b, b)) == b


@given(nimbers, st.integers(0, 12))
def test_a_power_is_a_product(a: int, exponent: int) -> None:
    product = 1
    for _ in range(exponent):
        product = nim_product(product, a)
    assert nim_power(a, exponent) == product
    if a:
        assert nim_product(nim_power(a, -exponent), product) == 1


@pytest.mark.parametrize("bits", [2, 4, 8, 16, 64, 128])
def test_exponents_count_modulo_the_order_of_the_group(bits: int) -> None:
    order = 2**bits - 1
    assert nim_power(order, order) == 1
    assert nim_power(order, 5 * order + 3) == nim_power(order, 3)
    assert nim_power(0, order) == 0
    assert nim_power(np.array([0, order % 2**64], np.uint64), 2**64 - 1).tolist() == [0, 1]


@given(cells, cells)
@example([0, 1, 2**64 - 1, 2**32, 2**16 - 1], [2**63])
def test_arrays_are_products_cell_by_cell(first: list[int], second: list[int]) -> None:
    left, right = np.array(first, np.uint64), np.array(second, np.uint64)
    table = nim_product(left[:, None], right)
    assert table.dtype == np.uint64
    assert table.tolist() == [[nim_product(a, b) for b in second] for a in first]
    assert nim_square_root(left).tolist() == [nim_square_root(a) for a in first]
    assert nim_power(left, 5).tolist() == [nim_power(a, 5) for a in first]
    units = left[left > 0]
    assert nim_inverse(units).tolist() == [nim_inverse(a) for a in first if a]
    assert nim_power(units, -3).tolist() == [nim_power(a, -3) for a in first if a]


def test_long_arrays_are_done_in_blocks() -> None:
    """The smallest field of more than a block: each product stands in its row and column."""
    numbers = np.arange(256)
    table = nim_product(numbers[:, None], numbers)
    assert (table == table.T).all()
    assert (np.sort(table[1:], axis=1) == numbers).all()  # to multiply by what is not 0 is one-to-one
    assert table[77, 200] == nim_product(77, 200)


@pytest.mark.parametrize("number", [np.uint64(2**64 - 1), np.array(2**64 - 1, np.uint64)])
def test_single_numbers_of_numpy_are_integers(number: Any) -> None:
    found: object = nim_product(number, number)
    assert type(found) is int
    assert found == nim_product(2**64 - 1, 2**64 - 1)


@pytest.mark.parametrize(
    "call",
    [
        lambda: nim_sum(1, -1),
        lambda: nim_product(-1, 1),
        lambda: nim_inverse(-1),
        lambda: nim_power(-1, 2),
        lambda: nim_square_root(-1),
        lambda: nim_product(np.array([3, -1]), 1),
        lambda: nim_product(np.array([3, -1], object), 1),
    ],
)
def test_negative_numbers_are_no_nimbers(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="expected a nimber, an integer of at least 0, found -1"):
        call()


@pytest.mark.parametrize("call", [lambda: nim_inverse(0), lambda: nim_quotient(5, 0), lambda: nim_power(0, -1)])
def test_zero_has_no_inverse(call: Callable[[], object]) -> None:
    with pytest.raises(ZeroDivisionError, match="0 has no inverse among the nimbers"):
        call()


def test_a_cell_that_is_zero_is_named() -> None:
    with pytest.raises(ZeroDivisionError, match=r"nimbers: cell \[1, 0\]"):
        nim_inverse(np.array([[1, 2], [0, 3]]))


def test_what_no_cell_holds_is_refused() -> None:
    with pytest.raises(ValueError, match=r"expected nimbers below 2\^64 in an array, found 18446744073709551616"):
        nim_product(np.array([2**64, 1], object), 1)
    with pytest.raises(TypeError, match="expected an array of integers, found float64"):
        nim_product(np.array([1.5, 2.0]), 1)
    with pytest.raises(TypeError, match="float"):
        nim_product(1.5, 2)  # type: ignore[call-overload]


def test_numbers_without_a_type_stay_integers() -> None:
    """NumPy makes floats of 2^63 and 1 together."""
    found = nim_product(np.array([1, 5]), [2**63, 1])  # type: ignore[call-overload]
    assert found.tolist() == [2**63, 5]


def test_an_exponent_is_one_integer() -> None:
    assert nim_power(2**40, np.int64(5)) == nim_power(2**40, 5)
    assert nim_power(np.array([2**40]), np.int64(5)).tolist() == [nim_power(2**40, 5)]
    for wrong in (2.0, "2", np.array([2, 3])):
        with pytest.raises(TypeError):
            nim_power(2, wrong)  # type: ignore[arg-type]


def test_nim_sums_of_lists() -> None:
    assert nim_sum([3, 5]) == nim_sum(iter((3, 5))) == nim_sum(np.array([3, 5])) == 6
    assert nim_sum([]) == nim_sum([0]) == 0
    with pytest.raises(ValueError, match="found -1"):
        nim_sum([1, -1])
    with pytest.raises(TypeError):
        nim_sum([1, [2]])  # type: ignore[list-item]
