# SPDX-License-Identifier: Apache-2.0
"""The strategy memory_graph without a model: it looks before it makes do, in a bounded way, and says so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from makedo_core.failure import FailureCause
from makedo_core.known_failure import FailureKind, KnownFailure
from planner_node.strategies.parts import Parts, StrategyError
from planner_node.strategies.registry import make_strategy
from planner_node.task import PlanningTask
from support.words import Words

ROOT = Path(__file__).resolve().parents[3]
BRING = "bring the cola to table_2"


@pytest.fixture
def look_first(engine):
    """Plan with the strategy."""

    def plan(instruction: str, graph, *failures: str, options: str = "", **more):
        known = tuple(map(KnownFailure.parse, failures))
        return make_strategy(f"memory_graph{options}", Parts(engine)).plan(
            PlanningTask(instruction, graph, known, **more)
        )

    return plan


def looked(result) -> list[str]:
    return [c.arguments[0] for c in result.plan.calls if c.skill == "discover_objects"]


def beliefs(graph, confidence: float = 0.3):
    return graph.changed(put=[replace(n, confidence=confidence) for n in graph if n.id.startswith(("cola", "juice"))])


def test_what_was_seen_is_fetched_at_once(look_first, world):
    result = look_first(BRING, world("cola_can_1 on shelf_1"))
    assert not result.plan.provisional and str(result.plan.calls[-1]) == "put_on(cola_can_1, table_2)"


def test_what_nobody_knows_of_is_looked_for_before_anything_stands_in(look_first, engine, world, words: Words):
    graph = world("juice_box_1 on shelf_1")
    assert engine.plan(PlanningTask(BRING, graph)).plan.relaxations
    result = look_first(BRING, graph)
    assert result.plan.provisional and looked(result) and not result.plan.relaxations
    words(result.explanation)


def test_closed_furniture_is_opened_looked_into_and_closed(look_first, world):
    everywhere_else = [f"searched {p}" for p in ("table_1", "table_2", "table_3", "counter_1", "shelf_1", "drawer_1")]
    result = look_first(BRING, world(), *everywhere_else)
    assert [c.skill for c in result.plan.calls] == ["go_to", "open", "discover_objects", "close"]
    assert looked(result) == ["fridge_1"]


def test_a_belief_that_is_the_best_place_is_fetched_from_there(look_first, world):
    graph = beliefs(world("cola_can_1 on table_3"), 0.45)
    near = graph.changed(put=[replace(graph["robot"], pose=graph["table_3"].pose)])
    result = look_first(BRING, near)
    assert not result.plan.provisional and "pick_up(cola_can_1, table_3)" in map(str, result.plan.calls)


def test_on_the_way_to_a_doubtful_place_a_likely_one_is_looked_at(look_first, world, words: Words):
    graph = beliefs(world("cola_can_1 on shelf_1", "juice_box_1 on counter_1", "juice_box_2 on counter_1"), 0.15)
    near = graph.changed(put=[replace(graph["robot"], pose=graph["counter_1"].pose)])
    result = look_first(BRING, near)
    assert looked(result) == ["counter_1"]
    words(result.explanation)


def test_what_was_missing_is_looked_for_elsewhere(look_first, world):
    result = look_first(BRING, world("cola_can_1 on table_1"), "missing cola_can_1")
    assert result.plan.provisional and looked(result) != ["table_1"]


def test_when_all_places_were_looked_at_one_makes_do(look_first, world):
    graph, failures = world("juice_box_1 on shelf_1"), []
    while (result := look_first(BRING, graph, *failures)).plan.provisional:
        failures.append(f"searched {looked(result)[0]}")
    assert len(failures) == len(set(failures)) >= 6
    assert result.plan.relaxations and "juice_box_1" in str(result.plan.calls)


def test_when_nothing_does_instead_it_is_told_where_was_looked(look_first, world):
    graph, failures = world(), []
    while (result := look_first("bring the screwdriver to table_2", graph, *failures)).plan is not None:
        failures.append(f"searched {looked(result)[0]}")
    assert result.outcome.cause is FailureCause.OBJECT_NOT_FOUND
    assert "I looked at" in result.outcome.message


def test_the_executor_looks_elsewhere_by_a_strategy_that_there_is(engine, world):
    settings = yaml.safe_load((ROOT / "config" / "executor.yaml").read_text(encoding="utf-8"))
    strategy = make_strategy(settings["/**"]["ros__parameters"]["search"], Parts(engine))
    known = (KnownFailure(FailureKind.MISSING, "cola_can_1"),)
    result = strategy.plan(PlanningTask(BRING, world("cola_can_1 on table_1"), known))
    assert result.plan.provisional and looked(result) != ["table_1"]


@pytest.mark.parametrize("options", [":looks=2", ":looks=2,order=nearest", ":hope=1"])
def test_looks_and_hope_are_limited(look_first, world, options):
    graph = world("juice_box_1 on shelf_1")
    failures = ("searched counter_1", "searched drawer_1")
    assert not look_first(BRING, graph, *failures, options=options).plan.provisional


def test_the_nearest_place_comes_first_where_that_is_chosen(look_first, world):
    graph = world("juice_box_1 on shelf_1")
    near = graph.changed(put=[replace(graph["robot"], pose=graph["table_3"].pose)])
    assert looked(look_first(BRING, near, options=":order=nearest")) == ["table_3"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (":order=best", "one of soonest, nearest, likeliest"),
        (":looks=-1", "0 or more"),
        (":hope=2", "from 0 to 1"),
        (":depth=3", "no option 'depth'"),
    ],
)
def test_wrong_options_are_refused(engine, options, said):
    with pytest.raises(StrategyError, match=said):
        make_strategy(f"memory_graph{options}", Parts(engine))


def test_where_a_thing_is_to_come_from_it_is_not_looked_for_elsewhere(look_first, world):
    result = look_first("bring the cola from the fridge to table_2", world("juice_box_1 inside fridge_1"))
    assert result.plan is None or not result.plan.provisional


def test_what_is_no_matter_of_things_is_planned_as_ever(look_first, world):
    result = look_first("turn on the lamp", world())
    assert str(result.plan.calls[-1]) == "turn_on(lamp_1)"


def test_what_the_robot_cannot_do_is_refused(look_first, world):
    assert look_first("dance for me", world()).outcome.cause is FailureCause.NOT_CAPABLE


def test_a_place_that_cannot_be_looked_at_is_passed_over(look_first, world):
    blocked = [f"blocked {p}" for p in ("table_1", "table_3", "counter_1", "shelf_1", "drawer_1", "fridge_1")]
    result = look_first(BRING, world(), *blocked)
    assert looked(result) == ["table_2"]
    assert KnownFailure.parse("searched table_2").kind is FailureKind.SEARCHED
