# SPDX-License-Identifier: Apache-2.0
"""Strategies by name. A new one is a module and a line in STRATEGIES."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from planner_node.strategies.delta import make_delta
from planner_node.strategies.hierarchical.strategy import make_hierarchical
from planner_node.strategies.llm_as_planner import make_llm_as_planner
from planner_node.strategies.llm_p import make_llm_p
from planner_node.strategies.llm_tamp.strategy import make_llm_tamp
from planner_node.strategies.memory_graph.strategy import make_memory_graph
from planner_node.strategies.ontology_prompt.strategy import make_ordered
from planner_node.strategies.options import read_choice, read_options
from planner_node.strategies.parts import Parts, Strategy, StrategyError
from planner_node.strategies.prune.strategy import make_pruned
from planner_node.strategies.react.strategy import make_react
from planner_node.strategies.relaxation import ProposedByModel
from planner_node.strategies.sayplan.lite import make_sayplan_lite
from planner_node.strategies.sayplan.strategy import make_sayplan

DEFAULT = "relaxation"
MOST_KEPT = 32
"""Names under which strategies are kept: options make endlessly many."""


@dataclass(frozen=True, slots=True)
class _Relaxation:
    """Options of "relaxation"; empty: as configured."""

    proposer: str = ""


def _search(parts: Parts) -> Strategy:
    return parts.engine


def _llm(parts: Parts) -> Strategy:
    return ProposedByModel(parts.engine, parts.model_ladder("the proposer 'llm'"), parts.context, parts.engines)


PROPOSERS: Mapping[str, Callable[[Parts], Strategy]] = MappingProxyType({"search": _search, "llm": _llm})


def _relaxation(parts: Parts) -> Strategy:
    proposer = read_options(parts, _Relaxation()).proposer or parts.proposer
    return _entry(PROPOSERS, proposer, "proposer")(parts)


STRATEGIES: Mapping[str, Callable[[Parts], Strategy]] = MappingProxyType(
    {
        DEFAULT: _relaxation,
        "delta": make_delta,
        "hierarchical": make_hierarchical,
        "llm_as_planner": make_llm_as_planner,
        "llm_p": make_llm_p,
        "llm_tamp": make_llm_tamp,
        "memory_graph": make_memory_graph,
        "ontology": make_ordered,
        "prune": make_pruned,
        "react": make_react,
        "sayplan": make_sayplan,
        "sayplan_lite": make_sayplan_lite,
    }
)


def make_strategy(name: str, parts: Parts) -> Strategy:
    """The strategy of a name, which may be followed by options: "name:option=value,option=value".

    Raises:
        StrategyError: if there is none, it lacks what it needs, or has no such option.
    """
    choice = read_choice(name)
    make = _entry(STRATEGIES, choice.name, "strategy")
    try:
        return make(replace(parts, options=choice.options))
    except StrategyError as error:
        raise StrategyError(f"strategy {name!r}: {error}") from None


class Strategies:
    """Strategies made of the same parts, each when it is first asked for; the last ones are kept. Safe for threads."""

    def __init__(self, parts: Parts, default: str = DEFAULT) -> None:
        """Make the one that plans where none is named.

        Args:
            parts: what they are made of.
            default: its name.

        Raises:
            StrategyError: as `make_strategy`.
        """
        self._parts = parts
        self._default = default
        self._lock = threading.Lock()
        self._made: dict[str, Strategy] = {}
        self.default = self.named(default)

    def named(self, name: str = "") -> Strategy:
        """The strategy of a name; of no name, the default. Raises as `make_strategy`."""
        name = name.strip() or self._default
        with self._lock:
            made = self._made.pop(name, None) or make_strategy(name, self._parts)
            self._made[name] = made  # as the newest
            while len(self._made) > MOST_KEPT:
                self._made.pop(next(iter(self._made)))
        return made


def _entry(table: Mapping[str, Callable[[Parts], Strategy]], name: str, what: str) -> Callable[[Parts], Strategy]:
    if name not in table:
        raise StrategyError(f"there is no {what} {name!r}; there are {', '.join(table)}")
    return table[name]
