# SPDX-License-Identifier: Apache-2.0
"""Runs the page's server in a thread of its own, beside whatever else the process does."""

from __future__ import annotations

import logging
import socket
import threading
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

import uvicorn
from starlette.routing import Route

from makedo_core.failure import MakedoError
from operator_node.state.board import Board
from operator_node.web.app import PageParts, app_of
from operator_node.web.auth import Door
from operator_node.web.commands import PageCommand, PageRole
from operator_node.web.guard import House
from operator_node.web.protocol import MOST_BYTES

MOST_CONNECTIONS = 200
KEEP_ALIVE_S = 5
END_S = 3.0
BACKLOG = 64
_PORTS_TRIED = 20


class AddressError(MakedoError):
    """Nothing can be served at an address."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the page is to be.

    Attributes:
        host: address of this machine to listen at; the loopback lets in whoever is on the machine, any other one asks
            for a pass.
        port: the first that is tried; those behind it are where it is taken; 0: any.
        names: more names by which people reach this machine.
        certificate: file with a certificate for TLS; None: no TLS.
        certificate_key: and with its key.
        always_pass: ask for a pass on the loopback, too.
    """

    host: str = "127.0.0.1"
    port: int = 8723
    names: tuple[str, ...] = ()
    certificate: Path | None = None
    certificate_key: Path | None = None
    always_pass: bool = False

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can connect.

        Raises:
            AddressError: if the host is no address.
        """
        try:
            return ip_address("127.0.0.1" if self.host == "localhost" else self.host).is_loopback
        except ValueError:
            raise AddressError(f"the page's host is {self.host!r}, expected an address, e.g. 127.0.0.1") from None


def listening(address: Address) -> socket.socket:
    """A socket that listens at the address, or at one of the next ports.

    Raises:
        AddressError: if that cannot be.
    """
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    ports = [0] if address.port == 0 else range(address.port, min(address.port + _PORTS_TRIED, 65536))
    reason = "there is no such port"
    for port in ports:
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((address.host, port))
            found.listen(BACKLOG)
        except OSError as error:
            found.close()
            reason = error.strerror or str(error)
            continue
        return found
    raise AddressError(f"nothing can be served at {address.host}, port {address.port} or the next ones: {reason}")


class PageServer:
    """The page, from `start` to `close`.

    Args:
        address: where.
        board: what is shown.
        commands: what may be asked for.
        door: makes and knows passes.
        libraries: folder of libraries and models for the page.
        routes: what else is served.

    Raises:
        AddressError: if nothing can be served there.
    """

    def __init__(
        self,
        address: Address,
        board: Board,
        commands: tuple[PageCommand, ...],
        door: Door,
        libraries: Path,
        routes: tuple[Route, ...] = (),
    ) -> None:
        self._address, self._door = address, door
        self._is_open = address.is_loopback and not address.always_pass
        self._socket = listening(address)
        port = int(self._socket.getsockname()[1])
        secure = address.certificate is not None
        names = _names(address)
        hosts = frozenset(f"{name.lower()}:{port}" for name in names)
        house = House(hosts, secure, PageRole.OPERATE if self._is_open else None)
        self.origin = f"{house.scheme}://{names[0]}:{port}"
        app = app_of(PageParts(board, commands, door, house, libraries, routes))
        config = uvicorn.Config(
            app,
            log_level=logging.WARNING,
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            date_header=True,
            lifespan="on",
            loop="asyncio",
            http="h11",
            ws="websockets-sansio",
            ws_max_size=MOST_BYTES,
            ws_ping_interval=5.0,
            ws_ping_timeout=10.0,
            ws_per_message_deflate=False,
            h11_max_incomplete_event_size=16 * 1024,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_keep_alive=KEEP_ALIVE_S,
            timeout_graceful_shutdown=1,
            ssl_certfile=None if address.certificate is None else str(address.certificate),
            ssl_keyfile=None if address.certificate_key is None else str(address.certificate_key),
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)

    def link(self, role: PageRole) -> str:
        """An address that lets somebody in, once; on an open loopback simply that of the page."""
        if self._is_open and role is PageRole.OPERATE:
            return f"{self.origin}/"
        return f"{self.origin}/enter#{self._door.link(role)}"

    def start(self) -> None:
        """Begin to serve."""
        self._thread.start()

    @property
    def is_serving(self) -> bool:
        """Whether pages are served now."""
        return bool(self._server.started) and self._thread.is_alive()

    def close(self) -> None:
        """End it."""
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(END_S)
        self._socket.close()

    def _run(self) -> None:
        self._server.run(sockets=[self._socket])


def _names(address: Address) -> tuple[str, ...]:
    """How people may call this machine, the name for links first."""
    bare = f"[{address.host}]" if ":" in address.host else address.host
    if address.is_loopback:
        return tuple(dict.fromkeys((bare, *address.names, "localhost", "127.0.0.1")))
    own = socket.gethostname()
    if not ip_address(address.host).is_unspecified:
        return tuple(dict.fromkeys((*address.names, bare, own, f"{own}.local")))
    return tuple(dict.fromkeys((*address.names, own, f"{own}.local", *_addresses(), "localhost", "127.0.0.1")))


def _addresses() -> tuple[str, ...]:
    """Addresses of this machine, as far as its name leads to them."""
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
    except OSError:
        return ()
    addresses = [str(entry[4][0]).partition("%")[0] for entry in found]
    return tuple(f"[{a}]" if ":" in a else a for a in addresses)
