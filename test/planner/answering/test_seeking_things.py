# SPDX-License-Identifier: Apache-2.0
"""Somebody who is told to find a thing looks until it was seen, and then says where it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import NodeKind
from makedo_core.known_failure import FailureKind, KnownFailure

SEARCHED = FailureKind.SEARCHED


def looks(result):
    return [c.arguments[-1] for c in result.plan.calls if c.skill == "discover_objects"]


def seen(graph, node_id):
    return replace(
        graph, nodes={**graph.nodes, node_id: replace(graph[node_id], last_seen=graph.stamp, confidence=0.9)}
    )


def without(graph, node_id):
    nodes = {i: node for i, node in graph.nodes.items() if i != node_id}
    return replace(graph, nodes=nodes, relations=frozenset(r for r in graph.relations if r.source != node_id))


@pytest.mark.parametrize(
    ("instruction", "place"),
    [
        ("find the remote", "tv_stand_1"),
        ("look for the banana", "table_1"),
        ("search the kitchen for apples", "table_1"),
        ("can you find the fork?", "drawer_1"),
        ("look for my keys", "table_1"),  # nobody knows of any: where such things usually are
    ],
)
def test_it_first_looks_where_the_thing_is_thought_to_be_and_claims_nothing(plan, home, instruction, place):
    result = plan(instruction, home)
    assert looks(result) == [place]
    assert result.plan.provisional and result.answer
    assert "exactly" not in result.explanation


def test_what_is_shut_is_opened_to_look_and_shut_again(plan, home):
    skills = [c.skill for c in plan("find the fork", home).plan.calls]
    assert skills == ["go_to", "open", "discover_objects", "close"]


def test_what_was_seen_is_looked_at_once_more_and_then_told(plan, home):
    there = seen(home, "remote_1")
    assert looks(plan("find the remote", there)) == ["tv_stand_1"]
    told = plan("find the remote", there, known_failures=(KnownFailure(SEARCHED, "tv_stand_1"),))
    assert told.plan.calls == ()
    assert told.goal_text == "Remote 1 is on tv stand 1 in the living room, seen just now."


def test_where_others_are_thought_to_be_is_not_told_once_one_was_seen(plan, home):
    there = seen(home, "apple_1")
    known = (KnownFailure(SEARCHED, "table_1"),)
    assert plan("find an apple", there, known_failures=known).goal_text.count("apple") == 0  # "Apple 1 is on ..." alone
    both = plan("where are the apples", there).answer
    assert both.startswith("Apple 1 is on table 1 in the kitchen, seen just now; apple 2 should be on table 3")


def test_where_it_was_not_it_is_looked_for_elsewhere_and_given_up_in_the_end(plan, home):
    gone = without(home, "remote_1")
    searched: tuple[KnownFailure, ...] = ()
    places = []
    while (result := plan("find the remote", gone, known_failures=searched)).plan is not None:
        (place,) = looks(result)
        assert place not in places
        places.append(place)
        searched += (KnownFailure(SEARCHED, place),)
    assert len(places) > 1
    assert result.outcome.cause is FailureCause.OBJECT_NOT_FOUND
    assert result.outcome.message.startswith("I know of no remote here.")
    assert "I looked at" in result.outcome.message


def test_all_of_a_kind_are_looked_for_wherever_they_are_thought_to_be(plan, home):
    assert set(looks(plan("find all the books", home))) == {"shelf_1", "table_3"}


def test_whose_it_is_is_asked_once_one_is_known(plan, home):
    assert plan("find my mug", home).outcome.cause is FailureCause.AMBIGUOUS


def test_what_is_found_to_be_brought_is_no_question(plan, home):
    result = plan("find the apple and bring it to table_2", home)
    assert not result.answer and result.plan.calls[-1].skill == "put_on"


def test_a_place_is_looked_at_as_asked(plan, home):
    result = plan("look at table_1", home)
    assert looks(result) == ["table_1"] and not result.plan.provisional


def test_what_was_not_to_be_seen_where_it_is_thought_to_be_is_not_called_found(plan, home):
    known = tuple(KnownFailure(SEARCHED, n.id) for n in home.of_kind(NodeKind.ASSET))
    result = plan("find the remote", home, known_failures=known)
    assert result.outcome.cause is FailureCause.OBJECT_NOT_FOUND
    assert result.outcome.message.startswith(
        "I did not find the remote. Remote 1 should be on tv stand 1 in the living room, but was not to be seen there."
    )


def test_of_two_that_were_to_be_found_one_is_not_enough_and_is_told(plan, home):
    known = tuple(KnownFailure(SEARCHED, n.id) for n in home.of_kind(NodeKind.ASSET))
    result = plan("find two mugs", seen(home, "mug_1"), known_failures=known)
    assert result.outcome.cause is FailureCause.OBJECT_NOT_FOUND
    assert result.outcome.message.startswith(
        "I found only one of two mugs. Mug 1 is on counter 1 in the kitchen, seen just now; mug 2 should be on table 3"
    )


def test_while_a_second_one_may_be_elsewhere_it_is_looked_for_there(plan, home):
    known = (KnownFailure(SEARCHED, "counter_1"), KnownFailure(SEARCHED, "table_3"))
    (place,) = looks(plan("find two mugs", seen(home, "mug_1"), known_failures=known))
    assert place not in ("counter_1", "table_3")


def test_all_that_was_seen_of_a_kind_is_told_with_what_was_not(plan, home):
    known = tuple(KnownFailure(SEARCHED, n) for n in ("shelf_1", "table_3"))
    result = plan("find all the books", seen(home, "book_3"), known_failures=known)
    assert result.plan.calls == ()
    assert "Book 3 is on table 3 in the office, seen just now; book 1 and book 2 should be on shelf 1" in result.answer
    assert result.answer.count("but were not to be seen there") == 1
