"""For people who declare rulesets: the audit, patterns, and the audit as an assertion."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(__name__, ["patterns", "testing"])
