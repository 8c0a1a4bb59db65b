from . import plots, png, svg, terminal

__all__ = ["plots", "png", "svg", "terminal"]
