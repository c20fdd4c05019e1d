# SPDX-License-Identifier: Apache-2.0
"""Things and places in an instruction: quantities, adjectives, names, sources, exclusions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from makedo_core.failure import FailureCause
from planner_node import lexicon as lx
from planner_node.cursor import Cursor, NotUnderstoodError, Phrase
from planner_node.naming import Names
from planner_node.request import NounPhrase, Place, Side


class NounPhrases(Cursor):
    """Reads things and places; knows what "it" stands for."""

    def __init__(self, text: str, names: Names) -> None:
        """Stand before the first word."""
        super().__init__(text)
        self.names = names
        self.last: tuple[NounPhrase, ...] = ()  # what "it" stands for

    def places(self, things: tuple[NounPhrase, ...]) -> tuple[Place | None, tuple[NounPhrase, ...]]:
        """What is said behind things: their destination, or None; and the things with their sources."""
        found: list[Place] = []
        sources: list[Place] = []
        while self.longest(lx.SIDES) or self.longest(lx.SOURCES):
            if self.recipient_follows():
                continue
            if self.longest(lx.SOURCES):
                sources.append(self.place(lx.SOURCES))
            else:
                found.append(self.place())
        destination = found.pop() if found else None
        for source in (*found, *sources):
            things = tuple(t if t.source else replace(t, source=source) for t in things)
        if destination is not None:
            said = destination.what  # "... to table_2 for the kids, except the apple" speaks of the things
            things = tuple(
                replace(t, requirements=t.requirements | said.requirements, excluded=(*t.excluded, *said.excluded))
                for t in things
            )
            destination = replace(destination, what=replace(said, requirements=frozenset(), excluded=()))
        return destination, things

    def recipient_follows(self) -> bool:
        """Skip "to me"."""
        if self.word() in ("to", "for") and self.word(1) in lx.RECIPIENTS:
            self.at += 2
            return True
        return False

    def place(self, table: Mapping[Phrase, Side] = lx.SIDES) -> Place:
        """A preposition and furniture or a room."""
        phrase = self.take(table)
        assert phrase is not None
        side: Side = table[phrase]
        return Place(side, self.noun_phrase(place=True))

    def one_thing(self, place: bool) -> NounPhrase:
        """Exactly one noun phrase, with sources behind it."""
        phrase = self.noun_phrase(place)
        self.last = (phrase,)
        while self.longest(lx.SOURCES) or self.longest(lx.SIDES):
            if self.word() in lx.PARTICLES and self.ends_clause(1):
                break  # "turn the lamp off"
            table = lx.SOURCES if self.longest(lx.SOURCES) else lx.SIDES
            phrase = replace(phrase, source=self.place(table))
        return phrase

    def things(self) -> tuple[NounPhrase, ...]:
        """Noun phrases joined by commas and "and"."""
        if self.word() in lx.PRONOUNS and self.last:
            after = self.word(1)
            if self.ends_clause(1) or self.longest_at(1, lx.SIDES) or after in ("away", "up"):
                self.at += 1
                return tuple(replace(t, source=None) if t.source else t for t in self.last)
        found = [self.noun_phrase(place=False)]
        while self.continues():
            while self.word() in (",", "and"):
                self.at += 1
            found.append(self.noun_phrase(place=False))
        return tuple(found)

    def continues(self) -> bool:
        """Whether another noun phrase of the same list follows, rather than another clause."""
        ahead = 0
        while self.word(ahead) in (",", "and"):
            ahead += 1
        if ahead == 0 or not self.word(ahead) or self.word(ahead) in ("then", *lx.SEPARATORS):
            return False
        return not self.verb_at(ahead)

    def noun_phrase(self, place: bool) -> NounPhrase:
        """A quantity, adjectives, a name, and what is said behind it."""
        begin = self.at
        count, stated, definite = self.quantity()
        requirements, attributes = self.adjectives()
        found = self.names.match(self.words, self.at)
        if found is None and self.word() in lx.ANYTHING:
            everything = self.word() == "everything" or (definite and not stated)
            self.at += 1
            count = None if everything else count
            phrase = NounPhrase("", None, None, count, definite, requirements, attributes)
        elif found is None:
            raise self.unknown(begin, place)
        else:
            self.at += found.length
            if not stated and found.is_plural:
                count = None if definite else lx.SOME
            phrase = NounPhrase(
                "", found.concept, found.node_id, count, definite and count == 1, requirements, attributes
            )
        phrase = replace(phrase, text=" ".join(self.words[begin : self.at]))
        return self.behind(phrase)

    def quantity(self) -> tuple[int | None, bool, bool]:
        """How many, whether a number was said, and whether "the" was."""
        if self.phrase_length(("at", "least")):
            self.at += 2
        definite, stated, count = False, False, 1
        result: int | None = count
        while True:
            word = self.word()
            phrase = self.longest(lx.QUANTITIES)
            if word == "some":
                self.at += 1
            elif phrase is not None and not self.names.match(self.words, self.at):
                result, stated = lx.QUANTITIES[phrase], True
                self.at += len(phrase)
            elif word in lx.NUMBERS or (word.isascii() and word.isdigit()):
                result, stated = lx.NUMBERS.get(word) or int(word[:6]), True
                self.at += 1
            elif word in lx.DEFINITE:
                definite = True
                self.at += 1
            elif word == "of" and stated:
                self.at += 1
            else:
                break
        if result == 0:
            raise NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, "None at all is asked for; say how many.")
        return result, stated, definite

    def adjectives(self) -> tuple[frozenset[str], frozenset[str]]:
        """What things must be, and what they must look like."""
        requirements: set[str] = set()
        attributes: set[str] = set()
        while True:
            named = self.names.match(self.words, self.at)
            phrase = self.longest(lx.REQUIREMENTS)
            follows = self.names.match(self.words, self.at + 1)
            if phrase and not (named and named.length > len(phrase)):
                requirements.add(lx.REQUIREMENTS[phrase])
                self.at += len(phrase)
            elif self.word() in lx.ATTRIBUTES and (named is None or (named.length == 1 and follows)):
                attributes.add(self.word())
                self.at += 1
            elif self.word() in lx.PLAIN_ADJECTIVES and named is None:
                self.at += 1
            else:
                return frozenset(requirements), frozenset(attributes)

    def behind(self, phrase: NounPhrase) -> NounPhrase:
        """What is said behind a name: whom it is for, and what is excepted."""
        while True:
            if self.word() == "for" and self.word(1) not in lx.RECIPIENTS:
                self.at += 1
                self.skip(lx.DEFINITE | frozenset(lx.NUMBERS) | frozenset({"a", "an", "some"}))
                whom = self.take(lx.REQUIREMENTS)
                if whom is None:
                    self.at -= 1
                    raise self.stuck()
                phrase = replace(phrase, requirements=phrase.requirements | {lx.REQUIREMENTS[whom]})
            elif self.longest(lx.EXCEPT) or (self.word() == "," and self.longest_at(1, lx.EXCEPT)):
                self.skip(frozenset({","}))
                self.take(lx.EXCEPT)
                excluded = [self.noun_phrase(place=False)]
                while self.word() in ("and", "or") and not self.verb_at(1) and not self.ends_clause(1):
                    self.at += 1
                    excluded.append(self.noun_phrase(place=False))
                phrase = replace(phrase, excluded=(*phrase.excluded, *excluded))
            else:
                return phrase

    def unknown(self, begin: int, place: bool) -> NotUnderstoodError:
        """A word that names nothing known."""
        stop = self.at
        while stop < len(self.words) and stop - self.at < 4:
            word = self.words[stop]
            if word in lx.SEPARATORS or (word,) in lx.SIDES or (word,) in lx.SOURCES or word in ("for", "except"):
                break
            stop += 1
        text = " ".join(self.words[self.at : stop])
        if not text and place and self.at > begin and self.words[self.at - 1] not in lx.DEFINITE:
            who = " ".join(self.words[begin : self.at])
            return NotUnderstoodError(
                FailureCause.UNKNOWN_PLACE, f"I do not know where '{who}' is. Say the furniture or the room."
            )
        if not text:
            behind = f" behind '{' '.join(self.words[max(0, begin - 3) : self.at])}'" if self.at else ""
            return NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, f"Something is missing{behind}: what or where?")
        if self.word() in lx.PRONOUNS:
            return NotUnderstoodError(
                FailureCause.NOT_UNDERSTOOD,
                f"I do not know what '{self.word()}' stands for here; name the thing.",
            )
        near = self.names.nearest(text, places=place)
        hint = f" Nearest known: {', '.join(near)}." if near else ""
        if place:
            return NotUnderstoodError(FailureCause.UNKNOWN_PLACE, f"I know no place called '{text}'.{hint}", near)
        return NotUnderstoodError(FailureCause.UNKNOWN_OBJECT, f"I do not know what '{text}' is.{hint}", near)

    def verb_at(self, ahead: int) -> bool:
        """Whether a verb begins a clause there. A noun is taken as a verb before an article only."""
        word, after = self.word(ahead), self.word(ahead + 1)
        is_verb = word in lx.CANNOT or self.longest_at(ahead, lx.VERBS) or self.longest_at(ahead, lx.POLITE)
        if not is_verb:
            return False
        determined = after in lx.DEFINITE or after in ("a", "an", "it", "them", "all")
        return determined or not self.names.match(self.words, self.at + ahead)

    def stuck(self) -> NotUnderstoodError:
        """Words that fit nowhere."""
        rest = " ".join(self.words[self.at : self.at + 6])
        return NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, f"I do not understand '{rest}' in this instruction.")
