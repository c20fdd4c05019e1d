# SPDX-License-Identifier: Apache-2.0
"""Random instructions carried out by the whole system, with and without something going wrong on the way.

The physics judges: what the robot says it did is compared with where things are. Every few instructions the system is
started anew with another placement of the things. What is done is kept in a file: called again, it goes on from there.

    python -m benchmarks.execution --instructions 10 --faults none slip stuck --results execution.jsonl --budget 300
    python -m benchmarks.execution --scenes home workshop tabletop --robots tiago_sim panda --results execution.jsonl
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

from rich.console import Console
from typing_extensions import Self

from benchmarks.execution_disk import SmallDisk, bring_home, not_kept, small_disk
from benchmarks.execution_errands import STAGES, Instruction, Stage, instructions
from benchmarks.execution_faults import FAULTS, Fault
from benchmarks.execution_runs import (
    CONTACT_N,
    Contact,
    Run,
    append_run,
    fault_table,
    judge_things,
    read_runs,
    read_trace,
    skill_table,
)
from benchmarks.own_system import own_domain
from makedo_cli.simulated_system import SimulatedSystem
from makedo_core.failure import FailureCause
from makedo_core.files.scene_json import graph_to_json
from makedo_core.graph.scene_graph import SceneGraph

LASTING = ("block", "person")  # the box would stay in the way; a person detector that falls silent holds the robot
ROBOTS = tuple(dict.fromkeys(stage.robot for stage in STAGES))


class Meanwhile(Protocol):
    """A context in which something goes wrong while an instruction is carried out."""

    @property
    def happened(self) -> bool:
        """Whether it came about."""

    def told(self, message: Any) -> None:
        """The feedback of the instruction's ROS action."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def carry_out(
    system: SimulatedSystem,
    instruction: Instruction,
    run: Run,
    rng: random.Random,
    limit_s: float,
    fault: Meanwhile | None = None,
    disk: SmallDisk | None = None,
    laid: SceneGraph | None = None,
) -> None:
    """Carry one out and ask the physics.

    Args:
        system: that does it.
        instruction: what is said.
        run: is filled in; its fault is what goes wrong.
        rng: draws when.
        limit_s: of the instruction [s, wall].
        fault: what goes wrong in place of that.
        disk: that the system writes to, if it may be full.
        laid: how the scene was at the start; None: no earlier fault has changed how its things look.
    """
    from makedo.action import ExecuteInstruction
    from makedo_core.failure import Outcome
    from makedo_ros.conversions.nouns import outcome_from_ros
    from makedo_ros.runtime.action_client import ActionClient
    from makedo_ros.runtime.clients import CallError, finish, send_goal

    _contacts(system)
    report = ""
    before, begun = system.truth(), time.monotonic()
    client = ActionClient(system.node, ExecuteInstruction, "execute_instruction")
    try:
        with fault or Fault(system, run.fault, rng, instruction.target, instruction.place, disk) as happening:
            goal = ExecuteInstruction.Goal(instruction=instruction.words, strategy=instruction.strategy)
            name = "execute_instruction"
            handle = send_goal(client, goal, name, timeout_s=10.0, feedback=happening.told)
            result = finish(handle, name, limit_s).result
        run.ended(outcome_from_ros(result.outcome))
        run.relaxed, run.folder = bool(result.relaxations), result.run_folder
        report = result.goal_text
    except CallError as error:
        run.ended(Outcome(error.cause, str(error)))
    run.happened = happening.happened
    run.wall_s = time.monotonic() - begun
    after = system.truth()
    run.done = instruction.done(before, after)
    run.reported(report, after, laid or before)
    judge_things(run, before, after, instruction.label)
    labels = {n.id: n.label for n in before}
    run.contacts = tuple(
        c for c in _contacts(system) if c.force_n > CONTACT_N and labels.get(c.other, "") != (instruction.label or None)
    )
    if disk is not None and run.happened:
        run.lost = not_kept(disk, Path(run.folder) if run.folder else None, _revision(system), run.said)
    if run.folder:
        keep_truth(Path(run.folder), before, after)
        read_trace(run, Path(run.folder) / "trace.jsonl")


def keep_truth(folder: Path, before: SceneGraph, after: SceneGraph) -> None:
    """Write where things were and are beside what the robot knew, so that a failure can be explained afterwards."""
    for name, graph in (("truth_before", before), ("truth_after", after)):
        (folder / f"{name}.json").write_text(graph_to_json(graph) + "\n", encoding="utf-8")


def _revision(system: SimulatedSystem) -> int:
    """Of the newest scene graph."""
    from makedo.srv import GetSceneGraph
    from makedo_ros.runtime.clients import call

    client = system.node.create_client(GetSceneGraph, "get_scene_graph")
    return int(call(client, GetSceneGraph.Request(), 10.0).graph.revision)


def _contacts(system: SimulatedSystem) -> list[Contact]:
    """What was touched since the last call, but for what the fingers did."""
    from makedo.srv import GetContacts
    from makedo_ros.runtime.clients import call

    answer = call(system.node.create_client(GetContacts, "simulation/contacts"), GetContacts.Request(clear=True), 10.0)
    touches = zip(answer.robot, answer.other, answer.force_n, answer.first_s, strict=True)
    return [Contact(*touch) for touch in touches]


