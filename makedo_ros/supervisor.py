# SPDX-License-Identifier: Apache-2.0
"""Brings the lifecycle nodes up in order and stops the robot when one of them dies.

The executor stops the robot when others die; only somebody else can when the executor does. That is this node.
"""

from __future__ import annotations

import threading
import time
from pathlib import Path

from lifecycle_msgs.msg import State, Transition
from lifecycle_msgs.srv import ChangeState, GetState
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup

from makedo_core.failure import FailureCause
from makedo_core.robot_config import robot_config_from_yaml
from makedo_ros.clients import CallError, call
from makedo_ros.halt import Halt
from makedo_ros.lifecycle import MakedoNode
from makedo_ros.spin import run
from makedo_ros.watchdog import Watchdog

_PERIOD_S = 0.5


class Supervisor(MakedoNode):
    """Configures and activates `nodes` in their order; then watches their heartbeats."""

    def __init__(self) -> None:
        super().__init__("supervisor")
        names = self.parameter(
            "nodes", ["scene_graph", "perception", "planner", "executor"], "lifecycle nodes, in bring-up order"
        )
        self._names: list[str] = list(names)  # type: ignore[call-overload]
        self._autostart = bool(self.parameter("autostart", True, "bring the nodes up at the start"))
        timeout_s = float(self.parameter("timeout_s", 5.0, "silence after which a node is lost [s, wall]"))  # type: ignore[arg-type]
        self._patience_s = float(self.parameter("bringup_timeout_s", 60.0, "limit of a transition [s, wall]"))  # type: ignore[arg-type]
        robot = robot_config_from_yaml(Path(str(self.parameter("robot_file", "", "config/robots/<robot>.yaml"))))
        self._halt = Halt(self, robot)
        group = ReentrantCallbackGroup()
        self._change = {
            n: self.create_client(ChangeState, f"{n}/change_state", callback_group=group) for n in self._names
        }
        self._get = {
            n: self.create_client(GetState, f"{n}/get_state", callback_group=group) for n in self._names
        }
        self._watchdog = Watchdog(self, self._names, timeout_s)
        self._lost: tuple[str, ...] = ()
        self._stopping = threading.Event()
        self._worker = threading.Thread(target=self._bring_up, daemon=True)
        if self._autostart:
            self._worker.start()
        self.create_timer(
            _PERIOD_S, self._watch, callback_group=MutuallyExclusiveCallbackGroup(), clock=self._steady
        )

    def close(self) -> None:
        """End the bring-up."""
        self._stopping.set()
        if self._worker.is_alive():
            self._worker.join(2.0)

    def _bring_up(self) -> None:
        begun = time.monotonic()
        try:
            for name in self._names:
                self._transition(name, Transition.TRANSITION_CONFIGURE, State.PRIMARY_STATE_UNCONFIGURED)
                self._transition(name, Transition.TRANSITION_ACTIVATE, State.PRIMARY_STATE_INACTIVE)
        except CallError as error:
            if not self._stopping.is_set():
                self.report(f"bring-up failed: {error}")
            return
        self.is_active = True
        self.get_logger().info(f"Makedo is ready ({time.monotonic() - begun:.1f} s)")

    def _transition(self, name: str, transition: int, expected: int) -> None:
        """Make a transition if the node is in the state before it; a restarted supervisor finds nodes active.

        Raises:
            CallError: if the node is not there or refuses.
        """
        stop = self._stopping.is_set
        state = call(self._get[name], GetState.Request(), self._patience_s, stop).current_state
        if state.id != expected:
            return
        request = ChangeState.Request(transition=Transition(id=transition))
        if not call(self._change[name], request, self._patience_s, stop).success:
            reason = self._watchdog.state(name)
            verb = "configure" if transition == Transition.TRANSITION_CONFIGURE else "activate"
            raise CallError(FailureCause.PRECONDITION_FAILED, f"{name} refused to {verb}: {reason or 'see its log'}")

    def _watch(self) -> None:
        if not self.is_active:
            return
        lost = self._watchdog.lost()
        new = sorted(set(lost) - set(self._lost))
        self._lost = lost
        if new:
            self._halt.halt()
            self.report(f"lost {', '.join(new)}: no sign of life; the robot was stopped. Restart the system.")
        elif not lost:
            self.report("")


def main() -> None:
    """Program `supervisor`."""
    run(Supervisor)
