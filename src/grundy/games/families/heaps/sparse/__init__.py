"""The sparse-space engines of heap games, in which few options of a heap decide its nimber."""
