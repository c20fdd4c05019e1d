# SPDX-License-Identifier: Apache-2.0
"""Sentences that state something and ask for nothing: they help to understand those that do.

"Peter is working at his desk. Get him an apple." says who "him" is and where; "Something smells in the kitchen.
Dispose of it." what "it" is; "I'm at the lunch table." where the speaker is; "I'm thirsty." what is wanted. A remark
must have a known kind of subject and a finite verb, and nothing in it may sound like an order, a condition or a
prohibition; otherwise it is refused as any other words. A note says that it was taken for a remark.
"""

from __future__ import annotations

from dataclasses import replace

from makedo_core.goals.goal_text import enumerate_words, spoken
from planner_node.language.clauses.carrying.putting import homeless, put
from planner_node.language.clauses.politeness import NARRATED
from planner_node.language.clauses.subjects import LONGEST_SUBJECT, SOME, all_of_some, tell_of, tell_subject
from planner_node.language.notes import told_note
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.people.whereabouts import in_person
from planner_node.language.phrasebook.sections import FeelingWords
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.reading.looks import is_a_noun
from planner_node.language.sentence.background import asks_likewise
from planner_node.language.sequence import ClauseStages
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx

_RELATIVE = frozenset({"that", "which", "who", "what", "whatever", "whoever"})
_IT = frozenset({"it", "them", "that", "those", "these", "this"})
_RELATIVE_IS = frozenset({"that's", "who's"})


def remark(nouns: Nouns, stages: ClauseStages) -> bool:
    """Past a sentence that asks for nothing itself; whether one stood here."""
    cursor = nouns.cursor
    if _own_deed(nouns, stages):
        return True
    if cursor.at > 0 and cursor.words[cursor.at - 1] not in lx.SENTENCE_ENDS | {",", "because", "so", "-"}:
        return False
    begin = cursor.at
    for reader in (_speaker_is, _limited, _counted_for_each, _told):
        if reader(nouns, stages):
            return True
        cursor.at = begin
    return False


def _own_deed(nouns: Nouns, stages: ClauseStages) -> bool:
    """Past what speakers will do themselves, behind what they ask for: "..., I'll wash it later"."""
    cursor, clauses = nouns.cursor, nouns.book.clauses
    intends = cursor.find(clauses.intending)
    if not stages.entries or (intends is None and cursor.find(clauses.narrated) is None):
        return False
    begin, end = cursor.at, _sentence_end(nouns)
    said = cursor.words[begin:end]
    if clauses.themselves.isdisjoint(said):  # "I'll wash it", but not "then I will put the saw in the crate"
        told = intends is not None and not _IT.isdisjoint(said) and cursor.word(-1) != "then"
        if not told or NARRATED in nouns.spoken.notes or not nouns.book.remarks.forbidden.isdisjoint(said):
            return False
    cursor.at = end
    nouns.spoken.note(told_note(said))
    return True


def _speaker_is(nouns: Nouns, stages: ClauseStages) -> bool:
    """Past "I'm hungry", "I'm at the lunch table"."""
    cursor = nouns.cursor
    if cursor.take(nouns.book.remarks.speaker_is) is None:
        return False
    while cursor.take(nouns.book.remarks.posture) or cursor.word() in nouns.book.remarks.adverbs:
        cursor.at += cursor.word() in nouns.book.remarks.adverbs
    felt = cursor.take(nouns.book.feelings)
    if felt is not None:
        stages.wish(_wish(felt.value), None)
        return _ends_remark(nouns)
    if not cursor.side():
        return False
    where = in_person(nouns.names, nouns.places.place().what)
    nouns.spoken.speaker_at = where
    stages.deliver(where)
    return _ends_remark(nouns)


def _wish(feeling: FeelingWords) -> NounPhrase:
    """What somebody is taken to want who says how they feel."""
    return NounPhrase(feeling.called, feeling.wants)


