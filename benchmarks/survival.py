# SPDX-License-Identifier: Apache-2.0
"""Errands during which nodes are killed, one after the other at random moments; the physics judges what is said.

Those that are started again (the sentry, the planner, perception and the scene graph) are killed in every errand, in
another order each time, the next once the last is back: the errand has to be done all the same. An errand of each start
then loses the executor or the supervisor, which nobody starts again: the robot has to stand.

    python -m benchmarks.survival --errands 20 --results survival.jsonl --budget 1200
"""

from __future__ import annotations

import argparse
import json
import random
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any

from rich.console import Console
from rich.table import Table
from typing_extensions import Self

from benchmarks.execution import carry_out
from benchmarks.execution_errands import Instruction, instructions
from benchmarks.execution_runs import Run, run_from, spread
from benchmarks.own_system import own_domain
from makedo_cli.motion import SpeedHistory
from makedo_cli.simulated_system import SimulatedSystem
from makedo_core.failure import FailureCause, Outcome
from makedo_core.heartbeat import Heartbeat, NodeCondition

RESTARTED = ("sentry", "planner", "perception", "scene_graph")
KILLS = "kills"  # what goes wrong in an errand
FINAL = ("executor", "supervisor")  # nobody starts them again
FIRST_S = (0.0, 12.0)  # [s, wall] from the instruction to the first kill
NEXT_S = (0.0, 6.0)  # [s, wall] from one that is back to the next kill
BACK_S = 150.0  # [s, wall] a node may take to come back
STANDS_S = 3.0  # [s, the robot's] of watching whether it stands
ENDS_S = 20.0  # [s, wall] the instruction, or the report of what was lost, may take
SETTLE_S = 1.0  # [s, wall] before such a kill, so that no node still has messages of quicker times to work off
MOVING_S = 0.1  # so short before it something must have moved


@dataclass(frozen=True)
class Kill:
    """A node that was killed.

    Attributes:
        node: its name.
        skill: that was being carried out; "planning" before the first.
        after_s: since the instruction was sent [s, wall].
        away_s: until it was active again [s, wall]; negative: the instruction ended before, or it never was.
    """

    node: str
    skill: str
    after_s: float
    away_s: float = -1.0


@dataclass
class Survival:
    """An instruction during which nodes were killed.

    Attributes:
        run: how it went.
        kills: in their order.
        stood_s: after the last kill of one that is not started again, until nothing moved [s, the robot's].
    """

    run: Run
    kills: tuple[Kill, ...] = ()
    stood_s: float | None = None

    @property
    def survived(self) -> bool:
        """Whether the instruction was done, or made do, and nothing false was said."""
        return self.run.ok and self.run.true


class Conditions:
    """What the nodes of a system last said of themselves.

    Args:
        system: whose nodes.
    """

    def __init__(self, system: SimulatedSystem) -> None:
        from diagnostic_msgs.msg import DiagnosticArray

        from makedo_ros.conversions.heartbeats import DIAGNOSTICS_TOPIC
        from makedo_ros.runtime.qos import RELIABLE

        self._newest: dict[str, Heartbeat] = {}
        system.node.create_subscription(DiagnosticArray, DIAGNOSTICS_TOPIC, self._on_diagnostics, RELIABLE)

    def is_active(self, node: str) -> bool:
        """Whether it says so."""
        beat = self._newest.get(node)
        return beat is not None and beat.condition is NodeCondition.ACTIVE

    def said(self, node: str) -> str:
        """What it said last; empty: nothing."""
        beat = self._newest.get(node)
        return "" if beat is None else beat.said

    def forget(self, node: str) -> None:
        """What it said before counts no more."""
        self._newest.pop(node, None)

    def _on_diagnostics(self, message: Any) -> None:
        from makedo_ros.conversions.heartbeats import heartbeat_from_ros

        self._newest.update({status.name.strip("/"): heartbeat_from_ros(status) for status in message.status})


