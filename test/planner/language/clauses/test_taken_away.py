# SPDX-License-Identifier: Apache-2.0
"""What is spoilt and is to be taken away goes into the bin; where anything else goes that is taken away, is asked."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph


@pytest.fixture(scope="module")
def kitchen(world):
    """A small home with a bin, a rotten banana, an apple and a pear."""
    bin_1 = Node("bin_1", "bin", NodeKind.ASSET, Pose.planar(1.0, 4.0))
    banana = Node("banana_1", "banana", NodeKind.OBJECT, size=(0.06, 0.06, 0.1), attributes=frozenset({"rotten"}))
    plain = world("apple_1 on table_1", "pear_1 on counter_1", extra=[bin_1, banana])
    placed = {Relation("bin_1", RelationType.IN, "kitchen"), Relation("banana_1", RelationType.ON, "table_1")}
    return SceneGraph(plain.nodes, plain.relations | placed, revision=7, scene="test")


def _last(result) -> tuple[str, ...]:
    assert result.plan is not None, result.explanation
    call = result.plan.calls[-1]
    return (call.skill, *call.arguments[:2])


@pytest.mark.parametrize(
    ("said", "thing"),
    [
        ("take the banana away, it's rotten", "banana_1"),
        ("the banana is rotten, take it away", "banana_1"),
        ("take away the rotten banana", "banana_1"),
        ("take the banana away", "banana_1"),
        ("take the pear away, it is mouldy", "pear_1"),
        ("take away the apple, it's spoilt", "apple_1"),
    ],
)
def test_what_is_spoilt_goes_into_the_bin(plan, kitchen, said, thing):
    result = plan(said, kitchen)
    assert _last(result)[1:] == (thing, "bin_1")
    assert "spoilt" in result.explanation


@pytest.mark.parametrize(
    "said",
    [
        "take the apple away",
        "take away the pear",
        "take the apple away from the table",
        "take the apple away, the banana is rotten",
        "take the apple and the pear away",
    ],
)
def test_where_anything_else_is_taken_away_to_is_asked(plan, kitchen, said):
    result = plan(said, kitchen)
    assert result.plan is None and result.outcome.cause is FailureCause.AMBIGUOUS
    assert "Where" in str(result.outcome)


@pytest.mark.parametrize(("said", "thing"), [("take the pear", "pear_1"), ("take the banana", "banana_1")])
def test_what_is_only_taken_is_held(plan, kitchen, said, thing):
    assert _last(plan(said, kitchen))[:2] == ("pick_up", thing)


def test_a_later_order_says_where_it_goes(plan, kitchen):
    assert _last(plan("take the apple away and put it on the counter", kitchen))[1:] == ("apple_1", "counter_1")


def test_where_it_goes_counts(plan, kitchen):
    assert _last(plan("take the rotten banana away to the counter", kitchen))[1:] == ("banana_1", "counter_1")
