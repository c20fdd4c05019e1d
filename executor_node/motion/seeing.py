# SPDX-License-Identifier: Apache-2.0
"""Turns the camera to things and waits until they are seen."""

from __future__ import annotations

from executor_node.context import SkillContext, spoken
from executor_node.motion.stowing import stow
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Vector
from makedo_core.graph.scene_graph import PLACEMENTS, Node, SceneGraph
from makedo_core.ports import Discovery

SEEN_TIMEOUT_S = 3.0


def look(context: SkillContext, point: Vector) -> Outcome:
    """Turn the camera to a point of the map. What it then sees decides, so that a failure is no end."""
    outcome = context.ports.head.look_at(point, context.token)
    context.token.check()
    if not outcome.ok:
        context.note("not looked", reason=str(outcome))
        context.memory.stowed = False  # the arm may be in the head's way: it is brought close anew
    return outcome


def discover(context: SkillContext, asset_id: str) -> Discovery:
    """Have perception look over furniture; the arm is brought close first, it would be in the way."""
    stowed = stow(context)
    if not stowed.ok:
        return Discovery(stowed)
    found = context.ports.discoverer.discover(asset_id, context.token)
    context.token.check()
    context.note(
        "discovered",
        asset=asset_id,
        cause=found.outcome.cause.name,
        added=found.added,
        moved=found.moved,
        missing=found.missing,
        unseen=found.unseen,
        hidden={p.name: p.hidden for p in found.places if p.hidden},
    )
    context.ports.photographer.keep(f"discovered_{asset_id}", found.pictures)
    if found.outcome.ok:
        context.memory.looked_over[asset_id] = context.ports.clock.now_s()
    return found


def something_unseen(context: SkillContext, asset_id: str) -> bool:
    """Whether something is believed to rest at furniture and has never been seen there: it would be knocked over."""
    graph = context.ports.graph.newest()
    return any(graph[r.source].is_belief for r in graph.incoming(asset_id) if r.type in PLACEMENTS)


def seen_since(context: SkillContext, node_id: str, since_s: float, timeout_s: float = SEEN_TIMEOUT_S) -> Node | None:
    """The node once it was observed after a time; None if it was not."""

    def observed(graph: SceneGraph) -> bool:
        node = graph.nodes.get(node_id)
        return node is not None and not node.is_belief and (node.last_seen or -1.0) >= since_s

    graph = context.ports.graph.wait_until(observed, timeout_s, context.token)
    return graph[node_id] if graph is not None else None


def nobody_there(context: SkillContext, object_id: str, place_id: str) -> Outcome:
    """The outcome of an object that is not where the graph says."""
    return Outcome(FailureCause.OBJECT_NOT_FOUND, f"{spoken(object_id)} is not to be seen at {spoken(place_id)}")
