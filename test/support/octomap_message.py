# SPDX-License-Identifier: Apache-2.0
"""Octomaps as octomap_msgs' fullMapToMsg writes them, made of the cells that boxes cover."""

from __future__ import annotations

import itertools
import math
import struct
from collections.abc import Iterable, Sequence

from octomap_msgs.msg import OctomapWithPose

DEPTH = 16
OCCUPIED, FREE = 3.5, -2.0  # log-odds
Key = tuple[int, int, int]


def octomap(
    boxes: Iterable[tuple[Sequence[float], Sequence[float]]], resolution_m: float, frame: str
) -> OctomapWithPose:
    """An octomap of boxes: middles and extents in its frame [m]."""
    keys = {key for middle, size in boxes for key in _cells(middle, size, resolution_m)}
    message = OctomapWithPose()
    message.header.frame_id = frame
    message.origin.orientation.w = 1.0
    message.octomap.header.frame_id = frame
    message.octomap.id, message.octomap.resolution = "OcTree", resolution_m
    message.octomap.data = [v - 256 if v > 127 else v for v in _node(sorted(keys), DEPTH)]
    return message


def _cells(middle: Sequence[float], size: Sequence[float], resolution_m: float) -> Iterable[Key]:
    ranges = (
        range(math.floor((m - s / 2) / resolution_m), math.ceil((m + s / 2) / resolution_m))
        for m, s in zip(middle, size, strict=True)
    )
    return ((x + 2**15, y + 2**15, z + 2**15) for x, y, z in itertools.product(*ranges))


def _node(keys: Sequence[Key], level: int) -> bytes:
    """A node and all below it; `level` counts down to the cells."""
    if level == 0:
        return struct.pack("<fB", OCCUPIED, 0)
    below: dict[int, list[Key]] = {}
    for key in keys:
        child = sum((key[axis] >> (level - 1) & 1) << axis for axis in range(3))
        below.setdefault(child, []).append(key)
    bits = sum(1 << child for child in below)
    return struct.pack("<fB", OCCUPIED, bits) + b"".join(_node(below[child], level - 1) for child in sorted(below))
