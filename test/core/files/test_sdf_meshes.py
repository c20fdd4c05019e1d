# SPDX-License-Identifier: Apache-2.0
"""Meshes made of boxes are read as these, whatever their format, turn and scale; others as one box around all."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.files.importers.sdf.scene import SdfScene, read_sdf
from makedo_core.files.importers.sdf.world.mesh_pieces import Mesh, boxes_of, edges_of, joined
from makedo_core.geometry import Box, Pose
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.scene_graph import NodeKind, Relation, RelationType

FACES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
SHELF = [  # two sides, and boards at 0.1, 0.5 and 0.9 m
    Box(Pose((0.0, -0.41, 0.5)), (0.3, 0.02, 1.0)),
    Box(Pose((0.0, 0.41, 0.5)), (0.3, 0.02, 1.0)),
    *(Box(Pose((0.0, 0.0, z)), (0.3, 0.8, 0.02)) for z in (0.1, 0.5, 0.9)),
]


def corners(box: Box) -> np.ndarray:
    x, y, z = ((-v / 2, v / 2) for v in box.size)
    return np.array([box.pose.transform(c) for c in product(x, y, z)])


def mesh_of(boxes: Sequence[Box]) -> Mesh:
    return joined(Mesh(corners(box), edges_of(FACES)) for box in boxes)


def obj(boxes: Sequence[Box]) -> bytes:
    lines = [f"v {x} {y} {z}" for box in boxes for x, y, z in corners(box)]
    lines += ["f " + " ".join(f"{8 * n + c + 1}//1" for c in f) for n in range(len(boxes)) for f in FACES]
    return "\n".join(lines).encode()


def triangles(boxes: Sequence[Box]) -> list[np.ndarray]:
    return [corners(box)[[f[0], f[i], f[i + 1]]] for box in boxes for f in FACES for i in (1, 2)]


def stl(boxes: Sequence[Box]) -> bytes:
    found = triangles(boxes)
    parts = [struct.pack("<12fH", 0, 0, 0, *t.ravel(), 0) for t in found]
    return b"\0" * 80 + struct.pack("<I", len(found)) + b"".join(parts)


def dae(boxes: Sequence[Box], kind: str = "polylist") -> bytes:
    points = " ".join(str(v) for box in boxes for corner in corners(box) for v in corner)
    faces = [[8 * n + c for c in f] for n in range(len(boxes)) for f in FACES]
    if kind == "triangles":
        faces = [[f[0], f[i], f[i + 1]] for f in faces for i in (1, 2)]
    written = [" ".join(f"{c} 0" for c in f) for f in faces]
    counts = f"<vcount>{' '.join(str(len(f)) for f in faces)}</vcount>" if kind == "polylist" else ""
    p = "".join(f"<p>{f}</p>" for f in written) if kind == "polygons" else f"<p>{' '.join(written)}</p>"
    return (
        "<COLLADA><asset><unit meter='1'/></asset><library_geometries><geometry id='g'><mesh>"
        f"<source id='s'><float_array>{points}</float_array></source>"
        "<vertices id='v'><input semantic='POSITION' source='#s'/></vertices>"
        f"<{kind}><input semantic='VERTEX' source='#v' offset='0'/><input semantic='NORMAL' source='#n' offset='1'/>"
        f"{counts}{p}</{kind}></mesh></geometry></library_geometries></COLLADA>"
    ).encode()


FORMATS: dict[str, tuple[str, Callable[[Sequence[Box]], bytes]]] = {
    "obj": ("s.obj", obj),
    "stl": ("s.stl", stl),
    "dae": ("s.dae", dae),
    "dae triangles": ("s.dae", lambda boxes: dae(boxes, "triangles")),
    "dae polygons": ("s.dae", lambda boxes: dae(boxes, "polygons")),
}


def world(tmp_path: Path, file: str, content: bytes, scale: str = "1 1 1", more: str = "") -> SdfScene:
    (tmp_path / file).write_bytes(content)
    shape = f"<mesh><uri>{file}</uri><scale>{scale}</scale></mesh>"
    collision = f"<collision name='c'><geometry>{shape}</geometry></collision>"
    model = f"<model name='bookshelf'><static>true</static><link name='l'>{collision}</link></model>"
    path = tmp_path / "lab.world"
    path.write_text(f"<sdf version='1.7'><world name='lab'>{model}{more}</world></sdf>")
    return read_sdf(path)


def _sizes(boxes: Sequence[Box]) -> list[list[float]]:
    return sorted(sorted(round(v, 4) for v in box.size) for box in boxes)


@pytest.mark.parametrize("form", FORMATS)
def test_a_mesh_of_boards_has_its_boards_and_places_on_them(tmp_path: Path, form: str):
    file, content = FORMATS[form]
    scene = world(tmp_path, file, content(SHELF))
    node = scene.graph["shelf_1"]
    parts = [Box(p.pose, p.size) for p in node.model.parts]
    assert _sizes(parts) == _sizes(SHELF)
    heights = sorted((node.pose @ r.pose).position[2] for r in node.model.regions)
    assert heights == pytest.approx([0.11, 0.51, 0.91], abs=1e-5)
    assert not any("around a mesh" in note for note in scene.notes)


def test_what_lies_on_a_board_of_a_mesh_is_on_the_shelf(tmp_path: Path):
    cup = (
        "<model name='mug'><pose>0 0 0.51 0 0 0</pose><link name='l'><collision name='c'><pose>0 0 0.05 0 0 0</pose>"
        "<geometry><cylinder><radius>0.03</radius><length>0.1</length></cylinder></geometry></collision></link></model>"
    )
    scene = world(tmp_path, "s.obj", obj(SHELF), more=cup)
    assert scene.graph["mug_1"].kind is NodeKind.OBJECT
    assert scene.graph.placement("mug_1") == Relation("mug_1", RelationType.ON, "shelf_1")
    assert {r.kind for r in scene.graph["shelf_1"].model.regions} == {RegionKind.ON}


def test_a_scaled_mesh_has_scaled_boards(tmp_path: Path):
    scene = world(tmp_path, "s.obj", obj(SHELF), scale="2 1 0.5")
    assert sorted(scene.graph["shelf_1"].size) == pytest.approx([0.5, 0.6, 0.84])
    assert len(scene.graph["shelf_1"].model.parts) == len(SHELF)


@given(st.floats(-3.1, 3.1), st.floats(-1.5, 1.5), st.tuples(*[st.floats(0.02, 3.0)] * 3))
def test_a_box_is_found_however_it_is_turned(yaw: float, pitch: float, size: tuple[float, float, float]):
    turned = Pose.planar(0.3, -0.2, yaw, 0.4) @ Pose(orientation=(0.0, np.sin(pitch / 2), 0.0, np.cos(pitch / 2)))
    whole = Box(turned, size)
    (found,) = boxes_of(mesh_of([whole]))
    ours, theirs = (np.array(sorted(map(tuple, np.round(corners(b), 6) + 0.0))) for b in (found, whole))
    assert np.abs(np.sort(ours, axis=0) - np.sort(theirs, axis=0)).max() < 1e-4
    assert np.prod(found.size) == pytest.approx(np.prod(size))


def test_boards_that_share_corners_are_told_apart_where_the_file_does(tmp_path: Path):
    two = [Box(Pose((0.0, 0.0, 0.5)), (1.0, 1.0, 1.0)), Box(Pose((1.0, 0.0, 0.5)), (1.0, 1.0, 1.0))]
    assert len(boxes_of(mesh_of(two))) == 2


@pytest.mark.parametrize("bent", ["a point", "an open side", "too many"])
def test_a_mesh_that_is_not_boxes_alone_is_one_box_of_which_no_place_is_known(tmp_path: Path, bent: str):
    if bent == "a point":
        content = obj(SHELF) + b"\nv 0 0 3\nv 0.1 0 3\nv 0 0.1 3\nf -1 -2 -3"
    elif bent == "an open side":
        content = obj(SHELF).replace(b"v 0.15 0.42 1.0", b"v 0.25 0.42 1.0")
        assert content != obj(SHELF)
    else:
        content = obj([Box(Pose((0.0, 0.0, 0.01 * n)), (1.0, 1.0, 0.005)) for n in range(201)])
    scene = world(tmp_path, "s.obj", content)
    assert len(scene.graph["shelf_1"].model.parts) == 1 and not scene.graph["shelf_1"].model.regions
    assert any("around a mesh" in note for note in scene.notes)


def test_faces_that_name_points_which_are_not_there_tell_nothing(tmp_path: Path):
    scene = world(tmp_path, "s.obj", obj(SHELF) + b"\nf 1 2 999")
    assert len(scene.graph["shelf_1"].model.parts) == 1
