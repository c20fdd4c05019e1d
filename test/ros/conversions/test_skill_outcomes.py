# SPDX-License-Identifier: Apache-2.0
"""How a skill call ended survives the wire."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rclpy.serialization import deserialize_message, serialize_message

from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.record.skill_outcome import SkillOutcome
from makedo_core.skills import SkillCall
from makedo_ros.conversions.skill_outcomes import skill_outcome_from_ros, skill_outcome_to_ros

BEGAN = datetime(2026, 1, 2, 3, 4, 5, 250_000, tzinfo=timezone.utc)
DONE = SkillOutcome(
    "20260102-030405-bring-it", 2, "Bring it", SkillCall("pick_up", ("can_1", "table_1")), 3, 1, BEGAN,
    BEGAN + timedelta(seconds=2), 10.0, 12.5, Outcome(FailureCause.GRASP_FAILED, "it slipped"), "retry", 6, 7,
    "/runs/a/failed_pick_up_2_head.png", "robot_2",
)  # fmt: skip


def over_the_wire(done: SkillOutcome) -> SkillOutcome:
    message = skill_outcome_to_ros(done)
    return skill_outcome_from_ros(deserialize_message(serialize_message(message), type(message)))


def test_an_outcome_survives_the_wire():
    assert over_the_wire(DONE) == DONE
    plain = replace(DONE, outcome=SUCCESS, then="", picture="", revision_before=0, revision_after=0)
    assert over_the_wire(plain) == plain


@given(st.datetimes(datetime(1971, 1, 1), datetime(2100, 1, 1)))
def test_a_date_survives_the_wire_to_the_microsecond(date):
    began = date.replace(tzinfo=timezone.utc)
    assert abs(over_the_wire(replace(DONE, began=began)).began - began) <= timedelta(microseconds=1)


@pytest.mark.parametrize("field", ["began", "ended"])
@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), 1e300])
def test_a_time_that_is_none_is_told_with_its_field(field, seconds):
    message = skill_outcome_to_ros(DONE)
    setattr(message, field, seconds)
    with pytest.raises(ValueError, match=rf"{field} is .*; expected seconds since 1970"):
        skill_outcome_from_ros(message)
