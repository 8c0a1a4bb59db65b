"""The catalogues: the same things are said in each language, and all that the code says has a text."""

from __future__ import annotations

import ast
import importlib
import re
import textwrap
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy
from grundy import contests, games
from grundy.errors import GrundyError, InputError, RulesetError
from grundy.runtime.messages import LANGUAGES, Message, catalogue, figure, render
from grundy.runtime.messages.rendering import texts_of
from grundy.theory.explain.text import WIDTH, paragraph, width_of
from support.project import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from support.command import Command

PACKAGE = Path(grundy.__file__).parent
KEY = re.compile(r"[a-z][a-z-]*(?:\.[\w.#@-]+)+")
WORDS_IN_A_ROW = re.compile(r"[A-Za-z]{2,}:? [a-z]|[a-z]{2,} $")
OTHERS = sorted(set(LANGUAGES) - {"en"})
OF_GAMES = ("code.", "form.", "label.", "letter.", "reduction.", "size.")  # what games, notations and rules bring


def parameters(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", text))


@cache
def in_python() -> tuple[set[str], set[str]]:
    """Return the string literals of the package's modules, and the beginnings of those made of parts."""
    whole: set[str] = set()
    heads: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                heads.add(str(node.values[0].value))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
    return whole, {head for head in heads if "." in head}


@cache
def in_scripts() -> tuple[set[str], set[str]]:
    """Return the same of the page's scripts and of the widget's."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.js"))
    heads = set(re.findall(r"`([a-z][a-z-]*\.[\w-]*)\$\{", text)) | set(re.findall(r"under\('([^']+)'\)", text))
    return set(re.findall(r"""['"]([^'"\n]+)['"]""", text)), heads | {"against.", "side."}  # names of radio buttons


@pytest.mark.parametrize("language", OTHERS)
def test_languages_say_the_same_things(language: str) -> None:
    """Each translation has the parameters of the English text; titles and rules of games are no English texts.

    What a new game or notation says of itself may be in English alone, but not its errors.
    """
    english, own = texts_of("en"), texts_of(language)
    names = {f"{kind}.{name}" for kind in ("game", "rules") for name in games.names()}
    assert set(own) - set(english) <= names
    assert [key for key in english if key not in own and not key.startswith(OF_GAMES)] == []
    for key in english.keys() & own.keys():
        assert parameters(own[key]) == parameters(english[key]), key


def test_parameters_leave_the_fields_of_an_error_alone() -> None:
    """In the JSON of an error parameters stand beside ``type``, ``kind`` and ``message``."""
    assert [key for key, text in texts_of("en").items() if parameters(text) & {"type", "kind", "message"}] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_there_twice(language: str) -> None:
    lines = (
        (ROOT / "src" / "grundy" / "runtime" / "messages" / f"{language}.json").read_text(encoding="utf-8").splitlines()
    )
    kinds = [found[1] for found in map(re.compile(r'  "([^"]+)": ').match, lines) if found]
    assert len(kinds) == len({*kinds}) > 1000


@pytest.mark.slow
def test_each_kind_of_message_has_an_english_text() -> None:
    english = set(texts_of("en"))
    prefixes = {key.partition(".")[0] for key in english if "." in key}
    for whole, heads in (in_python(), in_scripts()):
        keys = {text for text in whole - heads if KEY.fullmatch(text) and text.partition(".")[0] in prefixes}
        keys = {key for key in keys if not key.endswith("-")}  # what keys begin with, in the files of the page
        files = {key for key in keys if (PACKAGE / f"{key.replace('.', '/')}.py").exists()}
        files |= {key for key in keys if any((PACKAGE / "lab" / "web" / "static").rglob(key))}
        assert keys - files <= english


@pytest.mark.slow
def test_each_message_is_used() -> None:
    (python, python_heads), (scripts, script_heads) = in_python(), in_scripts()
    heads = tuple(python_heads | script_heads)
    assert [key for key in texts_of("en") if key not in python | scripts and not key.startswith(heads)] == []


def _with_subclasses(type_: type[GrundyError]) -> Iterator[str]:
    yield type_.__name__
    for below in type_.__subclasses__():
        yield from _with_subclasses(below)


def _plain_words(call: ast.Call, assigned: dict[str, list[ast.expr]]) -> Iterator[str]:
    """Yield the literal texts of a call's arguments that are words, also those assigned to names before."""
    open_nodes: list[ast.AST] = [*call.args, *(keyword.value for keyword in call.keywords)]
    seen: set[str] = set()
    while open_nodes:
        node = open_nodes.pop()
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and WORDS_IN_A_ROW.search(node.value):
            yield node.value
        if isinstance(node, ast.Name) and node.id not in seen:
            seen.add(node.id)
            open_nodes += assigned.get(node.id, [])
        open_nodes += ast.iter_child_nodes(node)


def _worded_errors(source: str) -> Iterator[str]:
    """Yield the literal words in the errors of grundy that a source makes."""
    for module_name in ("cli.session", "lab.fields", "research.sequences.store", "lab.jobs"):
        importlib.import_module(f"grundy.{module_name}")
    errors = {*_with_subclasses(GrundyError), "RequestError"}
    module = ast.parse(source)
    for scope in ast.walk(module):
        if not isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        assigned: dict[str, list[ast.expr]] = {}
        for node in ast.walk(scope):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                assigned.setdefault(node.targets[0].id, []).append(node.value)
        for node in ast.walk(scope):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in errors:
                yield from _plain_words(node, assigned)


@pytest.mark.parametrize(
    "raised",
    [
        'raise RulesetError(f"expected an even number, found {state}")',
        'message = "expected other rules"; raise StoreError(message)',
        'what = f"heap {size} is large"; raise OverBudgetError(what, 2, 1, "options")',
        'found = {"path": "not a path"}; raise FieldError("error.field", **found)',
        'return RequestError(404, "address", "there is nothing")',
    ],
)
def test_errors_of_words_are_seen(raised: str) -> None:
    assert list(_worded_errors(f"def raising(state, size):\n    {raised}"))


WRONG_TEXTS = (
    "", "?", "a b", "-1", "9 9 9 9", "1 +", "K=x @", "..\n.", "@@", "5 1-3 2-4", "2 1-9", "1-", "X" * 2000,
    "2 2\n..\n.?", "2 2\n..", "3 1 x", "2 2 1\n..\n..\n1\n9 9",
)  # fmt: skip
WRONG_CODES = ("0.", "0.9g", "{1", "{0}", "all-but{", "equal-", "equal-1", "1.7", "0.[3", "0." + "7" * 2000)


def _refused(read: Callable[[str], object], texts: Iterable[str]) -> Iterator[InputError]:
    for text in texts:
        try:
            read(text)
        except InputError as error:
            yield error


def test_what_wrong_texts_lack_is_said_in_the_language() -> None:
    """What a reader expects, and what it found, has no English word beside what it quotes."""
    errors = list(_refused(games.find, WRONG_CODES))
    for name in games.names():
        errors += _refused(games.find(name).parse, WRONG_TEXTS)
    for problem in contests.all_problems():
        errors += _refused(lambda text, read=problem.read: list(read(text)), WRONG_TEXTS)  # type: ignore[misc]
    assert len(errors) > len(games.names())
    said = {
        render(Message("error.expected", {"expected": error.expected, "found": error.found}), language)
        for error in errors
        for language in OTHERS
    }
    unquoted = {re.sub(r"'[^']*'|\"[^\"]*\"", "", text) for text in said}
    given = {name for problem in contests.all_problems() for name in problem.form.all_names}
    names = re.compile(rf"0\.77|all-but|unequal-\d|equal-\d|nim|UTF|\b({'|'.join(given)})\b", re.ASCII)
    assert [text for text in unquoted if re.search("[A-Za-z]{3}", names.sub("", text))] == []


@pytest.mark.slow
def test_grundy_raises_messages_and_no_words() -> None:
    """An error of plain words is for the authors of rulesets: it cannot be translated."""
    sources = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    found = {path: list(_worded_errors(source)) for path, source in sources.items()}
    assert {path: words for path, words in found.items() if words} == {}


def test_errors_of_plain_words() -> None:
    error = RulesetError("expected an even number, found 3")
    assert error.message == Message("text", {"text": "expected an even number, found 3"})
    assert [render(error.message, language) for language in LANGUAGES] == [str(error)] * 3


def test_a_missing_text_is_english(monkeypatch: pytest.MonkeyPatch) -> None:
    korean = dict(texts_of("ko"))
    del korean["label.heap"]
    texts = {"ko": korean, "en": texts_of("en")}
    monkeypatch.setattr("grundy.runtime.messages.rendering.texts_of", texts.__getitem__)
    catalogue.cache_clear()
    try:
        assert render(Message("label.heap", {"size": 5}), "ko") == "heap 5"
        assert render(Message("act.hint"), "ko") == "힌트"
    finally:
        catalogue.cache_clear()


def test_an_unknown_kind_is_its_text() -> None:
    assert render(Message("no-such.kind", {"size": 5}), "ko") == "no-such.kind"


@pytest.mark.parametrize(
    ("value", "particle", "text"),
    [
        ("바둑", "을/를", "바둑을"),
        ("나무", "을/를", "나무를"),
        ("길", "으로/로", "길로"),
        ("집", "으로/로", "집으로"),
        (3, "으로/로", "3으로"),
        (7, "으로/로", "7로"),
        (10, "이/가", "10이"),
        (2, "이/가", "2가"),
        ("5 -> 4", "을/를", "5 -> 4를"),
        ("r1c1", "은/는", "r1c1은"),
        ("", "은/는", "는"),
        ("nim", "이/가", "nim이"),
        ("목록(각각 정수)", "이/가", "목록(각각 정수)이"),
        ("크기 (1 이상)", "이/가", "크기 (1 이상)가"),
        ("(5)", "이/가", "(5)가"),
        ("(2,3)", "이/가", "(2,3)이"),
        ("rook", "을/를", "rook을"),
        ("L", "으로/로", "L로"),
        ("R", "은/는", "R은"),
        ("clobber", "은/는", "clobber는"),
        ("\u2018더미를 가져감\u2019", "을/를", "\u2018더미를 가져감\u2019을"),
    ],
)
def test_korean_particles(value: object, particle: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.runtime.messages.rendering.catalogue", lambda _: {"key": f"{{it|{particle}}}"})
    assert render(Message("key", {"it": value}), "ko") == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_parameter_is_said_twice_for_its_particle(language: str) -> None:
    twice = re.compile(r"\{(\w+)\}\{\1\|")
    assert [key for key, text in catalogue(language).items() if twice.search(text)] == []


def test_singular_and_plural() -> None:
    said = [str(Message("label.cells", {"count": count, "cell": "r1c1"})) for count in (1, 2, 1234)]
    assert said == ["1 cell from r1c1 on", "2 cells from r1c1 on", "1,234 cells from r1c1 on"]


def test_lists_and_messages_in_messages() -> None:
    together = Message("hint.together", {"parts": [1, 2, 4], "total": 7})
    assert [render(together, language) for language in LANGUAGES] == [
        "1, 2 and 4, together 7",
        "1, 2, 4(합치면 7)",
        "1、2、4（合わせて 7）",
    ]
    of_game = Message("label.of-game", {"game": "kayles", "label": Message("label.heap", {"size": 5})})
    assert [render(of_game, language) for language in LANGUAGES] == [
        "heap 5 of kayles",
        "케일스 크기 5인 더미",
        "ケイルズ\u3000大きさ 5 の山",
    ]
    assert of_game.data() == {
        "kind": "label.of-game",
        "game": "kayles",
        "label": {"kind": "label.heap", "size": 5},
    }


def test_japanese_has_no_blanks_between_its_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "grundy.runtime.messages.rendering.catalogue", lambda _: {"key": "{it} が必要です", "list": "、"}
    )
    said = [render(Message("key", {"it": it}), "ja") for it in ("盤（行）", "nim", 5, ["山", "ab c"], "ab 山")]
    assert said == ["盤（行）が必要です", "nim が必要です", "5 が必要です", "山、ab c が必要です", "ab 山が必要です"]


def test_words_that_the_glossary_excludes_are_in_no_text() -> None:
    """The last column of the table in docs/languages.md lists them."""
    rows = re.findall(
        r"^\|.*\| ([^|]*) \|$", (ROOT / "docs" / "languages.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    excluded = {word for row in rows for word in re.findall(r"`([^`]*[가-힣ぁ-鿿：][^`]*)`", row)}
    assert len(excluded) > 30
    texts = [(key, text) for language in OTHERS for key, text in texts_of(language).items()]
    assert [(word, key) for word in excluded for key, text in texts if word in text] == []


def test_errors_of_arguments_are_in_the_language_of_the_command(grundy_command: Command) -> None:
    said = [
        grundy_command("explain", "kayles", "3", "--component", "5", *language).err.splitlines()[-1]
        for language in ((), ("--language", "ko"), ("--language", "ja"))
    ]
    assert said == [
        "Error: expected the number of a component, from 1 to 1, for --component, found 5",
        "Error: --component에는 1부터 1까지의 성분 번호가 와야 하는데 5가 있습니다",
        "Error: --component には 1 から 1 までの成分の番号が必要ですが、5 があります",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_errors_of_searches_are_in_the_language_of_the_command(language: str, grundy_command: Command) -> None:
    arguments = ("explain", "unequal-3", "200000", "--language", language)
    said = grundy_command(*arguments).err
    what = render(
        Message("over.work", {"what": Message("over.heap", {"heap": 200_000, "code": "unequal-3"})}), language
    )
    assert what in said
    assert said.isascii() == (language == "en")


def test_large_numbers() -> None:
    assert [figure(10**30, language) for language in LANGUAGES] == ["about 10^30", "약 10^30", "約 10^30"]


def test_a_language_without_a_catalogue() -> None:
    with pytest.raises(ValueError, match="expected a language of en, ko, ja, found 'xx'"):
        render(Message("act.hint"), "xx")


WORDS = st.lists(
    st.one_of(st.text("ab-,->+", min_size=1, max_size=12), st.text("c", min_size=75, max_size=200)), min_size=1
)


@given(WORDS, st.sampled_from(["", "  0  "]), st.sampled_from([None, "  "]))
def test_paragraphs_of_narrow_letters_are_those_of_textwrap(words: list[str], first: str, rest: str | None) -> None:
    text = " ".join(words)
    hang = " " * len(first) if rest is None else rest
    wrapped = textwrap.fill(text, WIDTH, initial_indent=first, subsequent_indent=hang, break_on_hyphens=False)
    assert paragraph(text, first, rest) == re.sub(" +$", "", wrapped, flags=re.MULTILINE)  # it may keep a last blank


@given(st.text("가나다라마 바사。、（）あいうえお漢字ab ", max_size=300))
def test_paragraphs_of_wide_letters(text: str) -> None:
    """No line is too wide, no line could take the next word, and no letter is lost."""
    lines = paragraph(text).split("\n")
    assert all(width_of(line) <= WIDTH for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert not any(line[:1] in "。、）" for line in lines[1:] if line)
