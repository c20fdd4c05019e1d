# SPDX-License-Identifier: Apache-2.0
"""Randomised homes and their pictures: what is in the label image is what the drawing of the objects says."""

from __future__ import annotations

import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest
import yaml

from makedo_core.graph.scene_graph import NodeKind
from simulation_node.scene.objects import DRAWN_GROUP
from simulation_node.scene.placement import outline, separation
from training.arrangement import arrange, body_pose, spots
from training.homes import Home
from training.render import render

ROOT = Path(__file__).resolve().parents[2]
SCENE = ROOT / "scenes" / "home"


@pytest.fixture(scope="module")
def home():
    made = Home(SCENE)
    yield made
    made.close()


def arranged(home: Home, seed: int):
    places = spots(home.scene, {})
    return places, arrange(home.labels, home.scene.classes, places, np.random.default_rng(seed))


@pytest.mark.parametrize("seed", range(5))
def test_no_two_objects_stand_in_one_place(home, seed):
    _, standing = arranged(home, seed)
    things = [(outline(s.pose, home.scene.classes[s.label]), s) for s in standing.values() if not s.tipped]
    assert len(things) > 20
    for i, (one, a) in enumerate(things):
        for other, b in things[:i]:
            apart = abs(a.pose.position[2] - b.pose.position[2]) > 0.005  # stacked, or on another board
            assert apart or separation(one, other) > -1e-6


@pytest.mark.parametrize("seed", range(5))
def test_everything_stands_on_a_board_of_its_asset(home, seed):
    places, standing = arranged(home, seed)
    for name, there in standing.items():
        local = [p.pose.inverse().transform(there.pose.position) for p in places if p.asset.id == there.asset]
        inside = [
            abs(x) <= p.region.size[0] / 2 and abs(y) <= p.region.size[1] / 2 and -1e-6 <= z <= p.region.size[2]
            for (x, y, z), p in zip(local, [p for p in places if p.asset.id == there.asset], strict=True)
        ]
        assert any(inside), name


def test_equal_seeds_give_equal_arrangements_and_other_seeds_others(home):
    one, same, other = (arranged(home, seed)[1] for seed in (3, 3, 4))
    assert one == same
    assert one != other


def test_a_thing_that_lies_on_its_side_rests_on_its_board(home):
    tipped = [s for seed in range(12) for s in arranged(home, seed)[1].values() if s.tipped]
    assert tipped
    for there in tipped:
        size = home.scene.classes[there.label].size
        body = body_pose(there, home.scene.classes[there.label])
        up = np.abs(body.matrix()[2, :3] @ np.diag(size)).sum() / 2
        assert math.isclose(body.position[2] - up, there.pose.position[2], abs_tol=1e-6)


def test_what_the_camera_sees_are_known_objects_that_stand_somewhere_or_are_held(home):
    rng = np.random.default_rng(1)
    seen = 0
    for _ in range(3):
        home.rearrange(rng)
        for _ in range(4):
            shot = home.look(rng)
            assert shot.view.colour.shape == (480, 640, 3)
            ids = set(np.unique(shot.view.labels).tolist()) & set(shot.names)
            held = [i for i in ids if shot.names[i] not in shot.standing]
            assert len(held) <= 1
            seen += len(ids)
    assert seen > 20


def test_an_object_is_seen_where_it_stands(home):
    rng = np.random.default_rng(2)
    off_px = []
    for _ in range(4):
        home.rearrange(rng)
        for _ in range(4):
            shot = home.look(rng)
            for number, name in shot.names.items():
                pixels = np.argwhere(shot.view.labels == number)
                if name not in shot.standing or len(pixels) < 400:
                    continue
                k, there = home.intrinsics, shot.standing[name]
                x, y, z = shot.pose.inverse().transform(body_pose(there, home.scene.classes[there.label]).position)
                at = np.array([k.cy + k.fy * y / z, k.cx + k.fx * x / z])
                if (at >= 0).all() and (at < pixels_of(shot)).all():
                    off_px.append(np.linalg.norm(pixels - at, axis=1).min())
    assert len(off_px) > 20
    assert np.percentile(off_px, 85) < 12  # the rest has its middle behind something


def pixels_of(shot) -> tuple[int, int]:
    return shot.view.labels.shape


def test_doors_and_drawers_are_open_in_some_homes_and_shut_in_others(home):
    rng = np.random.default_rng(3)
    joints = [
        a.model.articulation.joint
        for a in home.scene.graph.of_kind(NodeKind.ASSET)
        if a.model is not None and a.model.articulation is not None
    ]
    values = []
    for _ in range(12):
        home.rearrange(rng)
        values.append([float(home.data.joint(j).qpos[0]) for j in joints])
    assert joints
    for column in np.array(values).T:
        assert (column == 0).any()
        assert (column > 0).any()


@pytest.mark.slow
def test_a_data_set_is_written_as_ultralytics_reads_it(tmp_path):
    render(tmp_path, "val", 10, 5, SCENE)
    description = yaml.safe_load((tmp_path / "data.yaml").read_text())
    classes = set(description["names"].values())
    assert classes == set(yaml.safe_load((ROOT / "scenes" / "objects.yaml").read_text()))
    images = sorted((tmp_path / "images" / "val").iterdir())
    labels = sorted((tmp_path / "labels" / "val").iterdir())
    assert [p.stem for p in images] == [p.stem for p in labels]
    assert len(images) == 10
    assert cv2.imread(str(images[0])).shape == (480, 640, 3)
    numbers = [line.split() for path in labels for line in path.read_text().splitlines()]
    assert numbers
    for first, *rest in numbers:
        assert int(first) in description["names"]
        assert len(rest) >= 6
        assert len(rest) % 2 == 0
        assert all(0 <= float(v) <= 1 for v in rest)


@pytest.mark.slow
def test_equal_seeds_render_equal_labels_and_others_do_not(tmp_path):
    for name, seed in (("one", 5), ("same", 5), ("other", 6)):
        render(tmp_path / name, "train", 3, seed, SCENE)
    texts = {
        name: json.dumps([p.read_text() for p in sorted((tmp_path / name / "labels" / "train").iterdir())])
        for name in ("one", "same", "other")
    }
    assert texts["one"] == texts["same"]
    assert texts["one"] != texts["other"]


def test_the_things_have_all_the_colours_that_they_have_in_the_home(home):
    colours = {tuple(home.model.geom(i).rgba[:3]) for i in _first_drawn(home, "apple")}
    assert len(colours) >= 2


def _first_drawn(home, label):
    """The first drawn piece of each object of a class."""
    for name, of in home.labels.items():
        body = home.model.body(name)
        geoms = range(int(body.geomadr[0]), int(body.geomadr[0]) + int(body.geomnum[0]))
        if of == label:
            yield next(g for g in geoms if home.model.geom_group[g] == DRAWN_GROUP)
