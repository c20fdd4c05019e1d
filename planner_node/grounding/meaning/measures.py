# SPDX-License-Identifier: Apache-2.0
"""How big, tall, heavy or far away things are, as far as a scene graph tells."""

from __future__ import annotations

import math
from collections.abc import Sequence

from makedo_core.geometry import Vector
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind
from planner_node.grounding.scene import Scene
from planner_node.language.things import Dimension, NounPhrase

NEAR_M = 0.4
"""Between the edges of two things that stand next to each other, on one piece of furniture."""
_SAME = 1e-6


def measured(
    node: Node, measure: Dimension, scene: Scene, start: Sequence[Node] = (), of: NounPhrase | None = None
) -> float | None:
    """The value of a measure; None where nothing tells.

    Args:
        node: the thing.
        measure: what is measured.
        scene: where it is.
        start: from where distances are measured; empty: from the robot.
        of: of contents, what is counted; None: whatever is there.
    """
    value = _measured(node, measure, scene, start, of)
    return None if value is None or math.isnan(value) else value  # nobody knows where the robot is


def _measured(
    node: Node, measure: Dimension, scene: Scene, start: Sequence[Node], of: NounPhrase | None
) -> float | None:
    x, y, z = node.size
    match measure:
        case Dimension.SIZE:
            return x * y * z or None
        case Dimension.HEIGHT:
            return z or None
        case Dimension.LENGTH:
            return max(node.size) or None
        case Dimension.WIDTH:
            return max(x, y) or None
        case Dimension.THICKNESS:
            return min(node.size) or None
        case Dimension.DISTANCE:
            known = [d for s in (start or _robot(scene)) if (d := distance_m(node, s, scene)) is not None]
            return min(known, default=None)
        case Dimension.SIDE:
            return _leftness(node, scene)
        case Dimension.CONTENTS:
            return _contents(node, scene, of)
        case Dimension.ROOM:
            there = _contents(node, scene, None)
            return None if there is None else -there  # the fewer things, the more room
        case _:
            return None


def distance_m(one: Node, other: Node, scene: Scene) -> float | None:
    """Between two nodes, as far as their positions are known: a thing without one is where its furniture is."""
    first, second = _position(one, scene), _position(other, scene)
    return None if first is None or second is None else math.dist(first, second)


def gap_m(one: Node, other: Node, scene: Scene) -> float | None:
    """Between the edges of two things, at least; None where nothing tells."""
    between = distance_m(one, other, scene)
    return None if between is None else between - max(one.size[:2]) / 2 - max(other.size[:2]) / 2


def _robot(scene: Scene) -> Sequence[Node]:
    return (scene.graph[AGENT_ID],) if AGENT_ID in scene.graph else ()


def _position(node: Node, scene: Scene) -> Vector | None:
    if any(abs(c) > _SAME for c in node.pose.position) or _is_at_origin(node, scene):
        return node.pose.position
    support = scene.graph.support(node.id) if node.kind is NodeKind.OBJECT else None
    there = scene.graph[support] if support is not None else None
    return there.pose.position if there is not None and any(abs(c) > _SAME for c in there.pose.position) else None


def _is_at_origin(node: Node, scene: Scene) -> bool:
    """Whether the robot is where the map begins, and not just nowhere: its own room is around it."""
    if node.kind is not NodeKind.AGENT or (room := scene.graph.room_of(node.id)) is None:
        return False
    placed = [n for n in scene.graph.of_kind(NodeKind.ASSET) if any(abs(c) > _SAME for c in n.pose.position)]
    nearest = min(placed, key=lambda n: math.hypot(*n.pose.position), default=None)
    return nearest is not None and scene.graph.room_of(nearest.id) == room


def _contents(node: Node, scene: Scene, of: NounPhrase | None) -> float | None:
    """How many things are on or in furniture; None for a thing that is not known to hold any: a bottle of milk."""
    there = [scene.graph[i] for i in scene.graph.contents(node.id)]
    if node.kind is NodeKind.OBJECT and not there:
        return None
    return float(sum(of is None or scene.matches(n, of) for n in there))


def _leftness(node: Node, scene: Scene) -> float | None:
    """How far to the left of where the robot looks from to the furniture that it rests on."""
    support = scene.graph.support(node.id)
    robot, position = _robot(scene), node.pose.position
    if support is None or not robot or not any(abs(c) > _SAME for c in position):
        return None
    start, middle = robot[0].pose.position, scene.graph[support].pose.position
    ahead = (middle[0] - start[0], middle[1] - start[1])
    length = math.hypot(*ahead)
    if length < _SAME:
        return None
    return (ahead[0] * (position[1] - start[1]) - ahead[1] * (position[0] - start[0])) / length


def side_by_side(placed: Sequence[tuple[Node, float]], rank: int) -> bool:
    """Whether things lie more beside each other than one behind the other, as the robot sees them.

    Args:
        placed: things, with how far each is to the left [m].
        rank: of the one that is meant; 0: it is in the middle, and has to be nearest to the middle of all.
    """
    values, at = [value for _, value in placed], [node.pose.position[:2] for node, _ in placed]
    apart = max((math.dist(one, other) for one in at for other in at), default=0.0)
    if rank or not placed:
        return bool(placed) and 2 * (max(values) - min(values)) >= apart
    centre = (sum(x for x, _ in at) / len(at), sum(y for _, y in at) / len(at))
    middle = sorted(range(len(at)), key=lambda i: values[i])[(len(at) - 1) // 2]
    return math.dist(at[middle], centre) <= min(math.dist(one, centre) for one in at) + _SAME
