"""Pictures: what they show is true, every SVG is well-formed, and PNG files hold the same."""

from __future__ import annotations

import itertools
import math
import random
import re
import struct
from importlib.util import module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

import grundy
from grundy import games
from grundy.core.position import Position
from grundy.core.scenes import (
    MOST_LINES,
    Cell,
    CircleScene,
    GraphScene,
    GridScene,
    HeapsScene,
    TextScene,
    Vertex,
    table,
)
from grundy.drawing import colours, png, terminal
from grundy.drawing.svg import draw, draw_position, sketch
from grundy.drawing.svg_grid import cells_of
from grundy.errors import PictureError
from grundy.games.families.cutting.board import Cutting
from grundy.games.notations.letter_boards import LetterBoards
from grundy.games.notations.piece_boards import PieceBoards
from grundy.games.notations.walls import walls
from grundy.games.sampling import played_position
from support.project import ROOT

if TYPE_CHECKING:
    from grundy.core.choices import Choice

LETTERS = [game for game in games.all_games() if isinstance(game.reader, LetterBoards)]
PIECES = [game for game in games.all_games() if isinstance(game.reader, PieceBoards)]
SVG = "{http://www.w3.org/2000/svg}"
Place = tuple[int, int]


def by_move(scene: Any) -> dict[str, Cell]:
    assert isinstance(scene, GridScene)
    return {cell.move: cell for row in scene.rows for cell in row if cell.move}


def parsed(svg: str) -> ET.Element:
    """Return the document, whose every text and attribute has been parsed."""
    root = ET.fromstring(svg)  # noqa: S314 - made by the project itself
    assert root.tag == f"{SVG}svg"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert root.findtext(f"{SVG}title")
    return root


class Board:
    """The board of a picture, read back from its SVG: where numbers, rings and discs stand."""

    def __init__(self, svg: str, columns: int) -> None:
        root = parsed(svg)
        frame = next(rect for rect in root.iter(f"{SVG}rect") if rect.get("fill") == "none")
        group = next(group for group in root.iter(f"{SVG}g") if frame in list(group))
        self.size = float(frame.attrib["width"]) / columns
        self.numbers = {self.place(text, "x", "y", up=0.12 * self.size): text.text for text in self.texts(group)}
        circles = list(group.iter(f"{SVG}circle"))
        rings = [one for one in circles if one.get("fill") == "none"]
        self.rings = {self.place(ring, "cx", "cy") for ring in rings}
        self.discs = {self.place(one, "cx", "cy") for one in circles if one.get("class") == "g-card"}

    def texts(self, group: ET.Element) -> list[ET.Element]:
        inner = [text for one in group.iter(f"{SVG}g") if one.get("text-anchor") for text in one]
        return inner + [text for text in group if text.tag == f"{SVG}text"]  # the second: on the piece

    def place(self, element: ET.Element, x: str, y: str, up: float = 0) -> Place:
        return (
            math.floor((float(element.attrib[y]) - up) / self.size),
            math.floor(float(element.attrib[x]) / self.size),
        )


@pytest.mark.parametrize("game", LETTERS, ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(6))
def test_numbers_of_a_board_are_the_nimbers_after_each_move(game: games.Game, seed: int) -> None:
    rng = random.Random(seed)
    position = played_position(game, rng, 24, rng.randint(0, 3))
    if seed % 2:
        position += games.find("nim")(rng.randint(0, 5))
    choices = [choice for choice in position.choices() if choice.term == 0]
    winning = position.winning_moves()
    scene = position.scenes(winning, values=True)[0]
    cells = by_move(scene)
    assert {move: cell.value for move, cell in cells.items()} == {c.local_move: c.after.nimber for c in choices}
    assert {move for move, cell in cells.items() if cell.wins} == {c.local_move for c in winning if c.term == 0}
    assert isinstance(scene, GridScene)
    board = Board(draw(scene), len(scene.rows[0]))
    after = {where(choice): str(choice.after.nimber) for choice in choices}
    assert board.numbers == after
    assert board.rings == {where(choice) for choice in winning if choice.term == 0}


def where(choice: Choice) -> Place:
    row, column = re.findall(r"[0-9]+", choice.local_move)
    return int(row) - 1, int(column) - 1


