"""Sequences of nimbers on disk, and censuses of boards: work that takes long, in parts that can be checked."""
