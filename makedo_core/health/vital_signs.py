# SPDX-License-Identifier: Apache-2.0
"""From signs of life to findings: nodes, images, joints, localisation, servers, battery, queue; the worst first."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from makedo_core.doctor.finding import Area, Finding, Level
from makedo_core.heartbeat import Heartbeat, NodeCondition
from makedo_core.robot_config import BatteryConfig

_WORST = {Level.FAULT: 0, Level.WARNING: 1, Level.OK: 2}
_LAST_WORDS = "see its last words where the stack was started, and start it again"
_MEND = "mend what it names; it goes on by itself or says what to do"
_BATTERY_SILENT_S = 15.0


@dataclass(frozen=True, slots=True)
class NodeSign:
    """What is known of a node of Makedo.

    Attributes:
        beat: its newest heartbeat; None: none came yet.
        silent_s: since it came, or since one was waited for [s, wall].
    """

    beat: Heartbeat | None
    silent_s: float


@dataclass(frozen=True, slots=True)
class BatteryReading:
    """What the battery last told.

    Attributes:
        charge: from 0 to 1; NaN: it does not tell.
        charging: whether it is being charged, or full.
        silent_s: since it was told; infinite: never [s, wall].
    """

    charge: float = math.nan
    charging: bool = False
    silent_s: float = math.inf


@dataclass(frozen=True, slots=True)
class VitalSigns:
    """Everything that is looked at.

    Attributes:
        nodes: Makedo's, by name.
        joints_s: since joints were reported; infinite: never [s, wall].
        odometry_s: since the base told where it is; None: it has none [s, wall].
        localisation_s: since somebody told where the robot is on the map [s, wall].
        lacking: what the robot does not offer of what its description names.
        battery: None: the robot's description names no topic of one.
        queue_problem: why the queue of instructions cannot be used; empty: it can.
    """

    nodes: Mapping[str, NodeSign] = field(default_factory=dict)
    joints_s: float = 0.0
    odometry_s: float | None = None
    localisation_s: float = 0.0
    lacking: tuple[Finding, ...] = ()
    battery: BatteryReading | None = None
    queue_problem: str = ""


def findings(signs: VitalSigns, timeout_s: float, battery: BatteryConfig) -> tuple[Finding, ...]:
    """What is the case, the worst first, each fault with what helps.

    Args:
        signs: of life.
        timeout_s: silence that counts as a loss [s, wall].
        battery: from when on its charge is little.
    """
    found = [
        *(_node(name, sign, timeout_s) for name, sign in signs.nodes.items()),
        _reported(Area.JOINTS, "joints", signs.joints_s, timeout_s, "start the robot's driver, or the simulation"),
        *(
            ()
            if signs.odometry_s is None
            else (_reported(Area.FRAMES, "odometry", signs.odometry_s, timeout_s, "start the base's driver"),)
        ),
        _reported(
            Area.FRAMES,
            "localisation",
            signs.localisation_s,
            timeout_s,
            "start the localisation and give it an initial pose",
        ),
        *(signs.lacking or (Finding(Area.CONTROLLERS, "controllers, MoveIt, navigation", Level.OK, "all are there"),)),
        *(() if signs.battery is None else (_battery(signs.battery, battery),)),
        *((_queue(signs.queue_problem),) if signs.queue_problem else ()),
    ]
    return tuple(sorted(found, key=lambda finding: _WORST[finding.level]))


def worst(found: tuple[Finding, ...]) -> Level:
    """The worst level of some findings; OK of none."""
    return min((f.level for f in found), key=_WORST.__getitem__, default=Level.OK)


def _node(name: str, sign: NodeSign, timeout_s: float) -> Finding:
    beat = sign.beat
    if sign.silent_s > timeout_s:
        silent = f"gives no sign of life for {_seconds(sign.silent_s)}"
        return Finding(Area.NODES, name, Level.FAULT, silent, _LAST_WORDS)
    if beat is None:
        return Finding(Area.NODES, name, Level.WARNING, "was not heard of yet", "wait for the bring-up")
    if beat.condition is NodeCondition.OUTDATED:
        return Finding(Area.CAMERA, name, Level.FAULT, beat.problem, "see that the camera's driver runs")
    if beat.condition is NodeCondition.TROUBLED:
        return Finding(Area.NODES, name, Level.FAULT, beat.problem, _MEND)
    if beat.condition is NodeCondition.INACTIVE:
        return Finding(Area.NODES, name, Level.WARNING, "is not active", "wait for the bring-up, or activate it")
    rate = beat.figures.get("frames per second", "")
    return Finding(Area.NODES, name, Level.OK, f"active, {rate} images a second" if rate else "active")


def _reported(area: Area, subject: str, silent_s: float, timeout_s: float, remedy: str) -> Finding:
    if silent_s <= timeout_s:
        return Finding(area, subject, Level.OK, "up to date")
    since = "were never heard of" if math.isinf(silent_s) else f"silent for {_seconds(silent_s)}"
    return Finding(area, subject, Level.FAULT, since, remedy)


def _battery(battery: BatteryReading, limits: BatteryConfig) -> Finding:
    if battery.silent_s > _BATTERY_SILENT_S:
        found = "not told" if math.isinf(battery.silent_s) else f"not told for {_seconds(battery.silent_s)}"
        remedy = f"see that the driver publishes {limits.topic}, or correct battery.topic in the robot's description"
        return Finding(Area.BATTERY, "charge", Level.WARNING, found, remedy)
    if not 0.0 <= battery.charge <= 1.0:
        remedy = "see what the battery's driver reports as its percentage (0 to 1)"
        return Finding(Area.BATTERY, "charge", Level.WARNING, f"is told as {battery.charge:g}", remedy)
    found = f"{battery.charge:.0%}{', charging' if battery.charging else ''}"
    if battery.charging or battery.charge > limits.low:
        return Finding(Area.BATTERY, "charge", Level.OK, found)
    if battery.charge > limits.empty:
        return Finding(Area.BATTERY, "charge", Level.WARNING, found, "charge it soon")
    return Finding(Area.BATTERY, "charge", Level.FAULT, found, "charge it now")


def _queue(problem: str) -> Finding:
    return Finding(Area.NODES, "queue of instructions", Level.WARNING, "cannot be used", problem)


def _seconds(seconds: float) -> str:
    return f"{seconds:.0f} s"
