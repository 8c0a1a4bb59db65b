"""Boards in any page: an element with a picture and its data as JSON, and a script that makes it playable."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Unpack

from grundy.lab.embeds import Options, element, title_of
from grundy.runtime.messages import catalogue

if TYPE_CHECKING:
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
    """Return the script of `<game-board>`, with its style and its words in all languages: 46 kB compressed."""
    return (files("grundy.lab.web") / "static" / "component.bundle.js").read_text(encoding="utf-8")


def page(position: Position, game: Game, **options: Unpack[Options]) -> str:
    r"""Return an HTML page with a position that can be played, in English if no language is given.

    The page contains the script and needs no server. Raises what solving raises.

    >>> import grundy
    >>> board = grundy.games.wall_making("X.\n..")
    >>> '"move":"r2c2"' in page(board, grundy.games.find("wall-making"))
    True
    """
    language = options.get("language") or "en"
    return _PAGE.format(
        language=language,
        title=escape(title_of(game, language)),
        rules=escape(game.rules_in(catalogue(language), drawn=True)),
        board=element(position, game, **options),
        script=script().replace("</script", "<\\/script"),
    )


def part(position: Position, game: Game, source: str, **options: Unpack[Options]) -> str:
    """Return the element and a script tag, for an existing page. `source` is the address of the script."""
    return element(position, game, **options) + f'<script src="{escape(source)}" defer></script>\n'
