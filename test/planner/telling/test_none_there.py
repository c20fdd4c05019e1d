# SPDX-License-Identifier: Apache-2.0
"""What is told to lack at a place is heard, and "there" and "one" behind it stand for that place and such a thing."""

from __future__ import annotations

import pytest

from makedo_eval.sentences.corpus import scene
from planner_node.assembly import Choices, assemble
from planner_node.task import PlanningTask

PLANNER = assemble(Choices(), environ={})


@pytest.mark.parametrize(
    ("where", "said", "call"),
    [
        ("dining", "There are no apples on table 3. Put one there.", "put_on(apple_1, table_3)"),
        ("dining", "There is no bread left on table 1. Put the bread there.", "put_on(bread_1, table_1)"),
        ("office", "There is no pen on desk 3. Put the blue one there.", "put_on(pen_2, desk_3)"),
    ],
)
def test_there_is_where_something_lacks(where: str, said: str, call: str):
    result = PLANNER.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, result.outcome
    assert call in [str(c) for c in result.plan.calls]
