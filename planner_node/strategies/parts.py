# SPDX-License-Identifier: Apache-2.0
"""What strategies have in common: the protocol, the parts that they are made of, and the error of a wrong choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from makedo_core.failure import MakedoError
from makedo_core.ports import KnowledgeGraph
from makedo_llm.ladder import Ladder
from planner_node.engine import Engine
from planner_node.engines.builtin import Builtin
from planner_node.engines.outcome import PlanningEngine
from planner_node.strategies.context_matters.settings import ContextSettings
from planner_node.task import PlanningTask, Result


class StrategyError(MakedoError):
    """A strategy that does not exist or cannot be made; the message says what would be right."""


class Strategy(Protocol):
    """A way to plan for an instruction. Safe for threads."""

    def plan(self, task: PlanningTask) -> Result:
        """A validated plan for a task, or why there is none."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What strategies are made of; each takes what it needs.

    Attributes:
        engine: plans without a model.
        ladder: of language models; None: none is configured.
        proposer: who proposes changes of a goal: "search" or "llm".
        context: settings of planning with a model.
        engines: that plan PDDL tasks, asked in their order.
        knowledge: what the robot knows, to be asked in SPARQL; None: there is only the scene graph of a task.
        options: of the strategy that is made, as text (`options.read_options`).
    """

    engine: Engine
    ladder: Ladder | None = None
    proposer: str = "search"
    context: ContextSettings = field(default_factory=ContextSettings)
    engines: Sequence[PlanningEngine] = (Builtin(),)
    knowledge: KnowledgeGraph | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    def model_ladder(self, name: str) -> Ladder:
        """The ladder, for what cannot do without a model.

        Args:
            name: of what needs it, e.g. "the strategy 'react'".

        Raises:
            StrategyError: if no model is configured.
        """
        if self.ladder is None or not self.ladder.models:
            raise StrategyError(f"{name} needs a language model; configure one in config/llm.yaml")
        return self.ladder


MakeStrategy = Callable[[Parts], Strategy]
"""Makes a strategy of parts. Raises StrategyError where they lack what it needs, or have an option that it does not."""
