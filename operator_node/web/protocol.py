# SPDX-License-Identifier: Apache-2.0
"""Messages of pages: JSON that is checked before anything is done with it.

A page says {"id": 7, "do": "stop", ...fields}; the answer is {"reply": 7, "ok": true, "said": "", "value": {}}.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from operator_node.web.commands import Fields, PageCommand, PageReply

MOST_BYTES = 16 * 1024
"""Longest message of a page."""
_MOST_ID = 2**53 - 1


@dataclass(frozen=True, slots=True)
class AskedCommand:
    """A message that is as it should be."""

    id: int
    command: PageCommand
    fields: Fields


@dataclass(frozen=True, slots=True)
class Refused:
    """A message that is not.

    Attributes:
        id: its number; None: it has none.
        why: for people.
    """

    id: int | None
    why: str


def read(message: str | bytes, commands: Mapping[str, PageCommand]) -> AskedCommand | Refused:
    """A message of a page; whatever it is, this raises nothing."""
    if len(message) > MOST_BYTES:
        return Refused(None, f"a message has at most {MOST_BYTES} bytes")
    try:
        content = json.loads(message)
    except (ValueError, RecursionError):
        return Refused(None, "that is not JSON")
    if not isinstance(content, dict):
        return Refused(None, "a message is a JSON object")
    number = content.pop("id", None)
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= _MOST_ID:
        return Refused(None, 'a message has a whole number as its "id"')
    name = content.pop("do", None)
    command = commands.get(name) if isinstance(name, str) else None
    if command is None:
        return Refused(number, f'"do" is one of {", ".join(sorted(commands))}')
    try:
        # As JSON: strictly read as Python values, a number would be no member of an enumeration.
        return AskedCommand(number, command, command.fields.model_validate_json(json.dumps(content)))
    except (ValidationError, RecursionError) as error:
        return Refused(number, _reason(error))


def _reason(error: Exception) -> str:
    """Which field is wrong, and why; nothing of what was sent."""
    if not isinstance(error, ValidationError):
        return "it is nested too deeply"
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part)[:40] for part in first["loc"][:4]) or "the message"
    return f"{where}: {first['msg']}"


def reply_text(number: int | None, reply: PageReply) -> str:
    """A reply as it is sent."""
    content: dict[str, Any] = {"reply": number, "ok": reply.ok, "said": reply.said, "value": dict(reply.value)}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))
