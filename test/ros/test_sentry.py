# SPDX-License-Identifier: Apache-2.0
"""The sentry halts the robot when renewals end, and not when the lease was given back."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

pytest.importorskip("rclpy")

import rclpy
from std_msgs.msg import Bool, String

from makedo_core.health.processes import name_of_this_process
from makedo_ros.launch_check.known_parameters import known_parameters
from makedo_ros.runtime.parameters import ParameterError
from makedo_ros.runtime.qos import LATCHED, RELIABLE
from makedo_ros.sentry import HOLDER_TOPIC, LEASE_TOPIC, WATCHED_TOPIC, Sentry
from support.spinning import Spinning
from support.waiting import until

pytestmark = pytest.mark.ros
ROBOT_FILE = Path(__file__).parents[2] / "config" / "robots" / "tiago.yaml"


class Watched:
    """A sentry with what it says; the lease is long, so that no busy machine ends it."""

    def __init__(self, lease_s: float) -> None:
        words = (f"robot_file:={ROBOT_FILE}", f"lease_s:={lease_s}")
        rclpy.init(args=["--ros-args", *(word for text in words for word in ("-p", f"sentry:{text}"))])
        self.node = rclpy.create_node("executor")
        self.stops: list[str] = []
        self.watched: list[bool] = []
        self.node.create_subscription(
            String, "trajectory_execution_event", lambda m: self.stops.append(m.data), RELIABLE
        )
        self.node.create_subscription(Bool, WATCHED_TOPIC, lambda m: self.watched.append(m.data), RELIABLE)
        self._permits = self.node.create_publisher(Bool, LEASE_TOPIC, RELIABLE)
        self.holder = self.node.create_publisher(String, HOLDER_TOPIC, LATCHED)
        try:
            self.sentry = Sentry()
        except BaseException:
            self.node.destroy_node()
            rclpy.try_shutdown()
            raise
        self._spinning = Spinning(self.node, self.sentry)
        until(lambda: self._permits.get_subscription_count() and self.node.count_publishers(WATCHED_TOPIC), "found")

    def permit(self, is_permitted: bool = True) -> None:
        self._permits.publish(Bool(data=is_permitted))

    def taken(self) -> None:
        """Take the lease; messages to who was just found may be lost."""
        until(lambda: (self.permit(), self.watched)[1], "granted")

    def close(self) -> None:
        self.sentry.close()
        self._spinning.close()


@pytest.fixture
def start(ros_domain_id):
    made = []

    def begin(lease_s: float) -> Watched:
        made.append(Watched(lease_s))
        return made[-1]

    yield begin
    for watched in made:
        watched.close()


def test_the_robot_is_halted_when_renewals_end_and_moves_again_once_the_lease_is_taken_anew(start):
    watched = start(1.0)
    watched.taken()
    assert watched.sentry.diagnostics()["halts"] == "0" and watched.stops == []
    until(lambda: watched.stops and not watched.watched[-1], "halted")
    assert watched.sentry.diagnostics()["halts"] == "1"
    told = len(watched.watched)
    watched.permit()  # it does not know that the robot was halted
    until(lambda: not watched.sentry._halt.repeating, "said for long enough")
    assert watched.watched[told:] == []
    watched.permit(False)
    watched.taken()
    until(lambda: watched.watched[told:] == [True], "granted anew")
    watched.permit(False)
    until(lambda: not watched.sentry._lease.is_held, "given back")
    assert watched.sentry.diagnostics()["halts"] == "1"


def test_a_sentry_that_is_told_to_end_watches_until_the_lease_has_ended_and_the_robot_was_halted(start):
    watched = start(1.0)
    watched.taken()
    ending = threading.Thread(target=watched.sentry.close)
    ending.start()
    until(lambda: not ending.is_alive(), "ended")
    until(lambda: watched.stops, "halted")


def test_who_renews_it_is_looked_for_by_its_name(start):
    watched = start(100.0)
    watched.holder.publish(String(data=name_of_this_process()))
    until(lambda: watched.sentry._lease._holder_runs(), "seen to run")
    watched.holder.publish(String(data="nobody"))
    until(lambda: not watched.sentry._lease._holder_runs(), "not seen to run")


@pytest.mark.parametrize("lease_s", ["0.1", ".inf"])
def test_a_lease_that_is_over_at_once_or_never_is_refused(ros_domain_id, lease_s):
    with pytest.raises(ParameterError, match="lease_s"):
        Watched(lease_s)


def test_it_has_the_parameters_that_files_of_parameters_are_checked_against(start):
    of_rclpy = ("qos_overrides.", "start_type_description_service", "use_sim_time")
    has = {name for name in start(60.0).sentry.get_parameters_by_prefix("") if not name.startswith(of_rclpy)}
    assert has == set(known_parameters(ROBOT_FILE.parents[2])["sentry"].names) - {"use_sim_time"}
