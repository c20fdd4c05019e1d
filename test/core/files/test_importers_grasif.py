# SPDX-License-Identifier: Apache-2.0
"""Scenes of tasks in the manner of GraSIF become scene graphs, and what they leave open is reported."""

from __future__ import annotations

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.files.importers.grasif_like import read_grasif
from makedo_core.files.scene_json import graph_from_json, graph_to_json
from makedo_core.graph.scene_graph import AGENT_ID, GraphError, NodeKind, Relation, RelationType, State, check_relations


def scene() -> dict:
    return {
        "rooms": ["kitchen", "office_2"],
        "assets": [{"name": "table.n.02_1", "type": "table.n.02", "room": "kitchen", "states": {}}],
        "objects": [
            {"name": "bag.n.01_1", "type": "bag.n.01", "relation": "ontop", "related_to": "table.n.02_1"},
            {"name": "egg.n.02_1", "type": "egg.n.02", "relation": "inside", "related_to": "bag.n.01_1"},
        ],
        "agent_room": "kitchen",
    }


def office() -> dict:
    return {
        "rooms": ["lab", "bay_2"],
        "corridors": ["corridor_1"],
        "adjacency": {"lab": ["corridor_1"], "corridor_1": ["bay_2", "laab", "corridor_1"]},
        "assets": [{"name": "desk5", "room": "lab", "states": ["dusty", "off"], "affordances": ["put_on"]}],
        "objects": [{"name": "mug", "relation": "inside_hand", "related_to": "agent-1", "states": []}],
        "agent": {"name": "agent-1", "location": "bay_2"},
    }


def test_synsets_become_labels_and_short_ids():
    graph = read_grasif(scene()).graph
    assert {n.id: (n.label, n.kind) for n in graph} == {
        "kitchen": ("kitchen", NodeKind.ROOM),
        "office_2": ("office", NodeKind.ROOM),
        "table_1": ("table", NodeKind.ASSET),
        "bag_1": ("bag", NodeKind.OBJECT),
        "egg_1": ("egg", NodeKind.OBJECT),
        AGENT_ID: ("robot", NodeKind.AGENT),
    }
    assert graph.placement("egg_1") == Relation("egg_1", RelationType.INSIDE, "bag_1")
    assert graph.room_of("egg_1") == graph.room_of(AGENT_ID) == "kitchen"


def test_names_that_differ_in_their_sense_alone_keep_it():
    raw = scene()
    raw["objects"][0].update(name="glass.n.01_1", type="glass.n.01")
    raw["objects"][1].update(name="glass.n.02_1", type="glass.n.02", related_to="glass.n.01_1")
    assert {"glass_n_01_1", "glass_n_02_1"} <= set(read_grasif(raw).graph.nodes)


def test_a_name_that_is_that_of_a_room_when_shortened_keeps_its_sense():
    raw = scene()
    raw["rooms"].append("table_1")
    graph = read_grasif(raw).graph
    assert graph["table_1"].kind is NodeKind.ROOM
    assert graph["table_n_02_1"].kind is NodeKind.ASSET


def test_flags_become_states_and_what_else_is_true_an_attribute():
    raw = scene()
    raw["assets"][0]["states"] = {"toggled_on": False, "open": True, "dusty": True, "stained": False}
    node = read_grasif(raw).graph["table_1"]
    assert node.states == {State.OFF, State.OPEN}
    assert node.attributes == {"dusty"}


def test_an_office_has_corridors_passages_and_something_in_the_hand():
    result = read_grasif(office())
    graph = result.graph
    assert graph["desk5"].label == "desk"
    assert graph["desk5"].states == {State.OFF}
    assert graph["desk5"].attributes == {"dusty"}
    assert graph.held() == "mug"
    assert graph.room_of("mug") == "bay_2"
    passages = {(r.source, r.target) for r in graph.relations if r.type is RelationType.CONNECTED}
    assert passages == {("lab", "corridor_1"), ("corridor_1", "lab"), ("corridor_1", "bay_2"), ("bay_2", "corridor_1")}
    assert result.notes == ("scene: adjacency.corridor_1: 'laab' is no room; the passage to it was left out",)


def test_an_object_on_or_inside_a_room_is_in_it_and_so_is_what_lies_on_that():
    raw = scene()
    raw["objects"][0]["related_to"] = "office_2"
    graph = read_grasif(raw).graph
    assert graph.outgoing("bag_1") == (Relation("bag_1", RelationType.IN, "office_2"),)
    assert graph.room_of("egg_1") == "office_2"


def test_the_robot_can_be_put_into_another_room():
    assert read_grasif(scene(), agent_room="office_2").graph.room_of(AGENT_ID) == "office_2"


