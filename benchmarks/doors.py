# SPDX-License-Identifier: Apache-2.0
"""Doors and drawers: opened, used and closed again, each with another placement of the things. The physics judges.

For example:
    python -m benchmarks.doors --rounds 20
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.execution import carry_out
from benchmarks.execution_errands import Instruction
from benchmarks.execution_runs import CONTACT_N, Run
from benchmarks.own_system import own_domain
from makedo_cli.simulated_system import SimulatedSystem
from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.openings import value_of
from makedo_core.graph.scene_graph import NodeKind, RelationType, SceneGraph, State

LIMIT_S = 420.0  # of one instruction [s, wall]
TRIALS = {"fridge_1": "cookie_box", "drawer_1": "remote"}  # what is opened, and what is put into it
DEEDS = ("opened", "used", "closed")


@dataclass(frozen=True)
class Trial:
    """One piece of furniture opened, used and closed.

    Attributes:
        asset: its id.
        runs: of the three instructions.
        widest: joint value that it was opened to, as the robot felt it [rad or m]; 0: never.
        mistaken: largest difference between how far it was open and what the graph said after an instruction.
    """

    asset: str
    runs: tuple[Run, ...]
    widest: float
    mistaken: float = 0.0


def deeds(asset: str, label: str) -> tuple[Instruction, ...]:
    """What is said, and how the physics shows whether it was done."""

    def put(_: SceneGraph, after: SceneGraph) -> bool:
        return any(
            r.type is RelationType.INSIDE and after[r.source].label == label
            for r in after.incoming(asset)
            if after[r.source].kind is NodeKind.OBJECT
        )

    return (
        Instruction(f"Open {asset}", lambda _, after: State.OPEN in after[asset].states, asset),
        Instruction(f"Put the {label.replace('_', ' ')} inside {asset}", put, asset, label),
        Instruction(f"Close {asset}", lambda _, after: State.CLOSED in after[asset].states, asset),
    )


def swings(folder: Path) -> Iterator[float]:
    """Joint values that doors and drawers came to in the runs of a folder."""
    for trace in folder.glob("*/trace.jsonl"):
        for line in trace.read_text(encoding="utf-8").splitlines():
            event = json.loads(line)
            if event["event"] == "swung":
                yield float(event["after"])


def trial(asset: str, label: str, seed: int, detector: str, folder: Path, console: Console) -> Trial:
    """All three on a system of their own."""
    folder = folder / f"{asset}_{seed}"
    arguments = {"seed": str(seed), "runs_dir": str(folder), "detector": detector, "real_time_factor": "0"}
    runs = []
    mistaken = 0.0
    with SimulatedSystem(arguments) as system:
        for instruction in deeds(asset, label):
            run = Run(instruction.text, "none")
            carry_out(system, instruction, run, random.Random(seed), LIMIT_S)
            runs.append(run)
            said = "done" if run.ok else f"{run.cause}: {run.said}"
            judged = "done" if run.done else "not done"
            line = f"seed {seed}: {run.wall_s:4.0f} s  {run.text}: {said}; the physics: {judged}"
            mistaken = max(mistaken, mistake(asset, system.truth(), run))
            console.print(line, soft_wrap=True)
    return Trial(asset, tuple(runs), max(swings(folder), default=0.0), mistaken)


def mistake(asset: str, truth: SceneGraph, run: Run) -> float:
    """By how much the graph was wrong about how far something is open, at the end of a run [rad or m]."""
    if not run.folder:
        return 0.0
    known = graph_from_json((Path(run.folder) / "graph_after.json").read_text(encoding="utf-8"))
    return abs(value_of(known[asset]) - value_of(truth[asset]))


def table(trials: list[Trial]) -> Table:
    """One column a piece of furniture."""
    result = Table("", *TRIALS)
    by_asset = {asset: [t for t in trials if t.asset == asset] for asset in TRIALS}
    result.add_row("trials", *(str(len(ts)) for ts in by_asset.values()))
    for i, deed in enumerate(DEEDS):
        result.add_row(f"{deed}, says the physics", *(str(sum(t.runs[i].done for t in ts)) for ts in by_asset.values()))
    result.add_row("all three", *(str(sum(all(r.done for r in t.runs) for t in ts)) for ts in by_asset.values()))
    result.add_row("what it said was true", *(str(sum(r.true for t in ts for r in t.runs)) for ts in by_asset.values()))
    for name, pick in (("opened to, least [rad or m]", min), ("opened to, median", statistics.median)):
        result.add_row(name, *(f"{pick([t.widest for t in ts]):.2f}" if ts else "" for ts in by_asset.values()))
    worst = (max((t.mistaken for t in ts), default=None) for ts in by_asset.values())
    result.add_row("graph mistaken by, most [rad or m]", *("" if m is None else f"{m:.2f}" for m in worst))
    hard = {a: sum(len(r.contacts) for t in ts for r in t.runs) for a, ts in by_asset.items()}
    result.add_row(f"contacts over {CONTACT_N:.0f} N", *map(str, hard.values()))
    walls = {a: [sum(r.wall_s for r in t.runs) for t in ts] for a, ts in by_asset.items()}
    result.add_row("median wall time [s]", *(f"{statistics.median(w):.0f}" if w else "" for w in walls.values()))
    return result


def main() -> int:
    """Run and print; Ctrl-C prints what there is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=20, help="trials with each piece of furniture")
    parser.add_argument("--only", choices=tuple(TRIALS), help="this piece of furniture alone")
    parser.add_argument("--detector", default="onnx")
    parser.add_argument("--seed", type=int, default=300)
    parser.add_argument("--runs-dir", type=Path, help="keep the run folders here")
    given = parser.parse_args()
    console = Console(width=110, markup=False, highlight=False)
    trials: list[Trial] = []
    with own_domain() as folder:
        try:
            for seed in range(given.seed, given.seed + given.rounds):
                for asset, label in TRIALS.items():
                    if given.only in (None, asset):
                        trials.append(trial(asset, label, seed, given.detector, given.runs_dir or folder, console))
        except KeyboardInterrupt:
            console.print("interrupted; so far:")
    console.print(table(trials))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
