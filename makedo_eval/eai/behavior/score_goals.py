# SPDX-License-Identifier: Apache-2.0
"""Runs the benchmark's own scorer of BEHAVIOR's goals; a program of its own, which another Python may run.

    python score_goals.py FOLDER WORK

FOLDER holds the unpacked wheel, WORK/answers.json the answers. WORK/said.json has what the scorer counts of each task:
right, wrong and missed goals, of states and of relations. Its module imports the simulator iGibson and uses nothing of
it, so an empty module stands in for that. It imports nothing of Makedo.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

SCORER = "behavior_eval.evaluation.goal_interpretation.scripts.evaluate_results"
COUNTS = ("num_satisfied_conditions", "num_false_positive_conditions", "num_unsatisfied_conditions")
PARTS = ("state_goal", "relation_goal", "overall")


def main(folder: Path, work: Path) -> int:
    """Score all answers."""
    sys.path.insert(0, str(folder))
    sys.modules["igibson"] = ModuleType("igibson")
    states = sys.modules["igibson.object_states"] = ModuleType("igibson.object_states")
    sys.modules["igibson"].object_states = states  # type: ignore[attr-defined]
    scorer: Any = importlib.import_module(SCORER)
    references = scorer.goal_interpretation_data()
    answers = json.loads((work / "answers.json").read_text(encoding="utf-8"))
    said = {one["identifier"]: _counts(scorer, references, one) for one in answers}
    (work / "said.json").write_text(json.dumps(said), encoding="utf-8")
    return 0


def _counts(scorer: Any, references: Any, answer: dict[str, str]) -> dict[str, list[int]]:
    task = answer["identifier"]
    read, _ = scorer.parse_json(answer["llm_output"], "makedo")
    wanted = references.demo_to_conds[task]["goal_conditions"]
    found, _ = scorer.evaluate_dataset([{"identifier": task, "llm_output": read, "reference": wanted}], references)
    return {part: [found[part][count] for count in COUNTS] for part in PARTS}


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
