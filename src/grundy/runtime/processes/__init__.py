"""Child processes and programs under limits: how they are started, watched, called and ended."""
