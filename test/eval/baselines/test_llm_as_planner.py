# SPDX-License-Identifier: Apache-2.0
"""A model writes the whole plan: it counts if it can be carried out, and is reported as the model's own."""

from __future__ import annotations

import json

import pytest

from makedo_core.failure import FailureCause
from makedo_core.goals.goal import Holds
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.skills import Literal, SkillCall
from makedo_eval.baselines.registry import STRATEGIES
from makedo_eval.baselines.stated_plan import StepError, read_calls
from makedo_llm.ladder import Ladder
from makedo_llm.settings import Limits, ModelSpec
from planner_node.strategies.parts import Parts, StrategyError
from planner_node.strategies.registry import make_strategy
from planner_node.task import PlanningTask
from support.words import Words

APPLE = "Bring the apple to table_2"
RIGHT = ("go_to(counter_1)", "pick_up(apple_1, counter_1)", "go_to(table_2)", "put_on(apple_1, table_2)")


def answer(*steps: str) -> str:
    return json.dumps({"plan": steps})


@pytest.fixture
def baseline(engine):
    """Make the baseline with a scripted model."""

    def make(chat, name: str = "llm_as_planner"):
        ladder = Ladder((ModelSpec("model"),), chat, Limits(max_calls=9, max_tokens=10**6), 1)
        return make_strategy(name, Parts(engine, ladder), STRATEGIES)

    return make


def test_a_plan_that_can_be_carried_out_is_taken_and_told_as_the_models(baseline, kitchen, script, words: Words):
    chat = script(answer(*RIGHT))
    result = baseline(chat).plan(PlanningTask(APPLE, kitchen))
    assert result.outcome.ok, result.outcome
    assert tuple(map(str, result.plan.calls)) == RIGHT
    assert Holds(Literal("on", ("apple_1", "table_2"))) in result.plan.goal.parts
    words(result.explanation)
    asked = chat.told(0)
    assert "put_on(object, asset)" in asked and APPLE in asked and "apple-1" in asked.replace("_", "-")


@pytest.mark.parametrize(
    ("steps", "cause"),
    [
        (RIGHT[1:], FailureCause.INVALID_PLAN),
        (("go_to(table_9)",), FailureCause.UNGROUNDED),
        (("fly_to(table_1)",), FailureCause.UNGROUNDED),
        ((), FailureCause.UNSOLVABLE_INCOMPLETE),
    ],
)
def test_a_plan_that_cannot_be_carried_out_is_refused_and_not_asked_for_again(baseline, kitchen, script, steps, cause):
    chat = script(answer(*steps))
    result = baseline(chat).plan(PlanningTask(APPLE, kitchen))
    assert result.outcome.cause is cause
    assert result.plan is None
    assert len(chat.requests) == 1


def test_an_answer_that_cannot_be_read_is_asked_for_again(baseline, kitchen, script):
    chat = script(answer("walk over there"), answer(*RIGHT))
    assert baseline(chat).plan(PlanningTask(APPLE, kitchen)).outcome.ok
    assert "is no call; write skill(argument, ...)" in chat.told(1)


def test_without_an_answer_there_is_no_plan(baseline, kitchen, script, words: Words):
    result = baseline(script("no", "never")).plan(PlanningTask(APPLE, kitchen))
    assert result.outcome.cause is FailureCause.COMPONENT_LOST
    words(result.outcome.message)


def test_a_goal_that_is_given_is_told_to_the_model(baseline, kitchen, script):
    chat = script(answer(*RIGHT))
    goal = goal_to_json(Holds(Literal("on", ("apple_1", "table_2"))))
    assert baseline(chat).plan(PlanningTask("as before", kitchen, goal=goal)).outcome.ok
    assert "<goal>" in chat.told(0)
    result = baseline(script()).plan(PlanningTask("as before", kitchen, goal="{"))
    assert result.outcome.cause is FailureCause.INVALID_GOAL


def test_it_needs_a_model_and_knows_its_options(engine, baseline, script, words: Words):
    with pytest.raises(StrategyError) as raised:
        make_strategy("llm_as_planner", Parts(engine), STRATEGIES)
    words(str(raised.value))
    with pytest.raises(StrategyError) as raised:
        baseline(script(), "llm_as_planner:scene_characters=0")
    words(str(raised.value))
    assert baseline(script(), "llm_as_planner:scene_characters=99").options.scene_characters == 99


def test_steps_are_read_as_calls(words: Words):
    assert read_calls([" go_to ( table_1 ) ", "wait()"]) == (SkillCall("go_to", ("table_1",)), SkillCall("wait", ()))
    with pytest.raises(StepError) as raised:
        read_calls(["go_to(a)", "go"])
    words(str(raised.value))