def _limited(nouns: Nouns, stages: ClauseStages) -> bool:
    """Past "Use items found in the supplies room only": where things that were asked for are to come from."""
    cursor = nouns.cursor
    if not stages.entries or cursor.take(nouns.book.remarks.use) is None:
        return False
    end = _sentence_end(nouns)
    only = bool(nouns.book.remarks.only & set(cursor.words[cursor.at - 2 : end]))
    cursor.skip(nouns.book.remarks.only | lx.ARTICLES)
    if cursor.word() not in nouns.book.nouns.anything | {"those", "what"} or not only:
        return False
    cursor.at += 1
    cursor.take(nouns.book.places.being)
    source = (
        nouns.places.source_list()[0]
        if cursor.find(nouns.book.places.sources)
        else nouns.places.place()
        if cursor.side()
        else None
    )
    if source is None:
        return False
    stages.limit(source)
    cursor.skip(nouns.book.remarks.only)
    return _ends_remark(nouns)


def _counted_for_each(nouns: Nouns, stages: ClauseStages) -> bool:
    """Past "each attendee can only receive one bottle": how many for each of those who are served."""
    cursor = nouns.cursor
    if not stages.entries or cursor.take(nouns.book.remarks.each) is None:
        return False
    end = _sentence_end(nouns)
    at = next(
        (
            i
            for i in range(cursor.at, end)
            if nouns.book.quantities.counted.find(cursor.words, i) or cursor.words[i] in lx.NUMBERS
        ),
        None,
    )
    if at is None or nouns.book.remarks.forbidden & set(cursor.words[cursor.at : end]):
        return False
    cursor.at = at
    per_person = nouns.phrases.noun_phrase()
    people = nouns.spoken.served
    if people is not None and people.count is not None and per_person.count is not None:
        stages.count(per_person, people.count * per_person.count)
    return _ends_remark(nouns)


def _told(nouns: Nouns, stages: ClauseStages) -> bool:
    """Past a statement: who or what it is about is what later words refer to."""
    cursor = nouns.cursor
    begin, end = cursor.at, _sentence_end(nouns)
    if cursor.word() in _RELATIVE and begin and cursor.word(-1) not in lx.SEPARATORS:
        return False  # "everything on the shelf that starts with a t"
    is_order = cursor.find(nouns.book.said_verbs) or _is_narrated(nouns)
    finite = None if is_order else _finite(nouns, end)
    if finite is None or _sounds_like_an_order(nouns, begin, finite, end):
        return False
    if cursor.words[finite] in ("gets", "get"):
        return False  # "Anna gets the soda" is an order
    person = nouns.names.owned(cursor.word()) if not cursor.word().endswith("'s") else None
    if person is None and nouns.book.verbs.belonging.find(cursor.words, finite):
        return False  # "the cup goes on the table" is an order
    known = nouns.book.remarks.subjects | nouns.book.remarks.somebody | set(lx.NUMBERS) | {words[0] for words in SOME}
    if person is None and cursor.word() not in known and cursor.name() is None:
        return False
    is_there = cursor.words[finite] in nouns.book.remarks.being
    attributes = frozenset(
        a
        for i, w in enumerate(cursor.words[begin:end], begin)
        if not _describes_another(nouns, i, finite)
        and (a := nouns.book.remarks.states.get(w) or (nouns.book.adjectives.attribute(w) if w != "hard" else None))
    )
    tell_subject(nouns, finite, attributes)
    if person is not None:
        cursor.at = begin + 1
        nouns.phrases.meet(begin)
    if not cursor.words[begin].startswith("there"):
        cursor.at = max(cursor.at, finite + 1)
    about_somebody = person is not None or _is_somebody(nouns, begin)
    _predicate(nouns, end, about_somebody, is_there and person is not None)
    _spoken_of(nouns, begin, end)
    all_of_some(nouns)
    felt = next((f for i in range(finite, end) if (f := nouns.book.feelings.find(cursor.words, i))), None)
    if felt is not None and person is not None:
        stages.wish(_wish(felt.value), nouns.spoken.person_at or nouns.spoken.person)
    cursor.at = end
    nouns.spoken.note(told_note(cursor.words[begin:end]))
    return True


