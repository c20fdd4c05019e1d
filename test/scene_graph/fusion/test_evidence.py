# SPDX-License-Identifier: Apache-2.0
"""How much a frame that does not show a thing speaks against it."""

from __future__ import annotations

import pytest

from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.scene_graph import Node, NodeKind, RelationType, Shape
from scene_graph_node.fusion.evidence import Coverage, Visibility, doubt_from
from scene_graph_node.fusion.tracks import Track
from scene_graph_node.settings import FusionSettings

SETTINGS = FusionSettings()
FARTHEST_M = 2.0  # it was detected from there


def doubt(sight: Visibility, distance_m: float, *, lasting: bool = False, farthest_m: float = FARTHEST_M) -> float:
    track = Track("mug", Pose(), (0.1, 0.1, 0.1), Shape.BOX, 5, 0.0, 1.0, farthest_m=farthest_m)
    assert track.overlooking > 0.0
    return doubt_from(sight, track, distance_m, lasting=lasting, settings=SETTINGS)


@pytest.mark.parametrize("sight", [Visibility.OCCUPIED, Visibility.UNDETECTED])
@pytest.mark.parametrize(("distance_m", "counts"), [(0.5, True), (2.0, True), (2.1, True), (2.3, False), (9.0, False)])
def test_what_is_not_detected_counts_from_where_it_was_detected_and_a_little_farther(sight, distance_m, counts):
    assert (doubt(sight, distance_m) > 0.0) is counts


def test_before_it_is_known_from_how_far_it_is_detected_every_distance_counts():
    assert doubt(Visibility.UNDETECTED, 9.0, farthest_m=0.0) > 0.0


def test_an_empty_place_counts_from_every_distance_and_enough_of_them_are_proof():
    near, far = doubt(Visibility.EMPTY, 0.5), doubt(Visibility.EMPTY, 9.0)
    assert near == far == pytest.approx(SETTINGS.lost_doubt / SETTINGS.lost_frames)


def test_what_cannot_be_seen_says_nothing():
    assert doubt(Visibility.UNKNOWN, 0.5) == 0.0


def test_what_was_there_for_sure_is_what_is_in_its_place():
    assert doubt(Visibility.OCCUPIED, 0.5, lasting=True) == 0.0
    assert doubt(Visibility.UNDETECTED, 0.5, lasting=True) > 0.0


def test_of_furniture_whose_measures_nobody_knows_no_place_counts_as_seen():
    table, coverage = Node("table_1", "table", NodeKind.ASSET), Coverage(SETTINGS)
    coverage.add(table, view=None)  # no view is looked at
    coverage.forget(table.id, RegionKind.INSIDE, table)
    assert not any(coverage.is_covered(table, relation) for relation in RelationType)
