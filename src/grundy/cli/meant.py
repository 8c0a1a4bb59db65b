"""What may have been meant by a wrong command line. This file is loaded only where one is wrong."""

from __future__ import annotations

import re
import shlex
from difflib import get_close_matches
from textwrap import shorten
from typing import TYPE_CHECKING

import click

from grundy.cli.usage import usage_error
from grundy.errors import quoted_name, similar_names
from grundy.runtime import provenance
from grundy.runtime.messages import Message, render

if TYPE_CHECKING:
    from collections.abc import Sequence

_TAKERS_OF_CODES = ("sequence", "stream", "misere", "solve", "explain", "play")
_PICTURES = ("--plot", "--picture", "--image", "--draw", "--chart", "--svg", "--png", "--pdf")  # which -o makes
_NUMBERS = ("--length", "--count", "--cases", "--most")  # options of how many there are
# Options of other programs, and ours for the same: that of them which a command has is suggested.
_MEANT = {
    **dict.fromkeys(("--format", "-f"), ("--json", "--output")),
    **dict.fromkeys(("--out", "--outfile"), ("--output",)),
    **dict.fromkeys(("--timeout", "--time", "-t"), ("--time-limit", "--seconds")),
    **dict.fromkeys(("-n", "--number", "--limit", "--max", "--terms"), _NUMBERS),
    **dict.fromkeys(("--level", "--difficulty"), ("--errors",)),
    **dict.fromkeys(("--formula", "--guess"), ("--check",)),
}
_INPUTS = ("--file", "--input", "--in", "--board", "--position")  # which stand without an option
_ALL = ("--list", "--all")  # what a command does without an option
_ALIKE = 0.85  # the least similarity of an option of another command: so --format is not taken for --formal
_OTHER_WORDS = {
    "list": ("games", "problems"),
    "run": ("solve",),
    "start": ("serve",),
    "test": ("stress",),
    "lab": ("serve",),
    "nimber": ("solve",),
}
# What may stand after a command that was given too few words.
EXAMPLES = {
    "answer": "boj-11717 input.txt",
    "audit": "mygames.py:cram",
    "census": "run wall-making --rows 3 --columns 3 --out boards",
    "census run": "wall-making --rows 3 --columns 3 --out boards",
    "completion": "bash",
    "embed": "kayles 10 7 -o board.html",
    "explain": "kayles 10 7",
    "graph": "kayles 5",
    "misere": "0.77",
    "pattern": "kayles",
    "play": "nim 3 4 5",
    "sequence": "0.77",
    "site": "lab",
    "solve": "kayles 10 7",
    "stream": "0.106 values",
    "stress": "boj-11717 -- python3 wall.py",
    "table": "wythoff 20x20",
    "vectors": "boj-11717 -o tests",
    "verify": "certificate.json",
    "worksheet": "kayles -o kayles.html",
}
_SHOWN_LINE = 80  # characters of a suggested command line


def unknown_command(context: click.Context, arguments: list[str]) -> click.UsageError:
    """Return the error for arguments that begin with no command, with the command lines that may be meant."""
    from grundy import contests, games
    from grundy.cli.positions import in_order
    from grundy.games.families.heaps.codes import looks_like_a_code
    from grundy.games.lookup import is_in_a_file

    word, *others = arguments
    game, position = in_order(word, tuple(others))
    takers = {**dict.fromkeys(contests.names(), "answer"), **dict.fromkeys(games.names(), "solve")}
    if word.lstrip("/") in ("help", "version", "?"):
        meant = [_command_line([*others[:1], "--version" if word == "version" else "--help"])]
    elif word in _OTHER_WORDS:
        meant = [_command_line([each, *others]) for each in _OTHER_WORDS[word]]
    elif game in games.names() or is_in_a_file(word) or looks_like_a_code(word):
        meant = [_command_line(["solve", game, *position])]
    else:
        near = similar_names(word, [*_commands(context), *takers])
        meant = [_command_line([*([takers[each]] if each in takers else []), each, *others]) for each in near]
    kind = "usage.command-near" if meant else "usage.command-unknown"
    error = usage_error(kind, found=quoted_name(word), near=meant)
    error.ctx = context  # then it shows the usage as well
    return error


def _command_line(arguments: list[str]) -> str:
    """Return the command line with these arguments; a very long one is cut."""
    return shorten(f"grundy {shlex.join(arguments)}", _SHOWN_LINE, placeholder=" ...")


