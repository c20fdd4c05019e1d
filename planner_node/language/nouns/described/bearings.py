# SPDX-License-Identifier: Apache-2.0
"""Which place or thing is meant, by what is there: "the desk with the stapler", "the mug next to the plate"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.referring.discourse import Discourse
from planner_node.language.things import Bearing, Beside, NounPhrase
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name


class Bearings:
    """Reads what is said behind a name of what is there besides."""

    def __init__(self, cursor: Cursor, spoken: Discourse, another: Callable[[NounPhrase], NounPhrase]) -> None:
        """Read with a cursor; `another` reads the name of something else than a phrase speaks of."""
        self.cursor = cursor
        self.names, self.book = cursor.names, cursor.book
        self.spoken = spoken
        self.another = another

    def beside(self, phrase: NounPhrase) -> NounPhrase | None:
        """Past "next to the plate", where more follows of where the thing goes: else that is where it is to go."""
        being = self.cursor.find(self.book.places.being)
        ahead = being.length if being else 0
        near = self.cursor.find(self.book.places.near, ahead)
        if near is None:
            return None
        begin = self.cursor.at
        self.cursor.at += ahead
        word = " ".join(self.cursor.words[self.cursor.at : self.cursor.at + near.length])
        self.cursor.at += near.length
        try:
            what = self.another(phrase)
        except NotUnderstoodError:
            what = None
        follows = being or self.spoken.is_bound or self.cursor.side() or self.cursor.find(self.book.places.sources)
        told = bool(being) or self.spoken.is_bound
        goes_there = what is not None and not told and self._goes_to_it(phrase, what)
        if what is None or not follows or goes_there:
            self.cursor.at = begin
            return None
        return replace(phrase, restrictions=(*phrase.restrictions, Beside(word, what)))

    def _goes_to_it(self, phrase: NounPhrase, what: NounPhrase) -> bool:
        """Whether "next to the laptop on desk 1" says where things go: such a one is there, and none of them is."""
        here, there = self.names.here.places_of(phrase), self.names.here.places_of(what)
        side = self.cursor.side()
        ahead = side.length if side is not None else 0
        while self.cursor.word(ahead) in lx.ARTICLES:
            ahead += 1
        name = self.cursor.name(ahead) if side is not None else None
        place = None if name is None else NounPhrase("", name.concept, name.node_id)
        is_there = place is not None and any(self.names.here.is_one(node, place) for node in there)
        return is_there and bool(here) and not any(node in there for node in here)

    def bearing(self, phrase: NounPhrase) -> NounPhrase | None:
        """Past "as the flour" of "the same shelf as the flour", "that the mug is on", "where the napkin is"."""
        if phrase.restrictions or not self.names.is_place(Name(1, phrase.concept, phrase.node_id)):
            return None
        begin = self.cursor.at
        same = self.cursor.word() == "as" and not lx.SAME.isdisjoint(phrase.text.split())
        relative = self.cursor.find(self.book.nouns.bearing)
        if not (same or relative or self.cursor.word() in lx.DEFINITE):
            return None
        self.cursor.at += 1 if same else relative.length if relative else 0
        try:
            what = self.another(phrase)
        except NotUnderstoodError:
            what = None
        is_there = same or (self.past_being_there(bool(relative)) and (what is None or self.may_bear(phrase, what)))
        if what is None or not is_there or self.names.is_place(Name(1, what.concept, what.node_id)):
            self.cursor.at = begin
            return None
        return replace(phrase, restrictions=(*phrase.restrictions, Bearing(what)))

    def held(self, phrase: NounPhrase) -> NounPhrase | None:
        """Past what tells one of several places by what is there, in any of these ways."""
        return self.bearing(phrase) or self.holding(phrase)

    def holding(self, phrase: NounPhrase) -> NounPhrase | None:
        """Past "that has a lamp on it", or "with the lamp" where that tells which of several places is meant."""
        if phrase.restrictions or not self.names.is_place(Name(1, phrase.concept, phrase.node_id)):
            return None
        begin, lacking = self.cursor.at, self.cursor.find(self.book.nouns.lacking)
        relative = lacking or self.cursor.find(self.book.nouns.holding)
        together = relative is None and self.cursor.word() == "with" and self._is_one_of_several(phrase)
        if relative is None and not together:
            return None
        self.cursor.at += relative.length if relative is not None else 1
        what = self._one_there(phrase)
        named = what is not None and not self.names.is_place(Name(1, what.concept, what.node_id))
        if what is None or not named or (together and not self._bears_any(phrase, what)):
            self.cursor.at = begin
            return None
        self.cursor.take(self.book.nouns.on_it)
        return replace(phrase, restrictions=(Bearing(what, lacking is not None),))

    def _one_there(self, phrase: NounPhrase) -> NounPhrase | None:
        """Past what is, or is not, at a place; "a mug on every table that does not have one"."""
        kind = self.spoken.kind
        if self.cursor.word() in lx.ONES and kind is not None and self.cursor.ends_place(1):
            self.cursor.at += 1
            return NounPhrase(kind.text, kind.concept, attributes=kind.attributes)
        try:
            return self.another(phrase)
        except NotUnderstoodError:
            return None

    def _is_one_of_several(self, place: NounPhrase) -> bool:
        """Whether the scene has several places that a phrase may mean."""
        if place.node_id is not None or place.count not in (1, None):
            return False
        kind = [n for n in self.names.graph.of_kind(NodeKind.ASSET) if self.names.here.is_one(n, place)]
        return len(kind) > 1

    def _bears_any(self, place: NounPhrase, what: NounPhrase) -> bool:
        """Whether some of the places that a phrase may mean has such a thing."""
        return any(self.names.here.is_one(node, place) for node in self.names.here.places_of(what))

    def may_bear(self, place: NounPhrase, what: NounPhrase) -> bool:
        """Whether a thing is at such furniture: "from the counter where the vase is" may say where things go."""
        found = self.names.here.places_of(what)
        return not found or any(
            n.id == place.node_id if place.node_id else self.names.ontology.is_a(n.label, place.concept or "")
            for n in found
        )

    def past_being_there(self, told: bool) -> bool:
        """Past "is on", or "is" alone where a relative word was said (`told`); whether that stood here."""
        if self.cursor.word() not in self.book.sentences.copulas.words | self.book.nouns.standing:
            return False
        self.cursor.at += 1
        if self.cursor.side() and self.cursor.ends_clause(1):
            self.cursor.at += 1
            return True
        return told and self.cursor.ends_place(0)
