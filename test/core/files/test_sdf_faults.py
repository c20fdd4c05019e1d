# SPDX-License-Identifier: Apache-2.0
"""World files that are none, or wrong: the message says where, what is wrong and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from makedo_core.files.importers.sdf.scene import read_sdf
from makedo_core.graph.scene_graph import GraphError

TABLE = (
    "<model name='table'>{}<link name='l'><collision name='c'><geometry><box><size>1 1 1</size></box></geometry>"
    "</collision></link></model>"
)


def world(content: str) -> str:
    return f"<sdf version='1.9'><world name='lab'>{content}</world></sdf>"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "no XML"),
        ("{}", "no XML"),
        ("<sdf><world", "no XML"),
        ("<robot name='r'/>", "the root is <robot>; a world file of Gazebo begins with <sdf>"),
        ("<sdf version='1.9'/>", "there is no <world>"),
        ("<sdf><model name='m'/></sdf>", "give a world that includes it"),
        ("<!DOCTYPE x [<!ENTITY a 'b'>]><sdf/>", "declares a document type"),
        (world("<model/>"), "a <model> has no name"),
        (world("<include/>"), "an <include> has no <uri>"),
        (world(TABLE.format("<static>perhaps</static>")), "'perhaps' is neither true nor false"),
        (world("<gui/>"), "no furniture and no thing could be read"),
    ],
)
def test_a_file_that_is_no_world_is_refused(tmp_path: Path, content: str, message: str):
    path = tmp_path / "lab.world"
    path.write_text(content)
    with pytest.raises(GraphError) as caught:
        read_sdf(path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path: Path):
    with pytest.raises(GraphError, match="no such file; give a world file"):
        read_sdf(tmp_path / "lab.world")
    (tmp_path / "lab.world").write_bytes(bytes(range(256)))
    with pytest.raises(GraphError, match="no XML"):
        read_sdf(tmp_path / "lab.world")
    with pytest.raises(GraphError, match=r"cannot be read \(Is a directory\)"):
        read_sdf(tmp_path)


def test_a_folder_of_models_that_is_none_is_refused(tmp_path: Path):
    (tmp_path / "lab.world").write_text(world(TABLE.format("")))
    with pytest.raises(GraphError, match=r"--models .*nowhere: no such folder"):
        read_sdf(tmp_path / "lab.world", [tmp_path / "nowhere"])


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("<pose>nan 0 0 0 0 0</pose>", "'nan 0 0 0 0 0' must be finite"),
        ("<pose>0 inf 0 0 0 0</pose>", "must be finite"),
        ("<pose>0 0 -7.5e+08 0 0 0</pose>", "not beyond 100000"),
        ("<pose>1 2 3</pose>", "'1 2 3' must be 6 numbers"),
        ("<pose>a b c d e f</pose>", "must be 6 numbers"),
        ("<pose rotation_format='quat_xyzw'>0 0 0 0 0 0 0</pose>", "has no direction"),
        ("<pose rotation_format='matrix'>0</pose>", "neither euler_rpy nor quat_xyzw"),
    ],
)
def test_numbers_that_are_none_leave_out_that_model_alone_by_name(tmp_path: Path, fault: str, message: str):
    path = tmp_path / "lab.world"
    path.write_text(world(TABLE.format("") + TABLE.format(fault).replace("table", "bad_bed")))
    scene = read_sdf(path)
    assert set(scene.names) == {"table_1"}
    (note,) = (note for note in scene.notes if note.startswith("left out"))
    assert "model 'bad_bed'" in note and message in note


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ("1 -1 1", "must not be negative"),
        ("1 1", "must be 3 numbers"),
        ("1 1 1e30", "must be finite"),
        ("", "3 numbers"),
    ],
)
def test_sizes_that_are_none_leave_out_that_model_alone(tmp_path: Path, size: str, message: str):
    path = tmp_path / "lab.world"
    path.write_text(world(TABLE.format("") + TABLE.format("").replace("table", "bed").replace("1 1 1", size)))
    assert any(message in note and "model 'bed'" in note for note in read_sdf(path).notes)


def test_what_is_larger_than_any_home_has_no_size(tmp_path: Path):
    path = tmp_path / "lab.world"
    path.write_text(world(TABLE.format("") + TABLE.format("").replace("table", "bed").replace("1 1 1", "1 1 500")))
    scene = read_sdf(path)
    assert any(note.startswith("unknown size: bed_1") and "100 m large or more" in note for note in scene.notes)
    assert all(max(node.size) < 100 for node in scene.graph)


def test_a_model_that_is_missing_keeps_its_name_and_place_and_its_size_is_unknown(tmp_path: Path):
    path = tmp_path / "lab.world"
    path.write_text(world("<include><uri>model://oak_desk</uri><pose>1 2 0 0 0 0</pose></include>"))
    scene = read_sdf(path)
    assert scene.graph["desk_1"].pose.position == (1, 2, 0)
    assert scene.graph["desk_1"].size == (0, 0, 0)
    (note,) = (note for note in scene.notes if note.startswith("unknown size"))
    assert "desk_1 ('model://oak_desk': it was not found); give folders of models with --models" in note


def test_a_comment_before_the_declaration_is_overlooked(tmp_path: Path):
    path = tmp_path / "lab.world"
    path.write_text("\n<!-- (c) somebody -->\n<?xml version='1.0'?>\n" + world(TABLE.format("")))
    assert set(read_sdf(path).names) == {"table_1"}


def test_the_sun_and_the_ground_are_not_missed(tmp_path: Path):
    path = tmp_path / "lab.world"
    includes = "".join(f"<include><uri>model://{name}</uri></include>" for name in ("sun", "ground_plane"))
    path.write_text(world(includes + TABLE.format("")))
    assert not any("sun" in note or "ground" in note for note in read_sdf(path).notes)


@pytest.mark.parametrize("length", [1, 2, 3])
def test_includes_in_a_circle_are_refused_with_the_circle(tmp_path: Path, length: int):
    for n in range(length):
        folder = tmp_path / "models" / f"m{n}"
        folder.mkdir(parents=True)
        other = f"<include><uri>model://m{(n + 1) % length}</uri></include>"
        (folder / "model.sdf").write_text(f"<sdf version='1.9'><model name='m{n}'>{other}</model></sdf>")
    path = tmp_path / "lab.world"
    path.write_text(world("<include><uri>model://m0</uri></include>"))
    with pytest.raises(
        GraphError, match=r"includes go round in a circle: lab.world -> m0.* -> m0; take one of them out"
    ):
        read_sdf(path)


def test_models_that_are_nested_too_deep_are_refused(tmp_path: Path):
    path = tmp_path / "lab.world"
    path.write_text(world("<model name='m'>" * 200 + "</model>" * 200))
    with pytest.raises(GraphError, match="nested more than 20 deep"):
        read_sdf(path)


@pytest.mark.parametrize("content", ["<sdf", "<sdf version='1.9'/>"])
def test_a_model_file_that_is_damaged_is_told_by_name(tmp_path: Path, content: str):
    folder = tmp_path / "models" / "bed"
    folder.mkdir(parents=True)
    (folder / "model.sdf").write_text(content)
    (folder / "model.config").write_text("no XML & no config")
    path = tmp_path / "lab.world"
    path.write_text(world("<include><uri>model://bed</uri></include>" + TABLE.format("")))
    assert any("bed" in note for note in read_sdf(path).notes)


def test_two_models_of_one_name_and_two_worlds_are_told(tmp_path: Path):
    path = tmp_path / "lab.world"
    two = world(TABLE.format("") * 2).replace("</world>", "</world><world name='other'/>")
    path.write_text(two)
    notes = read_sdf(path).notes
    assert any("is the name of two models" in note for note in notes)
    assert any("it has 2 worlds; the first, 'lab', was read" in note for note in notes)
