# SPDX-License-Identifier: Apache-2.0
"""Questions to the running system by services that change nothing, all at the same time; silent nodes are left out."""

from __future__ import annotations

import importlib
import importlib.util
import math
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterable
from typing import Any

from lifecycle_msgs.srv import GetState
from moveit_msgs.msg import MoveItErrorCodes, PlanningSceneComponents
from moveit_msgs.srv import GetPlanningScene, GetPositionIK
from rcl_interfaces.msg import ParameterType, ParameterValue
from rcl_interfaces.srv import GetParameters
from rclpy.client import Client
from rclpy.node import Node
from rclpy.task import Future

from makedo_core.doctor import snapshot as seen
from makedo_core.doctor.needs import Needs
from makedo_core.failure import FailureCause
from makedo_core.robot_config import RobotConfig
from makedo_ros.conversions.message_fields import has_field
from makedo_ros.doctor.listening import joints_of
from makedo_ros.doctor.needs import complete
from makedo_ros.runtime.clients import LOST_S, CallError, call

IK_LIMIT_NS = 50_000_000
_TIMES = 2  # so often is a question put that nobody answers
SEMANTIC = "robot_description_semantic"
_LIMITS = "robot_description_planning.joint_limits"
_TOLD = ("has_acceleration_limits", "max_acceleration")
_PLANNERS = "ompl.{}.planner_configs"  # of a planning group
_CHECKERS = "goal_checker_plugins"
_USUAL = frozenset({"general_goal_checker"})  # in Nav2's and PAL's own files; asked at once, so that no time is lost
_TOLERANCES = ("xy_goal_tolerance", "yaw_goal_tolerance")
ASSUMES_ACCELERATIONS = not has_field(MoveItErrorCodes, "message")  # MoveIt of Humble takes 1 rad/s2
_FRAMES = ("map_frame", "base_frame", "hand_frame")
_CONTROLLER_PACKAGE = "controller_manager_msgs"  # not on PyPI; where ros2_control is installed, so is this


