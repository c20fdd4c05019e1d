# SPDX-License-Identifier: Apache-2.0
"""The person to whom the robot hands something: who that is, and from when until when they may be near it.

Where the robot's camera watches for persons (`safety.camera`), everybody within `safety.near_m` holds the robot. The
one who is to take something has to come nearer: down to `safety.recipient_m`, from the way to them on until the robot
has left them. The arm is slow as long as they are so near. Everybody else holds the robot as before.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from executor_node.context import Memory
from makedo_core.geometry import Pose, Vector
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.robot_config import SafetyConfig
from makedo_core.skills import SkillCall


def served(ahead: Sequence[SkillCall]) -> str:
    """Id of the person to whom a plan hands something now; empty: to nobody, or something else comes first.

    Args:
        ahead: what is left of the plan, from the call that is under way.
    """
    for i, call in enumerate(ahead):
        if call.skill == "hand_over":
            person = call.arguments[-1]
            return person if all(before.arguments[-1:] == (person,) for before in ahead[:i]) else ""
    return ""


def follow_recipient(
    memory: Memory, ahead: Sequence[SkillCall], graph: SceneGraph, base: Pose, safety: SafetyConfig
) -> Vector | None:
    """Remember whom the robot serves, until it has left them.

    Args:
        memory: its `recipient` is brought up to date.
        ahead: what is left of the plan, from the call that is under way; empty when idle.
        graph: where they are thought to stand.
        base: where the robot stands, map frame.
        safety: what is near.

    Returns:
        where that is, map frame [m]; None: the robot serves nobody.
    """
    now = served(ahead)
    person = now or memory.recipient
    if person not in graph or not graph[person].pose.is_known:
        memory.recipient = ""
        return None
    place = graph[person].centre
    if not now and math.dist(place[:2], base.position[:2]) > safety.left_m:
        memory.recipient = ""
        return None
    memory.recipient = person
    return place
