# SPDX-License-Identifier: Apache-2.0
"""What the robot does now, and what it waits for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from makedo_core.conversation.question import OpenQuestion
from makedo_core.enums import StrEnum
from makedo_core.failure import SUCCESS, Outcome
from makedo_core.skills import SkillCall


class Doing(StrEnum):
    """What the executor is at; UNKNOWN: it has not said so yet."""

    UNKNOWN = "unknown"
    IDLE = "idle"
    PLANNING = "planning"
    EXECUTING = "executing"
    RECOVERING = "recovering"
    STOPPING = "stopping"
    FINISHED = "finished"
    PAUSED = "paused"
    WAITING_FOR_APPROVAL = "waiting for approval"
    WAITING_FOR_ANSWER = "waiting for an answer"
    HANDED_OVER = "handed over"


AT_REST = frozenset({Doing.UNKNOWN, Doing.IDLE, Doing.FINISHED})
"""No instruction is being carried out."""
WAITING = frozenset({Doing.WAITING_FOR_APPROVAL, Doing.WAITING_FOR_ANSWER})


@dataclass(frozen=True, slots=True)
class ExecutorSaid:
    """A status as the executor said it.

    Attributes:
        doing: what it is at.
        instruction: that is, or was, carried out.
        current: the skill call.
        step: of the plan, from 1; 0: none.
        steps: of the plan.
        message: for people.
        rung: how it recovers; empty: it does not.
        outcome: of what has ended.
        question: that is open.
    """

    doing: Doing = Doing.UNKNOWN
    instruction: str = ""
    current: SkillCall | None = None
    step: int = 0
    steps: int = 0
    message: str = ""
    rung: str = ""
    outcome: Outcome = SUCCESS
    question: OpenQuestion | None = None


@dataclass(frozen=True, slots=True)
class Now:
    """A status, and since when it is so.

    Attributes:
        said: by the executor.
        since: seconds since 1970 [s]; of what was so before the page began, when that was.
        until: when what it waits for is a no [s since 1970]; None: it does not wait, or nobody knows how long.
    """

    said: ExecutorSaid
    since: float
    until: float | None = None

    def shown(self) -> dict[str, Any]:
        """As the page has it."""
        said = self.said
        return {
            "doing": str(said.doing),
            "at_rest": said.doing in AT_REST,
            "instruction": said.instruction,
            "current": None if said.current is None else call_shown(said.current),
            "step": said.step,
            "steps": said.steps,
            "message": said.message,
            "rung": said.rung,
            "outcome": outcome_shown(said.outcome),
            "question": None if said.question is None else question_shown(said.question),
            "since": round(self.since, 2),
            "until": self.until if self.until is None else round(self.until, 2),
        }


def followed(before: Now | None, said: ExecutorSaid, at: float, patience_s: float | None) -> Now:
    """What is so once something is said.

    Args:
        before: what was so.
        said: now.
        at: when [s since 1970].
        patience_s: so long the executor waits for the operator [s]; None: nobody knows.
    """
    is_new = before is None or (before.said.doing, before.said.instruction) != (said.doing, said.instruction)
    since = at if is_new or before is None else before.since
    waits = said.doing is Doing.WAITING_FOR_APPROVAL and patience_s is not None
    return Now(said, since, since + patience_s if waits and patience_s is not None else None)


def call_shown(call: SkillCall) -> dict[str, Any]:
    """A skill call as the page has it."""
    return {"skill": call.skill, "arguments": list(call.arguments), "text": call.describe()}


def outcome_shown(outcome: Outcome) -> dict[str, Any]:
    """An outcome as the page has it."""
    cause = outcome.cause.name.lower().replace("_", " ")
    return {"ok": outcome.ok, "cause": "" if outcome.ok else cause, "message": outcome.message}


def question_shown(question: OpenQuestion) -> dict[str, Any]:
    """A question as the page has it."""
    options = [{"name": o.name, "instruction": o.instruction} for o in question.options]
    return {"kind": str(question.kind), "text": question.text, "free": bool(question.template), "options": options}
