# SPDX-License-Identifier: Apache-2.0
"""The ladder of models: who is asked, who is passed over, and what is left at the bottom."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from makedo_core.cancel import Cancelled
from makedo_llm.ask import Answer
from makedo_llm.budget import Spent
from makedo_llm.chat import ModelError, ModelFault
from makedo_llm.ladder import Ladder, NoModel
from makedo_llm.recording import ReplayError
from makedo_llm.settings import Limits, ModelSpec

BIG, SMALL = ModelSpec("big"), ModelSpec("small")


class Count(BaseModel):
    apples: int


def by_model(**answers):
    """Answer as each model does."""

    def answer(request):
        found = answers[request.model.model]
        if isinstance(found, Exception):
            raise found
        return found

    return answer


def begin(chat, models=(BIG, SMALL), limits=None, reasks=1, **more):
    return Ladder(models, chat, limits or Limits(), reasks).begin(**more)


def test_the_best_model_answers_first(script, prompt):
    adviser = begin(script(by_model(big='{"apples": 3}', small='{"apples": 1}')))
    answer = adviser.ask(prompt, Count)
    assert isinstance(answer, Answer)
    assert (answer.value.apples, answer.model, adviser.notes) == (3, "big", ())


@pytest.mark.parametrize("fault", [f for f in ModelFault if f is not ModelFault.MALFORMED])
def test_a_model_that_fails_is_passed_over_for_the_whole_instruction(script, prompt, fault):
    chat = script(by_model(big=ModelError(fault, "big is ill"), small='{"apples": 1}'))
    adviser = begin(chat)
    for _ in range(2):
        answer = adviser.ask(prompt, Count)
        assert isinstance(answer, Answer) and answer.model == "small"
    assert adviser.notes == ("big is ill",)
    assert [r.model.model for r in chat.requests] == ["big", "small", "small"]


def test_a_model_that_answers_badly_is_passed_over_for_that_question(script, prompt):
    chat = script(by_model(big="nonsense", small='{"apples": 1}'))
    adviser = begin(chat)
    answer = adviser.ask(prompt, Count)
    assert isinstance(answer, Answer) and answer.model == "small"
    assert "big gave no usable answer in 2 turns" in adviser.notes[0]
    adviser.ask(prompt, Count)
    assert [r.model.model for r in chat.requests].count("big") == 4


def test_below_the_last_model_there_is_none_and_the_notes_say_why(script, prompt):
    chat = script(
        by_model(big=ModelError(ModelFault.TIMEOUT, "late"), small=ModelError(ModelFault.UNAUTHORISED, "401"))
    )
    assert begin(chat).ask(prompt, Count) == NoModel(("late", "401"))


def test_without_models_nothing_is_asked(script, prompt):
    chat = script("never")
    adviser = begin(chat, ())
    assert adviser.ask(prompt, Count) == NoModel()
    assert adviser.ask_pddl(prompt) == NoModel()
    assert (chat.requests, adviser.spent) == ([], Spent())


def test_a_spent_budget_leaves_no_model(script, prompt):
    chat = script("nonsense", "rubbish", "babble")
    adviser = begin(chat, limits=Limits(max_calls=3), reasks=5)
    found = adviser.ask(prompt, Count)
    assert isinstance(found, NoModel)
    assert found.notes == adviser.notes
    assert "the budget of the instruction is spent: 3 calls" in found.notes[0]
    assert len(chat.requests) == 3


def test_a_models_own_budget_steps_down_to_the_next(script, prompt):
    chat = script(by_model(big="nonsense", small='{"apples": 1}'))
    adviser = begin(chat, (ModelSpec("big", budget=Limits(max_calls=1)), SMALL))
    answer = adviser.ask(prompt, Count)
    assert isinstance(answer, Answer) and answer.model == "small"
    assert "the budget of big is spent" in adviser.notes[0]


def test_the_budget_is_one_for_all_questions_of_an_instruction(script, prompt):
    adviser = begin(script('{"apples": 3}', "(on a b)"), limits=Limits(max_calls=2))
    adviser.ask(prompt, Count)
    adviser.ask_pddl(prompt)
    assert adviser.spent.calls == 2
    assert isinstance(adviser.ask(prompt, Count), NoModel)


def test_the_next_instruction_begins_anew(script, prompt):
    ladder = Ladder((BIG,), script(ModelError(ModelFault.TIMEOUT, "late"), '{"apples": 3}'), Limits(), 1)
    assert isinstance(ladder.begin().ask(prompt, Count), NoModel)
    assert isinstance(ladder.begin().ask(prompt, Count), Answer)


def test_cancelling_is_no_reason_to_ask_the_next_model(script, prompt):
    chat = script('{"apples": 3}')
    with pytest.raises(Cancelled):
        begin(chat, cancelled=lambda: True).ask(prompt, Count)
    assert not chat.requests


def test_a_recording_that_lacks_the_exchange_is_no_reason_either(script, prompt):
    def lacking(request):
        raise ReplayError("not in the recording")

    with pytest.raises(ReplayError):
        begin(script(lacking)).ask(prompt, Count)


def test_an_occasion_may_allow_less_time_than_the_settings(script, prompt):
    chat = script(ModelError(ModelFault.TIMEOUT, "late", 3.0), '{"apples": 1}')
    ladder = Ladder((BIG, SMALL), chat, Limits(max_wall_s=100.0), 1)
    found = ladder.begin(most_s=2.0).ask(prompt, Count)
    assert isinstance(found, NoModel)
    assert [r.timeout_s for r in chat.requests] == [2.0]
