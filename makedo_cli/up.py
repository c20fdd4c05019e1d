# SPDX-License-Identifier: Apache-2.0
"""`makedo up [launch file] [name:=value ...]`: run a launch file where `ros2 launch` is missing."""

from __future__ import annotations

import argparse
import os
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from makedo_cli.exit_code import ExitCode
from makedo_ros.end_request import EndRequest
from makedo_ros.launch_xml import LaunchReader
from makedo_ros.launcher import Launcher, PackageShares

_COLOURS = ("cyan", "green", "yellow", "blue", "magenta", "bright_cyan", "bright_green")


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("up", help="start the stack (simulation, robot or demo)")
    parser.add_argument(
        "launch", nargs="*", help="launch file (default: demo.launch.xml) and arguments name:=value"
    )
    parser.add_argument("--show-args", action="store_true", help="list the launch file's arguments")
    parser.set_defaults(run=run)


def split_arguments(words: Iterable[str]) -> tuple[str, dict[str, str]]:
    """Launch file and arguments of a command line.

    Raises:
        ValueError: on a second file.
    """
    files = [w for w in words if ":=" not in w]
    given = dict(w.split(":=", 1) for w in words if ":=" in w)
    if len(files) > 1:
        raise ValueError(f"expected one launch file, got {files}; arguments are written name:=value")
    return (files[0] if files else "demo.launch.xml"), given


def find_launch_file(name: str, shares: Mapping[str, Path]) -> Path:
    """A path as given, else launch/<name> of the installed package."""
    path = Path(name)
    if path.exists():
        return path.resolve()
    stem = name.removesuffix(".launch.xml")
    return shares["makedo"] / "launch" / f"{stem}.launch.xml"


def run(args: argparse.Namespace) -> int:
    """The subcommand: returns when interrupted, or when a process died."""
    console = Console(highlight=False)
    file_name, given = split_arguments(args.launch)
    shares = PackageShares(os.environ)
    reader = LaunchReader(shares)
    commands = reader.read(find_launch_file(file_name, shares), given)
    if args.show_args:
        for argument in reader.arguments.values():
            default = "needed" if argument.default is None else f"default {argument.default!r}"
            console.print(f"{argument.name}: {escape(argument.description)} [dim]({escape(default)})[/]")
        return ExitCode.OK

    end = EndRequest()
    deaths: list[str] = []

    def on_line(name: str, line: str) -> None:
        colour = _COLOURS[zlib.crc32(name.encode()) % len(_COLOURS)]
        console.print(f"[{colour}]{name:>12}[/] {escape(line)}", soft_wrap=True)

    def on_death(name: str, code: int) -> None:
        how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        deaths.append(name)
        console.print(f"[red]{name} {how}.[/] The rest is still running and has been told; Ctrl-C ends it.")
        if len(deaths) == len(launcher.processes):
            end.set()

    launcher = Launcher(os.environ, on_line, on_death)
    try:
        launcher.start(commands)
        console.print(f"started {', '.join(launcher.processes)}; Ctrl-C ends them")
        end.wait()
    finally:
        launcher.stop()
    return ExitCode.SYSTEM if deaths else ExitCode.OK
