# SPDX-License-Identifier: Apache-2.0
"""Compiles away what an engine does not know: goals in an order, derived predicates, effects that override another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from makedo_core.goals.goal import (
    AllOf,
    AnyOf,
    Compare,
    Exists,
    ForAll,
    Goal,
    Holds,
    InOrder,
    Not,
    bound,
    conjuncts,
    constants,
)
from makedo_core.skills import Literal, SkillCall
from planner_node.pddl.alternatives import without_derived
from planner_node.pddl.model import EQUALITY, Effect, Operator, PddlTask, Symbol

_STAGE = "makedo-stage"


def in_stages(task: PddlTask) -> PddlTask:
    """The same task with a goal without order: what must hold before is noted by operators that do nothing else.

    Each note is a fact that can only be made true while its part holds and after the note before it, so a plan
    of the new task without the notes is one of the old task, and the other way round. Objects that the notes name
    become constants of the domain. Only an order that is asked for outright is compiled, not one inside a
    disjunction or a negation.
    """
    ordered = [part for part in conjuncts(task.goal) if isinstance(part, InOrder)]
    if not ordered:
        return task
    goals: list[Goal] = [part for part in conjuncts(task.goal) if not isinstance(part, InOrder)]
    notes: list[Operator] = []
    for number, order in enumerate(ordered):
        *earlier, last = _parts(order)
        before: Goal = AllOf(())
        for index, part in enumerate(earlier):
            noted = Literal(f"{_STAGE}-{number}-{index}")
            notes.append(Operator(noted.predicate, (), AllOf((before, part)), (Effect(noted),), cost=0.0))
            before = Holds(noted)
        goals.extend((before, last))
    named = {name for note in notes for name in constants(note.precondition)}
    domain = replace(
        task.domain,
        constants=tuple(dict.fromkeys((*task.domain.constants, *(v for v in task.objects if v.name in named)))),
        predicates={**task.domain.predicates, **{n.name: Symbol(n.name, ()) for n in notes}},
        operators={**task.domain.operators, **{n.name: n for n in notes}},
    )
    objects = tuple(v for v in task.objects if v.name not in named)
    return replace(task, domain=domain, objects=objects, goal=AllOf(tuple(goals)))


def _parts(order: InOrder) -> Iterator[Goal]:
    """The parts of an order; an order as the last part goes on with it, elsewhere its last part is meant."""
    if not order.parts:
        yield AllOf(())
        return
    for part in order.parts[:-1]:
        while isinstance(part, InOrder):
            part = part.parts[-1] if part.parts else AllOf(())
        yield part
    last = order.parts[-1]
    if isinstance(last, InOrder):
        yield from _parts(last)
    else:
        yield last


def without_stages(calls: Iterable[SkillCall]) -> tuple[SkillCall, ...]:
    """A plan of a task in stages without the notes."""
    return tuple(call for call in calls if not call.skill.startswith(_STAGE))


def without_axioms(task: PddlTask) -> PddlTask:
    """The same task with every derived predicate replaced by what it stands for.

    Raises:
        DomainError: if one is defined by itself.
    """
    domain = task.domain
    if not domain.derived:
        return task

    def compiled(operator: Operator) -> Operator:
        effects = tuple(replace(e, condition=without_derived(e.condition, domain)) for e in operator.effects)
        return replace(operator, precondition=without_derived(operator.precondition, domain), effects=effects)

    operators = {name: compiled(operator) for name, operator in domain.operators.items()}
    return replace(
        task, domain=replace(domain, operators=operators, derived={}), goal=without_derived(task.goal, domain)
    )


def numbers_in(task: PddlTask) -> str:
    """A word on where a task compares or changes numbers; empty if it does not."""
    if any(isinstance(part, Compare) for part in _leaves(task.goal)):
        return "its goal compares numbers"
    for operator in task.domain.operators.values():
        if operator.numeric:
            return f"{operator.name} changes numbers"
        if any(isinstance(part, Compare) for g in _conditions(operator) for part in _leaves(g)):
            return f"{operator.name} compares numbers"
    for rule in task.domain.derived.values():
        if any(isinstance(part, Compare) for part in _leaves(rule.condition)):
            return f"{rule.symbol.name} compares numbers"
    return ""


def _conditions(operator: Operator) -> Iterator[Goal]:
    yield operator.precondition
    yield from (effect.condition for effect in operator.effects)


def _leaves(goal: Goal) -> Iterator[Goal]:
    match goal:
        case Not(part) | Exists(_, part) | ForAll(_, part):
            yield from _leaves(part)
        case AllOf(parts) | AnyOf(parts) | InOrder(parts):
            for part in parts:
                yield from _leaves(part)
        case _:
            yield goal


def adds_win(task: PddlTask) -> PddlTask:
    """The same task, with what an operator makes both true and false left out of what it makes false.

    So it is in PDDL; for ENHSP, which has the fact deleted, the effect must say it.
    """

    def guarded(operator: Operator) -> Operator:
        known = [part for part in conjuncts(operator.precondition) if isinstance(part, Holds)]
        types = {v.name: v.type for v in operator.parameters}
        effects = []
        for effect in operator.effects:
            if not effect.literal.negated:
                effects.append(effect)
                continue
            unless = [_overridden(effect, other, types, known, task) for other in operator.effects]
            if AllOf(()) not in unless:  # else it never takes effect
                guards = tuple(Not(clash) for clash in unless if clash is not None)
                condition = AllOf((effect.condition, *guards)) if guards else effect.condition
                effects.append(replace(effect, condition=condition))
        return replace(operator, effects=tuple(effects))

    operators = {name: guarded(operator) for name, operator in task.domain.operators.items()}
    return replace(task, domain=replace(task.domain, operators=operators))


def _overridden(
    delete: Effect, add: Effect, parameters: Mapping[str, str], known: Iterable[Holds], task: PddlTask
) -> Goal | None:
    """When an effect makes true what another makes false; None: never. The empty conjunction: always."""
    if add.literal.negated or add.literal.predicate != delete.literal.predicate:
        return None
    fresh = {v.name: f"{v.name}-added" for v in add.variables}
    variables = tuple(replace(v, name=fresh[v.name]) for v in add.variables)
    types = {**parameters, **{v.name: v.type for v in (*delete.variables, *variables)}}
    excluded = {
        frozenset(part.literal.terms)
        for part in (*known, *(p for p in conjuncts(delete.condition) if isinstance(p, Holds)))
        if part.literal.predicate == EQUALITY and part.literal.negated
    }
    equal: list[Goal] = []
    for mine, other in zip(delete.literal.terms, add.literal.bind(fresh).terms, strict=True):
        if mine == other:
            continue
        if frozenset((mine, other)) in excluded or not _can_be_equal(mine, other, types, task):
            return None
        equal.append(Holds(Literal(EQUALITY, (mine, other))))
    condition = bound(add.condition, fresh)
    parts = (*equal, *(() if condition == AllOf(()) else (condition,)))
    return Exists(variables, AllOf(parts)) if variables else AllOf(parts)


def _can_be_equal(one: str, other: str, types: Mapping[str, str], task: PddlTask) -> bool:
    """Whether two terms can be the same object, by their types."""
    members = task.universe.objects

    def candidates(term: str) -> set[str]:
        return set(members[types[term]]) if term in types else {term}

    return not candidates(one).isdisjoint(candidates(other))
