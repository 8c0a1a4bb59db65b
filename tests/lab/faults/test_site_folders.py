"""Folders that ``grundy site`` writes or refuses; nothing is left half written. What the site does: tests/browser."""

from __future__ import annotations

import errno
import hashlib
import json
import re
from typing import TYPE_CHECKING

import pytest

from grundy.lab.web import pyodide, site

if TYPE_CHECKING:
    from pathlib import Path

    from support.command import Command


@pytest.fixture
def python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that is taken for Pyodide: what is written does not depend on its content."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    content = {
        name: json.dumps({"info": {}, "packages": {"numpy": {}}, "of": name}).encode() for name in pyodide.DIGESTS
    }
    for name, data in content.items():
        (folder / name).write_bytes(data)
        monkeypatch.setitem(pyodide.DIGESTS, name, hashlib.sha256(data).hexdigest())
    return folder


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.mark.slow
def test_a_site_replaces_the_one_before(tmp_path: Path, python: Path, grundy_command: Command) -> None:
    public = tmp_path / "a" / "public"
    for _ in range(2):
        code, out, err = grundy_command("site", str(public), "--pyodide", str(python))
        assert (code, out) == (0, "")
        assert "MB to solve with" in err
    assert names(public.parent) == {"public"}
    first = {path: path.read_bytes() for path in public.rglob("*") if path.is_file()}
    (public / "stale.js").write_text("old")
    site.write(public, python)
    assert {path: path.read_bytes() for path in public.rglob("*") if path.is_file()} == first
    assert json.loads((public / "pyodide" / "pyodide-lock.json").read_bytes())["packages"] == {}
    index = (public / "index.html").read_text()
    assert index.count("Content-Security-Policy") == 1
    assert "unsafe-inline" not in index
    assert "'unsafe-eval'" not in index
    own = json.loads((public / "sw.js").read_text().partition("\n")[0].removeprefix("globalThis.SITE = ").rstrip(";"))
    assert "connect-src 'self';" in index
    assert own["policies"][""].startswith(re.findall('Policy" content="([^"]+)"', index)[0])
    assert {*own["files"], "sw.js", "made-by-grundy.json"} == {path.relative_to(public).as_posix() for path in first}


def test_every_address_of_a_site_is_relative(tmp_path: Path, python: Path) -> None:
    site.write(tmp_path / "public", python)
    for path in (tmp_path / "public").rglob("*"):
        if path.suffix in (".js", ".html", ".css", ".webmanifest") and "pyodide" not in path.parts:
            text = path.read_text(encoding="utf-8")
            for begin in ('href="/', 'src="/', "from '/", "import('/", "fetch('/", "url(/"):
                assert begin not in text, path
            for module in re.findall(r"(?:^import |\bfrom |=> import\(|await import\()'(\.[^']+)'", text, re.MULTILINE):
                there = (path.parent / module).resolve()
                assert there.is_relative_to(tmp_path / "public"), (path, module)
                assert there.exists(), (path, module)


@pytest.mark.parametrize("kind", ["full", "file", "link"])
def test_folders_of_others_stay_as_they_are(kind: str, tmp_path: Path, python: Path, grundy_command: Command) -> None:
    public, other = tmp_path / "public", tmp_path / "other"
    if kind == "file":
        public.write_text("mine")
    else:
        (other if kind == "link" else public).mkdir()
        (other if kind == "link" else public).joinpath("mine.txt").write_text("mine")
    if kind == "link":
        public.symlink_to(other)
    before = names(tmp_path)
    code, out, err = grundy_command("site", str(public), "--pyodide", str(python))
    assert (code, out) == (2, "")
    assert "public: expected a folder" in err or "expected a folder to write a site into" in err
    assert names(tmp_path) == before


def test_what_is_wrong_with_pyodide_is_said(tmp_path: Path, python: Path, grundy_command: Command) -> None:
    def refused() -> str:
        code, out, err = grundy_command("site", str(tmp_path / "public"), "--pyodide", str(python))
        assert (code, out) == (2, "")
        assert not (tmp_path / "public").exists()
        return str(err)

    wasm = python / "pyodide.asm.wasm"
    data = wasm.read_bytes()
    wasm.write_bytes(data + b" ")
    assert "pyodide.asm.wasm of Pyodide" in refused()
    wasm.unlink()
    assert "found no pyodide.asm.wasm" in refused()
    assert f"npm install pyodide@{pyodide.VERSION}" in refused()


def test_npm_brings_pyodide_or_says_why_not(
    tmp_path: Path, grundy_command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    code, _, err = grundy_command("site", str(tmp_path / "public"))
    assert code == 2
    assert "expected npm" in err
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\necho no network >&2\nexit 1\n")
    npm.chmod(0o755)
    monkeypatch.setattr("shutil.which", lambda _: str(npm))
    code, _, err = grundy_command("site", str(tmp_path / "public"))
    assert code == 2
    assert "no network" in err
    assert names(tmp_path) == {"npm"}


def test_a_folder_that_cannot_be_written(
    tmp_path: Path, python: Path, grundy_command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    public = tmp_path / "public"
    site.write(public, python)
    before = {path: path.read_bytes() for path in public.rglob("*") if path.is_file()}
    rename = type(public).rename

    def failing(path: Path, target: Path) -> Path:
        if path.name == "new":
            raise OSError(errno.ENOSPC, "No space left on device")  # as a write says it, without a name
        return rename(path, target)

    monkeypatch.setattr(type(public), "rename", failing)
    code, _, err = grundy_command("site", str(public), "--pyodide", str(python))
    assert code == 2
    assert f"{public}: expected a folder for the site, found: No space left on device" in err
    assert {path: path.read_bytes() for path in public.rglob("*") if path.is_file()} == before
    assert names(tmp_path) == {"public", "pyodide"}
