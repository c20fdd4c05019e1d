# SPDX-License-Identifier: Apache-2.0
"""Conversions survive the wire: every test goes through serialised messages."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rclpy.serialization import deserialize_message, serialize_message

from executor_node.instruction.task import TaskState
from makedo import msg as makedo_msgs
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import UNKNOWN_POSE, Pose
from makedo_core.goals.goal import AllOf, AtLeast, Holds
from makedo_core.graph.asset_model import Articulation, AssetModel, Handle, JointKind, Part, Region, RegionKind, Switch
from makedo_core.graph.openings import opened_to
from makedo_core.graph.scene_graph import (
    AGENT_ID,
    GraphError,
    Node,
    NodeKind,
    Relation,
    RelationType,
    SceneGraph,
    Shape,
    State,
)
from makedo_core.plan import Light, Plan, PlannedCall, Relaxation, RelaxationKind
from makedo_core.record.tree_view import BehaviourProgress
from makedo_core.skills import Literal, Predicate, SkillCall
from makedo_ros.conversions.nouns import (
    graph_from_ros,
    graph_to_ros,
    outcome_from_ros,
    outcome_to_ros,
    planned_call_from_ros,
    planned_call_to_ros,
    pose_from_ros,
    pose_to_ros,
    relaxation_from_ros,
    relaxation_to_ros,
    time_from_ros,
    time_to_ros,
)
from makedo_ros.conversions.plans.plans import plan_from_ros, plan_to_ros


def over_the_wire(message):
    return deserialize_message(serialize_message(message), type(message))


MODEL = AssetModel(
    parts=(
        Part("top", Pose.planar(0, 0, z=0.7), (1.0, 0.6, 0.04)),
        Part("door", Pose(), (0.02, 0.4, 1.0), moving=True),
    ),
    regions=(Region("inside", RegionKind.INSIDE, Pose.planar(0, 0, z=0.7), (0.4, 0.3, 0.3)),),
    articulation=Articulation(
        JointKind.HINGE, "hinge", (0.2, 0.2, 0.0), (0.0, 0.0, 1.0), (0.0, 1.9), 1.0,
        Handle((0.25, -0.15, 0.8), (0.0, 0.0, 1.0), 0.3, 0.02),
    ),
    switch=Switch((0.0, 0.0, 1.0), (-1.0, 0.0, 0.0)),
)  # fmt: skip


def home() -> SceneGraph:
    nodes = [
        Node("kitchen", "kitchen", NodeKind.ROOM, Pose(), (4.0, 4.0, 2.5)),
        Node("fridge_1", "fridge", NodeKind.ASSET, Pose.planar(1, 1, 0.5), model=MODEL,
             states=frozenset({State.CLOSED})),
        Node("milk_1", "milk_carton", NodeKind.OBJECT, UNKNOWN_POSE, confidence=0.25, attributes=frozenset({"cold"})),
        Node("can_1", "cola_can", NodeKind.OBJECT, Pose.planar(1, 0.5, 0.25, 0.75), (0.0625, 0.0625, 0.125),
             Shape.CYLINDER, 1.0, 12.5),
        Node(AGENT_ID, "tiago", NodeKind.AGENT, Pose()),
    ]  # fmt: skip
    relations = {
        Relation("fridge_1", RelationType.IN, "kitchen"),
        Relation("milk_1", RelationType.INSIDE, "fridge_1"),
        Relation("can_1", RelationType.HELD_BY, AGENT_ID),
    }
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations), 7, "home", 3.5)


def test_a_graph_survives_the_wire():
    graph = home()
    back = graph_from_ros(over_the_wire(graph_to_ros(graph)))
    assert (back.revision, back.scene, back.stamp, back.relations) == (7, "home", 3.5, graph.relations)
    for node in graph:
        other = back[node.id]
        assert replace(other, pose=node.pose, size=node.size) == node
        assert other.size == pytest.approx(node.size)
        if node.pose.is_known:
            assert other.pose.position == pytest.approx(node.pose.position)
            assert other.pose.yaw == pytest.approx(node.pose.yaw, abs=1e-6)
        else:
            assert not other.pose.is_known


def test_how_far_a_door_is_open_survives_the_wire():
    graph = home()
    door = opened_to(graph["fridge_1"].with_state(State.OPEN), 1.25)
    back = graph_from_ros(over_the_wire(graph_to_ros(graph.changed(put=[door]))))
    assert back["fridge_1"].opening == 1.25
    assert [n.id for n in back if n.opening is not None] == ["fridge_1"]


def test_an_empty_graph_survives_the_wire():
    assert len(graph_from_ros(over_the_wire(graph_to_ros(SceneGraph())))) == 0


@pytest.mark.parametrize("kind", list(NodeKind))
def test_every_node_kind_survives_the_wire(kind):
    graph = SceneGraph({"a": Node("a", "thing", kind)})
    assert graph_from_ros(over_the_wire(graph_to_ros(graph)))["a"].kind is kind


@pytest.mark.parametrize("shape", list(Shape))
def test_every_shape_survives_the_wire(shape):
    graph = SceneGraph({"a": Node("a", "thing", NodeKind.OBJECT, shape=shape)})
    assert graph_from_ros(over_the_wire(graph_to_ros(graph)))["a"].shape is shape


@pytest.mark.parametrize("relation", list(RelationType))
def test_every_relation_survives_the_wire(relation):
    nodes = {i: Node(i, "thing", NodeKind.OBJECT) for i in ("a", "b")}
    graph = SceneGraph(nodes, frozenset({Relation("a", relation, "b")}))
    assert graph_from_ros(over_the_wire(graph_to_ros(graph))).relations == graph.relations


def _broken(**fields) -> makedo_msgs.SceneGraph:
    message = graph_to_ros(home())
    for name, value in fields.items():
        setattr(message, name, value)
    return message


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"label": ["one"]}, "label has 1 entries, expected 5"),
        ({"pose": [0.0] * 3}, "pose has 3 entries, expected 35"),
        ({"kind": [9] * 5}, "9 is not a valid NodeKind"),
        ({"relation_type": [9, 9, 9]}, "out of range"),
        ({"relation_target": [99, 99, 99]}, "out of range"),
        ({"id": ["a"] * 5}, "unique"),
        ({"states": ["wet"] * 5}, "'wet' is not a valid State"),
        ({"model": ["{"] * 5}, "asset model"),
        ({"pose": [math.nan, *[0.0] * 34]}, "mixes numbers and NaN"),
        ({"size": [math.inf] * 15}, "must be finite"),
        ({"opening": [1.0]}, "opening has 1 entries, expected 5"),
        ({"opening": [math.nan, 9.0, *[math.nan] * 3]}, "'fridge_1': opening is 9; its joint goes from 0 to 1.9"),
        ({"opening": [math.nan, math.inf, *[math.nan] * 3]}, "'fridge_1': opening is inf; its joint goes"),
        ({"opening": [0.5, *[math.nan] * 4]}, "'kitchen': opening is 0.5, but nothing of its model opens"),
    ],
)
def test_a_broken_message_says_what_is_wrong(fields, words):
    with pytest.raises(GraphError, match=words):
        graph_from_ros(_broken(**fields))


@pytest.mark.parametrize("cause", list(FailureCause))
def test_every_failure_cause_has_its_constant_in_the_message(cause):
    assert getattr(makedo_msgs.Outcome, cause.name) == cause
    outcome = Outcome(cause, "because")
    assert outcome_from_ros(over_the_wire(outcome_to_ros(outcome))) == outcome


def test_the_message_has_no_cause_that_the_core_lacks():
    constants = {name for name in dir(makedo_msgs.Outcome) if name.isupper() and name != "SLOT_TYPES"}
    assert constants == {cause.name for cause in FailureCause}


def test_an_unknown_code_is_an_internal_error():
    assert outcome_from_ros(makedo_msgs.Outcome(code=999)).cause is FailureCause.INTERNAL_ERROR


@pytest.mark.parametrize("kind", list(RelaxationKind))
def test_a_plan_with_every_kind_of_relaxation_survives_the_wire(kind):
    on = Literal(Predicate.ON, ("?object", "table_2"))
    goal = AllOf((AtLeast(2, ("a", "b", "c"), on), Holds(Literal(Predicate.OPEN, ("fridge_1",), negated=True))))
    plan = Plan(
        "bring two", goal, (SkillCall("go_to", ("table_1",)),), 5, (Relaxation(kind, "x", "y", ("because",), 0.5),)
    )
    assert plan_from_ros(over_the_wire(plan_to_ros(plan, "two things on table 2"))) == plan
    only_looks = replace(plan, provisional=True)
    assert plan_from_ros(over_the_wire(plan_to_ros(only_looks, "looked"))) == only_looks


def test_the_reasons_of_a_change_are_one_text_on_the_wire():
    change = Relaxation(
        RelaxationKind.DROP, "the mug", "", ("it is broken; so it is said", "nothing else is at hand"), 1.0
    )
    message = over_the_wire(relaxation_to_ros(change))
    assert message.reason == "it is broken; so it is said; nothing else is at hand"
    assert relaxation_from_ros(message).reasons == (message.reason,)


@given(st.tuples(*[st.floats(-50, 50) for _ in range(3)]), st.floats(-3.1, 3.1))
def test_poses_survive_the_wire(position, yaw):
    pose = Pose.planar(position[0], position[1], yaw, position[2])
    assert pose_from_ros(over_the_wire(pose_to_ros(pose))) == pose


@given(st.floats(0, 2**31 - 1))
def test_times_survive_to_the_nanosecond(seconds):
    assert time_from_ros(time_to_ros(seconds)) == pytest.approx(seconds, abs=1e-6)


@pytest.mark.parametrize("light", list(Light))
def test_a_call_with_its_light_survives_the_wire(light):
    planned = PlannedCall(SkillCall("go_to", ("table_1",)), light, "no free place")
    message = over_the_wire(planned_call_to_ros(planned))
    assert planned_call_from_ros(message) == planned
    assert getattr(makedo_msgs.PlannedCall, light.name) == light


MIRRORS = [(TaskState, makedo_msgs.TaskStatus), (BehaviourProgress, makedo_msgs.BehaviourTree)]


@pytest.mark.parametrize(("mirror", "message"), MIRRORS)
def test_every_state_has_its_constant_in_the_message(mirror, message):
    assert {state.name: getattr(message, state.name) for state in mirror} == {s.name: s.value for s in mirror}
