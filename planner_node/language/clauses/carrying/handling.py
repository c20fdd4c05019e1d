# SPDX-License-Identifier: Apache-2.0
"""Things that are carried: bring, put, pick up, put back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, number_word, spoken
from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.clauses.carrying.carried import Carried, read_carried
from planner_node.language.clauses.carrying.putting import homeless, put, puts_of, refuse_somebody_elsewhere
from planner_node.language.clauses.steps import ClauseStep, Pending
from planner_node.language.nouns.groups import Group
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.request import Hold, PutBack
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name
from planner_node.language.words.verbs import Said, Verb

_TO_SPEAKER = frozenset({"hand", "hand over", "pass", "pass over"})
_PUTTING = frozenset({Verb.BRING, Verb.THROW, Verb.THROW_AWAY, Verb.RECYCLE, Verb.TIDY})


def handling(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Things that go somewhere, or into the hand."""
    return handled(nouns, said, words, read_carried(nouns, said))


def handled(nouns: Nouns, said: Said, words: str, carried: Carried) -> tuple[ClauseStep, ...]:
    """As `handling`, of what was read behind the verb."""
    if said.like == "leave" and any(t.text.startswith("only ") for g in carried.groups for t in g.things):
        message = "Where is what is not to be left there to go? Say for example 'take everything else to ...'."
        raise NotUnderstoodError(FailureCause.AMBIGUOUS, message, nouns.names.surfaces())
    if said.like in ("leave", "keep") and _leaves_at_most(nouns, carried.groups):
        return ()
    whom, kept = _without_some(carried.whom, carried.groups, nouns)
    groups = _taken_on(nouns, said, kept)
    early, recall = carried.early, nouns.originals.recall
    if recall.sources is not None or recall.origin:
        return _put_back(nouns, groups)
    if said.like == "add" and nouns.spoken.place is not None and not any(g.places for g in groups):
        early = nouns.spoken.place  # to what was spoken of: "..., add soap"
    here = whom is None and early is None and not any(g.places for g in groups) and nouns.past_here()
    if whom is None and early is None and said.like in _TO_SPEAKER and _hands_over(nouns, groups):
        here = True  # "hand it over"
    whom = (nouns.spoken.speaker_at or nouns.names.speaker()) if here else whom
    if whom is not None and not any(p.side is Side.ANY for g in groups for p in g.places):
        return (put(nouns, tuple(t for g in groups for t in g.sourced(*g.places)), Place(Side.ANY, whom)),)
    if whom is not None:
        groups = _shared_with(whom, groups)
    if recall.back and len(groups) > 1 and not groups[-1].places and any(g.places for g in groups):
        named = " and ".join(t.text for t in groups[-1].things)
        message = f"Say where {named} shall go back to, or say it in a sentence of its own."
        raise NotUnderstoodError(FailureCause.AMBIGUOUS, message, nouns.names.surfaces())
    if early is None and not any(g.places for g in groups):
        refuse_somebody_elsewhere(nouns, [g for g in groups if g.is_handed and said.verb in (Verb.TAKE, Verb.HOLD)])
    puts = puts_of(nouns, groups, early, detach=said.like in nouns.book.verbs.putting_down)
    if puts is not None:
        return puts
    nouns.cursor.skip({"up", "out", "away"})
    things = tuple(t for g in groups for t in g.sourced(*g.places))
    nouns.spoken.things, nouns.spoken.at_rest = things, False
    if said.verb is Verb.RETURN or (recall.back and said.like in ("put", "take")):
        return tuple(PutBack((), thing) for thing in things)
    leaves_room = said.verb is Verb.TAKE and any(
        p.side is Side.INSIDE and nouns.places.in_room(p.what) for g in groups for p in g.sources
    )
    several = len(things) > 1 or things[0].count != 1
    leaves_room |= said.verb is Verb.TAKE and several and any(g.sources for g in groups)  # "take it all off the bed"
    if said.verb in (Verb.TAKE, Verb.HOLD) and not (carried.told or leaves_room):
        return (Hold(things[0]),) if len(things) == 1 and things[0].count == 1 else (_one_hand(things),)
    return (replace(homeless(nouns, things, words, carried.to_speaker or here), to_speaker=carried.told),)


def _hands_over(nouns: Nouns, groups: Sequence[Group]) -> bool:
    """Past "over"; whether things are handed over and nothing says to whom, so that it is the speaker."""
    nouns.cursor.skip({"over"})
    nowhere = not any(g.places for g in groups)
    return nowhere and nouns.spoken.person is None and nouns.spoken.person_at is None and nouns.cursor.ends_clause(0)


