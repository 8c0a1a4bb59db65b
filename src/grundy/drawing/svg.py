"""Scenes as SVG pictures: whole files, readable on light and on dark pages.

A picture is drawn on a card of its own, which is dark on dark pages; a renderer without style sheets shows the light
card. It has a description in words for screen readers. The output depends only on the scene.
"""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch
from math import ceil
from typing import TYPE_CHECKING

from grundy.core.scenes import CircleScene, GraphScene, GridScene, HeapsScene, Scene, TextScene, without_answers
from grundy.core.values import Outcome
from grundy.drawing.colours import in_properties, on_paper, paint, style
from grundy.drawing.svg_circle import circle, diagram
from grundy.drawing.svg_circle import small as small_circle
from grundy.drawing.svg_graph import diagram as graph_diagram
from grundy.drawing.svg_graph import graph
from grundy.drawing.svg_graph import small as small_graph
from grundy.drawing.svg_grid import grid, top_value
from grundy.drawing.svg_grid import small as small_grid
from grundy.drawing.svg_heaps import heaps, with_values
from grundy.drawing.svg_parts import (
    FONT,
    LEAST_WIDTH,
    LINE,
    SIZE,
    Block,
    clean,
    placed,
    some,
    stacked,
    wrapped,
)
from grundy.drawing.svg_tokens import definitions
from grundy.errors import PictureError
from grundy.runtime.messages import figure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grundy.core.choices import Choice
    from grundy.core.position import Position

# sizes in pixels
_EDGE = 20  # the margin around the drawing
_GAP = 26  # between two parts
_LINE = 2  # for the half of a line on the right and lower edge that is outside
_HEAD = 16  # the text of the heading
_TEXT_WIDTH = 640  # lines of a scene that is text
_MOST_LINES = 500  # lines of a scene that is text
# distances of vertices on paper, where numbers are to be read, relative to those on a screen; plants have close edges
_NEAR, _NEAR_PLANT = 0.55, 0.7
_NUMBER = 15  # the numbers of rows and columns on paper, where boards become smaller
_NAMES = 4  # names of games in the heading of a sum

_PATTERNS = (
    '<pattern id="g-hatch" width="7" height="7" patternUnits="userSpaceOnUse" '
    f'patternTransform="rotate(45)"><path {paint("faint")} stroke-width="2.4" d="M0 3.5h7"/></pattern>'
    '<pattern id="g-dots" width="7" height="7" patternUnits="userSpaceOnUse">'
    f'<circle cx="3.5" cy="3.5" r="0.9" {paint("dim")}/></pattern>'
)


def draw(scene: Scene, *, title: str = "", about: str = "") -> str:
    """Return the picture of a scene, with the heading `title` and, smaller, the text `about`.

    Raises `PictureError` for a scene that is too large: boards have at most ``MOST_LINES`` rows and columns.

    >>> from grundy.core.scenes import table
    >>> draw(table([[0, 1], [1, 0]]), title="Two by two").startswith("<svg xmlns=")
    True
    """
    return _document(title, about, [("", scene)])


def draw_position(position: Position, winning_moves: Sequence[Choice] | None = None, *, values: bool = True) -> str:
    """Return the picture of a position: its terms one below the other, under its outcome and nimber.

    Cells and tokens show the nimber after each move; on boards with a piece, cells show the nimber of the piece there.
    Without `values`, cells show what is on them. Winning moves are found if they are not given. Raises `PictureError`
    for a board that is too large.

    >>> import grundy
    >>> picture = draw_position(grundy.games.kayles(10, 8))
    >>> "kayles" in picture, "nimber 3" in picture
    (True, True)
    """
    value = position.value  # computed first, because the outcome then follows from it
    winning = position.winning_moves() if winning_moves is None else winning_moves
    scenes = position.scenes(winning, values=values)
    if values:
        scenes = with_values(position, scenes)
    names = [term.notation.game for term in position.terms]
    wins = "the next player, who moves now, wins" if winning else "the previous player wins"
    wins = "nobody wins: a draw" if position.outcome is Outcome.D else wins
    shown = f"nimber {figure(value)}" if isinstance(value, int) else f"nimber none: {value}"
    result = f"{shown}; outcome {position.outcome}, {wins}"
    if len(scenes) == 1:
        return _document(names[0], result, [("", scenes[0])])
    whole = " + ".join(names) if len(names) <= _NAMES else f"a sum of {len(names)} parts"
    alone = [
        "; numbers as if it were alone" if isinstance(scene, GridScene) and any(_outcomes(scene)) else ""
        for scene in scenes
    ]
    heads = [f"{position.part_numbers(term)}: {name}{alone[term]}" for term, name in enumerate(names)]
    return _document(whole or "no component", result, list(zip(heads, scenes, strict=True)))


def sketch(scene: Scene, name: str) -> str:
    """Return the picture of a scene alone, black on white, for documents that describe it themselves.

    It has no heading, no legend, no winning moves and no nimbers; `name` is its only description. Raises `PictureError`
    as `draw` does.

    >>> import grundy
    >>> board = grundy.games.wall_making("X.").scenes(())[0]
    >>> 'aria-label="Two cells"' in sketch(board, "Two cells")
    True
    """
    drawn = _bare(without_answers(scene))
    wide, high = ceil(drawn.width) + _LINE, ceil(drawn.height) + _LINE
    quoted = clean(name).replace('"', "&quot;")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{quoted}" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}" font-family="{clean(FONT)}">{on_paper(_defined(drawn.body) + drawn.body)}</svg>'
    )


