# SPDX-License-Identifier: Apache-2.0
"""What the robot reports of itself, and when each part of it has come to rest."""

from __future__ import annotations

import math
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from nav_msgs.msg import Odometry
from rclpy.clock import Clock
from sensor_msgs.msg import JointState

from executor_node.robot import body as body_module
from executor_node.robot import measured as measured_module
from executor_node.robot.body import BASE, Body, BodyError
from makedo_core.cancel import CancelToken
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_ros.conversions.nouns import time_to_ros
from makedo_ros.runtime.streams import NUMBER


class Reports:
    """A body and a hand that reports for it."""

    def __init__(self, robot, monkeypatch, heard=lambda _: None) -> None:
        self._callbacks = {}
        monkeypatch.setattr(body_module, "streams_of", lambda node: self)
        self._clock = Clock()
        self.body = Body(self, robot, heard)

    def get_clock(self):
        return self._clock

    def set_clock(self, now_s: float) -> None:
        self._clock = SimpleNamespace(now=lambda: SimpleNamespace(nanoseconds=round(now_s * 1e9)))

    def subscribe(self, kind, topic, callback, qos) -> None:
        self._callbacks[kind] = callback

    def joints(self, stamp: float, number: int | None = None, **speeds: float) -> None:
        message = JointState(name=list(speeds), position=[0.0] * len(speeds), velocity=list(speeds.values()))
        message.header.stamp = time_to_ros(stamp)
        self.report(message, number)

    def report(self, message: JointState, number: int | None = None) -> None:
        self._callbacks[JointState](message, {NUMBER: number})

    def odometry(self, stamp: float, forward: float, turn: float = 0.0, number: int | None = None) -> None:
        message = Odometry()
        message.header.stamp = time_to_ros(stamp)
        message.twist.twist.linear.x, message.twist.twist.angular.z = forward, turn
        self._callbacks[Odometry](message, {NUMBER: number})

    def standstill(self, since_s: float, *later, timeout_s: float = 2.0) -> dict[str, float]:
        """Measure while the given reports come in, 50 ms apart."""

        def report() -> None:
            for each in later:
                each()
                threading.Event().wait(0.05)

        thread = threading.Thread(target=report)
        thread.start()
        try:
            return self.body.standstill(since_s, timeout_s)
        finally:
            thread.join()


@pytest.fixture
def fixed(monkeypatch):
    """A robot without a base that drives."""
    file = Path(__file__).resolve().parents[3] / "config/robots/panda.yaml"
    return Reports(robot_config_from_yaml(file), monkeypatch)


@pytest.fixture
def reports(robot, monkeypatch):
    return Reports(robot, monkeypatch)


def test_joints_that_are_reported_late_are_waited_for(reports, monkeypatch):
    monkeypatch.setattr(measured_module, "LATE_S", 60.0)
    reports.set_clock(10.0)
    reports.joints(9.9, left=0.0, right=0.0)
    later = threading.Timer(0.1, lambda: reports.joints(10.0, left=0.0, right=0.0))
    later.start()
    reports.body.catch_up(("left", "right"), CancelToken())
    assert reports.body._reported_at(("left", "right")) == pytest.approx(10.0)
    later.join()


@pytest.mark.parametrize("stamp", [None, 9.9])
def test_joints_that_are_not_reported_any_more_are_not_waited_for_for_ever(reports, monkeypatch, stamp):
    monkeypatch.setattr(measured_module, "LATE_S", 0.1)
    reports.set_clock(10.0)
    if stamp is not None:
        reports.joints(stamp, left=0.0)
    reports.body.catch_up(("left",), CancelToken())
    assert reports.body._reported_at(("left",)) < 10.0


def test_each_part_has_its_own_time_to_standstill(reports):
    still = reports.standstill(
        10.0,
        lambda: (reports.joints(10.02, arm=0.5, head=0.0), reports.odometry(10.02, 0.3)),
        lambda: (reports.joints(10.10, arm=0.2, head=0.0), reports.odometry(10.10, 0.0)),
        lambda: (reports.joints(10.20, arm=0.0, head=0.0), reports.odometry(10.20, 0.0)),
        lambda: (reports.joints(10.30, arm=0.0, head=0.0), reports.odometry(10.30, 0.0)),
    )
    assert still == pytest.approx({"head": 0.02, "arm": 0.20, BASE: 0.10})


def test_what_moves_again_counts_from_its_last_motion(reports):
    still = reports.standstill(
        0.0,
        lambda: (reports.joints(0.01, arm=0.0), reports.odometry(0.01, 0.0)),
        lambda: reports.joints(0.04, arm=0.1),
        lambda: (reports.joints(0.20, arm=0.0), reports.odometry(0.20, 0.0)),
        lambda: (reports.joints(0.30, arm=0.0), reports.odometry(0.30, 0.0)),
    )
    assert still["arm"] == pytest.approx(0.20)


def test_a_crawl_that_nobody_sees_is_standstill(reports):
    still = reports.standstill(
        0.0,
        lambda: (reports.joints(0.10, arm=0.015), reports.odometry(0.10, 0.004, 0.01)),
        lambda: (reports.joints(0.20, arm=0.015), reports.odometry(0.20, 0.004, 0.01)),
    )
    assert still == pytest.approx({"arm": 0.10, BASE: 0.10})


