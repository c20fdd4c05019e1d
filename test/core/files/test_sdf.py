# SPDX-License-Identifier: Apache-2.0
"""World files of Gazebo as scene graphs: what becomes a room, furniture or a thing, and what is told of the rest."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from makedo_core.files.importers.sdf.scene import SdfScene, read_sdf
from makedo_core.files.scene_json import graph_from_json, graph_to_json
from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.scene_graph import AGENT_ID, GraphError, NodeKind, Relation, RelationType, Shape


def box(name: str, size: str, pose: str = "0 0 0 0 0 0", *, static: bool = True, at: str = "0 0 0 0 0 0") -> str:
    """A model of one box; `at` is the pose of the box in it."""
    return (
        f"<model name='{name}'><static>{str(static).lower()}</static><pose>{pose}</pose><link name='link'>"
        f"<collision name='c'><pose>{at}</pose><geometry><box><size>{size}</size></box></geometry></collision>"
        "</link></model>"
    )


def table(name: str = "table_1", pose: str = "2 1 0 0 0 0") -> str:
    return box(name, "0.8 1.2 0.04", pose, at="0 0 0.73 0 0 0")


def can(name: str = "coke_can", pose: str = "2 1 0.75 0 0 0", static: str = "false") -> str:
    return (
        f"<model name='{name}'><static>{static}</static><pose>{pose}</pose><link name='link'><collision name='c'>"
        "<pose>0 0 0.06 0 0 0</pose><geometry><cylinder><radius>0.03</radius><length>0.12</length></cylinder>"
        "</geometry></collision></link></model>"
    )


def read(tmp_path: Path, *models: str, **options: object) -> SdfScene:
    path = tmp_path / "lab.world"
    path.write_text(f"<sdf version='1.7'><world name='lab'>{''.join(models)}</world></sdf>")
    scene = read_sdf(path, **options)
    assert graph_from_json(graph_to_json(scene.graph)) == scene.graph
    return scene


def told(scene: SdfScene, word: str) -> str:
    """The one note that speaks of something."""
    found = [note for note in scene.notes if word in note]
    assert len(found) == 1, scene.notes
    return found[0]


def test_a_can_on_a_table(tmp_path: Path):
    scene = read(tmp_path, table(), can())
    node = scene.graph["table_1"]
    assert (node.label, node.kind) == ("table", NodeKind.ASSET)
    assert sorted(node.size) == pytest.approx([0.04, 0.8, 1.2])
    assert node.pose.position == pytest.approx((2, 1, 0.71))
    (region,) = node.model.regions
    assert region.kind is RegionKind.ON
    assert (node.pose @ region.pose).position == pytest.approx((2, 1, 0.75))
    thing = scene.graph["cola_can_1"]
    assert (thing.kind, thing.shape, thing.is_belief) == (NodeKind.OBJECT, Shape.CYLINDER, True)
    assert thing.size == pytest.approx((0.06, 0.06, 0.12))
    assert scene.graph.placement("cola_can_1") == Relation("cola_can_1", RelationType.ON, "table_1")
    assert scene.graph.scene == "lab"
    assert scene.names == {"table_1": "table_1", "cola_can_1": "coke_can"}


def test_without_names_of_rooms_all_is_in_one_and_that_is_told(tmp_path: Path):
    scene = read(tmp_path, table())
    assert [room.id for room in scene.graph.of_kind(NodeKind.ROOM)] == ["room_1"]
    assert not scene.graph["room_1"].pose.is_known
    assert scene.graph.room_of("table_1") == scene.graph.room_of(AGENT_ID) == "room_1"
    assert "taken to be in one" in told(scene, "rooms:")


@pytest.mark.parametrize(
    "names", [("kitchen_floor", "office_floor"), ("room_kitchen", "Office"), ("Kitchen", "office_area")]
)
def test_models_that_are_named_after_rooms_are_rooms_with_their_extent(tmp_path: Path, names: tuple[str, str]):
    floors = (box(names[0], "4 4 0.1", "0 0 0 0 0 0"), box(names[1], "4 4 0.1", "4 0 0 0 0 0"))
    scene = read(tmp_path, *floors, table(pose="4 1 0 0 0 0"), can(pose="0 0 0 0 0 0"), can("beer_can", "9 0 0 0 0 0"))
    assert {room.id for room in scene.graph.of_kind(NodeKind.ROOM)} == {"kitchen", "office"}
    assert scene.graph["office"].size[:2] == pytest.approx((4, 4))
    assert scene.graph.room_of("table_1") == "office"
    assert scene.graph.room_of("cola_can_1") == "kitchen"
    assert "nearest one, office" in told(scene, "in no room")
    assert read(tmp_path, *floors, table(), robot_in="office").graph.room_of(AGENT_ID) == "office"


def test_a_room_of_a_name_with_several_floors_is_several_and_links_name_rooms_too(tmp_path: Path):
    twice = read(tmp_path, box("bedroom_floor_1", "3 3 0.1"), box("bedroom_floor_2", "3 3 0.1", "5 0 0 0 0 0"), table())
    assert {r.id for r in twice.graph.of_kind(NodeKind.ROOM)} == {"bedroom_1", "bedroom_2"}
    floor = box("house", "4 4 0.1").replace("link name='link'", "link name='kitchen_floor'")
    assert {r.id for r in read(tmp_path, floor, table()).graph.of_kind(NodeKind.ROOM)} == {"kitchen"}


def test_walls_are_parts_of_the_room_and_no_furniture(tmp_path: Path):
    walls = [box("wall_1_model", "6 0.1 2.5", "0 3 1.25 0 0 0"), box("wall_2_model", "6 0.1 2.5", "0 -3 1.25 0 0 0")]
    scene = read(tmp_path, *walls, table())
    room = scene.graph["room_1"]
    assert room.size[:2] == pytest.approx((6, 6.1))
    assert len(room.model.parts) == 2
    assert set(scene.names) == {"table_1"}


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("KitchenTable_01_001", "table"),
        ("aws_robomaker_residential_Bed_01", "bed"),
        ("table_0m8", "table"),
        ("TVCabinet_01", "tv_stand"),
        ("reemc_bookshelf_2", "shelf"),
        ("coke_can_slim", "cola_can"),
        ("cocacola", "cola_can"),
        ("NightStand_02", "nightstand"),
        ("Chandelier", "ceiling_lamp"),
    ],
)
def test_classes_are_found_in_the_names_of_models(tmp_path: Path, name: str, label: str):
    scene = read(tmp_path, box(name, "0.3 0.3 0.3", "3 0 0.15 0 0 0"), table("table_9"))
    (id_,) = (id_ for id_, model in scene.names.items() if model == name)
    assert scene.graph[id_].label == label


def test_an_unknown_class_is_a_doubt_and_its_colour_is_kept(tmp_path: Path):
    scene = read(
        tmp_path, table(), box("green_zorb", "0.1 0.1 0.1", "2 1 0.8 0 0 0", static=False), box("blorg", "1 1 1")
    )
    assert (scene.graph["zorb_1"].kind, scene.graph["zorb_1"].attributes) == (NodeKind.OBJECT, {"green"})
    assert scene.graph["blorg_1"].kind is NodeKind.ASSET
    assert len([note for note in scene.notes if "unknown class" in note]) == 2
    assert "zorb_1 (green_zorb)" in told(scene, "can be carried (small")
    assert "blorg_1 (blorg)" in told(scene, "stays where it is")


def test_a_class_that_only_the_last_words_tell_is_a_doubt(tmp_path: Path):
    scene = read(tmp_path, box("cooking_bench", "1 1 1"))
    assert "bench_1 ('cooking bench')" in told(scene, "last words")


@pytest.mark.parametrize(
    ("height", "static", "lies"),
    [(0.75, "false", True), (0.95, "false", True), (0.75, "true", True), (0.95, "true", False), (1.4, "false", False)],
)
def test_what_can_move_falls_and_what_cannot_hangs(tmp_path: Path, height: float, static: str, lies: bool):
    scene = read(tmp_path, table(), can(pose=f"2 1 {height} 0 0 0", static=static))
    assert (scene.graph.placement("cola_can_1") is not None) is lies
    assert any("on nothing that is known: cola_can_1" in note for note in scene.notes) is not lies
    assert any("does not move" in note for note in scene.notes) is (static == "true")


def test_things_lie_on_things_and_not_beside_the_table(tmp_path: Path):
    tray = box("tray", "0.3 0.4 0.02", "2 1 0.76 0 0 0", static=False)
    scene = read(tmp_path, table(), tray, can(pose="2 1 0.77 0 0 0"), can("can_2", "5 5 0.75 0 0 0"))
    assert scene.graph.placement("cola_can_1") == Relation("cola_can_1", RelationType.ON, "tray_1")
    assert scene.graph.placement("can_2") is None
    assert scene.graph.room_of("cola_can_1") == scene.graph.room_of("can_2") == "room_1"


def shelf(pose: str) -> str:
    """Three boards between two sides, with a back at y = 0.2 of the model."""
    boards = [("1 0.4 0.02", f"0 0 {z} 0 0 0") for z in (0.1, 0.5, 0.9)]
    panels = [("0.02 0.4 1", f"{x} 0 0.5 0 0 0") for x in (-0.51, 0.51)]
    parts = [*boards, *panels, ("1 0.02 1", "0 0.21 0.5 0 0 0")]
    shapes = "".join(
        f"<collision name='c{n}'><pose>{at}</pose><geometry><box><size>{size}</size></box></geometry></collision>"
        for n, (size, at) in enumerate(parts)
    )
    return f"<model name='shelf'><static>1</static><pose>{pose}</pose><link name='l'>{shapes}</link></model>"


def test_a_shelf_has_its_front_where_it_is_open_and_a_place_on_each_board(tmp_path: Path):
    scene = read(tmp_path, shelf("0 0 0 0 0 0.5"), can(pose="0 0 0.51 0 0 0"))
    node = scene.graph["shelf_1"]
    assert math.degrees(node.pose.yaw) == pytest.approx(math.degrees(0.5) - 90)
    heights = sorted((node.pose @ region.pose).position[2] for region in node.model.regions)
    assert heights == pytest.approx([0.11, 0.51, 0.91])
    low = min(node.model.regions, key=lambda r: r.pose.position[2])
    assert low.size == pytest.approx((0.4, 1.0, 0.38))
    assert scene.graph.placement("cola_can_1") == Relation("cola_can_1", RelationType.ON, "shelf_1")


@pytest.mark.parametrize("roll", [0.0, math.pi])
def test_a_board_that_is_turned_and_upside_down_has_its_place_on_top(tmp_path: Path, roll: float):
    scene = read(tmp_path, box("table_1", "0.8 1.2 0.04", "2 1 0 0 0 0", at=f"0 0 0.73 {roll} 0 0.4"))
    node = scene.graph["table_1"]
    (region,) = node.model.regions
    place = node.pose @ region.pose
    assert place.position == pytest.approx((2, 1, 0.75))
    assert place.matrix()[2, 2] == pytest.approx(1.0)


def test_furniture_turns_to_free_floor(tmp_path: Path):
    walls = [box("wall_1", "6 0.1 2.5", "0 0.55 1.25 0 0 0"), box("wall_2", "0.1 6 2.5", "0.75 0 1.25 0 0 0")]
    scene = read(tmp_path, *walls, table(pose="0 0 0 0 0 0"))
    assert abs(math.degrees(scene.graph["table_1"].pose.yaw)) == pytest.approx(180)


def test_the_map_may_begin_elsewhere_than_the_world(tmp_path: Path):
    scene = read(tmp_path, table(), map_at=Pose.planar(1.0, 1.0, math.pi / 2))
    assert scene.graph["table_1"].pose.position[:2] == pytest.approx((0.0, -1.0), abs=1e-9)


def test_people_robots_buildings_and_what_moves_by_itself_are_left_out_by_name(tmp_path: Path):
    joints = "".join(f"<joint name='j{n}' type='revolute'/>" for n in range(5))
    robot = box("r2d9", "0.5 0.5 1").replace("</model>", f"{joints}</model>")
    actor = "<actor name='walker'/>"
    scene = read(
        tmp_path, table(), box("person_standing_person", "0.4 0.4 1.7"), robot, actor, "<model name='empty_one'/>"
    )
    note = told(scene, "left out: person")
    assert "people move" in note and "taken for a robot" in note
    assert "'walker' was left out" in told(scene, "actor")
    assert set(scene.names) == {"table_1"}


def test_a_room_that_is_none_is_refused_by_name(tmp_path: Path):
    with pytest.raises(GraphError, match="start in 'cellar', which is no room; there are room_1"):
        read(tmp_path, table(), robot_in="cellar")


def building(name: str, inside: str, joints: str = "") -> str:
    """A building with two walls of links of its own."""
    links = "".join(
        f"<link name='Wall_{n}'><collision name='c'><pose>{x} 0 1.2 0 0 0</pose><geometry><box><size>0.1 8 2.4</size>"
        "</box></geometry></collision></link>"
        for n, x in ((1, -4), (2, 4))
    )
    return f"<model name='{name}'><static>true</static>{links}{inside}{joints}</model>"


@pytest.mark.parametrize("name", ["my_house", "building", "office_building"])
@pytest.mark.parametrize("tied", [False, True])
def test_what_stands_in_a_model_of_a_building_is_read_and_its_walls_are_walls(tmp_path: Path, name: str, tied: bool):
    ends = "<parent>Wall_1</parent><child>table_1::link</child>"
    joint = f"<joint name='j' type='fixed'>{ends}</joint>" if tied else ""
    scene = read(tmp_path, building(name, table(), joint), can())
    assert scene.graph["table_1"].label == "table"
    assert scene.graph.placement("cola_can_1") == Relation("cola_can_1", RelationType.ON, "table_1")
    assert [p.size for p in scene.graph["room_1"].model.parts] == [(0.1, 8.0, 2.4)] * 2
    assert not [n for n in scene.graph.of_kind(NodeKind.ASSET) if n.id != "table_1"]


def ring(name: str, size_m: float, high_m: float, static: bool = True) -> str:
    """Four boards around an empty square."""
    boards = "".join(
        f"<collision name='c{n}'><pose>{x} {y} {high_m / 2} 0 0 0</pose><geometry><box><size>{a} {b} {high_m}</size>"
        "</box></geometry></collision>"
        for n, (x, y, a, b) in enumerate(
            [
                (size_m / 2, 0, 0.1, size_m),
                (-size_m / 2, 0, 0.1, size_m),
                (0, size_m / 2, size_m, 0.1),
                (0, -size_m / 2, size_m, 0.1),
            ]
        )
    )
    return f"<model name='{name}'><static>{str(static).lower()}</static><link name='l'>{boards}</link></model>"


def test_boards_around_a_wide_square_are_the_walls_of_the_room(tmp_path: Path):
    scene = read(tmp_path, ring("arena_xyz", 6.0, 0.5), table())
    assert [n.id for n in scene.graph.of_kind(NodeKind.ASSET)] == ["table_1"]
    assert len(scene.graph["room_1"].model.parts) == 4
    assert scene.graph["room_1"].size[:2] == pytest.approx((6.1, 6.1))


@pytest.mark.parametrize(
    "model", [ring("playpen_xyz", 2.0, 0.5), ring("kerb_xyz", 6.0, 0.1), ring("raft_xyz", 6.0, 0.5, static=False)]
)
def test_smaller_lower_or_movable_boards_are_something_that_stands_there(tmp_path: Path, model: str):
    scene = read(tmp_path, model, table())
    assert len(list(scene.graph.of_kind(NodeKind.ASSET))) == 2


@pytest.mark.parametrize("name", ["table_marble", "TableWood_01", "table_oak"])
def test_a_material_behind_the_noun_is_not_the_thing(tmp_path: Path, name: str):
    scene = read(tmp_path, table(name))
    assert [n.label for n in scene.graph.of_kind(NodeKind.ASSET)] == ["table"]
