# SPDX-License-Identifier: Apache-2.0
"""Facts of a graph, and that skill calls change facts and graph alike."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from makedo_core.failure import MakedoError
from makedo_core.geometry import Pose
from makedo_core.goals.facts import apply, facts, failing_preconditions, graph_after, words
from makedo_core.goals.hand import Hand, too_wide
from makedo_core.graph.asset_model import (
    Articulation,
    AssetModel,
    Handle,
    JointKind,
    Region,
    RegionKind,
    Switch,
    SwitchKind,
)
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.skills import SKILLS, Literal, Predicate, SkillCall, Type

P = Predicate


def lit(predicate: Predicate, *terms: str) -> Literal:
    return Literal(predicate, terms)


def graph(*relations: Relation, **changes: Node) -> SceneGraph:
    nodes = {
        "kitchen": Node("kitchen", "kitchen", NodeKind.ROOM),
        "table_1": Node("table_1", "table", NodeKind.ASSET),
        "fridge_1": Node("fridge_1", "fridge", NodeKind.ASSET, states=frozenset({State.CLOSED})),
        "lamp_1": Node("lamp_1", "lamp", NodeKind.ASSET, states=frozenset({State.OFF})),
        "bowl_1": Node("bowl_1", "bowl", NodeKind.OBJECT, size=(0.15, 0.15, 0.06)),
        "apple_1": Node("apple_1", "apple", NodeKind.OBJECT, size=(0.07, 0.07, 0.07)),
        "robot": Node("robot", "robot", NodeKind.AGENT),
        **changes,
    }
    placed = {
        Relation("table_1", RelationType.IN, "kitchen"),
        Relation("bowl_1", RelationType.ON, "table_1"),
        Relation("apple_1", RelationType.INSIDE, "bowl_1"),
    }
    return SceneGraph(nodes, frozenset(relations) or frozenset(placed))


def test_nested_support_counts_as_resting_on_the_furniture():
    found = facts(graph())
    assert {lit(P.INSIDE, "apple_1", "bowl_1"), lit(P.ON, "apple_1", "table_1")} <= found
    assert lit(P.CLEAR, "apple_1") in found
    assert lit(P.CLEAR, "bowl_1") not in found


def test_a_container_without_a_door_is_always_open_and_one_with_a_door_is_not():
    inside = Region("in", RegionKind.INSIDE, Pose(), (0.3, 0.3, 0.3))
    handle = Handle((0, 0, 0), (0, 0, 1), 0.1, 0.01)
    door = Articulation(JointKind.HINGE, "j", (0, 0, 0), (0, 0, 1), (0, 1.5), 1.0, handle)
    bin_1 = Node("bin_1", "bin", NodeKind.ASSET, model=AssetModel(regions=(inside,)))
    box_1 = Node("box_1", "fridge", NodeKind.ASSET, model=AssetModel(regions=(inside,), articulation=door))
    lamp_2 = Node("lamp_2", "lamp", NodeKind.ASSET, model=AssetModel(switch=Switch((0, 0, 0), (0, 0, 1))))
    found = facts(graph(bin_1=bin_1, box_1=box_1, lamp_2=lamp_2))
    assert lit(P.OPEN, "bin_1") in found
    assert lit(P.OPENABLE, "bin_1") not in found
    assert lit(P.OPEN, "box_1") not in found
    assert {lit(P.OPENABLE, "box_1"), lit(P.CONTAINER, "box_1"), lit(P.SWITCHABLE, "lamp_2")} <= found
    assert lit(P.SURFACE, "box_1") not in found


def test_what_is_ajar_is_neither_open_nor_closed_and_can_be_made_either():
    for state, true in ((State.OPEN, {P.OPEN}), (State.CLOSED, {P.CLOSED}), (State.AJAR, set())):
        fridge = Node("fridge_1", "fridge", NodeKind.ASSET, states=frozenset({state}))
        at = facts(graph(Relation(AGENT_ID, RelationType.AT, "fridge_1"), fridge_1=fridge))
        assert {p for p in (P.OPEN, P.CLOSED) if lit(p, "fridge_1") in at} == true
        assert bool(failing_preconditions(SkillCall("open", ("fridge_1",)), at)) == (state is State.OPEN)
        assert bool(failing_preconditions(SkillCall("close", ("fridge_1",)), at)) == (state is State.CLOSED)
        assert lit(P.CONTAINER, "fridge_1") in at


def button(node_id: str = "button_1") -> Node:
    switch = Switch((0.1, 0.0, 0.9), (-1.0, 0.0, 0.0), SwitchKind.BUTTON)
    return Node(node_id, "push_button", NodeKind.ASSET, model=AssetModel(switch=switch))


def test_a_button_is_pressed_and_never_switched_unless_it_is_stuck():
    found = facts(graph(button_1=button()))
    assert lit(P.PRESSABLE, "button_1") in found
    assert lit(P.SWITCHABLE, "button_1") not in found
    assert lit(P.PRESSABLE, "lamp_1") not in found
    stuck = KnownFailure(FailureKind.STUCK, "button_1")
    assert lit(P.PRESSABLE, "button_1") not in facts(graph(button_1=button()), [stuck])


def test_a_button_that_was_pressed_is_pressed_again_for_the_next_instruction():
    before = graph(button_1=button())
    call = SkillCall("press", ("button_1",))
    assert lit(P.PRESSED, "button_1") in apply(call, facts(before))
    assert graph_after(call, before) == before


def test_what_is_too_large_for_the_gripper_or_known_to_be_out_of_reach_is_not_graspable():
    crate = Node("crate_1", "crate", NodeKind.OBJECT, size=(0.4, 0.4, 0.4))
    world = graph(crate_1=crate)
    assert too_wide(world, Hand(0.08)) == (KnownFailure(FailureKind.TOO_WIDE, "crate_1"),)
    assert lit(P.GRASPABLE, "crate_1") in facts(world)
    assert lit(P.GRASPABLE, "crate_1") not in facts(world, too_wide(world, Hand(0.08)))
    assert lit(P.GRASPABLE, "bowl_1") in facts(world, too_wide(world, Hand(0.08)))
    assert lit(P.GRASPABLE, "bowl_1") not in facts(world, [KnownFailure(FailureKind.UNREACHABLE, "bowl_1")])


@pytest.mark.parametrize(
    ("kind", "node", "gone"),
    [
        (FailureKind.BLOCKED, "table_1", lit(P.REACHABLE, "table_1")),
        (FailureKind.MISSING, "bowl_1", lit(P.ON, "bowl_1", "table_1")),
        (FailureKind.STUCK, "fridge_1", lit(P.OPENABLE, "fridge_1")),
        (FailureKind.FULL, "table_1", lit(P.SURFACE, "table_1")),
        (FailureKind.FULL, "fridge_1", lit(P.CONTAINER, "fridge_1")),
        (FailureKind.FULL_ON, "table_1", lit(P.SURFACE, "table_1")),
        (FailureKind.FULL_INSIDE, "fridge_1", lit(P.CONTAINER, "fridge_1")),
    ],
)
def test_each_known_failure_takes_its_fact_away(kind, node, gone):
    failure = KnownFailure(kind, node)
    assert gone in facts(graph())
    assert gone not in facts(graph(), [failure])
    assert KnownFailure.parse(str(failure)) == failure


def test_no_room_on_top_is_room_inside_all_the_same():
    failures = [KnownFailure(FailureKind.FULL_ON, "fridge_1"), KnownFailure(FailureKind.FULL_INSIDE, "table_1")]
    full = facts(graph(), failures)
    assert {lit(P.CONTAINER, "fridge_1"), lit(P.SURFACE, "table_1")} <= full


@pytest.mark.parametrize("text", ["", "unreachable", "sticky fridge_1", "unreachable a b"])
def test_a_malformed_known_failure_is_refused(text):
    with pytest.raises(MakedoError, match="expected one of unreachable"):
        KnownFailure.parse(text)


def test_an_object_with_confidence_zero_has_no_place():
    world = graph(apple_1=Node("apple_1", "apple", NodeKind.OBJECT, confidence=0.0))
    assert not {f for f in facts(world) if f.predicate in (P.ON, P.INSIDE) and f.terms[0] == "apple_1"}


def test_rooms_without_a_connection_cannot_be_driven_to():
    rooms = {name: Node(name, "room", NodeKind.ROOM) for name in ("hall", "attic")}
    attic_table = Node("table_9", "table", NodeKind.ASSET)
    relations = (
        Relation("table_1", RelationType.IN, "kitchen"),
        Relation("table_9", RelationType.IN, "attic"),
        Relation(AGENT_ID, RelationType.IN, "hall"),
        Relation("hall", RelationType.CONNECTED, "kitchen"),
    )
    found = facts(graph(*relations, **rooms, table_9=attic_table))
    assert lit(P.REACHABLE, "table_1") in found
    assert lit(P.REACHABLE, "table_9") not in found


def test_failing_preconditions_are_told_in_plain_words():
    call = SkillCall("pick_up", ("bowl_1", "table_1"))
    told = failing_preconditions(call, facts(graph()))
    assert told == ("the robot is not at table 1", "something rests on or in bowl 1")
    told = failing_preconditions(SkillCall("open", ("table_1",)), facts(graph()))
    assert "table 1 cannot be opened or closed" in told


@pytest.mark.parametrize("predicate", list(Predicate))
def test_every_literal_and_its_opposite_can_be_told(predicate):
    literal = lit(predicate, "a_1", "b_1")
    assert words(literal) != words(~literal)
    assert "_" not in words(literal)


ARGUMENTS = {Type.ASSET: ("table_1", "fridge_1", "lamp_1", "button_1"), Type.OBJECT: ("bowl_1", "apple_1")}


@st.composite
def calls(draw) -> SkillCall:
    spec = draw(st.sampled_from(sorted(SKILLS.values(), key=lambda s: s.name)))
    return SkillCall(spec.name, tuple(draw(st.sampled_from(ARGUMENTS[p.type])) for p in spec.parameters))


@given(st.lists(calls(), max_size=40))
@settings(max_examples=200, deadline=None)
def test_facts_and_graph_change_alike_and_applying_twice_is_applying_once(sequence):
    world = graph(button_1=button())
    known = facts(world)
    for call in sequence:
        if failing_preconditions(call, known):
            continue
        known = apply(call, known)
        assert apply(call, known) == known
        world = graph_after(call, world)
        assert {f for f in known if f.predicate not in (P.EXPLORED, P.PRESSED)} == facts(world)


def test_facts_can_be_restricted_to_some_nodes():
    part = facts(graph(), only=["apple_1"])
    assert part <= facts(graph())
    assert not {f for f in part if f.terms and f.terms[0] == "table_1"}


@pytest.mark.parametrize(
    ("placed", "reason"),
    [
        (
            Relation("apple_1", RelationType.ON, "table_1"),
            "apple 1 is not on fridge 1 and apple 1 is not inside fridge 1",
        ),
        (Relation("apple_1", RelationType.INSIDE, "fridge_1"), "apple 1 is not on fridge 1 and fridge 1 is not open"),
    ],
)
def test_what_is_not_there_is_told_once(placed, reason):
    home = graph(placed, Relation("robot", RelationType.AT, "fridge_1"))
    failing = failing_preconditions(SkillCall("pick_up", ("apple_1", "fridge_1")), facts(home))
    assert failing[-1] == reason and sum("not on" in words for words in failing) == 1
