"""Segments of a streamed sequence: many are computed again at the same time, and proved.

Each segment is a lane: the window of values before it is known, and its heaps are computed in order. All lanes lie side
by side in one array with a row for each heap, so each step is one NumPy operation for all lanes. The value of a heap is
the least number of the common class that no pair with a rare heap and no move that leaves one heap has. The proof that
this is the nimber does not depend on how the value was found; it is the proof of `proof`, for whole rows.
"""

from __future__ import annotations

import hashlib
from math import gcd
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.verify.proof import parity
from grundy.verify.report import Refused
from grundy.verify.witnesses import Witnesses

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from grundy.verify.stream_record import StreamPlan, Values

MOST_LANES = 1024
MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_STEP = 64  # heaps for which pairs with distant rare heaps are computed together
_FEW, _LONG_STEP = 8, 256  # so few lanes are filled one by one; such heaps then
_AT_ONCE = 2**16  # values in one operation of the proof
_SAMPLED = 2**20  # places from which useful pairs are learned
_USEFUL = 1200  # small heaps whose pairs may be chosen as useful
_LEVELS = ((np.uint32, 1), (np.uint64, 1), (np.uint64, 2))  # words of bits for nimbers below 32, 64 and 128


class Lanes:
    """Several segments that are computed together, a lane each."""

    def __init__(self, plan: StreamPlan, windows: list[Values]) -> None:
        """Store the values before each segment; all segments begin with an even heap."""
        self._plan = plan
        self.history = np.zeros((plan.window + plan.row, len(windows)), np.uint8)
        for lane, window in enumerate(windows):
            part = window[-plan.window :]
            self.history[plan.window - len(part) : plan.window, lane] = part
        self._level = 0
        self._witnesses: Witnesses | None = None
        self._rare = [
            (take + int(rare), int(plan.prefix[rare])) for take in plan.rules.places(4) for rare in plan.rares
        ]
        # With position parity, a move that takes an odd number and leaves one heap has a value of the rare class.
        singles = [(take, 0) for take in plan.rules.places(2) if plan.parity is None or take % 2 == 0]
        self._options = sorted(self._rare + singles)

    def step(self) -> None:
        """Compute and prove the next heaps of all lanes, `row` of the plan. They become the last rows of `history`."""
        window = self._plan.window
        if self._witnesses is not None:
            self.history[:window] = self.history[self._plan.row :].copy()
        while not self._fill():
            self._level += 1
            self._witnesses = None
            if self._level == len(_LEVELS):
                raise Refused("streamed values", "a nimber is 128 or more, which no record has")
        if self._witnesses is None:
            self._learn()
        for low in range(window, window + self._plan.row, rows := max(1, _AT_ONCE // self.history.shape[1])):
            self._prove(low, min(window + self._plan.row, low + rows))

    def keep(self, lanes: list[int]) -> None:
        """Drop all other lanes."""
        self.history = np.ascontiguousarray(self.history[:, lanes])
        self._learn()

    def _fill(self) -> bool:
        """Compute the values of the next rows. Return False if a value does not fit into the words of bits."""
        kind, words = _LEVELS[self._level]
        width = 8 * np.dtype(kind).itemsize
        common = np.stack([self._common(side, kind, words) for side in (0, 1)])  # parity of the heap, word
        history, window, row = self.history, self._plan.window, self._plan.row
        few = history.shape[1] <= _FEW
        step = gcd(row, _LONG_STEP) if few else _STEP
        near = [option for option in self._options if option[0] < step]
        far = [option for option in self._options if option[0] >= step]
        block = (_one_by_one if few else _in_groups)(history, window, step, near, common)
        for base in range(window, window + row, step):
            marked = np.zeros((words, step, history.shape[1]), kind)
            for offset, value in far:
                _mark(marked, (history[base - offset : base - offset + step] ^ np.uint8(value)).astype(kind), width)
            if not block(base, marked):
                return False
        return True

    def _common(self, side: int, kind: Any, words: int) -> NDArray[Any]:
        """Return the numbers that common heaps of one parity may have as values, as words of bits."""
        width = 8 * np.dtype(kind).itemsize
        weight = parity(np.arange(words * width) & self._plan.mask)
        if self._plan.parity is not None:
            weight ^= side ^ self._plan.parity
        bits = [sum(1 << number for number in range(width) if weight[width * word + number]) for word in range(words)]
        return np.array(bits, kind)

    def _learn(self) -> None:
        lanes = self.history.shape[1]
        self._witnesses = Witnesses(self._plan.prefix, self.history.reshape(-1), lanes, self._plan.rules)
        first, last = self._plan.window * lanes, (self._plan.window + self._plan.row) * lanes
        places = np.arange(first, last, max(1, (last - first) // _SAMPLED))
        useful = np.union1d(self._plan.rares, np.arange(1, min(_USEFUL, self._plan.reach) + 1))
        self._witnesses.learn(places, useful, int(self.history.max()))

    def _prove(self, low: int, high: int) -> None:
        """Raise `Refused` if a heap in the rows is rare, has an option of its own value, or lacks a smaller number."""
        lanes = self.history.shape[1]
        flat = self.history.reshape(-1)
        values = flat[low * lanes : high * lanes]
        weight = parity(values & np.uint8(self._plan.mask)).reshape(high - low, lanes)
        if self._plan.parity is not None:
            weight = weight ^ ((np.arange(low, high) ^ self._plan.parity) & 1)[:, None].astype(np.uint8)
        wrong = weight.reshape(-1) == 0
        for offset, value in self._rare + [(take, 0) for take in self._plan.rules.places(2)]:
            wrong |= (flat[(low - offset) * lanes : (high - offset) * lanes] ^ values) == np.uint8(value)
        if wrong.any():
            raise Refused("streamed values", "a heap of a segment has an option worth its value, or is rare")
        if self._witnesses is not None:
            places, missing = self._witnesses.uncovered(low, high)
            if len(self._witnesses.search(places, missing, np.arange(1, self._plan.reach + 1))):
                message = f"a smaller number has no pair with a heap up to {self._plan.reach:,}"
                raise Refused("reach of the witnesses", message)


def _in_groups(
    history: NDArray[np.uint8], window: int, step: int, near: list[tuple[int, int]], common: NDArray[Any]
) -> Callable[[int, NDArray[Any]], bool]:
    """Return a function that fills `step` rows from a row on: so many at once as do not depend on each other.

    `near` has the options that lead into the block. The function is given what other options mark, and returns False
    if a value does not fit into the words of bits.
    """
    del window
    kind, words = common.dtype.type, common.shape[1]
    width = 8 * common.dtype.itemsize
    group = min([step, *(offset for offset, _ in near)])
    offsets = np.array([offset for offset, _ in near], np.intp)[:, None]
    values = np.array([value for _, value in near], np.uint8)[:, None, None]

    def fill(base: int, marked: NDArray[Any]) -> bool:
        for low in range(0, step, group):
            high = min(step, low + group)
            here = marked[:, low:high]
            heaps = np.arange(base + low, base + high)
            if near:
                totals = (history[heaps - offsets] ^ values).astype(kind)
                for word in range(words):
                    here[word] |= np.bitwise_or.reduce(np.left_shift(kind(1), totals - kind(width * word)), axis=0)
            found = _least(~here & common[heaps & 1].swapaxes(0, 1)[:, :, None], width)
            if found is None:
                return False
            history[base + low : base + high] = found
        return True

    return fill


def _one_by_one(
    history: NDArray[np.uint8], window: int, step: int, near: list[tuple[int, int]], common: NDArray[Any]
) -> Callable[[int, NDArray[Any]], bool]:
    """Return a function that does what that of `_in_groups` does, heap by heap; for few lanes.

    What a value marks at the next heaps is one integer, with so many bits for each heap as the words have.
    """
    words, width = common.shape[1], 8 * common.dtype.itemsize
    bits = words * width
    allowed = [_joined(side[:, None], width)[0] for side in common]
    marks = [
        sum({1 << bits * offset + (number ^ value) for offset, value in near if number ^ value < bits})
        for number in range(bits)
    ]
    taken = []  # for each lane, what is marked from the next heap on
    for lane in history[max(0, window - step) : window].T.tolist():
        taken.append(0)
        for number in lane:
            taken[-1] = (taken[-1] | marks[number]) >> bits

    def fill(base: int, marked: NDArray[Any]) -> bool:
        heap, low = [allowed[base & 1], allowed[base + 1 & 1]] * (step // 2), (1 << bits) - 1
        for lane in range(len(taken)):
            ahead, found = taken[lane], []
            for there, numbers in zip(_joined(marked[:, :, lane], width), heap, strict=True):
                free = numbers & ~(ahead & low | there)
                if not free:
                    return False
                number = (free & -free).bit_length() - 1
                ahead = (ahead | marks[number]) >> bits
                found.append(number)
            history[base : base + step, lane] = found
            taken[lane] = ahead
        return True

    return fill


def _joined(words: NDArray[Any], width: int) -> list[int]:
    """Return the integers that several rows of words of bits stand for."""
    return [sum(word << width * place for place, word in enumerate(column)) for column in words.T.tolist()]


def _mark(marked: NDArray[Any], totals: NDArray[Any], width: int) -> None:
    """Set the bits of the numbers `totals` in `marked`, words of `width` bits."""
    kind = marked.dtype.type
    for word in range(len(marked)):
        # An unsigned difference below 0 wraps round to a huge shift, which sets no bit.
        marked[word] |= np.left_shift(kind(1), totals - kind(width * word))


def _least(free: NDArray[Any], width: int) -> Values | None:
    """Return the number of the lowest bit over all words for each heap; None if some heap has no bit."""
    floats, shift, zero = (np.float32, 23, 127) if width == 32 else (np.float64, 52, 1023)
    found = np.zeros(free.shape[1:], np.uint8)
    missing = np.ones(free.shape[1:], np.bool_)
    for word, bits in enumerate(free):
        low = bits & (~bits + free.dtype.type(1))
        number = (low.astype(floats).view(free.dtype) >> free.dtype.type(shift)).astype(np.int64) - zero + width * word
        here = missing & (bits != 0)
        found[here] = number[here]
        missing &= bits == 0
    return None if missing.any() else found


class Folds:
    """The digests of the current blocks of several lanes: folds of rows of words of 64 bits."""

    def __init__(self, lanes: int, row: int) -> None:
        """Start an empty fold for each lane; `row` is the number of bytes of a row."""
        self._state = np.zeros((lanes, row // 8), np.uint64)

    def add_rows(self, rows: NDArray[np.uint8]) -> None:
        """Add the values of the heaps of a step of all lanes."""
        self._state = self._state * MULTIPLIER + np.ascontiguousarray(rows.T).view("<u8")

    def keep(self, lanes: list[int]) -> None:
        """Drop all other lanes."""
        self._state = self._state[lanes]

    def end(self, lane: int) -> str:
        """Return the digest of a lane's block, and start the next block."""
        digest = hashlib.sha256(self._state[lane].astype("<u8").tobytes()).hexdigest()
        self._state[lane] = 0
        return digest
