# SPDX-License-Identifier: Apache-2.0
"""What is in the hand: the fingers feel it, and the graph and the memory of the executor must agree with them."""

from __future__ import annotations

from enum import Enum, auto

from executor_node.context import Held, Ports, SkillContext, spoken
from executor_node.instruction.task import Task
from executor_node.motion.feeling import holds_something
from executor_node.motion.stowing import still_stowed
from makedo_core.failure import SUCCESS, MakedoError, Outcome
from makedo_core.graph.scene_graph import AGENT_ID, PLACEMENTS, Relation, RelationType, SceneGraph, State
from makedo_core.ports import GraphChange

SAME_M = 0.003  # fingers that have parted by more than this since they took something may press on it no more
LEAVING = ("put_on", "put_inside", "hand_over")  # skills after which it is not in the hand any more


class InHand(Enum):
    """What the fingers feel."""

    NOTHING = auto()
    SOMETHING = auto()  # of which nobody knows what it is
    HELD = auto()  # what was taken, as it was taken
    PERHAPS = auto()  # what was taken, or nothing: the fingers have parted since


def felt(task: Task) -> InHand:
    """What the fingers feel now."""
    memory = task.memory
    held = memory.held
    if (memory.lost and held is None) or not holds_something(SkillContext(task.ports, memory, task.token)):
        return InHand.NOTHING
    if held is None:
        return InHand.SOMETHING
    return InHand.HELD if task.ports.gripper.width() - held.width < SAME_M else InHand.PERHAPS


def said_of_hand(task: Task, after: SceneGraph, handled: str, *, leaves: bool) -> tuple[str, ...]:
    """What a failure says of the hand, as clauses: the fingers count, for what is known may be wrong.

    Args:
        task: that failed or was cancelled.
        after: the newest graph.
        handled: id of what the skill was about that was cancelled as it took it or let it go; empty: there was none.
        leaves: it was to leave the hand.
    """
    held = task.memory.held.object_id if task.memory.held is not None else after.held()
    is_news = task.before is None or held != task.before.held() or held in task.handled
    try:
        feels = felt(task)
    except MakedoError:  # nobody tells how far apart the fingers are
        doubted = handled or (held if is_news else None)
        return (f"{spoken(doubted)} may be in my hand",) if doubted else ()
    if feels is InHand.NOTHING:
        gone = held or (handled if leaves else "")
        return (f"{spoken(gone)} is not in my hand any more, and I did not see where it is",) if gone else ()
    if held is not None:
        sure = feels is InHand.HELD or (feels is InHand.SOMETHING and not handled)
        return (f"{spoken(held)} {'is' if sure else 'may be'} in my hand",) if is_news else ()
    if handled:
        return (f"{spoken(handled)} may be in my hand",)
    call = task.failed_call
    if call is None or call.skill not in LEAVING:
        return ()
    return (f"something is between my fingers; it may be {spoken(call.arguments[0])}",)


def gone_from_hand(task: Task, after: SceneGraph) -> tuple[tuple[str, str], ...]:
    """What was in the hand meanwhile and of which nobody knows where it is, each with a clause on it.

    Somebody may fall over it, or look for it in vain.
    """
    held = task.memory.held.object_id if task.memory.held is not None else after.held()
    known = (after.nodes.get(i) for i in sorted(task.taken - {held}))
    return tuple(
        (n.id, f"I do not know where {spoken(n.id)} is: it was in my hand, and may have fallen down")
        for n in known
        if n is not None and not n.pose.is_known and after.placement(n.id) is None
    )


def begin(task: Task) -> Outcome:
    """Before an instruction: forget what people may have changed since the last one, and feel what is in the hand."""
    memory = task.memory
    memory.supposed.clear()
    memory.refused.clear()
    memory.came_upon.clear()
    upside_down = {node.id for node in task.newest() if State.UPSIDE_DOWN in node.states}
    memory.askew &= upside_down  # the others were seen to stand upright by now
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
