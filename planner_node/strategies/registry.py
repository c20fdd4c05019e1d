# SPDX-License-Identifier: Apache-2.0
"""Strategies by name. A new one is a module and a line in STRATEGIES."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol

from makedo_core.failure import MakedoError
from makedo_llm.ladder import Ladder
from planner_node.engine import Engine
from planner_node.engines.builtin import Builtin
from planner_node.engines.outcome import PlanningEngine
from planner_node.strategies.context_settings import ContextSettings
from planner_node.strategies.relaxation import ProposedByModel
from planner_node.task import Result, Task

DEFAULT = "relaxation"


class StrategyError(MakedoError):
    """A strategy that does not exist or cannot be made; the message says what would be right."""


class Strategy(Protocol):
    """A way to plan for an instruction. Safe for threads."""

    def plan(self, task: Task) -> Result:
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
    """

    engine: Engine
    ladder: Ladder | None = None
    proposer: str = "search"
    context: ContextSettings = field(default_factory=ContextSettings)
    engines: Sequence[PlanningEngine] = (Builtin(),)


def _search(parts: Parts) -> Strategy:
    return parts.engine


def _llm(parts: Parts) -> Strategy:
    if parts.ladder is None or not parts.ladder.models:
        raise StrategyError("the proposer 'llm' needs a language model; configure one in config/llm.yaml")
    return ProposedByModel(parts.engine, parts.ladder, parts.context, parts.engines)


PROPOSERS: Mapping[str, Callable[[Parts], Strategy]] = MappingProxyType({"search": _search, "llm": _llm})


def _relaxation(parts: Parts) -> Strategy:
    return _entry(PROPOSERS, parts.proposer, "proposer")(parts)


STRATEGIES: Mapping[str, Callable[[Parts], Strategy]] = MappingProxyType({DEFAULT: _relaxation})


def make_strategy(name: str, parts: Parts) -> Strategy:
    """The strategy of a name.

    Raises:
        StrategyError: if there is none, or it lacks what it needs.
    """
    return _entry(STRATEGIES, name, "strategy")(parts)


def _entry(table: Mapping[str, Callable[[Parts], Strategy]], name: str, what: str) -> Callable[[Parts], Strategy]:
    if name not in table:
        raise StrategyError(f"there is no {what} {name!r}; there are {', '.join(table)}")
    return table[name]
