# SPDX-License-Identifier: Apache-2.0
"""The kitchen tasks by hierarchical planning without a model: `python benchmarks/kitchen.py`.

The goal is given; the kitchen and its ground truths are ours, so the paper's figures are near in kind only.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from makedo_eval.kitchen.metrics import Lengths, aligned, length_discrepancy, plan_correctness, verified_share
from makedo_eval.kitchen.tasks import kitchen_tasks
from planner_node.pddl.simulate import simulate
from planner_node.search import Limits
from planner_node.strategies.hierarchical.library import MacroLibrary
from planner_node.strategies.hierarchical.model_free import plan_task


def main() -> None:
    """Plan every task, first alone and then with what was learnt in all of them, and print."""
    console = Console(width=110)
    library = MacroLibrary()
    for title, store in (("alone", None), ("learning", library), ("with what was learnt", library)):
        table = Table(title=f"hierarchical planning without a model, {title}")
        columns = ("task", "steps", "truth", "paper's truth", "macro actions", "PC", "LD", "EPV", "states", "CPU s")
        for column in columns:
            table.add_column(column, justify="left" if column == "task" else "right")
        correct, longer = [], []
        for task in kitchen_tasks():
            begun = time.process_time()
            planned = plan_task(task.task, Limits(), store)
            cpu_s = time.process_time() - begun
            calls = planned.plan.calls
            truth = aligned(calls, task.truths)
            run = simulate(task.task, calls)
            correct.append(plan_correctness(calls, truth))
            longer.append(length_discrepancy(calls, truth))
            table.add_row(
                f"{task.id} {task.name}",
                str(len(calls)),
                str(len(truth)),
                str(task.paper_steps),
                str(len(planned.plan.macros)),
                f"{correct[-1]:.0%}",
                f"{longer[-1]:+.0%}",
                f"{verified_share(len(run.states) - 1, len(calls)):.0%}",
                str(planned.states),
                f"{cpu_s:.2f}",
            )
        console.print(table)
        lengths = Lengths.of(longer)
        console.print(f"mean PC {sum(correct) / len(correct):.2%} (paper: Gemini 94.19 %, Phi-3 59.66 %)")
        spread = f"from {lengths.least:+.0%} to {lengths.greatest:+.0%}"
        console.print(f"mean LD {lengths.mean:+.2%}, {spread} (paper: +109 %, +203 %)\n")


if __name__ == "__main__":
    main()
