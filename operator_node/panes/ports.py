# SPDX-License-Identifier: Apache-2.0
"""What panes ask of the stack; ros/stack.py does it over ROS, tests do it by themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from makedo_core.contract.choice import OperatorChoice
from makedo_core.conversation.question import OpenQuestion
from makedo_core.failure import SUCCESS, Outcome
from makedo_core.plan import Plan


@dataclass(frozen=True, slots=True)
class Standstill:
    """How a robot came to stand.

    Attributes:
        outcome: whether it stands.
        seconds: from the request to standstill, on the robot's clock [s]; negative: unknown.
        last: the joint that was the last to rest, or "base"; empty: unknown.
    """

    outcome: Outcome
    seconds: float = -1.0
    last: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """What an instruction would come to.

    Attributes:
        outcome: whether there is a plan, or why there is none.
        plan: that would be carried out; None: there is none.
        goal_text: what would be true in the end.
        explanation: what would be changed and why, and what would stay.
        question: that would have to be answered first.
        more: what else is known of it, as the page has it.
    """

    outcome: Outcome = SUCCESS
    plan: Plan | None = None
    goal_text: str = ""
    explanation: str = ""
    question: OpenQuestion | None = None
    more: Mapping[str, object] = field(default_factory=dict)


class Stack(Protocol):
    """The rest of Makedo. Nothing raises: what cannot be asked is an outcome."""

    async def stop(self, reason: str) -> Standstill:
        """Stop the robot at once."""

    async def pause(self, reason: str) -> Standstill:
        """Hold the robot where it is."""

    async def resume(self) -> Outcome:
        """Let it go on."""

    async def approve(self, approved: bool, reason: str) -> Outcome:
        """Answer what waits for an approval."""

    async def answer(self, words: str) -> tuple[Outcome, str]:
        """Answer a question; also what the instruction becomes by it."""

    async def execute(self, instruction: str, choices: Sequence[OperatorChoice] = ()) -> Outcome:
        """Begin with an instruction; success: it was begun."""

    async def cancel(self) -> Outcome:
        """End what is carried out; the robot comes to a stand."""

    async def preview(self, instruction: str, choices: Sequence[OperatorChoice] = (), caller: str = "") -> Preview:
        """What an instruction would come to; nothing moves. A newer one of the same caller ends an older one."""
