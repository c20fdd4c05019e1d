# SPDX-License-Identifier: Apache-2.0
"""A simulator of a scene graph: the truth is hidden, skill calls are checked against it, looking shows a part of it.

Vision is perfect: looking at furniture shows everything that is connected to it, but for what is behind a shut door.
Motion is perfect too; a call fails only where the truth is not as the robot thought.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from makedo_core.goals.facts import facts, failing_preconditions, graph_after
from makedo_core.graph.scene_graph import Node, NodeKind, RelationType, SceneGraph
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.skills import SkillCall
from planner_node.seeking.travel import is_shut

SEEN = 1.0
CALL_S = 10.0


@dataclass
class HiddenWorld:
    """The truth and what is known of it.

    Attributes:
        truth: how things are.
        known: what the robot has of it; both have the same rooms and furniture.
    """

    truth: SceneGraph
    known: SceneGraph

    def carry_out(self, call: SkillCall) -> KnownFailure | None:
        """Carry a call out; what it teaches if it failed, None if it did what it should.

        A failed pick_up means that the thing is not there, any other failure that the furniture does not serve.
        """
        thing = call.arguments[0]
        self.truth = replace(self.truth, stamp=self.truth.stamp + CALL_S)
        if failing_preconditions(call, facts(self.truth)) or thing not in self.truth:
            self._look(call.arguments[-1])  # what is wrong shows when one gets there
            return KnownFailure(FailureKind.MISSING if call.skill == "pick_up" else FailureKind.STUCK, thing)
        self.truth = graph_after(call, self.truth)
        self.known = graph_after(call, self.known)
        if call.skill == "discover_objects":
            self._look(thing)
        elif call.skill == "pick_up":
            self._put(self.truth[thing])
        return None

    def _look(self, place: str) -> None:
        """Take over what is at a place; what was thought to be there and is not, is known to be gone."""
        if place not in self.truth or self.truth[place].kind is not NodeKind.ASSET:
            return
        self._put(self.truth[place])
        inside = not is_shut(self.truth[place])
        there = set(_resting(self.truth, place, inside))
        for node_id in there:
            self._put(self.truth[node_id])
            relation = self.truth.placement(node_id)
            if relation is not None:
                self.known = self.known.with_placement(relation)
        for node_id in set(_resting(self.known, place, inside)) - there:
            self.known = self.known.changed(put=[replace(self.known[node_id], confidence=0.0)])

    def _put(self, node: Node) -> None:
        seen = replace(node, confidence=SEEN, last_seen=self.truth.stamp)
        self.known = replace(self.known.changed(put=[seen]), stamp=self.truth.stamp)


def _resting(graph: SceneGraph, place: str, inside: bool) -> Iterator[str]:
    """What rests on a place, and in it if one can see inside, through other things too."""
    for relation in graph.incoming(place):
        if relation.type is RelationType.ON or (relation.type is RelationType.INSIDE and inside):
            yield relation.source
            yield from _resting(graph, relation.source, True)
