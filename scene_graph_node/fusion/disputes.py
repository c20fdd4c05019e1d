# SPDX-License-Identifier: Apache-2.0
"""When looking overrules what a person said: after several clear looks, each from another point of view.

A detector that errs from one point of view errs there a hundred times in a row; that is one look.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from makedo_core.geometry import Vector
from makedo_core.graph.persons_word import Matter
from makedo_core.graph.scene_graph import Node
from makedo_core.sight.observation import Observation
from makedo_core.sight.view import View
from scene_graph_node.edits.draft import Draft
from scene_graph_node.fusion.identity import is_seen_as
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

    def as_told(self, node: Node, observation: Observation, view: View) -> Observation:
        """An observation of a node, of the class that a person said it is of, until better looks say otherwise."""
        if node.told is None or not node.is_told(Matter.CLASS) or observation.label == node.label:
            return observation
        mistaken = observation.label in node.told.mistaken
        if not mistaken and self.overrules(node.id, observation, view):
            return observation
        return replace(observation, label=node.label)

    def undisputed(self, draft: Draft, loose: Sequence[Observation], view: View) -> list[Observation]:
        """Without what seems to be where a person said that it is not, until better looks say otherwise."""
        left = [n for n in draft.nodes.values() if n.told is not None and n.told.left is not None]
        kept = []
        for observation in loose:
            about = [n for n in left if self._seems_back(n, observation)]
            overruled = [n for n in about if self.overrules(n.id, observation, view)]
            for node in overruled:
                self.forget(node.id)
                draft.put(untold(node, Matter.PLACE, Matter.GONE))
            if len(overruled) == len(about):
                kept.append(observation)
        return kept

    def _seems_back(self, node: Node, observation: Observation) -> bool:
        """Whether an observation is of what a node could be, at the place that it was said to have left."""
        left = None if node.told is None else node.told.left
        if left is None or not is_seen_as(node, observation.label):
            return False
        return math.dist(left, observation.pose.position) <= self._settings.told_slack_m


def untold(node: Node, *matters: Matter) -> Node:
    """The node, of which looking says more on some matters than what a person said."""
    return node if node.told is None else replace(node, told=node.told.without(*matters))