class Questions:
    """Asks each question as soon as somebody is there to answer it, and once more where the first answer may be lost.

    Args:
        node: calls on its behalf.
        robot: description.
        needs: of it.
    """

    def __init__(self, node: Node, robot: RobotConfig, needs: Needs) -> None:
        self._node = node
        self._robot = robot
        self._needs = needs
        self._asked: dict[tuple[str, str], _Asked] = {}
        self._manager = complete("controller_manager/list_controllers", needs.namespace)

    def ask(self, services: Iterable[str]) -> None:
        """Ask whatever was not asked yet of the services that are there."""
        there = set(services)
        for name in (*self._needs.nodes, self._needs.navigator):
            self._put(there, GetState, f"{name}/get_state", GetState.Request())
            self._put_parameter(there, name, "use_sim_time")
        for parameter in _FRAMES:
            self._put_parameter(there, self._needs.scene_graph, parameter)
        for parameter in (SEMANTIC, self._planners, *limit_parameters(self._robot)):
            self._put_parameter(there, self._needs.move_group, parameter)
        if self._robot.base is not None:
            for parameter in (_CHECKERS, *self._tolerances()):
                self._put_parameter(there, self._needs.controller_server, parameter)
        scene = GetPlanningScene.Request(
            components=PlanningSceneComponents(components=PlanningSceneComponents.ROBOT_STATE)
        )
        self._put(there, GetPlanningScene, complete("get_planning_scene", self._needs.namespace), scene)
        self._put(there, GetPositionIK, self._ik, self._ik_request())
        if self._manager in there and importlib.util.find_spec(_CONTROLLER_PACKAGE) is not None:
            kind = importlib.import_module(f"{_CONTROLLER_PACKAGE}.srv").ListControllers
            self._put(there, kind, self._manager, kind.Request())

    def are_answered(self) -> bool:
        """Whether nothing is open, nor to be asked because of an answer that has just come."""
        service = f"{self._needs.controller_server}/get_parameters"
        put = (service, _CHECKERS) not in self._asked or all((service, n) in self._asked for n in self._tolerances())
        return put and all(asked.answer() is not None for asked in self._asked.values())

    def state(self, name: str) -> str | None:
        """State of a node's life cycle; None: no answer."""
        answer = self._answer(f"{name}/get_state")
        return None if answer is None else str(answer.current_state.label)

    def simulated(self, name: str) -> bool | None:
        """A node's use_sim_time; None: no answer."""
        value = self._parameter(name, "use_sim_time")
        return value.bool_value if value is not None and value.type == ParameterType.PARAMETER_BOOL else None

    def texts(self, name: str) -> dict[str, str]:
        """A node's frames, as far as it has some."""
        values = {parameter: self._parameter(name, parameter) for parameter in _FRAMES}
        return {
            parameter: value.string_value
            for parameter, value in values.items()
            if value is not None and value.type == ParameterType.PARAMETER_STRING
        }

    def moveit(self) -> seen.MoveIt:
        """What move_group said."""
        semantic = self._parameter(self._needs.move_group, SEMANTIC)
        scene = self._answer(complete("get_planning_scene", self._needs.namespace))
        ik = self._answer(self._ik)
        unknown = ik is not None and ik.error_code.val == MoveItErrorCodes.INVALID_GROUP_NAME
        state = None if scene is None else scene.scene.robot_state.joint_state
        return seen.MoveIt(
            groups_of(semantic.string_value) if semantic is not None and semantic.string_value else None,
            frozenset({self._robot.arm.group} if unknown else ()),
            None if state is None else {name: joint.position for name, joint in joints_of(state).items()},
            without_acceleration(
                self._robot, lambda name: self._answer(f"{self._needs.move_group}/get_parameters", name)
            ),
            ASSUMES_ACCELERATIONS,
            self._names(self._needs.move_group, self._planners),
        )

    def goal_checkers(self) -> dict[str, seen.GoalChecker]:
        """What Nav2's controller server said of the goal checkers that it has."""

        def number(name: str) -> float | None:
            value = self._parameter(self._needs.controller_server, name)
            return value.double_value if value is not None and value.type == ParameterType.PARAMETER_DOUBLE else None

        names = self._names(self._needs.controller_server, _CHECKERS) or ()
        return {name: seen.GoalChecker(*(number(f"{name}.{what}") for what in _TOLERANCES)) for name in names}

    def controllers(self) -> dict[str, seen.ControllerState] | None:
        """What the controller manager lists; None: no answer."""
        answer = self._answer(self._manager)
        return None if answer is None else controllers_of(answer.controller)

    @property
    def manager(self) -> str:
        """Service of the controller manager."""
        return self._manager

    @property
    def _planners(self) -> str:
        return _PLANNERS.format(self._robot.arm.group)

    def _tolerances(self) -> tuple[str, ...]:
        """Parameters of the goal checkers that are known by now, and of the usual one."""
        names = _USUAL | (self._names(self._needs.controller_server, _CHECKERS) or frozenset())
        return tuple(f"{name}.{what}" for name in sorted(names) for what in _TOLERANCES)

    def _names(self, node: str, parameter: str) -> frozenset[str] | None:
        """A list of names that a parameter holds; None: it is no such list, or was not answered."""
        value = self._parameter(node, parameter)
        is_list = value is not None and value.type == ParameterType.PARAMETER_STRING_ARRAY
        return frozenset(value.string_array_value) if is_list else None

    @property
    def _ik(self) -> str:
        return complete("compute_ik", self._needs.namespace)

    def _ik_request(self) -> GetPositionIK.Request:
        """A question that every move_group answers, and with INVALID_GROUP_NAME if it does not know the group."""
        request = GetPositionIK.Request()
        request.ik_request.group_name = self._robot.arm.group
        request.ik_request.ik_link_name = self._robot.arm.tool_link
        request.ik_request.pose_stamped.header.frame_id = self._robot.frames.base
        request.ik_request.pose_stamped.pose.orientation.w = 1.0
        request.ik_request.timeout.nanosec = IK_LIMIT_NS
        return request

    def _put_parameter(self, there: set[str], node: str, parameter: str) -> None:
        """One parameter a call: a node of rclcpp answers nothing at all if it lacks one of several."""
        self._put(there, GetParameters, f"{node}/get_parameters", GetParameters.Request(names=[parameter]), parameter)

    def _put(self, there: set[str], kind: Any, service: str, request: Any, what: str = "") -> None:
        if service not in there:
            return
        asked = self._asked.setdefault((service, what), _Asked(self._node, kind, service, request))
        asked.ask()

    def _answer(self, service: str, what: str = "") -> Any:
        asked = self._asked.get((service, what))
        return None if asked is None else asked.answer()

    def _parameter(self, node: str, parameter: str) -> Any:
        answer = self._answer(f"{node}/get_parameters", parameter)
        return answer.values[0] if answer is not None and answer.values else None


