# SPDX-License-Identifier: Apache-2.0
"""What is said of things behind their name: "for the kids", "that are dirty", "except the cans", "next to it"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from makedo_core.failure import FailureCause
from planner_node.language.nouns.described.bearings import Bearings
from planner_node.language.nouns.described.by_contents import by_contents
from planner_node.language.nouns.described.excepting import Exceptions
from planner_node.language.nouns.described.waste import as_waste
from planner_node.language.nouns.noun_phrases import NounPhrases
from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.reading.qualities import read_qualities, read_qualities_behind
from planner_node.language.reading.quantities import number_at
from planner_node.language.reading.ranks import counted_from
from planner_node.language.reading.unknown import ends_name
from planner_node.language.referring.discourse import Discourse
from planner_node.language.things import Compared, Dimension, NounPhrase, Place, Superlative, UsuallyAt
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_CARRIED = frozenset({"carry", "hold", "manage", "take", "lift", "fit", "grab"})


class Descriptions:
    """Reads what is said behind a name of the things themselves."""

    def __init__(
        self, cursor: Cursor, spoken: Discourse, phrases: NounPhrases, read_place: Callable[[], Place]
    ) -> None:
        """Read with a cursor; `phrases` reads the names in it, `read_place` a preposition with a place."""
        self.cursor = cursor
        self.names, self.book = cursor.names, cursor.book
        self.spoken = spoken
        self.phrases = phrases
        self.read_place = read_place
        self.bearings = Bearings(cursor, spoken, self.another)
        held = self.bearings.held
        self.exceptions = Exceptions(cursor, spoken, phrases, read_place, self.another, self.being_so, held)

    def described(self, phrase: NounPhrase) -> NounPhrase:
        """A phrase with all that is said behind its name of the things themselves."""
        readers = (
            self.for_whom,
            self.exceptions.excepting,
            self.negated,
            self.being_so,
            self.belonging,
            self.compared,
            self.of_how_many,
            self.counted_from,
            self.nearest,
            self.by_contents,
            self.bearings.beside,
            self.bearings.bearing,
            self.bearings.holding,
            self.left_aside,
        )
        while self.cursor.word():
            more = next((found for reader in readers if (found := reader(phrase)) is not None), None)
            if more is None:
                break
            phrase = more
        return phrase

    def for_whom(self, phrase: NounPhrase) -> NounPhrase | None:
        """Past "for the kids"."""
        if self.cursor.word() != "for" or self.cursor.word(1) in lx.RECIPIENTS:
            return None
        begin = self.cursor.at
        self.cursor.at += 1
        self.cursor.skip(lx.ARTICLES | frozenset(lx.NUMBERS))
        whom = self.cursor.take(self.book.adjectives.requirements)
        if whom is None:
            self.cursor.at = begin
            raise self.cursor.stuck()
        return replace(phrase, requirements=phrase.requirements | {whom.value})

    def another(self, phrase: NounPhrase) -> NounPhrase:
        """Past the name of something else; "one" in it is one of the phrase's kind."""
        kind = self.spoken.kind
        if phrase.concept is not None:
            self.spoken.kind = phrase
        try:
            return self.phrases.noun_phrase(bare=None)
        finally:
            self.spoken.kind = kind

    def negated(self, phrase: NounPhrase) -> NounPhrase | None:
        """Past "that are not dirty", "that is not food", "that isn't on the table"."""
        negated = self.cursor.find(self.book.nouns.negated)
        if negated is None:
            return None
        begin = self.cursor.at
        self.cursor.at += negated.length
        state = lx.PARTICLES.get(self.cursor.word())
        requirement = self.cursor.take(self.book.adjectives.requirements)
        if state is not None and self.cursor.ends_clause(1):  # "the lamp that is not on"
            self.cursor.at += 1
            looks = frozenset({str(state)})
            excluded = NounPhrase(self.cursor.said(begin), phrase.concept, count=None, attributes=looks)
        elif requirement is not None:
            excluded = NounPhrase(self.cursor.said(begin), count=None, requirements=frozenset({requirement.value}))
        elif self.cursor.attribute() and (self.cursor.name() is None or self._says_a_look(phrase)):
            looks = read_qualities_behind(self.cursor)
            excluded = NounPhrase(self.cursor.said(begin), phrase.concept, count=None, attributes=looks)
        elif self.cursor.side():
            excluded = NounPhrase(self.cursor.said(begin), phrase.concept, count=None, source=self.read_place())
        else:
            excluded = as_waste(self.phrases.noun_phrase(bare=None), self.names, self.book)
            excluded = replace(excluded, count=None, definite=False)
        phrase = replace(phrase, excluded=(*phrase.excluded, excluded))
        return self.negated_again(phrase) or phrase

    def _says_a_look(self, phrase: NounPhrase) -> bool:
        """Whether a word that is also a thing says how something looks: a cone "that is not orange" is no fruit."""
        name = self.cursor.name()
        if phrase.concept is None or name is None or name.concept is None or name.length > 1:
            return False
        return not self.names.ontology.is_a(name.concept, phrase.concept)

    def negated_again(self, phrase: NounPhrase) -> NounPhrase | None:
        """Past "and is not blue", "nor blue" behind how things are not to look; None: nothing of that stands here."""
        joint = 1 if self.cursor.word() in ("and", "or", "nor") else 0
        again = self.cursor.find(self.book.nouns.negated, joint)
        ahead = joint + (again.length if again else 1 if self.cursor.word(joint) == "not" else 0)
        is_again = again is not None or ahead > joint or self.cursor.word() in ("or", "nor")
        if not (joint and is_again and self.cursor.attribute(ahead)) or self.cursor.name(ahead) is not None:
            return None
        self.cursor.at += ahead
        begin = self.cursor.at
        looks = read_qualities_behind(self.cursor)
        excluded = NounPhrase(self.cursor.said(begin), phrase.concept, count=None, attributes=looks)
        phrase = replace(phrase, excluded=(*phrase.excluded, excluded))
        return self.negated_again(phrase) or phrase

    def being_so(self, phrase: NounPhrase) -> NounPhrase | None:
        """Past "that are dirty", "that is healthy"."""
        being = self.cursor.find(self.book.places.being)
        if being is None:
            return None
        if self.cursor.attribute(being.length):
            begin = self.cursor.at
            self.cursor.at += being.length
            looks = phrase.attributes | read_qualities_behind(self.cursor)
            if self.names.is_room(Name(1, phrase.concept, phrase.node_id)) and not self.names.here.is_any_so(
                phrase, looks
            ):
                self.cursor.at = begin  # "the towels in the bathrooms that are used"
                return None
            return self.phrases.with_class(replace(phrase, attributes=looks))
        state = lx.PARTICLES.get(self.cursor.word(being.length))
        behind = being.length + 1
        ends = self.cursor.word(behind) in lx.PARTICLES or self.cursor.ends_clause(behind)
        ends |= self.cursor.side(behind) is not None  # "that are on in the kitchen"
        is_room = self.names.is_room(Name(1, phrase.concept, phrase.node_id))
        if state is not None and ends and not is_room:  # "the lamp that is on"; no room is switched on
            self.cursor.at += being.length + 1
            return replace(phrase, attributes=phrase.attributes | {str(state)})
        if self.cursor.find(self.book.adjectives.requirements, being.length):
            self.cursor.at += being.length
            more = read_qualities(self.cursor).requirements
            return replace(phrase, requirements=phrase.requirements | more)
        return None

    def belonging(self, phrase: NounPhrase) -> NounPhrase | None:
        """Past "that belongs in the fridge"."""
        found = self.cursor.find(self.book.nouns.belonging)
        if found is None or not self.cursor.side(found.length):
            return None
        self.cursor.at += found.length
        return replace(phrase, restrictions=(*phrase.restrictions, UsuallyAt(self.read_place())))

    def compared(self, phrase: NounPhrase) -> NounPhrase | None:
        """Past "bigger than the bowl", "that is heavier than a book"."""
        being = self.cursor.find(self.book.places.being)
        ahead = being.length if being else 0
        more = self.cursor.find(self.book.comparatives, ahead)
        if more is None or self.cursor.word(ahead + more.length) != "than":
            return None
        self.cursor.at += ahead
        begin = self.cursor.at
        self.cursor.at += more.length
        word = self.cursor.said(begin)
        self.cursor.at += 1
        measure, is_more = more.value
        if self.cursor.take(self.book.nouns.all_the_others) is not None:
            most = Superlative(measure, is_more, word)
            return replace(phrase, superlative=most, count=1 if phrase.count is not None else None)
        compared = Compared(measure, is_more, word, self.another(phrase))
        return replace(phrase, restrictions=(*phrase.restrictions, compared))

    def of_how_many(self, phrase: NounPhrase) -> NounPhrase | None:
        """Past "of the two" behind what is the most of them: "the bigger book of the two"."""
        number = number_at(self.cursor, 2) if self.cursor.word(1) == "the" else None
        if phrase.superlative is None or self.cursor.word() != "of" or number is None:
            return None
        if not self.cursor.ends_place(3) and self.cursor.name(3) is not None:
            return None
        self.cursor.at += 3
        return phrase

    def counted_from(self, phrase: NounPhrase) -> NounPhrase | None:
        """Past "from the left" of "the second book from the left"."""
        return counted_from(self.cursor, phrase)

    def by_contents(self, phrase: NounPhrase) -> NounPhrase | None:
        """Past "with the most things on it"."""
        return by_contents(self.cursor, phrase, self.another)

    def nearest(self, phrase: NounPhrase) -> NounPhrase | None:
        """Past "nearest to the fridge"."""
        being = self.cursor.find(self.book.places.being)
        ahead = being.length if being else 0
        most = self.cursor.find(self.book.superlatives, ahead)
        if most is None or most.value[0] is not Dimension.DISTANCE:
            return None
        if self.cursor.word(ahead + most.length) not in ("to", "from"):
            return None
        begin = self.cursor.at + ahead
        self.cursor.at = begin + most.length
        word = self.cursor.said(begin)
        self.cursor.at += 1
        to = self.another(phrase)
        return replace(phrase, superlative=Superlative(most.value[0], most.value[1], word, to=to))

    def existing(self) -> bool | None:
        """Past "there are", "as you can find" behind a name, which says nothing more; None if more is said of where."""
        found = self.cursor.find(self.book.nouns.existing)
        if found is None:
            return None
        side = self.cursor.find(self.book.places.sides, found.length)
        towards = side is not None and self.cursor.word(found.length) in self.book.places.towards
        if not (towards or self.cursor.ends_clause(found.length)):
            starts = self.cursor.word() == "as" or self.cursor.word() == "there"
            if side is None or not starts:
                return None
        self.cursor.at += found.length
        return True

    def left_aside(self, phrase: NounPhrase) -> NounPhrase | None:
        """Past what changes nothing, and what became of things before, which a scene graph does not know."""
        if self.cursor.take(self.book.nouns.history):
            begin = self.cursor.at
            self.cursor.skip(lx.ARTICLES)
            while self.cursor.word() and not (ends_name(self.cursor, self.cursor.at) or self.cursor.verb_at(0)):
                self.cursor.at += 1
            said = self.cursor.said(begin - 2)
            self.spoken.note(f"Nothing tells what became of things before; '{said}' is left aside")
            return phrase
        if self.cursor.word(3) in _CARRIED and self.cursor.words[self.cursor.at :][:3] == ("as", "you", "can"):
            said = " ".join(self.cursor.words[self.cursor.at : self.cursor.at + 4])
            message = f"How many is '{phrase.text} {said}'? I carry one thing at a time. Say a number, 'some' or 'all'."
            raise NotUnderstoodError(FailureCause.AMBIGUOUS, message, ("some", "all"))
        nothing = (
            self.cursor.accept("as", "possible")
            or self.cursor.accept("as", "you", "can")
            or self.cursor.take(self.book.originals.just_moved)
            or self.existing()
        )
        return phrase if nothing else None
