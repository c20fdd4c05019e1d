# SPDX-License-Identifier: Apache-2.0
"""What is in the hand: the fingers feel it, and the graph and the memory of the executor must agree with them."""

from __future__ import annotations

from executor_node.context import Held, Ports, SkillContext
from executor_node.instruction.task import Task
from executor_node.motion.feeling import holds_something
from executor_node.motion.stowing import still_stowed
from makedo_core.failure import SUCCESS, Outcome
from makedo_core.graph.scene_graph import AGENT_ID, PLACEMENTS, Relation, RelationType
from makedo_core.ports import GraphChange


def begin(task: Task) -> Outcome:
    """Before an instruction: forget what people may have changed since the last one, and feel what is in the hand."""
    memory = task.memory
    memory.supposed.clear()
    memory.refused.clear()
    memory.stowed = memory.stowed and still_stowed(SkillContext(task.ports, memory, task.token))
    return reconcile(task)


def let_go(ports: Ports) -> Outcome:
    """Have the graph say that nothing that is known is in the hand."""
    held = ports.graph.newest().held()
    if held is None:
        return SUCCESS
    return ports.graph.update(GraphChange(drop=(Relation(held, RelationType.HELD_BY, AGENT_ID),)))


def reconcile(task: Task) -> Outcome:
    """Make what the graph and the memory say of the hand agree with what the fingers feel.

    Fingers that something slipped out of stay a little apart, as far as they were told to press on it: that they have
    lost it was felt, and what they feel now is nothing.
    """
    graph, memory, ports = task.newest(), task.memory, task.ports
    context = SkillContext(ports, memory, task.token)
    in_graph = graph.held()
    held = memory.held
    lost, memory.lost = memory.lost and held is None, False
    if lost or not holds_something(context):
        memory.held = None
        return let_go(ports)
    if held is not None and in_graph != held.object_id:
        old = [r for r in graph.outgoing(held.object_id) if r.type in PLACEMENTS]
        new = Relation(held.object_id, RelationType.HELD_BY, AGENT_ID)
        return ports.graph.update(GraphChange(add=(new,), drop=tuple(old)))
    if held is None and in_graph is not None and graph[in_graph].pose.is_known:
        tool = ports.base.pose() @ ports.arm.tool()
        width = ports.gripper.width()
        memory.held = Held(in_graph, tool.inverse() @ graph[in_graph].pose, width, 0.0)
    return SUCCESS
