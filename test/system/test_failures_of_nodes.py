# SPDX-License-Identifier: Apache-2.0
"""A node dies or sees nothing: the others say so within ten seconds (on a busy machine, as many more) and it stands."""

from __future__ import annotations

import time

import pytest
from system import HANGS_S, Load, outcome

from makedo_cli.motion import BASE
from makedo_core.failure import FailureCause

REPORTED_WITHIN_S = 10.0
STANDS_WITHIN_S = 0.5  # [s, simulated]
pytestmark = [pytest.mark.system, pytest.mark.timeout(HANGS_S)]


def result_after_kill(system, handle, victim):
    """The result of an instruction during which a node is killed; it must be there soon."""
    with Load() as load:
        system.kill(victim)
        begun = time.monotonic()
        result = system.end(handle, 120)
        took_s = time.monotonic() - begun
    assert took_s < REPORTED_WITHIN_S * load.factor, f"{took_s:.1f} s on a machine {load.factor:.1f} times slower"
    return result


@pytest.mark.parametrize("victim", ["move_group", "supervisor"])
def test_the_executor_reports_a_lost_node_and_stops(fresh_system, victim):
    fresh_system.set_speed(1.0)  # the watchdog waits in wall time; a fast drive would be over before
    handle, _ = fresh_system.begin("go to table_3")
    fresh_system.wait_moving()
    result = result_after_kill(fresh_system, handle, victim)
    assert outcome(result).cause is FailureCause.COMPONENT_LOST
    assert {"move_group": "motion planner"}.get(victim, victim.replace("_", " ")) in outcome(result).message
    seen = fresh_system.motion.now_s
    fresh_system.wait_until(lambda: fresh_system.motion.now_s > seen + 2.0, 30, "the clock stands")
    assert not fresh_system.motion.moving(seen + 0.5)


def test_the_supervisor_stops_the_robot_when_the_executor_dies(fresh_system):
    fresh_system.set_speed(1.0)
    fresh_system.begin("go to table_3")
    fresh_system.wait_moving()
    fresh_system.kill("executor")
    fresh_system.wait_until(lambda: "lost executor" in fresh_system.health.get("supervisor", ""), 10, "no report")
    seen = fresh_system.motion.now_s
    fresh_system.wait_until(lambda: fresh_system.motion.now_s > seen + 2.0, 30, "the clock stands")
    assert not fresh_system.motion.moving(seen + 0.6)


@pytest.mark.parametrize(("instruction", "part"), [("go to table_3", BASE), ("Bring mug_1 to table_3", "arm_")])
def test_the_robot_stands_when_all_of_makedo_but_the_sentry_is_killed_at_once(fresh_system, instruction, part):
    fresh_system.set_speed(1.0)  # a fast clock would count the load
    fresh_system.begin(instruction)
    fresh_system.wait_until(lambda: fresh_system.motion.moves_fast(part), 120, f"{part} does not move")
    with Load() as load:
        begun = fresh_system.motion.now_s
        for name in fresh_system.launcher.running():
            if name not in ("simulation", "sentry"):
                fresh_system.kill(name)
        fresh_system.wait_until(lambda: fresh_system.motion.now_s > begun + 2.0, 30, "the clock stands")
    stood, last = fresh_system.motion.last_motion(begun)
    told = f"{last} moved for {stood - begun:.2f} s on a machine {load.factor:.1f} times slower"
    assert begun < stood <= begun + STANDS_WITHIN_S * load.factor, told


def test_a_dead_simulation_is_reported(fresh_system):
    fresh_system.set_speed(1.0)
    handle, _ = fresh_system.begin("go to table_3")
    fresh_system.wait_moving()
    result = result_after_kill(fresh_system, handle, "simulation")
    assert outcome(result).cause is FailureCause.COMPONENT_LOST
