# SPDX-License-Identifier: Apache-2.0
"""Kitchen, table top and homes that changed: attempts are planned, carried out where that is asked for, and judged."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.failure import FailureCause, Outcome
from makedo_core.goals.goal import Holds
from makedo_core.graph.scene_graph import NodeKind
from makedo_core.ontology import load_ontology
from makedo_core.plan import Plan
from makedo_core.skills import Literal
from makedo_eval.case import Dataset
from makedo_eval.datasets import dynamic
from makedo_eval.datasets.end_state import judged_by_skills
from makedo_eval.datasets.kitchen import KitchenCase, scored
from makedo_eval.datasets.registry import load_dataset
from makedo_eval.kitchen.scene import kitchen_graph
from makedo_eval.kitchen.tasks import kitchen_tasks
from makedo_eval.planning import CasePlanner
from planner_node.engine import Engine
from planner_node.strategies.hierarchical.strategy import Expansion
from planner_node.strategies.parts import Parts
from planner_node.strategies.registry import make_strategy
from planner_node.task import PlanningTask, Result, Settings
from support.tiers import all_but
from support.words import Words

KITCHEN = {task.id: task for task in kitchen_tasks()}


@pytest.fixture(scope="module")
def alone() -> Engine:
    """Plans with nobody to ask."""
    return Engine(load_ontology(), Settings(asks=False))


@pytest.fixture
def planning(alone):
    """A strategy at work."""
    return lambda name: CasePlanner(name, make_strategy(name, Parts(alone)), alone)


def test_a_kitchen_task_is_planned_as_its_ground_truth(planning):
    attempt = KitchenCase(KITCHEN["T1"]).attempt(planning("hierarchical"))
    assert attempt.score.success and attempt.score.precision == 1.0
    assert attempt.score.more == {"PC": 1.0, "LD": 0.0, "EPV": 1.0, "steps": len(attempt.calls)}


def test_a_kitchen_plan_that_ends_too_early_is_no_success(planning, words: Words):
    case = KitchenCase(KITCHEN["T1"])
    calls = case.attempt(planning("hierarchical")).calls
    score = scored(case.task, Expansion(Outcome(), calls[:-1]), planning("hierarchical").strategy)
    assert not score.success
    words(score.note)
    assert score.more["PC"] == pytest.approx(len(calls[:-1]) / len(calls)) and score.more["LD"] < 0.0
    late = Expansion(Outcome(FailureCause.PLANNING_TIMEOUT, "late"))
    failed = scored(case.task, late, planning("hierarchical").strategy)
    assert not failed.success and failed.note == "late" and failed.more["EPV"] == 0.0


def test_the_kitchen_is_for_strategies_that_plan_problems(planning):
    data: Dataset = load_dataset("kitchen", None, load_ontology())
    assert "only the strategy 'hierarchical'" in data.refuses(planning("relaxation").strategy)
    assert data.refuses(planning("hierarchical").strategy) == ""


@pytest.mark.parametrize("name", all_but(KITCHEN, "T10", "T11", "T12"))
def test_the_truth_of_a_kitchen_task_reaches_its_goal(name, kitchen_truth):
    truth = kitchen_truth(name)
    assert truth.calls and truth.wanted and truth.problem == KITCHEN[name].task


def test_the_kitchen_as_a_graph_has_things_where_they_are():
    graph = kitchen_graph(KITCHEN["T1"].task)
    assert graph.support("tomato_1") == "fridge_1" and graph["fridge_1"].kind is NodeKind.ASSET
    assert "tomato_slice_1" not in graph and "wine" not in graph


def test_on_the_table_top_order_counts_and_the_goal_alone_does_not(planning, words: Words):
    case = next(c for c in load_dataset("tabletop", None, load_ontology()).cases if c.family == "1.2")
    ordered, any_order = (case.attempt(planning(name)).score for name in ("ontology", "relaxation"))
    assert ordered.success and ordered.more["goal reached"]
    assert not any_order.success and any_order.more["goal reached"]
    words(any_order.note)


def test_a_plan_by_the_robots_skills_is_judged_by_its_end(home, alone, words: Words):
    goal = Holds(Literal("on", ("apple_1", "table_2")))
    result = alone.plan(PlanningTask("bring the apple to table_2", home))
    assert result.plan is not None
    assert judged_by_skills(result, goal, home).success
    early = replace(result.plan, calls=result.plan.calls[:-1])
    half = judged_by_skills(replace(result, plan=early), goal, home)
    assert not half.success and half.precision == 0.0
    words(half.note)
    wrong = judged_by_skills(Result(Outcome(), Plan("", goal, result.plan.calls[1:], 0)), goal, home)
    assert not wrong.success and wrong.precision == 0.0
    refused = judged_by_skills(Result(Outcome(FailureCause.NOT_UNDERSTOOD, "what?")), goal, home)
    assert not refused.success and refused.note == "what?"


@pytest.mark.slow
def test_in_a_home_that_changed_a_strategy_that_looks_finds_what_one_that_does_not_misses(planning):
    cases = load_dataset("dynamic_home", None, load_ontology()).cases[:12]
    looks, trusts = ([c.attempt(planning(name)) for c in cases] for name in ("memory_graph", "relaxation"))
    assert all(a.score.success and a.score.precision == 1.0 for a in looks)
    assert sum(a.score.success for a in trusts) < len(cases)
    assert all(a.score.more["SR if all is known"] == 1.0 for a in looks)
    assert all(a.calls and a.score.more["calls"] == len(a.calls) for a in looks)


def test_every_world_says_what_is_comparable():
    assert all(world.told and bool(world.published) == bool(world.source) for world in dynamic.WORLDS.values())


def test_a_bug_in_a_strategy_ends_the_planning_only(alone, home):
    class Broken:
        def plan(self, task):
            raise ZeroDivisionError("oops")

    case = load_dataset("dynamic_home", None, load_ontology()).cases[0]
    attempt = case.attempt(CasePlanner("broken", Broken(), alone))
    assert attempt.outcome.cause is FailureCause.INTERNAL_ERROR and not attempt.score.success
