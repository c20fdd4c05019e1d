# SPDX-License-Identifier: Apache-2.0
"""Planning time of two checkouts, in turn: `python -m benchmarks.paired BEFORE [AFTER]` (AFTER: this one).

Every ContextMatters task is planned in both, BEFORE, AFTER, BEFORE, AFTER ..., each time in a process of its own, so
that whatever else the machine does slows both alike. A task's ratio is between its medians of CPU time.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
_ONCE = """
import json, sys, time
from benchmarks.contextmatters.run import _MAKEDO, data_folder, find_planner, load_tasks
plan, times = find_planner(_MAKEDO), {}
tasks = [task for task in load_tasks(data_folder()) if not sys.argv[1:] or task.family in sys.argv[1:]]
plan(tasks[0], None, tasks[0].graph())  # reads the ontology, once
for task in tasks:
    graph = task.graph()
    begun = time.process_time()
    plan(task, None, graph)
    times[task.id] = time.process_time() - begun
print(json.dumps(times))
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """CPU times of one task in two checkouts [s], a number a round."""

    task: str
    before_s: tuple[float, ...]
    after_s: tuple[float, ...]

    @property
    def ratio(self) -> float:
        """Median after, divided by the median before."""
        return statistics.median(self.after_s) / statistics.median(self.before_s)


def cpu_times(checkout: Path, families: Sequence[str] = ()) -> dict[str, float]:
    """CPU time of planning every task with the code of a checkout [s], once.

    Args:
        checkout: its folder; this process's interpreter runs the planner of its `benchmarks/contextmatters/`.
        families: only these; empty: all.
    """
    done = subprocess.run(
        [sys.executable, "-c", _ONCE, *families],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout)},
        stdout=subprocess.PIPE,
        check=True,
    )
    times: dict[str, float] = json.loads(done.stdout)
    return times


def in_turn(before: Path, after: Path, rounds: int, families: Sequence[str] = ()) -> list[Pair]:
    """The tasks that both checkouts have, measured in turn."""
    runs: list[tuple[Mapping[str, float], Mapping[str, float]]] = []
    for _ in range(rounds):
        runs.append((cpu_times(before, families), cpu_times(after, families)))
    tasks = [task for task in runs[0][0] if task in runs[0][1]]
    return [Pair(t, tuple(b[t] for b, _ in runs), tuple(a[t] for _, a in runs)) for t in tasks]


def summary(pairs: Sequence[Pair], slowest: int = 5) -> str:
    """Medians over the tasks, the median of their ratios, the ratio of the sums, and the tasks that became slowest."""
    before = [statistics.median(p.before_s) for p in pairs]
    after = [statistics.median(p.after_s) for p in pairs]
    sums, middle = (sum(before), sum(after)), (1e3 * statistics.median(before), 1e3 * statistics.median(after))
    lines = [
        f"{len(pairs)} tasks, {len(pairs[0].before_s)} rounds, CPU time",
        f"median of a task: {middle[0]:.1f} ms before, {middle[1]:.1f} ms after",
        f"median of the ratios after / before: {statistics.median(p.ratio for p in pairs):.2f}",
        f"sum over the tasks: {sums[0]:.2f} s before, {sums[1]:.2f} s after, ratio {sums[1] / sums[0]:.2f}",
    ]
    worst = sorted(pairs, key=lambda pair: -pair.ratio)[:slowest]
    return "\n".join([*lines, *(f"  {pair.ratio:.2f}  {pair.task}" for pair in worst)])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path, nargs="?", default=HERE)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--family", action="append", default=[], help="only these families")
    args = parser.parse_args()
    sys.stdout.write(summary(in_turn(args.before.resolve(), args.after.resolve(), args.rounds, args.family)) + "\n")


if __name__ == "__main__":
    main()
