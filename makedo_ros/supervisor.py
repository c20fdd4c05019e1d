# SPDX-License-Identifier: Apache-2.0
"""Brings the lifecycle nodes up in order, and again what was started again; stops the robot when one of them dies.

The executor stops the robot when others die; only somebody else can when the executor does. That is this node.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from lifecycle_msgs.msg import State, Transition
from lifecycle_msgs.srv import ChangeState, GetState
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup

from makedo_core.doctor.nodes import RESTART
from makedo_core.failure import FailureCause, MakedoError
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.heartbeat import Heartbeat, NodeCondition
from makedo_core.record.log_bounds import LogBounds, log_root
from makedo_ros.control_feed import ControlFeed
from makedo_ros.halt import Halt
from makedo_ros.logs.files import bound_logs
from makedo_ros.runtime.clients import CallError, call, wait_ready
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.runtime.spin import run
from makedo_ros.security.environment import told
from makedo_ros.watchdog import Watchdog

_PERIOD_S = 0.5
_ANSWER_S = 3.0
_IN_TRANSITION = (State.TRANSITION_STATE_CONFIGURING, State.TRANSITION_STATE_ACTIVATING)
_LEADS_TO = {
    Transition.TRANSITION_CONFIGURE: (State.PRIMARY_STATE_INACTIVE, State.PRIMARY_STATE_ACTIVE),
    Transition.TRANSITION_ACTIVATE: (State.PRIMARY_STATE_ACTIVE,),
}
_RETRY_S = 1.5  # longer than a heartbeat, which carries the reason
_LOGS_S = 3600.0  # between two looks at the bounds of the logs
_AGAIN_S = 10.0  # until what came back and could not be brought up is tried again


class Supervisor(MakedoNode):
    """Configures and activates `nodes` in their order; then watches their heartbeats."""

    def __init__(self) -> None:
        super().__init__("supervisor", enable_communication_interface=False)  # nobody brings it up
        names = self.parameter(
            "nodes", ["scene_graph", "perception", "planner", "executor"], "lifecycle nodes, in bring-up order"
        )
        self._names = list(names)
        autostart = self.parameter("autostart", True, "bring the nodes up at the start")
        timeout_s = self.parameter("timeout_s", 5.0, "silence after which a node is lost [s, wall]")
        self._patience_s = self.parameter("bringup_timeout_s", 60.0, "limit of the bring-up of a node [s, wall]")
        robot = robot_config_from_yaml(Path(self.parameter("robot_file", "", "config/robots/<robot>.yaml")))
        largest = self.parameter("logs_max_mb", 500.0, "of all logs together [MB]; the oldest go first; 0: no bound")
        oldest = self.parameter("logs_max_age_days", 30.0, "since a log was written last [days]; 0: no bound")
        if not (0 <= largest < math.inf and 0 <= oldest < math.inf):
            raise MakedoError(f"logs_max_mb is {largest:g} and logs_max_age_days {oldest:g}, expected 0 or more")
        self._log_bounds = LogBounds(int(largest * 2**20), oldest * 86400.0)
        self._halt = Halt(self, robot)
        self._control = ControlFeed(self)
        group = ReentrantCallbackGroup()
        self._change = {
            n: self.create_client(ChangeState, f"{n}/change_state", callback_group=group) for n in self._names
        }
        self._get = {n: self.create_client(GetState, f"{n}/get_state", callback_group=group) for n in self._names}
        self._watchdog = Watchdog(self, self._names, timeout_s)
        self._lost: tuple[str, ...] = ()
        self._waits_for, self._gave_up = "", False
        self._failed: tuple[str, ...] = ()  # came back, and could not be brought up
        self._again_at = 0.0
        self._stopping = threading.Event()
        self.get_logger().info(told(os.environ))
        self._worker = threading.Thread(target=self._bring_up_all, daemon=True)
        if autostart:
            self._worker.start()
        self.create_timer(_PERIOD_S, self._watch, callback_group=MutuallyExclusiveCallbackGroup(), clock=self._steady)
        self._bound_logs()
        self.create_timer(
            _LOGS_S, self._bound_logs, callback_group=MutuallyExclusiveCallbackGroup(), clock=self._steady
        )

    def close(self) -> None:
        """End the bring-up."""
        self._stopping.set()
        if self._worker.is_alive():
            self._worker.join(2.0)

    def _bound_logs(self) -> None:
        """Nothing waits for it, and nothing fails with it."""
        bound_logs(log_root(os.environ), self._log_bounds, self.get_logger().warning)

    def _bring_up_all(self) -> None:
        try:
            self._bring_up(self._names)
        except CallError as error:
            if not self._stopping.is_set():
                self._gave_up = True
                self.report(f"bring-up failed: {error}; mend it, then {RESTART}")

    def _bring_up(self, names: Sequence[str]) -> None:
        """Configure and activate nodes.

        Raises:
            CallError: if one is not there or does not become active.
        """
        begun = time.monotonic()
        # The last, which moves the robot, looks at it from its configuration on: what the robot lacks is said while
        # the others start.
        for name in names[-1:]:
            self._transition(name, Transition.TRANSITION_CONFIGURE, State.PRIMARY_STATE_UNCONFIGURED)
        for name in names:
            self._transition(name, Transition.TRANSITION_CONFIGURE, State.PRIMARY_STATE_UNCONFIGURED)
            self._transition(name, Transition.TRANSITION_ACTIVATE, State.PRIMARY_STATE_INACTIVE)
        self.is_active = True
        self._failed, self._waits_for = (), ""
        self.report("")
        again = "" if names == self._names else f": {', '.join(names)} came back"
        self.get_logger().info(f"Makedo is ready{again} ({time.monotonic() - begun:.1f} s)")

    def _transition(self, name: str, transition: int, before: int) -> None:
        """Make a transition if the node is in the state before it; a restarted supervisor finds nodes active.

        A node that refuses is asked again: what it waits for (a robot, a clock) may still be on its way. So is one
        that does not answer: its answer can be lost while the two processes are still discovering each other.

        Raises:
            CallError: if the node is not there, refuses until the time is over, or is then in another state: an error
                took it back to its beginning, or it died and was started again.
        """
        deadline = time.monotonic() + self._patience_s
        verb = "configure" if transition == Transition.TRANSITION_CONFIGURE else "activate"
        while (state := self._state(name, deadline)).id in (before, *_IN_TRANSITION):
            if self._ask(name, transition):
                return
            self._waits_for = name
            reason = self._why_not(name)
            if self._stopping.is_set() or time.monotonic() > deadline:
                raise CallError(FailureCause.PRECONDITION_FAILED, f"{name} cannot {verb}: {reason}")
            self.report(f"waiting for {name} to {verb}: {reason}")
        if state.id not in _LEADS_TO[transition]:
            self._waits_for = name
            reason = self._why_not(name)
            raise CallError(FailureCause.PRECONDITION_FAILED, f"{name} is {state.label} when it is to {verb}: {reason}")

    def _why_not(self, name: str) -> str:
        """What keeps a node, as it says itself; one that says that all is well has just not answered."""
        well = self._watchdog.condition(name) in (NodeCondition.INACTIVE, NodeCondition.ACTIVE)
        return "it has not answered yet" if well else self._watchdog.said(name) or "no word from it"

    def _ask(self, name: str, transition: int) -> bool:
        """Ask for a transition once; False if it was refused or not answered."""
        request = ChangeState.Request(transition=Transition(id=transition))
        try:
            if call(self._change[name], request, _ANSWER_S, self._stopping.is_set).success:
                return True
        except CallError as error:
            if error.cause is not FailureCause.TIMEOUT:
                raise
            return False
        self._stopping.wait(_RETRY_S)
        return False

    def _state(self, name: str, deadline: float) -> State:
        """Lifecycle state of a node, asked until it answers."""
        while True:
            left_s = max(0.1, deadline - time.monotonic())
            try:
                wait_ready(self._get[name].service_is_ready, name, left_s, self._stopping.is_set)
                answer = call(self._get[name], GetState.Request(), min(_ANSWER_S, left_s), self._stopping.is_set)
            except CallError as error:
                if error.cause is not FailureCause.TIMEOUT or time.monotonic() > deadline:
                    raise
                continue
            state: State = answer.current_state
            return state

    def _watch(self) -> None:
        if not self.is_active:
            return
        lost = self._watchdog.lost()
        new = sorted(set(lost) - set(self._lost))
        self._lost = lost
        if new:
            stopped = "the robot was stopped"
            if self._control.handed_over:
                stopped = f"{self._control.outcome}, so it was not stopped"
            else:
                self._halt.halt()
            self._waits_for = ""
            remedy = "Restart the system." if self._names[-1] in new else "It is brought up once it is started again."
            self.report(f"lost {', '.join(new)}: no sign of life; {stopped}. {remedy}")
        elif not lost:
            self._bring_back()

    def _bring_back(self) -> None:
        """Bring up what was started again; but for the last node, which moves the robot: that is for people to do."""
        if self._worker.is_alive():
            return
        back = [n for n in self._names[:-1] if self._is_back(n)]
        if not back:
            self._failed, self._waits_for = (), ""
            self.report("")
        elif time.monotonic() >= self._again_at:
            self._worker = threading.Thread(target=self._bring_up_new, args=(back,), daemon=True)
            self._worker.start()

    def _is_back(self, name: str) -> bool:
        """Whether a node was started again, or was and could not be brought up."""
        condition = self._watchdog.condition(name)
        return condition is NodeCondition.INACTIVE or (name in self._failed and condition is not NodeCondition.ACTIVE)

    def heartbeat(self) -> Heartbeat:
        """Also which node keeps it from being ready, and whether it goes on by itself."""
        return replace(super().heartbeat(), waits_for=self._waits_for, gave_up=self._gave_up)

    def _bring_up_new(self, names: Sequence[str]) -> None:
        """Bring up those that are as a process begins; what somebody deactivated stays as it is."""
        try:
            deadline = time.monotonic() + self._patience_s
            new = [n for n in names if self._state(n, deadline).id == State.PRIMARY_STATE_UNCONFIGURED]
            if new:
                self._bring_up(new)
        except CallError as error:
            self._failed = tuple(names)
            self._again_at = time.monotonic() + _AGAIN_S
            if not self._stopping.is_set():
                self.report(f"what came back cannot be brought up, and is tried again: {error}")


def main() -> int:
    """Run the node."""
    return run(Supervisor)
