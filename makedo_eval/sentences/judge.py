# SPDX-License-Identifier: Apache-2.0
"""Judges what came of a sentence by what is true at the end of the plan, never by how it is put."""

from __future__ import annotations

from dataclasses import dataclass

from makedo_core.conversation.question import QuestionKind
from makedo_core.enums import StrEnum
from makedo_core.failure import FailureCause
from makedo_core.goals.facts import apply, facts, failing_preconditions
from makedo_core.graph.scene_graph import SceneGraph
from makedo_eval.sentences.answering import answers_rightly, only_looks
from makedo_eval.sentences.corpus import SentenceCase, scene
from makedo_eval.sentences.expectation import Course, disturbed, failing, misplaced
from planner_node.proof.validate import ungrounded
from planner_node.task import Result

_QUESTIONS = frozenset({FailureCause.AMBIGUOUS, FailureCause.UNKNOWN_OBJECT, FailureCause.UNKNOWN_PLACE})


class Mark(StrEnum):
    """What an answer is worth, from best to worst."""

    RIGHT = "right"
    QUESTION = "question"  # where people would accept one, with what was meant among its candidates
    PARTIAL = "partial"  # less or other than asked, and says so, where all could have been done
    REFUSED = "refused"  # or asked, where it should have been understood
    WRONG = "wrong"  # a plan that nobody meant
    FALSE_EXACT = "false_exact"  # the same, or one that had to change something, called exactly what was asked


GOOD = frozenset({Mark.RIGHT, Mark.QUESTION})
BAD = frozenset({Mark.WRONG, Mark.FALSE_EXACT})


@dataclass(frozen=True, slots=True)
class Marking:
    """A verdict, and what speaks for it."""

    verdict: Mark
    note: str = ""
    offers: bool = False
    """Whether it was asked whether some orders are meant that the robot made itself."""


def judged(case: SentenceCase, result: Result) -> Marking:
    """The verdict on a result."""
    cause = result.outcome.cause
    if result.plan is not None:
        return _plan_judged(case, result)
    if cause in case.refuses:
        return Marking(Mark.RIGHT)
    if case.asks is not None and _offers(case.asks, result):
        return Marking(Mark.QUESTION)
    return Marking(Mark.REFUSED, f"{cause.name}: {result.outcome}")


def claims_exactness(result: Result) -> bool:
    """Whether the answer claims to be exactly what was asked: nothing is changed, in doubt or still to be seen."""
    plan = result.plan
    return plan is not None and result.account.exact and not plan.relaxations and not plan.provisional


def offer(result: Result) -> str:
    """The orders that a refusal asks about, whether they are meant; empty: it does not."""
    question = result.question
    if question is None or question.kind is not QuestionKind.WHETHER or len(question.options) != 1:
        return ""
    return question.options[0].instruction


def taken_up(case: SentenceCase, result: Result, unread: Marking) -> Marking:
    """The verdict on a question whether some orders are meant, by what comes of "yes".

    Args:
        case: what was said.
        result: of the orders.
        unread: the verdict on the refusal.
    """
    meant = judged(case, result)
    if meant.verdict is Mark.RIGHT:
        return Marking(Mark.QUESTION, unread.note, offers=True)
    note = f"{unread.note}\n    offers what is {meant.verdict.value}: {meant.note}"
    return Marking(unread.verdict, note, offers=True)


def _offers(asked: frozenset[str], result: Result) -> bool:
    """A question with what was meant among its candidates; one without any has to be an honest "which"."""
    cause = result.outcome.cause
    offered = {candidate.lower().replace(" ", "_") for candidate in result.candidates}
    if cause is not FailureCause.AMBIGUOUS and not asked:
        return False
    return cause in _QUESTIONS and asked <= offered


def _plan_judged(case: SentenceCase, result: Result) -> Marking:
    assert result.plan is not None
    exact = claims_exactness(result)
    course, impossible = course_of(result, scene(case.scene))
    if case.answers is not None and only_looks(result) and not impossible:
        right = answers_rightly(case.answers, result)
        if right is not None:
            right = right and not disturbed((), case.may, course)
            return Marking(Mark.RIGHT) if right else Marking(Mark.WRONG, f"answered: {result.explanation}")
    notes: list[str] = [impossible] if impossible else []
    if not impossible:
        for ends in case.ends:
            wrong, touched = failing(ends, course), disturbed(ends, case.may, course)
            if not wrong and not touched:
                return _claim_judged(case, exact)
            notes.append("; ".join([*(f"not so: {line}" for line in wrong), *(f"changed: {x}" for x in touched)]))
    note = " | ".join(notes) or "no plan is right here"
    if exact:
        return Marking(Mark.FALSE_EXACT, note)
    partial = not impossible and any(_openly_less(case, ends, course, result) for ends in case.ends)
    return Marking(Mark.PARTIAL if partial else Mark.WRONG, note)


def _openly_less(case: SentenceCase, ends: tuple[str, ...], course: Course, result: Result) -> bool:
    """Whether an answer that makes no claim touches only what was asked for, and names what it puts elsewhere."""
    assert result.plan is not None
    told = bool(result.plan.relaxations) or result.plan.provisional
    return not disturbed(ends, case.may, course) and (told or not misplaced(ends, course))


def _claim_judged(case: SentenceCase, exact: bool) -> Marking:
    if exact and case.never_exact:
        return Marking(Mark.FALSE_EXACT, "the end is right, but it is not exactly what was asked")
    return Marking(Mark.RIGHT)


def course_of(result: Result, graph: SceneGraph) -> tuple[Course, str]:
    """What the plan makes true step by step, and what cannot be done of it; empty if all can."""
    states = [facts(graph)]
    for call in result.plan.calls if result.plan is not None else ():
        problem = ungrounded(call, graph) or "; ".join(failing_preconditions(call, states[-1]))
        if problem:
            return Course(graph, states), f"{call}: {problem}"
        states.append(apply(call, states[-1]))
    return Course(graph, states), ""
