"""The checker's own parts: values from the definition, proofs of blocks, windows computed again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import grundy
from grundy.research.sequences.certificates import certificate
from grundy.verify import definition, proof, stream_run
from grundy.verify.board_rules import COLUMN, CROSS, ROW, cut_into_parts
from grundy.verify.certificate_files import Certificate
from grundy.verify.code_rules import read_rules
from grundy.verify.definition import Heaps
from grundy.verify.proof import Proof, find_classes, rare_heaps
from grundy.verify.report import Refused, Unreadable, VerifyReport
from grundy.verify.sequences import check_period, check_repeats, prime_factors
from grundy.verify.stream_record import StreamPlan
from grundy.verify.stream_run import Lanes, _least
from grundy.verify.witnesses import Witnesses, needed_bits

if TYPE_CHECKING:
    from numpy.typing import NDArray

FIRST = 45  # heaps that are taken as known: few small heaps are tried before all options are
CODES = {  # enough values for each kind of proof; few and many rare heaps, with and without parity, large nimbers
    "0.156": 900,
    "0.106": 900,
    "0.6": 900,
    "0.007": 900,
    "0.77": 600,
    "4.007": 600,
    "0.37": 400,
    "unequal-2": 900,
    "{1,3,4}": 400,
}


def values_of(code: str) -> NDArray[np.uint8]:
    return np.asarray(grundy.heaps(code).nimbers(CODES[code], direct=True)).astype(np.uint8)


def prove(code: str, values: NDArray[np.uint8]) -> str:
    proved = Proof(Heaps(values, read_rules(code)), FIRST, VerifyReport())
    proved.run()
    return proved.method


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let values fall into several blocks, and the pairs of a heap into several chunks."""
    monkeypatch.setattr(proof, "BLOCK", 256)
    monkeypatch.setattr(definition, "CHUNK", 64)


@pytest.mark.parametrize("code", CODES)
def test_true_values_are_proved(code: str) -> None:
    values = values_of(code)
    method = prove(code, values)
    assert ("rare heaps" in method) == (code not in {"0.007", "4.007", "{1,3,4}"}), method
    assert ("with parity" in method) == (code == "0.106")
    heaps = Heaps(values, read_rules(code))
    for heap in range(len(values)):
        heaps.check(heap)


@pytest.mark.parametrize("code", CODES)
def test_every_wrong_value_is_refused(code: str) -> None:
    """Each value of a range in turn, one too small, one too large, or with another bit."""
    values = values_of(code)
    for heap in range(FIRST, len(values), 61):
        for wrong in {int(values[heap]) - 1, int(values[heap]) + 1, int(values[heap]) ^ 4} - {-1}:
            changed = values.copy()
            changed[heap] = wrong
            with pytest.raises(Refused):
                prove(code, changed)
            with pytest.raises(Refused, match=rf"G\({heap}\)"):
                Heaps(changed, read_rules(code)).check(heap)


