# SPDX-License-Identifier: Apache-2.0
"""Budgets: what is admitted, what is cut, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_llm.budget import Budget, BudgetExceeded, Spent
from makedo_llm.chat import ChatRequest, Message, ModelError, ModelFault, Reply, Role, Usage, estimate_message_tokens
from makedo_llm.settings import Limits, ModelSpec

ASKED = (Message(Role.USER, "Hello?"),)


def asked(spec: ModelSpec) -> ChatRequest:
    return ChatRequest(spec, ASKED, spec.max_tokens, spec.timeout_s)


def reply(tokens: int = 100, duration_s: float = 1.0) -> Reply:
    return Reply("", Usage(tokens, 0), duration_s)


def test_within_the_limits_a_request_is_the_models_own(spec):
    request = Budget(Limits()).admit(spec, ASKED)
    assert (request.model, request.messages) == (spec, ASKED)
    assert (request.max_tokens, request.timeout_s) == (spec.max_tokens, spec.timeout_s)


def test_the_last_call_gets_the_tokens_and_the_time_that_are_left(spec):
    budget = Budget(Limits(max_tokens=500, max_wall_s=10))
    budget.charge(asked(spec), reply(100, 7.5))
    request = budget.admit(spec, ASKED)
    assert request.max_tokens == 400 - estimate_message_tokens(ASKED[0])
    assert request.timeout_s == 2.5


@pytest.mark.parametrize(
    ("limits", "spent"),
    [
        (Limits(max_calls=1), reply()),
        (Limits(max_tokens=110), reply(100)),
        (Limits(max_wall_s=1), reply(1, 1.0)),
    ],
)
def test_a_call_beyond_any_limit_is_refused_with_what_was_spent(spec, limits, spent):
    budget = Budget(limits)
    budget.charge(asked(spec), spent)
    with pytest.raises(BudgetExceeded, match="the budget of the instruction is spent: 1 calls") as caught:
        budget.admit(spec, ASKED)
    assert caught.value.fault is ModelFault.BUDGET
    assert caught.value.spent == Spent(1, spent.usage.tokens, spent.duration_s)
    assert caught.value.limits == limits


def test_a_prompt_that_alone_exceeds_the_tokens_is_refused(spec):
    with pytest.raises(BudgetExceeded):
        Budget(Limits(max_tokens=100)).admit(spec, (Message(Role.USER, "word " * 200),))


def test_a_models_own_budget_holds_for_it_alone():
    big, small = ModelSpec("big", budget=Limits(max_calls=1)), ModelSpec("small")
    budget = Budget(Limits(max_calls=3))
    budget.charge(asked(big), reply())
    with pytest.raises(BudgetExceeded, match="the budget of big is spent"):
        budget.admit(big, ASKED)
    assert budget.admit(small, ASKED).model == small


def test_failed_calls_count_as_calls_and_time_and_a_late_one_has_read_the_prompt(spec):
    budget = Budget(Limits())
    budget.charge(asked(spec), ModelError(ModelFault.UNAVAILABLE, "no connection", 1.0))
    assert budget.spent == Spent(1, 0, 1.0)
    budget.charge(asked(spec), ModelError(ModelFault.TIMEOUT, "late", 30.0))
    assert budget.spent == Spent(2, estimate_message_tokens(ASKED[0]), 31.0)


@given(st.lists(st.tuples(st.integers(0, 500), st.floats(0, 20)), max_size=30))
def test_whatever_is_spent_only_what_is_left_is_admitted(replies):
    spec, limits = ModelSpec("big"), Limits(max_calls=10, max_tokens=2000, max_wall_s=60)
    budget = Budget(limits)
    for tokens, duration_s in replies:
        try:
            request = budget.admit(spec, ASKED)
        except BudgetExceeded:
            break
        assert budget.spent.calls < limits.max_calls
        assert budget.spent.tokens + request.max_tokens <= limits.max_tokens
        assert budget.spent.wall_s + request.timeout_s <= limits.max_wall_s + 1e-9
        budget.charge(asked(spec), reply(tokens, duration_s))
