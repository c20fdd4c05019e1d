# SPDX-License-Identifier: Apache-2.0
"""What is not meant of things: "except the bowl and the red ones", "but the one on table 1", "but leave the cup"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from makedo_core.failure import FailureCause
from planner_node.language.nouns.described.waste import as_waste
from planner_node.language.nouns.noun_phrases import NounPhrases
from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.reading.quantities import number_at
from planner_node.language.reading.ranks import RANKED, rank_ahead
from planner_node.language.referring.discourse import Discourse
from planner_node.language.referring.left_there import left_there
from planner_node.language.referring.referents import is_amount, is_bare, is_partitive
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_STAYING = frozenset({"leave", "leaving", "keep"})


class Exceptions:
    """Reads what is excepted from things or places."""

    def __init__(
        self,
        cursor: Cursor,
        spoken: Discourse,
        phrases: NounPhrases,
        read_place: Callable[[], Place],
        another: Callable[[NounPhrase], NounPhrase],
        being_so: Callable[[NounPhrase], NounPhrase | None],
        holding: Callable[[NounPhrase], NounPhrase | None],
    ) -> None:
        """Read with a cursor.

        Args:
            cursor: at the words.
            spoken: what was spoken of before.
            phrases: reads names.
            read_place: a preposition with a place.
            another: the name of something else, one of whose words may stand for the kind that was named.
            being_so: how things are said to be behind their name.
            holding: what is said of furniture by what is there.
        """
        self.cursor = cursor
        self.names, self.book = cursor.names, cursor.book
        self.spoken = spoken
        self.phrases = phrases
        self.read_place = read_place
        self.another = another
        self.being_so = being_so
        self.holding = holding
        self._looks_ahead = False  # whether what stands behind "but" is only tried

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

    def excluded(self, of: NounPhrase) -> NounPhrase:
        """A thing that must not be taken, with where it is, if a relative clause says so; or all that is at a place."""
        if self._is_all_there(of):
            begin = self.cursor.at
            there = self.read_place()
            return NounPhrase(self.cursor.said(begin), count=None, source=there)
        phrase = as_waste(self.another(of), self.names, self.book)
        if phrase.count == 1 and is_bare(phrase):
            phrase = replace(phrase, count=None)  # "everything sweet but chocolate"
        if phrase.text.split()[-1:] and phrase.text.split()[-1] in lx.ONES and (held := self.holding(phrase)):
            return held
        being = self.cursor.find(self.book.places.being)
        behind_place = self.names.is_place(Name(1, of.concept, of.node_id)) or self.spoken.is_bound
        if being is None and (behind_place or self._needs_a_place(phrase)) and self._says_where(phrase):
            return replace(phrase, source=self.read_place())
        if being is None:
            return self.where_excluded(phrase, of)
        if self.cursor.side(being.length):
            self.cursor.at += being.length
            return replace(phrase, source=self.read_place())
        return self.being_so(phrase) or phrase

    def _is_all_there(self, of: NounPhrase) -> bool:
        """Whether things of a place are excepted, and no place where they go: "all lamps except in the kitchen"."""
        side = self.cursor.side()
        several = of.count is None or of.source is not None
        return side is not None and several and self.cursor.word() not in self.book.places.towards

    def where_excluded(self, phrase: NounPhrase, of: NounPhrase) -> NounPhrase:
        """Past "in the storage room", where another place follows: "except the one in the storage room to bench 2"."""
        begin = self.cursor.at
        if not self.cursor.side() or self.cursor.ends_particle():
            return phrase
        try:
            source = self.read_place()
        except NotUnderstoodError:
            source = None
        if source is None or not (self.cursor.side() or self._is_where_it_is(phrase, source, of, begin)):
            self.cursor.at = begin
            return phrase
        return replace(phrase, source=source)

    def _is_where_it_is(self, excepted: NounPhrase, source: Place, of: NounPhrase, end: int) -> bool:
        """Whether a place behind what is excepted is where that is, as the others go to the place before.

        "All cups to the sink except the cup on table 1"; of "all on the shelf except the cup on table 1" the cup is on
        one of them.
        """
        if not self._is_behind_a_place() or not self.names.is_place(Name(1, of.concept, of.node_id)):
            return False
        before = Place(Side.ANY, of)
        only_there = self.names.here.lies_at(excepted, source) and not self.names.here.lies_at(excepted, before)
        return only_there or self._goes_before(end)

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
