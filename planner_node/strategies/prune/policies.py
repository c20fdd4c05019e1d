# SPDX-License-Identifier: Apache-2.0
"""How a goal is reached on the reduced state: a proof from a policy that acts in the space of all skill calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from makedo_core.skills import Literal
from planner_node.grounding.scene import Scene
from planner_node.proof.backend import Manner
from planner_node.proof.problem import OperatorInstance, Problem
from planner_node.proof.proof import Proof, Stages
from planner_node.proof.search import SearchLimits, SearchResult, Status, after
from planner_node.strategies.prune.state_space import state_space

Policy = Callable[[Problem, "frozenset[int]", SearchLimits], SearchResult]
"""Instances from a problem's initial state to a goal. What it does not find it must not call UNSOLVABLE."""


@dataclass(frozen=True)
class Acting:
    """Proves by letting a policy act, one stage after the other; what a stage reached is kept, as far as it can be."""

    policy: Policy

    def prove(self, scene: Scene, stages: Stages, limits: SearchLimits, manner: Manner) -> Proof:
        """Calls that reach the literals of each stage, or which limit ended the policy."""
        wanted = tuple(dict.fromkeys(literal for stage in stages for literal in stage))
        problem = state_space(scene, wanted)
        start, plan, states = problem.initial, list[OperatorInstance](), 0
        before: tuple[Literal, ...] = ()
        for stage in stages:
            kept = tuple(x for x in before if not any(scene.backend.excludes(y, x) for y in stage))
            before = tuple(dict.fromkeys((*kept, *stage)))
            goal = problem.goal(before)
            found = self.policy(replace(problem, initial=start), goal, limits)
            states += found.states
            if found.status is not Status.SOLVED:
                return Proof(found.status, states=states)
            for instance in found.instances:
                start = after(start, instance)
                plan.append(instance)
        holding = tuple(x for x in wanted if start.issuperset(problem.numbers_of(x)))
        return Proof(Status.SOLVED, tuple(o.call for o in plan), states, kept=holding)
