# SPDX-License-Identifier: Apache-2.0
"""Right answers to the questions of ContextMatters' Algorithm 1 (its module `questions`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType

from makedo_eval.simulated_model.problem_text import problem_text
from makedo_eval.simulated_model.question import Question
from makedo_eval.simulated_model.truth import Truth
from planner_node.pddl.names import pddl_name

_CHANGED = "The goal has been changed already"


def _problem(question: Question, truth: Truth) -> str:
    """The problem of what was asked; once the goal was changed, of what can be reached."""
    return problem_text(truth, truth.wanted if _CHANGED in question.system else truth.asked)


def _stated(question: Question, truth: Truth) -> str:
    """The same goal in JSON."""
    wanted = truth.wanted if _CHANGED in question.system else truth.asked
    facts = [
        {"predicate": str(x.predicate), "terms": [pddl_name(t) for t in x.terms], "negated": x.negated} for x in wanted
    ]
    return json.dumps({"explanation": _goal(truth), "goal": facts})


def _domain(question: Question, truth: Truth) -> str:
    """All actions there are: more than is needed, and never wrong."""
    return question.blocks.get("actions", "")


def _analysis(question: Question, truth: Truth) -> str:
    feedback = question.blocks.get("feedback", "")
    return json.dumps({"explanation": feedback[:500], "suggestions": ["mend what <feedback> names"]})


def _shift(question: Question, truth: Truth) -> str:
    """What comes in for what, as far as the reached goal names things that the asked one does not."""
    asked = {t for x in truth.asked for t in x.terms}
    fresh = list(dict.fromkeys(t for x in truth.wanted for t in x.terms if t not in asked))
    changes = [r for r in truth.relaxations if r.instead and fresh][:1]
    stand_ins = [{"asked": r.asked[:400], "instead": fresh[:50], "reason": r.reason[:400]} for r in changes]
    return json.dumps({"stand_ins": stand_ins, "goal": _goal(truth)})


def _relax(question: Question, truth: Truth) -> str:
    given_up = [
        {"asked": r.asked[:400], "instead": r.instead[:400], "reason": r.reason[:400]} for r in truth.relaxations
    ]
    return json.dumps({"achievable": not given_up, "given_up": given_up, "goal": _goal(truth)})


def _goal(truth: Truth) -> str:
    return (truth.goal_text or "; ".join(map(str, truth.wanted)) or truth.task.instruction)[:600]


ANSWERERS: Mapping[str, Callable[[Question, Truth], str]] = MappingProxyType(
    {
        "context_matters_problem": _problem,
        "context_matters_rewrite": _problem,
        "context_matters_goal": _stated,
        "context_matters_domain": _domain,
        "context_matters_analysis": _analysis,
        "context_matters_shift": _shift,
        "context_matters_relax": _relax,
    }
)
