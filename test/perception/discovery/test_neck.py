# SPDX-License-Identifier: Apache-2.0
"""The head turns no farther than to where it would touch the arm."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

from moveit_msgs.msg import ContactInformation
from moveit_msgs.srv import GetStateValidity

from makedo_core.failure import FailureCause
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_ros.runtime.clients import CallError
from perception_node.discovery import neck
from perception_node.discovery.head_poses import HeadPose
from perception_node.discovery.neck import STEP, MotionPlannersWord, free_way

HEAD = robot_config_from_yaml(Path(__file__).resolve().parents[3] / "config/robots/tiago_sim.yaml").head
HERE, THERE = HeadPose(0.0, 0.0), HeadPose(1.0, -0.5)


def test_a_head_whose_way_is_free_is_turned_all_the_way():
    asked = []
    assert free_way(HERE, THERE, lambda pose: asked.append(pose) or False) == THERE
    assert asked[-1] == THERE
    assert max(b.pan - a.pan for a, b in zip((HERE, *asked), asked, strict=False)) <= STEP


@pytest.mark.parametrize("from_pan", [0.05, 0.5, 0.95])
def test_a_head_is_turned_no_farther_than_to_where_it_would_touch_the_arm(from_pan):
    end = free_way(HERE, THERE, lambda pose: pose.pan > from_pan)
    assert from_pan - STEP <= end.pan <= from_pan and end.tilt == pytest.approx(-end.pan / 2)


@pytest.mark.parametrize(
    "touching", [lambda pose: True, lambda pose: None, lambda pose: True if pose == HERE else None]
)
def test_a_head_that_touches_something_already_or_of_which_nobody_knows_is_turned_all_the_same(touching):
    assert free_way(HERE, THERE, touching) == THERE


def contact(first: int, second: int) -> ContactInformation:
    return ContactInformation(body_type_1=first, body_type_2=second)


LINK, THING, WORLD = (
    ContactInformation.ROBOT_LINK,
    ContactInformation.ROBOT_ATTACHED,
    ContactInformation.WORLD_OBJECT,
)


@pytest.fixture
def word(monkeypatch):
    """What the motion planner is taken to say, by what it answers: a response, or why there is none."""

    def say(answer, *, ready: bool = True):
        client = SimpleNamespace(service_is_ready=lambda: ready)
        node = SimpleNamespace(create_client=lambda *_, **__: client)
        requests = []

        def call(_, request, timeout_s):
            requests.append(request)
            if isinstance(answer, CallError):
                raise answer
            return answer

        monkeypatch.setattr(neck, "call", call)
        return MotionPlannersWord(node, HEAD, "arm_torso", None)(THERE), requests

    return say


@pytest.mark.parametrize(
    ("valid", "contacts", "touches"),
    [
        (True, [], False),
        (False, [contact(LINK, LINK)], True),
        (False, [contact(LINK, WORLD), contact(THING, LINK)], True),
        (False, [contact(LINK, WORLD), contact(WORLD, THING)], False),
        (False, [], None),  # it does not say what touches
    ],
)
def test_the_robot_touches_itself_or_what_it_holds_and_not_the_world(word, valid, contacts, touches):
    said, (request,) = word(GetStateValidity.Response(valid=valid, contacts=contacts))
    assert said is touches
    assert request.group_name == "arm_torso" and request.robot_state.is_diff
    state = request.robot_state.joint_state
    assert dict(zip(state.name, state.position, strict=True)) == {HEAD.pan: 1.0, HEAD.tilt: -0.5}


def test_where_no_motion_planner_answers_nobody_knows(word):
    assert word(None, ready=False) == (None, [])
    assert word(CallError(FailureCause.TIMEOUT, "no answer"))[0] is None
