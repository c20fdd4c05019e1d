# SPDX-License-Identifier: Apache-2.0
"""One running system for the tests that leave it whole, and a fresh one for those that do not."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="module")
def system(tmp_path_factory, shared_ros_domain_id):
    from system import System

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROS_DOMAIN_ID", str(shared_ros_domain_id))
        # Perfect masks: these tests are of the executor; those of the demo see with the real detector.
        running = System(tmp_path_factory.mktemp("system"), seed="1", detector="simulation")
    try:
        running.wait_ready()
        yield running
    finally:
        running.close()


@pytest.fixture(scope="module")
def shared_real_time_system(tmp_path_factory, shared_ros_domain_id):
    from system import System

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROS_DOMAIN_ID", str(shared_ros_domain_id))
        running = System(tmp_path_factory.mktemp("system"), seed="1", real_time_factor="1")
    try:
        running.wait_ready()
        yield running
    finally:
        running.close()


@pytest.fixture
def real_time_system(shared_real_time_system, shared_ros_domain_id, monkeypatch):
    """One whose clock runs as on a robot: where simulated seconds are measured, a fast clock would count the load.

    Its domain is set for the programs that the test starts.
    """
    monkeypatch.setenv("ROS_DOMAIN_ID", str(shared_ros_domain_id))
    return shared_real_time_system


@pytest.fixture
def fresh_system(tmp_path, ros_domain_id):
    from system import System

    running = System(tmp_path, seed="2")
    try:
        running.wait_ready()
        yield running
    finally:
        running.close()


@pytest.fixture(scope="module")
def patient_system(tmp_path_factory, shared_ros_domain_id):
    """One that waits long for a node: a start is quick on an idle machine, long on a busy one."""
    from system import System

    folder = tmp_path_factory.mktemp("patient")
    file = folder / "patient.yaml"
    file.write_text("executor:\n  ros__parameters:\n    restart_patience_s: 300.0\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROS_DOMAIN_ID", str(shared_ros_domain_id))
        running = System(folder, seed="2", params_file=str(file))
    try:
        running.wait_ready()
        yield running
    finally:
        running.close()
