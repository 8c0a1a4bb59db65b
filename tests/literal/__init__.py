"""Literal oracles: games and problems worked out from their statements alone, with no part of `grundy`.

Tests find them by the names of their files. The game `x-y` has `x_y.py`, with one of

- `moves(text)`, each legal move with the text after it, and `nimber(text)`, the Grundy value, None for `LOONY`;
- `first_wins(text)`, where the real rule gives no nimbers: whether the player to move wins;
- `left(heap)`, for heaps that no code describes: sorted tuples of heaps, none empty, that one move can leave.

Random positions have at most `LARGEST` cells or points (12 unless the file says more or less), and every
position of up to `EVERY` of them is looked at (4 unless the file says so).

The problem `boj-1` has `boj_1.py` with `answer(text)`: the contest's output for an input that is right, or None
for an input that is too large for a literal program.

The other files are shared by oracles (those with a `_` before the name) or by tests: `heaps` takes a code and a
heap, `pieces` a piece and its distances to the corner, `cram_cells` a set of cells.
"""
