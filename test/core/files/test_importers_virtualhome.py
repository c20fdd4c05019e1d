# SPDX-License-Identifier: Apache-2.0
"""Apartment graphs of VirtualHome become scene graphs, and what they leave open is reported."""

from __future__ import annotations

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.files.importers.resting import settle
from makedo_core.files.importers.virtualhome import read_virtualhome
from makedo_core.files.scene_json import graph_from_json, graph_to_json
from makedo_core.graph.scene_graph import (
    AGENT_ID,
    GraphError,
    NodeKind,
    Relation,
    RelationType,
    SceneGraph,
    State,
    check_relations,
)
from makedo_core.ontology import load_ontology

ONTOLOGY = load_ontology()


def item(number: int, class_name: str, category: str = "Props", *properties: str, **more) -> dict:
    return {"id": number, "class_name": class_name, "category": category, "properties": list(properties), **more}


def edge(source: int, type_: str, target: int) -> dict:
    return {"from_id": source, "relation_type": type_, "to_id": target}


def apartment(*nodes: dict, edges: tuple[dict, ...] = ()) -> dict:
    """A kitchen (1) with the character (3), and a bedroom (2)."""
    rooms = [item(1, "kitchen", "Rooms"), item(2, "bedroom", "Rooms"), item(3, "character", "Characters")]
    return {"nodes": [*rooms, *nodes], "edges": [edge(3, "INSIDE", 1), *edges]}


def graph_of(*nodes: dict, edges: tuple[dict, ...] = ()) -> SceneGraph:
    return read_virtualhome(apartment(*nodes, edges=edges), ontology=ONTOLOGY).graph


def notes_of(*nodes: dict, edges: tuple[dict, ...] = ()) -> tuple[str, ...]:
    return read_virtualhome(apartment(*nodes, edges=edges), ontology=ONTOLOGY).notes


CUP = item(9, "cup", "Props", "GRABBABLE")
TABLE = item(8, "table", "Furniture", "SURFACES")


def test_rooms_things_and_the_character_become_nodes():
    graph = graph_of(CUP, TABLE, edges=(edge(9, "ON", 8), edge(8, "INSIDE", 1), edge(9, "INSIDE", 1)))
    assert {n.id: n.kind for n in graph} == {
        "kitchen_1": NodeKind.ROOM,
        "bedroom_2": NodeKind.ROOM,
        AGENT_ID: NodeKind.AGENT,
        "cup_9": NodeKind.OBJECT,
        "table_8": NodeKind.ASSET,
    }
    assert graph.outgoing("cup_9") == (Relation("cup_9", RelationType.ON, "table_8"),)
    assert graph.room_of("cup_9") == graph.room_of(AGENT_ID) == "kitchen_1"


def test_what_is_grabbable_there_and_furniture_here_is_an_asset_unless_held():
    chair = item(7, "chair", "Furniture", "GRABBABLE")
    assert graph_of(chair)["chair_7"].kind is NodeKind.ASSET
    held = graph_of(chair, edges=(edge(3, "HOLDS_RH", 7),))
    assert held["chair_7"].kind is NodeKind.OBJECT
    assert held.held() == "chair_7"


def test_an_asset_keeps_its_room_whatever_it_stands_on():
    lamp = item(7, "tablelamp", "Lamps")
    graph = graph_of(CUP, TABLE, lamp, edges=(edge(9, "ON", 7), edge(7, "ON", 8), edge(7, "INSIDE", 2)))
    assert graph.room_of("tablelamp_7") == graph.room_of("cup_9") == "bedroom_2"


def test_objects_piled_on_a_floor_are_in_its_room():
    towels = [item(n, "towel", "Props", "GRABBABLE") for n in (5, 6)]
    graph = graph_of(*towels, edges=(edge(6, "ON", 5), edge(5, "INSIDE", 2)))
    assert graph.room_of("towel_6") == "bedroom_2"


