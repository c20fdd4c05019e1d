# SPDX-License-Identifier: Apache-2.0
"""What was asked for and needs nothing is told beside what is done, so that nobody thinks it was dropped."""

from __future__ import annotations

import pytest

from makedo_core.goals.goal import OBJECT_VARIABLE, AllOf, AnyOf, AtLeast, Holds, InOrder
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.goals.goal_text import so_already
from makedo_core.ontology import load_ontology
from makedo_core.skills import Literal, Predicate
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings

ENGINE = Engine(load_ontology(), Settings())


def told(where: str, said: str) -> str:
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None and result.plan.calls, result.outcome
    return result.explanation


@pytest.mark.parametrize(
    ("where", "said", "sentence"),
    [
        (
            "pantry",
            "Take two potatoes, one onion and both carrots to the counter.",
            "Carrot 1, carrot 2 and onion 2 are on counter 1 already.",
        ),
        ("flat", "Take the dirty mug to the sink and turn off the tv.", "Tv 1 is switched off already."),
        ("party", "Bring a beer to Ben and a soda to Anna.", "Beer can 4 is with ben already."),
        (
            "dining",
            "Close the fridge and the drawer, and put the vase on table 3.",
            "Drawer 1 and fridge 1 are closed already.",
        ),
        ("bedroom", "Switch lamp 1 on and open the wardrobe.", "Lamp 1 is switched on already."),
        ("living", "Put all books back on the bookshelf.", "Book 3 and book 4 are on bookshelf 1 already."),
    ],
)
def test_what_is_so_already_is_told(where, said, sentence):
    assert sentence in told(where, said)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "Get the yogurt out of the fridge and leave it on the counter."),  # the fridge is closed again
        ("dining", "Put one apple on table 1 and the other one on table 2."),
        ("dining", "Put the milk on table 1. Then put it in the fridge."),  # it is there in the end as at first
    ],
)
def test_what_the_plan_moves_is_never_said_to_be_so_already(where, said):
    assert "already" not in told(where, said)


def test_half_way_nothing_is_said_to_be_so_already_for_the_robot_may_have_done_it():
    said = "Take two potatoes, one onion and both carrots to the counter."
    first = ENGINE.plan(PlanningTask(said, scene("pantry")))
    assert first.plan is not None and "already" in first.explanation
    again = ENGINE.plan(PlanningTask(said, scene("pantry"), goal=goal_to_json(first.plan.goal)))
    assert again.plan is not None and again.plan.calls and "already" not in again.explanation


def on(thing: str, place: str, negated: bool = False) -> Literal:
    return Literal(Predicate.ON, (thing, place), negated)


def test_of_several_ways_those_that_hold_before_and_after_and_that_nothing_moves_count():
    lamp_off = Literal(Predicate.SWITCHED_ON, ("lamp_1",), True)
    goal = InOrder(
        (
            Holds(on("cup_1", "table_1")),
            AllOf(
                (
                    AtLeast(2, ("fork_1", "fork_2", "fork_3"), Literal(Predicate.ON, (OBJECT_VARIABLE, "table_1"))),
                    Holds(lamp_off),
                    Holds(on("plate_1", "table_1", negated=True)),
                    AnyOf((Holds(on("pan_1", "table_1")), Holds(on("pan_2", "table_1")))),
                )
            ),
        )
    )
    begin = {on("cup_1", "table_1"), on("fork_1", "table_1"), on("fork_2", "table_2"), on("pan_1", "table_1")}
    end = begin - {on("fork_2", "table_2")} | {on("fork_2", "table_1")}
    expected = {"on table 1": ("cup 1", "fork 1"), "switched off": ("lamp 1",)}
    assert so_already(goal, begin, end, {"fork_2"}) == expected
    assert so_already(goal, begin, end, {"fork_2", "cup_1", "lamp_1"}) == {"on table 1": ("fork 1",)}
    assert so_already(goal, set(), end, {"fork_2", "lamp_1"}) == {}
