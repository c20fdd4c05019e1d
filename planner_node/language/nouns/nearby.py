# SPDX-License-Identifier: Apache-2.0
"""Places that are told by a thing: "next to the vase", "with the carrots". It is the furniture that the thing is at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.language.nouns.noun_phrases import NounPhrases
from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.referring.discourse import Discourse
from planner_node.language.referring.referents import is_kind
from planner_node.language.things import Bearing, NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

SAME_PLACE = " is at the same place for me; how near, I do not see to"
"""Behind the words that say what things go next to: what is told of them."""


def place_near(
    cursor: Cursor,
    discourse: Discourse,
    phrases: NounPhrases,
    read_place: Callable[[], Place],
    said_before: Place | None = None,
    sources: Sequence[Place] = (),
) -> Place | None:
    """Past "next to the vase": where the vase is, or was put; how near to it, nobody sees to, and a note says so.

    Args:
        cursor: stands before the preposition.
        discourse: what was spoken of.
        phrases: reads the thing.
        read_place: reads a preposition with a place, which tells where the thing is.
        said_before: the place that was named just before; of several such things the one there is meant.
        sources: where what goes there is taken from.

    Returns:
        The place; None: something else stands here, or no such thing is known.

    Raises:
        NotUnderstoodError: if there are such things at several places.
    """
    begin = cursor.at
    found = _place_near(cursor, discourse, phrases, read_place, said_before, sources)
    if found is not None:  # "put one book with the vase and the others on the shelf": other books
        discourse.forget(begin)
    return found


def _place_near(
    cursor: Cursor,
    discourse: Discourse,
    phrases: NounPhrases,
    read_place: Callable[[], Place],
    said_before: Place | None,
    sources: Sequence[Place],
) -> Place | None:
    names, begin = cursor.names, cursor.at
    places = cursor.book.places
    near = cursor.find(places.beside) or cursor.find(places.near) or cursor.find(places.together_with)
    if near is None:
        return None
    cursor.at += near.length
    word = cursor.said(begin)
    if cursor.word() in lx.PRONOUNS and cursor.ends_place(1) and discourse.place is not None:
        cursor.at += 1
        return _told(discourse.place, word, discourse, cursor.said(begin))
    try:
        thing = phrases.noun_phrase(bare=None)
    except NotUnderstoodError:
        thing = None
    if thing is None or thing.concept is None or names.is_place(Name(1, thing.concept, thing.node_id)):
        cursor.at = begin
        return None
    if thing.besides:
        return _with_the_others(thing, sources, cursor, begin, discourse)
    again = [m for m in discourse.mentioned(begin) if is_kind(thing, m, names) and not _looks_otherwise(thing, m)]
    put = [place for m in again if (place := discourse.went.get(m.referent.number)) is not None]
    if put:
        return _told(put[-1], word, discourse, cursor.said(begin))
    if again:  # it is on its way, and nobody knows yet where to
        cursor.at = begin
        return None
    if cursor.side() and not cursor.ends_particle():
        thing = replace(thing, source=read_place())  # "next to the vase on the sideboard"
    found = [
        node for node in names.here.places_of(thing) if thing.source is None or is_at(node.id, thing.source, cursor)
    ]
    if not found or not cursor.ends_place(0):
        cursor.at = begin
        return None
    there = [n for n in found if said_before is not None and is_at(n.id, said_before, cursor)]
    found = there if len(there) == 1 else found
    if len(found) > 1:
        where = enumerate_words(spoken(node.id) for node in found)
        text = f"I know of {thing.text} at several places: {where}. Say the furniture."
        raise NotUnderstoodError(FailureCause.AMBIGUOUS, text, tuple(node.id for node in found))
    said = cursor.said(begin)
    bearing = NounPhrase(said, found[0].label, found[0].id, definite=True, restrictions=(Bearing(thing),))
    return _told(Place(Side.ANY, bearing), word, discourse, said)


def _looks_otherwise(thing: NounPhrase, other: NounPhrase) -> bool:
    """Whether two of a kind are told apart by their looks: "the black notebook with the blue one"."""
    return bool(thing.attributes and other.attributes) and thing.attributes.isdisjoint(other.attributes)


def _with_the_others(
    thing: NounPhrase, sources: Sequence[Place], cursor: Cursor, begin: int, discourse: Discourse
) -> Place | None:
    """Where the others of a kind are: "put the red book with the others"; None: they are nowhere.

    Raises:
        NotUnderstoodError: if they are at several places.
    """
    found = places_of_others(thing, sources, cursor)
    if not found or not cursor.ends_place(0):
        cursor.at = begin
        return None
    said = cursor.said(begin)
    if len(found) > 1:
        where = enumerate_words(spoken(i) for i in found)
        text = f"The others are at several places: {where}. Say the furniture."
        raise NotUnderstoodError(FailureCause.AMBIGUOUS, text, tuple(found))
    (node,) = found.values()
    return _told(Place(Side.ANY, NounPhrase(said, node.label, node.id, definite=True)), said, discourse, said)


def places_of_others(thing: NounPhrase, sources: Sequence[Place], cursor: Cursor) -> dict[str, Node]:
    """The furniture that others of a kind than were spoken of are on or in; empty: nothing tells which those are.

    Args:
        thing: the others.
        sources: where what was spoken of is taken from.
        cursor: knows the names.
    """
    names, graph = cursor.names, cursor.names.graph
    is_a = names.ontology.is_a
    moved = [m for m in thing.besides if m.concept is not None and is_a(m.concept, thing.concept or "")]
    nodes = [n for n in graph.of_kind(NodeKind.OBJECT) if names.here.is_one(n, replace(thing, besides=()))]
    meant: set[str] = set()
    for m in moved:
        fits = {n.id for n in nodes if names.here.is_one(n, m) and _is_from(n.id, m, sources, cursor)}
        meant |= fits if m.count is None or len(fits) <= m.count else set()  # of two batteries either may be the other
    at = (support for n in nodes if n.id not in meant and (support := graph.support(n.id)) is not None)
    return {support: graph[support] for support in at} if moved else {}


def _is_from(node_id: str, thing: NounPhrase, sources: Sequence[Place], cursor: Cursor) -> bool:
    """Whether something is where things are taken from that are named."""
    furniture = cursor.names.graph.support(node_id) or node_id
    known = (thing.source,) if thing.source is not None else sources
    return not known or any(is_at(furniture, place, cursor) for place in known)


def along(
    cursor: Cursor,
    discourse: Discourse,
    read_thing: Callable[[int | None], Sequence[NounPhrase]],
    places: Sequence[Place],
) -> NounPhrase | None:
    """Past ", with the candle" behind a place where it is not yet: it goes there as well; None: it is not so.

    Args:
        cursor: stands before it.
        discourse: what was spoken of.
        read_thing: reads a thing with what is said of it.
        places: those that were named in the clause.
    """
    names, begin, comma = cursor.names, cursor.at, cursor.word() == ","
    found = cursor.find(cursor.book.places.together_with, int(comma))
    if found is None or not places or cursor.word(comma + found.length) in lx.PRONOUNS:
        return None
    cursor.at += comma + found.length
    try:
        (more,) = read_thing(None)
    except (NotUnderstoodError, ValueError):
        cursor.at = begin
        return None
    near = cursor.find(cursor.book.places.near)  # "with the candle next to it"
    if near is not None and cursor.word(near.length) in lx.PRONOUNS:
        cursor.at += near.length + 1
    known = any(is_kind(more, m, names) for m in discourse.mentioned(begin) if not more.attributes)
    is_certain = more.definite or more.text.split()[0] in lx.DEFINITE
    is_thing = is_certain and not names.is_place(Name(1, more.concept, more.node_id))
    if not (is_thing and cursor.ends_clause()) or known or names.here.lies_at(more, places[-1]):
        cursor.at = begin
        return None
    discourse.note(f"I take '{cursor.said(begin + comma)}' for something that goes there as well")
    return more


def contradicting(near: Place, said: Place) -> NotUnderstoodError:
    """That a thing which tells a place is at another one than was said just before."""
    where = spoken(near.what.node_id or near.what.concept or near.what.text)
    text = f"'{near.what.text}' is at {where}, and not '{said}'. Say one place."
    ids = tuple(i for i in (near.what.node_id, said.what.node_id) if i is not None)
    return NotUnderstoodError(FailureCause.AMBIGUOUS, text, ids)


def is_at(furniture: str, place: Place, cursor: Cursor) -> bool:
    """Whether furniture is the place itself, or in that room."""
    graph, what = cursor.names.graph, place.what
    ids = {furniture, graph.room_of(furniture)} - {None}
    labels = {graph[node_id].label for node_id in ids if node_id}
    return what.node_id in ids if what.node_id else what.concept in labels


def _told(place: Place, word: str, discourse: Discourse, said: str) -> Place:
    discourse.note(f"'{said}'{SAME_PLACE}")
    return place


def refuse_two_sources(cursor: Cursor, sources: Sequence[Place], thing: NounPhrase) -> None:
    """Refuse a second "from" behind what is excepted: whether something from there goes as well is not clear.

    Raises:
        NotUnderstoodError: for "everything from the counter except the fruit and the mugs from table 3".
    """
    excluded = [e for source in sources for e in (*source.what.excluded, *thing.excluded)]
    if excluded:
        said = " ".join(cursor.words[cursor.at : cursor.at + 4])
        named = " and ".join(excepted.text for excepted in excluded)
        message = f"Is '{said}' where {named} are, or is something from there meant, too? Say it in two sentences."
        raise NotUnderstoodError(FailureCause.AMBIGUOUS, message)
