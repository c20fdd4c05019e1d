# SPDX-License-Identifier: Apache-2.0
"""Hands the robot over to a person and takes it back; tells everybody who has it on the latched topic `control`."""

from __future__ import annotations

import threading
import time

from rclpy.callback_groups import ReentrantCallbackGroup

from executor_node.robot.body import STANDSTILL_TIMEOUT_S, Body
from executor_node.ros.server import InstructionServer
from makedo.msg import Control as ControlMessage
from makedo.srv import HandOverControl, TakeBackControl
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_ros.control_feed import CONTROL_TOPIC
from makedo_ros.conversions.nouns import outcome_to_ros, time_to_ros
from makedo_ros.halt import Halt
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.runtime.qos import LATCHED

QUIET_S = 10.0  # limit of the end of what an instruction does [s, wall]
LONGEST = 200  # characters of a person's name or a reason; more is cut
_POLL_S = 0.02
_MOVES = "the robot still moves, or does not report that it stands; let it stand, then take it back"


class HandoverServices:
    """Serves hand_over_control and take_back_control.

    Args:
        node: the executor.
        server: carries out instructions.
        body: measures that it stands still.
        halt: stops the robot.
    """

    def __init__(self, node: MakedoNode, server: InstructionServer, body: Body, halt: Halt) -> None:
        self._node, self._server, self._body, self._halt = node, server, body, halt
        self._order = threading.Lock()
        self._control = node.create_publisher(ControlMessage, CONTROL_TOPIC, LATCHED)
        group = ReentrantCallbackGroup()
        node.create_service(HandOverControl, "hand_over_control", self._on_give, callback_group=group)
        node.create_service(TakeBackControl, "take_back_control", self._on_take, callback_group=group)
        self._tell()

    def _on_give(
        self, request: HandOverControl.Request, response: HandOverControl.Response
    ) -> HandOverControl.Response:
        """Stop, have everybody keep still, and answer once the last of our commands is out."""
        since_s = self._node.now_s()
        response.standstill_s = -1.0
        with self._order:
            outcome = self._server.hand_over(_short(request.person), _short(request.reason))
            if outcome.ok:
                self._tell()
                still = self._body.standstill(since_s, STANDSTILL_TIMEOUT_S)
                response.standstill_s = max(still.values(), default=-1.0)
                response.part, response.part_standstill_s = list(still), list(still.values())
                outcome = self._quiet(bool(still))
        response.outcome = outcome_to_ros(outcome)
        return response

    def _quiet(self, is_still: bool) -> Outcome:
        """Wait until nothing of ours is on its way any more."""
        deadline = time.monotonic() + QUIET_S
        while not (is_quiet := self._server.is_quiet()) and time.monotonic() < deadline:
            time.sleep(_POLL_S)
        self._halt.wait_told()
        self._halt.release()
        self._server.handed_over()
        if not is_still:
            what = f"it is handed over, but not known to stand still after {STANDSTILL_TIMEOUT_S:.0f} s"
            return Outcome(FailureCause.EXECUTION_FAILED, what)
        if not is_quiet:
            what = f"it is handed over, but what was being done has not ended after {QUIET_S:.0f} s"
            return Outcome(FailureCause.EXECUTION_FAILED, what)
        return SUCCESS

    def _on_take(self, _: TakeBackControl.Request, response: TakeBackControl.Response) -> TakeBackControl.Response:
        """Take it back once it stands."""
        with self._order:
            outcome = SUCCESS
            if not self._server.control.handed_over:
                outcome = Outcome(FailureCause.PRECONDITION_FAILED, "the robot is not handed over")
            elif not self._body.standstill(self._node.now_s(), STANDSTILL_TIMEOUT_S):
                outcome = Outcome(FailureCause.EXECUTION_FAILED, _MOVES)
            else:
                outcome = self._server.take_back(self._tell)
                response.goes_on = self._server.running and not self._server.control.handed_over
        response.outcome = outcome_to_ros(outcome)
        return response

    def _tell(self) -> None:
        control = self._server.control
        message = ControlMessage(handed_over=control.handed_over, person=control.person, reason=control.reason)
        message.header.stamp = time_to_ros(self._node.now_s())
        self._control.publish(message)


def _short(words: str) -> str:
    """One line of what somebody said, not too long for a status."""
    line = " ".join(words.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"
