# SPDX-License-Identifier: Apache-2.0
"""Some of so many things that go elsewhere in the same sentence: they go on, or there are more; nobody said which."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(said: str, where: str = "dining") -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def done(result: Result) -> list[str]:
    assert result.plan is not None, result.outcome
    return [" ".join(c.arguments) for c in result.plan.calls if c.skill in ("put_on", "put_inside")]


@pytest.mark.parametrize(
    "said",
    [
        "put two of the forks on table 3 and one of them on table 1",
        "bring three glasses to table 2 and one of them to table 3",
        "put two forks on table 3, one of them goes to table 1",
        "put two forks on table 3 but one of them on table 1",
        "put both apples on table 3 and one of them in the basket",
    ],
)
def test_some_of_so_many_in_one_breath_are_asked_about(said):
    result = planned(said)
    assert result.outcome.cause is FailureCause.AMBIGUOUS
    assert result.candidates == ("another one", "then one of them")


@pytest.mark.parametrize(
    ("said", "moves"),
    [
        (
            "put two of the forks on table 3 and another one on table 1",
            ["fork_1 table_3", "fork_2 table_3", "fork_3 table_1"],
        ),
        (
            "put two of the forks on table 3 and then one of them on table 1",
            ["fork_1 table_1", "fork_1 table_3", "fork_2 table_3"],
        ),
        (
            "put two forks on table 3. Put then one of them on table 1",
            ["fork_1 table_1", "fork_1 table_3", "fork_2 table_3"],
        ),
        ("put the forks on table 3 and one of them on table 1", ["fork_1 table_1", "fork_2 table_3", "fork_3 table_3"]),
    ],
)
def test_where_it_is_said_what_comes_after_what_nothing_is_asked(said, moves):
    result = planned(said)
    assert sorted(done(result)) == moves
    assert result.account.exact
