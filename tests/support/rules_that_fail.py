"""Rulesets as a broken file has them: they do not return, they grow, they print, they end their process."""

import os
import subprocess
import threading
import time
from contextlib import suppress

import grundy

print("\x1b[31mloaded")


@grundy.ruleset
def forever(n):
    while n >= 5:
        n += 1
        time.sleep(0.001)  # takes no processor time from the other tests
    yield from range(n)


@grundy.ruleset
def counting(n):
    return range(sum(range(10**12)) if n > 4 else n)  # the loop is in C, and keeps the lock of the interpreter


@grundy.ruleset
def growing(n):
    kept = []
    while n > 4:
        kept.append(b"x" * 2**20)
    yield from range(n)


@grundy.ruleset
def filling(n):
    """Leave no byte free."""
    kept = []
    for size in (2**20, 2**14, 2**10, 2**6):
        with suppress(MemoryError):
            while n > 4:
                kept.append(bytes(size))
    while n > 4:
        kept.append(bytes(2**6))
    yield from range(n)


@grundy.ruleset
def printing(n):
    while n > 4:
        print("again\x07")
    print("asked")
    yield from range(n)


@grundy.ruleset
def starting(n):
    while n > 4:
        subprocess.Popen(["sleep", "77"], start_new_session=True)
    yield from range(n)


@grundy.ruleset
def abandoning(n):
    if n == 0:
        subprocess.Popen(["sleep", "78"], start_new_session=True)
        if os.fork() == 0:
            subprocess.Popen(["sleep", "78"])
            os._exit(0)
    yield from range(n)


@grundy.ruleset
def dying(n):
    if n > 4:
        os._exit(0)
    yield from range(n)


@grundy.ruleset
def closing(n):
    if n > 4:
        raise GeneratorExit
    yield from range(n)


@grundy.ruleset
def leaving(n):
    if n > 4:
        raise SystemExit(0)
    yield from range(n)


@grundy.ruleset
def interrupting(n):
    if n > 4:
        raise KeyboardInterrupt
    yield from range(n)


@grundy.ruleset
def lingering(n):
    if n == 0:
        threading.Thread(target=time.sleep, args=(600,)).start()
    yield from range(n)


@grundy.ruleset
def forking(n):
    if n == 0:
        subprocess.Popen(["sleep", "600"])
        if os.fork() == 0:
            time.sleep(600)
    yield from range(n)
