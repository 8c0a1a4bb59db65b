"""The sparse-space engine of heap games: few options of a heap decide its nimber."""
