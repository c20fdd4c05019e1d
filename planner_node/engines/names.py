# SPDX-License-Identifier: Apache-2.0
"""Names that a task uses without having them: a misspelt goal is a mistake, not an unreachable goal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from makedo_core.goals.goal import AllOf, AnyOf, AtLeast, Compare, Exists, ForAll, Goal, Holds, InOrder, Not, Variable
from makedo_core.skills import Literal
from planner_node.pddl.model import EQUALITY, OBJECT, PddlTask, Symbol

_EQUAL = Symbol(EQUALITY, (Variable("?first", OBJECT), Variable("?second", OBJECT)))


def wrong_names(task: PddlTask) -> str:
    """What of the goal and the initial state the domain or the objects do not have; empty if nothing.

    Of the goal, the types are checked too. It is one sentence without its full stop.
    """
    domain = task.domain
    derived = {name: rule.symbol for name, rule in domain.derived.items()}
    symbols = {**domain.predicates, **derived, **domain.functions, EQUALITY: _EQUAL}
    known = {name for names in task.universe.objects.values() for name in names}
    for literal in sorted(task.initial, key=str):
        wrong = _wrong_symbol(literal, symbols) or _unknown(literal.terms, known)
        if wrong:
            return f"the initial state has {literal}, but {wrong}"
    for literal, bound in _literals(task.goal, {}):
        wrong = _wrong_symbol(literal, symbols) or _unknown(literal.terms, known | set(bound))
        wrong = wrong or _wrong_type(literal, symbols[literal.predicate], bound, task)
        if wrong:
            return f"the goal has {literal}, but {wrong}"
    return ""


def _wrong_symbol(literal: Literal, symbols: Mapping[str, Symbol]) -> str:
    symbol = symbols.get(literal.predicate)
    if symbol is None:
        return f"the domain has no {literal.predicate!r}; it has {_listed(symbols)}"
    count = len(symbol.parameters)
    if len(literal.terms) != count:
        return f"{literal.predicate} takes {count} term{'' if count == 1 else 's'}"
    return ""


def _unknown(terms: Iterable[str], known: set[str]) -> str:
    unknown = [term for term in terms if term not in known]
    return f"there is no object {unknown[0]!r}" if unknown else ""


def _wrong_type(literal: Literal, symbol: Symbol, bound: Mapping[str, str], task: PddlTask) -> str:
    members = task.universe.objects
    for term, parameter in zip(literal.terms, symbol.parameters, strict=True):
        of = bound.get(term)
        if of is not None and of not in members:
            return f"{term} is of type {of!r}; the types are {_listed(members)}"
        fits = _related(of, parameter.type, task) if of is not None else term in members[parameter.type]
        if not fits:
            return f"{term} is no {parameter.type}"
    return ""


def _related(one: str, other: str, task: PddlTask) -> bool:
    return task.domain.is_a(one, other) or task.domain.is_a(other, one)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def _literals(goal: Goal, bound: Mapping[str, str]) -> Iterator[tuple[Literal, Mapping[str, str]]]:
    """Every literal, or numeric fluent as one, with the types of the variables that are bound there."""
    match goal:
        case Holds(literal):
            yield literal, bound
        case Compare(function, terms):
            yield Literal(function, terms), bound
        case AtLeast():
            yield from ((instance, bound) for instance in goal.instances())
        case Not(part):
            yield from _literals(part, bound)
        case AllOf(parts) | AnyOf(parts) | InOrder(parts):
            for part in parts:
                yield from _literals(part, bound)
        case Exists(variables, part) | ForAll(variables, part):
            yield from _literals(part, {**bound, **{v.name: v.type for v in variables}})
