# SPDX-License-Identifier: Apache-2.0
"""The scene graph as markers for RViz."""

from __future__ import annotations

from geometry_msgs.msg import Point, Vector3
from std_msgs.msg import ColorRGBA
from visualization_msgs.msg import Marker, MarkerArray

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import PLACEMENTS, Node, NodeKind, SceneGraph, Shape
from makedo_ros.conversions.nouns import MAP_FRAME, pose_to_ros, time_to_ros

_COLOURS = {
    NodeKind.ROOM: (0.6, 0.7, 0.9, 0.08),
    NodeKind.ASSET: (0.7, 0.6, 0.45, 0.35),
    NodeKind.OBJECT: (0.2, 0.7, 0.3, 0.9),
    NodeKind.AGENT: (0.2, 0.4, 0.9, 0.5),
}
_BELIEF = (0.9, 0.6, 0.1, 0.35)
_SHAPES = {Shape.CYLINDER: Marker.CYLINDER, Shape.SPHERE: Marker.SPHERE}
_TEXT_M = 0.05


def markers_of(graph: SceneGraph) -> MarkerArray:
    """Boxes and names of everything whose place is known, and a line from each object to what it rests on.

    The first marker clears what was drawn before, so that nothing stays behind.
    """
    markers = [Marker(action=Marker.DELETEALL)]
    for number, node in enumerate(n for n in graph if n.pose.is_known and min(n.size) > 0):
        markers.append(_box(node, number))
        if node.kind is not NodeKind.ROOM:
            markers.append(_name(node, number))
    markers.append(_links(graph))
    for marker in markers:
        marker.header.frame_id = MAP_FRAME
        marker.header.stamp = time_to_ros(graph.stamp)
    return MarkerArray(markers=markers)


def _box(node: Node, number: int) -> Marker:
    marker = Marker(ns=node.kind.name.lower(), id=number, type=_SHAPES.get(node.shape, Marker.CUBE))
    marker.pose = pose_to_ros(node.box.pose)
    marker.scale = Vector3(x=node.size[0], y=node.size[1], z=node.size[2])
    marker.color = _colour(_BELIEF if node.is_belief else _COLOURS[node.kind])
    return marker


def _name(node: Node, number: int) -> Marker:
    marker = Marker(ns="name", id=number, type=Marker.TEXT_VIEW_FACING, text=node.id)
    x, y, z = node.pose.position
    marker.pose = pose_to_ros(Pose((x, y, z + node.size[2] + _TEXT_M)))
    marker.scale = Vector3(x=0.0, y=0.0, z=_TEXT_M)
    marker.color = _colour((1.0, 1.0, 1.0, 0.9))
    return marker


def _links(graph: SceneGraph) -> Marker:
    marker = Marker(ns="relations", id=0, type=Marker.LINE_LIST)
    marker.pose = pose_to_ros(Pose())
    marker.scale = Vector3(x=0.005, y=0.0, z=0.0)
    marker.color = _colour((1.0, 1.0, 1.0, 0.6))
    for relation in sorted(graph.relations, key=str):
        ends = graph[relation.source], graph[relation.target]
        if relation.type in PLACEMENTS and all(n.pose.is_known for n in ends):
            marker.points += [Point(x=x, y=y, z=z) for x, y, z in (n.centre for n in ends)]
    return marker


def _colour(rgba: tuple[float, float, float, float]) -> ColorRGBA:
    r, g, b, a = rgba
    return ColorRGBA(r=r, g=g, b=b, a=a)