def test_walls_ceilings_and_floors_are_left_out_and_counted():
    tiles = [item(n, "floor", "Floor", "SURFACES") for n in (10, 11)]
    raw = apartment(CUP, *tiles, edges=(edge(9, "ON", 10), edge(9, "INSIDE", 2)))
    result = read_virtualhome(raw, ontology=ONTOLOGY)
    assert result.graph.outgoing("cup_9") == (Relation("cup_9", RelationType.IN, "bedroom_2"),)
    assert result.notes == ("scene: 2 walls, ceilings and floors left out; what they carry is in its room",)


def test_states_become_states_and_other_words_attributes():
    node = graph_of({**CUP, "states": ["OPEN", "OFF", "DIRTY", "PLUGGED_IN"]})["cup_9"]
    assert node.states == {State.OPEN, State.OFF}
    assert node.attributes == {"dirty", "plugged_in"}


def test_boxes_are_turned_upright_with_the_pose_at_the_base():
    node = graph_of({**CUP, "bounding_box": {"center": [1, 2.0, 3.0], "size": [0.5, 1.0, 0.25]}})["cup_9"]
    assert node.pose.position == (1.0, 3.0, 1.5)
    assert node.size == (0.5, 0.25, 1.0)
    assert node.centre == (1.0, 3.0, 2.0)


def test_a_door_between_two_rooms_connects_them_both_ways():
    door = item(5, "door", "Doors", "CAN_OPEN")
    graph = graph_of(door, edges=(edge(5, "BETWEEN", 1), edge(5, "BETWEEN", 2)))
    connected = {(r.source, r.target) for r in graph.relations if r.type is RelationType.CONNECTED}
    assert connected == {("kitchen_1", "bedroom_2"), ("bedroom_2", "kitchen_1")}


def test_of_stacked_supports_the_nearest_is_taken_without_a_note():
    saucer = item(7, "plate", "Props", "GRABBABLE")
    edges = (edge(9, "ON", 8), edge(9, "ON", 7), edge(7, "ON", 8), edge(8, "INSIDE", 1))
    result = read_virtualhome(apartment(CUP, saucer, TABLE, edges=edges), ontology=ONTOLOGY)
    assert result.graph.placement("cup_9") == Relation("cup_9", RelationType.ON, "plate_7")
    assert result.notes == ()


@pytest.mark.parametrize(
    ("edges", "said"),
    [
        ((edge(9, "ON", 8), edge(9, "ON", 7)), "'cup_9 on sofa_7' was taken for its place; 'cup_9 on table_8'"),
        ((edge(7, "ON", 8), edge(8, "ON", 7)), "'table_8 on sofa_7' closes a circle"),
        ((edge(3, "HOLDS_RH", 9), edge(3, "HOLDS_LH", 6)), "'hat_6' is in the second hand"),
        ((edge(6, "ON", 3),), "'hat_6' is on the character; kept in its room"),
        ((edge(9, "INSIDE", 1), edge(9, "INSIDE", 2)), "'cup_9' is in 'kitchen_1' and in 'bedroom_2'; the first"),
        ((), "'cup_9' is in no room; kept without one"),
    ],
)
def test_what_a_file_contradicts_itself_in_is_told(edges, said):
    things = (CUP, TABLE, item(7, "sofa", "Furniture"), item(6, "hat", "Props", "GRABBABLE"))
    assert any(said in note for note in notes_of(*things, edges=edges))


def test_the_robot_starts_where_the_character_is_or_in_a_room_named_by_id_or_class():
    assert graph_of().room_of(AGENT_ID) == "kitchen_1"
    for name in ("bedroom_2", "bedroom"):
        assert read_virtualhome(apartment(), name, ontology=ONTOLOGY).graph.room_of(AGENT_ID) == "bedroom_2"
    raw = {"nodes": apartment()["nodes"][:2], "edges": []}
    assert read_virtualhome(raw, "bedroom", ontology=ONTOLOGY).graph.room_of(AGENT_ID) == "bedroom_2"


