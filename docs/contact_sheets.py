"""Contact sheets: the samples of all games, on a light and a dark card, on paper and in forced colours, one SVG each.

Written as part of the docs' build, to docs/sheets/, which is not kept: the pictures are those of the library.
``python docs/contact_sheets.py`` writes them as PNG as well, with the extra ``png``, for those who look at them.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from grundy import games
from grundy.drawing import png
from grundy.drawing.svg import draw_position

FOLDER = Path(__file__).parent / "sheets"
COLUMNS, WIDE, HIGH, GAP = 6, 320, 250, 16
LIGHT, DARK, PAPER, FORCED = "light", "dark", "paper", "forced"
# Which rules of a picture are always followed, and what stands for the reader's own colours.
SETTINGS = {
    LIGHT: ("", {}),
    DARK: ("(prefers-color-scheme:dark)", {}),
    PAPER: ("print", {}),
    FORCED: ("(forced-colors:active)", {"CanvasText": "#ffffff", "Canvas": "#000000", "Highlight": "#1aebff"}),
}
BEHIND = {LIGHT: "#f6f5f2", DARK: "#0b0e13", PAPER: "#ffffff", FORCED: "#000000"}
RULES = re.compile(r"@media ([^{]*)\{((?:[^{}]*\{[^}]*\})*)\}")
HEAD = re.compile(r'<svg [^>]*width="(\d+)" height="(\d+)"[^>]*>')


def sheet(setting: str) -> str:
    """Return the sheet of a setting as SVG."""
    media, own = SETTINGS[setting]
    pictures = [draw_position(game.parse(game.sample)) for game in games.all_games()]
    rules = {
        rule
        for picture in pictures
        for about, found in RULES.findall(picture)
        if about == media
        for rule in found.split("}")
    }
    style = "}".join(sorted(rules - {""})) + "}" * bool(rules)
    for name, colour in own.items():
        style = style.replace(f":{name};", f":{colour};").replace(f":{name}}}", f":{colour}}}")
    rows = -(-len(pictures) // COLUMNS)
    wide, high = COLUMNS * (WIDE + GAP) + GAP, rows * (HIGH + GAP) + GAP
    tiles = "".join(tile(picture, *divmod(number, COLUMNS)) for number, picture in enumerate(pictures))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="All games: {setting}" '
    head += f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" font-family="sans-serif">'
    return f'{head}<style>{style}</style><rect width="{wide}" height="{high}" fill="{BEHIND[setting]}"/>{tiles}</svg>\n'


def tile(picture: str, row: int, column: int) -> str:
    """Return a picture in its place, without a style sheet of its own."""
    found = HEAD.match(picture)
    if found is None:
        raise ValueError(picture[:200])
    body = picture[found.end() :].replace("</svg>\n", "</svg>")
    body = re.sub(r"<title>.*?</title>|<desc>.*?</desc>|<style>.*?</style>", "", body, flags=re.DOTALL)
    x, y = GAP + column * (WIDE + GAP), GAP + row * (HIGH + GAP)
    size = f'viewBox="0 0 {found[1]} {found[2]}" preserveAspectRatio="xMidYMin"'
    return f'<svg x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" {size}>{body}'


def write(folder: Path = FOLDER) -> list[Path]:
    """Write the sheets, and return their paths."""
    folder.mkdir(exist_ok=True)
    paths = [folder / f"{setting}.svg" for setting in SETTINGS]
    for path in paths:
        path.write_text(sheet(path.stem), encoding="utf-8")
    return paths


if __name__ == "__main__":
    for made in write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER):
        made.with_suffix(".png").write_bytes(png.encode(made.read_text(encoding="utf-8"), zoom=1))
