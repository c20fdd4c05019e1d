# SPDX-License-Identifier: Apache-2.0
"""compute_ik, compute_cartesian_path and check_state_validity."""

from __future__ import annotations

from itertools import pairwise

import pytest

pytest.importorskip("rclpy")

from geometry_msgs.msg import PoseStamped
from moveit_msgs.msg import AllowedCollisionMatrix, ContactInformation, MoveItErrorCodes

from makedo_core.geometry import Pose
from support.stack import Stack, box, in_hand, joint_goal, solved, times

pytestmark = pytest.mark.ros
source = pytest.mark.source

IK = "moveit2 kinematics_service_capability.cpp, computeIK"
LINE = "moveit2 cartesian_path_service_capability.cpp, computeService"
INTERPOLATOR = "moveit2 cartesian_interpolator.cpp, computeCartesianPath"
VALID = "moveit2 state_validation_service_capability.cpp, computeService"
CONTACT = "moveit2 collision_tools.cpp, contactToMsg"
MEASURED = "measured on move_group 2.12.4"
SUCCESS = MoveItErrorCodes.SUCCESS


def at_hand(stack: Stack, name="block", size=(0.12, 0.12, 0.12), above=0.0):
    """A box around the hand, or above it."""
    x, y, z = stack.tool().position
    return box(name, (x, y, z + above), size, frame=stack.robot.frames.base)


def lifted(stack: Stack, by=0.05) -> Pose:
    """The hand's pose, higher."""
    here = stack.tool()
    x, y, z = here.position
    return Pose((x, y, z + by), here.orientation)


@source(IK)
def test_ik_finds_joint_values_and_gives_the_state_of_the_whole_robot(stack):
    answer = stack.solve_ik(lifted(stack))
    assert answer.error_code.val == SUCCESS
    assert {*stack.robot.arm.joints, *stack.robot.gripper.joints} <= set(solved(answer))


@source("moveit2 robot_state/conversions.cpp, robotStateToRobotStateMsg", MEASURED)
def test_the_state_of_an_ik_answer_has_every_joint_that_moves(stack):
    if not stack.robot.name.startswith("tiago"):
        pytest.skip("another robot's joints")
    found = solved(stack.solve_ik(lifted(stack)))
    wheels = {"wheel_left_joint", "wheel_right_joint"}
    assert {*stack.robot.arm.joints, *stack.robot.gripper.joints, "head_1_joint", "head_2_joint", *wheels} <= set(found)


@source(IK)
def test_an_ik_target_out_of_reach_has_no_solution_and_no_reason(stack):
    answer = stack.solve_ik(Pose((5.0, 0.0, 1.0)))
    assert answer.error_code.val == MoveItErrorCodes.NO_IK_SOLUTION
    assert getattr(answer.error_code, "message", "") == ""
    assert not answer.solution.joint_state.name


@source(IK, MEASURED)
def test_an_ik_target_in_collision_has_no_solution_and_no_reason(stack):
    target = lifted(stack, 0.02)
    stack.tell(at_hand(stack))
    answer = stack.solve_ik(target)
    assert answer.error_code.val == MoveItErrorCodes.NO_IK_SOLUTION
    assert getattr(answer.error_code, "message", "") == ""


@source("moveit2 kinematics_service_capability.cpp, computeIKService")
def test_ik_that_need_not_avoid_collisions_finds_them_in_collision(stack):
    target = lifted(stack, 0.02)
    stack.tell(at_hand(stack))
    assert stack.solve_ik(target, avoid_collisions=False).error_code.val == SUCCESS


@source(IK, MEASURED)
def test_ik_of_an_unknown_link_has_no_solution(stack):
    answer = stack.solve_ik(lifted(stack), ik_link_name="thumb")
    assert answer.error_code.val == MoveItErrorCodes.NO_IK_SOLUTION


@source(IK)
def test_ik_of_an_unknown_group_says_so(stack):
    assert stack.solve_ik(lifted(stack), group_name="leg").error_code.val == MoveItErrorCodes.INVALID_GROUP_NAME


@source(IK)
def test_ik_in_an_unknown_frame_says_so(stack):
    answer = stack.solve_ik(lifted(stack), frame="nowhere")
    assert answer.error_code.val == MoveItErrorCodes.FRAME_TRANSFORM_FAILURE


@source(IK)
def test_ik_for_several_poses_without_their_links_says_so(stack):
    several = [PoseStamped(), PoseStamped()]
    answer = stack.solve_ik(lifted(stack), pose_stamped_vector=several)
    assert answer.error_code.val == MoveItErrorCodes.INVALID_LINK_NAME


