# SPDX-License-Identifier: Apache-2.0
"""Controllers, base and navigation of the simulated robot."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from makedo_core.geometry import Box, Pose, wrap_angle
from simulation_node.control.base import Twist
from simulation_node.control.controller import End, Tolerances
from simulation_node.control.trajectory import Trajectory, TrajectoryError
from simulation_node.navigation.grid import build_grid, find_path
from simulation_node.navigation.paths import PATH_RADIUS_M, navigation_grid
from simulation_node.robots.tiago import TIAGO
from simulation_node.world.motions import first_collision, trajectories

HALF = math.pi / 2


def _drive(world, goal, limit_s=60.0):
    drive = world.navigator.start(goal)
    start = world.time
    while not drive.done.done():
        world.tick()
        assert world.time - start < limit_s
    return drive.done.result()


@pytest.mark.parametrize(
    "goal",
    [(-1.33, 2.0, 0.0), (-0.85, -1.47, -HALF), (2.0, 1.95, HALF)],
)
def test_the_base_arrives_within_two_centimetres_and_touches_nothing(world, goal):
    assert _drive(world, Pose.planar(*goal)).end is End.SUCCEEDED
    world.run(0.2)
    here = world.base.pose
    assert math.dist(here.position[:2], goal[:2]) < 0.02
    assert abs(wrap_angle(here.yaw - goal[2])) < 0.02
    assert world.contacts.touches == ()


def test_the_base_rounds_the_corners_of_its_path_and_keeps_its_distance(world):
    """It turns on the spot to set out and when it has arrived; in between it does not stop."""
    drive = world.navigator.start(Pose.planar(-2.0, 1.5, HALF))
    assert len(drive.path) > 3
    grid, halts, moving, nearest = navigation_grid(world), 0, False, math.inf
    while not drive.done.done():
        world.tick()
        was, moving = moving, abs(world.base.twist.forward) > 0.02
        halts += was and not moving
        nearest = min(nearest, grid.clearance_at(world.base.pose.position))
    assert drive.done.result().end is End.SUCCEEDED
    assert halts == 1 and nearest > PATH_RADIUS_M


def test_a_short_way_back_is_driven_backwards(world):
    here = world.base.pose
    behind = here @ Pose((-0.4, 0.0, 0.0))
    drive = world.navigator.start(behind)
    turned = 0.0
    while not drive.done.done():
        world.tick()
        turned = max(turned, abs(wrap_angle(world.base.pose.yaw - here.yaw)))
    assert drive.done.result().end is End.SUCCEEDED
    assert turned < 0.1


@pytest.mark.parametrize(("x", "y", "words"), [(-0.5, 2.0, "obstacle"), (9.0, 9.0, "outside")])
def test_a_goal_in_furniture_or_outside_is_refused_with_a_reason(world, x, y, words):
    finish = _drive(world, Pose.planar(x, y))
    assert finish.end is End.REFUSED and words in finish.reason


def test_what_lies_on_its_side_is_in_the_way_only_where_it_lies(world):
    on_its_side = (math.sin(math.pi / 4), 0.0, 0.0, math.cos(math.pi / 4))
    world.move_object("sponge_1", Pose((-1.88, 2.89, 0.95), on_its_side))
    assert _drive(world, Pose.planar(-1.88, -1.3)).end is End.SUCCEEDED


def test_a_goal_behind_closed_walls_has_no_path(world, hand):
    for i, y in enumerate((0.35, 0.7, 1.05)):  # block both doors of the kitchen with things on the floor
        world.move_object(("book_1", "book_2", "book_3")[i], Pose.planar(0.0, y))
    for i, x in enumerate((-2.3, -1.9, -1.5)):
        world.move_object(("mug_1", "mug_2", "vase_1")[i], Pose.planar(x, 0.0))
    finish = _drive(world, Pose.planar(-1.9, 1.6))
    assert finish.end is End.NO_PATH and "no way" in finish.reason


def test_a_blocked_base_gives_up_with_a_reason(world):
    drive = world.navigator.start(Pose.planar(-2.9, -1.4))
    for _ in range(4000):
        world.tick()
        if world.base.twist.forward > 0.2:
            world.base.limits = type(world.base.limits)(speed=0.0, turn=0.0)  # wheels that do not turn
        if drive.done.done():
            break
    assert drive.done.result().end is End.BLOCKED
    assert "blocked" in drive.done.result().reason


def test_cancelled_driving_at_full_speed_stands_still_within_a_fifth_of_a_second(world):
    drive = world.navigator.start(Pose.planar(-2.9, -1.4))
    while world.base.twist.forward < 0.98 * world.base.limits.speed:
        world.tick()
    world.navigator.cancel(drive)
    world.run(0.2)
    assert drive.done.result().end is End.CANCELED
    assert abs(world.base.twist.forward) < 0.01 and abs(world.base.twist.turn) < 0.01
    here = world.base.pose
    world.run(1.0)
    assert world.base.pose.distance(here) < 0.005


def test_a_velocity_command_wears_off(world):
    for _ in range(5):
        world.command_base(Twist(0.3, 0.0))
        world.run(0.1)
    assert world.base.twist.forward == pytest.approx(0.3, abs=0.03)
    world.run(0.6)
    assert abs(world.base.twist.forward) < 0.01


def _reach(world, joint, change, time):
    controller = world.controllers["arm_controller"]
    goal = controller.target.copy()
    goal[joint] += change
    return controller, Trajectory(controller.joints, np.array([time]), goal[None])


def test_the_arm_tracks_a_slow_trajectory_and_succeeds(world):
    controller, trajectory = _reach(world, 6, 1.0, 2.0)
    motion = controller.start(trajectory)
    worst = 0.0
    while not motion.done.done():
        world.tick()
        worst = max(worst, float(np.abs(controller.target - controller.position).max()))
    assert motion.done.result().end is End.SUCCEEDED
    assert worst < 0.02


def test_a_cancelled_arm_stands_still_within_two_tenths_of_a_second(world):
    controller, trajectory = _reach(world, 6, 1.5, 1.5)
    motion = controller.start(trajectory)
    world.run(0.7)
    assert np.abs(controller.velocity).max() > 0.5
    controller.cancel(motion)
    world.run(0.2)
    assert motion.done.result().end is End.CANCELED
    assert np.abs(controller.velocity).max() < 0.02


def test_a_newer_goal_preempts_the_older(world):
    controller, trajectory = _reach(world, 6, 0.5, 1.0)
    first = controller.start(trajectory)
    world.run(0.3)
    second = controller.start(trajectory)
    assert first.done.result().end is End.PREEMPTED
    while not second.done.done():
        world.tick()
    assert second.done.result().end is End.SUCCEEDED


def test_leaving_the_path_tolerance_ends_a_motion(world):
    controller, trajectory = _reach(world, 6, 1.5, 0.2)  # faster than the joint can
    motion = controller.start(trajectory, Tolerances(path={"arm_7_joint": 0.05}))
    world.run(0.5)
    finish = motion.done.result()
    assert finish.end is End.PATH_TOLERANCE and "arm_7_joint" in finish.reason


def test_stored_motions_reach_their_postures(world):
    for name, postures in TIAGO.motions.items():
        assert first_collision(world, postures) is None
        parts = trajectories(world, postures)
        going = [world.controllers[c].start(t) for c, t in parts.items()]
        while not all(g.done.done() for g in going):
            world.tick()
        assert all(g.done.result().end is End.SUCCEEDED for g in going), name
        for joint, value in postures[-1].items():
            assert world.joint(joint) == pytest.approx(value, abs=0.02)


def test_a_stored_motion_through_a_table_is_foreseen(world, hand):
    hand.stand_before("table_1", 0.40)
    hit = first_collision(world, TIAGO.motions["prepare_grasp"])
    assert hit is not None and "table_1" in hit


@pytest.mark.parametrize(
    ("times", "rows", "words"),
    [
        ([], [], "no points"),
        ([1.0, 1.0], [[0.0], [0.1]], "rise"),
        ([1.0], [[math.nan]], "finite"),
        ([1.0], [[0.0, 1.0]], "positions"),
    ],
)
def test_a_malformed_trajectory_is_refused(times, rows, words):
    with pytest.raises(TrajectoryError, match=words):
        Trajectory(("a",), np.array(times), np.array(rows, float).reshape(len(times), len(rows[0]) if rows else 1))


@given(st.lists(st.floats(-2, 2), min_size=2, max_size=6), st.booleans(), st.floats(0, 1))
@settings(max_examples=60, deadline=None)
def test_a_trajectory_passes_its_points_and_its_velocity_is_its_derivative(values, cubic, share):
    times = np.arange(1, len(values) + 1, dtype=float)
    rows = np.array(values)[:, None]
    trajectory = Trajectory(("a",), times, rows, 0.5 * np.ones_like(rows) if cubic else None)
    for time, row in zip(times, rows, strict=True):
        assert trajectory.at(time)[0] == pytest.approx(row)
    at, step = 1.0 + share * (len(values) - 1.001), 1e-6
    if abs(at - round(at)) > 1e-3:
        slope = (trajectory.at(at + step)[0] - trajectory.at(at - step)[0]) / (2 * step)
        assert trajectory.at(at)[1] == pytest.approx(slope, abs=1e-4)


boxes = st.builds(
    lambda x, y, yaw, w, d: Box(Pose.planar(x, y, yaw, 0.5), (w, d, 1.0)),
    st.floats(0.5, 4.5), st.floats(0.5, 4.5), st.floats(-3, 3), st.floats(0.1, 1.5), st.floats(0.1, 1.5),
)  # fmt: skip


@given(st.lists(boxes, max_size=5))
@settings(max_examples=40, deadline=None)
def test_a_path_keeps_its_distance_from_every_obstacle(obstacles):
    grid = build_grid(obstacles, (0.0, 0.0), (5.0, 5.0))
    start, goal, radius = (0.3, 0.3), (4.7, 4.7), 0.25
    path = find_path(grid, start, goal, radius)
    if path is None or min(grid.clearance_at(start), grid.clearance_at(goal)) < radius:
        return
    assert path[0] == start and path[-1] == goal
    for a, b in pairwise(path):
        for share in np.linspace(0, 1, 30):
            point = [(1 - share) * u + share * v for u, v in zip(a, b, strict=True)]
            grown = [Box(o.pose, (o.size[0] + 0.3, o.size[1] + 0.3, 9.0)) for o in obstacles]
            assert not any(box.contains((*point, 0.5)) for box in grown)


def test_a_wall_across_the_grid_leaves_no_path():
    grid = build_grid([Box(Pose.planar(2.5, 2.5, 0.0, 0.5), (5.0, 0.1, 1.0))], (0.0, 0.0), (5.0, 5.0))
    assert find_path(grid, (1.0, 1.0), (1.0, 4.0), 0.3) is None


@pytest.mark.parametrize("share", [0.3, 0.5, 0.8])
def test_a_head_that_is_stopped_does_not_creep_on_after_a_target_that_it_lags_behind(world, share):
    head, turn_s = world.controllers["head_controller"], 0.6
    world.run(0.2)
    motion = head.start(Trajectory(head.joints, np.array([turn_s]), np.array([[0.9, 0.2]])))
    world.run(share * turn_s)
    assert np.abs(head.velocity).max() > 0.3
    head.cancel(motion)
    world.run(0.2)
    assert np.abs(head.velocity).max() < 0.02
    stood = head.position.copy()
    world.run(1.0)
    assert np.abs(head.position - stood).max() < 0.01


def test_fingers_that_are_stopped_are_held_where_they_are(world):
    gripper = world.controllers["gripper_controller"]
    target = np.full(len(gripper.joints), 0.02)
    motion = gripper.start(Trajectory(gripper.joints, np.array([1.0]), target[None]))
    world.run(0.5)
    gripper.cancel(motion)
    assert gripper.target == pytest.approx(gripper.position)
