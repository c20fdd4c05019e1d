# SPDX-License-Identifier: Apache-2.0
"""`makedo queue add|list|move|remove|at|pause|resume`: instructions that wait for their turn or their time."""

from __future__ import annotations

import argparse
from typing import Any

from rich.console import Console
from rich.markup import escape

from makedo_cli.exit_code import ExitCode, exit_code
from makedo_core.failure import FailureCause, Outcome

TOPIC = "instruction_queue"
ANSWER_S = 10.0  # limit of an answer [s, wall]


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    queue = subparsers.add_parser("queue", help="instructions that wait for their turn or their time")
    parts = queue.add_subparsers(required=True, metavar="CHANGE")
    add = parts.add_parser("add", help="put an instruction into the queue")
    add.add_argument("instruction", help='may say its time, e.g. "at 18:00 set the table"')
    add.add_argument("--at", default="", metavar="TIME", help='its time, e.g. "18:00" or "in an hour"')
    add.add_argument("--place", type=int, default=0, metavar="N", help="among those that wait, from 1 (default: last)")
    add.add_argument("--strategy", default="", metavar="NAME", help="how to plan (default: as set)")
    add.set_defaults(run=run_add)
    show = parts.add_parser("list", help="show the queue")
    show.set_defaults(run=run_list)
    move = parts.add_parser("move", help="give an instruction another place")
    remove = parts.add_parser("remove", help="take an instruction out")
    at = parts.add_parser("at", help="give an instruction another time")
    for parser in (move, remove, at):
        parser.add_argument("number", type=int, help="as `makedo queue list` shows it")
    move.add_argument("place", type=int, help="from 1")
    at.add_argument("time", help='e.g. "18:00", "in an hour", or "now": as soon as it is its turn')
    pause = parts.add_parser("pause", help="begin nothing more; what is being carried out goes on")
    pause.add_argument("--reason", default="", help="for the record")
    resume = parts.add_parser("resume", help="go on with the queue")
    for parser, change in ((move, "MOVE"), (remove, "REMOVE"), (at, "RETIME"), (pause, "PAUSE"), (resume, "RESUME")):
        parser.set_defaults(run=run_change, change=change)
    for parser in (add, show, move, remove, at, pause, resume):
        parser.add_argument("--namespace", default="", help="ROS namespace of the stack")


def run_add(args: argparse.Namespace) -> int:
    """`makedo queue add`."""
    from makedo.srv import QueueInstruction

    _check(args.place)
    request = QueueInstruction.Request(
        instruction=_text(args.instruction), when=args.at, strategy=args.strategy, position=args.place
    )
    response, code = _called(QueueInstruction, "queue_instruction", request, args.namespace)
    if response is not None:
        when = response.entry.when or "as soon as it is its turn"
        told = f"{response.entry.instruction!r}, {when}"
        Console(highlight=False).print(f"[green]queued as {response.entry.id}:[/] {escape(told)}")
    return code


def run_change(args: argparse.Namespace) -> int:
    """`makedo queue move`, `remove`, `at`, `pause` and `resume`."""
    from makedo.srv import ChangeQueue

    number, place = getattr(args, "number", 0), getattr(args, "place", 0)
    _check(number)
    _check(place)
    request = ChangeQueue.Request(
        change=getattr(ChangeQueue.Request, args.change),
        id=number,
        position=place,
        when=getattr(args, "time", ""),
        reason=getattr(args, "reason", ""),
    )
    response, code = _called(ChangeQueue, "change_queue", request, args.namespace)
    if response is not None:
        Console(highlight=False).print("[green]done[/]")
    return code


def run_list(args: argparse.Namespace) -> int:
    """`makedo queue list`."""
    message = heard_queue(args.namespace)
    console = Console(highlight=False)
    if message is None:
        console.print("[red]no executor publishes its queue[/] (start the stack with `makedo up`)")
        return ExitCode.SYSTEM
    show_queue(message, console)
    return ExitCode.OK


def heard_queue(namespace: str) -> Any:
    """The queue as the executor last told it; None if it tells none."""
    from makedo.msg import InstructionQueue
    from makedo_cli.latched import last_words
    from makedo_cli.session import Session

    with Session("makedo_queue", namespace) as session:
        return last_words(session.node, {TOPIC: InstructionQueue}, TOPIC).get(TOPIC)


def show_queue(message: Any, console: Console) -> None:
    """Print a queue: what waits, why nothing is begun, what is over."""
    from makedo.msg import QueueEntry
    from makedo_ros.conversions.nouns import outcome_from_ros

    if message.problem:
        console.print(f"[red]the queue cannot be used:[/] {escape(message.problem)}")
    if message.reason:
        console.print(f"[yellow]{'paused' if message.paused else 'waits'}:[/] {escape(message.reason)}")
    if not message.entries:
        console.print("the queue is empty")
    words = {
        QueueEntry.WAITING: "waits",
        QueueEntry.RUNNING: "[green]is carried out[/]",
        QueueEntry.DONE: "[dim]done[/]",
        QueueEntry.FAILED: "[red]failed[/]",
        QueueEntry.MISSED: "[yellow]missed[/]",
    }
    for entry in message.entries:
        why = entry.message or str(outcome_from_ros(entry.outcome) if entry.state == QueueEntry.FAILED else "")
        when = f" ({entry.when})" if entry.when else ""
        console.print(f"{entry.id:4d}  {words[entry.state]}  {escape(entry.instruction + when)}", soft_wrap=True)
        if why:
            console.print(f"      [dim]{escape(why)}[/]", soft_wrap=True)


def _check(number: int) -> None:
    """Raises ValueError for what can be no number and no place."""
    if not 0 <= number < 2**32:
        raise ValueError(f"{number} is no number or place of the queue; they begin at 1")


def _text(words: str) -> str:
    """Words that ROS can carry; a command line that is not UTF-8 is refused.

    Raises:
        ValueError: if it is not.
    """
    try:
        words.encode()
    except UnicodeEncodeError:
        raise ValueError("the instruction is not valid UTF-8 text; check the terminal's encoding") from None
    return words


def _called(kind: Any, name: str, request: Any, namespace: str) -> tuple[Any, ExitCode]:
    """The response of the executor, and the exit code; None when it refused, which is told."""
    from makedo_cli.session import Session
    from makedo_ros.conversions.nouns import outcome_from_ros
    from makedo_ros.runtime.clients import CallError, call

    console = Console(highlight=False)
    try:
        with Session("makedo_queue", namespace) as session:
            response = call(session.node.create_client(kind, name), request, timeout_s=ANSWER_S)
            outcome = outcome_from_ros(response.outcome)
    except CallError as error:
        outcome = Outcome(error.cause, str(error))
    if outcome.ok:
        return response, ExitCode.OK
    console.print(f"[red]{escape(str(outcome))}[/]")
    refused = outcome.cause is FailureCause.PRECONDITION_FAILED
    return None, ExitCode.NOT_IN_ORDER if refused else exit_code(outcome.cause)
