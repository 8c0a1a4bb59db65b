"""Modules of WebAssembly under Pyodide, by the engine of the browser."""

from __future__ import annotations

from functools import cache
from typing import Any

_PAGE = 2**16  # bytes by which a memory grows


class BrowserRuntime:
    """The browser. A worker compiles without waiting; the content policy has to allow ``'wasm-unsafe-eval'``."""

    def accepts(self, code: bytes) -> bool:
        """Say whether the browser knows all instructions of a module; older ones have no vectors."""
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
    """What a module exports."""

    def __init__(self, exports: Any) -> None:
        self.base = int(getattr(exports, "__heap_base").value)  # Python changes such names in a class
        self._memory, self._exports = exports.memory, exports

    def grow(self, size: int) -> None:
        """Make the memory at least so many bytes. Raises `MemoryError` where the browser refuses that."""
        from pyodide.ffi import JsException

        pages = -(-(size - self._memory.buffer.byteLength) // _PAGE)
        if pages > 0:
            try:
                self._memory.grow(pages)
            except JsException as error:  # also of more pages than addresses reach
                raise MemoryError(size) from error

    def write(self, at: int, data: bytes) -> None:
        """Put bytes into the memory."""
        self._bytes(at, len(data)).assign(data)

    def read(self, at: int, size: int) -> bytes:
        """Return bytes of the memory."""
        found: bytes = self._bytes(at, size).to_bytes()
        return found

    def run(self, name: str, block: int) -> int:
        """Run a kernel; its arguments lie at `block`."""
        return int(getattr(self._exports, name)(block))

    def _bytes(self, at: int, size: int) -> Any:
        from js import Uint8Array

        return Uint8Array.new(self._memory.buffer, at, size)
