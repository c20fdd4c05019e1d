# SPDX-License-Identifier: Apache-2.0
"""`makedo doctor` beside the running simulation."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from system import HANGS_S

pytestmark = [pytest.mark.system, pytest.mark.timeout(HANGS_S)]


def test_the_simulation_has_no_fault_and_its_description_fits(real_time_system):
    done = subprocess.run(
        [sys.executable, "-m", "makedo_cli.main", "doctor", "--json"],
        capture_output=True,
        text=True,
        env=os.environ,
        timeout=60,
    )
    report = json.loads(done.stdout)
    assert [f for f in report["findings"] if f["level"] == "fault"] == [], done.stderr
    assert done.returncode == 0
    assert report["robot"].endswith("tiago_sim.yaml")
    assert report["fitting"] == []
    assert not real_time_system.motion.moving(0.0)
