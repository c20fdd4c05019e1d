# SPDX-License-Identifier: Apache-2.0
"""What is around the robot, for its motion planner and its base."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from executor_node.context import SkillContext
from executor_node.effects import change_for
from executor_node.geometry.base_pose import Ground, ground
from executor_node.geometry.furniture import Furniture, furniture
from executor_node.geometry.obstacles import Clearance, held_obstacle, near_obstacles
from makedo_core.failure import Outcome
from makedo_core.geometry import Box, Pose
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_core.ports import OCTOMAP_CLEARED, Obstacle
from makedo_core.skills import SkillCall


def asset(context: SkillContext, node_id: str) -> Furniture:
    """A piece of furniture as it stands now."""
    node = context.ports.graph.newest()[node_id]
    return furniture(node, context.memory.supposed.get(node_id))


def floor(context: SkillContext, graph: SceneGraph, *, passing: bool = False) -> Ground:
    """What the base must keep clear of, where it stands or only `passing`."""
    boxes = [box for own in boxes_of_furniture(context, graph).values() for box in own]
    return ground(graph, boxes, context.ports.config.height_m, passing=passing)


def boxes_of_furniture(context: SkillContext, graph: SceneGraph) -> dict[str, list[Box]]:
    """The boxes of each piece of furniture as it stands now, map frame."""
    supposed = context.memory.supposed
    assets = graph.of_kind(NodeKind.ASSET)
    return {node.id: [box for _, box, _ in furniture(node, supposed.get(node.id)).boxes()] for node in assets}


def held_as_obstacle(
    context: SkillContext, graph: SceneGraph, clearance: Clearance = Clearance.TIGHT
) -> Obstacle | None:
    """What is in the hand, for the planner's world."""
    held = context.memory.held
    if held is None or held.object_id not in graph:
        return None
    return held_obstacle(graph[held.object_id], held.in_tool, clearance)


def surroundings(
    context: SkillContext,
    base: Pose,
    *,
    leave_out: Iterable[str] = (),
    leave_out_moving: str | None = None,
    clearance: Clearance = Clearance.TIGHT,
    within_m: float | None = None,
) -> tuple[Obstacle, ...]:
    """Everything near a base pose, in its frame: within so much of it [m], or else wherever the arm may meet it."""
    held = context.memory.held
    left_out = {*leave_out, *({held.object_id} if held else ())}
    return near_obstacles(
        context.ports.graph.newest(),
        base,
        context.memory.supposed,
        leave_out=left_out,
        leave_out_moving=leave_out_moving,
        clearance=clearance,
        within_m=within_m or context.ports.config.arm.reach.around_m,
    )


def see_surroundings(context: SkillContext, *, clearance: Clearance = Clearance.TIGHT, **left_out: Any) -> Outcome:
    """Send the robot's surroundings to the planner; `left_out` as in `surroundings`. After a stop nothing is sent.

    With something in the hand, or left out, nothing else is there: depth images show that, too, as an obstacle.
    """
    context.token.check()
    obstacles = surroundings(context, context.ports.base.pose(), clearance=clearance, **left_out)
    held = held_as_obstacle(context, context.ports.graph.newest(), clearance)
    touching = held is not None or any(left_out.values())
    outcome = context.ports.arm.show(obstacles, held, alone=touching)
    note_cleared(context, outcome)
    return outcome


def note_cleared(context: SkillContext, outcome: Outcome) -> None:
    """Record that what depth images had put into the planner's world was taken out of it."""
    if outcome.ok and outcome.raw == OCTOMAP_CLEARED:
        context.note(OCTOMAP_CLEARED)


def happened(context: SkillContext, call: SkillCall, poses: Iterable[tuple[str, Pose]] = ()) -> Outcome:
    """Tell the scene graph that a call's effects hold now, so that what follows keeps clear of what was put down."""
    graph = context.ports.graph
    return graph.update(change_for(call, graph.newest(), tuple(poses)))
