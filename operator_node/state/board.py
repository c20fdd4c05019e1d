# SPDX-License-Identifier: Apache-2.0
"""What is shown, by topic: the newest value of each, written by any thread and read by the server.

A value is serialised once, when it is put, whoever watches. Values that are costly are made only while somebody looks.
"""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from makedo_core.failure import MakedoError

Listener = Callable[[], None]


class BoardError(MakedoError):
    """A topic that was declared twice, or not at all."""


@dataclass(frozen=True, slots=True)
class TopicSpec:
    """One kind of value.

    Attributes:
        name: e.g. "task".
        most_hz: at most so many values a second are sent to each watcher [Hz].
        on_demand: sent to those alone who say that they look at it; `Board.wanted` tells whether anybody does.
    """

    name: str
    most_hz: float = 20.0
    on_demand: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """The newest value of a topic.

    Attributes:
        version: grows by one with every value.
        data: as it is sent: a whole text message, or bytes with the topic's name in front.
    """

    version: int
    data: str | bytes


class Board:
    """Newest values by topic. Safe for threads; nothing in it waits.

    Args:
        clock: monotonic [s].
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._specs: dict[str, TopicSpec] = {}
        self._shown: dict[str, Shown] = {}
        self._values: dict[str, str] = {}
        self._listeners: list[Listener] = []
        self._wanted: dict[str, int] = {}
        self._on_wanted: dict[str, Callable[[bool], None]] = {}

    def declare(self, spec: TopicSpec, on_wanted: Callable[[bool], None] | None = None) -> None:
        """Add a topic.

        Args:
            spec: of the topic.
            on_wanted: told when the first watcher begins to look at it, and when the last one ends; by the server's
                thread: it must not wait.

        Raises:
            BoardError: if there is one of that name.
        """
        with self._lock:
            if spec.name in self._specs:
                raise BoardError(f"the topic {spec.name!r} is declared twice")
            self._specs[spec.name] = spec
            if on_wanted is not None:
                self._on_wanted[spec.name] = on_wanted

    def put(self, name: str, value: Any) -> None:
        """Show a value: of what JSON has; numbers that are not finite become null. One that is as before is not sent.

        Raises:
            BoardError: if the topic was not declared.
        """
        text = json.dumps(_finite(value), ensure_ascii=False, separators=(",", ":"))
        with self._lock:
            self._declared(name)
            if self._values.get(name) == text:
                return
            self._values[name] = text
            self._show(name, f'{{"topic":{json.dumps(name)},"value":{text}}}')
        self._tell()

    def put_bytes(self, name: str, head: Mapping[str, Any], body: bytes) -> None:
        """Show what is no JSON, e.g. a picture: a JSON head, then the bytes.

        As it is sent: length of the head (4 bytes, big endian), the head with the topic's name, the body.

        Raises:
            BoardError: if the topic was not declared.
        """
        described = json.dumps({"topic": name, **_finite(dict(head))}).encode()
        with self._lock:
            self._declared(name)
            self._show(name, len(described).to_bytes(4, "big") + described + body)
        self._tell()

    def newest(self, name: str) -> Shown | None:
        """The newest value of a topic; None while there is none."""
        with self._lock:
            return self._shown.get(name)

    def value(self, name: str) -> Any:
        """The newest value as it was put; None while there is none."""
        with self._lock:
            text = self._values.get(name)
        return None if text is None else json.loads(text)

    def specs(self) -> tuple[TopicSpec, ...]:
        """All topics."""
        with self._lock:
            return tuple(self._specs.values())

    def wanted(self, name: str) -> bool:
        """Whether anybody looks at a topic now."""
        with self._lock:
            return self._wanted.get(name, 0) > 0

    def look(self, name: str, looks: bool) -> None:
        """Somebody begins, or ends, to look at a topic that is sent on demand; unknown ones are ignored."""
        with self._lock:
            spec = self._specs.get(name)
            if spec is None or not spec.on_demand:
                return
            before = self._wanted.get(name, 0)
            self._wanted[name] = max(0, before + (1 if looks else -1))
            changed = (before > 0) != (self._wanted[name] > 0)
            tell = self._on_wanted.get(name) if changed else None
        if tell is not None:
            tell(looks)

    def listen(self, listener: Listener) -> None:
        """Have a function called after each value; by the thread that put it: it must not wait."""
        with self._lock:
            self._listeners.append(listener)

    def _declared(self, name: str) -> None:
        if name not in self._specs:
            raise BoardError(f"the topic {name!r} was not declared; there are {', '.join(sorted(self._specs))}")

    def _show(self, name: str, data: str | bytes) -> None:
        before = self._shown.get(name)
        self._shown[name] = Shown(1 if before is None else before.version + 1, data)

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener()


def _finite(value: Any) -> Any:
    """A value with null for numbers that JSON does not have."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): _finite(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(inner) for inner in value]
    return value
