# SPDX-License-Identifier: Apache-2.0
"""What is said of things behind their name: "for the kids", "that are dirty", "except the cans", "next to it"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from makedo_core.failure import FailureCause
from planner_node.language.nouns.bearings import Bearings
from planner_node.language.nouns.noun_phrases import NounPhrases
from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.reading.qualities import read_qualities, read_qualities_behind
from planner_node.language.reading.quantities import number_at
from planner_node.language.reading.ranks import RANKED, rank_ahead
from planner_node.language.reading.unknown import ends_name
from planner_node.language.referring.discourse import Discourse
from planner_node.language.referring.left_there import left_there
from planner_node.language.referring.referents import is_amount, is_bare, is_partitive
from planner_node.language.request import (
    Compared,
    Dimension,
    NounPhrase,
    Place,
    Superlative,
    UsuallyAt,
)
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_STAYING = frozenset({"leave", "leaving", "keep"})


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
        self._looks_ahead = False  # whether what stands behind "but" is only tried

    def described(self, phrase: NounPhrase) -> NounPhrase:
        """A phrase with all that is said behind its name of the things themselves."""
        readers = (
            self.for_whom,
            self.excepting,
            self.negated,
            self.being_so,
            self.belonging,
            self.compared,
            self.of_how_many,
            self.nearest,
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

    def excepting(self, phrase: NounPhrase) -> NounPhrase | None:
        """Past "except the bowl and the red ones", "but leave the cup where it is"."""
        begin, comma = self.cursor.at, 1 if self.cursor.word() == "," else 0
        but = self.cursor.word(comma) == lx.BUT and not self.cursor.verb_at(comma + 1)
        if but and rank_ahead(self.cursor, comma + 1):
            return None  # "but the white one first": in which order, not which
        if but and self.goes_elsewhere(comma + 1):
            return None  # "on the table but one of them on the shelf"
        left = left_there(self.cursor, comma, phrase)
        if but and self.cursor.find(self.book.quantities.bounds, comma + 1) and not left:
            return None  # "but only one bottle": how many, not which
        if not (but or left or self.cursor.find(self.book.nouns.excepted, comma)):
            return None
        self.cursor.at += comma + left
        if not left and not self.cursor.take(self.book.nouns.excepted):
            self.cursor.at += 1
        rank = 2 if self.cursor.word() == "the" and self.cursor.word(1) in RANKED else 0  # "bar the last one"
        number = number_at(self.cursor, rank)
        if rank and number is not None and number > 1:
            said = " ".join(self.cursor.words[self.cursor.at : self.cursor.at + rank + 1])
            message = f"Nothing tells which ones '{said}' are. Name those that are meant."
            raise NotUnderstoodError(FailureCause.AMBIGUOUS, message)
        bounds_all = phrase.count is None or self.names.is_place(Name(1, phrase.concept, phrase.node_id))
        if number is not None and bounds_all and not self.names_something(rank + 1):  # "all books but one"
            self.cursor.at += rank + 1
            self.cursor.take(self.book.nouns.staying)
            return replace(phrase, left=phrase.left + number)
        excluded = [self.excluded(phrase)]
        while self.another_excluded() and not (excluded[-1].source is not None and self._begins_all()):
            self.cursor.skip({",", "and", "or"})
            self.cursor.take(self.book.nouns.excepted)
            excluded.append(self.excluded(phrase))
        is_left = not _STAYING.isdisjoint(self.cursor.words[begin : self.cursor.at])
        is_left &= phrase.count == 1 and not self.names.is_place(Name(1, phrase.concept, phrase.node_id))
        if is_left and not any(self._may_be_one(e, phrase) for e in excluded):
            self.cursor.at = begin
            return None  # "put the bowl in the sink and leave the fruit"
        self.cursor.take(self.book.nouns.staying)
        if not _STAYING.isdisjoint(self.cursor.words[begin : self.cursor.at]) and self.cursor.side():
            raise self.cursor.stuck()  # "... on the table but leave the jam on the shelf" says where that stays
        if comma and self.cursor.word() == "," and self.cursor.side(1):
            self.cursor.at += 1  # "all cans, except the tuna, to the counter"
        return replace(phrase, excluded=(*phrase.excluded, *excluded))

    def goes_elsewhere(self, ahead: int) -> bool:
        """Whether some of the things follow with a place of their own, behind the place where the others go."""
        begin, kind = self.cursor.at, self.spoken.kind
        if self._looks_ahead or self.spoken.is_bound or not self._is_behind_a_place():
            return False  # "from the table but the red one"
        self.cursor.at += ahead
        self._looks_ahead = True
        try:
            if (
                number_at(self.cursor) is not None
                and self.cursor.word(1) == "of"
                and self.cursor.word(2) in lx.PRONOUNS
            ):
                self.cursor.at += 3
                is_some = True
            else:
                words = self.phrases.noun_phrase(bare=None).text.split()
                is_some = is_partitive(words) or is_amount(words) or words[-1:] in (["one"], ["ones"])
            towards = self.book.places.towards  # "what is on the table but the red one to the shelf" goes to the shelf
            goes = self.cursor.side() is not None and (self.cursor.word() not in towards or self._goes_before(begin))
            if goes:
                self.read_place()
            return goes and is_some and self.cursor.ends_clause()
        except NotUnderstoodError:
            return False
        finally:
            self.cursor.at, self.spoken.kind = begin, kind
            self._looks_ahead = False

    def _is_behind_a_place(self) -> bool:
        """Whether the words before are a preposition of where things go and a place."""
        for at in range(self.cursor.at - 1, max(-1, self.cursor.at - 7), -1):
            if self.book.places.sides.find(self.cursor.words, at) is not None:
                return True
            if self.cursor.words[at] in lx.SEPARATORS or self.book.places.sources.find(self.cursor.words, at):
                return False
        return False

    def _goes_before(self, end: int) -> bool:
        """Whether the place before an index is surely one where things go: "into the dishwasher"."""
        at = next((i for i in range(end - 1, -1, -1) if self.book.places.sides.find(self.cursor.words, i)), None)
        return at is not None and self.cursor.words[at] in self.book.places.towards

    def names_something(self, ahead: int) -> bool:
        """Whether a name, an adjective or "of" stands there."""
        looks = self.cursor.attribute(ahead) is not None
        return looks or self.cursor.name(ahead) is not None or self.cursor.word(ahead) in ("of", "one", "ones")

    def another_excluded(self) -> bool:
        """Whether a further thing that must not be taken stands here, rather than a clause."""
        ahead = 0
        while self.cursor.word(ahead) in (",", "and", "or"):
            ahead += 1
        if not ahead or self.cursor.verb_at(ahead) or self.cursor.ends_clause(ahead):
            return False
        if self.cursor.word() != ",":
            return self.cursor.side(ahead) is None
        again = self.cursor.find(self.book.nouns.excepted, ahead)
        at = ahead + (again.length if again else 0)
        while self.cursor.word(at) in lx.ARTICLES:
            at += 1
        return self.cursor.name(at) is not None or self.cursor.word(at) in lx.ONES

    def _may_be_one(self, excepted: NounPhrase, phrase: NounPhrase) -> bool:
        """Whether what is excepted may be what a phrase is about: no fruit is a bowl."""
        one, other, is_a = excepted.concept, phrase.concept, self.names.ontology.is_a
        return one is None or other is None or is_a(one, other) or is_a(other, one)

    def _begins_all(self) -> bool:
        """Whether "and all forks" goes on the list of things, not of what is excepted: "the one on table 2 and ..."."""
        return self.cursor.words[self.cursor.at + 1 : self.cursor.at + 2] in (("all",), ("every",), ("both",))

    def another(self, phrase: NounPhrase) -> NounPhrase:
        """Past the name of something else; "one" in it is one of the phrase's kind."""
        kind = self.spoken.kind
        if phrase.concept is not None:
            self.spoken.kind = phrase
        try:
            return self.phrases.noun_phrase(bare=None)
        finally:
            self.spoken.kind = kind

    def excluded(self, of: NounPhrase) -> NounPhrase:
        """A thing that must not be taken, with where it is, if a relative clause says so."""
        phrase = self.another(of)
        if phrase.count == 1 and is_bare(phrase):
            phrase = replace(phrase, count=None)  # "everything sweet but chocolate"
        being = self.cursor.find(self.book.places.being)
        behind_place = self.names.is_place(Name(1, of.concept, of.node_id)) or self.spoken.is_bound
        if being is None and (behind_place or self._needs_a_place(phrase)) and self._says_where(phrase):
            return replace(phrase, source=self.read_place())
        if being is None:
            return self.where_excluded(phrase)
        if self.cursor.side(being.length):
            self.cursor.at += being.length
            return replace(phrase, source=self.read_place())
        return self.being_so(phrase) or phrase

    def where_excluded(self, phrase: NounPhrase) -> NounPhrase:
        """Past "in the storage room", where another place follows: "except the one in the storage room to bench 2"."""
        begin = self.cursor.at
        if not self.cursor.side() or self.cursor.ends_particle():
            return phrase
        try:
            source = self.read_place()
        except NotUnderstoodError:
            source = None
        if source is None or not self.cursor.side():
            self.cursor.at = begin
            return phrase
        return replace(phrase, source=source)

    def _needs_a_place(self, phrase: NounPhrase) -> bool:
        """Whether nothing but its place tells what is excepted, and where the others go is said behind that."""
        words, begin = self.cursor.words, self.cursor.at + 1
        end = next((i for i in range(begin, len(words)) if words[i] in lx.SENTENCE_ENDS), len(words))
        goes = any(self.book.places.sides.find(words, i) is not None for i in range(begin, end))
        return goes and phrase.text in ("the one", "the ones")

    def _says_where(self, phrase: NounPhrase) -> bool:
        """Whether a place tells which one is excepted: "except the one in the hall", but not "... to the table"."""
        is_one = phrase.text.split()[-1:] and phrase.text.split()[-1] in lx.ONES
        return bool(is_one) and self.cursor.side() is not None and self.cursor.word() not in self.book.places.towards

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
        elif self.cursor.attribute() and self.cursor.name() is None:
            looks = read_qualities_behind(self.cursor)
            excluded = NounPhrase(self.cursor.said(begin), phrase.concept, count=None, attributes=looks)
        elif self.cursor.side():
            excluded = NounPhrase(self.cursor.said(begin), phrase.concept, count=None, source=self.read_place())
        else:
            excluded = replace(self.phrases.noun_phrase(bare=None), count=None, definite=False)
        phrase = replace(phrase, excluded=(*phrase.excluded, excluded))
        return self.negated_again(phrase) or phrase

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
            self.cursor.at += being.length
            looks = phrase.attributes | read_qualities_behind(self.cursor)
            return self.phrases.with_class(replace(phrase, attributes=looks))
        state = lx.PARTICLES.get(self.cursor.word(being.length))
        ends = self.cursor.word(being.length + 1) in lx.PARTICLES or self.cursor.ends_clause(being.length + 1)
        if state is not None and ends:  # "the lamp that is on"
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
        nothing = (
            self.cursor.accept("as", "possible")
            or self.cursor.accept("as", "you", "can")
            or self.cursor.take(self.book.originals.just_moved)
            or self.existing()
        )
        return phrase if nothing else None
