# SPDX-License-Identifier: Apache-2.0
"""What a person said of a node: what is left of it, how it is written, and how it is told as a change."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.files.persons_word_json import word_from_json, word_to_json
from makedo_core.geometry import UNKNOWN_POSE, Pose
from makedo_core.graph.changes import changes
from makedo_core.graph.persons_word import Matter, PersonsWord
from makedo_core.graph.scene_graph import GraphError, Node, NodeKind, Relation, RelationType, SceneGraph
from support.graph_values import any_word

NAMES = st.sampled_from(["apple_1", "pear", "table_2"])
TOLD = any_word(NAMES, st.floats(-100, 100))


@given(TOLD)
def test_it_is_read_as_it_was_written(told):
    assert word_from_json(word_to_json(told)) == told


@given(TOLD, st.frozensets(st.sampled_from(Matter)))
def test_what_is_known_better_is_left_out_and_the_rest_stays(told, matters):
    left = told.without(*matters)
    assert (left is None) is (told.matters <= matters)
    if left is not None:
        assert left.matters == told.matters - matters
        assert (left.said_s, left.formerly) == (told.said_s, told.formerly)
        assert left.without(*matters) == left


@given(TOLD, st.floats(0, 1e9))
def test_nothing_was_said_later_than_now(told, now_s):
    assert told.on_clock(now_s).said_s == min(told.said_s, now_s)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"matters":[]}', '{"matters":["weight"]}', '{"matters":["gone"],"left":[1,2]}',
     '{"matters":["gone"],"left":[1,2,1e400]}', '{"matters":["class"],"mistaken":[7]}',
     '{"matters":["class"],"x":1}'],
)  # fmt: skip
def test_what_is_no_persons_word_is_refused(text):
    with pytest.raises(GraphError, match="what was told"):
        word_from_json(text)


def home(*things: Node) -> SceneGraph:
    nodes = [Node("kitchen", "kitchen", NodeKind.ROOM), Node("table_1", "table", NodeKind.ASSET, Pose()), *things]
    relations = {Relation("table_1", RelationType.IN, "kitchen")}
    relations |= {Relation(n.id, RelationType.ON, "table_1") for n in things if n.confidence > 0}
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations), 1, "home")


PEAR = Node("pear_1", "pear", NodeKind.OBJECT, Pose((0.1, 0.0, 0.7)), confidence=0.9)
APPLE = replace(
    PEAR, id="apple_1", label="apple", attributes=frozenset({"green"}),
    told=PersonsWord(frozenset({Matter.CLASS, Matter.ATTRIBUTES}), 3.0, ("pear_1",)),
)  # fmt: skip


def told(before: SceneGraph, after: SceneGraph) -> list[str]:
    return [str(change) for change in changes(before, after)]


def test_a_thing_of_another_class_is_told_as_the_same_thing(words):
    lines = told(home(PEAR), home(APPLE))
    assert len(lines) == 1
    words("\n".join(lines))


def test_where_it_is_and_that_it_is_gone_are_told_as_a_persons_word(words):
    there = replace(PEAR, told=PersonsWord(frozenset({Matter.PLACE}), 3.0))
    gone = replace(PEAR, pose=UNKNOWN_POSE, confidence=0.0, told=PersonsWord(frozenset({Matter.GONE}), 3.0))
    words("\n".join([*told(home(PEAR), home(there)), *told(home(PEAR), home(gone))]))


def test_what_was_said_before_and_is_seen_now_is_no_news():
    said = replace(PEAR, told=PersonsWord(frozenset({Matter.CLASS, Matter.PLACE}), 3.0))
    seen = replace(said, told=said.told.without(Matter.PLACE))
    assert told(home(said), home(seen)) == []
