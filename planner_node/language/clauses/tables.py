# SPDX-License-Identifier: Apache-2.0
"""Setting a table: "set the table for two people, we'll have soup"."""

from __future__ import annotations

from dataclasses import replace

from planner_node.language.clauses.handling import Handling
from planner_node.language.clauses.table_settings import covers, decoration
from planner_node.language.reading import quantities
from planner_node.language.request import NounPhrase, Place, Put, Side
from planner_node.language.words import lexicon as lx


class Tables(Handling):
    """Reads how a table is to be set."""

    def table_set(self, verb: str) -> tuple[Put, ...] | None:
        """Past "the table for two people"; None if the sentence is about something else.

        Without things named, a cover for each person is meant. What was not counted is implied.
        """
        if verb not in self.book.verbs.setting_a_table or not self.table_ahead():
            return None
        table = self.noun_phrase(place=True)
        room = self.attached_room()
        place = Place(Side.ON, replace(table, source=table.source or room))
        setting, decorated = self.book.usual_setting, False
        people, stated = setting.people, False
        named: tuple[NounPhrase, ...] = ()
        while True:
            begin = self.at
            self.skip({","})
            self.take(self.book.table_settings.links)
            if self.take(self.book.table_settings.decorating):
                decorated = True
            elif self.take(self.book.table_settings.manners):
                pass
            elif (having := self.find(self.book.table_settings.having)) and (
                course := self.find(self.book.courses, having.length)
            ):
                self.at += having.length + course.length
                setting = course.value
            elif self.word() == "with" and not named:
                self.at += 1
                named = self.things()
            elif self.word() == "for" and (occasion := self.find(self.book.occasions, 1)):
                self.at += 1 + occasion.length
                setting = occasion.value
                people = people if stated else setting.people
            elif self.word() == "for" and (number := quantities.number_at(self.cursor, 1)) is not None:
                self.at += 1
                people, stated = quantities.read_quantity(self.cursor).count or number, True
                self.take(self.book.table_settings.people)
            else:
                self.at = begin
                break
        things = self._asked(named, people, stated) if named else tuple(covers(self.names, setting, people, stated))
        more = tuple(decoration(self.names)) if decorated else ()
        return (self.put((*things, *more), place),)

    def table_ahead(self) -> bool:
        """Whether "the table" stands here, and nothing that makes it a thing to be carried."""
        ahead = 0
        while self.word(ahead) in lx.ARTICLES:
            ahead += 1
        name = self.name(ahead)
        if name is not None and self.names.is_room(name):
            ahead += name.length
            name = self.name(ahead)
        concept = name.concept if name else None
        if name is None or concept is None or not self.names.ontology.is_a(concept, "table"):
            return False
        ahead += name.length
        attached = self.word(ahead) in ("in", "of")
        return self.ends_clause(ahead) or attached or self.word(ahead) in ("for", "with")

    def _asked(self, named: tuple[NounPhrase, ...], people: int, stated: bool) -> tuple[NounPhrase, ...]:
        """Things that were named: a bare plural is one for each of the people who were counted."""
        if not stated:
            return named
        return tuple(
            replace(t, count=people) if t.count == quantities.SOME and t.text.split()[0] not in lx.NUMBERS else t
            for t in named
        )
