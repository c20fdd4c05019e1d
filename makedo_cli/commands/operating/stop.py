# SPDX-License-Identifier: Apache-2.0
"""`makedo stop`: halt arm and base at once."""

from __future__ import annotations

import argparse
from typing import Any

from rich.console import Console

from makedo_cli.exit_code import ExitCode


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("stop", help="stop the robot at once")
    parser.add_argument("--reason", default="operator", help="for the record")
    parser.add_argument("--namespace", default="", help="ROS namespace of the stack")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The subcommand."""
    from makedo.srv import Stop
    from makedo_cli.session import Session
    from makedo_ros.conversions.nouns import outcome_from_ros
    from makedo_ros.runtime.clients import LOST_S, CallError, call

    console = Console(highlight=False)
    with Session("makedo_stop", args.namespace) as session:
        client = session.node.create_client(Stop, "stop")
        try:
            response = call(client, Stop.Request(reason=args.reason), timeout_s=10.0, again_s=LOST_S)
        except CallError as error:
            console.print(f"[red]{error}[/] Use the robot's own emergency stop.")
            return ExitCode.SYSTEM
    outcome = outcome_from_ros(response.outcome)
    if not outcome.ok:
        console.print(f"[red]{outcome}[/]")
        return ExitCode.SYSTEM
    took = dict(zip(response.part, response.part_standstill_s, strict=True))
    last = max(took, key=lambda part: took[part])
    console.print(f"[green]the robot stands still[/] (after {response.standstill_s:.2f} s; the last to rest: {last})")
    return ExitCode.OK
