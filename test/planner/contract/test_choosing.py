# SPDX-License-Identifier: Apache-2.0
"""An operator's choices bind the plan, and make nothing possible that is not."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from makedo_core.contract.choice import choice_from_text
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.plan import RelaxationKind
from planner_node.assembly import Choices, assemble
from planner_node.engine import Engine
from planner_node.strategies.parts import Parts
from planner_node.strategies.registry import Strategies
from planner_node.task import PlanningTask, Result
from support.small_worlds import make_world
from support.words import Words

SNACKS = "Bring 4 kid snacks to table_2"
PLACES = {"put_on": "on", "put_inside": "inside", "hand_over": "given"}


@pytest.fixture
def chosen(engine):
    """Plan an instruction with choices as they are typed."""

    def plan(instruction, graph, *choices, **more):
        made = tuple(map(choice_from_text, choices))
        return engine.plan(PlanningTask(instruction, graph, choices=made, terms=True, **more))

    return plan


class Deaf:
    """A strategy that plans without what was chosen."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def plan(self, task: PlanningTask) -> Result:
        return self.engine.plan(replace(task, choices=()))


def moved(result) -> set[tuple[str, str]]:
    return {c.arguments for c in result.plan.calls if c.skill in PLACES}


def things(result) -> set[str]:
    return {thing for thing, _ in moved(result)}


def test_a_thing_is_taken_in_place_of_the_one_that_would_be(chosen, home, words: Words):
    result = chosen(SNACKS, home, "cola can=juice")
    assert things(result) == {"cracker_box_1", "cookie_box_1", "granola_bar_1", "juice_carton_1"}
    (change,) = result.plan.relaxations
    assert (change.kind, change.chosen) == (RelaxationKind.SUBSTITUTE, True)
    assert result.plan.choices == (choice_from_text("cola can=juice"),)
    words(result.explanation)


@pytest.mark.parametrize("choice", ["1=3", "4 kid snacks=three", "kid snacks=3", "3", "cola can=nothing"])
def test_fewer_are_taken(chosen, home, choice):
    result = chosen(SNACKS, home, choice)
    assert things(result) == {"cracker_box_1", "cookie_box_1", "granola_bar_1"}
    (change,) = result.plan.relaxations
    assert (change.kind, change.chosen) == (RelaxationKind.LOWER_COUNT, True)


def test_all_that_was_to_go_to_a_place_goes_to_another(chosen, words: Words):
    graph = make_world("apple_1 on counter_1", "mug_1 on counter_1")
    result = chosen("put the apple and the mug on table_2", graph, "table_2=table_3")
    assert moved(result) == {("apple_1", "table_3"), ("mug_1", "table_3")}
    assert all(c.chosen for c in result.plan.relaxations)
    words(result.explanation)


def test_a_place_of_one_part_leaves_the_other_where_it_was_to_go(chosen):
    graph = make_world("apple_1 on counter_1", "mug_1 on counter_1")
    result = chosen("put the apple and the mug on table_2", graph, "2=table_3")
    assert moved(result) == {("apple_1", "table_2"), ("mug_1", "table_3")}


def test_which_of_several_is_taken_changes_nothing_of_what_was_asked(chosen, words: Words):
    graph = make_world("apple_1 on counter_1", "apple_2 on shelf_1")
    result = chosen("put the apple on table_2", graph, "apple_2")
    assert moved(result) == {("apple_2", "table_2")}
    assert not result.plan.relaxations
    words(result.explanation)


def test_a_substitute_may_be_taken_though_what_was_asked_for_is_there(chosen):
    graph = make_world("apple_1 on counter_1", "banana_1 on shelf_1")
    result = chosen("put the apple on table_2", graph, "apple=banana")
    assert moved(result) == {("banana_1", "table_2")}
    assert [c.chosen for c in result.plan.relaxations] == [True]


def test_a_class_is_taken_for_all_of_a_part(chosen):
    graph = make_world("apple_1 on counter_1", "apple_2 on counter_1", "banana_1 on shelf_1", "banana_2 on shelf_1")
    assert things(chosen("put two apples on table_2", graph, "two apples=bananas")) == {"banana_1", "banana_2"}
    assert things(chosen("put two apples on table_2", graph, "apple_1=banana_1")) == {"apple_2", "banana_1"}


def test_a_part_is_left_out(chosen, words: Words):
    graph = make_world("apple_1 on counter_1", "mug_1 on counter_1")
    result = chosen("put the apple and the mug on table_2", graph, "mug=nothing")
    assert moved(result) == {("apple_1", "table_2")}
    words(result.explanation)


def test_a_later_choice_takes_the_place_of_the_one_that_it_names(chosen, home):
    result = chosen(SNACKS, home, "cola can=juice", "juice=water", "water bottle 1=milk")
    assert things(result) & {"juice_carton_1", "water_bottle_1", "milk_carton_1", "cola_can_1"} == {"milk_carton_1"}
    back = chosen(SNACKS, home, "cola_can_1=juice", "juice=cola_can_1")
    assert "cola_can_1" in things(back)


