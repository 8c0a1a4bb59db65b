"""Periods, misère play, remoteness and other sums, with the definitions and proofs that they stand on."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(__name__, ["compounds"])
