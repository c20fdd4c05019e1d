# SPDX-License-Identifier: Apache-2.0
"""A world that changes as the calls of a plan would change it, in place of the live graph and the base."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.openings import opened_to
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ports import Base, GraphChange


def applied(graph: SceneGraph, change: GraphChange) -> SceneGraph:
    """A scene graph in which a change has happened."""
    nodes = {i: replace(graph[i], pose=pose) for i, pose in change.poses}
    for node_id, state in change.states:
        nodes[node_id] = nodes.get(node_id, graph[node_id]).with_state(state)
    for node_id, value in change.openings:
        nodes[node_id] = opened_to(nodes.get(node_id, graph[node_id]), value)
    return graph.changed(put=nodes.values(), add=change.add, drop=change.drop)


@dataclass(slots=True)
class Imagined:
    """Stands in for the graph and the base.

    Attributes:
        graph: as it would be.
        here: where the base would be, map frame.
        base: the real one, which is only ever asked for ways.
    """

    graph: SceneGraph
    here: Pose
    base: Base

    def newest(self) -> SceneGraph:
        """The scene graph as it would be."""
        return self.graph

    def wait_until(
        self, holds: Callable[[SceneGraph], bool], timeout_s: float, token: CancelToken
    ) -> SceneGraph | None:
        """Nothing happens by waiting."""
        return self.graph if holds(self.graph) else None

    def seen_places(self, asset_id: str) -> None:
        """Nobody knows what will have been seen by then."""

    def update(self, change: GraphChange) -> Outcome:
        """Let a change happen."""
        self.graph = applied(self.graph, change)
        return SUCCESS

    def pose(self) -> Pose:
        """Where the base would be."""
        return self.here

    def drive_to(self, target: Pose, token: CancelToken) -> Outcome:
        """Be there."""
        self.here = target
        return SUCCESS

    def plan_to(self, target: Pose, start: Pose) -> Outcome:
        """Whether the real base knows a way; on the floor as it is now, not as it would be."""
        return self.base.plan_to(target, start)
