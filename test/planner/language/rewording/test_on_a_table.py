# SPDX-License-Identifier: Apache-2.0
"""What people say of things on a table before a robot: which of several, parts of furniture, looks that labels say."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import Articulation, AssetModel, Handle, JointKind, Region, RegionKind
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_core.ontology import load_ontology
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())
_ON, _INSIDE = RegionKind.ON, RegionKind.INSIDE
_HANDLE = Handle((0.5, 0.0, 0.5), (0.0, 1.0, 0.0), 0.2, 0.02)
_OBJECTS = {
    "akita_black_bowl_1": (0.5, 0.2),
    "akita_black_bowl_2": (0.5, -0.2),
    "white_yellow_mug_1": (0.6, 0.0),
    "porcelain_mug_1": (0.6, 0.1),
    "red_coffee_mug_1": (0.6, -0.1),
    "cream_cheese_1": (0.7, 0.0),
    "chefmate_8_frypan_1": (0.7, 0.3),
}


def _asset(name: str, label: str, kind: RegionKind, door: bool = False) -> Node:
    region = Region("place", kind, Pose((0.0, 0.0, 0.7)), (1.0, 0.6, 0.4))
    slide = Articulation(JointKind.SLIDE, name, (0.0, 0.0, 0.5), (1.0, 0.0, 0.0), (0.0, 0.3), 0.1, _HANDLE)
    model = AssetModel(regions=(region,), articulation=slide if door else None)
    states = frozenset({State.CLOSED}) if door else frozenset[State]()
    return Node(
        name, label, NodeKind.ASSET, Pose((1.0, 0.0, 0.0)), (1.0, 1.0, 0.7), last_seen=1.0, states=states, model=model
    )


def _table() -> SceneGraph:
    assets = [
        _asset("kitchen_table_1", "kitchen_table", _ON),
        _asset("wooden_cabinet_1", "cabinet", _ON),
        _asset("top_drawer", "drawer", _INSIDE, door=True),
        _asset("bottom_drawer", "drawer", _INSIDE, door=True),
        _asset("basket_1", "basket", _INSIDE),
        _asset("desk_caddy_1", "desk_caddy", _INSIDE),
        _asset("shelf_1", "shelf", _ON),
    ]
    nodes = [
        Node(AGENT_ID, "robot", NodeKind.AGENT, Pose((0.0, 0.0, 0.0))),
        Node("room_1", "kitchen", NodeKind.ROOM),
        *assets,
    ]
    relations = [Relation(n.id, RelationType.IN, "room_1") for n in (nodes[0], *assets)]
    for name, (x, y) in _OBJECTS.items():
        nodes.append(
            Node(name, name.rpartition("_")[0], NodeKind.OBJECT, Pose((x, y, 0.8)), (0.06, 0.06, 0.1), last_seen=1.0)
        )
        relations.append(Relation(name, RelationType.ON, "kitchen_table_1"))
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations), 1, "table", 1.0)


TABLE = _table()


def result_of(said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, TABLE))


def done(said: str) -> list[str]:
    result = result_of(said)
    assert result.plan is not None, (said, result.outcome)
    return [str(c) for c in result.plan.calls if c.skill.startswith("put_")]


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ("put the left bowl in the basket", "on the left"),
        ("pick up the black bowl on the right and put it in the basket", "on the right"),
        ("put the bowl at the front in the basket", "in front"),
        ("put the bowl at the back in the basket", "at the back"),
    ],
)
def test_what_depends_on_where_one_stands_is_asked(said, where):
    outcome = result_of(said).outcome
    assert outcome.cause is FailureCause.AMBIGUOUS
    told = f"is {where} as you see it. Which one is meant: akita black bowl 1 or akita black bowl 2?"
    assert outcome.message.endswith(told)


def test_left_most_is_as_the_robot_sees_it_and_that_is_told():
    assert done("put the right-most bowl in the basket") == ["put_inside(akita_black_bowl_2, basket_1)"]
    assert "Right-most is as I see it, not as you may" in result_of("put the right-most bowl in the basket").explanation


@pytest.mark.parametrize(
    ("said", "calls"),
    [
        ("put the cream cheese in the top drawer of the cabinet", ["put_inside(cream_cheese_1, top_drawer)"]),
        ("put the cream cheese box in the basket", ["put_inside(cream_cheese_1, basket_1)"]),
        ("put the yellow and white mug in the basket", ["put_inside(white_yellow_mug_1, basket_1)"]),
        ("put the red mug on the shelf", ["put_on(red_coffee_mug_1, shelf_1)"]),
        ("put the frying pan on the cabinet", ["put_on(chefmate_8_frypan_1, wooden_cabinet_1)"]),
    ],
)
def test_things_and_parts_are_known_by_what_people_call_them(said, calls):
    assert done(said) == calls
    assert "This is exactly what was asked for." in result_of(said).explanation


@pytest.mark.parametrize(
    ("said", "call", "unused"),
    [
        (
            "place the cream cheese in the front compartment of the caddy",
            "put_inside(cream_cheese_1, desk_caddy_1)",
            "front compartment",
        ),
        ("put the frying pan on the dresser shelf", "put_on(chefmate_8_frypan_1, shelf_1)", "dresser"),
    ],
)
def test_what_is_nearer_than_the_furniture_is_told_as_unused(said, call, unused):
    assert done(said) == [call]
    assert f"I made no use of '{unused}'." in result_of(said).explanation


def test_a_drawer_of_furniture_that_is_not_here_is_no_drawer_here():
    assert result_of("put the cream cheese in the top drawer of the wardrobe").plan is None


def test_nothing_is_left_most_where_nobody_knows_where_the_robot_is():
    lost = TABLE.changed(put=[Node(AGENT_ID, "robot", NodeKind.AGENT)])
    for said in ("put the right-most bowl in the basket", "put the nearest bowl in the basket"):
        outcome = ENGINE.plan(PlanningTask(said, lost)).outcome
        assert outcome.cause is FailureCause.AMBIGUOUS, said
