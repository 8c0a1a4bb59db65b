"""Boards in any page: one element with its answer as JSON and its picture, and one script that makes it live."""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack

from grundy import games
from grundy.drawing.svg import draw_position
from grundy.export.playable import playable
from grundy.messages import LANGUAGES, catalogue

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grundy.core.position import Position
    from grundy.games import Game

_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
body {{ max-width: 900px; margin: 0 auto; padding: 20px 16px; font: 16px/1.5 system-ui, sans-serif; }}
game-board {{ --tall: 70vh; }}
game-board > svg {{ max-width: 100%; height: auto; }}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p>{rules}</p>
{board}
</main>
<script>
{script}</script>
</body>
</html>
"""


def script() -> str:
    """Return the script of `<game-board>`, which has its style and its words in all languages: 46 kB compressed."""
    return (files("grundy.web") / "static" / "component.bundle.js").read_text(encoding="utf-8")


class Options(TypedDict, total=False):
    """What a board may have."""

    picture: str  # HTML that stands in its place without script and on paper; by default the drawing as SVG
    show: str  # what it shows from the start: ``winning``, ``values``, ``components``, with blanks between them
    opponent: Literal["coach", "friend"]  # the table itself, which is the default, or another reader
    lab: str | None  # the address of a lab, to which a link leads
    language: str | None  # of the words; by default that of the page around it


def element(position: Position, game: Game, **options: Unpack[Options]) -> str:
    """Return the element `<game-board>` of a position, as HTML: its picture, and what the script plays it with.

    Where all followers fit (`grundy.export.playable`) the position is played to the end; else its first moves are
    judged. The cost is that of the answers about all of them. Raises what solving raises.

    >>> import grundy
    >>> board = grundy.games.wall_making("X.")
    >>> print(element(board, grundy.games.find("wall-making"), picture="<p>A board</p>")[:72])
    <game-board label="Wall Making Game"><p>A board</p>
    <script type="applic
    """
    data: dict[str, Any] = playable(position, game.name)
    names = {term["game"] for terms in data["terms"] for term in terms}
    if any(len(terms) > 1 for terms in data["terms"]):
        data["titles"] = {language: _titles(names, language) for language in LANGUAGES}
    language, picture = options.get("language"), options.get("picture")
    attributes = {
        "label": _title(game, language or "en"),
        "show": options.get("show") or None,
        "with": "friend" if options.get("opponent") == "friend" else None,
        "lab": options.get("lab"),
        "lang": language,
    }
    written = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items() if value is not None)
    shown = draw_position(position) if picture is None else picture
    return (
        f'<game-board{written}>{shown}\n<script type="application/json">{_script_json(data)}</script>\n</game-board>\n'
    )


def page(position: Position, game: Game, **options: Unpack[Options]) -> str:
    r"""Return an HTML page with a position that is played in it, in English where no language is named.

    The page asks no server: the script is in it. Raises what solving raises.

    >>> import grundy
    >>> board = grundy.games.wall_making("X.\n..")
    >>> '"move":"r2c2"' in page(board, grundy.games.find("wall-making"))
    True
    """
    language = options.get("language") or "en"
    return _PAGE.format(
        language=language,
        title=escape(_title(game, language)),
        rules=escape(game.rules_in(catalogue(language), drawn=True)),
        board=element(position, game, **options),
        script=script().replace("</script", "<\\/script"),
    )


def part(position: Position, game: Game, source: str, **options: Unpack[Options]) -> str:
    """Return the element and the script tag, for a page that is there already; `source` is the script's address."""
    return element(position, game, **options) + f'<script src="{escape(source)}" defer></script>\n'


def _title(game: Game, language: str) -> str:
    return catalogue(language).get(f"game.{game.name}", game.title)


def _titles(names: Iterable[str], language: str) -> dict[str, str]:
    known = [games.find(name) for name in sorted(names) if name in games.names()]
    return {f"game.{game.name}": _title(game, language) for game in known}


def _script_json(data: object) -> str:
    """Return JSON that may stand in a script element: nothing in it ends the element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
