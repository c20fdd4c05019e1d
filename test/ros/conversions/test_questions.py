# SPDX-License-Identifier: Apache-2.0
"""Open questions over ROS are the same questions, and none is none."""

from __future__ import annotations

import pytest

pytest.importorskip("rclpy")

from rclpy.serialization import deserialize_message, serialize_message

from makedo.msg import OpenQuestion as OpenQuestionMessage
from makedo_core.conversation.question import OpenQuestion, Option, QuestionKind
from makedo_ros.conversions.questions import question_from_ros, question_to_ros


@pytest.mark.parametrize("kind", list(QuestionKind))
def test_a_question_comes_through(kind):
    question = OpenQuestion(kind, "Which one?", "Bring {}", (Option("a", "Bring a"), Option("b", "Bring b")))
    message = deserialize_message(serialize_message(question_to_ros(question)), OpenQuestionMessage)
    assert question_from_ros(message) == question


def test_no_question_comes_through():
    assert question_from_ros(question_to_ros(None)) is None


def test_an_unknown_kind_is_refused():
    with pytest.raises(ValueError, match="riddle"):
        question_from_ros(OpenQuestionMessage(kind="riddle", text="What is it?"))
