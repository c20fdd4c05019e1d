# SPDX-License-Identifier: Apache-2.0
"""The arm behind MoveIt's move_group: its services for planning, its ROS action for execution."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from geometry_msgs.msg import PoseStamped
from moveit_msgs.action import ExecuteTrajectory
from moveit_msgs.msg import Constraints, JointConstraint, MotionPlanRequest, PositionIKRequest
from moveit_msgs.srv import GetCartesianPath, GetMotionPlan, GetPositionIK, GetStateValidity
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from std_msgs.msg import Header

from executor_node.robot.arms.moveit_messages import (
    SCALES_LINES,
    contact_outcome,
    duration,
    execution_outcome,
    motion_from_ros,
    motion_to_ros,
    of_the_robot,
    outcome_of,
    robot_state,
)
from executor_node.robot.arms.octomap import OctomapClearer
from executor_node.robot.arms.planning_scene import PlanningSceneClient
from executor_node.robot.arms.starting import begun_at, inside, timed
from executor_node.robot.body import Body
from executor_node.robot.description import OwnDescription
from executor_node.robot.measured import measured
from executor_node.robot.outstanding import Outstanding
from executor_node.wording import joint, off_by, unanswered
from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.ports import OCTOMAP_CLEARED, IkResult, Joints, Motion, MotionResult, Obstacle
from makedo_core.robot_config import RobotConfig
from makedo_ros.conversions.nouns import pose_to_ros
from makedo_ros.halt import Halt
from makedo_ros.runtime.action_client import ActionClient
from makedo_ros.runtime.clients import CallError, call, finish, send_goal
from makedo_ros.without_ros.tf import TransformBuffer

IK_TIMEOUT_S = 0.08  # MoveIt counts whole seconds only: its solver's own time applies
ANSWER_S = 10.0  # of a service [s, wall]
FIRST_ANSWER_S = 4.0  # of a service that has not answered yet: the first answer to a new client may be lost
LATE_S = 15.0  # so long after the time allowed for it [s, wall], a plan does not come any more
LINE_STEP_M = 0.01
LINE_JUMP = 5.0  # relative to the mean joint step
JOINT_TOLERANCE = 0.002
EXECUTE_TIMEOUT_S = 180.0
REST_S = 1.0  # so long a halted arm is waited for [s, wall]


class MoveGroupArm:
    """Client of move_group; implements the port `Arm`.

    Args:
        node: calls on its behalf.
        robot: groups, joints and frames.
        body: measured joint values.
        transforms: for the tool's pose.
    """

    def __init__(self, node: Node, robot: RobotConfig, body: Body, transforms: TransformBuffer) -> None:
        group = ReentrantCallbackGroup()
        self._robot = robot
        self._config = robot.arm
        self._body = body
        self._transforms = transforms
        self._tool_to_link = robot.arm.tool.inverse()
        self._scene = PlanningSceneClient(node, robot, group)
        self._octomap = OctomapClearer(node, group)
        self._ik = node.create_client(GetPositionIK, "compute_ik", callback_group=group)
        self._plan = node.create_client(GetMotionPlan, "plan_kinematic_path", callback_group=group)
        self._line = node.create_client(GetCartesianPath, "compute_cartesian_path", callback_group=group)
        self._validity = node.create_client(GetStateValidity, "check_state_validity", callback_group=group)
        self.description = OwnDescription(node)
        self._execute = ActionClient(node, ExecuteTrajectory, robot.execute_action, callback_group=group)
        self._scales_lines = SCALES_LINES
        self._answered: set[str] = set()  # services that have answered
        self.outstanding = Outstanding()  # move_group answers nothing else while it plans
        self._halt = Halt(node, robot, only_arm=True)

    def joints(self) -> Joints:
        """Newest measured joint values of the group."""
        return self._body.joints(self._config.joints)

    def efforts(self) -> Joints:
        """Newest measured efforts of the group's joints; empty where they report none."""
        return self._body.efforts(self._config.joints)

    def tool(self) -> Pose:
        """Measured pose of the tool frame in the base frame."""
        link = self._transforms.lookup(self._robot.frames.base, self._config.tool_link)
        return link @ self._config.tool

    def show(self, obstacles: Sequence[Obstacle], held: Obstacle | None = None, *, alone: bool = False) -> Outcome:
        """Make the planner's world consist of these obstacles and of what is held."""
        outcome = self._scene.show(obstacles, held)
        if outcome.ok and alone and self._octomap.clear():
            return Outcome(raw=OCTOMAP_CLEARED)
        return outcome

    def forget(self) -> None:
        """Assume nothing about the planner's world: it is cleared with the next `show`."""
        self._scene.forget()

    def scene(self) -> tuple[Sequence[Obstacle], Obstacle | None]:
        """What the planner's world consists of now."""
        return self._scene.shown()

    def solve_ik(self, target: Pose, seed: Joints | None = None, *, avoid_collisions: bool = True) -> IkResult:
        """Joint values that bring the tool frame to a pose of the base frame."""
        request = PositionIKRequest(
            group_name=self._config.group,
            robot_state=robot_state(self._start(seed)),
            avoid_collisions=avoid_collisions,
            ik_link_name=self._config.tool_link,
            pose_stamped=PoseStamped(header=self._header(), pose=pose_to_ros(target @ self._tool_to_link)),
            timeout=duration(IK_TIMEOUT_S),
        )
        answer, outcome = self._ask(self._ik, GetPositionIK.Request(ik_request=request))
        if answer is None:
            return IkResult(outcome)
        outcome = outcome_of(answer.error_code)
        if not outcome.ok:
            return IkResult(outcome)
        state = answer.solution.joint_state
        found = dict(zip(state.name, state.position, strict=True))
        return IkResult(SUCCESS, {name: found[name] for name in self._config.joints})

    def plan(self, goal: Joints, start: Joints | None = None, *, limit_s: float | None = None) -> MotionResult:
        """A collision-free motion to joint values."""
        limit_s = self._config.planning_time_s if limit_s is None else limit_s
        request = MotionPlanRequest(
            group_name=self._config.group,
            start_state=robot_state(self._start(start)),
            goal_constraints=[Constraints(joint_constraints=[_joint(n, v) for n, v in goal.items()])],
            num_planning_attempts=1,
            allowed_planning_time=limit_s,
            planner_id=self._config.planner_id,
            max_velocity_scaling_factor=self._config.velocity_scaling,
            max_acceleration_scaling_factor=self._config.acceleration_scaling,
        )
        request.workspace_parameters.header = self._header()
        answer, outcome = self._ask(
            self._plan,
            GetMotionPlan.Request(motion_plan_request=request),
            timeout_s=limit_s + LATE_S,
        )
        if answer is None:
            return MotionResult(outcome)
        response = answer.motion_plan_response
        outcome = outcome_of(response.error_code)
        if outcome.cause is FailureCause.MOTION_PLANNING_FAILED:
            outcome = self._explained(outcome, goal, start)
        if not outcome.ok:
            return MotionResult(outcome)
        motion = motion_from_ros(response.trajectory)
        outcome = timed(motion)
        return MotionResult(outcome, motion if outcome.ok else None)

    def touches(self, joints: Joints | None = None, *, itself: bool = False) -> Outcome:
        """Whether the arm, or what it holds, touches something; a plan from a posture to itself does not tell."""
        request = GetStateValidity.Request(robot_state=robot_state(joints), group_name=self._config.group)
        answer, outcome = self._ask(self._validity, request)
        if answer is None or answer.valid:
            return outcome
        contacts = of_the_robot(answer.contacts) if itself else answer.contacts
        if itself and not contacts:
            what = "the motion planner does not say which bodies touch"
            return SUCCESS if answer.contacts else Outcome(FailureCause.NOT_CAPABLE, what)
        return contact_outcome(contacts, now=joints is None)

    def _explained(self, outcome: Outcome, goal: Joints, start: Joints | None) -> Outcome:
        """Why nothing was planned: MoveIt gives no reason, and says not even whether start or goal touches anything."""
        for joints in (start, {**(start or {}), **goal}):
            found = self.touches(joints)
            if found.cause is FailureCause.IN_COLLISION:
                return found
        return outcome

    def _start(self, joints: Joints | None) -> Joints | None:
        """Joint values to plan from: MoveIt plans nothing from outside a joint's range, by however little."""
        ranges = (self.description.parts.ranges if self.description.parts else None) or {}
        if joints is not None:
            return inside(joints, ranges)
        here = self.joints()
        nudged = inside(here, ranges)
        return {name: value for name, value in nudged.items() if value != here[name]} or None

    def plan_line(
        self, waypoints: Sequence[Pose], start: Joints | None = None, *, avoid_collisions: bool = True
    ) -> MotionResult:
        """A motion of the tool along straight lines; less than the whole keeps its fraction."""
        request = GetCartesianPath.Request(
            header=self._header(),
            start_state=robot_state(self._start(start)),
            group_name=self._config.group,
            link_name=self._config.tool_link,
            waypoints=[pose_to_ros(w @ self._tool_to_link) for w in waypoints],
            max_step=LINE_STEP_M,
            jump_threshold=LINE_JUMP,
            avoid_collisions=avoid_collisions,
        )
        if self._scales_lines:
            request.max_velocity_scaling_factor = self._config.velocity_scaling
            request.max_acceleration_scaling_factor = self._config.acceleration_scaling
        answer, outcome = self._ask(self._line, request)
        if answer is None:
            return MotionResult(outcome, fraction=0.0)
        fraction = max(0.0, float(answer.fraction))
        outcome = outcome_of(answer.error_code)
        if outcome.ok and fraction < 1.0 - 1e-6:
            what = f"the hand gets only {fraction:.0%} of the way in a straight line"
            outcome = Outcome(FailureCause.UNREACHABLE, what)
        if len(answer.solution.joint_trajectory.points) < 2:  # of a line that is blocked at once, where the arm is
            return MotionResult(outcome, fraction=fraction)
        motion = motion_from_ros(answer.solution)
        if not timed(motion).ok:
            return MotionResult(timed(motion), fraction=0.0)
        if not self._scales_lines:
            motion = motion.slowed(1.0 / min(self._config.velocity_scaling, self._config.acceleration_scaling**0.5))
        return MotionResult(outcome, motion, fraction)

    def execute(self, motion: Motion, token: CancelToken) -> Outcome:
        """Carry out a motion and verify where it ended: a reported success may be wrong.

        When its end is not waited for any more, or it is accepted too late, the arm is halted, and what is asked of it
        next finds it at rest.
        """
        name = self._robot.execute_action
        motion, outcome = begun_at(motion, self.joints())
        if not outcome.ok:
            return outcome
        goal = ExecuteTrajectory.Goal(trajectory=motion_to_ros(motion, self._robot.frames.base))
        self._halt.release()
        try:
            handle = send_goal(self._execute, goal, name, cancelled=lambda: token.cancelled, late=self._halt.halt)
            result = finish(handle, name, EXECUTE_TIMEOUT_S, lambda: token.cancelled).result
        except CallError as error:
            self._halt.halt()  # a cancelled execute_trajectory moves on
            self._come_to_rest()
            return token.outcome if token.cancelled else unanswered("the arm", error.cause, str(error))
        outcome = execution_outcome(result.error_code)
        if not outcome.ok:
            return outcome
        end = motion.end

        def off(joints: Joints) -> dict[str, float]:
            return {j: abs(value - joints.get(j, value)) for j, value in end.items()}

        def there(joints: Joints) -> bool:
            return all(by <= self._config.end_tolerance for by in off(joints).values())  # NaN is not

        joints = measured(self.joints, there, token)
        if not there(joints):
            worst, by = max(off(joints).items(), key=lambda item: (math.isnan(item[1]), item[1]))
            what = f"the arm said that it was there, but {joint(worst)} is {off_by(worst, by)} from where it should be"
            if math.isnan(by):
                what = f"nobody tells where {joint(worst)} is"
            raw = f"the arm reported success, but {worst} is {by:.3f} off its goal"
            return Outcome(FailureCause.WRONG_END_STATE, what, raw)
        return SUCCESS

    def _come_to_rest(self) -> None:
        """Wait until the arm stands and is not told to stop any more: a plan would be stopped, or begin in motion."""
        self._halt.wait_told()
        self._body.standstill(-math.inf, REST_S)

    def _ask(self, client: Any, request: Any, timeout_s: float = ANSWER_S) -> tuple[Any, Outcome]:
        """The answer of a service, or None and why there is none; where the first one is lost, it is asked again."""
        again_s = None if client.srv_name in self._answered else min(FIRST_ANSWER_S, timeout_s)
        try:
            with self.outstanding.asked(timeout_s + (again_s or 0.0)):
                answer = call(client, request, timeout_s, again_s=again_s)
        except CallError as error:
            return None, unanswered("the motion planner", error.cause, str(error))
        self._answered.add(client.srv_name)
        return answer, SUCCESS

    def _header(self) -> Header:
        return Header(frame_id=self._robot.frames.base)


def _joint(name: str, value: float) -> JointConstraint:
    return JointConstraint(
        joint_name=name,
        position=float(value),
        tolerance_above=JOINT_TOLERANCE,
        tolerance_below=JOINT_TOLERANCE,
        weight=1.0,
    )