@pytest.mark.parametrize("mask", [1, 2, 5, 13, 22, 31])
@pytest.mark.parametrize("alternating", [False, True])
def test_any_mask_is_right(mask: int, alternating: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001
    values = values_of("0.106")
    rare = rare_heaps(values, mask, alternating=alternating, side=1)
    monkeypatch.setattr(proof, "find_classes", lambda *_: proof.Classes(mask, alternating, rare))
    prove("0.106", values)
    changed = values.copy()
    changed[777] ^= 1
    with pytest.raises(Refused):
        prove("0.106", changed)


@pytest.mark.parametrize("code", ["unequal-2", "0.106"])
def test_all_pairs_are_right(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two equal heaps are no option of Grundy's game: heaps worth 0 are not refused."""
    monkeypatch.setattr(proof, "find_classes", lambda *_: None)
    values = values_of(code)
    assert prove(code, values) == "all pairs compared"
    assert (values[FIRST + 1 :: 2] == 0).any()
    values[500] += 1
    with pytest.raises(Refused):
        prove(code, values)


def test_the_masks_of_the_literature_are_found() -> None:
    found = {code: find_classes(values_of(code), read_rules(code).places(4)) for code in ("0.106", "0.6")}
    assert found["0.106"] is not None
    assert (found["0.106"].mask, found["0.106"].alternating) == (0xD, True)
    assert np.flatnonzero(found["0.106"].rare).tolist()[:6] == [3, 7, 10, 26, 68, 84]
    assert found["0.6"] is not None
    assert found["0.6"].mask == 0x1E
    assert find_classes(np.zeros(9, np.uint8), [1]) is None
    assert find_classes(values_of("0.77"), []) is None


def test_three_heaps() -> None:
    values = np.asarray(grundy.heaps("0.33f").nimbers(30)).astype(np.uint8)
    heaps = Heaps(values, read_rules("0.33f"))
    for heap in range(30):
        heaps.check(heap)
    for heap in range(5, 30, 8):
        values[heap] ^= 1
        with pytest.raises(Refused):
            Heaps(values, read_rules("0.33f")).check(heap)
        values[heap] ^= 1


def test_bits_and_searches_of_large_numbers() -> None:
    values = np.array([0, 1, 31, 32, 33, 64, 100], np.uint8)
    bits = needed_bits(values, 4)
    for value, words in zip(values.tolist(), bits.T.tolist(), strict=True):
        assert sum(word << 32 * place for place, word in enumerate(words)) == (1 << value) - 1
    run = np.array([0, 7, 40, 90, 5, 6, 3, 127], np.uint8)
    search = Witnesses(run, run, 1, read_rules("0.04"))  # takes 2 and splits the rest: heap 7 into 1 + 4 or 2 + 3
    for number, left in ((7 ^ 5, []), (40 ^ 90, []), (40 ^ 5, [7])):
        missing = np.zeros((4, 1), np.uint32)
        missing[number // 32] = 1 << number % 32
        assert search.search(np.array([7]), missing, np.arange(1, 3)).tolist() == left


def test_the_lowest_bit_of_words() -> None:
    free = np.array([[[0b1000, 0, 1 << 31]]], np.uint32)
    assert _least(free, 32) is None
    free[0, 0, 1] = 2
    assert np.array(_least(free, 32)).tolist() == [[3, 1, 31]]
    wide = np.array([[[0, 1 << 63]], [[1 << 63, 1]]], np.uint64)
    assert np.array(_least(wide, 64)).tolist() == [[127, 63]]


@pytest.mark.parametrize("few", [0, 2])
def test_segments_are_computed_and_proved(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two segments of 0.156 side by side, in groups and heap by heap; then each kind of wrong value is refused."""
    monkeypatch.setattr(stream_run, "_FEW", few)
    values = np.asarray(grundy.heaps("0.156").nimbers(3000)).astype(np.uint8)
    rules = read_rules("0.156")
    rare = np.flatnonzero(rare_heaps(values, 27, alternating=False, side=0))
    plan = StreamPlan(rules, values[:1024], 512, 4096, 512, 27, None, rare, 500, 503, [])
    lanes = Lanes(plan, [values[488:1000], values[1288:1800]])
    lanes.step()
    assert np.array_equal(lanes.history[512:].T, [values[1000:1512], values[1800:2312]])
    common = [value for value in range(16) if (value & 27).bit_count() % 2]
    for row, lane in ((512, 0), (700, 1), (1023, 0)):
        right = int(lanes.history[row, lane])
        for wrong in {*common, 0} - {right}:
            lanes.history[row, lane] = wrong
            with pytest.raises(Refused):
                lanes._prove(512, 1024)  # noqa: SLF001 - the lanes themselves never hold a wrong value
        lanes.history[row, lane] = right
    lanes._prove(512, 1024)  # noqa: SLF001


@pytest.mark.parametrize(
    "code", ["0.8[3]", "1.7", "0.", "0.7g", "{}", "{0}", "{3,1}", "{1,1}", "{1001}", "equal-2", "nim", "", "0.77\n"]
)
def test_codes_that_are_not_read(code: str) -> None:
    with pytest.raises(Unreadable):
        read_rules(code)


def test_rules_are_those_of_the_library() -> None:
    for code in ("0.77", "4.007", "0.33f", "{1,3,4}"):
        rules = grundy.heaps(code)
        assert read_rules(code).digits == rules.digits  # type: ignore[attr-defined]
        assert rules.theorem == (read_rules(code).heaps, read_rules(code).last)


def test_least_periods() -> None:
    assert [prime_factors(number) for number in (1, 2, 12, 97, 11770282)] == [[], [2], [2, 3], [97], [2, 5885141]]
    values = np.array([9, 8] + [1, 2, 3, 4, 5, 6] * 5)
    check_repeats(values, 2, 6)
    for preperiod, period, check in ((1, 6, "period"), (3, 6, "preperiod"), (2, 12, "period"), (2, 5, "period")):
        with pytest.raises(Refused) as refused:
            check_repeats(values, preperiod, period)
        assert refused.value.check == check
    for length in range(13, 25):  # of moves that leave one heap few values are told beyond the first period
        with pytest.raises(Refused) as refused:
            check_repeats(np.array([1, 2, 3] * 8)[:length], 0, 12)
        assert refused.value.check == "period"


@pytest.mark.parametrize(("code", "heaps"), [("{1,3}", 1), ("0.07", 2), ("0.f1", 3)])
def test_the_bound_of_a_period(code: str, heaps: int) -> None:
    """Taken are that of today and that of the theorem as it was printed, with so many values, and no other."""
    found = grundy.heaps(code).period()
    assert found.bound is not None
    claim = certificate(grundy.heaps(code), found.bound + heaps, period=found)["claim"]

    def result(bound: int, length: int) -> str:
        changed = claim | {"bound": bound, "length": length, "values": claim["values"][:length]}
        report = VerifyReport()
        try:
            check_period(Certificate(Path(), changed, {}), report)
        except Refused as refused:
            return refused.check
        return "true"

    right, printed = found.bound, found.bound + heaps - 1
    for bound in range(right - 2, printed + 3):
        expected = "true" if bound in (right, printed) else "bound of the theorem"
        assert result(bound, printed) == expected
        assert result(bound, right) == ("true" if bound == right else "bound of the theorem")
        assert result(bound, right - 1) == "bound of the theorem"


def test_boards_are_cut_and_turned() -> None:
    upright = cut_into_parts("wall-making", "X.#.\n..#.")
    assert [part.kinds.tolist() for part in upright] == [[[0, CROSS], [CROSS, CROSS]], [[CROSS], [CROSS]]]
    even, odd = cut_into_parts("diagonal", "LR\nXL")
    assert even.kinds.tolist() == [[ROW], [ROW]]  # r1c1 and r2c2, on one line \
    assert even.cells == {(0, 0): (0, 0), (1, 0): (1, 1)}
    assert odd.kinds.tolist() == [[COLUMN, CROSS]]
    assert odd.cells == {(0, 0): (0, 1), (0, 1): (1, 0)}
    with pytest.raises(Unreadable, match="a gap"):
        cut_into_parts("wall-making", "...\n.#.\n...")
    for wrong in ("", "..\n.", "Q", ".\n" * 500 + "."):
        with pytest.raises(Unreadable):
            cut_into_parts("wall-making", wrong)
