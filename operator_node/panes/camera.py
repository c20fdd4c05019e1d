# SPDX-License-Identifier: Apache-2.0
"""What the camera sees, with outlines of what was recognised; made only while somebody looks."""

from __future__ import annotations

from collections.abc import Callable

from makedo_core.sight.observation import Frame
from operator_node.state.board import Board, TopicSpec
from operator_node.state.outlines import outlines_of

CAMERA, OUTLINES = "camera", "outlines"
MOST_HZ = 5.0


class CameraPane:
    """Shows pictures. The `on_` functions may be called by any thread.

    Args:
        board: where.
        on_wanted: told when the first begins to look, and when the last one ends; must not wait.
    """

    def __init__(self, board: Board, on_wanted: Callable[[bool], None]) -> None:
        self._board = board
        board.declare(TopicSpec(CAMERA, MOST_HZ, on_demand=True), on_wanted)
        board.declare(TopicSpec(OUTLINES, MOST_HZ, on_demand=True))

    @property
    def wanted(self) -> bool:
        """Whether anybody looks."""
        return self._board.wanted(CAMERA)

    def on_picture(self, jpeg: bytes, stamp_s: float) -> None:
        """There is another picture, of a time of the robot's clock [s]."""
        self._board.put_bytes(CAMERA, {"type": "image/jpeg", "at": round(stamp_s, 2)}, jpeg)

    def on_frame(self, frame: Frame) -> None:
        """Something was recognised in a picture."""
        self._board.put(OUTLINES, {"at": round(frame.stamp, 2), "things": outlines_of(frame)})
