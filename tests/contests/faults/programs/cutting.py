"""Wall Making, Diagonal and Card Game, one interval of rows after the other: python cutting.py GAME [MISTAKE]."""

import sys
from operator import add, xor

GAMES = {  # the words for a win and a loss, and what each letter does
    "wall": ("First", "Second", {".": "+", "X": "#"}),
    "card": ("W", "L", {"R": "-", "B": "|", "G": "+"}),
    "diagonal": ("koosaga", "cubelover", {"L": "-", "R": "|", "X": "+"}),
    "codeforces": ("WIN", "LOSE", {"L": "-", "R": "|", "X": "+"}),
}
LARGE = 1 << 20  # more than any nimber


def nimber(rows, most, plus):
    """Return the nimber of a board of kinds: + cuts both, - a row, | a column, # is not picked, a blank is absent."""
    height, width = len(rows), len(rows[0])
    nothing = [[0] * (width + 1) for _ in range(width + 1)]
    values = {(top, top): nothing for top in range(height + 1)}
    for number in range(1, height + 1):
        for top in range(height - number + 1):
            bottom = top + number
            around = [(values[top, r], values[r + 1, bottom]) for r in range(top, bottom)]
            values[top, bottom] = interval(rows[top:bottom], around, most, plus)
    return values[0, height][0][width]


def interval(rows, around, most, plus):
    """Return the nimbers of some rows by first and last column; `around` has those above and below each row."""
    width = len(rows[0])
    sums = [[list(map(plus, *two)) for two in zip(above, below)] for above, below in around]
    crosses = [[one for one, row in zip(sums, rows) if row[c] == "+"] for c in range(width)]
    start = [sum(map(len, crosses[:c])) for c in range(width + 1)]
    after = [[one[c + 1][right] for c in range(right) for one in crosses[c]] for right in range(width + 1)]
    value = [[0] * (width + 1) for _ in range(width + 2)]
    for left in reversed(range(width)):
        before = [one[left][c] for c in range(left, width) for one in crosses[c]]
        for right in range(left + 1, width + 1):
            found = set(map(plus, before[: start[right] - start[left]], after[right][start[left] :]))
            found.update(one[left][right] for one, row in zip(sums, rows) if "-" in row[left:right])
            columns = [c for c in range(left, right) if any(row[c] == "|" for row in rows)]
            found.update(plus(value[left][c], value[c + 1][right]) for c in columns)
            least = 0
            while least in found and least < most:
                least += 1
            value[left][right] = least
    return value


def turned(rows, kinds, parity):
    """Return the board of the cells with an even or an odd sum, turned by 45 degrees."""
    height, width = len(rows), len(rows[0])
    side = (height + width) // 2 + 1
    board = [[" "] * side for _ in range(side)]
    for r in range(height):
        for c in range(width):
            if (r + c) % 2 == parity:
                board[(r + c) // 2][(r - c + width) // 2] = kinds[rows[r][c]]
    return ["".join(row) for row in board]


def main():
    game, mistake = sys.argv[1], (sys.argv[2:] or [""])[0]
    height, width = map(int, input().split())
    rows = [input().strip() for _ in range(height)]
    if mistake == "reads-on":
        rows.append(input())
    if mistake == "one-by-one":
        assert height * width > 1
    *words, kinds = GAMES[game]
    if mistake == "exchanged":
        kinds["L"], kinds["R"] = kinds["R"], kinds["L"]
    most = int(mistake[3:]) if mistake.startswith("mex") else LARGE
    plus = add if mistake == "no-xor" else xor
    if game == "wall":
        worth = nimber(["".join(kinds[cell] for cell in row) for row in rows], most, plus)
    else:
        worth = plus(*(nimber(turned(rows, kinds, parity), most, plus) for parity in (0, 1)))
    print(words[worth == 0])


main()
