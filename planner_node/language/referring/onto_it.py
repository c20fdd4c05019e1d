# SPDX-License-Identifier: Apache-2.0
"""What "in it" and "on it" stand for: what was put down just before, or the furniture that it was put on."""

from __future__ import annotations

from makedo_core.failure import FailureCause
from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.referring.discourse import Discourse
from planner_node.language.referring.referents import which
from planner_node.language.things import NounPhrase, Side
from planner_node.language.words.naming import Names

_INTO = ("container", "dish", "cookware", "drinking_vessel")
_ONTO = ("plate", "saucer", "tray", "serving_dish", "cutting_board")


def meant_by_it(side: Side, furniture: NounPhrase, cursor: Cursor, spoken: Discourse, names: Names) -> NounPhrase:
    """The furniture that was spoken of last, if "it" stands for that as a place.

    Args:
        side: of it where something goes.
        furniture: that was spoken of last.
        cursor: stands at the pronoun.
        spoken: what was spoken of so far.
        names: of the scene.

    Raises:
        NotUnderstoodError: where what was put there is meant, as with a bowl that was put on a table, or may be.
    """
    is_a = names.ontology.is_a
    kinds = {Side.INSIDE: _INTO, Side.ON: _ONTO}.get(side, ())
    fits = [m for m in _put_there(furniture, cursor, spoken) if any(is_a(m.concept or "", kind) for kind in kinds)]
    holds = side is Side.INSIDE and (furniture.concept is None or is_a(furniture.concept, "container"))
    if len(fits) != 1 or fits[0].count != 1 or holds:
        return furniture
    if side is Side.ON:
        raise which(NounPhrase("it"), (fits[0], furniture), names)
    there = (furniture.node_id,) if furniture.node_id else ()
    message = f"I can use furniture as a place, not a thing like {fits[0].text}. Say 'on {furniture.text}', or another."
    raise NotUnderstoodError(FailureCause.NOT_CAPABLE, message, there)


def _put_there(furniture: NounPhrase, cursor: Cursor, spoken: Discourse) -> list[NounPhrase]:
    """Things that go onto the furniture, by an earlier clause or by this one."""
    sides = cursor.book.places.sides
    now = sorted(i for i in spoken.named if spoken.clause_at <= i < cursor.at)
    found = [
        spoken.named[i] for i in now[:-1] if any(sides.find(cursor.words, k) is not None for k in range(i, now[-1]))
    ]
    for thing in spoken.mentioned(spoken.clause_at):
        place = spoken.went.get(thing.referent.number)
        found += [thing] if place is not None and place.what == furniture else []
    return found
