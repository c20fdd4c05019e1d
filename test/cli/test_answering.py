# SPDX-License-Identifier: Apache-2.0
"""Questions in a terminal: what is shown, and which lines are sent."""

from __future__ import annotations

import io
import threading

from rich.console import Console

from makedo_cli.instruction.answering import Answering, options_line, show_question
from makedo_core.conversation.question import OpenQuestion, Option, QuestionKind
from makedo_core.failure import FailureCause, Outcome
from support.waiting import until

UNCLEAR = Outcome(FailureCause.AMBIGUOUS, "table 1 or table 2?")


def question(*names: str, kind: QuestionKind = QuestionKind.WHICH) -> OpenQuestion:
    return OpenQuestion(kind, "Which [table]?", "Go to {}", tuple(Option(n, f"Go to {n}") for n in names))


def test_a_question_is_shown_with_its_answers():
    printed = io.StringIO()
    show_question(question("table_1", "table_2"), Console(file=printed, width=100, highlight=False))
    assert [line.strip() for line in printed.getvalue().splitlines()] == [
        "? Which [table]?",
        "table 1 / table 2 / never mind",
    ]


def test_of_many_answers_the_first_are_shown():
    assert options_line(question(*(f"t_{i}" for i in range(30)))).endswith("t 8 / ... / never mind")


def test_lines_are_sent_until_one_is_understood():
    sent, replies = [], [(UNCLEAR, ""), (Outcome(), "Go to table_2")]
    done = threading.Event()

    def send(said: str) -> tuple[Outcome, str]:
        sent.append(said)
        reply = replies.pop(0)
        if not replies:
            done.set()
        return reply

    printed = io.StringIO()
    answering = Answering(io.StringIO("the blue one\ntable 2\nlater\n"), Console(file=printed, highlight=False), send)
    answering.ask(question("table_1", "table_2"))
    assert done.wait(10.0)
    until(lambda: "so it is: Go to table_2" in printed.getvalue(), "the answer is shown")
    assert sent == ["the blue one", "table 2"]


def test_a_terminal_where_nobody_types_any_more_sends_nothing():
    sent = []
    printed = io.StringIO()
    answering = Answering(io.StringIO(""), Console(file=printed), lambda said: sent.append(said) or (Outcome(), ""))
    answering.ask(question("table_1"))
    until(lambda: ">" in printed.getvalue(), "it waits for a line")
    assert sent == []
