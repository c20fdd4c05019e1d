# SPDX-License-Identifier: Apache-2.0
"""What is remembered of an object between frames: its smoothed pose, and what speaks for and against it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from makedo_core.geometry import Pose, Vector
from makedo_core.observation import Observation
from makedo_core.scene_graph import Shape
from scene_graph_node.settings import FusionSettings

LASTING_HITS = 5  # a node seen so often is remembered after it is gone; a rarer one was a mistake


@dataclass(frozen=True, slots=True)
class Track:
    """An object over time.

    Attributes:
        label: class of the newest observation that agreed with the node.
        pose, size, shape: smoothed.
        hits: steady frames with an observation of it.
        misses: steady frames in a row in which it should have been seen and was not.
        mismatches: observations of another class at its place in a row.
        last_seen: stamp of its newest observation [s].
    """

    label: str
    pose: Pose
    size: Vector
    shape: Shape
    hits: int
    last_seen: float
    misses: int = 0
    mismatches: int = 0
    absent: int = 0  # frames in a row without it; only counted before it is confirmed

    @staticmethod
    def begun(observation: Observation, stamp: float) -> Track:
        """A track with one hit."""
        return Track(observation.label, observation.pose, observation.size, observation.shape, 1, stamp)

    def seen(self, observation: Observation, stamp: float, settings: FusionSettings) -> Track:
        """The track after another observation. Poor views say that it is there, not where."""
        pose, size = self.pose, self.size
        if observation.visibility >= settings.min_visibility:
            far = pose.distance(observation.pose) > settings.jump_m
            weight = settings.jump_weight if far else settings.weight
            if observation.size != size or observation.shape != self.shape:
                weight = max(weight, 0.5)
            square = abs(observation.size[0] - observation.size[1]) < 1e-3
            pose = blended(pose, observation.pose, weight, math.pi / 2 if square else math.pi)
            a, b, c = ((1 - weight) * old + weight * new for old, new in zip(size, observation.size, strict=True))
            size = (a, b, c) if observation.shape == self.shape else observation.size
        return replace(
            self,
            pose=pose,
            size=size,
            shape=observation.shape,
            hits=self.hits + 1,
            last_seen=stamp,
            misses=0,
            mismatches=0 if observation.label == self.label else self.mismatches + 1,
            absent=0,
        )


def blended(old: Pose, new: Pose, weight: float, period: float) -> Pose:
    """Pose between two upright poses; yaws that differ by the shape's period are the same."""
    x, y, z = ((1 - weight) * a + weight * b for a, b in zip(old.position, new.position, strict=True))
    turn = (new.yaw - old.yaw + period / 2) % period - period / 2
    return Pose.planar(x, y, old.yaw + weight * turn, z)
