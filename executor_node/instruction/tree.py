# SPDX-License-Identifier: Apache-2.0
"""From a plan to a tree: every skill call = look again if asked, check preconditions, act, confirm, recover."""

from __future__ import annotations

import py_trees
from py_trees.common import Status

from executor_node.instruction.behaviours import (
    Act,
    CheckPreconditions,
    Confirm,
    FollowPlan,
    LookAgain,
    Recover,
    Replan,
)
from executor_node.instruction.planning import Approve, AskOperator, MakePlan, Rehearse
from executor_node.instruction.task import Task
from makedo_core.record.tree_view import BehaviourProgress, TreeNode


def instruction_tree(task: Task) -> py_trees.behaviour.Behaviour:
    """The whole tree of an instruction: plan, follow the plan, plan again when it fails, ask before it is given up."""
    plan_and_follow = py_trees.composites.Sequence(
        "plan and follow",
        memory=True,
        children=[
            AskOperator("ask whether to try once more if need be", task),
            MakePlan("plan", task),
            Rehearse("try out without moving", task),
            Approve("wait for approval if need be", task),
            FollowPlan(task, plan_tree),
        ],
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


_PROGRESS = {
    Status.INVALID: BehaviourProgress.WAITING,
    Status.RUNNING: BehaviourProgress.RUNNING,
    Status.SUCCESS: BehaviourProgress.SUCCEEDED,
    Status.FAILURE: BehaviourProgress.FAILED,
}


def view(tree: py_trees.behaviour.Behaviour, depth: int = 0) -> tuple[TreeNode, ...]:
    """The tree as it is now, each behaviour before its children."""
    nodes = [TreeNode(tree.name, depth, _PROGRESS[tree.status])]
    for child in tree.children:
        nodes.extend(view(child, depth + 1))
    return tuple(nodes)
