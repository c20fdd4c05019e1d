# SPDX-License-Identifier: Apache-2.0
"""How a skill call ended, to and from its message on the topic `skill_outcomes`."""

from __future__ import annotations

from datetime import datetime, timezone

from makedo import msg as makedo_msgs
from makedo_core.record.skill_outcome import SkillOutcome
from makedo_ros.conversions.nouns import call_from_ros, call_to_ros, outcome_from_ros, outcome_to_ros

TOPIC = "skill_outcomes"


def skill_outcome_to_ros(done: SkillOutcome) -> makedo_msgs.SkillOutcome:
    """SkillOutcome -> makedo/SkillOutcome."""
    return makedo_msgs.SkillOutcome(
        run=done.run,
        number=done.number,
        robot=done.robot,
        instruction=done.instruction,
        call=call_to_ros(done.call),
        step=done.step,
        attempt=done.attempt,
        began=done.began.timestamp(),
        ended=done.ended.timestamp(),
        began_s=float(done.began_s),
        ended_s=float(done.ended_s),
        outcome=outcome_to_ros(done.outcome),
        then=done.then,
        revision_before=done.revision_before,
        revision_after=done.revision_after,
        picture=done.picture,
    )


def skill_outcome_from_ros(message: makedo_msgs.SkillOutcome) -> SkillOutcome:
    """makedo/SkillOutcome -> SkillOutcome.

    Raises:
        ValueError: on times that are none.
    """
    return SkillOutcome(
        message.run,
        message.number,
        message.instruction,
        call_from_ros(message.call),
        message.step,
        message.attempt,
        _date(message.began, "began"),
        _date(message.ended, "ended"),
        message.began_s,
        message.ended_s,
        outcome_from_ros(message.outcome),
        message.then,
        message.revision_before,
        message.revision_after,
        message.picture,
        message.robot,
    )


def _date(seconds: float, field: str) -> datetime:
    try:
        return datetime.fromtimestamp(seconds, timezone.utc)
    except (ValueError, OverflowError, OSError):
        raise ValueError(f"{field} is {seconds:g}; expected seconds since 1970") from None
