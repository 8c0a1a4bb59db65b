"""`grundy.research.sequences` under its public name, for ``from grundy.sequences import ...``."""

from grundy.research.sequences import *  # noqa: F403
