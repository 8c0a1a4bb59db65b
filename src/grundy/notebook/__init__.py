"""The board of the lab in notebooks: `grundy.Position.widget`. Needs the extra ``notebook``."""
