# SPDX-License-Identifier: Apache-2.0
"""A heartbeat comes back from /diagnostics as it was; its message is for people alone."""

from __future__ import annotations

import pytest
from diagnostic_msgs.msg import DiagnosticStatus, KeyValue
from rclpy.serialization import deserialize_message, serialize_message

from makedo_core.heartbeat import Heartbeat, NodeCondition
from makedo_ros.conversions.heartbeats import heartbeat_from_ros, heartbeat_to_ros

BEATS = [
    Heartbeat(NodeCondition.ACTIVE, figures={"plans made": "3"}),
    Heartbeat(NodeCondition.INACTIVE, process="boot pid:[1] 7 99"),
    Heartbeat(NodeCondition.TROUBLED, "cannot configure: no such file"),
    Heartbeat(NodeCondition.TROUBLED, "the scene graph is not being kept", is_active=True),
    Heartbeat(NodeCondition.OUTDATED, "no image came", {"frames per second": "0.0"}),
    Heartbeat(NodeCondition.TROUBLED, "waiting for executor to activate: no MoveIt", waits_for="executor"),
    Heartbeat(NodeCondition.TROUBLED, "bring-up failed: no MoveIt", waits_for="executor", gave_up=True),
]


def sent(status: DiagnosticStatus) -> DiagnosticStatus:
    return deserialize_message(serialize_message(status), DiagnosticStatus)


@pytest.mark.parametrize("beat", BEATS, ids=lambda b: b.said)
def test_a_heartbeat_comes_back_as_it_was(beat):
    assert heartbeat_from_ros(sent(heartbeat_to_ros("/executor", beat))) == beat


def test_what_is_troubled_works_where_it_is_active_all_the_same():
    works = {(beat.condition, beat.is_active): beat.works for beat in BEATS}
    assert works == {
        (NodeCondition.ACTIVE, False): True,
        (NodeCondition.INACTIVE, False): False,
        (NodeCondition.TROUBLED, False): False,
        (NodeCondition.TROUBLED, True): True,
        (NodeCondition.OUTDATED, False): True,
    }


def test_every_condition_is_sent():
    assert {beat.condition for beat in BEATS} == set(NodeCondition)


@pytest.mark.parametrize(
    ("beat", "level", "message"),
    [
        (Heartbeat(NodeCondition.ACTIVE), DiagnosticStatus.OK, "active"),
        (Heartbeat(NodeCondition.INACTIVE), DiagnosticStatus.OK, "inactive"),
        (Heartbeat(NodeCondition.TROUBLED, "no weights"), DiagnosticStatus.WARN, "no weights"),
        (Heartbeat(NodeCondition.OUTDATED, "no image came"), DiagnosticStatus.STALE, "no image came"),
    ],
)
def test_levels_and_messages_are_those_of_the_interface(beat, level, message):
    status = heartbeat_to_ros("/executor", beat)
    assert (status.name, status.level, status.message) == ("/executor", level, message)
    assert beat.ok is (level == DiagnosticStatus.OK)


@pytest.mark.parametrize(
    ("status", "condition"),
    [
        (DiagnosticStatus(message="active"), NodeCondition.INACTIVE),  # what it says is no state
        (DiagnosticStatus(message="active", values=[KeyValue(key="state", value="odd")]), NodeCondition.INACTIVE),
        (DiagnosticStatus(level=DiagnosticStatus.ERROR, message="a motor is hot"), NodeCondition.TROUBLED),
        (
            DiagnosticStatus(message="bring-up failed", values=[KeyValue(key="state", value="active")]),
            NodeCondition.ACTIVE,
        ),
    ],
)
def test_no_condition_is_read_from_a_message(status, condition):
    assert heartbeat_from_ros(status).condition is condition
    assert not heartbeat_from_ros(status).gave_up
