"""Builds kernels as WebAssembly, from the same Python sources that Numba compiles for processors.

    python bench/wasm_kernels.py            the files of the package: src/grundy/runtime/wasm
    python bench/wasm_kernels.py --to DIR   the same into another folder

Needs Numba and ``wasm-ld`` (Debian's package ``lld``). Numba compiles each kernel for a processor of 64 bits without
special features; llvmlite makes objects for ``wasm32`` of that code, and the linker a module of those that work on the
same tables. A module exports its memory, ``__heap_base``, where free memory begins, and ``NAME(block)`` for each
kernel: the block holds the result and then the arguments of the kernel in Numba's order, eight bytes each. It returns
0 unless the kernel has raised.

`modules.json` says of each module its bytes and digest, the digests of the sources that it was built from, and with
what all were built. The same versions give the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import config

SOURCES = Path(__file__).parents[1] / "src"
FOLDER = SOURCES / "grundy/runtime/wasm"
FEATURES = "+bulk-memory,+sign-ext,+simd128"
LINKER = "wasm-ld"
OPTIONS = [
    "--no-entry",
    "--strip-all",
    "--stack-first",
    "-z",
    "stack-size=65536",
    "--export=__heap_base",
]


class Source(NamedTuple):
    """A kernel: its module and name, other modules whose code it contains, and the types of its arguments."""

    module: str
    name: str
    uses: tuple[str, ...]
    types: str


# What each module exports, by the name of the export.
MODULES = {
    "cutting": {
        "fill_rows": Source(
            "grundy.games.families.cutting.kernel",
            "fill_rows",
            ("grundy.games.families.cutting.vector_kernel",),
            "int64, int64, int64, boolean, boolean, uint16[::1], "
            "uint16[::1], int32[:, ::1], int32[:, ::1], int32[:, ::1], int32[:, ::1], "
            "uint16[::1], uint16[::1], uint16[:, ::1], uint16[:, ::1], uint8[::1]",
        ),
    },
    "heaps": {
        "extend": Source(
            "grundy.games.families.heaps.direct_kernel",
            "extend",
            (),
            "uint16[::1], uint16[::1], int64, int64, int64[::1], int64[::1], boolean, uint64[:, ::1], int64[:, ::1], "
            "int64",
        ),
        "scan": Source(
            "grundy.games.families.heaps.sparse.scan_kernel",
            "extend",
            (),
            "uint16[::1], int64, int64, int64[::1], int64[::1], boolean, int64, uint8[::1], int64[:, ::1], int64[::1], "
            "int64[::1], uint8[::1]",
        ),
    },
    "pieces": {
        "nimbers": Source(
            "grundy.games.families.pieces.nimbers_kernel",
            "fill",
            (),
            "uint8[:, ::1], int64[:, ::1], int64[:, ::1], int64, int64, UniTuple(int64, 2), UniTuple(int64, 2), "
            "uint16[:, ::1], uint64[:, ::1], int32[:, ::1], int64[:, ::1], uint64[::1]",
        ),
    },
}


def versions() -> dict[str, str]:
    """Return the versions of all that a module depends on, beside its sources."""
    said = subprocess.run([LINKER, "--version"], check=True, capture_output=True, text=True).stdout
    found = re.search(r"LLD (\d+\.\d+\.\d+)", said)
    return {
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "numpy": np.__version__,
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "lld": found[1] if found else said.strip(),
    }


def module_of(sources: dict[str, Source]) -> bytes:
    """Return kernels as a module of WebAssembly."""
    machine = llvm.Target.from_triple("wasm32-unknown-unknown").create_target_machine(
        features=FEATURES, opt=3, reloc="static"
    )
    with tempfile.TemporaryDirectory() as scratch:
        linked = Path(scratch, "kernels.wasm")
        parts = [Path(scratch, f"{name}.o") for name in sources]
        for part, (name, source) in zip(parts, sources.items(), strict=True):
            code = llvm.parse_assembly(_for_wasm(_compiled(source), str(machine.target_data), name))
            code.verify()
            part.write_bytes(machine.emit_object(code))
        exports = [f"--export={name}" for name in sources]
        subprocess.run([LINKER, *OPTIONS, *exports, "-o", str(linked), *map(str, parts)], check=True)
        return linked.read_bytes()


def _compiled(source: Source) -> str:
    """Return the code that LLVM has optimised: one function, which returns a status."""
    function = getattr(import_module(source.module), source.name).plain
    options: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
    compiled = numba.njit(f"({source.types})", error_model="numpy", **options)(function)
    (text,) = compiled.inspect_llvm().values()
    return str(text)


def _for_wasm(text: str, layout: str, exported: str) -> str:
    """Return the code for WebAssembly, and what is `exported`: it takes the arguments out of a block of memory."""
    text = re.sub(r"^(target|source_filename|; ModuleID).*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r'"(target-cpu|target-features|probe-stack)"="[^"]*"', "", text)
    text = text.replace("define linkonce_odr ", "define internal ")
    text = re.sub(r"^@_ZN08NumbaEnv.*\n", "", text, flags=re.MULTILINE)
    functions = re.findall(r"^define (?!internal )[^@]*i32 @([\w.$]+)\((.*)\)[^)]*{$", text, flags=re.MULTILINE)
    ((name, arguments),) = functions
    text = re.sub(r"^define (?=[^@]*@" + re.escape(name) + r"\()", "define internal ", text, flags=re.MULTILINE)
    text = text.replace(f"@{name}(", "@kernel(")
    head = f'target datalayout = "{layout}"\ntarget triple = "wasm32-unknown-unknown"\n'
    return head + text + _export(exported, _types(arguments))


def _types(arguments: str) -> list[str]:
    """Return the types of the arguments of a function, without what is said of them."""
    bare = re.sub(r"\([^()]*\)", "", arguments)  # such as range(i64 0, 9)
    return [argument.split()[0] for argument in bare.split(",")]


def _export(name: str, types: list[str]) -> str:
    lines = [f"define i32 @{name}(ptr %block) {{", "%raised = alloca ptr"]
    values = ["ptr %block", "ptr %raised"]
    for number, kind in enumerate(types[2:], start=1):
        lines.append(f"%p{number} = getelementptr i64, ptr %block, i32 {number}")
        lines.append(f"%w{number} = load i64, ptr %p{number}")
        change = "inttoptr" if kind == "ptr" else "trunc"
        if kind != "i64":
            lines.append(f"%v{number} = {change} i64 %w{number} to {kind}")
        values.append(f"{kind} %{'w' if kind == 'i64' else 'v'}{number}")
    return "\n".join([*lines, f"%status = call i32 @kernel({', '.join(values)})", "ret i32 %status", "}", ""])


def digests(sources: dict[str, Source]) -> dict[str, str]:
    """Return the digests of the files that kernels are compiled from, by their module."""
    modules = [module for source in sources.values() for module in (source.module, *source.uses)]
    paths = {module: SOURCES / (module.replace(".", "/") + ".py") for module in modules}
    return {module: hashlib.sha256(path.read_bytes()).hexdigest() for module, path in paths.items()}


def build(folder: Path) -> None:
    """Write all modules, and what is said of them."""
    config.CPU_NAME, config.CPU_FEATURES = "generic", ""  # of what Numba compiles from here on
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    said: dict[str, Any] = {"made_with": versions(), "modules": {}}
    for name, sources in MODULES.items():
        data = module_of(sources)
        (folder / f"{name}.wasm").write_bytes(data)
        digest = hashlib.sha256(data).hexdigest()
        own = {"kernels": [*sources], "bytes": len(data), "sha256": digest, "sources": digests(sources)}
        said["modules"][name] = own
        print(f"{name}.wasm", len(data), "bytes")
    (folder / "modules.json").write_text(json.dumps(said, indent=1) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=FOLDER, help="the folder that the files go into")
    folder = parser.parse_args().to
    folder.mkdir(parents=True, exist_ok=True)
    build(folder)
