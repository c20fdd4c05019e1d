# SPDX-License-Identifier: Apache-2.0
"""Stop, pause and go on. A stop is everybody's, with or without the lease, and waits for nothing."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

from pydantic import Field

from makedo_core.failure import Outcome
from operator_node.panes.ports import Stack, Standstill
from operator_node.state.board import Board, TopicSpec
from operator_node.web.commands import AccessNeed, Caller, Fields, PageCommand, PageReply

STILL = "still"
AGAIN_S = 0.1
"""Who asks for a stop again within so short a time shares the answer [s]."""


class ReasonFields(Fields):
    """Why, for the record."""

    reason: Annotated[str, Field(max_length=200)] = ""


class Stopping:
    """Sends stops. Used by the server's loop alone.

    Args:
        board: where it is shown how the robot came to stand.
        stack: stops the robot.
    """

    def __init__(self, board: Board, stack: Stack) -> None:
        self._board, self._stack = board, stack
        self._sent_at = float("-inf")
        self._under_way: asyncio.Future[Standstill] | None = None
        board.declare(TopicSpec(STILL))

    async def stop(self, caller: Caller, fields: ReasonFields) -> PageReply:
        """Stop at once. A crowd of requests becomes one: the first of them was sent a moment ago."""
        now = time.monotonic()
        if self._under_way is None or now - self._sent_at > AGAIN_S:
            self._sent_at = now
            why = f"{caller.name} on the page" + (f": {fields.reason}" if fields.reason else "")
            self._board.put(STILL, {"at": round(time.time(), 3), "by": caller.name, "how": "stop", "said": ""})
            self._under_way = asyncio.ensure_future(self._stack.stop(why))
        return self._told(caller, "stop", await asyncio.shield(self._under_way))

    async def pause(self, caller: Caller, fields: ReasonFields) -> PageReply:
        """Hold the robot."""
        return self._told(caller, "pause", await self._stack.pause(fields.reason))

    async def resume(self, caller: Caller, fields: Fields) -> PageReply:
        """Let it go on."""
        return reply_of(await self._stack.resume())

    def _told(self, caller: Caller, how: str, still: Standstill) -> PageReply:
        reply = PageReply(still.outcome.ok, stood(still), {"seconds": still.seconds, "last": still.last})
        shown = {"at": round(time.time(), 3), "by": caller.name, "how": how, "said": reply.said, "ok": reply.ok}
        self._board.put(STILL, {**shown, **reply.value})
        return reply


def stood(still: Standstill) -> str:
    """How the robot came to stand, for people."""
    if not still.outcome.ok:
        return f"{still.outcome}. Use the robot's own emergency stop if anything still moves."
    if still.seconds < 0.0:
        return "Everything stands still."
    last = f" The last to rest: {still.last.replace('_', ' ')}." if still.last else ""
    return f"Everything stood still after {still.seconds:.2f} s.{last}"


def reply_of(outcome: Outcome) -> PageReply:
    """An outcome as a reply."""
    return PageReply(outcome.ok, "" if outcome.ok else str(outcome))


def stopping_commands(stopping: Stopping) -> tuple[PageCommand, ...]:
    """What a page may ask for."""
    return (
        PageCommand("stop", ReasonFields, AccessNeed.NOTHING, stopping.stop),
        PageCommand("pause", ReasonFields, AccessNeed.LEASE, stopping.pause),
        PageCommand("resume", Fields, AccessNeed.LEASE, stopping.resume),
    )