def left_to_do(faults: Sequence[str], instructions_each: int, done: Sequence[Run]) -> list[tuple[int, str]]:
    """Index and fault of what is not in the file yet, a round of all faults after the other."""
    there = {(r.index, r.fault) for r in done}
    return [(i, f) for i in range(instructions_each) for f in faults if (i, f) not in there]


def series(given: argparse.Namespace, folder: Path, runs: list[Run], console: Console) -> None:
    """All that is left, a start on each stage after the other; one ends early when a part of the system died."""
    begun = time.monotonic()
    left = {
        stage: left_to_do(given.faults, given.instructions, [r for r in runs if r.stage == str(stage)])
        for stage in stages(given.scenes, given.robots)
    }
    while any(left.values()):
        for stage in [stage for stage in left if left[stage]]:
            if time.monotonic() - begun > given.budget:
                return
            _one_start(given, folder, stage, left[stage], begun, runs, console)


def stages(scenes: Sequence[str], robots: Sequence[str]) -> tuple[Stage, ...]:
    """The pairs of these scenes and robots that belong together.

    Raises:
        SystemExit: if there is none.
    """
    found = tuple(s for s in STAGES if s.scene in scenes and s.robot in robots)
    if not found:
        pairs = ", ".join(map(str, STAGES))
        raise SystemExit(f"none of these robots belongs into one of these scenes; there are: {pairs}")
    return found


def _one_start(
    given: argparse.Namespace,
    folder: Path,
    stage: Stage,
    left: list[tuple[int, str]],
    begun: float,
    runs: list[Run],
    console: Console,
) -> None:
    """Up to `--per-start` instructions on one system; they are taken out of `left`."""
    arguments = {
        "robot": stage.robot,
        "scene": stage.scene,
        "seed": str(given.seed + left[0][0]),
        "runs_dir": str(given.runs_dir or folder),
        "detector": stage.detector or given.detector,
        "real_time_factor": "0",
    }
    with ExitStack() as ending:
        disk = ending.enter_context(small_disk()) if any(fault == "disk_full" for _, fault in left) else None
        if disk is not None:
            arguments |= disk.arguments
            ending.enter_context(disk.environment())
        system = ending.enter_context(SimulatedSystem(arguments))
        laid = system.truth()
        for _ in range(given.per_start):
            if not left or time.monotonic() - begun > given.budget:
                return
            index, fault = left.pop(0)
            rng = random.Random(f"{given.seed} {fault} {index}")
            instruction = next(instructions(system.truth(), rng, fault, drives=stage.drives), None)
            if instruction is None or (fault == "block" and not stage.drives):
                console.print(f"{stage} {fault}: nothing can be asked for here at which that could go wrong")
                continue
            run = Run(instruction.words, fault, index, scene=stage.scene, robot=stage.robot)
            carry_out(system, instruction, run, rng, given.limit, disk=disk, laid=laid)
            if disk is not None and run.folder:
                run.folder = str(bring_home(Path(run.folder), given.runs_dir or folder))
            runs.append(run)
            if given.results:
                append_run(given.results, run)
            console.print(_line(run), soft_wrap=True)
            lost = system.deaths or run.cause in (FailureCause.COMPONENT_LOST.name, FailureCause.TIMEOUT.name)
            if lost or fault in LASTING:
                return


def _line(run: Run) -> str:
    said = "done" if run.ok else f"{run.cause}: {run.said}"
    judged = "done" if run.done else "not done"
    line = f"{run.stage} {run.fault:13} {run.wall_s:4.0f} s  {run.text}: {said}; the physics: {judged}"
    line += "".join(f"; FALSE: {sentence}" for sentence in run.false)
    return line + "".join(f"; NOT KEPT: {what}" for what in run.lost)


def main() -> int:
    """Run and print; Ctrl-C prints what there is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--instructions", type=int, default=10, help="for each fault")
    parser.add_argument("--per-start", type=int, default=6, help="instructions before the system is started anew")
    parser.add_argument("--faults", nargs="+", choices=FAULTS, default=["none"])
    parser.add_argument("--scenes", nargs="+", choices=list(dict.fromkeys(s.scene for s in STAGES)), default=["home"])
    parser.add_argument("--robots", nargs="+", choices=ROBOTS, default=list(ROBOTS), help="those that belong there")
    parser.add_argument("--detector", default="onnx", help="in the home; other scenes have one that knows them")
    parser.add_argument("--seed", type=int, default=100)
    parser.add_argument("--limit", type=float, default=240.0, help="of one instruction [s, wall]")
    parser.add_argument("--budget", type=float, default=float("inf"), help="no instruction begins after this [s, wall]")
    parser.add_argument("--results", type=Path, help="file of what was done: what is in it is not done again")
    parser.add_argument("--runs-dir", type=Path, help="keep the run folders here")
    given = parser.parse_args()
    console = Console(width=150, markup=False, highlight=False)
    runs = read_runs(given.results) if given.results else []
    try:
        with own_domain() as folder:
            series(given, folder, runs, console)
    except KeyboardInterrupt:
        console.print("interrupted; so far:")
    console.print(fault_table(runs))
    console.print(skill_table(runs))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
