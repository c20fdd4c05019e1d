# SPDX-License-Identifier: Apache-2.0
"""A client of whatever answers to the names of move_group, of Nav2 and of a robot's controllers.

It knows a robot's description and nothing of who serves it: our stand-ins, or a real stack.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import rclpy
from control_msgs.action import FollowJointTrajectory
from geometry_msgs.msg import Pose as PoseMessage
from moveit_msgs.action import ExecuteTrajectory
from moveit_msgs.action import MoveGroup as MoveGroupAction
from moveit_msgs.msg import (
    AttachedCollisionObject,
    CollisionObject,
    Constraints,
    JointConstraint,
    MotionPlanRequest,
    RobotState,
)
from moveit_msgs.srv import (
    ApplyPlanningScene,
    GetCartesianPath,
    GetMotionPlan,
    GetPlanningScene,
    GetPositionIK,
    GetStateValidity,
)
from rclpy.duration import Duration
from rclpy.executors import MultiThreadedExecutor
from sensor_msgs.msg import JointState
from shape_msgs.msg import SolidPrimitive
from std_msgs.msg import String
from std_srvs.srv import Empty
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from makedo_core.geometry import Pose
from makedo_core.robot_config import RobotConfig
from makedo_ros.conversions.nouns import pose_to_ros
from makedo_ros.runtime.action_client import ActionClient
from makedo_ros.runtime.qos import RELIABLE, SENSOR
from makedo_ros.without_ros.tf import TransformBuffer, TransformError
from support.spinning import spin
from support.waiting import until

LIMIT_S = 120.0
AGAIN_S = 15.0
STEP_S = 1.5  # of a motion of one trajectory
TOLERANCE = 1e-3  # of a joint goal [rad or m]
NEAR = 0.02  # measured joints may be so far from where they were sent [rad or m]


class Stack:
    """What the tests ask and tell.

    Args:
        robot: names of groups, joints and frames.
        domain: ROS domain; None: the one of the environment.
    """

    def __init__(self, robot: RobotConfig, domain: int | None = None) -> None:
        self.robot = robot
        self.context = rclpy.Context()
        rclpy.init(context=self.context, domain_id=domain)
        self.node = rclpy.create_node("conformance", context=self.context)
        self.joints: dict[str, float] = {}
        self._clients: dict[str, Any] = {}
        self._events = self.node.create_publisher(String, "trajectory_execution_event", RELIABLE)
        self.node.create_subscription(JointState, "joint_states", self._take, SENSOR)
        self._transforms = TransformBuffer(self.node)
        self._executor = MultiThreadedExecutor(4, context=self.context)
        self._executor.add_node(self.node)
        self._thread = threading.Thread(target=spin, args=(self._executor,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End it."""
        self._executor.shutdown()
        self._thread.join()
        self.node.destroy_node()
        self.context.try_shutdown()

    def _take(self, message: JointState) -> None:
        self.joints = self.joints | dict(zip(message.name, message.position, strict=True))

    def measured(self, names: Sequence[str] = ()) -> dict[str, float]:
        """Newest measured values of some joints, else of the arm's."""
        return {n: self.joints[n] for n in names or self.robot.arm.joints}

    def tool(self) -> Pose:
        """Measured pose of the arm's link in the base frame."""
        return self._where(self.robot.frames.base, self.robot.arm.tool_link)

    def base(self) -> Pose:
        """Measured pose of the base in the map."""
        return self._where(self.robot.frames.map, self.robot.frames.base)

    def _where(self, parent: str, child: str) -> Pose:
        def look() -> Pose | None:
            try:
                return self._transforms.lookup(parent, child)
            except TransformError:
                return None

        pose = until(look, f"transform of {child}", LIMIT_S)
        assert pose is not None
        return pose

    def done(self, future: Any, what: str = "answer") -> Any:
        """Wait for a future; its result."""
        until(future.done, what, LIMIT_S)
        return future.result()

    def call_async(self, kind: type, name: str, request: Any) -> Any:
        """The future of a service's answer."""
        if name not in self._clients:
            self._clients[name] = self.node.create_client(kind, name)
        until(self._clients[name].service_is_ready, name, LIMIT_S)
        return self._clients[name].call_async(request)

    def call(self, kind: type, name: str, request: Any) -> Any:
        """Call a service; what is not answered is asked again, for DDS may lose the first answer to a new client."""
        asked = [self.call_async(kind, name, request)]
        begun = time.monotonic()

        def answered() -> Any:
            if time.monotonic() - begun > len(asked) * AGAIN_S:
                asked.append(self.call_async(kind, name, request))
            return next((future for future in asked if future.done()), None)

        return until(answered, f"answer of {name}", LIMIT_S).result()

    def send(self, kind: type, name: str, goal: Any, on_feedback: Callable[[Any], None] | None = None) -> Any:
        """Send a goal; its handle."""
        if name not in self._clients:
            self._clients[name] = ActionClient(self.node, kind, name)
        until(self._clients[name].server_is_ready, name, LIMIT_S)
        return self.done(self._clients[name].send_goal_async(goal, on_feedback), f"acceptance by {name}")

    def result(self, handle: Any) -> tuple[int, Any]:
        """Wait for a goal's end; status and result."""
        response = self.done(handle.get_result_async(), "end of a goal")
        return response.status, response.result

    def plan(self, *goals: Constraints, **changes: Any) -> Any:
        """moveit_msgs/MotionPlanResponse of plan_kinematic_path; `changes` are fields of the request."""
        asked = GetMotionPlan.Request(motion_plan_request=self.plan_request(*goals, **changes))
        return self.call(GetMotionPlan, "plan_kinematic_path", asked).motion_plan_response

    def plan_request(self, *goals: Constraints, start: Mapping[str, float] | None = None, **changes: Any) -> Any:
        """A request for a motion of the arm's group."""
        request = MotionPlanRequest(
            group_name=self.robot.arm.group,
            goal_constraints=list(goals),
            start_state=state(start or {}),
            allowed_planning_time=5.0,
            num_planning_attempts=1,
            planner_id=self.robot.arm.planner_id,
            max_velocity_scaling_factor=0.5,
            max_acceleration_scaling_factor=0.5,
        )
        for name, value in changes.items():
            setattr(request, name, value)
        return request

    def solve_ik(self, target: Pose, seed: Mapping[str, float] | None = None, **changes: Any) -> Any:
        """Response of compute_ik for the arm's link; `changes` are fields of the request."""
        request = GetPositionIK.Request()
        asked = request.ik_request
        asked.group_name, asked.ik_link_name = self.robot.arm.group, self.robot.arm.tool_link
        asked.robot_state, asked.avoid_collisions = state(seed or {}), True
        asked.pose_stamped.header.frame_id = changes.pop("frame", self.robot.frames.base)
        asked.pose_stamped.pose = pose_to_ros(target)
        asked.timeout.sec = 1
        for name, value in changes.items():
            setattr(asked, name, value)
        return self.call(GetPositionIK, "compute_ik", request)

    def follow(self, *waypoints: Pose, **changes: Any) -> Any:
        """Response of compute_cartesian_path for the arm's link; `changes` are fields of the request."""
        request = GetCartesianPath.Request(
            start_state=state({}),
            group_name=self.robot.arm.group,
            link_name=self.robot.arm.tool_link,
            waypoints=[pose_to_ros(w) for w in waypoints],
            max_step=0.01,
            avoid_collisions=True,
            max_velocity_scaling_factor=0.5,
            max_acceleration_scaling_factor=0.5,
        )
        request.header.frame_id = self.robot.frames.base
        for name, value in changes.items():
            setattr(request, name, value)
        return self.call(GetCartesianPath, "compute_cartesian_path", request)

    def validity(self, joints: Mapping[str, float] | None = None, group: str | None = None, **changes: Any) -> Any:
        """Response of check_state_validity at joint values; `changes` are fields of the request."""
        request = GetStateValidity.Request(robot_state=state(joints or {}))
        request.group_name = self.robot.arm.group if group is None else group
        for name, value in changes.items():
            setattr(request, name, value)
        return self.call(GetStateValidity, "check_state_validity", request)

    def tell(self, *objects: Any, attached: Sequence[Any] = (), is_diff: bool = True, allowed: Any = None) -> bool:
        """Apply a planning scene with collision objects; what move_group says became of it."""
        request = ApplyPlanningScene.Request()
        request.scene.is_diff = request.scene.robot_state.is_diff = is_diff
        request.scene.world.collision_objects = list(objects)
        request.scene.robot_state.attached_collision_objects = list(attached)
        if allowed is not None:
            request.scene.allowed_collision_matrix = allowed
        return bool(self.call(ApplyPlanningScene, "apply_planning_scene", request).success)

    def sense(self, message: Any) -> bool:
        """Apply a planning scene with an octomap; what move_group says became of it."""
        request = ApplyPlanningScene.Request()
        request.scene.is_diff = request.scene.robot_state.is_diff = True
        request.scene.world.octomap = message
        return bool(self.call(ApplyPlanningScene, "apply_planning_scene", request).success)

    def scene(self) -> Any:
        """The planning scene, every part of it."""
        request = GetPlanningScene.Request()
        request.components.components = 0x3FF
        return self.call(GetPlanningScene, "get_planning_scene", request).scene

    def world(self) -> dict[str, Any]:
        """Collision objects of the planning scene by id."""
        return {thing.id: thing for thing in self.scene().world.collision_objects}

    def attached(self) -> dict[str, Any]:
        """Attached objects of the planning scene by id."""
        return {held.object.id: held for held in self.scene().robot_state.attached_collision_objects}

    def clear(self) -> None:
        """Nothing in the hand, nothing around."""
        assert self.tell(attached=(in_hand("", operation=CollisionObject.REMOVE, link=""),))
        assert self.tell(removal(""))
        self.call(Empty, "clear_octomap", Empty.Request())

    def execute(self, trajectory: JointTrajectory, on_feedback: Callable[[Any], None] | None = None) -> Any:
        """Handle of an execute_trajectory goal."""
        goal = ExecuteTrajectory.Goal()
        goal.trajectory.joint_trajectory = trajectory
        return self.send(ExecuteTrajectory, self.robot.execute_action, goal, on_feedback)

    def move(self, request: Any, on_feedback: Callable[[Any], None] | None = None, *, plan_only: bool = False) -> Any:
        """Handle of a move_action goal."""
        goal = MoveGroupAction.Goal(request=request)
        goal.planning_options.plan_only = plan_only
        goal.planning_options.planning_scene_diff.is_diff = True
        goal.planning_options.planning_scene_diff.robot_state.is_diff = True
        return self.send(MoveGroupAction, "move_action", goal, on_feedback)

    def stop(self) -> None:
        """Publish the event "stop"; it is heard before anything that is asked after this call."""
        until(self._events.get_subscription_count, "who hears the event", LIMIT_S)
        self._events.publish(String(data="stop"))
        assert self._events.wait_for_all_acked(Duration(seconds=LIMIT_S)), "the event was not received"
        self.scene()  # received is not yet carried out: a service of the same program answers after it

    def control(self, controller: str, trajectory: JointTrajectory, **changes: Any) -> Any:
        """Handle of a controller's own goal; `changes` are fields of the goal."""
        goal = FollowJointTrajectory.Goal(trajectory=trajectory, **changes)
        return self.send(FollowJointTrajectory, f"{controller}/follow_joint_trajectory", goal)

    def go(self, joints: Mapping[str, float]) -> None:
        """Bring the arm to joint values, planned, and wait until it stands there."""
        self.at_rest()
        if self.near(joints):
            return
        answer = self.plan(joint_goal(joints))
        assert answer.error_code.val == answer.error_code.SUCCESS, answer.error_code
        _, result = self.result(self.execute(answer.trajectory.joint_trajectory))
        assert result.error_code.val == result.error_code.SUCCESS, result.error_code
        self.arrived(joints)

    def at_rest(self) -> None:
        """Wait until the joints stay where they are."""
        before: list[dict[str, float]] = [{}]

        def stands() -> bool:
            time.sleep(0.15)
            now, then = self.measured(), before[0]
            before[0] = now
            return bool(then) and all(abs(now[n] - then[n]) < 1e-3 for n in now)

        until(stands, "standstill", LIMIT_S)

    def near(self, joints: Mapping[str, float], tolerance: float = NEAR) -> bool:
        """Whether measured joints are at values."""
        return all(abs(self.joints.get(n, 99.0) - v) <= tolerance for n, v in joints.items())

    def arrived(self, joints: Mapping[str, float]) -> None:
        """Wait until measured joints are at values."""
        until(lambda: self.near(joints), lambda: f"{joints}, they are at {self.measured(list(joints))}", LIMIT_S)


