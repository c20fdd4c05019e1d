# SPDX-License-Identifier: Apache-2.0
"""A person's word on the graph: kept, told apart from what was seen, and believed until a better look."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from makedo_core.failure import FailureCause
from makedo_core.files.scene_json import graph_from_json, graph_to_json
from makedo_core.geometry import Pose
from makedo_core.graph.correction import GraphCorrection
from makedo_core.graph.persons_word import Matter
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph
from makedo_core.ports import GraphChange
from scene_graph_node.ageing import AgeingSettings, Outlook
from scene_graph_node.builder import GraphBuilder
from scene_graph_node.live_graph import LiveGraph
from scene_graph_node.settings import BuilderSettings

ON, INSIDE, IN, HELD = RelationType.ON, RelationType.INSIDE, RelationType.IN, RelationType.HELD_BY
FROM_AFAR = (-0.8, 0.0, 1.6)  # all of a table is in the picture
EYES = [(0.0, 0.0, 1.2), (0.0, 0.5, 1.3), (0.0, -0.5, 1.4), (0.1, 0.9, 1.2)]
"""Points of view on table_1, farther apart than two looks that count as two."""
PEAR = (1.0, 0.1, 0.75)
SIZE = (0.08, 0.08, 0.08)


@pytest.fixture
def tables(kit):
    return kit.table("table_1", 1.2), kit.table("table_2", 1.2, 3.0)


@pytest.fixture
def seen_pear(kit, tables):
    """A world with an apple that the detector takes for a pear, and a builder that has seen it."""
    world = kit.BoxWorld(tables, [kit.Thing("pear", Pose(PEAR), SIZE)])
    builder = GraphBuilder(kit.graph_of(tables))
    watch(builder, world, 8)
    return builder, world


def watch(builder: GraphBuilder, world, frames: int = 4) -> SceneGraph:
    for _ in range(frames):
        builder.observe(world.frame())
    return builder.graph


def told(node: Node) -> frozenset[Matter]:
    return frozenset() if node.told is None else node.told.matters


def it_is_a_green_apple(builder: GraphBuilder) -> str:
    result = builder.correct(GraphCorrection("pear_1", "apple", frozenset({"green"})), builder.graph.stamp)
    assert result.outcome.ok
    return result.node_id


# --- what it is


def test_a_thing_of_another_class_has_another_id_and_all_else_stays(seen_pear):
    builder, _ = seen_pear
    before = builder.graph
    assert it_is_a_green_apple(builder) == "apple_1"
    graph = builder.graph
    node = graph["apple_1"]
    assert "pear_1" not in graph
    assert (node.label, node.attributes, told(node)) == ("apple", {"green"}, {Matter.CLASS, Matter.ATTRIBUTES})
    assert node.told.formerly == ("pear_1",)
    assert node.told.mistaken == {"pear"}
    assert (node.pose, node.last_seen, node.confidence) == (
        before["pear_1"].pose, before["pear_1"].last_seen, before["pear_1"].confidence,
    )  # fmt: skip
    assert graph.placement("apple_1") == Relation("apple_1", ON, "table_1")
    assert graph.revision == before.revision + 1


def test_the_detectors_repeated_mistake_does_not_overturn_it(seen_pear):
    builder, world = seen_pear
    it_is_a_green_apple(builder)
    for eye in EYES * 5:
        world.eye = eye
        watch(builder, world, 4)
    objects = builder.graph.of_kind(NodeKind.OBJECT)
    assert [(n.id, n.label) for n in objects] == [("apple_1", "apple")]
    assert objects[0].attributes == {"green"}
    assert objects[0].last_seen == builder.graph.stamp  # it is seen, as what it is


def test_a_thing_that_is_mistaken_is_followed_when_it_is_pushed(seen_pear):
    builder, world = seen_pear
    it_is_a_green_apple(builder)
    world.things = [world.things[0].at(1.03, 0.15)]
    graph = watch(builder, world, 8)
    assert [n.id for n in graph.of_kind(NodeKind.OBJECT)] == ["apple_1"]
    assert graph["apple_1"].pose.position == pytest.approx((1.03, 0.15, 0.75), abs=0.01)


def test_another_mistake_from_one_point_of_view_does_not_overturn_it_however_often(seen_pear):
    builder, world = seen_pear
    it_is_a_green_apple(builder)
    world.things = [replace(world.things[0], label="cola_can")]
    graph = watch(builder, world, 60)
    assert [(n.id, n.label) for n in graph.of_kind(NodeKind.OBJECT)] == [("apple_1", "apple")]


def test_what_is_clearly_seen_otherwise_from_several_points_of_view_overturns_it(seen_pear):
    builder, world = seen_pear
    it_is_a_green_apple(builder)
    world.things = [replace(world.things[0], label="cola_can")]
    for eye in EYES:
        world.eye = eye
        watch(builder, world, 12)
    here = [n for n in builder.graph.of_kind(NodeKind.OBJECT) if n.pose.is_known]
    assert [(n.label, n.told) for n in here] == [("cola_can", None)]


def test_the_class_of_what_is_only_confirmed_is_a_persons_word_with_the_same_id(seen_pear):
    builder, _ = seen_pear
    result = builder.correct(GraphCorrection("pear_1", "pear"), 5.0)
    assert result.node_id == "pear_1"
    assert told(builder.graph["pear_1"]) == {Matter.CLASS}
    assert builder.graph["pear_1"].told.mistaken == frozenset()


def test_a_name_that_says_no_class_stays(kit, tables):
    vase = Node("grandmas_treasure", "jug", NodeKind.OBJECT, Pose(PEAR), SIZE)
    builder = GraphBuilder(kit.graph_of(tables).changed(put=[vase], add=[Relation(vase.id, ON, "table_1")]))
    assert builder.correct(GraphCorrection(vase.id, "vase"), 1.0).node_id == vase.id
    assert builder.graph[vase.id].label == "vase"


def test_furniture_can_be_of_another_class_and_keeps_its_id(kit, tables):
    builder = GraphBuilder(kit.graph_of(tables))
    assert builder.correct(GraphCorrection("table_1", "desk", frozenset({"white"})), 1.0).node_id == "table_1"
    assert (builder.graph["table_1"].label, builder.graph["table_1"].attributes) == ("desk", {"white"})


def test_what_the_robot_holds_keeps_its_id_until_it_is_put_down(seen_pear):
    builder, _ = seen_pear
    builder.update(GraphChange(add=(Relation("pear_1", HELD, AGENT_ID),)))
    assert builder.correct(GraphCorrection("pear_1", "apple"), 1.0).node_id == "pear_1"
    assert builder.graph["pear_1"].label == "apple"


# --- that it is gone


def test_what_is_said_to_be_gone_stays_gone_before_the_same_eyes(seen_pear):
    builder, world = seen_pear
    assert builder.correct(GraphCorrection("pear_1", gone=True), builder.graph.stamp).outcome.ok
    graph = watch(builder, world, 40)
    node = graph["pear_1"]
    assert (node.confidence, node.pose.is_known, told(node)) == (0.0, False, {Matter.GONE})
    assert [n.id for n in graph.of_kind(NodeKind.OBJECT)] == ["pear_1"]


def test_what_is_said_to_be_gone_is_back_when_better_looks_show_it(seen_pear):
    builder, world = seen_pear
    builder.correct(GraphCorrection("pear_1", gone=True), builder.graph.stamp)
    for eye in EYES[:3]:
        world.eye = eye
        watch(builder, world, 3)
    node = builder.graph["pear_1"]
    assert (told(node), node.pose.position) == (frozenset(), pytest.approx(PEAR))


def test_what_is_said_to_be_gone_and_is_seen_elsewhere_has_moved(seen_pear):
    builder, world = seen_pear
    builder.correct(GraphCorrection("pear_1", gone=True), builder.graph.stamp)
    world.things = [world.things[0].at(1.0, -0.4)]
    node = watch(builder, world, 4)["pear_1"]
    assert (told(node), node.pose.position) == (frozenset(), pytest.approx((1.0, -0.4, 0.75)))


def test_another_thing_of_its_class_beside_it_stays_what_it_is(kit, tables):
    other = kit.Thing("pear", Pose((1.0, 0.25, 0.75)), SIZE)
    world = kit.BoxWorld(tables, [kit.Thing("pear", Pose(PEAR), SIZE), other])
    builder = GraphBuilder(kit.graph_of(tables))
    graph = watch(builder, world, 8)
    gone = min(graph.of_kind(NodeKind.OBJECT), key=lambda n: n.pose.position[1]).id
    stays = next(n.id for n in graph.of_kind(NodeKind.OBJECT) if n.id != gone)
    builder.correct(GraphCorrection(gone, gone=True), graph.stamp)
    world.things = [other]
    graph = watch(builder, world, 20)
    assert graph[stays].pose.position == pytest.approx(other.pose.position)
    assert graph[gone].confidence == 0.0


def test_an_image_from_before_brings_nothing_back(kit, tables):
    now = [0.0]
    live = LiveGraph(
        kit.graph_of(tables), BuilderSettings(), Outlook(AgeingSettings(), lambda label: frozenset({label}), 0.0),
        lambda: now[0],
    )  # fmt: skip
    world = kit.BoxWorld(tables, [kit.Thing("pear", Pose(PEAR), SIZE)])
    for _ in range(8):
        live.observe(None, world.frame())
    now[0] = 30.0
    result, gone = live.correct(None, GraphCorrection("pear_1", gone=True))
    assert result.outcome.ok
    for eye in EYES:
        world.eye = eye
        for _ in range(4):
            assert world.stamp < 30.0
            assert live.observe(None, world.frame()) == gone
    world.stamp = now[0] = 31.0
    for eye in EYES:
        world.eye = eye
        for _ in range(4):
            after = live.observe(None, world.frame())
    assert after["pear_1"].confidence > 0.5
    now[0] = world.stamp = 1.0  # the simulation began anew: its images are taken in
    assert live.observe(None, world.frame()).stamp == world.stamp


# --- where it is


def test_a_thing_said_to_be_on_a_table_is_believed_there_and_found_by_looking(seen_pear, kit):
    builder, world = seen_pear
    place = Relation("pear_1", ON, "table_2")
    assert builder.correct(GraphCorrection("pear_1", place=place), builder.graph.stamp).outcome.ok
    node = builder.graph["pear_1"]
    assert (builder.graph.placement("pear_1"), node.is_belief, told(node)) == (place, True, {Matter.PLACE})
    world.things = [world.things[0].at(1.0, 3.2)]
    world.eye, world.target = (0.0, 3.0, 1.2), (1.2, 3.0, 0.75)
    node = watch(builder, world, 4)["pear_1"]
    assert (node.is_belief, told(node), node.pose.position) == (False, frozenset(), pytest.approx((1.0, 3.2, 0.75)))


def test_it_is_given_up_when_all_of_the_place_is_seen_after_it_was_said(kit, tables):
    world = kit.BoxWorld(tables, [], eye=FROM_AFAR)
    builder = GraphBuilder(kit.graph_of(tables, [kit.belief("cup_1", "cup", tables[1])]))
    watch(builder, world, 8)  # what was seen of table_1 before says nothing
    builder.correct(GraphCorrection("cup_1", place=Relation("cup_1", ON, "table_1")), builder.graph.stamp)
    assert builder.graph.placement("cup_1") == Relation("cup_1", ON, "table_1")
    graph = watch(builder, world, 8)
    assert graph.placement("cup_1") is None
    assert told(graph["cup_1"]) == frozenset()


def test_a_point_says_what_it_stands_on_and_a_look_makes_it_exact(seen_pear):
    builder, world = seen_pear
    builder.correct(GraphCorrection("pear_1", point=(1.0, 3.2, 0.75)), builder.graph.stamp)
    assert builder.graph.placement("pear_1") == Relation("pear_1", ON, "table_2")
    assert told(builder.graph["pear_1"]) == {Matter.PLACE}
    world.things = [world.things[0].at(1.06, 3.3)]
    world.eye, world.target = (0.0, 3.0, 1.2), (1.2, 3.0, 0.75)
    graph = watch(builder, world, 6)
    assert [n.id for n in graph.of_kind(NodeKind.OBJECT)] == ["pear_1"]
    assert graph["pear_1"].pose.position == pytest.approx((1.06, 3.3, 0.75), abs=0.01)
    assert told(graph["pear_1"]) == frozenset()


def test_a_point_on_the_floor_is_in_the_room(seen_pear):
    builder, _ = seen_pear
    builder.correct(GraphCorrection("pear_1", point=(-2.0, 0.0, 0.0)), 9.0)
    assert builder.graph.outgoing("pear_1") == (Relation("pear_1", IN, "kitchen"),)


def test_what_the_robot_did_with_it_since_is_known_better(seen_pear):
    builder, _ = seen_pear
    builder.correct(GraphCorrection("pear_1", "apple", point=(1.0, 3.2, 0.75)), 9.0)
    builder.update(GraphChange(add=(Relation("apple_1", HELD, AGENT_ID),)))
    assert told(builder.graph["apple_1"]) == {Matter.CLASS}


# --- what cannot be

PLACE = Relation("pear_1", ON, "table_2")


@pytest.mark.parametrize(
    ("correction", "cause"),
    [
        (GraphCorrection("plum_1", "apple"), FailureCause.UNKNOWN_OBJECT),
        (GraphCorrection("pear_1"), FailureCause.INVALID_INSTRUCTION),
        (GraphCorrection("pear_1", gone=True, place=PLACE), FailureCause.INVALID_INSTRUCTION),
        (GraphCorrection("pear_1", point=(float("nan"), 0.0, 0.0)), FailureCause.INVALID_INSTRUCTION),
        (GraphCorrection("pear_1", place=PLACE, point=(1.0, 0.0, 0.75)), FailureCause.INVALID_INSTRUCTION),
        (GraphCorrection("pear_1", place=replace(PLACE, target="sofa_9")), FailureCause.UNKNOWN_PLACE),
        (GraphCorrection("pear_1", place=replace(PLACE, type=INSIDE)), FailureCause.INVALID_GRAPH),
        (GraphCorrection("pear_1", place=replace(PLACE, type=HELD, target=AGENT_ID)), FailureCause.INVALID_GRAPH),
        (GraphCorrection("pear_1", place=replace(PLACE, target="kitchen")), FailureCause.INVALID_GRAPH),
        (GraphCorrection("pear_1", place=replace(PLACE, target="pear_1")), FailureCause.INVALID_GRAPH),
        (GraphCorrection("pear_1", place=replace(PLACE, source="plum_1")), FailureCause.INVALID_GRAPH),
        (GraphCorrection("table_1", gone=True), FailureCause.INVALID_GRAPH),
        (GraphCorrection("kitchen", "bathroom"), FailureCause.INVALID_GRAPH),
        (GraphCorrection(AGENT_ID, "apple"), FailureCause.INVALID_GRAPH),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(seen_pear, correction, cause):
    builder, _ = seen_pear
    before = builder.graph
    assert builder.correct(correction, 9.0).outcome.cause is cause
    assert builder.graph is before


def test_where_it_is_cannot_be_said_of_what_the_robot_holds(seen_pear):
    builder, _ = seen_pear
    builder.update(GraphChange(add=(Relation("pear_1", HELD, AGENT_ID),)))
    for correction in (GraphCorrection("pear_1", gone=True), GraphCorrection("pear_1", place=PLACE)):
        assert builder.correct(correction, 9.0).outcome.cause is FailureCause.INVALID_GRAPH


# --- laws

CORRECTIONS = st.sampled_from(
    [
        GraphCorrection("pear_1", "apple", frozenset({"green"})),
        GraphCorrection("pear_1", attributes=frozenset({"ripe"})),
        GraphCorrection("pear_1", gone=True),
        GraphCorrection("pear_1", "apple", place=Relation("pear_1", ON, "table_2")),
        GraphCorrection("pear_1", point=(1.0, 3.2, 0.75)),
    ]
)
ELSEWHERE = st.lists(
    st.tuples(st.sampled_from(["cup", "pear", "apple", "book"]), st.floats(0.9, 1.4), st.floats(-0.5, -0.25)),
    max_size=4,
)
"""Things on the other half of table_1."""
LOOKS = st.lists(st.tuples(st.sampled_from(EYES[:1]), ELSEWHERE), min_size=1, max_size=5)


@settings(deadline=None, max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(CORRECTIONS.filter(lambda c: not c.gone and c.place is None and c.point is None), LOOKS)
def test_looking_at_other_things_takes_nothing_of_it_back(kit, correction, looks):
    tables = kit.table("table_1", 1.2), kit.table("table_2", 1.2, 3.0)
    pear = kit.Thing("pear", Pose((1.0, 0.3, 0.75)), SIZE)
    world = kit.BoxWorld(tables, [pear])
    builder = GraphBuilder(kit.graph_of(tables))
    watch(builder, world, 8)
    node_id = builder.correct(correction, builder.graph.stamp).node_id
    said = builder.graph[node_id]
    for eye, things in looks:
        world.eye = eye
        world.things = [pear, *(kit.Thing(label, Pose((x, y, 0.75)), SIZE) for label, x, y in things)]
        node = watch(builder, world, 4)[node_id]
        assert (node.label, node.attributes, node.told) == (said.label, said.attributes, said.told)
        assert builder.graph.placement(node_id) == Relation(node_id, ON, "table_1")


@settings(deadline=None, max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(CORRECTIONS, st.lists(st.integers(0, 3), min_size=1, max_size=6))
def test_a_restart_keeps_it_and_the_same_eyes_go_on_not_to_overturn_it(kit, correction, frames):
    tables = kit.table("table_1", 1.2), kit.table("table_2", 1.2, 3.0)
    world = kit.BoxWorld(tables, [kit.Thing("pear", Pose(PEAR), SIZE)])
    builder = GraphBuilder(kit.graph_of(tables))
    watch(builder, world, 8)
    node_id = builder.correct(correction, builder.graph.stamp).node_id
    told_then = builder.graph[node_id].told
    for count in frames:
        read = graph_from_json(graph_to_json(builder.graph))
        assert read[node_id].told == builder.graph[node_id].told
        builder = GraphBuilder(read)
        node = watch(builder, world, count)[node_id]
        if not correction.moves:
            assert node.told == told_then
            assert node.pose.is_known is not correction.gone
        assert Matter.CLASS not in told_then.matters or node.label == "apple"


@settings(deadline=None, max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(CORRECTIONS)
def test_saying_it_twice_is_saying_it_once(kit, correction):
    tables = kit.table("table_1", 1.2), kit.table("table_2", 1.2, 3.0)
    builder = GraphBuilder(kit.graph_of(tables))
    watch(builder, kit.BoxWorld(tables, [kit.Thing("pear", Pose(PEAR), SIZE)]), 8)
    node_id = builder.correct(correction, 9.0).node_id
    once = builder.graph
    place = None if correction.place is None else replace(correction.place, source=node_id)
    again = replace(correction, node_id=node_id, place=place)
    assert builder.correct(again, 9.0).node_id == node_id
    assert replace(builder.graph, revision=0) == replace(once, revision=0)
