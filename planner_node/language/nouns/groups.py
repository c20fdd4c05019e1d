# SPDX-License-Identifier: Apache-2.0
"""Things with all that was said of places behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import spoken as as_spoken
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.referring.discourse import Discourse
from planner_node.language.things import UNTRACKED, NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name, Names

ALL_ELSE = "the rest of things"  # everything else: of which place, is asked


@dataclass(frozen=True, slots=True)
class Group:
    """Things and all that was said of places behind them.

    Attributes:
        things: what was named, without the sources below.
        sources: where they are taken from, by words such as "from".
        places: other places, in order; the last may be where they go.
        in_order: whether the first thing goes to the first of several places, the second to the second.
        towards: whether the last place is surely one where they go, by words such as "to".
        whom: the pronoun of whom they are for ("to me"), where nobody knows where that is; empty: nobody was named.
        is_handed: whether they go to that person ("to me", not "for me").
    """

    things: tuple[NounPhrase, ...]
    sources: tuple[Place, ...] = ()
    places: tuple[Place, ...] = ()
    in_order: bool = False
    towards: bool = False
    whom: str = ""
    is_handed: bool = False

    def sourced(self, *more: Place) -> tuple[NounPhrase, ...]:
        """The things with where they are taken from: each from every one of several sources."""
        sources = (*self.sources, *more)
        if not sources:
            return self.things
        if len(sources) > 1 and any(t.count is not None and t.count > 1 for t in self.things):
            names = " and ".join(s.what.text for s in sources)
            raise NotUnderstoodError(FailureCause.AMBIGUOUS, f"How many are to come from each of {names}?")
        return tuple(t if t.source else replace(t, source=source) for t in self.things for source in sources)


def from_there(things: tuple[NounPhrase, ...], said: Sequence[Place], names: Names) -> tuple[NounPhrase, ...]:
    """The things, others than those of that name that were spoken of where they are said to be elsewhere.

    In "the pen on desk 1 to desk 2, the pen on desk 2 to desk 1" two pens are spoken of.

    Args:
        things: as they were read, without the place behind them.
        said: where they are said to be; of several places nothing is changed.
        names: of the scene.
    """
    if len(said) != 1:
        return things
    (there,) = said

    def others(thing: NounPhrase) -> bool:
        elsewhere = thing.source is not None and thing.source.what != there.what
        return elsewhere and names.here.lies_at(replace(thing, source=None), there)

    return tuple(replace(t, source=there, referent=UNTRACKED) if others(t) else t for t in things)


def all_else(
    things: tuple[NounPhrase, ...], sources: Sequence[Place], places: Sequence[Place], spoken: Discourse, names: Names
) -> tuple[NounPhrase, ...]:
    """Everything else is what else is there, where what was named before is taken from, if no other place is said."""
    if sources or len(places) > 1:
        return things
    return tuple(_of_that_place(thing, bool(places), spoken, names) for thing in things)


def _of_that_place(thing: NounPhrase, goes: bool, spoken: Discourse, names: Names) -> NounPhrase:
    """All else of the place where what was named before is said to be, or where all of that is, which a note tells."""
    if not thing.besides or thing.source is not None or thing.node_id is not None or thing.parts:
        return thing
    if thing.concept is not None:
        last = thing.besides[-1]
        is_rest = thing.text == "the rest" and last.concept == thing.concept and last.count == 1 and last.definite
        alike = sum(names.ontology.is_a(node.label, thing.concept) for node in names.graph)
        if not is_rest or alike > 1:
            return thing  # of a kind
    if thing.concept is None and (source := thing.besides[-1].source) is not None:
        return replace(thing, source=source)
    if thing.text == ALL_ELSE:
        return thing
    besides = thing.besides if thing.concept is None else _named_with(thing.besides[-1], thing, spoken)
    found = {place.id: place for one in besides for place in names.here.places_of(one)}
    if not goes or len(found) != 1:  # which place is meant is asked
        return replace(thing, concept=None, besides=besides) if goes and len(found) > 1 else thing
    (place,) = found.values()
    spoken.note(f"I take '{thing.text}' for what else is at {as_spoken(place.id)}")
    source = Place(Side.ANY, NounPhrase(as_spoken(place.id), place.label, place.id, definite=True))
    plain = replace(thing, concept=None, requirements=frozenset(), attributes=frozenset(), besides=besides)
    return replace(plain, source=source)


def _named_with(last: NounPhrase, thing: NounPhrase, spoken: Discourse) -> tuple[NounPhrase, ...]:
    """All things that were named before "the rest", which is of none of their kinds."""
    named = (one for one in spoken.named.values() if one.referent.number and one.referent != thing.referent)
    return tuple(dict.fromkeys((*named, last)))


def one_by_one(group: Group) -> tuple[Group, ...]:
    """The groups of "the apple and the pear on table 1 and table 2 respectively"; else the group itself.

    Raises:
        NotUnderstoodError: if there are not as many things as places.
    """
    where = group.places[-1] if group.places else None
    if not group.in_order or where is None or len(group.things) == len(where.what.parts or (where,)) == 1:
        return (group,)
    if len(group.things) != len(where.what.parts):
        things, places = len(group.things), max(1, len(where.what.parts))
        named = f"{things} thing{'s'[: things - 1]} and {places} place{'s'[: places - 1]}"
        raise NotUnderstoodError(FailureCause.AMBIGUOUS, f"You name {named}; which goes where?")
    sides = where.sides or (where.side,) * len(where.what.parts)
    pairs = zip(group.things, where.what.parts, sides, strict=True)
    return tuple(Group((thing,), group.sources, (*group.places[:-1], Place(side, part))) for thing, part, side in pairs)


def about_things(group: Group, names: Names) -> Group:
    """What was said behind the destination of the things: "to table_2 for the kids, except the apple".

    What is excepted and is a place of the same kind belongs to the places: "on each table except table 1".
    """
    said = [p.what for p in (*group.places, *group.sources)]
    required = frozenset[str]().union(*(w.requirements for w in said))
    excluded = tuple(e for w in said for e in w.excluded if not _is_place_like(e, w, names))
    left = sum(w.left for w in said if w.count == 1)
    if left:
        group = replace(group, things=_but_for(group.things, left))
    if not (required or excluded or left):
        return group
    things = tuple(
        replace(
            t, requirements=t.requirements | required, excluded=(*t.excluded, *(_of_kind(e, t, said) for e in excluded))
        )
        for t in group.things
    )
    return replace(group, things=things, sources=_plain(group.sources, names), places=_plain(group.places, names))


def with_exceptions(thing: NounPhrase, names: Names) -> NounPhrase:
    """A thing with what is excepted behind where it is: "whatever is on the desk except the pen".

    What is excepted and is one of several places belongs to these: "all that is on the shelves except shelf 2". A room
    that is excepted of things is all that is there: "all lamps except the kitchen".
    """
    if any(_is_room(e, names) for e in thing.excluded) and not _is_room(thing, names):
        there = (
            NounPhrase(e.text, count=None, source=Place(Side.ANY, e)) for e in thing.excluded if _is_room(e, names)
        )
        others = (e for e in thing.excluded if not _is_room(e, names))
        thing = replace(thing, excluded=(*others, *there))
    place = thing.source
    if place is None or not (place.what.excluded or place.what.left):
        return thing
    excluded = tuple(e for e in place.what.excluded if not _is_place_like(e, place.what, names))
    left = place.what.left if place.what.count == 1 else 0
    if not (excluded or left) or (left and thing.count is not None):
        return thing
    mine = tuple(_of_kind(e, thing, (place.what,)) for e in excluded)
    (place,) = _plain((place,), names)
    return replace(thing, excluded=(*thing.excluded, *mine), left=thing.left + left, source=place)


def _but_for(things: tuple[NounPhrase, ...], left: int) -> tuple[NounPhrase, ...]:
    """All of one kind but so many, where that is said behind the place: "all books on the shelf, except for two".

    Raises:
        NotUnderstoodError: if several kinds are named.
    """
    if len(things) != 1 or things[0].count is not None:
        named = " and ".join(t.text for t in things)
        raise NotUnderstoodError(FailureCause.AMBIGUOUS, f"{left} of {named} are not meant; which ones?")
    return (replace(things[0], left=things[0].left + left),)


def _of_kind(excluded: NounPhrase, thing: NounPhrase, places: Sequence[NounPhrase]) -> NounPhrase:
    """What is excepted behind a place: "one", or what looks so, is one of the things, and not of the place's kind."""
    is_one = excluded.text.split()[-1:] and excluded.text.split()[-1] in lx.ONES and excluded.node_id is None
    of_place = any(excluded.concept == p.concept for p in places)
    looks_so = bool(excluded.attributes) and excluded.node_id is None
    return replace(excluded, concept=thing.concept) if (is_one or looks_so) and of_place else excluded


def _is_room(phrase: NounPhrase, names: Names) -> bool:
    return names.is_room(Name(1, phrase.concept, phrase.node_id))


def _plain(places: tuple[Place, ...], names: Names) -> tuple[Place, ...]:
    """Places without what was said of the things behind them."""
    return tuple(replace(p, what=_without_things(p.what, names)) for p in places)


def _without_things(place: NounPhrase, names: Names) -> NounPhrase:
    excluded = tuple(e for e in place.excluded if _is_place_like(e, place, names))
    return replace(place, requirements=frozenset(), excluded=excluded, left=0 if place.count == 1 else place.left)


def _is_place_like(excepted: NounPhrase, place: NounPhrase, names: Names) -> bool:
    """Whether one of several places is excepted, and none of the things there: "in all rooms but the hall"."""
    if place.count == 1 and not place.is_shared_out:
        return False
    if excepted.concept == place.concept:
        return place.is_shared_out or excepted.node_id is not None
    is_place = names.is_place(Name(1, excepted.concept, excepted.node_id))
    kinds = {place.concept, *(part.concept for part in place.parts)} - {None}
    return is_place and any(names.ontology.is_a(excepted.concept or "", kind or "") for kind in kinds)
