# SPDX-License-Identifier: Apache-2.0
"""Right answers by kind of prompt. A new kind is a function and a line in ANSWERERS."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from makedo_eval.simulated_model.answers import (
    context_matters,
    delta,
    hierarchical,
    llm_tamp,
    memory_graph,
    ontology,
    plain_orders,
    plans,
    prune,
    react,
    sayplan,
)
from makedo_eval.simulated_model.question import Question
from makedo_eval.simulated_model.truth import Truth

Answerer = Callable[[Question, Truth], str]
"""Says what a model says that believes this truth, which may be a corrupted one."""

_MODULES = (
    context_matters,
    delta,
    hierarchical,
    llm_tamp,
    memory_graph,
    ontology,
    plain_orders,
    plans,
    prune,
    react,
    sayplan,
)
ANSWERERS: Mapping[str, Answerer] = MappingProxyType({k: a for module in _MODULES for k, a in module.ANSWERERS.items()})
