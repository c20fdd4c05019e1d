# SPDX-License-Identifier: Apache-2.0
"""What the executor did, as its statuses tell it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from makedo.msg import TaskStatus
from makedo_core.conversation.story import Work
from makedo_core.failure import FailureCause, Outcome
from makedo_ros.conversions.nouns import outcome_to_ros
from makedo_ros.story_feed import StoryFeed


@pytest.fixture
def feed():
    node = SimpleNamespace(create_subscription=lambda *_, **__: None)
    return StoryFeed(node)


def status(instruction: str, state: int, steps: int = 0, cause: FailureCause = FailureCause.SUCCESS) -> TaskStatus:
    outcome = outcome_to_ros(Outcome(cause, "" if cause is FailureCause.SUCCESS else "it was stopped"))
    return TaskStatus(instruction=instruction, state=state, steps=steps, message="told", outcome=outcome)


def test_what_has_ended_keeps_the_steps_of_its_plan(feed):
    for told in (
        status("bring the mug", TaskStatus.PLANNING),
        status("bring the mug", TaskStatus.EXECUTING, 5),
        status("bring the mug", TaskStatus.FINISHED),
    ):
        feed._on_status(told)
    assert feed.story.works == (Work("bring the mug", True, "told", steps=5),)


def test_the_same_again_is_another_work_and_an_answered_question_has_no_steps(feed):
    for told in (
        status("bring the mug", TaskStatus.EXECUTING, 5),
        status("bring the mug", TaskStatus.FINISHED),
        status("where is the mug", TaskStatus.PLANNING),
        status("where is the mug", TaskStatus.FINISHED),
        status("bring the mug", TaskStatus.EXECUTING, 3),
        status("bring the mug", TaskStatus.FINISHED, cause=FailureCause.STOPPED),
        status("", TaskStatus.IDLE),
    ):
        feed._on_status(told)
    assert [(w.instruction, w.steps, w.outcome.ok) for w in feed.story.works] == [
        ("bring the mug", 5, True),
        ("where is the mug", 0, True),
        ("bring the mug", 3, False),
    ]
