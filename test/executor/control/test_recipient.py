# SPDX-License-Identifier: Apache-2.0
"""Whom the robot serves: from the way to them until it has left them."""

from __future__ import annotations

import pytest

from executor_node.context import Memory
from executor_node.control.recipient import follow_recipient, served
from makedo_core.geometry import Pose
from makedo_core.robot_config import SafetyConfig
from makedo_core.skills import SkillCall

WATCHED = SafetyConfig(camera=True)


def calls(*texts: str) -> tuple[SkillCall, ...]:
    return tuple(SkillCall(words[0], tuple(words[1:])) for words in map(str.split, texts))


@pytest.mark.parametrize(
    ("ahead", "who"),
    [
        (("go_to person_1", "hand_over can_1 person_1"), "person_1"),
        (("hand_over can_1 person_1", "go_to table_1"), "person_1"),
        (("go_to person_1", "discover_objects person_1", "hand_over can_1 person_1"), "person_1"),
        (("go_to table_1", "pick_up can_1 table_1", "go_to person_1", "hand_over can_1 person_1"), ""),
        (("go_to person_1", "go_to table_1"), ""),
        (("go_to person_2", "hand_over can_1 person_1"), ""),
        ((), ""),
    ],
)
def test_somebody_is_served_from_the_way_to_them_on(ahead, who):
    assert served(calls(*ahead)) == who


def follow(world, memory, *ahead, away_m):
    x, y, _ = world.graph["person_1"].centre
    return follow_recipient(memory, calls(*ahead), world.graph, Pose.planar(x + away_m, y, 0.0), WATCHED)


def test_somebody_is_served_until_the_robot_has_left_them(world, person):
    memory = Memory()
    place = world.graph[person].centre
    assert follow(world, memory, away_m=0.8) is None
    assert follow(world, memory, "go_to person_1", "hand_over can_1 person_1", away_m=4.0) == place
    assert follow(world, memory, "hand_over can_1 person_1", away_m=0.8) == place
    assert follow(world, memory, "go_to table_1", away_m=0.8) == place
    assert follow(world, memory, away_m=0.8) == place  # the instruction is over, and the robot stands there
    assert follow(world, memory, "go_to table_1", away_m=WATCHED.left_m + 0.1) is None
    assert follow(world, memory, "go_to table_1", away_m=0.8) is None  # it came back for something else


def test_somebody_whom_nobody_knows_any_more_is_not_served(world, person):
    memory = Memory(recipient="person_9")
    assert follow(world, memory, away_m=0.8) is None and memory.recipient == ""
