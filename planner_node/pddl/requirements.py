# SPDX-License-Identifier: Apache-2.0
"""Requirement flags of PDDL: which ones a domain or goal needs, and which include which.

Source: Fox and Long, PDDL2.1, JAIR 2003, section 2 and appendix A; Gerevini et al., PDDL3.1, for :action-costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType

from makedo_core.goals.goal import AllOf, AnyOf, AtLeast, Compare, Exists, ForAll, Goal, Holds, InOrder, Not
from planner_node.pddl.model import EQUALITY, OBJECT, Domain

STRIPS, TYPING, EQUALS, COSTS = ":strips", ":typing", ":equality", ":action-costs"
NEGATIVE, DISJUNCTIVE = ":negative-preconditions", ":disjunctive-preconditions"
EXISTENTIAL, UNIVERSAL = ":existential-preconditions", ":universal-preconditions"
CONDITIONAL, NUMERIC, DERIVED = ":conditional-effects", ":numeric-fluents", ":derived-predicates"
ORDER = (
    STRIPS,
    TYPING,
    EQUALS,
    NEGATIVE,
    DISJUNCTIVE,
    EXISTENTIAL,
    UNIVERSAL,
    CONDITIONAL,
    NUMERIC,
    DERIVED,
    COSTS,
)
_QUANTIFIED = frozenset({EXISTENTIAL, UNIVERSAL})
INCLUDES = MappingProxyType(
    {
        ":adl": frozenset({STRIPS, TYPING, EQUALS, NEGATIVE, DISJUNCTIVE, CONDITIONAL}) | _QUANTIFIED,
        ":quantified-preconditions": _QUANTIFIED,
        ":fluents": frozenset({NUMERIC}),
        ":ucpop": frozenset({STRIPS, TYPING, EQUALS, NEGATIVE, DISJUNCTIVE, CONDITIONAL, DERIVED}) | _QUANTIFIED,
    }
)
UNSUPPORTED = frozenset(
    ":durative-actions :duration-inequalities :continuous-effects :timed-initial-literals :preferences "
    ":constraints :object-fluents :time :goal-utilities :multi-agent".split()
)
KNOWN = frozenset(ORDER) | frozenset(INCLUDES) | UNSUPPORTED


def required(domain: Domain) -> tuple[str, ...]:
    """The flags that a domain needs, in a fixed order."""
    return tuple(uses(domain))


def uses(domain: Domain) -> dict[str, str]:
    """The flags that a domain needs, in a fixed order, each with what needs it first."""
    return _first({STRIPS: "every domain"}, _domain_uses(domain))


def goal_uses(goal: Goal) -> dict[str, str]:
    """The flags that a goal needs, in a fixed order, each with what needs it."""
    return _first({}, ((flag, "the goal") for flag in _condition_uses(goal)))


def covered(flags: Iterable[str]) -> frozenset[str]:
    """Flags with all that they include. STRIPS is always there."""
    given = frozenset(flags)
    return given.union({STRIPS}, *(INCLUDES.get(flag, frozenset()) for flag in given))


def _first(found: dict[str, str], needs: Iterable[tuple[str, str]]) -> dict[str, str]:
    for flag, what in needs:
        found.setdefault(flag, what)
    return {flag: found[flag] for flag in ORDER if flag in found}


def _domain_uses(domain: Domain) -> Iterator[tuple[str, str]]:
    if any(name != OBJECT for name in domain.types):
        yield TYPING, "the types"
    if domain.functions.keys() - domain.costs or any(operator.numeric for operator in domain.operators.values()):
        yield NUMERIC, "the functions"
    for name, rule in domain.derived.items():
        what = f"the derived predicate {name!r}"
        yield DERIVED, what
        yield from ((flag, what) for flag in _condition_uses(rule.condition))
    for operator in domain.operators.values():
        what = f"the action {operator.name!r}"
        if operator.cost != 1.0 or operator.cost_of:
            yield COSTS, what
        yield from ((flag, what) for flag in _condition_uses(operator.precondition))
        for effect in operator.effects:
            if effect.variables or effect.condition != AllOf(()):
                yield CONDITIONAL, what
            yield from ((flag, what) for flag in _condition_uses(effect.condition))


def _condition_uses(goal: Goal) -> Iterator[str]:
    match goal:
        case Holds(literal):
            if literal.negated:
                yield NEGATIVE
            if literal.predicate == EQUALITY:
                yield EQUALS
        case Not(part):
            yield NEGATIVE if isinstance(part, Holds) and not part.literal.negated else DISJUNCTIVE
            yield from _condition_uses(part)
        case Compare():
            yield NUMERIC
        case AtLeast(literal=literal):
            yield DISJUNCTIVE
            yield from _condition_uses(Holds(literal))
        case Exists(_, part):
            yield EXISTENTIAL
            yield from _condition_uses(part)
        case ForAll(_, part):
            yield UNIVERSAL
            yield from _condition_uses(part)
        case AnyOf(parts):
            yield DISJUNCTIVE
            for part in parts:
                yield from _condition_uses(part)
        case AllOf(parts) | InOrder(parts):
            for part in parts:
                yield from _condition_uses(part)
