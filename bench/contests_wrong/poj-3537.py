"""Mirrors the moves at the middle."""

print(1 if int(input()) % 2 else 2)