class Kills:
    """A context in which nodes are killed that are started again.

    Args:
        system: whose nodes.
        conditions: of these nodes.
        nodes: which, in this order.
        rng: draws when.
    """

    def __init__(
        self, system: SimulatedSystem, conditions: Conditions, nodes: Sequence[str], rng: random.Random
    ) -> None:
        self._system, self._conditions = system, conditions
        self._plan = [(n, rng.uniform(*(NEXT_S if i else FIRST_S))) for i, n in enumerate(nodes)]
        self._ended = threading.Event()
        self._skill = "planning"
        self._thread = threading.Thread(target=self._happen, daemon=True)
        self.kills: list[Kill] = []

    @property
    def happened(self) -> bool:
        """Whether anything was killed."""
        return bool(self.kills)

    def __enter__(self) -> Self:
        self._begun = time.monotonic()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join(2 * BACK_S)  # the next instruction needs what was killed

    def told(self, message: Any) -> None:
        """The feedback of the instruction's ROS action."""
        self._skill = message.feedback.status.current.skill or self._skill

    def _happen(self) -> None:
        for node, wait_s in self._plan:
            if self._ended.wait(wait_s):
                return
            self._kill(node)

    def _kill(self, node: str) -> None:
        now, killed = time.monotonic(), self._system.process(node)
        self._system.kill(node)
        kill = Kill(node, self._skill, now - self._begun)
        self.kills.append(kill)
        while time.monotonic() - now < BACK_S:
            if self._system.process(node) == killed:
                self._conditions.forget(node)
            elif self._conditions.is_active(node):
                self.kills[-1] = replace(kill, away_s=time.monotonic() - now)
                return
            time.sleep(0.05)


def lose(
    system: SimulatedSystem,
    conditions: Conditions,
    motion: SpeedHistory,
    instruction: Instruction,
    node: str,
    after_s: float,
) -> Survival | None:
    """Kill, in a motion, a node that nobody starts again; None if the instruction ended before.

    Args:
        system: is of no use afterwards.
        conditions: of its nodes.
        motion: of its robot.
        instruction: during which.
        node: which.
        after_s: so long after the instruction was sent [s, wall].
    """
    from makedo.action import ExecuteInstruction
    from makedo_ros.conversions.nouns import outcome_from_ros
    from makedo_ros.runtime.action_client import ActionClient
    from makedo_ros.runtime.clients import send_goal, wait

    skills = ["planning"]
    run, name = Run(instruction.text, node), "execute_instruction"
    goal = ExecuteInstruction.Goal(instruction=instruction.text)
    handle = send_goal(
        ActionClient(system.node, ExecuteInstruction, name),
        goal,
        name,
        timeout_s=10.0,
        feedback=lambda told: skills.append(told.feedback.status.current.skill or skills[-1]),
    )
    ending, begun = handle.get_result_async(), time.monotonic()
    time.sleep(after_s)
    system.set_speed(1.0)  # seconds of the robot's clock are to be measured
    settled = time.monotonic() + SETTLE_S
    while time.monotonic() < settled or not motion.moving(motion.now_s - MOVING_S):
        if ending.done():
            return None
        time.sleep(0.01)
    since_s, kill = motion.now_s, Kill(node, skills[-1], time.monotonic() - begun)
    system.kill(node)
    run.happened = True
    if node != "executor":
        result = wait(ending, name, ENDS_S).result
        run.ended(outcome_from_ros(result.outcome))
        run.reported(result.goal_text, system.truth())
        run.folder = result.run_folder
    until_s = motion.now_s + STANDS_S
    while motion.now_s < until_s or (node == "executor" and not conditions.said("supervisor").startswith("lost")):
        if time.monotonic() - begun - kill.after_s > 2 * ENDS_S:
            break
        time.sleep(0.05)
    if node == "executor":
        run.ended(Outcome(FailureCause.COMPONENT_LOST, conditions.said("supervisor")))
    last_s, _ = motion.last_motion(since_s)
    return Survival(run, (kill,), last_s - since_s)


def errands(done: Sequence[Survival]) -> int:
    """How many lost only what is started again."""
    return sum(survival.run.fault == KILLS for survival in done)


def series(given: argparse.Namespace, folder: Path, done: list[Survival], console: Console) -> None:
    """Starts of the system, until there are as many errands as were asked for."""
    begun = time.monotonic()
    while (index := errands(done)) < given.errands and time.monotonic() - begun < given.budget:
        arguments = {
            "seed": str(given.seed + index),
            "runs_dir": str(given.runs_dir or folder),
            "detector": given.detector,
            "real_time_factor": "0",
        }
        rng = random.Random(f"{given.seed} {index}")
        lines: list[str] = []
        try:
            with SimulatedSystem(arguments, lambda name, line, lines=lines: lines.append(f"{name}: {line}")) as system:
                _one_start(given, system, rng, done, console)
        finally:
            if given.runs_dir:
                (given.runs_dir / f"output_{index}.log").write_text("\n".join(lines), encoding="utf-8")


