# SPDX-License-Identifier: Apache-2.0
"""`makedo do "instruction"`: send an instruction, show the progress, say how it ended."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.markup import escape

from makedo_cli.elsewhere import elsewhere
from makedo_cli.exit_code import ExitCode, exit_code
from makedo_cli.instruction.answering import Answering, answers_over, show_question
from makedo_cli.instruction.instead import add_instead
from makedo_cli.instruction.interruption import Interruption
from makedo_cli.instruction.strictness import add_strict, strict
from makedo_cli.instruction.waiting import NOBODY_READS, Waiting
from makedo_core.contract.choice import OperatorChoice, checked, choice_from_text
from makedo_core.conversation.question import OpenQuestion
from makedo_core.enums import StrEnum
from makedo_core.failure import FailureCause, Outcome
from makedo_core.plan import Light, PlannedCall, Relaxation
from makedo_core.skills import SkillCall

MAX_INSTRUCTION = 2000  # characters
NAME = "execute_instruction"
ACCEPT_S = 10.0  # limit of the executor's answer to a goal [s, wall]
STAND_S = 30.0  # limit of what is cancelled: the robot comes to a stand [s, wall]


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("do", help="carry out an instruction")
    parser.add_argument("instruction", help='plain language, e.g. "Bring the apple to table_2"')
    parser.add_argument("--namespace", default="", help="ROS namespace of the stack")
    parser.add_argument("--timeout", type=float, default=900.0, metavar="S", help="give up after S seconds")
    parser.add_argument(
        "--strategy", default="", metavar="NAME", help='how to plan, e.g. "relaxation:proposer=llm" (default: as set)'
    )
    add_strict(parser)
    add_instead(parser)
    parser.add_argument(
        "--ask",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="answer what the instruction leaves open, here or by `makedo answer` (default: if this is a terminal)",
    )
    parser.set_defaults(run=run)


def check(instruction: str) -> Outcome:
    """Refuse what no planner needs to see: empty, too long, not text.

    A command line that is not UTF-8 arrives with lone surrogates, and over ROS with U+FFFD.
    """
    if not instruction.strip():
        return _invalid("the instruction is empty; say what to do, e.g. 'Bring the apple to table_2'")
    if len(instruction) > MAX_INSTRUCTION:
        return _invalid(f"the instruction has {len(instruction):,} characters; at most {MAX_INSTRUCTION:,} fit")
    if "\ufffd" in instruction or any("\ud800" <= c <= "\udfff" for c in instruction):
        return _invalid("the instruction is not valid UTF-8 text; check the terminal's or the client's encoding")
    return Outcome()


def _invalid(message: str) -> Outcome:
    return Outcome(FailureCause.INVALID_INSTRUCTION, message)


_LONG = frozenset({"trying the plan out without moving"})  # stages before the first motion that take many seconds


class AnsweredBy(StrEnum):
    """Where what an instruction leaves open is answered."""

    TYPED = "typed"  # in this terminal
    ELSEWHERE = "elsewhere"  # by `makedo answer`


@dataclass(frozen=True, slots=True)
class Ended:
    """How an instruction ended.

    Attributes:
        moved: whether the robot began to do something for it.
        relaxations: changes of its goal.
    """

    outcome: Outcome
    goal_text: str = ""
    run_folder: str = ""
    moved: bool = False
    relaxations: tuple[Relaxation, ...] = ()


class ProgressPrinter:
    """Prints each new step once.

    Args:
        console: where.
        ask: has a question answered; None: it is answered elsewhere.
    """

    def __init__(self, console: Console, ask: Callable[[OpenQuestion], None] | None = None) -> None:
        self._console, self._ask = console, ask
        self._shown: tuple[int, str, str] = (-1, "", "")
        self._planning = False
        self._relaxations: set[str] = set()
        self._lights_shown = False
        self.moved = False  # whether the robot has begun to do something
        self._begun = time.monotonic()

    def on_feedback(self, message: Any) -> None:
        """Callback of the ROS action.

        A terminal that was closed must not end the thread that calls: it is the one that takes a cancel to the robot.
        """
        self.moved |= bool(message.feedback.status.current.skill)
        with suppress(*NOBODY_READS):
            self._show(message.feedback)

    def _show(self, feedback: Any) -> None:
        from makedo.msg import TaskStatus
        from makedo_ros.conversions.nouns import planned_call_from_ros, relaxation_from_ros
        from makedo_ros.conversions.questions import question_from_ros

        self.making_do(relaxation_from_ros(item) for item in feedback.relaxations)
        if feedback.dry_run and not self._lights_shown:
            self._lights_shown = True
            self.lights([planned_call_from_ros(item) for item in feedback.dry_run])
        status = feedback.status
        now = (status.step, status.current.skill, status.message)
        planning = status.state == TaskStatus.PLANNING
        stage = planning and self._planning and status.message not in _LONG  # others last milliseconds
        if now == self._shown or stage:
            return
        new_step = now[:2] != self._shown[:2]
        self._shown, self._planning = now, planning
        elapsed = f"[dim]{time.monotonic() - self._begun:5.0f} s[/]"
        current = SkillCall(status.current.skill, tuple(status.current.arguments))
        what = current.describe() if current.skill else ""
        if status.steps and new_step and what:
            self._console.print(f"{elapsed}  [cyan]{status.step}/{status.steps}[/] {escape(what)}")
        if status.message and not (new_step and status.message == what):
            self._console.print(f"{elapsed}       [dim]{escape(status.message)}[/]")
        if status.state == TaskStatus.WAITING_FOR_ANSWER and (question := question_from_ros(status.question)):
            show_question(question, self._console)
            if self._ask is not None:
                self._ask(question)
            else:
                self._console.print('  [yellow]waiting for an answer:[/] `makedo answer "..."`')
        if status.state == TaskStatus.WAITING_FOR_APPROVAL:
            self._console.print("  [yellow]waiting for approval:[/] `makedo approve` or `makedo deny`")

    def lights(self, planned: Sequence[PlannedCall]) -> None:
        """Print what the dry run says: how many steps are green, what cannot be known yet, and each red one."""
        of_light = {light: [item for item in planned if item.light is light] for light in Light}
        green, yellow = len(of_light[Light.GREEN]), of_light[Light.YELLOW]
        self._console.print(f"  [green]●[/] tried out without moving: {green} of {len(planned)} steps are green")
        if yellow:
            reasons = "; ".join(dict.fromkeys(item.reason for item in yellow))
            self._console.print(f"  [yellow]●[/] {len(yellow)} cannot be known yet: {escape(reasons)}")
        for item in of_light[Light.RED]:
            words = f"step {planned.index(item) + 1}, {item.call.describe()}: {item.reason}"
            self._console.print(f"  [red]●[/] {escape(words)}")

    def making_do(self, relaxations: Iterable[Relaxation]) -> None:
        """Print changes of the goal that were not told yet."""
        for text in map(str, relaxations):
            if text not in self._relaxations:
                self._relaxations.add(text)
                self._console.print(f"  [yellow]making do:[/] {escape(text)}")


def carry_out(
    node: Any,
    instruction: str,
    console: Console,
    timeout_s: float,
    strategy: str = "",
    answers: AnsweredBy | None = None,
    choices: Sequence[OperatorChoice] = (),
) -> Ended:
    """Send an instruction and wait for its end.

    Ctrl-C, SIGTERM and SIGHUP cancel it, as soon as it is accepted, and wait for the robot to stand.

    Args:
        node: rclpy node that is being spun by another thread.
        instruction: plain language.
        console: where progress is printed.
        timeout_s: limit [s, wall].
        strategy: how to plan; empty: as the planner is configured.
        answers: where what the instruction leaves open is answered; None: it ends with the question.
        choices: what is taken in place of what the planner would take.
    """
    from makedo.action import ExecuteInstruction
    from makedo_ros.conversions.plans.contracts import choice_to_ros
    from makedo_ros.runtime.action_client import ActionClient
    from makedo_ros.runtime.clients import CallError

    refused = check(instruction)
    if not refused.ok:
        return Ended(refused)
    client = ActionClient(node, ExecuteInstruction, NAME)
    typed = Answering(sys.stdin, console, answers_over(node)).ask if answers is AnsweredBy.TYPED else None
    progress = ProgressPrinter(console, typed)
    taken, asks = [choice_to_ros(choice) for choice in choices], answers is not None
    goal = ExecuteInstruction.Goal(instruction=instruction, strategy=strategy, asks=asks, choices=taken)
    with Interruption() as interruption:
        waiting = Waiting(interruption, console, client.server_is_ready)
        try:
            handle = _sent(client, goal, progress, waiting)
            return _ended(_result(handle, timeout_s, waiting), progress)
        except CallError as error:
            hint = elsewhere(node) if error.cause is FailureCause.COMPONENT_LOST else ""
            return Ended(Outcome(error.cause, f"{error}{hint}"), moved=progress.moved)


def _sent(client: Any, goal: Any, progress: ProgressPrinter, waiting: Waiting) -> Any:
    """The handle of a goal that was accepted.

    Raises:
        CallError: with a hint what to do.
    """
    from makedo_ros.runtime.clients import CallError, send_goal, wait_ready

    try:
        wait_ready(client.server_is_ready, NAME, ACCEPT_S, waiting.for_server)
        return send_goal(
            client, goal, NAME, timeout_s=ACCEPT_S, feedback=progress.on_feedback, cancelled=waiting.for_answer
        )
    except CallError as error:
        hints = {
            FailureCause.COMPONENT_LOST: " (start it with `makedo up`)",
            FailureCause.TIMEOUT: "; it may still begin: `makedo stop` stops the robot",
        }
        raise CallError(error.cause, f"{error}{hints.get(error.cause, '')}") from error


def _result(handle: Any, timeout_s: float, waiting: Waiting) -> Any:
    """The result of an accepted goal; what is interrupted is cancelled and has to come to an end.

    Raises:
        CallError: if it does not come.
    """
    from makedo_ros.runtime.clients import CallError, finish

    try:
        return finish(handle, NAME, timeout_s, waiting.for_result)
    except CallError as error:
        if error.cause is not FailureCause.CANCELED:
            raise
    waiting.tell()
    return finish(handle, NAME, STAND_S, waiting.for_stand)


def _ended(response: Any, progress: ProgressPrinter) -> Ended:
    from makedo_ros.conversions.nouns import outcome_from_ros, relaxation_from_ros

    result = response.result
    relaxations = tuple(relaxation_from_ros(r) for r in result.relaxations)
    progress.making_do(relaxations)  # of a last plan that had no steps
    outcome = outcome_from_ros(result.outcome)
    return Ended(outcome, result.goal_text, result.run_folder, progress.moved, relaxations)


def show(ended: Ended, console: Console) -> ExitCode:
    """Print how it ended and give the exit code."""
    if ended.outcome.ok:
        how = "[yellow]made do:[/] " if ended.relaxations else "[green]done:[/] " if ended.moved else ""
        console.print(f"{how}{escape(ended.goal_text)}")
        if ended.outcome.message:
            console.print(f"[yellow]{escape(ended.outcome.message)}[/]")
    else:
        console.print(_failed(ended.outcome))
    if ended.run_folder:
        console.print(f"[dim]run folder: {escape(ended.run_folder)}[/]")
    return exit_code(ended.outcome.cause, moved=ended.moved, made_do=bool(ended.relaxations))


def _failed(outcome: Outcome) -> str:
    """The cause of a failure in red, then its sentence; what the sentence says of the cause is not said twice."""
    name, said = outcome.cause.name.lower().replace("_", " "), str(outcome)
    again, more = said.removeprefix("it was ").removeprefix(name), ""
    if again != said and (not again or again.startswith(": ")):
        name, more = name + again[:1], again[1:]
    else:
        name, more = f"{name}:", f" {said}"
    return f"[red]{name}[/]{escape(more)}"


def _answers(wanted: bool | None) -> AnsweredBy | None:
    """Where questions are answered, as the command line says: in a terminal unless it says no."""
    if sys.stdin is not None and sys.stdin.isatty():
        return None if wanted is False else AnsweredBy.TYPED
    return AnsweredBy.ELSEWHERE if wanted else None


def run(args: argparse.Namespace) -> int:
    """The subcommand."""
    console = Console(highlight=False)
    refused = check(args.instruction)
    if not refused.ok:
        return show(Ended(refused), console)
    from makedo_cli.session import Session

    choices = checked([choice_from_text(text) for text in args.instead])
    strategy = strict(args.strategy) if args.strict else args.strategy
    console.print(f"[bold]{escape(args.instruction)}[/]")
    with Session("makedo_do", args.namespace) as session:
        answers = _answers(args.ask)
        ended = carry_out(session.node, args.instruction, console, args.timeout, strategy, answers, choices)
        return show(ended, console)
