# SPDX-License-Identifier: Apache-2.0
"""A plan that a model states step by step: read, simulated, and told as what it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from makedo_core.failure import FailureCause, Outcome
from makedo_core.goals.facts import apply
from makedo_core.goals.facts import facts as facts_of
from makedo_core.goals.goal import AllOf, Goal, Holds
from makedo_core.goals.goal_text import achieved
from makedo_core.graph.scene_graph import AGENT_ID
from makedo_core.ontology import Ontology
from makedo_core.plan import Plan
from makedo_core.skills import SKILLS, Literal, Predicate, SkillCall
from planner_node.backends.domains.domain_backend import DomainBackend
from planner_node.pddl.model import PddlTask
from planner_node.pddl.names import node_id
from planner_node.pddl.simulate import simulate
from planner_node.proof.validate import validate
from planner_node.task import PlanningTask, Result

_CALL = re.compile(r"\s*([\w-]+)\s*\(([^()]*)\)\s*")
_PASSING = frozenset({Predicate.AT, Predicate.CLEAR, Predicate.EXPLORED, Predicate.HAND_EMPTY})
"""Facts that change on the way and are no purpose of a plan."""
CHECKED = (
    "A language model wrote the whole plan; that each step can be made was checked, not that it does what was asked."
)


class StepError(ValueError):
    """A step that is no call; the message is fit to be shown to a model."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A plan as it was stated.

    Attributes:
        outcome: success, or why it cannot be carried out.
        calls: its steps.
        changes: what is so after it and was not before.
        end: all that is so after it; empty unless it can be carried out.
    """

    outcome: Outcome
    calls: tuple[SkillCall, ...]
    changes: tuple[Literal, ...] = ()
    end: frozenset[Literal] = frozenset()

    @property
    def goal(self) -> Goal:
        """That the changes hold."""
        return AllOf(tuple(map(Holds, self.changes)))


def read_calls(steps: Sequence[str]) -> tuple[SkillCall, ...]:
    """Calls out of steps such as "put_on(apple_1, table_2)".

    Raises:
        StepError: on a step of another form.
    """
    calls: list[SkillCall] = []
    for number, step in enumerate(steps, start=1):
        found = _CALL.fullmatch(step)
        if found is None:
            raise StepError(f"step {number}, {step[:80]!r}, is no call; write skill(argument, ...)")
        arguments = [a.strip() for a in found[2].split(",")] if found[2].strip() else []
        calls.append(SkillCall(found[1], tuple(node_id(a) for a in arguments)))
    return tuple(calls)


NOTHING_DONE = Stated(Outcome(FailureCause.UNSOLVABLE_INCOMPLETE, "Nothing is done by it."), ())
"""A plan without a step, for strategies that have it mended."""


@dataclass(frozen=True)
class Simulator:
    """Carries out calls on the scene of one task, in its domain, or else by the skill catalogue."""

    task: PlanningTask
    ontology: Ontology

    @cached_property
    def _in_domain(self) -> PddlTask | None:
        if self.task.domain is None:
            return None
        return DomainBackend(self.task.domain, self.task.graph, self.ontology).whole_task(AllOf(()))

    def run(self, calls: tuple[SkillCall, ...]) -> Stated:
        """All calls, from how the scene is."""
        if self._in_domain is not None:
            run = simulate(self._in_domain, calls)
            end = run.states[-1] if run.outcome.ok else frozenset()
            return Stated(run.outcome, calls, _changes(run.states[0], run.states[-1]), end)
        graph, failures = self.task.graph, self.task.known_failures
        outcome = validate(calls, AllOf(()), graph, failures).outcome
        if not outcome.ok:
            return Stated(outcome, calls)
        start = facts = facts_of(graph, failures)
        for call in calls:
            facts = apply(call, facts)
        return Stated(outcome, calls, _changes(start, facts), facts)


def simulated(calls: tuple[SkillCall, ...], task: PlanningTask, ontology: Ontology) -> Stated:
    """A plan carried out on the scene of a task."""
    return Simulator(task, ontology).run(calls)


def told(stated: Stated, task: PlanningTask, whose: str = CHECKED) -> Result:
    """The result of a plan that a model stated; `whose` says what of it is the model's."""
    if not stated.outcome.ok:
        message = f"The plan of a language model cannot be carried out. {stated.outcome}"
        return Result(Outcome(stated.outcome.cause, message), explanation=message)
    if not stated.calls:
        message = "A language model says that nothing is to be done; that is not taken for a plan."
        return Result(Outcome(FailureCause.UNSOLVABLE_INCOMPLETE, message), explanation=message)
    plan = Plan(task.instruction, stated.goal, stated.calls, task.graph.revision)
    return Result(Outcome(), plan, whose, goal_text=achieved(stated.goal, set(stated.changes)))


def skills_text(task: PlanningTask) -> str:
    """Everything that can be done, a line each: "put_on(object, asset)"."""
    if task.domain is not None:
        typed = ((a.name, [v.type for v in a.parameters]) for a in task.domain.operators.values())
    else:
        typed = ((s.name, [str(p.type) for p in s.parameters]) for s in SKILLS.values())
    return "\n".join(f"{name}({', '.join(types)})" for name, types in typed)


def _changes(start: Collection[Literal], end: Collection[Literal]) -> tuple[Literal, ...]:
    """What is so in the end and was not at the start, in a fixed order."""
    came = sorted(_lasting(set(end) - set(start), False), key=str)
    return (*came, *sorted(_lasting(set(start) - set(end), True), key=str))


def _lasting(facts: set[Literal], gone: bool) -> Iterator[Literal]:
    """Facts of things and furniture; of those that are gone, only what was so of one thing alone."""
    for fact in facts:
        about = fact.terms and AGENT_ID not in fact.terms and fact.predicate not in _PASSING
        if about and not (gone and (len(fact.terms) > 1 or fact.predicate == Predicate.HOLDING)):
            yield ~fact if gone else fact
