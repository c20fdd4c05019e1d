# SPDX-License-Identifier: Apache-2.0
"""What people call by the name of another kind: laptops are computers to them, mugs cups."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def carried(result: Result) -> set[str]:
    """The things that are put somewhere."""
    assert result.plan is not None, result.outcome
    return {call.arguments[0] for call in result.plan.calls if call.skill.startswith("put_")}


@pytest.mark.parametrize(
    ("where", "said", "stays"),
    [
        ("bedroom", "Put everything on the desk except the computer on the bed", {"laptop_1"}),
        ("bedroom", "Everything on the desk that isn't a computer goes on the bed", {"laptop_1"}),
        ("office", "Move everything but computers from desk 1 to desk 2", {"laptop_1"}),
        ("dining", "Put everything except the cups from the counter on table 3", {"mug_2"}),
    ],
)
def test_what_may_be_meant_by_an_exception_stays(where, said, stays):
    result = planned(where, said)
    assert carried(result) and not carried(result) & stays
    assert not result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "things"),
    [
        ("dining", "Put the cups in the cupboard", {"mug_1", "mug_2", "mug_3"}),  # and no cup of yogurt
        ("dining", "Put all cups on table 3", {"mug_1", "mug_2", "mug_3"}),
        ("office", "Bring all computers to desk 2", {"laptop_1", "laptop_2"}),
        ("bedroom", "Put the shirts in the wardrobe", {"t_shirt_1"}),
    ],
)
def test_where_nothing_of_a_kind_is_here_what_people_call_so_is_meant_and_told(where, said, things):
    result = planned(where, said)
    assert carried(result) == things
    assert "I understand what people may call so" in result.explanation and not result.account.exact


@pytest.mark.parametrize(("where", "said", "thing"), [("dining", "Bring a cup to table 3", "mug_")])
def test_one_of_them_stands_in_and_is_told_as_that(where, said, thing):
    result = planned(where, said)
    assert all(name.startswith(thing) for name in carried(result))
    assert result.plan is not None and result.plan.relaxations


def test_where_there_are_some_it_is_asked_whether_the_others_are_meant_too():
    result = planned("office", "Put the books on desk 1")
    assert result.plan is None and "notebook 1 and notebook 2" in result.outcome.message
