# SPDX-License-Identifier: Apache-2.0
"""Lines that are logged tell the place that rclpy would tell."""

from __future__ import annotations

import sys

import pytest
from rclpy.impl import rcutils_logger
from rclpy.logging import get_logger

from makedo_ros.logs.callers import caller_of_line, tell_callers_by_their_frames

THEIRS = rcutils_logger.CallerId


def test_the_place_of_a_frame_is_told_as_rclpy_tells_it() -> None:
    frame = sys._getframe()
    assert caller_of_line(frame)[:3] == THEIRS(frame)[:3]


def test_a_filter_of_rclpy_still_tells_lines_apart(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rcutils_logger, "CallerId", THEIRS)  # and so again at the end
    tell_callers_by_their_frames()
    logger = get_logger("test_log_callers_once")
    for _ in range(3):
        logger.warning("first", once=True)
        logger.warning("second", once=True)
    said = capfd.readouterr().err
    assert (said.count("first"), said.count("second")) == (1, 1)


def test_the_lines_of_a_node_name_their_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rcutils_logger, "CallerId", THEIRS)
    tell_callers_by_their_frames()
    logger = get_logger("test_log_callers_place")
    logger.info("here")
    ((caller, _),) = logger.contexts.items()
    assert (caller.function_name, caller.file_path) == ("test_the_lines_of_a_node_name_their_place", __file__)
