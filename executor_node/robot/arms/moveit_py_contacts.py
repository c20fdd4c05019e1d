# SPDX-License-Identifier: Apache-2.0
"""Which bodies touch, found out of MoveItPy, which says only whether any do.

Its `CollisionResult.contacts` cannot be read unless it is empty: nothing of Python's is bound to a contact (2.12.4).
So the scene is asked again about one body after the other, with a matrix that allows all other collisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from moveit_msgs.msg import ContactInformation
from moveit_msgs.msg import PlanningScene as SceneMessage

OCTOMAP = "<octomap>"  # MoveIt's name of it, which no object may have


@dataclass
class Bodies:
    """Names of what can touch, by what they are to MoveIt, and the pairs of the robot's that may."""

    links: list[str]
    held: list[str]
    world: list[str]
    allowed: set[frozenset[str]] = field(default_factory=set)

    def kind(self, name: str) -> int:
        """A constant of ContactInformation."""
        if name in self.held:
            return int(ContactInformation.ROBOT_ATTACHED)
        return int(ContactInformation.ROBOT_LINK if name in self.links else ContactInformation.WORLD_OBJECT)


def bodies_of(message: SceneMessage) -> Bodies:
    """The bodies of a planning scene: MoveIt has a padding for each link that has a shape."""
    links = [padding.link_name for padding in message.link_padding]
    held = [item.object.id for item in message.robot_state.attached_collision_objects]
    world = [item.id for item in message.world.collision_objects]
    if len(message.world.octomap.octomap.data):
        world.append(OCTOMAP)
    matrix = message.allowed_collision_matrix
    names, rows = list(matrix.entry_names), [list(row.enabled) for row in matrix.entry_values]
    allowed = {
        frozenset((a, b)) for a, row in zip(names, rows, strict=True) for b, may in zip(names, row, strict=True) if may
    }
    return Bodies(links, held, world, allowed)


def contacts(scene: Any, state: Any, group: str, kinds: Any) -> list[ContactInformation]:
    """The pairs of bodies that touch in a state, those of the robot's own last.

    Args:
        scene: MoveItPy's planning scene.
        state: a robot state.
        group: whose collisions are asked about.
        kinds: has MoveItPy's AllowedCollisionMatrix, CollisionRequest and CollisionResult.
    """
    bodies = bodies_of(scene.planning_scene_message)
    robot = [*bodies.links, *bodies.held]
    matrix = kinds.AllowedCollisionMatrix([*robot, *bodies.world], True)
    request = kinds.CollisionRequest()
    request.joint_model_group_name = group

    def touch() -> bool:
        result = kinds.CollisionResult()
        scene.check_collision(request, result, state, matrix)
        return bool(result.collision)

    found = [pair for thing in bodies.world for pair in _pairs(thing, robot, matrix, touch)]
    for i, body in enumerate(robot):
        others = [other for other in robot[i + 1 :] if frozenset((body, other)) not in bodies.allowed]
        found += _pairs(body, others, matrix, touch)
    return [
        ContactInformation(
            contact_body_1=one, body_type_1=bodies.kind(one), contact_body_2=two, body_type_2=bodies.kind(two)
        )
        for one, two in found
    ]


def _pairs(body: str, others: Sequence[str], matrix: Any, touch: Callable[[], bool]) -> Iterator[tuple[str, str]]:
    """The body with each of the others that it touches; one question where it touches none."""
    for other in others:
        matrix.set_entry(body, other, False)
    any_of_them = bool(others) and touch()
    for other in others:
        matrix.set_entry(body, other, True)
    for other in others if any_of_them else ():
        matrix.set_entry(body, other, False)
        if touch():
            yield body, other
        matrix.set_entry(body, other, True)