@pytest.mark.parametrize("game", LETTERS, ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(8))
def test_components_of_a_board(game: games.Game, seed: int) -> None:
    """Each component with a cell is on the board; a rectangle of a board along diagonals may have none."""
    position = played_position(game, random.Random(seed), 40, 2)
    scene = position.scenes()[0]
    assert isinstance(scene, GridScene)
    with_cells = {
        number
        for number, (rules, state) in enumerate(position.components)
        if isinstance(rules, Cutting) and any(rules.cells(state))
    }
    assert {cell.component for row in scene.rows for cell in row} - {None} == with_cells
    assert all((cell.component is None) == (cell.role == "removed") for row in scene.rows for cell in row)
    assert all(cell.value is None for row in scene.rows for cell in row), "values only where they are asked for"


@pytest.mark.parametrize("game", PIECES, ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(4))
def test_numbers_of_a_map_are_the_nimbers_of_a_piece_there(game: games.Game, seed: int) -> None:
    position = played_position(game, random.Random(seed), 24, 1)
    winning = position.winning_moves()
    scene = position.scenes(winning, values=True)[0]
    assert isinstance(scene, GridScene)
    cells = by_move(scene)
    assert {move: cell.value for move, cell in cells.items()} == {c.move: c.after.nimber for c in position.choices()}
    open_cells = [cell for row in scene.rows for cell in row if cell.outcome]
    assert all((cell.value == 0) == (cell.outcome == "P") for cell in open_cells)
    board = Board(draw(scene), len(scene.rows[0]))
    shown = {place: cell for place, cell in placed(scene) if cell.value is not None}
    assert board.numbers == {place: str(cell.value) for place, cell in shown.items()}
    assert board.rings == {place for place, cell in shown.items() if cell.wins}
    assert len(board.rings) == len(winning)
    assert board.discs == {place for place, cell in shown.items() if cell.role == "piece"}
    (piece,) = (cell for cell in shown.values() if cell.role == "piece")
    assert piece.value == position.nimber


def placed(scene: GridScene) -> list[tuple[Place, Cell]]:
    return [((row, column), cell) for row, line in enumerate(scene.rows) for column, cell in enumerate(line)]


def test_distances_count_from_0_and_hold_all_cells() -> None:
    (scene,) = games.find("wythoff")(3, 5).scenes(values=True)
    assert isinstance(scene, GridScene)
    assert scene.first == 0
    assert [[cell.value for cell in row] for row in scene.rows][2] == [2, 0, 1, 5, 3, 4]


def test_a_piece_in_a_sum_shows_its_own_nimbers() -> None:
    position = grundy.games.parse("nim 4\n+\nwythoff 2 3")
    scene = position.scenes(values=True)[1]
    wins = [cell.value for cell in by_move(scene).values() if cell.wins]
    assert wins
    assert set(wins) == {4}, "each winning move makes the piece worth as much as the other part"
    assert "as if it were alone" in draw_position(position)


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_each_game_has_a_picture(game: games.Game) -> None:
    for position in [game.parse(game.sample), *(played_position(game, random.Random(n), 30, n) for n in range(4))]:
        svg = draw_position(position)
        words = parsed(svg).findtext(f"{SVG}title") or ""
        assert f"nimber {position.value};" in words or position.value is grundy.LOONY
        assert svg == draw_position(position), "the same position gives the same picture"
        for scene in position.scenes():  # without values as well
            parsed(draw(scene))


def test_the_end_of_play_and_the_empty_sum() -> None:
    for position in (Position(), games.find("wall-making")("X.\n..").play("r2c2"), games.find("nim")(0)):
        assert "the previous player wins" in (parsed(draw_position(position)).findtext(f"{SVG}title") or "")


def test_text_is_escaped() -> None:
    nasty = "a <b> & \"c\" 'd' ]]> \x00\x0b\x1b\ud800 漢"
    root = parsed(draw(TextScene(nasty, ("<i>&",)), title="<title> &"))
    assert root.findtext(f"{SVG}title") == "<title> &"
    shown = "".join(text.text or "" for text in root.iter(f"{SVG}text"))
    assert "a <b> & \"c\" 'd' ]]>" in shown
    assert "<i>&" in shown
    assert "漢" in shown
    assert "\\x00" in shown
    assert "\\x1b\\ud800" in shown
    parsed(draw(GridScene(((Cell("<"), Cell("&", wins=True, move="<&>")),))))


