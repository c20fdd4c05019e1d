# SPDX-License-Identifier: Apache-2.0
"""BEHAVIOR's setting "goal interpretation": sentences are read, the benchmark's scorer counts.

Source: Li et al., Embodied Agent Interface: Benchmarking LLMs for Embodied Decision Making, NeurIPS 2024. Tasks and
    scorer: the wheel eai_eval 1.0.5, repository embodied-agent-interface/embodied-agent-interface, MIT.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from makedo_core.ontology import load_ontology
from makedo_core.ontology.wordnet.lexicon import open_wordnet
from makedo_eval.case import DatasetError
from makedo_eval.eai.behavior.prompts import SceneGoal, SentenceTask, prompts_of, read_sentence_prompt
from makedo_eval.eai.behavior.reading import sentence_goals
from makedo_eval.eai.goals import GoalCounts
from makedo_eval.eai.prompts import is_held_out
from makedo_eval.eai.scoring import reason_of

BEST = "82.7 %"
_PROGRAM = Path(__file__).with_name("score_goals.py")
_HEAD = ("half", "tasks", "precision", "recall", "F1", "best published", "states", "relations", "nothing read")


class GoalKind(Enum):
    """What goals are about; the values are the scorer's words."""

    STATE = "state_goal"
    RELATION = "relation_goal"
    ALL = "overall"


@dataclass(frozen=True, slots=True)
class SentenceRecord:
    """What became of a task.

    Attributes:
        task: as it was told.
        goals: ours.
        counts: the scorer's.
        cpu_s: from the prompt to the answer [s].
    """

    task: SentenceTask
    goals: tuple[SceneGoal, ...]
    counts: Mapping[GoalKind, GoalCounts]
    cpu_s: float


def scene_answer(goals: Iterable[SceneGoal]) -> str:
    """Goals in the benchmark's format."""
    parts: dict[str, list[object]] = {"node goals": [], "edge goals": []}
    for goal in goals:
        part = parts["node goals" if len(goal.words) == 2 else "edge goals"]
        part.append(list(goal.words) if goal.holds else ["not", list(goal.words)])
    return json.dumps(parts)


def run_sentences(
    folder: Path, limit: int = 0, held_out: bool | None = None, python: str = sys.executable
) -> tuple[SentenceRecord, ...]:
    """Read and score tasks.

    Args:
        folder: holds the unpacked wheel.
        limit: only so many; 0: all.
        held_out: only one half; None: both.
        python: runs the benchmark's scorer, which needs PyYAML.

    Raises:
        DatasetError: if tasks or scorer are not there, or the scorer lacks a module.
    """
    prompts = prompts_of(folder)
    chosen = [task for task in prompts if held_out is None or is_held_out(task) is held_out][: limit or None]
    ontology, wordnet = load_ontology(), open_wordnet()
    read = []
    for identifier in chosen:
        begun = time.process_time()
        task = read_sentence_prompt(identifier, prompts[identifier])
        goals = sentence_goals(task, ontology, wordnet)
        read.append((task, goals, time.process_time() - begun))
    said = _scored(folder, {task.id: scene_answer(goals) for task, goals, _ in read}, python)
    return tuple(SentenceRecord(task, goals, said[task.id], spent) for task, goals, spent in read)


def _scored(folder: Path, answers: Mapping[str, str], python: str) -> Mapping[str, Mapping[GoalKind, GoalCounts]]:
    with tempfile.TemporaryDirectory(prefix="makedo-eai-") as work:
        given = [{"identifier": task, "llm_output": text} for task, text in answers.items()]
        (Path(work) / "answers.json").write_text(json.dumps(given), encoding="utf-8")
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        command = [python, str(_PROGRAM), str(folder.resolve()), work]
        try:
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        except OSError as error:
            raise DatasetError(f"the scorer cannot be run with {python}: {error}") from error
        if done.returncode != 0:
            raise DatasetError(reason_of(done.stderr, python, "pyyaml"))
        said = json.loads((Path(work) / "said.json").read_text(encoding="utf-8"))
    return {task: {kind: GoalCounts(*counts[kind.value]) for kind in GoalKind} for task, counts in said.items()}


def sentence_total(records: Iterable[SentenceRecord], kind: GoalKind = GoalKind.ALL) -> GoalCounts:
    """All counts of a kind together."""
    return sum((record.counts[kind] for record in records), GoalCounts())


def sentence_table(records: Sequence[SentenceRecord]) -> str:
    """The counts in Markdown: a row for each half."""
    halves = [
        ("looked at", [r for r in records if not is_held_out(r.task.id)]),
        ("unseen", [r for r in records if is_held_out(r.task.id)]),
        ("both", list(records)),
    ]
    lines = ["BEHAVIOR, goal interpretation; counted by the benchmark's scorer", ""]
    lines += [_row(_HEAD), _row(["---"] * len(_HEAD))]
    lines += [_row(_cells(name, some)) for name, some in halves if some]
    return "\n".join(lines) + "\n"


def _cells(name: str, records: Sequence[SentenceRecord]) -> tuple[str, ...]:
    rates = [_percent(rate) for rate in sentence_total(records).rates]
    parts = [_percent(sentence_total(records, kind).rates[2]) for kind in (GoalKind.STATE, GoalKind.RELATION)]
    return (name, str(len(records)), *rates, BEST, *parts, str(sum(not r.goals for r in records)))


def _percent(rate: float) -> str:
    return f"{100 * rate:.1f} %"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
