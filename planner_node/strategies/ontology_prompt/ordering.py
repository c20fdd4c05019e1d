# SPDX-License-Identifier: Apache-2.0
"""Priorities as constraints: demands in stages, a search that keeps them strictly, and the check of a plan.

Things of one priority are a stage. In each stage nothing of a later one may be at its goal yet, so that "the bowl
before the apple" means more than that both are there in the end. `out_of_order` looks at nothing but a plan's calls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from makedo_core.goals.facts import facts, graph_after, holds
from makedo_core.goals.goal import OBJECT_VARIABLE
from makedo_core.goals.goal_text import spoken
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_core.skills import Literal, Predicate, SkillCall
from planner_node.backends.catalogue import Catalogue
from planner_node.engine import Prover
from planner_node.grounding.demand import Demand
from planner_node.grounding.scene import Scene
from planner_node.proof.backend import Manner
from planner_node.proof.problem import Problem
from planner_node.proof.proof import Proof, Stages
from planner_node.proof.search import SearchLimits, Status

_PUTS: Mapping[str, Predicate] = {"put_on": Predicate.ON, "put_inside": Predicate.INSIDE}
_PLACED = tuple(_PUTS.values())
_ANY_TIME = float("-inf")


def ranked(demands: Sequence[Demand], graph: SceneGraph, priority: Callable[[str], float | None]) -> tuple[Demand, ...]:
    """The demands in stages by priority, within the stages that they have already.

    What may come at any time comes first. All of several things are asked for one by one where their priorities
    differ; some of several things are not taken apart and may come at any time then.

    Args:
        demands: what is asked.
        graph: where.
        priority: of a thing by its label; None: it may come at any time.
    """
    parts = [(d.stage, rank, part) for d in demands for rank, part in _by_priority(d, graph, priority)]
    stages = {key: number for number, key in enumerate(sorted({(stage, rank) for stage, rank, _ in parts}))}
    return tuple(replace(part, stage=stages[stage, rank]) for stage, rank, part in parts)


def _by_priority(
    demand: Demand, graph: SceneGraph, priority: Callable[[str], float | None]
) -> Sequence[tuple[float, Demand]]:
    if not _is_placing(demand, graph):
        return [(_ANY_TIME, demand)]
    ranks: dict[float, list[str]] = {}
    for wanted in demand.wanted:
        rank = priority(graph[wanted].label)
        ranks.setdefault(_ANY_TIME if rank is None else rank, []).append(wanted)
    if len(ranks) == 1:
        return [(next(iter(ranks)), demand)]
    if demand.count < len(demand.wanted):
        return [(_ANY_TIME, demand)]
    return [(rank, replace(demand, count=len(w), wanted=tuple(w))) for rank, w in sorted(ranks.items())]


def _is_placing(demand: Demand, graph: SceneGraph) -> bool:
    things = all(w in graph and graph[w].kind is NodeKind.OBJECT for w in demand.wanted)
    placing = all(x.predicate in _PLACED and not x.negated for x in demand.literals)
    return bool(demand.wanted and demand.literals) and things and placing


def out_of_order(calls: Sequence[SkillCall], demands: Sequence[Demand]) -> tuple[str, ...]:
    """Each thing that a plan puts where it goes after something of a later stage was put where that goes, in words."""
    stages: dict[Literal, int] = {}
    for demand in demands:
        for literal in demand.literals:
            for wanted in demand.wanted:
                stages.setdefault(literal.bind({OBJECT_VARIABLE: wanted}), demand.stage)
    return _late(calls, stages)


def _late(calls: Sequence[SkillCall], stages: Mapping[Literal, int]) -> tuple[str, ...]:
    latest: tuple[int, str] | None = None
    wrong = []
    for call in calls:
        predicate = _PUTS.get(call.skill)
        stage = None if predicate is None else stages.get(Literal(predicate, call.arguments))
        if stage is None:
            continue
        if latest is not None and stage < latest[0]:
            wrong.append(f"{spoken(call.arguments[0])} is put down after {spoken(latest[1])}, but has to come before")
        if latest is None or stage > latest[0]:
            latest = (stage, call.arguments[0])
    return tuple(wrong)


@dataclass(frozen=True)
class InStrictOrder:
    """Proves with nothing of a later stage at its goal before its time, as far as that can be.

    First all stages in one problem; where a thing of a later stage would be put at its goal to get it out of the way,
    one stage after the other, each in the scene that the one before leaves, so that it is put somewhere else; where
    that cannot be either, in the stages as they are.

    Attributes:
        prover: who finds the skill calls.
    """

    prover: Prover

    def prove(self, scene: Scene, stages: Stages, limits: SearchLimits, manner: Manner) -> Proof:
        """Calls for the literals of each stage; UNSOLVABLE only if there are none with the order given up."""
        strict, numbers = _strictly(stages, scene), _numbers(stages)
        together = _of(stages, self.prover(scene, strict, limits, manner))
        if together.status not in (Status.SOLVED, Status.UNSOLVABLE):
            return together
        if together.status is Status.SOLVED and not _late(together.calls, numbers):
            return together
        one_by_one = self._one_by_one(scene, stages, limits, manner)
        if one_by_one.status is Status.SOLVED and not _late(one_by_one.calls, numbers):
            return one_by_one
        return together if together.status is Status.SOLVED else self.prover(scene, stages, limits, manner)

    def _one_by_one(self, scene: Scene, stages: Stages, limits: SearchLimits, manner: Manner) -> Proof:
        """Each stage in the scene that the one before leaves, with what that reached kept."""
        numbers = _numbers(stages)
        calls: tuple[SkillCall, ...] = ()
        graph, before, closed, states = scene.graph, tuple[Literal, ...](), tuple[Literal, ...](), 0
        for number, stage in enumerate(stages):
            later = frozenset(x for x, n in numbers.items() if n > number)
            here = scene.of_graph(graph, _NotYet(graph, scene.known_failures, scene.to_close, later))
            before = tuple(x for x in before if not any(scene.backend.excludes(y, x) for y in stage))
            proof = self.prover(here, (tuple(dict.fromkeys((*before, *stage))),), limits, manner)
            states += proof.states
            if proof.status is not Status.SOLVED:
                return Proof(proof.status, states=states)
            for call in proof.calls:
                graph = graph_after(call, graph)
            calls, closed = (*calls, *proof.calls), (*closed, *proof.closed)
            known = facts(graph, scene.known_failures)
            before = tuple(x for x in dict.fromkeys((*before, *stage)) if holds(x, known))
        end = facts(graph, scene.known_failures)
        wanted = dict.fromkeys(literal for stage in stages for literal in stage)
        shut = tuple(x for x in dict.fromkeys(closed) if holds(x, end))
        return Proof(Status.SOLVED, calls, states, shut, tuple(x for x in wanted if holds(x, end)))


def _of(stages: Stages, proof: Proof) -> Proof:
    """A proof with what it keeps of the stages alone."""
    named = {literal for stage in stages for literal in stage}
    return replace(proof, kept=tuple(x for x in proof.kept if x in named))


def _numbers(stages: Stages) -> dict[Literal, int]:
    """The stage of everything that is put somewhere; of what is in several, the first."""
    numbers: dict[Literal, int] = {}
    for number, stage in enumerate(stages):
        for literal in stage:
            if literal.predicate in _PLACED and not literal.negated:
                numbers.setdefault(literal, number)
    return numbers


@dataclass(frozen=True)
class _NotYet(Catalogue):
    """The robot's skills without putting some things where they go, which comes later."""

    later: frozenset[Literal] = frozenset()

    def problem(self, wanted: Sequence[Literal], manner: Manner, wide: bool = False) -> Problem:
        """As of all skills, without the calls that come later."""
        problem = super().problem(wanted, manner, wide)
        return replace(problem, instances=tuple(o for o in problem.instances if not self._is_later(o.call)))

    def _is_later(self, call: SkillCall) -> bool:
        predicate = _PUTS.get(call.skill)
        return predicate is not None and Literal(predicate, call.arguments) in self.later


def _strictly(stages: Stages, scene: Scene) -> tuple[tuple[Literal, ...], ...]:
    """The stages, each with what must not be so yet."""
    known = facts(scene.graph, scene.known_failures)
    result = []
    for number, stage in enumerate(stages):
        later = (x for after in stages[number + 1 :] for x in after if x.predicate in _PLACED and not x.negated)
        here = {x for before in stages[: number + 1] for x in before}
        result.append((*stage, *(~x for x in dict.fromkeys(later) if x not in known and x not in here)))
    return tuple(result)
