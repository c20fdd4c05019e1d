# SPDX-License-Identifier: Apache-2.0
"""What an instruction leaves open is asked, and the instruction goes on with the answer; nothing moves before."""

from __future__ import annotations

import threading

import pytest

from executor_node.instruction.answers import Answers
from executor_node.instruction.approval import Precautions
from executor_node.instruction.run import run_instruction
from executor_node.instruction.task import TaskState
from makedo_core.cancel import Cancelled, CancelToken
from makedo_core.conversation.answers import Answered, Unclear, Withdrawn
from makedo_core.conversation.question import OpenQuestion, Option, QuestionKind
from makedo_core.failure import FailureCause, Outcome
from support.waiting import until

from ..conftest import BRING

WHICH = OpenQuestion(
    QuestionKind.WHICH,
    "Which table?",
    "Bring the can to {}",
    (Option("table_1", "Bring the can to table_1"), Option("table_2", "Bring the can to table_2")),
)
AGAIN = OpenQuestion(QuestionKind.HOW_MANY, "How many?", "Bring {} cans to table_2")


def said(task, *words: str) -> threading.Thread:
    """Give answers one after another, each as soon as somebody waits for one."""

    def answer() -> None:
        for word in words:
            until(lambda word=word: task.answers.answer(word, task.newest()), "an open question")

    thread = threading.Thread(target=answer)
    thread.start()
    return thread


def questions(task) -> list[str]:
    return [p.question.text for p in task.listener.states if p.state is TaskState.WAITING_FOR_ANSWER]


def test_the_answer_goes_into_the_instruction_that_is_planned_for(make_task):
    task = make_task(WHICH, BRING)
    task.has_answers = True
    thread = said(task, "the second one")
    assert run_instruction(task).ok
    thread.join()
    assert [r.instruction for r in task.ports.planner.requests] == ["do it", "Bring the can to table_2"]
    assert questions(task) == ["Which table?"]
    assert task.instruction == "Bring the can to table_2"
    assert "answered" in task.listener.notes


def test_questions_come_one_after_the_other_and_an_unclear_answer_leaves_them_open(make_task):
    task = make_task(WHICH, AGAIN, BRING)
    task.has_answers = True
    thread = said(task, "the purple one", "table 1", "two")
    assert run_instruction(task).ok
    thread.join()
    assert questions(task) == ["Which table?", "How many?"]
    assert task.instruction == "Bring two cans to table_2"


def test_nothing_moves_while_it_waits(make_task, world):
    task = make_task(WHICH)
    task.has_answers = True
    thread = said(task, "never mind")
    outcome = run_instruction(task)
    thread.join()
    assert outcome.cause is FailureCause.CANCELED
    assert not [line for line in world.log if line != "halt"]


def test_nobody_who_answers_ends_it_with_the_question(make_task, words):
    task = make_task(WHICH, precautions=Precautions(patience_s=0.1))
    task.has_answers = True
    outcome = run_instruction(task)
    assert outcome.cause is FailureCause.AMBIGUOUS
    words(outcome.message)


def test_without_somebody_to_ask_it_is_refused_at_once(make_task):
    task = make_task(WHICH)
    assert run_instruction(task).cause is FailureCause.AMBIGUOUS
    assert questions(task) == []


def test_a_stop_ends_the_wait(make_task):
    task = make_task(WHICH)
    task.has_answers = True

    def stop() -> None:
        until(lambda: questions(task), "asked")
        task.token.cancel(Outcome(FailureCause.STOPPED, "stop"))

    stopping = threading.Thread(target=stop)
    stopping.start()
    assert run_instruction(task).cause is FailureCause.STOPPED
    stopping.join()


def test_only_an_open_question_takes_an_answer_and_only_one(world):
    answers, token = Answers(), CancelToken()
    assert answers.answer("table 1", world.graph) is None
    found = []
    waiting = threading.Thread(target=lambda: found.append(answers.wait(WHICH, 30.0, token)))
    waiting.start()
    until(lambda: isinstance(answers.answer("nonsense", world.graph), Unclear), "it waits")
    assert answers.answer("table_1", world.graph) == Answered("Bring the can to table_1")
    assert answers.answer("table_2", world.graph) is None
    waiting.join()
    assert found == [Answered("Bring the can to table_1")]


def test_a_withdrawal_is_an_answer(world):
    answers, found = Answers(), []
    waiting = threading.Thread(target=lambda: found.append(answers.wait(WHICH, 30.0, CancelToken())))
    waiting.start()
    until(lambda: isinstance(answers.answer("forget it", world.graph), Withdrawn), "it waits")
    waiting.join()
    assert found == [Withdrawn()]


def test_a_task_that_ends_waits_no_longer():
    token = CancelToken()
    token.cancel(Outcome(FailureCause.STOPPED, "stop"))
    with pytest.raises(Cancelled):
        Answers().wait(WHICH, 30.0, token)


def test_a_question_is_put_again_twice_at_most_and_in_other_words_then_it_is_given_up(make_task):
    task, said_back = make_task(WHICH), []
    task.has_answers = True

    def answer() -> None:
        for _ in range(3):
            said_back.append(until(lambda: task.answers.answer("perhaps", task.newest()), "an open question"))

    thread = threading.Thread(target=answer)
    thread.start()
    outcome = run_instruction(task)
    thread.join()
    assert outcome.cause is FailureCause.AMBIGUOUS
    assert [a.is_final for a in said_back] == [False, False, True]
    assert len({a.text for a in said_back}) == 3


@pytest.mark.parametrize(
    ("question", "said_then", "becomes"),
    [
        (WHICH, "Open the fridge instead", "Open the fridge instead"),
        (AGAIN, "Open the fridge instead", "Open the fridge instead"),
        (WHICH, "to table 2", "Bring the can to table_2"),
        (AGAIN, "two", "Bring two cans to table_2"),
        (AGAIN, "about two or so", "Bring about two or so cans to table_2"),
    ],
)
def test_an_answer_that_is_another_instruction_replaces_the_open_one(world, question, said_then, becomes):
    answers = Answers()
    waiting = threading.Thread(target=lambda: answers.wait(question, 30.0, CancelToken()))
    waiting.start()
    found = until(lambda: answers.answer(said_then, world.graph, lambda words: words.startswith("Open")), "it waits")
    waiting.join()
    assert isinstance(found, Answered) and found.instruction == becomes


def test_a_plan_without_a_step_is_not_tried_out(make_task, world):
    task = make_task((), precautions=Precautions(dry_run_s=20.0))
    stages = []
    task.listener.progress = lambda progress: stages.append(progress.message)
    assert run_instruction(task).ok, task.failure
    assert task.rehearsed is None and stages and not any("trying" in stage for stage in stages)
