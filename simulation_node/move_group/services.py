# SPDX-License-Identifier: Apache-2.0
"""The services of move_group and the topics that change its planning scene. Used by move_group_node.py only."""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from moveit_msgs.msg import AttachedCollisionObject, CollisionObject, ConstraintEvalResult
from moveit_msgs.msg import PlanningScene as SceneMessage
from moveit_msgs.srv import (
    ApplyPlanningScene,
    GetCartesianPath,
    GetMotionPlan,
    GetPlanningScene,
    GetPositionIK,
    GetStateValidity,
)
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from rclpy.node import Node
from std_srvs.srv import Empty

from makedo_core.geometry import Pose
from makedo_ros.runtime.qos import RELIABLE
from makedo_ros.without_ros.tf import TransformBuffer, TransformError
from simulation_node.motion_planning.planning_scene import PlanningScene, PlanningSceneError
from simulation_node.motion_planning.requests import (
    Code,
    IkAnswer,
    MotionRequestError,
    MotionVerdict,
    PlanAnswer,
    StateAnswer,
)
from simulation_node.move_group.messages import (
    contact_message,
    error_code,
    ik_request,
    joint_bounds,
    joints_of,
    line_request,
    plan_error_code,
    plan_request,
    state_message,
    trajectory_message,
)
from simulation_node.move_group.move_group import MoveGroup
from simulation_node.move_group.scene_messages import (
    ChangedScene,
    changed_scene,
    scene_message,
    scene_with_state,
    with_attached,
    with_object,
)

TRANSFORM_WAIT_S = 1.0  # for a frame that is not known yet
T = TypeVar("T")


class FramePoses:
    """Poses of frames in the planning frame.

    Listening to /tf costs more than all the rest while idle, and robot and objects are mostly told in the robot's own
    frames: it is listened to from the first time on that another frame is named.
    """

    def __init__(self, node: Node, planner: MoveGroup) -> None:
        self._node = node
        self._planner = planner
        self._transforms: TransformBuffer | None = None
        self._lock = threading.Lock()

    def __call__(self, frame: str) -> Pose:
        """Pose of a frame: of the robot's links by kinematics, of others from /tf.

        Raises:
            RequestError: FRAME_TRANSFORM_FAILURE; INVALID_ROBOT_STATE before the first joint_states.
        """
        name = frame.lstrip("/")
        base = self._planner.kind.base_frame
        if name in ("", base):
            return Pose()
        if name in self._planner.robot.links:
            return self._planner.link_pose(name, self._planner.state())
        with self._lock:
            if self._transforms is None:
                self._transforms = TransformBuffer(self._node)
        deadline = time.monotonic() + TRANSFORM_WAIT_S
        while True:
            try:
                return self._transforms.lookup(base, name)
            except TransformError as error:
                if time.monotonic() > deadline:
                    raise MotionRequestError(Code.FRAME_TRANSFORM_FAILURE, str(error)) from error
            time.sleep(0.02)


