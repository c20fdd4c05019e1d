# SPDX-License-Identifier: Apache-2.0
"""`makedo pause`, `resume`, `handover`, `takeback`, `approve`, `deny`, `answer`: what an operator says to the robot."""

from __future__ import annotations

import argparse
from typing import Any

from rich.console import Console
from rich.markup import escape

from makedo_cli.exit_code import ExitCode, answered
from makedo_core.failure import FailureCause, Outcome

ANSWER_S = 10.0  # limit of an answer [s, wall]
HANDOVER_S = 30.0  # the same where what is being done has to come to its end first [s, wall]


def add_parser(subparsers: Any) -> None:
    """Declare the subcommands."""
    pause = subparsers.add_parser("pause", help="hold the robot where it is")
    pause.add_argument("--reason", default="", help="for the record")
    pause.set_defaults(run=run_pause)
    resume = subparsers.add_parser("resume", help="let it go on after a pause")
    resume.set_defaults(run=run_resume)
    handover = subparsers.add_parser("handover", help="hand the robot over to a person who drives it by other means")
    handover.add_argument("--to", default="", metavar="NAME", help="who gets it, for the record")
    handover.add_argument("--reason", default="", help="for the record")
    handover.set_defaults(run=run_handover)
    takeback = subparsers.add_parser("takeback", help="take the robot back from that person")
    takeback.set_defaults(run=run_takeback)
    approve = subparsers.add_parser("approve", help="say yes to a plan that waits for approval")
    deny = subparsers.add_parser("deny", help="say no to it")
    for parser, approved in ((approve, True), (deny, False)):
        parser.add_argument("--reason", default="", help="for the record")
        parser.set_defaults(run=run_approval, approved=approved)
    answer = subparsers.add_parser("answer", help="answer what the running instruction leaves open")
    answer.add_argument("answer", help='in a word or two, e.g. "table 2", "the red one", "yes", "never mind"')
    answer.set_defaults(run=run_answer)
    for parser in (pause, resume, handover, takeback, approve, deny, answer):
        parser.add_argument("--namespace", default="", help="ROS namespace of the stack")


def run_pause(args: argparse.Namespace) -> int:
    """`makedo pause`."""
    from makedo.srv import Pause

    response, code = _called(Pause, "pause", Pause.Request(reason=args.reason), args.namespace)
    if response is None:
        return code
    Console(highlight=False).print(
        f"[green]the robot stands still[/] (time to standstill: {response.standstill_s:.2f} s); "
        "`makedo resume` lets it go on"
    )
    return ExitCode.OK


def run_resume(args: argparse.Namespace) -> int:
    """`makedo resume`."""
    from makedo.srv import Resume

    response, code = _called(Resume, "resume", Resume.Request(), args.namespace)
    if response is None:
        return code
    Console(highlight=False).print("[green]the robot goes on[/]")
    return ExitCode.OK


def run_handover(args: argparse.Namespace) -> int:
    """`makedo handover`."""
    from makedo.srv import HandOverControl

    request = HandOverControl.Request(person=args.to, reason=args.reason)
    response, code = _called(HandOverControl, "hand_over_control", request, args.namespace, timeout_s=HANDOVER_S)
    if response is None:
        return code
    Console(highlight=False).print(
        f"[green]the robot stands still and is handed over[/] (time to standstill: {response.standstill_s:.2f} s); "
        "Makedo sends it nothing until `makedo takeback`"
    )
    return ExitCode.OK


def run_takeback(args: argparse.Namespace) -> int:
    """`makedo takeback`."""
    from makedo.srv import TakeBackControl

    request = TakeBackControl.Request()
    response, code = _called(TakeBackControl, "take_back_control", request, args.namespace, timeout_s=HANDOVER_S)
    if response is None:
        return code
    then = "it looks anew and goes on with its instruction" if response.goes_on else "no instruction goes on"
    Console(highlight=False).print(f"[green]the robot is taken back[/]; {then}")
    return ExitCode.OK


def run_answer(args: argparse.Namespace) -> int:
    """`makedo answer`."""
    from makedo.srv import AnswerQuestion
    from makedo_cli.instruction.answering import show_answered

    request = AnswerQuestion.Request(answer=args.answer)
    response, code = _called(AnswerQuestion, "answer_question", request, args.namespace)
    if response is None:
        return code
    show_answered(Outcome(), response.instruction, Console(highlight=False))
    return ExitCode.OK


def run_approval(args: argparse.Namespace) -> int:
    """`makedo approve` and `makedo deny`."""
    from makedo.srv import RespondApproval

    request = RespondApproval.Request(approved=args.approved, reason=args.reason)
    response, code = _called(RespondApproval, "respond_approval", request, args.namespace)
    if response is None:
        return code
    Console(highlight=False).print("[green]approved[/]" if args.approved else "[yellow]denied[/]")
    return ExitCode.OK


def _called(kind: Any, name: str, request: Any, namespace: str, timeout_s: float = ANSWER_S) -> tuple[Any, ExitCode]:
    """The response of a service of the executor, and the exit code; None when it failed, which is reported."""
    from makedo_cli.session import Session
    from makedo_ros.conversions.nouns import outcome_from_ros
    from makedo_ros.runtime.clients import CallError, call

    console = Console(highlight=False)
    try:
        with Session(f"makedo_{name}", namespace) as session:
            response = call(session.node.create_client(kind, name), request, timeout_s=timeout_s)
    except CallError as error:
        remedy = " (start it with `makedo up`)" if error.cause is FailureCause.COMPONENT_LOST else ""
        console.print(f"[red]{escape(str(error))}[/]{remedy}")
        return None, ExitCode.SYSTEM
    outcome = outcome_from_ros(response.outcome)
    if not outcome.ok:
        console.print(f"[red]{escape(str(outcome))}[/]")
        return None, answered(outcome.cause)
    return response, ExitCode.OK
