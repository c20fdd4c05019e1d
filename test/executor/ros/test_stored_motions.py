# SPDX-License-Identifier: Apache-2.0
"""The robot's own motions are waited for: one that is under way, a server that is not there, a name that it lacks."""

from __future__ import annotations

import pytest

pytest.importorskip("rclpy")

import rclpy
from play_motion2_msgs.srv import IsMotionReady

from executor_node.ros.stored_motions import MotionWait
from makedo_core.robot_config import StoredMotions
from support.spinning import Spinning
from support.waiting import until

pytestmark = pytest.mark.ros


class PlayMotion:
    """play_motion2, as far as it is asked: busy at first."""

    def __init__(self) -> None:
        rclpy.init()
        self.node = rclpy.create_node("play_motion2")
        self.asked: list[str] = []
        self.busy = True
        self._spinning = Spinning(self.node)

    def serve(self) -> None:
        self.node.create_service(IsMotionReady, "play_motion2/is_motion_ready", self._answer)

    def _answer(self, request, response):
        self.asked.append(request.motion_key)
        response.is_ready = not self.busy and request.motion_key == "home"
        return response

    def wait(self, **motions: str) -> MotionWait:
        return MotionWait(self.node, StoredMotions(**motions))

    def close(self) -> None:
        self._spinning.close()


@pytest.fixture
def play_motion(ros_domain_id):
    running = PlayMotion()
    yield running
    running.close()


def test_a_motion_that_is_under_way_is_waited_for(play_motion):
    play_motion.serve()
    waiting = play_motion.wait(server="play_motion2")
    until(lambda: len(play_motion.asked) > 1 or not waiting.problem())
    (finding,) = waiting.problem()
    assert str(finding).startswith("play_motion2/is_motion_ready: 'home' cannot be played now")
    play_motion.busy = False
    until(lambda: waiting.problem() == ())
    assert set(play_motion.asked) == {"home"}


def test_a_motion_that_the_robot_does_not_have_is_told(play_motion):
    play_motion.serve()
    play_motion.busy = False
    waiting = play_motion.wait(server="play_motion2", awaited="hoem")
    until(lambda: len(play_motion.asked) > 1 or not waiting.problem())
    (finding,) = waiting.problem()
    assert "check that the robot has a motion of this name" in finding.remedy


def test_a_server_that_is_not_there_is_told_with_the_remedy(play_motion):
    (finding,) = play_motion.wait(server="play_motion2").problem()
    assert (finding.found, finding.remedy) == (
        "nobody serves it",
        "start play_motion2, or leave stored_motions.server of the description empty",
    )


def test_an_answer_of_before_counts_no_more(play_motion):
    play_motion.serve()
    play_motion.busy = False
    waiting = play_motion.wait(server="play_motion2")
    until(lambda: waiting.problem() == ())
    play_motion.busy = True
    waiting.begin()
    assert waiting.problem() != ()


def test_a_robot_without_motions_of_its_own_waits_for_none(play_motion):
    assert play_motion.wait().problem() == ()
    assert play_motion.asked == []
