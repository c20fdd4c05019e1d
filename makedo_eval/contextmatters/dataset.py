# SPDX-License-Identifier: Apache-2.0
"""The ContextMatters tasks on disk: one record a task, its scene graph and its planning domain.

The data is not part of the repository. It is looked for in the folder that MAKEDO_DATA names, else beside the
repository.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from makedo_core.failure import MakedoError
from makedo_core.files.importers.contextmatters import import_contextmatters
from makedo_core.graph.scene_graph import SceneGraph

FAMILIES = ("general", "dining_setup", "house_cleaning", "laundry", "office_setup", "pc_assembly")
_KEYS = ("id", "family", "scene", "problem", "goal", "init_loc", "relaxation_expected")


class BenchmarkError(MakedoError):
    """The data is missing or malformed; the message says where."""


@dataclass(frozen=True, slots=True)
class BenchmarkTask:
    """One task of the data set.

    Attributes:
        id: family/scene/problem, e.g. "general/Marstons/problem_1".
        family: one of FAMILIES.
        scene: name of the home.
        problem: e.g. "problem_1".
        instruction: what is asked, in English.
        start_room: label of the room where the robot starts.
        relaxation_expected: what the authors noted; None where they noted nothing.
        scene_path: scene graph in the data set's format.
        domain_path: planning domain in PDDL.
    """

    id: str
    family: str
    scene: str
    problem: str
    instruction: str
    start_room: str
    relaxation_expected: bool | None
    scene_path: Path
    domain_path: Path

    def graph(self) -> SceneGraph:
        """The scene, with the robot in its start room."""
        return import_contextmatters(self.scene_path, self.start_room)


def data_folder() -> Path:
    """Where the evaluation data is, or would be."""
    beside = Path(__file__).resolve().parents[2].parent / "shared" / "data"
    return Path(os.environ.get("MAKEDO_DATA", beside)) / "contextmatters"


def load_tasks(folder: Path) -> tuple[BenchmarkTask, ...]:
    """All tasks, in the order of the index.

    Raises:
        BenchmarkError: when the folder holds no such data, or the index is malformed.
    """
    path = folder / "index.json"
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BenchmarkError(
            f"{path}: no such file; MAKEDO_DATA must name the folder that holds contextmatters"
        ) from None
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BenchmarkError(f"{path}: not JSON: {error}") from None
    return tuple(_task(row, number, folder, path) for number, row in enumerate(rows))


def _task(row: Mapping[str, Any], number: int, folder: Path, index: Path) -> BenchmarkTask:
    missing = [key for key in _KEYS if key not in row]
    if missing:
        raise BenchmarkError(f"{index}: task {number}: {', '.join(missing)} is missing")
    family, scene, problem = row["family"], row["scene"], row["problem"]
    if family not in FAMILIES:
        raise BenchmarkError(f"{index}: task {number}: family {family!r} is not one of {', '.join(FAMILIES)}")
    return BenchmarkTask(
        id=row["id"],
        family=family,
        scene=scene,
        problem=problem,
        instruction=row["goal"],
        start_room=row["init_loc"],
        relaxation_expected=row["relaxation_expected"],
        scene_path=folder / "tasks" / family / scene / problem / f"{scene}.json",
        domain_path=folder / "domains" / f"{family.replace('_', '-')}-domain.pddl",
    )