@pytest.mark.parametrize(
    "moving",
    [
        lambda r, t: (r.joints(t, arm=0.0), r.odometry(t, 0.1)),
        lambda r, t: (r.joints(t, arm=0.0), r.odometry(t, 0.0, 0.1)),
        lambda r, t: (r.joints(t, arm=0.1), r.odometry(t, 0.0)),
        lambda r, t: r.joints(t, arm=0.0),  # no word of the base
        lambda r, t: r.odometry(t, 0.0),  # no word of the joints
        lambda r, t: (r.joints(t - 5, arm=0.0), r.odometry(t - 5, 0.0)),  # old news
    ],
)
def test_what_is_not_known_to_be_still_is_not_said_to_be(reports, moving):
    later = [lambda t=t: moving(reports, 1.0 + t / 10) for t in range(6)]
    assert reports.standstill(1.0, *later, timeout_s=0.4) == {}


def test_joints_that_report_no_speed_are_not_known_to_be_still(reports):
    message = JointState(name=["arm"], position=[0.0])
    message.header.stamp = time_to_ros(2.0)
    later = [lambda: (reports.report(message), reports.odometry(2.0, 0.0))] * 4
    assert reports.standstill(1.0, *later, timeout_s=0.3) == {}


def test_a_silent_robot_is_not_waited_for(reports, monkeypatch):
    monkeypatch.setattr(body_module, "SILENT_S", 0.2)
    assert reports.body.standstill(0.0, 60.0) == {}


def test_joints_that_were_never_reported_are_named(reports):
    reports.joints(1.0, arm=0.0)
    assert reports.body.joints(("arm",)) == {"arm": 0.0}
    with pytest.raises(BodyError, match=r"no joint state of leg; reported joints: arm"):
        reports.body.joints(("arm", "leg"))


def test_of_a_robot_that_cannot_drive_the_joints_alone_come_to_rest(fixed):
    fixed.joints(1.0, panda_joint1=0.5)
    still = fixed.standstill(
        1.0, lambda: fixed.joints(1.1, panda_joint1=0.0), lambda: fixed.joints(1.2, panda_joint1=0.0)
    )
    assert still == {"panda_joint1": pytest.approx(0.1)}


def test_a_robot_that_cannot_drive_and_reports_nothing_is_not_known_to_be_still(fixed):
    assert fixed.standstill(1.0, timeout_s=0.2) == {}


@pytest.mark.parametrize("values", [[], [1.0], [math.nan, math.inf]])
def test_joints_without_a_usable_value_keep_the_last_one_and_are_no_sign_of_life(robot, monkeypatch, values):
    heard = []
    reports = Reports(robot, monkeypatch, heard.append)
    reports.joints(1.0, arm=0.0, leg=0.0)
    reports.report(JointState(name=["arm", "leg"], position=values, velocity=[0.0, 0.0]))
    assert reports.body.joints(("arm", "leg")) == {"arm": 0.0, "leg": 0.0}
    assert heard == ["joint_states"]


def test_of_joints_some_of_which_have_no_value_the_others_count(reports):
    reports.report(JointState(name=["wheel", "arm"], position=[math.nan, 0.3], velocity=[0.0, 0.0]))
    assert reports.body.reported() == {"arm"}


def test_joints_that_two_publishers_report_are_known_and_those_of_two_drivers_are_not(reports):
    for number in range(5):
        reports.joints(1.0, number=number, arm=0.0)
        reports.joints(1.0, number=100 + number, wheel=0.0)  # another driver's joint
    assert reports.body.doubled() == set()
    for number in range(5):
        reports.joints(1.0, number=5 + number, arm=0.0, leg=0.0)
        reports.joints(1.0, number=100 + number, arm=1.0)
    assert reports.body.doubled() == {"arm"}


@pytest.mark.parametrize("other", [[], [100, 101, 102, 103]], ids=["one", "two"])
def test_where_two_robots_report_none_is_known_to_stand(reports, other):
    for number, of_other in zip(range(4), other, strict=False):
        reports.joints(1.0, number=number, arm=0.0)
        reports.joints(1.0, number=of_other, arm=0.0)
    later = [
        lambda stamp=stamp: (reports.joints(stamp, arm=0.0), reports.odometry(stamp, 0.0)) for stamp in (2.0, 2.1, 2.2)
    ]
    assert bool(reports.standstill(1.0, *later, timeout_s=0.5)) is not bool(other)


@pytest.mark.parametrize("other", [[], [100, 101, 102, 103]], ids=["one", "two"])
def test_odometry_that_two_publishers_send_is_known_and_then_no_base_is_known_to_stand(reports, other):
    for number in range(4):
        reports.odometry(1.0, 0.0, number=number)
        for of_other in other[number : number + 1]:
            reports.odometry(1.0, 0.2, number=of_other)
    assert reports.body.base_doubled() is bool(other) and reports.body.doubled() == set()
    later = [
        lambda stamp=stamp: (reports.joints(stamp, arm=0.0), reports.odometry(stamp, 0.0)) for stamp in (2.0, 2.1, 2.2)
    ]
    assert bool(reports.standstill(1.0, *later, timeout_s=0.5)) is not bool(other)
