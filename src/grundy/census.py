"""`grundy.research.census` under its public name, for ``from grundy.census import ...``."""

from grundy.research.census import *  # noqa: F403
