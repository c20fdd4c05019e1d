# SPDX-License-Identifier: Apache-2.0
"""The benchmark's own scorer as a subprocess, and its verdict of each task."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path

from makedo_eval.case import DatasetError
from makedo_eval.eai.planning import EaiAnswer

_PROGRAM = Path(__file__).with_name("score_in_place.py")
_EMPTY = "{}"

GOALS, GOAL_PROMPTS = "goal_interpretation", "goal_prompts"
"""The setting of goals, and what the benchmark's generator writes for it: the prompt of each task as its one line."""


class EaiVerdict(Enum):
    """What the scorer says of an answer; the values are the words of the table."""

    SUCCESS = "success"
    GOALS_MISSED = "carried out, goals missed"
    NOT_EXECUTABLE = "a step cannot be carried out"
    NOT_READ = "no answer, or not in its format"
    NOT_ALLOWED = "an action or object that is not allowed"
    SAME_AS_REFERENCE = "the same as the reference plan, which the scorer does not count as success"
    BROKEN_OFF = "the scorer broke off"
    NOT_SCORED = "left out by the scorer: its reference plan fails"


def scored(
    folder: Path, answers: Sequence[EaiAnswer], python: str = sys.executable, setting: str = "action_sequencing"
) -> Mapping[str, tuple[str, ...]]:
    """What the scorer says of each task.

    Args:
        folder: holds the unpacked wheel.
        answers: of the tasks to score.
        python: the Python that runs the scorer; it needs the scorer's dependencies.
        setting: whose scorer it is.

    Raises:
        DatasetError: if the scorer cannot be run.
    """
    given = [{"identifier": a.task, "llm_output": a.text or _EMPTY} for a in answers]
    with tempfile.TemporaryDirectory(prefix="makedo-eai-") as work:
        (Path(work) / "answers.json").write_text(json.dumps(given), encoding="utf-8")
        command = [python, str(_PROGRAM), str(folder.resolve()), work, setting]
        environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        except OSError as error:
            raise DatasetError(f"the scorer cannot be run with {python}: {error}") from error
        if done.returncode != 0:
            raise DatasetError(reason_of(done.stderr, python))
        said: dict[str, list[str]] = json.loads((Path(work) / "said.json").read_text(encoding="utf-8"))
    return {task: tuple(lines) for task, lines in said.items()}


def reason_of(stderr: str, python: str, packages: str = "lark networkx numpy") -> str:
    """Why a scorer failed, from what it wrote to standard error, with what would help.

    Args:
        stderr: what it wrote.
        python: what ran it.
        packages: what it needs.
    """
    lines = [line for line in stderr.splitlines() if line.strip()]
    last = lines[-1] if lines else "it said nothing"
    if last.startswith("ModuleNotFoundError") and "'virtualhome_eval" in last:
        return f"{last}: --data must be a folder that holds the unpacked wheel eai_eval"
    if last.startswith(("ModuleNotFoundError", "ImportError")):
        return (
            f"the benchmark's scorer needs a module that {python} lacks ({last}). Name a Python that has it: "
            f"--scorer-python /path/to/venv/bin/python (in a venv of its own: pip install {packages})"
        )
    return f"the benchmark's scorer failed: {last}"


def verdict(lines: Iterable[str]) -> EaiVerdict:
    """The verdict on an answer, from what the scorer logs of it."""
    told = tuple(lines)
    said = "\n".join(told)
    if not told:
        return EaiVerdict.BROKEN_OFF
    for words, meaning in (
        ("the scorer broke off: ", EaiVerdict.BROKEN_OFF),
        ("did not pass gold test", EaiVerdict.NOT_SCORED),
        ("EVERYTHING SUCCEED!", EaiVerdict.SUCCESS),
        ("has format error", EaiVerdict.NOT_READ),
        ("has no prediction", EaiVerdict.NOT_READ),
        ("has hallucination error", EaiVerdict.NOT_ALLOWED),
        ("has arguments number error", EaiVerdict.NOT_ALLOWED),
        ("Executable!", EaiVerdict.GOALS_MISSED),
        ("Encounter error:", EaiVerdict.NOT_EXECUTABLE),
    ):
        if words in said:
            return meaning
    return EaiVerdict.SAME_AS_REFERENCE


def subgoal_verdict(lines: Iterable[str]) -> EaiVerdict:
    """The verdict on subgoals, from the line that the scorer writes of them."""
    said = "".join(lines)
    for words, meaning in (
        ("('Correct'", EaiVerdict.SUCCESS),
        ("('GoalUnreachable'", EaiVerdict.GOALS_MISSED),
        ("('Runtime', True", EaiVerdict.GOALS_MISSED),
        ("('Runtime'", EaiVerdict.NOT_EXECUTABLE),
        ("('Hallucination'", EaiVerdict.NOT_ALLOWED),
        ("('NotParseable'", EaiVerdict.NOT_READ),
    ):
        if said.startswith(words):
            return meaning
    return EaiVerdict.BROKEN_OFF
