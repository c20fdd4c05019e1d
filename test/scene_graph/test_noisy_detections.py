# SPDX-License-Identifier: Apache-2.0
"""A detector that misses, confuses, doubles and invents things does not make the graph untrue for long."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph, Shape
from makedo_core.sight.observation import Frame, Observation
from makedo_core.sight.view import View
from scene_graph_node.builder import GraphBuilder
from scene_graph_node.fusion.overlap import observed_box
from support.tiers import slow

CLASSES = ("cola_can", "mug", "apple", "bowl", "cracker_box", "fork")
FRAMES = 60  # from each place
LASTING_FRAMES = 15  # three seconds at five a second
EYES = ((0.0, 0.0, 1.2), (0.2, 0.6, 1.3), (0.1, -0.5, 1.25))


@dataclass
class Errors:
    """What a small network does to true observations."""

    rng: np.random.Generator
    drop: float = 0.1
    flip: float = 0.05
    double: float = 0.05
    invent: float = 0.1
    shift_m: float = 0.004
    again: list[Observation] = field(default_factory=list)

    def of(self, frame: Frame) -> Frame:
        """The frame as such a detector would give it."""
        seen = [o for true in frame.observations for o in self._seen(true)]
        invented = self.again + [self._made_up(frame.view) for _ in range(self.rng.poisson(self.invent))]
        self.again = [o for o in invented if o not in self.again and self.rng.random() < 0.5]
        return replace(frame, observations=(*seen, *invented))

    def _seen(self, true: Observation) -> list[Observation]:
        if self.rng.random() < self.drop:
            return []
        shifted = self._shifted(true)
        if self.rng.random() < self.flip:
            return [self._confused(shifted)]
        found = [replace(shifted, score=float(self.rng.uniform(0.55, 0.95)))]
        return [*found, self._confused(self._shifted(true))] if self.rng.random() < self.double else found

    def _shifted(self, true: Observation) -> Observation:
        x, y, z = (v + self.rng.normal(0.0, self.shift_m) for v in true.pose.position)
        return replace(true, pose=Pose((x, y, z)))

    def _confused(self, true: Observation) -> Observation:
        other = [c for c in CLASSES if c != true.label]
        return replace(true, label=str(self.rng.choice(other)), score=float(self.rng.uniform(0.3, 0.7)))

    def _made_up(self, view: View) -> Observation:
        """Somewhere on the table; in plain view, for what no ray reaches is not detected."""
        while True:
            x, y = self.rng.uniform((0.85, -0.5), (1.5, 0.5))
            label, score = str(self.rng.choice(CLASSES)), float(self.rng.uniform(0.3, 0.7))
            found = Observation(label, score, Pose((float(x), float(y), 0.75)), (0.08, 0.08, 0.1), Shape.BOX)
            if view.evidence([observed_box(found)]).open_share > 0.7:
                return found


@pytest.fixture
def world(kit):
    """A table with one thing of most classes and two of one; a fork that is too flat to be missed by depth."""
    sizes = {"bowl": (0.15, 0.15, 0.06), "fork": (0.18, 0.03, 0.015), "apple": (0.08, 0.08, 0.08)}
    places = {
        "cola_can": ((1.0, 0.3), (1.2, -0.3)),
        "mug": ((1.0, -0.05),),
        "apple": ((1.15, 0.12),),
        "bowl": ((1.3, 0.35),),
        "fork": ((0.95, -0.3),),
    }
    things = [
        kit.Thing(label, Pose((x, y, 0.75)), sizes.get(label, (0.07, 0.07, 0.12)))
        for label, spots in places.items()
        for x, y in spots
    ]
    return kit.BoxWorld((kit.table("table_1", 1.2),), things)


def found(graph: SceneGraph, things: Sequence) -> dict[str, int]:
    """Observed objects -> index of the thing of their class where they are."""
    result: dict[str, int] = {}
    for node in observed(graph):
        for i, thing in enumerate(things):
            near = math.dist(node.pose.position, thing.pose.position) < 0.03
            if near and thing.label == node.label and i not in result.values():
                result[node.id] = i
    return result


def observed(graph: SceneGraph) -> list[Node]:
    return [n for n in graph.of_kind(NodeKind.OBJECT) if n.pose.is_known and not n.is_belief]


@pytest.mark.parametrize("seed", [0, *slow(*range(1, 6))])
def test_a_graph_stays_true_although_the_detector_errs(kit, world, seed):
    builder = GraphBuilder(kit.graph_of(world.assets))
    errors = Errors(np.random.default_rng(seed))
    names: dict[int, set[str]] = {i: set() for i in range(len(world.things))}
    ghost_for: Counter[str] = Counter()
    right = wrong = frames = 0
    for eye in EYES:
        world.eye = eye
        for _ in range(FRAMES):
            graph = builder.observe(errors.of(world.frame()))
            pairs = found(graph, world.things)
            for node_id, i in pairs.items():
                names[i].add(node_id)
            ghosts = {n.id for n in observed(graph)} - pairs.keys()
            ghost_for = Counter({i: ghost_for[i] + 1 for i in ghosts})
            assert all(count < LASTING_FRAMES for count in ghost_for.values()), ghost_for
            frames += 1
            if frames > LASTING_FRAMES:
                right += 2 * len(pairs)
                wrong += len(ghosts) + len(world.things) - len(pairs)
    assert right / (right + wrong) >= 0.95
    assert {i: len(ids) for i, ids in names.items()} == dict.fromkeys(names, 1)


@pytest.mark.parametrize("seed", [0, *slow(1, 2)])
def test_what_is_taken_away_is_missed_although_the_detector_errs(kit, world, seed):
    builder = GraphBuilder(kit.graph_of(world.assets))
    errors = Errors(np.random.default_rng(100 + seed))
    for _ in range(FRAMES):
        builder.observe(errors.of(world.frame()))
    gone = [t for t in world.things if t.label in ("mug", "fork")]
    world.things[:] = [t for t in world.things if t not in gone]
    for _ in range(LASTING_FRAMES):
        graph = builder.observe(errors.of(world.frame()))
    assert not [n.id for n in observed(graph) if n.label == "mug"]
    assert len(found(graph, world.things)) == len(world.things)


def test_two_classes_for_one_thing_in_every_frame_make_one_node(kit, world):
    can = kit.Thing("cola_can", Pose((1.0, 0.1, 0.75)))
    world.things[:] = [can]
    builder = GraphBuilder(kit.graph_of(world.assets))
    for _ in range(10):
        frame = world.frame()
        sure, unsure = (replace(frame.observations[0], label=c, score=s) for c, s in (("cola_can", 0.8), ("mug", 0.5)))
        graph = builder.observe(replace(frame, observations=(unsure, sure)))
    assert [n.id for n in observed(graph)] == ["cola_can_1"]


def test_a_class_that_wins_the_votes_renames_the_thing_once(kit, world):
    world.things[:] = [kit.Thing("cola_can", Pose((1.0, 0.1, 0.75)))]
    builder = GraphBuilder(kit.graph_of(world.assets))
    for label, score in [("mug", 0.6)] * 3 + [("cola_can", 0.9)] * 12:
        frame = world.frame()
        graph = builder.observe(
            replace(frame, observations=(replace(frame.observations[0], label=label, score=score),))
        )
    assert [n.label for n in observed(graph)] == ["cola_can"]
    assert len(graph.of_kind(NodeKind.OBJECT)) == 1
