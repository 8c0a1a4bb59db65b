"""Streamed sequences so small that a proof for 0.156 has all parts: several blocks, chunks and windows."""

from __future__ import annotations

from grundy.research.sequences.streamed import Sizes

SMALL = Sizes(block=4096, row=512, step=1024, chunk=1024, first=3072)
CLAIM = (3479, 349)  # the preperiod and the period of 0.156
