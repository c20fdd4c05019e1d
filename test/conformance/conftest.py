# SPDX-License-Identifier: Apache-2.0
"""Who answers the suite: our stand-ins in processes of their own, or what runs in the current ROS domain."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("rclpy")

from makedo_core.files.robot_yaml import robot_config_from_yaml
from support.stack import Stack
from support.waiting import until

ROOT = Path(__file__).resolve().parents[2]
LIVE = os.environ.get("MAKEDO_CONFORMANCE") == "live"
ROBOT = os.environ.get("MAKEDO_CONFORMANCE_ROBOT", "tiago_sim")
TORSO, ARM = "torso_lift_joint", [f"arm_{i}_joint" for i in range(1, 8)]
WORK = {  # the arm ahead, pointing down, with room for each joint on both sides
    "tiago": dict(zip([TORSO, *ARM], (0.162, 1.125, 0.791, -1.65, 2.059, 0.157, -1.308, -1.443), strict=True))
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """No contract without the place where the real one says so."""
    for item in items:
        if "test/conformance/" in item.path.as_posix() and item.get_closest_marker("source") is None:
            raise pytest.UsageError(f"{item.nodeid} has no pytest.mark.source(...)")


@pytest.fixture(scope="package")
def whole_stack(package_ros_domain_id: int) -> Iterator[Stack]:
    """Everything that answers, and a client of it."""
    with _started(package_ros_domain_id, "simulation", "move_group") as stack:
        yield stack


@pytest.fixture(scope="module")
def driven_stack(shared_ros_domain_id: int) -> Iterator[Stack]:
    """A robot for one module, that drives: the others' arm is never beside furniture, nor has this one its arm out."""
    with _started(shared_ros_domain_id, "simulation") as stack:
        if LIVE:
            stack.go(stack.robot.arm.postures["ready"])
        yield stack


@contextmanager
def _started(domain: int, *names: str) -> Iterator[Stack]:
    robot = robot_config_from_yaml(ROOT / "config" / "robots" / f"{ROBOT}.yaml")
    if LIVE:
        stack = Stack(robot)
        try:
            until(lambda: stack.joints, "joint states")
            yield stack
        finally:
            stack.close()
        return

    programs = [Program(domain, name, robot.name) for name in names]
    stack = Stack(robot, domain)
    try:
        until(lambda: stack.joints or any(p.ended for p in programs), "joint states")
        assert stack.joints, [p.end() for p in programs if p.ended]
        yield stack
        for program in programs:
            status, output = program.end()
            assert status == 0 and "Traceback" not in output, output
    finally:
        stack.close()
        for program in programs:
            program.close()


@pytest.fixture(scope="package")
def work(whole_stack: Stack) -> dict[str, float]:
    """Joint values of the arm at which the contracts are tried."""
    family = ROBOT.partition("_")[0]
    return dict(WORK.get(family, whole_stack.robot.arm.postures["ready"]))


@pytest.fixture
def stack(whole_stack: Stack, work: dict[str, float]) -> Stack:
    """The arm ahead in an empty planning scene, at rest."""
    until(lambda: whole_stack.joints, "joint states")
    whole_stack.clear()
    whole_stack.go(work)
    return whole_stack


class Program:
    """One of our programs in a process of its own."""

    def __init__(self, domain: int, name: str, robot: str) -> None:
        environment = {**os.environ, "ROS_DOMAIN_ID": str(domain), "OMP_NUM_THREADS": "1"}
        settings = ["--params-file", str(ROOT / "config" / f"{name}.yaml"), "-p", f"robot:={robot}"]
        command = [sys.executable, str(ROOT / "bin" / name), "--ros-args", *settings]
        self._log = tempfile.TemporaryFile("w+")
        self._process = subprocess.Popen(command, env=environment, stdout=self._log, stderr=subprocess.STDOUT)

    @property
    def ended(self) -> bool:
        """Whether it runs no more."""
        return self._process.poll() is not None

    def end(self) -> tuple[int, str]:
        """Ask it to end; its exit status and what it wrote."""
        self._process.terminate()
        status = self._process.wait(timeout=60)
        self._log.seek(0)
        return status, self._log.read()

    def close(self) -> None:
        """End it by force if it still runs."""
        if not self.ended:
            self._process.kill()
            self._process.wait()
        self._log.close()