def state(joints: Mapping[str, float]) -> RobotState:
    """The current robot state with some joints set."""
    message = RobotState(is_diff=True)
    message.joint_state = JointState(name=list(joints), position=[float(v) for v in joints.values()])
    return message


def joint_goal(joints: Mapping[str, float], tolerance: float = TOLERANCE) -> Constraints:
    """Joint constraints around values."""
    return Constraints(
        joint_constraints=[
            JointConstraint(
                joint_name=n, position=float(v), tolerance_above=tolerance, tolerance_below=tolerance, weight=1.0
            )
            for n, v in joints.items()
        ]
    )


def trajectory(rows: Sequence[Mapping[str, float]], step_s: float = STEP_S, first_s: float = 0.0) -> JointTrajectory:
    """A trajectory through joint values, `step_s` from one to the next, with velocities and at rest at both ends."""
    names = list(rows[0])
    message = JointTrajectory(joint_names=names)
    for i, row in enumerate(rows):
        point = JointTrajectoryPoint(positions=[float(row[n]) for n in names], velocities=[0.0] * len(names))
        nanoseconds = round((first_s + i * step_s) * 1e9)
        point.time_from_start.sec, point.time_from_start.nanosec = divmod(nanoseconds, 10**9)
        message.points.append(point)
    return message


