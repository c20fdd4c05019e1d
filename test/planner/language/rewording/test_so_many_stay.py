# SPDX-License-Identifier: Apache-2.0
"""How many of several stay is said behind the order or before it; where they stay, is kept."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def carried(where: str, said: str) -> tuple[set[str], Result]:
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, (said, result.outcome)
    return {c.arguments[0] for c in result.plan.calls if c.skill in ("put_on", "put_inside")}, result


@pytest.mark.parametrize(
    ("where", "said", "kind", "number"),
    [
        ("office", "Move the binders to desk 1 but keep two on the shelf.", "binder", 1),
        ("office", "Move the binders to desk 1, two of them stay.", "binder", 1),
        ("office", "Move the binders to desk 1. Keep one binder on the shelf.", "binder", 2),
        ("living", "Put the crayons in the toy chest, only one stays out.", "crayon", 2),
        ("living", "Put the crayons in the toy chest, leave just one out.", "crayon", 2),
        ("dining", "One glass stays in the cupboard, the rest go on table 3.", "glass", 2),
        ("dining", "One glass stays in the cupboard, put the rest on table 3.", "glass", 2),
        ("dining", "Two forks stay in the drawer, the others go to table 2", "fork", 1),
        ("dining", "Put all glasses on table 3 but one should stay where it is", "glass", 2),
        ("party", "Put the wine glasses on the buffet table and leave one here", "wine_glass", 2),
        ("dining", "Put the plates on table 2 in the dishwasher, but keep one there", "plate", 1),
    ],
)
def test_so_many_go_as_do_not_stay_and_nothing_else_goes(where, said, kind, number):
    things, result = carried(where, said)
    assert len(things) == number and all(t.startswith(f"{kind}_") for t in things)
    assert result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "things"),
    [
        ("office", "Put all the pens on desk 3 but leave one on desk 1", {"pen_2", "pen_3"}),
        ("lab", "Put the test tubes in the rack and keep one on bench 2", {"test_tube_2", "test_tube_3"}),
    ],
)
def test_where_some_stay_they_are_those_that_are_there(where, said, things):
    assert carried(where, said)[0] == things


@pytest.mark.parametrize(
    "said", ["Bring two forks to table 2 and leave one on table 3", "Put two forks on table 2, then put one on table 3"]
)
def test_whether_one_is_of_those_or_another_is_asked(said):
    result = ENGINE.plan(PlanningTask(said, scene("dining")))
    assert result.plan is None and result.question is not None
    assert [option.name for option in result.question.options] == ["one of them", "another one"]
    more = ENGINE.plan(PlanningTask(result.question.options[1].instruction, scene("dining")))
    puts = [c for c in more.plan.calls if c.skill == "put_on"]
    assert len({c.arguments[0] for c in puts}) == 3 == len(puts)


def test_one_of_those_that_were_taken_is_one_of_them():
    things, _ = carried("dining", "Take two glasses from the cupboard, put one on table 2 and one on the counter")
    assert len(things) == 2
