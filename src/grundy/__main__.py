"""``python -m grundy`` is the command line."""

import sys
from pathlib import Path

if __name__ == "__main__":
    # Python puts the working folder first in sys.path: a file such as random.py there would hide Python's own module.
    if Path(sys.path[0] or ".").absolute() not in Path(__file__).absolute().parents:
        del sys.path[0]
    from grundy.cli.main import main

    main()
