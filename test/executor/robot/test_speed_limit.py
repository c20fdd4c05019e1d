# SPDX-License-Identifier: Apache-2.0
"""What the navigation is told of its speed: a share of its own while it is limited, and for a while that it is not."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

from executor_node.robot.bases import speed_limit
from executor_node.robot.bases.speed_limit import AGAIN_S, SpeedLimit


class Navigation:
    """A node whose publisher keeps what is told."""

    def __init__(self) -> None:
        self.told: list[tuple[bool, float]] = []
        self.topics: list[str] = []

    def create_publisher(self, kind: type, topic: str, quality: object) -> SimpleNamespace:
        self.topics.append(topic)
        return SimpleNamespace(publish=lambda m: self.told.append((m.percentage, m.speed_limit)))

    def get_clock(self) -> SimpleNamespace:
        return SimpleNamespace(now=lambda: SimpleNamespace(nanoseconds=7 * 10**9))


@pytest.fixture
def now(monkeypatch) -> SimpleNamespace:
    clock = SimpleNamespace(s=100.0)
    monkeypatch.setattr(speed_limit.time, "monotonic", lambda: clock.s)
    return clock


def test_a_limit_is_a_share_of_the_navigations_own_speed_and_is_said_again_and_again(now):
    navigation = Navigation()
    limit = SpeedLimit(navigation, "speed_limit")
    for _ in range(3):
        limit.say(4.0)
        now.s += 100.0
    assert navigation.topics == ["speed_limit"] and navigation.told == [(True, 25.0)] * 3


def test_its_end_is_said_as_zero_for_a_while_and_then_nothing_is_said(now):
    navigation = Navigation()
    limit = SpeedLimit(navigation, "speed_limit")
    limit.say(4.0)
    limit.say(1.0)
    now.s += AGAIN_S
    limit.say(1.0)
    now.s += 0.1
    limit.say(1.0)
    assert navigation.told == [(True, 25.0), (True, 0.0), (True, 0.0)]


def test_a_new_executor_lifts_what_another_left(now):
    navigation = Navigation()
    SpeedLimit(navigation, "speed_limit").say(1.0)
    assert navigation.told == [(True, 0.0)]
