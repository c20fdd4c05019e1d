# SPDX-License-Identifier: Apache-2.0
"""Where models of a world file are: includes, nesting, frames, saved states, and meshes."""

from __future__ import annotations

import math
import struct
from pathlib import Path

import pytest

from makedo_core.files.importers.sdf.scene import SdfScene, read_sdf
from makedo_core.graph.scene_graph import GraphError

BOX = (
    "<link name='link'><collision name='c'><geometry><box><size>0.2 0.4 0.6</size></box></geometry></collision></link>"
)
TABLE = f"<sdf version='1.6'><model name='table'><pose>9 9 9 0 0 0</pose><static>1</static>{BOX}</model></sdf>"


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A folder with a table whose model.config names two versions."""
    folder = tmp_path / "shared" / "oak_table"
    folder.mkdir(parents=True)
    (folder / "old.sdf").write_text(TABLE.replace("0.2 0.4 0.6", "1 1 1"))
    (folder / "new.sdf").write_text(TABLE)
    (folder / "model.config").write_text(
        "<model><sdf version='1.10'>new.sdf</sdf><sdf version='1.9'>old.sdf</sdf>"
        "<sdf version='2'>none.sdf</sdf></model>"
    )
    return folder.parent


def read(tmp_path: Path, content: str, *models: Path, version: str = "1.9") -> SdfScene:
    path = tmp_path / "lab.sdf"
    path.write_text(f"<sdf version='{version}'><world name='lab'>{content}</world></sdf>")
    return read_sdf(path, models)


def at(scene: SdfScene, model: str) -> tuple[float, ...]:
    """Middle of the base of a thing."""
    (id_,) = (id_ for id_, name in scene.names.items() if name == model)
    return scene.graph[id_].pose.position


URIS = ("model://oak_table", "https://fuel.gazebosim.org/1.0/someone/models/oak_table/2", "package://oak_table")


@pytest.mark.parametrize("uri", URIS)
def test_an_include_is_found_in_a_folder_of_models_and_placed_by_its_own_pose(tmp_path: Path, models: Path, uri: str):
    scene = read(tmp_path, f"<include><uri>{uri}</uri><pose>1 2 3 0 0 0</pose></include>", models)
    assert at(scene, "table") == pytest.approx((1, 2, 2.7))
    assert sorted(scene.graph["table_1"].size) == pytest.approx([0.2, 0.4, 0.6])


def test_names_of_models_and_of_includes_both_tell_the_class(tmp_path: Path, models: Path):
    include = "<include><uri>model://oak_table</uri>{}</include>"
    scene = read(tmp_path, include.format("<name>thing_7</name>") + include.format("<name>desk_2</name>"), models)
    assert {scene.graph[id_].label: name for id_, name in scene.names.items()} == {"table": "thing_7", "desk": "desk_2"}


def test_gazebos_variables_and_the_folders_beside_the_world_are_searched(
    tmp_path: Path, models: Path, monkeypatch: pytest.MonkeyPatch
):
    include = "<include><uri>model://oak_table</uri><pose>1 0 0 0 0 0</pose></include>"
    assert "was not found" in "".join(read(tmp_path, include).notes)
    monkeypatch.setenv("GAZEBO_MODEL_PATH", f"/nowhere:{models}")
    assert sorted(read(tmp_path, include).graph["table_1"].size) == pytest.approx([0.2, 0.4, 0.6])
    monkeypatch.delenv("GAZEBO_MODEL_PATH")
    models.rename(tmp_path / "models")
    assert sorted(read(tmp_path, include).graph["table_1"].size) == pytest.approx([0.2, 0.4, 0.6])


def test_a_model_around_an_include_is_one_thing(tmp_path: Path, models: Path):
    inner = "<include><uri>model://oak_table</uri><pose>0 1 0 0 0 0</pose></include>"
    wrapped = f"<model name='Desk_01'><static>true</static>{inner}<pose frame=''>1 0 0.3 0 0 1.5707963</pose></model>"
    scene = read(tmp_path, wrapped, models, version="1.6")
    assert at(scene, "Desk_01") == pytest.approx((0, 0, 0), abs=1e-6)
    assert scene.graph["desk_1"].label == "desk"


def test_models_in_a_model_are_things_of_their_own_unless_they_are_joined_to_it(tmp_path: Path):
    cup = f"<model name='cup'><pose>0 0 1 0 0 0</pose>{BOX}</model>"
    leg = f"<model name='leg'><pose>0 0 -0.5 0 0 0</pose>{BOX}</model>"
    joint = "<joint name='j' type='fixed'><parent>link</parent><child>leg::link</child></joint>"
    scene = read(tmp_path, f"<model name='table'><pose>5 0 0 0 0 0</pose>{BOX}{cup}{leg}{joint}</model>")
    assert set(scene.names.values()) == {"table", "table::cup"}
    assert at(scene, "table") == pytest.approx((5, 0, -0.8))
    assert at(scene, "table::cup") == pytest.approx((5, 0, 0.7))


UP = "<pose>1 2 0.3 0 0 0</pose>"
BED = BOX.replace("<collision", "<pose>0 2 0 0 0 0</pose><collision")
POSES = {
    "a frame of the world": (
        "<frame name='f'><pose>1 2 0.3 0 0 0</pose></frame>",
        "<pose relative_to='f'>1 0 0 0 0 0</pose>",
        "",
    ),
    "a frame on a frame": (
        "<frame name='f'><pose>1 0 0.3 0 0 0</pose></frame>"
        "<frame name='g' attached_to='f'><pose>0 2 0 0 0 0</pose></frame>",
        "<pose relative_to='g'>1 0 0 0 0 0</pose>",
        "",
    ),
    "another model": (
        f"<model name='bed'><pose>1 2 0.3 0 0 0</pose>{BOX}</model>",
        "<pose relative_to='bed'>1 0 0 0 0 0</pose>",
        "",
    ),
    "a link in another model": (
        "<model name='bed'><pose>1 0 0.3 0 0 0</pose>"
        f"{BOX.replace('<collision', '<pose>0 2 0 0 0 0</pose><collision')}</model>",
        "<pose relative_to='bed::link'>1 0 0 0 0 0</pose>",
        "",
    ),
    "a turned frame": (
        "<frame name='f'><pose degrees='true'>2 1 0.3 0 0 90</pose></frame>",
        "<pose relative_to='f'>1 0 0 0 0 0</pose>",
        "",
    ),
    "a quaternion": ("", "<pose rotation_format='quat_xyzw'>2 2 0.3 0 0 0 2</pose>", ""),
    "a frame of its own that is placed": (
        "",
        "<pose>2 2 0 0 0 0</pose>",
        "<frame name='foot'><pose>0 0 -0.3 0 0 0</pose></frame>",
    ),
}


@pytest.mark.parametrize("case", POSES)
def test_poses_are_relative_to_what_they_name(tmp_path: Path, case: str):
    before, pose, own = POSES[case]
    placed = " placement_frame='foot'" if own else ""
    scene = read(tmp_path, f"{before}<model name='table'{placed}>{pose}{own}{BOX}</model>")
    assert at(scene, "table") == pytest.approx((2, 2, 0), abs=1e-9)


def test_links_and_shapes_may_be_relative_to_frames_of_their_model(tmp_path: Path):
    frame = "<frame name='f'><pose>0 0 1 0 0 0</pose></frame>"
    joint = "<joint name='j' type='fixed'><parent>world</parent><child>link</child><pose>1 0 0 0 0 0</pose></joint>"
    link = BOX.replace("<collision name='c'>", "<pose relative_to='f'>0 0 0 0 0 0</pose><collision name='c'>")
    other = BOX.replace("'link'", "'other'").replace("<geometry>", "<pose relative_to='j'>0 0 0 0 0 0</pose><geometry>")
    scene = read(tmp_path, f"<model name='table'>{frame}{joint}{link}{other}</model>")
    node = scene.graph["table_1"]
    first, second = (part.pose.position for part in node.model.parts)
    assert math.dist(first, second) == pytest.approx(1.0)
    assert node.pose.position == pytest.approx((0.5, 0, 0.7))


def test_a_merged_include_is_part_of_the_model(tmp_path: Path, models: Path):
    merged = "<include merge='true'><uri>model://oak_table</uri><pose>1 0 0.3 0 0 0</pose></include>"
    lamp = f"<model name='lamp'><pose relative_to='link'>0 0 5 0 0 0</pose>{BOX}</model>"
    scene = read(tmp_path, f"<model name='workbench'><link name='own'/>{merged}{lamp}</model>", models)
    assert at(scene, "workbench") == pytest.approx((1, 0, 0))
    assert at(scene, "workbench::lamp") == pytest.approx((1, 0, 5))


def test_the_state_of_a_saved_world_says_where_things_are(tmp_path: Path):
    state = "<state world_name='lab'><model name='table'><pose>4 5 0.3 0 0 0</pose></model></state>"
    scene = read(tmp_path, f"<model name='table'><pose>1 1 0.3 0 0 0</pose>{BOX}</model>{state}", version="1.6")
    assert at(scene, "table") == pytest.approx((4, 5, 0))
    assert any("<state>" in note for note in scene.notes)


def mesh_world(tmp_path: Path, name: str, content: bytes, scale: str = "1 1 1", model: str = "table") -> SdfScene:
    (tmp_path / name).write_bytes(content)
    mesh = f"<mesh><uri>{name}</uri><scale>{scale}</scale></mesh>"
    link = f"<link name='l'><collision name='c'><geometry>{mesh}</geometry></collision></link>"
    return read(tmp_path, f"<model name='{model}'><static>1</static>{link}</model>")


CORNERS = [(0, 0, 0), (1, 0, 0), (0, 2, 3)]
DAE = (
    b'<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema">'
    b'<asset><unit meter="0.5"/><up_axis>Y_UP</up_axis></asset>'
    b'<library_geometries><geometry id="g"><mesh><source id="p"><float_array count="9">0 0 0 1 0 0 0 2 3</float_array>'
    b'<technique_common><accessor stride="3"/></technique_common></source><vertices id="v">'
    b'<input semantic="POSITION" source="#p"/></vertices></mesh></geometry></library_geometries><library_visual_scenes>'
    b'<visual_scene id="s"><node><scale>2 2 2</scale><node><translate>5 0 0</translate>'
    b'<instance_geometry url="#g"/></node></node></visual_scene></library_visual_scenes>'
    b'<scene><instance_visual_scene url="#s"/></scene></COLLADA>'
)
MESHES = {
    "t.stl": b"\0" * 80 + struct.pack("<I12fH", 1, 0, 0, 1, *(float(v) for c in CORNERS for v in c), 0),
    "text.stl": b"solid t\nfacet normal 0 0 1\nouter loop\n"
    + b"".join(b"vertex %d %d %d\n" % c for c in CORNERS)
    + b"endloop\nendfacet\nendsolid\n",
    "t.OBJ": b"".join(b"v %d %d %d\n" % c for c in CORNERS) + b"f 1 2 3\n",
    "t.dae": DAE,
}


@pytest.mark.parametrize("name", MESHES)
def test_a_mesh_is_the_box_around_it(tmp_path: Path, name: str):
    scene = mesh_world(tmp_path, name, MESHES[name], "2 1 1")
    assert sorted(scene.graph["table_1"].size) == pytest.approx([2, 2, 3])
    assert any("only the box around a mesh" in note for note in scene.notes)
    assert len(scene.graph["table_1"].model.regions) == 1


@pytest.mark.parametrize(("model", "places"), [("sideboard", 1), ("shelf", 0), ("sofa", 0), ("fridge", 0)])
def test_only_a_worktop_is_known_by_the_box_around_it(tmp_path: Path, model: str, places: int):
    scene = mesh_world(tmp_path, "t.obj", MESHES["t.OBJ"], model=model)
    assert len(scene.graph[f"{model}_1"].model.regions) == places


def test_collada_is_scaled_by_its_unit_and_moved_by_its_nodes(tmp_path: Path):
    scene = mesh_world(tmp_path, "t.dae", DAE)
    assert at(scene, "table") == pytest.approx((5.5, 1, 0))


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("t.stl", b"neither", "damaged"),
        ("t.obj", b"v 1 2 x\n", "damaged"),
        ("t.obj", b"# nothing\n", "no points"),
        ("t.obj", b"v nan 0 0\n", "no points"),
        ("t.dae", b"<COLLADA", "damaged"),
        ("t.glb", b"glTF", "none of .stl, .obj, .dae"),
    ],
)
def test_of_a_mesh_that_cannot_be_read_the_size_is_unknown_and_the_reason_told(
    tmp_path: Path, name: str, content: bytes, reason: str
):
    scene = mesh_world(tmp_path, name, content)
    assert scene.graph["table_1"].size == (0, 0, 0)
    assert any(note.startswith("unknown size: table_1 (") and reason in note for note in scene.notes)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<frame name='a' attached_to='b'/><frame name='b' attached_to='a'/>", "in a circle: a -> b -> a"),
        ("", "'a' is no frame of it"),
    ],
)
def test_a_model_at_a_frame_that_is_none_is_left_out_by_name(tmp_path: Path, content: str, message: str):
    lost = f"<model name='lost_bed'><pose relative_to='a'>0 0 0 0 0 0</pose>{BOX}</model>"
    scene = read(tmp_path, f"{content}{lost}<model name='table'>{BOX}</model>")
    assert set(scene.names.values()) == {"table"}
    assert any(note.startswith("left out: lost_bed") and message in note for note in scene.notes)


def test_a_world_of_which_nothing_is_left_is_an_error(tmp_path: Path):
    with pytest.raises(GraphError, match=r"no furniture and no thing could be read.*left out: lost_bed"):
        read(tmp_path, f"<model name='lost_bed'><pose relative_to='a'>0 0 0 0 0 0</pose>{BOX}</model>")
