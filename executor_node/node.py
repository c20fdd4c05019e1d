# SPDX-License-Identifier: Apache-2.0
"""ROS node `executor`: carries out instructions, listens to the operator, reports what it does."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path

from executor_node.instruction.approval import Precautions
from executor_node.instruction.recovery import RecoveryLimits
from executor_node.record.recorder import RunRecorder
from executor_node.ros.handover import HandoverServices
from executor_node.ros.health import HealthPublisher
from executor_node.ros.lease import NOBODY, LeaseRenewal
from executor_node.ros.monitor import Monitor
from executor_node.ros.operator import OperatorServices, safety_inputs
from executor_node.ros.queueing import QueueServices, queue_setup
from executor_node.ros.readiness import Readiness
from executor_node.ros.server import InstructionServer
from executor_node.ros.wiring import wire
from makedo_core.danger.judging import DangerJudge, load_dangers
from makedo_core.failure import FailureCause, MakedoError, Outcome
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.ontology import load_ontology
from makedo_core.plan import Light
from makedo_core.replay.bounds import RunBounds, RunsFolder
from makedo_ros.halt import Halt
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.runtime.parameters import ParameterError
from makedo_ros.runtime.spin import run
from makedo_ros.watchdog import Watchdog
from makedo_ros.without_ros.tf import TransformError

CLOSE_TIMEOUT_S = 4.0


class ExecutorNode(MakedoNode):
    """Carries out one instruction at a time, and stops all motion on command or when it must."""

    def __init__(self) -> None:
        super().__init__("executor")
        self._server: InstructionServer | None = None

    def configure(self) -> None:
        """Read the robot's description and make every client; nothing moves."""
        if self._server is not None:
            return
        robot_file = str(self.parameter("robot_file", "", "config/robots/<robot>.yaml"))
        required = self.parameter("required_components", ["perception", "scene_graph", "planner"], "nodes needed")
        restarted = self.parameter("restarted_components", ["planner"], "of those, nodes that are started again")
        patience_s = self._seconds("restart_patience_s", 120.0, "they are waited for so long [s, wall]")
        limits = RecoveryLimits(
            int(self._number("skill_retries", 2, "other grasps or base poses before looking again")),
            int(self._number("looks", 1, "looks at the same place before replanning")),
            int(self._number("replans", 4, "new plans for one instruction")),
            str(self.parameter("search", "", "strategy for looking elsewhere for what is not there; empty: none")),
            bool(self.parameter("ask_before_giving_up", False, "whether the operator is asked for another try")),
            patience_s if "planner" in restarted else 0.0,
        )
        precautions = Precautions(
            self._seconds("dry_run_s", 20.0, "limit of the dry run before the first motion [s, wall]; 0: none", 0.0),
            self._number("approval_above_cost", math.inf, "ask the operator above this relaxation cost"),
            self._light("approval_at_light", "ask the operator from this light of the dry run on"),
            self._seconds("approval_timeout_s", 60.0, "no answer for so long is a no [s, wall]"),
            self._judge().danger_of,
        )
        timeout_s = self._seconds("watchdog_timeout_s", 4.0, "silence that counts as a loss [s, wall]")
        planning_limit_s = self._seconds("planning_limit_s", 60.0, "limit of one plan [s, wall]")
        queue = queue_setup(self)
        self._robot = robot_config_from_yaml(Path(robot_file))
        self._watchdog = Watchdog(self, list(required), timeout_s)
        self._wiring = wire(self, self._robot, planning_limit_s, self._album, self._watchdog.feed)
        arm = self._wiring.arm
        self._readiness = Readiness(
            self, self._robot, self._wiring.body, self._wiring.transforms, lambda: arm.description.parts
        )
        self._readiness.tell_early()
        self._halt = Halt(self, self._robot)
        runs = self._runs_folder()
        monitor = Monitor(
            self,
            self._watchdog,
            self._on_loss,
            self._lost_for_s,
            frozenset(restarted),
            patience_s,
            arm.outstanding.is_any,
            self._readiness.doubled,
            self._readiness.alternating,
        )
        self._lease = LeaseRenewal(self, self._on_loss, patience_s)
        inputs = partial(safety_inputs, config=self._robot.safety)
        self._server = InstructionServer(
            self, self._wiring, self._halt, limits, precautions, runs, monitor, self._lease, inputs
        )
        OperatorServices(self, self._server, self._wiring.body, self._robot)
        HandoverServices(self, self._server, self._wiring.body, self._halt)
        self._queue = QueueServices(self, self._server, queue)
        HealthPublisher(
            self,
            self._robot,
            self._watchdog,
            required,
            self._lost_for_s,
            self._readiness.lacking,
            lambda: self._queue.problem,
        )

    def _judge(self) -> DangerJudge:
        """Who says what of a plan is dangerous, by the same files as the planner."""
        classes = self.parameter("ontology_files", [""], "more ontologies in Turtle, as the planner's")
        dangers = self.parameter("danger_files", [""], "files that change what is dangerous, as the planner's")
        ontology = load_ontology(*(Path(str(f)) for f in classes if f))
        return DangerJudge(load_dangers(ontology, *(Path(str(f)) for f in dangers if f)), ontology)

    def activate(self) -> None:
        """Wait until the robot offers what its description names; nothing could be done without."""
        self._readiness.require()
        if not self._lease.is_heard():
            raise MakedoError(NOBODY)
        if self._server is not None:
            self._server.say_idle()

    def deactivate(self) -> None:
        """Stop whatever moves."""
        self._cancel(Outcome(FailureCause.NOT_ACTIVE, "the executor was deactivated"))
        if self._server is not None:
            self._server.control.halt()

    def close(self) -> None:
        """End the running instruction and the camera's worker."""
        if self._server is not None:
            self._readiness.close()
            self._queue.close()
            running = self._cancel(Outcome(FailureCause.NOT_ACTIVE, "the executor was shut down"))
            self._wiring.camera.close()
            if running:
                self._server.wait_idle(CLOSE_TIMEOUT_S)

    def diagnostics(self) -> dict[str, str]:
        """What is being done."""
        if self._server is None:
            return {"instruction": ""}
        return {"instruction": self._server.instruction, "record": self._server.record_problem}

    def _number(self, name: str, default: float, description: str) -> float:
        return float(self.parameter(name, default, description))

    def _seconds(self, name: str, default: float, description: str, none: float | None = None) -> float:
        """A finite time; `none` is the value that stands for none at all, where there may be none."""
        value = self._number(name, default, description)
        if not 0.0 < value < math.inf and value != none:
            least = "above 0 s" if none is None else "of 0 s or more"
            raise ParameterError(f"parameter {name} is {value}, expected a finite time {least}, e.g. {default}")
        return value

    def _light(self, name: str, description: str) -> Light | None:
        known = ("never", *(light.name.lower() for light in Light))
        text = str(self.parameter(name, "never", f"{description}: {', '.join(known)}"))
        if text not in known:
            raise MakedoError(f"{name} is {text!r}; it can be {', '.join(known)}")
        return None if text == "never" else Light[text.upper()]

    def _runs_folder(self) -> RunsFolder:
        """Where run folders go; the bounds are those of parameters."""
        runs_dir = str(self.parameter("runs_dir", "", "parent of the run folders; empty: ~/.makedo/runs"))
        path = (Path(runs_dir).expanduser() if runs_dir else Path.home() / ".makedo" / "runs").absolute()
        bounds = RunBounds(
            int(self._bound("runs_max_mb", 4000.0, "of all run folders together [MB]; the oldest go first") * 2**20),
            int(self._bound("runs_max_number", 1000, "of run folders")),
            self._bound("runs_max_age_days", 0.0, "of a run folder [days]") * 86400.0,
        )
        run_bytes = int(self._bound("run_max_mb", 200.0, "of one run folder [MB]") * 2**20)
        pictures = bool(self.parameter("pictures", True, "whether run folders get pictures"))
        return RunsFolder(path, bounds, run_bytes, pictures, self._robot.name)

    def _album(self) -> RunRecorder | None:
        return self._server.album() if self._server else None

    def _bound(self, name: str, default: float, description: str) -> float:
        """A bound of the run folders."""
        value = self._number(name, default, f"{description}; 0: no bound")
        if not 0.0 <= value < math.inf:
            raise ParameterError(f"parameter {name} is {value}, expected 0 (no bound) or more, e.g. {default}")
        return value

    def _cancel(self, outcome: Outcome) -> bool:
        return self._server.cancel(outcome) if self._server else False

    def _lost_for_s(self) -> float:
        """How long nothing was heard of where the robot is on the map [s, wall]."""
        frames = self._robot.frames
        try:
            return self._wiring.transforms.silent_s(frames.map, frames.base)
        except TransformError:
            return math.inf

    def _on_loss(self, outcome: Outcome) -> None:
        self.report(outcome.message)
        if not self._cancel(outcome) and self._server is not None:
            self._server.control.halt()


def main() -> int:
    """Run the node."""
    return run(ExecutorNode, threads=8)
