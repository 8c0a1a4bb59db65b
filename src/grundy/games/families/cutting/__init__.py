"""Boards on which a pick cuts rows and columns."""
