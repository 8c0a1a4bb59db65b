"""The checker from the command line: ``python -m grundy.verify FILE``, or ``--single-file`` for its text."""

import sys

from grundy.verify.main import main
from grundy.verify.single_file import single_file

if sys.argv[1:] == ["--single-file"]:
    sys.stdout.write(single_file())
else:
    sys.exit(main())
