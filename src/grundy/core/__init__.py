"""The objects of the theory: values, components and options, rulesets, positions, notations, scenes."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(__name__, ["scenes"])
