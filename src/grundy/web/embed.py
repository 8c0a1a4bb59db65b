"""A page with the boards of one position that needs no server: the component and the answer are in it."""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from grundy.export.answers import answer
from grundy.messages import Message, catalogue, render

if TYPE_CHECKING:
    from grundy.core.position import Position
    from grundy.games import Game

_WORDS = "board."  # what the keys of the words that boards say begin with
_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
body {{ max-width: 900px; margin: 0 auto; padding: 20px 16px; font: 16px/1.5 system-ui, sans-serif; }}
game-board {{ --tall: 70vh; margin: 18px 0; }}
#told {{ min-height: 3em; font-weight: 600; }}
</style>
<script type="module">
{script}</script>
</head>
<body>
<main>
<h1>{title}</h1>
<p>{rules}</p>
{boards}
<p id="told" role="status">{prompt}</p>
</main>
</body>
</html>
"""
_BOARD = """<game-board tells="told" label="{label}" show="{show}">
<script type="application/json">{data}</script>
</game-board>"""


def page(position: Position, game: Game, *, show: str = "", language: str = "en") -> str:
    r"""Return an HTML page with the boards of a position: what is picked is said to win or not.

    `show` are the words of the board: ``winning``, ``values``, ``components``. The page asks no server; its size is
    that of the component, about 10 kB compressed, and of the answer. Raises what solving raises.

    >>> import grundy
    >>> board = grundy.games.wall_making("X.\n..")
    >>> "r2c2 wins" in page(board, grundy.games.find("wall-making"))
    True
    """
    data: dict[str, Any] = answer(position, game.name, board=True)
    texts = catalogue(language)
    words = {key.removeprefix(_WORDS): text for key, text in texts.items() if key.startswith(_WORDS)}
    title = texts.get(f"game.{game.name}", game.title)
    start = 0
    boards = []
    for term, scene in enumerate(data["scenes"]):
        count = data["terms"][term]["components"]
        if scene["kind"] == "grid":
            scene["nimbers"] = [one["nimber"] for one in data["components"][start : start + count]]
        start += count
        choices = [choice for choice in data["choices"] if choice["term"] == term]
        told = {choice["move"]: _told(choice, data["outcome"], language) for choice in choices}
        own = {"scene": scene, "choices": choices, "words": words, "told": told}
        boards.append(_BOARD.format(label=escape(title), show=escape(show), data=_script_json(own)))
    script = (files("grundy.web") / "static" / "component.bundle.js").read_text(encoding="utf-8")
    prompt = (
        render(Message(f"outcome.{data['outcome']}"), language) if show else render(Message("embed.prompt"), language)
    )
    return _PAGE.format(
        language=language,
        title=escape(title),
        rules=escape(game.rules_in(texts, drawn=True)),
        boards="\n".join(boards),
        prompt=escape(prompt),
        script=script,
    )


def _told(choice: dict[str, Any], outcome: str, language: str) -> str:
    kind = "effect.wins" if choice["wins"] else "effect.gives-away" if outcome == "N" else "effect.loses"
    return render(Message(kind, {"move": choice["move"]}), language)


def _script_json(data: object) -> str:
    """Return JSON that may stand in a script element: nothing in it ends the element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
