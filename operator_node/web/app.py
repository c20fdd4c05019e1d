# SPDX-License-Identifier: Apache-2.0
"""What is where: the page and its files, the way in, the live connection, and a stop that needs no connection."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from operator_node.state.board import Board
from operator_node.web.auth import COOKIE, COOKIE_S, Door, Pass
from operator_node.web.builtin import page_commands
from operator_node.web.commands import Caller, CommandTable, PageCommand, PageReply
from operator_node.web.files import PAGE, file_response, files_of
from operator_node.web.guard import PASS, App, Guard, House
from operator_node.web.limits import Allowance, Allowances
from operator_node.web.live import Live
from operator_node.web.protocol import reply_text
from operator_node.web.watcher import STOP

MOST_BODY = 1024  # bytes of a request's body
TRIES, TRIES_PER_S = 10, 0.2
"""So many wrong links of one address at once, and so many a second from then on."""


@dataclass(frozen=True, slots=True)
class PageParts:
    """What the server is made of.

    Attributes:
        board: what is shown.
        commands: what may be asked for; one of them is "stop".
        door: makes and knows passes.
        house: where the page is.
        libraries: folder of libraries and models for the page, served below /vendor.
        routes: what else is served.
    """

    board: Board
    commands: Iterable[PageCommand]
    door: Door
    house: House
    libraries: Path
    routes: tuple[Route, ...] = ()


def app_of(parts: PageParts) -> App:
    """The whole server as an ASGI application."""
    live_commands: dict[str, PageCommand] = {}
    live = Live(parts.board, live_commands)
    live_commands.update(CommandTable([*parts.commands, *page_commands(live.lease)]))

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        beating = asyncio.create_task(live.run())
        try:
            yield
        finally:
            beating.cancel()

    entrance = _Entrance(parts.door, parts.house.secure)
    routes = [
        Route("/", _page("index.html")),
        Route("/enter", _page("enter.html"), methods=["GET"]),
        Route("/enter", entrance.enter, methods=["POST"]),
        Route("/stop", _stopping(live_commands[STOP]), methods=["POST"]),
        Route("/page/{path:path}", files_of(PAGE)),
        Route("/vendor/{path:path}", files_of(parts.libraries)),
        WebSocketRoute("/live", live.serve),
        *parts.routes,
    ]
    inner = Starlette(routes=routes, lifespan=lifespan)
    return Guard(inner, parts.house, parts.door)  # type: ignore[arg-type] # Starlette's messages are mutable mappings


def _page(name: str) -> Any:
    async def serve(_: Request) -> Response:
        return file_response(PAGE / name)

    return serve


def _stopping(stop: PageCommand) -> Any:
    """A stop by a request of its own, for a page whose connection is lost or slow."""

    async def serve(request: Request) -> Response:
        found: Pass = request.scope[PASS]
        caller = Caller(f"{found.id}/", "the page", found.role)
        reply = await stop.run(caller, stop.fields())
        return Response(reply_text(0, reply), media_type="application/json")

    return serve


class _Entrance:
    """Takes a link's secret and gives a cookie for it.

    Args:
        door: makes and knows passes.
        secure: whether cookies go over TLS alone.
    """

    def __init__(self, door: Door, secure: bool) -> None:
        self._door, self._secure = door, secure
        self._tries = Allowances(lambda: Allowance(TRIES, TRIES_PER_S))

    async def enter(self, request: Request) -> Response:
        """Endpoint: {"key": "..."} -> the cookie."""
        if not self._tries.take(request.client.host if request.client else ""):
            return PlainTextResponse("Too many tries; wait a minute.\n", 429)
        cookie = self._door.enter(_key(await _body(request)))
        if cookie is None:
            reply = PageReply(False, "This link was used already, or is too old. `makedo page` gives another one.")
            return Response(reply_text(0, reply), 403, media_type="application/json")
        response = JSONResponse({"ok": True})
        response.set_cookie(
            COOKIE, cookie, max_age=int(COOKIE_S), path="/", httponly=True, samesite="strict", secure=self._secure
        )
        return response


async def _body(request: Request) -> bytes:
    """A request's body; empty if it is too long or does not come."""
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > MOST_BODY:
                return b""
    except ClientDisconnect:
        return b""
    return body


def _key(body: bytes) -> str:
    try:
        content = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    key = content.get("key") if isinstance(content, dict) else None
    return key if isinstance(key, str) else ""