def _without_some(
    whom: NounPhrase | None, groups: Sequence[Group], nouns: Nouns
) -> tuple[NounPhrase | None, Sequence[Group]]:
    """With persons who are excepted behind the things as those who get none: "give everyone a soda except Ben"."""
    is_person = nouns.names.is_person
    found: list[Group] = []
    for group in groups:
        persons = [e for t in group.things for e in t.excluded if is_person(Name(1, e.concept, e.node_id))]
        last = group.places[-1] if group.places else None
        if persons and last is not None and last.what.concept == "person" and last.what.count != 1:
            several = replace(last, what=replace(last.what, excluded=(*last.what.excluded, *persons)))
            found.append(replace(_not_without(group, persons), places=(*group.places[:-1], several)))
        elif persons and whom is not None and whom.count != 1:
            whom = replace(whom, excluded=(*whom.excluded, *persons))
            found.append(_not_without(group, persons))
        else:
            found.append(group)
    return whom, found


def _not_without(group: Group, persons: Sequence[NounPhrase]) -> Group:
    things = (replace(t, excluded=tuple(e for e in t.excluded if e not in persons)) for t in group.things)
    return replace(group, things=tuple(things))


def _shared_with(whom: NounPhrase, groups: Sequence[Group]) -> Sequence[Group]:
    """Of what is given to somebody and to others behind that, each to its own: "give him a soda and one to Anna"."""
    found: list[Group] = []
    for group in groups:
        own = next((p for p in group.places if p.side is Side.ANY), None)
        if own is None:
            found.append(replace(group, places=(*group.places, Place(Side.ANY, whom))))
        elif own.what.concept == "person" and len(group.things) > 1:
            found.append(replace(group, things=group.things[:-1], places=(Place(Side.ANY, whom),)))
            found.append(replace(group, things=group.things[-1:]))
        else:
            found.append(group)
    return found


def _leaves_at_most(nouns: Nouns, groups: Sequence[Group]) -> bool:
    """Whether no more than so many things are to be left somewhere, and there are no more.

    Raises:
        NotUnderstoodError: where there are: where the others go was not said.
    """
    limited = len(groups) == 1 and len(groups[0].things) == len(groups[0].places) == 1
    thing = groups[0].things[0] if limited else None
    if thing is None or not (thing.or_fewer or thing.text.startswith("just ")) or thing.count is None:
        return False
    place, graph = groups[0].places[0], nouns.names.graph
    there = [n for n in graph.of_kind(NodeKind.OBJECT) if nouns.names.here.is_one(n, thing)]
    there = [n for n in there if nouns.names.here.is_within(n.id, place.what)]
    if len(there) <= thing.count:
        nouns.spoken.note(f"There are no more than that {place} already, as far as I know")
        nouns.spoken.has_nothing_to_do = True
        return True
    names = enumerate_words(spoken(n.id) for n in there)
    more = len(there) - thing.count
    example = "Where to? Say for example 'and put the rest in ...'."
    message = f"{number_word(more).capitalize()} of {names} must go then. {example}"
    raise NotUnderstoodError(FailureCause.AMBIGUOUS, message, nouns.names.surfaces())


def _taken_on(nouns: Nouns, said: Said, groups: Sequence[Group]) -> Sequence[Group]:
    """The groups; where things are taken and put elsewhere behind that, they are only taken from where they are said.

    "Pick up the plates on table_2 and put them in the dishwasher" does not bring other plates to table_2.
    """
    gathers = said.verb in (Verb.HOLD, Verb.TAKE) or said.like in nouns.book.verbs.all_of
    if not gathers or not _is_put_on(nouns):
        return groups
    return tuple(
        replace(g, sources=(*g.sources, g.places[-1]), places=g.places[:-1])
        if len(g.places) == 1 and (g.places[0].side in (Side.ON, Side.INSIDE) or g.places[0] == nouns.spoken.place)
        else g
        for g in groups
    )


def _is_put_on(nouns: Nouns) -> bool:
    """Whether an order follows that puts "it" or "them" somewhere."""
    cursor, ahead = nouns.cursor, 0
    while cursor.word(ahead) in lx.SEPARATORS | {"then"}:
        ahead += 1
    verb = cursor.find(nouns.book.said_verbs, ahead) if ahead else None
    return verb is not None and verb.value.verb in _PUTTING and cursor.word(ahead + verb.length) in lx.PRONOUNS


def _put_back(nouns: Nouns, groups: Sequence[Group]) -> tuple[ClauseStep, ...]:
    """To where things were, or from where they were to another place."""
    recall, place = nouns.originals.recall, groups[-1].places[-1] if groups[-1].places else None
    sources = recall.sources
    if sources is None:
        sources = nouns.spoken.emptied
    elif place is not None and recall.others:
        there = (place.what.concept, place.what.node_id)
        sources = tuple(s for s in sources if (s.concept, s.node_id) != there)
    things = [t for g in groups for t in g.sourced(*g.places[:-1])]
    nouns.spoken.things, nouns.spoken.at_rest = tuple(things), True
    return tuple(PutBack(sources, None if _is_everything(t) else t, place) for t in things)


def _one_hand(things: tuple[NounPhrase, ...]) -> Pending:
    message = "I have one hand and can hold one thing at a time."
    return Pending(things, NotUnderstoodError(FailureCause.NOT_CAPABLE, message))


def _is_everything(thing: NounPhrase) -> bool:
    return (thing.concept, thing.node_id, thing.count) == (None, None, None) and not thing.attributes
