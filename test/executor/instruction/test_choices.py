# SPDX-License-Identifier: Apache-2.0
"""What an operator chose goes with every plan of his instruction."""

from __future__ import annotations

from executor_node.instruction.run import run_instruction
from makedo_core.contract.choice import choice_from_text
from makedo_core.failure import FailureCause, Outcome


def test_choices_go_with_the_first_plan_and_with_each_that_follows(make_task, world):
    nothing = Outcome(FailureCause.INVALID_CHOICE, "the juice cannot be had")
    task = make_task(("pick_up ghost_1 table_1",), nothing)
    task.choices = (choice_from_text("cola can=juice"),)
    ended = run_instruction(task)
    requests = task.ports.planner.requests
    assert not ended.ok
    assert len(requests) == 2
    assert all(request.choices == task.choices for request in requests)


def test_without_choices_there_are_none(make_task):
    task = make_task(("go_to table_1",))
    run_instruction(task)
    assert task.ports.planner.requests[0].choices == ()
