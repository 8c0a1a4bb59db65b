"""What goes into papers: PDF, TikZ, LaTeX tables."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

import grundy
from grundy import games
from grundy.drawing import latex, pdf, tikz, worksheet_latex
from grundy.drawing.svg_paths import without_arcs
from grundy.errors import PictureError
from grundy.lab.worksheets import make_sheet

if TYPE_CHECKING:
    from pathlib import Path

    from support.command import Command

DRAWN = ("wall-making", "kayles", "node-kayles", "polygon", "wythoff", "clobber", "staircase-nim")
DOCUMENT = r"""\documentclass{article}
\usepackage{amsmath,graphicx}
%s
\begin{document}
%s
\end{document}
"""


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_each_game_is_a_tikz_picture(game: games.Game) -> None:
    """Groups are closed, coordinates are numbers, and all shapes of the SVG are there."""
    text = tikz.position(game.parse(game.sample))
    assert text.count(r"\begin{scope}") == text.count(r"\end{scope}")
    assert text.count(r"\begin{tikzpicture}") == text.count(r"\end{tikzpicture}") >= 1
    assert len(re.findall(r"\\(?:path|node)\b", text)) > 0
    drawn = set(re.findall(r"(?:fill|draw|text)=g([0-9a-f]{6})", text))
    assert drawn == set(re.findall(r"definecolor\{g([0-9a-f]{6})\}", text))


def test_tables_for_latex(grundy_command: Command) -> None:
    code, out, _ = grundy_command("table", "wythoff", "2x3", "--latex")
    assert (code, out.splitlines()[4:6]) == (0, [r"0 & 0 & 1 & 2 \\", r"1 & 1 & 2 & 0 \\"])
    folded = grundy_command("sequence", "0.77", "--length", "24", "--period", "--latex").out.splitlines()
    assert folded[4].startswith("0 & 0 & 1 & 2 & 3")
    assert folded[5].startswith("12 & 4 & 1 & 2 & 7")
    with pytest.raises(PictureError):
        latex.table_of(grundy.heaps("nim").table(3).__class__("t", (range(1),) * 3, None, ("a", "b", "c")))  # type: ignore[arg-type]


def test_quotients_for_latex(grundy_command: Command) -> None:
    out = grundy_command("misere", "0.123", "--latex").out
    assert r"Q &= \langle a, b, c, d, e \mid" in out
    assert "e^{2} = c" in out
    assert r"P &= \{ a, b^{2}, c, a d, d e \}" in out
    assert out.splitlines()[-2:] == [
        r"0 & $1$ & $a$ & $1$ & $b$ & $b$ & $a$ & $c$ & $1$ & $d$ & $e$ \\",
        r"\end{tabular}",
    ]


def test_pictures_as_pdf(tmp_path: Path, grundy_command: Command) -> None:
    for words in ("solve nim 3 5", "table wythoff 5x5", "graph nim 2"):
        path = tmp_path / "a.pdf"
        assert grundy_command(*words.split(), "-o", str(path)) == (0, "", "")
        assert path.read_bytes().startswith(b"%PDF-")
    picture = games.find("nim")(3).svg()
    assert pdf.encode(picture) == pdf.encode(picture)
    with pytest.raises(PictureError):
        pdf.encode("no picture")


@pytest.mark.slow
@pytest.mark.needs_tex
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is missing")
def test_a_document_with_a_position_a_table_and_a_plot(tmp_path: Path, grundy_command: Command) -> None:
    pytest.importorskip("matplotlib")
    written = {
        "plot.pdf": "sequence kayles --length 300",
        "table.tex": "table wythoff 10x10",
        "code.tex": "sequence kayles --length 60 --period",
        "quotient.tex": "misere 0.123",
    }
    for name, words in written.items():
        assert grundy_command(*words.split(), "-o", str(tmp_path / name)) == (0, "", "")
    boards = "\n\n".join(f"{game.name}: {tikz.position(game.parse(game.sample))}" for game in map(games.find, DRAWN))
    parts = [r"\input{table} \input{code} \input{quotient} \includegraphics[width=\linewidth]{plot}", boards]
    (tmp_path / "paper.tex").write_text(DOCUMENT % (tikz.NEEDED, "\n\n".join(parts)), encoding="utf-8")
    sheet = make_sheet(games.find("wall-making"), count=7, kinds=(), size=[4, 4], seed=1)
    (tmp_path / "sheet.tex").write_text(worksheet_latex.source(sheet), encoding="utf-8")
    for name in ("paper", "sheet"):
        compiled = subprocess.run(
            ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", name],
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )
        assert compiled.returncode == 0, compiled.stdout[-2000:]
        assert (tmp_path / f"{name}.pdf").exists()


def test_arcs_become_curves() -> None:
    """All points of the curves are on the circle, or on the turned ellipse."""
    numbers = [
        float(word) for word in re.findall(r"-?[\d.]+", without_arcs("M6 24a18 18 0 1 0 36 0a18 18 0 1 0 -36 0z"))
    ]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    curves = [points[at : at + 4] for at in range(0, len(points) - 1, 3)]
    assert (len(curves), points[0], points[-1]) == (4, (6, 24), (6, 24))
    for curve in curves:
        for part in range(11):
            t = part / 10
            x, y = (
                sum(weight * point[axis] for weight, point in zip(bernstein(t), curve, strict=True)) for axis in (0, 1)
            )
            assert abs(math.hypot(x - 24, y - 24) - 18) < 0.05
    assert without_arcs("M0 0A4 2 90 0 1 4 0") == without_arcs("M0 0A2 4 0 0 1 4 0")
    with pytest.raises(ValueError, match="T1 2"):
        without_arcs("M0 0T1 2")


def bernstein(t: float) -> tuple[float, float, float, float]:
    return (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
