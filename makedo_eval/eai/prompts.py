# SPDX-License-Identifier: Apache-2.0
"""Reads what an agent is told in the benchmark's setting "action sequencing", from the words of its own prompts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

from makedo_eval.case import DatasetError

PROMPTS = Path("virtualhome_eval/evaluation/action_sequencing/prompts/helm_prompts.json")
"""The prompts, below the unpacked wheel."""

_OBJECT = re.compile(r"^(?P<name>\S+), id: (?P<id>\d+), properties: \[(?P<words>.*)\]$", re.M)
_NODE = re.compile(r"^(?P<name>\S+), states: \[(?P<states>.*?)\], properties:", re.M)
_EDGE = re.compile(r"^<(\S+)> \((\d+)\) is (\w+) to <(\S+)> \((\d+)\)$", re.M)
_STATE_GOAL = re.compile(r"^(\S+) is (\w+)$", re.M)
_EDGE_GOAL = re.compile(r"^(\S+) is (\w+) to (\S+)$", re.M)
_PARTS = (
    "The relevant objects in the scene are:",
    "The current environment state is",
    "Node goals are:",
    "Edge goals are:",
    "Action goals are:",
    "Please output the list of action commands",
)


@dataclass(frozen=True, slots=True)
class EaiThing:
    """An object that the prompt names.

    Attributes:
        id: number in the scene.
        name: class, such as floor_lamp.
        properties: such as HAS_SWITCH.
    """

    id: int
    name: str
    properties: frozenset[str]


@dataclass(frozen=True, slots=True)
class EaiTask:
    """What an agent is told of a task.

    Attributes:
        id: such as 11_1.
        things: the relevant objects, the acting character among them or not.
        states: (name, states) of the objects whose states are told; names may be those of several objects.
        edges: (number, relation, number), as they are.
        state_goals: (name, state).
        edge_goals: (name, relation, name).
        action_goals: actions that must come in this order; of each, one of several will do.
    """

    id: str
    things: tuple[EaiThing, ...]
    states: tuple[tuple[str, frozenset[str]], ...]
    edges: tuple[tuple[int, str, int], ...]
    state_goals: tuple[tuple[str, str], ...]
    edge_goals: tuple[tuple[str, str, str], ...]
    action_goals: tuple[tuple[str, ...], ...]


def read_tasks(
    folder: Path, prompts: Path = PROMPTS, read: Callable[[str, str], EaiTask] | None = None
) -> tuple[EaiTask, ...]:
    """The tasks of an unpacked wheel.

    Args:
        folder: holds the wheel.
        prompts: of a setting, below the folder.
        read: makes a task of an identifier and a prompt; None: of the setting "action sequencing".

    Raises:
        DatasetError: if the prompts are not there, or are something else.
    """
    file = folder / prompts
    reader = read or read_prompt
    if not file.is_file():
        raise DatasetError(f"{file} is not there; --data must be a folder that holds the unpacked wheel eai_eval")
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        return tuple(reader(str(one["identifier"]), str(one["llm_prompt"])) for one in found)
    except (ValueError, KeyError, TypeError) as error:
        raise DatasetError(f"{file}: not a list of prompts with identifiers ({error})") from error


def read_prompt(identifier: str, text: str) -> EaiTask:
    """The task that a prompt tells.

    Raises:
        DatasetError: if a part of the prompt is missing.
    """
    objects, now, nodes, edges, actions = parts_of(identifier, text, _PARTS)
    return EaiTask(
        identifier,
        tuple(EaiThing(int(m["id"]), m["name"], _words(m["words"])) for m in _OBJECT.finditer(objects)),
        tuple((m["name"], _words(m["states"])) for m in _NODE.finditer(now)),
        tuple((int(a), relation, int(b)) for _, a, relation, _, b in _EDGE.findall(now)),
        tuple(dict.fromkeys(_STATE_GOAL.findall(nodes))),
        tuple(dict.fromkeys(_EDGE_GOAL.findall(edges))),
        action_goals(actions),
    )


def is_held_out(task: str) -> bool:
    """Whether a task belongs to the half that nobody looks at while developing; it is the same in all settings."""
    return sha256(f"makedo {task.removeprefix('scene_1_')}".encode()).digest()[0] % 2 == 1


def parts_of(identifier: str, text: str, parts: Sequence[str]) -> tuple[str, ...]:
    """A prompt cut at the words that its parts begin with; what stands behind the last of them is left out.

    Raises:
        DatasetError: if a part of the prompt is missing.
    """
    places = [text.rfind(part) for part in parts]
    if -1 in places or places != sorted(places):
        missing = [part for part, place in zip(parts, places, strict=True) if place == -1]
        raise DatasetError(f"task {identifier}: the prompt lacks {missing or 'the order of its parts'}")
    return tuple(text[a:b] for a, b in pairwise(places))


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


def action_goals(text: str) -> tuple[tuple[str, ...], ...]:
    """Actions that must come, behind a line of introduction: one each line, or one of several, "A or B".

    Where each goal is told twice, in two lines ("A or B" and "A|B", or "A" and "A"), it counts once.
    """
    lines = [line.strip() for line in text.splitlines()[1:]]
    asked = [line for line in lines if line and line != "None" and "---" not in line and not line.startswith("The")]
    goals = [tuple(re.split(r"\s+or\s+|\|", line)) for line in asked]
    once = goals[::2] if goals[::2] == goals[1::2] else goals
    return tuple(tuple(option.replace(" ", "").upper() for option in goal) for goal in once)
