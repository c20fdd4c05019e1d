# SPDX-License-Identifier: Apache-2.0
"""Where a thing is looked for: by memory, by what is kept where, by its company, by what was seen already."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_core.known_failure import FailureKind, KnownFailure
from planner_node.seeking.chances import Habits, chances, places_to_keep
from planner_node.seeking.prospect import Hint, HintKind, hint_of, looked_into, prospect, reason
from planner_node.seeking.travel import Pace, Travel

FORGETFUL = Habits(kept=0.0, beside=0.0, nowhere=0.0)


def searched(*places: str) -> tuple[KnownFailure, ...]:
    return tuple(KnownFailure(FailureKind.SEARCHED, p) for p in places)


def changed(graph, node_id: str, **values):
    return graph.changed(put=[replace(graph[node_id], **values)])


def test_chances_are_never_more_than_one_together(world, ontology):
    graph = world("apple_1 on counter_1", "apple_2 on table_1", "apple_3 inside fridge_1")
    sure = [replace(n, confidence=1.0) for n in graph.of_kind(NodeKind.OBJECT)]
    places = places_to_keep(graph, ontology)
    for ruled_out in ((), ("counter_1",), ("counter_1", "table_1", "fridge_1"), places):
        found = chances("apple", graph, ontology, places, believed=sure, ruled_out=ruled_out)
        assert sum(found.values()) <= 1.0 + 1e-9
        assert all(found[p] == 0.0 for p in ruled_out)


def test_what_is_left_of_a_search_that_failed_goes_to_the_other_places(world, ontology):
    graph = world()
    places = places_to_keep(graph, ontology)
    before = chances("cola_can", graph, ontology, places)
    after = chances("cola_can", graph, ontology, places, ruled_out=("fridge_1",))
    assert after["fridge_1"] == 0.0
    assert all(after[p] > before[p] for p in places if p != "fridge_1")


def test_a_sure_belief_weighs_more_than_an_unsure_one(world, ontology):
    graph = world("apple_1 on shelf_1")
    places = places_to_keep(graph, ontology)
    sure, unsure = (
        chances("apple", graph, ontology, places, believed=[replace(graph["apple_1"], confidence=c)])
        for c in (0.9, 0.2)
    )
    assert sure["shelf_1"] > unsure["shelf_1"]


def test_things_are_looked_for_where_they_are_usually_kept(world, ontology):
    found = chances("fork", world(), ontology, places_to_keep(world(), ontology))
    assert max(found, key=found.__getitem__) == "drawer_1"


def test_things_are_looked_for_beside_things_of_the_same_use(world, ontology):
    graph = world("orange_1 on table_3", "banana_1 on table_3")
    found = chances("apple", graph, ontology, places_to_keep(graph, ontology))
    assert found["table_3"] > found["table_2"]


def test_a_thing_that_is_known_to_be_gone_is_no_company_and_no_memory(world, ontology):
    graph = changed(world("apple_1 on shelf_1"), "apple_1", confidence=0.0)
    empty = world()
    places = places_to_keep(empty, ontology)
    gone = chances("apple", graph, ontology, places, believed=[graph["apple_1"]])
    assert gone == pytest.approx(chances("apple", empty, ontology, places))


def test_a_place_that_was_just_seen_is_left_for_last_and_recovers_with_time(world, ontology):
    graph = world()
    places = places_to_keep(graph, ontology)

    def at_table(seen_ago_s: float) -> float:
        seen = changed(graph, "table_1", last_seen=100_000.0 - seen_ago_s).changed(stamp=100_000.0)
        seen = replace(seen, stamp=100_000.0)
        return chances("apple", seen, ontology, places, habits=FORGETFUL)["table_1"]

    never = chances("apple", graph, ontology, places, habits=FORGETFUL)["table_1"]
    assert at_table(0.0) < at_table(4 * 3600.0) < never


@pytest.mark.parametrize("state", [State.CLOSED, State.AJAR])
def test_a_closed_door_hides_what_is_behind_it_however_often_the_door_was_seen(world, ontology, state):
    graph = changed(world(), "fridge_1", states=frozenset({state}))
    places = places_to_keep(graph, ontology)
    seen = changed(graph, "fridge_1", last_seen=graph.stamp)
    assert chances("apple", seen, ontology, places) == chances("apple", graph, ontology, places)


def test_lamps_are_no_place_to_look_into_and_without_any_place_all_furniture_is(world, ontology, home):
    assert "lamp_1" not in places_to_keep(world(), ontology)
    assert "lamp_1" not in places_to_keep(home, ontology)
    only_lamp = world().changed(remove=[n.id for n in world().of_kind(NodeKind.ASSET) if n.id != "lamp_1"])
    assert places_to_keep(only_lamp, ontology) == ("lamp_1",)


def test_places_that_cannot_be_reached_or_opened_are_not_looked_into(world, ontology):
    graph = world(locked=("fridge_1",))
    failures = (KnownFailure(FailureKind.BLOCKED, "table_1"), KnownFailure(FailureKind.STUCK, "drawer_1"))
    found = prospect("cola_can", graph, ontology, failures)
    assert found.places and not {"fridge_1", "table_1", "drawer_1"} & set(found.places)


def test_a_search_never_goes_back_to_where_it_was_in_vain_and_ends(world, ontology):
    graph, seen = world(), []
    while (found := prospect("cola_can", graph, ontology, searched(*seen))).places:
        assert found.places[0] not in seen
        assert found.expected_s > 0.0 and sum(found.chances) <= 1.0 + 1e-9
        seen.append(found.places[0])
    assert set(seen) == set(places_to_keep(graph, ontology))


def test_a_place_that_something_was_missing_from_was_looked_into(world, ontology):
    graph = world("cola_can_1 on table_1")
    failures = (KnownFailure(FailureKind.MISSING, "cola_can_1"), KnownFailure(FailureKind.MISSING, "unheard_of"))
    assert looked_into(graph, failures) == {"table_1"}
    assert "table_1" not in prospect("cola_can", graph, ontology, failures).places


def test_where_the_robot_is_not_known_all_beginnings_are_equally_far(world, ontology):
    graph = world().changed(remove=["robot"])
    assert prospect("cola_can", graph, ontology).places


@pytest.mark.parametrize(
    ("label", "place", "said"),
    [
        ("cola_can", "shelf_1", "thought to be"),
        ("cola_can", "fridge_1", "such things usually are"),
        ("cola_can", "table_1", "where juice box 1 is"),
        ("cola_can", "table_3", "as good a place"),
    ],
)
def test_it_is_told_why_a_place_is_looked_into(world, ontology, label, place, said):
    graph = world("juice_box_1 on table_1", "cola_can_1 on shelf_1")
    assert said in reason(label, place, graph, ontology, [graph["cola_can_1"]])


@pytest.mark.parametrize(
    ("label", "room", "hint"),
    [
        ("cola_can", "kitchen", Hint(HintKind.USUAL, "counter_1")),
        ("cola_can", "living_room", Hint(HintKind.NONE)),
        ("sock", "kitchen", Hint(HintKind.USUAL, "drawer_1")),
        ("sock", "living_room", Hint(HintKind.NONE)),
    ],
)
def test_a_room_is_no_usual_place_of_what_none_of_its_furniture_keeps(world, ontology, label, room, hint):
    assert hint_of(label, room, world(), ontology) == hint


def test_whatever_is_sought_a_usual_place_is_one_by_the_ontology(home, ontology):
    for label in sorted(ontology.concepts):
        for node in (*home.of_kind(NodeKind.ASSET), *home.of_kind(NodeKind.ROOM)):
            hint = hint_of(label, node.id, home, ontology)
            kept = ontology.usual_places(label)
            if hint.kind is HintKind.USUAL:
                assert kept & ontology.ancestors(home[hint.node_id].label)
                assert node.id in (hint.node_id, home.room_of(hint.node_id))
            elif node.kind is NodeKind.ASSET:
                assert not kept & ontology.ancestors(node.label)


def test_ways_are_straight_where_poses_are_known_and_by_doorways_where_not(world):
    graph = world()
    pace = Pace(drive_mps=0.5, dock_s=4.0, look_s=8.0, door_s=40.0, room_m=2.0, doorway_m=5.0)
    assert Travel(graph, pace).drive_s("table_2", "table_3") == pytest.approx(5**0.5 / 0.5 + 4.0)
    assert Travel(graph, pace).look_s("fridge_1") == 48.0 and Travel(graph, pace).look_s("table_1") == 8.0


def test_ways_without_poses_count_doorways(world):
    rooms = ("kitchen", "hall", "attic")
    nodes = {r: Node(r, "room", NodeKind.ROOM) for r in rooms}
    nodes |= {f"table_{r}": Node(f"table_{r}", "table", NodeKind.ASSET) for r in rooms}
    nodes["shelf"] = Node("shelf", "shelf", NodeKind.ASSET)
    relations = {Relation(f"table_{r}", RelationType.IN, r) for r in rooms}
    relations |= {Relation("shelf", RelationType.IN, "kitchen")}
    relations |= {
        Relation("kitchen", RelationType.CONNECTED, "hall"),
        Relation("hall", RelationType.CONNECTED, "attic"),
    }
    ways = Travel(SceneGraph(nodes, frozenset(relations)), Pace(room_m=2.0, doorway_m=5.0))
    assert ways.length_m("table_kitchen", "table_kitchen") == 0.0
    assert ways.length_m("table_kitchen", "shelf") == 2.0
    assert ways.length_m("table_kitchen", "table_hall") == 7.0
    assert ways.length_m("table_attic", "table_kitchen") == 12.0


def test_the_robot_needs_no_drive_to_where_it_stands(world):
    graph = world().changed(add=[Relation("robot", RelationType.AT, "table_1")])
    assert Travel(graph).drive_s("robot", "table_1") == 0.0
    assert Travel(graph).drive_s("robot", "table_2") > 0.0


def test_people_are_no_places_to_look_at(ontology):
    file = Path(__file__).parents[3] / "scenes" / "workshop" / "graph.json"
    graph = graph_from_json(file.read_text(encoding="utf-8"), str(file))
    assert "person_1" in graph
    assert set(places_to_keep(graph, ontology)) == {"table_1", "bin_1"}