def test_tokens_of_heaps() -> None:
    scene = games.find("nim")(3, 0, 10**18).scenes()[0]
    root = parsed(draw(scene))
    assert [one.get("href") for one in root.iter(f"{SVG}use")] == ["#t-match"] * (3 + 16)
    assert "1,000,000,000,000,000,000" in draw(scene)


def test_numbers_that_do_not_fit_are_left_out() -> None:
    large = 10**18
    svg = draw_position(grundy.games.parse(f"wall-making\n..X\n...\n+\nnim {large} {10**40}"))
    width = float(parsed(svg).attrib["width"])
    assert width < 1200
    assert "about 10^40" in svg
    scene = table([[0, 5, 10**12]])
    assert set(Board(draw(scene), 3).numbers.values()) == {"0", "5"}


def test_chords_and_winning_moves_of_a_circle() -> None:
    position = games.find("polygon")("16 1-5 9-12")
    root = parsed(draw_position(position))
    dashes = next(path for path in root.iter(f"{SVG}path") if path.get("stroke-dasharray"))
    assert dashes.attrib["d"].count("M") == len(position.winning_moves())
    solid = next(path for path in root.iter(f"{SVG}path") if path.get("stroke-width") == "4")
    assert solid.attrib["d"].count("M") == 2


def test_the_scale_is_readable() -> None:
    """Lightness rises along the scale, so that it reads without colour; ink always has contrast."""
    for top in (1, 2, 7, 40, 1000):
        scale = [colours.of_value(value, top) for value in range(top + 1)]
        lightness = [colours.luminance(colour) for colour in scale]
        steps = [second - first for first, second in itertools.pairwise(lightness)]
        assert min(steps) > (0 if top < 100 else -0.001), "many values share colours but for rounding"
        assert len(set(scale)) > min(top, 200)
        assert all(colours.contrast(colour, colours.ink_on(colour)) >= 4.5 for colour in scale)
    assert colours.of_value(10**30 - 1, 10**30) == colours.of_value(1, 1)


def test_words_have_contrast_on_both_cards() -> None:
    for dark in (False, True):
        card, soft = (colours.colour(name, dark=dark) for name in ("card", "soft"))
        for name in ("ink", "dim", "win", "a", "b", "good", "bad", "leaf", "cocoa", "wall"):
            assert colours.contrast(colours.colour(name, dark=dark), card) >= 4.5
            assert colours.contrast(colours.colour(name, dark=dark), soft) >= 4.5
        assert colours.contrast(colours.colour("edge", dark=dark), card) >= 3


def test_the_page_has_the_colours_of_the_drawings() -> None:
    static = ROOT / "src/grundy/lab/web/static"
    sheet = (static / "base/tokens.css").read_text(encoding="utf-8").split("@media")[0]
    own = {name: re.search(rf"--{name}: *light-dark\((#\w+), (#\w+)\)", sheet) for name in colours.tokens()["colours"]}
    found = {name: list(one.groups()) for name, one in own.items() if one}
    assert found == {name: pair for name, pair in colours.tokens()["colours"].items() if name != "win"}
    assert "--win: var(--accent)" in sheet
    scale = (static / "board/colours.js").read_text(encoding="utf-8").partition("VIRIDIS = (")[2].partition(")")[0]
    stops = [f"#{stop}" for stop in re.findall(r"\b[0-9a-f]{6}\b", scale)]
    assert stops == [colours.of_value(place, 16) for place in range(17)]


def test_each_token_has_paints_and_each_game_has_tokens() -> None:
    """What a scene names is drawn, and no token of a board is there for nothing."""
    data = colours.tokens()
    for paints in data["tokens"].values():
        assert {paint.partition("-")[0] for paint, _ in paints} <= set(data["paints"])
    assert {about[part] for about in data["paints"].values() for part in ("fill", "stroke") if part in about} <= set(
        data["colours"]
    )
    named = set()
    for game in games.all_games():
        scene = game.parse(game.sample).scenes()[0]
        own = named_by(scene)
        assert isinstance(scene, CircleScene) or own, game.name
        named |= own
    assert named - set(data["tokens"]) == {"nothing", "gap", "ground", "wall"}
    later = {"counter-gone", "vertex-gone"}  # of what is gone; the others are named by the drawings themselves
    own = {"domino", "goal", "goal-end", "grass", "point", "point-taken", "step"}
    assert set(data["tokens"]) - named == later | own


