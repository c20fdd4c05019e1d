# SPDX-License-Identifier: Apache-2.0
"""Algorithm 1 against a server on the loopback that answers, stalls, refuses and disappears."""

from __future__ import annotations

import threading

import pytest

from makedo_core.failure import FailureCause
from makedo_llm.settings import Limits
from planner_node.proof.search import SearchLimits
from planner_node.strategies.context_matters.strategy import plan_with_model
from planner_node.strategies.relaxation import ProposedByModel, plan_or_fall_back
from planner_node.task import PlanningTask

APPLE = "Bring the apple to table_2"


def test_a_problem_from_a_server_is_planned(server, ladder, answers, kitchen, ontology, bring_apple):
    server.then(answers.says(f"Here it is:\n```pddl\n{bring_apple}\n```"))
    result = plan_with_model(APPLE, kitchen, ontology, ladder().begin())
    assert result.outcome.ok, result.outcome
    assert len(result.plan.calls) == 4
    assert [m["role"] for m in server.requests[0]["messages"]] == ["system", "user"]


def faults(answers):
    return {
        "stall": answers.Answer(stall="before"),
        "stall in the answer": answers.says("(define", stall="middle"),
        "drop": answers.Answer(drop=True),
        "429": answers.fails(429, Retry_After="0"),
        "500": answers.fails(500),
        "401": answers.fails(401),
        "no choices": answers.no_choices(),
        "web page": answers.web_page(),
        "prose": answers.says("I am sorry, Dave."),
    }


STALLED_S = 2.0  # long enough for the model that does answer, on a busy machine too
NAMES = ("stall", "stall in the answer", "drop", "429", "500", "401", "no choices", "web page", "prose")


@pytest.mark.parametrize("name", NAMES)
def test_a_model_that_fails_is_followed_by_the_next(server, ladder, answers, kitchen, ontology, bring_apple, name):
    server.then(faults(answers)[name], answers.says(bring_apple))
    models = ladder(names=("first", "second"), timeout_s=STALLED_S if "stall" in name else 20.0, reasks=0)
    result = plan_with_model(APPLE, kitchen, ontology, models.begin())
    assert result.outcome.ok, result.outcome
    assert [r["model"] for r in server.requests] == ["first", "second"]


@pytest.mark.parametrize("name", NAMES)
def test_below_the_last_model_search_plans_and_says_so(server, ladder, answers, kitchen, engine, name):
    server.then(faults(answers)[name])
    models = ladder(timeout_s=STALLED_S if "stall" in name else 20.0, reasks=0)
    result = plan_or_fall_back(PlanningTask(APPLE, kitchen), engine, models)
    assert result.outcome.ok, result.outcome
    assert result.explanation.startswith("No language model gave a usable answer: ")
    assert "I planned without a language model. Apple 1 goes on table 2." in result.explanation


def test_without_a_fall_back_the_result_says_that_there_is_no_model(server, ladder, answers, kitchen, ontology):
    server.then(answers.fails(500, "out of order"))
    result = plan_with_model(APPLE, kitchen, ontology, ladder().begin())
    assert result.outcome.cause is FailureCause.COMPONENT_LOST
    assert "out of order" in result.outcome.message
    assert result.plan is None and result.asked is not None


def test_a_spent_budget_ends_asking(server, ladder, answers, kitchen, ontology, bring_apple):
    server.then(answers.says(bring_apple.replace("apple_1", "apple_9")))
    models = ladder(limits=Limits(max_calls=1, max_tokens=100_000))
    result = plan_with_model(APPLE, kitchen, ontology, models.begin())
    assert result.outcome.cause is FailureCause.COMPONENT_LOST
    assert "the budget of the instruction is spent: 1 calls" in result.outcome.message
    assert len(server.requests) == 1


def test_cancelling_leaves_a_call_that_stalls(server, ladder, answers, kitchen, engine):
    cancel = threading.Event()

    def then_cancel(_):
        cancel.set()
        return answers.Answer(stall="before")

    server.then(then_cancel)
    strategy = ProposedByModel(engine, ladder(timeout_s=100.0))
    result = strategy.plan(PlanningTask(APPLE, kitchen, cancelled=cancel.is_set))
    assert result.outcome.cause is FailureCause.CANCELED
    assert result.plan is None and not result.explored
    assert len(server.requests) == 1


def test_a_call_that_stalls_is_left_in_time_for_a_plan_without_it(server, ladder, answers, kitchen, engine):
    server.then(answers.Answer(stall="before"))
    result = plan_or_fall_back(PlanningTask(APPLE, kitchen, time_limit_s=20.0), engine, ladder(timeout_s=0.5))
    assert result.plan is not None and not result.plan.relaxations


def test_a_cancelled_search_is_cancelled_planning(server, ladder, answers, kitchen, ontology, bring_apple):
    answered = threading.Event()

    def then_cancel(_):
        answered.set()
        return answers.says(bring_apple)

    server.then(then_cancel)
    limits = SearchLimits(cancelled=answered.is_set)
    result = plan_with_model(APPLE, kitchen, ontology, ladder().begin(), limits=limits)
    assert result.outcome.cause is FailureCause.CANCELED
    assert result.plan is None
