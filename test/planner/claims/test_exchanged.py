# SPDX-License-Identifier: Apache-2.0
"""What takes the place of others is exactly what was asked for only where it is said where those go."""

from __future__ import annotations

import pytest

from makedo_core.account import ClaimReason
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(said: str, where: str = "pantry") -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


@pytest.mark.parametrize(
    ("where", "said", "about"),
    [
        ("pantry", "take the sugar off the table and put the honey in its place", ("sugar_bag_1", "honey_jar_1")),
        (
            "living",
            "take the toy block out of the chest and put the teddy in its place",
            ("toy_block_1", "teddy_bear_1"),
        ),
        ("pantry", "take the sugar to the counter and put the honey in its place", ("its place", "shelf_1")),
    ],
)
def test_where_nobody_said_where_something_goes_that_is_told(where, said, about, words):
    result = planned(said, where)
    assert result.plan is not None
    told = [(c.subject, c.of) for c in result.account.claims if c.reason is ClaimReason.DESTINATION]
    assert told == [about]
    words(f"{where}: {said}", result.explanation)


@pytest.mark.parametrize(
    "said",
    [
        "swap the sugar and the honey",
        "the sugar and the honey should change places",
        "put the sugar where the honey is and the honey where the sugar is",
        "put the sugar on the shelf the honey is on and the honey on the table",
        "throw the cucumber away and put the honey in its place",
        "put the honey in its place",
    ],
)
def test_where_it_was_said_that_is_exactly_what_was_asked_for(said):
    assert planned(said).account.exact
