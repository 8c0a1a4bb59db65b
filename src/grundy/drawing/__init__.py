r"""Pictures of positions and scenes.

- `svg`: a position (``svg.draw_position``, `grundy.Position.svg`) or a scene (``svg.draw``) as SVG;
- `png`: SVG pictures as PNG, with the extra ``png`` (``png.encode``);
- `terminal`: a scene as text (``terminal.draw``);
- `game_graphs`: a game graph (`grundy.Position.graph`) as SVG (``game_graphs.picture``);
- `plots`: figures of sequences of nimbers, with matplotlib (``plots.plot``).

>>> import grundy
>>> board = grundy.games.wall_making("X.\n..")
>>> print(grundy.drawing.terminal.draw(board.scenes()[0]))
    1  2
 1  X  .
 2  . [.]
<BLANKLINE>
[ ] a winning move
"""

from grundy.runtime.lazy import attach

__getattr__, __dir__ = attach(__name__, __file__)