def test_either_graph_of_a_file_with_two_can_be_read():
    raw = {"init_graph": apartment(CUP), "final_graph": apartment()}
    assert "cup_9" in read_virtualhome(raw, ontology=ONTOLOGY).graph
    assert "cup_9" not in read_virtualhome(raw, moment="final_graph", ontology=ONTOLOGY).graph
    with pytest.raises(GraphError, match="no graph 'middle'; there are final_graph, init_graph"):
        read_virtualhome(raw, moment="middle", ontology=ONTOLOGY)


def second(raw: dict) -> dict:
    return raw["nodes"][3]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda g: g.pop("nodes"), "nodes: Field required"),
        (lambda g: g.pop("edges"), "edges: Field required"),
        (lambda g: g.update(colour=1), "colour: Extra inputs"),
        (lambda g: second(g).pop("class_name"), r"nodes\.3\.class_name: Field required"),
        (lambda g: second(g).update(id="9"), r"nodes\.3\.id: .*integer, not '9'"),
        (lambda g: second(g).update(id=-9), r"nodes\.3\.id: .*greater"),
        (lambda g: second(g).update(id=1), r"nodes\.3\.id: 1 is the id of two nodes"),
        (lambda g: second(g).update(class_name=""), r"nodes\.3\.class_name: .*at least 1"),
        (lambda g: second(g).update(class_name="3d"), r"nodes\.3\.class_name: '3d' must begin with a letter"),
        (lambda g: second(g).update(class_name="x" * 201), r"nodes\.3\.class_name: .*more than 200"),
        (lambda g: second(g).update(states=["ON", "OFF"]), r"nodes\.3\.states: it cannot be off and on"),
        (lambda g: second(g).update(states=["!"]), r"nodes\.3\.states: '!' must begin with a letter"),
        (lambda g: second(g).update(states="ON"), r"nodes\.3\.states: .*list"),
        (lambda g: second(g).update(size=1), r"nodes\.3\.size: Extra inputs"),
        (lambda g: second(g).update(bounding_box={"center": [0, 0], "size": [1, 1, 1]}), r"bounding_box\.center"),
        (
            lambda g: second(g).update(bounding_box={"center": [0, 0, 0], "size": [1, -1, 1]}),
            r"nodes\.3\.bounding_box\.size\.1: .*greater",
        ),
        (
            lambda g: second(g).update(bounding_box={"center": [0, 0, 1e9], "size": [1, 1, 1]}),
            r"nodes\.3\.bounding_box: position",
        ),
        (lambda g: second(g).update(category="Characters"), "nodes 3, 9 are characters; only one"),
        (lambda g: g["edges"][0].update(to_id=77), r"edges\.0\.to_id: 77 is the id of no node"),
        (lambda g: g["edges"][0].update(from_id=77), r"edges\.0\.from_id: 77 is the id of no node"),
        (lambda g: g["edges"][0].update(relation_type="UNDER"), r"edges\.0\.relation_type: .*'ON'"),
        (lambda g: g["edges"].append(edge(9, "ON", 9)), r"edges\.1\.to_id: node 9 cannot carry itself"),
        (lambda g: g["edges"].clear(), "no character is in a room; .*kitchen_1, bedroom_2"),
        (lambda g: (g.pop("edges"), second(g).pop("category")), "and 1 more"),
    ],
)
def test_a_malformed_file_is_refused_with_its_name_and_the_key(change, said, tmp_path):
    raw = copy.deepcopy(apartment(CUP))
    change(raw)
    path = tmp_path / "Flat.json"
    path.write_text(json.dumps(raw))
    with pytest.raises(GraphError, match=f"Flat.json: .*{said}"):
        read_virtualhome(path, ontology=ONTOLOGY)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not JSON"),
        (b'{"nodes": [', "not JSON"),
        (b"\xff\xfe", "not UTF-8 text: byte 0"),
        (b"[]", "top level: .*dictionary"),
        (b'{"nodes": [], "nodes": []}', "key 'nodes' twice"),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_a_file_that_is_no_scene_is_refused_with_its_name(content, said, tmp_path):
    path = tmp_path / "Flat.json"
    path.write_bytes(content)
    with pytest.raises(GraphError, match=rf"Flat\.json: .*{said}"):
        read_virtualhome(path, ontology=ONTOLOGY)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(GraphError, match=r"nowhere\.json: no such file"):
        read_virtualhome(tmp_path / "nowhere.json", ontology=ONTOLOGY)


