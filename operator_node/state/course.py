# SPDX-License-Identifier: Apache-2.0
"""The plan that is carried out, how far it is, and what was tried on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from makedo_core.enums import StrEnum
from makedo_core.plan import Plan, PlannedCall, Relaxation
from makedo_core.record.skill_outcome import SkillOutcome
from operator_node.state.doing import AT_REST, Doing, ExecutorSaid, call_shown, outcome_shown
from operator_node.state.terms import terms_shown

MOST_TRIED = 100
"""So many skill calls are shown, the newest."""


class StepState(StrEnum):
    """How far a step of the plan is."""

    WAITS = "waits"
    NOW = "now"
    DONE = "done"
    ENDED = "ended"  # the instruction ended while it was carried out


@dataclass(frozen=True, slots=True)
class PlanCourse:
    """A plan and what is known of its execution.

    Attributes:
        plan: the newest; None: there is none.
        goal_text: its goal in plain English.
        lights: of its dry run; empty before it.
        planned_s: when it was published, on the robot's clock [s].
    """

    plan: Plan | None = None
    goal_text: str = ""
    lights: tuple[PlannedCall, ...] = ()
    planned_s: float = 0.0

    def shown(self, said: ExecutorSaid, tried: Sequence[SkillOutcome]) -> dict[str, Any] | None:
        """As the page has it; None while there is no plan."""
        plan = self.plan
        if plan is None:
            return None
        steps = [self._step(i, said, tried) for i in range(1, len(plan.calls) + 1)]
        done = {number for number, step in enumerate(steps, start=1) if step["state"] == StepState.DONE}
        found_out = {light.reason for n in done if (light := self._light(n)) is not None and light.reason}
        for step in steps:
            if step["reason"] in found_out:  # what was not known yet of a step that is done is known now
                step |= {"light": "", "reason": ""}
        return {
            "instruction": plan.instruction,
            "goal_text": self.goal_text,
            "changes": [change_shown(r) for r in plan.relaxations],
            "cost": round(plan.relaxation_cost, 2),
            "provisional": plan.provisional,
            "revision": plan.revision,
            "terms": terms_shown(plan.contract),
            "steps": steps,
            "done": len(done),
        }

    def _step(self, number: int, said: ExecutorSaid, tried: Sequence[SkillOutcome]) -> dict[str, Any]:
        assert self.plan is not None
        call = self.plan.calls[number - 1]
        times = [t for t in tried if t.step == number and t.call == call and t.ended_s >= self.planned_s]
        state = step_state(number, said, times)
        light = self._light(number) if state is not StepState.DONE else None  # what was done is in no doubt any more
        took_s = sum((t.ended - t.began).total_seconds() for t in times)
        return {
            **call_shown(call),
            "state": str(state),
            "light": "" if light is None else light.light.name.lower(),
            "reason": "" if light is None else light.reason,
            "tries": len(times),
            "took_s": round(took_s, 1) if times else None,
            "why": self.plan.receipts[number - 1].words if number <= len(self.plan.receipts) else "",
        }

    def _light(self, number: int) -> PlannedCall | None:
        """The dry run's word on a step; it is of this plan if the calls are the same."""
        assert self.plan is not None
        if tuple(light.call for light in self.lights) != self.plan.calls:
            return None
        return self.lights[number - 1]


def step_state(number: int, said: ExecutorSaid, times: Sequence[SkillOutcome]) -> StepState:
    """How far a step is.

    Args:
        number: of the step, from 1.
        said: by the executor.
        times: how it went each time that it was tried, oldest first.
    """
    if said.doing is Doing.FINISHED and said.outcome.ok:
        return StepState.DONE
    if said.doing not in AT_REST and number == said.step:
        return StepState.NOW
    if any(t.outcome.ok for t in times) or number < said.step:
        return StepState.DONE
    return StepState.ENDED if times else StepState.WAITS


def change_shown(relaxation: Relaxation) -> dict[str, Any]:
    """What is changed of what was asked, as the page has it."""
    return {
        "kind": relaxation.kind.name.lower(),
        "asked": relaxation.asked,
        "instead": relaxation.instead,
        "reason": relaxation.reason,
        "cost": round(relaxation.cost, 2),
        "chosen": relaxation.chosen,
    }


def tried_shown(done: SkillOutcome) -> dict[str, Any]:
    """A skill call that ended, as the page has it."""
    return {
        **call_shown(done.call),
        "run": done.run,
        "number": done.number,
        "step": done.step,
        "attempt": done.attempt,
        "ended": round(done.ended.timestamp(), 2),
        "took_s": round((done.ended - done.began).total_seconds(), 1),
        "outcome": outcome_shown(done.outcome),
        "then": done.then,
        "picture": done.picture,
    }
