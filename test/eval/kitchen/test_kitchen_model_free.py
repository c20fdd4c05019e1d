# SPDX-License-Identifier: Apache-2.0
"""Without a model every kitchen task is planned as its ground truth is."""

from __future__ import annotations

import pytest

from makedo_core.skills import SkillCall
from makedo_eval.kitchen.metrics import aligned, length_discrepancy, plan_correctness
from makedo_eval.kitchen.tasks import kitchen_tasks
from planner_node.proof.search import SearchLimits
from planner_node.strategies.hierarchical.macros.library import MacroLibrary
from planner_node.strategies.hierarchical.model_free import Planned, plan_task

TASKS = {task.id: task for task in kitchen_tasks()}


def check(name: str, calls: tuple[SkillCall, ...]) -> None:
    truth = aligned(calls, TASKS[name].truths)
    assert plan_correctness(calls, truth) == 1.0
    assert length_discrepancy(calls, truth) == 0.0


def planned_with(library: MacroLibrary, name: str) -> Planned:
    planned = plan_task(TASKS[name].task, SearchLimits(), library)
    assert planned.outcome.ok, planned.outcome
    check(name, planned.plan.calls)
    return planned


LONG = ("T8", "T9", "T10", "T11", "T12")


@pytest.mark.parametrize("name", [pytest.param(t, marks=[pytest.mark.slow] if t in LONG else []) for t in TASKS])
def test_plans_are_right_and_no_longer_than_the_ground_truth(name, kitchen_truth):
    check(name, kitchen_truth(name).calls)


def test_what_was_learnt_in_one_task_serves_in_the_next():
    library = MacroLibrary()
    planned = [planned_with(library, name) for name in ("T4", "T6", "T7")]
    assert planned[0].reused == 0
    assert all(p.reused > 0 for p in planned[1:])
