# SPDX-License-Identifier: Apache-2.0
"""When looking overrules what a person said: after several clear looks, each from another point of view.

A detector that errs from one point of view errs there a hundred times in a row; that is one look.
"""

from __future__ import annotations

import math

from makedo_core.geometry import Vector
from makedo_core.sight.observation import Observation
from makedo_core.sight.view import View
from scene_graph_node.settings import FusionSettings


class Disputes:
    """Counts the looks that speak against a person's word.

    Args:
        settings: what a clear look is, and how many it takes.
    """

    def __init__(self, settings: FusionSettings) -> None:
        self._settings = settings
        self._seen_from: dict[tuple[str, str], list[Vector]] = {}

    def overrules(self, node_id: str, observation: Observation, view: View) -> bool:
        """Take in a look that speaks against what was said of a node; whether there were enough by now.

        Args:
            node_id: of which something was said.
            observation: made after it was said.
            view: that it was made in.
        """
        seen_from = self._seen_from.setdefault((node_id, observation.label), [])
        clear = observation.visibility >= self._settings.told_visibility
        eye = view.pose.position
        if clear and all(math.dist(eye, other) >= self._settings.told_apart_m for other in seen_from):
            seen_from.append(eye)
        return len(seen_from) >= self._settings.told_looks

    def forget(self, node_id: str) -> None:
        """Something else was said of a node, or it was seen to be as was said."""
        for key in [k for k in self._seen_from if k[0] == node_id]:
            del self._seen_from[key]
