# SPDX-License-Identifier: Apache-2.0
"""Heartbeats, to and from the status of a node in diagnostic_msgs (REP-107)."""

from __future__ import annotations

from dataclasses import replace

from diagnostic_msgs.msg import DiagnosticStatus, KeyValue

from makedo_core.heartbeat import Heartbeat, NodeCondition

DIAGNOSTICS_TOPIC = "/diagnostics"
_STATE, _WAITS_FOR, _BRING_UP, _LIFE_CYCLE = "state", "waits for", "bring-up", "life cycle"  # keys of values
_PROCESS = "process"
_FAILED = "failed"
_LEVELS = {
    NodeCondition.ACTIVE: DiagnosticStatus.OK,
    NodeCondition.INACTIVE: DiagnosticStatus.OK,
    NodeCondition.TROUBLED: DiagnosticStatus.WARN,
    NodeCondition.OUTDATED: DiagnosticStatus.STALE,
}


def heartbeat_to_ros(name: str, beat: Heartbeat) -> DiagnosticStatus:
    """Heartbeat -> diagnostic_msgs/DiagnosticStatus of a node with this full name."""
    values = {_STATE: str(beat.condition)}
    if beat.waits_for:
        values[_WAITS_FOR] = beat.waits_for
    if beat.gave_up:
        values[_BRING_UP] = _FAILED
    if beat.is_active:
        values[_LIFE_CYCLE] = str(NodeCondition.ACTIVE)
    if beat.process:
        values[_PROCESS] = beat.process
    return DiagnosticStatus(
        name=name,
        level=_LEVELS[beat.condition],
        message=beat.said,
        values=[KeyValue(key=k, value=v) for k, v in (*values.items(), *beat.figures.items())],
    )


def heartbeat_from_ros(status: DiagnosticStatus) -> Heartbeat:
    """diagnostic_msgs/DiagnosticStatus -> heartbeat; a healthy node that does not report to be active is inactive."""
    values = {value.key: value.value for value in status.values}
    active = values.pop(_STATE, "") == NodeCondition.ACTIVE
    condition = NodeCondition.ACTIVE if active else NodeCondition.INACTIVE
    if status.level == DiagnosticStatus.STALE:
        condition = NodeCondition.OUTDATED
    elif status.level != DiagnosticStatus.OK:
        condition = NodeCondition.TROUBLED
    beat = Heartbeat(
        condition,
        waits_for=values.pop(_WAITS_FOR, ""),
        gave_up=values.pop(_BRING_UP, "") == _FAILED,
        is_active=values.pop(_LIFE_CYCLE, "") == NodeCondition.ACTIVE,
        process=values.pop(_PROCESS, ""),
        figures=values,
    )
    return beat if beat.ok else replace(beat, problem=status.message)
