"""Wall Making, Diagonal and Card Game by memory over rectangles: python cutting.py GAME [MISTAKE]."""

import sys
from functools import cache

WORDS = {"wall": ("First", "Second"), "card": ("W", "L"), "diagonal": ("koosaga", "cubelover")}
KINDS = {
    "wall": {".": "+", "X": "#"},
    "card": {"R": "-", "B": "|", "G": "+"},
    "diagonal": {"L": "-", "R": "|", "X": "+"},
}


def nimber(cells, top, bottom, left, right, forgets_xor):
    """Return the nimber of a rectangle of cells, a dictionary from (row, column) to kinds."""

    @cache
    def value(top, bottom, left, right):
        if top >= bottom or left >= right:
            return 0
        found = set()
        for row in range(top, bottom):
            for column in range(left, right):
                kind = cells.get((row, column))
                if kind == "+":
                    parts = [value(top, row, left, column), value(top, row, column + 1, right)]
                    parts += [value(row + 1, bottom, left, column), value(row + 1, bottom, column + 1, right)]
                elif kind == "-":
                    parts = [value(top, row, left, right), value(row + 1, bottom, left, right)]
                elif kind == "|":
                    parts = [value(top, bottom, left, column), value(top, bottom, column + 1, right)]
                else:
                    continue
                total = 0
                for part in parts:
                    total = total + part if forgets_xor else total ^ part
                found.add(total)
        least = 0
        while least in found:
            least += 1
        return least

    return value(top, bottom, left, right)


def main():
    game, mistake = sys.argv[1], (sys.argv[2:] or [""])[0]
    sys.setrecursionlimit(100_000)
    height, width = map(int, input().split())
    rows = [input().strip() for _ in range(height)]
    if mistake == "reads-on":
        rows.append(input())
    if mistake == "one-by-one":
        assert height * width > 1
    kinds = dict(KINDS[game])
    if mistake == "exchanged":
        kinds["L"], kinds["R"] = kinds["R"], kinds["L"]
    if game == "wall":
        cells = {(r, c): kinds[rows[r][c]] for r in range(height) for c in range(width)}
        worth = nimber(cells, 0, height, 0, width, mistake == "no-xor")
    else:
        worth = 0
        side = (height + width + 1) // 2 + 1
        for parity in (0, 1):
            cells = {
                ((r + c) // 2, (r - c + width) // 2): kinds[rows[r][c]]
                for r in range(height)
                for c in range(width)
                if (r + c) % 2 == parity
            }
            worth ^= nimber(cells, 0, side, 0, side, mistake == "no-xor")
    print(WORDS[game][worth == 0])


main()
