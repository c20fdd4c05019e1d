# SPDX-License-Identifier: Apache-2.0
"""Random instructions carried out by the whole system, with and without something going wrong on the way.

The physics judges: what the robot says it did is compared with where things are. Every few instructions the system is
started anew with another placement of the things.

    python -m benchmarks.execution --instructions 20 --faults none person pause planner
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.own_system import own_domain
from makedo_cli.simulated_system import SimulatedSystem
from makedo_core.failure import FailureCause, Outcome
from makedo_core.scene_graph import Node, NodeKind, SceneGraph, State

DOMAIN = "82"
LIMIT_S = 420.0  # of one instruction [s, wall]
GRIPPER_M = 0.08
SURFACES = ("table_1", "table_2", "table_3", "counter_1")
FAULTS = ("none", "person", "pause", "planner")
AFTER_S = (2.0, 30.0)  # [s, wall] of carrying out, after which something goes wrong
NEAR_S = 3.0  # [s, wall] that a person stays near, or a pause lasts
Judge = Callable[[SceneGraph, SceneGraph], bool]


@dataclass(frozen=True)
class Instruction:
    """What is said, and how the physics tells whether it was done (before, after)."""

    text: str
    done: Judge


@dataclass
class Run:
    """One instruction carried out."""

    text: str
    fault: str
    outcome: Outcome = field(default_factory=Outcome)
    done: bool = False
    relaxed: bool = False
    wall_s: float = 0.0
    rungs: Counter[str] = field(default_factory=Counter)
    fallen: tuple[str, ...] = ()

    @property
    def true(self) -> bool:
        """Whether what was said at the end is what the physics says; making do is another thing than was asked."""
        return self.outcome.ok == self.done or self.relaxed


def instructions(truth: SceneGraph, rng: random.Random) -> Iterator[Instruction]:
    """An endless stream of things that can be done in this home as it stands."""
    while True:
        choice = rng.random()
        if choice < 0.1:
            yield Instruction("Turn on the lamp", lambda _, after: State.ON in after["lamp_1"].states)
        elif choice < 0.2:
            yield Instruction("Open the fridge", lambda _, after: State.OPEN in after["fridge_1"].states)
        else:
            thing = rng.choice([n for n in truth.of_kind(NodeKind.OBJECT) if _can_be_taken(truth, n)])
            placement = truth.placement(thing.id)
            here = placement.target if placement is not None else ""
            target = rng.choice([s for s in SURFACES if s in truth and s != here])
            yield Instruction(f"Bring the {thing.label.replace('_', ' ')} to {target}", _brought(thing.label, target))


def _can_be_taken(truth: SceneGraph, node: Node) -> bool:
    placement = truth.placement(node.id)
    return placement is not None and placement.target in SURFACES and min(node.size[:2]) < GRIPPER_M


def _brought(label: str, target: str) -> Judge:
    def count(graph: SceneGraph) -> int:
        return sum(graph[i].label == label for i in graph.contents(target))

    return lambda before, after: count(after) > count(before)


class Fault:
    """Something that goes wrong a while after the robot has begun.

    Args:
        system: where it goes wrong.
        name: of FAULTS.
        after_s: of carrying out [s, wall].
    """

    def __init__(self, system: SimulatedSystem, name: str, after_s: float) -> None:
        self._system, self._name, self._after_s = system, name, after_s
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._happen, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *error: object) -> None:
        self._ended.set()
        self._thread.join(20.0)

    def _happen(self) -> None:
        if self._name == "none" or self._ended.wait(self._after_s):
            return
        {"person": self._person, "pause": self._pause, "planner": self._planner}[self._name]()

    def _person(self) -> None:
        from std_msgs.msg import Bool

        from makedo_ros.qos import RELIABLE

        publisher = self._system.node.create_publisher(Bool, "person_near", RELIABLE)
        since = time.monotonic()
        while not self._ended.wait(0.2):  # it is told until the end, or the robot would not trust the silence
            publisher.publish(Bool(data=time.monotonic() - since < NEAR_S))
        self._system.node.destroy_publisher(publisher)

    def _pause(self) -> None:
        from makedo.srv import Pause, Resume
        from makedo_ros.clients import call

        node = self._system.node
        call(node.create_client(Pause, "pause"), Pause.Request(reason="benchmark"), 10.0)
        self._ended.wait(NEAR_S)
        call(node.create_client(Resume, "resume"), Resume.Request(), 10.0)

    def _planner(self) -> None:
        self._system.kill("planner")


def carry_out(system: SimulatedSystem, instruction: Instruction, fault: str, after_s: float) -> Run:
    """Carry one out and ask the physics."""
    from makedo.action import ExecuteInstruction
    from makedo_ros.action_client import ActionClient
    from makedo_ros.clients import CallError, finish, send_goal
    from makedo_ros.conversions import outcome_from_ros

    run = Run(instruction.text, fault)
    before, begun = system.truth(), time.monotonic()
    client = ActionClient(system.node, ExecuteInstruction, "execute_instruction")
    folder = ""
    try:
        with Fault(system, fault, after_s):
            goal = ExecuteInstruction.Goal(instruction=instruction.text)
            handle = send_goal(client, goal, "execute_instruction", timeout_s=10.0)
            result = finish(handle, "execute_instruction", LIMIT_S).result
        run.outcome, run.relaxed = outcome_from_ros(result.outcome), bool(result.relaxations)
        folder = result.run_folder
    except CallError as error:
        run.outcome = Outcome(error.cause, str(error))
    run.wall_s = time.monotonic() - begun
    after = system.truth()
    run.done = instruction.done(before, after)
    objects = after.of_kind(NodeKind.OBJECT)
    run.fallen = tuple(n.id for n in objects if after.support(n.id) is None and before.support(n.id) is not None)
    if folder:
        run.rungs = _rungs(Path(folder) / "trace.jsonl")
    return run


def _rungs(trace: Path) -> Counter[str]:
    """How often each rung of the recovery ladder was taken."""
    events = [json.loads(line) for line in trace.read_text(encoding="utf-8").splitlines()]
    return Counter(e["then"] for e in events if e["event"] == "step" and e["then"])


def series(given: argparse.Namespace, fault: str, folder: Path, console: Console) -> list[Run]:
    """All instructions of one fault; the system is started anew every `--per-start`, and when a part of it died."""
    runs: list[Run] = []
    rng = random.Random(f"{given.seed} {fault}")
    while len(runs) < given.instructions:
        arguments = {
            "seed": str(given.seed + len(runs)),
            "runs_dir": str(folder),
            "detector": given.detector,
            "real_time_factor": "0",
        }
        with SimulatedSystem(arguments) as system:
            for _ in range(min(given.per_start, given.instructions - len(runs))):
                instruction = next(instructions(system.truth(), rng))
                run = carry_out(system, instruction, fault, rng.uniform(*AFTER_S))
                runs.append(run)
                said = "done" if run.outcome.ok else f"{run.outcome.cause.name}: {run.outcome}"
                judged = "done" if run.done else "not done"
                line = f"{fault:8} {run.wall_s:4.0f} s  {run.text}: {said}; the physics: {judged}"
                console.print(line, soft_wrap=True)
                if system.deaths or run.outcome.cause is FailureCause.COMPONENT_LOST:
                    break
    return runs


def table(by_fault: dict[str, list[Run]]) -> Table:
    """One column a fault."""
    result = Table("", *by_fault)

    def row(name: str, value: Callable[[list[Run]], object]) -> None:
        result.add_row(name, *(str(value(runs)) for runs in by_fault.values()))

    row("instructions", len)
    row("done, says the physics", lambda runs: sum(r.done for r in runs))
    row("done, or made do and said so", lambda runs: sum(r.done or (r.outcome.ok and r.relaxed) for r in runs))
    row("what it said was true", lambda runs: sum(r.true for r in runs))
    row("things that rest on nothing after it", lambda runs: sum(len(r.fallen) for r in runs))
    for rung in ("retry", "look", "replan", "resume", "give up"):
        row(f"recoveries: {rung}", lambda runs, rung=rung: sum(r.rungs[rung] for r in runs))  # type: ignore[misc]
    row("median wall time [s]", lambda runs: f"{statistics.median(r.wall_s for r in runs):.0f}")
    return result


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--instructions", type=int, default=20, help="for each fault")
    parser.add_argument("--per-start", type=int, default=5, help="instructions before the system is started anew")
    parser.add_argument("--faults", nargs="+", choices=FAULTS, default=["none"])
    parser.add_argument("--detector", default="onnx")
    parser.add_argument("--seed", type=int, default=100)
    given = parser.parse_args()
    console = Console(width=110, markup=False, highlight=False)
    with own_domain(DOMAIN) as folder:
        by_fault = {fault: series(given, fault, folder, console) for fault in given.faults}
    console.print(table(by_fault))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
