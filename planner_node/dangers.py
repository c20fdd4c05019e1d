# SPDX-License-Identifier: Apache-2.0
"""What is dangerous is not planned, and told before anything else: by the words first, then by what the plan does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from makedo_core.conversation.question import OpenQuestion, Option, QuestionKind
from makedo_core.danger.judging import DangerJudge
from makedo_core.danger.spoken import MEANT, without_meaning_it
from makedo_core.danger.values import DangerLevel, FoundDanger
from makedo_core.danger.wording import told
from makedo_core.failure import FailureCause, Outcome
from planner_node.language.interpret import check_text
from planner_node.task import PlanningTask, Result


def planned_without_danger(
    task: PlanningTask, judge: DangerJudge, asks: bool, plan: Callable[[PlanningTask], Result]
) -> Result:
    """What comes of planning, unless what is asked for or what the plan does is dangerous.

    Args:
        task: with the instruction; while a goal is pursued already, only the plan is judged.
        judge: says what is dangerous.
        asks: whether there is somebody who can say that something is meant.
        plan: plans.
    """
    said = task.instruction
    found = None if task.goal or check_text(said) else judge.of_words(said)
    if found is not None:
        return refused_for(found, said, asks and not task.goal)
    words, meant = without_meaning_it(said)
    past = None if task.past is None else replace(task.past, instruction=without_meaning_it(task.past.instruction)[0])
    result = plan(replace(task, instruction=words, past=past))
    if result.plan is None:
        return result
    found = judge.of_plan(said, result.plan.calls, task.graph)
    if found is not None:
        return refused_for(found, said, asks and not task.goal)
    if not meant:
        return result
    return replace(result, plan=replace(result.plan, instruction=f"{MEANT} {result.plan.instruction}"))


def refused_for(found: FoundDanger, instruction: str, asks: bool) -> Result:
    """Why something is not done; where it may be meant, with the question whether it is."""
    may_be_meant = asks and found.danger.level is DangerLevel.ASK
    text = told(found, may_be_meant)
    question = None
    if may_be_meant:
        meant = f"{MEANT} {instruction.replace('{}', '')}"
        question = OpenQuestion(QuestionKind.WHETHER, text, options=(Option("yes", meant),))
    return Result(Outcome(FailureCause.DANGEROUS, text), explanation=text, question=question)
