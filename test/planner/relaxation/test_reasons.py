# SPDX-License-Identifier: Apache-2.0
"""Reasons are true: what was looked for, what never had a place, and what nobody moves."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.plan import RelaxationKind
from makedo_core.skills import Literal
from planner_node.grounding.demand import Demand
from planner_node.language.things import NounPhrase
from planner_node.relaxation.reasons import scarcity
from support.meant import LABELS, PLACES, draw_scene, ends
from support.words import Words

INSTRUCTION = "bring the apple to table_2"


def placeless(confidence: float) -> Node:
    return Node("apple_1", "apple", NodeKind.OBJECT, size=(0.06, 0.06, 0.06), confidence=confidence)


def reason(result) -> str:
    (change,) = result.plan.relaxations
    return change.reason


@pytest.mark.parametrize("confidence", [0.2, 0.9])
def test_of_a_thing_that_never_had_a_place_nobody_says_where_it_should_be(plan, world, confidence, words: Words):
    told = reason(plan(INSTRUCTION, world("orange_1 on table_1", extra=[placeless(confidence)])))
    words(told)
    assert "should be" not in told


def test_what_was_looked_for_in_vain_was_not_found_where_it_should_be(plan, world, words: Words):
    failures = (KnownFailure(FailureKind.MISSING, "apple_1"),)
    told = reason(plan(INSTRUCTION, world("orange_1 on table_1", "apple_1 on shelf_1"), known_failures=failures))
    words(told)


def test_so_was_what_the_graph_knows_to_be_gone(plan, world, words: Words):
    graph = world("orange_1 on table_1", "apple_1 on shelf_1")
    gone = graph.changed(put=[replace(graph["apple_1"], confidence=0.0)])
    words(reason(plan(INSTRUCTION, gone)))


def test_what_stands_in_is_named_beside_a_lost_thing_that_was_just_spoken_of(plan, world, words: Words):
    graph = world("apple_1 on table_1", "apple_2 on shelf_1")
    painted = graph.changed(
        put=[replace(graph[i], attributes=frozenset({look})) for i, look in (("apple_1", "green"), ("apple_2", "red"))]
    )
    missing = (KnownFailure(FailureKind.MISSING, "apple_2"),)
    told = reason(plan("bring the red apple to table_2", painted, known_failures=missing))
    words(told)
    assert told.endswith("as apple 2 was not found where it should be; apple 1 is green")


def test_each_of_several_things_has_its_own_reason(plan, world, words: Words):
    graph = world("orange_1 on table_1", "apple_2 on shelf_1", extra=[placeless(0.9)])
    told = reason(plan(INSTRUCTION, graph, known_failures=(KnownFailure(FailureKind.MISSING, "apple_2"),)))
    words(told)


@pytest.mark.parametrize("instruction", ["hold the table", "hold table_1", "put the fridge on the table"])
def test_furniture_is_not_carried_and_nobody_is_asked_where_to(plan, world, instruction, words: Words):
    result = plan(instruction, world("apple_1 on table_1"))
    assert result.outcome.cause is FailureCause.NOT_CAPABLE
    words(result.outcome.message)


def test_cause_and_likeness_of_a_stand_in_are_reasons_of_their_own(plan, world, words: Words):
    (change,) = plan(INSTRUCTION, world("orange_1 on table_1")).plan.relaxations
    words(change.reasons[0])
    assert len(change.reasons) == 2


def test_with_nobody_to_ask_the_first_reason_to_look_is_what_nobody_knows_of(plan, world, words: Words):
    result = plan("bring the screwdriver to table_2", world("orange_1 on shelf_1"), asks=False)
    (change,) = result.plan.relaxations
    assert result.plan.provisional
    words(change.reasons[0])


def test_what_is_left_out_because_there_are_too_few_is_not_said_to_fit_badly(plan, world):
    result = plan("put one fork on each table", world("fork_1 inside drawer_1"))
    assert {c.reasons for c in result.plan.relaxations} == {("three are asked for in all, and I know of one",)}
    assert result.explanation.count("because") == 1


def test_what_cannot_be_done_at_once_is_not_said_to_be_scarce():
    def fork(place: str) -> Demand:
        return Demand(
            "a fork", 1, ("fork_1", "fork_2"), (Literal("on", ("?object", place)),), NounPhrase("a fork", "fork")
        )

    assert scarcity(fork("table_1"), [fork("table_1"), fork("table_2")]) == ""
    assert scarcity(fork("table_1"), [fork(f"table_{i}") for i in range(3)])


@pytest.mark.parametrize("seed", [142, 180, 766, *range(60)])
def test_stand_ins_that_are_named_are_those_that_are_brought(plan, seed):
    random = Random(seed)
    graph = draw_scene(random)
    kind, count, place = random.choice(LABELS), random.randint(1, 4), random.choice(PLACES)
    more, there = random.choice(LABELS), random.choice(PLACES)
    result = plan(f"bring {count} {kind} to {place} and two {more} to {there}", graph, asks=False)
    if result.plan is None:
        return
    before, after = ends(graph, ()), ends(graph, result.plan.calls)
    for change in result.plan.relaxations:
        if change.kind is RelaxationKind.SUBSTITUTE:
            named = {n for n in before if n.replace("_", " ") in change.instead}
            assert named
            assert all(after[n] in (place, there) and after[n] != before[n] for n in named)


def test_what_would_stand_in_is_no_help_where_it_lies_already_elsewhere(plan, world):
    """The bowl that nobody can take is on table 1: that is no plate on table 2, and table 2 can be used."""
    graph = world("plate_1 on shelf_1", "bowl_1 on table_1", "spoon_1 on shelf_1")
    failures = tuple(KnownFailure(FailureKind.UNREACHABLE, i) for i in ("plate_1", "bowl_1"))
    both = plan("put a spoon and a plate on table_2", graph, known_failures=failures)
    after = {"plate_1": "shelf_1", "bowl_1": "table_1", "spoon_1": "table_2"}
    assert both.plan is not None and ends(graph, both.plan.calls) == after
    assert [(r.asked, r.instead) for r in both.plan.relaxations] == [("a plate", "")]
    alone = plan("put a plate on table_2", graph, known_failures=failures)
    assert alone.plan is None and "table 2" not in alone.outcome.message


@pytest.mark.parametrize(
    ("lost", "instead", "why"),
    [
        (("book_1",), "only two", "book 1 was not found where it should be"),
        (("book_1", "book_2"), "only one", "book 2 was not found where it should be"),
    ],
)
def test_all_without_what_was_looked_for_in_vain_is_not_all(plan, world, lost, instead, why):
    """Else an instruction ends as done when two of three books were not to be seen."""
    graph = world("book_1 on shelf_1", "book_2 on shelf_1", "book_3 on table_1")
    failures = tuple(KnownFailure(FailureKind.MISSING, i) for i in lost)
    result = plan("put all the books on table_2", graph, known_failures=failures)
    assert result.plan is not None
    after = {f"book_{i}": "shelf_1" if f"book_{i}" in lost else "table_2" for i in (1, 2, 3)}
    assert ends(graph, result.plan.calls) == after
    (change,) = result.plan.relaxations
    assert (change.kind, change.asked, change.instead) == (RelaxationKind.LOWER_COUNT, "all the books", instead)
    assert why in change.reason


def test_what_was_gone_before_belongs_to_nothing_that_is_asked_for(plan, world):
    graph = world("book_1 on shelf_1", "book_3 on table_1")
    gone = graph.changed(put=[replace(graph["book_1"], confidence=0.0)])
    result = plan("put all the books on table_2", gone)
    assert result.plan is not None and result.plan.relaxations == ()


@pytest.mark.parametrize(
    ("failures", "why"),
    [
        ((KnownFailure(FailureKind.FULL_ON, "table_2"),), "I found no way to put something on table 2, and "),
        ((KnownFailure(FailureKind.BLOCKED, "table_2"),), "I found no way to drive to table 2, and "),
    ],
)
def test_another_place_is_taken_for_what_stands_against_the_one_asked_for(plan, world, failures, why, words: Words):
    told = reason(plan(INSTRUCTION, world("apple_1 on shelf_1"), known_failures=failures))
    words(told)
    assert told.startswith(why)


def test_a_refusal_says_each_reason_once_and_of_what_there_would_be_fewer(plan, world, words: Words):
    things = ("apple_1 inside fridge_1", "apple_2 on table_1", "apple_3 on table_1")
    blocked = (KnownFailure(FailureKind.BLOCKED, "fridge_1"),)
    told = plan(
        "open the fridge and put four apples inside", world(*things, "apple_4 on table_1"), known_failures=blocked
    )
    words(told.outcome.message)
    assert told.outcome.cause is FailureCause.NOTHING_ACCEPTABLE
    assert told.outcome.message.count("I found no way to drive to fridge 1") == 1
    assert "only one for 'four apples'" in told.outcome.message
