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

_WORDS = ("plan", "do", "ask", "answer", "demo")  # commands that take a sentence


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


def parsed(given: Sequence[str]) -> argparse.Namespace:
    """A command line as it was meant.

    Args:
        given: its words.

    Raises:
        ValueError: with what helps, where there is no such command or where words are left over.
        SystemExit: as argparse ends, with what it says; also where nothing is given.
    """
    from makedo_core.conversation.suggestions import choices

    command = given[0] if given else ""
    known = [name for commands in _MODULES.values() for name in commands]
    whole = parser(command)
    if not given:
        whole.print_help(sys.stderr)
        raise SystemExit(2)
    if not command.startswith("-") and command not in known:
        raise ValueError(f"there is no command {command!r}; {choices(command, known)} (`makedo --help` lists them)")
    args, left = whole.parse_known_args(given)
    if left:
        raise ValueError(_left_over(given, left, whole))
    return args


def _left_over(given: Sequence[str], left: Sequence[str], whole: argparse.ArgumentParser) -> str:
    """What to say of words that a command has no place for."""
    from makedo_core.conversation.suggestions import choices

    command = given[0]
    options = [word for word in left if word.startswith("-")]
    if command == "up" and options:
        return f"up has no option {options[0]}; arguments of a launch file are written name:=value, e.g. seed:=1"
    if options:
        (subparsers,) = (a.choices for a in whole._actions if isinstance(a.choices, dict))
        known = [option for option in subparsers[command]._option_string_actions if option.startswith("--")]
        return f"{command} has no option {options[0]}; {choices(options[0], known)} (`makedo {command} --help`)"
    if command in _WORDS:
        begun = list(given).index(left[0])
        words = " ".join([*given[_first_word(given, begun) : begun], *left])
        return f"several words are one instruction only in quotes: makedo {command} \"{words}\""
    return f"{command} has no place for {' '.join(left)!r} (`makedo {command} --help`)"


def _first_word(given: Sequence[str], end: int) -> int:
    """Where the words before `end` begin that are no options."""
    first = end
    while first > 1 and not given[first - 1].startswith("-"):
        first -= 1
    return first


def _in_words(error: OSError) -> str:
    """What the system refused, without its number."""
    if error.filename is None or error.strerror is None:
        return str(error)
    return f"{error.filename}: {error.strerror[:1].lower()}{error.strerror[1:]}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand; errors are one line for people, not a traceback."""
    from makedo_ros.without_ros.environment import ros_environment

    check_libraries()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    os.environ.update(ros_environment(os.environ))
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        args = parsed(given)
        return int(args.run(args))
    except OSError as error:
        sys.stderr.write(f"makedo: {_in_words(error)}\n")
        return 2
    except (MakedoError, ValueError) as error:
        sys.stderr.write(f"makedo: {error}\n")
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
