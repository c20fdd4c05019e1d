# SPDX-License-Identifier: Apache-2.0
"""A healthy system, as a snapshot and as processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("rclpy")

from makedo_core.doctor.examine import examine
from makedo_core.doctor.finding import Level
from makedo_core.doctor.needs import Needs, TopicDirection
from makedo_core.doctor.snapshot import (
    Age,
    CameraInfo,
    Edge,
    Endpoint,
    Heard,
    ImageHeader,
    Joint,
    MoveIt,
    NodeSeen,
    Quality,
    Server,
    Snapshot,
    Ticks,
    Topic,
)
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.heartbeat import Heartbeat, NodeCondition
from makedo_core.robot_config import RobotConfig
from makedo_ros.doctor.needs import needs_of
from support.waiting import until

ROOT = Path(__file__).resolve().parents[2]
ROBOT_FILE = ROOT / "config" / "robots" / "tiago.yaml"
FRESH = Age(0.05)
STEADY = Ticks(50, 2.0, 2.0)
CLOCK_TYPE = "rosgraph_msgs/msg/Clock"
RELIABLE, BEST_EFFORT = Quality(True, False), Quality(False, False)
COLOUR, DEPTH = "/head_front_camera/rgb/image_raw", "/head_front_camera/depth_registered/image_raw"


@pytest.fixture(scope="session")
def robot() -> RobotConfig:
    return robot_config_from_yaml(ROBOT_FILE)


@pytest.fixture(scope="session")
def needs(robot: RobotConfig) -> Needs:
    return needs_of(robot)


@pytest.fixture
def healthy(robot: RobotConfig, needs: Needs) -> Snapshot:
    """What a robot in good order shows."""
    topics, heard = {}, {}
    for need in needs.topics:
        end = (Endpoint("/driver", need.kind, need.quality),)
        topics[need.name] = Topic(publishers=end) if need.way is TopicDirection.HEARD else Topic(subscribers=end)
        if need.way is TopicDirection.HEARD:
            heard[need.name] = Heard(30, 10.0, FRESH if need.timed else None, "odom" if need.name == needs.odom else "")
    frames = robot.frames
    joints = (*robot.arm.joints, *robot.gripper.joints, robot.head.pan, robot.head.tilt)
    return Snapshot(
        nodes={
            name: NodeSeen(state="unconfigured" if name in (needs.supervisor, needs.sentry) else "active")
            for name in (*needs.nodes, "/driver")
        }
        | {name: well(name in (needs.supervisor, needs.sentry)) for name in needs.nodes},
        topics=topics,
        heard=heard,
        info=CameraInfo(640, 480, 525.0, 525.0),
        colour=ImageHeader(640, 480, "rgb8", frames.camera),
        depth=ImageHeader(640, 480, "32FC1", frames.camera, 1.5),
        joints={name: Joint(0.0, 0.0) for name in joints},
        edges=(
            Edge(frames.map, frames.odom),
            Edge(frames.odom, frames.base, FRESH),
            Edge(frames.base, frames.camera, FRESH),
            Edge(frames.base, robot.arm.tool_link, FRESH),
        ),
        services={need.name: Server(need.kind, ("/move_group",)) for need in needs.services},
        actions={need.name: Server(need.kind, ("/driver",)) for need in needs.actions},
        moveit=MoveIt(frozenset({"arm", "arm_torso", "gripper"}), joints=dict.fromkeys(joints, 0.0)),
    )


def well(has_no_life_cycle: bool = False) -> NodeSeen:
    """A node of Makedo's in good order, in wall time."""
    state = "unconfigured" if has_no_life_cycle else "active"
    return NodeSeen(state=state, health=Heartbeat(NodeCondition.ACTIVE), simulated=False)


def with_topic(snapshot: Snapshot, name: str, topic: Topic) -> Snapshot:
    """The same with another topic in its place."""
    return replace(snapshot, topics={**snapshot.topics, name: topic})


class Process:
    """A process whose lines are kept."""

    def __init__(self, domain: int, *command: object) -> None:
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, *map(str, command)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT), "ROS_DOMAIN_ID": str(domain)},
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    def until(self, *words: str) -> None:
        """Wait for a line with all words."""
        said = lambda: any(all(word in line for word in words) for line in list(self.lines))  # noqa: E731
        until(said, lambda: "\n".join((f"{words} in", *self.lines[-30:])))

    def end(self) -> int:
        """Interrupt it and wait."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait(5)


class Processes:
    """Starts processes on a ROS domain; they end together."""

    def __init__(self, domain: int) -> None:
        self.domain = domain
        self._running: list[Process] = []

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *_: object) -> None:
        for process in reversed(self._running):
            process.end()

    def __call__(self, *command: object) -> Process:
        self._running.append(Process(self.domain, *command))
        return self._running[-1]

    def robot(self, *wrong: str) -> Process:
        """Start a fake robot, with parts left out or wrong."""
        process = self(Path(__file__).parent / "fake_robot.py", *wrong)
        process.until("READY")
        return process


@pytest.fixture
def start(ros_domain_id: int) -> Iterator[Processes]:
    """Start processes on a ROS domain of the test's own; they end with the test."""
    with Processes(ros_domain_id) as begin:
        yield begin


@pytest.fixture(scope="module")
def start_shared(shared_ros_domain_id: int) -> Iterator[Processes]:
    """The same for the tests of a module together."""
    with Processes(shared_ros_domain_id) as begin:
        yield begin


@pytest.fixture
def start_robot(start: Processes) -> Callable[..., Process]:
    """Start a fake robot, with parts left out or wrong."""
    return start.robot


@pytest.fixture
def found(robot, needs):
    """The findings that are not OK, as (level, words)."""

    def judge(snapshot, robot=robot):
        needs = needs_of(robot)
        return [(f.level, f"{f.area.value}: {f}") for f in examine(robot, needs, snapshot) if f.level is not Level.OK]

    return judge


def only(findings, level, *words):
    """The single finding, which has all the words."""
    assert len(findings) == 1, findings
    assert findings[0][0] is level
    for word in words:
        assert word in findings[0][1], findings[0][1]


def with_nodes(snapshot, **nodes):
    there = {**snapshot.nodes, **{f"/{name}": node for name, node in nodes.items()}}
    return replace(snapshot, nodes={name: node for name, node in there.items() if node is not None})


def simulated(snapshot, ticks=STEADY, publishers=("/simulation",)):
    """The same system in simulated time, 100 s after its start."""
    ends = tuple(Endpoint(name, CLOCK_TYPE, RELIABLE) for name in publishers)
    age = Age(1.7e9, 0.05)
    return replace(
        with_topic(snapshot, "/clock", Topic(publishers=ends)),
        ticks=ticks,
        nodes={n: replace(node, simulated=None if n == "/driver" else True) for n, node in snapshot.nodes.items()},
        heard={n: replace(h, age=h.age and age) for n, h in snapshot.heard.items()},
        edges=tuple(replace(e, age=e.age and age) for e in snapshot.edges),
    )
