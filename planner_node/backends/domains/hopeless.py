# SPDX-License-Identifier: Apache-2.0
"""Why a literal of a user's domain cannot become true, in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from makedo_core.goals.facts import words
from makedo_core.goals.goal import Holds, conjuncts
from makedo_core.goals.goal_text import spoken
from makedo_core.skills import Literal
from planner_node.pddl.alternatives import without_derived
from planner_node.pddl.model import Domain, DomainError, Operator, PddlTask
from planner_node.proof.problem import Problem
from planner_node.proof.reachability import reachable

_MAX_DEPTH = 5


def why_hopeless(domain: Domain, task: PddlTask, problem: Problem, literal: Literal) -> str:
    """The deepest condition that nothing can fulfil, on the way to the literal."""
    reached = {problem.literals[n] for n in reachable(problem)} | set(task.initial)
    return _cause(domain, task, reached, literal, 0) or f"no action can bring it about that {words(literal)}"


def _cause(domain: Domain, task: PddlTask, reached: set[Literal], literal: Literal, depth: int) -> str:
    if depth > _MAX_DEPTH:
        return ""
    types: dict[str, list[str]] = {}
    for thing in task.objects:
        types.setdefault(thing.name, []).append(thing.type)
    missing = [t for t in literal.terms if t not in types]
    if missing:
        return f"{spoken(missing[0])} can be no part of what {literal.predicate!r} is about"
    only = {name: ids[0] for name, ids in task.universe.objects.items() if len(ids) == 1}
    for operator, unique in _achievers(domain, types, literal):
        binding = {**{v.name: only[v.type] for v in operator.parameters if v.type in only}, **unique}
        for name, type_name in ((v.name, v.type) for v in operator.parameters):
            if name not in binding and not task.universe.objects[type_name]:
                return f"there is no {spoken(type_name.replace('-', '_'))} here"
        for part in conjuncts(operator.precondition):
            if not isinstance(part, Holds) or part.literal.negated:
                continue
            needed = part.literal.bind(binding)
            if any(_matches(needed, fact) for fact in reached):
                continue
            try:
                without_derived(part, domain)
            except DomainError as error:
                return str(error)
            open_terms = [t for t in needed.terms if t.startswith("?")]
            deeper = "" if open_terms else _cause(domain, task, reached, needed, depth + 1)
            return deeper or _nothing(needed)
    return ""


def _nothing(needed: Literal) -> str:
    known = [t for t in needed.terms if not t.startswith("?")]
    if needed.terms and needed.terms[-1].startswith("?") and known:
        return f"nobody knows where {spoken(known[0])} is"
    return f"it cannot be so that {words(needed)}"


def _matches(pattern: Literal, fact: Literal) -> bool:
    return (
        pattern.predicate == fact.predicate
        and pattern.negated is fact.negated
        and all(p.startswith("?") or p == t for p, t in zip(pattern.terms, fact.terms, strict=True))
    )


def _achievers(
    domain: Domain, types: Mapping[str, Sequence[str]], literal: Literal
) -> Iterator[tuple[Operator, dict[str, str]]]:
    """Operators with an effect that is the literal, bound so that it is, where the types allow that."""
    for operator in domain.operators.values():
        declared = {v.name: v.type for v in operator.parameters}
        for effect in operator.effects:
            found = effect.literal
            if found.predicate != literal.predicate or found.negated is not literal.negated:
                continue
            binding = dict(zip(found.terms, literal.terms, strict=True))
            fits = (
                any(domain.is_a(t, declared[name]) for t in types[term])
                for name, term in binding.items()
                if name in declared
            )
            if all(fits):
                yield operator, binding
