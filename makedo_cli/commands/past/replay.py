# SPDX-License-Identifier: Apache-2.0
"""`makedo replay RUN`: a past run along its time line, one moment of it, or two runs side by side."""

from __future__ import annotations

import argparse
import math
import sys
from typing import Any

from makedo_cli.commands.past.runs_folder import add_runs_option, runs_dir
from makedo_cli.exit_code import ExitCode
from makedo_core.replay.comparing import compare, comparison_text
from makedo_core.replay.listing import find_run
from makedo_core.replay.reading import read_past_run
from makedo_core.replay.telling import Window, heading, moment_text, step_window, story


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("replay", help="replay a past run along its time line, or compare two")
    parser.add_argument("past", metavar="RUN", help='its folder, its name or a part of it, or "last"')
    parser.add_argument("--from", dest="begin_s", type=_seconds, metavar="S", help="seconds since the run began")
    parser.add_argument("--to", dest="end_s", type=_seconds, metavar="S", help="seconds since the run began")
    parser.add_argument("--step", type=int, metavar="N", help="only the Nth skill call that ended")
    parser.add_argument("--at", type=_seconds, metavar="S", help="how it all was at this moment")
    parser.add_argument("--with", dest="other", metavar="RUN", help="another run: where the two part, step by step")
    add_runs_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The subcommand."""
    given = [name for name in ("at", "step", "other") if getattr(args, name) is not None]
    window = Window(_or(args.begin_s, -math.inf), _or(args.end_s, math.inf))
    if len(given) > 1 or (given and window != Window()):
        raise ValueError("give one of --at, --step, --with, or --from and --to")
    parent = runs_dir(args.runs)
    past = read_past_run(find_run(args.past, parent))
    if args.other is not None:
        sys.stdout.write(f"{comparison_text(compare(past, read_past_run(find_run(args.other, parent))))}\n")
    elif args.at is not None:
        sys.stdout.write(f"{heading(past)}\n\n{moment_text(past, past.at(args.at))}\n")
    elif args.step is not None:
        window = step_window(past, args.step)
        told = "\n".join(map(str, story(past, window)))
        before, after = (moment_text(past, past.at(s)) for s in (window.begin_s, window.end_s))
        sys.stdout.write(f"{heading(past)}\n\nbefore it: {before}\n\n{told}\n\nafter it: {after}\n")
    else:
        told = "\n".join(map(str, story(past, window)))
        sys.stdout.write(f"{heading(past)}\n\n{told}\n")
    return ExitCode.OK


def _seconds(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value


def _or(value: float | None, default: float) -> float:
    return default if value is None else value
