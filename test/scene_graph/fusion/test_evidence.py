# SPDX-License-Identifier: Apache-2.0
"""How much a frame that does not show a thing speaks against it."""

from __future__ import annotations

import numpy as np
import pytest

from makedo_core.geometry import Box, Pose
from makedo_core.graph.asset_model import Articulation, AssetModel, Handle, JointKind, Region, RegionKind
from makedo_core.graph.scene_graph import Node, NodeKind, RelationType, Shape, State
from makedo_core.sight.view import Intrinsics, View
from scene_graph_node.fusion.evidence import Coverage, Visibility, _hides_a_thing, doubt_from, is_closed, sight_of
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


def _seen(*rows: str) -> np.ndarray:
    """Cells of a region, x: seen."""
    return np.array([[cell == "x" for cell in row] for row in rows])


@pytest.mark.parametrize(
    ("seen", "hidden"),
    [
        (_seen("..", ".."), True),
        (_seen("xxx", "x..", "x.."), True),
        (_seen(".x", ".."), False),
        (_seen("x.", ".."), False),
        (_seen("..", "x."), False),
        (_seen("..", ".x"), False),
        (_seen("x.x", ".x.", "x.x"), False),
        (_seen("...."), False),
        (_seen("xx", "xx"), False),
    ],
)
def test_a_thing_fits_into_what_was_not_seen_where_four_cells_lie_together(seen, hidden):
    assert _hides_a_thing(seen) is hidden


def cupboard(*, open_: bool = True, articulated: bool = True) -> Node:
    """Furniture of two regions, and a door."""
    regions = tuple(Region(kind.value, kind, Pose(), (0.2, 0.2, 0.3)) for kind in (RegionKind.ON, RegionKind.INSIDE))
    handle = Handle((0.2, 0.0, 0.0), (0.0, 0.0, 1.0), 0.1, 0.01)
    door = Articulation(JointKind.HINGE, "door", (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 1.5), 1.0, handle)
    model = AssetModel(regions=regions, articulation=door if articulated else None)
    states = frozenset({State.OPEN}) if open_ else frozenset()
    return Node("cupboard_1", "cupboard", NodeKind.ASSET, pose=Pose(), states=states, model=model)


@pytest.mark.parametrize(
    ("asset", "closed"),
    [
        (cupboard(), False),
        (cupboard(open_=False), True),
        (cupboard(open_=False, articulated=False), False),
        (cupboard(articulated=False), False),
        (Node("table_1", "table", NodeKind.ASSET), False),
    ],
)
def test_closed_is_what_has_a_door_that_is_not_open(asset, closed):
    assert is_closed(asset) is closed


def from_above(height_m: float) -> View:
    """A view of the cupboard and nothing else, straight down on the height at which its things rest."""
    camera = Intrinsics(100.0, 100.0, 80.0, 60.0, 160, 120)
    depth = np.full((120, 160), height_m, np.float32)
    return View(Pose((0.0, 0.0, height_m), (1.0, 0.0, 0.0, 0.0)), camera, depth)


ON, INSIDE = RelationType.ON, RelationType.INSIDE


def covered(coverage: Coverage, asset: Node) -> tuple[bool, bool]:
    """Whether enough was seen on it, and inside."""
    return coverage.is_covered(asset, ON), coverage.is_covered(asset, INSIDE)


def test_what_was_seen_is_covered_until_it_is_forgotten():
    coverage, asset = Coverage(SETTINGS), cupboard()
    assert covered(coverage, asset) == (False, False)
    coverage.add(asset, from_above(1.0))
    assert covered(coverage, asset) == (True, True)
    coverage.forget(asset.id, RegionKind.INSIDE, asset)
    assert covered(coverage, asset) == (True, False)


def test_inside_of_what_is_closed_nothing_is_covered_and_on_top_it_is():
    coverage = Coverage(SETTINGS)
    coverage.add(cupboard(), from_above(1.0))
    assert covered(coverage, cupboard(open_=False)) == (True, False)


@pytest.mark.parametrize(("beyond_m", "counts"), [(0.1, True), (0.3, False)])
def test_a_view_counts_from_where_a_part_of_the_furniture_is_within_range(beyond_m, counts):
    coverage, asset = Coverage(SETTINGS), cupboard()
    coverage.add(asset, from_above(SETTINGS.max_range_m + beyond_m))
    assert covered(coverage, asset) == (counts, counts)


def _hollow(pose: Pose) -> list[Box]:
    """A cup without a lid: its bottom and four walls of 4 mm."""
    walls = [
        (0.033, 0.0, 0.004, 0.07),
        (-0.033, 0.0, 0.004, 0.07),
        (0.0, 0.033, 0.07, 0.004),
        (0.0, -0.033, 0.07, 0.004),
    ]
    upright = [Box(pose @ Pose((x, y, 0.05)), (w, d, 0.1)) for x, y, w, d in walls]
    return [Box(pose @ Pose((0.0, 0.0, 0.005)), (0.07, 0.07, 0.01)), *upright]


@pytest.mark.parametrize("eye", [(0.6, 0.0, 2.2), (0.3, 0.1, 1.9), (0.0, 0.0, 1.2)])  # straight above, and less so
@pytest.mark.parametrize(("what", "sight"), [("nothing", Visibility.EMPTY), ("solid", Visibility.OCCUPIED)])
def test_a_place_is_seen_to_be_empty_from_above_as_well(kit, eye, what, sight):
    place = Pose((0.6, 0.0, 0.75))
    world = kit.BoxWorld((kit.table("table_1", 0.6),), eye=eye, target=(0.601, 0.0, 0.8))
    world.blockers = [Box(place @ Pose((0.0, 0.0, 0.05)), (0.07, 0.07, 0.1))] if what == "solid" else []
    cup = Node("cup_1", "cup", NodeKind.OBJECT, place, (0.07, 0.07, 0.1))
    assert sight_of(cup, world.frame().view, [], SETTINGS) is sight


def test_a_hollow_thing_that_is_looked_into_from_above_is_there(kit):
    place = Pose((0.6, 0.0, 0.75))
    world = kit.BoxWorld((kit.table("table_1", 0.6),), eye=(0.6, 0.0, 2.0), target=(0.601, 0.0, 0.8))
    world.blockers = _hollow(place)
    cup = Node("cup_1", "cup", NodeKind.OBJECT, place, (0.07, 0.07, 0.1))
    assert sight_of(cup, world.frame().view, [], SETTINGS) is Visibility.OCCUPIED
