# SPDX-License-Identifier: Apache-2.0
"""What holds for every baseline: it needs a model, knows its options, and ends in one way where there is no answer."""

from __future__ import annotations

import pytest

from makedo_core.cancel import Cancelled
from makedo_core.failure import FailureCause
from makedo_eval.baselines.one_question import blocks_of
from makedo_eval.baselines.registry import STRATEGIES
from planner_node.strategies.parts import Parts, StrategyError
from planner_node.strategies.registry import make_strategy
from planner_node.task import PlanningTask
from support.words import Words

NAMES = ("delta", "llm_as_planner", "llm_p", "llm_tamp", "react", "sayplan", "sayplan_lite")
APPLE = "Bring the apple to table_2"


@pytest.mark.parametrize("name", NAMES)
def test_it_needs_a_model(engine, name, words: Words):
    with pytest.raises(StrategyError) as raised:
        make_strategy(name, Parts(engine), STRATEGIES)
    words(str(raised.value))


@pytest.mark.parametrize("name", NAMES)
def test_it_knows_its_options_and_refuses_numbers_below_one(baseline, script, name, words: Words):
    assert baseline(f"{name}:scene_characters=99", script()).options.scene_characters == 99
    with pytest.raises(StrategyError) as raised:
        baseline(f"{name}:scene_characters=0", script())
    words(str(raised.value))
    with pytest.raises(StrategyError) as raised:
        baseline(f"{name}:magic=1", script())
    words(str(raised.value))


@pytest.mark.parametrize("name", NAMES)
def test_without_an_answer_there_is_no_plan(baseline, kitchen, script, name, words: Words):
    result = baseline(name, script("I would rather not")).plan(PlanningTask(APPLE, kitchen))
    assert (result.outcome.cause, result.plan) == (FailureCause.COMPONENT_LOST, None)
    words(result.outcome.message)


@pytest.mark.parametrize("name", NAMES)
def test_a_goal_that_cannot_be_read_is_no_question_for_a_model(baseline, kitchen, script, name):
    result = baseline(name, script()).plan(PlanningTask("x", kitchen, goal="{"))
    assert result.outcome.cause is FailureCause.INVALID_GOAL


@pytest.mark.parametrize("name", NAMES)
def test_a_cancellation_ends_it_before_anything_is_asked(baseline, kitchen, script, name):
    with pytest.raises(Cancelled):
        baseline(name, script()).plan(PlanningTask(APPLE, kitchen, cancelled=lambda: True))


def test_a_thing_that_lies_loose_in_a_room_is_shown_where_the_domain_speaks_of_rooms(flat, moving, ontology):
    assert "ball_1" in blocks_of(PlanningTask("x", flat, domain=moving), ontology, 9999)["scene"]


@pytest.mark.parametrize("name", ["delta", "llm_p"])
def test_a_domain_is_given_or_generated(baseline, script, name, words: Words):
    assert baseline(name, script()).options.domain == "given"
    with pytest.raises(StrategyError) as raised:
        baseline(f"{name}:domain=robot", script())
    words(str(raised.value))
