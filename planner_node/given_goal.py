# SPDX-License-Identifier: Apache-2.0
"""Demands of a goal that comes without an instruction: each conjunct is one, to be fulfilled or left out."""

from __future__ import annotations

from makedo_core.failure import FailureCause
from makedo_core.goal import OBJECT_VARIABLE, AllOf, AnyOf, AtLeast, Goal, Holds, Not, conjuncts, literals
from makedo_core.goal_text import describe
from makedo_core.scene_graph import SceneGraph
from makedo_core.skills import Literal
from planner_node.demand import Demand
from planner_node.request import Refusal


def demands_of(goal: Goal, graph: SceneGraph) -> tuple[Demand, ...] | Refusal:
    """The demands of a goal, or what is wrong with it."""
    unknown = sorted({t for literal in literals(goal) for t in literal.terms if t not in graph})
    if unknown:
        return Refusal(FailureCause.INVALID_GOAL, f"The goal names {', '.join(unknown)}, unknown to the graph.")
    found: list[Demand] = []
    for part in conjuncts(goal):
        demand = _demand(part, graph)
        if demand is None:
            text = describe(part, graph)
            return Refusal(FailureCause.INVALID_GOAL, f"This part of the goal is too intricate: {text}.")
        found.append(demand)
    return tuple(found)


def _demand(part: Goal, graph: SceneGraph) -> Demand | None:
    """The demand of one conjunct; None where one literal over some nodes cannot express it."""
    text = describe(part, graph)
    match part:
        case AtLeast(count, objects, literal):
            return Demand(text, count, objects, (literal,))
        case Holds(literal) if literal.terms:
            return Demand(text, 1, (literal.terms[0],), (_over_first(literal),))
        case Not(Holds(literal)) if literal.terms:
            return Demand(text, 1, (literal.terms[0],), (_over_first(~literal),))
        case AnyOf(parts):
            demands = [d for p in parts if (d := _demand(p, graph)) is not None]
            if not demands or len(demands) < len(parts):
                return None
            same = all((d.count, d.wanted) == (demands[0].count, demands[0].wanted) for d in demands)
            if same:
                targets = tuple(dict.fromkeys(x for d in demands for x in d.literals))
                return Demand(text, demands[0].count, demands[0].wanted, targets)
            shared = {x for d in demands for x in d.literals}
            if len(shared) == 1 and all(d.count == 1 for d in demands):
                wanted = tuple(dict.fromkeys(w for d in demands for w in d.wanted))
                return Demand(text, 1, wanted, tuple(shared))
            return None
        case AllOf():
            return None
    return None


def _over_first(literal: Literal) -> Literal:
    """The literal with its first term as the variable."""
    return Literal(literal.predicate, (OBJECT_VARIABLE, *literal.terms[1:]), literal.negated)
