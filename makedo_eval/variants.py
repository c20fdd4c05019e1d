# SPDX-License-Identifier: Apache-2.0
"""The ways in which each strategy is tried out: by its name, and with options that have it ask a model.

What is tried with every strategy is tried with these, so that one that is added to a registry is tried as well. One
that asks a model by its name alone, where one is configured, needs no line here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from makedo_eval.baselines import registry as baselines
from planner_node.strategies.hierarchical.ablation import Ablation
from planner_node.strategies.hierarchical.strategy import NO_MODEL
from planner_node.strategies.parts import MakeStrategy
from planner_node.strategies.registry import STRATEGIES

EVERY: Mapping[str, MakeStrategy] = MappingProxyType({**STRATEGIES, **baselines.STRATEGIES})
"""Our own strategies and the baselines, by name."""

MORE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "hierarchical": tuple(f"ablation={choice}" for choice in (NO_MODEL, *Ablation)),
        "memory_graph": ("chooser=llm",),
        "prune": ("policy=mcts", "policy=model"),
        "relaxation": ("proposer=llm",),
    }
)
"""Options by strategy."""


def variants() -> tuple[str, ...]:
    """Every strategy as it is asked for: "name", then "name:option=value" for each line of `MORE`."""
    return tuple(v for name in sorted(EVERY) for v in (name, *(f"{name}:{o}" for o in MORE.get(name, ()))))