def named_by(scene: Any) -> set[str]:
    """Return the names of tokens of a scene."""
    if isinstance(scene, GridScene):
        return {name for _, name in scene.tokens}
    if isinstance(scene, HeapsScene):
        return {scene.token}
    return {vertex.token for vertex in scene.vertices} if isinstance(scene, GraphScene) else set()


@pytest.mark.parametrize("seed", range(6))
def test_walls_explain_the_cells_that_are_gone(seed: int) -> None:
    position = played_position(games.find("wall-making"), random.Random(seed), 60, 1 + seed)
    (scene,) = position.scenes()
    assert isinstance(scene, GridScene)
    gone = {place for place, cell in placed(scene) if cell.role == "removed"}
    assert {cell for wall in scene.walls for cell in cells_of(wall)} == gone
    taken: set[Place] = set()
    for wall in scene.walls:  # each ends where another one or the edge is, in the order in which they were built
        assert not any(place in taken for place in cells_of(wall))
        taken |= set(cells_of(wall))


def test_walls_of_cells_that_no_picks_explain() -> None:
    assert walls([[False, True], [False, False]]) == ()
    hole = [[True] * 3, [True, False, True], [True] * 3]
    assert all(hole[row][column] for wall in walls(hole) for row, column in cells_of(wall))


def test_dominoes_lie_on_the_cells_that_were_taken() -> None:
    for seed in range(6):
        position = played_position(games.find("cram"), random.Random(seed), 30, 1 + seed)
        (scene,) = position.scenes()
        assert isinstance(scene, GridScene)
        under = [cell for pair in scene.dominoes for cell in pair]
        assert len(under) == len(set(under))
        assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in scene.dominoes)
        assert all(scene.rows[row][column].role == "removed" for row, column in under)


def test_tables() -> None:
    import numpy as np

    values = np.arange(12, dtype=np.uint16).reshape(3, 4)
    scene = table(values, first=1, shows="the nimber of <it>")
    assert [[cell.value for cell in row] for row in scene.rows] == values.tolist()
    board = Board(draw(scene, title="a table"), 4)
    assert board.numbers == {(row, column): str(values[row, column]) for row in range(3) for column in range(4)}
    assert "the nimber of &lt;it&gt;" in draw(scene)
    assert "10" in terminal.draw(scene)
    lines = terminal.draw(scene).splitlines()
    assert lines[3].index("10") - lines[1].index("2") == 0
    assert "+" in terminal.draw(scene, width=8)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([], "at least one"),
        ([[]], "at least one"),
        ([[1], [1, 2]], "rows of equally many"),
        ([[0, -1]], "at least 0, found -1"),
        ([[0.5]], "rows of integers"),
        ([1, 2], "rows of integers"),
        ([[0] * (MOST_LINES + 1)], f"at most {MOST_LINES} rows and columns, found 1 x {MOST_LINES + 1}"),
        ([[0]] * (MOST_LINES + 1), f"at most {MOST_LINES} rows and columns, found {MOST_LINES + 1} x 1"),
    ],
)
def test_wrong_tables_are_refused(values: Any, message: str) -> None:
    with pytest.raises(PictureError, match=message):
        table(values)


