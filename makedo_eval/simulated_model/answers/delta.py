# SPDX-License-Identifier: Apache-2.0
"""Right answers to the questions of DELTA (makedo_eval/baselines/delta.py)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType

from makedo_core.skills import Literal
from makedo_eval.simulated_model.answers.shown import named, shown_ids
from makedo_eval.simulated_model.problem_text import problem_text
from makedo_eval.simulated_model.question import Question
from makedo_eval.simulated_model.truth import Truth
from planner_node.pddl.names import pddl_name
from planner_node.strategies.prune.reduced import reduced_graph
from planner_node.strategies.statement import said


def _prune(question: Question, truth: Truth) -> str:
    return json.dumps({"keep": [pddl_name(i) for i in named(truth)]})


def _problem(question: Question, truth: Truth) -> str:
    """The problem of what can be reached, as far as it is about what is shown or made up."""
    shown = shown_ids(question)
    wanted = tuple(x for x in truth.wanted if all(t in shown or t not in truth.graph for t in x.terms))
    return problem_text(truth.in_graph(reduced_graph(truth.graph, shown)), wanted)


def _decompose(question: Question, truth: Truth) -> str:
    """One fact more in each sub-goal, in the order of the steps that bring them about, all before kept."""
    last = {argument: number for number, call in enumerate(truth.calls) for argument in call.arguments}
    facts = sorted(truth.wanted, key=lambda x: last.get(x.terms[0], -1) if x.terms else -1)
    return json.dumps({"subgoals": [_all(facts[: n + 1]) for n in range(len(facts))] or [_all([])]})


def _all(facts: list[Literal]) -> str:
    return f"(and {' '.join(map(said, facts))})" if facts else "(and)"


ANSWERERS: Mapping[str, Callable[[Question, Truth], str]] = MappingProxyType(
    {"delta_prune": _prune, "delta_problem": _problem, "delta_decompose": _decompose}
)
