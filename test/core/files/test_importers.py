# SPDX-License-Identifier: Apache-2.0
"""Foreign scene files become scene graphs, and what they leave open is reported."""

from __future__ import annotations

import copy
import json
import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.files.importers.contextmatters import import_contextmatters, read_contextmatters
from makedo_core.files.importers.described_words import attributes_of
from makedo_core.graph.scene_graph import AGENT_ID, GraphError, NodeKind, Relation, RelationType
from makedo_core.ontology import Concept, Ontology


def room(number: int, category: str) -> dict:
    label = f"{category.replace(' ', '_')}_{number}"
    return {"id": number, "category": category, "label": label, "bbox": [], "objects_in_room": []}


def thing(number: int, class_: str, in_room: int | None, description: str = "", affordances: tuple = ()) -> dict:
    return {
        "id": number,
        "class": class_,
        "label": f"{class_}_{number}",
        "parent_room": in_room,
        "description": description,
        "bbox": [],
        "action_affordance": list(affordances),
    }


def scene(*things: dict) -> dict:
    rooms = [room(1, "kitchen"), room(2, "living room")]
    return {
        "scene_info": {"total_rooms": len(rooms), "total_objects": len(things)},
        "rooms": {str(r["id"]): r for r in rooms},
        "objects": {str(t["id"]): t for t in things},
    }


def imported(*things: dict):
    return read_contextmatters(scene(*things), "kitchen_1")


def test_rooms_things_and_the_robot_become_nodes_with_ids_made_of_their_labels():
    graph = imported(thing(53, "dining table", 1), thing(13, "cola_can", 2)).graph
    assert {n.id: (n.label, n.kind) for n in graph} == {
        "kitchen_1": ("kitchen", NodeKind.ROOM),
        "living_room_2": ("living_room", NodeKind.ROOM),
        "dining_table_53": ("dining_table", NodeKind.ASSET),
        "cola_can_13": ("cola_can", NodeKind.OBJECT),
        AGENT_ID: ("robot", NodeKind.AGENT),
    }


def test_things_and_the_robot_are_in_their_rooms():
    graph = imported(thing(13, "cola_can", 2)).graph
    assert graph.room_of("cola_can_13") == "living_room_2"
    assert graph.room_of(AGENT_ID) == "kitchen_1"


@pytest.mark.parametrize("class_", ["table", "refrigerator", "couch", "potted plant", "rubbish_bin", "shoe_rack"])
def test_what_the_ontology_calls_furniture_by_name_synonym_or_last_word_is_an_asset(class_):
    assert imported(thing(7, class_, 1)).graph.of_kind(NodeKind.ASSET)


def test_an_undescribed_class_that_one_sits_on_is_an_asset():
    nowhere = Ontology([Concept("thing")])
    bench = thing(7, "pew", 1, affordances=("sit on", "pick up"))
    assert read_contextmatters(scene(bench), "kitchen_1", nowhere).graph["pew_7"].kind is NodeKind.ASSET


def test_an_undescribed_class_that_can_be_picked_up_is_an_object_without_a_note():
    result = imported(thing(7, "gizmo", 1, affordances=("pick up",)))
    assert result.graph["gizmo_7"].kind is NodeKind.OBJECT
    assert result.notes == ()


def test_a_class_of_which_nothing_is_known_is_taken_for_an_object_and_told():
    result = imported(thing(7, "gizmo", 1))
    assert result.graph["gizmo_7"].kind is NodeKind.OBJECT
    assert "gizmo_7" in result.notes[0]


def test_a_thing_without_a_valid_room_is_kept_without_a_relation_and_told():
    result = imported(thing(7, "chair", None), thing(8, "chair", 99))
    assert result.graph.outgoing("chair_7") == result.graph.outgoing("chair_8") == ()
    assert len(result.notes) == 2
    assert "99" in result.notes[1]


def test_containment_in_a_class_name_becomes_inside_the_container_of_the_same_room():
    result = imported(thing(3, "shelf", 1), thing(4, "shelf", 2), thing(5, "book into the shelf", 2))
    book = result.graph["book_into_the_shelf_5"]
    assert (book.label, book.kind) == ("book", NodeKind.OBJECT)
    assert result.graph.outgoing(book.id) == (Relation(book.id, RelationType.INSIDE, "shelf_4"),)
    assert result.notes == ()


def test_containment_goes_before_a_contradicting_room_and_is_told():
    result = imported(thing(3, "shelf", 1), thing(5, "book into the shelf", 2))
    assert result.graph.room_of("book_into_the_shelf_5") == "kitchen_1"
    assert "its name was believed" in result.notes[0]


@pytest.mark.parametrize("shelves", [(), (thing(3, "shelf", 1), thing(4, "shelf", 1))])
def test_containment_in_no_or_an_ambiguous_container_keeps_the_room_and_is_told(shelves):
    result = imported(*shelves, thing(5, "book into the shelf", 2))
    assert result.graph.room_of("book_into_the_shelf_5") == "living_room_2"
    assert f"{len(shelves)} things called 'shelf'" in result.notes[0]


