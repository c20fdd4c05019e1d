# SPDX-License-Identifier: Apache-2.0
"""Conditions are decided from the graph; what is done is what was asked for in the case that is given."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.failure import FailureCause
from planner_node.language.refusal import Refusal
from planner_node.language.request import Basis


def skills(result) -> list[str]:
    assert result.plan is not None, result
    return [str(c) for c in result.plan.calls if c.skill not in ("go_to", "discover_objects")]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("If the fridge is closed, open it", "open the fridge"),
        ("if the lamp is off turn it on", "turn on the lamp"),
        ("Unless the lamp is on, turn it on", "turn on the lamp"),
        ("Should the drawer be closed, please open it", "open the drawer"),
        ("Open the drawer only if it is closed", "open the drawer"),
        ("Provided that the lamp is off, turn it on", "turn on the lamp"),
        ("If there is no pear, bring a banana to table_2", "bring a banana to table_2"),
        ("if you can't find a pear then bring an orange to table_2", "bring an orange to table_2"),
        ("In case there is a sponge on the counter, put it on table 1", "put the sponge on table_1"),
        ("When there are books on table_3, move them to the shelf", "move the book on table_3 to the shelf"),
        ("Take the tuna can to the bin if it is on the shelf", "take the tuna can to the bin"),
        ("If we are out of pears, bring a banana to table_2", "bring a banana to table_2"),
        ("If there is a pear, bring it to table_2, otherwise bring a banana to table_2", "bring a banana to table_2"),
        ("If the apple is missing, put the orange in the fridge, else put the apple there",
         "put the apple in the fridge"),
        ("Throw the apple away if it is red", "throw away the red apple"),
        ("Once the toys are on the sofa, turn on the lamp", "put the toys on the sofa, then turn on the lamp"),
        ("Once the fridge is open, put the cola cans in it", "open the fridge, then put the cola cans in the fridge"),
    ],
)  # fmt: skip
def test_in_a_case_that_is_given_that_is_done(plan, home, text, same):
    result = plan(text, home)
    assert skills(result) == skills(plan(same, home))
    assert "exactly" not in result.explanation or "Once" in text


@pytest.mark.parametrize(
    "text",
    [
        "If the fridge is open, close it",
        "if the lamp is on, turn it off",
        "Unless the fridge is closed, close it",
        "If you find a hammer, put it on the shelf",
        "If there are more than two books on the shelf, bring one to table_2",
        "Put a banana on table_3 unless there is already fruit on it",
        "If there is no apple, bring a banana to table 2",
        "take the tuna can to the bin if it is in the fridge",
        "If all the books are on the shelf, turn on the lamp",
        "Wait until the lamp is on and then bring the cup to the counter",
        "if the apple is gone, bring a banana to table_2",
    ],
)
def test_in_a_case_that_is_not_given_there_is_nothing_to_do(plan, home, text):
    result = plan(text, home)
    assert skills(result) == []
    assert (result.outcome.ok, result.plan.relaxations) == (True, ())
    assert "exactly" not in result.explanation


@pytest.mark.parametrize("text", ["If it's dark, switch on the lamp", "if you are bored, open the fridge"])
def test_what_no_graph_tells_is_asked_back_with_what_would_be_done(said, text):
    refusal = said(text)
    assert isinstance(refusal, Refusal)
    assert refusal.cause is FailureCause.NOT_UNDERSTOOD
    assert refusal.message.endswith(("switch on the lamp.", "open the fridge."))


def test_how_furniture_is_that_nobody_has_seen_is_not_known(plan, home):
    graph = home.changed(put=[replace(home["fridge_1"], states=frozenset())])
    result = plan("if the fridge is open, close it", graph)
    assert result.outcome.cause is FailureCause.AMBIGUOUS


def test_a_condition_goes_with_the_request(said):
    request = said("if there is no pear, bring a banana to table_2")
    (condition,) = request.when
    assert (condition.what.concept, condition.negated, condition.so, request.basis) == ("pear", True, True, Basis.CASE)
    (other,) = request.instead
    assert (other.clauses, other.when[0].so) == ((), False)


def test_what_says_only_that_all_is_done_is_no_condition(said):
    request = said("bring the apple to table_2 and when everything is finished, close the fridge")
    assert (request.when, request.instead, request.stages) == ((), (), (0, 1))