def mended(error: click.ClickException, arguments: list[str], language: str) -> click.ClickException:
    """Return the error with what may have been meant, where click names less."""
    if not isinstance(error, click.UsageError) or error.ctx is None:
        return error
    if isinstance(error, click.NoSuchOption):
        option, *others = arguments
        if error.ctx.parent is None and any(word in _commands(error.ctx) for word in others):  # --json solve nim 3
            meant = {"word": error.option_name, "near": [_command_line([*others, option])]}
            return click.UsageError(render(Message("usage.option-near", meant), language), error.ctx)
        with error.ctx.scope(cleanup=False):
            return unknown_option(error.option_name, error.ctx)
    example = _example_after(error, error.ctx)
    if example:
        said = {"error": error.format_message().rstrip(".") + ".", "example": example}
        return click.UsageError(render(Message("usage.missing", said), language), error.ctx)
    advice = about_quotes(arguments, language)
    return click.UsageError(error.message.rstrip(".") + advice, error.ctx) if advice else error


def _example_after(error: click.UsageError, context: click.Context) -> str:
    """Return what mends an error of missing words, or of a word without its option; "" if that is not known."""
    path = context.command_path
    if isinstance(error, click.MissingParameter) or "No such command" in error.message:
        example = EXAMPLES.get(path.removeprefix("grundy "))
        return f"{path} {example}" if example else ""
    extra = re.match(r"Got unexpected extra argument \((\S+)\)", error.message)
    if extra is None:
        return ""
    for param in context.command.params:
        chosen = isinstance(param.type, click.Choice) and extra[1] in param.type.choices
        sized = param.opts[0] == "--size" and extra[1][0].isdecimal()
        if chosen or sized or (extra[1].isdecimal() and param.opts[0] in _NUMBERS):
            return f"{param.opts[0]} {extra[1]}"
    return ""


def about_quotes(arguments: Sequence[str], language: str) -> str:
    """Return the advice to quote a code, if it has no braces or a shell has taken it apart: ``1 3 4`` of {1,3,4}."""
    begun = re.match(r"\{?([0-9]{1,9})[, ]+([0-9]{1,9})(?=[, }]|$)", " ".join(arguments[1:3]))
    if begun is None or arguments[0] not in _TAKERS_OF_CODES or not 0 < int(begun[1]) < int(begun[2]):
        return ""
    return "; " + render(Message("usage.unquoted", {"command": arguments[0]}), language)


def unknown_option(word: str, context: click.Context) -> click.UsageError:
    """Return the error for a wrong option, with the nearest options of the command that runs, or of the others."""
    name = re.sub("^[\u2010-\u2015\u2212]-?", "--", word.partition("=")[0])  # a dash of a word processor
    options = long_options(context.command)
    near = [option for option in _MEANT.get(name, ()) if option in options]
    words = [param for param in context.command.params if isinstance(param, click.Argument)]
    if name in _INPUTS and any("FILE" in (param.metavar or "") for param in words):
        near = [_command_line([*_without(word), *([word.partition("=")[2]] if "=" in word else [])])]
    elif name in _ALL and words and not any(param.required for param in words):
        near = [context.command_path]
    elif name in _PICTURES and "--output" in options:
        near = ["-o plot.svg"]
    elif not near and name.startswith("--"):
        near = [f"--{each}" for each in similar_names(name[2:], [option[2:] for option in options])]
    elif not near:
        near = [option for option in options if option.startswith(f"-{name}")]
    group = context.find_root().command
    if not near and isinstance(group, click.Group):
        commands = {each: group.get_command(context, each) for each in _commands(context)}
        others = {f"grundy {each} {option}": option for each, one in commands.items() for option in long_options(one)}
        nearest = get_close_matches(name.strip("-"), [option.strip("-") for option in others.values()], 1, _ALIKE)
        near = [line for line, option in others.items() if option.strip("-") in nearest]
        if not near and name[2:] in commands:  # answer --explain
            near = [_command_line([name[2:], *_without(word)[1:]])]
    kind = "usage.option-near" if near else "usage.option-unknown"
    error = usage_error(
        kind, word=quoted_name(word)[1:-1], near=near, command=context.command_path, options=[*options, "--help"]
    )
    error.ctx = context  # then it shows the usage as well
    return error


def _without(word: str) -> list[str]:
    """Return the arguments of the command line without a wrong option."""
    return [each for each in provenance.arguments if each.partition("=")[0] != word.partition("=")[0]]


def long_options(command: click.Command | None) -> list[str]:
    """Return the long options of a command."""
    params = [] if command is None else command.params
    return [option for param in params for option in param.opts if option.startswith("--")]


def _commands(context: click.Context) -> list[str]:
    group = context.find_root().command
    return group.list_commands(context) if isinstance(group, click.Group) else []
