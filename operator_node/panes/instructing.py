# SPDX-License-Identifier: Apache-2.0
"""Instructions: what one would come to while it is typed, giving one, and the answers that it needs."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Any

from pydantic import Field

from makedo_core.contract.choice import (
    LONGEST_NAME,
    MOST_CHOICES,
    MOST_THINGS,
    ChoiceError,
    ChoiceKind,
    OperatorChoice,
)
from operator_node.panes.ports import Preview, Stack
from operator_node.panes.stopping import reply_of
from operator_node.state.course import change_shown
from operator_node.state.doing import call_shown, outcome_shown, question_shown
from operator_node.state.terms import terms_shown
from operator_node.web.commands import AccessNeed, Caller, Fields, PageCommand, PageReply

MOST_CHARACTERS = 2000
Sentence = Annotated[str, Field(min_length=1, max_length=MOST_CHARACTERS, pattern=r"\S")]


Name = Annotated[str, Field(max_length=LONGEST_NAME)]
Number = Annotated[int, Field(ge=0, le=MOST_THINGS)]


class ChoiceFields(Fields):
    """What is taken in place of what the planner would take, as an alternative has it."""

    kind: ChoiceKind
    part: Number = 0
    asked: Name = ""
    taken: Name = ""
    count: Number = 0


class InstructionFields(Fields):
    """An instruction in plain language, with what is chosen for it."""

    instruction: Sentence
    choices: Annotated[list[ChoiceFields], Field(max_length=MOST_CHOICES)] = Field(default_factory=list)

    def chosen(self) -> tuple[OperatorChoice, ...]:
        """The choices.

        Raises:
            ChoiceError: if one is none.
        """
        return tuple(OperatorChoice(c.kind, c.part, c.asked, c.taken, c.count) for c in self.choices)


class ApprovalFields(Fields):
    """Yes or no to a plan."""

    approved: bool
    reason: Annotated[str, Field(max_length=200)] = ""


class AnswerFields(Fields):
    """An answer in a word or two."""

    answer: Annotated[str, Field(min_length=1, max_length=500, pattern=r"\S")]


class Instructing:
    """What an operator says to the robot. Used by the server's loop alone.

    Args:
        stack: plans and executes.
    """

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self._newest: dict[str, int] = {}
        self._turn = asyncio.Lock()  # one preview at a time: the planner has other things to do as well

    async def preview(self, caller: Caller, fields: InstructionFields) -> PageReply:
        """What an instruction would come to; who types on gets an answer to the newest alone."""
        try:
            choices = fields.chosen()
        except ChoiceError as error:
            return PageReply(False, str(error))
        number = self._newest[caller.client] = self._newest.get(caller.client, 0) + 1
        async with self._turn:
            if self._newest.get(caller.client) != number:
                return PageReply(False, "a newer one is asked about")
            begun = time.monotonic()
            found = await self._stack.preview(fields.instruction, choices, caller.client)
            took_s = time.monotonic() - begun
            if self._newest.get(caller.client) == number:
                del self._newest[caller.client]
        return PageReply(value={**preview_shown(found), "took_ms": round(1000 * took_s)})

    async def execute(self, caller: Caller, fields: InstructionFields) -> PageReply:
        """Begin with an instruction."""
        try:
            return reply_of(await self._stack.execute(fields.instruction, fields.chosen()))
        except ChoiceError as error:
            return PageReply(False, str(error))

    async def cancel(self, caller: Caller, fields: Fields) -> PageReply:
        """End what is carried out."""
        return reply_of(await self._stack.cancel())

    async def approve(self, caller: Caller, fields: ApprovalFields) -> PageReply:
        """Answer what waits for an approval."""
        return reply_of(await self._stack.approve(fields.approved, fields.reason or f"by {caller.name} on the page"))

    async def answer(self, caller: Caller, fields: AnswerFields) -> PageReply:
        """Answer a question."""
        outcome, instruction = await self._stack.answer(fields.answer)
        said = outcome.message if outcome.ok else str(outcome)
        return PageReply(outcome.ok, said, {"instruction": instruction})


def preview_shown(found: Preview) -> dict[str, Any]:
    """A preview as the page has it."""
    plan = found.plan
    return {
        "outcome": outcome_shown(found.outcome),
        "goal_text": found.goal_text,
        "explanation": found.explanation,
        "question": None if found.question is None else question_shown(found.question),
        "steps": [] if plan is None else [call_shown(call) for call in plan.calls],
        "changes": [] if plan is None else [change_shown(r) for r in plan.relaxations],
        "cost": 0.0 if plan is None else round(plan.relaxation_cost, 2),
        "provisional": plan is not None and plan.provisional,
        "terms": None if plan is None else terms_shown(plan.contract),
        **found.more,
    }


def instructing_commands(stack: Stack) -> tuple[PageCommand, ...]:
    """What a page may ask for."""
    room = Instructing(stack)
    return (
        PageCommand("preview", InstructionFields, AccessNeed.OPERATE, room.preview),
        PageCommand("execute", InstructionFields, AccessNeed.LEASE, room.execute),
        PageCommand("cancel", Fields, AccessNeed.LEASE, room.cancel),
        PageCommand("approve", ApprovalFields, AccessNeed.LEASE, room.approve),
        PageCommand("answer", AnswerFields, AccessNeed.LEASE, room.answer),
    )
