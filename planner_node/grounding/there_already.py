# SPDX-License-Identifier: Apache-2.0
"""Things that are in the room already that they are to be brought to: the milk in the fridge is in the kitchen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.skills import Literal
from planner_node.grounding.demand import Demand
from planner_node.grounding.destinations import side_now
from planner_node.grounding.scene import Scene


def within_already(demand: Demand, rooms: Sequence[Node], scene: Scene) -> tuple[Demand, ...]:
    """The demands of what is to be brought to a room, where furniture of the room has some of it inside.

    Of all of a kind, those that stand about in the room in several places count as well. That stays where it is; what
    is elsewhere is brought. Empty: nothing of it is inside furniture of the room, or where a room is a place of its
    own, as in a domain of a user.

    Args:
        demand: what is to be brought there.
        rooms: that are meant; none: it is no room.
        scene: where it is done.
    """
    if not rooms or any(scene.backend.in_room(room) is not None for room in rooms):
        return ()
    ids, tops = {room.id for room in rooms}, {literal.terms[-1] for literal in demand.literals}
    here = [w for w in demand.wanted if scene.graph.room_of(w) in ids]
    apart = demand.count >= len(demand.wanted) and len({scene.graph.support(w) for w in here}) > 1  # all stay there
    stay = [w for w in here if apart or scene.graph.support(w) not in tops]
    inside = {w: there for w in stay if (there := _now(w, scene)) is not None}
    if not inside or (demand.count < len(demand.wanted) and len(inside) < len(here)):
        return ()  # of several of which some will do, one stands about there
    if demand.count < len(demand.wanted) and demand.count > len(inside):
        return ()
    staying = list(inside)[: demand.count]
    others = tuple(w for w in demand.wanted if w not in inside)
    missing = demand.count - len(staying)
    found = [replace(demand, count=1, wanted=(w,), literals=(inside[w],)) for w in staying]
    return (*found, *((replace(demand, count=missing, wanted=others),) if missing else ()))


def _now(node_id: str, scene: Scene) -> Literal | None:
    """Where a thing is, as a literal; None: on or in no furniture."""
    support = scene.graph.support(node_id)
    node = scene.graph[support] if support is not None else None
    if node is None or node.kind is not NodeKind.ASSET:
        return None
    return scene.backend.placed(side_now(node_id, scene), node)
