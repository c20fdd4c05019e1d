# SPDX-License-Identifier: Apache-2.0
"""Asking one model: answers that fit, answers that are mended, and where that ends."""

from __future__ import annotations

import pytest
from pydantic import BaseModel, ConfigDict

from makedo_core.cancel import Cancelled
from makedo_llm.ask import Complaint, ask, ask_pddl, ask_text
from makedo_llm.budget import BudgetExceeded, Spent
from makedo_llm.chat import ModelError, ModelFault, Reply, Role, Usage, estimate_message_tokens
from makedo_llm.settings import Limits


class Count(BaseModel):
    model_config = ConfigDict(extra="forbid")
    apples: int


def test_an_answer_that_fits_is_returned_with_its_model(line, script, prompt):
    answer = ask(line(script('{"apples": 3}')), prompt, Count)
    assert (answer.value, answer.mended, answer.exchanges, answer.model) == (Count(apples=3), (), 1, "big")


def test_what_was_mended_is_reported(line, script, prompt):
    answer = ask(line(script('```\n{"apples": 3,}\n```')), prompt, Count)
    assert answer.mended == ("fence", "trailing comma")


def test_the_schema_goes_with_the_request(line, script, prompt):
    chat = script('{"apples": 3}')
    ask(line(chat), prompt, Count)
    assert chat.requests[0].schema == Count.model_json_schema()


def test_a_wrong_answer_is_asked_again_with_what_is_wrong(line, script, prompt):
    chat = script('{"apples": "many", "pears": 2}', '{"apples": 3}')
    answer = ask(line(chat), prompt, Count)
    assert (answer.value.apples, answer.exchanges) == (3, 2)
    *before, said, again = chat.requests[1].messages
    assert tuple(before) == chat.requests[0].messages
    assert (said.role, said.content) == (Role.ASSISTANT, '{"apples": "many", "pears": 2}')
    assert again.role is Role.USER
    assert "apples: Input should be a valid integer" in again.content
    assert "pears: Extra inputs are not permitted" in again.content


def test_many_errors_are_told_by_number(line, script, prompt):
    extra = ", ".join(f'"x{i}": 0' for i in range(9))
    chat = script(f'{{"apples": 3, {extra}}}', '{"apples": 3}')
    ask(line(chat), prompt, Count)
    assert "and 4 more errors" in chat.requests[1].messages[-1].content


def test_a_long_wrong_answer_is_not_sent_back_whole(line, script, prompt):
    chat = script("x" * 50_000, '{"apples": 3}')
    ask(line(chat), prompt, Count)
    assert len(chat.requests[1].messages[-2].content) < 5000


def test_an_empty_answer_is_asked_again(line, script, prompt):
    chat = script("", '{"apples": 3}')
    assert ask(line(chat), prompt, Count).value.apples == 3
    assert chat.requests[1].messages[-2].content == "(nothing)"


def test_an_answer_that_was_cut_off_says_so(line, script, prompt):
    cut = Reply('{"apples', Usage(1, 1), 0.1, cut_off=True)
    chat = script(cut, '{"apples": 3}')
    ask(line(chat), prompt, Count)
    assert "it was cut off at 1024 tokens" in chat.requests[1].messages[-1].content


@pytest.mark.parametrize("reasks", [0, 1, 2])
def test_the_number_of_turns_is_bounded(line, script, prompt, reasks):
    chat = script("no", "nope", "no way")
    with pytest.raises(ModelError, match=rf"big gave no usable answer in {reasks + 1} turns: .*no JSON") as caught:
        ask(line(chat, reasks), prompt, Count)
    assert caught.value.fault is ModelFault.MALFORMED
    assert len(chat.requests) == reasks + 1


def test_an_answer_that_repeats_is_not_asked_for_again(line, script, prompt):
    chat = script("no")
    with pytest.raises(ModelError, match="big gave no usable answer in 2 turns"):
        ask(line(chat, 5), prompt, Count)
    assert len(chat.requests) == 2


def test_a_complaint_is_told_and_ends_the_asking_when_it_stays(line, script, prompt):
    chat = script('{"apples": -1}')
    with pytest.raises(ModelError, match="apples cannot be negative"):
        ask(line(chat), prompt, Count, lambda c: Complaint("apples cannot be negative") if c.apples < 0 else None)
    assert "apples cannot be negative" in chat.requests[1].messages[-1].content


def test_a_tolerable_complaint_is_told_and_then_borne(line, script, prompt):
    chat = script('{"apples": -1}')
    answer = ask(line(chat, 1), prompt, Count, lambda c: Complaint("odd", tolerable=True))
    assert (answer.value.apples, answer.exchanges) == (-1, 2)


def test_the_budget_ends_the_asking(line, script, prompt):
    connected = line(script("no", "nope"), limits=Limits(max_calls=2))
    with pytest.raises(BudgetExceeded):
        ask(connected, prompt, Count)
    assert connected.budget.spent == Spent(2, 30, 1.0)


def test_a_failed_call_is_charged_and_handed_on(line, script, prompt):
    connected = line(script(ModelError(ModelFault.TIMEOUT, "late", 30.0)))
    with pytest.raises(ModelError, match="late"):
        ask(connected, prompt, Count)
    assert connected.budget.spent == Spent(1, sum(map(estimate_message_tokens, prompt.messages)), 30.0)


def test_a_cancelled_question_ends(line, script, prompt):
    with pytest.raises(Cancelled):
        ask(line(script("{}"), cancelled=lambda: True), prompt, Count)


def test_pddl_is_returned_as_text(line, script, prompt):
    answer = ask_pddl(line(script("```pddl\n(and (on a b))\n```")), prompt)
    assert (answer.value, answer.mended) == ("(and (on a b))", ("fence",))


def test_broken_pddl_is_asked_again(line, script, prompt):
    chat = script("(and (on a b)", "(and (on a b))")
    assert ask_pddl(line(chat), prompt).exchanges == 2
    assert "1 parentheses stay open" in chat.requests[1].messages[-1].content
    assert chat.requests[0].schema is None


def test_pddl_that_is_complained_about_is_asked_again(line, script, prompt):
    chat = script("(flying robot)", "(on a b)")
    answer = ask_pddl(line(chat), prompt, lambda t: Complaint("no predicate flying") if "flying" in t else None)
    assert answer.value == "(on a b)"


def test_words_are_taken_without_the_thoughts(line, script, prompt):
    assert ask_text(line(script("<think>hm</think> A red cup. ")), prompt).value == "A red cup."


@pytest.mark.parametrize("empty", ["", "<think>hm</think>"])
def test_an_answer_without_words_is_asked_again(line, script, prompt, empty):
    chat = script(empty, "A red cup.")
    assert ask_text(line(chat), prompt).exchanges == 2
