# SPDX-License-Identifier: Apache-2.0
"""What an instruction has spoken of so far: what pronouns and the like stand for."""

from __future__ import annotations

from dataclasses import dataclass

from planner_node.request import NounPhrase, Place


@dataclass(slots=True)
class Discourse:
    """What was spoken of so far.

    Attributes:
        things: what "it" and "them" stand for.
        at_rest: whether the things were put down since, so that where they came from no longer tells them.
        furniture: what "put the milk in it" speaks of.
        opened: what "close it" speaks of.
        place: what "there" stands for.
        rooms: where the robot was sent to just before.
        emptied: furniture that was emptied or carried, whose contents may be spoken of.
        notes: what was understood otherwise than it was written.
    """

    things: tuple[NounPhrase, ...] = ()
    at_rest: bool = False
    furniture: NounPhrase | None = None
    opened: NounPhrase | None = None
    place: Place | None = None
    rooms: tuple[NounPhrase, ...] = ()
    emptied: tuple[NounPhrase, ...] = ()
    notes: tuple[str, ...] = ()
