"""Programs that have to be ended: python misbehaving.py NAME, the way on stdin; NAME finds it among the processes."""

import os
import signal
import sys
import time

CHILDREN = 4


def main():
    way = input()
    if way == "leaves-children":
        for _ in range(CHILDREN):
            if os.fork() == 0:
                os.setsid()  # out of the program's session
                time.sleep(60)
                os._exit(0)
        print("First")
    elif way == "forks-much":
        for _ in range(100):
            if os.fork() == 0:
                time.sleep(60)
                os._exit(0)
        print("First")
    elif way == "sleeps":
        time.sleep(60)
    elif way == "ignores-signals":
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGXCPU):
            signal.signal(number, signal.SIG_IGN)
        time.sleep(60)
    elif way == "prints":
        while True:
            sys.stdout.write("First\n" * 10_000)
    elif way == "eats-memory":
        blocks = []
        while True:
            blocks.append(b"x" * 2**22)
    elif way == "computes":
        while True:
            pass


main()
