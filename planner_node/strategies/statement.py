# SPDX-License-Identifier: Apache-2.0
"""What a model's PDDL problem states: things with types, facts, and the literals that it wants, in ids of the graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from makedo_core.failure import MakedoError
from makedo_core.goals.goal import (
    AllOf,
    AnyOf,
    AtLeast,
    Exists,
    ForAll,
    Goal,
    Holds,
    InOrder,
    Not,
    Universe,
    bound,
    conjuncts,
    grounded,
)
from makedo_core.goals.goal_text import describe
from makedo_core.skills import Literal
from planner_node.pddl.model import Domain
from planner_node.pddl.names import node_id, pddl_name
from planner_node.pddl.reading.tasks import read_task

MOST_CASES = 2000


class StatementError(MakedoError):
    """A goal of a form that cannot be compared with what was asked; the message is fit to be shown to a model."""


@dataclass(frozen=True, slots=True)
class ProblemStatement:
    """A problem as it was written, nothing of it believed yet.

    Attributes:
        types: of each thing, by its id.
        facts: of the initial state.
        wanted: the goal: all of these.
        values: numeric functions that were given a value.
        stages: what of the goal is to be reached before the rest, stage after stage; a problem cannot say that, the
            instruction can.
    """

    types: Mapping[str, str]
    facts: frozenset[Literal]
    wanted: tuple[Literal, ...]
    values: tuple[str, ...] = ()
    stages: tuple[tuple[Literal, ...], ...] = ()

    @property
    def goal(self) -> Goal:
        """The conjunction of what is wanted, after its stages."""
        first = tuple(_all(stage) for stage in self.stages)
        return InOrder((*first, _all(self.wanted))) if first else _all(self.wanted)


def read_statement(text: str, domain: Domain, predicates: Mapping[str, str]) -> ProblemStatement:
    """Read a problem.

    Args:
        text: PDDL.
        domain: what it may say.
        predicates: how the scene's facts name predicates where that is more than their text.

    Raises:
        PddlError: with every mistake, each with line and column.
        StatementError: if the goal is more than a conjunction of literals.
    """
    task = read_task(text, domain, tolerant=True, source="problem").value
    ids = {name: node_id(name) for names in task.universe.objects.values() for name in names}

    def in_ids(literal: Literal) -> Literal:
        predicate = predicates.get(literal.predicate, literal.predicate)
        return Literal(predicate, literal.bind(ids).terms, literal.negated)

    universe = Universe({t: tuple(ids[n] for n in names) for t, names in task.universe.objects.items()})
    if _cases(task.goal, universe) > MOST_CASES:
        raise StatementError(f"the goal's quantifiers stand for more than {MOST_CASES} cases; name the things instead")
    wanted = _literals(grounded(bound(task.goal, ids), universe))
    return ProblemStatement(
        {ids[thing.name]: thing.type for thing in (*task.domain.constants, *task.objects)},
        frozenset(in_ids(fact) for fact in task.initial),
        tuple(dict.fromkeys(in_ids(literal) for literal in wanted)),
        tuple(sorted({function for function, _ in task.values})),
    )


def said(literal: Literal) -> str:
    """A literal as a problem says it."""
    terms = (term if term.startswith("?") else pddl_name(term) for term in literal.terms)
    inner = f"({' '.join((literal.predicate, *terms))})"
    return f"(not {inner})" if literal.negated else inner


def _all(wanted: Sequence[Literal]) -> Goal:
    return AllOf(tuple(Holds(literal) for literal in wanted))


def _literals(goal: Goal) -> tuple[Literal, ...]:
    """The literals of a conjunction."""
    found: list[Literal] = []
    for part in conjuncts(goal):
        match part:
            case Holds(literal):
                found.append(literal)
            case Not(Holds(literal)):
                found.append(~literal)
            case Not(Not(inner)):
                found.extend(_literals(inner))
            case AtLeast(count, objects) if count == len(objects):
                found.extend(part.instances())
            case _:
                raise StatementError(
                    f"a part of the goal is no fact of named things: {describe(part)}; say which things are meant, as "
                    "a conjunction of facts, each negated or not"
                )
    return tuple(found)


def _cases(goal: Goal, universe: Universe) -> int:
    """How many cases the quantifiers of a formula stand for."""
    match goal:
        case Exists(variables, part) | ForAll(variables, part):
            return prod(len(universe.objects[v.type]) for v in variables) * _cases(part, universe)
        case Not(part):
            return _cases(part, universe)
        case AllOf(parts) | AnyOf(parts) | InOrder(parts):
            return sum(_cases(part, universe) for part in parts)
    return 1
