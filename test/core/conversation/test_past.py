# SPDX-License-Identifier: Apache-2.0
"""What was said and done before, as a value and as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.conversation.past import Moved, PastError, PastInstruction, past_from_json, past_of
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph

NAMES = st.text(max_size=20)


def graph(*relations: Relation) -> SceneGraph:
    assets = [Node(i, "table", NodeKind.ASSET, Pose()) for i in ("table_1", "table_2", "box_1")]
    things = [Node(i, "cup", NodeKind.OBJECT, Pose()) for i in ("cup_1", "cup_2", "cup_3")]
    agent = Node(AGENT_ID, "robot", NodeKind.AGENT, Pose())
    return SceneGraph({n.id: n for n in (*assets, *things, agent)}, relations, 1, 0.0)


def on(thing: str, place: str, kind: RelationType = RelationType.ON) -> Relation:
    return Relation(thing, kind, place)


def test_what_was_handled_and_rests_elsewhere_was_moved():
    before = graph(on("cup_1", "table_1"), on("cup_2", "box_1", RelationType.INSIDE), on("cup_3", "table_1"))
    after = graph(on("cup_1", "table_2"), on("cup_2", "table_2"), on("cup_3", "table_2"))
    past = past_of("Bring them", before, after, ["cup_1", "cup_2"])
    assert past == PastInstruction("Bring them", (Moved("cup_1", "table_1"), Moved("cup_2", "box_1", True)))


def test_what_stayed_was_not_moved_and_what_was_in_the_hand_had_no_place():
    before = graph(on("cup_1", "table_1"), on("cup_2", AGENT_ID, RelationType.HELD_BY))
    after = graph(on("cup_1", "table_1"), on("cup_2", "table_2"))
    assert past_of("Put it down", before, after, ["cup_1", "cup_2"]).moved == (Moved("cup_2"),)


def test_furniture_that_was_handled_was_touched():
    rests = graph(on("cup_1", "table_1"))
    assert past_of("Open it", rests, rests, ["box_1", "cup_1", "box_1", "gone_1"]).touched == ("box_1",)


@given(NAMES, st.lists(st.builds(Moved, NAMES, NAMES, st.booleans()), max_size=3), st.lists(NAMES, max_size=3))
def test_text_and_back(instruction, moved, touched):
    past = PastInstruction(instruction, tuple(moved), tuple(touched))
    assert past_from_json(past.to_json()) == past


def test_no_text_is_no_past():
    assert past_from_json("") is None


OTHER = ("{", "[]", '{"instruction": "x"}', '{"instruction": "x", "moved": [1]}', "[" * 100_000)


@pytest.mark.parametrize("text", OTHER)
def test_other_text_is_refused(text):
    with pytest.raises(PastError, match="is no past"):
        past_from_json(text)
