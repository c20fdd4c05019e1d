# SPDX-License-Identifier: Apache-2.0
"""Runs the benchmark's own scorer of definitions; a program of its own, which another Python may run.

    python score_definitions.py FOLDER WORK WORLD

FOLDER holds the unpacked wheel, WORK/answers.json the answers, WORLD is virtualhome or behavior. WORK/said.json has
what the scorer counted of each task: right, wrong and missed predicates of preconditions and of effects, actions that
were not asked for, and whether its planner found a plan. The scorer writes sums alone, so its workers' answers are kept
on the way; its planner is Fast Downward of the package up-fast-downward, which the scorer itself would fetch and build.
It imports nothing of Makedo.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from multiprocessing import Pool
from pathlib import Path
from types import SimpleNamespace
from typing import Any

SCORER = "virtualhome_eval.evaluation.transition_modeling.scripts.evaluate_results"
PARTS = {"precondition": "precond_action_type", "effect": "effect_action_type"}
SETTING = "transition_modeling"


class KeptPool:
    """The scorer's pool of processes, as many as there are cores; what it answers is kept by task."""

    kept: dict[str, tuple[Any, str]] = {}  # noqa: RUF012 - one for all pools, for the scorer makes them

    def __init__(self, processes: int = 0) -> None:
        del processes  # the scorer's 32 would each plan at once
        self._pool = Pool(os.cpu_count() or 1)

    def map(self, work: Callable[[Any], Any], tasks: Iterable[Any]) -> list[Any]:
        """All answers in the order of the tasks."""
        given = list(tasks)
        answers = self._pool.map(work, given, chunksize=1)
        self.kept.update({one[0]["identifier"]: answer for one, answer in zip(given, answers, strict=True)})
        return answers

    def close(self) -> None:
        """No more tasks."""
        self._pool.close()

    def join(self) -> None:
        """All processes have ended."""
        self._pool.join()


def main(folder: Path, work: Path, world: str) -> int:
    """Score all answers."""
    sys.path.insert(0, str(folder))
    scorer: Any = importlib.import_module(SCORER)
    package = importlib.util.find_spec("up_fast_downward")  # not imported: it would need another package for that
    if package is None or package.origin is None:
        raise ModuleNotFoundError("No module named 'up_fast_downward'")
    program = Path(package.origin).with_name("downward") / "fast-downward.py"
    scorer.FD._install_fd = lambda self: None
    made = scorer.FD.__init__

    def init(self: Any, *args: Any, **more: Any) -> None:
        made(self, *args, **more)
        self._exec = f"{sys.executable} {program}"

    scorer.FD.__init__ = init
    scorer.Pool = KeptPool
    answers = json.loads((work / "answers.json").read_text(encoding="utf-8"))
    if answers:
        scorer.evaluate_results(_given(folder / "virtualhome_eval" / "resources", work, world, answers))
    said = {task: _counts(*answer) for task, answer in KeptPool.kept.items()}
    (work / "said.json").write_text(json.dumps(said), encoding="utf-8")
    return 0


def _given(resources: Path, work: Path, world: str, answers: list[dict[str, str]]) -> SimpleNamespace:
    """The settings of the scorer; it writes beside its resources, so those are linked to from the working folder."""
    place, links = work / "told" / world / SETTING, work / "resources" / world
    for folder in (place, links, work / "sums"):
        folder.mkdir(parents=True, exist_ok=True)
    for one in (resources / world).iterdir():
        if one.name != "pddl_files":
            (links / one.name).symlink_to(one.resolve())
    (place / "makedo_outputs.json").write_text(json.dumps(answers), encoding="utf-8")
    return SimpleNamespace(
        dataset=world,
        llm_response_path=str(work / "told"),
        resource_dir=str(work / "resources"),
        output_dir=str(work / "sums"),
    )


def _counts(counted: Mapping[str, Any] | None, log: str | None) -> dict[str, Any]:
    if counted is None or counted["format_wrong_num"] == 1:
        return {"read": False}
    sums = {part: [sum(c) for c in zip(*counted[key].values(), strict=True)] for part, key in PARTS.items()}
    return {
        "read": True,
        **sums,
        "by_action": {part: {a: c for a, c in counted[key].items() if any(c)} for part, key in PARTS.items()},
        "not_asked": counted["hallucination_num"],
        "planned": " succeeded" in (log or ""),
    }


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]))