def test_large_tables_are_files_of_sensible_size() -> None:
    rng = random.Random(1)
    noise = draw(table([[rng.randrange(80) for _ in range(150)] for _ in range(150)]))
    parsed(noise)
    assert len(noise) < 25 * 150 * 150, "at most some bytes a cell, however the values lie"
    plain = draw(table([[1 + row // 15] * 150 for row in range(150)]))
    assert len(plain) < len(noise) / 20, "equal neighbours are joined"


def test_too_large_pictures_are_refused() -> None:
    wide = GridScene(((Cell("."),) * (MOST_LINES + 1),))
    with pytest.raises(PictureError, match=f"at most {MOST_LINES} rows and columns"):
        draw(wide)
    with pytest.raises(PictureError, match="at most 500 heaps"):
        draw(HeapsScene("nim", games.find("nim")(1).scenes()[0].heaps * 501))  # type: ignore[union-attr]
    with pytest.raises(PictureError, match="text of at most 500 lines"):
        draw(TextScene("x" * 99_999))
    with pytest.raises(PictureError, match="text of at most 500 lines"):
        draw(TextScene("x\n" * 600))
    many = GraphScene((Vertex(0, 0, "a"),) * 2001)
    for drawn in (draw, lambda scene: sketch(scene, "many")):
        with pytest.raises(PictureError, match="at most 2,000 vertices"):
            drawn(many)


def test_the_dot_of_a_move_to_the_corner_is_in_its_ring() -> None:
    drawn = sketch(grundy.games.wythoff("...\n.@.\n...").scenes(())[0], "")
    marks = re.findall(r'href="#t-(?:goal-end|step)" transform="translate\(([0-9.]+) ([0-9.]+)\)', drawn)
    assert marks == [("88", "88"), ("88", "44"), ("44", "88"), ("92.58", "92.58")]


def test_a_piece_far_away_is_described_in_words() -> None:
    position = games.find("wythoff")(2, MOST_LINES)
    (scene,) = position.scenes(values=True)
    assert isinstance(scene, TextScene)
    assert "wins: to " in draw_position(position)
    assert isinstance(position.scenes()[0], GridScene), "text has room for more"
    board = games.find("rook")("@" + "." * MOST_LINES)
    assert f"of 1 x {MOST_LINES + 1} cells" in draw_position(board)
    edge = games.find("rook")("@" + "." * (MOST_LINES - 1))
    assert isinstance(edge.scenes(values=True)[0], GridScene)


def test_png() -> None:
    position = games.find("wall-making")("X....\n...X.\n.....\n.....")
    svg = draw_position(position)
    data = png.encode(svg)
    root = parsed(svg)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    assert (width, height) == (2 * float(root.attrib["width"]), 2 * float(root.attrib["height"]))
    assert data == png.encode(svg), "the same picture gives the same bytes"
    bare = re.sub(r"<text.*?</text>", "", svg)
    assert len(png.encode(bare)) < len(data) * 3 // 4, "numbers and words show, with no font of the system"
    empty = re.sub(r"(<rect width=\"100%\"[^>]*/>).*</svg>", r"\1</svg>", svg)
    assert len(png.encode(empty)) < len(png.encode(bare)) // 4
    assert struct.unpack(">II", png.encode(svg, zoom=1)[16:24]) == (width // 2, height // 2)
    with pytest.raises(PictureError, match="expected an SVG picture"):
        png.encode("no picture")


@pytest.mark.needs_jit
def test_the_pictures_of_the_documents_are_in_step() -> None:
    """Each file is what docs/pictures.py makes; that script writes them anew."""
    spec = spec_from_file_location("pictures", ROOT / "docs" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    script = module_from_spec(spec)
    spec.loader.exec_module(script)
    made = script.pictures()
    folder = ROOT / "docs" / "pictures"
    assert {path.stem for path in folder.iterdir()} == set(made)
    for name, text in made.items():
        assert (folder / f"{name}.svg").read_text(encoding="utf-8") == text, name
    files = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    pages = "".join(path.read_text(encoding="utf-8") for path in files)
    assert all(f"pictures/{name}.svg" in pages for name in made)


def cut_away(scene: GridScene, row: int, column: int) -> set[Place]:
    """Return the cells that a move takes, as the scene's cuts say."""
    rows, found = scene.rows, {(row, column)}
    for down, right in dict(scene.cuts)[rows[row][column].symbol]:
        r, c = row + down, column + right
        while 0 <= r < len(rows) and 0 <= c < len(rows[0]) and rows[r][c].role != "removed":
            found.add((r, c))
            r, c = r + down, c + right
    return found


@pytest.mark.parametrize("name", ["wall-making", "diagonal", "card"])
def test_the_cuts_of_a_board_say_what_a_move_takes(name: str) -> None:
    rng = random.Random(5)
    for number in range(12):
        position = played_position(games.find(name), rng, 20, number % 4)
        scene = position.scenes(())[0]
        assert isinstance(scene, GridScene)
        for choice in position.choices():
            after = choice.after.scenes(())[0]
            assert isinstance(after, GridScene)
            term = position.terms[0]
            place: Any = term.notation.places(term.components, choice.index, choice.option.move)[0]
            gone = {
                (r, c)
                for r, line in enumerate(scene.rows)
                for c, cell in enumerate(line)
                if cell.role != "removed" and after.rows[r][c].role == "removed"
            }
            assert cut_away(scene, *place) == gone


def test_a_png_has_the_texts_of_every_family() -> None:
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="15" font-family="{}">nim</text></svg>'
    )
    assert png.encode(text.format("monospace")) == png.encode(text.format("sans-serif"))
    assert png.encode(text.format("monospace")) != png.encode(text.replace("nim", " "))
