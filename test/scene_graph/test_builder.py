# SPDX-License-Identifier: Apache-2.0
"""Frames of observations become a graph that stays true."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from makedo_core.geometry import Box, Pose
from makedo_core.graph.scene_graph import (
    AGENT_ID,
    GraphError,
    NodeKind,
    Relation,
    RelationType,
    SceneGraph,
    Shape,
    State,
)
from makedo_core.ports import GraphChange
from makedo_core.sight.observation import Frame, Observation
from scene_graph_node.builder import GraphBuilder

ON, INSIDE, HELD = RelationType.ON, RelationType.INSIDE, RelationType.HELD_BY


@pytest.fixture
def tables(kit):
    return kit.table("table_1", 1.2), kit.table("table_2", 1.2, 3.0)


FROM_AFAR = (-0.8, 0.0, 1.6)  # all of a table is in the picture


def watch(builder: GraphBuilder, world, frames: int = 4, **kwargs) -> SceneGraph:
    for _ in range(frames):
        builder.observe(world.frame(**kwargs))
    return builder.graph


def objects(graph: SceneGraph) -> list[str]:
    return sorted(n.id for n in graph.of_kind(NodeKind.OBJECT) if not n.is_belief)


def test_a_thing_seen_twice_becomes_a_node_on_its_table(kit, tables):
    world = kit.BoxWorld(tables, [kit.Thing("cola_can", Pose((1.0, 0.1, 0.75)))])
    builder = GraphBuilder(kit.graph_of(tables))
    assert objects(builder.observe(world.frame())) == []
    graph = watch(builder, world, 1)
    assert objects(graph) == ["cola_can_1"]
    assert graph.placement("cola_can_1") == Relation("cola_can_1", ON, "table_1")
    assert graph["cola_can_1"].pose.position == pytest.approx((1.0, 0.1, 0.75))


def test_a_single_false_detection_never_becomes_a_node(kit, tables):
    world = kit.BoxWorld(tables, [])
    builder = GraphBuilder(kit.graph_of(tables))
    frame = world.frame()
    ghost = Observation("cup", 0.9, Pose((1.0, 0.0, 0.75)), (0.07, 0.07, 0.1), Shape.BOX)
    builder.observe(Frame(frame.stamp, frame.view, (ghost,)))
    assert objects(watch(builder, world, 6)) == []


def test_a_belief_at_its_asset_becomes_the_observed_object(kit, tables):
    believed = kit.belief("cola_can_7", "cola_can", tables[0])
    world = kit.BoxWorld(tables, [kit.Thing("cola_can", Pose((1.0, -0.3, 0.75)))])
    graph = watch(GraphBuilder(kit.graph_of(tables, [believed])), world)
    assert objects(graph) == ["cola_can_7"]
    assert len(graph.of_kind(NodeKind.OBJECT)) == 1
    assert graph["cola_can_7"].size == (0.07, 0.07, 0.12)


def test_the_belief_at_this_asset_is_taken_before_one_elsewhere(kit, tables):
    beliefs = [kit.belief("apple_1", "apple", tables[1]), kit.belief("apple_2", "apple", tables[0])]
    world = kit.BoxWorld(tables, [kit.Thing("apple", Pose((1.0, 0.0, 0.75)), (0.08, 0.08, 0.08))])
    graph = watch(GraphBuilder(kit.graph_of(tables, beliefs)), world)
    assert objects(graph) == ["apple_2"]
    assert graph["apple_1"].is_belief


def test_a_belief_elsewhere_is_taken_before_a_new_name(kit, tables):
    beliefs = [kit.belief("apple_1", "apple", tables[1])]
    world = kit.BoxWorld(tables, [kit.Thing("apple", Pose((1.0, 0.0, 0.75)), (0.08, 0.08, 0.08))])
    graph = watch(GraphBuilder(kit.graph_of(tables, beliefs)), world)
    assert objects(graph) == ["apple_1"]
    assert graph.placement("apple_1") == Relation("apple_1", ON, "table_1")


def test_a_second_thing_of_a_class_gets_a_new_name(kit, tables):
    beliefs = [kit.belief("apple_1", "apple", tables[0])]
    apple = kit.Thing("apple", Pose(), (0.08, 0.08, 0.08))
    world = kit.BoxWorld(tables, [apple.at(1.0, 0.0), apple.at(1.0, 0.3)])
    graph = watch(GraphBuilder(kit.graph_of(tables, beliefs)), world)
    assert objects(graph) == ["apple_1", "apple_2"]


def test_two_beliefs_and_two_things_are_paired_without_duplicates(kit, tables):
    beliefs = [kit.belief(f"apple_{i}", "apple", tables[0]) for i in (1, 2)]
    apple = kit.Thing("apple", Pose(), (0.08, 0.08, 0.08))
    world = kit.BoxWorld(tables, [apple.at(1.0, 0.0), apple.at(1.0, 0.3)])
    graph = watch(GraphBuilder(kit.graph_of(tables, beliefs)), world)
    assert objects(graph) == ["apple_1", "apple_2"]
    assert len(graph.of_kind(NodeKind.OBJECT)) == 2


def test_a_belief_not_found_where_enough_was_seen_loses_its_place(kit, tables):
    believed = kit.belief("cup_1", "cup", tables[0])
    world = kit.BoxWorld(tables, eye=FROM_AFAR)
    graph = watch(GraphBuilder(kit.graph_of(tables, [believed])), world)
    assert graph.placement("cup_1") is None
    assert not graph["cup_1"].pose.is_known
    assert graph["cup_1"].confidence == 0.0


def test_a_belief_stays_where_it_may_be_hidden_behind_one_thing_until_that_was_looked_behind(kit, tables):
    """An apple behind a cracker box: all but a few cells of the table can be seen."""
    believed = kit.belief("apple_1", "apple", tables[0])
    box = kit.Thing("cracker_box", Pose((1.1, 0.0, 0.75)), (0.06, 0.16, 0.2))
    world = kit.BoxWorld(tables, [box], eye=FROM_AFAR)
    builder = GraphBuilder(kit.graph_of(tables, [believed]))
    assert watch(builder, world, 8).placement("apple_1") == Relation("apple_1", ON, "table_1")
    world.eye = (1.2, -2.0, 1.6)
    assert watch(builder, world).placement("apple_1") is None


def test_a_belief_stays_while_its_table_is_hidden(kit, tables):
    believed = kit.belief("cup_1", "cup", tables[0])
    world = kit.BoxWorld(tables, blockers=[Box(Pose((0.6, 0.0, 0.9)), (0.02, 2.0, 1.6))])
    graph = watch(GraphBuilder(kit.graph_of(tables, [believed])), world, 8)
    assert graph.placement("cup_1") == Relation("cup_1", ON, "table_1")


def test_a_belief_inside_something_closed_stays(kit):
    chest = kit.chest("drawer_1", 1.2)
    believed = kit.belief("fork_1", "fork", chest, INSIDE)
    world = kit.BoxWorld((chest,), target=(1.2, 0.0, 0.6))
    graph = watch(GraphBuilder(kit.graph_of([chest], [believed])), world, 8)
    assert graph.placement("fork_1") == Relation("fork_1", INSIDE, "drawer_1")


def test_a_thing_that_was_taken_away_is_lost_within_a_few_frames(kit, tables):
    world = kit.BoxWorld(tables, [kit.Thing("cola_can", Pose((1.0, 0.1, 0.75)))])
    builder = GraphBuilder(kit.graph_of(tables))
    watch(builder, world, 6)
    world.things.clear()
    graph = watch(builder, world, 3)
    assert objects(graph) == []
    assert graph.placement("cola_can_1") is None


def test_a_thing_that_moved_keeps_its_name(kit, tables):
    can = kit.Thing("cola_can", Pose((1.0, 0.1, 0.75)))
    world = kit.BoxWorld(tables, [can])
    builder = GraphBuilder(kit.graph_of(tables))
    watch(builder, world, 6)
    world.things[:] = [can.at(1.1, -0.4)]
    graph = watch(builder, world, 4)
    assert objects(graph) == ["cola_can_1"]
    assert graph["cola_can_1"].pose.position == pytest.approx((1.1, -0.4, 0.75), abs=0.01)


def test_a_hidden_thing_is_neither_lost_nor_doubled(kit, tables):
    can = kit.Thing("cola_can", Pose((1.1, 0.0, 0.75)))
    screen = kit.Thing("cracker_box", Pose((1.0, 0.0, 0.75)), (0.06, 0.2, 0.3))
    world = kit.BoxWorld(tables, [can])
    builder = GraphBuilder(kit.graph_of(tables))
    watch(builder, world, 6)
    world.things.append(screen)
    watch(builder, world, 10)
    world.things.remove(screen)
    graph = watch(builder, world, 4)
    assert "cola_can_1" in objects(graph)
    assert [i for i in objects(graph) if i.startswith("cola_can")] == ["cola_can_1"]


def test_a_missed_detection_of_something_that_stands_there_is_no_loss(kit, tables):
    world = kit.BoxWorld(tables, [kit.Thing("cola_can", Pose((1.0, 0.1, 0.75)))])
    builder = GraphBuilder(kit.graph_of(tables))
    watch(builder, world, 4)
    graph = watch(builder, world, 6, detect=False)
    assert objects(graph) == ["cola_can_1"]


def test_another_class_at_its_place_in_the_end_replaces_a_thing(kit, tables):
    can = kit.Thing("cola_can", Pose((1.0, 0.1, 0.75)))
    world = kit.BoxWorld(tables, [can])
    builder = GraphBuilder(kit.graph_of(tables))
    watch(builder, world, 6)
    world.things[:] = [kit.Thing("mug", can.pose)]
    graph = watch(builder, world, 12)
    assert [i for i in objects(graph) if graph[i].label == "mug"] == ["mug_1"]
    assert graph.placement("cola_can_1") is None


def test_one_wrong_class_in_a_frame_changes_nothing(kit, tables):
    can = kit.Thing("cola_can", Pose((1.0, 0.1, 0.75)))
    world = kit.BoxWorld(tables, [can])
    builder = GraphBuilder(kit.graph_of(tables))
    watch(builder, world, 4)
    world.things[:] = [kit.Thing("mug", can.pose)]
    watch(builder, world, 1)
    world.things[:] = [can]
    assert objects(watch(builder, world, 3)) == ["cola_can_1"]


def test_unsteady_frames_move_nothing(kit, tables):
    can = kit.Thing("cola_can", Pose((1.0, 0.1, 0.75)))
    world = kit.BoxWorld(tables, [can])
    builder = GraphBuilder(kit.graph_of(tables))
    before = watch(builder, world)
    world.things[:] = [can.at(1.0, 0.3)]
    graph = watch(builder, world, 5, steady=False)
    assert graph["cola_can_1"].pose == before["cola_can_1"].pose
    assert graph.revision == before.revision


def test_a_frame_that_is_not_newer_is_ignored(kit, tables):
    world = kit.BoxWorld(tables, [kit.Thing("cola_can", Pose((1.0, 0.1, 0.75)))])
    builder = GraphBuilder(kit.graph_of(tables))
    frame = world.frame()
    first = builder.observe(frame)
    assert builder.observe(frame) is first


def test_after_a_reset_of_the_clock_frames_count_again(kit, tables):
    world = kit.BoxWorld(tables, [kit.Thing("cola_can", Pose((1.0, 0.1, 0.75)))], stamp=100.0)
    builder = GraphBuilder(kit.graph_of(tables))
    builder.observe(world.frame())
    world.stamp = 0.0
    assert objects(watch(builder, world, 2)) == ["cola_can_1"]


def test_being_seen_again_is_no_new_revision(kit, tables):
    world = kit.BoxWorld(tables, [kit.Thing("cola_can", Pose((1.0, 0.1, 0.75)))])
    builder = GraphBuilder(kit.graph_of(tables))
    before = watch(builder, world, 3)
    after = watch(builder, world, 5)
    assert after.revision == before.revision
    assert after["cola_can_1"].last_seen > before["cola_can_1"].last_seen
    assert after.stamp == world.stamp


def test_a_thing_inside_a_bowl_is_inside_it(kit, tables):
    bowl = kit.Thing("bowl", Pose((1.0, 0.0, 0.75)), (0.16, 0.16, 0.06))
    apple = kit.Thing("apple", Pose((1.0, 0.0, 0.765)), (0.07, 0.07, 0.07))
    world = kit.BoxWorld(tables, [bowl, apple])
    graph = watch(GraphBuilder(kit.graph_of(tables)), world)
    assert graph.placement("apple_1") == Relation("apple_1", INSIDE, "bowl_1")
    assert graph.support("apple_1") == "table_1"


def test_what_lies_on_the_floor_is_in_its_room(kit, tables):
    world = kit.BoxWorld(tables, [kit.Thing("toy_block", Pose((0.9, 1.2, 0.0)))], target=(1.0, 1.0, 0.2))
    graph = watch(GraphBuilder(kit.graph_of(tables)), world)
    assert graph.placement("toy_block_1") is None
    assert graph.room_of("toy_block_1") == "kitchen"


def test_states_of_assets_need_two_frames_that_agree(kit):
    chest = kit.chest("drawer_1", 1.2)
    world = kit.BoxWorld((chest,))
    builder = GraphBuilder(kit.graph_of([chest]))
    said = (("drawer_1", State.OPEN),)
    assert State.OPEN not in builder.observe(world.frame(states=said))["drawer_1"].states
    assert State.OPEN in builder.observe(world.frame(states=said))["drawer_1"].states


def opened(world, builder, *values: float, state: State = State.OPEN):
    """The drawer after frames that say how far it is open."""
    for value in values:
        frame = world.frame(states=(("drawer_1", state),))
        graph = builder.observe(replace(frame, openings=(("drawer_1", value),)))
    return graph["drawer_1"]


@pytest.fixture
def drawer(kit):
    chest = kit.chest("drawer_1", 1.2).with_state(State.OPEN)
    return kit.BoxWorld((chest,)), GraphBuilder(kit.graph_of([chest]))


def test_how_far_a_drawer_is_open_needs_two_frames_that_say_about_the_same(drawer):
    assert opened(*drawer, 0.20).opening is None
    assert opened(*drawer, 0.28).opening is None
    assert opened(*drawer, 0.272).opening == pytest.approx(0.276)


def test_how_far_a_drawer_is_open_counts_only_in_the_state_that_it_is_in(drawer):
    world, builder = drawer
    assert opened(world, builder, 0.1, state=State.AJAR).opening is None
    frame = world.frame()
    graph = builder.observe(replace(frame, openings=(("drawer_1", 0.2), ("nowhere", 0.2))))
    assert graph["drawer_1"].opening is None and "nowhere" not in graph


def test_a_drawer_that_is_closed_and_opened_again_is_measured_anew(drawer):
    world, builder = drawer
    assert opened(world, builder, 0.2, 0.2).opening == pytest.approx(0.2)
    watch(builder, world, 2, states=(("drawer_1", State.CLOSED),))
    again = watch(builder, world, 2, states=(("drawer_1", State.OPEN),))
    assert again["drawer_1"].opening is None
    assert opened(world, builder, 0.2).opening is None
    assert opened(world, builder, 0.2).opening == pytest.approx(0.2)


def test_what_the_hand_felt_of_a_drawer_makes_earlier_frames_void(drawer):
    world, builder = drawer
    opened(world, builder, 0.2)
    assert builder.update(GraphChange(openings=(("drawer_1", 0.29),))).ok
    assert opened(world, builder, 0.2).opening == pytest.approx(0.29)
    assert opened(world, builder, 0.2).opening == pytest.approx(0.2)


def test_a_state_of_an_unknown_asset_is_ignored(kit, tables):
    world = kit.BoxWorld(tables)
    builder = GraphBuilder(kit.graph_of(tables))
    graph = watch(builder, world, 3, states=(("nowhere", State.OPEN),))
    assert "nowhere" not in graph


def test_a_held_thing_follows_the_hand_and_is_not_doubled(kit, tables):
    can = kit.Thing("cola_can", Pose((1.0, 0.0, 0.75)))
    world = kit.BoxWorld(tables, [can])
    builder = GraphBuilder(kit.graph_of(tables))
    watch(builder, world)
    builder.move(Pose(), Pose((1.0, 0.0, 0.81)), 1.0)
    assert builder.update(GraphChange(add=(Relation("cola_can_1", HELD, AGENT_ID),))).ok
    world.things[:] = [can.at(0.9, 0.2, 0.95)]
    builder.move(Pose(), Pose((0.9, 0.2, 1.01)), 5.0)
    graph = watch(builder, world, 6)
    assert objects(graph) == ["cola_can_1"]
    assert graph.held() == "cola_can_1"
    assert graph["cola_can_1"].pose.position == pytest.approx((0.9, 0.2, 0.95), abs=1e-6)


def test_what_is_near_the_hand_is_left_to_the_executor(kit, tables):
    can = kit.Thing("cola_can", Pose((1.0, 0.0, 0.75)))
    world = kit.BoxWorld(tables, [can])
    builder = GraphBuilder(kit.graph_of(tables))
    before = watch(builder, world)
    builder.move(Pose(), Pose((1.0, 0.0, 0.81)), 1.0)
    watch(builder, world, 1)
    world.things[:] = [can.at(1.0, 0.0, 1.05)]  # lifted, and nobody has said so yet
    builder.move(Pose(), Pose((1.0, 0.0, 1.11)), 2.0)
    graph = watch(builder, world, 5)
    assert graph["cola_can_1"].pose == before["cola_can_1"].pose
    assert graph.placement("cola_can_1") == Relation("cola_can_1", ON, "table_1")


def test_what_was_put_down_elsewhere_is_seen_there_under_its_name(kit, tables):
    can = kit.Thing("cola_can", Pose((1.0, 0.0, 0.75)))
    world = kit.BoxWorld(tables, [can])
    builder = GraphBuilder(kit.graph_of(tables))
    watch(builder, world)
    builder.update(GraphChange(add=(Relation("cola_can_1", HELD, AGENT_ID),)))
    pose = Pose((1.1, -0.4, 0.75))
    world.things[:] = [can.at(1.13, -0.38)]
    outcome = builder.update(GraphChange(add=(Relation("cola_can_1", ON, "table_1"),), poses=(("cola_can_1", pose),)))
    assert outcome.ok
    graph = watch(builder, world, 6)
    assert objects(graph) == ["cola_can_1"]
    assert graph["cola_can_1"].pose.position == pytest.approx((1.13, -0.38, 0.75), abs=0.01)


@pytest.mark.parametrize("brought", [True, False])
def test_a_flat_thing_that_was_brought_is_given_longer_to_be_detected_where_it_was_put(kit, tables, brought):
    fork = kit.Thing("fork", Pose((1.0, 0.0, 0.75)), (0.17, 0.024, 0.02))
    world = kit.BoxWorld(tables, [fork])
    builder = GraphBuilder(kit.graph_of(tables))
    watch(builder, world, 12)
    if brought:
        builder.update(GraphChange(add=(Relation("fork_1", HELD, AGENT_ID),)))
        pose = Pose((0.95, -0.2, 0.75))
        builder.update(GraphChange(add=(Relation("fork_1", ON, "table_1"),), poses=(("fork_1", pose),)))
        world.things[:] = [fork.at(0.95, -0.2)]
    graph = watch(builder, world, 12, detect=False)
    assert (graph.placement("fork_1") is not None) == brought
    assert watch(builder, world, 40, detect=False).placement("fork_1") is None


def test_what_was_put_down_and_fell_is_not_where_it_should_be(kit, tables):
    can = kit.Thing("cola_can", Pose((1.0, 0.0, 0.75)))
    world = kit.BoxWorld(tables, [can])
    builder = GraphBuilder(kit.graph_of(tables))
    watch(builder, world, 6)
    builder.update(GraphChange(add=(Relation("cola_can_1", HELD, AGENT_ID),)))
    builder.update(
        GraphChange(add=(Relation("cola_can_1", ON, "table_1"),), poses=(("cola_can_1", Pose((1.1, -0.3, 0.75))),))
    )
    world.things.clear()
    graph = watch(builder, world, 4)
    assert graph.placement("cola_can_1") is None


@pytest.mark.parametrize(("rise_m", "stays"), [(0.0, True), (0.015, True), (0.03, False), (0.042, False)])
def test_what_is_seen_higher_than_it_was_put_stands_on_something_else(kit, tables, rise_m, stays):
    """On a book that lies there and that no detector finds."""
    book = kit.Thing("book", Pose((1.0, 0.0, 0.75)), (0.14, 0.042, 0.19))
    world = kit.BoxWorld(tables, [book])
    builder = GraphBuilder(kit.graph_of(tables))
    watch(builder, world, 6)
    builder.update(GraphChange(add=(Relation("book_1", HELD, AGENT_ID),)))
    pose = Pose((1.1, -0.3, 0.75))
    builder.update(GraphChange(add=(Relation("book_1", ON, "table_1"),), poses=(("book_1", pose),)))
    world.things[:] = [replace(book, pose=Pose((1.1, -0.3, 0.75 + rise_m)))]
    graph = watch(builder, world, 8)
    assert objects(graph) == ["book_1"]
    assert (graph.placement("book_1") == Relation("book_1", ON, "table_1")) == stays


@pytest.mark.parametrize(
    ("dx", "dz", "at_once"), [(0.0, 0.0, True), (0.02, 0.0, True), (0.05, 0.0, False), (0.0, 0.055, False)]
)
def test_what_was_put_down_counts_as_seen_once_images_agree_on_where_it_is(kit, tables, dx, dz, at_once):
    """The first image of a thing that is not where it was put moves nothing yet, and confirms nothing either."""
    can = kit.Thing("cola_can", Pose((1.0, 0.0, 0.75)))
    world = kit.BoxWorld(tables, [can])
    builder = GraphBuilder(kit.graph_of(tables))
    before = watch(builder, world, 6)["cola_can_1"].last_seen
    builder.update(GraphChange(add=(Relation("cola_can_1", HELD, AGENT_ID),)))
    put = GraphChange(add=(Relation("cola_can_1", ON, "table_1"),), poses=(("cola_can_1", Pose((1.1, -0.3, 0.75))),))
    builder.update(put)
    world.things[:] = [replace(can, pose=Pose((1.1 + dx, -0.3, 0.75 + dz)))]
    first = watch(builder, world, 1)
    assert (first["cola_can_1"].last_seen > before) == at_once
    second = watch(builder, world, 1)
    assert second["cola_can_1"].last_seen > before
    assert (second.placement("cola_can_1") == Relation("cola_can_1", ON, "table_1")) == (dz == 0.0)


def test_what_fell_out_of_the_hand_is_itself_where_it_is_seen_to_lie(kit, tables):
    can = kit.Thing("cola_can", Pose((1.0, 0.0, 0.75)))
    world = kit.BoxWorld(tables, [can])
    builder = GraphBuilder(kit.graph_of(tables))
    watch(builder, world, 6)
    builder.move(Pose(), Pose((1.0, 0.0, 0.8)), 0.0)
    builder.update(GraphChange(add=(Relation("cola_can_1", HELD, AGENT_ID),)))
    builder.move(Pose(), Pose((1.0, 0.0, 1.1)), 5.0)
    builder.update(GraphChange(drop=(Relation("cola_can_1", HELD, AGENT_ID),)))
    world.things[:] = [can.at(1.1, -0.2)]
    graph = watch(builder, world, 4)
    assert objects(graph) == ["cola_can_1"]
    assert graph.placement("cola_can_1") == Relation("cola_can_1", ON, "table_1")


def test_closing_a_drawer_takes_its_contents_in(kit):
    chest = kit.chest("drawer_1", 1.2).with_state(State.OPEN)
    soap = kit.Thing("soap", Pose((1.05, 0.0, 0.5)), (0.09, 0.05, 0.04))
    world = kit.BoxWorld((chest,), [soap], target=(1.1, 0.0, 0.5))
    builder = GraphBuilder(kit.graph_of([chest]))
    graph = watch(builder, world, 4, states=(("drawer_1", State.OPEN),))
    assert graph.placement("soap_1") == Relation("soap_1", INSIDE, "drawer_1")
    assert builder.update(GraphChange(states=(("drawer_1", State.CLOSED),))).ok
    world.things.clear()
    graph = watch(builder, world, 6, states=(("drawer_1", State.CLOSED),))
    assert graph.placement("soap_1") == Relation("soap_1", INSIDE, "drawer_1")
    tray = chest.pose @ chest.model.regions[0].pose
    assert abs(tray.inverse().transform(graph["soap_1"].pose.position)[0]) <= 0.15


def test_the_robot_moves_in_the_graph_at_most_once_a_second(kit, tables):
    builder = GraphBuilder(kit.graph_of(tables))
    first = builder.move(Pose.planar(0.5, 0.0), None, 10.0)
    assert first[AGENT_ID].pose.position[0] == 0.5
    assert builder.move(Pose.planar(1.0, 0.0), None, 10.5).revision == first.revision
    assert builder.move(Pose.planar(1.0, 0.0), None, 11.1).revision == first.revision + 1


def test_a_robot_that_stands_still_changes_nothing(kit, tables):
    builder = GraphBuilder(kit.graph_of(tables))
    before = builder.move(Pose.planar(0.5, 0.0), None, 10.0)
    assert builder.move(Pose.planar(0.51, 0.0, 0.05), None, 20.0) is before


def test_being_at_an_asset_ends_when_the_base_leaves(kit, tables):
    builder = GraphBuilder(kit.graph_of(tables))
    builder.move(Pose.planar(0.4, 0.0), None, 1.0)
    at = Relation(AGENT_ID, RelationType.AT, "table_1")
    assert builder.update(GraphChange(add=(at,))).ok
    assert at in builder.move(Pose.planar(0.45, 0.1), None, 3.0).relations
    assert at in builder.move(Pose.planar(0.0, 0.3), None, 5.0).relations  # another side of the table
    assert at not in builder.move(Pose.planar(-1.2, 0.2), None, 7.0).relations


def test_a_robot_that_opened_a_door_from_afar_and_stepped_back_is_still_at_the_asset(kit, tables):
    builder = GraphBuilder(kit.graph_of(tables))
    edge = float(tables[0].box.footprint()[:, 0].min())
    builder.move(Pose.planar(edge - 0.5, 0.0), None, 1.0)
    at = Relation(AGENT_ID, RelationType.AT, "table_1")
    assert builder.update(GraphChange(add=(at,))).ok
    farthest_stand, step_back = 0.85, 0.35  # [m] of the executor
    assert at in builder.move(Pose.planar(edge - farthest_stand - step_back, 0.0), None, 3.0).relations


def test_a_graph_without_the_robot_is_refused(kit, tables):
    graph = kit.graph_of(tables).changed(remove=[AGENT_ID])
    with pytest.raises(GraphError, match="agent"):
        GraphBuilder(graph)


spots = st.lists(
    st.tuples(st.sampled_from(["cola_can", "apple", "bowl", "mug"]), st.integers(0, 2), st.integers(-2, 2)),
    max_size=7,
    unique_by=lambda s: (s[1], s[2]),
)


def things_at(kit, layout):
    size = {"bowl": (0.15, 0.15, 0.06), "apple": (0.08, 0.08, 0.08)}
    return [
        kit.Thing(label, Pose((0.95 + 0.2 * i, 0.2 * j, 0.75)), size.get(label, (0.07, 0.07, 0.12)))
        for label, i, j in layout
    ]


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(spots, spots)
def test_whatever_happens_ids_are_unique_and_nothing_rests_on_itself(kit, first, second):
    tables = (kit.table("table_1", 1.2),)
    world = kit.BoxWorld(tables, things_at(kit, first))
    builder = GraphBuilder(kit.graph_of(tables, [kit.belief("apple_1", "apple", tables[0])]))
    watch(builder, world, 3)
    world.things[:] = things_at(kit, second)
    graph = watch(builder, world, 9)  # a cycle or a second placement would raise
    ids = [n.id for n in graph]
    assert len(ids) == len(set(ids))
    for node in graph.of_kind(NodeKind.OBJECT):
        assert all(math.isfinite(v) for v in node.size)
    assert {graph[i].label for i in objects(graph)} >= {o.label for o in world.frame().observations}


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(spots)
def test_seeing_the_same_again_adds_nothing(kit, layout):
    tables = (kit.table("table_1", 1.2),)
    world = kit.BoxWorld(tables, things_at(kit, layout))
    builder = GraphBuilder(kit.graph_of(tables))
    before = watch(builder, world, 4)
    after = watch(builder, world, 4)
    assert after.nodes.keys() == before.nodes.keys()
    assert after.relations == before.relations
    assert after.revision == before.revision


@pytest.mark.parametrize("turn", [0.0, 0.6])
def test_what_stands_where_something_was_has_taken_its_place_though_it_is_low_and_long(kit, tables, turn):
    apple = kit.Thing("apple", Pose((1.0, 0.0, 0.75)), (0.066, 0.066, 0.066))
    world = kit.BoxWorld(tables, [apple])
    builder = GraphBuilder(kit.graph_of(tables))
    assert objects(watch(builder, world, 12)) == ["apple_1"]
    world.things[:] = [kit.Thing("banana", Pose.planar(1.0, 0.0, turn, 0.75), (0.17, 0.04, 0.04)), apple.at(1.1, -0.35)]
    graph = watch(builder, world, 8)
    assert objects(graph) == ["apple_1", "banana_1"]
    assert graph["apple_1"].pose.position == pytest.approx((1.1, -0.35, 0.75), abs=0.01)


def test_a_plate_that_is_found_below_an_apple_leaves_it_there(kit, tables):
    apple = kit.Thing("apple", Pose((1.0, 0.0, 0.76)), (0.066, 0.066, 0.066))
    world = kit.BoxWorld(tables, [apple])
    builder = GraphBuilder(kit.graph_of(tables))
    watch(builder, world, 6)
    world.things[:] = [apple, kit.Thing("plate", Pose((1.0, 0.0, 0.75)), (0.2, 0.2, 0.03))]
    graph = watch(builder, world, 8)
    assert graph.placement("apple_1") is not None and "plate_1" in graph
