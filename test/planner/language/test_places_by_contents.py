# SPDX-License-Identifier: Apache-2.0
"""Places by how much is there: "the table with the most things", "the emptiest shelf", "whichever table is free"."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


@pytest.mark.parametrize(
    ("where", "said", "put"),
    [
        ("dining", "Put the pear on the table with the most things", "put_on(pear_1, table_2)"),
        ("dining", "Bring the vase to the emptiest table", "put_on(vase_1, table_3)"),
        ("dining", "Put the candle on whichever table is free", "put_on(candle_1, table_3)"),
        ("dining", "Set the vase on the only empty table", "put_on(vase_1, table_3)"),
        ("pantry", "Move the cookie box to the fullest shelf", "put_on(cookie_box_1, shelf_2)"),
        ("pantry", "Put the sugar bag on the shelf with the most cans", "put_on(sugar_bag_1, shelf_1)"),
        ("garage", "Put the newspaper on the shelf holding the most balls", "put_on(newspaper_1, shelf_2)"),
        ("lab", "Put the notebook on the bench which has the most test tubes", "put_on(notebook_1, bench_2)"),
        ("office", "Put the envelope on the desk with the fewest pens", "put_on(envelope_1, desk_3)"),
        ("laundry", "Put the comb on the emptiest shelf", "put_on(comb_1, shelf_1)"),
        ("office", "Bring the scissors to whichever desk has the fewest pens", "put_on(scissors_1, desk_3)"),
    ],
)
def test_it_is_the_one_by_count_and_every_word_counts(where, said, put):
    result = planned(where, said)
    assert put in map(str, result.plan.calls)
    assert result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "offered"),
    [
        ("pantry", "Put the cookie box on the shelf with the fewest things on it", {"shelf_1", "shelf_3"}),
        ("office", "Bring the umbrella to the most crowded desk", {"desk_1", "desk_2", "desk_3"}),
        ("office", "Put the umbrella on the desk with the most pens", {"desk_1", "desk_2"}),
    ],
)
def test_of_those_with_equally_many_it_is_asked_which(where, said, offered):
    result = planned(where, said)
    assert (result.plan, result.outcome.cause) == (None, FailureCause.AMBIGUOUS)
    assert result.question is not None and {option.name for option in result.question.options} == offered


def test_that_room_is_judged_by_how_few_things_are_there_is_told():
    result = planned("dining", "Put the bread on the table that has the most space")
    assert "put_on(bread_1, table_3)" in map(str, result.plan.calls)
    assert "how few things" in result.explanation and not result.account.exact


def test_with_nothing_on_it_is_empty():
    result = planned("dining", "Put the wine on a table with nothing on it")
    assert "put_on(wine_bottle_1, table_3)" in map(str, result.plan.calls)


def test_how_full_a_bottle_is_nobody_knows():
    assert planned("office", "Put the emptiest water bottle on desk 2").outcome.cause is FailureCause.AMBIGUOUS
