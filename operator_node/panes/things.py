# SPDX-License-Identifier: Apache-2.0
"""Things to say to the robot in this place, for people who do not know yet what it understands."""

from __future__ import annotations

import logging
from pathlib import Path

from operator_node.state.board import Board, TopicSpec

THINGS = "things"
MOST, LONGEST = 20, 300
_log = logging.getLogger(__name__)


def show_things(board: Board, file: Path | None) -> None:
    """Show the sentences of a file, one a line; lines that begin with "#" and empty ones say nothing.

    Args:
        board: where.
        file: None, or one that is not there: there are none.
    """
    board.declare(TopicSpec(THINGS))
    board.put(THINGS, things_of(file))


def things_of(file: Path | None) -> list[str]:
    """The sentences of a file, MOST of them; none where it cannot be read, which is told of."""
    if file is None or not file.exists():
        return []
    try:
        lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        _log.warning("no things to say: %s: %s", file, error)
        return []
    return [line for line in lines if line and not line.startswith("#") and len(line) <= LONGEST][:MOST]
