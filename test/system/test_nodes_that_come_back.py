# SPDX-License-Identifier: Apache-2.0
"""A node dies and is started again, or sees nothing for a while: an instruction waits for it, and goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from system import HANGS_S, outcome

from makedo.srv import InjectFault
from makedo_core.record.trace import read_trace

SLOW = "the node supervisor no longer gives a sign of life; waiting for it"
DARK_S = 12.0  # longer than image_timeout_s, shorter than restart_patience_s
pytestmark = [pytest.mark.system, pytest.mark.timeout(HANGS_S)]


@pytest.mark.parametrize(
    ("victim", "instruction"),
    [
        ("planner", "go to table_3"),
        ("perception", "Bring mug_1 to table_3"),
        ("scene_graph", "Bring mug_1 to table_2"),
        ("sentry", "go to table_3"),
    ],
)
def test_an_instruction_waits_for_a_node_that_is_started_again(patient_system, victim, instruction):
    handle, feedback = patient_system.begin(instruction)
    patient_system.wait_moving()
    patient_system.set_speed(1.0)  # a node is missed after a time in wall time; a fast drive would be over before
    killed = patient_system.launcher.processes[victim].pid
    patient_system.kill(victim)
    begun_again = lambda: patient_system.launcher.processes[victim].pid != killed  # noqa: E731
    patient_system.wait_until(begun_again, 60, f"no {victim} is started")
    patient_system.health.pop(victim, None)
    patient_system.wait_until(lambda: patient_system.health.get(victim) == "active", 60, f"no {victim}")
    patient_system.set_speed(0.0)
    result = patient_system.end(handle, 300)
    assert outcome(result).ok, "\n".join([str(outcome(result)), *patient_system.lines[-40:]])
    steps = [e["message"] for e in read_trace(Path(result.run_folder) / "trace.jsonl") if e["event"] == "step"]
    told = [text for text in [*steps, *(f.status.message for f in feedback)] if "waiting" in text]
    assert victim == "sentry" or any(victim.replace("_", " ") in text for text in told)  # a sentry is back at once
    assert victim not in patient_system.deaths


def test_an_instruction_waits_for_a_supervisor_that_lives_and_is_silent(patient_system):
    """On a machine with too much to do it is kept from its processor; nobody would start it again if it were dead."""
    handle, feedback = patient_system.begin("go to table_2")  # not where the one before ended
    patient_system.wait_moving()
    patient_system.set_speed(1.0)  # a node is missed after a time in wall time; a fast drive would be over before
    patient_system.freeze("supervisor")
    held = lambda: any(SLOW in f.status.message for f in feedback)  # noqa: E731
    patient_system.wait_until(held, 30, "not held")
    seen = patient_system.motion.now_s
    patient_system.wait_until(lambda: patient_system.motion.now_s > seen + 1.5, 30, "the clock stands")
    assert not patient_system.motion.moving(seen + 0.6)
    patient_system.thaw("supervisor")
    patient_system.set_speed(0.0)
    result = patient_system.end(handle, 300)
    assert outcome(result).ok, "\n".join([str(outcome(result)), *patient_system.lines[-40:]])


def test_an_instruction_is_held_while_no_images_come(patient_system):
    handle, feedback = patient_system.begin("go to table_1")
    patient_system.wait_moving()
    patient_system.set_speed(1.0)  # the camera is off for a time on the robot's clock, the watchdog waits in wall time
    camera_off = InjectFault.Request(fault="camera_off", duration_s=DARK_S)
    assert outcome(patient_system.call(InjectFault, "simulation/inject_fault", camera_off)).ok
    held = lambda: any("no image came" in f.status.message for f in feedback)  # noqa: E731
    patient_system.wait_until(held, 30, "not held")
    seen = patient_system.motion.now_s
    patient_system.wait_until(lambda: patient_system.motion.now_s > seen + 1.5, 30, "the clock stands")
    assert not patient_system.motion.moving(seen + 0.6)
    patient_system.set_speed(0.0)
    result = patient_system.end(handle, 200)
    assert outcome(result).ok, "\n".join([str(outcome(result)), *patient_system.lines[-40:]])