def first(raw: dict) -> dict:
    return raw["objects"][0]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda s: s.pop("rooms"), "rooms: Field required"),
        (lambda s: s.pop("assets"), "assets: Field required"),
        (lambda s: s.pop("objects"), "objects: Field required"),
        (lambda s: s.pop("agent_room"), "start in '', which is no room; there are kitchen, office_2"),
        (lambda s: s.update(agent_room="attic"), "start in 'attic', which is no room"),
        (lambda s: s.update(robot="x"), "robot: Extra inputs"),
        (lambda s: s["rooms"].append("kitchen"), r"rooms\.2: 'kitchen' is the name of rooms\.0 too"),
        (lambda s: s["rooms"].append("7"), r"rooms\.2: '7' must begin with a letter"),
        (lambda s: s["rooms"].append("Kitchen"), "two nodes are called 'kitchen'"),
        (lambda s: s["rooms"].append("robot"), "two nodes are called 'robot'"),
        (lambda s: s["rooms"].append(7), r"rooms\.2: .*string, not 7"),
        (lambda s: s["assets"][0].update(room="attic"), r"assets\.0\.room: 'attic' is no room"),
        (lambda s: s["assets"][0].pop("room"), r"assets\.0\.room: Field required"),
        (lambda s: s["assets"][0].update(states={"open": "yes"}), r"assets\.0\.states"),
        (lambda s: s["assets"][0].update(states=["on", "off"]), r"assets\.0\.states: it cannot be off and on"),
        (lambda s: first(s).update(name=""), r"objects\.0\.name: .*at least 1"),
        (lambda s: first(s).update(name="egg.n.02_1"), r"objects\.1\.name: .*is the name of objects\.0\.name too"),
        (lambda s: first(s).update(relation="under"), r"objects\.0\.relation: .*'ontop'.* not 'under'"),
        (lambda s: first(s).update(related_to="sofa"), r"objects\.0\.related_to: 'sofa' is the name of no room"),
        (lambda s: first(s).update(relation="inside_hand"), r"objects\.0\.related_to: .*has no hand"),
        (lambda s: first(s).update(related_to="egg.n.02_1"), "support cycle"),
        (lambda s: first(s).update(type="7.n.01"), r"objects\.0\.type: '7' must begin with a letter"),
        (lambda s: s.update(init_relation_overrides={"a": 1}), "init_relation_overrides: .*at most 0"),
        (lambda s: s.update(agent={"name": "x"}), r"agent\.location: Field required"),
    ],
)
def test_a_malformed_file_is_refused_with_its_name_and_the_key(change, said, tmp_path):
    raw = copy.deepcopy(scene())
    change(raw)
    path = tmp_path / "Task.json"
    path.write_text(json.dumps(raw))
    with pytest.raises(GraphError, match=f"Task.json: .*({said})"):
        read_grasif(path)


def test_two_things_in_one_hand_are_refused():
    raw = office()
    raw["objects"].append({"name": "pen", "relation": "inside_hand", "related_to": "agent-1"})
    with pytest.raises(GraphError, match="'mug held_by robot' and 'pen held_by robot' cannot both be so"):
        read_grasif(raw)


def test_a_task_is_chosen_by_its_id_and_a_wrong_one_names_near_ones(tmp_path):
    path = tmp_path / "Tasks.json"
    path.write_text(json.dumps([{"id": "pack_bag", **scene()}, {"id": "elsewhere", "graph": "a.json"}]))
    assert read_grasif(path, "pack_bag").graph.scene == "pack_bag"
    with pytest.raises(GraphError, match=r"Tasks\.json: there is no task 'pack_bags'; among its 2 are pack_bag"):
        read_grasif(path, "pack_bags")
    with pytest.raises(GraphError, match="it has a list of tasks; say which"):
        read_grasif(path)
    with pytest.raises(GraphError, match=r"elsewhere\.graph: the scene is in 'a\.json'; read that as virtualhome"):
        read_grasif(path, "elsewhere")


def test_a_task_of_a_file_with_one_scene_is_refused():
    with pytest.raises(GraphError, match="no list of tasks; leave 'x' out"):
        read_grasif(scene(), "x")


@given(st.lists(st.tuples(st.sampled_from(("ontop", "inside", "ontop_of")), st.integers(0, 20)), max_size=12))
def test_whatever_lies_on_what_the_graph_obeys_what_every_file_must(places):
    raw = scene()
    targets = ["kitchen", "office_2", "table.n.02_1", "bag.n.01_1", "egg.n.02_1"]
    for number, (relation, choice) in enumerate(places):
        name = f"cup.n.01_{number}"
        raw["objects"].append({"name": name, "relation": relation, "related_to": targets[choice % len(targets)]})
        targets.append(name)
    graph = read_grasif(raw).graph
    check_relations(graph.nodes, graph.relations)
    assert graph_from_json(graph_to_json(graph)) == graph
    assert all(graph.room_of(node.id) for node in graph.of_kind(NodeKind.OBJECT))


def test_every_scene_of_the_data_set_is_imported_whole(data):
    path = data / "grasif_like" / "behavior_rebuilt.json"
    for task in json.loads(path.read_text()):
        graph = read_grasif(path, task["id"]).graph
        assert len(graph) == len(task["rooms"]) + len(task["assets"]) + len(task["objects"]) + 1
        assert graph_from_json(graph_to_json(graph)) == graph
    path = data / "grasif_like" / "sayplan_office_partial.json"
    office = json.loads(path.read_text())
    result = read_grasif(path)
    assert len(result.graph.of_kind(NodeKind.ROOM)) == len(office["rooms"]) + len(office["corridors"])
    assert len(result.notes) == (0 if len(office["tasks"]) == 1 else 3)
