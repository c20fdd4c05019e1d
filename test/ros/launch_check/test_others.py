# SPDX-License-Identifier: Apache-2.0
"""What runs already and is in the way of a launch."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

pytest.importorskip("rclpy")

import rclpy
from rclpy.executors import SingleThreadedExecutor
from rosgraph_msgs.msg import Clock

from makedo_ros.launch_check.others import RunningHere, in_the_way, running_here
from makedo_ros.runtime.qos import RELIABLE
from support.spinning import spin
from support.waiting import LIMIT_S, until

ROOT = Path(__file__).resolve().parents[3]
STACK, SIMULATION = {"page": "true"}, {"motion": "embedded"}
DEMO = STACK | SIMULATION
ONE = RunningHere({"/executor", "/planner", "/simulation", "/left/executor"}, {"/simulation"})


@pytest.mark.parametrize("given", [STACK, SIMULATION, DEMO])
def test_where_nothing_runs_nothing_is_in_the_way(given):
    assert in_the_way(given, RunningHere({"/rviz", "/somebody"}), 0) == []


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (STACK, ["/planner, /executor run already in ROS domain 7"]),
        (DEMO, ["/planner, /executor run already", "/simulation tells the time in ROS domain 7 already"]),
        (SIMULATION, ["/simulation tells the time in ROS domain 7 already"]),
        (DEMO | {"namespace": "/left"}, ["/left/executor runs already", "/simulation tells the time"]),
        (DEMO | {"namespace": "right"}, ["/simulation tells the time"]),
        (STACK | {"namespace": "right"}, []),
        ({"robot": "tiago"}, ["/planner, /executor run already"]),
    ],
)
def test_the_same_names_and_a_second_clock_are_in_the_way(given, told):
    problems = in_the_way(given, ONE, 7)
    assert len(problems) == len(told)
    for problem, words in zip(problems, told, strict=True):
        assert problem.startswith(words) and "export ROS_DOMAIN_ID=8" in problem


def test_the_domain_that_is_named_is_one_that_there_is():
    assert "export ROS_DOMAIN_ID=1" in in_the_way(STACK, ONE, 232)[0]


@pytest.mark.ros
def test_a_launch_is_refused_beside_what_runs_and_begins_once_it_is_gone(ros_domain_id):
    rclpy.init()
    node = rclpy.create_node("executor", namespace="left")
    node.create_publisher(Clock, "/clock", RELIABLE)
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    threading.Thread(target=spin, args=(executor,), daemon=True).start()

    def launch(*words: str) -> subprocess.CompletedProcess[str]:
        check = [sys.executable, str(ROOT / "bin" / "check_launch"), f"share:={ROOT}", *words]
        command = [sys.executable, "-c", ENDING_LAUNCHER, *check]  # else the tests hold what is claimed to their end
        return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S, check=False)

    def refused(*words: str) -> str:
        """Why a launch is refused, once the other node has been heard of: a busy machine hears late."""
        told = [""]

        def is_refused() -> bool:
            done = launch(*words)
            told[0] = done.stderr
            return done.returncode == 1

        until(is_refused, lambda: f"{words} is refused; told last: {told[0]!r}")
        return told[0]

    try:
        found = running_here(lambda running: bool(running.clocks and "/left/executor" in running.nodes), LIMIT_S)
        assert found.clocks == {"/left/executor"}
        assert "/left/executor" in found.nodes  # beside what an earlier test of this process may have left
        told = f"Makedo cannot start: /left/executor runs already in ROS domain {ros_domain_id}"
        assert refused("page:=true", "namespace:=left").startswith(told)
        beside = launch("page:=true", "namespace:=right")
        assert beside.returncode == 0, beside.stderr  # beside another robot's, that is
        assert "tells the time" in refused("motion:=embedded")
    finally:
        executor.shutdown(timeout_sec=LIMIT_S)
        node.destroy_node()
        rclpy.try_shutdown()
    alone = [launch("page:=true", "namespace:=left")]

    def begins() -> bool:
        if alone[-1].returncode != 0:  # that the other is gone, too, a busy machine hears late
            alone.append(launch("page:=true", "namespace:=left"))
        return alone[-1].returncode == 0

    until(begins, lambda: f"a launch begins; told last: {alone[-1].stderr!r}")


ENDING_LAUNCHER = "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1:]))"
LAUNCHER = "import subprocess, sys; print(subprocess.call(sys.argv[1:]), flush=True); input()"  # and lives on


@pytest.mark.ros
def test_of_two_launches_that_begin_at_the_same_moment_one_goes_on_and_the_other_is_told_of_it(ros_domain_id):
    check = [sys.executable, str(ROOT / "bin" / "check_launch"), f"share:={ROOT}", "page:=true", "motion:=embedded"]
    pipe = subprocess.PIPE
    both = [
        subprocess.Popen([sys.executable, "-c", LAUNCHER, *check], stdin=pipe, stdout=pipe, stderr=pipe, text=True)
        for _ in range(2)
    ]
    try:
        (refused,) = [one for one in both if one.stdout.readline() == "1\n"]
        (other,) = [one for one in both if one is not refused]
        refused.kill()
        told = [refused.communicate()[1]]
        assert told[0].startswith("Makedo cannot start: a stack of the same names was launched on this machine by ")
        assert f"in ROS domain {ros_domain_id}; end what runs, or give this one a domain of its own" in told[0]

        def is_named() -> bool:
            if f"launched on this machine by process {other.pid} (" in told[-1]:
                return True
            command = [sys.executable, "-c", ENDING_LAUNCHER, *check]
            done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S, check=False)
            told.append(done.stderr)
            return False

        until(is_named, f"the one that goes on, process {other.pid}, is named")  # a busy machine answers late
    finally:
        for one in both:
            one.kill()
            one.communicate()
