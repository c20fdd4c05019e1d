# SPDX-License-Identifier: Apache-2.0
"""The strategy "memory_graph" from its parts."""

from __future__ import annotations

from planner_node.strategies.memory_graph.advised import Advised
from planner_node.strategies.memory_graph.options import MemoryGraphOptions
from planner_node.strategies.memory_graph.seeking import Seeking
from planner_node.strategies.options import read_options
from planner_node.strategies.parts import Parts, Strategy


def make_memory_graph(parts: Parts) -> Strategy:
    """The strategy of some parts.

    Raises:
        StrategyError: on an option that does not exist or has a wrong value, or without the model that one asks for.
    """
    options = read_options(parts, MemoryGraphOptions())
    if options.chooser == "llm":
        return Advised(parts.engine, parts.model_ladder("the chooser 'llm'"), options)
    return Seeking(parts.engine, options)
