# SPDX-License-Identifier: Apache-2.0
"""Which objects a phrase names is found without asking each of them, and is what asking each of them finds."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_core.ontology import load_ontology
from planner_node.grounding.scene import Scene
from planner_node.language.things import NounPhrase, Place, Side

LABELS = ("mug", "dirty_plate", "plate", "apple", "banana", "wine_bottle", "wine", "shirt", "dress_shirt", "gadget")
CONCEPTS = (None, "mug", "cup", "plate", "fruit", "waste", "wine", "bottle", "shirt", "dress shirt", "gadget", "thing")


def home() -> Scene:
    """Three of each label, one of them rotten and on, one empty, all on a table."""
    looks = ((frozenset[str](), None), (frozenset({"rotten"}), State.ON), (frozenset({"empty"}), None))
    things = {
        f"{label}_{i}": Node(
            f"{label}_{i}", label, NodeKind.OBJECT, attributes=attributes, states=frozenset({state} if state else ())
        )
        for i, (attributes, state) in enumerate(looks)
        for label in LABELS
    }
    furniture = {
        f"{label}_{i}": Node(f"{label}_{i}", label, NodeKind.ASSET, attributes=attributes)
        for label in ("drawer", "mug_rack", "mug", "banana", "shirt", "dress_shirt")
        for i, (attributes, _) in enumerate(looks, start=5)
    }
    others = {"table_1": Node("table_1", "table", NodeKind.ASSET), "robot": Node("robot", "robot", NodeKind.AGENT)}
    others |= furniture
    relations = tuple(Relation(i, RelationType.ON, "table_1") for i in things)
    return Scene(SceneGraph(things | others, relations), load_ontology())


SCENE = home()
ASSETS = SCENE.graph.of_kind(NodeKind.ASSET)
IDS = tuple(node.id for node in (*SCENE.objects, *ASSETS))
PLAIN = st.builds(
    NounPhrase,
    text=st.sampled_from(["the mug", "plates", "wine", "2 glasses"]),
    concept=st.sampled_from(CONCEPTS),
    node_id=st.sampled_from([None, None, None, "apple_0", "table_1", "nothing_9"]),
    attributes=st.sampled_from([frozenset[str](), frozenset({"rotten"}), frozenset({"on"})]),
    among=st.none() | st.frozensets(st.sampled_from(IDS), max_size=4),
    source=st.sampled_from([None, Place(Side.ANY, NounPhrase("the table", "table"))]),
)
PHRASES = st.builds(
    lambda phrase, parts, excluded: replace(phrase, parts=parts, excluded=excluded),
    PLAIN,
    st.lists(PLAIN, max_size=2).map(tuple),
    st.lists(PLAIN, max_size=1).map(tuple),
)


def test_the_scene_has_what_the_phrases_ask_for():
    assert len(SCENE.objects) == 3 * len(LABELS)
    assert [n.id for n in SCENE.objects_matching(NounPhrase("rotten fruit", "fruit", attributes=frozenset({"rotten"})))]
    assert [n.label for n in SCENE.objects_called(NounPhrase("wine", "wine"))]


@given(PHRASES)
@settings(deadline=None, max_examples=300)
def test_what_matches_a_phrase_is_what_is_found_among_what_it_may_name(phrase):
    assert list(SCENE.objects_matching(phrase)) == [n for n in SCENE.objects if SCENE.matches(n, phrase)]
    named = [n for n in SCENE.objects_named(phrase) if SCENE.is_named(n, phrase)]
    assert named == [n for n in SCENE.objects if SCENE.is_named(n, phrase)]


@given(PHRASES)
@settings(deadline=None, max_examples=300)
def test_furniture_that_a_phrase_names_is_found_by_its_label_and_looks(phrase):
    named = [n for n in SCENE.assets_named(phrase) if SCENE.is_named(n, phrase)]
    assert named == [n for n in ASSETS if SCENE.is_named(n, phrase)]


@given(PHRASES)
@settings(deadline=None, max_examples=100)
def test_a_place_that_is_named_by_its_id_is_found_by_it(phrase):
    by_id = replace(phrase, node_id="drawer_5", parts=())
    any_place = replace(by_id, node_id=None, concept=None)
    assert SCENE.places(by_id) == tuple(n for n in SCENE.places(any_place) if n.id == "drawer_5")


@given(PHRASES)
@settings(deadline=None, max_examples=100)
def test_what_is_called_so_is_found_by_its_label(phrase):
    assert list(SCENE.objects_called(phrase)) == [n for n in SCENE.objects if SCENE.is_called(n, phrase)]
