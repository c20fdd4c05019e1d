# SPDX-License-Identifier: Apache-2.0
"""`makedo habits`: what people told the robot, shown and forgotten."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from makedo_cli.exit_code import ExitCode
from makedo_core.conversation.habit import TOPIC, Forget, Habit, ToldHabits, habits_from_json, habits_to_json


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("habits", help="show what people told the robot, or have it forgotten")
    parser.add_argument(
        "--forget", metavar="NUMBER", action="append", default=[], help='of the list, or "all"; may be given again'
    )
    parser.add_argument("--file", type=Path, help="show habits.json of a store_folder instead of the running stack's")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--namespace", default="", help="ROS namespace of the stack")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The subcommand."""
    if args.file is not None:
        if args.forget:
            raise ValueError("--forget goes with the running stack; edit the file where there is none")
        return _show(habits_from_json(args.file.read_text(encoding="utf-8")), args.json)
    from makedo_cli.latched import await_words, is_there
    from makedo_cli.session import Session
    from makedo_ros.habit_feed import HabitFeed

    with Session("makedo_habits", args.namespace) as session:
        feed = HabitFeed(session.node)
        await_words(lambda: feed.wait(0.0) is not None, lambda: is_there(session.node, TOPIC))
        habits = feed.wait(0.0)
        if habits is None:
            sys.stderr.write("makedo: nobody tells what is remembered (start the stack with `makedo up`)\n")
            return ExitCode.SYSTEM
        gone = chosen(habits, args.forget)
        if gone and not feed.tell([Forget(*habit.key) for habit in gone]):
            sys.stderr.write("makedo: the scene graph node did not confirm that it is forgotten\n")
            return ExitCode.SYSTEM
    for habit in gone:
        sys.stdout.write(f"forgotten: {habit}\n")
    return ExitCode.OK if gone else _show(habits, args.json)


def chosen(habits: ToldHabits, numbers: Sequence[str]) -> tuple[Habit, ...]:
    """Those that are to be forgotten.

    Raises:
        ValueError: if a number is none of the list.
    """
    if "all" in numbers:
        return habits.told
    wrong = [n for n in numbers if not (n.isdigit() and 0 < int(n) <= len(habits))]
    if wrong:
        raise ValueError(f"--forget {wrong[0]}: expected all, or a number from 1 to {len(habits)}")
    return tuple(habits.told[int(n) - 1] for n in numbers)


def _show(habits: ToldHabits, as_json: bool) -> ExitCode:
    if as_json:
        sys.stdout.write(habits_to_json(habits) + "\n")
    elif not len(habits):
        sys.stdout.write("nobody told anything that is remembered\n")
    else:
        for number, habit in enumerate(habits, 1):
            sys.stdout.write(f"{number:3}  {habit}\n")
    return ExitCode.OK
