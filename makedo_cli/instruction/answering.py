# SPDX-License-Identifier: Apache-2.0
"""Questions of the robot in a terminal: shown, and answered by the line that is typed next."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TextIO

from rich.console import Console
from rich.markup import escape

from makedo_cli.instruction.waiting import NOBODY_READS
from makedo_core.conversation.question import OpenQuestion, QuestionKind
from makedo_core.failure import FailureCause, Outcome
from makedo_core.goals.goal_text import spoken

MOST_OPTIONS = 9
Send = Callable[[str], tuple[Outcome, str]]
"""Takes an answer to the robot; what it says, and what the instruction became."""


def options_line(question: OpenQuestion) -> str:
    """The answers that a question offers, in a line."""
    names = [spoken(o.name) for o in question.options[:MOST_OPTIONS]]
    more = ["..."] if len(question.options) > MOST_OPTIONS else []
    return " / ".join((*names, *more, "never mind"))


def show_question(question: OpenQuestion, console: Console) -> None:
    """Print a question with its answers."""
    console.print(f"  [yellow]?[/] [bold]{escape(question.text)}[/]")
    example = "" if question.options or question.kind is QuestionKind.WHETHER else " (in a word or two)"
    console.print(f"    [dim]{escape(options_line(question))}{example}[/]")


def show_answered(outcome: Outcome, instruction: str, console: Console) -> None:
    """Print what became of an answer."""
    if not outcome.ok:
        console.print(f"  [yellow]?[/] {escape(str(outcome))}")
    elif instruction:
        if outcome.message:
            console.print(f"    [dim]{escape(outcome.message)}[/]")
        console.print(f"    [dim]so it is:[/] {escape(instruction)}")
    else:
        console.print("    [dim]it is not wanted any more[/]")


class Answering:
    """Reads a line for each open question and sends it; what is typed while nothing is asked is not sent.

    Args:
        typed: where lines come from.
        console: where questions are printed.
        send: takes an answer to the robot.
    """

    def __init__(self, typed: TextIO, console: Console, send: Send) -> None:
        self._typed, self._console, self._send = typed, console, send
        self._questions: queue.Queue[OpenQuestion] = queue.Queue()
        self._reader: threading.Thread | None = None

    def ask(self, question: OpenQuestion) -> None:
        """Have a question answered; returns at once."""
        self._questions.put(question)
        if self._reader is None:
            self._reader = threading.Thread(target=self._answer_all, name="answers", daemon=True)
            self._reader.start()

    def _answer_all(self) -> None:
        with suppress(*NOBODY_READS, ValueError):  # the terminal was closed
            while True:
                self._questions.get()
                while not self._answered():
                    pass

    def _answered(self) -> bool:
        """Whether the line that is typed next settles the question, or nobody can type any more."""
        self._console.print("  > ", end="")
        line = self._typed.readline()
        if not line:
            return True
        outcome, instruction = self._send(line.strip())
        show_answered(outcome, instruction, self._console)
        return outcome.cause is not FailureCause.AMBIGUOUS


def answers_over(node: Any) -> Send:
    """Sends answers to the executor."""
    from makedo.srv import AnswerQuestion
    from makedo_ros.conversions.nouns import outcome_from_ros
    from makedo_ros.runtime.clients import CallError, call

    client = node.create_client(AnswerQuestion, "answer_question")

    def send(said: str) -> tuple[Outcome, str]:
        try:
            response = call(client, AnswerQuestion.Request(answer=said), timeout_s=10.0)
        except CallError as error:
            return Outcome(error.cause, str(error)), ""
        return outcome_from_ros(response.outcome), str(response.instruction)

    return send
