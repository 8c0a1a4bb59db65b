"""Sequences of nimbers on disk: growing, resumed after a crash, exported."""
