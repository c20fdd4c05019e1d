# SPDX-License-Identifier: Apache-2.0
"""The plan for an instruction of which some sentences tell something, or ask what was told."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from makedo_core.conversation.habit import person
from makedo_core.conversation.past import Moved, PastInstruction
from makedo_core.failure import FailureCause, Outcome
from makedo_core.goals.goal import all_of
from makedo_core.plan import Plan
from planner_node.answering.answered import where_to_look
from planner_node.task import PlanningTask, Result, refused
from planner_node.telling.hearing import ToldSentences

_SOMEBODY = re.compile(r"\b(?:her|him)\b(?=\W*$|\W*[.,;!?]|\s+(?:a|an|the|some|my|it|and)\b)", re.IGNORECASE)
"""Who is no owner: "bring it to her", but not "her mug"."""
_NO_ORDER = frozenset({FailureCause.NOT_UNDERSTOOD, FailureCause.UNKNOWN_OBJECT, FailureCause.UNKNOWN_PLACE})


NOT_KEPT = "But I could not keep that: who keeps it, the scene graph node, did not answer."


class Hearer(Protocol):
    """Hears what an instruction tells."""

    def heard(self, task: PlanningTask, now_s: float) -> ToldSentences:
        """What an instruction tells, and what is left of it to be done."""


def planned_with_what_is_told(
    task: PlanningTask, hearer: Hearer, now_s: float, plan: Callable[[PlanningTask], Result], asks: bool = True
) -> Result:
    """What comes of planning, with what is said to what the instruction tells.

    Args:
        task: with the instruction.
        hearer: that hears what it tells.
        now_s: of the wall clock, since 1970 [s].
        plan: plans for what is to be done.
        asks: whether there is somebody to ask which of several things is told of.
    """
    heard = hearer.heard(task, now_s)
    if heard.refusal is not None and heard.refusal.cause is FailureCause.AMBIGUOUS and asks:
        return refused(heard.refusal, task)
    reply = " ".join(heard.replies)
    if reply and not heard.rest:
        done = Plan(task.instruction, all_of(()), (), task.graph.revision)
        return Result(Outcome(), done, reply, goal_text=reply, changes=heard.changes, reply=reply)
    if reply:
        rest = plan(_rest_of(task, heard))
        if rest.question is not None:
            rest = _asked_of_all(rest, task, heard)
            return rest  # each answer tells it again
        if rest.outcome.cause is not FailureCause.NOT_UNDERSTOOD:
            told = f"{reply} {rest.explanation}".strip()
            return replace(rest, explanation=told, reply=reply, changes=heard.changes)
    result = plan(task)
    if heard.refusal is not None and result.outcome.cause in _NO_ORDER:
        return refused(heard.refusal, task)
    return result


def only_planned(result: Result) -> Result:
    """A result of which nothing is carried out: what it tells is not kept, nothing is looked at, and that is said."""
    plan = result.plan
    if result.answer and plan is not None and plan.provisional and not plan.relaxations:
        where = where_to_look(plan, result.answers)
        look = f"I would look {where} first." if where else ""
        return replace(result, explanation=f"{result.answer} {look}".strip())
    if not result.changes:
        return result
    told = f"{result.explanation} As this was only planned, none of it is kept."
    return replace(result, explanation=told, changes=())


def _rest_of(task: PlanningTask, heard: ToldSentences) -> PlanningTask:
    """What is to be done, with what was told; "it" and "her" stand for what and whom that was about."""
    past, said = task.past, heard.rest
    if heard.things:
        past = PastInstruction(past.instruction if past is not None else "", tuple(map(Moved, heard.things)))
    if heard.somebody:
        said = _SOMEBODY.sub(person(heard.somebody), said)
    return replace(task, instruction=said, past=past, habits=task.habits.changed(heard.changes))


def _asked_of_all(result: Result, task: PlanningTask, heard: ToldSentences) -> Result:
    """A question about what is to be done, with what was told before it in each answer's instruction."""
    question = result.question
    told = task.instruction.replace(heard.rest, "").strip()
    if question is None or not told or heard.rest not in task.instruction:
        return replace(result, question=None)
    options = tuple(replace(o, instruction=f"{told} {o.instruction}") for o in question.options)
    template = f"{told.replace('{}', '')} {question.template}" if question.template else ""
    return replace(result, question=replace(question, options=options, template=template))
