# SPDX-License-Identifier: Apache-2.0
"""Verbs that nobody knows, and what cannot be made: refused by kind, without a guess that has another sense."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from planner_node.task import PlanningTask


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("pair the shirts", ("repair",)),
        ("frobnicate the apple", ()),
        ("knead the bread", ()),
        ("juggle the apples", ()),
        ("sprinkle it on the bread", ()),
        ("iterate over the cups", ()),
        ("wobble", ()),
        ("balance the plates", ()),
        ("microwavify the milk", ()),
        ("the apple", ()),
    ],
)
def test_an_unknown_verb_is_named_and_not_replaced_by_another(refused, text, candidates):
    refusal = refused(text)
    assert refusal.cause is FailureCause.NOT_UNDERSTOOD
    assert set(refusal.candidates) <= set(candidates)


@pytest.mark.parametrize("what", ["a sandwich", "me a sandwich", "us a salad"])
def test_what_cannot_be_made_can_be_brought_in_its_parts(refused, what):
    refusal = refused(f"make {what}")
    assert refusal.cause is FailureCause.NOT_CAPABLE
    assert refusal.candidates == (f"bring the ingredients for {what.removeprefix('me ').removeprefix('us ')}",)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("turn everything off", {"lamp_1"}),
        ("close everything in the office", {"cabinet_1", "wardrobe_1", "box_1", "box_2"}),
        ("open everything in the kitchen", {"fridge_1", "drawer_1", "cupboard_1", "dishwasher_1"}),
    ],
)  # fmt: skip
def test_everything_is_what_has_a_switch_or_a_door(engine, rooms, text, ids):
    _, (demand,) = engine.understand(PlanningTask(text, rooms))
    assert set(demand.wanted) == ids
    assert demand.count == len(ids)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("get the table ready", 2), ("get table_2 ready for three", 3), ("prepare the table for four", 4),
        ("have the table set for two people", 2), ("make the table ready for three", 3),
    ],
)  # fmt: skip
def test_a_table_that_is_made_ready_is_set(read, text, count):
    (line,) = read(text)
    assert line.startswith(f"put {count} plate")


@pytest.mark.parametrize(
    "text",
    [
        "set table_2 for breakfast: a cup and a fork",
        "get table_2 ready for breakfast for one: a cup, a fork",
        "set table_2 with a cup and a fork",
    ],
)
def test_things_that_are_named_replace_the_setting(read, text):
    assert read(text) == ["put 1 cup; 1 fork -> on 1 table_2"]
