# SPDX-License-Identifier: Apache-2.0
"""The home is complete and consistent, and what the graph says is what physics has."""

from __future__ import annotations

import math
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pytest

from makedo_core.failure import MakedoError
from makedo_core.geometry import Box, Pose
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.scene_graph import AGENT_ID, OPENINGS, NodeKind, RelationType, Shape, State
from simulation_node.control.controller import End
from simulation_node.navigation.navigation import Navigator
from simulation_node.navigation.paths import BASE_RADIUS_M, NoWay, find_way, floor_now, navigation_grid
from simulation_node.scene.labels import label_table
from simulation_node.scene.objects import turned
from simulation_node.scene.placement import misplaced_ids, outline, place_objects, separation
from simulation_node.scene.scene import SceneError, load_scene
from simulation_node.world.truth import room_at, true_graph, upright_box
from simulation_node.world.world import World

SNACKS = {"cracker_box", "cookie_box", "granola_bar"}


def test_the_home_has_what_the_demo_and_its_variants_need(scene):
    graph = scene.graph
    labels = Counter(n.label for n in graph.of_kind(NodeKind.OBJECT))
    assert len(graph.of_kind(NodeKind.ROOM)) >= 3
    assert {"table_2", "table_3", "shelf_1", "fridge_1", "drawer_1", "bin_1", "lamp_1"} <= set(graph.nodes)
    assert labels.total() >= 28 and len(labels) >= 14
    assert sum(labels[s] for s in SNACKS) == 3
    assert labels["cola_can"] == 2 and labels["wine_bottle"] == 1
    assert graph.room_of("table_2") != graph.room_of("table_3")
    assert all(graph.room_of(n.id) != graph.room_of("table_2") for n in graph if n.label in SNACKS)


def test_objects_are_only_beliefs_at_the_start(scene):
    for node in scene.graph.of_kind(NodeKind.OBJECT):
        assert node.is_belief and node.last_seen is None and node.size == (0.0, 0.0, 0.0)
        assert node.shape is Shape.NONE and node.pose.is_known


def test_rooms_are_connected_and_hold_their_furniture(scene):
    graph = scene.graph
    rooms = {n.id for n in graph.of_kind(NodeKind.ROOM)}
    reached, new = set(), {next(iter(rooms))}
    while new:
        reached |= new
        new = {r.target for n in new for r in graph.outgoing(n) if r.type is RelationType.CONNECTED} - reached
    assert reached == rooms
    for asset in (*graph.of_kind(NodeKind.ASSET), graph[AGENT_ID]):
        assert room_at(graph, asset.pose.position) == graph.room_of(asset.id)


def test_each_part_of_the_furniture_is_a_box_of_the_same_size_and_place_in_physics(scene, world):
    for asset in scene.graph.of_kind(NodeKind.ASSET):
        for part in asset.model.parts:
            geom = world.model.geom(f"{asset.id}/{part.name}")
            assert np.allclose(2 * geom.size, part.size)
            pose = asset.pose @ part.pose
            assert np.allclose(world.data.geom(geom.id).xpos, pose.position, atol=1e-3)


def test_furniture_does_not_overlap_other_furniture(world):
    model, data = world.model, world.data
    geoms = [g for g in range(model.ngeom) if "/" in model.geom(g).name and model.geom_contype[g]]
    for i, a in enumerate(geoms):
        for b in geoms[i + 1 :]:
            owners = {model.geom(g).name.split("/")[0] for g in (a, b)}
            if len(owners) == 2:
                assert mujoco.mj_geomDistance(model, data, a, b, 1.0, None) > 0, owners


def test_the_base_reaches_a_place_before_every_asset(scene, world):
    grid = navigation_grid(world)
    for asset in scene.graph.of_kind(NodeKind.ASSET):
        front = asset.pose @ Pose((asset.size[0] / 2 + 0.5, 0.0, 0.0))
        assert grid.clearance_at(front.position) >= BASE_RADIUS_M, asset.id


def test_a_place_that_has_just_enough_room_is_driven_to_wherever_it_lies_on_the_grid(scene, world):
    fridge = scene.graph["fridge_1"]
    for step in range(8):
        goal = fridge.pose @ Pose((fridge.size[0] / 2 + BASE_RADIUS_M + 0.012 + 0.007 * step, 0.02, 0.0))
        drive = Navigator(world).start(goal)
        assert not drive.done.done(), drive.done.result()


