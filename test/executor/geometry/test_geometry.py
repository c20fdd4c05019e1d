# SPDX-License-Identifier: Apache-2.0
"""Grasps, docking poses, free spots, furniture: laws and cases from the home."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from executor_node.geometry.base_pose import Ground, docking_poses, ground
from executor_node.geometry.furniture import Furniture, furniture
from executor_node.geometry.grasps import CLEARANCE_M, bar_grasps, grasps, tool_pose, tool_rotation
from executor_node.geometry.obstacles import Clearance, for_motions, near_obstacles
from executor_node.geometry.placing import SNUG_EDGE_M, Disc, apart, footprint, free_spots, tool_for
from executor_node.skills.plans.swinging import handle_way, value_at
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.geometry import Box, Pose
from makedo_core.graph.scene_graph import Node, NodeKind, Shape

ROOT = Path(__file__).resolve().parents[3]
GRIPPER = robot_config_from_yaml(ROOT / "config/robots/tiago_sim.yaml").gripper
SMALL = (Disc(0.0, 0.0, 0.04),)
angles = st.floats(-math.pi, math.pi)


def test_furniture_without_a_door_says_so():
    with pytest.raises(ValueError, match="shelf_1 has no handle: it cannot be opened"):
        _ = furniture(Node("shelf_1", "shelf", NodeKind.ASSET, Pose(), (1.0, 0.4, 0.8))).articulation


def thing(shape: Shape, size, yaw: float = 0.0, z: float = 0.75) -> Node:
    return Node("thing_1", "thing", NodeKind.OBJECT, Pose.planar(1.0, 0.5, yaw, z), size, shape, last_seen=1.0)


@given(angles, st.floats(-1.5, 1.5), angles)
def test_tool_rotations_are_rotations(yaw, pitch, roll):
    r = tool_rotation(yaw, pitch, roll)
    assert np.allclose(r @ r.T, np.eye(3), atol=1e-9)
    assert math.isclose(np.linalg.det(r), 1.0, abs_tol=1e-9)


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from([Shape.CYLINDER, Shape.SPHERE, Shape.BOX]),
    st.floats(0.02, 0.075),
    st.floats(0.02, 0.2),
    st.floats(0.03, 0.3),
    angles,
    angles,
)
def test_no_grasp_reaches_below_what_the_object_rests_on(shape, width, depth, height, yaw, facing):
    if shape is not Shape.BOX:
        depth = width
    if shape is Shape.SPHERE:
        height = width
    node = thing(shape, (width, depth, height), yaw)
    for grasp in grasps(node, facing, GRIPPER):
        matrix = grasp.tool.matrix()
        for along, half in ((GRIPPER.tip_m, GRIPPER.pad_half_m), (-GRIPPER.palm_m, GRIPPER.palm_half_m)):
            lowest = min((matrix @ [along, 0.0, side, 1.0])[2] for side in (half, -half))
            assert lowest >= 0.75 + CLEARANCE_M - 1e-6
        assert grasp.width <= GRIPPER.max_width_m


@settings(deadline=None, max_examples=60)
@given(st.floats(0.02, 0.075), st.floats(0.02, 0.2), st.floats(0.03, 0.3), angles, angles)
def test_the_palm_stays_off_the_object(width, depth, height, yaw, facing):
    node = thing(Shape.BOX, (width, depth, height), yaw)
    across = np.linspace(-GRIPPER.palm_half_m, GRIPPER.palm_half_m, 9)
    behind = np.linspace(GRIPPER.palm_m, GRIPPER.palm_m + 0.1, 9)
    for grasp in grasps(node, facing, GRIPPER):
        for back, side in itertools.product(behind, across):
            x, y, z = node.pose.inverse().transform(grasp.tool.transform((-back, 0.0, side)))
            assert abs(x) > width / 2 or abs(y) > depth / 2 or z > height


@pytest.mark.parametrize(
    ("shape", "size"),
    [
        (Shape.CYLINDER, (0.066, 0.066, 0.12)),
        (Shape.SPHERE, (0.075, 0.075, 0.075)),
        (Shape.BOX, (0.04, 0.15, 0.2)),
        (Shape.BOX, (0.18, 0.022, 0.02)),
        (Shape.BOX, (0.18, 0.022, float(np.float32(0.02)))),  # as it comes in a message: a little less
        (Shape.CYLINDER, (0.075, 0.075, 0.3)),
        (Shape.BOX, (0.05, 0.05, 0.05)),
    ],
)
@pytest.mark.parametrize("facing", [0.0, 1.0, math.pi])
def test_ordinary_things_can_be_grasped_from_everywhere(shape, size, facing):
    found = grasps(thing(shape, size, yaw=0.3), facing, GRIPPER)
    assert found
    assert all(math.dist(g.tool.position[:2], (1.0, 0.5)) < 0.12 for g in found)


def test_what_is_wider_than_the_gripper_has_no_grasp():
    assert grasps(thing(Shape.CYLINDER, (0.2, 0.2, 0.05)), 0.0, GRIPPER) == ()
    assert grasps(thing(Shape.BOX, (0.2, 0.14, 0.03)), 0.0, GRIPPER) == ()


def test_boxes_are_grasped_across_a_side_that_fits():
    for grasp in grasps(thing(Shape.BOX, (0.04, 0.2, 0.2), yaw=0.5), 0.5, GRIPPER):
        opening = grasp.tool.matrix()[:3, 1]
        assert abs(opening @ [math.cos(0.5), math.sin(0.5), 0.0]) > 0.99


def test_low_headroom_allows_flat_approaches_only():
    found = grasps(thing(Shape.CYLINDER, (0.06, 0.06, 0.15)), 0.0, GRIPPER, headroom=0.3)
    assert found and all(g.pitch < math.radians(30) for g in found)


@given(angles, st.sampled_from([(0.0, 0.0, 1.0), (0.0, 1.0, 0.0)]))
def test_fingers_close_across_the_bar(yaw, bar):
    inward = (math.cos(yaw), math.sin(yaw), 0.0) if bar[2] else (1.0, 0.0, 0.0)
    for grasp in bar_grasps((1.0, 2.0, 0.8), bar, inward):
        matrix = grasp.tool.matrix()
        assert abs(matrix[:3, 1] @ bar) < 1e-6
        assert matrix[:3, 0] @ inward > 0.5


def test_docking_poses_stand_free_face_the_table_and_can_reach(home, robot):
    table = furniture(home["table_1"])
    free = ground(home, [b for n in home.of_kind(NodeKind.ASSET) for _, b, _ in furniture(n).boxes()], robot.height_m)
    target = (-0.65, 1.8, 0.8)
    here = Pose((0.3, -1.1, 0.0))
    poses = docking_poses(home["table_1"].pose, table.footprint(), target, here, free, robot.base, robot.arm.reach)
    assert len(poses) > 5
    for pose in poses:
        x, y, _ = pose.position
        assert free.is_free(x, y, robot.base.radius_m)
        ahead = pose.inverse().transform(target)
        assert abs(math.atan2(ahead[1], ahead[0])) < 1.0


@pytest.mark.parametrize(("y", "away"), [(-2.2, 0.48), (-2.66, 0.34)])
def test_only_for_what_lies_deep_in_a_table_the_base_stands_close_to_it(home, robot, y, away):
    """table_2 is 0.8 m deep, and its front edge is at -1.95."""
    table = furniture(home["table_2"])
    free = ground(home, [b for n in home.of_kind(NodeKind.ASSET) for _, b, _ in furniture(n).boxes()], robot.height_m)
    target = (-0.94, y, 0.84)
    found = docking_poses(home["table_2"].pose, table.footprint(), target, Pose(), free, robot.base, robot.arm.reach)
    nearest = min(pose.position[1] for pose in found) + 1.95
    assert nearest == pytest.approx(away, abs=0.01)


def test_every_place_of_the_home_has_a_place_to_stand(home, robot):
    free = ground(home, [b for n in home.of_kind(NodeKind.ASSET) for _, b, _ in furniture(n).boxes()], robot.height_m)
    for node in home.of_kind(NodeKind.ASSET):
        f = furniture(node)
        for place in f.places():
            edge = (place.size[0] / 2 - 0.15, 0.0, 0.0)
            target = place.pose.transform(edge)
            found = docking_poses(
                node.pose, f.footprint(), target, Pose(), free, robot.base, robot.arm.reach, front_only=place.enclosed
            )
            assert found, f"{node.id} {place.name}"


def test_nobody_works_at_a_table_through_the_wall_behind_it(home, robot):
    """table_1 stands close to the wall of the living room, where the robot is."""
    table = furniture(home["table_1"])
    free = ground(home, [b for n in home.of_kind(NodeKind.ASSET) for _, b, _ in furniture(n).boxes()], robot.height_m)
    for target in ((-0.35, 2.0, 0.75), (-0.5, 2.0, 0.75)):
        here = Pose((1.0, 2.0, 0.0))
        found = docking_poses(home["table_1"].pose, table.footprint(), target, here, free, robot.base, robot.arm.reach)
        assert found and all(pose.position[0] < 0 for pose in found)


def test_nothing_is_free_inside_a_box_or_outside_the_rooms():
    free = Ground((Box(Pose((1.0, 0.0, 0.5)), (0.5, 0.5, 1.0)),), (Box(Pose((0.0, 0.0, 1.0)), (6.0, 6.0, 2.0)),))
    assert not free.is_free(1.0, 0.0, 0.2)
    assert not free.is_free(2.9, 0.0, 0.2)
    assert free.is_free(-1.0, 0.0, 0.2)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(st.floats(-0.5, 0.5), st.floats(-0.3, 0.3), st.floats(0.02, 0.1)), max_size=6), angles)
def test_free_spots_never_touch_others_nor_hang_over_the_edge(others, yaw):
    region = Pose.planar(1.0, 2.0, yaw, 0.74)
    discs = [Disc(*region.transform((x, y, 0.0))[:2], r) for x, y, r in others]
    for spot in free_spots(region, (1.4, 0.8, 1.0), SMALL, discs, region @ Pose((1.2, 0.0, 0.0))):
        x, y, _ = region.inverse().transform(spot.position)
        assert abs(x) <= 0.7 - 0.04 and abs(y) <= 0.4 - 0.04
        assert all(math.dist(spot.position[:2], (d.x, d.y)) > 0.04 + d.radius for d in discs)


def test_the_best_spot_is_near_the_edge_where_the_robot_stands():
    best = free_spots(Pose((0.0, 0.0, 0.74)), (0.8, 1.4, 1.0), SMALL, [], Pose((0.9, 0.3, 0.0)))[0]
    x, y, _ = best.position
    assert 0.15 < x < 0.3 and abs(y - 0.3) < 0.15


def test_a_full_region_has_no_spot():
    assert free_spots(Pose(), (0.3, 0.3, 1.0), SMALL, [Disc(0.0, 0.0, 0.2)], Pose((1.0, 0.0, 0.0))) == ()
    assert free_spots(Pose(), (0.1, 0.1, 1.0), SMALL, [], Pose((1.0, 0.0, 0.0))) == ()


def test_between_things_in_a_drawer_less_room_will_do():
    tray, fork = (0.26, 0.3, 0.17), [Disc(0.0, 0.1 * i, 0.01) for i in (-1, 0, 1)]
    own = footprint((0.16, 0.045, 0.024), Shape.BOX, math.pi / 2)
    assert not free_spots(Pose(), tray, own, fork, Pose((1.0, 0.0, 0.0)))
    spots = free_spots(Pose(), tray, own, fork, Pose((1.0, 0.0, 0.0)), snug=True)
    assert spots and all(abs(s.position[0]) <= 0.15 - own[0].radius - SNUG_EDGE_M for s in spots)


def test_a_narrow_thing_fits_into_a_gap_lengthwise_only():
    shelf, robot = (0.40, 0.20, 0.5), Pose((0.8, 0.0, 0.0))
    carton, book = [Disc(-0.12, 0.0, 0.05)], (0.14, 0.042, 0.19)
    assert free_spots(Pose(), shelf, footprint(book, Shape.BOX, 0.0), carton, robot)
    assert not free_spots(Pose(), shelf, footprint(book, Shape.BOX, math.pi / 2), carton, robot)


def test_spots_to_try_are_apart():
    spots = apart(free_spots(Pose(), (1.0, 1.0, 1.0), SMALL, [], Pose((1.0, 0.0, 0.0))), 4)
    assert len(spots) == 4
    assert all(math.dist(a.position, b.position) >= 0.12 for a in spots for b in spots if a is not b)


@given(angles, angles)
def test_putting_down_undoes_the_grasp(yaw, heading):
    node_pose = Pose.planar(1.0, 0.5, yaw, 0.75)
    tool = tool_pose((1.0, 0.5, 0.8), heading, 0.4)
    in_tool = tool.inverse() @ node_pose
    again = tool_for(in_tool, (2.0, 1.0, 0.7), 0.3) @ in_tool
    assert math.dist(again.position, (2.0, 1.0, 0.704)) < 1e-6
    assert abs(math.remainder(again.yaw - 0.3, 2 * math.pi)) < 1e-6


def test_an_open_fridge_door_is_beside_the_opening(home):
    closed, opened = Furniture(home["fridge_1"], 0.0), Furniture(home["fridge_1"], 1.4)
    door = {name: box for name, box, _ in closed.boxes()}["door"]
    swung = {name: box for name, box, _ in opened.boxes()}["door"]
    front = home["fridge_1"].pose.inverse()
    assert abs(front.transform(door.pose.position)[0] - 0.22) < 0.01
    x, y, _ = front.transform(swung.pose.position)
    assert x > 0.35 and y > 0.1


@given(st.floats(0.0, 1.9), st.floats(0.0, 1.9), st.sampled_from([0.35, 0.6, 1.0]))
def test_the_hand_stays_on_the_handle_all_the_way(start, end, follow):
    from makedo_core.files.scene_json import graph_from_json

    node = graph_from_json((ROOT / "scenes/home/graph.json").read_text())["fridge_1"]
    articulation = node.model.articulation
    f = Furniture(node, start)
    grasp = bar_grasps(*f.handle())[0].tool
    last = handle_way(f, articulation, grasp, start, end, follow)[-1]
    assert math.dist(last.position, Furniture(node, end).handle()[0]) < 1e-6
    assert math.isclose(value_at(f, articulation, grasp, start, last), end, abs_tol=1e-6)


@pytest.mark.parametrize(
    ("asset_id", "value", "enclosed"),
    [("fridge_1", 1.3, {"compartment": True, "top": False}), ("drawer_1", 0.3, {"tray": False, "top": False}),
     ("bin_1", 0.0, {"inside": False}), ("shelf_1", 0.0, {"board_2": True, "board_3": True, "board_4": True}),
     ("table_1", 0.0, {"top": False})],
)  # fmt: skip
def test_what_must_be_reached_from_the_front_is_known(home, asset_id, value, enclosed):
    assert {p.name: p.enclosed for p in Furniture(home[asset_id], value).places()} == enclosed


def test_obstacles_are_near_and_in_the_base_frame(home):
    base = Pose.planar(-0.5, 1.0, math.pi / 2)
    found = {o.name: o for o in near_obstacles(home, base, {}, within_m=1.7)}
    assert "table_1/top" in found and "shelf_1/top" not in found
    x, y, z = found["table_1/top"].pose.position
    assert (x, y, z) == pytest.approx((1.0, 0.0, 0.73), abs=1e-6)
    assert not [n for n in found if home.nodes.get(n) and home[n].is_belief]


@pytest.mark.parametrize("clearance", list(Clearance))
def test_what_nobody_has_seen_may_stand_anywhere_on_its_furniture(home, clearance):
    """The arm keeps out of there where it has room to spare; at work it must get there."""
    base = Pose.planar(-0.5, 1.0, math.pi / 2)
    found = {o.name: o for o in near_obstacles(home, base, {}, within_m=1.7, clearance=clearance)}
    assert ("table_1/unseen on top" in found) == (clearance in (Clearance.ROOMY, Clearance.WARY))
    seen = home.changed(put=[replace(n, confidence=0.9, last_seen=1.0) for n in home if n.is_belief])
    assert not any("unseen" in o.name for o in near_obstacles(seen, base, {}, within_m=1.7, clearance=clearance))
    if clearance is Clearance.ROOMY:
        space, top = found["table_1/unseen on top"], found["table_1/top"]
        lowest = space.pose.position[2] - space.size[2] / 2
        assert lowest == pytest.approx(top.pose.position[2] + top.size[2] / 2, abs=0.02)
        assert space.size[:2] == pytest.approx(top.size[:2], abs=0.1)


@pytest.mark.parametrize("unseen", [True, False])
def test_only_the_last_way_of_the_arm_leaves_no_room_to_what_was_seen(home, unseen):
    """Above furniture at which something is unseen the arm has to work, and others stand there that were seen."""
    known = home.changed(put=[replace(n, confidence=0.9, last_seen=1.0) for n in home if n.is_belief])
    *roomy, last = for_motions(home if unseen else known)
    assert last is Clearance.TIGHT and len(roomy) == 1 + unseen
    assert {c.objects for c in roomy} == {Clearance.ROOMY.objects}
    assert [c.unseen for c in roomy] == [True, False][: 1 + unseen]


def test_a_door_that_is_moved_is_no_obstacle(home):
    base = Pose.planar(-3.45, 2.0, math.pi / 2)
    names = {o.name for o in near_obstacles(home, base, {}, within_m=1.7, leave_out_moving="fridge_1")}
    assert "fridge_1/door" not in names and "fridge_1/handle" not in names and "fridge_1/left" in names
