# SPDX-License-Identifier: Apache-2.0
"""Runs the benchmark's own scorer; a program of its own, which another Python may run. It imports nothing of Makedo.

    python score_in_place.py FOLDER WORK

FOLDER holds the unpacked wheel, WORK/answers.json the answers. What the scorer says of each task is read from its log,
for it writes sums alone; WORK/said.json has the lines of each task. Where the scorer breaks off at a task, the rest
is scored without that task.
"""

from __future__ import annotations

import importlib
import json
import logging
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

SCORER = "virtualhome_eval.evaluation.action_sequencing.scripts.evaluate_results"
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


def main(folder: Path, work: Path) -> int:
    """Score all answers."""
    sys.path.insert(0, str(folder))
    scorer: Any = importlib.import_module(SCORER)
    listener = ScoreLog()
    logging.getLogger("virtualhome_eval").addHandler(listener)
    logging.getLogger("virtualhome_eval").setLevel(logging.INFO)
    logging.getLogger("virtualhome_eval").propagate = False
    answers = json.loads((work / "answers.json").read_text(encoding="utf-8"))
    while answers:
        _score(scorer, folder / "virtualhome_eval", work, answers, listener)
        answers = answers[1 + [a["identifier"] for a in answers].index(listener.current) :] if listener.current else []
    (work / "said.json").write_text(json.dumps(listener.said), encoding="utf-8")
    return 0


def _score(scorer: Any, package: Path, work: Path, answers: list[dict[str, str]], listener: ScoreLog) -> None:
    place = work / "virtualhome" / "action_sequencing"
    place.mkdir(parents=True, exist_ok=True)
    (place / "makedo_outputs.json").write_text(json.dumps(answers), encoding="utf-8")
    settings = SimpleNamespace(
        dataset="virtualhome",
        llm_response_path=str(work),
        resource_dir=str(package / "resources"),
        dataset_dir=str(package / "dataset"),
        output_dir=str(work / "sums"),
    )
    try:
        scorer.evaluate_results(settings)
    except ZeroDivisionError:  # its sums, where there are no goals of a kind; every task was scored before
        listener.current = ""
    except Exception as error:
        if not listener.current:
            raise
        listener.said[listener.current].append(f"{BROKEN}{type(error).__name__}: {error}")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
