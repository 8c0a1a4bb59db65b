"""Compiles the C++ programs of this folder, with which kernels are compared."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path


def compiled(source: str, folder: str | Path, *flags: str) -> Path | None:
    """Return the program of a source of this folder, made in another one; None where there is no compiler."""
    compiler = shutil.which("g++") or shutil.which("c++") or shutil.which("clang++")
    if compiler is None:
        print(f"no C++ compiler here: {source} is skipped")
        return None
    program = Path(folder, Path(source).stem)
    subprocess.run([compiler, *flags, "-o", program, Path(__file__).parent / source], check=True)
    return program
