# SPDX-License-Identifier: Apache-2.0
"""What is filled is shut before it starts, furniture is looked for nowhere, and the salad is in the salad bowl."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings
from support.small_worlds import make_world

ENGINE = Engine(load_ontology(), Settings())


def planned(said: str, where: str):
    return ENGINE.plan(PlanningTask(said, scene(where)))


def done(result) -> list[str]:
    """What is put down where, opened, shut and switched, in order."""
    assert result.plan is not None, result.explanation
    calls = (c for c in result.plan.calls if c.skill not in ("go_to", "pick_up"))
    return [" ".join(c.arguments if c.skill.startswith("put") else (c.skill, *c.arguments)) for c in calls]


@pytest.mark.parametrize(
    ("where", "said", "machine"),
    [
        ("laundry", "start the washing machine once the dirty socks are in it", "washing_machine_1"),
        ("lab", "switch on the centrifuge once test tube 1 is in it", "centrifuge_1"),
        ("flat", "put the sandwich in the microwave, then turn it on", "microwave_1"),
        ("laundry", "put the towels in the dryer and afterwards start it", "dryer_1"),
    ],
)
def test_what_is_filled_is_shut_before_it_is_started(where, said, machine):
    assert done(planned(said, where))[-2:] == [f"close {machine}", f"turn_on {machine}"]


def test_what_is_to_stay_open_is_started_open():
    said = "put the sandwich in the microwave, then turn it on and leave it open"
    assert "close microwave_1" not in done(planned(said, "flat"))


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("bedroom", "which lamp is on?"),
        ("office", "which desk lamp is off?"),
        ("dining", "how many tables are there?"),
    ],
)
def test_furniture_is_looked_for_nowhere(where, said):
    result = planned(said, where)
    assert done(result) == []
    assert result.answer.startswith("I know of")


def test_what_is_asked_of_things_is_looked_for():
    assert done(planned("which mug is dirty?", "dining"))


@pytest.mark.parametrize("where_to", ["Bring the salad to the terrace table.", "Put the salad on the terrace table."])
def test_what_is_called_after_its_content_holds_it(where_to):
    result = planned(where_to, "party")
    assert done(result) == ["salad_bowl_1 terrace_table_1"]
    assert not result.account.exact


def test_a_glass_is_no_wine():
    graph = make_world("wine_glass_1 on counter_1", "mug_1 on counter_1")
    result = ENGINE.plan(PlanningTask("Put the wine on table 1.", graph))
    assert result.plan is None or not any("wine_glass" in text for text in done(result))


def test_what_is_counted_by_kind_is_told():
    assert "lemonade bottle 1 so: I count it by kind" in planned("count the sodas", "party").answer
    assert "by kind" not in planned("count the pens", "office").answer


def test_dairy_is_milk_too():
    ends = set(done(planned("put the dairy on table 1", "dining")))
    assert {"milk_carton_1 table_1", "cheese_1 table_1", "yogurt_cup_1 table_1"} <= ends
