# SPDX-License-Identifier: Apache-2.0
"""What something is brought for each of, said first: "for each plate on table 2, bring a fork"."""

from __future__ import annotations

from collections import Counter

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings

ENGINE = Engine(load_ontology(), Settings())


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "For each plate on table 2 bring a fork", {"fork->table_2": 2}),
        ("dining", "For every plate on table 1 put a knife there", {"knife->table_1": 2}),
        ("dining", "For each plate on table 2, bring a fork and a knife", {"fork->table_2": 2, "knife->table_2": 2}),
        ("dining", "For each mug on table 2 put a spoon on table 3", {"spoon->table_3": 1}),
        ("dining", "Get a clean plate for each dirty one on table 2", {"plate->table_2": 2}),
        ("living", "For each book on the coffee table put a crayon on the bookshelf", {"crayon->bookshelf_1": 2}),
        ("lab", "For every flask on bench 2 put a beaker there", {"beaker->bench_2": 2}),
        ("party", "For each wine glass on the side table bring a paper plate there", {"paper_plate->side_table_1": 3}),
        ("pantry", "Per carrot on the counter put a potato on the table", {"potato->table_1": 2}),
    ],
)
def test_as_many_go_as_there_are_others(where, said, goes):
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, (said, result.outcome)
    calls = [call for call in result.plan.calls if call.skill in ("put_on", "put_inside")]
    kinds = Counter(f"{call.arguments[0].rpartition('_')[0]}->{call.arguments[1]}" for call in calls)
    assert kinds == goes


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "For every candle on table 1 put a knife there"),
        ("office", "For each binder on desk 1 put a pen there"),
    ],
)
def test_nothing_goes_where_there_are_none_of_the_others(where, said):
    assert ENGINE.plan(PlanningTask(said, scene(where))).plan is None
