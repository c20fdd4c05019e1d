# SPDX-License-Identifier: Apache-2.0
"""Which boxes share space: solids cannot, so two detections that do are of one thing, unless one holds the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from makedo_core.geometry import Box, Pose
from makedo_core.sight.observation import Observation
from scene_graph_node.edits.relations import HELD_SHARE

SAMPLES = 6  # along each edge of a box
SAME_SHARE = 0.5  # of the smaller of two boxes that must lie in the other for both to be one thing
MIDDLE = 0.8  # of a box along each edge, where the middle of another thing beside it is never

_UNIT = (np.stack(np.meshgrid(*[np.arange(SAMPLES)] * 3, indexing="ij"), -1).reshape(-1, 3) + 0.5) / SAMPLES - 0.5


def observed_box(observation: Observation) -> Box:
    """The upright box of an observation, map frame."""
    centre = observation.pose.transform((0.0, 0.0, observation.size[2] / 2))
    return Box(Pose(centre, observation.pose.orientation), observation.size)


def share_inside(a: Box, b: Box) -> float:
    """Share of the volume of `a` that lies in `b`, 0..1, on a grid of points."""
    if a.pose.distance(b.pose) > (max(a.size) + max(b.size)) * 0.87:  # half of the diagonals of cubes
        return 0.0
    relative = (b.pose.inverse() @ a.pose).matrix()
    points = (_UNIT * np.asarray(a.size)) @ relative[:3, :3].T + relative[:3, 3]
    return float((np.abs(points) <= np.asarray(b.size) / 2).all(axis=1).mean())


def is_one_place(a: Box, b: Box) -> bool:
    """Whether two boxes share so much space that two solids cannot both be there.

    A long thing may reach far out of a short one: then the middle of one is well within the other.
    """
    small, large = sorted((a, b), key=_volume)
    return share_inside(small, large) >= SAME_SHARE or _is_middle_in(a, b) or _is_middle_in(b, a)


def is_same_space(a: Observation, b: Observation, holds: Callable[[Observation], bool]) -> bool:
    """Whether two observations cannot both be right, because their boxes share too much space.

    Args:
        a: of any class.
        b: of any class.
        holds: whether other things may be within the box around a thing.
    """
    small, large = sorted((a, b), key=lambda o: o.size[0] * o.size[1] * o.size[2])
    box, around = observed_box(small), observed_box(large)
    if holds(large) and small.label != large.label and _volume(box) <= HELD_SHARE * _volume(around):
        return False
    return share_inside(box, around) >= SAME_SHARE


def without_doubles(
    loose: Sequence[Observation], paired: Iterable[Observation], holds: Callable[[Observation], bool]
) -> list[Observation]:
    """Observations that stand for a thing of their own, in their order.

    Args:
        loose: observations that belong to no known thing; of several at one place the surest stays.
        paired: those that do; they go before.
        holds: whether other things may be within the box around a thing.
    """
    kept = list(paired)
    own: list[int] = []
    for i in sorted(range(len(loose)), key=lambda i: (-loose[i].score, i)):
        if not any(is_same_space(loose[i], other, holds) for other in kept):
            kept.append(loose[i])
            own.append(i)
    return [loose[i] for i in sorted(own)]


def _is_middle_in(a: Box, b: Box) -> bool:
    middle = b.pose.inverse().transform(a.pose.position)
    return all(abs(x) <= MIDDLE * size / 2 for x, size in zip(middle, b.size, strict=True))


def _volume(box: Box) -> float:
    return box.size[0] * box.size[1] * box.size[2]
