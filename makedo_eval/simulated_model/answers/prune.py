# SPDX-License-Identifier: Apache-2.0
"""Right answers while a scene is pruned and acted in (planner_node/strategies/prune/questions.py)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from makedo_core.ontology import load_ontology
from makedo_eval.simulated_model.answers.shown import named
from makedo_eval.simulated_model.question import Question
from makedo_eval.simulated_model.truth import Truth


def _categories(question: Question, truth: Truth) -> str:
    """Those that are above a class that is needed; of one that our ontology does not know nothing is ruled out."""
    ontology, labels = load_ontology(), _labels(truth)
    above = {a for label in labels for a in ontology.ancestors(label)}
    return _chosen([c for c in _offered(question, "categories") if c in above or c not in ontology])


def _classes(question: Question, truth: Truth) -> str:
    labels = _labels(truth)
    offered = [c for c in _offered(question, "classes") if c in labels]
    return _chosen([*offered, *(name for name in named(truth) if name not in truth.graph)])


def _relations(question: Question, truth: Truth) -> str:
    needed = named(truth)
    offered = [n for n in _offered(question, "connected") if n in needed]
    selected = _offered(question, "selected")
    made_up = [n for n in needed if n not in truth.graph and n not in selected]
    return _chosen([*offered, *made_up])


def _act(question: Question, truth: Truth) -> str:
    """The step of the plan that comes after those that were made; past its end, any that is possible."""
    done = [line for line in question.blocks.get("done", "").splitlines() if line != "(none)"]
    steps = [str(call) for call in truth.calls]
    possible = question.blocks.get("applicable", "").splitlines() or [""]
    call = steps[len(done)] if len(done) < len(steps) else possible[0]
    return json.dumps({"explanation": f"step {len(done) + 1}", "call": call})


def _labels(truth: Truth) -> frozenset[str]:
    """Classes of what has to be handled, and of where it goes; the relations say where it lies."""
    in_goal = {t for x in truth.wanted for t in x.terms}
    moved = {c.arguments[0] for c in truth.calls if len(c.arguments) > 1}
    return frozenset(truth.graph[n].label for n in in_goal | moved if n in truth.graph)


def _offered(question: Question, block: str) -> list[str]:
    return [name for name in question.blocks.get(block, "").split(", ") if name and name != "(none)"]


def _chosen(names: Sequence[str]) -> str:
    return json.dumps({"explanation": "what the steps are about", "chosen": list(names)})


ANSWERERS: Mapping[str, Callable[[Question, Truth], str]] = MappingProxyType(
    {
        "prune_categories": _categories,
        "prune_classes": _classes,
        "prune_relations": _relations,
        "prune_act": _act,
    }
)
