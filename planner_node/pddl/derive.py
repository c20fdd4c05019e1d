# SPDX-License-Identifier: Apache-2.0
"""Moves the existential parts of a goal into derived predicates.

A conjunction of several existential conditions makes a translator that writes out the disjunctive normal form
multiply their alternatives; as derived predicates they stay separate.

Source: Helmert, Concise finite-domain representations for PDDL planning tasks, AIJ 2009, section 5.1.
"""

from __future__ import annotations

from dataclasses import replace

from makedo_core.goals.goal import AllOf, AnyOf, AtLeast, Exists, Goal, Holds, conjuncts, constants
from makedo_core.skills import Literal
from planner_node.pddl.model import Derived, PddlTask, Symbol
from planner_node.pddl.requirements import covered, required

_NAME = "goal-part"


def with_derived_goal(task: PddlTask) -> PddlTask:
    """The same task; each conjunct of its goal that has alternatives becomes a derived predicate of its domain.

    Objects that those conjuncts name become constants of the domain. The rest of the task stays as it is; without
    at least one such conjunct it is the same task.
    """
    derived = dict(task.domain.derived)
    predicates = dict(task.domain.predicates)
    taken = {name.lower() for name in (*predicates, *derived, *task.domain.functions)}
    parts: list[Goal] = []
    named: set[str] = set()
    for part in conjuncts(task.goal):
        if not isinstance(part, Exists | AnyOf | AtLeast):
            parts.append(part)
            continue
        number = next(n for n in range(1, len(taken) + 2) if f"{_NAME}-{n}" not in taken)
        symbol = Symbol(f"{_NAME}-{number}", ())
        taken.add(symbol.name)
        predicates[symbol.name] = symbol
        derived[symbol.name] = Derived(symbol, part)
        parts.append(Holds(Literal(symbol.name)))
        named |= constants(part)
    if len(derived) == len(task.domain.derived):
        return task
    moved = tuple(thing for thing in task.objects if thing.name in named)
    domain = replace(task.domain, predicates=predicates, derived=derived, constants=(*task.domain.constants, *moved))
    missing = (flag for flag in required(domain) if flag not in covered(domain.requirements))
    domain = replace(domain, requirements=(*domain.requirements, *missing))
    objects = tuple(thing for thing in task.objects if thing not in moved)
    return replace(task, domain=domain, objects=objects, goal=parts[0] if len(parts) == 1 else AllOf(tuple(parts)))
