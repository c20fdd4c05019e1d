# SPDX-License-Identifier: Apache-2.0
"""Everybody who watches: what is new is sent to each at its own pace, and what each asks for is done.

One slow watcher holds up nobody: each has a task of its own that sends the newest value of each topic when it can.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping
from typing import Any

from starlette.websockets import WebSocket

from operator_node.state.board import Board, TopicSpec
from operator_node.web.auth import Pass
from operator_node.web.commands import AccessNeed, Caller, PageCommand, PageRole
from operator_node.web.guard import PASS
from operator_node.web.lease import Lease
from operator_node.web.watcher import Watcher

MOST_WATCHERS = 48
BEAT_S = 0.5
"""Each watcher hears something so often, and knows by it that the connection lives [s]."""
BEAT, LEASE = "beat", "lease"
TOO_MANY = 1013  # of RFC 6455's registry: try again later
_CLIENT = re.compile(r"[A-Za-z0-9-]{8,64}")
_MOST_NAME = 40  # characters


class Live:
    """The watchers, the lease, and the topics that the server itself has.

    Args:
        board: what is shown.
        commands: what may be asked for, by name.
    """

    def __init__(self, board: Board, commands: Mapping[str, PageCommand]) -> None:
        self._board, self._commands = board, commands
        self._watchers: set[Watcher] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._told: tuple[object, ...] = ()
        self.lease = Lease(self._tell_lease)
        self._wake_sent = False
        board.declare(TopicSpec(BEAT))
        board.listen(self._wake)

    async def run(self) -> None:
        """Beat until cancelled."""
        self._loop = asyncio.get_running_loop()
        while True:
            self._board.put(BEAT, {"at": round(time.time(), 2)})
            self._tell_lease()
            await asyncio.sleep(BEAT_S)

    async def serve(self, socket: WebSocket) -> None:
        """One connection, from its beginning to its end."""
        caller = caller_of(socket)
        if caller is None or len(self._watchers) >= MOST_WATCHERS:
            await socket.accept()
            why = "the page is too old: load it again" if caller is None else "too many watch already; close a page"
            await socket.close(TOO_MANY, why)
            return
        await socket.accept()
        watcher = Watcher(socket, caller, self._board, self._commands, self.may)
        self._watchers.add(watcher)
        self._tell_lease(anew=True)
        try:
            await watcher.run()
        finally:
            self._watchers.discard(watcher)
            if not any(other.caller.client == caller.client for other in self._watchers):
                self.lease.lost(caller)
            self._tell_lease(anew=True)

    def may(self, caller: Caller, needs: AccessNeed) -> str:
        """Why somebody may not do something; empty: it may. A free lease is taken by whoever first needs it."""
        if needs >= AccessNeed.OPERATE and caller.role < PageRole.OPERATE:
            return "you may watch, and stop the robot"
        if needs >= AccessNeed.LEASE and not self.lease.holds(caller) and not self.lease.take(caller):
            holder = self.lease.holder
            return f"{holder.name if holder else 'somebody'} has control; take it over first"
        return ""

    def _wake(self) -> None:
        """Something was put on the board; called by any thread."""
        loop = self._loop
        if loop is not None and not self._wake_sent and not loop.is_closed():
            self._wake_sent = True
            loop.call_soon_threadsafe(self._wake_all)

    def _wake_all(self) -> None:
        self._wake_sent = False
        for watcher in self._watchers:
            watcher.wake()

    def _tell_lease(self, *, anew: bool = False) -> None:
        """Tell everybody who holds the lease, if that has changed, or who is there."""
        holder = self.lease.holder
        state = (holder, len(self._watchers))
        if state == self._told and not anew:
            return
        self._told = state
        for watcher in self._watchers:
            watcher.tell(LEASE, self._lease_for(watcher.caller))

    def _lease_for(self, caller: Caller) -> dict[str, Any]:
        """What one watcher is told of the lease; the client's name of another is a secret."""
        holder = self.lease.holder
        return {
            "holder": "" if holder is None else holder.name,
            "yours": self.lease.holds(caller),
            "lost": holder is not None and holder.lost_at is not None,
            "role": caller.role.name.lower(),
            "name": caller.name,
            "watchers": len(self._watchers),
        }


def caller_of(socket: WebSocket) -> Caller | None:
    """Who connects: the pass, and what the page says of itself; None if it says nothing that can be used."""
    found: Pass = socket.scope[PASS]
    client, name = socket.query_params.get("client", ""), socket.query_params.get("name", "")
    if not _CLIENT.fullmatch(client):
        return None
    shown = " ".join("".join(c if c.isprintable() else " " for c in name).split())[:_MOST_NAME]
    return Caller(f"{found.id}/{client}", shown or "an operator", found.role)
