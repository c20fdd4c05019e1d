# SPDX-License-Identifier: Apache-2.0
"""The arm backend on MoveItPy, with an imitation of MoveItPy: what is asked of it, and what is made of its answers."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from geometry_msgs.msg import PoseStamped
from moveit_msgs.msg import (
    AttachedCollisionObject,
    CollisionObject,
    Constraints,
    ContactInformation,
    JointConstraint,
    MotionPlanRequest,
    MoveItErrorCodes,
    PlanningScene,
    PositionIKRequest,
    RobotState,
    RobotTrajectory,
)
from moveit_msgs.srv import GetCartesianPath, GetStateValidity
from sensor_msgs.msg import JointState
from trajectory_msgs.msg import JointTrajectoryPoint

from executor_node.robot.arms.moveit_py import MoveItPyPlanner
from makedo_core.geometry import Pose
from makedo_ros.conversions.nouns import pose_to_ros
from support import imitated_moveit_py
from support.imitated_moveit_py import GROUP, JOINTS, TIP, MoveIt, State, Trajectory


@pytest.fixture
def moveit():
    return MoveIt()


@pytest.fixture
def planner(moveit):
    Trajectory.fails = False
    return MoveItPyPlanner(moveit, lambda instance, ns: SimpleNamespace(), Trajectory, imitated_moveit_py)


def started(**joints: float) -> RobotState:
    return RobotState(joint_state=JointState(name=list(joints), position=list(joints.values())))


def plan_request(**options) -> MotionPlanRequest:
    goal = Constraints(joint_constraints=[JointConstraint(joint_name="x", position=1.0)])
    return MotionPlanRequest(group_name=GROUP, goal_constraints=[goal], allowed_planning_time=3.0, **options)


def ik_request(x: float, y: float = 0.0, frame: str = "", **options) -> PositionIKRequest:
    request = PositionIKRequest(group_name=GROUP, ik_link_name=TIP, avoid_collisions=True, **options)
    request.pose_stamped = PoseStamped(pose=pose_to_ros(Pose((x, y, 0.0))))
    request.pose_stamped.header.frame_id = frame
    request.timeout.nanosec = 80_000_000
    return request


def line_request(*xs: float, avoid_collisions: bool = True) -> GetCartesianPath.Request:
    request = GetCartesianPath.Request(group_name=GROUP, link_name=TIP, max_step=0.1, avoid_collisions=avoid_collisions)
    request.waypoints = [pose_to_ros(Pose((x, 0.0, 0.0))) for x in xs]
    return request


def test_a_motion_is_planned_from_the_given_joints_with_the_given_limits(planner, moveit):
    request = plan_request(start_state=started(x=0.3), max_velocity_scaling_factor=0.5, planner_id="RRT")
    response = planner.plan(request)
    assert response.error_code.val == MoveItErrorCodes.SUCCESS
    assert list(response.trajectory.joint_trajectory.joint_names) == list(JOINTS)
    assert moveit.start.joint_positions == {"x": 0.3, "y": 0.0, "head": 0.1}
    assert moveit.scene.current_state.joint_positions["x"] == 0.0
    assert moveit.goal == list(request.goal_constraints)
    begun = response.trajectory_start.joint_state
    assert dict(zip(begun.name, begun.position, strict=True))["x"] == 0.3
    asked = moveit.parameters
    assert (asked.planning_pipeline, asked.planner_id, asked.planning_attempts) == ("ompl", "RRT", 1)
    assert (asked.planning_time, asked.max_velocity_scaling_factor) == (3.0, 0.5)
    assert asked.max_acceleration_scaling_factor == 1.0


def test_what_cannot_be_planned_keeps_its_code(planner, moveit):
    moveit.plans = False
    assert planner.plan(plan_request()).error_code.val == MoveItErrorCodes.PLANNING_FAILED
    moveit.accepts = False
    assert planner.plan(plan_request()).error_code.val == MoveItErrorCodes.INVALID_GOAL_CONSTRAINTS


def test_an_unknown_group_is_refused_everywhere(planner):
    invalid = MoveItErrorCodes.INVALID_GROUP_NAME
    assert planner.plan(MotionPlanRequest(group_name="leg")).error_code.val == invalid
    assert planner.solve_ik(PositionIKRequest(group_name="leg")).error_code.val == invalid
    assert planner.follow_line(GetCartesianPath.Request(group_name="leg")).error_code.val == invalid


@pytest.mark.parametrize(("frame", "found"), [("", 0.5), ("torso", 1.0)])
def test_joint_values_are_found_for_a_pose_of_any_frame(planner, frame, found):
    answer = planner.solve_ik(ik_request(0.5, frame=frame))
    assert answer.error_code.val == MoveItErrorCodes.SUCCESS
    state = answer.solution.joint_state
    assert dict(zip(state.name, state.position, strict=True))["x"] == found


def test_out_of_reach_and_in_collision_are_told_apart(planner, moveit):
    assert planner.solve_ik(ik_request(5.0)).error_code.val == MoveItErrorCodes.NO_IK_SOLUTION
    moveit.scene.wall = 0.4
    assert planner.solve_ik(ik_request(0.5)).error_code.val == MoveItErrorCodes.GOAL_IN_COLLISION
    careless = ik_request(0.5)
    careless.avoid_collisions = False
    assert planner.solve_ik(careless).error_code.val == MoveItErrorCodes.SUCCESS


def test_poses_of_several_links_are_refused(planner):
    request = ik_request(0.5)
    request.pose_stamped_vector = [request.pose_stamped, request.pose_stamped]
    assert planner.solve_ik(request).error_code.val == MoveItErrorCodes.INVALID_LINK_NAME


def test_a_line_goes_straight_through_all_its_waypoints_and_is_timed(planner):
    answer = planner.follow_line(line_request(0.5, 0.2))
    assert answer.error_code.val == MoveItErrorCodes.SUCCESS and answer.fraction == 1.0
    points = answer.solution.joint_trajectory.points
    xs = [p.positions[0] for p in points]
    assert xs == pytest.approx([0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.4, 0.3, 0.2])
    assert [p.time_from_start.sec for p in points] == list(range(9))


@pytest.mark.parametrize(("wall", "avoid", "fraction"), [(0.25, True, 0.4), (0.25, False, 1.0), (9.0, True, 1.0)])
def test_a_line_ends_before_a_collision_unless_it_may_touch(planner, moveit, wall, avoid, fraction):
    moveit.scene.wall = wall
    answer = planner.follow_line(line_request(0.5, avoid_collisions=avoid))
    assert answer.fraction == pytest.approx(fraction)


def test_a_line_ends_where_the_arm_does_not_reach(planner):
    assert planner.follow_line(line_request(4.0)).fraction == pytest.approx(0.5)


def test_a_line_ends_where_the_posture_flips(planner, monkeypatch):
    solve = State.set_from_ik

    def flips(self, *arguments, **options):
        found = solve(self, *arguments, **options)
        if self.joint_positions["x"] > 0.35:
            self.joint_positions = {"y": 3.0}
        return found

    monkeypatch.setattr(State, "set_from_ik", flips)
    assert planner.follow_line(line_request(0.5)).fraction == pytest.approx(0.6)


def test_a_turn_on_the_spot_is_cut_into_small_ones_the_short_way_round(planner, monkeypatch):
    poses = []
    monkeypatch.setattr(State, "set_from_ik", lambda self, group, pose, tip, timeout: poses.append(pose) or True)
    request = line_request(0.0)
    turned = Pose.planar(0.0, 0.0, 0.45)
    request.waypoints[0] = pose_to_ros(Pose(turned.position, tuple(-v for v in turned.orientation)))
    assert planner.follow_line(request).fraction == 1.0
    assert len(poses) == 5
    assert all(abs(p.orientation.w) > 0.95 for p in poses)


def test_an_unknown_frame_is_said_and_not_taken_for_that_of_the_model(planner):
    failed = MoveItErrorCodes.FRAME_TRANSFORM_FAILURE
    assert planner.solve_ik(ik_request(0.5, frame="nowhere")).error_code.val == failed
    request = line_request(0.5)
    request.header.frame_id = "nowhere"
    answer = planner.follow_line(request)
    assert (answer.error_code.val, answer.fraction) == (failed, 0.0)


def test_a_line_without_a_step_is_a_failure_and_one_without_waypoints_is_nothing(planner):
    request = line_request(0.5)
    request.max_step = 0.0
    answer = planner.follow_line(request)
    assert (answer.error_code.val, answer.fraction) == (MoveItErrorCodes.FAILURE, 0.0)
    answer = planner.follow_line(line_request())
    assert (answer.error_code.val, answer.fraction) == (MoveItErrorCodes.SUCCESS, 0.0)


def test_a_line_without_times_is_a_failure(planner):
    Trajectory.fails = True
    answer = planner.follow_line(line_request(0.5))
    assert answer.error_code.val == MoveItErrorCodes.FAILURE and answer.fraction == 0.0


def difference(*world: CollisionObject, hand: tuple[CollisionObject, ...] = ()) -> PlanningScene:
    scene = PlanningScene(is_diff=True)
    scene.world.collision_objects = list(world)
    scene.robot_state.attached_collision_objects = [AttachedCollisionObject(object=item) for item in hand]
    return scene


def thing(name: str, operation: bytes = CollisionObject.ADD) -> CollisionObject:
    return CollisionObject(id=name, operation=operation)


def test_things_around_and_in_the_hand_are_taken_into_the_scene(planner, moveit):
    assert planner.apply(difference(thing("table"), thing("apple")))
    assert planner.apply(difference(hand=(thing("apple"),)))
    assert (moveit.scene.world, moveit.scene.held) == ({"table"}, {"apple"})
    assert moveit.frames_updated == 2


def test_a_thing_that_is_let_go_and_taken_out_of_the_world_at_once_is_in_neither(planner, moveit):
    remove = CollisionObject.REMOVE
    planner.apply(difference(thing("table"), hand=(thing("apple"),)))
    assert planner.apply(difference(thing("apple", remove), hand=(thing("apple", remove),)))
    assert (moveit.scene.world, moveit.scene.held) == ({"table"}, set())
    planner.apply(difference(hand=(thing("cup"),)))
    assert planner.apply(difference(thing("", remove), hand=(thing("", remove),)))
    assert (moveit.scene.world, moveit.scene.held) == (set(), set())


def test_what_the_scene_does_not_take_is_no_success(planner, moveit):
    assert not planner.apply(difference(thing("cup", CollisionObject.REMOVE), thing("table")))
    assert moveit.scene.world == {"table"}


@pytest.mark.parametrize(
    ("status", "code"),
    [
        ("SUCCEEDED", MoveItErrorCodes.SUCCESS),
        ("PREEMPTED", MoveItErrorCodes.PREEMPTED),
        ("ABORTED", MoveItErrorCodes.CONTROL_FAILED),
        ("TIMED_OUT", MoveItErrorCodes.TIMED_OUT),
    ],
)
def test_a_motion_is_carried_out_and_its_end_is_told(planner, moveit, status, code):
    moveit.status = status
    message = RobotTrajectory()
    message.joint_trajectory.points = [JointTrajectoryPoint(positions=[0.1, 0.2])]
    assert planner.execute(message).val == code
    assert moveit.executed == [message]


def test_a_stop_ends_what_is_carried_out(planner, moveit):
    planner.stop()
    assert moveit.stops == 1


def test_a_state_is_free_or_not(planner, moveit):
    request = GetStateValidity.Request(group_name=GROUP, robot_state=started(x=0.0, y=0.0))
    assert planner.check(request).valid
    moveit.scene.wall = -1.0
    assert not planner.check(request).valid


def touched(planner) -> set[tuple[str, str]]:
    answer = planner.check(GetStateValidity.Request(group_name=GROUP))
    assert not answer.valid
    return {(c.contact_body_1, c.contact_body_2) for c in answer.contacts}


def test_which_bodies_touch_is_asked_of_one_after_the_other(planner, moveit):
    moveit.scene.world, moveit.scene.held = {"table", "cup", "wall"}, {"apple"}
    moveit.scene.octomap = b"leaves"
    moveit.scene.touching = {
        frozenset(pair)
        for pair in (("arm", "table"), ("apple", "cup"), ("<octomap>", "head"), ("arm", "head"), ("apple", "base"))
    }
    moveit.scene.apart = {frozenset(("arm", "base"))}
    own = {("arm", "head"), ("base", "apple")}
    assert touched(planner) == {("table", "arm"), ("cup", "apple"), ("<octomap>", "head"), *own}


def test_what_may_touch_of_the_robot_is_no_contact(planner, moveit):
    moveit.scene.world, moveit.scene.touching = {"table"}, {frozenset(("arm", "table")), frozenset(("arm", "base"))}
    moveit.scene.apart = {frozenset(("arm", "base"))}
    assert touched(planner) == {("table", "arm")}


def test_a_contact_says_of_both_bodies_what_they_are(planner, moveit):
    moveit.scene.world, moveit.scene.held = {"cup"}, {"apple"}
    moveit.scene.touching = {frozenset(("apple", "cup")), frozenset(("arm", "apple"))}
    found = planner.check(GetStateValidity.Request(group_name=GROUP)).contacts
    thing, link, held = (
        ContactInformation.WORLD_OBJECT,
        ContactInformation.ROBOT_LINK,
        ContactInformation.ROBOT_ATTACHED,
    )
    assert [(c.body_type_1, c.body_type_2) for c in found] == [(thing, held), (link, held)]


def test_bodies_that_touch_nothing_cost_one_question_each(planner, moveit):
    moveit.scene.world = {f"thing_{i}" for i in range(20)}
    moveit.scene.touching = {frozenset(("thing_7", "arm"))}
    assert touched(planner) == {("thing_7", "arm")}
    links = len(moveit.scene.links)
    assert moveit.scene.asked <= 20 + links + links  # each thing once, the links of the one, each link once


def test_the_octomap_is_cleared(planner, moveit):
    moveit.scene.octomap = b"leaves"
    planner.clear_octomap()
    assert not moveit.scene.octomap


def test_a_motion_is_carried_out_by_the_group_that_it_was_planned_for(planner, moveit):
    planner.plan(plan_request())
    planner.execute(RobotTrajectory())
    assert moveit.carried_out_by == [GROUP]
