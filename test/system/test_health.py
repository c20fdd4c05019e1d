# SPDX-License-Identifier: Apache-2.0
"""The health of the running stack: everything is well, until a node dies; `makedo status` tells both."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from sensor_msgs.msg import BatteryState
from system import HANGS_S, PATIENCE

from makedo.msg import Health, HealthItem
from makedo_cli.exit_code import ExitCode
from makedo_ros.runtime.qos import LATCHED, RELIABLE

pytestmark = [pytest.mark.system, pytest.mark.timeout(HANGS_S)]


def status(*words: str) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("makedo")), "status", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE * 60, check=False)


def first_heard(*words: str) -> subprocess.CompletedProcess[str]:
    """The first status that the stack is heard in; a busy machine may need a few."""
    for _ in range(5):
        if (done := status(*words)).returncode != ExitCode.SYSTEM:
            break
    return done


def test_what_is_well_and_what_dies_is_told_with_what_helps(fresh_system, ros_domain_id, monkeypatch):
    monkeypatch.setenv("ROS_DOMAIN_ID", str(ros_domain_id))
    system = fresh_system
    heard: list[Health] = []
    charges: list[float] = []
    system.node.create_subscription(Health, "health", heard.append, LATCHED)
    system.node.create_subscription(BatteryState, "battery_state", lambda m: charges.append(m.percentage), RELIABLE)
    system.wait_until(lambda: heard and heard[-1].level == HealthItem.OK, 120, "all is well")
    subjects = {item.subject for item in heard[-1].items}
    assert {"perception", "planner", "scene_graph", "supervisor", "joints", "localisation", "charge"} <= subjects
    assert 0.8 < heard[-1].battery < 0.9
    system.wait_until(lambda: charges and charges[-1] < charges[0], 60, "the battery is drained")
    well = first_heard("--json")
    assert well.returncode == 0, well.stdout + well.stderr
    told = json.loads(well.stdout)
    assert (told["state"], told["handed_over"], told["waiting"]) == ("idle", False, 0)
    system.freeze("perception")  # a node that dies is started again, perhaps before it is looked for
    system.wait_until(lambda: heard[-1].level == HealthItem.FAULT, 60, "the fault is told")
    first = heard[-1].items[0]
    assert (first.subject, first.level) == ("perception", HealthItem.FAULT)
    assert "no sign of life" in first.found and "start it again" in first.remedy
    ill = first_heard()
    assert ill.returncode == 8 and "fault perception: gives no sign of life" in ill.stdout, ill.stdout + ill.stderr
