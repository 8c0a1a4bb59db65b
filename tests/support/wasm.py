"""Kernels of WebAssembly under CPython: `wasmtime` in place of a browser."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("wasmtime", reason="needs wasmtime, which runs WebAssembly")

import wasmtime

from grundy.runtime import wasm
from grundy.runtime.table_cache import tables
from support.without_packages import missing

if TYPE_CHECKING:
    from collections.abc import Iterator

_PAGE = 2**16


class Wasmtime:
    """A runtime of modules."""

    def __init__(self) -> None:
        self._engine = wasmtime.Engine()
        self._modules: dict[bytes, wasmtime.Module] = {}

    def accepts(self, code: bytes) -> bool:
        if code not in self._modules:
            self._modules[code] = wasmtime.Module(self._engine, code)
        return True

    def open(self, code: bytes) -> Opened:
        assert self.accepts(code)
        store = wasmtime.Store(self._engine)
        return Opened(store, wasmtime.Instance(store, self._modules[code], []).exports(store))


_RUNTIME = Wasmtime()


class Opened:
    """An instance of a module."""

    def __init__(self, store: wasmtime.Store, exports: Any) -> None:
        self._store, self._memory, self._exports = store, exports["memory"], exports
        self.base = int(exports["__heap_base"].value(store))

    def grow(self, size: int) -> None:
        pages = -(-(size - self._memory.data_len(self._store)) // _PAGE)
        if pages > 0:
            try:
                self._memory.grow(self._store, pages)
            except wasmtime.WasmtimeError as error:
                raise MemoryError(size) from error

    def write(self, at: int, data: bytes) -> None:
        self._memory.write(self._store, data, at)

    def read(self, at: int, size: int) -> bytes:
        return bytes(self._memory.read(self._store, at, at + size))

    def run(self, name: str, block: int) -> int:
        return int(self._exports[name](self._store, block))


@contextmanager
def in_place_of_numba() -> Iterator[None]:
    """Make kernels run as WebAssembly inside the block, without Numba and NumPy."""
    with missing("numba", "numpy"), pytest.MonkeyPatch.context() as patch:
        patch.setattr(wasm, "runtime", _RUNTIME)
        tables.clear()
        try:
            yield
        finally:
            tables.clear()
