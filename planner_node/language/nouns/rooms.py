# SPDX-License-Identifier: Apache-2.0
"""Rooms in front of what stands in them: "the living room bookshelf", "Peter's desk"."""

from __future__ import annotations

from dataclasses import replace

from planner_node.language.reading.cursor import Cursor
from planner_node.language.reading.qualities import read_qualities
from planner_node.language.referring.discourse import Discourse
from planner_node.language.things import NounPhrase
from planner_node.language.words.naming import Name


class Rooms:
    """Reads rooms, and people who are known by one, before a name."""

    def __init__(self, cursor: Cursor, spoken: Discourse) -> None:
        """Read with a cursor, and note in the discourse what was read otherwise than it was written."""
        self.cursor = cursor
        self.names, self.book = cursor.names, cursor.book
        self.spoken = spoken

    def room_before(self) -> NounPhrase | None:
        """The room in "the living room bookshelf"; a class such as "coffee table" stays one.

        A name that begins with a room of the scene is taken apart where it is said of any such thing ("kitchen table")
        or the scene has none so called, but the thing ("kitchen sink").
        """
        name = self.cursor.name()
        called = self.room_called()
        if called is not None:
            self.cursor.at += 1
            return called
        if name is None:
            return None
        room = name if self.names.is_room(name) else self.room_within(name)
        if room is None or (self.names.owned(self.cursor.word()) is not None and not self.is_possessive(room)):
            return None  # "give Ben Anna's pen"
        if self.cursor.name(room.length) is None and not (self.is_possessive(room) and self.belongs(room.length)):
            return None
        begin = self.cursor.at
        self.cursor.at += room.length
        return NounPhrase(self.cursor.said(begin), room.concept, room.node_id)

    def room_called(self) -> NounPhrase | None:
        """The only room of which a word is the first, where furniture of it follows: "the storage shelf"."""
        word, behind = self.cursor.word(), self.cursor.name(1)
        room = self.names.room_beginning_with(word)
        if room is None or behind is None or not self.names.is_place(behind) or self.names.is_room(behind):
            return None
        whole = self.cursor.name()
        if whole is not None and whole.length > 1 and self.names.is_present(whole):
            return None
        found = NounPhrase(word, self.names.graph[room].label, room)
        return found if self.names.here.stands_in(behind.concept, found) else None

    def room_in_short(self) -> Name | None:
        """The room of which a word is the first, where nothing is labelled so: "in storage" is in the storage room."""
        word = self.cursor.word()
        room = self.names.room_beginning_with(word)
        if room is None or not self.cursor.ends_place(1) or any(node.label == word for node in self.names.graph):
            return None
        if self.cursor.attribute(-1) is not None:
            return None  # "the dirty laundry" is no room
        return Name(1, self.names.graph[room].label, room)

    def is_possessive(self, name: Name) -> bool:
        """Whether a name says whose something is: "Peter's"."""
        return self.cursor.word(name.length - 1).endswith("'s")

    def belongs(self, ahead: int) -> bool:
        """Whether a noun phrase without an article stands there: "valuable belongings", "dirty mug"."""
        here = self.cursor.at
        self.cursor.at += ahead
        read_qualities(self.cursor)
        stands = self.cursor.name() is not None or self.cursor.word() in self.cursor.book.nouns.anything
        self.cursor.at = here
        return stands

    def room_within(self, whole: Name) -> Name | None:
        """The room that a name of furniture begins with; None if the name stays one."""
        if whole.node_id is not None:
            return None
        words = self.cursor.words[self.cursor.at : self.cursor.at + whole.length]
        for split in range(1, whole.length):
            room, rest = self.names.match(words[:split], 0), self.names.match(words, split)
            if room is None or rest is None or (room.length, rest.length) != (split, whole.length - split):
                continue
            same = rest.concept == whole.concept or (self.names.is_present(rest) and not self.names.is_present(whole))
            if same and self.names.is_room(room) and self.names.has_room(room):
                return room
        return None

    def short_room(self) -> Name | None:
        """The room in "in the living"."""
        full = self.book.places.short_rooms.get(self.cursor.word())
        found = self.names.match(full.split(), 0) if full else None
        if found is not None:
            self.spoken.note(f"I read 'the {self.cursor.word()}' as 'the {full}'.")
            found = replace(found, length=1)
        return found
