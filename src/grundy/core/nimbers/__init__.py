"""Arithmetic of nimbers: mex, nim-sum, and the field with nim-multiplication. This package does not use games."""

from grundy.core.nimbers.field import nim_inverse, nim_power, nim_product, nim_quotient, nim_square_root
from grundy.core.nimbers.sums import mex, nim_sum

__all__ = ["mex", "nim_inverse", "nim_power", "nim_product", "nim_quotient", "nim_square_root", "nim_sum"]
