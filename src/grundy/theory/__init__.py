"""Periods, misère play, remoteness and other sums, with their definitions and proofs."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(__name__, ["compounds"])
