# SPDX-License-Identifier: Apache-2.0
"""The queue with the whole stack: `makedo queue` fills it, the robot carries it out, a stop holds the rest."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from system import HANGS_S, PATIENCE, outcome

from makedo.msg import InstructionQueue, QueueEntry
from makedo_ros.runtime.qos import LATCHED

pytestmark = [pytest.mark.system, pytest.mark.timeout(HANGS_S)]


def makedo(*words: str) -> str:
    """What a subcommand prints; it must succeed."""
    command = [str(Path(sys.executable).with_name("makedo")), "queue", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE * 60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_instructions_of_the_queue_are_carried_out_and_a_stop_holds_the_rest(real_time_system):
    system = real_time_system
    heard: list[InstructionQueue] = []
    system.node.create_subscription(InstructionQueue, "instruction_queue", heard.append, LATCHED)

    def states() -> dict[int, int]:
        return {e.id: e.state for e in heard[-1].entries} if heard else {}

    assert "queued as 1" in makedo("add", "go to table_1")
    said = makedo("add", "in two hours go to table_3")
    assert "queued as 2" in said and "'go to table_3', to" in said
    system.wait_until(lambda: states().get(1) == QueueEntry.DONE, 200, "the first is carried out")
    assert states()[2] == QueueEntry.WAITING
    makedo("pause")
    makedo("add", "go to table_2")
    makedo("add", "go to table_1")
    makedo("resume")
    system.wait_until(lambda: states().get(3) == QueueEntry.RUNNING, 60, "the third is begun")
    system.wait_moving()
    assert outcome(system.stop()).ok
    system.wait_until(lambda: states().get(3) == QueueEntry.FAILED, 60, "it ended")
    assert heard[-1].paused and states()[4] == QueueEntry.WAITING
    listed = makedo("list")
    assert "it was stopped" in heard[-1].reason and f"paused: {heard[-1].reason}" in listed
    assert "waits  go to table_3" in listed
    makedo("remove", "2")
    makedo("resume")
    system.wait_until(lambda: states().get(4) == QueueEntry.DONE, 200, "the fourth is carried out")
    assert "waits" not in makedo("list")
