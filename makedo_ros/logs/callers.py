# SPDX-License-Identifier: Apache-2.0
"""From where a line is logged, without looking through every module for it.

rclpy asks `inspect` for the file of the frame that logs, which looks at the path of every module that was read (25 to
75 ms of CPU in our processes at their first line) and reads the source, for the next lines too. The frame knows.
"""

from __future__ import annotations

import os
import sys
from types import FrameType
from typing import Any

from rclpy.impl import rcutils_logger

_PASSED_OVER = frozenset({"rclpy.impl.rcutils_logger", "rclpy.logging", __name__})
_TOLD = rcutils_logger.CallerId


def tell_callers_by_their_frames() -> None:
    """Have rclpy take the place of each line that is logged from now on from its frame."""
    rcutils_logger.CallerId = caller_of_line  # type: ignore[misc, assignment]


def caller_of_line(frame: FrameType | None = None) -> Any:
    """Where a line is logged, as rclpy's own `CallerId` tells it.

    Args:
        frame: that logs; None: the first one that is none of rclpy's.
    """
    if frame is None:
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_globals.get("__name__") in _PASSED_OVER:
            frame = frame.f_back
    code = frame.f_code
    return _TOLD._make((code.co_name, os.path.abspath(code.co_filename), frame.f_lineno, frame.f_lasti))
