# SPDX-License-Identifier: Apache-2.0
"""Who and what is asked after or told of before an order, which of two is asked, and how long something is wanted."""

from __future__ import annotations

import pytest

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph
from makedo_eval.sentences.judge import claims_exactness
from planner_node.assembly import Choices, assemble
from planner_node.task import PlanningTask
from support.small_worlds import make_world

_PUTTING = frozenset({"put_on", "put_inside", "hand_over"})


@pytest.fixture(scope="module")
def plan():
    return assemble(Choices(), environ={}).plan


@pytest.fixture(scope="module")
def home() -> SceneGraph:
    """A small home with Anna, Ben, and things on furniture."""
    people = [
        Node(name, "person", NodeKind.ASSET, Pose.planar(3.0, 1.0), size=(0.5, 0.4, 1.7)) for name in ("anna", "ben")
    ]
    plain = make_world(
        "glove_1 on shelf_1",
        "glove_2 on table_1",
        "apple_1 on counter_1",
        "milk_carton_1 inside fridge_1",
        "cola_can_1 inside fridge_1",
        "cake_1 on table_2",
        extra=people,
    )
    placed = {Relation(node.id, RelationType.IN, "kitchen") for node in people}
    return SceneGraph(plain.nodes, plain.relations | placed, revision=7, scene="test")


def _ends(result) -> set[str]:
    assert result.plan is not None, result.explanation
    last = {c.arguments[0]: c.arguments[1] for c in result.plan.calls if c.skill in _PUTTING}
    return {f"{thing} {place}" for thing, place in last.items()}


@pytest.mark.parametrize(
    ("said", "ends"),
    [
        ("Is Anna in the kitchen? Take her an apple.", {"apple_1 anna"}),
        ("Where is Ben? Bring him the cake.", {"cake_1 ben"}),
        ("Where's Anna? Bring the apple to her.", {"apple_1 anna"}),
        ("Have you seen Ben? Give him an apple.", {"apple_1 ben"}),
        ("Where's the other glove? Put both on the counter.", {"glove_1 counter_1", "glove_2 counter_1"}),
        ("Where are the gloves? Put both on table 3.", {"glove_1 table_3", "glove_2 table_3"}),
    ],
)
def test_what_was_asked_after_is_meant_in_the_order(plan, home, said, ends):
    result = plan(PlanningTask(said, home))
    assert _ends(result) == ends
    assert result.answers


@pytest.mark.parametrize(
    ("said", "ends"),
    [
        ("Ben doesn't drink cola, give him the milk", {"milk_carton_1 ben"}),
        ("Anna does not like cake, bring her the apple", {"apple_1 anna"}),
        ("Ben can't eat apples, bring him the cake", {"cake_1 ben"}),
    ],
)
def test_what_somebody_does_not_want_is_told_and_not_brought(plan, home, said, ends):
    result = plan(PlanningTask(said, home))
    assert _ends(result) == ends
    assert not claims_exactness(result)


@pytest.mark.parametrize(
    "said",
    [
        "Ben doesn't drink cola, give him the cola",
        "Ben doesn't drink cola, bring everyone a cola",
        "where is the cake? put both on table 3",
    ],
)
def test_what_was_denied_is_not_brought_nor_both_of_one(plan, home, said):
    assert plan(PlanningTask(said, home)).plan is None


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("is the cake in the fridge or on table 2?", "on table 2"),
        ("is the milk on the counter or in the fridge?", "in fridge 1"),
        ("are the gloves on the shelf, on table 1 or in the fridge?", "on shelf 1"),
        ("is the fridge open or closed?", "Fridge 1 is closed"),
        ("is the lamp on or off?", "Lamp 1 is off"),
        ("is the lamp off or not?", "lamp 1 is off"),
    ],
)
def test_which_of_two_is_asked_is_answered(plan, home, said, answer):
    result = plan(PlanningTask(said, home))
    assert answer in result.explanation
    assert not any(call.skill in _PUTTING for call in result.plan.calls)


@pytest.mark.parametrize("said", ["is the apple red or green?", "is the apple red or on the counter?"])
def test_two_looks_that_things_may_both_lack_are_not_one_question(plan, home, said):
    assert "not red" not in plan(PlanningTask(said, home)).explanation


@pytest.mark.parametrize(
    ("said", "skill"),
    [
        ("turn on the lamp for ten minutes", "turn_on"),
        ("put the cake in the fridge for half an hour.", "put_inside"),
        ("put the apple on table 3 for a while", "put_on"),
    ],
)
def test_how_long_something_is_wanted_is_left_aside_and_told(plan, home, said, skill):
    result = plan(PlanningTask(said, home))
    assert result.plan is not None, result.explanation
    assert skill in {call.skill for call in result.plan.calls}
    assert "I keep no time" in result.explanation
    assert not claims_exactness(result)


@pytest.mark.parametrize(
    "said", ["put the cake in the fridge for 3 hours, then put it on table 1", "wait for ten minutes"]
)
def test_what_is_to_be_done_after_that_time_is_not_done_at_once(plan, home, said):
    assert plan(PlanningTask(said, home)).plan is None


@pytest.mark.parametrize(
    "said", ["the cake belongs in the fridge, not on table 2", "the cake goes in the fridge, not on the table"]
)
def test_where_something_does_not_belong_says_no_more(plan, home, said):
    assert _ends(plan(PlanningTask(said, home))) == {"cake_1 fridge_1"}


def test_where_something_lives_is_kept_in_mind(plan, home):
    result = plan(PlanningTask("the gloves live on the shelf, not on the table", home))
    assert "belong on shelf 1" in result.explanation
