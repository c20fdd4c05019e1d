# SPDX-License-Identifier: Apache-2.0
"""ROS node `executor`: the ROS action execute_instruction, the service stop, the topics task_status and plan."""

from __future__ import annotations

from pathlib import Path

from rclpy.callback_groups import ReentrantCallbackGroup

from executor_node.monitor import Monitor
from executor_node.readiness import Readiness
from executor_node.recovery import Limits
from executor_node.server import STANDSTILL_TIMEOUT_S, InstructionServer
from executor_node.task import TaskState
from executor_node.wiring import wire
from makedo.srv import Stop
from makedo_core.failure import FailureCause, Outcome
from makedo_core.robot_config import robot_config_from_yaml
from makedo_ros.conversions import outcome_to_ros
from makedo_ros.halt import Halt
from makedo_ros.lifecycle import MakedoNode
from makedo_ros.spin import run
from makedo_ros.watchdog import Watchdog

CLOSE_TIMEOUT_S = 4.0


class ExecutorNode(MakedoNode):
    """Carries out one instruction at a time, and stops whatever moves when it is told to or must."""

    def __init__(self) -> None:
        super().__init__("executor")
        self._server: InstructionServer | None = None

    def configure(self) -> None:
        """Read the robot's description and make every client; nothing moves."""
        if self._server is not None:
            return
        robot_file = str(self.parameter("robot_file", "", "config/robots/<robot>.yaml"))
        runs_dir = str(self.parameter("runs_dir", "", "parent of the run folders; empty: ~/.makedo/runs"))
        pictures = bool(self.parameter("pictures", True, "whether run folders get pictures"))
        required = self.parameter("required_components", ["perception", "scene_graph", "planner"], "nodes needed")
        limits = Limits(
            int(self._number("skill_retries", 2, "other grasps or base poses before looking again")),
            int(self._number("looks", 1, "looks at the same place before replanning")),
            int(self._number("replans", 4, "new plans for one instruction")),
        )
        timeout_s = self._number("watchdog_timeout_s", 4.0, "silence that counts as a loss [s, wall]")
        planning_limit_s = self._number("planning_limit_s", 60.0, "limit of one plan [s, wall]")
        self._robot = robot_config_from_yaml(Path(robot_file))
        self._watchdog = Watchdog(self, list(required), timeout_s)
        self._wiring = wire(self, self._robot, planning_limit_s, self._run_folder, self._watchdog.feed)
        self._readiness = Readiness(self, self._robot, self._wiring.body, self._wiring.transforms)
        self._readiness.tell_early()
        self._halt = Halt(self, self._robot)
        parent = Path(runs_dir).expanduser() if runs_dir else Path.home() / ".makedo" / "runs"
        self._server = InstructionServer(self, self._wiring, self._halt, limits, parent.absolute(), pictures)
        self._server.monitor = Monitor(self, self._watchdog, self._on_loss)
        self.create_service(Stop, "stop", self._on_stop, callback_group=ReentrantCallbackGroup())

    def activate(self) -> None:
        """Wait until the robot offers what its description names; nothing could be done without."""
        self._readiness.require()
        if self._server is not None:
            self._server.say(TaskState.IDLE, "ready")

    def deactivate(self) -> None:
        """Stop whatever moves."""
        self._cancel(Outcome(FailureCause.NOT_ACTIVE, "the executor was deactivated"))
        self._halt.halt()

    def close(self) -> None:
        """End the running instruction and the camera's worker."""
        if self._server is not None:
            self._readiness.close()
            if self._cancel(Outcome(FailureCause.NOT_ACTIVE, "the executor was shut down")):
                self._server.wait_idle(CLOSE_TIMEOUT_S)
            self._wiring.camera.close()

    def diagnostics(self) -> dict[str, str]:
        """What is being done."""
        return {"instruction": self._server.instruction if self._server else ""}

    def _number(self, name: str, default: float, description: str) -> float:
        return float(self.parameter(name, default, description))

    def _run_folder(self) -> Path | None:
        return self._server.folder() if self._server else None

    def _cancel(self, outcome: Outcome) -> bool:
        return self._server.cancel(outcome) if self._server else False

    def _on_loss(self, outcome: Outcome) -> None:
        self.report(outcome.message)
        if not self._cancel(outcome):
            self._halt.halt()

    def _on_stop(self, request: Stop.Request, response: Stop.Response) -> Stop.Response:
        """Halt at once, then measure how long it took."""
        since_s = self.now_s()
        self._halt.halt()
        reason = f": {request.reason}" if request.reason else ""
        self._cancel(Outcome(FailureCause.STOPPED, f"it was stopped{reason}"))
        response.standstill_s = self._wiring.body.time_to_standstill(since_s, STANDSTILL_TIMEOUT_S)
        if response.standstill_s < 0:
            what = f"the robot is not known to stand still after {STANDSTILL_TIMEOUT_S:.0f} s"
            response.outcome = outcome_to_ros(Outcome(FailureCause.EXECUTION_FAILED, what))
        return response


def main() -> None:
    """Run the node."""
    run(ExecutorNode, threads=8)
