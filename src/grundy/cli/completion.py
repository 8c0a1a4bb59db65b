"""``grundy completion``: the script with which a shell completes commands, games, problems, options and files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.shell_completion import get_completion_class

from grundy.cli.output import echo

if TYPE_CHECKING:
    from click.shell_completion import ShellComplete

VARIABLE = "_GRUNDY_COMPLETE"  # the script asks for the ends of a word by it
_SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(_SHELLS))
def command(shell: str) -> None:
    """Write the script with which SHELL completes words of grundy: eval "$(grundy completion bash)".

    Put that line into ~/.bashrc, or with zsh into ~/.zshrc; for fish: grundy completion fish >
    ~/.config/fish/completions/grundy.fish. Then the Tab key completes commands, options, games, problems and files.
    """
    kind = get_completion_class(shell)
    assert kind is not None
    script: ShellComplete = kind(click.Group(), {}, "grundy", VARIABLE)
    echo(script.source_template % script.source_vars())
