# SPDX-License-Identifier: Apache-2.0
"""What could fulfil a demand is looked for no further than needed, however large the home."""

from __future__ import annotations

import pytest

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.known_failure import FailureKind, KnownFailure
from planner_node.grounding.ground import ground
from planner_node.grounding.scene import Scene
from planner_node.language.interpret import interpret
from planner_node.proof.backend import Manner
from planner_node.relaxation.options import Reachability, lacks_stand_ins, make_options, needs_other_places


@pytest.fixture
def demand(ontology):
    """The only demand of an instruction in a graph, with its scene."""

    def make(instruction, graph, failures=()):
        scene = Scene(graph, ontology, failures)
        (found,) = ground(interpret(instruction, ontology, graph), scene)
        return found, scene

    return make


def test_a_thing_that_cannot_be_had_is_no_reason_to_think_of_other_places(demand, world):
    failures = (KnownFailure(FailureKind.UNREACHABLE, "apple_1"),)
    found, scene = demand("bring the apple to table_2", world("apple_1 on table_1", "orange_1 on table_1"), failures)
    options = make_options(found, scene, other_places=False)
    assert not needs_other_places(options, Reachability(scene.backend, options.literals(), Manner()))


@pytest.mark.parametrize(
    ("said", "failing", "needed"),
    [
        ("bring the apple to table_2", (), False),
        ("bring two apples to table_2", (), True),
        ("bring the apple to table_2", (KnownFailure(FailureKind.UNREACHABLE, "apple_1"),), True),
    ],
)
def test_stand_ins_are_looked_for_where_what_was_asked_for_falls_short(demand, world, said, failing, needed):
    found, scene = demand(said, world("apple_1 on table_1", "orange_1 on table_1"), failing)
    options = make_options(found, scene, other_places=False, stand_ins=False)
    everything = make_options(found, scene, other_places=False)
    assert [s.node_id for s in everything.substitutes] == ["orange_1"]
    assert (options.wanted, options.targets) == (everything.wanted, everything.targets)
    lacks = lacks_stand_ins(options, Reachability(scene.backend, options.literals(), Manner()))
    assert (lacks or options == everything) is needed


def test_a_place_that_cannot_be_used_is_one(demand, world):
    found, scene = demand("put the fork inside drawer_1", world("fork_1 on table_1", locked=["drawer_1"]))
    options = make_options(found, scene, other_places=False)
    assert needs_other_places(options, Reachability(scene.backend, options.literals(), Manner()))
    others = make_options(found, scene, other_places=True).targets
    assert len(others) > 1 and others[0].change is None


def test_of_many_other_places_the_closest_in_kind_and_space_are_kept(demand, world):
    many = [Node(f"table_{i}", "table", NodeKind.ASSET, Pose.planar(float(i), 0.0)) for i in range(10, 60)]
    found, scene = demand("bring the fork to table_2", world("fork_1 on table_1", extra=many))
    targets = make_options(found, scene, other_places=True).targets
    assert len(targets) < 20
    changed = [t for t in targets if t.change is not None]
    assert [(t.cost, t.away_m) for t in changed] == sorted((t.cost, t.away_m) for t in changed)


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("bring a plate to table_2", "plate_2"),
        ("bring a dirty plate to table_2", "plate_1"),
        ("put a plate inside dishwasher_1", "plate_1"),  # nobody eats there: the nearest
    ],
)
def test_what_is_dirty_comes_last_where_people_use_it_and_did_not_ask_for_it(demand, world, said, first):
    dirty = Node("plate_1", "plate", NodeKind.OBJECT, attributes=frozenset({"dirty"}))
    dishwasher = Node("dishwasher_1", "dishwasher", NodeKind.ASSET)
    graph = world("plate_1 on table_1", "plate_2 on counter_1", extra=[dirty, dishwasher])
    found, scene = demand(said, graph)
    assert make_options(found, scene, other_places=False).wanted[0] == first
