# SPDX-License-Identifier: Apache-2.0
"""The plan for an instruction that puts questions: what is known so far, and where the robot looks first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from makedo_core.failure import Outcome
from makedo_core.goals.goal import all_of
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.plan import Plan
from makedo_core.skills import Predicate
from planner_node.answering.wording import names_unlooked, told
from planner_node.grounding.demand import Demand
from planner_node.grounding.scene import Scene
from planner_node.language.questions.answer import SceneAnswer
from planner_node.task import PlanningTask, Result

_SENTENCE = re.compile(r"(?<=[.?]) (?=[A-Z])")


def planned_with_answers(
    task: PlanningTask, scene: Scene, demands: Sequence[Demand], plan: Callable[[tuple[Demand, ...]], Result]
) -> Result:
    """What comes of planning, with the answers; where nothing is to be done, they are all there is.

    Args:
        task: with the instruction.
        scene: that was asked.
        demands: of the instruction, those of its questions among them.
        plan: plans for what is to be done.
    """
    answers = tuple(d.answer for d in demands if d.answer is not None)
    if not answers:
        return plan(tuple(demands))
    words = _said_once(told(a, scene.graph) for a in answers)
    pursued = tuple(d for d in demands if d.answer is None or d.count > 0)
    if not pursued:
        done = Plan(task.instruction, all_of(()), (), task.graph.revision)
        explanation = _noted(demands, words)
        return Result(Outcome(), done, explanation, goal_text=words, answers=answers, answer=words)
    result = plan(pursued)
    if result.plan is None:
        return replace(result, answers=answers)
    only_asks = all(d.answer is not None or _is_for_looking(d) for d in pursued)
    if not only_asks:
        noted = _noted([d for d in demands if d not in pursued], words)
        return replace(result, explanation=f"{noted} {result.explanation}".strip(), answers=answers)
    rest = result.explanation if result.plan.relaxations else _before_answering(where_to_look(result.plan, answers))
    looks = replace(result.plan, provisional=True)  # with what was seen the question is put once more
    noted = words if result.plan.relaxations else _noted(demands, words)
    return replace(result, plan=looks, explanation=f"{noted} {rest}".strip(), answers=answers, answer=words)


def _said_once(answers: Iterable[str]) -> str:
    """Answers one behind the other, without the sentences that one of them has said before."""
    said: list[str] = []
    for sentence in (one for words in answers for one in _SENTENCE.split(words)):
        known = sentence.lower()
        if not any(before.lower().removeprefix("yes, ").removeprefix("no, ") == known for before in said):
            said.append(sentence)
    return " ".join(said)


def _noted(demands: Sequence[Demand], words: str) -> str:
    """Answers behind what was understood otherwise than it was said, or only taken to be known."""
    notes = dict.fromkeys(f"{d.note[0].upper()}{d.note[1:].rstrip('.')}." for d in demands if d.note)
    return " ".join((*notes, words))


def _is_for_looking(demand: Demand) -> bool:
    return all(x.predicate in (Predicate.OPEN, Predicate.CLOSED) for x in demand.literals)


def where_to_look(plan: Plan, answers: Sequence[SceneAnswer]) -> str:
    """Where a plan looks before its questions are answered: "at table 1", or "there", where an answer has just said so.

    Empty: it does not look.
    """
    places = tuple(dict.fromkeys(c.arguments[-1] for c in plan.calls if c.skill == "discover_objects"))
    if len(answers) == 1 and names_unlooked(answers[0]) == frozenset(places):
        return "there" if places else ""
    return f"at {enumerate_words(map(spoken, places))}" if places else ""


def _before_answering(where: str) -> str:
    return f"I look {where} before I answer." if where else ""