@pytest.mark.parametrize(("room", "fault"), [("attic", "is no room"), ("kitchen", "means several rooms")])
def test_a_start_in_no_or_an_ambiguous_room_names_the_rooms(room, fault):
    with pytest.raises(GraphError, match=f"{fault}; there are kitchen_1, bedroom_2, kitchen_4"):
        read_virtualhome(apartment(item(4, "kitchen", "Rooms")), room, ontology=ONTOLOGY)


def test_a_tower_that_no_graph_can_hold_is_refused():
    boxes = [item(n, "box", "Props", "GRABBABLE") for n in range(10, 40)]
    edges = tuple(edge(n + 1, "ON", n) for n in range(10, 39))
    with pytest.raises(GraphError, match=r"scene: .*more than 20 things"):
        read_virtualhome(apartment(*boxes, edges=edges), ontology=ONTOLOGY)


placements = st.builds(
    Relation,
    st.sampled_from("abcdef"),
    st.sampled_from((RelationType.ON, RelationType.INSIDE)),
    st.sampled_from("abcdef"),
).filter(lambda r: r.source != r.target)


@given(st.frozensets(placements))
def test_settled_placements_are_stated_ones_at_most_one_each_and_without_circles(stated):
    settled = settle(stated)
    assert set(settled.placements.values()) <= stated
    assert all(relation.source == source for source, relation in settled.placements.items())
    for start in settled.placements:
        at, steps = start, 0
        while at in settled.placements:
            at, steps = settled.placements[at].target, steps + 1
            assert steps <= len(settled.placements)
    unplaced = {relation.source for relation in stated} - settled.placements.keys()
    assert all(any(f"'{source} " in note for note in settled.notes) for source in unplaced)


things = st.tuples(
    st.sampled_from(("cup", "table", "Arm Chair", "sofa", "gizmo")),
    st.sampled_from(("Props", "Furniture", "Floor", "Doors")),
    st.lists(st.sampled_from(("GRABBABLE", "SURFACES"))),
)
relation_types = st.sampled_from(("ON", "INSIDE", "CLOSE", "FACING", "BETWEEN", "HOLDS_RH", "HOLDS_LH"))


@given(st.lists(things, max_size=8), st.data())
def test_whatever_edges_a_file_has_the_graph_obeys_what_every_file_must(listed, data):
    nodes = [item(n, *kind, *properties) for n, (*kind, properties) in enumerate(listed, start=4)]
    number = st.integers(1, 3 + len(nodes))
    ends = st.tuples(number, number).filter(lambda pair: pair[0] != pair[1])
    edges = data.draw(st.lists(st.builds(lambda e, t: edge(e[0], t, e[1]), ends, relation_types), max_size=12))
    graph = graph_of(*nodes, edges=tuple(edges))
    check_relations(graph.nodes, graph.relations)
    assert graph_from_json(graph_to_json(graph)) == graph
    kept = [node for node in nodes if node["category"] != "Floor"]
    assert len(graph) == 3 + len(kept)


def test_every_apartment_of_the_data_set_is_imported_whole(data):
    paths = sorted((data / "virtualhome" / "example_graphs").glob("*.json"))
    assert len(paths) in (4, 8)
    for path in paths:
        raw = json.loads(path.read_text())
        graph = read_virtualhome(path, ontology=ONTOLOGY).graph
        check_relations(graph.nodes, graph.relations)
        assert graph_from_json(graph_to_json(graph)) == graph
        kept = [n for n in raw["nodes"] if n["category"] not in ("Walls", "Ceiling", "Floor", "Floors")]
        assert len(graph) == len(kept)
        assert all(graph.room_of(n.id) for n in graph if n.kind is not NodeKind.ROOM)
