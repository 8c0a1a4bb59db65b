"""Take-and-break games on heaps, and games whose states are worth what heaps are."""
