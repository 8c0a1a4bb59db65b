r"""The workbench for impartial combinatorial games.

>>> import grundy
>>> board = grundy.games.wall_making("X.\n..")
>>> board.nimber, str(board.outcome)
(2, 'N')

- Positions: `Position`, `Choice`, `Component`, `Option`, `Outcome`, `WIN`, `LOONY`
- Games by name: `games`; contest problems: `contests`; random positions: `sampling`
- Rulesets: `heaps`, `ranges`, `segments`, `ruleset`, `Ruleset`, `split`, `win`; for games on grids: `boards`
- To check rulesets: `audit`, `testing`; formulas: `patterns`
- Numbers: `mex`, `nim_sum`; their field: `nim_product`, `nim_inverse`, `nim_quotient`, `nim_power`, `nim_square_root`
- Games that can go on for ever, on digraphs: `digraph`, `Digraph`, `Loopy`
- Sums with other rules for moves and endings: `compounds`
- Sequences: `Period`, `find_period`; on disk: `sequences`
- Many positions, on any executor: `census`
- Playing: `coach`
- Pictures: `drawing`, `scenes`
- Limits and progress: `limited`, `reporting`, `tallied`; tables in files: `save_tables`, `load_tables`
- Exceptions: `GrundyError`, `errors`

These names are public, and so are the public names of these modules and classes. All others may change.
Importing `grundy` loads no game, no NumPy and no Numba; each name is loaded when it is first used.
"""

from grundy.runtime.lazy import attach, provide

__version__ = "0.1.0"

# The names and their modules are listed in __init__.pyi, for type checkers and for `attach` alike.
__getattr__, __dir__ = attach(__name__, __file__)

# What packages add to the core from above: see `grundy.runtime.lazy`.
provide(
    {
        "FunctionRuleset.reduction": "grundy.authoring.observed_pattern:reduction",
        "Position.arrow": "grundy.drawing.export.values:of_position",
        "Position.explain": "grundy.theory.explain.finder:explain",
        "Position.graph": "grundy.drawing.game_graph:game_graph",
        "Position.misere": "grundy.theory.misere:Misere",
        "Position.remoteness": "grundy.theory.remoteness:remoteness",
        "Position.suspense": "grundy.theory.remoteness:suspense",
        "Position.svg": "grundy.drawing.svg:draw_position",
        "Position.widget": "grundy.lab.notebook:widget_of",
        "Ruleset.digraph": "grundy.core.loopy.exploring:explored",
        "Table.arrow": "grundy.drawing.export.values:of_table",
        "html": "grundy.drawing.html",  # `_repr_html_` of positions, scenes, heap rules and periods
        "machine code": "grundy.compiled.engine",  # of rules
    }
)