def box(
    name: str,
    position: Sequence[float],
    size: Sequence[float] = (0.1, 0.1, 0.1),
    *,
    frame: str,
    operation: bytes = CollisionObject.ADD,
) -> CollisionObject:
    """A box as a collision object; position and size in metres."""
    thing = CollisionObject(id=name, operation=operation, pose=pose_to_ros(Pose(tuple(position))))  # type: ignore[arg-type]
    thing.header.frame_id = frame
    thing.primitives = [SolidPrimitive(type=SolidPrimitive.BOX, dimensions=[float(v) for v in size])]
    thing.primitive_poses = [PoseMessage()]
    return thing


def removal(name: str) -> CollisionObject:
    """A collision object that takes one away; the empty name takes all."""
    return CollisionObject(id=name, operation=CollisionObject.REMOVE)


def in_hand(name: str, *touching: str, link: str, operation: bytes = CollisionObject.ADD) -> AttachedCollisionObject:
    """Attach an object of the world to a link, or detach it."""
    return AttachedCollisionObject(
        link_name=link, object=CollisionObject(id=name, operation=operation), touch_links=list(touching)
    )


def rows(message: JointTrajectory) -> list[list[float]]:
    """Positions of a trajectory's points."""
    return [list(point.positions) for point in message.points]


def times(message: JointTrajectory) -> list[float]:
    """Times of a trajectory's points [s]."""
    return [p.time_from_start.sec + p.time_from_start.nanosec * 1e-9 for p in message.points]


def solved(answer: Any) -> dict[str, float]:
    """Joint values of an IK answer."""
    found = answer.solution.joint_state
    return dict(zip(found.name, found.position, strict=True))
