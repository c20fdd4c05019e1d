# SPDX-License-Identifier: Apache-2.0
"""Choices and fall-backs that the speaker states: the first that can be met, before any other change of the goal."""

from __future__ import annotations

import pytest

from planner_node.language.refusal import Refusal
from planner_node.language.request import Basis
from support.words import Words


def placed(result) -> dict[str, str]:
    assert result.plan is not None, result
    return {c.arguments[0]: c.arguments[1] for c in result.plan.calls if c.skill in ("put_on", "put_inside")}


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("Bring a pear to table_2 or, failing that, a banana", "banana_1"),
        ("Bring a pear to table_2; otherwise bring an orange", "orange_1"),
        ("Bring a pear, or an orange if there is none, to table_2", "orange_1"),
        ("Bring me a tea to table_2. If there is no tea, juice will do.", "juice_carton_1"),
        ("Bring coffee to table_2, or if we are out of coffee, water.", "water_bottle_1"),
        ("Bring lemonade to table_2. Failing that, juice.", "juice_carton_1"),
        ("Ideally bring tea to table_2, but water is fine as well.", "water_bottle_1"),
        ("Put a pear on table_2, and if there's no pear, the banana", "banana_1"),
        ("put the pear on table_2; if we don't have a pear, take the orange", "orange_1"),
        ("bring a pear to table_2, or if we've none, an orange", "orange_1"),
        ("bring a pear to table_2, or else a banana", "banana_1"),
        ("bring a pear to table_2. If not available, bring the orange instead.", "orange_1"),
    ],
)
def test_a_stated_fall_back_is_taken_at_no_cost_and_not_called_what_was_asked_for(plan, home, text, thing):
    result = plan(text, home)
    assert placed(result) == {thing: "table_2"}
    assert (result.plan.relaxations, result.plan.relaxation_cost) == ((), 0.0)
    assert "exactly" not in result.explanation


@pytest.mark.parametrize(
    "text",
    [
        "Bring an apple to table_2 or, failing that, a banana",
        "bring an apple to table_2; otherwise bring a pear",
        "Put an apple on table_2, or if there is none, the banana",
    ],
)
def test_what_was_asked_for_first_comes_first(plan, home, text):
    result = plan(text, home)
    assert placed(result) == {"apple_1": "table_2"}
    assert result.account.exact


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("Bring tea or water to table 2", {("tea", "table_2"), ("water", "table_2")}),
        ("Put either the red mug or the blue mug on table_2", {("mug", "table_2")}),
        ("put the apple on table_1 or table_2", {("apple", "table_1"), ("apple", "table_2")}),
        ("put the apple on the sofa or in the fridge", {("apple", "sofa"), ("apple", "fridge")}),
        ("bring a banana or an orange to table_2", {("banana", "table_2"), ("orange", "table_2")}),
    ],
)
def test_a_choice_is_exact_whichever_is_taken(said, text, ways):
    request = said(text)
    found = (request, *request.instead)
    assert len(found) == 2
    assert {(c.what[0].concept, c.place.what.node_id or c.place.what.concept) for r in found for c in r.clauses} == ways
    assert {r.basis for r in found} == {Basis.ORDER}


def test_either_order_will_do(plan, home):
    result = plan("either open the fridge or the drawer", home)
    assert [c.skill for c in result.plan.calls if c.skill != "go_to"] == ["open"]


@pytest.mark.parametrize("text", ["Bring the fork instead of the spoon to table_1",
                                  "Rather than the spoon, bring the fork to table_1"])  # fmt: skip
def test_what_is_not_wanted_is_left_alone(plan, home, text):
    assert placed(plan(text, home)) == {"fork_1": "table_1"}


@pytest.mark.parametrize(
    "text", ["bring two or three apples to table_2", "or", "bring the apple or", "otherwise juice"]
)
def test_it_is_asked_where_a_choice_is_not_clear(said, text):
    assert isinstance(said(text), Refusal)


def test_where_none_can_be_had_the_first_is_relaxed(plan, home, words: Words):
    result = plan("bring a pear or a plum to table_2", home)
    assert result.plan.relaxations
    words(result.explanation)
