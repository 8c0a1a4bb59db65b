"""The numbers of options and seconds that choose how work is done: all of them stand here.

`bench/costs.py` measures those of the engines on this machine, and prints them beside the numbers here. A number of
options is about what an engine visits in a given time, so that no clock decides what an answer says. `verify`, which
imports nothing of the other packages, has one number of its own.
"""

from __future__ import annotations

from typing import Final

# Options that the plain search may visit: it visits about a million a second, an own ruleset fewer.
SMALL_OPTIONS: Final = 2_000  # of a state that is no work
ASIDE_OPTIONS: Final = 20_000  # for a remark beside an answer, such as how long the game still takes
EXTRA_OPTIONS: Final = 200_000  # for a second answer, such as the nimber where the outcome is known
MANY_OPTIONS: Final = 1_000_000  # before another way is tried, and moves of one state that are checked one by one
SEARCH_OPTIONS: Final = 100_000_000  # by default
CHECK_OPTIONS: Final = 64  # between two checks whether to stop; one option of a large shape takes long
REPORT_OPTIONS: Final = 4096  # between two reports of progress

# Options that machine code visits.
KERNEL_OPTIONS: Final = 10**13  # by default: about an hour's work
STEP_OPTIONS: Final = 500_000_000  # between two reports of progress: a fraction of a second
PAUSE_OPTIONS: Final = 2**22  # the same for rules of users, and in a browser
FILL_OPTIONS: Final = 2**30  # in a dense table for rules of users: in less time than a search compiles
THREAD_OPTIONS: Final = 100_000_000  # from which on two threads are faster than one
DIRECT_OPTIONS: Final = 10**10  # that the direct engine for heaps visits in a second
SPARSE_OPTIONS: Final = 1000  # for each heap in a sparse space, beside two for each rare heap

# Whether NumPy or machine code is loaded, or compiled, for work that could be done without.
CALL_OPTIONS: Final = 200  # of the plain search: fewer take less time than the call of a kernel
ARRAYS_SECONDS: Final = 0.1  # to import NumPy, and the modules of a kernel
LOAD_SECONDS: Final = 0.3  # to import Numba and load a kernel from disk
KERNEL_SECONDS: Final = 1.2  # to compile a kernel
SEARCH_SECONDS: Final = 2.5  # to compile a function of the search of a ruleset
OPTION_SECONDS: Final = 5e-6  # for an option of the plain search
ITEM_SECONDS: Final = 3e-7  # for an item of a list in a plain loop
LISTED_PAIR_SECONDS: Final = 4e-8  # for a pair of heaps in a list
PAIR_SECONDS: Final = 4e-9  # for a pair of heaps in an array of NumPy
NIMBER_SECONDS: Final = 1e-7  # for a move of a cell of a piece in an array of NumPy
BOARD_SECONDS: Final = 6e-9  # for an option of a cutting board in an array of NumPy
CODE_SECONDS: Final = 5e-10  # for an option in machine code
TIMES_AS_FAST: Final = 20  # a search by machine code of a user's rules
COMPARE_SECONDS: Final = 0.2  # of the processor, in which machine code is compared with its rules

# How long people and processes wait.
TURN_SECONDS: Final = 0.05  # for which a question keeps a process of the lab while others wait
POLL_SECONDS: Final = 0.1  # between two checks of something that goes on elsewhere
END_SECONDS: Final = 0.5  # for a call or a command to end by itself
MOMENT_SECONDS: Final = 1.0  # before a user sees that work goes on
WAIT_SECONDS: Final = 5.0  # for what takes a moment, unless the machine has much other work
ANSWER_SECONDS: Final = 10.0  # for an answer about one position
WORK_SECONDS: Final = 60.0  # for work that takes long
QUICK_SECONDS: Final = 3 * MOMENT_SECONDS  # for most requests of the lab
LONG_SECONDS: Final = 10 * WORK_SECONDS  # for requests of the lab whose answers come in parts
SWITCH_SECONDS: Final = 0.0005  # for which a thread may hold Python's lock while others wait
