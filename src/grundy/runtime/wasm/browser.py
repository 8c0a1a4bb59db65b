"""WebAssembly modules in the engine of the browser, for Python under Pyodide."""

from __future__ import annotations

from functools import cache
from typing import Any

_PAGE = 2**16  # bytes by which a memory grows


class BrowserRuntime:
    """The engine of the browser, called in a worker. The content policy has to allow ``'wasm-unsafe-eval'``."""

    def accepts(self, code: bytes) -> bool:
        """Return whether the browser knows all instructions of a module; older browsers have no vector instructions."""
        return _accepted(code)

    def open(self, code: bytes) -> BrowserInstance:
        """Compile a module, and return an instance."""
        from js import WebAssembly  # of Pyodide

        return BrowserInstance(WebAssembly.Instance.new(_compiled(code)).exports)


@cache
def _accepted(code: bytes) -> bool:
    from js import WebAssembly
    from pyodide.ffi import to_js

    return bool(WebAssembly.validate(to_js(code)))


@cache
def _compiled(code: bytes) -> Any:
    from js import WebAssembly
    from pyodide.ffi import to_js

    return WebAssembly.Module.new(to_js(code))


class BrowserInstance:
    """A running module in the browser."""

    def __init__(self, exports: Any) -> None:
        # Not as an attribute: inside a class, Python changes names that begin with two underscores.
        self.base = int(getattr(exports, "__heap_base").value)
        self._memory, self._exports = exports.memory, exports

    def grow(self, size: int) -> None:
        """Make the memory at least `size` bytes long. Raises `MemoryError` if the browser refuses that."""
        from pyodide.ffi import JsException

        pages = -(-(size - self._memory.buffer.byteLength) // _PAGE)
        if pages > 0:
            try:
                self._memory.grow(pages)
            except JsException as error:  # also if there are fewer addresses than bytes
                raise MemoryError(size) from error

    def write(self, at: int, data: bytes) -> None:
        """Write bytes to the memory from the address `at` on."""
        self._bytes(at, len(data)).assign(data)

    def read(self, at: int, size: int) -> bytes:
        """Return `size` bytes of the memory from the address `at` on."""
        found: bytes = self._bytes(at, size).to_bytes()
        return found

    def run(self, name: str, block: int) -> int:
        """Run a kernel; its arguments lie at `block`."""
        return int(getattr(self._exports, name)(block))

    def _bytes(self, at: int, size: int) -> Any:
        from js import Uint8Array

        return Uint8Array.new(self._memory.buffer, at, size)
