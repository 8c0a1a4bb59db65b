"""Promises about the project itself: each game has its facts, each problem its oracle, and so on."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict

import pytest

import grundy
from grundy import contests, games
from grundy.cli import main as command_line
from support.project import ROOT


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_each_game_is_complete(game: games.Game) -> None:
    assert game.facts, "a game needs at least one checked fact"
    assert all(fact.source for fact in game.facts)
    assert all(fact.nimber is not None or fact.outcome is not None for fact in game.facts)
    assert game.parse(game.sample).choices(), "a sample in which something can be done"
    assert game.title
    assert game.source
    assert game.reader.form
    assert "\n" not in game.rules
    assert game.name == game.name.lower()


# Problems whose statement was read without its samples: their vectors are answered by the oracle alone.
UNREAD = {"boj-16877", "boj-16888", "boj-16894", "boj-16895", "poj-3537"}


@pytest.mark.parametrize("problem", contests.all_problems(), ids=lambda problem: problem.id)
def test_each_problem_is_complete(problem: contests.Problem) -> None:
    assert problem.samples or problem.id in UNREAD, "a sample as the statement has it"
    assert problem.limits
    assert not problem.game or problem.game in games.names()


def test_oracles_import_nothing_of_the_project() -> None:
    files = list((ROOT / "tests" / "literal").glob("*.py"))
    assert len(files) > len(contests.names())
    for path in files:
        assert not re.search(r"(import|from)\s+grundy", path.read_text(encoding="utf-8")), path


def test_commands_have_a_file_and_a_line_of_help() -> None:
    modules = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "src/grundy/cli").glob("*.py")}
    declared = {name for name, text in modules.items() if "@click.command" in text or '@click.group("' in text}
    assert declared == set(command_line._COMMANDS)  # noqa: SLF001 - the lines of help
    assert all(command_line._COMMANDS.values())  # noqa: SLF001


def test_dependencies_are_ranges_and_constraints_name_them() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    for extra in ("fast", "pdf", "png", "plot", "census", "cluster", "graphs", "web", "stress", "notebook"):
        assert set(optional[extra]) <= {*optional["test"], *optional["slow-tests"]}
    wanted = [*project["dependencies"], *(line for extra in optional.values() for line in extra)]
    pinned = dict(
        line.replace("_", "-").split("==")
        for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    )
    for requirement in (line.partition(";")[0] for line in wanted):  # without the marker of its environment
        assert re.fullmatch(r"[a-z-]+(\[[a-z]+\])?>=[0-9.]+,<[0-9.]+", requirement), requirement
        assert re.split(r">=|\[", requirement)[0] in pinned


def test_the_changelog_knows_this_version() -> None:
    assert f"## {grundy.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_workflows_name_versions_and_no_secret() -> None:
    files = list((ROOT / ".github" / "workflows").glob("*.yml"))
    assert {path.stem for path in files} == {"tests", "pages", "release"}
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert "secrets" not in text
        assert re.search(r"^permissions:\n  contents: read$", text, re.MULTILINE)
        for used in re.findall(r"uses: (\S+)", text):
            local = used.startswith("./") and (ROOT / used).is_file()
            assert local or re.fullmatch(r"(actions/[\w-]+@v\d+|pypa/gh-action-pypi-publish@release/v1)", used), used


def test_no_class_name_has_two_homes() -> None:
    """A reader who meets the name of a class knows which class it is."""
    homes: dict[str, set[str]] = defaultdict(set)
    for file in (ROOT / "src").rglob("*.py"):
        for name in re.findall(r"^class (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE):
            homes[name].add(str(file))
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}
