# SPDX-License-Identifier: Apache-2.0
"""Whichever is so: "whichever is nearest", "desk 1 or desk 3, whichever is closer", "whichever bin takes metal"."""

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
        ("garage", "Throw the tin can into whichever bin is for metal", "put_inside(tin_can_1, metal_bin_1)"),
        ("garage", "Put the newspaper in whichever bin takes paper", "put_inside(newspaper_1, paper_bin_1)"),
        ("garage", "Put the glass jar in whichever bin is right for glass", "put_inside(glass_jar_1, glass_bin_1)"),
        ("garage", "Put the hammer on whichever shelf is closer", "put_on(hammer_1, shelf_1)"),
        ("dining", "Bring the pear to whichever table is nearest", "put_on(pear_1, table_1)"),
        ("office", "Put the stapler on desk 1 or desk 3, whichever is closer", "put_on(stapler_1, desk_3)"),
        (
            "office",
            "Take the umbrella to desk 1 or desk 3, whichever is nearer to the shelf",
            "put_on(umbrella_1, desk_3)",
        ),
        ("dining", "Put the pear on table 2 or table 3, whichever is emptier", "put_on(pear_1, table_3)"),
        ("dining", "Put the pear on either table 2 or table 3, whichever is fuller", "put_on(pear_1, table_2)"),
        (
            "dining",
            "Put the pear on whichever of table 2 and table 3 is closer to the sideboard",
            "put_on(pear_1, table_3)",
        ),
        ("dining", "Put the pear on the emptier of table 1 and table 2", "put_on(pear_1, table_1)"),
    ],
)
def test_it_is_that_one_and_every_word_counts(where, said, put):
    result = planned(where, said)
    assert put in map(str, result.plan.calls)
    assert result.account.exact, result.explanation


@pytest.mark.parametrize(
    ("where", "said", "offered"),
    [
        ("dining", "Put the vase on the nearer of the two tables", {"table_1", "table_2", "table_3"}),
        ("bedroom", "Put the phone on the nearer nightstand", {"nightstand_1", "nightstand_2"}),
    ],
)
def test_where_that_does_not_tell_it_is_asked(where, said, offered):
    result = planned(where, said)
    assert (result.plan, result.outcome.cause) == (None, FailureCause.AMBIGUOUS)
    assert result.question is not None and {option.name for option in result.question.options} == offered


def test_of_two_that_are_equally_near_it_is_asked():
    result = planned("office", "Put the newspaper into whichever bin is closest")
    assert result.outcome.cause is FailureCause.AMBIGUOUS
    assert set(result.candidates) == {"recycling_bin_1", "trash_can_1"}
