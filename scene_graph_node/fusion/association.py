# SPDX-License-Identifier: Apache-2.0
"""One-to-one association of observations with what is known, by distance and class."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from makedo_core.geometry import Box
from makedo_core.sight.colours import confirmed, contradicted
from makedo_core.sight.observation import Observation
from scene_graph_node.fusion.overlap import observed_box, share_inside
from scene_graph_node.settings import FusionSettings

_FORBIDDEN = 1e6


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that an observation may belong to.

    Attributes:
        box: where it is, map frame.
        label: its class.
        slack_m: added to the gate where the pose is less certain.
        mistaken: other classes that it is seen as, and is not.
        attributes: what is said of it; an observation that shows none of a colour among them is of another thing.
    """

    box: Box
    label: str
    slack_m: float = 0.0
    mistaken: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()


def associate(
    targets: Sequence[Candidate], observations: Sequence[Observation], settings: FusionSettings
) -> dict[int, int]:
    """The cheapest one-to-one association (Hungarian method).

    An observation of another class may belong to a target only if both take up the same space: a detector that errs
    in the class of a thing does not err in its place. One of a target's class, and not of
    its colour, is of another thing.

    Returns:
        Index of a target -> index of its observation. Pairs beyond the gate are never made.
    """
    if not targets or not observations:
        return {}
    costs = np.full((len(targets), len(observations)), _FORBIDDEN)
    boxes = [observed_box(o) for o in observations]
    for i, target in enumerate(targets):
        for j, observation in enumerate(observations):
            costs[i, j] = _cost(target, observation, boxes[j], settings)
    return {i: j for i, j in _cheapest(costs) if costs[i, j] < _FORBIDDEN}


def _cheapest(costs: NDArray[np.float64]) -> list[tuple[int, int]]:
    """Rows with their columns at the least cost; shape of the costs (targets, observations).

    Mostly nothing is in dispute. Only where something is, SciPy is read, which takes half a second of CPU time at the
    start of a process.
    """
    possible = costs < _FORBIDDEN
    if possible.sum(axis=0).max() > 1 or possible.sum(axis=1).max() > 1:
        from scipy.optimize import linear_sum_assignment

        rows, columns = linear_sum_assignment(costs)
    else:
        rows, columns = np.nonzero(possible)
    return [(int(i), int(j)) for i, j in zip(rows, columns, strict=True)]


def _cost(target: Candidate, observation: Observation, box: Box, settings: FusionSettings) -> float:
    extent = max(*target.box.size, *observation.size)
    gate = settings.gate_share * extent + settings.gate_m + target.slack_m
    distance = math.dist(target.box.pose.position, box.pose.position)
    if distance > gate:
        return _FORBIDDEN
    if observation.label == target.label or observation.label in target.mistaken:
        if contradicted(target.attributes, observation.colouring) is not None:
            return _FORBIDDEN
        sure = confirmed(target.attributes, observation.colouring)  # of two at one place it is rather the one that fits
        return distance / gate + (0.0 if sure else settings.class_cost)
    common = min(share_inside(target.box, box), share_inside(box, target.box))
    return distance / gate + settings.class_cost if common >= settings.same_share else _FORBIDDEN
