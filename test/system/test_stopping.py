# SPDX-License-Identifier: Apache-2.0
"""Cancel and stop in mid-motion, measured in simulated seconds that are real ones."""

from __future__ import annotations

import pytest
from system import outcome

from makedo_core.failure import FailureCause

pytestmark = [pytest.mark.system, pytest.mark.timeout(240)]


@pytest.mark.parametrize("how", ["cancel", "stop"])
def test_the_robot_stands_within_half_a_second_and_the_next_instruction_works(real_time_system, how):
    system = real_time_system
    handle, _ = system.begin("Bring the mug to table_3")
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
    assert system.motion.last_motion(begun) - begun <= 0.5
    assert outcome(system.do("go to table_1")).ok