def test_a_thing_is_not_its_own_container():
    result = imported(thing(5, "box into the box", 2))
    assert result.graph.placement("box_into_the_box_5") is None


def test_things_inside_each_other_are_refused():
    with pytest.raises(GraphError, match="support cycle"):
        imported(thing(3, "box into the bag", 1), thing(4, "bag into the box", 1))


@pytest.mark.parametrize(
    ("class_", "description", "expected"),
    [
        ("apple", "Red apple made of fruit, used for eating.", {"red"}),
        ("dirty_pants", "Gray dirty_pants made of cotton, used for lounging.", {"grey", "dirty", "cotton"}),
        ("fork", "Silver fork made of stainless steel, used for cutting clear things.", {"silver", "steel"}),
        ("rotting_apple", "", {"rotting"}),
        ("paper", "Magnificent paper used to praise green gold.", set()),
    ],
)
def test_attributes_are_the_plain_adjectives_of_class_and_description(class_, description, expected):
    assert attributes_of(class_, description) == expected


@given(st.text(), st.text())
def test_what_is_said_of_the_use_is_no_attribute(class_name, use):
    assert attributes_of(class_name, f"Thing, used for {use}") == attributes_of(class_name, "Thing")


def test_the_log_gets_the_notes(caplog):
    with caplog.at_level(logging.INFO, "makedo_core.files.importers.contextmatters"):
        graph = import_contextmatters(scene(thing(7, "gizmo", 1)), "kitchen_1")
    assert "gizmo_7" in graph
    assert "gizmo_7" in caplog.text


def test_a_start_in_no_room_names_the_rooms():
    with pytest.raises(GraphError, match=r"'attic_9'.*kitchen_1, living_room_2"):
        import_contextmatters(scene(), "attic_9")


def broken(change) -> dict:
    raw = copy.deepcopy(scene(thing(7, "chair", 1)))
    change(raw)
    return raw


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda s: s.pop("rooms"), "rooms"),
        (lambda s: s["objects"]["7"].pop("class"), r"objects\.7\.class"),
        (lambda s: s["objects"]["7"].update(id=8), r"objects\.7\.id"),
        (lambda s: s["rooms"]["1"].update(id=5), r"rooms\.1\.id"),
        (lambda s: s["objects"]["7"].update(colour="red"), r"objects\.7\.colour"),
        (lambda s: s["objects"]["7"].update(parent_room="kitchen"), r"objects\.7\.parent_room"),
        (lambda s: s["objects"].update(x=3), r"objects\.x"),
        (lambda s: s["objects"].update({"8": thing(8, "x", 1) | {"label": "chair_7"}}), "two nodes are called"),
        (lambda s: s["objects"]["7"].update(label="7"), "begin with a letter"),
    ],
)
def test_a_malformed_file_is_refused_with_its_name_and_the_key(change, key, tmp_path):
    path = tmp_path / "Home.json"
    path.write_text(json.dumps(broken(change)))
    with pytest.raises(GraphError, match=f"Home.json.*{key}"):
        import_contextmatters(path, "kitchen_1")


def test_several_mistakes_are_counted():
    raw = broken(lambda s: (s["objects"]["7"].pop("class"), s["objects"]["7"].pop("label")))
    with pytest.raises(GraphError, match="and 1 more"):
        import_contextmatters(raw, "kitchen_1")


def test_a_missing_file_and_a_file_that_is_no_json_are_refused(tmp_path):
    with pytest.raises(GraphError, match=r"nowhere\.json: no such file"):
        import_contextmatters(tmp_path / "nowhere.json", "kitchen_1")
    (tmp_path / "half.json").write_text('{"rooms": ')
    with pytest.raises(GraphError, match=r"half\.json: not JSON"):
        import_contextmatters(tmp_path / "half.json", "kitchen_1")


def test_a_file_gives_its_scene_a_name(tmp_path):
    path = tmp_path / "Home.json"
    path.write_text(json.dumps(scene()))
    assert import_contextmatters(path, "kitchen_1").scene == "Home"


def test_every_scene_of_the_data_set_is_imported_whole(data):
    scenes = data / "contextmatters"
    for task in json.loads((scenes / "index.json").read_text()):
        folder = scenes / "tasks" / task["family"] / task["scene"] / task["problem"]
        graph = import_contextmatters(folder / f"{task['scene']}.json", task["init_loc"])
        assert len(graph.of_kind(NodeKind.ROOM)) == task["rooms"]
        assert len(graph.of_kind(NodeKind.ASSET)) + len(graph.of_kind(NodeKind.OBJECT)) == task["objects"]
        assert graph.room_of(AGENT_ID) == task["init_loc"]
