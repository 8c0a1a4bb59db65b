"""Explanations as data and in words, and the coach."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(__name__, ["coach"])
