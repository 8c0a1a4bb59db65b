"""``python -m grundy`` is the command line."""

import sys
from pathlib import Path

if __name__ == "__main__":
    # Python begins with the working folder here: a file such as random.py there would hide a module of its own.
    if Path(sys.path[0] or ".").absolute() not in Path(__file__).absolute().parents:
        del sys.path[0]
    from grundy.cli.main import main

    main()
