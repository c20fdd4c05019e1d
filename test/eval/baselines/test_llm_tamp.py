# SPDX-License-Identifier: Apache-2.0
"""LLM-TAMP: room for what is put down, what goes back to the model, and when it ends."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from makedo_core.failure import FailureCause
from makedo_core.geometry import Box, Pose
from makedo_core.goals.goal import Holds
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.graph.asset_model import AssetModel, Region, RegionKind
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.skills import Literal
from makedo_eval.baselines.llm_tamp.standing import PlacedPose, Standing, overlap, surfaces_of
from planner_node.task import PlanningTask
from support.words import Words

ON, INSIDE = RegionKind.ON, RegionKind.INSIDE
MUG = "Bring the mug to table_2"


@pytest.fixture(scope="session")
def tables() -> SceneGraph:
    """Two tables, half a metre wide; a mug on the first, a vase in the middle of the second; a box with a low lid."""
    top = Region("top", ON, Pose((0.0, 0.0, 0.7)), (0.5, 0.5, 1.0))
    within = Region("within", INSIDE, Pose((0.0, 0.0, 0.1)), (0.5, 0.5, 0.15))
    nodes = [Node("kitchen", "kitchen", NodeKind.ROOM), Node(AGENT_ID, "robot", NodeKind.AGENT)]
    for name, x in (("table_1", 0.0), ("table_2", 2.0)):
        nodes.append(Node(name, "table", NodeKind.ASSET, Pose.planar(x, 0.0), model=AssetModel(regions=(top,))))
    nodes.append(Node("box_1", "box", NodeKind.ASSET, Pose.planar(4.0, 0.0), model=AssetModel(regions=(within,))))
    nodes.append(Node("mug_1", "mug", NodeKind.OBJECT, Pose((0.0, 0.0, 0.7)), (0.06, 0.06, 0.1), confidence=0.9))
    nodes.append(Node("vase_1", "vase", NodeKind.OBJECT, Pose((2.0, 0.0, 0.7)), (0.06, 0.06, 0.3), confidence=0.9))
    relations = [Relation(i, RelationType.IN, "kitchen") for i in ("robot", "table_1", "table_2", "box_1")]
    relations += [Relation(i, RelationType.ON, f"table_{n}") for i, n in (("mug_1", 1), ("vase_1", 2))]
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations))


def steps(at=(2.15, 0.1), place: str = "table_2", put: str = "put_on", thing: str = "mug_1") -> list[dict]:
    found: list[dict] = [{"skill": "go_to", "arguments": ["table_1" if thing == "mug_1" else "table_2"]}]
    found.append({"skill": "pick_up", "arguments": [thing, *found[0]["arguments"]]})
    found += [{"skill": "go_to", "arguments": [place]}, {"skill": put, "arguments": [thing, place]}]
    if at is not None:
        found[-1]["at"] = dict(zip(("x", "y", "yaw"), at, strict=False))
    return found


def answer(plan: list[dict]) -> str:
    return json.dumps({"reasoning": "so", "plan": plan})


def test_a_plan_with_room_for_what_is_put_down_is_taken(baseline, tables, script, words: Words):
    chat = script(answer(steps()))
    result = baseline("llm_tamp", chat).plan(PlanningTask(MUG, tables))
    assert [c.skill for c in result.plan.calls] == ["go_to", "pick_up", "go_to", "put_on"]
    assert Holds(Literal("on", ("mug_1", "table_2"))) in result.plan.goal.parts
    words(result.explanation)
    told = chat.told(0)
    words(told)
    assert "nothing yet" in told and "put_on(object, asset)" in told


@pytest.mark.parametrize(
    ("plan", "cause", "words"),
    [
        (steps(at=(2.24, 0.0)), FailureCause.MOTION_PLANNING_FAILED, "mug_1 would reach beyond table_2"),
        (steps(at=(2.04, 0.02)), FailureCause.MOTION_PLANNING_FAILED, "mug_1 would collide with vase_1"),
        (steps(at=None), FailureCause.MOTION_PLANNING_FAILED, "it says not where on table_2; add"),
        (
            steps((4.0, 0.0), "box_1", "put_inside", "vase_1"),
            FailureCause.MOTION_PLANNING_FAILED,
            "vase_1 is 0.30 m high, and above box_1 there are 0.15 m",
        ),
        (steps()[1:], FailureCause.INVALID_PLAN, "Step 1, pick up mug 1 from table 1, cannot be made"),
        ([{"skill": "fly", "arguments": []}], FailureCause.UNGROUNDED, "there is no skill 'fly'"),
        ([], FailureCause.UNSOLVABLE_INCOMPLETE, "Nothing is done by it"),
    ],
)
def test_what_is_infeasible_goes_back_with_the_plan_and_ends_it_at_the_limit(
    baseline, tables, script, plan, cause, words
):
    chat = script(answer(plan), answer(plan))
    result = baseline("llm_tamp:plans=2", chat).plan(PlanningTask(MUG, tables))
    assert (result.outcome.cause, result.plan) == (cause, None), result.outcome
    assert words in result.outcome.message and words in chat.told(1)
    assert f"A plan of {len(plan)} steps:" in chat.told(1)
    chat = script(answer(plan), answer(steps()))
    assert baseline("llm_tamp", chat).plan(PlanningTask(MUG, tables)).outcome.ok


def test_the_trace_holds_every_plan_up_to_what_failed(baseline, tables, script, words: Words):
    chat = script(answer(steps((2.24, 0.0))), answer(steps((2.04, 0.0))), answer(steps()))
    baseline("llm_tamp", chat).plan(PlanningTask(MUG, tables))
    told = chat.told(2)
    assert told.count("A plan of 4 steps:") == 2
    assert told.count("- go_to(table_2): feasible") == 2
    assert "put_on(mug_1, table_2) at x=2.24, y=0, yaw=0, has no feasible motion" in told
    words(told)


def test_what_failed_while_moving_is_told_from_the_beginning(baseline, tables, script):
    chat = script(answer(steps()))
    failure = KnownFailure(FailureKind.UNREACHABLE, "vase_1")
    baseline("llm_tamp", chat).plan(PlanningTask(MUG, tables, known_failures=(failure,)))
    assert "While moving it was found: unreachable vase_1." in chat.told(0)


def test_a_thing_that_the_plan_took_away_is_in_nobodys_way(baseline, tables, script, words: Words):
    away = steps((0.2, 0.2), "table_1", thing="vase_1")
    back = steps((2.0, 0.0))
    chat = script(answer(away + back))
    assert baseline("llm_tamp", chat).plan(PlanningTask(MUG, tables)).outcome.ok
    in_its_new_way = steps((0.02, 0.0), "table_1", thing="vase_1")
    chat = script(answer(in_its_new_way))
    result = baseline("llm_tamp:plans=1", chat).plan(PlanningTask(MUG, tables))
    words(result.outcome.message)


def test_what_has_no_known_size_or_room_is_not_judged(baseline, kitchen, moving, flat, script):
    plan = [{"skill": s.partition("(")[0], "arguments": s.partition("(")[2][:-1].split(", ")} for s in (
        "go_to(counter_1)", "pick_up(apple_1, counter_1)", "go_to(table_2)", "put_on(apple_1, table_2)")]  # fmt: skip
    chat = script(answer(plan))
    assert baseline("llm_tamp", chat).plan(PlanningTask("Bring the apple to table_2", kitchen)).outcome.ok
    assert "apple_1: 0.060 x 0.060, 0.100 high" in chat.told(0)
    plan = [{"skill": "grab", "arguments": ["robot", "ball_1", "kitchen"]}]
    plan += [{"skill": "move", "arguments": ["robot", "kitchen", "bedroom"]}]
    plan += [{"skill": "open", "arguments": ["robot", "chest_1", "bedroom"]}]
    plan += [{"skill": "stow", "arguments": ["robot", "ball_1", "chest_1", "bedroom"]}]
    chat = script(answer(plan))
    assert baseline("llm_tamp", chat).plan(PlanningTask("Put the ball into the chest", flat, domain=moving)).outcome.ok
    assert "<geometry>\nunknown" in chat.told(0)


def test_numbers_that_are_none_are_asked_for_again(baseline, tables, script):
    chat = script(answer(steps((math.inf, 0.0))), answer(steps()))
    assert baseline("llm_tamp", chat, reasks=1).plan(PlanningTask(MUG, tables)).outcome.ok
    assert len(chat.requests) == 2


def test_a_goal_that_is_given_is_told_to_the_model(baseline, tables, script):
    chat = script(answer(steps()))
    goal = goal_to_json(Holds(Literal("on", ("mug_1", "table_2"))))
    assert baseline("llm_tamp", chat).plan(PlanningTask("as before", tables, goal=goal)).outcome.ok
    assert "<goal>" in chat.told(0)


def test_things_may_lie_on_each_other_inside_but_not_on(tables):
    spot = PlacedPose(4.0, 0.0)
    standing = Standing.of(tables).put("mug_1", "box_1", INSIDE, spot)
    low = replace(tables["vase_1"], size=(0.06, 0.06, 0.1))
    standing = replace(standing, graph=replace(tables, nodes={**tables.nodes, "vase_1": low}))
    assert standing.wrong("vase_1", "box_1", INSIDE, spot) == ""
    assert "collide" in Standing.of(tables).wrong("mug_1", "table_2", ON, PlacedPose(2.0, 0.0))


def test_boards_above_each_other_are_not_in_each_others_way(tables):
    boards = tuple(Region(f"{z}", ON, Pose((0.0, 0.0, z)), (0.1, 0.1, 0.4)) for z in (0.0, 0.5))
    shelf = Node("shelf_1", "shelf", NodeKind.ASSET, Pose.planar(0.0, 5.0), model=AssetModel(regions=boards))
    graph = replace(tables, nodes={**tables.nodes, "shelf_1": shelf})
    spot = PlacedPose(0.0, 5.0)
    once = Standing.of(graph).put("mug_1", "shelf_1", ON, spot)
    assert once.wrong("vase_1", "shelf_1", ON, spot) == ""
    twice = once.put("vase_1", "shelf_1", ON, spot)
    third = replace(graph, nodes={**graph.nodes, "mug_2": replace(graph["mug_1"], id="mug_2")})
    assert "collide with" in replace(twice, graph=third).wrong("mug_2", "shelf_1", ON, spot)


def test_a_tray_that_moves_with_a_drawer_is_not_known(tables):
    tray = Region("tray", INSIDE, Pose((0.0, 0.0, 0.1)), (0.5, 0.5, 0.15), moving=True)
    assert surfaces_of(replace(tables["box_1"], model=AssetModel(regions=(tray,))), INSIDE) == ()
    assert surfaces_of(replace(tables["box_1"], model=None), INSIDE) == ()


boxes = some.builds(
    lambda x, y, yaw, length, width: Box(Pose.planar(x, y, yaw), (length, width, 1.0)),
    *(some.floats(-1.0, 1.0) for _ in range(2)),
    some.floats(-math.pi, math.pi),
    *(some.floats(0.1, 1.0) for _ in range(2)),
)


@given(boxes, boxes)
def test_overlap_is_mutual_and_certain_where_a_middle_is_inside(a, b):
    found = overlap(a.footprint(), b.footprint())
    assert found == overlap(b.footprint(), a.footprint())
    if b.contains(a.pose.position, -0.001):
        assert found
    if a.pose.distance(b.pose) > math.hypot(*a.size[:2]) / 2 + math.hypot(*b.size[:2]) / 2:
        assert not found
