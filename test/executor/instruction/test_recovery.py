# SPDX-License-Identifier: Apache-2.0
"""The recovery ladder: its order, its bounds, and what it learns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from executor_node.instruction.recovery import FINAL, RecoveryLadder, RecoveryLimits, Rung, learnt_from
from makedo_core.failure import FailureCause, Outcome
from makedo_core.known_failure import FailureKind as Kind
from makedo_core.known_failure import KnownFailure
from makedo_core.skills import SkillCall

PICK = SkillCall("pick_up", ("can_1", "table_1"))
PUT = SkillCall("put_on", ("can_1", "table_1"))
GO = SkillCall("go_to", ("table_1",))


def call(skill: str, *arguments: str) -> SkillCall:
    return SkillCall(skill, arguments)


def failure(cause: FailureCause) -> Outcome:
    return Outcome(cause, "it failed")


def test_the_rungs_are_taken_from_cheap_to_dear():
    ladder = RecoveryLadder(RecoveryLimits(retries=2, looks=1, replans=1))
    rungs = [ladder.after(PICK, failure(FailureCause.GRASP_FAILED)) for _ in range(4)]
    assert rungs == [Rung.RETRY, Rung.RETRY, Rung.LOOK, Rung.REPLAN]


@given(st.lists(st.sampled_from(list(FailureCause)[1:]), min_size=40, max_size=40))
def test_every_ladder_ends(causes):
    ladder = RecoveryLadder(RecoveryLimits(retries=1, looks=1, replans=2))
    taken = []
    for cause in causes:
        taken.append(ladder.after(PICK, failure(cause)))
        if taken[-1] is Rung.GIVE_UP:
            break
    assert taken[-1] is Rung.GIVE_UP
    assert len(taken) <= 10


@pytest.mark.parametrize("cause", sorted(FINAL))
def test_after_a_stop_or_a_loss_nothing_is_tried(cause):
    assert RecoveryLadder().after(PICK, failure(cause)) is Rung.GIVE_UP


def test_a_call_that_fails_again_after_a_new_plan_that_nothing_was_learnt_for_is_given_up():
    go = SkillCall("go_to", ("table_2",))
    ladder = RecoveryLadder(RecoveryLimits(retries=0, looks=0, replans=4))
    taken = [ladder.after(go, failure(FailureCause.UNREACHABLE)) for _ in range(2)]
    assert taken == [Rung.REPLAN, Rung.GIVE_UP]
    blocked = [ladder.after(go, failure(FailureCause.NAVIGATION_FAILED)) for _ in range(2)]
    assert blocked == [Rung.REPLAN, Rung.REPLAN]  # that table_2 is blocked was learnt


def test_only_the_new_plan_for_what_a_pause_interrupted_is_no_try():
    ladder, done = (
        RecoveryLadder(RecoveryLimits(retries=0, looks=0, replans=1)),
        failure(FailureCause.PRECONDITION_FAILED),
    )
    for _ in range(3):
        assert ladder.after(PUT, failure(FailureCause.PAUSED)) is Rung.RESUME
        assert ladder.after(PUT, done) is Rung.REPLAN
    assert ladder.after(PUT, failure(FailureCause.PAUSED)) is Rung.RESUME
    taken = [ladder.after(call, done) for call in (PICK, PUT)]
    assert taken == [Rung.REPLAN, Rung.GIVE_UP]


@pytest.mark.parametrize("cause", [FailureCause.UNREACHABLE, FailureCause.NO_FREE_SPACE])
def test_what_was_searched_for_in_vain_is_looked_at_before_it_is_searched_for_again(cause):
    ladder, call, found = RecoveryLadder(), SkillCall("put_on", ("mug_1", "table_1")), Outcome(cause, "nowhere")
    assert [ladder.after(call, found) for _ in range(2)] == [Rung.LOOK, Rung.REPLAN]


@pytest.mark.parametrize(
    ("lost_in", "rungs"), [(PICK, [Rung.LOOK, Rung.REPLAN]), (PUT, [Rung.LOOK, Rung.REPLAN]), (GO, [Rung.REPLAN])]
)
def test_what_fell_at_furniture_is_looked_for_there_before_planning_anew(lost_in, rungs):
    """Lost on the way, it may lie anywhere."""
    ladder = RecoveryLadder()
    assert [ladder.after(lost_in, failure(FailureCause.OBJECT_LOST)) for _ in rungs] == rungs


def test_failed_preconditions_go_straight_back_to_planning():
    assert RecoveryLadder().after(PUT, failure(FailureCause.PRECONDITION_FAILED)) is Rung.REPLAN


def test_an_object_that_is_not_where_it_was_is_looked_for_before_planning_anew():
    ladder = RecoveryLadder()
    taken = [ladder.after(PICK, failure(FailureCause.PRECONDITION_FAILED)) for _ in range(2)]
    assert taken == [Rung.LOOK, Rung.REPLAN]


@pytest.mark.parametrize(
    ("call", "cause", "known"),
    [
        (PICK, FailureCause.UNREACHABLE, KnownFailure(Kind.UNREACHABLE, "can_1")),
        (PICK, FailureCause.GRASP_FAILED, KnownFailure(Kind.UNREACHABLE, "can_1")),
        (PICK, FailureCause.OBJECT_NOT_FOUND, KnownFailure(Kind.MISSING, "can_1")),
        (call("go_to", "shelf_1"), FailureCause.NAVIGATION_FAILED, KnownFailure(Kind.BLOCKED, "shelf_1")),
        (call("put_on", "can_1", "table_2"), FailureCause.NO_FREE_SPACE, KnownFailure(Kind.FULL_ON, "table_2")),
        (call("put_inside", "can_1", "fridge_1"), FailureCause.UNREACHABLE, KnownFailure(Kind.FULL_INSIDE, "fridge_1")),
        (call("open", "fridge_1"), FailureCause.JOINT_STUCK, KnownFailure(Kind.STUCK, "fridge_1")),
        (call("hand_over", "can_1", "person_1"), FailureCause.NOT_TAKEN, KnownFailure(Kind.FULL, "person_1")),
        (call("hand_over", "can_1", "person_1"), FailureCause.NOT_CAPABLE, KnownFailure(Kind.FULL, "person_1")),
        (call("hand_over", "can_1", "person_1"), FailureCause.OBJECT_LOST, None),
        (call("open", "fridge_1"), FailureCause.NOT_CAPABLE, KnownFailure(Kind.STUCK, "fridge_1")),
        (call("open", "fridge_1"), FailureCause.WAY_BLOCKED, None),
        (call("open", "fridge_1"), FailureCause.TIMEOUT, None),
        (PICK, FailureCause.WAY_BLOCKED, None),
        (call("turn_on", "lamp_1"), FailureCause.UNREACHABLE, KnownFailure(Kind.STUCK, "lamp_1")),
        (call("turn_off", "lamp_1"), FailureCause.NOT_CAPABLE, KnownFailure(Kind.STUCK, "lamp_1")),
        (call("press", "button_1"), FailureCause.WRONG_END_STATE, KnownFailure(Kind.STUCK, "button_1")),
        (call("turn_over", "crate_1"), FailureCause.UNREACHABLE, KnownFailure(Kind.STUCK, "crate_1")),
        (PICK, FailureCause.OBJECT_LOST, None),
    ],
)
def test_a_failed_call_teaches_the_planner(call, cause, known):
    assert learnt_from(call, cause) == known


def test_a_drive_that_failed_with_something_in_the_hand_teaches_that_it_was_not_brought_there():
    """Without it there may be room: the fridge can still be closed. A second time it is the drive that fails."""
    go, put = call("go_to", "fridge_1"), call("put_inside", "can_1", "fridge_1")
    ladder = RecoveryLadder(RecoveryLimits(retries=0, looks=0, replans=5))
    for _ in range(2):
        ladder.after(go, failure(FailureCause.NAVIGATION_FAILED), put)
    assert ladder.learnt == [KnownFailure(Kind.FULL_INSIDE, "fridge_1"), KnownFailure(Kind.BLOCKED, "fridge_1")]


def test_a_fact_is_learnt_once():
    ladder = RecoveryLadder(RecoveryLimits(retries=0, looks=0, replans=5))
    for _ in range(3):
        ladder.after(PICK, failure(FailureCause.UNREACHABLE))
    assert ladder.learnt == [KnownFailure(Kind.UNREACHABLE, "can_1")]


def test_what_cannot_be_tried_again_as_the_robot_was_left_gets_one_new_plan_and_then_teaches_why_it_failed():
    """After a try that failed the base may stand elsewhere: the planner is to bring it back, but not for ever."""
    close, ladder = SkillCall("close", ("fridge_1",)), RecoveryLadder(RecoveryLimits(retries=2, looks=0, replans=9))
    for learnt in ([], [KnownFailure(Kind.STUCK, "fridge_1")]):
        assert ladder.after(close, failure(FailureCause.JOINT_STUCK)) is Rung.RETRY
        assert ladder.after(close, failure(FailureCause.PRECONDITION_FAILED)) is Rung.REPLAN
        assert ladder.learnt == learnt


def test_a_precondition_that_failed_before_any_try_teaches_nothing():
    close, ladder = SkillCall("close", ("fridge_1",)), RecoveryLadder(RecoveryLimits(replans=9))
    ladder.after(PICK, failure(FailureCause.UNREACHABLE))
    for _ in range(3):
        ladder.after(close, failure(FailureCause.PRECONDITION_FAILED))
    assert not ladder.learnt
