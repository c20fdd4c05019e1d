# SPDX-License-Identifier: Apache-2.0
"""Sentences that state something and ask for nothing: they help to understand those that do.

"Peter is working at his desk. Get him an apple." says who "him" is and where; "Something smells in the kitchen.
Dispose of it." what "it" is; "I'm at the lunch table." where the speaker is; "I'm thirsty." what is wanted. A remark
must have a known kind of subject and a finite verb, and nothing in it may sound like an order, a condition or a
prohibition; otherwise it is refused as any other words. A note says that it was taken for a remark.
"""

from __future__ import annotations

from dataclasses import replace

from planner_node.language.clauses.clauses import Clauses
from planner_node.language.phrasebook.sections import FeelingWords
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.request import NounPhrase, Place, Side
from planner_node.language.sequence import ClauseStages
from planner_node.language.words import lexicon as lx

_LONGEST_SUBJECT = 8


class Remarks(Clauses):
    """Reads remarks, and limits that are said afterwards."""

    def remark(self, stages: ClauseStages) -> bool:
        """Past a sentence that asks for nothing itself; whether one stood here."""
        if self.at > 0 and self.words[self.at - 1] not in lx.SENTENCE_ENDS | {",", "because", "so", "-"}:
            return False
        begin = self.at
        for reader in (self.speaker_is, self.limited, self.counted_for_each, self.told):
            if reader(stages):
                return True
            self.at = begin
        return False

    def speaker_is(self, stages: ClauseStages) -> bool:
        """Past "I'm hungry", "I'm at the lunch table"."""
        if self.take(self.book.remarks.speaker_is) is None:
            return False
        while self.take(self.book.remarks.posture) or self.word() in self.book.remarks.adverbs:
            self.at += self.word() in self.book.remarks.adverbs
        felt = self.take(self.book.feelings)
        if felt is not None:
            stages.wish(self.wish(felt.value), None)
            return self.ends_remark()
        if not self.side():
            return False
        place = self.place()
        self.spoken.speaker_at = place.what
        stages.deliver(place.what)
        return self.ends_remark()

    def wish(self, feeling: FeelingWords) -> NounPhrase:
        """What somebody is taken to want who says how they feel."""
        return NounPhrase(feeling.called, feeling.wants)

    def limited(self, stages: ClauseStages) -> bool:
        """Past "Use items found in the supplies room only": where things that were asked for are to come from."""
        if not stages.entries or self.take(self.book.remarks.use) is None:
            return False
        end = self.sentence_end()
        only = bool(self.book.remarks.only & set(self.words[self.at - 2 : end]))
        self.skip(self.book.remarks.only | lx.ARTICLES)
        if self.word() not in lx.ANYTHING | {"those", "what"} or not only:
            return False
        self.at += 1
        self.take(self.book.places.being)
        source = self.source_list()[0] if self.find(self.book.places.sources) else self.place() if self.side() else None
        if source is None:
            return False
        stages.limit(source)
        self.skip(self.book.remarks.only)
        return self.ends_remark()

    def counted_for_each(self, stages: ClauseStages) -> bool:
        """Past "each attendee can only receive one bottle": how many for each of those who are served."""
        if not stages.entries or self.take(self.book.remarks.each) is None:
            return False
        end = self.sentence_end()
        at = next(
            (
                i
                for i in range(self.at, end)
                if self.book.quantities.counted.find(self.words, i) or self.words[i] in lx.NUMBERS
            ),
            None,
        )
        if at is None or self.book.remarks.forbidden & set(self.words[self.at : end]):
            return False
        self.at = at
        per_person = self.noun_phrase()
        people = self.spoken.served
        if people is not None and people.count is not None and per_person.count is not None:
            stages.count(per_person, people.count * per_person.count)
        return self.ends_remark()

    def told(self, stages: ClauseStages) -> bool:
        """Past a statement: who or what it is about is what later words refer to."""
        begin, end = self.at, self.sentence_end()
        finite = None if self.find(self.book.said_verbs) else self.finite(end)
        if finite is None or self.sounds_like_an_order(begin, finite, end):
            return False
        person = self.names.owned(self.word()) if not self.word().endswith("'s") else None
        if person is None and self.word() not in self.book.remarks.subjects and self.name() is None:
            return False
        is_there = self.words[finite] in self.book.remarks.being
        attributes = frozenset(
            a
            for w in self.words[begin:end]
            if (a := self.book.remarks.states.get(w) or (self.book.adjectives.attribute(w) if w != "hard" else None))
        )
        self.subject(finite, attributes)
        if person is not None:
            self.at = begin + 1
            self.meet(begin)
        if not self.words[begin].startswith("there"):
            self.at = max(self.at, finite + 1)
        self.predicate(end, person is not None, is_there)
        felt = next((f for i in range(finite, end) if (f := self.book.feelings.find(self.words, i))), None)
        if felt is not None and person is not None:
            stages.wish(self.wish(felt.value), self.spoken.person_at or self.spoken.person)
        self.at = end
        self.note(f"I took '{' '.join(self.words[begin:end])}' for something to know and not for something to do")
        return True

    def subject(self, finite: int, attributes: frozenset[str]) -> None:
        """What a statement is about, for "it" in what follows."""
        self.take(self.book.remarks.exists)
        try:
            phrase = self.noun_phrase(bare=None)
        except NotUnderstoodError:
            return
        if self.at > finite + _LONGEST_SUBJECT or self.in_room(phrase):
            return
        self.spoken.things = (replace(phrase, attributes=phrase.attributes | attributes),)
        self.spoken.at_rest = False

    def predicate(self, end: int, about_person: bool, is_there: bool) -> None:
        """What a statement says behind its verb: where somebody or something is, and what lies there."""
        mentioned: NounPhrase | None = None
        while self.at < end:
            begin = self.at
            try:
                if self.side():
                    self.located(self.place(), mentioned, about_person and is_there, about_person)
                elif self.name() is not None or self.word() in lx.ARTICLES:
                    mentioned = self.noun_phrase(bare=None)
                else:
                    self.at += 1
            except NotUnderstoodError:
                self.at = begin + 1
            if self.at > end:
                self.at = end

    def located(self, place: Place, mentioned: NounPhrase | None, person_there: bool, about_person: bool) -> None:
        """A place that a statement names."""
        if person_there:
            self.spoken.person_at = place.what
            return
        self.spoken.around = place
        if about_person:
            if mentioned is not None:
                self.spoken.things, self.spoken.at_rest = (replace(mentioned, source=place),), False
        elif self.spoken.things:
            side = Side.INSIDE if self.in_room(place.what) else place.side
            at = Place(side, place.what)
            self.spoken.things = tuple(t if t.source else replace(t, source=at) for t in self.spoken.things)

    def finite(self, end: int) -> int | None:
        """Where the first finite verb of the sentence stands, behind a subject of a few words."""
        for index in range(self.at, min(end, self.at + _LONGEST_SUBJECT)):
            word = self.words[index]
            if word in self.book.remarks.finite or (
                word.endswith("'s") and word[:-2] in ("it", "there", "that", "something")
            ):
                return index
            if word in lx.NUMBERS or (index > self.at and word in lx.SENTENCE_ENDS):
                continue
        return None

    def sounds_like_an_order(self, begin: int, finite: int, end: int) -> bool:
        """Whether something in it may be meant to be done or left undone."""
        words = set(self.words[begin:end])
        if (
            words & (self.book.remarks.forbidden | self.book.clauses.unconditional)
            or self.words[begin] in self.book.clauses.questions
        ):
            return True
        here = self.at
        for index in range(begin, end):
            self.at = index
            gerund = self.words[index].endswith("ing") or self.words[index - 1] in self.book.remarks.modal | {
                "i",
                "we",
                "they",
            }
            if index != finite and not gerund and self.verb_at(0) and self.word(1) in lx.ARTICLES | lx.PRONOUNS:
                self.at = here
                return True
        self.at = here
        return False

    def sentence_end(self) -> int:
        """Index of the mark that ends the sentence; a comma ends it before an order."""
        for index in range(self.at, len(self.words)):
            word = self.words[index]
            if word in lx.SENTENCE_ENDS or (word in (",", "so") and self.verb_at(index + 1 - self.at)):
                return index
        return len(self.words)

    def ends_remark(self) -> bool:
        """Past what is left of the sentence, if only small words are; whether that is so."""
        self.skip(self.book.clauses.afterthoughts)
        return self.word() in lx.SENTENCE_ENDS | {"", ",", "so", "and"}

    def wished(self, stages: ClauseStages) -> None:
        """What somebody who said how they feel is brought, if nothing else was asked for."""
        for thing, somebody in stages.wishes:
            whom = somebody or self.spoken.speaker_at or self.names.speaker()
            step = self.homeless((thing,), "bring") if whom is None else self.put((thing,), Place(Side.ANY, whom))
            stages.add(step)
