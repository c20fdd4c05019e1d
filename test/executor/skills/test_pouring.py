# SPDX-License-Identifier: Apache-2.0
"""pour: what is in a cup is tipped into a bowl, and the cup is upright before and after."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from executor_node.context import Held, Memory, Ports, SkillContext
from executor_node.geometry.furniture import furniture
from executor_node.geometry.grasps import tool_pose
from executor_node.instruction.recovery import learnt_from
from executor_node.instruction.run import run_instruction
from executor_node.motion.reach import Reasons
from executor_node.motion.stowing import stow
from executor_node.rehearsal.dry_run import DryRun
from executor_node.skills import SKILLS
from executor_node.skills.plans.picking import plan_pick
from executor_node.skills.plans.pouring import OVER_RIM_M, SHORT_M, TILT, container, level_way, plan_pour
from makedo_core.cancel import CancelToken
from makedo_core.failure import FailureCause, Outcome
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.files.scene_json import graph_from_json
from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import Part
from makedo_core.graph.scene_graph import AGENT_ID, Node, Relation, RelationType, Shape, State
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.plan import Light
from makedo_core.ports import MotionResult
from makedo_core.skills import SkillCall

ROOT = Path(__file__).resolve().parents[3]
CUP, BOWL = "nuts_cup_1", "bowl_1"
CALL = SkillCall("pour", (CUP, BOWL))
HEIGHT, WIDTH = 0.10, 0.066


def cup_at(node: Node, x: float, y: float) -> Node:
    """The cup, seen on a table."""
    pose = Pose((x, y, 0.75))
    return replace(node, pose=pose, size=(WIDTH, WIDTH, HEIGHT), shape=Shape.CYLINDER, confidence=0.9, last_seen=0.0)


def held_from(pitch: float) -> Held:
    """The cup, taken at half its height."""
    tool = tool_pose((0.0, 0.0, HEIGHT / 2), 0.0, pitch)
    return Held(CUP, tool.inverse(), WIDTH, pitch)


@pytest.fixture
def scene():
    return graph_from_json((ROOT / "scenes/tabletop_pouring/graph.json").read_text(encoding="utf-8"))


@pytest.fixture
def table(world, scene):
    """The bowl on table_1 of the home, the cup beside it, and the robot before them."""
    bowl = replace(scene[BOWL], pose=Pose((-0.65, 1.9, 0.75)))
    cup = cup_at(scene[CUP], -0.65, 1.6)
    relations = [Relation(BOWL, RelationType.IN, "living_room"), Relation(CUP, RelationType.ON, "table_1")]
    world.graph = world.graph.changed(put=[bowl, cup], remove=["can_1"], add=relations)
    world.base = Pose.planar(-1.4, 1.9)
    return world.graph


@pytest.fixture
def task(make_task, world, table, monkeypatch):
    """The cup is in the hand, taken from the side."""
    task = make_task()
    times = iter(np.arange(1.0, 1e4, 0.5))
    monkeypatch.setattr(world, "now_s", lambda: float(next(times)))
    task.memory.held, world.width = held_from(0.0), WIDTH
    on_table = Relation(CUP, RelationType.ON, "table_1")
    world.graph = world.graph.changed(drop=[on_table], add=[Relation(CUP, RelationType.HELD_BY, AGENT_ID)])
    return task


def context_of(task, **more) -> SkillContext:
    return SkillContext(task.ports, task.memory, task.token, note=task.listener.note, **more)


def tilt(tool: Pose) -> float:
    """How far the cup is from upright with the tool at a pose [rad]."""
    return math.acos(float(np.clip((tool @ held_from(0.0).in_tool).matrix()[2, 2], -1.0, 1.0)))


def test_the_cup_is_empty_afterwards_and_still_in_the_hand(task, world):
    result = SKILLS["pour"](context_of(task), CALL)
    assert result.ok, result.outcome
    assert world.graph[CUP].states == {State.EMPTY}
    assert world.graph.held() == CUP and task.memory.held is not None
    assert "taken for granted" in task.listener.notes and f"picture poured_{CUP}" in world.log


def test_at_the_end_it_is_said_that_nobody_saw_what_was_poured(make_task, world, table, monkeypatch, words):
    task = make_task((f"go_to {BOWL}", f"pour {CUP} {BOWL}"))
    times = iter(np.arange(1.0, 1e4, 0.5))
    monkeypatch.setattr(world, "now_s", lambda: float(next(times)))
    task.memory.held, world.width = held_from(0.0), WIDTH
    on_table = Relation(CUP, RelationType.ON, "table_1")
    world.graph = world.graph.changed(drop=[on_table], add=[Relation(CUP, RelationType.HELD_BY, AGENT_ID)])
    assert run_instruction(task).ok
    assert task.poured == [CALL]
    (doubt,) = task.doubts
    words(doubt)
    assert task.goal_text.startswith("as far as I know, ") and task.goal_text.endswith(doubt)


def test_the_lip_stays_over_the_middle_while_the_cup_turns_and_comes_back(task, world):
    place = container(furniture(world.graph[BOWL]))
    plan = plan_pour(context_of(task), furniture(world.graph[BOWL]), world.base, Reasons())
    assert plan is not None and place is not None
    around, back = (world.base @ world.tools[int(line.end["pose"])] for line in plan.attempt.lines)
    assert tilt(plan.upright) == pytest.approx(0.0, abs=1e-6)
    assert tilt(around) == pytest.approx(TILT)
    assert back.distance(plan.upright) < 1e-9 and tilt(back) == pytest.approx(0.0, abs=1e-6)
    lowest = []
    for tool in (plan.upright, around):
        cup = tool @ held_from(0.0).in_tool
        angles = np.linspace(0.0, 2 * math.pi, 60)
        rim = [cup.transform((WIDTH / 2 * math.cos(a), WIDTH / 2 * math.sin(a), HEIGHT)) for a in angles]
        lowest.append(min(rim, key=lambda p: (round(p[2], 4), math.dist(p[:2], place.pose.position[:2]))))
    top = place.pose.position[2] + place.size[2]
    assert lowest[1][2] == pytest.approx(top + OVER_RIM_M[0], abs=0.01)
    assert math.dist(lowest[1][:2], place.pose.position[:2]) == pytest.approx(SHORT_M, abs=0.005)


def test_a_hand_that_is_planned_from_goes_up_over_and_down_without_tilting(task, world):
    plan = plan_pour(context_of(task), furniture(world.graph[BOWL]), world.base, Reasons(), from_hand=True)
    assert plan is not None and len(plan.attempt.lines) == 3
    start = Pose((0.0, 0.0, 0.8))
    way = level_way(start, plan.upright)
    assert way[-1] == plan.upright and min(p.position[2] for p in way) >= min(0.8, plan.upright.position[2])
    assert way[0].orientation == start.orientation and way[1].orientation == plan.upright.orientation
    assert len(level_way(Pose((0.0, 0.0, 2.0)), plan.upright)) == 2


def test_the_other_sense_is_tried_where_the_first_does_not_go(task, world):
    context, bowl = context_of(task), furniture(world.graph[BOWL])
    first = plan_pour(context, bowl, world.base, Reasons())
    plan_line, left = world.plan_line, [1]

    def once_stuck(waypoints, start=None, **options):
        if left and left.pop():
            return MotionResult(Outcome(FailureCause.UNREACHABLE, "a joint is at its limit"))
        return plan_line(waypoints, start, **options)

    world.plan_line = once_stuck
    second = plan_pour(context, bowl, world.base, Reasons())
    assert first is not None and second is not None
    one, other = (world.tools[int(plan.attempt.lines[0].end["pose"])] for plan in (first, second))
    assert np.dot(one.matrix()[:3, 1], other.matrix()[:3, 1]) == pytest.approx(math.cos(2 * TILT), abs=1e-6)


def test_what_is_not_in_the_hand_is_not_poured(task, world):
    task.memory.held = None
    assert SKILLS["pour"](context_of(task), CALL).outcome == Outcome(
        FailureCause.PRECONDITION_FAILED, "nuts cup 1 is not in the hand"
    )
    reasons = Reasons()
    assert plan_pour(context_of(task), furniture(world.graph[BOWL]), world.base, reasons) is None
    assert "nothing is held" in str(reasons.outcome("x"))


def test_what_fell_out_of_the_hand_on_the_way_is_told_of(task, world):
    world.width = 0.0
    result = SKILLS["pour"](context_of(task), CALL)
    assert result.outcome == Outcome(FailureCause.OBJECT_LOST, "nuts cup 1 fell out of the hand")
    assert task.memory.held is None


def test_nothing_is_poured_from_an_empty_cup(task, world):
    world.graph = world.graph.changed(put=[world.graph[CUP].with_state(State.EMPTY)])
    result = SKILLS["pour"](context_of(task), CALL)
    assert result.outcome == Outcome(FailureCause.PRECONDITION_FAILED, "there is nothing in nuts cup 1")


def test_a_cup_that_was_taken_from_above_cannot_be_tilted(task, world):
    task.memory.held = held_from(math.radians(60.0))
    result = SKILLS["pour"](context_of(task), CALL)
    said = "nuts cup 1 was taken from above, so the hand cannot tilt it"
    assert result.outcome == Outcome(FailureCause.NOT_CAPABLE, said)
    reasons = Reasons()
    assert plan_pour(context_of(task), furniture(world.graph[BOWL]), world.base, reasons) is None
    assert said in str(reasons.outcome("x"))
    assert world.graph[CUP].states == {State.FULL}


def test_what_has_a_lid_is_not_poured_into(task, world):
    bowl = world.graph[BOWL]
    model = replace(bowl.model, parts=(*bowl.model.parts, Part("lid", Pose((0.0, 0.0, 0.07)), (0.2, 0.2, 0.01))))
    world.graph = world.graph.changed(put=[replace(bowl, model=model)])
    result = SKILLS["pour"](context_of(task), CALL)
    assert result.outcome == Outcome(FailureCause.NOT_CAPABLE, "bowl 1 is not open at the top")


def test_a_bowl_out_of_reach_is_told_of_and_nothing_is_spilt(task, world, words):
    world.unreachable = lambda target: True
    world.plan_line = lambda *_, **__: MotionResult(Outcome(FailureCause.UNREACHABLE, "too far"))
    result = SKILLS["pour"](context_of(task), CALL)
    assert result.outcome.cause is FailureCause.UNREACHABLE
    words(result.outcome.message)
    assert world.graph[CUP].states == {State.FULL}


def test_a_cup_that_slips_out_of_the_hand_is_told_of(task, world):
    execute = world.execute

    def slipping(motion, token):
        outcome = execute(motion, token)
        if tilt(world.tool()) > 1.0:
            world.width = 0.0
        return outcome

    world.execute = slipping
    result = SKILLS["pour"](context_of(task), CALL)
    assert result.outcome == Outcome(
        FailureCause.OBJECT_LOST, "nuts cup 1 slipped out of the hand while it was poured"
    )
    assert task.memory.held is None and world.graph[CUP].states == {State.FULL}


def test_a_turn_that_fails_half_way_ends_upright(task, world):
    execute, begun = world.execute, []

    def stops(motion, token):
        outcome = execute(motion, token)
        if tilt(world.tool()) > 1.0 and not begun:
            begun.append(True)
            return Outcome(FailureCause.EXECUTION_FAILED, "a joint lags behind")
        return outcome

    world.execute = stops
    result = SKILLS["pour"](context_of(task), CALL)
    assert result.outcome.cause is FailureCause.EXECUTION_FAILED
    assert tilt(world.tool()) == pytest.approx(0.0, abs=1e-6)
    assert world.graph[CUP].states == {State.FULL}


@pytest.mark.parametrize("cause", [FailureCause.UNREACHABLE, FailureCause.NOT_CAPABLE])
def test_the_planner_learns_that_nothing_goes_into_it(cause):
    assert learnt_from(CALL, cause) == KnownFailure(FailureKind.FULL_INSIDE, "bowl_1")
    assert learnt_from(CALL, FailureCause.OBJECT_LOST) is None


def test_what_will_be_poured_is_taken_from_the_side(make_task, world, table):
    task = make_task()
    cup, where = world.graph[CUP], furniture(world.graph["table_1"])
    any_way = plan_pick(context_of(task), cup, where, world.base, Reasons())
    level = plan_pick(context_of(task, upcoming=(CALL,)), cup, where, world.base, Reasons())
    assert any_way is not None and level is not None and level.grasp.level
    low = replace(cup, size=(WIDTH, WIDTH, 0.02))
    reasons = Reasons()
    assert plan_pick(context_of(task, upcoming=(CALL,)), low, where, world.base, reasons) is None
    assert "cannot be taken from the side" in str(reasons.outcome("x"))


def test_what_is_full_is_brought_close_on_a_line_and_what_is_empty_any_way(task, world, words):
    plan, ways = world.plan, []
    world.plan = lambda goal, start=None, **options: ways.append(goal) or plan(goal, start, **options)
    assert stow(context_of(task)).ok and task.memory.stowed
    assert tilt(world.tool()) == pytest.approx(0.0, abs=1e-6) and not ways
    task.memory.stowed = False
    world.plan_line = lambda *_, **__: MotionResult(Outcome(FailureCause.UNREACHABLE, "too far"))
    outcome = stow(context_of(task))
    assert outcome.cause is FailureCause.UNREACHABLE
    words(outcome.message)
    world.graph = world.graph.changed(put=[world.graph[CUP].with_state(State.EMPTY)])
    assert stow(context_of(task)).ok and ways


def test_a_robot_that_cannot_drive_leaves_what_is_full_where_it_is(task, world):
    config = robot_config_from_yaml(ROOT / "config/robots/panda.yaml")
    context = replace(context_of(task), ports=replace(task.ports, config=config))
    before = world.tool()
    assert stow(context).ok and world.tool() == before


def test_the_dry_run_pours_in_its_imagination(make_task, world, table):
    dry = DryRun(context_of(make_task()), 60.0)
    there, to_the_bowl = SkillCall("go_to", ("table_1",)), SkillCall("go_to", CALL.arguments[-1:])
    calls = [there, SkillCall("pick_up", (CUP, "table_1")), to_the_bowl, CALL]
    lights = dry.run([*calls, there, SkillCall("put_on", (CUP, "table_1"))])
    assert [light.light for light in lights] == [Light.GREEN] * 6, lights
    assert dry.world.graph[CUP].states == {State.EMPTY} and world.graph[CUP].states == {State.FULL}


def test_the_dry_run_cannot_know_how_a_cup_will_be_held_that_was_not_seen(make_task, world, table):
    unseen = replace(world.graph[CUP], confidence=0.3)
    world.graph = world.graph.changed(put=[unseen])
    there, to_the_bowl = SkillCall("go_to", ("table_1",)), SkillCall("go_to", CALL.arguments[-1:])
    calls = [there, SkillCall("pick_up", (CUP, "table_1")), to_the_bowl, CALL]
    lights = DryRun(context_of(make_task()), 60.0).run(calls)
    assert [light.light for light in lights] == [Light.GREEN, Light.YELLOW] * 2


def test_the_panda_takes_and_pours_with_its_real_planner(world, scene):
    from planned_arm import PlannedArm

    config = robot_config_from_yaml(ROOT / "config/robots/panda.yaml")
    world.config, world.base = config, Pose((0.0, 0.0, 0.75))
    world.graph = scene.changed(put=[cup_at(scene[CUP], 0.47, -0.2)])
    arm = PlannedArm(config)
    ports = Ports(config, arm, None, world, world, world, world, None, world, world)
    context = SkillContext(ports, Memory(), CancelToken(), upcoming=(CALL,))
    pick = plan_pick(context, world.graph[CUP], furniture(world.graph["table_1"]), world.base, Reasons())
    assert pick is not None and pick.grasp.level
    arm.planner.set_measured(pick.attempt.lines[-1].end)
    context.memory.held = Held(CUP, pick.grasp.tool.inverse() @ world.graph[CUP].pose, WIDTH, pick.grasp.pitch)
    plan = plan_pour(context, furniture(world.graph[BOWL]), world.base, Reasons(), from_hand=True)
    assert plan is not None
    tips = []
    for motion in plan.attempt.lines:
        for row in motion.positions:
            arm.planner.set_measured(dict(zip(motion.joints, row, strict=True)))
            tips.append(math.acos(np.clip((arm.tool() @ context.memory.held.in_tool).matrix()[2, 2], -1.0, 1.0)))
    way = len(plan.attempt.lines[0].positions)
    assert max(tips[:way]) < math.radians(3.0)  # nothing spills on the way
    assert max(tips) == pytest.approx(TILT, abs=0.02) and tips[-1] < 0.02
