# SPDX-License-Identifier: Apache-2.0
"""Entry point of the `makedo` command."""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import sys
from collections.abc import Sequence

from makedo_core.failure import MakedoError
from makedo_ros.launch_check.libraries import check_libraries

_MODULES = {
    "up": ("up",),
    "do": ("do",),
    "plan": ("plan",),
    "eval": ("eval",),
    "graph": ("graph",),
    "scene": ("scene",),
    "ask": ("ask",),
    "told.habits": ("habits",),
    "told.correct": ("correct",),
    "doctor": ("doctor",),
    "secure": ("secure",),
    "operating.stop": ("stop",),
    "operating.operator": ("pause", "resume", "handover", "takeback", "approve", "deny", "answer"),
    "operating.page": ("page",),
    "operating.queue": ("queue",),
    "operating.status": ("status",),
    "tree": ("tree", "why"),
    "past.runs": ("runs",),
    "past.replay": ("replay",),
    "past.record": ("record",),
    "demo": ("demo",),
}
"""Modules of commands/ with the subcommands that they declare, in the order of `makedo --help`."""


class _Version(argparse.Action):
    """Prints the version and ends; it is looked up only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it."""
        from makedo_cli.version import version

        sys.stdout.write(f"{version()}\n")
        parser.exit()


def parser(command: str = "") -> argparse.ArgumentParser:
    """The command line.

    Args:
        command: a subcommand; then only its module is imported, so that `makedo stop` waits for no other. Empty or
            unknown: the whole command line.
    """
    result = argparse.ArgumentParser(prog="makedo", description="A robot that makes do.")
    result.add_argument("--version", action=_Version, nargs=0, help="show the version, and the commit of a checkout")
    subparsers = result.add_subparsers(required=True, metavar="COMMAND")
    for name in [m for m, commands in _MODULES.items() if command in commands] or _MODULES:
        importlib.import_module(f"makedo_cli.commands.{name}").add_parser(subparsers)
    return result


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand; errors are one line for people, not a traceback."""
    from makedo_ros.without_ros.environment import ros_environment

    check_libraries()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    os.environ.update(ros_environment(os.environ))
    given = sys.argv[1:] if arguments is None else list(arguments)
    args = parser(given[0] if given else "").parse_args(given)
    try:
        return int(args.run(args))
    except (MakedoError, OSError, ValueError) as error:
        sys.stderr.write(f"makedo: {error}\n")
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
