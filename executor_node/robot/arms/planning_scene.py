# SPDX-License-Identifier: Apache-2.0
"""Keeps MoveIt's planning scene in step with what a skill wants the arm to keep clear of; sends only differences."""

from __future__ import annotations

from collections.abc import Sequence

from moveit_msgs.msg import AttachedCollisionObject, CollisionObject
from moveit_msgs.msg import PlanningScene as SceneMessage
from moveit_msgs.srv import ApplyPlanningScene
from rclpy.callback_groups import CallbackGroup
from rclpy.node import Node
from shape_msgs.msg import SolidPrimitive

from executor_node.wording import unanswered
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Shape
from makedo_core.ports import Obstacle
from makedo_core.robot_config import RobotConfig
from makedo_ros.conversions.nouns import pose_to_ros
from makedo_ros.runtime.clients import CallError, call

EVERYTHING = ""  # MoveIt: removing the empty id removes all


class PlanningSceneClient:
    """Client of apply_planning_scene that remembers what it applied."""

    def __init__(self, node: Node, robot: RobotConfig, group: CallbackGroup) -> None:
        self._robot = robot
        self._client = node.create_client(ApplyPlanningScene, "apply_planning_scene", callback_group=group)
        self._shown: dict[str, Obstacle] = {}
        self._held: Obstacle | None = None
        self._known = False

    def forget(self) -> None:
        """Assume nothing: clear everything with the next `show`."""
        self._known = False

    def shown(self) -> tuple[tuple[Obstacle, ...], Obstacle | None]:
        """What the scene consists of, and what is held, as far as is known."""
        return tuple(self._shown.values()), self._held

    def show(self, obstacles: Sequence[Obstacle], held: Obstacle | None) -> Outcome:
        """Make the scene consist of these obstacles and of what is held."""
        wanted = {o.name: o for o in obstacles if held is None or o.name != held.name}
        message = SceneMessage(is_diff=True)
        message.robot_state.is_diff = True
        if not self._known:
            message.world.collision_objects.append(self._removed(EVERYTHING))
            message.robot_state.attached_collision_objects.append(self._detached(EVERYTHING))
            outcome = self._apply(message)
            if not outcome.ok:
                return outcome
            self._shown, self._held, self._known = {}, None, True
            message = SceneMessage(is_diff=True)
            message.robot_state.is_diff = True
        self._add_held(message, held, wanted)
        attached = None if held is None else held.name  # which took it out of the world
        gone = [name for name in self._shown if name not in wanted and name != attached]
        new = [o for name, o in wanted.items() if self._shown.get(name) != o]
        if 1 + len(wanted) < len(gone) + len(new):  # a hundred differences take longer to send than a new beginning
            gone, new = [EVERYTHING], list(wanted.values())
        message.world.collision_objects += [self._removed(name) for name in gone]
        message.world.collision_objects += [self._object(obstacle, self._robot.frames.base) for obstacle in new]
        if not message.world.collision_objects and not message.robot_state.attached_collision_objects:
            return SUCCESS
        outcome = self._apply(message)
        if outcome.ok:
            self._shown, self._held = wanted, held
        else:
            self._known = False
        return outcome

    def _add_held(self, message: SceneMessage, held: Obstacle | None, wanted: dict[str, Obstacle]) -> None:
        """Attach or detach; what is detached stays in MoveIt's world until it is removed from it."""
        if held == self._held:
            return
        attached = message.robot_state.attached_collision_objects
        if self._held is not None:
            attached.append(self._detached(self._held.name))
            if self._held.name not in wanted and (held is None or held.name != self._held.name):
                message.world.collision_objects.append(self._removed(self._held.name))
        if held is not None:
            link = self._robot.arm.tool_link
            pose = self._robot.arm.tool @ held.pose
            inside = Obstacle(held.name, held.shape, held.size, pose)
            attached.append(
                AttachedCollisionObject(
                    link_name=link,
                    object=self._object(inside, link),
                    touch_links=list(self._robot.gripper.touch_links),
                )
            )

    def _apply(self, message: SceneMessage) -> Outcome:
        try:
            answer = call(self._client, ApplyPlanningScene.Request(scene=message))
        except CallError as error:
            return unanswered("the motion planner", error.cause, str(error))
        if not answer.success:
            what = "the motion planner did not take in what is around the robot"
            return Outcome(FailureCause.MOTION_PLANNING_FAILED, what)
        return SUCCESS

    def _removed(self, name: str) -> CollisionObject:
        item = CollisionObject(id=name, operation=CollisionObject.REMOVE)
        item.header.frame_id = self._robot.frames.base
        return item

    def _detached(self, name: str) -> AttachedCollisionObject:
        link = self._robot.arm.tool_link if name else ""
        return AttachedCollisionObject(link_name=link, object=self._removed(name))

    @staticmethod
    def _object(obstacle: Obstacle, frame: str) -> CollisionObject:
        item = CollisionObject(id=obstacle.name, operation=CollisionObject.ADD, pose=pose_to_ros(obstacle.pose))
        item.header.frame_id = frame
        here = obstacle.pose.inverse()
        item.primitive_poses = [pose_to_ros(Pose()), *(pose_to_ros(here @ other) for other in obstacle.elsewhere)]
        item.primitives = [_primitive(obstacle)] * len(item.primitive_poses)
        return item


def _primitive(obstacle: Obstacle) -> SolidPrimitive:
    x, y, z = obstacle.size
    if obstacle.shape is Shape.SPHERE:
        return SolidPrimitive(type=SolidPrimitive.SPHERE, dimensions=[max(x, y, z) / 2])
    if obstacle.shape is Shape.CYLINDER:
        return SolidPrimitive(type=SolidPrimitive.CYLINDER, dimensions=[z, max(x, y) / 2])
    return SolidPrimitive(type=SolidPrimitive.BOX, dimensions=[x, y, z])
