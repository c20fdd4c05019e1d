# SPDX-License-Identifier: Apache-2.0
"""Cancel and stop in mid-motion, measured in simulated seconds that are real ones."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from std_msgs.msg import Bool
from system import HANGS_S, outcome

from makedo.msg import TaskStatus
from makedo.srv import Pause, RespondApproval, Resume
from makedo_core.failure import FailureCause
from makedo_ros.runtime.qos import RELIABLE

pytestmark = [pytest.mark.system, pytest.mark.timeout(HANGS_S)]


@pytest.mark.parametrize("how", ["cancel", "stop"])
def test_the_robot_stands_within_half_a_second_and_the_next_instruction_works(real_time_system, how):
    system = real_time_system
    handle, _ = system.begin("Bring mug_1 to table_3")
    system.wait_moving()
    begun = system.motion.now_s
    if how == "cancel":
        handle.cancel_goal_async()
    else:
        assert outcome(system.stop()).ok
    result = system.end(handle, 60)
    assert outcome(result).cause is (FailureCause.CANCELED if how == "cancel" else FailureCause.STOPPED)
    seen = system.motion.now_s
    system.wait_until(lambda: system.motion.now_s > seen + 2.0, 30, "the clock stands")
    assert system.motion.last_motion(begun)[0] - begun <= 0.5
    assert outcome(system.do("go to table_1")).ok


def test_a_paused_robot_stands_and_then_does_what_it_was_told(real_time_system):
    system = real_time_system
    for kind, name in ((Pause, "pause"), (Resume, "resume"), (RespondApproval, "respond_approval")):
        idle = outcome(system.call(kind, name))
        assert idle.cause is FailureCause.PRECONDITION_FAILED
        assert "no instruction is being carried out" in idle.message
    handle, feedback = system.begin("go to table_2")
    system.wait_moving()
    begun = system.motion.now_s
    paused = system.call(Pause, "pause")
    assert outcome(paused).ok
    assert {"base", "arm_7_joint", "head_1_joint", "torso_lift_joint"} <= set(paused.part)
    assert max(paused.part_standstill_s) == paused.standstill_s <= 0.5
    seen = system.motion.now_s
    system.wait_until(lambda: system.motion.now_s > seen + 2.0, 30, "the clock stands")
    assert system.motion.last_motion(begun)[0] - begun <= 0.5
    assert feedback[-1].status.state == TaskStatus.PAUSED
    assert outcome(system.call(Resume, "resume")).ok
    assert outcome(system.end(handle, 120)).ok
    assert system.motion.moving(seen + 2.0)


def test_a_person_who_comes_near_holds_the_robot_until_they_are_gone(real_time_system):
    system = real_time_system
    near = system.node.create_publisher(Bool, "person_near", RELIABLE)
    handle, feedback = system.begin("go to table_3")
    result = handle.get_result_async()
    system.wait_moving()

    def tell(is_near: bool, until: Callable[[], bool]) -> None:
        def told() -> bool:
            near.publish(Bool(data=is_near))
            return until()

        system.wait_until(told, 60, f"a person near: {is_near}; {feedback[-1].status.message}")

    tell(True, lambda: feedback[-1].status.state == TaskStatus.PAUSED)
    assert feedback[-1].status.message == "a person is near"
    tell(False, lambda: feedback[-1].status.state == TaskStatus.EXECUTING)
    tell(False, result.done)
    assert outcome(result.result().result).ok
