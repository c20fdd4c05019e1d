# SPDX-License-Identifier: Apache-2.0
"""A PDDL problem as a model writes it: the things that goal and plan are about, where they are, and the goal."""

from __future__ import annotations

from collections.abc import Sequence

from makedo_core.ontology import load_ontology
from makedo_core.skills import Literal
from makedo_eval.simulated_model.truth import Truth
from planner_node.backends.domains.domain_backend import DomainBackend
from planner_node.pddl.names import pddl_name
from planner_node.strategies.domain_reality import DomainReality
from planner_node.strategies.reality import CatalogueReality, Reality, surroundings
from planner_node.strategies.statement import ProblemStatement, said


def problem_text(truth: Truth, wanted: Sequence[Literal]) -> str:
    """The problem of reaching some literals in the scene of a truth, in its domain."""
    reality = _reality(truth)
    named = list(dict.fromkeys(t for x in wanted for t in x.terms))
    used = [*named, *(a for call in truth.calls for a in call.arguments)]
    ids = [*named, *sorted(surroundings(used, truth.graph) - set(named))]
    usual = reality.types
    known = {i: usual[i] for i in ids if i in usual}
    strangers = {i: next(iter(known.values()), "object") for i in named if i not in truth.graph}
    statement = ProblemStatement({**known, **strangers}, frozenset(), tuple(wanted))
    told = (f for f in reality.facts(statement) if f.predicate not in reality.domain.derived)
    facts = sorted(said(f) for f in told if statement.types.keys() >= set(f.terms))
    objects = " ".join(f"{pddl_name(i)} - {type_name}" for i, type_name in statement.types.items())
    goal = " ".join(said(x) for x in wanted)
    name = reality.domain.name
    return (
        f"(define (problem asked)\n  (:domain {name})\n  (:objects {objects})\n"
        f"  (:init {' '.join(facts)})\n  (:goal (and {goal})))"
    )


def _reality(truth: Truth) -> Reality:
    task = truth.task
    if task.domain is None:
        return CatalogueReality(task.graph, task.known_failures)
    return DomainReality(DomainBackend(task.domain, task.graph, load_ontology()), task.graph)
