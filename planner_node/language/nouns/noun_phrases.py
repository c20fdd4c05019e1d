# SPDX-License-Identifier: Apache-2.0
"""Noun phrases: quantity, adjectives and name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import NodeKind
from makedo_core.ontology.taxonomy import plural
from planner_node.language.nouns.listed_choice import one_of_listed
from planner_node.language.nouns.owners import read_owner
from planner_node.language.nouns.rooms import Rooms
from planner_node.language.nouns.sharing import (
    read_numbered,
    read_shared_looks,
    rooms_ahead,
    shared_text,
    skip_rooms,
)
from planner_node.language.people.person_phrases import read_person
from planner_node.language.reading import quantities
from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.reading.qualities import Qualities, read_qualities, read_qualities_behind
from planner_node.language.reading.quantities import SOME, Quantity, read_quantity
from planner_node.language.reading.ranks import read_rank
from planner_node.language.reading.unknown import unknown
from planner_node.language.referring.discourse import Discourse
from planner_node.language.referring.each_second import refuse_each_second, refuse_ranked
from planner_node.language.referring.left_out import are_elsewhere, kind_of_others, names_amount, past_ordinal, unnamed
from planner_node.language.refusal import Gap
from planner_node.language.things import NounPhrase, OwnedBy, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_ANY_WITHIN = 5  # words of "any" with the looks and the name behind it
_THE_OTHER = frozenset({"the", "other"}) | lx.ONES | lx.NUMBERS.keys()
_SINGULAR = frozenset({"of", "one"})


class NounPhrases:
    """Reads noun phrases up to their name; what is said behind it, `Descriptions` reads."""

    def __init__(self, cursor: Cursor, spoken: Discourse) -> None:
        """Read with a cursor what may refer to things of the discourse."""
        self.cursor = cursor
        self.names, self.book = cursor.names, cursor.book
        self.spoken = spoken
        self.rooms = Rooms(cursor, spoken)

    def noun_phrase(self, place: bool = False, bare: int | None = SOME) -> NounPhrase:
        """A quantity, adjectives, and a name.

        Args:
            place: whether furniture or a room is expected, for the message about an unknown word.
            bare: how many a bare plural asks for; None: all.
        """
        begin = self.cursor.at
        if (person := self.person_told_apart()) is not None:
            return person
        whose = self.spoken.person if self.cursor.word() in lx.POSSESSIVES else None
        quantity = read_quantity(self.cursor)
        if quantity.stated and self.cursor.word() in lx.PRONOUNS and len(self.spoken.things) == 1:
            self.cursor.at += 1
            return replace(self.spoken.recalled()[0], count=quantity.count, text=self.cursor.said(begin))
        refuse_ranked(self.cursor, begin, quantity)
        rest = self.rest(begin, place, quantity)
        if rest is not None:
            return replace(rest, text=self.cursor.said(begin))
        owner = None if place else read_owner(self.cursor, begin)
        qualities = read_qualities(self.cursor)
        if not place and past_ordinal(self.cursor, self.spoken, quantity):
            qualities = replace(qualities, other=True)
        elif (counted_off := read_rank(self.cursor, quantity)) is not None:
            rank, quantity = counted_off
            qualities = replace(qualities, superlative=rank).with_more(read_qualities(self.cursor))
        if qualities.other:
            quantity = self.counted_behind(quantity, qualities)
        if qualities.superlative is not None and (listed := one_of_listed(self, qualities.superlative, place)):
            return replace(listed, text=self.cursor.said(begin))
        if qualities.superlative is not None and self.cursor.accept("of"):
            among = read_quantity(self.cursor)  # "the larger of the two boxes"
            quantity = replace(quantity, count=1 if among.count != 1 else quantity.count, stated=True)
            qualities = qualities.with_more(read_qualities(self.cursor))
        if self.cursor.word() in lx.ONES and self.cursor.word(1) == "of" and self.cursor.at > begin:
            phrase = self.one_of(quantity, qualities)
        elif self.names_one_of_a_kind(begin, quantity, place):
            phrase = self.ones(quantity, qualities, place)
        elif not place and names_amount(self.cursor, self.spoken, begin, quantity, qualities):
            phrase = unnamed(self.spoken, quantity, qualities)
            phrase = kind_of_others(phrase, self.names) if qualities.other else phrase
        else:
            quantity = self.counted_behind(quantity, qualities)
            shared = self.sharing_a_noun(quantity, qualities, bare)
            phrase = shared or self.single(begin, place, quantity, qualities, bare)
        if whose is not None and phrase.source is None and self.names.here.holds(whose, phrase):
            phrase = replace(phrase, source=Place(Side.INSIDE, whose))
        self.meet(begin)
        phrase = self.singled_out(phrase, begin, quantity, qualities, owner)
        if qualities.other and place and self.spoken.furniture is not None:
            phrase = replace(phrase, besides=(*phrase.besides, self.spoken.furniture))
        if qualities.other and quantity.each and not phrase.referent.number:
            refuse_each_second(self.cursor, begin, phrase, self.names)
        return replace(phrase, text=self.cursor.said(begin))

    def singled_out(
        self, phrase: NounPhrase, begin: int, quantity: Quantity, qualities: Qualities, owner: str | None
    ) -> NounPhrase:
        """A phrase that begins at an index, with what was said before its name of which of all are meant."""
        if owner is not None:
            phrase = replace(phrase, restrictions=(*phrase.restrictions, OwnedBy(owner)))
        if qualities.superlative is not None:
            one = phrase.count is not None or (phrase.concept is None and not phrase.parts)
            count = phrase.count if phrase.count is not None else 1 if one else None
            phrase = replace(phrase, superlative=qualities.superlative, count=count)
        if qualities.other:
            phrase = self._from_where_that_was(replace(phrase, besides=self.spoken.named_before(begin)), begin)
        return replace(phrase, share=quantity.share, left=quantity.left)

    def rest(self, begin: int, place: bool, quantity: Quantity) -> NounPhrase | None:
        """Past "the rest", "the others", "the rest of the books": what was not spoken of; None if it is not here."""
        stands = self.cursor.word() in self.book.nouns.rest and self.cursor.name() is None
        if not stands or not (quantity.definite or quantity.stated):
            return None
        before = self.spoken.named_before(begin)
        said = self.cursor.word()
        self.cursor.at += 1
        if self.cursor.accept("of"):
            things = self._any_things() if before else 0
            if things:  # what is not a kind that was spoken of, as "them" would be
                self.cursor.at += things
                source = None if self._is_told_where() else before[-1].source
                return NounPhrase("", count=None, source=source, besides=before)
            return replace(self.noun_phrase(place, bare=None), count=None, definite=False, besides=before)
        if not before:
            rest = self.cursor.said(begin)
            message = f"'{rest}' of what? Say the things."
            raise NotUnderstoodError(FailureCause.AMBIGUOUS, message, gap=Gap(QuestionKind.WHICH, rest))
        last = before[-1]
        whole = last.count is None and not (last.attributes or last.restrictions or last.left or last.share)
        of_kind = said == "others" or last.referent.number in self.spoken.told
        elsewhere = whole and of_kind and last.source is not None and self.names.here.is_elsewhere(last)
        if whole and not elsewhere and (last.source is None or said == "others"):
            raise NotUnderstoodError(FailureCause.AMBIGUOUS, f"The rest of what, besides {last.text}? Say the things.")
        count = quantity.count if quantity.stated and not quantity.definite else None  # "two others"
        alike = self._alike_there(last) if said == "rest" else 0
        whole = whole or alike == last.count or (last.count is None and 0 < alike == self._alike_there(last, so=True))
        if elsewhere or (said == "others" and are_elsewhere(last)):
            # "the plates on table 1 in the cupboard and the others in the sink"
            return NounPhrase("", last.concept, count=count, besides=before)
        return NounPhrase("", None if whole else last.concept, count=count, source=last.source, besides=before)

    def _from_where_that_was(self, phrase: NounPhrase, begin: int) -> NounPhrase:
        """As one of those of the place of the one before: "one sock from the drawer here and the other one there"."""
        last = phrase.besides[-1] if phrase.besides else None
        words = self.cursor.words[begin : self.cursor.at]
        of_those = words[:1] == ("the",) and set(words) <= _THE_OTHER and last is not None
        if last is None or not of_those or last.concept != phrase.concept:
            return phrase
        if self._alike_there(last) <= (last.count or 0):
            return phrase  # there is no other one
        rest = self.cursor.words[self.cursor.at :]
        end = next((i for i, word in enumerate(rest) if word in lx.SEPARATORS), len(rest))
        from_elsewhere = any(self.book.places.sources.find(rest[:end], i) is not None for i in range(end))
        is_told = phrase.source is not None or from_elsewhere or self._is_told_where()
        return phrase if is_told else replace(phrase, source=last.source)

    def _alike_there(self, last: NounPhrase, so: bool = False) -> int:
        """How many things of a kind are where one is said to be, or look as is said, too; 0: no place is said."""
        if last.source is None:
            return 0
        here, objects = self.names.here, self.names.graph.of_kind(NodeKind.OBJECT)
        alike = (node for node in objects if here.is_one(node, last if so else replace(last, attributes=frozenset())))
        return sum(here.is_within(node.id, last.source.what) for node in alike)

    def _any_things(self) -> int:
        """How many words "the things" or "the stuff" takes that stands here; 0: it does not."""
        ahead = int(self.cursor.word() in lx.ARTICLES)
        return ahead + 1 if self.cursor.word(ahead) in self.book.nouns.anything else 0

    def _is_told_where(self) -> bool:
        """Whether a place of their own stands behind things, before the one where they go."""
        words, begin = self.cursor.words, self.cursor.at
        end = next((i for i in range(begin, len(words)) if words[i] in lx.SEPARATORS), len(words))
        return sum(self.book.places.sides.find(words, i) is not None for i in range(begin, end)) > 1

    def names_one_of_a_kind(self, begin: int, quantity: Quantity, place: bool = False) -> bool:
        """Whether "one" or "ones" stands for a kind that was spoken of."""
        introduced = quantity.definite or quantity.stated or self.cursor.at > begin
        return self.cursor.word() in lx.ONES and self.spoken.antecedent(place) is not None and introduced

    def one_of(self, quantity: Quantity, qualities: Qualities) -> NounPhrase:
        """Past "one of the mugs" behind "the red"."""
        count = 1 if self.cursor.word() == "one" else quantity.count
        self.cursor.at += 2
        all_of = self.noun_phrase(bare=None)
        looks, required = all_of.attributes | qualities.attributes, all_of.requirements | qualities.requirements
        return replace(all_of, count=count, definite=count == 1, attributes=looks, requirements=required)

    def counted_behind(self, quantity: Quantity, qualities: Qualities) -> Quantity:
        """Past a number behind an adjective: "the other two apples"."""
        count = quantities.number_at(self.cursor) if qualities.original or quantity.definite else None
        if count is None or quantity.stated or self.cursor.name() is not None:
            return quantity
        self.cursor.at += 1
        return replace(quantity, count=count, stated=True)

    def single(self, begin: int, place: bool, quantity: Quantity, qualities: Qualities, bare: int | None) -> NounPhrase:
        """Past the name of things of one kind, with the room before it."""
        room = self.rooms.room_before()
        if room is not None and self.cursor.at < len(self.cursor.words):  # "one of Peter's valuable belongings"
            qualities = qualities.with_more(read_qualities(self.cursor))
        source = Place(Side.INSIDE, room) if room else None
        if self.cursor.take(self.book.people.everybody):
            return NounPhrase("", "person", count=None, each=True)
        found = (self.rooms.room_in_short() if place else None) or self.cursor.name() or self.rooms.short_room()
        if self.cursor.word() in self.book.nouns.anything and (found is None or found.length == 1):
            return replace(self.anything(quantity, qualities), source=source)
        if found is None and quantity.definite and self.cursor.word(-1) in lx.ONES:  # "the one that is on the table"
            last = self.spoken.antecedent(place)
            last = kind_of_others(last, self.names) if last is not None and qualities.other else last
            looks, required = qualities.attributes, qualities.requirements
            looks, required = qualities.attributes, qualities.requirements
            return NounPhrase("", last.concept if last else None, None, 1, True, required, looks)
        if found is None:
            raise unknown(self.cursor, begin, place)
        said = self.cursor.word() if found.length == 1 else ""
        wider = self.book.nouns.wider.get(said)
        if wider is None and quantity.count is None:  # "every dish" is of "all dishes"
            wider = self.book.nouns.wider.get(plural(said)) if said else None
        found = replace(found, concept=wider) if wider is not None and found.node_id is None else found
        self.cursor.at += found.length
        numbered = read_numbered(self.cursor, found)
        if numbered:
            return NounPhrase("", count=None, source=source, parts=numbered)
        phrase = replace(self.with_class(self.named(found, quantity, qualities, bare)), source=source)
        called = self.names.called_like(said, found) if not place else frozenset()
        return replace(phrase, among=called) if called else phrase

    def sharing_a_noun(self, quantity: Quantity, qualities: Qualities, bare: int | None) -> NounPhrase | None:
        """Past "and the blue mug" behind "the red", or "kitchen and living room tables"; None if it does not stand."""
        shared = read_shared_looks(self.cursor, qualities)
        rooms = rooms_ahead(self.cursor)
        skip_rooms(self.cursor, rooms)
        found = self.cursor.name()
        if found is None or not (shared or rooms):
            return None
        self.cursor.at += found.length
        name = " ".join(self.cursor.words[self.cursor.at - found.length : self.cursor.at])
        if shared is not None and not (shared.repeated or found.is_plural):
            both = shared.each[0]
            for more in shared.each[1:]:
                both = both.with_more(more)
            one = self.with_class(self.named(found, quantity, both, bare))
            if not (quantity.definite and self.are_of_two(one, shared.each)):
                return one
        looks = shared.each if shared is not None else (qualities,)
        parts = [
            replace(self.with_class(self.named(found, quantity, q, bare)), text=shared_text(q, name, quantity.definite))
            for q in looks
        ]
        if rooms:
            inside = [Place(Side.INSIDE, NounPhrase(_called(r), r.concept, r.node_id)) for r in rooms]
            parts = [replace(p, source=place) for p in parts for place in inside]
        return NounPhrase("", count=None, parts=tuple(parts))

    def are_of_two(self, one: NounPhrase, each: Sequence[Qualities]) -> bool:
        """Whether colours are those of several things, "the white and green paint": nothing here has them all."""
        colours = [q.attributes & self.book.adjectives.colours for q in each]
        apart = all(colours) and len(frozenset[str]().union(*colours)) == sum(map(len, colours))
        here = all(self.names.here.looks_so(one, look) for look in colours)
        return apart and here and not self.names.here.looks_so(one, one.attributes)

    def person_told_apart(self) -> NounPhrase | None:
        """Past somebody who is told apart by what they do or wear; None if nobody is, or things are named."""
        read = read_person(self.cursor.words, self.cursor.at, self.names, self.book)
        if read is None or not read.phrase.attributes:
            return None
        ends = self.cursor.word(read.length - 1)
        if ends in lx.ONES and read.phrase.attributes <= self.book.people.most:
            return None  # "the biggest one" is one of the things that were spoken of
        told_apart = any(not self.book.people.kinds.find((a,), 0) for a in read.phrase.attributes)
        if not told_apart and not self.cursor.ends_place(read.length):
            return None  # "kids snacks"
        self.cursor.at += read.length
        return read.phrase

    def meet(self, begin: int) -> None:
        """Remember the person who was spoken of since an index."""
        for word in self.cursor.words[begin : self.cursor.at]:
            room = self.names.owned(word)
            if room is not None and room in self.names.graph.nodes:
                who = word.removesuffix("'s").capitalize()
                self.spoken.person = NounPhrase(who, self.names.graph[room].label, room)
                self.spoken.person_at = None

    def ones(self, quantity: Quantity, qualities: Qualities, place: bool = False) -> NounPhrase:
        """Others of the kind that was spoken of: "the rotten ones", "a red one"."""
        several = self.cursor.word() == "ones"
        self.cursor.at += 1
        last = self.spoken.antecedent(place)
        assert last is not None
        last = kind_of_others(last, self.names) if qualities.other else last
        count = quantity.count
        if several and not quantity.stated:
            count = None if quantity.definite else SOME
        definite = quantity.definite and count == 1
        requirements, looks = last.requirements | qualities.requirements, qualities.attributes
        if qualities.superlative is not None and not (looks or qualities.requirements):
            looks = last.attributes  # of the red books the biggest one
        apart = are_elsewhere(last) or (
            last.count is None and not last.attributes and self.names.here.is_elsewhere(last)
        )
        source = None if qualities.other and apart else last.source
        phrase = NounPhrase("", last.concept, None, count, definite, requirements, looks, source=source)
        return self.with_class(phrase)

    def with_class(self, phrase: NounPhrase) -> NounPhrase:
        """Things by the class that their looks make them, if the scene knows such: rotten tomatoes."""
        for looks in sorted(phrase.attributes):
            words = (looks, *(phrase.concept or "").split("_"))
            found = self.names.match(words, 0)
            if phrase.concept and found is not None and found.length == len(words) and self.names.is_present(found):
                attributes = phrase.attributes - {looks}
                return replace(phrase, concept=found.concept, node_id=found.node_id, attributes=attributes)
        return phrase

    def named(self, found: Name, quantity: Quantity, qualities: Qualities, bare: int | None) -> NounPhrase:
        """The phrase of a name; its text is still missing."""
        count = quantity.count
        collective = self.cursor.words[self.cursor.at - 1] in self.book.nouns.collectives
        if not quantity.stated and (found.is_plural or collective):
            count = None if quantity.definite else SOME if quantity.some else bare
        unsaid = not (quantity.stated or quantity.definite or quantity.some) and count != quantity.count
        if count == 1 and found.is_plural and self._are_any():
            count = None
        return NounPhrase(
            "",
            found.concept,
            found.node_id,
            count,
            quantity.definite and count == 1,
            qualities.requirements,
            qualities.attributes,
            or_fewer=quantity.or_fewer,
            each=quantity.each,
            among=found.among,
            unsaid=unsaid,
        )

    def _are_any(self) -> bool:
        """Whether whatever there is of several is meant: "any dirty plates", but not "any scissors"."""
        before = self.cursor.words[max(0, self.cursor.at - _ANY_WITHIN) : self.cursor.at]
        at = next((i for i in range(len(before) - 1, -1, -1) if before[i] == "any"), None)
        if at is None or before[-1] in self.book.quantities.pairs:
            return False
        return _SINGULAR.isdisjoint(before[at:]) and not any(word in lx.NUMBERS for word in before[at:])

    def anything(self, quantity: Quantity, qualities: Qualities) -> NounPhrase:
        """Things of any class: "everything", "all the objects", "something".

        Raises:
            NotUnderstoodError: if it is said whose they are, which the scene does not tell.
        """
        word, whose = self.cursor.word(), self.cursor.word(-1)
        owned = whose.endswith(("'s", "s'", "kids", "children"))
        if (owned and qualities.requirements) or (word == "belongings" and "kid_safe" in qualities.requirements):
            text = f"I do not know which things are '{whose}'. Name the things."
            raise NotUnderstoodError(FailureCause.AMBIGUOUS, text)
        self.cursor.at += 1
        if word in ("thing", "object", "item") and quantity.definite and not quantity.stated:
            return NounPhrase("", None, None, 1, True, qualities.requirements, qualities.attributes)
        if word.endswith("thing"):  # "something healthy"
            more = read_qualities(self.cursor)
            qualities = replace(
                qualities,
                requirements=qualities.requirements | more.requirements,
                attributes=qualities.attributes | more.attributes | read_qualities_behind(self.cursor),
            )
        every = word == "everything" or (quantity.definite and not quantity.stated)
        told = bool(qualities.attributes or qualities.requirements) or bool(self.cursor.find(self.book.places.sources))
        every |= word == "stuff" and not quantity.stated and told  # "dirty stuff in the sink", "stuff off the bed"
        several = word in ("things", "objects", "items") and not quantity.stated
        count = None if every else SOME if several else quantity.count
        return NounPhrase(
            "", None, None, count, False, qualities.requirements, qualities.attributes, or_fewer=quantity.or_fewer
        )


def _called(name: Name) -> str:
    """A name that was recognised, in words."""
    return (name.node_id or name.concept or "").replace("_", " ")
