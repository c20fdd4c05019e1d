# SPDX-License-Identifier: Apache-2.0
"""What every request meets first: is it meant for us, does it come from our own page, and who sends it.

A page of somebody else's that is open in an operator's browser can send requests here, and with a name of its own that
leads to our address even read the answers. The checks of Host and Origin keep both out, on HTTP and on WebSocket.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any

from operator_node.web.auth import COOKIE, Door, Pass
from operator_node.web.commands import PageRole

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

PASS = "makedo.pass"
"""Where the pass of who sends a request is in its scope."""
POLICY = (
    "default-src 'self'; connect-src 'self'; img-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
FOR_EVERYBODY = frozenset({"/enter", "/page/enter.js", "/page/style/base.css", "/page/style/enter.css"})
"""What is there for those who have no pass yet."""
OWN_PASS = "loopback"
NO_PASS = "This page needs a link of its own: `makedo page` on the robot's machine gives one.\n"
_SAFE = frozenset({"GET", "HEAD"})
_MOST_COOKIE = 4096  # characters


@dataclass(frozen=True, slots=True)
class House:
    """Where the page is.

    Attributes:
        hosts: what may stand in a request's Host, with the port, in lower case.
        secure: whether it is served over TLS.
        own: role of those who come without a pass; None: they have none. For the loopback, where everybody who may
            connect is on the robot's machine, and could command the robot over ROS.
    """

    hosts: frozenset[str]
    secure: bool = False
    own: PageRole | None = None

    @property
    def scheme(self) -> str:
        """Of the page's address."""
        return "https" if self.secure else "http"


class Guard:
    """Lets through to the app what may be let through; the app finds who it is in the scope.

    Args:
        app: inside.
        house: where the page is.
        door: knows passes.
    """

    def __init__(self, app: App, house: House, door: Door) -> None:
        self._app, self._house, self._door = app, house, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        status, why = self._refusal(scope)
        if status:
            await _refuse(scope, receive, send, status, why)
            return
        await self._app(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> tuple[int, str]:
        """Status and reason of a refusal; 0: there is none. Notes whose request it is."""
        headers = _values(scope["headers"])
        hosts, origins = headers("host"), headers("origin")
        if len(hosts) != 1 or hosts[0].lower() not in self._house.hosts:
            return 421, "This is not the address of the page.\n"
        expected = f"{self._house.scheme}://{hosts[0].lower()}"
        if any(origin.lower() != expected for origin in origins) or len(origins) > 1:
            return 403, "Only the page itself may ask for this.\n"
        needs_origin = scope["type"] == "websocket" or scope["method"] not in _SAFE
        if needs_origin and not origins:
            return 403, "Only the page itself may ask for this.\n"
        if headers("sec-fetch-site") == ["cross-site"] and headers("sec-fetch-mode") != ["navigate"]:
            return 403, "Only the page itself may ask for this.\n"
        found = self._pass(headers("cookie"))
        if found is None and (scope["type"] == "websocket" or scope["path"] not in FOR_EVERYBODY):
            return 401, NO_PASS
        scope[PASS] = found
        return 0, ""

    def _pass(self, cookies: Iterable[str]) -> Pass | None:
        for cookie in cookies:
            found = self._door.known(_named(cookie)) if len(cookie) <= _MOST_COOKIE else None
            if found is not None:
                return found
        return None if self._house.own is None else Pass(OWN_PASS, self._house.own)


def _named(cookie: str) -> str:
    """Our cookie in a header; empty if it is not there."""
    try:
        found = SimpleCookie(cookie).get(COOKIE)
    except CookieError:
        return ""
    return "" if found is None else found.value


def _values(headers: Iterable[tuple[bytes, bytes]]) -> Callable[[str], list[str]]:
    """All values of a header by its name."""
    kept = [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in headers]
    return lambda wanted: [value for name, value in kept if name == wanted]


def _with_headers(send: Send) -> Send:
    async def sending(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *_encoded(HEADERS)]}
        await send(message)

    return sending


def _encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, why: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": why.strip()})  # before it is accepted: 403
        return
    headers = {**HEADERS, "content-type": "text/plain; charset=utf-8", "cache-control": "no-store"}
    await send({"type": "http.response.start", "status": status, "headers": _encoded(headers)})
    await send({"type": "http.response.body", "body": why.encode()})
