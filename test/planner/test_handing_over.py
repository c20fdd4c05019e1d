# SPDX-License-Identifier: Apache-2.0
"""Things that are given to a person: who "me" is, what is planned, and what is refused or explained."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.geometry import Pose
from makedo_core.goals.facts import facts
from makedo_core.goals.goal import Holds
from makedo_core.goals.goal_json import goal_from_json, goal_to_json
from makedo_core.graph.asset_model import AssetModel, Region, RegionKind
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType
from makedo_core.known_failure import KnownFailure
from makedo_core.plan import RelaxationKind
from makedo_core.skills import Literal, Predicate
from planner_node.proof.validate import validate
from support.words import Words

HANDS = AssetModel(regions=(Region("hands", RegionKind.HAND, Pose((0.5, 0.0, 0.85)), (0.3, 0.5, 0.4)),))
GIVEN = Literal(Predicate.GIVEN, ("apple_1", "person_1"))


def someone(node_id: str, x: float) -> Node:
    return Node(node_id, "person", NodeKind.ASSET, Pose.planar(x, 3.0), model=HANDS)


def steps(result) -> list[str]:
    assert result.plan is not None, result
    return [str(call) for call in result.plan.calls]


@pytest.fixture(scope="module")
def room(world):
    """The small home with a person in the kitchen, and things on table_1."""
    graph = world("apple_1 on table_1", "banana_1 on table_1", "fork_1 inside drawer_1", extra=[someone("person_1", 3)])
    return graph.changed(add=[Relation("person_1", RelationType.IN, "kitchen")])


@pytest.mark.parametrize(
    "said",
    [
        "hand me the apple",
        "give me the apple",
        "Bring me an apple, please.",
        "bring the apple to me",
        "hand the apple over to me",
        "give the apple to the person",
        "give the person the apple",
        "hand over the apple to the operator",
        "pass us the apple from table_1",
        "get me the apple on table_1",
        "find the apple and bring it to me",
        "put the apple in person_1",
    ],
)
def test_what_is_asked_for_is_picked_up_and_handed_over(plan, room, said, words: Words):
    result = plan(said, room)
    assert steps(result) == [
        "go_to(table_1)",
        "pick_up(apple_1, table_1)",
        "go_to(person_1)",
        "hand_over(apple_1, person_1)",
    ]
    assert result.plan.relaxations == ()
    words(result.explanation)
    assert validate(result.plan.calls, result.plan.goal, room).outcome.ok


def test_a_drawer_is_opened_for_what_is_handed_over_and_closed_again(plan, room):
    names = [s.split("(")[0] for s in steps(plan("hand me the fork", room))]
    assert names == ["go_to", "open", "pick_up", "go_to", "hand_over", "go_to", "close"]


def test_two_things_are_handed_over_one_after_the_other(plan, room):
    given = [s for s in steps(plan("give me the apple and the banana", room)) if s.startswith("hand_over")]
    assert given == ["hand_over(apple_1, person_1)", "hand_over(banana_1, person_1)"]


def test_a_place_that_is_said_goes_before_whom_it_is_for(plan, room):
    assert steps(plan("bring me the apple to table_2", room))[-1] == "put_on(apple_1, table_2)"


def test_what_is_not_there_is_made_do_for(plan, world, room):
    result = plan("hand me the apple", room.changed(remove=["apple_1"]))
    assert steps(result)[-1] == "hand_over(banana_1, person_1)"
    (change,) = result.plan.relaxations
    assert change.kind is RelaxationKind.SUBSTITUTE


def test_with_nobody_there_it_is_asked_where_to(plan, world, words: Words):
    result = plan("hand me the apple", world("apple_1 on table_1"))
    assert (result.plan, result.outcome.cause) == (None, FailureCause.AMBIGUOUS)
    words(result.outcome.message)


def test_of_two_people_it_is_asked_which_one_is_meant_unless_it_is_said(plan, room):
    both = room.changed(put=[someone("person_2", 5)], add=[Relation("person_2", RelationType.IN, "kitchen")])
    result = plan("hand me the apple", both)
    assert (result.outcome.cause, result.outcome.message) == (
        FailureCause.AMBIGUOUS,
        "Who are you: person 1 or person 2? I keep it in mind.",
    )
    assert steps(plan("give the apple to person_2", both))[-1] == "hand_over(apple_1, person_2)"


def test_him_is_nobody_in_particular(plan, room):
    assert plan("give him the apple", room).outcome.cause is FailureCause.AMBIGUOUS


@pytest.mark.parametrize("said", ["bring person_1 to table_2", "hand me the fridge", "hand me the person"])
def test_neither_people_nor_furniture_are_carried(plan, room, said):
    assert plan(said, room).plan is None


def test_what_somebody_has_is_not_taken_from_them(plan, room):
    has = room.with_placement(Relation("apple_1", RelationType.INSIDE, "person_1"))
    assert GIVEN in facts(has)
    assert Literal(Predicate.INSIDE, GIVEN.terms) not in facts(has)
    result = plan("bring apple_1 to table_2", has)
    assert not any(call.arguments[0] == "apple_1" for call in (result.plan.calls if result.plan else ()))
    assert steps(plan("hand me apple_1", has)) == []


def test_somebody_who_took_nothing_is_not_asked_again(plan, room, words: Words):
    result = plan("hand me the apple", room, known_failures=(KnownFailure.parse("full person_1"),))
    assert result.plan is None
    words(result.outcome.message)


def test_people_are_no_place_to_put_things_out_of_the_way(plan, room):
    pile = room.with_placement(Relation("banana_1", RelationType.ON, "apple_1"))
    called = steps(plan("bring the apple to table_2", pile))
    assert not any("person_1" in call for call in called)


def test_that_somebody_has_something_can_be_a_goal(plan, room):
    assert goal_from_json(goal_to_json(Holds(GIVEN))) == Holds(GIVEN)
    result = plan("", room, goal=goal_to_json(Holds(GIVEN)))
    assert steps(result)[-1] == "hand_over(apple_1, person_1)"
