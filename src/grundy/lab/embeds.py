"""Boards for other pages: an element with a picture and the answer as JSON, which a script makes playable."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack

from grundy import games
from grundy.drawing.export.playable import playable
from grundy.drawing.svg import draw_position
from grundy.lab.fields import BOARD, GAME, POSITION, one_of
from grundy.lab.operation import FileAnswer, operation
from grundy.runtime.messages import LANGUAGES, catalogue

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grundy.core.position import Position
    from grundy.games import Game
    from grundy.lab.catalogue import Catalogue


class Options(TypedDict, total=False):
    """Options of a board."""

    picture: str  # HTML that is shown without JavaScript and on paper; by default the drawing as SVG
    show: str  # what the board shows at the start: ``winning``, ``values``, ``components``, separated by blanks
    opponent: Literal["coach", "friend"]  # the coach, which is the default, or another reader
    lab: str | None  # the address of a lab for a link
    language: str | None  # of the text; by default the language of the page


def element(position: Position, game: Game, **options: Unpack[Options]) -> str:
    """Return the element `<game-board>` of a position as HTML: its picture, and the data with which it is played.

    If all followers fit (`grundy.drawing.export.playable`), the position can be played to the end; otherwise only its
    first moves are judged. All these positions are solved. Raises what solving raises.

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
        "label": title_of(game, language or "en"),
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


@operation(
    example={"game": "wall-making", "position": BOARD},
    media_types=("text/html",),
    game=GAME,
    position=POSITION,
    language=one_of(LANGUAGES, "The language of the board; by default the language of the page."),
)
def embeds(catalogue: Catalogue, *, game: str, position: str, language: str | None = None) -> FileAnswer:
    """Write a position as an element for any page.

    The script that makes the element a board is `component.bundle.js`.
    """
    with catalogue.position(game, position) as (found, parsed):
        return FileAnswer(element(parsed, found, language=language).encode(), "text/html")


def title_of(game: Game, language: str) -> str:
    """Return the title of a game in a language, or its title in the catalogue."""
    return catalogue(language).get(f"game.{game.name}", game.title)


def _titles(names: Iterable[str], language: str) -> dict[str, str]:
    known = [games.find(name) for name in sorted(names) if name in games.names()]
    return {f"game.{game.name}": title_of(game, language) for game in known}


def _script_json(data: object) -> str:
    """Return JSON for a script element. It contains nothing that would end the element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
