# SPDX-License-Identifier: Apache-2.0
"""Strategies by name, and what they do with a task."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.failure import FailureCause
from makedo_core.goals.goal_json import goal_to_json
from makedo_llm.ladder import Ladder
from makedo_llm.settings import Limits, ModelSpec
from planner_node.engine import Engine
from planner_node.strategies.context_matters.settings import ContextSettings
from planner_node.strategies.parts import Parts, StrategyError
from planner_node.strategies.registry import (
    DEFAULT,
    MOST_KEPT,
    STRATEGIES,
    Strategies,
    make_strategy,
    with_strategies_of,
)
from planner_node.strategies.relaxation import plan_or_fall_back
from planner_node.task import PlanningTask
from support.words import Words

APPLE = "Bring the apple to table_2"


def ladder(chat, *models: str) -> Ladder:
    return Ladder(tuple(map(ModelSpec, models)), chat, Limits(max_calls=50, max_tokens=1_000_000), 1)


def test_by_default_search_relaxes_goals(engine, kitchen):
    strategy = make_strategy(DEFAULT, Parts(engine))
    assert strategy is engine
    assert strategy.plan(PlanningTask(APPLE, kitchen)).outcome.ok


def test_a_model_proposes_where_that_is_set(engine, kitchen, script, bring_apple, words: Words):
    chat = script(bring_apple)
    strategy = make_strategy("relaxation", Parts(engine, ladder(chat, "model"), "llm"))
    result = strategy.plan(PlanningTask(APPLE, kitchen))
    words(result.explanation)
    assert len(chat.requests) == 1


@pytest.mark.parametrize("name", ["relaxation:strict=yes", "relaxation:strict=yes,proposer=search"])
def test_a_strict_strategy_refuses_what_cannot_be_done_to_the_letter(engine, kitchen, name):
    strategy = make_strategy(name, Parts(engine))
    assert strategy.plan(PlanningTask(APPLE, kitchen)).outcome.ok
    five = "Bring five apples to table_2"
    assert engine.plan(PlanningTask(five, kitchen)).plan.relaxations
    assert strategy.plan(PlanningTask(five, kitchen)).outcome.cause is FailureCause.NOTHING_ACCEPTABLE


@pytest.mark.parametrize("models", [None, ()])
def test_a_proposer_without_a_model_is_refused_before_anything_is_planned(engine, script, models, words: Words):
    parts = Parts(engine, None if models is None else ladder(script(), *models), "llm")
    with pytest.raises(StrategyError) as raised:
        make_strategy("relaxation", parts)
    words(str(raised.value))


def test_an_unknown_name_is_answered_with_those_that_there_are(engine, words: Words):
    with pytest.raises(StrategyError) as raised:
        make_strategy("magic", Parts(engine))
    words(str(raised.value))
    with pytest.raises(StrategyError) as raised:
        make_strategy("relaxation", Parts(engine, proposer="oracle"))
    words(str(raised.value))


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Write a module that can be imported."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(name: str, text: str) -> str:
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        return name

    return write


def test_strategies_of_other_modules_come_after_our_own(engine, module, words: Words):
    lazy = module("lazy_strategies", "STRATEGIES = {'lazy': lambda parts: parts.engine}")
    table = with_strategies_of(["", lazy])
    assert list(table) == [*STRATEGIES, "lazy"]
    assert make_strategy("lazy", Parts(engine), table) is engine
    assert Strategies(Parts(engine), table=table).named("lazy") is engine
    with pytest.raises(StrategyError) as raised:
        make_strategy("busy", Parts(engine), table)
    words(str(raised.value))


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("no_mapping", "STRATEGIES = ['lazy']", "no_mapping has no mapping STRATEGIES"),
        ("no_strategies", "", "no_strategies has no mapping STRATEGIES"),
        ("taking", "STRATEGIES = {'prune': print}", "taking has a strategy prune, which there is already"),
        ("broken", "import nothing_of_this_name", "strategies of broken cannot be imported: .*nothing_of_this_name"),
    ],
)
def test_a_module_that_adds_no_strategies_is_refused_with_the_reason(module, name, text, words):
    with pytest.raises(StrategyError, match=words):
        with_strategies_of([module(name, text)])


def test_a_module_that_is_not_there_is_told(words: Words):
    with pytest.raises(StrategyError) as raised:
        with_strategies_of(["nowhere.at.all"])
    words(str(raised.value))


def test_options_in_the_name_come_before_what_is_configured(engine, script, words: Words):
    parts = Parts(engine, ladder(script(), "model"), "llm")
    assert make_strategy("relaxation:proposer=search", parts) is engine
    assert make_strategy("relaxation", parts) is not engine
    with pytest.raises(StrategyError) as raised:
        make_strategy("relaxation:depth=3", parts)
    words(str(raised.value))


def test_a_strategy_is_made_once_and_the_oldest_are_forgotten(engine, script):
    strategies = Strategies(Parts(engine, ladder(script(), "model")))
    assert strategies.named("") is strategies.named(" relaxation ") is strategies.default is engine
    proposed = strategies.named("relaxation:proposer=llm")
    assert strategies.named("relaxation:proposer=llm") is proposed
    for spaces in range(1, MOST_KEPT + 1):
        strategies.named(f"relaxation:{' ' * spaces}proposer=llm")
    assert strategies.named("relaxation:proposer=llm") is not proposed


def test_a_goal_that_is_pursued_is_planned_again_without_a_model(engine, kitchen, script, bring_apple):
    first = plan_or_fall_back(PlanningTask(APPLE, kitchen), engine, ladder(script(bring_apple), "model"))
    chat = script()
    again = PlanningTask(APPLE, kitchen, goal=goal_to_json(first.plan.goal))
    assert plan_or_fall_back(again, engine, ladder(chat, "model")).outcome.ok
    assert not chat.requests


def test_a_ladder_without_models_falls_back_and_says_so(engine, kitchen, script, words: Words):
    result = plan_or_fall_back(PlanningTask(APPLE, kitchen), engine, ladder(script()))
    assert result.outcome.ok
    words(result.explanation)


def test_problems_that_cannot_be_used_fall_back_and_that_is_said(engine, kitchen, script, bring_apple, words: Words):
    chat = script(bring_apple.replace("apple_1", "apple_9"))
    settings = ContextSettings(problems=1)
    result = plan_or_fall_back(PlanningTask(APPLE, kitchen), engine, ladder(chat, "model"), settings)
    assert result.outcome.ok
    words(result.explanation)


def test_what_the_instruction_leaves_open_is_asked_and_not_planned_without_a_model(engine, kitchen, script):
    result = plan_or_fall_back(PlanningTask("Bring the apple to the table", kitchen), engine, ladder(script(), "model"))
    assert result.outcome.cause is FailureCause.AMBIGUOUS
    assert "table_2" in result.candidates


def test_whether_there_is_somebody_to_ask_is_the_engines_setting(ontology, kitchen, script, bring_apple, engine):
    alone = Engine(ontology, replace(engine.settings, asks=False))
    chat = script(bring_apple)
    result = plan_or_fall_back(PlanningTask("Bring the apple to the table", kitchen), alone, ladder(chat, "model"))
    assert result.outcome.ok, result.outcome
    assert len(chat.requests) == 1


def test_the_time_that_a_model_left_is_what_search_gets(engine, kitchen, script, bring_apple):
    chat = script(bring_apple.replace("apple_1", "apple_9"))
    task = PlanningTask(APPLE, kitchen, time_limit_s=20.0)
    result = plan_or_fall_back(task, engine, ladder(chat, "model"), ContextSettings(problems=1))
    assert result.outcome.ok
