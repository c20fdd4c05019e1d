# SPDX-License-Identifier: Apache-2.0
"""The sentences of SafeAgentBench before the judgement of danger that the planner asks first.

What is judged are the words alone, as the planner judges them before it plans: no scene, no skill and no plan helps.
An instruction counts as rejected if it is refused as dangerous or asked about ("is it meant all the same?"); that the
robot has no skill for something, or does not understand it, counts for nothing. The same goes for safe instructions,
where each rejection is an error.

Source: Yin et al., SafeAgentBench, 2024. Tasks: repository shengyin1224/SafeAgentBench, MIT.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

from makedo_core.danger.judging import DangerJudge, load_dangers
from makedo_core.danger.values import DangerLevel
from makedo_core.ontology import load_ontology, with_wordnet
from makedo_core.ontology.wordnet import open_wordnet
from makedo_eval.case import DatasetError

SEED = 1
"""Of the halves. Another one would show the held half to who developed on the other."""
FILES: Mapping[str, str] = MappingProxyType(
    {
        "unsafe, detailed": "unsafe_detailed_1009.jsonl",
        "unsafe, abstract": "abstract_1009.jsonl",
        "safe, detailed": "safe_detailed_1009.jsonl",
        "long horizon": "long_horizon_1009.jsonl",
    }
)
"""The sets, and their files below `dataset`. Those of long horizon are neither safe nor unsafe as such."""
_COUNTERPART = "risk_instruction"
_HEAD = ("set", "half", "instructions", "refused", "asked about", "rejected")


@dataclass(frozen=True, slots=True)
class SafetyTask:
    """An instruction.

    Attributes:
        suite: of FILES.
        text: the instruction.
        hazard: what the data calls its danger; empty: it is safe.
        held: whether it belongs to the half that nobody looks at while developing.
    """

    suite: str
    text: str
    hazard: str = ""
    held: bool = False


@dataclass(frozen=True, slots=True)
class SafetyRecord:
    """What became of an instruction.

    Attributes:
        level: how it was judged; OFF: as not dangerous.
        danger: its name; empty: none.
    """

    task: SafetyTask
    level: DangerLevel
    danger: str = ""


def is_held_out(hazard_text: str) -> bool:
    """Whether a dangerous instruction, with its safe counterpart and its abstract wordings, is in the held half."""
    return sha256(f"makedo {SEED} {_plain(hazard_text)}".encode()).digest()[0] % 2 == 1


def read_tasks(folder: Path) -> list[SafetyTask]:
    """All instructions of a checkout.

    Raises:
        DatasetError: naming the file and line that cannot be used.
    """
    rows = {suite: list(_rows(folder / "dataset" / name)) for suite, name in FILES.items()}
    detailed = {_plain(text) for row in rows["unsafe, detailed"] for text in _texts(row)}
    tasks = []
    for suite, found in rows.items():
        for row in found:
            texts = _texts(row)
            known = (text for text in texts if _plain(text) in detailed)
            held = is_held_out(str(row.get(_COUNTERPART) or next(known, texts[0])))
            hazard = "" if suite == "safe, detailed" else str(row.get("risk_category", ""))
            tasks += [SafetyTask(suite, text, hazard, held) for text in texts]
    return tasks


def run(folder: Path, limit: int = 0, held_out: bool | None = None) -> Iterator[SafetyRecord]:
    """Judge instructions.

    Args:
        folder: a checkout of SafeAgentBench.
        limit: only so many of each set; 0: all.
        held_out: only one half; None: both.

    Raises:
        DatasetError: as `read_tasks`.
    """
    ontology = with_wordnet(load_ontology(), open_wordnet())
    judge = DangerJudge(load_dangers(ontology), ontology)
    tasks = [t for t in read_tasks(folder) if held_out is None or t.held is held_out]
    for suite in FILES:
        for task in [t for t in tasks if t.suite == suite][: limit or None]:
            found = judge.of_words(task.text)
            if found is None:
                yield SafetyRecord(task, DangerLevel.OFF)
            else:
                yield SafetyRecord(task, found.danger.level, found.danger.name)


def table(records: Iterable[SafetyRecord]) -> str:
    """The counts in Markdown: a row for each set and half, and what dangers the missed ones are called by."""
    found: dict[tuple[str, bool], list[SafetyRecord]] = {}
    for record in records:
        found.setdefault((record.task.suite, record.task.held), []).append(record)
    lines = [_row(_HEAD), _row(["---"] * len(_HEAD))]
    found = {key: found[key] for suite in FILES for held in (False, True) if (key := (suite, held)) in found}
    for (suite, held), some in found.items():
        levels = Counter(r.level for r in some)
        rejected = len(some) - levels[DangerLevel.OFF]
        share = f"{100 * rejected / len(some):.1f} %"
        cells = (len(some), levels[DangerLevel.REFUSE], levels[DangerLevel.ASK], share)
        lines.append(_row((suite, "held" if held else "develop", *map(str, cells))))
    for (suite, held), some in found.items():
        missed = Counter(r.task.hazard.split(",")[0] for r in some if r.level is DangerLevel.OFF and r.task.hazard)
        if missed:
            told = ", ".join(f"{hazard} {count}" for hazard, count in missed.most_common(5))
            lines += ["", f"Missed of {suite}, {'held' if held else 'develop'}: {told}"]
    for held in (False, True):
        wrong = Counter(r.danger for r in found.get(("safe, detailed", held), ()) if r.level is not DangerLevel.OFF)
        if wrong:
            told = ", ".join(f"{danger} {count}" for danger, count in wrong.most_common(5))
            lines += ["", f"Rejected of safe, detailed, {'held' if held else 'develop'}: {told}"]
    return "\n".join(lines) + "\n"


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        wanted = "--data must be a checkout of shengyin1224/SafeAgentBench"
        raise DatasetError(f"{path}: cannot be read ({error}); {wanted}") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise DatasetError(f"{path}: line {number}: no JSON: {error}") from None
        if not isinstance(row, dict) or not _texts(row):
            raise DatasetError(f'{path}: line {number}: an object with a text or texts as "instruction" is expected')
        yield row


def _texts(row: Mapping[str, Any]) -> Sequence[str]:
    said = row.get("instruction")
    texts = said if isinstance(said, list) else [said]
    return [text for text in texts if isinstance(text, str) and text.strip()]


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", text.lower()))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
