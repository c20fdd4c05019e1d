# SPDX-License-Identifier: Apache-2.0
"""A goal that a model states as JSON, and the PDDL problem that it stands for: small models write no PDDL.

Things, their types and what holds come from the scene, so that nothing but the goal is the model's.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from makedo_core.skills import Literal
from planner_node.llm.forms import Form, choice, either, exactly, flag, record, some, text
from planner_node.pddl.model import Domain
from planner_node.pddl.names import pddl_name
from planner_node.strategies.reality import Reality
from planner_node.strategies.statement import said

MOST_FACTS = 60
_LONGEST_EXPLANATION = 400  # characters
_Name = Annotated[str, Field(min_length=1, max_length=200)]


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


class GoalFact(_Answer):
    """What is to be so of named things, or not so."""

    predicate: _Name
    terms: Annotated[list[_Name], Field(min_length=1, max_length=6)]
    negated: bool = False


class StatedGoal(_Answer):
    """All that is to be so in the end, and why that is what was asked."""

    explanation: Annotated[str, Field(max_length=4000)] = ""
    goal: Annotated[list[GoalFact], Field(min_length=1, max_length=MOST_FACTS)]


def goal_predicates(domain: Domain) -> dict[str, int]:
    """Names of what can be brought about of things, with how many things each is said of."""
    symbols = (domain.predicates[name] for name in sorted(domain.fluents - domain.derived.keys()))
    return {symbol.name: len(symbol.parameters) for symbol in symbols if symbol.parameters}


def goal_form(reality: Reality) -> Form:
    """The strict schema of a goal in a scene."""
    names = choice([pddl_name(node_id) for node_id in reality.types])
    facts = [
        record(predicate=exactly(name), terms=some(names, length, length), negated=flag())
        for name, length in goal_predicates(reality.domain).items()
    ]
    return record(explanation=text(_LONGEST_EXPLANATION), goal=some(either(*facts), MOST_FACTS, 1))


def predicates_told(domain: Domain) -> str:
    """What a goal can be made of, a line each."""
    return "\n".join(str(domain.predicates[name]).replace("?", "") for name in goal_predicates(domain))


def wrong_with(answer: StatedGoal, reality: Reality) -> str:
    """Why a goal cannot be turned into a problem, in words for a model; empty if it can."""
    predicates = goal_predicates(reality.domain)
    names = {pddl_name(node_id) for node_id in reality.types}
    for fact in answer.goal:
        if fact.predicate not in predicates:
            return f"there is no predicate {fact.predicate!r}; there are {', '.join(predicates)}"
        if len(fact.terms) != predicates[fact.predicate]:
            return f"{fact.predicate} is said of {predicates[fact.predicate]} things, not of {len(fact.terms)}"
        for term in fact.terms:
            if term not in names:
                near = get_close_matches(term, sorted(names), n=3)
                meant = f"; did you mean {' or '.join(near)}?" if near else "; name ids of <scene>"
                return f"there is no {term!r} in the scene{meant}"
    return ""


def problem_of(answer: StatedGoal, reality: Reality) -> str:
    """The PDDL problem: all things of the scene, and the goal."""
    wanted = [Literal(fact.predicate, tuple(fact.terms), fact.negated) for fact in answer.goal]
    return (
        f"(define (problem stated)\n  (:domain {reality.domain.name})\n  (:objects {_objects(reality)})\n"
        f"  (:init)\n  (:goal (and {_conjunction(wanted)})))"
    )


def _objects(reality: Reality) -> str:
    return " ".join(f"{pddl_name(node_id)} - {type_name}" for node_id, type_name in reality.types.items())


def _conjunction(wanted: Sequence[Literal]) -> str:
    return " ".join(said(literal) for literal in wanted)
