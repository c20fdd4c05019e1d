# SPDX-License-Identifier: Apache-2.0
"""Places: where things are taken from and where they go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words
from makedo_core.goals.goal_text import spoken as as_spoken
from planner_node.language.nouns.described.descriptions import Descriptions
from planner_node.language.nouns.nearby import places_of_others
from planner_node.language.nouns.noun_phrases import NounPhrases
from planner_node.language.nouns.sharing import like_the_first
from planner_node.language.people.whereabouts import names_stranger, whereabouts_of
from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.referring.discourse import Discourse
from planner_node.language.referring.onto_it import meant_by_it
from planner_node.language.things import Bearing, NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name
from planner_node.language.words.phrases import Phrases

_USUALLY = frozenset({"go", "goes", "belong", "belongs"})
_OVER = frozenset({"over", "back", "across"})


class Places:
    """Reads prepositions with the furniture, the rooms and the people behind them."""

    def __init__(self, cursor: Cursor, spoken: Discourse, phrases: NounPhrases, descriptions: Descriptions) -> None:
        """Read with a cursor; `phrases` reads the name of a place, `descriptions` what is said behind it."""
        self.cursor = cursor
        self.names, self.book = cursor.names, cursor.book
        self.spoken = spoken
        self.phrases = phrases
        self.descriptions = descriptions

    def source_list(self) -> list[Place]:
        """Furniture and rooms behind "from", joined by "and"."""
        first = self.place(self.book.places.sources)
        found = [first]
        while self.cursor.word() in ("and", ",") and self.cursor.place_follows(1):
            self.cursor.at += 1
            self.cursor.take(self.book.places.sources)
            found.append(Place(first.side, self.phrases.noun_phrase(place=True, bare=None)))
        return found

    def speaker_follows(self) -> Place | None:
        """Past "to me", if the scene knows of the person who says it, or the instruction says where that is."""
        over = self.cursor.word() == "over"
        speaker = self.spoken.speaker_at or self.names.speaker()
        if speaker is None or self.cursor.word(over) != "to" or self.cursor.word(1 + over) not in lx.SPEAKERS:
            return None
        self.cursor.at += 2 + over
        return Place(Side.ANY, speaker)

    def somebody_follows(self) -> Place | None:
        """Past "to her", if somebody was spoken of."""
        whom = self.spoken.somebody
        if whom is None or self.cursor.word() not in ("to", "for") or self.cursor.word(1) not in lx.RECIPIENTS:
            return None
        if self.cursor.word(1) in lx.SPEAKERS:
            return None
        self.cursor.at += 2
        return Place(Side.ANY, whom)

    def where_it_is(self, sources: Sequence[Place] = ()) -> Place | None:
        """Past "where the mug is": the furniture of something else; None if that does not stand here.

        Args:
            sources: where the things are taken from, which tells "the other mug" from them.

        Raises:
            NotUnderstoodError: if there is none of it, or it is at several places.
        """
        first = self.where_begins()
        if not first:
            return None
        begin = self.cursor.at
        self.cursor.at += first
        try:
            thing = self.phrases.noun_phrase(bare=None)
        except NotUnderstoodError:
            self.cursor.at = begin
            return None
        if self.cursor.word() not in self.book.sentences.copulas.words:
            self.cursor.at = begin
            return None
        if self.cursor.word() in _USUALLY:
            return self.where_told(thing, begin)
        being = self.cursor.take(self.book.sentences.copulas)
        if being is None:
            self.cursor.at += 1
        if self.names.is_person(Name(1, thing.concept, thing.node_id)):
            return Place(Side.ANY, thing)
        self.cursor.skip({"now", "already"})
        others = places_of_others(thing, sources, self.cursor) if thing.besides else {}
        is_one_of_them = any(self.names.ontology.is_a(m.concept or "", thing.concept or "") for m in thing.besides)
        places = tuple(others.values()) or (() if is_one_of_them else self.names.here.places_of(thing))
        if len(places) != 1:
            found = tuple(node.id for node in places)
            bare = " ".join(word for i, word in enumerate(thing.text.split()) if i or word not in lx.ARTICLES)
            where = f"I know of no {bare} here"
            if places:
                where = f"There are {len(places)} places with {bare}: {enumerate_words(map(as_spoken, found))}"
            raise NotUnderstoodError(FailureCause.AMBIGUOUS, f"{where}. Say the furniture.", found)
        there = NounPhrase(self.cursor.said(begin), places[0].label, places[0].id, definite=True)
        return Place(Side.ANY, replace(there, restrictions=(Bearing(thing),)))

    def where_begins(self, ahead: int = 0) -> int:
        """How many words "where", "over to where" before a thing are, so many words ahead; 0: no such thing follows."""
        first = ahead + int(self.cursor.word(ahead) in _OVER and self.cursor.word(ahead + 1) == "to")
        first += self.cursor.word(first) == "to"
        named = self.cursor.word(first) == "where" and self.cursor.word(first + 1) not in lx.PRONOUNS
        return first + 1 - ahead if named else 0

    def where_told(self, thing: NounPhrase, begin: int) -> Place:
        """Past "where the mugs go": the furniture that was told for them.

        Raises:
            NotUnderstoodError: if nobody told.
        """
        told = self.names.told_place(thing.concept or "", thing.node_id or "")
        if told is None:
            text = f"I do not know where {thing.text} go. Say the furniture, or tell me where they belong."
            raise NotUnderstoodError(FailureCause.AMBIGUOUS, text)
        self.cursor.at += 1
        return Place(Side.ANY, NounPhrase(self.cursor.said(begin), told.label, told.id, definite=True))

    def recipient_follows(self) -> str:
        """Past "to me": who is named by a pronoun, and nobody knows where they are; empty: nobody is."""
        over = int(self.cursor.word() in _OVER and self.cursor.word(1) == "to")
        if self.cursor.word(over) in ("to", "for") and self.cursor.word(1 + over) in lx.RECIPIENTS:
            self.cursor.at += 2 + over
            return self.cursor.word(-1)
        return ""

    def _emptied_onto(self, furniture: NounPhrase) -> NounPhrase:
        """What was emptied onto furniture that nothing goes into, for "in it": a drawer emptied onto a bench."""
        emptied = self.spoken.emptied
        holds = furniture.concept is None or self.names.ontology.is_a(furniture.concept, "container")
        return emptied[0] if not holds and len(emptied) == 1 else furniture

    def place(self, table: Phrases[Side] | None = None) -> Place:
        """A preposition and furniture or a room; "the table in the kitchen" is one place."""
        found = self.cursor.take(table or self.book.places.sides)
        assert found is not None
        side = found.value
        if self.cursor.word(-1) == "per":  # "one plate per table"
            each = replace(self.phrases.noun_phrase(place=True, bare=None), count=None, definite=False, each=True)
            return self.where_served(replace(each, source=each.source or self.attached_room()), None, side)
        ends = self.cursor.ends_place(1) or self.cursor.find(self.book.verbs.belonging, 1)
        if self.cursor.word() in lx.PRONOUNS and self.spoken.furniture is not None and ends:
            meant = self._emptied_onto(self.spoken.furniture) if side is Side.INSIDE else self.spoken.furniture
            meant = meant_by_it(side, meant, self.cursor, self.spoken, self.names)
            self.cursor.at += 1
            return Place(side, meant)
        if self.cursor.word() in lx.THERE and self.spoken.place is not None:
            self.cursor.at += 1
            return self.spoken.place
        if self.cursor.word(-1) == "to" and names_stranger(self.cursor, first=False):
            raise whereabouts_of(self.cursor, self.cursor.word())
        somewhere = self.somewhere() or self.to_one_side(side)
        if somewhere is not None:
            return somewhere
        what = self.descriptions.described(self.phrases.noun_phrase(place=True, bare=None))
        what = self.pointed_at(what)
        attached = None if self.in_room(what) else self.attached_room()  # "the pen in the hall belongs in the study"
        if attached is not None and what.source is None:
            what = replace(what, source=attached)
        person = self.names.is_person(Name(1, what.concept))
        placed = self.cursor.side() and not self.cursor.ends_particle()
        if person and placed and attached is None and what.source is None:
            what = replace(what, source=self.place())  # "the man at the sofa"
        elif person and attached is None and what.source is None and self.cursor.take(self.book.places.near):
            what = replace(what, source=Place(Side.ANY, self.phrases.noun_phrase(place=True, bare=None)))
        if what.text.startswith("its ") and what.text.split()[1:2] != ["own"]:  # nothing tells what is a crayon's box
            self.spoken.note(f"Nothing tells what '{what.text}' is; I take it for any such place")
        if table:
            return self.where_served(what, attached, side)
        sides: list[Side] = []
        place = self.where_served(self.listed(what, side, sides), attached, side)
        return replace(place, sides=tuple(sides)) if any(other is not side for other in sides) else place

    def pointed_at(self, what: NounPhrase) -> NounPhrase:
        """The furniture where the thing is that was just named, where that is meant: "the other things on that shelf".

        Raises:
            NotUnderstoodError: where the one to which things just went may be meant as well.
        """
        points = what.text.split()[:1] in (["that"], ["this"])
        if not points or what.node_id is not None or what.concept is None:
            return what
        is_a, went = self.names.ontology.is_a, self.spoken.furniture
        last = next((m for m in reversed(self.spoken.mentioned(self.cursor.at)) if m.concept or m.node_id), None)
        places = self.names.here.places_of(last) if last is not None else ()
        found = [node.id for node in places if len(places) == 1 and is_a(node.label, what.concept)]
        if went is not None and went.node_id and went.node_id not in found and is_a(went.concept or "", what.concept):
            found.append(went.node_id)
        if len(found) > 1:
            told = enumerate_words(map(as_spoken, found), "or")
            raise NotUnderstoodError(
                FailureCause.AMBIGUOUS, f"Which one is meant by '{what.text}': {told}?", tuple(found)
            )
        return replace(what, node_id=found[0]) if found else what

    def listed(self, first: NounPhrase, side: Side, sides: list[Side]) -> NounPhrase:
        """The first of several places with those behind it: "on table 1, table 2 and the shelf".

        Args:
            first: of the places.
            side: that was said of it.
            sides: takes up the side of each.
        """
        parts = list(first.parts) or [first]
        begin = self.cursor.at
        sides += [side] * len(parts)
        while self.another_follows(side):
            self.cursor.skip({",", "and"})
            again = self.cursor.take(self.book.places.sides)
            what = self.phrases.noun_phrase(place=True, bare=None)
            attached = self.attached_room()
            parts += [replace(p, source=p.source or attached) for p in what.parts or (what,)]
            sides += [again.value if again else sides[-1]] * len(what.parts or (what,))
        if len(parts) < 2:
            return first
        text = f"{first.text} {self.cursor.said(begin)}".strip().replace(" ,", ",")
        return NounPhrase(text, count=None, source=first.source, parts=like_the_first(tuple(parts)))

    def another_follows(self, side: Side) -> bool:
        """Whether another place of the same list stands here, and no thing that goes somewhere itself."""
        ahead = 0
        while self.cursor.word(ahead) in (",", "and"):
            ahead += 1
        again = self.cursor.find(self.book.places.sides, ahead)
        if not ahead or not self.cursor.place_follows(ahead + (again.length if again else 0)):
            return False
        if again is not None and again.value is not side and not self.goes_in_order():
            return False
        ahead += again.length if again else 0
        while self.cursor.word(ahead) in lx.DEFINITE:
            ahead += 1
        name = self.cursor.name(ahead)
        return name is not None and self.ends_list_item(ahead + name.length)

    def goes_in_order(self) -> bool:
        """Whether "respectively" follows in the sentence, so that each place may have a preposition of its own."""
        rest = self.cursor.words[self.cursor.at :]
        end = next((i for i, word in enumerate(rest) if word in lx.SENTENCE_ENDS), len(rest))
        return any(self.book.quantities.respectively.find(rest, i) for i in range(end))

    def ends_list_item(self, ahead: int) -> bool:
        """Whether a place in a list ends there: nothing follows, or the room that it is in."""
        word = self.cursor.word(ahead)
        here = self.cursor.at
        self.cursor.at += ahead
        in_room = self.attached_room() is not None
        self.cursor.at = here
        together = self.cursor.find(self.book.quantities.respectively, ahead)
        apart = self.cursor.find(self.book.quantities.apart, ahead)
        return in_room or bool(together or apart) or word == "to" or self.cursor.ends_clause(ahead)

    def where_served(self, whom: NounPhrase, attached: Place | None, side: Side = Side.ANY) -> Place:
        """Where things are to go: people whom the scene knows nothing of are served where they are said to be."""
        if whom.concept != "person" or whom.node_id is not None:
            return Place(side, whom)
        if whom.count != 1 and self.names.is_present(Name(1, "person")):
            return Place(side, replace(whom, each=True))
        self.spoken.served = whom if whom.count != 1 else None
        if whom.count is None:
            self.spoken.note("Nothing tells how many people there are; I bring as many as there are for them")
        nobody = not self.names.is_present(Name(1, "person")) and (whom.count is None or not whom.attributes)
        return attached if attached is not None and nobody else Place(side, whom)

    def to_one_side(self, side: Side) -> Place | None:
        """Past "the left", "the right side": the only furniture that is called so; None if that does not stand here."""
        ahead = 1 if self.cursor.word() in lx.DEFINITE else 0
        length = ahead + 1 + (self.cursor.word(ahead + 1) == "side")
        if self.cursor.word(ahead) not in ("left", "right") or not self.cursor.ends_place(length):
            return None
        node = self.names.called_with(self.cursor.word(ahead))
        if node is None:
            return None
        begin = self.cursor.at
        self.cursor.at += length
        return Place(side, NounPhrase(self.cursor.said(begin), node.label, node.id))

    def somewhere(self) -> Place | None:
        """Past "somewhere where I can eat it": furniture by what is done there; None if that does not stand here."""
        begin = self.cursor.at
        if self.cursor.take(self.book.places.somewhere) is None:
            return None
        self.cursor.take(self.book.places.can)
        done = self.cursor.take(self.book.done_at)
        if done is None:
            self.cursor.at = begin
            return None
        self.cursor.skip(lx.PRONOUNS | {"in", "peace", "at", "on"})
        concept = next((c for c in done.value if self.names.is_present(Name(1, c))), done.value[0])
        side = Side.INSIDE if concept.endswith("storage") else Side.ON
        return Place(side, NounPhrase(self.cursor.said(begin), concept))

    def attached_room(self) -> Place | None:
        """The room in "the table in the kitchen", read only where a room follows."""
        being = self.cursor.find(self.book.places.being)
        ahead = being.length if being else 0
        if self.cursor.word(ahead) not in self.book.places.attaching:
            return None
        begin = self.cursor.at
        self.cursor.at += ahead + 1
        here = self.cursor.at
        self.cursor.skip(lx.DEFINITE)
        name = self.cursor.name() or self.phrases.rooms.short_room()
        self.cursor.at = here
        if name is None or not self.names.is_room(name):
            self.cursor.at = begin
            return None
        return Place(Side.INSIDE, self.phrases.noun_phrase(place=True, bare=None))

    def in_room(self, phrase: NounPhrase) -> bool:
        """Whether a phrase names a room."""
        node = self.names.graph.nodes.get(phrase.node_id) if phrase.node_id else None
        concept = node.label if node else phrase.concept
        return concept is not None and self.names.ontology.is_a(concept, "room")
