# SPDX-License-Identifier: Apache-2.0
"""What an agent is told in the setting "transition modelling": predicates, a problem, actions without a body."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from makedo_core.enums import StrEnum
from makedo_core.goals.goal import Variable
from makedo_eval.case import DatasetError
from planner_node.pddl.model import OBJECT

_AGENTS = frozenset({"agent", "character", "robot", "person", "human"})
_INPUT = "Input:"
_PREDICATE = re.compile(r"\(([\w-]+)((?:\s+[?\w-]+)+)\s*\)")
_ACTION = re.compile(r"\(:action\s+([\w-]+)\s*\)?")


class EaiWorld(StrEnum):
    """The benchmark's two data sets, by the names that its scorer knows them by."""

    VIRTUALHOME = "virtualhome"
    BEHAVIOR = "behavior"


PROMPT_FILES = {
    EaiWorld.VIRTUALHOME: Path("virtualhome_eval/evaluation/transition_modeling/prompts/helm_prompts.json"),
    EaiWorld.BEHAVIOR: Path("behavior_eval/evaluation/transition_modeling/resources/prompts/helm_prompts.json"),
}
"""Below the unpacked wheel."""


@dataclass(frozen=True, slots=True)
class NamedSignature:
    """A predicate's or an action's name and typed parameters."""

    name: str
    parameters: tuple[Variable, ...]

    @property
    def agents(self) -> tuple[str, ...]:
        """The parameters that stand for whoever acts."""
        return tuple(v.name for v in self.parameters if is_agent(v.type))

    @property
    def things(self) -> tuple[str, ...]:
        """The other parameters, in their order."""
        return tuple(v.name for v in self.parameters if not is_agent(v.type))

    def __str__(self) -> str:
        return f"({' '.join(f'{v.name} - {v.type}' for v in self.parameters)})"


@dataclass(frozen=True, slots=True)
class TransitionTask:
    """What an agent is told of a task.

    Attributes:
        id: such as 27_2.
        world: the data set.
        domain: PDDL without actions and without the last parenthesis.
        problem: PDDL.
        predicates: of the domain.
        actions: whose bodies are asked for.
        given: bodies that the prompt itself tells of actions that are asked for: precondition and effect, by name.
    """

    id: str
    world: EaiWorld
    domain: str
    problem: str
    predicates: tuple[NamedSignature, ...]
    actions: tuple[NamedSignature, ...]
    given: dict[str, tuple[str, str]]


def is_agent(type_name: str) -> bool:
    """Whether things of a type act."""
    return type_name.lower() in _AGENTS


def read_transition_tasks(folder: Path, world: EaiWorld) -> tuple[TransitionTask, ...]:
    """The tasks of an unpacked wheel.

    Raises:
        DatasetError: if the prompts are not there, or are something else.
    """
    file = folder / PROMPT_FILES[world]
    if not file.is_file():
        raise DatasetError(f"{file} is not there; --data must be a folder that holds the unpacked wheel eai_eval")
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        told = [(str(one["identifier"]), str(one["llm_prompt"])) for one in found]
    except (ValueError, KeyError, TypeError) as error:
        raise DatasetError(f"{file}: not a list of prompts with identifiers ({error})") from error
    return tuple(read_transition_prompt(identifier, text, world) for identifier, text in told)


def read_transition_prompt(identifier: str, text: str, world: EaiWorld) -> TransitionTask:
    """The task that a prompt tells.

    Raises:
        DatasetError: if a part of the prompt is missing.
    """
    before, _, asked = text.rpartition(_INPUT)
    domain = _group(text, "(define (domain", identifier)
    problem = _group(asked, "(define (problem", identifier)
    plain = re.sub(r";[^\n]*", "", domain)
    actions = tuple(_signatures(asked[asked.index(problem) + len(problem) :]))
    if not actions:
        raise DatasetError(f"task {identifier}: no action is asked for")
    predicates = _predicates(_group(plain, "(:predicates", identifier))
    rest = before[before.index(domain) + len(domain) :]
    return TransitionTask(identifier, world, plain.rstrip()[:-1], problem, predicates, actions, _told(rest, actions))


def _group(text: str, begin: str, identifier: str) -> str:
    at = text.find(begin)
    end = _closing(text, at) if at >= 0 else -1
    if end < 0:
        raise DatasetError(f"task {identifier}: the prompt lacks {begin!r}, or a parenthesis of it")
    return text[at:end]


def _closing(text: str, at: int) -> int:
    """Behind the parenthesis that closes the one at a position; -1: none does."""
    depth = 0
    for end in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if depth == 0:
            return end + 1
    return -1


def _predicates(section: str) -> tuple[NamedSignature, ...]:
    return tuple(NamedSignature(m[1], _typed(m[2])) for m in _PREDICATE.finditer(section[1:]) if "?" in m[2])


def _signatures(text: str) -> Iterator[NamedSignature]:
    for m in _ACTION.finditer(text):
        at = text.find("(", text.find(":parameters", m.end()))
        yield NamedSignature(m[1], _typed(text[at + 1 : _closing(text, at) - 1]))


def _typed(text: str) -> tuple[Variable, ...]:
    """Variables of a list such as ?a ?b - object ?c; those without a type are of the type above all."""
    found: list[Variable] = []
    waiting: list[str] = []
    words = text.split()
    while words:
        word = words.pop(0)
        if word == "-" and words:
            kind = words.pop(0)
            found += [Variable(name, kind) for name in waiting]
            waiting = []
        else:
            waiting.append(word)
    return (*found, *(Variable(name, OBJECT) for name in waiting))


def _told(text: str, actions: tuple[NamedSignature, ...]) -> dict[str, tuple[str, str]]:
    """Bodies that the words before the task tell of actions with the very name and number of parameters."""
    asked = {action.name: len(action.parameters) for action in actions}
    found: dict[str, tuple[str, str]] = {}
    for signature, m in zip(_signatures(text), _ACTION.finditer(text), strict=True):
        whole = text[m.start() : _closing(text, m.start())]
        bodies = [_body(whole, part) for part in (":precondition", ":effect")]
        if asked.get(signature.name) == len(signature.parameters) and all(bodies):
            found.setdefault(signature.name, (bodies[0], bodies[1]))
    return found


def _body(action: str, part: str) -> str:
    plain = re.sub(r";[^\n]*", "", action)
    at = plain.find("(", plain.find(part))
    body = plain[at : _closing(plain, at)] if part in plain and at >= 0 else ""
    return "" if re.fullmatch(r"\(\s*\)", body) else " ".join(body.split())
