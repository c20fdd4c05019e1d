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
from makedo_core.goals.goal_text import spoken
from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.language.interpret import check_text
from planner_node.task import PlanningTask, Result

_MOST_LEFT = 4  # dangerous things in place of which others are looked for


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
        other = _with_others(replace(task, instruction=words, past=past), found, result, judge, plan)
        if other is None:
            return refused_for(found, said, asks and not task.goal)
        result = other
    if not meant or result.plan is None:
        return result
    return replace(result, plan=replace(result.plan, instruction=f"{MEANT} {result.plan.instruction}"))


def _with_others(
    task: PlanningTask, found: FoundDanger, result: Result, judge: DangerJudge, plan: Callable[[PlanningTask], Result]
) -> Result | None:
    """The plan with other things in place of those that are dangerous here, and that nobody named.

    Of "bring me a snack" any snack is meant: not the rotten banana. None: there is no such plan, or it does less.
    """
    graph, left = task.graph, list[str]()
    for _ in range(_MOST_LEFT):
        thing = found.deed.thing.key if found.deed.thing is not None else ""
        if thing not in graph or not _is_any(graph[thing], task):
            return None
        graph = graph.changed(remove=[thing])
        left.append(f"I leave {spoken(thing)}: {found.danger.because}.")
        other = plan(replace(task, graph=graph))
        if other.plan is None or result.plan is None or _moved(other) != _moved(result):
            return None
        if len(other.plan.relaxations) > len(result.plan.relaxations):
            return None  # it would be told that there is no such thing, where there is a dangerous one
        again = judge.of_plan(task.instruction, other.plan.calls, task.graph)
        if again is None:
            same = replace(other.plan, revision=task.graph.revision)
            return replace(other, plan=same, explanation=f"{other.explanation} {' '.join(left)}")
        found = again
    return None


def _is_any(node: Node, task: PlanningTask) -> bool:
    """Whether a thing was taken though the instruction names neither it nor its kind."""
    said = f" {task.instruction.lower().replace('_', ' ')} "
    called = any(f" {name}" in said for name in (node.label.replace("_", " "), spoken(node.id)))
    holder = task.graph.support(node.id)
    is_held = holder is not None and task.graph[holder].kind is NodeKind.AGENT
    return node.kind is NodeKind.OBJECT and not called and not is_held and not task.goal


def _moved(result: Result) -> int:
    """How many things are taken up."""
    return sum(call.skill == "pick_up" for call in result.plan.calls) if result.plan is not None else 0


def refused_for(found: FoundDanger, instruction: str, asks: bool) -> Result:
    """Why something is not done; where it may be meant, with the question whether it is."""
    may_be_meant = asks and found.danger.level is DangerLevel.ASK
    text = told(found, may_be_meant)
    question = None
    if may_be_meant:
        meant = f"{MEANT} {instruction.replace('{}', '')}"
        question = OpenQuestion(QuestionKind.WHETHER, text, options=(Option("yes", meant),))
    return Result(Outcome(FailureCause.DANGEROUS, text), explanation=text, question=question)
