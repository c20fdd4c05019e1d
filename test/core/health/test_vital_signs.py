# SPDX-License-Identifier: Apache-2.0
"""Each sign of life that is missing is a fault with what helps; the worst comes first."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from makedo_core.doctor.finding import Area, Finding, Level
from makedo_core.health.vital_signs import BatteryReading, NodeSign, VitalSigns, findings, worst
from makedo_core.heartbeat import Heartbeat, NodeCondition
from makedo_core.robot_config import BatteryConfig

LIMITS = BatteryConfig("battery_state", low=0.2, empty=0.1)
ACTIVE = NodeSign(Heartbeat(NodeCondition.ACTIVE), 0.2)
WELL = VitalSigns({"planner": ACTIVE}, 0.1, 0.1, 0.1, (), BatteryReading(0.8, silent_s=1.0))


def found(signs: VitalSigns) -> tuple[Finding, ...]:
    return findings(signs, 4.0, LIMITS)


def test_of_a_robot_that_is_well_everything_is_told_to_be():
    told = found(WELL)
    assert worst(told) is Level.OK and {f.subject for f in told} == {
        "planner",
        "joints",
        "odometry",
        "localisation",
        "controllers, MoveIt, navigation",
        "charge",
    }
    assert worst(()) is Level.OK


@pytest.mark.parametrize(
    ("sign", "level", "area"),
    [
        (NodeSign(None, 1.0), Level.WARNING, Area.NODES),
        (NodeSign(None, 9.0), Level.FAULT, Area.NODES),
        (NodeSign(Heartbeat(NodeCondition.ACTIVE), 9.0), Level.FAULT, Area.NODES),
        (NodeSign(Heartbeat(NodeCondition.INACTIVE), 0.1), Level.WARNING, Area.NODES),
        (NodeSign(Heartbeat(NodeCondition.TROUBLED, "no domain file"), 0.1), Level.FAULT, Area.NODES),
        (NodeSign(Heartbeat(NodeCondition.OUTDATED, "no images for 5 s"), 0.1), Level.FAULT, Area.CAMERA),
    ],
)
def test_a_node_that_is_not_well_comes_first_with_what_helps(sign, level, area):
    first = found(replace(WELL, nodes={"planner": ACTIVE, "perception": sign}))[0]
    assert (first.subject, first.level, first.area) == ("perception", level, area)
    assert first.remedy and (sign.beat is None or not sign.beat.problem or first.found == sign.beat.problem)


def test_the_rate_of_images_is_told():
    beat = Heartbeat(NodeCondition.ACTIVE, figures={"frames per second": "3.4"})
    told = found(replace(WELL, nodes={"perception": NodeSign(beat, 0.1)}))
    assert next(f for f in told if f.subject == "perception").found == "active, 3.4 images a second"


@pytest.mark.parametrize(
    ("signs", "subject"),
    [
        (replace(WELL, joints_s=5.0), "joints"),
        (replace(WELL, joints_s=math.inf), "joints"),
        (replace(WELL, odometry_s=5.0), "odometry"),
        (replace(WELL, localisation_s=math.inf), "localisation"),
    ],
)
def test_what_is_silent_is_a_fault(signs, subject):
    first = found(signs)[0]
    assert (first.subject, first.level) == (subject, Level.FAULT) and first.remedy


def test_a_robot_without_a_base_or_a_battery_lacks_neither():
    told = found(replace(WELL, odometry_s=None, battery=None))
    assert not {"odometry", "charge"} & {f.subject for f in told}


def test_what_the_robot_does_not_offer_is_told_in_place_of_that_all_is_there():
    lacking = Finding(Area.CONTROLLERS, "/arm_controller", Level.FAULT, "nobody serves it", "load it")
    told = found(replace(WELL, lacking=(lacking,)))
    assert told[0] == lacking and not any(f.found == "all are there" for f in told)


@pytest.mark.parametrize(
    ("battery", "level"),
    [
        (BatteryReading(0.8, silent_s=1.0), Level.OK),
        (BatteryReading(0.2, silent_s=1.0), Level.WARNING),
        (BatteryReading(0.1, silent_s=1.0), Level.FAULT),
        (BatteryReading(0.05, charging=True, silent_s=1.0), Level.OK),
        (BatteryReading(math.nan, silent_s=1.0), Level.WARNING),
        (BatteryReading(80.0, silent_s=1.0), Level.WARNING),  # percent, which the message does not mean
        (BatteryReading(0.8, silent_s=60.0), Level.WARNING),
        (BatteryReading(), Level.WARNING),
    ],
)
def test_little_charge_and_charge_that_is_not_known_are_told(battery, level):
    told = next(f for f in found(replace(WELL, battery=battery)) if f.area is Area.BATTERY)
    assert told.level is level


def test_a_queue_that_cannot_be_used_is_told_with_what_helps():
    first = found(replace(WELL, queue_problem="queue.json is not JSON; mend it"))[0]
    assert (first.level, first.remedy) == (Level.WARNING, "queue.json is not JSON; mend it")