def _describes_another(nouns: Nouns, at: int, finite: int) -> bool:
    """Whether a look behind the verb belongs to another noun: "I like the green one better than the red one"."""
    behind = nouns.cursor.words[at + 1 : at + 2]
    return (
        at > finite
        and behind != ()
        and (behind[0] in lx.ONES or nouns.names.match(nouns.cursor.words, at + 1) is not None)
    )


def _is_narrated(nouns: Nouns) -> bool:
    """Whether speakers say what they do themselves, which is an order: "I have to put the bread on the table"."""
    return nouns.cursor.find(nouns.book.clauses.narrated) is not None and nouns.cursor.verb_at(0)


def _spoken_of(nouns: Nouns, begin: int, end: int) -> None:
    """Who is named last in a statement: "Ben brought a present for Anna", for "give it to her"."""
    names, words = nouns.names, nouns.cursor.words
    for index in range(end - 1, begin - 1, -1):
        name = names.match(words, index)
        if name is not None and name.node_id is not None and names.is_person(name):
            other = names.match(words, index - 2) if index > begin + 1 and words[index - 1] in ("and", "or") else None
            said = NounPhrase(" ".join(words[index : index + name.length]), name.concept, name.node_id, definite=True)
            who = None if names.is_person(other) else said  # which of "Anna and Ben" is "her", is asked
            nouns.spoken.somebody = nouns.spoken.person_at = who
            nouns.spoken.things_before = nouns.spoken.things
            return


def _is_somebody(nouns: Nouns, at: int) -> bool:
    """Whether a statement is about somebody: "somebody left apples on the table"."""
    words = nouns.cursor.words
    return words[at] in nouns.book.remarks.somebody or nouns.names.is_person(nouns.names.match(words, at))


def _predicate(nouns: Nouns, end: int, about_person: bool, is_there: bool) -> None:
    """What a statement says behind its verb: where somebody or something is, and what lies there."""
    cursor = nouns.cursor
    mentioned: tuple[NounPhrase, ...] = ()
    nowhere = True
    while cursor.at < end:
        begin = cursor.at
        try:
            if cursor.side():
                _located(nouns, nouns.places.place(), mentioned, is_there, about_person)
                nowhere = False
            elif cursor.name() is not None or cursor.word() in lx.ARTICLES:
                joined = begin > 0 and cursor.words[begin - 1] in ("and", ",")
                named = nouns.phrases.noun_phrase(bare=None)
                if named.concept != "person":
                    mentioned = (*mentioned, named) if joined else (named,)
            else:
                cursor.at += 1
        except NotUnderstoodError:
            cursor.at = begin + 1
        if cursor.at > end:
            cursor.at = end
    if about_person and nowhere and mentioned:
        nouns.spoken.things, nouns.spoken.at_rest = mentioned, False


def _located(
    nouns: Nouns, place: Place, mentioned: tuple[NounPhrase, ...], person_there: bool, about_person: bool
) -> None:
    """A place that a statement names."""
    if person_there:
        nouns.spoken.person_at = place.what
        return
    nouns.spoken.around = place
    if about_person:
        if mentioned:
            nouns.spoken.things = tuple(replace(thing, source=place) for thing in mentioned)
            nouns.spoken.at_rest = False
    elif nouns.spoken.things:
        side = Side.INSIDE if nouns.places.in_room(place.what) else place.side
        at = Place(side, place.what)
        nouns.spoken.things = tuple(t if t.source else _said_to_be(t, at, nouns) for t in nouns.spoken.things)
        tell_of(tuple(t for t in nouns.spoken.things if t.source), nouns)


