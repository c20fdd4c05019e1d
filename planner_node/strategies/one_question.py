# SPDX-License-Identifier: Apache-2.0
"""What baselines share that ask a model one question about a task: its data, the prompt, and the lack of an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from makedo_core.failure import FailureCause, Outcome
from makedo_core.goal_json import CATALOGUE, goal_from_json
from makedo_core.goal_text import describe
from makedo_core.ontology import Ontology
from makedo_llm.chat import Prompt
from makedo_llm.ladder import NoModel
from makedo_llm.templates import fenced
from planner_node.domains.backend import DomainBackend
from planner_node.llm.templates import render
from planner_node.scene import Scene
from planner_node.strategies.distilled import distilled
from planner_node.strategies.domain_reality import DomainReality
from planner_node.strategies.reality import CatalogueReality, Reality
from planner_node.task import Result, Task


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a baseline that asks one question.

    Attributes:
        scene_characters: longest description of the scene in the prompt.
    """

    scene_characters: int = 12_000

    def __post_init__(self) -> None:
        if self.scene_characters < 1:
            raise ValueError(f"scene_characters is {self.scene_characters}; it must be at least 1")


def reality_of(task: Task, ontology: Ontology) -> Reality:
    """The scene of a task in the words of its domain, or of the skill catalogue."""
    if task.domain is None:
        return CatalogueReality(task.graph, task.known_failures)
    return DomainReality(DomainBackend(task.domain, task.graph, ontology), task.graph)


def blocks_of(task: Task, ontology: Ontology, scene_characters: int) -> Mapping[str, str]:
    """Scene and instruction; of a goal that is given, its words too.

    Raises:
        GoalError: if that goal cannot be read.
    """
    types = reality_of(task, ontology).types
    scene = Scene(task.graph, ontology, task.known_failures)
    blocks = {
        "scene": distilled(scene, types, task.instruction, scene_characters),
        "instruction": task.instruction.strip(),
    }
    if task.goal:
        arities = CATALOGUE if task.domain is None else task.domain.arities
        blocks["goal"] = describe(goal_from_json(task.goal, arities), task.graph)
    return blocks


def prompt_of(kind: str, blocks: Mapping[str, str]) -> Prompt:
    """The prompt of a kind, its data between tags."""
    system = render(f"{kind}_system", blocks=", ".join(f"<{name}>" for name in blocks))
    data = "\n\n".join(fenced(name, text) for name, text in blocks.items())
    return Prompt(system, render(f"{kind}_user", data=data))


def unanswered(none: NoModel) -> Result:
    """The result where no model gave a usable answer."""
    message = f"No language model gave an answer: {'; '.join(none.notes) or 'none is configured'}."
    return Result(Outcome(FailureCause.COMPONENT_LOST, message), explanation=message)
