# SPDX-License-Identifier: Apache-2.0
"""Conditions in a form that planners with a weak front end read rightly.

Negation stands before literals only, nothing is trivially true or false inside of a condition, and whether two
objects are the same is decided. ENHSP takes `(not (forall ...))` and `=` in a goal for what never holds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from makedo_core.goals.goal import (
    AllOf,
    AnyOf,
    AtLeast,
    Compare,
    Exists,
    ForAll,
    Goal,
    Holds,
    InOrder,
    Not,
    Universe,
    bound,
    literals,
)
from makedo_core.skills import Literal
from planner_node.pddl.model import EQUALITY, Operator, PddlTask

TRUE, FALSE = AllOf(()), AnyOf(())


def in_normal_form(task: PddlTask) -> PddlTask:
    """The same task with all conditions in this form. Operators and effects that can never happen are left out."""
    universe = task.universe

    def plain(operator: Operator) -> Operator:
        effects = (replace(e, condition=normal_form(e.condition, universe)) for e in operator.effects)
        kept = tuple(e for e in effects if e.condition != FALSE)
        return replace(operator, precondition=normal_form(operator.precondition, universe), effects=kept)

    operators = (plain(operator) for operator in task.domain.operators.values())
    possible = {a.name: a for a in operators if a.precondition != FALSE}
    derived = {
        name: replace(rule, condition=normal_form(rule.condition, universe))
        for name, rule in task.domain.derived.items()
    }
    domain = replace(task.domain, operators=possible, derived=derived)
    return replace(task, domain=domain, goal=normal_form(task.goal, universe))


def normal_form(goal: Goal, universe: Universe, negated: bool = False) -> Goal:
    """A condition, or its negation, in this form; TRUE or FALSE if it is one of them.

    Quantifiers stay, unless their variables are compared with something.
    """
    match goal:
        case Holds(Literal("=", (one, other), no)) if not (one.startswith("?") or other.startswith("?")):
            return TRUE if ((one == other) is not no) is not negated else FALSE
        case Holds(literal):
            return Holds(~literal) if negated else goal
        case Not(part):
            return normal_form(part, universe, not negated)
        case AllOf(parts) | AnyOf(parts):
            join = _all if isinstance(goal, AllOf) is not negated else _any
            return join(tuple(normal_form(p, universe, negated) for p in parts))
        case AtLeast(count, objects, literal):
            if not 0 < count <= len(objects):
                return TRUE if (count <= 0) is not negated else FALSE
            # Not two of three: two of three do not.
            return AtLeast(len(objects) - count + 1, objects, ~literal) if negated else goal
        case Exists(variables, part) | ForAll(variables, part):
            existential = isinstance(goal, Exists) is not negated
            if _compares(part, {v.name for v in variables}):
                cases = (normal_form(bound(part, b), universe, negated) for b in universe.bindings(variables))
                return (_any if existential else _all)(tuple(cases))
            inner = normal_form(part, universe, negated)
            if not variables or inner == (FALSE if existential else TRUE):
                return inner
            return Exists(variables, inner) if existential else ForAll(variables, inner)
        case Compare() | InOrder() if negated:
            return Not(goal)
    return goal


def _compares(goal: Goal, variables: set[str]) -> bool:
    """Whether some of the variables stand in an equality."""
    return any(x.predicate == EQUALITY and not variables.isdisjoint(x.terms) for x in literals(goal))


def _all(parts: tuple[Goal, ...]) -> Goal:
    return _joined(parts, TRUE, FALSE, AllOf)


def _any(parts: tuple[Goal, ...]) -> Goal:
    return _joined(parts, FALSE, TRUE, AnyOf)


def _joined(parts: tuple[Goal, ...], neutral: Goal, absorbing: Goal, join: Callable[[tuple[Goal, ...]], Goal]) -> Goal:
    if absorbing in parts:
        return absorbing
    kept = tuple(p for p in parts if p != neutral)
    return kept[0] if len(kept) == 1 else join(kept)
