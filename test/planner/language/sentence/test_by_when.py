# SPDX-License-Identifier: Apache-2.0
"""By when something is wanted is left aside and told; it moves nothing and is no place."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.files.scene_files import scene_file
from makedo_core.files.scene_json import graph_from_json
from planner_node.assembly import AssembledPlanner, Choices, assemble
from planner_node.task import PlanningTask, Result

ORDER = "Bring the apple to table_2"


@pytest.fixture(scope="module")
def planner() -> AssembledPlanner:
    return assemble(Choices(), environ={})


def plan(planner: AssembledPlanner, text: str) -> Result:
    return planner.plan(PlanningTask(text, graph_from_json(scene_file("home").read_text())))


@pytest.mark.parametrize(
    "when", ["by noon", "before noon", "by 6 pm", "by six", "before 7 o'clock", "by tomorrow", "before dinner"]
)
def test_by_when_is_left_aside_and_told(planner: AssembledPlanner, when: str) -> None:
    plain, timed = plan(planner, ORDER), plan(planner, f"{ORDER} {when}")
    assert plain.plan is not None
    assert timed.plan is not None
    assert timed.plan.calls == plain.plan.calls
    assert f"'{when}' is left aside" in timed.explanation


@pytest.mark.parametrize("where", ["by the lamp", "by the fridge"])
def test_by_furniture_is_a_place_that_is_refused(planner: AssembledPlanner, where: str) -> None:
    assert plan(planner, f"Put the apple {where}").outcome.cause is FailureCause.NOT_CAPABLE
