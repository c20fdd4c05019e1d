# SPDX-License-Identifier: Apache-2.0
"""Engines that fail in every way: what is concluded from that, and what is not."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import pytest

from makedo_core.failure import FailureCause
from makedo_core.skills import SkillCall
from planner_node.engines.builtin import Builtin
from planner_node.engines.outcome import EngineResult, EngineStatus
from planner_node.relaxation.explored import GoalVerdict
from planner_node.strategies.context_matters.settings import ContextSettings
from support.words import Words

APPLE = "Bring the apple to table_2"
ANALYSIS = json.dumps({"explanation": "It was too large.", "suggestions": []})


@dataclass
class Ends:
    """An engine that ends as scripted, then plans like the built-in one."""

    results: list[EngineResult]
    deadlines: list[float] = field(default_factory=list)
    name: str = "scripted engine"

    def unsupported(self, task):
        return ""

    def solve(self, task, limits):
        self.deadlines.append(limits.deadline_s)
        return self.results.pop(0) if self.results else Builtin().solve(task, limits)


def ends(*statuses: EngineStatus) -> Ends:
    return Ends([EngineResult(status, message=f"It ended: {status.name.lower()}.") for status in statuses])


def test_a_first_search_that_takes_too_long_is_refined_within_more_time(plan, kitchen, script, bring_apple):
    engine = ends(EngineStatus.TIMEOUT)
    chat = script(bring_apple, ANALYSIS, bring_apple)
    result = plan(APPLE, kitchen, chat, engines=(engine,), settings=ContextSettings(time_limit_s=3600))
    assert result.outcome.ok and not result.plan.relaxations
    assert "It ended: timeout." in chat.told(1)
    assert engine.deadlines[1] - engine.deadlines[0] > 100


@pytest.mark.parametrize(
    ("statuses", "cause"),
    [
        ((EngineStatus.TIMEOUT, EngineStatus.TIMEOUT), FailureCause.PLANNING_TIMEOUT),
        ((EngineStatus.MEMORY,), FailureCause.PLANNING_MEMORY),
        ((EngineStatus.CANCELED,), FailureCause.CANCELED),
    ],
)
def test_a_search_that_is_stopped_never_changes_the_goal(plan, kitchen, script, bring_apple, statuses, cause):
    chat = script(bring_apple, *(part for _ in statuses[1:] for part in (ANALYSIS, bring_apple)))
    result = plan(APPLE, kitchen, chat, engines=(ends(*statuses),))
    assert result.outcome.cause is cause
    assert result.plan is None
    assert [e.verdict for e in result.explored] == [GoalVerdict.STOPPED]
    assert all(not e.changes for e in result.explored)


@pytest.mark.parametrize("status", [EngineStatus.CRASH, EngineStatus.INVALID_INPUT, EngineStatus.UNSUPPORTED])
def test_an_engine_that_cannot_use_a_problem_says_nothing_about_the_goal(plan, kitchen, script, bring_apple, status):
    chat = script(bring_apple, ANALYSIS, bring_apple)
    result = plan(APPLE, kitchen, chat, engines=(ends(status),))
    assert result.outcome.ok and not result.plan.relaxations
    assert f"the planner cannot use the problem: It ended: {status.name.lower()}." in chat.told(1)


@pytest.mark.parametrize("status", [EngineStatus.UNSOLVABLE_PROVEN, EngineStatus.UNSOLVABLE_INCOMPLETE])
def test_no_plan_with_the_things_of_a_problem_is_searched_for_in_the_whole_scene(
    plan, kitchen, script, bring_apple, status
):
    result = plan(APPLE, kitchen, script(bring_apple), engines=(ends(status),))
    assert result.outcome.ok and not result.plan.relaxations
    assert len(result.plan.calls) == 4


def test_a_plan_that_does_not_work_is_fed_back(plan, kitchen, script, bring_apple):
    wrong = EngineResult(EngineStatus.PLAN, (SkillCall("put_on", ("apple_1", "table_2")),))
    chat = script(bring_apple, ANALYSIS, bring_apple)
    assert plan(APPLE, kitchen, chat, engines=(Ends([wrong]),)).outcome.ok
    assert "the plan that was found does not work: Step 1, put_on(apple_1, table_2)" in chat.told(1)


def test_things_that_a_problem_forgot_are_taken_in(plan, world, script, problem):
    graph = world("apple_1 inside drawer_1", "cookie_1 on apple_1")
    apple = problem("apple_1 - item table_2 - asset", "(on apple_1 table_2)")
    result = plan(APPLE, graph, script(apple))
    assert result.outcome.ok, result.outcome
    assert ("pick_up", ("cookie_1", "drawer_1")) in [(c.skill, c.arguments) for c in result.plan.calls]


def test_facts_that_exclude_each_other_are_proven_out_of_reach(plan, kitchen, script, problem, words: Words):
    both = problem("apple_1 - item table_2 table_3 - asset", "(and (on apple_1 table_2) (on apple_1 table_3))")
    chat = script(both)
    result = plan("Posez la pomme partout", kitchen, chat, settings=ContextSettings(goals=1))
    assert result.outcome.cause is FailureCause.NOTHING_ACCEPTABLE
    assert [e.verdict for e in result.explored] == [GoalVerdict.UNSOLVABLE]
    words(result.explanation)
