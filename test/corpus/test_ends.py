# SPDX-License-Identifier: Apache-2.0
"""Every end that the corpus expects can be reached: given as a goal instead of a sentence, it is planned for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import pytest

from makedo_core.goals.facts import Facts, facts
from makedo_core.goals.goal import OBJECT_VARIABLE, AtLeast, Goal, Holds, all_of
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.skills import Literal, Predicate
from makedo_eval.sentences.corpus import SentenceCase, corpus, scene
from makedo_eval.sentences.expectation import COUNT, FACTS, disturbed, failing, things_named
from makedo_eval.sentences.judge import course_of
from planner_node.assembly import Choices, assemble
from planner_node.strategies.parts import Strategy
from planner_node.task import PlanningTask

NO_GOALS = ("shared_verb_13",)
"""Open and closed again on the way, which no goal of the catalogue says."""


@pytest.fixture(scope="module")
def strategy() -> Strategy:
    return assemble(Choices(), environ={}).strategy


def goals(line: str, graph: SceneGraph, start: Facts) -> Iterator[Goal]:
    """A line as parts of a goal, of alternatives the first; nothing for what no goal can say."""
    part = line.split(" or ")[0].removeprefix("was ")
    negated = part.startswith("not ")
    word, *terms = part.removeprefix("not ").split()
    count = COUNT.fullmatch(part)
    if count is not None and count[2] != "-":
        literal = Literal(predicate(count[4], count[5], start), (OBJECT_VARIABLE, count[5]))
        yield AtLeast(int(count[1]), tuple(things_named(count[3], graph)), literal)
    elif count is None and word in FACTS and not (negated and len(terms) > 1):
        for thing in terms[0].split("+"):
            kind = predicate(word, terms[-1], start)
            yield Holds(Literal(kind, (thing, *terms[1:]), negated))


def predicate(word: str, place: str, start: Facts) -> Predicate:
    on_top = Literal(Predicate.SURFACE, (place,)) in start
    return (Predicate.ON if on_top else Predicate.INSIDE) if word == "at" else FACTS[word][0]


@pytest.mark.parametrize("mechanism", [name for name, _ in groupby(corpus(), lambda case: case.mechanism)])
def test_every_end_can_be_reached(mechanism: str, strategy: Strategy) -> None:
    for case in corpus():
        if case.mechanism == mechanism and case.id not in NO_GOALS:
            for ends in case.ends:
                assert shortfall(case, ends, strategy) == (), case.id


def shortfall(case: SentenceCase, ends: tuple[str, ...], strategy: Strategy) -> tuple[str, ...]:
    graph = scene(case.scene)
    start = facts(graph)
    parts = {line: tuple(goals(line, graph, start)) for line in ends}
    goal = all_of(tuple(part for line in ends for part in parts[line]))
    result = strategy.plan(PlanningTask("", graph, goal=goal_to_json(goal)))
    if result.plan is None:
        return (str(result.outcome),)
    course, impossible = course_of(result, graph)
    told = [line for line in ends if parts[line]]
    return (*failing(told, course), *disturbed(ends, case.may, course), *([impossible] if impossible else []))
