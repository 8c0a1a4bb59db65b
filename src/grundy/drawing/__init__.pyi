from . import game_graphs, plots, png, svg, terminal

__all__ = ["game_graphs", "plots", "png", "svg", "terminal"]