def sheet(scenes: Mapping[str, Scene]) -> str:
    """Return one SVG file with a symbol for each scene, by its name; a page shows a symbol with the element `use`.

    The colours are custom properties of the page, such as ``--ink``, so that they follow its theme. Raises
    `PictureError` as `draw` does.

    >>> import grundy
    >>> board = grundy.games.wall_making("X.").scenes(())[0]
    >>> '<symbol id="two" viewBox=' in sheet({"two": board})
    True
    """
    symbols = []
    for name, scene in scenes.items():
        drawn = _small(scene)
        box = f"0 0 {ceil(drawn.width + 2)} {ceil(drawn.height + 2)}"
        symbols.append(f'<symbol id="{clean(name)}" viewBox="{box}">{drawn.body}</symbol>\n')
    body = "".join(symbols)
    font = f'font-family="{clean(FONT)}"'
    return in_properties(f'<svg xmlns="http://www.w3.org/2000/svg" {font}>{_defined(body)}\n{body}</svg>\n')


def _bare(scene: Scene) -> Block:
    if isinstance(scene, GridScene):
        return grid(scene, 0, numbers=_NUMBER, with_legend=False)
    if isinstance(scene, CircleScene):
        return diagram(replace(scene, regions=()))  # on paper their edges would look like chords
    if isinstance(scene, GraphScene):
        return graph_diagram(scene, _NEAR_PLANT if scene.paint == "leaf" else _NEAR, named=True)
    return _draw(scene, 0)


def _small(scene: Scene) -> Block:
    if isinstance(scene, GridScene):
        return small_grid(scene)
    if isinstance(scene, CircleScene):
        return small_circle(scene)
    return small_graph(scene) if isinstance(scene, GraphScene) else _draw(scene, 0)


def _outcomes(scene: GridScene) -> list[str]:
    return [cell.outcome for row in scene.rows for cell in row if cell.outcome]


def _document(title: str, result: str, parts: Sequence[tuple[str, Scene]]) -> str:
    top = max((top_value(scene) for _, scene in parts if isinstance(scene, GridScene)), default=0)
    drawn = [(head, _draw(scene, top)) for head, scene in parts]
    width = max([LEAST_WIDTH, *(block.width for _, block in drawn)])
    return framed(title, result, [_headed(head, block, width) if head else block for head, block in drawn])


def _headed(head: str, block: Block, width: float) -> Block:
    whole = stacked([wrapped(head, width, size=SIZE + 1, bold=True), block], 8)
    return whole._replace(words=f"{head}. {block.words}")


def framed(title: str, about: str, blocks: Sequence[Block]) -> str:
    """Return a picture of blocks, one below the other, on a card, with the heading `title` and the text `about`."""
    width = max([LEAST_WIDTH, *(block.width for block in blocks)])
    heading = [wrapped(title, width, size=_HEAD, bold=True)] if title else []
    heading += [wrapped(about, width, dye="dim")] if about else []
    whole = stacked([*([stacked(heading, 2)] if heading else []), *blocks], _GAP if len(blocks) > 1 else 16)
    wide, high = ceil(max(width, whole.width) + 2 * _EDGE), ceil(whole.height + 2 * _EDGE)
    name = "; ".join(filter(None, [title, about])) or "A position"
    drawn = f'<rect width="100%" height="100%" rx="8" {paint("card")}/>{placed(whole, _EDGE, _EDGE)}'
    defined = _defined(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}" font-family="{clean(FONT)}">'
        f"<title>{clean(name)}</title><desc>{clean(chr(10).join(block.words for block in blocks))}</desc>"
        f"<style>{style(defined + drawn)}</style>{defined}{drawn}</svg>\n"
    )


def _defined(body: str) -> str:
    """Return the definitions of the patterns and tokens that a drawing uses."""
    return f"<defs>{_PATTERNS if 'url(#g-' in body else ''}{definitions(body)}</defs>"


@singledispatch
def _draw(scene: Scene, top: int) -> Block:
    del top
    raise TypeError(scene)


@_draw.register
def _(scene: GridScene, top: int) -> Block:
    block = grid(scene, top)
    wins = [move.move for move in scene.moves if move.wins]
    if not wins:
        return block
    named = wrapped(f"winning moves: {some(wins)}", max(LEAST_WIDTH, block.width), dye="win-ink")
    return stacked([block, named], 10)._replace(words=f"{block.words} Winning moves: {some(wins)}.")


@_draw.register
def _(scene: CircleScene, top: int) -> Block:
    del top
    return circle(scene)


@_draw.register
def _(scene: GraphScene, top: int) -> Block:
    del top
    return graph(scene)


@_draw.register
def _(scene: HeapsScene, top: int) -> Block:
    del top
    return heaps(scene)


@_draw.register
def _(scene: TextScene, top: int) -> Block:
    del top
    text = str(scene.text)
    shown = [wrapped(row or " ", _TEXT_WIDTH, size=SIZE + 1) for row in text.splitlines()]
    height = sum(block.height for block in shown)
    if height > _MOST_LINES * LINE:
        raise PictureError("error.picture-text", most=_MOST_LINES, found=int(height // LINE))
    if scene.winning_moves:
        shown.append(wrapped(f"wins: {some(scene.winning_moves)}", _TEXT_WIDTH, dye="win-ink"))
    words = text + (f"\nWinning moves: {some(scene.winning_moves)}." if scene.winning_moves else "")
    return stacked(shown, 4)._replace(words=words)
