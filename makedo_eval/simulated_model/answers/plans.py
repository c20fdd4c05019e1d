# SPDX-License-Identifier: Apache-2.0
"""Right answers to questions for a whole plan, or for the problem of one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType

from makedo_eval.simulated_model.problem_text import problem_text
from makedo_eval.simulated_model.question import Question
from makedo_eval.simulated_model.truth import Truth
from planner_node.pddl.names import pddl_name


def _whole_plan(question: Question, truth: Truth) -> str:
    """All steps, with the names of the scene."""
    steps = [f"{c.skill}({', '.join(map(pddl_name, c.arguments))})" for c in truth.calls]
    return json.dumps({"plan": steps})


def _problem(question: Question, truth: Truth) -> str:
    """The problem of what can be reached."""
    return problem_text(truth, truth.wanted)


ANSWERERS: Mapping[str, Callable[[Question, Truth], str]] = MappingProxyType(
    {"llm_as_planner": _whole_plan, "llm_p": _problem}
)
