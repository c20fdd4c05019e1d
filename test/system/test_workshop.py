# SPDX-License-Identifier: Apache-2.0
"""What the home lacks: a person who takes things, and a button; judged by where things truly are in the end."""

from __future__ import annotations

import pytest
from system import HANGS_S, System, outcome

pytestmark = [pytest.mark.system, pytest.mark.timeout(HANGS_S)]


@pytest.fixture(scope="module")
def workshop(tmp_path_factory, shared_ros_domain_id):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROS_DOMAIN_ID", str(shared_ros_domain_id))
        folder = tmp_path_factory.mktemp("workshop")
        running = System(folder, scene="workshop", detector="simulation", real_time_factor="3")
    try:
        running.wait_ready()
        yield running
    finally:
        running.close()


def test_a_can_is_handed_to_the_person_and_the_button_pressed_when_that_is_done(workshop):
    result = workshop.do("hand me the can and press the button when done", 380)
    assert outcome(result).ok, outcome(result)
    truth = workshop.truth()
    assert truth.contents("person_1") == ("cola_can_1",)
    assert truth["cola_can_1"].pose.position[2] > 0.8  # in the hand, not on the floor
    assert "pressed" in truth["button_1"].attributes
