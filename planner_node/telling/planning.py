# SPDX-License-Identifier: Apache-2.0
"""The plan for an instruction of which some sentences tell something, or ask what was told."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from makedo_core.conversation.habit import Change, person
from makedo_core.conversation.past import Moved, PastInstruction
from makedo_core.failure import FailureCause, Outcome
from makedo_core.goals.goal import all_of
from makedo_core.goals.goal_text import spoken, within
from makedo_core.graph.correction import SpokenCorrection
from makedo_core.graph.scene_graph import NodeKind
from makedo_core.plan import Plan
from planner_node.answering.answered import where_to_look
from planner_node.language.refusal import Refusal
from planner_node.task import PlanningTask, Result, refused
from planner_node.telling.believed import believed
from planner_node.telling.hearing import ToldSentences
from planner_node.telling.seeing import SceneTold

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
    scene = heard.scene
    if asks and scene.is_past and scene.doubt is not None and scene.doubt.cause is FailureCause.AMBIGUOUS:
        return refused(scene.doubt, task)  # "I put the cup on the table": it was done, or is to be done
    reply = " ".join(heard.replies)
    if reply and not heard.rest:
        return _only_told(task, reply, heard.changes, scene.corrections)
    if reply:
        rest = plan(_rest_of(task, heard))
        if rest.question is not None:
            rest = _asked_of_all(rest, task, heard)
            return rest  # each answer tells it again
        if (lost := _replaced(rest, task, scene)) is not None:
            return replace(refused(lost, task), changes=heard.changes, corrections=scene.corrections)
        if rest.outcome.cause is not FailureCause.NOT_UNDERSTOOD or scene.is_past:
            told = f"{reply} {rest.explanation}".strip()
            return replace(rest, explanation=told, reply=reply, changes=heard.changes, corrections=scene.corrections)
    return _planned_alone(task, heard, scene, plan, asks)


def _planned_alone(
    task: PlanningTask, heard: ToldSentences, scene: SceneTold, plan: Callable[[PlanningTask], Result], asks: bool
) -> Result:
    """What comes of an instruction of which nothing was taken out: it is done, or what it tells is kept."""
    result = plan(task)
    if result.plan is None and scene.fact is not None:
        return _only_told(task, scene.fact.reply, corrections=scene.fact.corrections)
    if heard.states and (result.question is not None or (result.plan is not None and result.plan.calls)):
        return refused(_only_states(task.instruction), task)
    if result.plan is None and asks and scene.doubt is not None and scene.doubt.cause is FailureCause.AMBIGUOUS:
        return refused(scene.doubt, task)
    if heard.refusal is not None and result.outcome.cause in _NO_ORDER and result.question is None:
        return refused(heard.refusal, task)
    return result


def _replaced(rest: Result, task: PlanningTask, scene: SceneTold) -> Refusal | None:
    """Why something else is not taken for a thing of which only the room was told; None: it is not."""
    rooms = {c.node_id: c.place for c in scene.corrections if c.place and task.graph[c.place].kind is NodeKind.ROOM}
    if rest.plan is None or not rest.plan.relaxations:
        return None
    taken = {argument for call in rest.plan.calls for argument in call.arguments}
    lost = [node_id for node_id in rooms if node_id not in taken]
    if not lost:
        return None
    where = f"{spoken(lost[0])} is {within(rooms[lost[0]])} the {spoken(rooms[lost[0]])}"
    text = f"I take your word for it that {where}, but do not know on or in what there; say that, and I get it."
    return Refusal(FailureCause.OBJECT_NOT_FOUND, text)


def _only_states(instruction: str) -> Refusal:
    """To a sentence that states what somebody does or did: nothing moves by it."""
    told = f"You told me '{instruction.strip().rstrip('.!')}', which I take for what is so and not for what I am to do."
    return Refusal(FailureCause.NOT_UNDERSTOOD, f"{told} I do nothing for it; say as an order what is to be done.")


def _only_told(
    task: PlanningTask, reply: str, changes: tuple[Change, ...] = (), corrections: tuple[SpokenCorrection, ...] = ()
) -> Result:
    """What comes of an instruction that only tells: nothing is done, and it is kept."""
    done = Plan(task.instruction, all_of(()), (), task.graph.revision)
    return Result(Outcome(), done, reply, goal_text=reply, changes=changes, corrections=corrections, reply=reply)


def only_planned(result: Result) -> Result:
    """A result of which nothing is carried out: what it tells is not kept, nothing is looked at, and that is said."""
    plan = result.plan
    if result.answer and plan is not None and plan.provisional and not plan.relaxations:
        where = where_to_look(plan, result.answers)
        look = f"I would look {where} first." if where else ""
        return replace(result, explanation=f"{result.answer} {look}".strip())
    if not result.changes and not result.corrections:
        return result
    told = f"{result.explanation} As this was only planned, none of it is kept."
    return replace(result, explanation=told, changes=(), corrections=())


def _rest_of(task: PlanningTask, heard: ToldSentences) -> PlanningTask:
    """What is to be done, with what was told; "it" and "her" stand for what and whom that was about."""
    past, said, scene = task.past, heard.rest, heard.scene
    if scene.moved or scene.touched:
        before = past.instruction if past is not None else ""
        past = PastInstruction(before, scene.moved, scene.touched, scene.earlier)
    elif heard.things:
        past = PastInstruction(past.instruction if past is not None else "", tuple(map(Moved, heard.things)))
    if heard.somebody:
        said = _SOMEBODY.sub(person(heard.somebody), said)
    graph = believed(task.graph, scene.corrections, scene.states)
    return replace(task, instruction=said, graph=graph, past=past, habits=task.habits.changed(heard.changes))


def _asked_of_all(result: Result, task: PlanningTask, heard: ToldSentences) -> Result:
    """A question about what is to be done, with what was told before it in each answer's instruction."""
    question = result.question
    told = task.instruction.replace(heard.rest, "").strip()
    if question is None or not told or heard.rest not in task.instruction:
        return replace(result, question=None)
    options = tuple(replace(o, instruction=f"{told} {o.instruction}") for o in question.options)
    template = f"{told.replace('{}', '')} {question.template}" if question.template else ""
    return replace(result, question=replace(question, options=options, template=template))