def test_a_place_that_is_a_little_too_near_to_furniture_is_refused_with_both_distances(scene, world):
    fridge = scene.graph["fridge_1"]
    goal = fridge.pose @ Pose((fridge.size[0] / 2 + BASE_RADIUS_M - 0.03, 0.02, 0.0))
    finish = Navigator(world).start(goal).done.result()
    assert finish.end is End.REFUSED
    assert "from an obstacle (fridge_1/" in finish.reason and f"{BASE_RADIUS_M:.2f} m" in finish.reason


def test_a_place_outside_the_home_is_refused_as_such(world):
    finish = Navigator(world).start(Pose((50.0, 0.0, 0.0))).done.result()
    assert finish.end is End.REFUSED and "outside the home" in finish.reason


def test_a_way_is_found_from_anywhere_and_is_the_one_that_is_driven(world):
    goal, elsewhere = Pose.planar(-1.9, 1.6, 0.0), Pose.planar(-0.85, -1.45, 0.0)
    drive = Navigator(world).start(goal)
    here = world.base.pose
    assert find_way(floor_now(world), here, goal).path == drive.path
    other = find_way(floor_now(world), elsewhere, goal)
    assert other.lacks is None and other.path[0] == elsewhere.position[:2] != drive.path[0]
    assert world.base.pose == here


def test_why_there_is_no_way_is_told_apart(world):
    floor, here = floor_now(world), world.base.pose
    outside = Pose((50.0, 0.0, 0.0))
    assert find_way(floor, here, outside).lacks is NoWay.GOAL_OUTSIDE
    assert find_way(floor, outside, here).lacks is NoWay.START_OUTSIDE
    assert find_way(floor, here, Pose.planar(-0.5, 2.0, 0.0)).lacks is NoWay.GOAL_OCCUPIED
    x, y = here.position[:2]
    ring = [
        ("a fence", Box(Pose((x + dx, y + dy, 0.5)), size))
        for dx, dy, size in (
            *((d, 0.0, (0.1, 1.4, 1.0)) for d in (-0.7, 0.7)),
            *((0.0, d, (1.4, 0.1, 1.0)) for d in (-0.7, 0.7)),
        )
    ]
    fenced = replace(floor, obstacles=(*floor.obstacles, *ring))
    assert find_way(fenced, here, Pose.planar(-1.9, 1.6, 0.0)).lacks is NoWay.NO_PATH


@pytest.mark.parametrize("seed", range(12))
def test_objects_start_apart_on_the_asset_that_they_are_believed_at(scene, seed):
    placed = place_objects(scene, seed)
    assert misplaced_ids(scene.graph, placed) == ()
    for i, a in enumerate(placed):
        for b in placed[i + 1 :]:
            if (a.asset, a.region) == (b.asset, b.region):
                key = f"{a.asset}.{a.region}"
                gap = scene.setting.placement.gaps.get(key, scene.setting.placement.gap)
                corners = [outline(p.pose, scene.classes[p.label]) for p in (a, b)]
                assert separation(*corners) >= gap - 1e-9, (a.id, b.id)


def test_snacks_cola_and_wine_start_within_reach_from_the_front(scene):
    for seed in range(12):
        for item in place_objects(scene, seed):
            if item.label in SNACKS | {"cola_can", "wine_bottle"}:
                asset = scene.graph[item.asset]
                x, _, z = asset.pose.inverse().transform(item.pose.position)
                assert 0.4 <= z <= 1.0
                assert 0.0 < asset.size[0] / 2 - x <= 0.36


def test_seeds_differ_and_equal_seeds_agree(scene):
    assert place_objects(scene, 1) == place_objects(scene, 1)
    assert place_objects(scene, 1) != place_objects(scene, 2)


def test_misplaced_objects_are_elsewhere_than_believed(scene):
    placed = place_objects(scene, 4, misplaced=3)
    wrong = misplaced_ids(scene.graph, placed)
    assert len(wrong) == 3
    world = World(scene, seed=4, misplaced=3)
    world.run(1.0)
    truth = true_graph(world)
    for name in wrong:
        assert truth.placement(name).target != scene.graph.placement(name).target


