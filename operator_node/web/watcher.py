# SPDX-License-Identifier: Apache-2.0
"""One connection: sends what is new, and does what is asked for.

What is asked for is done side by side, a few at a time, so that a stop waits for nothing that was asked before it; it
counts for no limit either.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from operator_node.state.board import Board, TopicSpec
from operator_node.web.commands import AccessNeed, Caller, PageCommand, PageReply
from operator_node.web.limits import Allowance
from operator_node.web.protocol import AskedCommand, read, reply_text

AT_ONCE, PER_S = 60.0, 30.0
"""Messages of one page: so many at once, and so many a second from then on."""
MOST_ASKED = 12
"""Commands of one page that wait for their ends."""
MOST_LOOKED_AT = 16
SLOW_S = 10.0
"""Who takes longer to receive a message is let go [s]."""
GONE = 1006
"""Closed without a word (RFC 6455)."""
LOOK, STOP = "look", "stop"
_log = logging.getLogger(__name__)


class Watcher:
    """One page that is open. Used by the server's thread alone.

    Args:
        socket: accepted.
        caller: who it is.
        board: what is shown.
        commands: what may be asked for.
        may: why a caller may not do something; empty: it may.
    """

    def __init__(
        self,
        socket: WebSocket,
        caller: Caller,
        board: Board,
        commands: Mapping[str, PageCommand],
        may: Callable[[Caller, AccessNeed], str],
    ) -> None:
        self._socket, self.caller, self._board, self._commands, self._may = socket, caller, board, commands, may
        self._new = asyncio.Event()
        self._own: dict[str, str] = {}  # messages for this watcher alone, by topic
        self._sent: dict[str, int] = {}  # version of the last value that was sent, by topic
        self._sent_at: dict[str, float] = {}
        self._looks_at: frozenset[str] = frozenset()
        self._allowance = Allowance(AT_ONCE, PER_S)
        self._asked: set[asyncio.Task[None]] = set()
        self._order = asyncio.Lock()

    def wake(self) -> None:
        """There may be something new."""
        self._new.set()

    def tell(self, topic: str, value: Any) -> None:
        """Send a value to this watcher alone, unless a newer one of the topic comes before it was sent."""
        self._own[topic] = json.dumps({"topic": topic, "value": value}, ensure_ascii=False)
        self._new.set()

    async def run(self) -> None:
        """Until the connection ends."""
        sending = asyncio.create_task(self._send_all())
        reading = asyncio.create_task(self._read_all())
        for task in (sending, reading):
            task.add_done_callback(_log_failure)
        try:
            await asyncio.wait({sending, reading}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, reading):
                task.cancel()
            self._look(())

    async def _send_all(self) -> None:
        while True:
            self._new.clear()
            for topic in tuple(self._own):
                await self._send(self._own.pop(topic))
            wait_s = await self._send_new()
            try:
                await asyncio.wait_for(self._new.wait(), wait_s)
            except asyncio.TimeoutError:
                continue

    async def _send_new(self) -> float | None:
        """Send what is new and due; how long it is until the next that is not due yet [s]."""
        wait_s: float | None = None
        for spec in self._board.specs():
            shown = self._board.newest(spec.name)
            if shown is None or not self._is_for_us(spec) or self._sent.get(spec.name) == shown.version:
                continue
            left_s = self._sent_at.get(spec.name, 0.0) + 1.0 / spec.most_hz - time.monotonic()
            if left_s > 0.0:
                wait_s = left_s if wait_s is None else min(wait_s, left_s)
                continue
            self._sent[spec.name], self._sent_at[spec.name] = shown.version, time.monotonic()
            await self._send(shown.data)
        return wait_s

    def _is_for_us(self, spec: TopicSpec) -> bool:
        return not spec.on_demand or spec.name in self._looks_at

    async def _send(self, data: str | bytes) -> None:
        async with self._order:
            if not await asyncio.wait_for(self._is_sent(data), SLOW_S):
                raise WebSocketDisconnect(GONE)

    async def _is_sent(self, data: str | bytes) -> bool:
        """A value, not an error: asyncio would tell of one that comes after the wait for it has ended."""
        try:
            await (self._socket.send_text(data) if isinstance(data, str) else self._socket.send_bytes(data))
        except (WebSocketDisconnect, RuntimeError):
            return False
        return True

    async def _read_all(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            said = message.get("text")
            await self._heard(message.get("bytes") or b"" if said is None else said)

    async def _heard(self, said: str | bytes) -> None:
        """One message; a refusal is sent before the next one is read."""
        asked = read(said, self._commands)
        is_stop = isinstance(asked, AskedCommand) and asked.command.name == STOP
        number = asked.id
        if not self._allowance.take() and not is_stop:
            await self._send(reply_text(number, PageReply(False, "too many messages; wait a moment")))
        elif not isinstance(asked, AskedCommand):
            await self._send(reply_text(number, PageReply(False, asked.why)))
        elif len(self._asked) >= MOST_ASKED and not is_stop:
            await self._send(reply_text(number, PageReply(False, "too much is under way; wait for it")))
        elif why := self._may(self.caller, asked.command.needs):
            await self._send(reply_text(number, PageReply(False, why)))
        else:
            task = asyncio.create_task(self._do(asked))
            self._asked.add(task)
            task.add_done_callback(self._asked.discard)

    async def _do(self, asked: AskedCommand) -> None:
        try:
            if asked.command.name == LOOK:
                self._look(asked.fields.model_dump()["topics"])
            reply = await asked.command.run(self.caller, asked.fields)
        except Exception:  # noqa: BLE001 - a bug in a pane ends its command, not the connection
            _log.exception("the command %s failed", asked.command.name)
            reply = PageReply(False, "that failed for a fault of the page; its log tells which")
        try:
            await self._send(reply_text(asked.id, reply))
        except (WebSocketDisconnect, RuntimeError, asyncio.TimeoutError):
            return  # who asked has gone; what was asked for is done all the same

    def _look(self, topics: tuple[str, ...]) -> None:
        """From now on these are the topics that are looked at."""
        before, self._looks_at = self._looks_at, frozenset(topics)
        for name in self._looks_at - before:
            self._sent.pop(name, None)
            self._board.look(name, True)
        for name in before - self._looks_at:
            self._board.look(name, False)
        self._new.set()


def _log_failure(task: asyncio.Task[None]) -> None:
    """Tell of a bug; that a connection is lost is none."""
    if task.cancelled():
        return
    error = task.exception()
    if error is not None and not isinstance(error, (WebSocketDisconnect, RuntimeError, OSError, asyncio.TimeoutError)):
        _log.error("a watcher was let go because of a fault", exc_info=error)
