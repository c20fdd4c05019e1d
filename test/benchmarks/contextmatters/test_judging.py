# SPDX-License-Identifier: Apache-2.0
"""ContextMatters: an answer held against what was demanded and what was told."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause, Outcome
from makedo_core.plan import Relaxation, RelaxationKind
from makedo_core.skills import SkillCall
from makedo_eval.contextmatters.conditions import (
    Gathered,
    Quantified,
    Things,
)
from makedo_eval.contextmatters.interface import PlanRun
from makedo_eval.contextmatters.judgement import Claim, judge
from makedo_eval.contextmatters.specification import Alternative, Specification, acceptable, strictly_satisfied

from .conftest import APPLES, BOX, GRAB, NO, PROBLEM, PUT_IN, TWO_APPLES, WALK, end, home

FEWER = Relaxation(RelaxationKind.LOWER_COUNT, "3 apples", "2 apples", ("there are only 2",), 1.0)
OTHER = Relaxation(RelaxationKind.CHANGE_PLACE, "the box", "the hall", ("no box",), 1.0)
THREE = Specification(
    (Gathered(BOX, (Quantified(APPLES, 3),)),),
    shortage="only 2 apples",
    alternatives=(Alternative((Gathered(BOX, (Quantified(APPLES),)),), frozenset({RelaxationKind.LOWER_COUNT})),),
)
BOTH_IN = end("inside apple_1 box_1", "inside apple_2 box_1")


def test_a_relaxed_end_is_not_strictly_satisfied():
    assert strictly_satisfied(THREE, BOTH_IN, TWO_APPLES) == ["only 2 of 3 wanted: apple"]


def test_a_relaxation_that_was_told_and_reached_is_acceptable():
    assert acceptable(THREE, [FEWER], BOTH_IN, TWO_APPLES) == []


@pytest.mark.parametrize("told", [[], [OTHER]])
def test_a_change_that_was_not_told_is_not_acceptable(told):
    assert acceptable(THREE, told, BOTH_IN, TWO_APPLES) == ["no lower_count was told"]


def test_less_than_an_alternative_is_not_acceptable():
    assert acceptable(THREE, [FEWER], end("inside apple_1 box_1"), TWO_APPLES) == ["apple_2 is not inside box_1"]


def test_less_than_was_possible_is_not_acceptable_whatever_was_told():
    possible = Specification((Gathered(BOX, (Quantified(APPLES, 2),)),))
    assert acceptable(possible, [FEWER], end("inside apple_1 box_1"), TWO_APPLES)[0].startswith("all that was asked")
    assert acceptable(possible, [FEWER], BOTH_IN, TWO_APPLES) == []


def test_where_only_a_refusal_is_right_no_plan_is_acceptable():
    pears = Specification((Gathered(BOX, (Quantified(Things(("pear",))),)),), shortage="no pear", may_refuse=True)
    assert acceptable(pears, [FEWER], BOTH_IN, TWO_APPLES)[0] == "only a refusal would be right"


HOME = home(apple_1="kitchen_1", box_1="kitchen_1")
IN_BOX = Specification((Gathered(BOX, (Quantified(APPLES),)),))
TWO_IN_BOX = Specification(
    (Gathered(BOX, (Quantified(APPLES, 2),)),),
    shortage="only 1 apple",
    alternatives=(Alternative(IN_BOX.demanded, frozenset({RelaxationKind.LOWER_COUNT})),),
)
NO_PEAR = Specification((Gathered(BOX, (Quantified(Things(("pear",))),)),), shortage="no pear", may_refuse=True)
GOOD = PlanRun(Outcome(), (GRAB, PUT_IN), problem=PROBLEM)
TOLD = PlanRun(Outcome(), (GRAB, PUT_IN), (FEWER,), PROBLEM)


def test_a_plan_that_does_what_was_asked_is_the_best_answer(task):
    judged = judge(task, IN_BOX, HOME, GOOD, 0.5)
    assert (judged.success, judged.strict, judged.apt, judged.claim) == (True, True, True, Claim.MET)
    assert not (judged.false_claim or judged.needless_relaxation or judged.wrong_refusal)
    assert (judged.length, judged.cpu_s) == (2, 0.5)


def test_a_goal_that_was_changed_without_a_word_is_a_false_claim(task):
    judged = judge(task, TWO_IN_BOX, HOME, GOOD, 0.0)
    assert judged.success
    assert judged.false_claim
    assert judged.silent_relaxation
    assert not judged.apt


def test_less_than_was_possible_is_a_false_claim_but_no_silent_change(task):
    grabbed = PROBLEM.replace("(:goal (inside apple_1 box_1))", "(:goal (is-holding robot apple_1))")
    judged = judge(task, IN_BOX, HOME, PlanRun(Outcome(), (GRAB,), problem=grabbed), 0.0)
    assert judged.success
    assert judged.false_claim
    assert not judged.silent_relaxation


def test_a_change_that_was_needed_and_told_is_apt(task):
    judged = judge(task, TWO_IN_BOX, HOME, TOLD, 0.0)
    assert (judged.apt, judged.strict, judged.claim, judged.cost) == (True, False, Claim.RELAXED, 1.0)
    assert judged.kinds == ("lower_count",)


def test_a_change_that_was_not_needed_is_counted_and_not_apt(task):
    judged = judge(task, IN_BOX, HOME, TOLD, 0.0)
    assert judged.needless_relaxation
    assert judged.strict
    assert not judged.apt


def test_a_reasoned_refusal_is_apt_only_where_nothing_else_is(task):
    assert judge(task, NO_PEAR, HOME, NO, 0.0).apt
    assert not judge(task, NO_PEAR, HOME, GOOD, 0.0).apt
    for spec in (IN_BOX, TWO_IN_BOX):
        judged = judge(task, spec, HOME, NO, 0.0)
        assert judged.wrong_refusal
        assert not judged.apt


@pytest.mark.parametrize("cause", [FailureCause.PLANNING_TIMEOUT, FailureCause.NOT_UNDERSTOOD])
def test_a_timeout_is_no_reasoned_refusal(task, cause):
    judged = judge(task, NO_PEAR, HOME, PlanRun(Outcome(cause, "no")), 0.0)
    assert judged.wrong_refusal
    assert not judged.apt


@pytest.mark.parametrize(("steps", "changes_nothing"), [((WALK, WALK), True), ((WALK, GRAB), False), ((), False)])
def test_a_plan_of_moves_alone_changes_nothing(task, steps, changes_nothing):
    judged = judge(task, IN_BOX, HOME, PlanRun(Outcome(), steps, problem=PROBLEM), 0.0)
    assert judged.changes_nothing == changes_nothing


@pytest.mark.parametrize(
    ("run", "fault"),
    [
        (NO, "There is no pear."),
        (PlanRun(Outcome(), problem=PROBLEM), "the plan is empty"),
        (
            PlanRun(Outcome(), (SkillCall("grab", ("robot", "pear_9", "kitchen_1")),), problem=PROBLEM),
            "'pear_9' is not",
        ),
        (PlanRun(Outcome(), (PUT_IN,), problem=PROBLEM), "not valid at"),
        (PlanRun(Outcome(), (GRAB, PUT_IN), problem="(define"), "does not parse"),
        (
            PlanRun(Outcome(), (GRAB,), problem=PROBLEM.replace("(:init", "(:init (inside apple_1 box_1)")),
            "begins with",
        ),
    ],
)
def test_what_is_no_success_says_why_and_meets_nothing(task, run, fault):
    judged = judge(task, IN_BOX, HOME, run, 0.0)
    assert fault in " ".join(judged.faults)
    assert not judged.success
    assert not judged.strict
