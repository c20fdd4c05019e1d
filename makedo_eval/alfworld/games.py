# SPDX-License-Identifier: Apache-2.0
"""The game files of ALFWorld in a folder, by split.

Source: Shridhar et al., ALFWorld: aligning text and embodied environments for interactive learning, ICLR 2021.
    Games: repository alfworld/alfworld, MIT (`alfworld-download`); folders json_2.1.1/<split>/<task>/<trial>.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from makedo_eval.alfworld.rules import GameRules, read_rules
from makedo_eval.case import DatasetError

FILE = "game.tw-pddl"
_TASK = re.compile(r'"Your task is to: ([^"\\]+)"')


@dataclass(frozen=True, slots=True)
class TextGame:
    """A game file.

    Attributes:
        id: folders of the task and the trial.
        kind: of the task, as the folder says ("pick_heat_then_place_in_recep").
        task: the sentence that an agent is told.
        rules: what can be done, where everything is, and what is wanted.
        walkthrough: commands that win; no agent sees them.
    """

    id: str
    kind: str
    task: str
    rules: GameRules
    walkthrough: tuple[str, ...]


def game_files(folder: Path, split: str) -> tuple[Path, ...]:
    """The game files of a split, in order of their names.

    Args:
        folder: what ALFWORLD_DATA names, or its json_2.1.1.
        split: "train", "valid_seen" or "valid_unseen".

    Raises:
        DatasetError: if there are none.
    """
    for root in (folder, folder / "json_2.1.1"):
        if found := sorted((root / split).glob(f"*/*/{FILE}")):
            return tuple(found)
    raise DatasetError(f"{folder}: no {split}/TASK/TRIAL/{FILE}; --data must be a folder of ALFWorld's games")


def read_game(path: Path) -> TextGame:
    """Read a game file.

    Raises:
        DatasetError: naming the file and what is wrong with it.
    """
    try:
        fields = json.loads(path.read_text(encoding="utf-8"))
        texts = {name: fields[name] for name in ("pddl_domain", "pddl_problem", "grammar")}
        walkthrough = tuple(map(str, fields.get("walkthrough", ())))
    except (OSError, UnicodeDecodeError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise DatasetError(f"{path}: no game ({error!r})") from None
    told = _TASK.search(str(texts["grammar"]))
    if told is None:
        raise DatasetError(f"{path}: no task is told in the grammar")
    try:
        rules = read_rules(str(texts["pddl_domain"]), str(texts["pddl_problem"]))
    except DatasetError as error:
        raise DatasetError(f"{path}: {error}") from None
    task, trial = path.parent.parent.name, path.parent.name
    return TextGame(f"{task}/{trial}", task.partition("-")[0], told[1].strip(), rules, walkthrough)


def read_games(folder: Path, split: str, limit: int = 0) -> Iterator[TextGame]:
    """The games of a split; of a limit, so many spread evenly over it (0: all)."""
    files = game_files(folder, split)
    count = min(limit or len(files), len(files))
    for number in range(count):
        yield read_game(files[number * len(files) // count])