@source(IK, MEASURED)
def test_of_the_time_for_ik_only_whole_seconds_count(stack):
    from builtin_interfaces.msg import Duration

    answer = stack.solve_ik(lifted(stack), timeout=Duration(nanosec=1))  # 0 s: the solver's own time
    assert answer.error_code.val == SUCCESS


@source("moveit2 robot_state.cpp, setFromIK", MEASURED)
def test_ik_seeded_outside_the_soft_limits_of_a_joint_finds_what_is_inside_or_nothing(stack, work):
    if not stack.robot.name.startswith("tiago"):
        pytest.skip("another robot's limits")
    answer = stack.solve_ik(lifted(stack), {**work, "arm_2_joint": 1.05})
    if answer.error_code.val == SUCCESS:
        assert solved(answer)["arm_2_joint"] <= 1.0209
    else:
        assert answer.error_code.val == MoveItErrorCodes.NO_IK_SOLUTION


@source(LINE, INTERPOLATOR)
def test_a_free_line_is_followed_to_its_end(stack):
    answer = stack.follow(lifted(stack))
    assert answer.error_code.val == SUCCESS and answer.fraction == pytest.approx(1.0)
    found = times(answer.solution.joint_trajectory)
    assert len(found) > 2 and found[0] == 0.0 and all(a < b for a, b in pairwise(found))


@source(LINE)
def test_a_line_starts_where_the_arm_is(stack):
    line = stack.follow(lifted(stack)).solution.joint_trajectory
    first = dict(zip(line.joint_names, line.points[0].positions, strict=True))
    assert first == pytest.approx(stack.measured(), abs=3e-3)


@source(LINE, MEASURED)
def test_a_line_without_waypoints_is_a_success_of_nothing(stack):
    answer = stack.follow()
    assert (answer.error_code.val, answer.fraction) == (SUCCESS, 0.0)
    assert not answer.solution.joint_trajectory.points


@source(LINE, MEASURED)
def test_a_line_without_a_step_is_a_failure(stack):
    answer = stack.follow(lifted(stack), max_step=0.0)
    assert (answer.error_code.val, answer.fraction) == (MoveItErrorCodes.FAILURE, 0.0)


@source(LINE, MEASURED)
def test_a_line_of_an_unknown_group_says_so(stack):
    answer = stack.follow(lifted(stack), group_name="leg")
    assert (answer.error_code.val, answer.fraction) == (MoveItErrorCodes.INVALID_GROUP_NAME, 0.0)


@source(LINE)
def test_a_line_in_an_unknown_frame_says_so(stack):
    from std_msgs.msg import Header

    answer = stack.follow(lifted(stack), header=Header(frame_id="nowhere"))
    assert (answer.error_code.val, answer.fraction) == (MoveItErrorCodes.FRAME_TRANSFORM_FAILURE, 0.0)


@source(INTERPOLATOR, MEASURED)
def test_a_line_that_is_blocked_on_its_way_is_a_success_of_a_part(stack):
    target = lifted(stack, 0.25)
    x, y, z = stack.tool().position
    stack.tell(box("ceiling", (x, y, z + 0.5), (1.0, 1.0, 0.1), frame=stack.robot.frames.base))
    if not stack.validity().valid:
        pytest.skip("the arm is higher than the hand")
    answer = stack.follow(target)
    assert answer.error_code.val == SUCCESS and 0.0 <= answer.fraction < 1.0


@source(INTERPOLATOR, MEASURED)
def test_a_line_that_is_blocked_at_once_is_a_success_of_one_point(stack):
    stack.tell(at_hand(stack))
    answer = stack.follow(lifted(stack))
    assert (answer.error_code.val, answer.fraction) == (SUCCESS, 0.0)
    assert len(answer.solution.joint_trajectory.points) == 1


@source(LINE)
def test_a_line_that_need_not_avoid_collisions_goes_through(stack):
    stack.tell(at_hand(stack))
    answer = stack.follow(lifted(stack), avoid_collisions=False)
    assert answer.error_code.val == SUCCESS and answer.fraction == pytest.approx(1.0)


@source(INTERPOLATOR)
def test_a_line_out_of_reach_is_a_success_of_a_part(stack):
    answer = stack.follow(lifted(stack, 3.0))
    assert answer.error_code.val == SUCCESS and answer.fraction < 1.0


@source(LINE)
def test_a_line_is_as_slow_as_is_asked_for(stack):
    def lasts(share: float) -> float:
        answer = stack.follow(lifted(stack), max_velocity_scaling_factor=share, max_acceleration_scaling_factor=share)
        return times(answer.solution.joint_trajectory)[-1]

    assert lasts(0.1) > 2 * lasts(1.0)


