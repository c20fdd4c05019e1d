# SPDX-License-Identifier: Apache-2.0
"""Things with all that was said of places behind them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from makedo_core.failure import FailureCause
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.request import NounPhrase, Place


@dataclass(frozen=True, slots=True)
class Group:
    """Things and all that was said of places behind them.

    Attributes:
        things: what was named, without the sources below.
        sources: where they are taken from, by words such as "from".
        places: other places, in order; the last may be where they go.
    """

    things: tuple[NounPhrase, ...]
    sources: tuple[Place, ...] = ()
    places: tuple[Place, ...] = ()

    def sourced(self, *more: Place) -> tuple[NounPhrase, ...]:
        """The things with where they are taken from: each from every one of several sources."""
        sources = (*self.sources, *more)
        if not sources:
            return self.things
        if len(sources) > 1 and any(t.count is not None and t.count > 1 for t in self.things):
            names = " and ".join(s.what.text for s in sources)
            raise NotUnderstoodError(FailureCause.AMBIGUOUS, f"How many are to come from each of {names}?")
        return tuple(t if t.source else replace(t, source=source) for t in self.things for source in sources)


def about_things(group: Group) -> Group:
    """What was said behind the destination of the things: "to table_2 for the kids, except the apple"."""
    if not group.places:
        return group
    said = group.places[-1].what
    things = tuple(
        replace(t, requirements=t.requirements | said.requirements, excluded=(*t.excluded, *said.excluded))
        for t in group.things
    )
    place = replace(group.places[-1], what=replace(said, requirements=frozenset(), excluded=()))
    return replace(group, things=things, places=(*group.places[:-1], place))
