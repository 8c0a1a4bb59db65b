"""Kernels as WebAssembly: Python in a browser has no Numba, and calls modules that were built from the same sources.

`bench/wasm_kernels.py` builds the modules, and says what they export. Each solved table has its own instance of a
module, because the memory of an instance never shrinks: it is freed together with the table.
"""

from __future__ import annotations

import struct
import sys
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from grundy.runtime.packages import available

if TYPE_CHECKING:
    import array as arrays

    Code = Literal["B", "H", "i", "q", "Q"]

_ALIGNED = 16  # bytes
_WORD = 8  # bytes of an item in the block of arguments
_MOST_WORDS = 256  # in that block
_ITEMS: dict[Code, int] = {"B": 1, "H": 2, "i": 4, "q": 8, "Q": 8}  # bytes of an item by its code, as `struct` has it


class Instance(Protocol):
    """A running module with its own memory, which is zero at first and free from the address `base` on."""

    base: int

    def grow(self, size: int) -> None:
        """Make the memory at least `size` bytes long. Raises `MemoryError` if that is refused."""

    def write(self, at: int, data: bytes) -> None:
        """Write bytes to the memory from the address `at` on."""

    def read(self, at: int, size: int) -> bytes:
        """Return `size` bytes of the memory from the address `at` on."""

    def run(self, name: str, block: int) -> int:
        """Run a kernel; its arguments lie at `block`."""


class Runtime(Protocol):
    """An engine that runs modules."""

    def accepts(self, code: bytes) -> bool:
        """Return whether the engine knows all instructions of a module."""

    def open(self, code: bytes) -> Instance:
        """Return a new instance of a module."""


runtime: Runtime | None = None  # None where there is none
if sys.platform == "emscripten":
    from grundy.runtime.wasm.browser import BrowserRuntime

    runtime = BrowserRuntime()


class Array(NamedTuple):
    """An array in the memory of an instance, in C order: where it begins, the code of its items, and its shape."""

    at: int
    code: Code
    shape: tuple[int, ...]

    @property
    def nbytes(self) -> int:
        """The bytes of all items."""
        return _ITEMS[self.code] * prod(self.shape)

    def words(self) -> list[int]:
        """Return an array as words for a kernel: no owner, size, bytes of an item, address, shape, strides."""
        item = _ITEMS[self.code]
        strides = [item * prod(self.shape[axis + 1 :]) for axis in range(len(self.shape))]
        return [0, 0, prod(self.shape), item, self.at, *self.shape, *strides]


class Kernels:
    """The kernels of a module and their arrays, in one memory."""

    def __init__(self, name: str) -> None:
        """Open a module, one of ``modules.json``, which the runtime accepts (see `serves`)."""
        if runtime is None:
            raise RuntimeError(name)
        self._instance = runtime.open(_code(name))
        self._block = _aligned(self._instance.base)
        self._end = self._block + _WORD * _MOST_WORDS
        self._instance.grow(self._end)

    def array(self, code: Code, *shape: int) -> Array:
        """Allocate an array of zeros. Raises `MemoryError`."""
        made = Array(self._end, code, shape)
        self._end = _aligned(self._end + made.nbytes)
        self._instance.grow(self._end)
        return made

    def filled(self, code: Code, shape: tuple[int, ...], values: bytes | arrays.array[int]) -> Array:
        """Allocate an array of these values. Raises `MemoryError`."""
        made = self.array(code, *shape)
        self.write(made, 0, values)
        return made

    def write(self, array: Array, first: int, values: bytes | arrays.array[int]) -> None:
        """Write values to an array, from the item `first` on."""
        self._instance.write(array.at + first * _ITEMS[array.code], bytes(values))

    def read(self, array: Array, first: int = 0, stop: int | None = None) -> memoryview[int]:
        """Return a flat copy of an array, or of its items from `first` to before `stop`."""
        item = _ITEMS[array.code]
        count = (array.nbytes // item if stop is None else stop) - first
        return memoryview(self._instance.read(array.at + first * item, count * item)).cast(array.code)

    def run(self, name: str, *arguments: Array | int) -> int:
        """Run a kernel, and return its result as an integer of 64 bits; the items of a tuple are separate arguments."""
        words = [0]
        for argument in arguments:
            words += argument.words() if isinstance(argument, Array) else [int(argument)]
        self._instance.write(self._block, struct.pack(f"<{len(words)}q", *words))
        status = self._instance.run(name, self._block)
        if status:
            raise RuntimeError(name, status)
        (result,) = struct.unpack("<q", self._instance.read(self._block, _WORD))
        return int(result)


def serves(name: str) -> bool:
    """Return whether the module `name` runs as WebAssembly here: Numba is missing, and a runtime accepts it."""
    return runtime is not None and not available("numba") and runtime.accepts(_code(name))


@cache
def _code(name: str) -> bytes:
    import hashlib
    import json
    from importlib.resources import files

    folder = files("grundy.runtime.wasm")
    said: dict[str, Any] = json.loads((folder / "modules.json").read_text(encoding="utf-8"))
    data = (folder / f"{name}.wasm").read_bytes()
    if hashlib.sha256(data).hexdigest() != said["modules"][name]["sha256"]:
        raise RuntimeError(f"{name}.wasm")
    return data


def _aligned(at: int) -> int:
    return -(-at // _ALIGNED) * _ALIGNED
