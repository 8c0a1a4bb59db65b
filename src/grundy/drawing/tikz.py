r"""Pictures for LaTeX: a scene as a ``tikzpicture``, made of its SVG.

The shapes of an SVG picture of this package (paths, rectangles, circles, text, tokens) are written in TikZ, one by one,
with the same coordinates. A document must load the packages in `NEEDED`. A pixel is three quarters of a point;
``\resizebox`` or ``\scalebox`` makes the picture smaller.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from grundy.drawing.latex import escaped
from grundy.drawing.svg import sketch
from grundy.drawing.svg_parts import num
from grundy.drawing.svg_paths import without_arcs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from grundy.core.position import Position
    from grundy.core.scenes import Scene

NEEDED = "\\usepackage{tikz}\n\\usetikzlibrary{patterns,svg.path}"
_PIXEL = 0.75  # points
_ANCHORS = {"middle": "base", "end": "base east", "start": "base west"}
_PATTERNS = {"url(#g-hatch)": "north east lines", "url(#g-dots)": "dots"}
_CAPS = {"square": "rect"}
_INHERITED = ("fill", "font-size", "text-anchor", "font-weight", "stroke")
_TRANSFORM = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")


def picture(scene: Scene) -> str:
    r"""Return the drawing of a scene as a ``tikzpicture``, without headings, winning moves and nimbers.

    Raises `PictureError` for a scene that is too large, as `grundy.drawing.svg.draw` does.

    >>> import grundy
    >>> board = grundy.games.wall_making("X.").scenes(())[0]
    >>> picture(board).startswith(r"\begin{tikzpicture}[")
    True
    """
    root = ET.fromstring(sketch(scene, ""))  # noqa: S314 - this package has made the text
    shapes = list(_Writer(root).lines())
    colours = sorted({colour for line in shapes for colour in re.findall(r"\bg([0-9a-f]{6})\b", line)})
    return "\n".join(
        (
            f"\\begin{{tikzpicture}}[x=1pt, y=1pt, scale={_PIXEL}, yscale=-1]",
            *(f"  \\definecolor{{g{colour}}}{{HTML}}{{{colour.upper()}}}" for colour in colours),
            *(f"  {line}" for line in shapes),
            "\\end{tikzpicture}",
        )
    )


def position(shown: Position) -> str:
    """Return the terms of a position as pictures with a plus between them, after a comment with `NEEDED`."""
    pictures = "\n$+$\n".join(picture(scene) for scene in shown.scenes(()))
    return "".join(f"% {line}\n" for line in NEEDED.split("\n")) + pictures + "\n"


class _Writer:
    """Writes the shapes of an SVG picture one by one."""

    def __init__(self, root: ET.Element) -> None:
        self._root = root
        self._named = {element.get("id"): element for element in root.iter() if element.get("id")}

    def lines(self) -> Iterator[str]:
        for child in self._root:
            if _tag(child) != "defs":
                yield from self._shape(child, {}, _PIXEL)

    def _shape(self, element: ET.Element, outer: Mapping[str, str], pixel: float) -> Iterator[str]:
        """Yield the lines of a shape. TikZ does not scale widths of lines, so they are multiplied by `pixel`."""
        own = {**outer, **element.attrib}
        options = _transformation(element.get("transform", ""))
        for name, text in _TRANSFORM.findall(element.get("transform", "")):
            pixel *= float(text) if name == "scale" else 1
        tag = _tag(element)
        inner: Iterator[str]
        if tag in ("g", "use"):
            inherited = {name: own[name] for name in _INHERITED if name in own}
            shapes = list(self._named[element.attrib["href"][1:]] if tag == "use" else element)
            inner = (line for shape in shapes for line in self._shape(shape, inherited, pixel))
        elif tag == "text":
            inner = iter([_text(own, "".join(element.itertext()))] if "".join(element.itertext()) else [])
        else:
            inner = _drawn(tag, own, pixel)
        if not options:
            yield from inner
            return
        lines = list(inner)
        if lines:
            yield f"\\begin{{scope}}[{options}]"
            yield from (f"  {line}" for line in lines)
            yield "\\end{scope}"


def _tag(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _transformation(transform: str) -> str:
    """Return the options of TikZ for a transformation, whose numbers are pixels."""
    options = []
    for name, text in _TRANSFORM.findall(transform):
        numbers = [float(word) for word in text.replace(",", " ").split()]
        if name == "translate":
            options += [f"shift={{({num(numbers[0])},{num(numbers[1])})}}"] if any(numbers) else []
        elif name == "scale":
            options.append(f"scale={num(numbers[0])}")
        elif len(numbers) > 1:
            options.append(f"rotate around={{{num(numbers[0])}:({num(numbers[1])},{num(numbers[2])})}}")
        else:
            options.append(f"rotate={num(numbers[0])}")
    return ", ".join(options)


def _drawn(tag: str, own: Mapping[str, str], pixel: float) -> Iterator[str]:
    options = _paint(own, pixel)
    if not options:
        return
    style = ", ".join(options)
    if tag == "path" and own["d"]:
        yield f"\\path[{style}] svg {{{without_arcs(own['d'])}}};"
    elif tag == "circle":
        yield f"\\path[{style}] ({own['cx']},{own['cy']}) circle[radius={own['r']}];"
    elif tag == "rect":
        x, y = float(own.get("x", 0)), float(own.get("y", 0))
        ends = f"({num(x)},{num(y)}) rectangle ({num(x + float(own['width']))},{num(y + float(own['height']))})"
        rounded = f", rounded corners={num(float(own['rx']) * pixel)}pt" if float(own.get("rx", 0)) else ""
        yield f"\\path[{style}{rounded}] {ends};"


def _paint(own: Mapping[str, str], pixel: float) -> list[str]:
    """Return the options of TikZ for the fill and the stroke of a shape."""
    found = []
    fill, stroke, width = own.get("fill", "#000000"), own.get("stroke", "none"), float(own.get("stroke-width", 1))
    if fill in _PATTERNS:
        found += [f"pattern={_PATTERNS[fill]}", "pattern color=black!60"]
    elif fill != "none":
        found.append(f"fill={_colour(fill)}")
    if stroke != "none" and width:
        found += [f"draw={_colour(stroke)}", f"line width={num(width * pixel)}pt"]
        cap, dashes = own.get("stroke-linecap", ""), own.get("stroke-dasharray", "")
        found += [f"line cap={_CAPS.get(cap, cap)}"] if cap else []
        found += ["line join=round"] if own.get("stroke-linejoin") == "round" else []
        if dashes:
            on, off = (num(float(length) * pixel) for length in dashes.split()[:2])
            found.append(f"dash pattern=on {on}pt off {off}pt")
        found += [f"draw opacity={own['stroke-opacity']}"] if "stroke-opacity" in own else []
    return found


def _colour(name: str) -> str:
    return f"g{name[1:].lower()}" if name.startswith("#") else name


def _text(own: Mapping[str, str], text: str) -> str:
    size = float(own.get("font-size", 13)) * _PIXEL
    bold = "\\bfseries" if own.get("font-weight") in ("600", "700", "bold") else ""
    font = f"\\sffamily{bold}\\fontsize{{{num(size)}}}{{{num(size * 1.2)}}}\\selectfont"
    anchor = _ANCHORS[own.get("text-anchor", "start")]
    style = f"anchor={anchor}, inner sep=0pt, text={_colour(own.get('fill', '#000000'))}, font={font}"
    return f"\\node[{style}] at ({own['x']},{own['y']}) {{{escaped(text)}}};"
