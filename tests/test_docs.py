"""Everything that the documents and docstrings show is run as it stands."""

from __future__ import annotations

import doctest
import linecache
import re
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name, walk_packages
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy.cli.main import run
from support.project import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
MODULES = sorted(m.name for m in walk_packages(grundy.__path__, "grundy.") if not m.name.endswith("__main__"))


@pytest.fixture(autouse=True)
def _no_debugger(monkeypatch: pytest.MonkeyPatch) -> None:
    """Save the look at every source file on disk that doctest takes for its debugger, before each docstring."""
    monkeypatch.setattr(linecache, "checkcache", lambda *_: None)


def has_examples(name: str) -> bool:
    """Say whether a module's source has an example."""
    path = Path(grundy.__path__[0], *name.split(".")[1:])
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ">>>" in source.read_text(encoding="utf-8")


NEED_NUMBA = {"grundy.census", "grundy.games.families.cutting.rectangle_tables"}  # for their examples


@pytest.mark.needs_jit
def test_each_module_can_be_imported() -> None:
    for name in MODULES:
        import_module(name)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.needs_jit] * (name in NEED_NUMBA))
        for name in MODULES
        if has_examples(name)
    ],
)
def test_docstrings(name: str) -> None:
    result = doctest.testmod(import_module(name), raise_on_error=False)
    assert result.failed == 0


MARKS = {
    "compiled-rulesets.md": [pytest.mark.slow, pytest.mark.needs_jit],
    "from-a-code-to-a-proved-period.md": [pytest.mark.slow],
    "pictures.md": [pytest.mark.needs_jit],
}


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.name, marks=MARKS.get(path.name, ())) for path in PAGES],
)
def test_examples_of_pages(path: Path) -> None:
    text = re.sub(r"^ *```.*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)  # fences are no output
    test = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    result = doctest.DocTestRunner().run(test)
    assert result.failed == 0
    if path.name == "README.md":
        assert result.attempted >= 5


def test_the_picture_of_the_readme(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The README shows what its first command prints."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    board = re.search(r"printf '([^']+)' \| grundy solve wall-making", text)
    assert board is not None
    path = tmp_path / "board.txt"
    path.write_text(board[1].replace("\\n", "\n"))
    assert run(["solve", "wall-making", str(path)]) == 0
    assert capsys.readouterr().out.strip() in text


def test_the_examples_of_contributing() -> None:
    """The game and the problem that it shows are whole: facts and samples come out."""
    game_file, problem_file = re.findall(
        r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.DOTALL
    )
    space: dict[str, Any] = {"__name__": "example"}
    exec(game_file, space)  # noqa: S102 - the document's own example
    for fact in space["GAME"].facts:
        assert space["GAME"](fact.position).nimber == fact.nimber
    assert space["GAME"](space["GAME"].sample).choices()
    exec(problem_file, space)  # noqa: S102
    for sample in space["PROBLEM"].samples:
        assert space["PROBLEM"].answer(sample.input) == sample.output


def test_the_explanation_of_the_page() -> None:
    """The page on nimbers shows what `explain` says of its table."""
    text = (ROOT / "docs" / "nimbers-in-twenty-minutes.md").read_text(encoding="utf-8")
    space: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(text.partition("And why?")[0]):
        exec(example.source, space)  # noqa: S102 - the document's own examples
    assert f"```text\n{space['table'].explain()}\n```" in text


def _column(page: str, heading: str, column: int) -> list[str]:
    """Return the names in backticks in a column of the table below a heading of a document."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8").partition(heading)[2]
    rows = [line.strip("|").split("|") for line in text.partition("\n#")[0].splitlines() if line.startswith("|")]
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row[column])]


@pytest.mark.needs_jit
def test_the_glossary_names_what_exists() -> None:
    names = _column("glossary.md", "# Glossary", 2)
    assert len(names) > 40
    source = ROOT / "src" / "grundy"
    for name in names:
        if "/" in name or "*" in name:
            assert any(source.rglob(name.rstrip("/"))), name
        else:
            assert resolve_name(f"grundy.{name}") is not None


def test_the_walk_names_functions_that_are_called() -> None:
    called: set[str] = set()

    def record(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            called.add(frame.f_code.co_qualname)

    def takeaway(n: int) -> Iterator[int]:
        yield from (n - k for k in (1, 2) if k <= n)

    profile = sys.getprofile()
    sys.setprofile(record)
    try:
        assert grundy.ruleset(takeaway)(5).nimber == 2
    finally:
        sys.setprofile(profile)
    names = [name.removeprefix("engine.") for name in _column("architecture.md", "### A walk", 1) if "/" not in name]
    assert len(names) > 15
    assert [name for name in names if not any(own == name or own.startswith(f"{name}.") for own in called)] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        built = target.startswith("sheets/")  # with the documents, by docs/conf.py
        assert built or (path.parent / target).exists(), target
