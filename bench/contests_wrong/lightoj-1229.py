"""Looks only for three in a row and for moves that leave no such threat, not further."""

import sys


def threat(row):
    return any(row[at : at + 3].count("X") == 2 for at in range(len(row) - 2))


for number, row in enumerate(sys.stdin.read().split()[1:], 1):
    after = {at + 1: f"{row[:at]}X{row[at + 1 :]}" for at, letter in enumerate(row) if letter == "."}
    cells = [at for at, line in after.items() if "XXX" in line] or [
        at for at, line in after.items() if not threat(line)
    ]
    print(f"Case {number}:", *(cells or [0]))
