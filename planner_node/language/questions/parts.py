# SPDX-License-Identifier: Apache-2.0
"""The parts of a question: things and people with where they are, and words that say nothing more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from makedo_core.goals.goal_text import spoken
from makedo_core.graph.scene_graph import AGENT_ID, NodeKind
from planner_node.language.kinds import Asking
from planner_node.language.people.person_phrases import PERSON, qualities_of_people, read_person
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.request import SceneQuestion
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Names
from planner_node.language.words.phrases import Phrases

THING = frozenset({"thing", "things", "object", "objects", "item", "items", "one", "ones"})
COPULA = frozenset({"is", "are", "was", "were", "'s"})
_TO_GO = frozenset({"would", "should", "could", "can", "will", "shall", "may"})
_WORKING = frozenset({"running", "lit", "opened", "shut"})
_BARE = frozenset({"any", "some", "no", "a", "an", "the", "of", "all", "my", "our", "your", "many"})


@dataclass(frozen=True, slots=True)
class Spoken:
    """Things and places that some words name."""

    things: tuple[NounPhrase, ...] = ()
    place: Place | None = None


class SpanReader(Protocol):
    """Reads words that hold nothing but things and places; raises NotUnderstoodError otherwise."""

    def things(self, words: Sequence[str]) -> Spoken:
        """Things, with where they are."""

    def place(self, words: Sequence[str]) -> Place:
        """A preposition with furniture or a room."""


@dataclass(frozen=True, slots=True)
class QuestionParts:
    """Reads the parts of questions about one scene.

    Attributes:
        names: what the scene has.
        book: words.
        spans: reads things and places.
    """

    names: Names
    book: Phrasebook
    spans: SpanReader

    def room_here(self) -> Place | None:
        """In the room where the robot is; None: nobody knows which."""
        graph = self.names.graph
        room = graph.room_of(AGENT_ID) if AGENT_ID in graph else None
        if room is None:
            return None
        place, label = self.spans.place(("in", room)), graph[room].label
        is_only = sum(node.label == label for node in graph.of_kind(NodeKind.ROOM)) == 1
        text = f"the {label.replace('_', ' ')}" if is_only else spoken(room)
        return replace(place, what=replace(place.what, text=text))

    def about(self, asking: Asking, words: tuple[str, ...]) -> SceneQuestion | None:
        """A question about things, or about all that is at a place."""
        words = self.without_still(words)
        while words and words[0] in _BARE and not self.names.match(words, 0):
            words = words[1:]
        if words and words[0] in THING and (len(words) == 1 or self.starts_place(words[1:])):
            words = words[1:]
        if not words:
            return SceneQuestion(asking, "")
        if self.starts_place(words):
            return SceneQuestion(asking, "", (), self.spans.place(words))
        spoken = self.spans.things(words)
        return SceneQuestion(asking, "", spoken.things, spoken.place)

    def somebody(self, words: tuple[str, ...], asking: Asking = Asking.COUNT) -> SceneQuestion | None:
        """A question about people; None if it is about things."""
        words = self.without_still(words)
        read = read_person(words, 0, self.names, self.book)
        if read is None or read.is_pronoun:
            return None
        rest, phrase, place = words[read.length :], read.phrase, None
        while rest:
            more, length = qualities_of_people(rest, 0, self.names, self.book)
            length += 0 if length else self.skipped(rest)
            if length == 0 and self.starts_place(rest) and place is None:
                end = self.place_end(rest)
                place, length = self.spans.place(rest[:end]), end
            if length == 0:
                return None
            phrase, rest = replace(phrase, attributes=phrase.attributes | more), rest[length:]
        return SceneQuestion(asking, "", (replace(phrase, concept=PERSON),), place)

    def skipped(self, words: tuple[str, ...]) -> int:
        """How many words in front say nothing more."""
        found = self.book.questions.existing.find(words, 0) or self.book.questions.still.find(words, 0)
        return found.length if found else words[0] in COPULA

    def place_end(self, words: tuple[str, ...]) -> int:
        """Where a place ends and what people are like goes on: "in the kitchen | are wearing red shirts"."""
        for at in range(1, len(words)):
            if words[at] in COPULA or qualities_of_people(words, at, self.names, self.book)[1]:
                return at
        return len(words)

    def joined(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The words without "are there" and the like between things and their place."""
        for at in range(1, len(words)):
            found = self.book.questions.existing.find(words, at)
            if found is not None:
                rest = words[at + found.length :]
                if (
                    not rest
                    or rest[0] == "except"
                    or self.starts_place(rest)
                    or self.book.questions.still.find(rest, 0)
                ):
                    return (*words[:at], *rest)
        return words

    def without_still(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The words without "left", "right now" and the like at their end."""
        again = True
        while again:
            again = False
            for length in range(min(3, len(words) - 1), 0, -1):
                found = self.book.questions.still.find(words, len(words) - length)
                if found is not None and found.length == length:
                    words, again = words[:-length], True
                    break
        return words

    def starts_place(self, words: Sequence[str]) -> bool:
        """Whether a preposition of place stands first."""
        return _finds(self.book.places.sides, words) or (words[:1] == ("there",) and len(words) == 1)

    def names_place(self, words: tuple[str, ...]) -> bool:
        """Whether words are an article and furniture, or a room, and nothing more."""
        bare = words[1:] if words[:1] and words[0] in lx.ARTICLES else words
        name = self.names.match(bare, 0)
        return name is not None and name.length == len(bare) and self.names.is_place(name)

    def state(self, words: tuple[str, ...]) -> str:
        """The state or attribute that the words are; empty if they are none."""
        if words[:1] == ("turned",) or words[:1] == ("switched",):
            words = words[1:]
        if len(words) != 1:
            return ""
        said = self.book.sentences.states.find(words, 0)
        if said is not None and words[0] in _WORKING:
            return str(said.value)
        return self.book.adjectives.attribute(words[0]) or (words[0] if words[0] in ("on", "off", "ajar") else "")


def _finds(table: Phrases[Side], words: Sequence[str]) -> bool:
    return table.find(tuple(words), 0) is not None and words[0] not in lx.NUMBERS


def asks_where_to(words: Sequence[str]) -> bool:
    """Whether it is asked where something is to go, which is not where it is: "where would you put the rice"."""
    may = tuple(words[:1]) == ("where",) and words[1:2] != () and words[1] in _TO_GO
    return may and (words[-1] in ("go", "belong") or (len(words) > 3 and words[3] in ("put", "place", "leave")))
