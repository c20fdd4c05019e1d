# SPDX-License-Identifier: Apache-2.0
"""`makedo tree` and `makedo why`: watch the behaviour tree of the running instruction, and ask why a step is there."""

from __future__ import annotations

import argparse
import contextlib
import queue
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.text import Text

from makedo_cli.exit_code import ExitCode

WAIT_S = 5.0
_POLL_S = 0.2


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("tree", help="watch the behaviour tree of the running instruction")
    parser.add_argument("--once", action="store_true", help="show it as it is now, and end")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw it as it is now into FILE, and end")
    parser.add_argument("--namespace", default="", help="ROS namespace of the stack")
    parser.set_defaults(run=run)
    why = subparsers.add_parser("why", help="tell why a step of the newest plan is there")
    why.add_argument("step", type=int, nargs="?", default=0, help="its number (default: all of them)")
    why.add_argument("--namespace", default="", help="ROS namespace of the stack")
    why.set_defaults(run=run_why)


def run_why(args: argparse.Namespace) -> int:
    """`makedo why`: what the receipts of the newest plan say."""
    from makedo.msg import Plan
    from makedo_cli.instruction.plan_shown import show_why
    from makedo_cli.session import Session
    from makedo_ros.conversions.plans.plans import plan_from_ros
    from makedo_ros.runtime.qos import LATCHED

    news: queue.SimpleQueue[Plan] = queue.SimpleQueue()
    with Session("makedo_why", args.namespace) as session:
        session.node.create_subscription(Plan, "plan", news.put, LATCHED)
        try:
            message = news.get(timeout=WAIT_S)
        except queue.Empty:
            sys.stderr.write("makedo why: no plan is heard of; one appears with the first instruction (`makedo do`)\n")
            return ExitCode.SYSTEM
    Console(highlight=False).print(message.instruction, markup=False)
    return show_why(plan_from_ros(message), args.step)


def _next(news: queue.SimpleQueue[Any]) -> Any:
    """Wait for the next message. Not in one go: Ctrl-C does not always wake a main thread that waits for a lock."""
    while True:
        with contextlib.suppress(queue.Empty):
            return news.get(timeout=_POLL_S)


def run(args: argparse.Namespace) -> int:
    """The subcommand."""
    from makedo.msg import BehaviourTree
    from makedo_cli.session import Session
    from makedo_core.record.tree_view import BehaviourProgress, TreeNode, tree_svg, tree_text
    from makedo_ros.runtime.qos import LATCHED

    news: queue.SimpleQueue[BehaviourTree] = queue.SimpleQueue()
    console = Console(highlight=False)
    with Session("makedo_tree", args.namespace) as session:
        session.node.create_subscription(BehaviourTree, "behaviour_tree", news.put, LATCHED)
        try:
            message = news.get(timeout=WAIT_S)
        except queue.Empty:
            sys.stderr.write("makedo tree: no tree is heard of; one appears with the first instruction (`makedo do`)\n")
            return ExitCode.SYSTEM

        def nodes(of: Any) -> tuple[TreeNode, ...]:
            rows = zip(of.name, of.depth, of.status, strict=True)
            return tuple(TreeNode(name, int(depth), BehaviourProgress(status)) for name, depth, status in rows)

        if args.svg:
            args.svg.write_text(tree_svg(nodes(message), message.instruction), encoding="utf-8")
        elif args.once:
            console.print(f"{message.instruction}\n{tree_text(nodes(message))}", markup=False)
        else:
            with Live(console=console, refresh_per_second=10, vertical_overflow="visible") as live:
                while True:  # until Ctrl-C
                    live.update(Text(f"{message.instruction}\n{tree_text(nodes(message))}"))
                    message = _next(news)
    return ExitCode.OK
