# SPDX-License-Identifier: Apache-2.0
"""One-to-one association of observations with what is known, by distance and class."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from makedo_core.geometry import Vector
from makedo_core.observation import Observation
from scene_graph_node.settings import FusionSettings

_FORBIDDEN = 1e6


@dataclass(frozen=True, slots=True)
class Target:
    """Something that an observation may belong to.

    Attributes:
        centre: of its box in the map frame [m].
        extent: its largest extent [m].
        label: its class.
        slack_m: added to the gate where the pose is less certain.
        strict: only observations of its own class belong to it.
    """

    centre: Vector
    extent: float
    label: str
    slack_m: float = 0.0
    strict: bool = False


def observed_centre(observation: Observation) -> Vector:
    """Centre of an observation's box in the map frame [m]."""
    return observation.pose.transform((0.0, 0.0, observation.size[2] / 2))


def associate(
    targets: Sequence[Target], observations: Sequence[Observation], settings: FusionSettings
) -> dict[int, int]:
    """The cheapest one-to-one association (Hungarian method).

    Returns:
        Index of a target -> index of its observation. Pairs beyond the gate are never made.
    """
    if not targets or not observations:
        return {}
    costs = np.full((len(targets), len(observations)), _FORBIDDEN)
    centres = [observed_centre(o) for o in observations]
    for i, target in enumerate(targets):
        for j, observation in enumerate(observations):
            costs[i, j] = _cost(target, observation, centres[j], settings)
    rows, columns = linear_sum_assignment(costs)
    return {int(i): int(j) for i, j in zip(rows, columns, strict=True) if costs[i, j] < _FORBIDDEN}


def _cost(target: Target, observation: Observation, centre: Vector, settings: FusionSettings) -> float:
    gate = settings.gate_share * max(target.extent, *observation.size) + settings.gate_m + target.slack_m
    distance = math.dist(target.centre, centre)
    other = observation.label != target.label
    if distance > (gate / 2 if other else gate) or (other and target.strict):
        return _FORBIDDEN
    return distance / gate + (settings.class_cost if other else 0.0)
