# SPDX-License-Identifier: Apache-2.0
"""Things that are not what they are taken for: another thing in an object's place, a colour that does not fit."""

from __future__ import annotations

import math
from collections.abc import Sequence

from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose
from simulation_node.physics.physics import Physics
from simulation_node.scene.objects import DRAWN_GROUP, TINTS, painted
from simulation_node.scene.placement import DROP, Placed

SAME_TINT = 1e-3  # of 0..1
OTHER_CLASS, OTHER_COLOUR = 0.0, 0.02  # what is of another class is sooner taken than one of another colour [m]


def swapped(physics: Physics, object_id: str, other_id: str) -> Outcome:
    """Put another thing where an object stands, and the object where that stood.

    Args:
        physics: where.
        object_id: the object.
        other_id: the other thing; empty: the one most like it in size that is of another class or colour.
    """
    known = {p.id: p for p in physics.placed}
    for name in (object_id, *([other_id] if other_id else [])):
        if name not in known:
            return _unknown("object", name, known)
    other_id = other_id or _most_like(physics, known[object_id])
    if not other_id or other_id == object_id:
        return Outcome(FailureCause.UNKNOWN_OBJECT, f"nothing else is there that could be taken for {object_id}")
    if physics.grip.held in (object_id, other_id):
        return Outcome(FailureCause.NOT_CAPABLE, f"{physics.grip.held} is in the robot's hand; let it slip instead")
    here, there = (_base(physics, known[name]) for name in (object_id, other_id))
    physics.move_object(object_id, there)
    physics.move_object(other_id, here)
    return Outcome(message=f"{other_id} stands where {object_id} was, and {object_id} where {other_id} was")


def coloured(physics: Physics, object_id: str, colour: str) -> Outcome:
    """Give an object another colour, where it has one of its own.

    Args:
        physics: where.
        object_id: the object.
        colour: one of TINTS; empty: the first that is not said of it.
    """
    known = {p.id: p for p in physics.placed}
    if object_id not in known:
        return _unknown("object", object_id, known)
    said = physics.scene.graph[object_id].attributes
    colour = colour or next(c for c in TINTS if c not in said)
    if colour not in TINTS:
        return Outcome(FailureCause.INVALID_GOAL, f"no colour {colour!r}; known: {', '.join(sorted(TINTS))}")
    pieces = painted(physics.scene.classes[known[object_id].label].looks, TINTS[colour]) or (TINTS[colour],)
    for geom, painting in zip(_drawn(physics, object_id), pieces, strict=False):
        physics.model.geom_rgba[geom, :3] = painting
    return Outcome(message=f"{object_id} is {colour} now")


def looks_of(physics: Physics, object_id: str) -> frozenset[str]:
    """What is said of an object, with the colour that it has: of another than in the beginning, if it was given one."""
    node = physics.scene.graph[object_id]
    said = node.attributes
    found = physics.model.geom_rgba[_drawn(physics, object_id)[0], :3]

    def is_of(colour: Sequence[float]) -> bool:
        return max(abs(float(a) - b) for a, b in zip(found, colour, strict=True)) < SAME_TINT

    own = [TINTS[a] for a in sorted(said) if a in TINTS]
    own += [drawing.colour for drawing in physics.scene.classes[node.label].looks[:1]]
    if own and is_of(own[0]):
        return said
    given = next((colour for colour, tint in TINTS.items() if is_of(tint)), None)
    return said if given is None else (said - set(TINTS)) | {given}


def _drawn(physics: Physics, object_id: str) -> Sequence[int]:
    """The geometries that an object is drawn with, that of its own colour first."""
    body = physics.model.body(object_id)
    first, count = int(body.geomadr[0]), int(body.geomnum[0])
    drawn = [i for i in range(first, first + count) if physics.model.geom_group[i] == DRAWN_GROUP]
    return drawn or [first]


def _most_like(physics: Physics, placed: Placed) -> str:
    """The thing that is sooner taken for another than any else; empty: there is none."""
    graph, classes = physics.scene.graph, physics.scene.classes
    size = classes[placed.label].size
    ranked = []
    for other in physics.placed:
        alike = other.label == placed.label
        if other.id == placed.id or (alike and graph[other.id].attributes == graph[placed.id].attributes):
            continue
        off = math.dist(size, classes[other.label].size) + (OTHER_COLOUR if alike else OTHER_CLASS)
        ranked.append((off, other.id))
    return min(ranked)[1] if ranked else ""


def _base(physics: Physics, placed: Placed) -> Pose:
    """Where the middle of an object's base is, as if it stood upright; a little above what it stands on."""
    body = physics.body_pose(placed.id)
    height = physics.scene.classes[placed.label].size[2]
    x, y, z = body.position
    return Pose.planar(x, y, body.yaw, z - height / 2 + DROP)


def _unknown(what: str, given: str, known: dict[str, Placed]) -> Outcome:
    return Outcome(FailureCause.UNKNOWN_OBJECT, f"no {what} {given!r}; known: {', '.join(sorted(known))}")