def _one_start(
    given: argparse.Namespace, system: SimulatedSystem, rng: random.Random, done: list[Survival], console: Console
) -> None:
    conditions, motion = Conditions(system), SpeedHistory()
    motion.listen(system.node)
    for _ in range(given.per_start):
        if errands(done) >= given.errands:
            break
        instruction = next(instructions(system.truth(), rng))
        kills = Kills(system, conditions, rng.sample(given.nodes, len(given.nodes)), rng)
        run = Run(instruction.text, KILLS, errands(done))
        carry_out(system, instruction, run, rng, given.limit, kills)
        _keep(given, Survival(run, tuple(kills.kills)), done, console)
        if system.deaths or run.cause in (FailureCause.COMPONENT_LOST.name, FailureCause.TIMEOUT.name):
            return
    node = FINAL[(len(done) - errands(done)) % len(FINAL)] if given.final else ""
    while node:
        lost = lose(system, conditions, motion, next(instructions(system.truth(), rng)), node, rng.uniform(*FIRST_S))
        if lost is not None:
            _keep(given, lost, done, console)
            return


def _keep(given: argparse.Namespace, survival: Survival, done: list[Survival], console: Console) -> None:
    done.append(survival)
    if given.results:
        with given.results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(survival)) + "\n")
    run = survival.run
    killed = ", ".join(f"{k.node} ({k.skill}, {k.after_s:.0f} s, away {k.away_s:.0f} s)" for k in survival.kills)
    said = "done" if run.ok else f"{run.cause}: {run.said}"
    stood = "" if survival.stood_s is None else f"; stood after {survival.stood_s:.2f} s"
    false = "".join(f"; FALSE: {sentence}" for sentence in run.false)
    judged = "done" if run.done else "not done"
    console.print(
        f"{run.wall_s:4.0f} s  {run.text}: {said}; the physics: {judged}{stood}{false} [{killed}]", soft_wrap=True
    )


def read_survivals(path: Path) -> list[Survival]:
    """What a file holds, an errand a line; nothing if there is no such file."""
    if not path.exists():
        return []
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        Survival(run_from(line["run"]), tuple(Kill(**kill) for kill in line["kills"]), line["stood_s"])
        for line in lines
    ]


def table(done: Sequence[Survival]) -> Table:
    """A row for each node."""
    headings = ("killed", "false sentences", "times", "done all the same", "made do", "not", "away, wall s", "stood, s")
    found = Table(*headings)
    for node in (*RESTARTED, *FINAL):
        of_it = [s for s in done if any(k.node == node for k in s.kills)]
        runs = [s.run for s in of_it]
        away = [k.away_s for s in of_it for k in s.kills if k.node == node and k.away_s >= 0.0]
        exact, survived = (sum(s.survived and s.run.done for s in of_it), sum(s.survived for s in of_it))
        false = f"{sum(len(r.false) for r in runs)} of {sum(r.sentences for r in runs)}"
        stood = spread(s.stood_s for s in of_it if s.stood_s is not None)
        figures = (len(of_it), exact, survived - exact, len(of_it) - survived)
        found.add_row(node, false, *map(str, figures), spread(away), stood)
    return found


def main() -> int:
    """Run and print; Ctrl-C prints what there is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--errands", type=int, default=20, help="with those in the results already")
    parser.add_argument("--per-start", type=int, default=2, help="errands before one that ends the system")
    parser.add_argument("--nodes", nargs="+", choices=RESTARTED, default=list(RESTARTED), help="killed in each errand")
    parser.add_argument("--final", action=argparse.BooleanOptionalAction, default=True, help="kill one for good, too")
    parser.add_argument("--detector", default="onnx")
    parser.add_argument("--seed", type=int, default=300)
    parser.add_argument("--limit", type=float, default=600.0, help="of one instruction [s, wall]")
    parser.add_argument("--budget", type=float, default=float("inf"), help="no start begins after this [s, wall]")
    parser.add_argument("--results", type=Path, help="file of what was done: what is in it is not done again")
    parser.add_argument("--runs-dir", type=Path, help="keep the run folders, and what the nodes wrote, here")
    given = parser.parse_args()
    console = Console(width=150, markup=False, highlight=False)
    done = read_survivals(given.results) if given.results else []
    if given.runs_dir:
        given.runs_dir.mkdir(parents=True, exist_ok=True)
    try:
        with own_domain() as folder:
            series(given, folder, done, console)
    except KeyboardInterrupt:
        console.print("interrupted; so far:")
    console.print(table(done))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
