"""Take-and-break games on heaps, and games whose states have the values of heaps."""
