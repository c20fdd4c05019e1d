# SPDX-License-Identifier: Apache-2.0
"""The collapsed scene graph: rooms, and what is in those that were expanded.

Source: Rana et al., "SayPlan" (semantic search); only rooms are expanded, as in Onishchenko et al., "LookPlanGraph",
appendix F-4.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from difflib import get_close_matches

from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from planner_node.pddl.names import node_id, pddl_name


@dataclass(frozen=True)
class Revealed:
    """The part of a scene graph that is shown.

    Attributes:
        graph: all of it.
        expanded: ids of the rooms that are open.
    """

    graph: SceneGraph
    expanded: frozenset[str] = frozenset()

    @property
    def nodes(self) -> Collection[str]:
        """Rooms and the robot, all in expanded rooms, and what nobody knows the room of."""
        always = (NodeKind.ROOM, NodeKind.AGENT)
        shown = (None, *self.expanded)
        return frozenset(n.id for n in self.graph if n.kind in always or self.graph.room_of(n.id) in shown)

    @property
    def rooms(self) -> str:
        """Every room, and whether it is expanded, a line each."""
        rooms = (n.id for n in self.graph.of_kind(NodeKind.ROOM))
        return "\n".join(f"{pddl_name(r)}: {'expanded' if r in self.expanded else 'collapsed'}" for r in rooms)

    def expand(self, name: str) -> tuple[Revealed, str]:
        """With one more room open, and what is to be said of it."""
        room, wrong = self._room(name)
        if wrong or room in self.expanded:
            return self, wrong or f"{name} is expanded already"
        found = replace(self, expanded=self.expanded | {room})
        return found, f"{len(found.nodes) - len(self.nodes)} things of {name} are shown now"

    def contract(self, name: str) -> tuple[Revealed, str]:
        """With a room closed again, and what is to be said of it."""
        room, wrong = self._room(name)
        if wrong or room not in self.expanded:
            return self, wrong or f"{name} is not expanded"
        return replace(self, expanded=self.expanded - {room}), f"what is in {name} is hidden now"

    def _room(self, name: str) -> tuple[str, str]:
        """The room of a name, and what is wrong with the name."""
        room = node_id(name)
        rooms = [n.id for n in self.graph.of_kind(NodeKind.ROOM)]
        if room in rooms:
            return room, ""
        if room in self.graph:
            return room, f"{name} is no room; only rooms are expanded and contracted"
        near = get_close_matches(room, rooms, n=3)
        return room, f"there is no room {name!r}; did you mean {' or '.join(near or rooms[:3]) or 'anything else'}?"
