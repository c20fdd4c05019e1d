# SPDX-License-Identifier: Apache-2.0
"""One person is handed something, and another one comes near: the robot's own camera tells them apart."""

from __future__ import annotations

import math

import pytest
from std_msgs.msg import Bool
from system import HANGS_S, System, outcome

from makedo.msg import TaskStatus
from makedo.srv import GetContacts, InjectFault
from makedo_core.files.robot_files import robot_file
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.graph.scene_graph import AGENT_ID
from makedo_ros.runtime.qos import RELIABLE

pytestmark = [pytest.mark.system, pytest.mark.timeout(HANGS_S)]

ROBOT = "tiago_sim_watching"
RECIPIENT = "person_1"
STAYS_S = 15.0  # [s, simulated]
HOLDS_S = 1.0  # [s, simulated] from the word that somebody is near to the last motion: twice what a stop may take


@pytest.fixture
def workshop(tmp_path, shared_ros_domain_id, monkeypatch):
    monkeypatch.setenv("ROS_DOMAIN_ID", str(shared_ros_domain_id))
    running = System(tmp_path, scene="workshop", robot=ROBOT, detector="simulation", real_time_factor="1")
    try:
        running.wait_ready()
        yield running
    finally:
        running.close()


class Watch:
    """What the perception says of persons, with the time at which it says something else than before."""

    def __init__(self, system: System) -> None:
        self._system = system
        self.words: list[tuple[float, bool]] = []
        system.node.create_subscription(Bool, "person_near", self._on_word, RELIABLE)

    @property
    def is_near(self) -> bool:
        return bool(self.words) and self.words[-1][1]

    def _on_word(self, message: Bool) -> None:
        if not self.words or self.words[-1][1] != message.data:
            self.words.append((self._system.motion.now_s, message.data))


def test_a_second_person_holds_the_arm_that_hands_something_to_the_first_until_they_are_gone(workshop):
    system, watch = workshop, Watch(workshop)
    safety = robot_config_from_yaml(robot_file(ROBOT)).safety
    handle, feedback = system.begin("hand me the can")
    result = handle.get_result_async()

    def says(state: int, skill: str = "") -> bool:
        status = feedback[-1].status if feedback else TaskStatus()
        return result.done() or (status.state == state and skill in ("", status.current.skill))

    # The first one, alone: nearer than anybody else may come, and the arm moves.
    system.wait_until(lambda: says(TaskStatus.EXECUTING, "hand_over"), 240, "nothing is handed over")
    moves = lambda: system.motion.last_motion(system.motion.now_s - 0.3)[1].startswith("arm")  # noqa: E731
    system.wait_until(lambda: moves() and not watch.is_near, 60, "the arm does not move")
    truth = system.truth()
    away_m = math.dist(truth[RECIPIENT].centre[:2], truth[AGENT_ID].pose.position[:2])
    assert safety.recipient_m < away_m < safety.near_m
    assert not result.done()

    # Another one comes, and stays.
    request = InjectFault.Request(fault="visitor", target=RECIPIENT, duration_s=STAYS_S)
    came = system.call(InjectFault, "simulation/inject_fault", request)
    assert outcome(came).ok
    come_s = system.motion.now_s
    system.wait_until(lambda: watch.is_near and says(TaskStatus.PAUSED), 30, "nobody is held")
    assert feedback[-1].status.message == "a person is near"
    near_s = watch.words[-1][0]
    system.wait_until(lambda: system.motion.now_s > come_s + STAYS_S - 1.0, 60, "the clock stands")
    assert system.motion.last_motion(come_s)[0] - near_s <= HOLDS_S

    # They go, and the first one gets what was meant for them.
    system.wait_until(lambda: says(TaskStatus.EXECUTING, "hand_over"), 60, "it does not go on")
    gone_s = [when for when, is_near in watch.words if not is_near and when > near_s]
    assert gone_s and gone_s[0] >= come_s + STAYS_S - 0.5  # not before they went
    ended = system.end(handle, 240)
    assert outcome(ended).ok, outcome(ended)
    assert system.truth().contents(RECIPIENT) == ("cola_can_1",)
    touched = system.call(GetContacts, "simulation/contacts").other
    assert "visitor" not in touched
