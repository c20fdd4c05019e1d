# SPDX-License-Identifier: Apache-2.0
"""Who may come in: a link that works once, then a signed cookie that says what its owner may do.

The key that cookies are signed with lies in a file of the user's own, so that a page that was opened stays open over a
restart; removing the file shuts everybody out.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from makedo_core.failure import MakedoError
from operator_node.web.commands import PageRole

COOKIE = "makedo_page"
COOKIE_S = 12 * 3600.0
LINK_S = 15 * 60.0
MOST_LINKS = 100
KEY_BYTES = 32


class DoorError(MakedoError):
    """The key of the door cannot be read or written; the message says where it is."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Who came in.

    Attributes:
        id: of the pass; random.
        role: what its owner may do.
    """

    id: str
    role: PageRole


def key_of(folder: Path) -> bytes:
    """The key in a folder, made when there is none; readable for the user alone.

    Raises:
        DoorError: if it cannot be read or written, or is too short.
    """
    path = folder / "page.key"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            key = path.read_bytes()
        else:
            key = secrets.token_bytes(KEY_BYTES)
            with os.fdopen(handle, "wb") as file:
                file.write(key)
    except OSError as error:
        raise DoorError(f"the key of the page, {path}: {error.strerror or error}") from None
    if len(key) < KEY_BYTES:
        raise DoorError(f"the key of the page, {path}, has {len(key)} bytes, expected {KEY_BYTES}; remove it")
    return key


class Door:
    """Makes links and cookies, and knows them again. Links may be made by any thread.

    Args:
        key: secret, KEY_BYTES or more.
        clock: seconds since 1970; cookies outlive the process.
    """

    def __init__(self, key: bytes, clock: Callable[[], float] = time.time) -> None:
        self._key, self._clock = key, clock
        self._links: dict[str, tuple[PageRole, float]] = {}

    def link(self, role: PageRole) -> str:
        """The secret of a new link, good once within LINK_S; of too many the oldest is void."""
        secret = secrets.token_urlsafe(24)
        while len(self._links) >= MOST_LINKS:
            self._links.pop(next(iter(self._links)), None)
        self._links[_fingerprint(secret)] = (role, self._clock() + LINK_S)
        return secret

    def enter(self, secret: str) -> str | None:
        """The cookie for a link's secret, which is void from then on; None if it is none, or is too old."""
        role, until = self._links.pop(_fingerprint(secret), (PageRole.WATCH, 0.0))
        if self._clock() > until:
            return None
        content = {"id": secrets.token_urlsafe(9), "role": int(role), "until": int(self._clock() + COOKIE_S)}
        payload = base64.urlsafe_b64encode(json.dumps(content).encode()).decode().rstrip("=")
        return f"{payload}.{self._signature(payload)}"

    def known(self, cookie: str) -> Pass | None:
        """Whose cookie this is; None if we did not make it, or if it is too old."""
        payload, _, signature = cookie.partition(".")
        if not hmac.compare_digest(signature.encode(errors="replace"), self._signature(payload).encode()):
            return None
        content = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
        if self._clock() > content["until"]:
            return None
        return Pass(content["id"], PageRole(content["role"]))

    def _signature(self, payload: str) -> str:
        return hmac.new(self._key, payload.encode(errors="replace"), hashlib.sha256).hexdigest()


def _fingerprint(secret: str) -> str:
    """What is kept of a secret: a comparison tells nothing about it by its time."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
