# SPDX-License-Identifier: Apache-2.0
"""`makedo up [launch file] [name:=value ...]`: run a launch file where `ros2 launch` is missing."""

from __future__ import annotations

import argparse
import io
import logging
import os
import sys
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape

from makedo_cli.exit_code import ExitCode
from makedo_ros.runtime.end_request import EndRequest
from makedo_ros.security.environment import told
from makedo_ros.without_ros.check_beside import CheckBeside
from makedo_ros.without_ros.launch_xml import LaunchReader, NodeCommand, find_launch_file
from makedo_ros.without_ros.launcher import Launcher, PackageShares

_log = logging.getLogger(__name__)
_COLOURS = ("cyan", "green", "yellow", "blue", "magenta", "bright_cyan", "bright_green")


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("up", help="start the stack (simulation, robot or demo)")
    parser.add_argument("launch", nargs="*", help="launch file (default: demo.launch.xml) and arguments name:=value")
    parser.add_argument("--show-args", action="store_true", help="list the launch file's arguments")
    parser.set_defaults(run=run)


def split_arguments(words: Iterable[str]) -> tuple[str, dict[str, str]]:
    """Launch file and arguments of a command line.

    Raises:
        ValueError: on a second file, and on name=value.
    """
    files = [w for w in words if ":=" not in w]
    given = dict(w.split(":=", 1) for w in words if ":=" in w)
    for word in files:
        name, sign, value = word.partition("=")
        if sign and name.isidentifier():
            raise ValueError(f"{word!r} is no launch file; an argument is written {name}:={value}")
    if len(files) > 1:
        raise ValueError(f"expected one launch file, got {files}; arguments are written name:=value")
    return (files[0] if files else "demo.launch.xml"), given


def run(args: argparse.Namespace) -> int:
    """The subcommand: returns when interrupted, when all processes died, or when nobody sees any more what they say."""
    console = Console(highlight=False)
    file_name, given = split_arguments(args.launch)
    shares = PackageShares(os.environ)
    file = find_launch_file(file_name, shares)
    if args.show_args:
        reader = LaunchReader(shares, lambda words: "")
        reader.read(file, given)
        for argument in reader.arguments.values():
            default = "needed" if argument.default is None else f"default {argument.default!r}"
            console.print(f"{argument.name}: {escape(argument.description)} [dim]({escape(default)})[/]")
        return ExitCode.OK
    with CheckBeside() as check:
        return _launched(LaunchReader(shares, check).read(file, given), check, console)


def _launched(commands: Sequence[NodeCommand], check: CheckBeside, console: Console) -> int:
    """Start all, and end it again; nothing begins before the check has said that it may."""
    end = EndRequest()
    terminal = _Terminal(console, end)
    deaths: list[str] = []

    def on_line(name: str, line: str) -> None:
        colour = _COLOURS[zlib.crc32(name.encode()) % len(_COLOURS)]
        terminal.say(f"[{colour}]{name:>12}[/] {escape(line)}")

    def on_death(name: str, code: int) -> None:
        how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        deaths.append(name)
        terminal.say(f"[red]{name} {how}.[/] The rest is still running and has been told; Ctrl-C ends it.")
        if len(deaths) == len(launcher.processes):
            end.set()

    launcher = Launcher(os.environ, on_line, on_death)
    try:
        if launcher.start(commands, lambda: check.verdict(end.is_set)):
            terminal.say(f"started {', '.join(launcher.processes)}; Ctrl-C ends them")
            terminal.say(escape(told(os.environ)))
            end.wait()
    finally:
        launcher.stop()
    return ExitCode.SYSTEM if deaths or terminal.lost else ExitCode.OK


class _Terminal:
    """Where people see what the processes say; when it is lost, it asks for the end."""

    def __init__(self, console: Console, end: EndRequest) -> None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # a character that it lacks is no reason to end
        self._console = console
        self._end = end
        self.lost = False

    def say(self, text: str) -> None:
        """Print a line of rich's markup; from any thread."""
        if self.lost:
            return
        try:
            self._console.print(text, soft_wrap=True)
        except (OSError, SystemExit) as error:  # rich makes SystemExit of a broken pipe
            self.lost = True
            _discard_output()
            self._end.set()
            reason = "a broken pipe" if isinstance(error, SystemExit) else error
            _log.error("nobody sees what the nodes say any more (%s): they are ended", reason)


def _discard_output() -> None:
    """What is still buffered goes nowhere, or Python's own end would fail with it and take another exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
