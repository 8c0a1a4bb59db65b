"""The public names: they exist, are documented, and are those of the stubs; support/typed_names.py is for mypy."""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from grundy import games
from support.project import ROOT

PACKAGES = ("grundy", "grundy.contests", "grundy.drawing", "grundy.research.census", "grundy.research.sequences")


@pytest.mark.parametrize("package", PACKAGES)
def test_public_names_are_those_of_the_stub(package: str) -> None:
    module = import_module(package)
    tree = ast.parse(Path(str(module.__file__)).with_suffix(".pyi").read_text(encoding="utf-8"))
    named = next(ast.literal_eval(node.value) for node in tree.body if isinstance(node, ast.Assign))
    assert named == sorted(named, key=lambda name: (not name.isupper(), name.islower(), name)), "in Ruff's order"
    assert sorted(named) == sorted(module.__all__)
    assert set(named) <= set(dir(module))
    for name in named:
        found = getattr(module, name)
        assert isinstance(found, ModuleType) or name == "WIN" or inspect.getdoc(found), f"{name} has no docstring"
    with pytest.raises(AttributeError, match="attribute chess"):
        module.chess  # noqa: B018 - the error is what is asked for


@pytest.mark.parametrize("package", PACKAGES)
def test_the_docstring_of_a_package_names_all_that_is_public(package: str) -> None:
    module = import_module(package)
    assert set(module.__all__) <= set(re.findall(r"`(\w+)`", str(module.__doc__))) | {"FolderError", "StoreError"}


def test_games_are_names_of_their_package() -> None:
    written = Path(games.__file__).with_suffix(".pyi").read_text(encoding="utf-8").splitlines()
    names = [f"{name.replace('-', '_')}: Game" for name in games.names()]
    assert written[-len(names) - 1 :] == ["", *names], "run python bench/games_stub.py"
    attributes = {name.replace("-", "_") for name in games.names()}
    modules = {path.stem for path in Path(games.__path__[0]).iterdir()}
    assert not attributes & (modules | set(games.__all__)), "a game may not hide a module or a function"
    assert attributes | set(games.__all__) == set(dir(games))


def test_a_module_named_in_a_text_counts_as_an_import() -> None:
    """Only `grundy/__init__.py` names modules of packages above others."""
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ][0]
    place = {
        name: number for number, layer in enumerate(contract["layers"]) for name in re.findall(r"grundy\.(\w+)", layer)
    }
    source = ROOT / "src" / "grundy"
    for path in source.rglob("*.py"):
        own = place.get(path.relative_to(source).parts[0].removesuffix(".py"))
        if own is None:  # `grundy/__init__.py`, and `__main__`, which starts the command line
            continue
        source_text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source_text)) if re.search("[\"']grundy[.]", source_text) else ():
            text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
            named = re.fullmatch(r"grundy\.(\w+)[\w.:]*", text)
            assert named is None or place.get(named[1], own) >= own, f"{path}: {text}"