def test_what_was_chosen_does_not_count_for_the_limit(chosen, home, engine):
    result = chosen(SNACKS, home, "cola can=juice")
    assert result.plan.relaxation_cost > engine.settings.max_relaxation_cost


@pytest.mark.parametrize(
    "choices",
    [
        ("cola can=knife",),  # sharp
        ("cola can=wine",),  # not for kids
        ("cola can=unicorn",),
        ("cola can=table_1",),
        ("cola can=vase",),  # no use in common
        ("unicorn=juice",),
        ("7=juice",),
        ("table_2=shelf_99",),
        ("table_2=kitchen",),
        ("1=nothing",),  # all of it
        ("1=5",),
        ("cola can=2",),
        ("table_2=nothing",),
        ("table_2=table_1", "1=table_3"),
        ("1=3", "1=2"),
        ("cola can=juice", "1=nothing"),
        ("1=1", "1:cola can=juice", "1:cracker box=water"),
    ],
)
def test_what_cannot_be_chosen_is_refused_with_what_can(chosen, home, choices, words: Words):
    result = chosen(SNACKS, home, *choices)
    assert result.outcome.cause is FailureCause.INVALID_CHOICE
    assert result.plan is None
    words(result.outcome.message)


def test_what_the_instruction_excludes_or_the_hand_cannot_take_is_refused(chosen, home, words: Words):
    excluded = chosen("Bring 4 kid snacks except juice to table_2", home, "cola can=juice")
    too_wide = (KnownFailure(FailureKind.TOO_WIDE, "juice_carton_1"),)
    unfit = chosen(SNACKS, home, "cola can=juice", known_failures=too_wide)
    for result in (excluded, unfit):
        assert result.outcome.cause is FailureCause.INVALID_CHOICE
        words(result.outcome.message)


def test_a_name_of_several_parts_is_refused_and_the_number_says_which(chosen, words: Words):
    graph = make_world("fork_1 on counter_1", "fork_2 on counter_1", "spoon_1 on counter_1")
    said = "put a fork on table_1 and a fork on table_2"
    result = chosen(said, graph, "fork=spoon")
    assert result.outcome.cause is FailureCause.INVALID_CHOICE
    words(result.outcome.message)
    assert ("spoon_1", "table_2") in moved(chosen(said, graph, "2=spoon"))


def test_one_thing_cannot_serve_two_parts(chosen):
    graph = make_world("fork_1 on counter_1", "fork_2 on counter_1", "spoon_1 on counter_1")
    result = chosen("put a fork on table_1 and a fork on table_2", graph, "1=spoon_1", "2=spoon_1")
    assert result.outcome.cause is FailureCause.INVALID_CHOICE


def test_a_plan_made_anew_for_the_goal_keeps_to_the_choice(chosen, home):
    first = chosen(SNACKS, home, "cola can=juice")
    goal = goal_to_json(first.plan.goal)
    again = chosen(SNACKS, home, "cola can=juice", goal=goal)
    assert things(again) == things(first)
    assert again.plan.choices == first.plan.choices
    lost = (KnownFailure(FailureKind.UNREACHABLE, "juice_carton_1"),)
    less = chosen(SNACKS, home, "cola can=juice", goal=goal, known_failures=lost)
    assert things(less) == {"cracker_box_1", "cookie_box_1", "granola_bar_1"}
    assert less.plan.relaxations


def test_a_strategy_that_knows_no_choices_refuses_them(home):
    planner = assemble(Choices(), os.environ)
    deaf = Strategies(Parts(planner.engine), "deaf", {"deaf": lambda parts: Deaf(parts.engine)})
    task = PlanningTask(SNACKS, home, choices=(choice_from_text("cola can=juice"),))
    assert replace(planner, strategies=deaf).plan(replace(task, choices=())).outcome.ok
    assert replace(planner, strategies=deaf).plan(task).outcome.cause is FailureCause.INVALID_CHOICE


@pytest.mark.parametrize("strategy", ["hierarchical", "prune"])
def test_strategies_that_plan_for_the_engines_demands_keep_to_choices(home, strategy):
    planner = assemble(Choices(), os.environ)
    result = planner.plan(PlanningTask(SNACKS, home, choices=(choice_from_text("cola can=juice"),)), strategy)
    assert things(result) == {"cracker_box_1", "cookie_box_1", "granola_bar_1", "juice_carton_1"}


def test_every_alternative_that_is_offered_can_be_taken(chosen, home):
    before = chosen(SNACKS, home)
    (part,) = before.plan.contract.parts
    assert part.alternatives
    for other in part.alternatives:
        result = chosen(SNACKS, home, str(other.choice))
        assert result.outcome.ok, (other, result.outcome)
        assert result.plan.relaxation_cost == pytest.approx(other.cost), other
