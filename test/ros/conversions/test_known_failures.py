# SPDX-License-Identifier: Apache-2.0
"""What was learnt while moving comes back from the message of PlanInstruction as it was."""

from __future__ import annotations

import pytest
from rclpy.serialization import deserialize_message, serialize_message

from makedo.action import PlanInstruction
from makedo_core.failure import MakedoError
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_ros.conversions.known_failures import known_failures_from_ros, known_failures_to_ros

KNOWN = tuple(KnownFailure(kind, f"node_{i}") for i, kind in enumerate(FailureKind))


def test_every_kind_comes_back_from_the_wire():
    goal = PlanInstruction.Goal(known_failures=known_failures_to_ros(KNOWN))
    received = deserialize_message(serialize_message(goal), PlanInstruction.Goal)
    assert known_failures_from_ros(received.known_failures) == KNOWN


def test_the_texts_are_those_of_the_interface():
    known = (KnownFailure(FailureKind.UNREACHABLE, "cola_can_1"), KnownFailure(FailureKind.FULL_ON, "shelf_1"))
    assert known_failures_to_ros(known) == ["unreachable cola_can_1", "full_on shelf_1"]


@pytest.mark.parametrize("text", ["", "unreachable", "odd cola_can_1", "unreachable cola can"])
def test_another_text_is_refused_with_the_kinds(text):
    with pytest.raises(MakedoError, match=r"expected one of unreachable, blocked, .*too_wide and a node id"):
        known_failures_from_ros([text])
