# SPDX-License-Identifier: Apache-2.0
"""Things that are put somewhere, or still need a place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words
from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.clauses.steps import Pending
from planner_node.language.nouns.groups import Group, about_things
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.people.whereabouts import whereabouts
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.reading.quantities import SOME
from planner_node.language.refusal import Gap
from planner_node.language.request import Put
from planner_node.language.things import Bearing, NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx

_ONE = frozenset({"a", "an", "one"})

THOSE_THERE = "those there"
"""What is excepted without being said: things that are where others like them are to go."""


def put(nouns: Nouns, things: tuple[NounPhrase, ...], place: Place) -> Put:
    """The clause, and what later words may refer to."""
    said = about_things(Group(things, places=(place,)), nouns.names)  # "clear the desk onto the table, except the lamp"
    things, place = said.things, said.places[-1]
    others = (_besides_those_there(nouns, thing, place) for thing in _for_each(nouns, things))
    things = tuple(_not_from_its_like(nouns, thing, place) for thing in others)
    place = _apart(nouns, things, place)
    things = tuple(_one_each(thing, place) for thing in things) if place.what.is_shared_out else things
    nouns.spoken.things, nouns.spoken.at_rest, nouns.spoken.place = things, True, place
    nouns.spoken.waiting = ()
    nouns.spoken.went.update((t.referent.number, place) for t in things)
    if not nouns.places.in_room(place.what):
        nouns.spoken.furniture = place.what
    held = tuple(t for t in things if _holds(nouns, t))
    if held and not nouns.spoken.emptied:
        nouns.spoken.emptied = held
    return Put(things, place)


def _one_each(thing: NounPhrase, place: Place) -> NounPhrase:
    """A bare plural as one for each of several: "cupcakes to Anna and Ben", "put apples on each table"."""
    return replace(thing, count=1) if thing.unsaid and (thing.count == SOME or place.what.each) else thing


def puts_of(nouns: Nouns, groups: Sequence[Group], early: Place | None, detach: bool) -> tuple[Put, ...] | None:
    """Each group to its own place, or to the next that is said; None if no place is said."""
    *before, last = groups
    apart = any(t.besides for t in last.things)  # "one cup on table 1 and the others on it to the shelf"
    apart |= any(g.places and g.towards for g in before)  # "the cup to table 1 and the plate on the shelf to table 2"
    apart |= _goes_there(nouns, before, last)
    if len(last.places) > 1 and all(len(g.places) < 2 for g in before) and not apart:
        shared, last_sources = last.places[-1], last.places[:-1]
        grouped = [t for g in before for t in _from(nouns, g, *g.places)]
        return (put(nouns, (*grouped, *_from(nouns, last, *last_sources)), shared),)
    if detach and len(groups) == 1 and not last.places:
        groups = (_detached(nouns, last),)
    place = early or next((g.places[-1] for g in groups if g.places), None)
    if place is None:
        return None
    if early is None:
        refuse_somebody_elsewhere(nouns, groups)
    result: list[tuple[list[NounPhrase], Place]] = []
    waiting: list[NounPhrase] = []
    for group in groups:
        own = group.places[-1] if group.places else None
        waiting = [_but(thing, group) for thing in waiting]
        things = [*waiting, *_from(nouns, group, *group.places[:-1])]
        waiting = []
        if own is None and early is None and not result:
            waiting = things
        elif own is None and result:
            result[-1][0].extend(things)
        else:
            _refuse_going_nowhere(nouns, things, own or place)
            result.append((things, own or place))
    return tuple(put(nouns, tuple(things), where) for things, where in result)


def refuse_somebody_elsewhere(nouns: Nouns, groups: Sequence[Group]) -> None:
    """Refuse to take to a place what is for somebody, where other things go: "a mug to the desk, a plate to me".

    Raises:
        NotUnderstoodError: with the question where that is, if nobody knows.
    """
    apart = next((g for g in groups if g.whom and not g.places), None)
    if apart is None:
        return
    things = enumerate_words(t.text for t in apart.things)
    if apart.whom in lx.SPEAKERS:
        raise whereabouts(nouns.cursor, things)
    text = f"I do not know who '{apart.whom}' is, whom I am to bring {things}. Say the name or the place."
    raise NotUnderstoodError(FailureCause.AMBIGUOUS, text)


def _refuse_going_nowhere(nouns: Nouns, things: Sequence[NounPhrase], place: Place) -> None:
    """Refuse to take to a place what is to be taken from there: "the cup off the desk and the pen to the desk".

    Raises:
        NotUnderstoodError: with the question where it goes.
    """
    stays = next(((t, t.source) for t in things if t.source is not None and _is_the_same(t.source, place)), None)
    if stays is None or len(things) < 2:
        return
    thing, source = stays
    example = next((i for i in nouns.names.surfaces() if i != place.what.node_id), "the table")
    text = f"Where shall I take {thing.text} from {source.what.text} to? Say the place, for example 'to {example}'."
    raise NotUnderstoodError(FailureCause.AMBIGUOUS, text)


def _is_the_same(one: Place, other: Place) -> bool:
    """Whether two places are one that is named twice."""
    known = one.what.node_id is not None or (one.what.definite and one.what.text == other.what.text)
    return known and one.what.node_id == other.what.node_id and one.what.concept == other.what.concept


def _but(thing: NounPhrase, group: Group) -> NounPhrase:
    """All of something without what is excepted behind the place of a certain thing that goes there as well."""
    excluded = tuple(e for t in group.things if t.definite and t.count is not None for e in t.excluded)
    return replace(thing, excluded=(*thing.excluded, *excluded)) if thing.count is None and excluded else thing


def _goes_there(nouns: Nouns, before: Sequence[Group], last: Group) -> bool:
    """Whether things are told with a place where they are not, and the last with where they are: the first go there.

    "The hat on nightstand 1 and the watch on nightstand 2 on the other one": the hat is in the wardrobe.
    """
    if len(last.places) < 2 or not all(_lies_at(nouns, t, last.places[0]) for t in last.things):
        return False
    placed = [g for g in before if g.places]
    there = any(_lies_at(nouns, t, g.places[-1]) for g in placed for t in g.things)
    return bool(placed) and not there and all(_is_known(nouns, t) for g in placed for t in g.things)


def _is_known(nouns: Nouns, thing: NounPhrase) -> bool:
    """Whether it is known where a thing is; of everything that looks so, whether anything is known to."""
    if thing.concept is None and thing.node_id is None and not thing.parts:
        objects = nouns.names.graph.of_kind(NodeKind.OBJECT)
        return bool(thing.attributes) and any(thing.attributes <= node.attributes for node in objects)
    return bool(nouns.names.here.places_of(thing))


def _lies_at(nouns: Nouns, thing: NounPhrase, place: Place) -> bool:
    """Whether a thing is at a place; of "everything", whether anything is."""
    here, objects = nouns.names.here, nouns.names.graph.of_kind(NodeKind.OBJECT)
    if thing.concept is None and thing.count is None and not thing.parts:
        alike = (node for node in objects if thing.attributes <= node.attributes)
        return any(here.is_within(node.id, place.what) for node in alike)
    return here.lies_at(thing, place)


def _from(nouns: Nouns, group: Group, *places: Place) -> tuple[NounPhrase, ...]:
    """The things with where they are taken from; of "dish 2 and the flask on bench 2" not a dish elsewhere."""
    *before, last = group.things
    if not places or group.sources:
        return group.sourced(*places)
    apart = [t for t in before if _is_only_elsewhere(nouns, t, places)]
    if not apart:
        return group.sourced(*places)
    return tuple(t for thing in (*before, last) for t in ((thing,) if thing in apart else _alone(group, thing, places)))


def _is_only_elsewhere(nouns: Nouns, thing: NounPhrase, places: Sequence[Place]) -> bool:
    """Whether none of some things is where the last of a list is told to be, and there are such elsewhere."""
    if any(nouns.names.here.lies_at(thing, place) for place in places) or thing.parts:
        return False
    return thing.node_id is not None or (thing.concept is not None and bool(nouns.names.here.places_of(thing)))


def _alone(group: Group, thing: NounPhrase, places: tuple[Place, ...]) -> tuple[NounPhrase, ...]:
    return replace(group, things=(thing,)).sourced(*places)


def homeless(nouns: Nouns, things: tuple[NounPhrase, ...], words: str, to_speaker: bool = False) -> Pending:
    """Things that need a place: a later clause may say it, else it is asked for, or where the speaker is."""
    things = nouns.spoken.waiting = _for_each(nouns, things)
    left = [t.source.what for t in things if t.source is not None]
    surfaces = tuple(s for s in nouns.names.surfaces() if not any(_is_it(nouns, s, what) for what in left))
    named = " and ".join(dict.fromkeys(t.text for t in things))
    example = f", for example 'to {surfaces[0]}'" if surfaces else ""
    message = f"Where shall I {words} {named} to? Say the place{example}."
    if to_speaker:
        return Pending(things, whereabouts(nouns.cursor, named))
    gap = Gap(QuestionKind.WHERE, nouns.cursor.just_read())
    reason = NotUnderstoodError(FailureCause.AMBIGUOUS, message, surfaces, gap=gap)
    return Pending(things, reason, gathers=words in nouns.book.verbs.all_of)


def _is_it(nouns: Nouns, asset_id: str, what: NounPhrase) -> bool:
    """Whether a piece of furniture is what is named: of "the table in the kitchen" no table elsewhere."""
    graph = nouns.names.graph
    room = what.source.what.node_id if what.source is not None else None
    return nouns.names.here.is_one(graph[asset_id], what) and room in (None, graph.room_of(asset_id))


def all_from(nouns: Nouns, what: tuple[NounPhrase, ...], place: Place, left: tuple[NounPhrase, ...] = ()) -> Put:
    """Everything in or on some furniture goes to a place, but for what is to be left."""
    things = tuple(
        NounPhrase("everything", count=None, excluded=left, source=Place(Side.ANY, source)) for source in what
    )
    return put(nouns, things, place)


def put_into(nouns: Nouns, what: tuple[NounPhrase, ...]) -> Put:
    """Furniture is filled or loaded with things: with all there are, where only a plural is said.

    Raises:
        NotUnderstoodError: no furniture is named.
    """
    if what[0].concept is None and what[0].node_id is None and not what[0].parts:
        raise NotUnderstoodError(FailureCause.AMBIGUOUS, f"What shall I fill? '{what[0].text}' names no place.")
    group = nouns.group(None)
    return put(nouns, group.sourced(*group.places), Place(Side.INSIDE, what[0]))


def _besides_those_there(nouns: Nouns, thing: NounPhrase, place: Place) -> NounPhrase:
    """Without those that are at the place: "another mug" on the table, "the other laptop" to the desk."""
    first = thing.text.split()[:2]
    one_more = "another" in first or first[1:] == ["more"] or ("other" in first and not thing.besides)
    if not one_more or thing.node_id is not None or not nouns.names.here.lies_at(thing, place):
        return thing
    there = NounPhrase(f"those {place}", thing.concept, count=None, source=replace(place, side=Side.ANY))
    return replace(thing, excluded=(*thing.excluded, there))


def _not_from_its_like(nouns: Nouns, thing: NounPhrase, place: Place) -> NounPhrase:
    """Without those that others have: "a mug on every table that has none" comes from no table."""
    lacks = any(
        isinstance(r, Bearing) and r.is_lacking and r.what.concept == thing.concept for r in place.what.restrictions
    )
    if not lacks or thing.node_id is not None or thing.source is not None or _has_one_to_spare(nouns, thing, place):
        return thing
    others = replace(place.what, count=None, definite=False, each=False, restrictions=())
    there = NounPhrase(THOSE_THERE, thing.concept, count=None, source=Place(Side.ANY, others))
    return replace(thing, excluded=(*thing.excluded, there))


def _has_one_to_spare(nouns: Nouns, thing: NounPhrase, place: Place) -> bool:
    """Whether one of the furniture alone lacks what others have, each of them several, and there are no more."""
    names, graph = nouns.names, nouns.names.graph
    alike = [n for n in graph.of_kind(NodeKind.OBJECT) if names.ontology.is_a(n.label, thing.concept or "")]
    furniture = [n for n in graph.of_kind(NodeKind.ASSET) if names.ontology.is_a(n.label, place.what.concept or "")]
    amounts = [sum(graph.support(one.id) == node.id for one in alike) for node in furniture]
    return sum(amounts) == len(alike) and thing.count == 1 and amounts.count(0) == 1 and 1 not in amounts


def _apart(nouns: Nouns, things: Sequence[NounPhrase], place: Place) -> Place:
    """Several things on "different tables", or "each on its own shelf": no two of them at the same place."""
    what, several = place.what, len(things) > 1 or any(t.count != 1 or t.each for t in things)
    said, words = set(what.text.split()), nouns.book.places
    each = any(t.each or "each" in t.text.split() for t in things) or what.each
    own = bool(said & words.own) and (each or "their" in said)
    different = bool(said & words.different) and (each or what.count != 1)
    one_each = each and what.count == 1 and not what.definite and said & {"a", "an"} and what.node_id is None
    if what.parts or not (several and (different or own or one_each)):
        return _elsewhere(nouns, things, place)
    count = what.count if what.count != 1 else None
    return replace(place, what=replace(what, count=count, definite=False, each=False, apart=True))


def _elsewhere(nouns: Nouns, things: Sequence[NounPhrase], place: Place) -> Place:
    """To "another table", "the other table": none that was named before, or that the things are at now."""
    what, before = place.what, nouns.spoken.place
    others = {"another", "other", *nouns.book.places.different}
    if what.count != 1 or what.node_id is not None or others.isdisjoint(what.text.split()[:2]):
        return place
    from_there = [t.source.what for t in things if t.source is not None and _is_like(t.source.what, what)]
    if what.definite and from_there:  # "the flask on bench 2 to the other one"
        apart = tuple(b for b in what.besides if b.concept != what.concept)
        return replace(place, what=replace(what, besides=(*apart, *from_there)))
    if what.definite and any(named.concept == what.concept for named in what.besides):
        return place  # "the mug on table 1 and the cup on the other table"
    if not what.definite and before is not None and before.what.concept is not None:
        there = [before.what]
    else:
        now = [_where_now(nouns, thing) for thing in things]
        shared = [w for w in now[0] if all(any(_is_that(w, o) for o in others) for others in now[1:])] if now else []
        there = shared or [what for places_of in now for what in places_of]
    return replace(place, what=replace(what, excluded=(*what.excluded, *there)))


def _is_like(place: NounPhrase, other: NounPhrase) -> bool:
    """Whether a place is of the kind of another, and a certain one."""
    return place.concept is not None and place.concept == other.concept and (place.definite or bool(place.node_id))


def _is_that(first: NounPhrase, second: NounPhrase) -> bool:
    return (first.concept, first.node_id) == (second.concept, second.node_id)


def _where_now(nouns: Nouns, thing: NounPhrase) -> list[NounPhrase]:
    """The furniture that a thing is taken from, as said; else what it is at now, as far as that is known."""
    if thing.source is not None and thing.source.what.node_id is not None:
        return [replace(thing.source.what, implied=True)]
    return [NounPhrase(n.id.replace("_", " "), n.label, n.id, implied=True) for n in nouns.names.here.places_of(thing)]


def _for_each(nouns: Nouns, things: tuple[NounPhrase, ...]) -> tuple[NounPhrase, ...]:
    """One of each for each of those who are served, if somebody is."""
    people = nouns.spoken.served
    return things if people is None else tuple(_for_all(t, people) for t in things)


def _holds(nouns: Nouns, thing: NounPhrase) -> bool:
    """Whether something that is moved may have contents: furniture to store or to put things on."""
    kinds = nouns.names.ontology.ancestors(thing.concept) if thing.concept else frozenset()
    return bool(kinds & {"storage", "worktop", "cold_storage", "small_container", "container"})


def _detached(nouns: Nouns, group: Group) -> Group:
    """The room of the last source as the destination: "put the book from the shelf in the kitchen".

    Of "take the toys off the bed and the table in the kids room" both stand there, and it is asked where to.
    """
    if not group.sources or group.sources[-1].what.source is None:
        return group
    source = group.sources[-1]
    here, room = nouns.names.here, group.sources[-1].what.source.what
    several = len(group.sources) > 1
    if several and all(here.stands_in(s.what.concept, room) for s in group.sources):
        return group
    kept = (*group.sources[:-1], replace(source, what=replace(source.what, source=None)))
    return Group(group.things, kept, (group.sources[-1].what.source,))


def _for_all(thing: NounPhrase, people: NounPhrase) -> NounPhrase:
    """One for each of some people, all there are where nobody knows how many; a number that was said stays."""
    first = thing.text.split()[0] if thing.text else ""
    if people.count is None and people.each and thing.count == 1 and first in _ONE:
        return replace(thing, count=None, or_fewer=True)  # "a bottle for each guest", whose number nobody knows
    if first in lx.ARTICLES or first in lx.NUMBERS or first.isdigit() or thing.count is None:
        return thing
    return replace(thing, count=people.count, or_fewer=people.count is None)
