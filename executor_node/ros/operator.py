# SPDX-License-Identifier: Apache-2.0
"""What people say to a running robot: stop, pause, resume, yes, no, an answer; a stop button; that somebody is near."""

from __future__ import annotations

from geometry_msgs.msg import PointStamped
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.clock import Clock, ClockType
from std_msgs.msg import Bool

from executor_node.instruction.safety import SafetyInputs
from executor_node.robot.bases.speed_limit import SpeedLimit
from executor_node.robot.body import NOT_KNOWN_TO_STAND, STANDSTILL_TIMEOUT_S, Body
from executor_node.ros.server import InstructionServer
from makedo.srv import AnswerQuestion, Pause, RespondApproval, Resume, Stop
from makedo_core.failure import SUCCESS, Outcome
from makedo_core.robot_config import RobotConfig, SafetyConfig
from makedo_ros.conversions.nouns import outcome_to_ros
from makedo_ros.conversions.persons import RECIPIENT_TOPIC, recipient_to_ros
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.runtime.qos import RELIABLE

OPERATOR = "operator"
WATCH_S = 0.1
RECIPIENT_S = 0.2  # somebody who is served is told of so often


def safety_inputs(server: InstructionServer, config: SafetyConfig) -> SafetyInputs:
    """What a stop button and a person detector do to the instruction that a server carries out."""
    return SafetyInputs(
        lambda: server.stop("the stop button was pressed"),
        lambda: server.running,
        server.pause,
        server.resume,
        config.clear_s,
        config.silence_s,
        needed=config.camera and bool(config.person),
    )


class OperatorServices:
    """Serves stop, pause, resume, respond_approval, answer_question; listens to what else may hold or stop the robot.

    Args:
        node: the executor.
        server: carries out instructions.
        body: measures that it stands still.
        robot: topics and times of its safety inputs, and what else it names.
    """

    def __init__(self, node: MakedoNode, server: InstructionServer, body: Body, robot: RobotConfig) -> None:
        self._node, self._server, self._body = node, server, body
        config = robot.safety
        group = ReentrantCallbackGroup()
        node.create_service(Stop, "stop", self._on_stop, callback_group=group)
        node.create_service(Pause, "pause", self._on_pause, callback_group=group)
        node.create_service(Resume, "resume", self._on_resume, callback_group=group)
        node.create_service(RespondApproval, "respond_approval", self._on_approval, callback_group=group)
        node.create_service(AnswerQuestion, "answer_question", self._on_answer, callback_group=group)
        for topic, heard in ((config.stop_button, self._on_button), (config.person, self._on_person)):
            if topic:
                in_order = MutuallyExclusiveCallbackGroup()  # the last word counts
                node.create_subscription(Bool, topic, heard, RELIABLE, callback_group=in_order)
        node.create_timer(
            WATCH_S, server.inputs.watch, callback_group=group, clock=Clock(clock_type=ClockType.STEADY_TIME)
        )
        if config.camera:
            self._tell_of_recipient(robot)

    def _tell_of_recipient(self, robot: RobotConfig) -> None:
        """Say where somebody stands who is served, again and again: whoever watches lets them alone come nearer.

        The navigation is told how fast it may drive beside them.
        """
        topic = "" if robot.base is None else robot.base.speed_limit
        limit = SpeedLimit(self._node, topic) if topic else None
        node, steady = self._node, Clock(clock_type=ClockType.STEADY_TIME)
        told = node.create_publisher(PointStamped, RECIPIENT_TOPIC, RELIABLE)

        def tell() -> None:
            place = self._server.recipient()
            if place is not None:
                told.publish(recipient_to_ros(place, robot.frames.map, node.now_s()))
            if limit is not None:
                limit.say(self._server.pace())

        node.create_timer(RECIPIENT_S, tell, callback_group=MutuallyExclusiveCallbackGroup(), clock=steady)

    def _on_button(self, message: Bool) -> None:
        self._server.inputs.on_button(message.data)

    def _on_person(self, message: Bool) -> None:
        self._server.inputs.on_person(message.data)

    def _on_stop(self, request: Stop.Request, response: Stop.Response) -> Stop.Response:
        """Halt at once, then measure how long it took."""
        since_s = self._node.now_s()
        self._server.stop(f"it was stopped: {request.reason}" if request.reason else "it was stopped")
        return self._measured(response, SUCCESS, since_s)

    def _on_pause(self, request: Pause.Request, response: Pause.Response) -> Pause.Response:
        since_s = self._node.now_s()
        reason = f"paused by the operator: {request.reason}" if request.reason else "paused by the operator"
        outcome = self._server.pause(OPERATOR, reason)
        if not outcome.ok:
            response.outcome, response.standstill_s = outcome_to_ros(outcome), -1.0
            return response
        return self._measured(response, outcome, since_s)

    def _on_resume(self, request: Resume.Request, response: Resume.Response) -> Resume.Response:
        response.outcome = outcome_to_ros(self._server.resume(OPERATOR))
        return response

    def _on_answer(self, request: AnswerQuestion.Request, response: AnswerQuestion.Response) -> AnswerQuestion.Response:
        outcome, response.instruction = self._server.answer_question(request.answer)
        response.outcome = outcome_to_ros(outcome)
        return response

    def _on_approval(
        self, request: RespondApproval.Request, response: RespondApproval.Response
    ) -> RespondApproval.Response:
        response.outcome = outcome_to_ros(self._server.answer(request.approved, request.reason))
        return response

    def _measured(self, response: Stop.Response | Pause.Response, outcome: Outcome, since_s: float) -> object:
        still = self._body.standstill(since_s, STANDSTILL_TIMEOUT_S)
        response.standstill_s = max(still.values(), default=-1.0)
        response.part, response.part_standstill_s = list(still), list(still.values())
        if not still:
            outcome = NOT_KNOWN_TO_STAND
        response.outcome = outcome_to_ros(outcome)
        return response
