r"""Contest problems: the exact input and output text of each, on top of the games.

Each problem is a file in ``grundy/contests/problems``; ``boj_11717.py`` holds ``boj-11717``.

- `answer` answers an input; `find` returns a problem by its id or from a file, `known` by its id only; `names`,
  `all_problems`; `add` adds a problem to those of this process, `added` returns these.
- A problem: `Problem`, `Sample`.
- Its input: `Int`, `Ints`, `Index`, `Indices`, `Word`, `Rows`, `Edges`, `Tree`, `Targets`; together `Line`, `Each`,
  `Items`; their ends `End`, `EndOfLine`, `Zeros`; what holds for them `Let`, `Promise`.
- Its `Output`: `Words`, `Marks`, `Nimber`, `Move`, `MoveCount`, `Names`, `Text`; `sums` answers many sums at once.

>>> import grundy
>>> grundy.contests.answer("boj-11717", "2 2\nX.\n..\n")
'First\n'
"""

from grundy.runtime.lazy import attach

__getattr__, __dir__ = attach(__name__, __file__)