def test_regions_lie_above_what_carries_them(scene):
    for asset in scene.graph.of_kind(NodeKind.ASSET):
        for region in asset.model.regions:
            x, y, z = region.pose.position
            tops = [
                p.pose.position[2] + p.size[2] / 2
                for p in asset.model.parts
                if abs(p.pose.position[0] - x) <= p.size[0] / 2 and abs(p.pose.position[1] - y) <= p.size[1] / 2
            ]
            assert any(abs(t - z) < 1e-6 for t in tops), f"{asset.id}.{region.name}"
            assert region.kind in (RegionKind.ON, RegionKind.INSIDE)


def test_labels_tell_classes_and_cover_every_object(scene, world):
    names, table = label_table(world.model, scene, world.placed, seed=1)
    for item in world.placed:
        body = world.model.body(item.id).id
        ids = {int(table[g]) for g in range(world.model.ngeom) if world.model.geom_bodyid[g] == body}
        assert {names[i] for i in ids} == {item.label}
    other, _ = label_table(world.model, scene, world.placed, seed=2)
    assert names != other and sorted(names.values()) == sorted(other.values())


def test_a_lying_cylinder_has_a_low_upright_box(scene):
    kind = scene.classes["cola_can"]
    lying = Pose((1.0, 2.0, 0.033), (math.sin(math.pi / 4), 0.0, 0.0, math.cos(math.pi / 4)))
    pose, size = upright_box(lying, kind)
    assert sorted(round(v, 3) for v in size) == [0.066, 0.066, 0.115]
    assert size[2] == pytest.approx(0.066) and pose.position[2] == pytest.approx(0.0, abs=1e-6)


def test_true_graph_tells_what_rests_on_what(scene, world):
    mug = world.body_pose("book_3").position
    world.move_object("toy_block_1", Pose.planar(mug[0], mug[1], 0.0, mug[2] + 0.19 / 2 + 0.001))
    world.run(0.5)
    graph = true_graph(world)
    assert graph.placement("toy_block_1").target == "book_3"
    assert graph.support("toy_block_1") == "table_3"
    assert State.CLOSED in graph["fridge_1"].states and State.OFF in graph["lamp_1"].states


@pytest.mark.parametrize(("value", "state"), [(0.05, State.CLOSED), (0.4, State.AJAR), (1.0, State.OPEN)])
def test_true_graph_tells_how_far_a_door_is_open(scene, world, value, state):
    world.data.joint(scene.graph["fridge_1"].model.articulation.joint).qpos[0] = value
    assert true_graph(world)["fridge_1"].states & OPENINGS == {state}


def test_a_turned_outline_is_closed_and_faces_outwards():
    vertices, faces = turned(((0, 0), (1, 0), (1, 2), (0, 2)))
    a, b, c = (vertices[faces[:, i]] for i in range(3))
    volume = float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)
    assert volume == pytest.approx(math.pi * 2, rel=0.02)


@pytest.fixture
def folder(tmp_path):
    """A copy of the home that a test may spoil."""
    shutil.copytree(Path(__file__).resolve().parents[3] / "scenes", tmp_path / "scenes")
    return tmp_path / "scenes" / "home"


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("graph.json", '"label": "vase"', '"label": "unheard_of"', "objects.yaml lacks"),
        ("graph.json", '"id": "robot", "label": "robot", "kind": "agent"',
         '"id": "rob", "label": "robot", "kind": "agent"', "robot"),
        ("scene.yaml", "table_1: {other: oak}", "table_9: {other: oak}", "table_9"),
        ("scene.yaml", "table_1: {other: oak}", "table_1: {other: gold}", "gold"),
        ("scene.yaml", "gap: 0.12", "gap: wide", "placement.gap"),
        ("../objects.yaml", "mass: 0.25", "mass: -1", "cracker_box.mass"),
        ("../objects.yaml", "cracker_box:", "cracker_box: [", "line"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_with_the_place(folder, file, old, new, message):
    path = folder / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(MakedoError, match=message):
        load_scene(folder)


def test_a_missing_scene_names_those_that_are_there(folder):
    with pytest.raises(SceneError, match="home"):
        load_scene(folder.parent / "castle")


def test_a_region_that_is_too_full_is_refused(folder):
    path = folder / "scene.yaml"
    path.write_text(path.read_text().replace("gap: 0.12", "gap: 1.5", 1))
    with pytest.raises(SceneError, match="too full"):
        place_objects(load_scene(folder), 0)
