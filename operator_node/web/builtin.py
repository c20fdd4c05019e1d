# SPDX-License-Identifier: Apache-2.0
"""Commands about the page itself: the lease, and what somebody looks at."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from operator_node.web.commands import AccessNeed, Caller, Fields, PageCommand, PageReply
from operator_node.web.lease import Lease
from operator_node.web.watcher import LOOK, MOST_LOOKED_AT


class LookFields(Fields):
    """The topics on demand that are looked at from now on; all others are not any more."""

    topics: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=MOST_LOOKED_AT)]


class TakeFields(Fields):
    """Whether the lease is taken from somebody else who holds it."""

    over: bool = False


def page_commands(lease: Lease) -> tuple[PageCommand, ...]:
    """What a page may ask for whatever it shows."""

    async def take(caller: Caller, fields: TakeFields) -> PageReply:
        if lease.take(caller, over=fields.over):
            return PageReply()
        holder = lease.holder
        return PageReply(False, f"{holder.name if holder else 'somebody'} has control")

    async def give_back(caller: Caller, fields: Fields) -> PageReply:
        lease.give_back(caller)
        return PageReply()

    async def look(caller: Caller, fields: LookFields) -> PageReply:
        return PageReply()  # the watcher itself has noted it

    return (
        PageCommand("take", TakeFields, AccessNeed.OPERATE, take),
        PageCommand("give_back", Fields, AccessNeed.OPERATE, give_back),
        PageCommand(LOOK, LookFields, AccessNeed.NOTHING, look),
    )
