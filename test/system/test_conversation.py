# SPDX-License-Identifier: Apache-2.0
"""A conversation of ten turns with the running simulation: orders, questions both ways, and "it"."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from system import HANGS_S, System, outcome

from makedo.msg import TaskStatus
from makedo.srv import AnswerQuestion
from makedo_core.graph.scene_graph import State

pytestmark = [pytest.mark.system, pytest.mark.timeout(HANGS_S)]
GOLDEN = Path(__file__).parent / "golden" / "conversation.txt"
TURNS = (
    ("Bring the apple to the table", ("the blue one", "the second one")),
    ("Put it back", ()),
    ("Open the fridge", ()),
    ("Close it again, please", ()),
    ("Turn on the lamp", ()),
    ("How many apples are there?", ()),
    ("Bring the sponge to the table", ("never mind",)),
    ("Open the drawer", ()),
    ("Undo that", ()),
    ("And now go back to the table", ("the first one",)),
)


class Talk:
    """Says things to a system and writes down what is said by both."""

    def __init__(self, system: System) -> None:
        self._system = system
        self.lines: list[str] = []

    def turn(self, instruction: str, answers: tuple[str, ...]) -> None:
        """Say an instruction, and answer what is asked."""
        self.lines.append(f"> {instruction}")
        handle, feedback = self._system.begin(instruction, asks=True)
        for answer in answers:
            self._system.wait_until(lambda: self._asked(feedback), 60, f"no question after {instruction!r}")
            self.lines += [f"? {feedback[-1].status.message}", f"> {answer}"]  # before it goes on, and says so
            response = self._system.call(AnswerQuestion, "answer_question", AnswerQuestion.Request(answer=answer))
            said = outcome(response)
            self.lines.append(f"= {said if not said.ok else response.instruction or 'withdrawn'}")
        result = self._system.end(handle)
        ended = outcome(result)
        self.lines.append(f"= {result.goal_text if ended.ok else f'{ended.cause.name.lower()}: {ended}'}")

    @staticmethod
    def _asked(feedback: list) -> bool:
        return bool(feedback) and feedback[-1].status.state == TaskStatus.WAITING_FOR_ANSWER


def test_ten_turns(system):
    talk = Talk(system)
    for instruction, answers in TURNS:
        talk.turn(instruction, answers)
    said = "\n".join(talk.lines) + "\n"
    if os.environ.get("MAKEDO_WRITE_GOLDEN"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(said, encoding="utf-8")
    assert said == GOLDEN.read_text(encoding="utf-8")
    truth = system.truth()
    assert State.ON in truth["lamp_1"].states and State.OPEN not in truth["fridge_1"].states
    assert State.OPEN not in truth["drawer_1"].states
    assert truth.support("apple_1") == "table_1"
