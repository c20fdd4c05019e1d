# SPDX-License-Identifier: Apache-2.0
"""A thing of which a colour is said is never confirmed by what is of another colour."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.geometry import Pose
from makedo_core.graph.correction import GraphCorrection
from makedo_core.graph.scene_graph import AGENT_ID, SURE_OF_LOOKS, NodeKind, Relation, RelationType, Shape
from makedo_core.ports import GraphChange
from makedo_core.sight.colours import COLOURS, NOT_MEASURED, Colour, Colouring
from scene_graph_node.builder import GraphBuilder
from scene_graph_node.fusion.fusion import UNSURE

ON = RelationType.ON
RED, GREEN = (Colouring(tuple(float(c is colour) for c in COLOURS)) for colour in (Colour.RED, Colour.GREEN))
FLAT = (0.02, 0.14, 0.19)  # of which one side is seen
LONG = (0.17, 0.04, 0.04)  # of which one side is seen from above, and two from before it
HERE, THERE = Pose((1.0, 0.1, 0.75)), Pose((1.0, -0.3, 0.75))


class Scene:
    """A table before the camera, and apples of which colours are said."""

    def __init__(self, kit, *said):
        self.table = kit.table("table_1", 1.2)
        beliefs = []
        for i, attributes in enumerate(said, start=1):
            node, relation = kit.belief(f"apple_{i}", "apple", self.table)
            beliefs.append((replace(node, attributes=frozenset(attributes)), relation))
        self.world = kit.BoxWorld((self.table,))
        self.builder = GraphBuilder(kit.graph_of((self.table,), beliefs))
        self._thing = kit.Thing
        self.colours = {}

    def put(self, pose, colouring, label="apple", size=(0.075, 0.075, 0.075)):
        self.world.things = [t for t in self.world.things if t.pose != pose]
        self.world.things.append(self._thing(label, pose, size))
        self.colours[pose.position] = colouring

    def watch(self, frames=4, shape=Shape.SPHERE):
        for _ in range(frames):
            frame = self.world.frame()
            seen = (replace(o, shape=shape, colouring=self.colours[o.pose.position]) for o in frame.observations)
            self.builder.observe(replace(frame, observations=tuple(seen)))
        return self.builder.graph


def observed(graph):
    return sorted(n.id for n in graph.of_kind(NodeKind.OBJECT) if not n.is_belief)


def test_a_red_apple_does_not_confirm_the_green_one_that_is_believed_there(kit):
    scene = Scene(kit, {"green"})
    scene.put(HERE, RED)
    graph = scene.watch()
    assert observed(graph) == ["apple_2"]
    assert graph["apple_2"].attributes == {"red"}
    assert graph["apple_1"].is_belief


def test_each_of_two_believed_apples_is_confirmed_by_its_own_colour(kit):
    scene = Scene(kit, {"red"}, {"green"})
    scene.put(HERE, GREEN)
    scene.put(THERE, RED)
    graph = scene.watch()
    assert observed(graph) == ["apple_1", "apple_2"]
    assert graph["apple_1"].pose.position == pytest.approx(THERE.position)
    assert graph["apple_2"].pose.position == pytest.approx(HERE.position)


def test_an_apple_that_is_replaced_by_one_of_another_colour_is_gone(kit):
    scene = Scene(kit, {"green"})
    scene.put(HERE, GREEN)
    assert observed(scene.watch()) == ["apple_1"]
    scene.put(HERE, RED)
    graph = scene.watch(12)
    assert observed(graph) == ["apple_2"]
    assert graph.placement("apple_1") is None and not graph["apple_1"].pose.is_known
    assert graph.placement("apple_2") == Relation("apple_2", ON, "table_1")


def test_an_apple_gives_way_as_soon_as_another_is_known_in_its_place(kit):
    scene = Scene(kit, {"green"})
    scene.put(HERE, GREEN)
    assert observed(scene.watch()) == ["apple_1"]
    scene.put(HERE, RED)
    for _ in range(8):
        graph = scene.watch(1)
        if "apple_2" in graph:
            break
    assert observed(graph) == ["apple_2"] and graph.placement("apple_1") is None


def test_one_side_of_a_box_is_rather_that_of_the_box_whose_colour_it_shows(kit):
    """Seen from above it could be either of two that the graph has at one place."""
    scene = Scene(kit, {"green"})
    scene.put(HERE, GREEN, size=LONG)
    scene.watch(12, Shape.BOX)
    scene.put(HERE, RED, size=LONG)
    scene.world.target = HERE.position
    for _ in range(8):
        for eye in ((0.0, 0.0, 1.2), (0.9, 0.1, 1.5)):
            scene.world.eye = eye
            graph = scene.watch(1, Shape.BOX)
    assert observed(graph) == ["apple_2"] and graph["apple_2"].attributes == {"red"}
    assert not graph["apple_1"].pose.is_known


def test_a_lost_apple_has_not_become_one_of_another_colour(kit):
    scene = Scene(kit, {"green"})
    scene.put(HERE, GREEN)
    scene.watch(8)
    scene.world.things.clear()
    scene.put(THERE, RED)
    graph = scene.watch(12)
    assert observed(graph) == ["apple_2"] and not graph["apple_1"].pose.is_known


def test_what_was_not_measured_confirms_a_thing_and_leaves_doubt_in_the_graph(kit):
    scene = Scene(kit, {"green"})
    scene.put(HERE, NOT_MEASURED)
    graph = scene.watch(10)
    assert observed(graph) == ["apple_1"] and graph["apple_1"].confidence == pytest.approx(UNSURE)
    scene.put(HERE, GREEN)
    assert scene.watch(10)["apple_1"].confidence > 0.9


def test_one_side_of_a_box_that_shows_another_colour_neither_confirms_nor_contradicts(kit):
    scene = Scene(kit, {"green"})
    scene.put(HERE, replace(RED))
    scene.world.things = [replace(t, size=(0.02, 0.14, 0.19)) for t in scene.world.things]
    graph = scene.watch(10, Shape.BOX)
    assert observed(graph) == ["apple_1"] and graph["apple_1"].confidence == pytest.approx(UNSURE)


def mixed(green):
    """Green and red, as a sponge whose top is of another colour than its sides."""
    return RED.mixed_with(GREEN, green)


@pytest.mark.parametrize(
    ("before", "after", "sure"),
    [
        (0.3, 0.1, True),  # it was seen to be green where it was taken, and shows some of it where it was put
        (0.3, 0.02, False),  # nothing to speak of: it may be another one
        (0.1, 0.1, False),  # it was never seen to be green
    ],
)
def test_a_colour_that_was_seen_before_a_thing_was_brought_needs_only_not_to_be_missing_there(kit, before, after, sure):
    scene = Scene(kit, {"green"})
    scene.put(HERE, mixed(before), size=FLAT)
    assert observed(scene.watch(10, Shape.BOX)) == ["apple_1"]
    scene.builder.update(GraphChange(add=(Relation("apple_1", RelationType.HELD_BY, AGENT_ID),)))
    scene.world.things.clear()
    scene.put(THERE, mixed(after), size=FLAT)
    scene.builder.update(GraphChange(add=(Relation("apple_1", ON, "table_1"),), poses=(("apple_1", THERE),)))
    graph = scene.watch(10, Shape.BOX)
    assert observed(graph) == ["apple_1"] and (graph["apple_1"].confidence >= SURE_OF_LOOKS) is sure


def test_a_new_thing_of_a_class_that_no_colours_tell_apart_gets_none(kit):
    scene = Scene(kit, set())
    scene.put(HERE, RED)
    scene.put(THERE, GREEN)
    graph = scene.watch()
    assert observed(graph) == ["apple_1", "apple_2"]
    assert not graph["apple_1"].attributes and not graph["apple_2"].attributes


def test_a_persons_word_on_a_colour_stands_against_the_camera(kit):
    scene = Scene(kit, {"red"})
    scene.put(HERE, RED)
    scene.watch()
    assert scene.builder.correct(GraphCorrection("apple_1", attributes=frozenset({"green"})), 1.0).outcome.ok
    assert observed(scene.watch(12)) == ["apple_1"]


@pytest.mark.parametrize(("score", "found"), [(0.25, []), (0.6, ["apple_1"])])
def test_many_weak_sightings_are_no_strong_one(kit, score, found):
    scene = Scene(kit)
    scene.put(HERE, NOT_MEASURED)
    for _ in range(40):
        frame = scene.world.frame()
        weak = tuple(replace(o, score=score) for o in frame.observations)
        scene.builder.observe(replace(frame, observations=weak))
    assert observed(scene.builder.graph) == found