def _said_to_be(thing: NounPhrase, at: Place, nouns: Nouns) -> NounPhrase:
    """A thing with where it is said to be; without, and with a note, where it is known to be elsewhere only."""
    names = nouns.names
    known = names.here.places_of(thing) if thing.concept is not None or thing.node_id is not None else ()
    if not known or any(names.here.is_within(node.id, at.what) for node in known):
        return replace(thing, source=at)
    where = enumerate_words((spoken(node.id) for node in known), "or")
    nouns.spoken.note(f"As far as I know {thing.text} is at {where}, not {str(at).replace('to ', 'at ', 1)}")
    return thing


def _finite(nouns: Nouns, end: int) -> int | None:
    """Where the first finite verb of the sentence stands, behind a subject of a few words."""
    cursor = nouns.cursor
    for index in range(cursor.at, min(end, cursor.at + LONGEST_SUBJECT)):
        word = cursor.words[index]
        if index > cursor.at + 1 and (cursor.words[index - 1] in _RELATIVE or word in _RELATIVE_IS):
            continue  # "the apple that is on the table goes to the shelf"
        if index > cursor.at and is_a_noun(cursor.words, index, nouns.names):
            continue  # "the saw"
        if word in nouns.book.remarks.finite or (
            word.endswith("'s") and word[:-2] in ("it", "there", "that", "something")
        ):
            return index
        if word in lx.NUMBERS or (index > cursor.at and word in lx.SENTENCE_ENDS):
            continue
    return None


def _sounds_like_an_order(nouns: Nouns, begin: int, finite: int, end: int) -> bool:
    """Whether something in it may be meant to be done or left undone."""
    cursor = nouns.cursor
    words = set(cursor.words[begin:end])
    if (
        words & (nouns.book.remarks.forbidden | nouns.book.clauses.unconditional)
        or cursor.words[begin] in nouns.book.clauses.questions
    ):
        return True
    if any(nouns.book.sentences.modals.find(cursor.words, i) is not None for i in range(begin, end)):
        return True  # "the onion that lies there should go back"
    if asks_likewise(cursor.words[begin:end], nouns.book.sentences.likewise):
        return True
    here = cursor.at
    for index in range(begin, end):
        cursor.at = index
        gerund = cursor.words[index].endswith("ing") or cursor.words[index - 1] in nouns.book.remarks.modal | {
            "i",
            "we",
            "they",
        }
        if index != finite and not gerund and cursor.verb_at(0) and cursor.word(1) in lx.ARTICLES | lx.PRONOUNS:
            cursor.at = here
            return True
    cursor.at = here
    return False


def _sentence_end(nouns: Nouns) -> int:
    """Index of the mark that ends the sentence; a comma ends it before an order."""
    cursor = nouns.cursor
    for index in range(cursor.at, len(cursor.words)):
        word = cursor.words[index]
        if word in lx.SENTENCE_ENDS or (word in (",", "so") and cursor.verb_at(index + 1 - cursor.at)):
            return index
        if word == "," and cursor.words[index + 1 : index + 2] == ("so",):
            return index  # what follows is asked for, understood or not
    return len(cursor.words)


def _ends_remark(nouns: Nouns) -> bool:
    """Past what is left of the sentence, if only small words are; whether that is so."""
    cursor = nouns.cursor
    cursor.skip(nouns.book.clauses.afterthoughts)
    return cursor.word() in lx.SENTENCE_ENDS | {"", ",", "so", "and"}


def wished(nouns: Nouns, stages: ClauseStages) -> None:
    """What somebody who said how they feel is brought, if nothing else was asked for."""
    for thing, somebody in stages.wishes:
        whom = somebody or nouns.spoken.speaker_at or nouns.names.speaker()
        step = homeless(nouns, (thing,), "bring") if whom is None else put(nouns, (thing,), Place(Side.ANY, whom))
        stages.add(step)
