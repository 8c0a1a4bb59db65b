"""Calls a person's function for states: ``python python_host.py FILE FUNCTION``, one state a line on stdin.

It runs as a separate program, under limits, and imports nothing of grundy. Each line is a JSON array, the arguments of
one call. The answer to each line is one line: an integer, ``N`` or ``P`` for True or False, or the `repr` of another
value. Scalars of NumPy count as those of Python. Output of the file goes to stderr.
"""

import json
import runpy
import sys
from pathlib import Path

NOT_FOUND = 127  # the exit code of a shell for a program that does not exist


def main() -> None:
    """Load the file, and answer."""
    answers, sys.stdout = sys.stdout, sys.stderr
    path, name = sys.argv[1:]
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 10_000))
    sys.path.insert(0, str(Path(path).absolute().parent))
    found = runpy.run_path(path)
    if name not in found:
        sys.stderr.write(f"{path}: expected a function {name}, found none\n")
        sys.exit(NOT_FOUND)
    for line in sys.stdin:
        answer = found[name](*json.loads(line))
        if type(answer).__module__ == "numpy" and hasattr(answer, "item"):
            answer = answer.item()
        if isinstance(answer, bool):
            answer = "N" if answer else "P"
        answers.write(f"{answer if isinstance(answer, str) else repr(answer)}\n")


if __name__ == "__main__":
    main()
