# SPDX-License-Identifier: Apache-2.0
"""Before an instruction is given up on which something was done, the operator is asked: once, and no word is a no."""

from __future__ import annotations

import threading

import pytest

from executor_node.instruction.approval import Precautions
from executor_node.instruction.recovery import FINAL, RecoveryLadder, RecoveryLimits, Rung
from executor_node.instruction.run import run_instruction
from executor_node.instruction.task import TaskState
from makedo_core.failure import FailureCause, Outcome
from support.waiting import until

from ..conftest import BRING

NOTHING = Outcome(FailureCause.UNSOLVABLE_PROVEN, "there is no other can")
ASKED = RecoveryLimits(retries=0, looks=0, replans=1, ask=True)
SOON = Precautions(patience_s=0.3)


def answering(task, approved: bool, help_first=lambda: None) -> threading.Thread:
    """Answer as soon as the task asks."""

    def answer() -> None:
        until(lambda: any(p.state is TaskState.WAITING_FOR_APPROVAL for p in task.listener.states), "the task asks")
        help_first()
        until(lambda: task.approval.answer(approved, "leave it"), "the task waits for an answer")

    thread = threading.Thread(target=answer)
    thread.start()
    return thread


def asked(task) -> list:
    return [p for p in task.listener.states if p.rung is Rung.ASK]


def test_with_help_it_is_done_after_all(make_task, world, words):
    world.slippery = 99
    task = make_task(BRING, NOTHING, BRING, limits=ASKED)
    thread = answering(task, True, lambda: setattr(world, "slippery", 0))
    assert run_instruction(task).ok
    thread.join()
    (question,) = asked(task)
    assert question.state is TaskState.WAITING_FOR_APPROVAL
    words(question.message)
    assert "asked" in task.listener.notes
    assert task.ports.planner.requests[-1].known_failures == ()  # the operator may have changed anything


def test_without_a_word_it_ends_as_it_would_have(make_task, world, words):
    world.slippery = 99
    task = make_task(BRING, NOTHING, limits=ASKED, precautions=SOON)
    outcome = run_instruction(task)
    assert outcome.cause is FailureCause.UNSOLVABLE_PROVEN
    words(outcome.message)
    assert len(task.ports.planner.requests) == 2


def test_a_no_ends_it_with_the_reason(make_task, world, words):
    world.slippery = 99
    task = make_task(BRING, NOTHING, limits=ASKED)
    thread = answering(task, False)
    outcome = run_instruction(task)
    thread.join()
    assert outcome.cause is FailureCause.UNSOLVABLE_PROVEN
    words(outcome.message)
    assert len(asked(task)) == 1


def test_it_is_asked_once(make_task, world):
    world.slippery = 99
    task = make_task(BRING, NOTHING, BRING, NOTHING, limits=ASKED)
    thread = answering(task, True)
    outcome = run_instruction(task)
    thread.join()
    assert outcome.cause is FailureCause.UNSOLVABLE_PROVEN
    assert (len(asked(task)) == 1 and task.listener.states[-1].state is TaskState.STOPPING) or asked(task)
    assert Rung.GIVE_UP in [p.rung for p in task.listener.states]


def test_who_does_not_want_to_be_asked_is_not(make_task, world):
    world.slippery = 99
    task = make_task(BRING, NOTHING, limits=RecoveryLimits(retries=0, looks=0, replans=1))
    assert run_instruction(task).cause is FailureCause.UNSOLVABLE_PROVEN
    assert asked(task) == []


def test_a_refusal_before_anything_was_done_needs_no_question(make_task):
    task = make_task(NOTHING, limits=ASKED)
    assert run_instruction(task).cause is FailureCause.UNSOLVABLE_PROVEN
    assert asked(task) == []


def test_a_stop_while_it_waits_is_a_stop(make_task, world):
    world.slippery = 99
    task = make_task(BRING, NOTHING, limits=ASKED)
    stop = Outcome(FailureCause.STOPPED, "it was stopped")

    def stop_when_asked():
        until(lambda: asked(task), "the task asks")
        task.token.cancel(stop)

    threading.Thread(target=stop_when_asked, daemon=True).start()
    assert run_instruction(task) == stop


@pytest.mark.parametrize("cause", sorted(FINAL | {FailureCause.PAUSED}))
def test_nobody_is_asked_after_what_people_or_the_system_ended(cause):
    assert not RecoveryLadder(ASKED).ask(Outcome(cause, "it ended"))


def test_every_rung_that_is_taken_is_told(make_task, world):
    world.slippery = 99
    task = make_task(BRING, NOTHING, limits=RecoveryLimits(retries=1, looks=1, replans=1, ask=True), precautions=SOON)
    run_instruction(task)
    told = [p.rung for p in task.listener.states if p.rung is not None]
    assert told == [Rung.RETRY, Rung.LOOK, Rung.REPLAN, Rung.ASK, Rung.GIVE_UP]


def test_what_is_told_when_it_gives_up_is_one_sentence(make_task, world):
    world.slippery = 99
    refused = Outcome(FailureCause.UNSOLVABLE_PROVEN, "There is no other can.")
    task = make_task(BRING, refused, limits=RecoveryLimits(retries=0, looks=0, replans=1))
    run_instruction(task)
    (given_up,) = [p for p in task.listener.states if p.rung is Rung.GIVE_UP]
    assert given_up.message.endswith("There is no other can; giving up")
