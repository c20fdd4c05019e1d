# SPDX-License-Identifier: Apache-2.0
"""From a plan to a tree: every skill call = look again if asked, check preconditions, act, confirm, recover."""

from __future__ import annotations

import py_trees

from executor_node.behaviours import Act, CheckPreconditions, Confirm, FollowPlan, LookAgain, MakePlan, Recover, Replan
from executor_node.task import Task


def instruction_tree(task: Task) -> py_trees.behaviour.Behaviour:
    """The whole tree of an instruction: plan, follow the plan, plan again when it fails."""
    plan_and_follow = py_trees.composites.Sequence(
        "plan and follow", memory=True, children=[MakePlan("plan", task), FollowPlan(task, plan_tree)]
    )
    return Replan(plan_and_follow, task)


def plan_tree(task: Task) -> py_trees.behaviour.Behaviour:
    """The subtree of the task's plan: one recovering sequence for each skill call."""
    calls = task.plan.calls if task.plan is not None else ()
    steps: list[py_trees.behaviour.Behaviour] = []
    for i, call in enumerate(calls):
        step = py_trees.composites.Sequence(
            f"{i + 1}. {call}",
            memory=True,
            children=[
                LookAgain(task, call),
                CheckPreconditions(task, call, i + 1),
                Act(task, call, calls[i + 1 :]),
                Confirm(task, call),
            ],
        )
        steps.append(Recover(step, task, call))
    return py_trees.composites.Sequence("skill calls", memory=True, children=steps)


def drawn(tree: py_trees.behaviour.Behaviour) -> str:
    """The tree as text with the state of every behaviour."""
    return str(py_trees.display.unicode_tree(tree, show_status=True))
