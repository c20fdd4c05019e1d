# SPDX-License-Identifier: Apache-2.0
"""What was not seen for long is less sure; nothing else is, and nobody's plan is lost in an afternoon."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from makedo_core.failure import MakedoError
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph
from makedo_core.ontology import load_ontology
from scene_graph_node.ageing import HOUR_S, AgeingSettings, Outlook, aged

CLASSES = load_ontology().ancestors
shares = st.floats(0, 1)
times = st.floats(0, 1e7)
half_lives = st.floats(60, 1e7)
floors = st.floats(0.01, 0.5)


@given(shares, times, half_lives, floors)
@example(0.7140955946557085, 1.7461067261264954e-96, 60.0, 0.20611654240840543)
def test_confidence_never_rises_and_never_falls_below_the_floor(confidence, elapsed_s, half_life_s, floor):
    later = aged(confidence, elapsed_s, half_life_s, floor)
    assert later <= confidence
    assert later >= min(confidence, floor)


@given(shares, times, times, half_lives, floors)
def test_ageing_in_two_steps_is_ageing_in_one(confidence, first_s, second_s, half_life_s, floor):
    stepwise = aged(aged(confidence, first_s, half_life_s, floor), second_s, half_life_s, floor)
    assert stepwise == pytest.approx(aged(confidence, first_s + second_s, half_life_s, floor))


def test_after_a_half_life_half_of_what_is_above_the_floor_is_left():
    assert aged(0.9, 100.0, 100.0, 0.1) == pytest.approx(0.5)


def test_what_is_known_to_be_gone_stays_so():
    assert aged(0.0, 1e6, 60.0, 0.1) == 0.0


def home(confidence: float = 0.9, last_seen: float | None = 0.0, label: str = "apple") -> SceneGraph:
    nodes = [
        Node("kitchen", "kitchen", NodeKind.ROOM),
        Node("table_1", "table", NodeKind.ASSET),
        Node(AGENT_ID, "robot", NodeKind.AGENT),
        Node("thing_1", label, NodeKind.OBJECT, Pose(), confidence=confidence, last_seen=last_seen),
    ]
    on = Relation("thing_1", RelationType.ON, "table_1")
    return SceneGraph({n.id: n for n in nodes}, frozenset({on}), 7, "home", 0.0)


def outlook(now_s: float = 0.0, away_s: float = 0.0, **settings) -> Outlook:
    return Outlook(AgeingSettings(**settings), CLASSES, now_s, away_s)


def test_a_demo_of_five_minutes_changes_nothing():
    graph, seen_as = home(), outlook()
    for second in range(0, 300, 5):
        assert seen_as.of(graph, float(second)) is graph


def test_a_thing_that_was_not_seen_ages_in_steps_each_of_which_is_a_revision():
    graph, seen_as = home(), outlook()
    revisions = [seen_as.of(graph, 60.0 * minute).revision for minute in range(60)]
    assert sorted(set(revisions)) == [7, 8, 9, 10, 11, 12]
    late = seen_as.of(graph, HOUR_S)
    assert late["thing_1"].confidence == pytest.approx(0.1 + 0.8 * 2 ** (-1 / 8))
    assert {n.id: n for n in late if n.id != "thing_1"} == {n.id: n for n in graph if n.id != "thing_1"}


def test_the_same_snapshot_at_the_same_age_is_the_same_object():
    graph, seen_as = home(), outlook()
    late = seen_as.of(graph, 700.0)
    assert seen_as.of(graph, 800.0) is late


def test_a_thing_becomes_a_belief_after_the_half_life_of_its_class():
    for label, hours in (("apple", 8.0), ("mug", 12.0), ("book", 24.0), ("vase", 720.0)):
        graph = home(label=label)
        assert not outlook(away_s=0.99 * hours * HOUR_S).of(graph, 0.0)["thing_1"].is_belief
        assert outlook(away_s=1.01 * hours * HOUR_S).of(graph, 0.0)["thing_1"].is_belief


def test_what_is_seen_again_is_as_sure_as_ever():
    graph, seen_as = home(), outlook()
    assert seen_as.of(graph, 5 * HOUR_S)["thing_1"].confidence < 0.8
    now_s = 5 * HOUR_S + 9.0
    again = replace(graph, nodes={**graph.nodes, "thing_1": replace(graph["thing_1"], last_seen=now_s)}, stamp=now_s)
    assert seen_as.of(again, now_s)["thing_1"].confidence == 0.9
    assert seen_as.of(again, now_s + 590.0)["thing_1"].confidence == 0.9
    revision = seen_as.of(again, now_s + 1300.0).revision
    assert seen_as.of(again, now_s + 1300.0)["thing_1"].confidence < 0.9
    assert revision > again.revision


def test_what_is_held_does_not_age():
    held = Relation("thing_1", RelationType.HELD_BY, AGENT_ID)
    graph = home().with_placement(held)
    assert outlook(away_s=90 * HOUR_S).of(graph, 0.0)["thing_1"].confidence == 0.9


def test_a_change_of_the_builder_keeps_the_age_of_all_else():
    graph, seen_as = home(), outlook()
    old = seen_as.of(graph, 5 * HOUR_S)
    red = replace(graph["thing_1"], attributes=frozenset({"red"}))
    moved = graph.changed(put=[red, Node("mug_1", "mug", NodeKind.OBJECT)])
    new = seen_as.of(moved, 5 * HOUR_S + 1)
    assert new["thing_1"].confidence == old["thing_1"].confidence
    assert new["thing_1"].attributes == {"red"}
    assert new.revision == old.revision + 1


def test_no_two_different_snapshots_have_the_same_revision_and_stamp():
    graph, seen_as = home(), outlook()
    first = seen_as.of(graph, 1.0)
    surer = replace(graph, nodes={**graph.nodes, "thing_1": replace(graph["thing_1"], confidence=0.95)})
    second = seen_as.of(surer, 1.2)
    assert (second.revision, second["thing_1"].confidence) == (first.revision + 1, 0.95)
    same = replace(surer, nodes=dict(surer.nodes))
    assert seen_as.of(same, 1.4) == second


def test_a_clock_that_begins_anew_ages_nothing_at_once():
    graph, seen_as = home(), outlook(now_s=5000.0)
    assert seen_as.of(graph, 3.0) is graph
    assert seen_as.of(graph, 500.0) is graph
    assert seen_as.of(graph, 700.0)["thing_1"].confidence < 0.9


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"classes": ("food",)}, "1 classes and 6 half-lives"),
        ({"floor": 0.0}, "must be greater than 0"),
        ({"step_s": -1.0}, "must be greater than 0"),
    ],
)
def test_settings_that_cannot_be_computed_with_are_refused(settings, said):
    with pytest.raises(MakedoError, match=said):
        AgeingSettings(**settings)
