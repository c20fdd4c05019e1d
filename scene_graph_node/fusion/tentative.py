# SPDX-License-Identifier: Apache-2.0
"""Things seen too seldom to be believed: followed until they are confirmed or forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from makedo_core.geometry import Box, Pose
from makedo_core.sight.observation import Observation
from makedo_core.sight.view import View
from scene_graph_node.fusion.association import Candidate, associate
from scene_graph_node.fusion.tracks import Track
from scene_graph_node.settings import FusionSettings

STALE_S = 60.0  # a thing not yet confirmed is forgotten after so long, wherever the camera looked


class Tentative:
    """Tracks of things that belong to no node.

    Args:
        settings: what it takes to be confirmed.
    """

    def __init__(self, settings: FusionSettings) -> None:
        self._settings = settings
        self._tracks: list[Track] = []

    @property
    def labels(self) -> frozenset[str]:
        """Classes of what is being followed."""
        return frozenset(track.label for track in self._tracks)

    def follow(self, loose: Sequence[Observation], view: View, stamp: float) -> list[Track]:
        """Take in the observations of a frame that belong to no node; returns what is now confirmed."""
        settings = self._settings
        pairs = associate([Candidate(box_of(t), t.label) for t in self._tracks], loose, settings)
        followed = [
            track.seen(loose[pairs[i]], stamp, view.pose.distance(loose[pairs[i]].pose), settings)
            if i in pairs
            else replace(track, absent=track.absent + _is_in_view(track, view))
            for i, track in enumerate(self._tracks)
        ]
        followed += [
            Track.of(o, stamp, view.pose.distance(o.pose))
            for j, o in enumerate(loose)
            if j not in pairs.values() and o.visibility >= settings.min_visibility
        ]
        confirmed = [t for t in followed if t.last_seen == stamp and self._is_confirmed(t)]
        self._tracks = [
            t
            for t in followed
            if t not in confirmed and t.absent < settings.forget_frames and stamp - t.last_seen < STALE_S
        ]
        return confirmed

    def _is_confirmed(self, track: Track) -> bool:
        """Often and surely enough: a detector errs in the same way again, and many weak sightings are no strong one."""
        settings = self._settings
        weights = sum(settings.vote_fading**i for i in range(track.hits))
        surely = track.certainty >= settings.confirm_mean * weights
        return track.hits >= settings.confirm_hits and track.certainty >= settings.confirm_score and surely


def box_of(track: Track) -> Box:
    """The upright box of a track, map frame."""
    return Box(Pose(track.pose.transform((0.0, 0.0, track.size[2] / 2)), track.pose.orientation), track.size)


def _is_in_view(track: Track, view: View) -> bool:
    return bool(view.contains(np.array([box_of(track).pose.position]))[0])
