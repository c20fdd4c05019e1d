# SPDX-License-Identifier: Apache-2.0
"""The second try of a skill differs from the first in grasp or posture, the third comes from another place."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from executor_node.context import Held, SkillContext
from executor_node.geometry.furniture import Furniture
from executor_node.geometry.grasps import tool_pose
from executor_node.motion.reach import Reasons
from executor_node.skills import SKILLS
from executor_node.skills.plans.standing import SAME_PLACE_M, plan_here_or_elsewhere, stands_for
from executor_node.skills.plans.tries import others_first
from makedo_core.failure import FailureCause
from makedo_core.files.scene_json import graph_from_json
from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import SwitchKind
from makedo_core.graph.openings import opened_to
from makedo_core.graph.scene_graph import AGENT_ID, Relation, RelationType, Shape, State
from makedo_core.skills import SkillCall

ROOT = Path(__file__).resolve().parents[3]
CALLS = (
    SkillCall("pick_up", ("can_1", "table_1")),
    SkillCall("put_on", ("can_1", "table_1")),
    SkillCall("press", ("lamp_1",)),
    SkillCall("turn_on", ("lamp_1",)),
    SkillCall("turn_off", ("lamp_1",)),
    SkillCall("pour", ("can_1", "bowl_1")),
    SkillCall("hand_over", ("can_1", "person_1")),
    SkillCall("turn_over", ("crate_1",)),
    SkillCall("open", ("fridge_1",)),
    SkillCall("close", ("fridge_1",)),
    SkillCall("open", ("drawer_1",)),
    SkillCall("close", ("drawer_1",)),
)
CAN_POSE = Pose((-0.65, 1.9, 0.75))
CAN_M = (0.066, 0.066, 0.12)
AJAR = 0.3  # joint value of the fridge's door [rad]


def _from_scene(name: str, node_id: str):
    return graph_from_json((ROOT / f"scenes/{name}/graph.json").read_text(encoding="utf-8"))[node_id]


@pytest.fixture
def home_for_all(world, person):
    """The home with a crate upside down and a bowl on its first table."""
    crate = replace(_from_scene("tabletop_crate", "crate_1"), pose=Pose((-0.65, 1.6, 0.87), (1.0, 0.0, 0.0, 0.0)))
    bowl = replace(_from_scene("tabletop_pouring", "bowl_1"), pose=Pose((-0.65, 2.2, 0.75)))
    inside = [Relation(i, RelationType.IN, "living_room") for i in ("crate_1", "bowl_1")]
    world.graph = world.graph.changed(put=[crate, bowl], add=inside)


@pytest.fixture
def tried(make_task, world, home_for_all, monkeypatch):
    """Carries out a try of a call, each in the same world: where the tool came to, map frame, and how it ended."""
    monkeypatch.setattr(sys.modules["executor_node.skills.hand_over"], "LISTEN_S", 0.0)
    monkeypatch.setattr(sys.modules["executor_node.skills.press"], "READING_S", 0.0)
    monkeypatch.setattr(sys.modules["executor_node.skills.pour"], "RUNS_OUT_S", 0.0)
    execute, tools = world.execute, []

    def watched(motion, token):
        outcome = execute(motion, token)
        tools.append(world.base @ world.tool())
        return outcome

    monkeypatch.setattr(world, "execute", watched)

    def carry_out(call, attempt, begin=None, *, config=None):
        task = make_task()
        _prepare(task, world, call)
        ports = task.ports if config is None else replace(task.ports, config=config)
        context = SkillContext(ports, task.memory, task.token, attempt, note=task.listener.note)
        world.base = begin or stands_for(replace(context, attempt=0), call, Reasons())[0]
        task.memory.postures.clear()
        task.memory.way = None
        start, world.at = world.base, 0
        tools.clear()
        result = SKILLS[call.skill](context, call)
        return start, list(tools), result

    return carry_out


def _prepare(task, world, call) -> None:
    graph = world.graph
    match call.skill:
        case "pick_up":
            can, on = replace(graph["can_1"], pose=CAN_POSE), Relation("can_1", RelationType.ON, "table_1")
            world.graph, world.width = graph.changed(put=[can]).with_placement(on), 0.09
        case "pour" | "hand_over" | "put_on" | "put_inside":
            can = replace(graph["can_1"], size=CAN_M, shape=Shape.CYLINDER, states=frozenset({State.FULL}))
            held = Relation("can_1", RelationType.HELD_BY, AGENT_ID)
            world.graph = graph.changed(put=[can]).with_placement(held)
            task.memory.held = Held("can_1", tool_pose((0.0, 0.0, CAN_M[2] / 2), 0.0, 0.0).inverse(), CAN_M[0], 0.0)
            world.width, world.pulls_at = CAN_M[0], world.time + 10.0
        case "press" | "turn_on" | "turn_off":
            lamp = graph["lamp_1"]
            kind = SwitchKind.BUTTON if call.skill == "press" else SwitchKind.TOGGLE
            model = replace(lamp.model, switch=replace(lamp.model.switch, kind=kind))
            state = State.OFF if call.skill == "turn_on" else State.ON
            world.graph = graph.changed(put=[replace(lamp, model=model).with_state(state)])
        case "turn_over":
            crate = _from_scene("tabletop_crate", "crate_1")
            pose = Pose((-0.65, 1.6, 0.87), (1.0, 0.0, 0.0, 0.0))
            world.graph = graph.changed(put=[replace(crate, pose=pose)])
        case "open" | "close":
            node, opening = graph[call.arguments[0]], call.skill == "open"
            articulation = node.model.articulation
            value = articulation.range[0] if opening else articulation.open_at
            state = State.CLOSED if opening else State.OPEN
            world.graph = graph.changed(put=[opened_to(node.with_state(state), value)])
            task.memory.felt.add(node.id)
            world.doors[node.id] = value


def differ(some, others) -> bool:
    """Whether the tool went other ways."""
    alike = [np.allclose(one.matrix(), other.matrix(), atol=1e-3) for one, other in zip(some, others, strict=False)]
    return len(some) != len(others) or not all(alike)


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_the_second_try_takes_it_otherwise_and_the_third_comes_from_elsewhere(tried, world, call):
    start, first, result = tried(call, 0)
    assert result.ok, result.outcome
    assert world.base == start
    _, again, _ = tried(call, 0, start)
    assert not differ(first, again)  # what differs below differs for the number of tries
    _, second, result = tried(call, 1, start)
    assert result.ok, result.outcome
    assert world.base == start and differ(first, second)
    _, _, result = tried(call, 2, start)
    assert result.ok, result.outcome
    assert world.base.distance(start) > SAME_PLACE_M


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_where_no_other_place_can_be_got_to_the_third_try_comes_from_here(tried, world, call):
    start, _, _ = tried(call, 0)
    world.blocked = lambda target: True
    _, _, result = tried(call, 2, start)
    assert result.ok, result.outcome
    assert world.base == start


@pytest.mark.parametrize("arrives", [True, False])
def test_what_is_seen_to_stand_elsewhere_after_a_drive_is_taken_there(tried, world, arrives):
    call = SkillCall("pick_up", ("can_1", "table_1"))
    start, _, _ = tried(call, 0)
    drive, moved = world.drive_to, Pose((-0.65, 1.96, 0.75))

    def drive_to(target, token):
        world.graph = world.graph.changed(put=[replace(world.graph["can_1"], pose=moved)])
        return drive(target, token)

    world.drive_to, world.blocked = drive_to, lambda target: not arrives
    _, tools, result = tried(call, 2, start)
    assert result.ok, result.outcome
    assert min(np.linalg.norm(np.subtract(tool.position[:2], moved.position[:2])) for tool in tools) < 0.03


def test_a_robot_that_cannot_drive_tries_for_the_third_time_from_where_it_is(tried, world, robot):
    call = SkillCall("turn_over", ("crate_1",))
    start, _, _ = tried(call, 0)
    world.log.clear()
    _, _, result = tried(call, 2, start, config=replace(robot, base=None))
    assert result.ok, result.outcome
    assert not any(line.startswith("drive") for line in world.log)


def test_a_way_that_is_found_nowhere_is_told_of_with_its_reasons(make_task, world, button, words):
    task = make_task()
    context = SkillContext(task.ports, task.memory, task.token, 2)
    world.unreachable = lambda target: True
    plan, outcome = plan_here_or_elsewhere(
        context, SkillCall("press", (button,)), lambda base, reasons: None, "the switch cannot be reached"
    )
    assert plan is None and outcome.cause is FailureCause.UNREACHABLE
    words(outcome.message)


@pytest.mark.parametrize("attempt", [0, 1, 2])
def test_a_door_that_stuck_is_taken_again_where_it_was_felt_to_be(tried, world, monkeypatch, attempt):
    call = SkillCall("close", ("fridge_1",))
    start, _, _ = tried(call, 0)
    door = world.graph["fridge_1"].with_state(State.AJAR)
    handle, _, _ = Furniture(door, AJAR).handle()
    prepare = _prepare

    def stuck(task, world, call) -> None:
        prepare(task, world, call)
        world.graph = world.graph.changed(put=[opened_to(door, AJAR)])
        world.doors["fridge_1"] = AJAR

    monkeypatch.setattr(sys.modules[__name__], "_prepare", stuck)
    _, tools, result = tried(call, attempt, start)
    assert result.ok, result.outcome
    assert min(np.linalg.norm(np.subtract(tool.position, handle)) for tool in tools) < 1e-6
    assert world.graph["fridge_1"].states == {State.CLOSED}


@pytest.mark.parametrize(("tried", "order"), [(0, "abc"), (1, "bca"), (2, "cab"), (3, "abc"), (4, "bca")])
def test_options_are_a_ring(tried, order):
    assert others_first("abc", tried) == tuple(order)
    assert others_first((), tried) == ()
