# SPDX-License-Identifier: Apache-2.0
"""A robot that stands where it is, with a camera that does not turn: the same skills, no drive and no head."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

from executor_node.context import SkillContext
from executor_node.geometry.grasps import grasps
from executor_node.motion.stowing import stow
from executor_node.rehearsal.dry_run import DryRun
from executor_node.robot.bases.fixed import FixedBase
from executor_node.robot.head import FixedHead
from executor_node.skills.go_to import go_to
from executor_node.skills.pick_up import pick_up
from executor_node.skills.put import put_inside
from makedo_core.cancel import CancelToken
from makedo_core.failure import FailureCause, Outcome
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.files.scene_json import graph_from_json
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, Shape
from makedo_core.plan import Light
from makedo_core.ports import MotionResult
from makedo_core.robot_config import RobotConfig
from makedo_core.skills import SkillCall
from makedo_ros.halt import Halt

ROOT = Path(__file__).resolve().parents[3]
HERE = Pose((0.0, 0.0, 0.75))


@pytest.fixture(scope="module")
def panda() -> RobotConfig:
    return robot_config_from_yaml(ROOT / "config/robots/panda.yaml")


@pytest.fixture
def world(world, panda):
    """The table, with one tomato on it that was seen; and a far shelf."""
    graph = graph_from_json((ROOT / "scenes/tabletop/graph.json").read_text(encoding="utf-8"))
    graph = graph.changed(remove=[n.id for n in graph.of_kind(NodeKind.OBJECT)])
    size = (0.058, 0.058, 0.058)
    tomato = Node("tomato_1", "tomato", NodeKind.OBJECT, Pose((0.45, 0.1, 0.75)), size, Shape.SPHERE, last_seen=0.0)
    far = replace(graph["left_tray"], id="shelf_1", label="shelf", pose=Pose((3.0, 0.0, 0.75)))
    graph = graph.changed(put=[tomato, far], add=[Relation("tomato_1", RelationType.ON, "table_1")])
    return replace(world, config=panda, graph=graph, base=HERE, tools=[Pose((0.3, 0.0, 0.4))])


@pytest.fixture
def context(make_task, world):
    task = make_task()
    return SkillContext(task.ports, task.memory, CancelToken())


def fixed(panda: RobotConfig) -> FixedBase:
    return FixedBase(panda, SimpleNamespace(lookup=lambda *frames: HERE if frames == ("map", "panda_link0") else None))


def test_a_drive_to_where_the_robot_stands_succeeds(panda):
    assert fixed(panda).pose() == HERE
    assert fixed(panda).drive_to(Pose.planar(0.0, 0.0, 0.0), CancelToken()).ok


@pytest.mark.parametrize("target", [Pose.planar(0.1, 0.0, 0.0), Pose.planar(0.0, 0.0, 0.5)])
def test_a_drive_to_anywhere_else_fails_with_the_distance(panda, target, words):
    outcome = fixed(panda).drive_to(target, CancelToken())
    assert outcome.cause is FailureCause.NAVIGATION_FAILED
    words(outcome.message)


def test_a_way_leads_only_to_where_the_robot_stands(panda, words):
    assert fixed(panda).plan_to(HERE, HERE).ok
    outcome = fixed(panda).plan_to(Pose.planar(0.1, 0.0, 0.0), HERE)
    assert outcome.cause is FailureCause.NAVIGATION_FAILED
    words(outcome.message)


@pytest.mark.parametrize("part", ["base", "head"])
def test_what_was_cancelled_stays_cancelled(panda, part):
    token = CancelToken()
    token.cancel(Outcome(FailureCause.CANCELED, "it was cancelled"))
    outcome = fixed(panda).drive_to(HERE, token) if part == "base" else FixedHead().look_at((0.4, 0.0, 0.75), token)
    assert outcome.cause is FailureCause.CANCELED


def test_a_camera_that_does_not_turn_has_looked(world):
    assert FixedHead().look_at((0.4, 0.0, 0.75), CancelToken()).ok


def test_going_to_what_is_within_reach_moves_nothing_but_the_arm(context, world):
    assert go_to(context, SkillCall("go_to", ("crate_1",))).ok
    assert world.base == HERE


def test_going_to_what_is_out_of_reach_is_refused_with_the_distance(context, world, words):
    outcome = go_to(context, SkillCall("go_to", ("shelf_1",))).outcome
    assert outcome.cause is FailureCause.UNREACHABLE
    words(outcome.message)


def test_the_dry_run_says_so_too(context, world, words):
    red, green = DryRun(context, 20.0).run([SkillCall("go_to", ("shelf_1",)), SkillCall("go_to", ("table_1",))])
    assert red.light is Light.RED
    words(red.reason)
    assert green.light is Light.GREEN


def test_a_thing_is_taken_and_put_into_a_crate_without_a_drive(context, world):
    assert pick_up(context, SkillCall("pick_up", ("tomato_1", "table_1"))).ok
    assert context.memory.held is not None and context.memory.held.pitch == pytest.approx(math.pi / 2)
    world.width = 0.058
    assert put_inside(context, SkillCall("put_inside", ("tomato_1", "crate_1"))).ok
    assert world.base == HERE and context.memory.held is None


def test_what_cannot_be_reached_from_here_is_told_as_unreachable(context, world):
    world.unreachable = lambda target: True
    result = pick_up(context, SkillCall("pick_up", ("tomato_1", "table_1")))
    assert result.outcome.cause is FailureCause.UNREACHABLE


def test_an_arm_without_room_does_not_step_back(context, world, monkeypatch):
    refusal = MotionResult(Outcome(FailureCause.IN_COLLISION, "the crate is in the way"))
    monkeypatch.setattr(world, "plan", lambda *_, **__: refusal)
    context.memory.stowed = False
    outcome = stow(context)
    assert not outcome.ok and not any(line.startswith("drive") for line in world.log)


def test_grasps_come_in_the_order_that_suits_the_hand(panda, world):
    first, *_, last = grasps(world.graph["tomato_1"], 0.0, panda.gripper)
    assert first.pitch == pytest.approx(math.pi / 2) and last.pitch < first.pitch


def test_a_halt_tells_no_base_and_no_navigation(panda):
    told = []

    class Publisher:
        def __init__(self, topic: str) -> None:
            self.topic = topic

        def publish(self, message: object) -> None:
            told.append(self.topic)

    class Node:
        def create_publisher(self, kind, topic, qos):
            return Publisher(topic)

        def create_client(self, kind, name, callback_group):
            return SimpleNamespace(service_is_ready=lambda: False)

    halt = Halt(Node(), panda)
    halt.halt()
    halt.release()
    assert set(told) == {panda.execution_event}
    assert not any("navigate" in name or "head" in name for name in halt.missing())
    assert "panda_arm_controller/follow_joint_trajectory" in halt.missing()


def test_a_halt_cancels_straight_ways_too_and_misses_none_that_nobody_need_serve(robot):
    asked = []

    class Node:
        def create_publisher(self, kind, topic, qos):
            return SimpleNamespace(publish=lambda message: None)

        def create_client(self, kind, name, callback_group):
            asked.append(name)
            return SimpleNamespace(service_is_ready=lambda: False)

    base = replace(robot.base, back_up="backup", drive_on_heading="")
    halt = Halt(Node(), replace(robot, base=base))
    assert "backup/_action/cancel_goal" in asked
    assert "/_action/cancel_goal" not in asked
    assert robot.base.navigate in halt.missing() and "backup" not in halt.missing()