def limit_parameters(robot: RobotConfig) -> tuple[str, ...]:
    """Parameters of move_group that tell of the accelerations of the arm's joints."""
    return tuple(f"{_LIMITS}.{joint}.{what}" for joint in robot.arm.joints for what in _TOLD)


def without_acceleration(robot: RobotConfig, answer: Callable[[str], GetParameters.Response | None]) -> frozenset[str]:
    """Joints of the arm of which move_group has no acceleration limit.

    A move_group that does not have its SRDF as a parameter says nothing of its limits either.

    Args:
        robot: description.
        answer: what it answered when asked for a parameter; None: nothing.
    """

    def value(name: str) -> ParameterValue | None:
        told = answer(name)
        return told.values[0] if told is not None and told.values else None

    semantic = value(SEMANTIC)
    if semantic is None or not semantic.string_value:
        return frozenset()
    lacking = set()
    for joint in robot.arm.joints:
        names = [f"{_LIMITS}.{joint}.{what}" for what in _TOLD]
        if any(answer(name) is None for name in names):
            continue  # not known
        has, most = (value(name) for name in names)
        if has is None or not has.bool_value or most is None or not (most.double_value or most.integer_value):
            lacking.add(joint)
    return frozenset(lacking)


class _Asked:
    """A question that changes nothing, so that it may be put twice."""

    def __init__(self, node: Node, kind: Any, service: str, request: Any) -> None:
        self._node = node
        self._kind = kind
        self._service = service
        self._request = request
        self._client: Client | None = None
        self._answers: list[Future] = []
        self._since = -math.inf

    def ask(self) -> None:
        """Put it, or put it again when its answer has been missing for long."""
        if self.answer() is not None or len(self._answers) == _TIMES or time.monotonic() - self._since < LOST_S:
            return
        self._client = self._client or self._node.create_client(self._kind, self._service)
        self._since = time.monotonic()
        self._answers.append(self._client.call_async(self._request))

    def answer(self) -> Any:
        """The first answer that came; None as long as there is none."""
        return next((a.result() for a in self._answers if a.done()), None)


def robot_file_of(node: Node, namespace: str, timeout_s: float) -> str | None:
    """The robot's description that the running executor has; None if none runs.

    Args:
        node: asks.
        namespace: of the stack: "" or like "/left".
        timeout_s: limit of the answer [s, wall].

    Raises:
        CallError: an executor runs and does not answer in time.
    """
    client = node.create_client(GetParameters, complete("executor/get_parameters", namespace))
    try:
        answer = call(client, GetParameters.Request(names=["robot_file"]), timeout_s, again_s=LOST_S)
    except CallError as error:
        if error.cause is FailureCause.COMPONENT_LOST:
            return None
        told = "the executor runs, but does not say which robot's description it has"
        raise CallError(error.cause, f"{told} ({error}); name it: --robot NAME") from error
    return answer.values[0].string_value or None if answer.values else None


def groups_of(semantic: str) -> frozenset[str] | None:
    """Planning groups of an SRDF; None if it is not XML."""
    try:
        return frozenset(group.get("name", "") for group in ElementTree.fromstring(semantic).findall("group"))
    except ElementTree.ParseError:
        return None


def controllers_of(listed: Iterable[Any]) -> dict[str, seen.ControllerState]:
    """controller_manager_msgs/ControllerState messages -> controllers; "arm_1_joint/position" is of arm_1_joint."""
    return {
        c.name: seen.ControllerState(
            c.state, frozenset(i.partition("/")[0] for i in (*c.claimed_interfaces, *c.required_command_interfaces))
        )
        for c in listed
    }
