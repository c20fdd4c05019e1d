# SPDX-License-Identifier: Apache-2.0
"""Tasks of ALFRED with what people wrote of them.

Source: Shridhar et al., ALFRED, CVPR 2020 (MIT licence); in the selection of Wong et al., Learning adaptive
    planning representations with natural language guidance, 2023 (repository CatherineWong/llm-operators), which joins
    sentences, the names of the demonstrations and what was done in them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from makedo_core.graph.scene_graph import SceneGraph
from makedo_eval.alfred.homes import home, label_of, room_kind
from makedo_eval.case import DatasetError

FILE = Path("data/dataset/alfred-linearized-250-NLgoals-operators.json")
"""Below a checkout."""
SPLITS = ("train", "valid_seen", "valid_unseen")
"""Of the data; words were developed on the first."""
_QUALITIES = {"heat": "hot", "cool": "cold", "clean": "clean"}
_FURNITURE = (
    "counter_top",
    "sink_basin",
    "fridge",
    "microwave",
    "stove_burner",
    "coffee_machine",
    "cabinet",
    "drawer",
    "garbage_can",
    "dining_table",
    "side_table",
    "coffee_table",
    "desk",
    "sofa",
    "arm_chair",
    "ottoman",
    "shelf",
    "bed",
    "dresser",
    "safe",
    "toilet",
    "bathtub_basin",
)
_LIGHTS = frozenset({"desk_lamp", "floor_lamp"})


@dataclass(frozen=True, slots=True)
class AlfredTask:
    """What somebody wrote of a demonstration, and what was done in it.

    Attributes:
        id: split and demonstration, with a number where several sentences are of one.
        said: the sentence, its words set apart by blanks in the data put together again.
        thing: label of what it is about.
        place: label of where that ends; of the light, where it is looked at by one.
        quality: "hot", "cold" or "clean", as it is then; empty: as it was.
        sliced: whether it is cut up.
        lit: whether it is looked at by a light.
        source: label of the furniture where it was.
        floor_plan: number of the simulator's room.
    """

    id: str
    said: str
    thing: str
    place: str
    quality: str
    sliced: bool
    lit: bool
    source: str
    floor_plan: int

    @property
    def split(self) -> str:
        """Which of the data's parts it is of."""
        return self.id.partition("/")[0]

    @property
    def kind(self) -> str:
        """What is done, in a word or two."""
        what = "light" if self.lit else {"hot": "heat", "cold": "cool", "clean": "clean"}.get(self.quality, "place")
        return f"{what}, sliced" if self.sliced else what

    @property
    def graph(self) -> SceneGraph:
        """A room with what the task needs."""
        kind = room_kind(self.floor_plan)
        things = {f"{self.thing}_1": self.source}
        if self.sliced:
            things["butter_knife_1"] = "counter_top"
        return home(kind, (self.place,), things)


def read_alfred(folder: Path, split: str = "") -> tuple[AlfredTask, ...]:
    """The tasks of a checkout, of one split or of all.

    Raises:
        DatasetError: if the file is not there, or is something else.
    """
    file = folder / FILE
    if not file.is_file():
        raise DatasetError(f"{file} is not there; --data must be a checkout of CatherineWong/llm-operators")
    try:
        table = json.loads(file.read_text(encoding="utf-8"))
        return tuple(t for name, rows in table.items() if split in ("", name) for t in _tasks(name, rows))
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise DatasetError(f"{file}: not a table of sentences and demonstrations ({error!r})") from error


def _tasks(split: str, rows: list[dict[str, Any]]) -> Iterator[AlfredTask]:
    for number, row in enumerate(rows):
        what = row["file_name"].split("/")[1]
        task, thing, _, place, plan = what.rsplit("-", 4)
        label = label_of(thing.removesuffix("Sliced"))
        yield AlfredTask(
            f"{split}/{number}",
            _joined(row["goal"]),
            label,
            label_of(place),
            next((q for word, q in _QUALITIES.items() if word in task), ""),
            thing.endswith("Sliced"),
            task == "look_at_obj_in_light",
            _source(row, label, int(plan)),
            int(plan),
        )


def _joined(goal: str) -> str:
    """A sentence as one would write it: the data sets commas and apostrophes apart."""
    text = re.sub(r"\s+([,.;:!?])", r"\1", goal.strip())
    return re.sub(r"\s+'\s+(?=s\b)|\s+'(?=s\b)", "'", text)


def _source(row: dict[str, Any], thing: str, floor_plan: int) -> str:
    """Where the thing was taken from first; where that is not told: on what every room of the kind has."""
    at = ""
    for step in row["operator_sequence"]:
        if step["action"] == "GotoLocation":
            at = step["args"][0]
        if step["action"] == "PickupObject" and step["args"][0] == thing.replace("_", ""):
            break
    known = {label.replace("_", ""): label for label in _FURNITURE}
    default = {"kitchen": "counter_top", "living_room": "coffee_table", "bedroom": "desk", "bathroom": "counter_top"}
    found = known.get(at, "")
    return found if found and found not in _LIGHTS else default[room_kind(floor_plan)]
