"""The command ``python -m grundy.verify FILE``; with ``--single-file`` it prints the checker as one program."""

import sys

from grundy.verify.main import UNREADABLE, main, write_result
from grundy.verify.single_file import single_file

if sys.argv[1:] == ["--single-file"]:
    sys.exit(0 if write_result(single_file()) else UNREADABLE)
sys.exit(main())
