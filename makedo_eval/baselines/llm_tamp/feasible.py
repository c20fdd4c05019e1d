# SPDX-License-Identifier: Apache-2.0
"""Steps with parameters, checked one after the other: can each be made, and is there room where things are put down?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from makedo_core.failure import FailureCause, Outcome
from makedo_core.goals.facts import Facts
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.scene_graph import NodeKind
from makedo_core.skills import Literal, Predicate, SkillCall
from makedo_eval.baselines.llm_tamp.standing import PlacedPose, Standing
from makedo_eval.baselines.stated_plan import NOTHING_DONE, Simulator, Stated
from planner_node.backends.domains.vocabulary import Meaning, Vocabulary
from planner_node.pddl.names import node_id

_Name = Annotated[str, Field(min_length=1, max_length=200)]
_Metres = Annotated[float, Field(allow_inf_nan=False, ge=-1e4, le=1e4)]
_CATALOGUE = {Predicate.ON: RegionKind.ON, Predicate.INSIDE: RegionKind.INSIDE}
_MEANINGS = {Meaning.ON: RegionKind.ON, Meaning.INSIDE: RegionKind.INSIDE}


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


class At(_Answer):
    """Where a thing is put: the middle of its base in the map frame [m], and how it is turned [rad]."""

    x: _Metres
    y: _Metres
    yaw: _Metres = 0.0


class Step(_Answer):  # name and docstring are in the schema that the model is shown
    """One step; `at` where something is put down."""

    skill: _Name
    arguments: Annotated[list[_Name], Field(max_length=10)]
    at: At | None = None

    @property
    def call(self) -> SkillCall:
        """Without its parameters."""
        return SkillCall(self.skill, tuple(map(node_id, self.arguments)))

    def __str__(self) -> str:
        at = f" at x={self.at.x:g}, y={self.at.y:g}, yaw={self.at.yaw:g}" if self.at is not None else ""
        return f"{self.skill}({', '.join(self.arguments)}){at}"


class StepPlan(_Answer):
    """A plan from the present state to the goal, and how it proceeds."""

    reasoning: Annotated[str, Field(max_length=4000)] = ""
    plan: Annotated[list[Step], Field(max_length=300)]


@dataclass(frozen=True, slots=True)
class TampAttempt:
    """What came of a plan.

    Attributes:
        stated: carried out as far as it can be.
        feasible: steps before the first that is wrong.
    """

    stated: Stated
    feasible: int


@dataclass(frozen=True)
class Feasibility:
    """Checks plans for one task."""

    simulator: Simulator

    @cached_property
    def _kinds(self) -> Mapping[str, RegionKind]:
        """Predicates that say that a thing rests at a place."""
        domain = self.simulator.task.domain
        if domain is None:
            return {str(p): kind for p, kind in _CATALOGUE.items()}
        meanings = Vocabulary(domain).meanings.items()
        return {p: _MEANINGS[meaning] for p, meaning in meanings if meaning in _MEANINGS}

    def check(self, steps: Sequence[Step]) -> TampAttempt:
        """The plan of some steps, carried out until one cannot be made or there is no room for it."""
        if not steps:
            return TampAttempt(NOTHING_DONE, 0)
        standing = Standing.of(self.simulator.task.graph)
        last = self.simulator.run(())
        calls: tuple[SkillCall, ...] = ()
        for number, step in enumerate(steps, start=1):
            calls += (step.call,)
            stated = self.simulator.run(calls)
            if not stated.outcome.ok:
                return TampAttempt(stated, number - 1)
            standing, wrong = self._moved(standing, last.end, stated.end, step)
            if wrong:
                message = f"Step {number}, {step}, has no feasible motion: {wrong}."
                return TampAttempt(Stated(Outcome(FailureCause.MOTION_PLANNING_FAILED, message), calls), number - 1)
            last = stated
        return TampAttempt(last, len(steps))

    def _moved(self, standing: Standing, before: Facts, now: Facts, step: Step) -> tuple[Standing, str]:
        """Where things stand after a step, and why what it puts down cannot be there."""
        graph = self.simulator.task.graph
        for fact in sorted(before - now, key=str):
            if fact.predicate in self._kinds:
                standing = standing.lifted(fact.terms[0])
        for fact in sorted(now - before, key=str):
            if fact.predicate not in self._kinds or graph[fact.terms[1]].kind is not NodeKind.ASSET:
                continue
            wrong = self._wrong(standing, fact, step)
            if wrong:
                return standing, wrong
            spot = PlacedPose(step.at.x, step.at.y, step.at.yaw) if step.at is not None else None
            standing = standing.put(fact.terms[0], fact.terms[1], self._kinds[fact.predicate], spot)
        return standing, ""

    def _wrong(self, standing: Standing, fact: Literal, step: Step) -> str:
        (thing, place), kind = fact.terms, self._kinds[fact.predicate]
        if not standing.is_judged(thing, place, kind):
            return ""
        if step.at is None:
            return f'it says not where on {place}; add "at" with x, y and yaw'
        return standing.wrong(thing, place, kind, PlacedPose(step.at.x, step.at.y, step.at.yaw))
