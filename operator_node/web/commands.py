# SPDX-License-Identifier: Apache-2.0
"""What a page may ask for: each command has a name, a schema, who may say it, and a function that does it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from pydantic import BaseModel, ConfigDict

from makedo_core.failure import MakedoError


class PageRole(IntEnum):
    """What somebody may do, least first."""

    WATCH = 0
    OPERATE = 1


class AccessNeed(IntEnum):
    """What a command asks of who says it, least first."""

    NOTHING = 0  # everybody's who came in: stop
    OPERATE = 1  # the role of an operator
    LEASE = 2  # and the lease, which one operator holds


class Fields(BaseModel):
    """The fields of a command: strictly typed, and no others."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who says something.

    Attributes:
        client: of one page that is open; stays the same when it connects again.
        name: as others read it.
        role: what it may do.
    """

    client: str
    name: str
    role: PageRole


@dataclass(frozen=True, slots=True)
class PageReply:
    """What became of a command.

    Attributes:
        ok: whether it was done.
        said: one sentence for people; empty when all went well and there is nothing to say.
        value: what else is to be known, as JSON has it.
    """

    ok: bool = True
    said: str = ""
    value: Mapping[str, Any] = field(default_factory=dict)


Run = Callable[[Caller, Any], Awaitable[PageReply]]


@dataclass(frozen=True, slots=True)
class PageCommand:
    """Something that a page may ask for.

    Attributes:
        name: as in a message's "do".
        fields: schema of the message's other fields.
        needs: of who says it.
        run: does it, in the server's loop; it must not wait for anything but with `await`.
    """

    name: str
    fields: type[Fields]
    needs: AccessNeed
    run: Run


class CommandTable(Mapping[str, PageCommand]):
    """Commands by their names.

    Raises:
        MakedoError: if two have the same.
    """

    def __init__(self, commands: Iterable[PageCommand]) -> None:
        self._commands: dict[str, PageCommand] = {}
        for command in commands:
            if command.name in self._commands:
                raise MakedoError(f"two commands are called {command.name!r}")
            self._commands[command.name] = command

    def __getitem__(self, name: str) -> PageCommand:
        return self._commands[name]

    def __iter__(self) -> Any:
        return iter(self._commands)

    def __len__(self) -> int:
        return len(self._commands)
