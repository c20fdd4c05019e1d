# SPDX-License-Identifier: Apache-2.0
"""One connection of a page: a browser that is gone is no fault of anybody."""

from __future__ import annotations

import asyncio
import gc
import logging

from starlette.websockets import WebSocketDisconnect

from operator_node.state.board import Board, TopicSpec
from operator_node.web.commands import Caller, PageRole
from operator_node.web.watcher import Watcher


class Lost:
    """A connection that takes nothing any more and then breaks, in the middle of a message."""

    def __init__(self) -> None:
        self.sending = asyncio.Event()

    async def send_text(self, data: str) -> None:
        self.sending.set()
        try:
            await asyncio.sleep(3600.0)
        except asyncio.CancelledError:
            raise WebSocketDisconnect(code=1006) from None

    async def receive(self) -> dict[str, str]:
        await self.sending.wait()
        return {"type": "websocket.disconnect"}


def test_a_connection_that_breaks_in_the_middle_of_a_message_is_nobodys_fault(caplog):
    board, complaints = Board(), []
    board.declare(TopicSpec("now"))
    board.put("now", {"a": 1})

    async def watch() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
        await Watcher(Lost(), Caller("page_1", "anna", PageRole.WATCH), board, {}, lambda *_: "").run()
        await asyncio.sleep(0)
        gc.collect()

    with caplog.at_level(logging.WARNING):
        asyncio.run(watch())
    assert complaints == [] and caplog.records == []
