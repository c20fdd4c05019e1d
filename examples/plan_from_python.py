# SPDX-License-Identifier: Apache-2.0
"""Plan an instruction from Python: no ROS, no robot, no language model.

Run it: .venv/bin/python examples/plan_from_python.py "Bring 4 kid snacks to table_2"
"""

from __future__ import annotations

import sys

from makedo_core.files.scene_files import scene_file
from makedo_core.files.scene_json import graph_from_json
from planner_node.assembly import Choices, assemble
from planner_node.task import PlanningTask


def main(instruction: str) -> int:
    """Plan in the home that comes with Makedo; print what will be done, what was changed and why."""
    graph = graph_from_json(scene_file("home").read_text())
    planner = assemble(Choices(), environ={})  # keys of language models would be looked up there
    result = planner.plan(PlanningTask(instruction, graph))
    if result.plan is None:
        print(f"refused, {result.outcome.cause.name}: {result.outcome}")
        return 1
    print(result.explanation)
    for change in result.plan.relaxations:
        print(f"changed: {change}")
    for call in result.plan.calls:
        print(f"- {call}")  # e.g. pick_up(apple_1, table_1)
    print(f"relaxation cost {result.plan.relaxation_cost:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(" ".join(sys.argv[1:]) or "Bring 4 kid snacks to table_2"))