class Services:
    """Services and scene topics. The services answer one after another, as those of move_group's one callback group.

    Args:
        node: offers them.
        planner: answers.
    """

    def __init__(self, node: Node, planner: MoveGroup) -> None:
        self._planner = planner
        group = MutuallyExclusiveCallbackGroup()
        self._log = node.get_logger()
        self._frame = FramePoses(node, planner)
        for kind, name, callback in (
            (GetPositionIK, "compute_ik", self._compute_ik),
            (GetMotionPlan, "plan_kinematic_path", self._plan_kinematic_path),
            (GetCartesianPath, "compute_cartesian_path", self._compute_cartesian_path),
            (ApplyPlanningScene, "apply_planning_scene", self._apply_planning_scene),
            (GetPlanningScene, "get_planning_scene", self._get_planning_scene),
            (GetStateValidity, "check_state_validity", self._check_state_validity),
            (Empty, "clear_octomap", self._clear_octomap),
        ):
            node.create_service(kind, name, callback, callback_group=group)
        ordered = MutuallyExclusiveCallbackGroup()
        for kind, name, change in (
            (SceneMessage, "planning_scene", self._after_scene),
            (CollisionObject, "collision_object", self._after_object),
            (AttachedCollisionObject, "attached_collision_object", self._after_attached),
        ):
            node.create_subscription(kind, name, partial(self._take_in, change), RELIABLE, callback_group=ordered)

    def plan(self, asked: Any, cancelled: Callable[[], bool], difference: Any = None) -> PlanAnswer:
        """Answer a moveit_msgs/MotionPlanRequest, in a scene that may differ for this request."""

        def answer() -> PlanAnswer:
            scene = self._scene_of(asked.start_state, difference)
            request = plan_request(asked, self._frame)
            return self._planner.plan(request, cancelled, scene)

        result = self._answered(answer, PlanAnswer)
        if not result.verdict.ok:
            self._log.info(f"no plan: {result.verdict.code.name}: {result.verdict.reason}")
        return result

    def _answered(self, answer: Callable[[], T], refusal: Callable[[MotionVerdict], T]) -> T:
        """Return an answer, or the refusal that an exception means."""
        try:
            return answer()
        except MotionRequestError as error:
            return refusal(error.verdict)
        except PlanningSceneError as error:
            return refusal(MotionVerdict(Code.INVALID_OBJECT_NAME, str(error)))
        except Exception:  # noqa: BLE001 (a bug must not take the planner down with all that it knows)
            self._log.error(traceback.format_exc())
            return refusal(MotionVerdict(Code.FAILURE, "internal error, see the log of move_group"))

    def _scene_of(self, state: Any, difference: Any = None) -> PlanningScene:
        """The scene that a request is for: the newest one, changed for this request alone."""
        scene, links = self._planner.scene, self._planner.robot.links
        if difference is not None and difference.is_diff:
            scene = changed_scene(scene, difference, self._frame, links).scene
        return scene_with_state(scene, state, self._frame, links).scene

    def _compute_ik(self, request: Any, response: Any) -> Any:
        asked = request.ik_request
        answer = self._answered(
            lambda: self._planner.solve_ik(ik_request(asked, self._frame), self._scene_of(asked.robot_state)), IkAnswer
        )
        verdict = answer.verdict
        if not verdict.ok:
            self._log.debug(f"no IK solution: {verdict.code.name}: {verdict.reason}")
        response.error_code = error_code(verdict)
        response.solution = self._state_message(answer.state)
        return response

    def _plan_kinematic_path(self, request: Any, response: Any) -> Any:
        asked, given = request.motion_plan_request, response.motion_plan_response
        answer = self.plan(asked, lambda: False)
        given.group_name = asked.group_name if answer.verdict.ok else ""
        given.planning_time = answer.planning_time_s
        given.error_code = plan_error_code(answer.verdict)
        given.trajectory_start = self._state_message(answer.start)
        given.trajectory = trajectory_message(answer.motion, self._planner.kind.base_frame)
        return response

    def _compute_cartesian_path(self, request: Any, response: Any) -> Any:
        def compute() -> PlanAnswer:
            asked = line_request(request, self._frame)
            return self._planner.plan_line(asked, self._scene_of(request.start_state))

        answer = self._answered(compute, PlanAnswer)
        response.error_code = error_code(answer.verdict)
        response.fraction = answer.fraction
        response.start_state = self._state_message(answer.start)
        response.solution = trajectory_message(answer.motion, self._planner.kind.base_frame)
        return response

    def _check_state_validity(self, request: Any, response: Any) -> Any:
        scene = self._scene_of(request.robot_state)

        def check() -> StateAnswer | None:
            bounds = joint_bounds(request.constraints)
            return self._planner.check_state(joints_of(request.robot_state), bounds, scene)

        answer = self._answered(check, lambda _: None)
        if answer is None:
            response.valid = False
            return response
        frame = self._planner.kind.base_frame
        response.valid = answer.valid
        response.contacts = [contact_message(contact, frame, scene) for contact in answer.contacts]
        response.constraint_result = [
            ConstraintEvalResult(result=kept.satisfied, distance=kept.distance) for kept in answer.constraints
        ]
        return response

    def _clear_octomap(self, _: Any, response: Any) -> Any:
        """Take the octomap out of the scene; there is nobody here who would fill it again."""
        self._planner.apply(lambda scene: scene.without_octomap())
        self._log.info("octomap cleared")
        return response

    def _state_message(self, state: Mapping[str, float]) -> Any:
        """A state with the wheels, which MoveIt knows, too; no state stays empty."""
        base = self._planner.kind.base
        wheels = dict.fromkeys(base.wheel_joints, 0.0) if base is not None and state else {}
        return state_message({**state, **wheels}, self._planner.kind.base_frame)

    def _apply_planning_scene(self, request: Any, response: Any) -> Any:
        response.success = self._change(self._after_scene, request.scene)
        return response

    def _get_planning_scene(self, request: Any, response: Any) -> Any:
        try:
            state = self._planner.state()
        except MotionRequestError:
            state = {}  # asked before the first joint_states: the rest of the scene is known
        touching = self._planner.robot.touching_links
        components = int(request.components.components)
        response.scene = scene_message(self._planner.scene, self._planner.kind, state, touching, components)
        return response

    def _change(self, change: Callable[[PlanningScene, Any], ChangedScene], message: Any) -> bool:
        """Change the scene; False, with the reason in the log, if some of it cannot be done; the rest is."""
        changed: list[ChangedScene] = []

        def after(scene: PlanningScene) -> PlanningScene:
            changed.append(change(scene, message))
            return changed[-1].scene

        def apply() -> MotionVerdict:
            self._planner.apply(after)
            return MotionVerdict()

        verdict: MotionVerdict = self._answered(apply, lambda refusal: refusal)
        if not verdict.ok:
            self._log.error(f"the planning scene stays as it was: {verdict.reason}")
            return False
        for reason in (*changed[-1].failures, *changed[-1].ignored):
            self._log.error(f"not done in the planning scene: {reason}")
        return not changed[-1].failures

    def _take_in(self, change: Callable[[PlanningScene, Any], ChangedScene], message: Any) -> None:
        """Change the scene by a message that asks for no answer."""
        self._change(change, message)

    def _after_scene(self, scene: PlanningScene, message: SceneMessage) -> ChangedScene:
        return changed_scene(scene, message, self._frame, self._planner.robot.links)

    def _after_object(self, scene: PlanningScene, message: CollisionObject) -> ChangedScene:
        return ChangedScene(with_object(scene, message, self._frame))

    def _after_attached(self, scene: PlanningScene, message: AttachedCollisionObject) -> ChangedScene:
        return ChangedScene(with_attached(scene, message, self._frame, self._planner.robot.links))
