"""The numbers of options and seconds that choose how work is done: all of them stand here.

`bench/costs.py` measures each on this machine and prints it beside the number here. A number of options is about what
an engine visits in a given time, so that no clock decides what an answer says.
"""

from __future__ import annotations

from typing import Final

# Options that the plain search may visit: it visits about a million a second, an own ruleset fewer.
ASIDE_OPTIONS: Final = 20_000  # for a remark beside an answer, such as how long the game still takes
EXTRA_OPTIONS: Final = 200_000  # for a second answer, such as the nimber where the outcome is known
MANY_OPTIONS: Final = 1_000_000  # before another way is tried, and moves of one state that are checked one by one
CHECK_OPTIONS: Final = 64  # between two checks whether to stop; one option of a large shape takes long
REPORT_OPTIONS: Final = 4096  # between two reports of progress

# Options that machine code visits, at about 10^9 a second.
STEP_OPTIONS: Final = 500_000_000  # between two reports of progress

# Whether machine code is loaded, or compiled, for work that plain Python could do as well.
CALL_OPTIONS: Final = 200  # of the plain search: fewer take less time than the call of a kernel
LOAD_SECONDS: Final = 0.3  # to import Numba and load a kernel from disk
KERNEL_SECONDS: Final = 1.0  # to compile a kernel
SEARCH_SECONDS: Final = 4.0  # to compile a function of the search of a ruleset
OPTION_SECONDS: Final = 5e-6  # for an option of the plain search
ITEM_SECONDS: Final = 3e-7  # for an item of a list in a plain loop
PAIR_SECONDS: Final = 4e-9  # for a pair of heaps in an array of NumPy