@source(VALID)
def test_a_free_state_is_valid_and_has_no_contacts(stack):
    answer = stack.validity()
    assert answer.valid and not answer.contacts


@source(VALID, CONTACT)
def test_a_state_in_collision_names_what_touches_what(stack):
    stack.tell(at_hand(stack))
    answer = stack.validity()
    assert not answer.valid and answer.contacts
    kinds = {ContactInformation.ROBOT_LINK, ContactInformation.WORLD_OBJECT}
    assert all({c.body_type_1, c.body_type_2} == kinds for c in answer.contacts)
    named = {c.contact_body_1 for c in answer.contacts} | {c.contact_body_2 for c in answer.contacts}
    assert "block" in named and named & {*stack.robot.gripper.touch_links}
    assert all(c.header.frame_id == stack.robot.frames.base for c in answer.contacts)


@source(VALID)
def test_another_state_than_the_current_one_can_be_asked_about(stack, work):
    stack.tell(at_hand(stack, size=(0.05, 0.05, 0.05)))
    away = {**work, list(work)[1]: work[list(work)[1]] + 0.7}
    assert not stack.validity(work).valid
    assert stack.validity(away).valid


@source(VALID, "moveit2 collision_common.cpp, CollisionData::enableGroup")
def test_without_a_group_the_whole_robot_is_asked_about(stack):
    stack.tell(at_hand(stack))
    assert not stack.validity(group="").valid


@source(VALID, "moveit2 collision_common.cpp, CollisionData::enableGroup")
def test_an_unknown_group_asks_about_the_whole_robot(stack):
    assert stack.validity(group="leg").valid
    stack.tell(at_hand(stack))
    assert not stack.validity(group="leg").valid


@source(VALID)
def test_a_state_outside_the_range_of_a_joint_is_valid_all_the_same(stack, work):
    if not stack.robot.name.startswith("tiago"):
        pytest.skip("another robot's limits")
    assert stack.validity({**work, "arm_7_joint": 2.085}).valid  # soft limit 2.0744, hard limit 2.0944


@source(VALID)
def test_a_state_that_violates_a_constraint_is_not_valid_and_says_by_how_much(stack, work):
    last = list(work)[-1]
    kept = stack.validity(constraints=joint_goal({last: stack.measured()[last]}, 0.1))
    assert kept.valid and [r.result for r in kept.constraint_result] == [True]
    broken = stack.validity(constraints=joint_goal({last: work[last] + 0.5}, 0.1))
    assert not broken.valid and not broken.contacts
    assert [r.result for r in broken.constraint_result] == [False]
    assert broken.constraint_result[0].distance == pytest.approx(0.5, abs=0.05)


@source(VALID, CONTACT)
def test_what_the_hand_holds_touches_as_such(stack):
    x, y, z = stack.tool().position
    frame, link = stack.robot.frames.base, stack.robot.arm.tool_link
    stack.tell(box("stick", (x, y, z), (0.02, 0.02, 0.6), frame=frame))
    touching = [*stack.robot.gripper.touch_links, *(f"arm_{i}_link" for i in range(1, 8)), "wrist_ft_link"]
    stack.tell(attached=(in_hand("stick", *touching, link=link),))
    stack.tell(box("floor", (x, y, z - 0.3), (0.2, 0.2, 0.04), frame=frame))
    answer = stack.validity()
    assert not answer.valid
    pairs = {frozenset((c.contact_body_1, c.contact_body_2)) for c in answer.contacts}
    assert frozenset(("stick", "floor")) in pairs
    kinds = {c.contact_body_1: c.body_type_1 for c in answer.contacts}
    kinds |= {c.contact_body_2: c.body_type_2 for c in answer.contacts}
    assert kinds["stick"] == ContactInformation.ROBOT_ATTACHED and kinds["floor"] == ContactInformation.WORLD_OBJECT


@source("moveit2 collision_common.cpp, collisionCallback")
def test_what_the_hand_holds_may_touch_its_touch_links(stack):
    link = stack.robot.arm.tool_link
    stack.tell(at_hand(stack, size=(0.03, 0.03, 0.03)))
    near = {n for c in stack.validity().contacts for n in (c.contact_body_1, c.contact_body_2)} - {"block"}
    stack.tell(attached=(in_hand("block", *near, *stack.robot.gripper.touch_links, link=link),))
    assert stack.validity().valid


@source("moveit2 planning_scene.cpp, setPlanningSceneDiffMsg")
def test_defaults_of_allowed_collisions_without_entries_change_nothing(stack):
    stack.tell(at_hand(stack))
    stack.tell(allowed=AllowedCollisionMatrix(default_entry_names=["block"], default_entry_values=[True]))
    assert not stack.validity().valid
