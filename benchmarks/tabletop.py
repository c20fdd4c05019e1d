# SPDX-License-Identifier: Apache-2.0
"""The papers' table-top tasks, carried out by a Panda with the things placed anew each time. The physics judges.

Each trial starts the whole system on a placement of its own. What is done is kept in a file: called again, the
benchmark goes on from there.

    python -m benchmarks.tabletop --trials 10 --results tabletop.jsonl
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.execution import carry_out, left_to_do
from benchmarks.execution_errands import PRESSED, Instruction, loose
from benchmarks.execution_runs import CONTACT_N, Run, append_run, read_runs, spread
from benchmarks.own_system import own_domain
from makedo_cli.simulated_system import SimulatedSystem
from makedo_core.graph.scene_graph import SceneGraph

STRATEGY = "ontology"  # knows what comes first
LIMIT_S = 900.0  # of one instruction [s, wall]


@dataclass(frozen=True)
class TableTask:
    """One task.

    Attributes:
        scene: folder under scenes/.
        text: what is said.
        places: object -> where it is in the end, on or in it.
        first: objects that are put down before all others.
        pressed: button that must have been pushed in the end; empty: none.
        poured: what is poured from -> the container that must hold so many of its balls in the end, and how many.
    """

    scene: str
    text: str
    places: Mapping[str, str]
    first: tuple[str, ...] = ()
    pressed: str = ""
    poured: Mapping[str, tuple[str, int]] = field(default_factory=dict)

    def done(self, before: SceneGraph, after: SceneGraph) -> bool:
        """Whether everything is where it belongs, says a true graph."""
        there = all(_support(after, thing) == place for thing, place in self.places.items())
        there = there and all(loose(after, source, into) >= least for source, (into, least) in self.poured.items())
        return there and (not self.pressed or PRESSED in after[self.pressed].attributes)

    def in_order(self, put: Sequence[str]) -> bool:
        """Whether the first things were put down before the others; of each the last time counts."""
        last = {thing: i for i, thing in enumerate(put)}
        if not self.first or not last.keys() >= self.places.keys():
            return not self.first
        return max(last[t] for t in self.first) < min(last[t] for t in self.places if t not in self.first)


_PLATE = dict.fromkeys(("bowl_1", "banana_1", "apple_1"), "plate_1")
_BOXES, _CROCKERY = ("sugar_box_1", "tomato_can_1", "cracker_box_1"), ("plate_1", "cup_1")
_CLEARED = {**dict.fromkeys(_BOXES, "left_table"), **dict.fromkeys(_CROCKERY, "right_table")}
_SORTED = {**dict.fromkeys(("tomato_1", "tomato_2"), "crate_1"), "rotten_tomato_1": "bin_1"}
TASKS: Mapping[str, TableTask] = {
    "bowl, banana, apple": TableTask(
        "tabletop_dishes", "Put the bowl, the banana and the apple on the plate", _PLATE, ("bowl_1",)
    ),
    "banana, apple, bowl": TableTask(
        "tabletop_dishes", "Put the banana, the apple and the bowl on the plate", _PLATE, ("bowl_1",)
    ),
    "clear, boxes first": TableTask(
        "tabletop_clearing",
        "Clean table, move sugar_box, tomato_can, and cracker_box to the left table, "
        "move plate and cup to the right table",
        _CLEARED,
        _BOXES,
    ),
    "clear, crockery first": TableTask(
        "tabletop_clearing",
        "Clean table, move plate and cup to the right table, "
        "move sugar_box, tomato_can, and cracker box to the left table",
        _CLEARED,
        _BOXES,
    ),
    "clear by kind": TableTask(
        "tabletop_clearing",
        "Clean table, move crockery items to the right table, move boxed food items to the left table",
        _CLEARED,
        _BOXES,
    ),
    "tomatoes": TableTask(
        "tabletop",
        "Put the tomatoes into the crate and the rotten tomatoes into the bin. "
        "Once you have completed these steps, press the button",
        _SORTED,
        pressed="button_1",
    ),
    "tomatoes, crate upside down": TableTask(
        "tabletop_crate",
        "Put the tomatoes into the crate and the rotten tomatoes into the bin. "
        "Once you have completed these steps, press the button",
        _SORTED,
        pressed="button_1",
    ),
    "nuts": TableTask(
        "tabletop_pouring",
        "Pour the nuts into the bowl",
        {"nuts_cup_1": "table_1"},
        poured={"nuts_cup_1": ("bowl_1", 7)},  # of 8
    ),
}


def _support(graph: SceneGraph, thing: str) -> str:
    """What a thing is in, on, or held by; empty: nothing."""
    placement = graph.placement(thing)
    return "" if placement is None else placement.target


def put_down(trace: Path) -> tuple[str, ...]:
    """Things that were put somewhere in a run, in that order."""
    calls = []
    for line in trace.read_text(encoding="utf-8").splitlines():
        event = json.loads(line)
        if event["event"] == "step" and event["cause"] == "SUCCESS" and event["call"].startswith("put_"):
            calls.append(event["call"].partition("(")[2].partition(",")[0])
    return tuple(calls)


def trial(name: str, index: int, seed: int, folder: Path) -> Run:
    """One task on a system of its own."""
    task = TASKS[name]
    given = {"robot": "panda", "scene": task.scene, "seed": str(seed + index), "runs_dir": str(folder)}
    run = Run(task.text, "none", index, scene=task.scene, robot="panda")
    with SimulatedSystem({**given, "real_time_factor": "0"}) as system:
        instruction = Instruction(task.text, task.done, "", strategy=STRATEGY)
        carry_out(system, instruction, run, random.Random(seed), LIMIT_S)
    if run.folder:
        run.done = run.done and task.in_order(put_down(Path(run.folder) / "trace.jsonl"))
    return replace(run, fault=name)  # it distinguishes rows of the file and of the table


def table(runs: Sequence[Run]) -> Table:
    """A row for each task."""
    heads = ("task", "false sentences", "trials", "done, says the physics", "said the truth", "new plans")
    result = Table(*heads, f"> {CONTACT_N:.0f} N", "wall s")
    for name in TASKS:
        mine = [r for r in runs if r.fault == name]
        counts = (
            f"{sum(len(r.false) for r in mine)} of {sum(r.sentences for r in mine)}",
            len(mine),
            sum(r.done for r in mine),
            sum(r.true for r in mine),
            sum(r.rungs.get("replan", 0) for r in mine),
            sum(len(r.contacts) for r in mine),
        )
        result.add_row(name, *map(str, counts), spread(r.wall_s for r in mine))
    return result


def main() -> int:
    """Run and print; Ctrl-C prints what there is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--trials", type=int, default=10, help="of each task")
    parser.add_argument("--tasks", nargs="+", choices=TASKS, default=list(TASKS))
    parser.add_argument("--seed", type=int, default=500)
    parser.add_argument("--budget", type=float, default=float("inf"), help="no trial begins after this [s, wall]")
    parser.add_argument("--results", type=Path, help="file of what was done: what is in it is not done again")
    parser.add_argument("--runs-dir", type=Path, help="keep the run folders here")
    given = parser.parse_args()
    console = Console(width=150, markup=False, highlight=False)
    runs = read_runs(given.results) if given.results else []
    begun = time.monotonic()
    try:
        with own_domain() as folder:
            for index, name in left_to_do(given.tasks, given.trials, runs):
                if time.monotonic() - begun > given.budget:
                    break
                run = trial(name, index, given.seed, given.runs_dir or folder)
                runs.append(run)
                if given.results:
                    append_run(given.results, run)
                said = "done" if run.ok else f"{run.cause}: {run.said}"
                judged = "done" if run.done else "not done"
                line = f"{name} {index}: {run.wall_s:4.0f} s: {said}; the physics: {judged}"
                console.print(line, soft_wrap=True)
    except KeyboardInterrupt:
        console.print("interrupted; so far:")
    console.print(table(runs))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
