# SPDX-License-Identifier: Apache-2.0
"""A model writes the problem, a planner solves it, and the plan counts if it can be carried out in the scene."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.goals.goal import Holds
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.skills import Literal
from makedo_eval.baselines.registry import STRATEGIES
from makedo_llm.ladder import Ladder
from makedo_llm.settings import Limits, ModelSpec
from planner_node.engine import Engine
from planner_node.strategies.parts import Parts, StrategyError
from planner_node.strategies.registry import make_strategy
from planner_node.task import PlanningTask, Settings
from support.words import Words

APPLE = "Bring the apple to table_2"
PROBLEM = """(define (problem p) (:domain makedo)
  (:objects apple_1 - item counter_1 table_2 - asset)
  (:init (hand_empty) (graspable apple_1) (on apple_1 {place}) (surface table_2) (surface counter_1)
         (reachable counter_1) (reachable table_2))
  (:goal (and {goal})))"""
RIGHT = PROBLEM.format(place="counter_1", goal="(on apple_1 table_2)")


@pytest.fixture
def baseline(engine):
    """Make the baseline with a scripted model."""

    def make(chat, name: str = "llm_p", planner: Engine = engine):
        ladder = Ladder((ModelSpec("model"),), chat, Limits(max_calls=9, max_tokens=10**6), 0)
        return make_strategy(name, Parts(planner, ladder), STRATEGIES)

    return make


def test_a_right_problem_is_solved_and_told_as_the_models(baseline, kitchen, script, words: Words):
    chat = script(RIGHT)
    result = baseline(chat).plan(PlanningTask(APPLE, kitchen))
    assert result.outcome.ok, result.outcome
    assert [c.skill for c in result.plan.calls] == ["go_to", "pick_up", "go_to", "put_on"]
    assert Holds(Literal("on", ("apple_1", "table_2"))) in result.plan.goal.parts
    words(result.explanation)
    assert "(define (domain" in chat.told(0) and APPLE in chat.told(0)


@pytest.mark.parametrize(
    ("problem", "cause", "words"),
    [
        (PROBLEM.format(place="table_2", goal="(on apple_1 counter_1)"), FailureCause.INVALID_PLAN, "cannot be"),
        (PROBLEM.format(place="counter_1", goal="(under apple_1 table_2)"), FailureCause.INVALID_GOAL, "under"),
        (RIGHT.replace("(graspable apple_1)", ""), FailureCause.UNSOLVABLE_INCOMPLETE, "has no plan"),
        (RIGHT.replace("apple_1", "apple_9"), FailureCause.UNGROUNDED, "apple_9"),
    ],
)
def test_a_wrong_problem_is_not_corrected(baseline, kitchen, script, problem, cause, words):
    chat = script(problem)
    result = baseline(chat).plan(PlanningTask(APPLE, kitchen))
    assert (result.outcome.cause, result.plan) == (cause, None), result.outcome
    assert words in result.outcome.message
    assert len(chat.requests) == 1


def test_no_answer_and_no_time_are_told_apart(baseline, kitchen, script, ontology):
    result = baseline(script("I would rather not")).plan(PlanningTask(APPLE, kitchen))
    assert result.outcome.cause is FailureCause.COMPONENT_LOST
    hurried = Engine(ontology, Settings(time_limit_s=1e-9))
    result = baseline(script(RIGHT), planner=hurried).plan(PlanningTask(APPLE, kitchen))
    assert result.outcome.cause is FailureCause.PLANNING_TIMEOUT


def test_a_goal_that_is_given_is_told_to_the_model(baseline, kitchen, script):
    chat = script(RIGHT)
    goal = goal_to_json(Holds(Literal("on", ("apple_1", "table_2"))))
    assert baseline(chat).plan(PlanningTask("as before", kitchen, goal=goal)).outcome.ok
    assert "<goal>" in chat.told(0)
    assert baseline(script()).plan(PlanningTask("x", kitchen, goal="{")).outcome.cause is FailureCause.INVALID_GOAL


def test_it_needs_a_model_and_knows_its_options(engine, baseline, script, words: Words):
    with pytest.raises(StrategyError) as raised:
        make_strategy("llm_p", Parts(engine), STRATEGIES)
    words(str(raised.value))
    with pytest.raises(StrategyError) as raised:
        baseline(script(), "llm_p:scene_characters=0")
    words(str(raised.value))
