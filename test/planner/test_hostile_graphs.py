# SPDX-License-Identifier: Apache-2.0
"""The same sane instruction on graphs that are subtly broken: an outcome with words, and no untrue reason."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from makedo_core.failure import FailureCause
from makedo_core.geometry import UNKNOWN_POSE, Pose
from makedo_core.goals.facts import facts
from makedo_core.goals.hand import Hand, too_wide
from makedo_core.graph.asset_model import AssetModel, Region, RegionKind
from makedo_core.graph.scene_graph import (
    MOST_STACKED,
    GraphError,
    Node,
    NodeKind,
    Relation,
    RelationType,
    SceneGraph,
    State,
    check_relations,
)
from makedo_core.plan import RelaxationKind
from makedo_core.skills import Literal, Predicate
from planner_node.engine import Engine
from planner_node.proof.validate import validate
from planner_node.task import PlanningTask, Result, Settings, for_hand
from support.words import Words

TIAGO = Hand(0.082)  # what fits between its fingers [m]
INSTRUCTION = "bring the apple to table_2"
SMALL = (0.05, 0.05, 0.05)
NAN = math.nan
LYING = Relation("apple_1", RelationType.ON, "table_1")
SUBSTITUTE, PLACE = RelaxationKind.SUBSTITUTE, RelaxationKind.CHANGE_PLACE
Break = Callable[[SceneGraph], SceneGraph]


@pytest.fixture
def sane(world) -> SceneGraph:
    return world("apple_1 on table_1", "banana_1 on counter_1", "fork_1 inside drawer_1", "bowl_1 on table_3")


def related(*texts: str, drop: Collection[Relation] = ()) -> Break:
    """More relations, and fewer."""
    words = [text.split() for text in texts]
    new = {Relation(source, RelationType[kind.upper()], target) for source, kind, target in words}
    return lambda g: SceneGraph(g.nodes, (g.relations - frozenset(drop)) | new, 8)


def moved(*texts: str) -> Break:
    """As `related`, with the apple taken from its table."""
    return related(*texts, drop=[LYING])


def node(node_id: str, **change: object) -> Break:
    return lambda g: g.changed(put=[replace(g[node_id], **change)])


def every_node(**change: object) -> Break:
    return lambda g: SceneGraph({n.id: replace(n, **change) for n in g}, g.relations)


def roomless(node_id: str) -> Break:
    return lambda g: g.changed(drop=[r for r in g.outgoing(node_id) if r.type is RelationType.IN])


def new(node_id: str, label: str, kind: NodeKind, on: str = "") -> Break:
    placement = [Relation(node_id, RelationType.ON, on)] if on else []
    return lambda g: g.changed(put=[Node(node_id, label, kind, size=SMALL)], add=placement)


def called(name: str) -> Break:
    """The apple under another id."""

    def rename(graph: SceneGraph) -> SceneGraph:
        return new(name, "apple", NodeKind.OBJECT, "table_1")(graph.changed(remove=["apple_1"]))

    return rename


def piled(height: int) -> Break:
    """Boxes on one another on the apple."""
    names = ("apple_1", *(f"box_{i}" for i in range(height)))

    def pile(graph: SceneGraph) -> SceneGraph:
        for below, name in pairwise(names):
            graph = new(name, "box", NodeKind.OBJECT, below)(graph)
        return graph

    return pile


def then(*breaks: Break) -> Break:
    def broken(graph: SceneGraph) -> SceneGraph:
        for one in breaks:
            graph = one(graph)
        return graph

    return broken


def only(*kinds: NodeKind) -> Break:
    def kept(graph: SceneGraph) -> SceneGraph:
        return SceneGraph({n.id: n for n in graph if n.kind in kinds})

    return kept


ROOM, ASSET, OBJECT, AGENT = NodeKind.ROOM, NodeKind.ASSET, NodeKind.OBJECT, NodeKind.AGENT
SHUT_BOX = AssetModel(regions=(Region("in", RegionKind.INSIDE, Pose(), (1.0, 1.0, 1.0)),))

DONE_AS_ASKED: dict[str, Break] = {
    "a place without a label": node("table_2", label=""),
    "furniture without a room": roomless("table_1"),
    "the place without a room": roomless("table_2"),
    "furniture without a pose": node("table_1", pose=UNKNOWN_POSE),
    "the place without a pose": node("table_2", pose=UNKNOWN_POSE),
    "no poses at all": every_node(pose=UNKNOWN_POSE),
    "no sizes at all": every_node(size=(0.0, 0.0, 0.0)),
    "half a pose": node("table_1", pose=Pose((NAN, 0.0, 0.0))),
    "a quaternion of zeros": node("table_1", pose=Pose((1.0, 1.0, 0.0), (0.0, 0.0, 0.0, 0.0))),
    "furniture beyond all numbers": node("table_1", pose=Pose((1e300, 1e300, 0.0))),
    "the place at infinity": node("table_2", pose=Pose((math.inf, 0.0, 0.0))),
    "a robot beyond all numbers": node("robot", pose=Pose((1e300, -1e300, 0.0))),
    "a robot in no room": roomless("robot"),
    "a robot nowhere": then(roomless("robot"), node("robot", pose=UNKNOWN_POSE)),
    "no robot": lambda g: g.changed(remove=["robot"]),
    "a second robot": new("robot_2", "robot", AGENT),
    "a robot at a thing": related("robot at bowl_1"),
    "a robot at a room": related("robot at kitchen"),
    "a robot at two places": related("robot at table_1", "robot at table_2"),
    "a robot on furniture": related("robot on table_3"),
    "a robot in a bowl": related("robot inside bowl_1"),
    "a thing that is at furniture": related("apple_1 at table_2"),
    "a room in a room": related("kitchen in living_room"),
    "rooms in each other": related("kitchen in living_room", "living_room in kitchen"),
    "a room connected to a thing": related("kitchen connected bowl_1"),
    "things connected": related("apple_1 connected table_2"),
    "furniture on a thing": related("table_1 on bowl_1"),
    "shut furniture without a door": then(
        moved("apple_1 inside counter_1"), node("counter_1", states=frozenset({State.CLOSED}), model=SHUT_BOX)
    ),
    "every state at once": node("fridge_1", states=frozenset(State)),
    "furniture that is locked and open": node("table_1", states=frozenset({State.LOCKED, State.OPEN})),
    "a lower model without regions": node("table_1", model=AssetModel()),
    "a size that is no number": node("apple_1", size=(NAN, NAN, NAN)),
    "a negative size": node("apple_1", size=(-1.0, -1.0, -1.0)),
    "a confidence that is no number": node("apple_1", confidence=NAN),
    "a confidence above one": node("apple_1", confidence=9.0),
    "a thing named like a room": new("pantry", "kitchen", OBJECT, "table_1"),
    "a room named like a thing": new("apple_9", "apple", ROOM),
    "furniture named like a thing": new("apple_2", "apple", ASSET),
    "a robot named like a thing": new("apple_2", "apple", AGENT),
    "an id that is a sentence": called("apple 2; put it down"),
    "an id with control characters": called("a\x00\n\x1b"),
    "an id like a format": called("{0}{object}"),
    "an id like the variable": called("?object"),
    "a place like a wildcard": new("?elsewhere", "table", ASSET),
    "an id without end": new("a" * 100_000, "apple", OBJECT, "table_3"),
    "things on the thing": then(new("box_1", "box", OBJECT, "apple_1"), new("box_2", "box", OBJECT, "box_1")),
    "a pile as high as can be": piled(MOST_STACKED - 1),
    "the thing in the hand": moved("apple_1 held_by robot"),
    "furniture without end": lambda g: SceneGraph(
        {**g.nodes, **{f"table_{i}": Node(f"table_{i}", "table", ASSET) for i in range(5, 105)}}, g.relations
    ),
}


def plan_on(engine: Engine, broken: SceneGraph) -> Result:
    result = engine.plan(for_hand(PlanningTask(INSTRUCTION, broken, asks=True), TIAGO))
    if result.plan is None:
        assert result.outcome.message
    else:
        assert result.explanation and all(change.reason for change in result.plan.relaxations)
        assert validate(result.plan.calls, result.plan.goal, broken).outcome.ok
    return result


@pytest.mark.parametrize("name", DONE_AS_ASKED)
def test_what_does_not_matter_changes_nothing(engine, sane, name):
    result = plan_on(engine, DONE_AS_ASKED[name](sane))
    assert result.plan is not None, result.outcome
    assert result.plan.relaxations == ()
    assert result.plan.calls[-1].arguments[-1] == "table_2"


@pytest.mark.parametrize(
    ("broken", "kind", "reason"),
    [
        (node("apple_1", label=""), SUBSTITUTE, "I know of no apple here"),
        (node("apple_1", label="kitchen"), SUBSTITUTE, "I know of no apple here"),
        (node("apple_1", label="zxqv"), SUBSTITUTE, "I know of no apple here"),
        (node("apple_1", kind=ASSET), SUBSTITUTE, "I know apple 1 only as part of the home"),
        (node("apple_1", kind=ROOM), SUBSTITUTE, "I know of no apple here"),
        (node("apple_1", confidence=0.0), SUBSTITUTE, "apple 1 was not found where it should be"),
        (node("apple_1", size=(math.inf,) * 3), SUBSTITUTE, "apple 1 cannot be grasped"),
        (moved("apple_1 on kitchen"), SUBSTITUTE, "kitchen cannot be driven to"),
        (moved("apple_1 on robot"), SUBSTITUTE, "robot cannot be driven to"),
        (node("table_1", kind=OBJECT), SUBSTITUTE, "table 1 cannot be driven to"),
        (node("table_2", model=AssetModel()), PLACE, "nothing can be put on table 2"),
    ],
)
def test_what_cannot_be_had_is_replaced_and_the_reason_is_true(engine, sane, broken, kind, reason):
    result = plan_on(engine, broken(sane))
    assert result.plan is not None, result.outcome
    assert [change.kind for change in result.plan.relaxations] == [kind]
    assert reason in result.plan.relaxations[0].reason


def test_what_lies_inside_furniture_without_a_model_is_there_already(engine, sane):
    result = plan_on(engine, moved("apple_1 inside table_2")(sane))
    assert result.plan is not None, result.outcome
    assert result.plan.relaxations == () and result.plan.calls == ()
    assert "apple 1 is inside table 2 already" in result.explanation


@pytest.mark.parametrize("holder", ["table_3", "kitchen", "bowl_1", "robot_2"])
def test_what_something_else_holds_is_not_taken_from_it(engine, sane, holder):
    graph = moved(f"apple_1 held_by {holder}")(new("robot_2", "robot", AGENT)(sane))
    result = plan_on(engine, graph)
    assert result.plan is None or all("apple_1" not in call.arguments for call in result.plan.calls)


@pytest.mark.parametrize(
    ("broken", "cause", "told"),
    [
        (every_node(label="zxqv"), FailureCause.OBJECT_NOT_FOUND, "no apple here"),
        (every_node(label=""), FailureCause.OBJECT_NOT_FOUND, "no apple here"),
        (only(), FailureCause.INVALID_GRAPH, "no furniture"),
        (only(ROOM, AGENT), FailureCause.INVALID_GRAPH, "no furniture"),
        (only(OBJECT), FailureCause.INVALID_GRAPH, "no furniture"),
        (node("table_2", kind=OBJECT), FailureCause.NOT_CAPABLE, "not a thing like table_2"),
        (node("table_2", kind=AGENT), FailureCause.UNKNOWN_PLACE, "no table_2 here"),
        (related("table_3 held_by robot"), FailureCause.UNGROUNDED, "'table_3' is of kind asset"),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_cause(engine, sane, broken, cause, told):
    result = plan_on(engine, broken(sane))
    assert result.outcome.cause is cause
    assert told in result.outcome.message


def test_a_loop_made_by_updates_is_refused_at_the_update(sane):
    graph = sane.with_placement(Relation("bowl_1", RelationType.ON, "apple_1"))
    graph = graph.with_placement(Relation("banana_1", RelationType.INSIDE, "bowl_1"))
    with pytest.raises(GraphError, match="cycle"):
        graph.with_placement(Relation("apple_1", RelationType.ON, "banana_1"))


def test_a_pile_without_end_is_refused_at_the_update(sane, words: Words):
    with pytest.raises(GraphError) as raised:
        piled(MOST_STACKED)(sane)
    words(str(raised.value))


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (moved("apple_1 held_by table_3"), "target 'table_3' is of kind asset, expected agent"),
        (related("robot at kitchen"), "expected asset"),
        (related("kitchen in living_room"), "source 'kitchen' is of kind room"),
        (related("robot at table_1", "robot at table_2"), "cannot both be so"),
        (moved("apple_1 on kitchen"), "expected asset or object"),
    ],
)
def test_relations_that_cannot_be_are_told(sane, broken, told):
    check_relations(sane.nodes, sane.relations)
    unlawful = broken(sane)
    with pytest.raises(GraphError, match=told):
        check_relations(unlawful.nodes, unlawful.relations)


@pytest.mark.parametrize("relation", ["apple_1 next_to apple_1", "kitchen connected kitchen", "table_1 in table_1"])
def test_nothing_is_related_to_itself(sane, relation):
    with pytest.raises(GraphError, match="to itself"):
        related(relation)(sane)


def test_nothing_is_in_two_rooms(sane, words: Words):
    with pytest.raises(GraphError) as raised:
        related("table_1 in living_room")(sane)
    words(str(raised.value))


def test_a_robot_at_two_places_is_known_to_be_at_neither(sane):
    assert not _of(Predicate.AT, facts(related("robot at table_1", "robot at table_2")(sane)))
    assert _of(Predicate.AT, facts(related("robot at table_1")(sane))) == {("table_1",)}


def test_everything_in_the_hand_is_held(sane):
    graph = moved("apple_1 held_by robot", "bowl_2 held_by robot")(new("bowl_2", "bowl", OBJECT)(sane))
    assert _of(Predicate.HOLDING, facts(graph)) == {("apple_1",), ("bowl_2",)}
    assert Literal(Predicate.HAND_EMPTY) not in facts(graph)


def test_only_rooms_make_a_way(sane):
    everywhere = _of(Predicate.REACHABLE, facts(sane))
    assert _of(Predicate.REACHABLE, facts(related("kitchen connected bowl_1")(sane))) == everywhere
    apart = new("cellar", "cellar", ROOM)(sane)
    cut_off = _of(Predicate.REACHABLE, facts(related("kitchen connected cellar")(apart)))
    assert cut_off and cut_off < everywhere


@pytest.mark.parametrize(("size", "fits"), [((0.5, NAN, 0.5), True), ((NAN,) * 3, True), ((0.5,) * 3, False)])
def test_an_unknown_extent_counts_as_fitting(size, fits):
    graph = SceneGraph({"a": Node("a", "a", OBJECT, size=size)}, frozenset())
    assert (too_wide(graph, TIAGO) == ()) is fits


def _of(predicate: Predicate, literals: Iterable[Literal]) -> set[tuple[str, ...]]:
    return {literal.terms for literal in literals if literal.predicate is predicate}


IDS = ("apple_1", "banana_1", "bowl_1", "table_1", "table_2", "fridge_1", "kitchen", "robot")
arcs = st.builds(Relation, st.sampled_from(IDS), st.sampled_from(RelationType), st.sampled_from(IDS))
changes = st.fixed_dictionaries(
    {},
    optional={
        "kind": st.sampled_from(NodeKind),
        "label": st.sampled_from(["apple", "table", "kitchen", "", "zxqv"]),
        "states": st.frozensets(st.sampled_from(State)),
        "confidence": st.sampled_from([0.0, 0.3, 1.0, NAN]),
        "pose": st.sampled_from([UNKNOWN_POSE, Pose(), Pose((1e300, NAN, -1e300))]),
        "model": st.sampled_from([None, AssetModel(), SHUT_BOX]),
    },
)


@settings(max_examples=150, deadline=None)
@given(st.lists(arcs, max_size=10), st.dictionaries(st.sampled_from(IDS), changes, max_size=4))
def test_on_any_graph_there_is_an_outcome_and_a_plan_is_valid(ontology, world, arcs, changes):
    whole = world("apple_1 on table_1", "banana_1 on counter_1", "bowl_1 on table_2")
    touched = {relation.source for relation in arcs}
    kept = frozenset(r for r in whole.relations if r.source not in touched)
    nodes = {n.id: replace(n, **changes.get(n.id, {})) for n in whole}
    try:
        broken = SceneGraph(nodes, kept | frozenset(arcs))
    except GraphError as error:
        assert str(error)
        return
    plan_on(Engine(ontology, Settings(time_limit_s=5.0)), broken)
