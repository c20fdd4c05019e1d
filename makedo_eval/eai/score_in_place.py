# SPDX-License-Identifier: Apache-2.0
"""Runs the benchmark's own scorer; a program of its own, which another Python may run. It imports nothing of Makedo.

    python score_in_place.py FOLDER WORK SETTING

FOLDER holds the unpacked wheel, WORK/answers.json the answers. WORK/said.json has what the scorer says of each task:
for action_sequencing and goal_interpretation the lines of its log, for it writes sums alone (where it breaks off at a
task of the former, the rest is scored without that task); for subgoal_decomposition the one line that it writes of a
task. There the scorer copies every state that it has been in for every step; here it does so by pickle, which makes the
same copies in a tenth of the time. For goal_prompts, which needs no answers, said.json has the prompt of each task, as
the benchmark's generator writes it.
"""

from __future__ import annotations

import importlib
import json
import logging
import pickle
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

SCORER = "virtualhome_eval.evaluation.{}.scripts.evaluate_results"
GENERATOR = "virtualhome_eval.evaluation.goal_interpretation.scripts.generate_prompts"
SUBGOALS = "subgoal_decomposition"
GOALS = "goal_interpretation"
GOAL_PROMPTS = "goal_prompts"
BROKEN = "the scorer broke off: "


class ScoreLog(logging.Handler):
    """Collects what is logged, by task."""

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[str, list[str]] = {}
        self.current = ""

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line with the task that is being scored."""
        line = record.getMessage()
        if begun := re.match(r"Task is .*, file_id is (\S+)$", line):
            self.current = begun[1]
            self.said[self.current] = []
        elif line.startswith("Program number:"):
            self.current = ""
        elif self.current:
            self.said[self.current].append(line[:300])


def main(folder: Path, work: Path, setting: str) -> int:
    """Score all answers."""
    sys.path.insert(0, str(folder))
    answers = json.loads((work / "answers.json").read_text(encoding="utf-8"))
    package = folder / "virtualhome_eval"
    if setting == GOAL_PROMPTS:
        said = _prompts(importlib.import_module(GENERATOR), package, work)
    else:
        score = {SUBGOALS: _subgoals, GOALS: _goals}.get(setting, _actions)
        said = score(importlib.import_module(SCORER.format(setting)), package, work, answers)
    (work / "said.json").write_text(json.dumps(said), encoding="utf-8")
    return 0


def _prompts(generator: Any, package: Path, work: Path) -> dict[str, list[str]]:
    generator.generate_prompts(_given(work, package, GOALS, []))
    told = json.loads((work / "sums" / "helm_prompt.json").read_text(encoding="utf-8"))
    return {one["identifier"]: [one["llm_prompt"]] for one in told}


def _goals(scorer: Any, package: Path, work: Path, answers: list[dict[str, str]]) -> dict[str, list[str]]:
    listener = _listening()
    if answers:
        scorer.evaluate_results(_given(work, package, GOALS, answers))
    return listener.said


def _subgoals(scorer: Any, package: Path, work: Path, answers: list[dict[str, str]]) -> dict[str, list[str]]:
    copying: Any = importlib.import_module("copy")
    copying.deepcopy = lambda x, memo=None: pickle.loads(pickle.dumps(x, -1))
    settings = _given(work, package, SUBGOALS, answers)
    if answers:
        scorer.evaluate_results(settings)
    told = work / "sums" / "makedo" / "error_info.json"
    found = json.loads(told.read_text(encoding="utf-8")) if answers else {}
    return {task: [str(one["info"])] for task, one in found.items()}


def _actions(scorer: Any, package: Path, work: Path, answers: list[dict[str, str]]) -> dict[str, list[str]]:
    listener = _listening()
    while answers:
        _score(scorer, package, work, answers, listener)
        answers = answers[1 + [a["identifier"] for a in answers].index(listener.current) :] if listener.current else []
    return listener.said


def _listening() -> ScoreLog:
    listener = ScoreLog()
    logging.getLogger("virtualhome_eval").addHandler(listener)
    logging.getLogger("virtualhome_eval").setLevel(logging.INFO)
    logging.getLogger("virtualhome_eval").propagate = False
    return listener


def _given(work: Path, package: Path, setting: str, answers: list[dict[str, str]]) -> SimpleNamespace:
    """The settings of the scorer, for answers that are written where it looks for them."""
    place = work / "virtualhome" / setting
    place.mkdir(parents=True, exist_ok=True)
    (work / "sums").mkdir(exist_ok=True)
    (place / "makedo_outputs.json").write_text(json.dumps(answers), encoding="utf-8")
    return SimpleNamespace(
        dataset="virtualhome",
        llm_response_path=str(work),
        resource_dir=str(package / "resources"),
        dataset_dir=str(package / "dataset"),
        output_dir=str(work / "sums"),
        evaluation_dir=str(package / "evaluation"),
        scene_id=1,
        num_workers=1,
    )


def _score(scorer: Any, package: Path, work: Path, answers: list[dict[str, str]], listener: ScoreLog) -> None:
    settings = _given(work, package, "action_sequencing", answers)
    try:
        scorer.evaluate_results(settings)
    except ZeroDivisionError:  # its sums, where there are no goals of a kind; every task was scored before
        listener.current = ""
    except Exception as error:
        if not listener.current:
            raise
        listener.said[listener.current].append(f"{BROKEN}{type(error).__name__}: {error}")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]))
