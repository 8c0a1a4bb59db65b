"""``grundy serve``: the lab in the browser, on this machine only."""

from __future__ import annotations

import base64
import errno
import gc
import os
import secrets
import signal
import threading
import webbrowser
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.common import Whole, announce_file, complete_files, samples_option
from grundy.cli.output import echo
from grundy.cli.usage import usage_error, words
from grundy.contests.problem_files import holds_a_problem
from grundy.runtime.costs import POLL_SECONDS
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    import socket
    from types import ModuleType

_HOST = "127.0.0.1"
_PORT = 8077
_CODE_BYTES = 5  # 8 letters; whoever asks thousands of times a second would guess for years


@click.command("serve")
@click.argument("rulesets", nargs=-1, metavar="[RULESET...]", shell_complete=complete_files)
@click.option(
    "--port",
    type=Whole(0, 65535),
    default=_PORT,
    show_default=True,
    help="The port on 127.0.0.1; 0 takes a free one.",
)
@click.option("--no-browser", is_flag=True, help="Do not open the page in the browser.")
@click.option("--reload", is_flag=True, help="Read files of rules again when they have changed, without asking.")
@click.option("--programs", is_flag=True, help="Run Python programs that are entered in the clinic.")
@samples_option
def command(
    rulesets: tuple[str, ...], port: int, no_browser: bool, reload: bool, *, programs: bool, ignore_samples: bool
) -> None:
    """Open the lab in the browser: play, understand, explore. Needs the extra 'web'.

    RULESETs of your own, such as mygames.py:cram, become games of the lab; mygames.py stands for all rulesets in it.
    A file with a contest problem adds it to the clinic. Files are run in child processes, which are ended if their
    functions do not return. They are read at the start; if a file has changed, the page says so, and offers to read it
    again.

    Rules in a file run with all rights of the user who started the server: they can read, change and send whatever this
    user can. Serve only files that you trust. This also holds for rules that are typed in the page (Make your own
    game): the page asks for the code that this command prints, so that nobody else can run rules. With --programs, it
    holds for programs that are entered in the clinic, by everybody who can open pages of this machine: on a machine
    with other users, do without it. The limits on time and memory guard against mistakes, not against attackers.

    The server listens on 127.0.0.1 and answers this machine only. Ctrl-C ends it.
    """
    uvicorn = _uvicorn()
    gc.enable()  # other commands switch it off; here, exceptions with their frames leave reference cycles
    from grundy.lab.web.server import settings
    from grundy.lab.web.service import Service

    with _listening(port) as listener:
        problems = [*filter(holds_a_problem, rulesets)]
        for name in problems:
            announce_file(name)
        code = base64.b32encode(secrets.token_bytes(_CODE_BYTES)).decode()
        service = Service(
            [name for name in rulesets if name not in problems],
            problems,
            reload=reload,
            check_samples=not ignore_samples,
            programs=programs,
            code=code,
        )
        for name in service.without_samples:
            echo(f"grundy: {words('work.no-samples', problem=name)}", err=True)
        if problems and ignore_samples:
            echo(f"grundy: {words('work.samples-ignored', problem=', '.join(problems))}", err=True)
        address = f"http://{_HOST}:{listener.getsockname()[1]}/"
        echo(f"grundy: the lab is at {address} (Ctrl-C ends it)", err=True)
        echo(f"grundy: {words('work.own-rules', code=code)}", err=True)
        if not no_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        server = uvicorn.Server(settings(service))
        end = server.handle_exit

        def stop(*given: Any) -> None:
            service.stop()  # streams end by themselves when their jobs do
            end(*given)

        server.handle_exit = stop
        hang_up = getattr(signal, "SIGHUP", None)  # uvicorn does not handle it
        if hang_up is not None and signal.getsignal(hang_up) is not signal.SIG_IGN:
            signal.signal(hang_up, stop)
        with suppress(KeyboardInterrupt):  # raised by uvicorn after it has ended everything
            server.run(sockets=[listener])
    echo("grundy: the lab has ended", err=True)
    end_soon = threading.Timer(POLL_SECONDS, os._exit, (0,))  # Python itself waits for threads that still work
    end_soon.daemon = True
    end_soon.start()


def _uvicorn() -> ModuleType:
    try:
        import fastapi  # noqa: F401 - an extra
        import uvicorn
    except ImportError as error:
        raise usage_error("usage.packages", error=str(error)) from None
    return uvicorn


def _listening(port: int) -> socket.socket:
    """Return a listening socket, which the caller closes."""
    from grundy.lab.web.server import listening

    try:
        return listening(_HOST, port)
    except OSError as error:
        found = Message("found.taken") if error.errno == errno.EADDRINUSE else str(error.strerror)
        raise usage_error("usage.port", port=str(port), found=found) from None
