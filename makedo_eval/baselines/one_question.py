# SPDX-License-Identifier: Apache-2.0
"""What baselines share that ask a model about a task: its data, the prompt, and the lack of an answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields

from makedo_core.failure import FailureCause, Outcome
from makedo_core.goals.goal_json import CATALOGUE, goal_from_json
from makedo_core.goals.goal_text import describe
from makedo_core.ontology import Ontology
from makedo_eval.baselines.templates import render
from makedo_llm.chat import Prompt
from makedo_llm.ladder import NoModel
from makedo_llm.templates import fenced
from planner_node.backends.domains.domain_backend import DomainBackend
from planner_node.grounding.scene import Scene
from planner_node.strategies.distilled import distilled
from planner_node.strategies.domain_reality import DomainReality
from planner_node.strategies.reality import CatalogueReality, Reality
from planner_node.task import PlanningTask, Result


@dataclass(frozen=True, slots=True)
class BaselineOptions:
    """Options of a baseline. Those of baselines that have more are below it; every number is at least 1.

    Attributes:
        scene_characters: longest description of the scene in the prompt.
    """

    scene_characters: int = 12_000

    def __post_init__(self) -> None:
        for name, value in ((f.name, getattr(self, f.name)) for f in fields(self)):
            if isinstance(value, int | float) and not value >= 1:
                raise ValueError(f"{name} is {value}; it must be at least 1")


def reality_of(task: PlanningTask, ontology: Ontology) -> Reality:
    """The scene of a task in the words of its domain, or of the skill catalogue."""
    if task.domain is None:
        return CatalogueReality(task.graph, task.known_failures)
    return DomainReality(DomainBackend(task.domain, task.graph, ontology), task.graph)


def scene_of(task: PlanningTask, ontology: Ontology) -> Scene:
    """The scene of a task, by its domain or the skill catalogue."""
    backend = None if task.domain is None else DomainBackend(task.domain, task.graph, ontology)
    return Scene(task.graph, ontology, task.known_failures, backend=backend)


def blocks_of(
    task: PlanningTask,
    ontology: Ontology,
    scene_characters: int,
    only: Collection[str] | None = None,
    types: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Scene and instruction; of a goal that is given, its words too.

    Args:
        task: what is asked about.
        ontology: of its scene.
        scene_characters: longest description of the scene.
        only: ids of the nodes that are described; None: of all that have a type.
        types: of nodes; None: those of the task's domain, or of the skill catalogue.

    Raises:
        GoalError: if that goal cannot be read.
    """
    types = reality_of(task, ontology).types if types is None else types
    scene = distilled(scene_of(task, ontology), types, task.instruction, scene_characters, only)
    return {"scene": scene, **asked_blocks(task)}


def asked_blocks(task: PlanningTask) -> dict[str, str]:
    """The instruction; of a goal that is given, its words too.

    Raises:
        GoalError: if that goal cannot be read.
    """
    blocks = {"instruction": task.instruction.strip()}
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
    return failed(FailureCause.COMPONENT_LOST, message)


def failed(cause: FailureCause, message: str) -> Result:
    """The result where there is no plan."""
    return Result(Outcome(cause, message), explanation=message)
