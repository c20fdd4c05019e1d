# SPDX-License-Identifier: Apache-2.0
"""`makedo page`: open the operator's page of a running stack, here or elsewhere on its ROS network."""

from __future__ import annotations

import argparse
import os
from typing import Any

from rich.console import Console
from rich.markup import escape

from makedo_cli.exit_code import ExitCode
from makedo_core.failure import MakedoError

TO_OPERATE, TO_WATCH = "operator/link_to_operate", "operator/link_to_watch"
_ANSWER_S = 10.0
_LOOPBACK = ("http://127.", "http://localhost", "https://127.", "https://localhost", "http://[::1]", "https://[::1]")


class NoPageError(MakedoError):
    """The running stack has no page, or does not say where."""


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("page", help="open the operator's page in a browser")
    parser.add_argument("--watch", action="store_true", help="a link for somebody who may watch, and stop, and no more")
    parser.add_argument("--print", action="store_true", help="print the address and open nothing")
    parser.add_argument("--namespace", default="", help="ROS namespace of the stack")
    parser.set_defaults(run=run)


def link_of(node: Any, *, watch: bool = False, timeout_s: float = _ANSWER_S) -> str:
    """The address of the page of a running stack, with a key where it needs one.

    Args:
        node: rclpy node that another thread spins.
        watch: for somebody who may watch only.
        timeout_s: limit [s, wall].

    Raises:
        NoPageError: if there is none.
    """
    from std_srvs.srv import Trigger

    from makedo_ros.runtime.clients import CallError, call

    client = node.create_client(Trigger, TO_WATCH if watch else TO_OPERATE)
    try:
        answer = call(client, Trigger.Request(), timeout_s=timeout_s)
    except CallError as error:
        raise NoPageError(f"{error} (the stack serves the page unless it was started with page:=false)") from None
    finally:
        node.destroy_client(client)
    if not answer.success:
        raise NoPageError(str(answer.message))
    return str(answer.message)


def run(args: argparse.Namespace) -> int:
    """The subcommand."""
    from makedo_cli.session import Session

    console = Console(highlight=False)
    with Session("makedo_page", args.namespace) as session:
        try:
            link = link_of(session.node, watch=args.watch)
        except NoPageError as error:
            console.print(f"[red]{escape(str(error))}[/]")
            return ExitCode.SYSTEM
    console.print(escape(link), soft_wrap=True)
    if "#" in link:
        console.print("[dim]This link works once, within 15 minutes.[/]")
    if link.startswith(_LOOPBACK):
        console.print("[dim]For browsers on the robot's machine; page_host:=ADDRESS serves it to others as well.[/]")
    if not args.print and _has_display():
        import webbrowser

        webbrowser.open(link)
    return ExitCode.OK


def _has_display() -> bool:
    """Whether a browser could be seen here."""
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
