# SPDX-License-Identifier: Apache-2.0
"""`makedo status`: what the robot does, who has it, what waits, and how it is, with what helps."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from rich.console import Console
from rich.markup import escape

from makedo_cli.exit_code import ExitCode
from makedo_cli.task_states import state_of

_LEVELS = ("ok", "warning", "fault")


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("status", help="what the robot does, who has it, what waits, and how it is")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--namespace", default="", help="ROS namespace of the stack")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The subcommand; 0 if there is no fault."""
    from makedo.msg import Control, Health, HealthItem, InstructionQueue, TaskStatus
    from makedo_cli.elsewhere import elsewhere
    from makedo_cli.latched import last_words
    from makedo_cli.session import Session

    kinds = {"task_status": TaskStatus, "control": Control, "instruction_queue": InstructionQueue, "health": Health}
    with Session("makedo_status", args.namespace) as session:
        heard = last_words(session.node, kinds, "health")
        other = elsewhere(session.node)
    if "health" not in heard:
        what = f"no executor tells how it is{other}"
        what += "" if other else "; start the stack with `makedo up`, or ask `makedo doctor`"
        Console(highlight=False, stderr=args.json).print(f"[red]{what}[/]")
        return ExitCode.SYSTEM
    if args.json:
        sys.stdout.write(json.dumps(as_json(heard), indent=1, ensure_ascii=False) + "\n")
    else:
        show(heard, Console(highlight=False))
    return ExitCode.NOT_IN_ORDER if heard["health"].level == HealthItem.FAULT else ExitCode.OK


def as_json(heard: dict[str, Any]) -> dict[str, Any]:
    """What was heard, for programs."""
    health, status = heard["health"], heard.get("task_status")
    control, queue = heard.get("control"), heard.get("instruction_queue")
    return {
        "state": "" if status is None else state_of(status).lower().replace("_", " "),
        "instruction": "" if status is None else status.instruction,
        "message": "" if status is None else status.message,
        "handed_over": bool(control is not None and control.handed_over),
        "person": "" if control is None else control.person,
        "waiting": 0 if queue is None else sum(e.state == type(e).WAITING for e in queue.entries),
        "queue_paused": bool(queue is not None and queue.paused),
        "battery": round(health.battery, 3) if health.battery >= 0.0 else None,
        "health": [
            {"area": i.area, "subject": i.subject, "level": _LEVELS[i.level], "found": i.found, "remedy": i.remedy}
            for i in health.items
        ],
    }


def show(heard: dict[str, Any], console: Console) -> None:
    """Print what was heard."""
    told = as_json(heard)
    doing = f"{told['state']}{': ' if told['instruction'] else ''}{told['instruction']}"
    message = f" ({told['message']})" if told["message"] else ""
    console.print(f"[bold]{escape(doing)}[/]{escape(message)}")
    if told["handed_over"]:
        person = escape(told["person"] or "a person")
        console.print(f"[yellow]handed over to {person}[/]; `makedo takeback` takes it back")
    if told["waiting"] or told["queue_paused"]:
        paused = ", paused" if told["queue_paused"] else ""
        console.print(f"queue: {told['waiting']} waiting{paused} (`makedo queue list`)")
    for item in told["health"]:
        if item["level"] != "ok":
            colour = "red" if item["level"] == "fault" else "yellow"
            console.print(f"[{colour}]{item['level']}[/] {escape(item['subject'])}: {escape(item['found'])}")
            console.print(f"  [bold]>[/] {escape(item['remedy'])}")
    well = sum(item["level"] == "ok" for item in told["health"])
    battery = "" if told["battery"] is None else f"; battery {told['battery']:.0%}"
    console.print(f"[green]{well} of {len(told['health'])} checks are well[/]{battery}")
