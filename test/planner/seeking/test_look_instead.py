# SPDX-License-Identifier: Apache-2.0
"""What a look has shown to be gone from its place is looked for elsewhere; what nobody ever knew is asked about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.failure import FailureCause
from makedo_core.graph.persons_word import Matter, PersonsWord
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.known_failure import FailureKind, KnownFailure
from planner_node.seeking.look_instead import MOST_LOOKS

GONE = Node("apple_1", "apple", NodeKind.OBJECT, size=(0.06, 0.06, 0.06), confidence=0.0, last_seen=3.0)
PLACES = ("counter_1", "fridge_1", "drawer_1", "shelf_1", "table_1", "table_3", "table_2")


@pytest.fixture
def gone(world):
    """A home where a look has shown that the only apple is not on table 1."""
    graph = world("apple_1 on table_1", extra=[GONE])
    return graph.changed(put=[replace(graph["table_1"], last_seen=3.0)])


def searched(*places: str) -> tuple[KnownFailure, ...]:
    return tuple(KnownFailure(FailureKind.SEARCHED, place) for place in places)


def looked_at(result) -> list[str]:
    return [call.arguments[0] for call in result.plan.calls if call.skill == "discover_objects"]


@pytest.mark.parametrize("what", ["the apple", "all apples", "apple_1"])
def test_what_is_gone_from_its_place_is_looked_for_elsewhere_and_the_doubt_is_told(plan, gone, what):
    result = plan(f"bring {what} to table_2", gone)
    assert result.outcome.ok and result.plan.provisional
    (place,), (change,) = looked_at(result), result.plan.relaxations
    assert place != "table_1"
    assert change.reasons[0] == "apple 1 was not found where it should be"
    assert change.instead == f"looking for {what} at {place.replace('_', ' ')}"


def test_it_is_looked_for_in_one_place_after_the_other(plan, gone):
    seen: list[str] = []
    for _ in range(MOST_LOOKS):
        result = plan("bring the apple to table_2", gone, known_failures=searched(*seen))
        if result.plan is None:
            break
        seen += looked_at(result)
    assert len(seen) > 1 and len(set(seen)) == len(seen)


def test_after_so_many_looks_it_is_told_where(plan, gone):
    result = plan("bring the apple to table_2", gone, known_failures=searched(*PLACES[:MOST_LOOKS]))
    assert (result.plan, result.outcome.cause) == (None, FailureCause.OBJECT_NOT_FOUND)
    assert "I looked at counter 1, fridge 1, drawer 1, shelf 1, table 1 and table 3." in result.outcome.message


def test_what_somebody_told_to_be_gone_is_not_looked_for(plan, gone):
    told = replace(gone["apple_1"], told=PersonsWord(frozenset({Matter.GONE}), 3.0))
    result = plan("bring the apple to table_2", gone.changed(put=[told]))
    assert (result.plan, result.outcome.cause) == (None, FailureCause.OBJECT_NOT_FOUND)


def test_what_nobody_ever_knew_is_asked_about(plan, gone):
    result = plan("bring the mug to table_2", gone)
    assert (result.plan, result.outcome.cause) == (None, FailureCause.OBJECT_NOT_FOUND)


def test_what_can_be_had_is_not_looked_for(plan, world):
    result = plan("bring an apple to table_2", world("apple_1 on table_1", "apple_2 on shelf_1", extra=[GONE]))
    assert result.outcome.ok and not result.plan.provisional
    assert "apple_2" in {call.arguments[0] for call in result.plan.calls}
