# SPDX-License-Identifier: Apache-2.0
"""Random instructions carried out by the whole system, with and without something going wrong on the way.

The physics judges: what the robot says it did is compared with where things are. Every few instructions the system is
started anew with another placement of the things. What is done is kept in a file: called again, it goes on from there.

    python -m benchmarks.execution --instructions 10 --faults none slip stuck --results execution.jsonl --budget 300
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

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
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph, State
from makedo_core.sight.colours import colours_among

GRIPPER_M = 0.08
SURFACES = ("table_1", "table_2", "table_3", "counter_1")
LASTING = ("block", "person")  # the box would stay in the way; a person detector that falls silent holds the robot
BY_LOOKS = ("lookalike", "colour")  # the instruction names the colour of the thing that it is about
Judge = Callable[[SceneGraph, SceneGraph], bool]


@dataclass(frozen=True)
class Instruction:
    """What is said, and how the physics shows whether it was done (before, after).

    Attributes:
        target: the object or asset that it is about.
        label: of the object that it is about; empty: none.
        place: a surface that it is not about.
        strategy: that plans; empty: as configured.
    """

    text: str
    done: Judge
    target: str
    label: str = ""
    place: str = ""
    strategy: str = ""


def instructions(truth: SceneGraph, rng: random.Random, fault: str = "none") -> Iterator[Instruction]:
    """An endless stream of things that can be done in this home as it stands, and of which a fault can be part."""
    things = [n for n in truth.of_kind(NodeKind.OBJECT) if _can_be_taken(truth, n)]
    count = Counter(n.label for n in truth.of_kind(NodeKind.OBJECT))
    while True:
        choice = 0.15 if fault == "stuck" else rng.uniform(0.3, 1.0) if fault != "none" else rng.random()
        if choice < 0.1:
            turn, wanted = ("off", State.OFF) if State.ON in truth["lamp_1"].states else ("on", State.ON)
            yield Instruction(f"Turn {turn} the lamp", _is("lamp_1", wanted), "lamp_1")
        elif choice < 0.2:
            do, wanted = ("Open", State.OPEN) if State.CLOSED in truth["fridge_1"].states else ("Close", State.CLOSED)
            yield Instruction(f"{do} the fridge", _is("fridge_1", wanted), "fridge_1")
        else:
            by_looks = fault in BY_LOOKS
            fitting = [n for n in things if fault != "move_object" or count[n.label] == 1]
            thing = rng.choice([n for n in fitting if not by_looks or colours_among(n.attributes)] or fitting)
            looks = colours_among(thing.attributes) if by_looks else ()
            there = {p.target for n in truth if n.label == thing.label and (p := truth.placement(n.id)) is not None}
            free = [s for s in SURFACES if s in truth and s not in there]  # elsewhere it is as good as brought
            if len(free) < 2:
                continue
            target, place, *_ = rng.sample(free, 2)
            text = f"Bring the {' '.join((*looks, thing.label.replace('_', ' ')))} to {target}"
            yield Instruction(text, _brought(thing.label, target, looks), thing.id, thing.label, place)


def _can_be_taken(truth: SceneGraph, node: Node) -> bool:
    placement = truth.placement(node.id)
    return placement is not None and placement.target in SURFACES and min(node.size[:2]) < GRIPPER_M


def _is(node_id: str, state: State) -> Judge:
    return lambda _, after: state in after[node_id].states


def _brought(label: str, target: str, looks: Collection[str] = ()) -> Judge:
    def count(graph: SceneGraph) -> int:
        there = [graph[i] for i in graph.contents(target)]
        return sum(n.label == label and n.attributes.issuperset(looks) for n in there)

    return lambda before, after: count(after) > count(before)


def carry_out(system: SimulatedSystem, instruction: Instruction, run: Run, rng: random.Random, limit_s: float) -> None:
    """Carry one out and ask the physics."""
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
        with Fault(system, run.fault, rng, instruction.target, instruction.place) as fault:
            goal = ExecuteInstruction.Goal(instruction=instruction.text, strategy=instruction.strategy)
            name = "execute_instruction"
            handle = send_goal(client, goal, name, timeout_s=10.0, feedback=fault.told)
            result = finish(handle, name, limit_s).result
        run.ended(outcome_from_ros(result.outcome))
        run.relaxed, run.folder = bool(result.relaxations), result.run_folder
        report = result.goal_text
    except CallError as error:
        run.ended(Outcome(error.cause, str(error)))
    run.happened = fault.happened
    run.wall_s = time.monotonic() - begun
    after = system.truth()
    run.done = instruction.done(before, after)
    run.reported(report, after)
    judge_things(run, before, after, instruction.label)
    labels = {n.id: n.label for n in before}
    run.contacts = tuple(
        c for c in _contacts(system) if c.force_n > CONTACT_N and labels.get(c.other, "") != (instruction.label or None)
    )
    if run.folder:
        keep_truth(Path(run.folder), before, after)
        read_trace(run, Path(run.folder) / "trace.jsonl")


def keep_truth(folder: Path, before: SceneGraph, after: SceneGraph) -> None:
    """Write where things were and are beside what the robot knew, so that a failure can be explained afterwards."""
    for name, graph in (("truth_before", before), ("truth_after", after)):
        (folder / f"{name}.json").write_text(graph_to_json(graph) + "\n", encoding="utf-8")


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
    """All that is left; the system is started anew every `--per-start`, and when a part of it died."""
    begun = time.monotonic()
    left = left_to_do(given.faults, given.instructions, runs)
    while left:
        arguments = {
            "seed": str(given.seed + left[0][0]),
            "runs_dir": str(given.runs_dir or folder),
            "detector": given.detector,
            "real_time_factor": "0",
        }
        with SimulatedSystem(arguments) as system:
            for _ in range(given.per_start):
                if not left or time.monotonic() - begun > given.budget:
                    return
                index, fault = left.pop(0)
                rng = random.Random(f"{given.seed} {fault} {index}")
                instruction = next(instructions(system.truth(), rng, fault))
                run = Run(instruction.text, fault, index)
                carry_out(system, instruction, run, rng, given.limit)
                runs.append(run)
                if given.results:
                    append_run(given.results, run)
                said = "done" if run.ok else f"{run.cause}: {run.said}"
                judged = "done" if run.done else "not done"
                line = f"{fault:13} {run.wall_s:4.0f} s  {run.text}: {said}; the physics: {judged}"
                line += "".join(f"; FALSE: {sentence}" for sentence in run.false)
                console.print(line, soft_wrap=True)
                lost = system.deaths or run.cause in (FailureCause.COMPONENT_LOST.name, FailureCause.TIMEOUT.name)
                if lost or fault in LASTING:
                    break


def main() -> int:
    """Run and print; Ctrl-C prints what there is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--instructions", type=int, default=10, help="for each fault")
    parser.add_argument("--per-start", type=int, default=6, help="instructions before the system is started anew")
    parser.add_argument("--faults", nargs="+", choices=FAULTS, default=["none"])
    parser.add_argument("--detector", default="onnx")
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
