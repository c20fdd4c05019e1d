# SPDX-License-Identifier: Apache-2.0
"""'The other' table, lamp or shelf: another than was named, or than the one where the thing is."""

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


def done(result: Result) -> list[str]:
    """What is put somewhere or switched, without drives and what goes before."""
    assert result.plan is not None, result.outcome
    skills = ("put_on", "put_inside", "turn_on", "turn_off")
    return sorted(" ".join(call.arguments) for call in result.plan.calls if call.skill in skills)


@pytest.mark.parametrize(
    ("said", "moves"),
    [
        ("Put the book on nightstand 1 on the other nightstand", ["book_1 nightstand_2"]),
        ("Move the alarm clock to the other nightstand", ["alarm_clock_1 nightstand_2"]),
        ("Take the watch from nightstand 2 and put it on the other nightstand", ["watch_1 nightstand_1"]),
        (
            "Put the hat on nightstand 1 and the pen on the other nightstand",
            ["hat_1 nightstand_1", "pen_1 nightstand_2"],
        ),
        ("Put the hat on nightstand 1 and the pen on the other one", ["hat_1 nightstand_1", "pen_1 nightstand_2"]),
        ("Turn off lamp 1 and turn on the other one", ["lamp_1", "lamp_2"]),
    ],
)
def test_of_two_the_other_is_known_and_that_is_exactly_what_was_asked_for(said, moves):
    result = planned("bedroom", said)
    assert done(result) == moves
    assert result.account.exact, result.explanation


@pytest.mark.parametrize(
    ("said", "others"),
    [
        ("Put the apple on table 2 and the banana on the other table", {"table_1", "table_3"}),
        ("Put the mug from table 2 on the other table", {"table_1", "table_3"}),
    ],
)
def test_of_three_it_is_asked_which_of_the_two_others(said, others):
    result = planned("dining", said)
    assert result.outcome.cause is FailureCause.AMBIGUOUS and set(result.candidates) == others


def test_where_there_is_no_other_nobody_goes_to_the_same():
    result = planned("bedroom", "Put the laptop on the other desk")
    assert result.plan is None, result.explanation


def test_what_is_left_alone_is_not_missed():
    tidied = planned("dining", "Tidy up table 2 but leave the napkin")
    assert tidied.account.exact and "make do" not in tidied.explanation
    assert not any("napkin_1" in move for move in done(tidied)) and len(done(tidied)) == 4


def test_only_what_is_left_alone_is_no_order():
    result = planned("living", "Bring the remote to the sofa but leave the remote")
    assert result.plan is None and result.outcome.cause is FailureCause.OBJECT_NOT_FOUND
