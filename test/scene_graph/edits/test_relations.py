# SPDX-License-Identifier: Apache-2.0
"""On, inside and room from geometry, with hysteresis."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from makedo_core.geometry import Pose
from makedo_core.graph.openings import opened_to
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, Shape, State
from makedo_core.sight.observation import Observation
from scene_graph_node.edits.relations import placement_of, raised, region_poses, room_of_point
from scene_graph_node.settings import RelationSettings

ON, INSIDE = RelationType.ON, RelationType.INSIDE
SETTINGS = RelationSettings()
CONTAINERS = frozenset({"bowl"})


def thing(name: str, x: float, y: float, z: float, size=(0.07, 0.07, 0.12)) -> Node:
    return Node(name, name.rstrip("_0123456789"), NodeKind.OBJECT, Pose((x, y, z)), size)


def rests(node, assets, objects=(), previous=None):
    return placement_of(node, assets, objects, previous, SETTINGS, CONTAINERS)


@pytest.fixture
def table(kit):
    return kit.table("table_1", 1.0)


def test_what_stands_on_a_table_is_on_it(table):
    assert rests(thing("can_1", 1.0, 0.2, 0.751), [table]) == Relation("can_1", ON, "table_1")


@pytest.mark.parametrize("spot", [(1.0, 0.0, 0.80), (1.0, 0.0, 0.70), (1.5, 0.0, 0.75), (1.0, 0.7, 0.75)])
def test_what_floats_sinks_or_is_beside_is_not_on_it(table, spot):
    assert rests(thing("can_1", *spot), [table]) is None


def test_it_takes_more_to_leave_a_table_than_to_come_to_it(table):
    node, on = thing("can_1", 1.0, 0.0, 0.78), Relation("can_1", ON, "table_1")
    assert rests(node, [table]) is None
    assert rests(node, [table], previous=on) == on


@settings(deadline=None)
@given(st.floats(-0.05, 0.05))
def test_a_relation_that_may_begin_may_also_stay(height):
    from makedo_core.graph.asset_model import AssetModel, Region, RegionKind

    region = Region("top", RegionKind.ON, Pose((0, 0, 0.75)), (0.8, 1.2, 1.0))
    asset = Node("table_1", "table", NodeKind.ASSET, model=AssetModel((), (region,)))
    node, on = thing("can_1", 0.0, 0.0, 0.75 + height), Relation("can_1", ON, "table_1")
    if rests(node, [asset]) == on:
        assert rests(node, [asset], previous=on) == on


@pytest.mark.parametrize(
    ("begins", "stays", "ends"),
    [
        ((1.0, 0.0, 0.769), (1.0, 0.0, 0.789), (1.0, 0.0, 0.791)),  # above the board
        ((1.0, 0.0, 0.731), (1.0, 0.0, 0.711), (1.0, 0.0, 0.709)),  # below it
        ((1.399, 0.0, 0.75), (1.429, 0.0, 0.75), (1.431, 0.0, 0.75)),  # beyond its edge
        ((1.0, 0.599, 0.75), (1.0, 0.629, 0.75), (1.0, 0.631, 0.75)),
    ],
)
def test_on_a_table_begins_and_ends_at_different_limits(table, begins, stays, ends):
    on = Relation("can_1", ON, "table_1")
    assert rests(thing("can_1", *begins), [table]) == on
    assert rests(thing("can_1", *stays), [table]) is None
    assert rests(thing("can_1", *stays), [table], previous=on) == on
    assert rests(thing("can_1", *ends), [table], previous=on) is None


@pytest.mark.parametrize(
    ("begins", "stays", "ends"),
    [
        ((1.0, 0.249, 0.5), (1.0, 0.279, 0.5), (1.0, 0.281, 0.5)),  # beyond the tray's edge
        ((1.0, 0.0, 0.481), (1.0, 0.0, 0.461), (1.0, 0.0, 0.459)),  # through its bottom
    ],
)
def test_inside_a_drawer_begins_and_ends_at_different_limits(kit, begins, stays, ends):
    chest, inside = kit.chest("drawer_1", 0.9), Relation("can_1", INSIDE, "drawer_1")
    tray = replace(chest.model.regions[0], size=(0.3, 0.5, 0.15))
    chest = replace(chest, model=replace(chest.model, regions=(tray,)))
    assert rests(thing("can_1", *begins), [chest]) == inside
    assert rests(thing("can_1", *stays), [chest]) is None
    assert rests(thing("can_1", *stays), [chest], previous=inside) == inside
    assert rests(thing("can_1", *ends), [chest], previous=inside) is None


@pytest.mark.parametrize(
    ("label", "kind", "height", "begins", "stays", "ends"),
    [
        ("box_1", ON, 0.1, 0.049, 0.059, 0.061),
        ("bowl_1", INSIDE, 0.02, 0.049, 0.059, 0.061),
    ],
)
def test_on_and_inside_of_an_object_begin_and_end_at_different_limits(table, label, kind, height, begins, stays, ends):
    holder, relation = thing(label, 1.0, 0.0, 0.75, (0.1, 0.1, 0.1)), Relation("pea_1", kind, label)
    peas = [thing("pea_1", 1.0 + x, 0.0, 0.75 + height, (0.02, 0.02, 0.02)) for x in (begins, stays, ends)]
    assert rests(peas[0], [], [holder]) == relation
    assert rests(peas[1], [], [holder]) is None
    assert rests(peas[1], [], [holder], previous=relation) == relation
    assert rests(peas[2], [], [holder], previous=relation) is None


def test_what_stands_on_a_box_is_on_the_box(table):
    box = thing("box_1", 1.0, 0.0, 0.75, (0.2, 0.2, 0.1))
    assert rests(thing("can_1", 1.0, 0.0, 0.85), [table], [box]) == Relation("can_1", ON, "box_1")


def test_what_is_in_a_bowl_is_inside_it_and_not_on_the_table(table):
    bowl = thing("bowl_1", 1.0, 0.0, 0.75, (0.16, 0.16, 0.06))
    assert rests(thing("apple_1", 1.01, 0.0, 0.76), [table], [bowl]) == Relation("apple_1", INSIDE, "bowl_1")


def test_what_fills_the_whole_of_a_bowl_is_not_inside_it_but_another_bowl_is(table):
    bowl = thing("bowl_1", 1.0, 0.0, 0.75, (0.16, 0.16, 0.06))
    wide = (0.155, 0.155, 0.06)
    assert rests(thing("pot_1", 1.0, 0.0, 0.752, wide), [table], [bowl]) == Relation("pot_1", ON, "table_1")
    assert rests(thing("bowl_2", 1.0, 0.0, 0.76, wide), [table], [bowl]) == Relation("bowl_2", INSIDE, "bowl_1")


def test_what_was_on_the_table_before_is_inside_the_bowl_now(table):
    bowl = thing("bowl_1", 1.0, 0.0, 0.75, (0.16, 0.16, 0.06))
    previous = Relation("apple_1", ON, "table_1")
    got = rests(thing("apple_1", 1.0, 0.0, 0.758), [table], [bowl], previous)
    assert got == Relation("apple_1", INSIDE, "bowl_1")


def test_what_lies_in_a_plate_is_on_it(table):
    plate = thing("plate_1", 1.0, 0.0, 0.75, (0.2, 0.2, 0.022))
    assert rests(thing("apple_1", 1.0, 0.0, 0.757), [table], [plate]) == Relation("apple_1", ON, "plate_1")


def test_things_side_by_side_do_not_carry_each_other(table):
    other = thing("can_2", 1.08, 0.0, 0.75)
    assert rests(thing("can_1", 1.0, 0.0, 0.75), [table], [other]) == Relation("can_1", ON, "table_1")


def test_nothing_carries_itself_or_an_unseen_thing(table):
    node = thing("can_1", 1.0, 0.0, 0.75)
    ghost = Node("bowl_9", "bowl", NodeKind.OBJECT)
    assert rests(node, [table], [node, ghost]) == Relation("can_1", ON, "table_1")


def test_an_open_drawer_holds_things_wherever_it_may_be(kit):
    chest = kit.chest("drawer_1", 1.2)
    outside = thing("fork_1", 1.05, 0.0, 0.5, (0.17, 0.02, 0.02))
    assert rests(outside, [chest]) is None
    assert rests(outside, [chest.with_state(State.OPEN)]) == Relation("fork_1", INSIDE, "drawer_1")


def test_a_drawer_that_is_ajar_holds_things_a_little_before_it(kit):
    chest = kit.chest("drawer_1", 1.2).with_state(State.AJAR)
    far, near = (thing("fork_1", x, 0.0, 0.5, (0.17, 0.02, 0.02)) for x in (0.95, 1.13))
    assert rests(far, [chest]) is None
    assert rests(near, [chest]) == Relation("fork_1", INSIDE, "drawer_1")


def test_a_drawer_whose_opening_was_measured_holds_things_there_only(kit):
    chest = opened_to(kit.chest("drawer_1", 1.2).with_state(State.OPEN), 0.16)
    assert len(region_poses(chest, chest.model.regions[0])) == 1
    far, near = (thing("fork_1", x, 0.0, 0.5, (0.17, 0.02, 0.02)) for x in (0.9, 1.1))
    assert rests(far, [chest]) is None
    assert rests(near, [chest]) == Relation("fork_1", INSIDE, "drawer_1")


def test_a_point_is_in_the_room_around_it():
    rooms = [
        Node("kitchen", "kitchen", NodeKind.ROOM, Pose((0.0, 0.0, 0.0)), (4.0, 3.0, 2.4)),
        Node("office", "office", NodeKind.ROOM, Pose((4.0, 0.0, 0.0)), (4.0, 3.0, 2.4)),
    ]
    assert room_of_point(rooms, (1.9, 1.4, 0.8)) == "kitchen"
    assert room_of_point(rooms, (2.1, 0.0, 0.8)) == "office"
    assert room_of_point(rooms, (0.0, 9.0, 0.8)) is None


def test_what_is_on_a_threshold_stays_in_the_room_that_it_was_in():
    rooms = [
        Node("kitchen", "kitchen", NodeKind.ROOM, Pose((0.0, 0.0, 0.0)), (4.0, 3.0, 2.4)),
        Node("office", "office", NodeKind.ROOM, Pose((4.0, 0.0, 0.0)), (4.0, 3.0, 2.4)),
    ]
    assert room_of_point(rooms, (2.09, 0.0, 0.0), "kitchen", 0.1) == "kitchen"
    assert room_of_point(rooms, (2.11, 0.0, 0.0), "kitchen", 0.1) == "office"
    assert room_of_point(rooms, (1.91, 0.0, 0.0), "office", 0.1) == "office"
    assert room_of_point(rooms, (1.89, 0.0, 0.0), "office", 0.1) == "kitchen"


def _seen(kit, x, z, height=0.2):
    return Observation("bottle", 1.0, Pose((x, 0.0, z)), (0.07, 0.07, height), Shape.CYLINDER)


@pytest.mark.parametrize("z", [0.56, 0.65, 0.74])
def test_what_seems_to_stick_in_a_board_stands_on_it(kit, z):
    asset = kit.table("table_1", 1.0)
    assert raised(_seen(kit, 1.1, z), [asset]).pose.position == pytest.approx((1.1, 0.0, 0.75))


@pytest.mark.parametrize(("x", "z"), [(1.1, 0.748), (1.1, 0.80), (1.1, 0.30), (2.0, 0.65)])
def test_what_touches_no_board_stays_where_it_was_seen(kit, x, z):
    seen = _seen(kit, x, z)
    assert raised(seen, [kit.table("table_1", 1.0)]) is seen
