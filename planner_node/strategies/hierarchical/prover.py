# SPDX-License-Identifier: Apache-2.0
"""Reaches what the engine chose by macro actions: on the robot's skills, or on a user's own domain."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from makedo_core.skills import SkillCall
from planner_node.grounding.scene import Scene
from planner_node.proof.backend import Manner
from planner_node.proof.problem import OperatorInstance, Problem
from planner_node.proof.proof import Proof, Stages, one_after_the_other, prove
from planner_node.proof.search import SearchLimits, SearchResult, Status, after
from planner_node.strategies.hierarchical.macros.decompose import Expand, decomposed, unknown
from planner_node.strategies.hierarchical.macros.library import ClassOf, LiftedMacro, MacroStore, Reuse, lessons
from planner_node.strategies.hierarchical.macros.macro import MacroPlan, macro_plan
from planner_node.strategies.hierarchical.macros.milestones import Milestones

SHARE = 0.5
"""Of the time, for macro actions; what is left is for a search without them."""


@dataclass
class Hierarchy:
    """Proves by macro actions, and remembers them. For one planning.

    Attributes:
        store: macro actions that served before, and to which those of a proof are given by `learn`; None: none.
        tidy_up: close again what a plan opened.
        plan: the macro actions of the last proof.
        reused: blocks that came from the store.
        searched: blocks that were searched for.
    """

    store: MacroStore | None = None
    tidy_up: bool = True
    plan: MacroPlan = field(default_factory=MacroPlan)
    reused: int = 0
    searched: int = 0
    _parts: list[tuple[Problem, Milestones]] = field(default_factory=list)
    _class_of: ClassOf = lambda name: ""

    def prove(self, scene: Scene, stages: Stages, limits: SearchLimits, manner: Manner) -> Proof:
        """Calls that reach the literals of each stage."""
        self._parts = []
        self._class_of = lambda name: scene.graph[name].label if name in scene.graph else ""
        proof = prove(scene.backend, stages, limits, manner, self.tidy_up, self._reach)
        self.plan = self._macros(proof.calls) if proof.status is Status.SOLVED else MacroPlan()
        return proof

    def recut(self, calls: Sequence[SkillCall]) -> None:
        """Take other calls for what the last proof reached: these are reported and learnt."""
        self.plan = self._macros(calls)

    def learn(self) -> tuple[LiftedMacro, ...]:
        """Give the macro actions of the last proof to the store; returns them."""
        if self.store is None or not self._parts:
            return ()
        learnt = lessons(self.plan, self._parts[-1][0], self._class_of)
        self.store.remember(learnt)
        return learnt

    def _reach(self, problem: Problem, goals: Sequence[int], limits: SearchLimits) -> SearchResult:
        """By macro actions; where they lead nowhere, by a search that knows nothing of them."""
        now = time.monotonic()
        part = replace(limits, deadline_s=now + SHARE * (limits.deadline_s - now))
        known: Expand = unknown if self.store is None else Reuse(self.store, problem, self._class_of)
        found = decomposed(problem, problem.initial, goals, part, known)
        if found.stones is None:
            return SearchResult(Status.UNSOLVABLE, states=found.states)
        self._parts.append((problem, found.stones))
        self.reused, self.searched = self.reused + found.reused, self.searched + found.searched
        if found.status in (Status.SOLVED, Status.CANCELED):
            return SearchResult(found.status, found.instances, found.states)
        return one_after_the_other(problem, goals, limits)

    def _macros(self, calls: Sequence[SkillCall]) -> MacroPlan:
        """The calls of a proof, cut at the milestones of all of its stages."""
        if not self._parts or not calls:
            return MacroPlan()
        problem = self._parts[0][0]
        before = {fact: first for _, stones in self._parts for fact, first in stones.before.items()}
        goals = frozenset(goal for _, stones in self._parts for goal in stones.goals)
        plan = as_instances(problem, problem.initial, calls)
        return macro_plan(problem, problem.initial, plan, Milestones(before, goals)) if plan else MacroPlan()


def as_instances(
    problem: Problem, state: frozenset[int], calls: Sequence[SkillCall]
) -> tuple[OperatorInstance, ...] | None:
    """The instances that calls are, one after the other; None: one of them cannot be applied."""
    by_call: dict[SkillCall, list[OperatorInstance]] = {}
    for instance in problem.instances:
        by_call.setdefault(instance.call, []).append(instance)
    plan = []
    for call in calls:
        able = next((o for o in by_call.get(call, ()) if state.issuperset(o.needs)), None)
        if able is None:
            return None
        plan.append(able)
        state = after(state, able)
    return tuple(plan)
