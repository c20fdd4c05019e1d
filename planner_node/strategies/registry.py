# SPDX-License-Identifier: Apache-2.0
"""Strategies by name: our own, and those of modules that whoever assembles the planner names.

A new one of our own is a module and a line in STRATEGIES. Any other module with such a mapping of that name adds to it.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from planner_node.strategies.hierarchical.strategy import make_hierarchical
from planner_node.strategies.memory_graph.strategy import make_memory_graph
from planner_node.strategies.ontology_prompt.strategy import make_ordered
from planner_node.strategies.options import read_choice, read_options
from planner_node.strategies.parts import MakeStrategy, Parts, Strategy, StrategyError
from planner_node.strategies.prune.strategy import make_pruned
from planner_node.strategies.relaxation import ProposedByModel

DEFAULT = "relaxation"
MOST_KEPT = 32
"""Names under which strategies are kept: options make endlessly many."""


@dataclass(frozen=True, slots=True)
class _Relaxation:
    """Options of "relaxation".

    Attributes:
        proposer: of changes of the goal; empty: as configured.
        json_goals: the model states goals as JSON in place of PDDL problems.
        strict: what cannot be done to the letter is refused.
    """

    proposer: str = ""
    json_goals: bool = False
    strict: bool = False


def _search(parts: Parts) -> Strategy:
    return parts.engine


def _llm(parts: Parts) -> Strategy:
    ladder = parts.model_ladder("the proposer 'llm'")
    return ProposedByModel(parts.engine, ladder, parts.context, parts.engines)


PROPOSERS: Mapping[str, MakeStrategy] = MappingProxyType({"search": _search, "llm": _llm})


def _relaxation(parts: Parts) -> Strategy:
    options = read_options(parts, _Relaxation(json_goals=parts.context.json_goals))
    context = replace(parts.context, json_goals=options.json_goals)
    if options.strict:
        context = replace(context, max_relaxation_cost=0.0)
        parts = replace(parts, engine=parts.engine.strict())
    return _entry(PROPOSERS, options.proposer or parts.proposer, "proposer")(replace(parts, context=context))


STRATEGIES: Mapping[str, MakeStrategy] = MappingProxyType(
    {
        DEFAULT: _relaxation,
        "hierarchical": make_hierarchical,
        "memory_graph": make_memory_graph,
        "ontology": make_ordered,
        "prune": make_pruned,
    }
)


def with_strategies_of(modules: Sequence[str]) -> Mapping[str, MakeStrategy]:
    """Our own strategies and those of further modules, in that order.

    Args:
        modules: dotted names; each module has a mapping STRATEGIES as this one. "" is none.

    Raises:
        StrategyError: on a module without one, and on a name that is taken.
    """
    found = dict(STRATEGIES)
    for name in filter(None, modules):
        more = _strategies_in(name)
        taken = sorted(found.keys() & more.keys())
        if taken:
            raise StrategyError(f"{name} has a strategy {', '.join(taken)}, which there is already; call it otherwise")
        found.update(more)
    return MappingProxyType(found)


def _strategies_in(name: str) -> Mapping[str, MakeStrategy]:
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        raise StrategyError(f"the strategies of {name} cannot be imported: {error}") from error
    found = getattr(module, "STRATEGIES", None)
    if not isinstance(found, Mapping):
        raise StrategyError(f"{name} has no mapping STRATEGIES from names to functions that make a strategy")
    return found


def make_strategy(name: str, parts: Parts, table: Mapping[str, MakeStrategy] = STRATEGIES) -> Strategy:
    """The strategy of a name, which may be followed by options: "name:option=value,option=value".

    Args:
        name: with or without options.
        parts: what it is made of.
        table: the strategies that there are.

    Raises:
        StrategyError: if there is none, it lacks what it needs, or has no such option.
    """
    choice = read_choice(name)
    make = _entry(table, choice.name, "strategy")
    try:
        return make(replace(parts, options=choice.options))
    except StrategyError as error:
        raise StrategyError(f"strategy {name!r}: {error}") from None


class Strategies:
    """Strategies made of the same parts, each when it is first asked for; the last ones are kept. Safe for threads."""

    def __init__(self, parts: Parts, default: str = DEFAULT, table: Mapping[str, MakeStrategy] = STRATEGIES) -> None:
        """Make the one that plans where none is named.

        Args:
            parts: what they are made of.
            default: its name.
            table: the strategies that there are.

        Raises:
            StrategyError: as `make_strategy`.
        """
        self._parts = parts
        self._default = default
        self._table = table
        self._lock = threading.Lock()
        self._made: dict[str, Strategy] = {}
        self.default = self.named(default)

    def named(self, name: str = "") -> Strategy:
        """The strategy of a name; of no name, the default. Raises as `make_strategy`."""
        name = name.strip() or self._default
        with self._lock:
            made = self._made.pop(name, None) or make_strategy(name, self._parts, self._table)
            self._made[name] = made  # as the newest
            while len(self._made) > MOST_KEPT:
                self._made.pop(next(iter(self._made)))
        return made


def _entry(table: Mapping[str, MakeStrategy], name: str, what: str) -> MakeStrategy:
    if name not in table:
        raise StrategyError(f"there is no {what} {name!r}; there are {', '.join(table)}")
    return table[name]
