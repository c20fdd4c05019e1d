# SPDX-License-Identifier: Apache-2.0
"""The executor's arm before a move_group that is fed by depth images: what it takes stands in the octomap, too."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("rclpy")

import rclpy
from moveit_msgs.srv import ApplyPlanningScene

from executor_node.robot.arms import octomap as octomaps
from executor_node.robot.arms.move_group import MoveGroupArm
from makedo_core.files.robot_files import robot_file
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Shape
from makedo_core.ports import OCTOMAP_CLEARED, Obstacle
from support.octomap_message import octomap
from support.spinning import Spinning

pytestmark = pytest.mark.ros
CONFIG = robot_config_from_yaml(robot_file("tiago_sim"))
CAN = (0.06, 0.06, 0.14)
CELL_M = 0.05  # what stands between open fingers is in their way by cells so coarse


@pytest.fixture
def arm(robot: Any, shared_ros_domain_id: int) -> Iterator[MoveGroupArm]:
    """The arm as the executor has it, where the robot of this room is."""
    rclpy.init(domain_id=shared_ros_domain_id)
    node = rclpy.create_node("executor")
    body = SimpleNamespace(joints=lambda names: {name: robot.joints[name] for name in names}, standstill=lambda *_: {})
    made = MoveGroupArm(node, CONFIG, body, SimpleNamespace())
    spinning = Spinning(node)
    robot.until(made._octomap._scene.service_is_ready, "get_planning_scene")
    robot.until(made._octomap._clear.service_is_ready, "clear_octomap")
    yield made
    spinning.close(made._execute)


def hand(robot: Any) -> Pose:
    """Pose of the tool in the base frame."""
    from simulation_node.motion_planning.collision import Padding
    from simulation_node.move_group.move_group import MoveGroup, MoveGroupConfig

    planner = MoveGroup(MoveGroupConfig(Padding(0.0, 0.0, 0.0)))
    planner.set_measured(robot.joints)
    return planner.link_pose(CONFIG.arm.tool_link, planner.state()) @ CONFIG.arm.tool


def feed(robot: Any, *boxes: tuple[Any, Any]) -> None:
    """What depth images would have come to."""
    request = ApplyPlanningScene.Request()
    request.scene.is_diff = request.scene.robot_state.is_diff = True
    request.scene.world.octomap = octomap(boxes, CELL_M, CONFIG.frames.base)
    assert robot.call(ApplyPlanningScene, "apply_planning_scene", request).success


def is_fed(robot: Any) -> bool:
    return len(robot.scene().world.octomap.octomap.data) > 0


def test_what_stands_in_the_octomap_is_taken_once_that_is_cleared(robot: Any, arm: MoveGroupArm):
    tool = hand(robot)
    ahead = tool @ Pose((0.08, 0.0, 0.0))
    feed(robot, (ahead.position, CAN))
    assert arm.show((), None).ok
    refused = arm.plan_line([ahead])
    assert not refused.outcome.ok and refused.fraction < 1.0
    assert is_fed(robot)
    shown = arm.show((), None, alone=True)
    assert shown.ok and shown.raw == OCTOMAP_CLEARED
    assert arm.plan_line([ahead]).outcome.ok
    assert not is_fed(robot)


def test_what_the_next_images_bring_is_cleared_again(robot: Any, arm: MoveGroupArm):
    for _ in range(2):
        feed(robot, ((2.0, 0.0, 0.5), CAN))
        assert arm.show((), None, alone=True).raw == OCTOMAP_CLEARED
        assert not is_fed(robot)


def test_obstacles_and_what_is_held_stay(robot: Any, arm: MoveGroupArm):
    feed(robot, ((2.0, 0.0, 0.5), CAN))
    table = Obstacle("table", Shape.BOX, (0.1, 0.1, 0.1), Pose((2.0, 1.0, 0.5)))
    held = Obstacle("cup", Shape.BOX, CAN, Pose())
    assert arm.show((table,), held, alone=True).ok
    world = robot.scene()
    assert [thing.id for thing in world.world.collision_objects] == ["table"]
    assert [thing.object.id for thing in world.robot_state.attached_collision_objects] == ["cup"]


def test_where_there_is_none_nothing_is_cleared_and_it_is_looked_for_seldom(
    robot: Any, arm: MoveGroupArm, monkeypatch: pytest.MonkeyPatch
):
    asked: list[str] = []
    real = octomaps.call

    def counted(client: Any, *arguments: Any, **options: Any) -> Any:
        asked.append(client.srv_name)
        return real(client, *arguments, **options)

    monkeypatch.setattr(octomaps, "call", counted)
    monkeypatch.setattr(octomaps, "AGAIN_S", 1e6)
    arm._octomap._looked_s = -1e7
    for _ in range(5):
        shown = arm.show((), None, alone=True)
        assert shown.ok and not shown.raw
    assert [name.rpartition("/")[2] for name in asked] == ["get_planning_scene"]


def test_one_that_nobody_clears_is_told_once_and_nothing_else_changes(robot: Any, arm: MoveGroupArm):
    told: list[str] = []
    arm._octomap._log = SimpleNamespace(info=lambda _: None, debug=lambda _: None, warning=told.append)
    arm._octomap._clear = SimpleNamespace(service_is_ready=lambda: False)
    feed(robot, ((2.0, 0.0, 0.5), CAN))
    for _ in range(3):
        shown = arm.show((), None, alone=True)
        assert shown.ok and not shown.raw
    assert len(told) == 1 and "nobody serves clear_octomap" in told[0]
    assert is_fed(robot)
