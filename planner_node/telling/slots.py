# SPDX-License-Identifier: Apache-2.0
"""What stands in the slots of a sentence that tells something, tied to the scene."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from makedo_core.conversation.habit import SPEAKER, ToldHabits
from makedo_core.conversation.past import Moved, PastInstruction
from makedo_core.conversation.question import QuestionKind
from makedo_core.conversation.story import Story
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, RelationType, SceneGraph
from makedo_core.ontology import Ontology
from planner_node.grounding.meaning.resolving import resolved
from planner_node.grounding.scene import Scene
from planner_node.language.interpret import interpret
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.questions.asking import NounSpans
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.referring.discourse import Discourse
from planner_node.language.refusal import Gap, Refusal
from planner_node.language.request import Hold, Request
from planner_node.language.telling.frames import place_words, present_of
from planner_node.language.things import NounPhrase, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Names

_SPEAKERS = frozenset("i we me us mine ours my our".split())
_SPOKEN_OF = frozenset("she he they her him them hers his theirs their".split())
_STATES = (("open", "closed", "ajar"), ("on", "off"))
_SAID_STATES = {"shut": "closed", "opened": "open", "running": "on"}
_POINTING = frozenset("this that it here there these those they them".split())


@dataclass(frozen=True, slots=True)
class Nodes:
    """What some words name.

    Attributes:
        phrase: as it was read.
        nodes: of the scene; at least one, unless the words name a class of which there is nothing.
    """

    phrase: NounPhrase
    nodes: tuple[Node, ...]


class Slots:
    """Reads slots against one scene.

    Every method raises NotUnderstoodError where words name nothing, or more than one where one is meant.
    """

    def __init__(
        self,
        graph: SceneGraph,
        ontology: Ontology,
        book: Phrasebook,
        habits: ToldHabits,
        past: PastInstruction | None,
        story: Story | None = None,
    ) -> None:
        """Hold what is known.

        Args:
            graph: the scene.
            ontology: classes of things, and what they are called.
            book: words and what they stand for.
            habits: what was told before.
            past: the instruction before; None: there was none.
            story: what the robot does and did; None: nothing.
        """
        self.story = story or Story()
        self.graph, self.ontology, self.habits, self.past = graph, ontology, habits, past
        self._names, self.book = Names(ontology, graph), book
        self._scene = Scene(graph, ontology, asks=False, book=book)
        self.somebody: str | None = None
        """Who was spoken of last: what "her" stands for."""

    def with_what_is_so(self, graph: SceneGraph, moved: Sequence[Moved]) -> Slots:
        """The same against the scene as it is said to be; "it" and "them" are what was said to be elsewhere."""
        past = PastInstruction("", tuple(moved)) if moved else self.past
        slots = Slots(graph, self.ontology, self.book, self.habits, past, self.story)
        slots.somebody = self.somebody
        return slots

    def order(self, words: str) -> Request | Refusal:
        """What an order asks for; its verb may stand in the past."""
        read = interpret(words, self.ontology, self.graph, self.book, self.habits)
        first, _, rest = words.partition(" ")
        known = (v for v in present_of(first) if self.book.said_verbs.find((v,), 0) is not None)  # "moved": no "mov"
        for verb in known if isinstance(read, Refusal) else ():
            read = interpret(f"{verb} {rest}", self.ontology, self.graph, self.book, self.habits)
            if isinstance(read, Request):
                return read
        return read

    def ids(self, phrase: NounPhrase) -> frozenset[str]:
        """All that a phrase may name: things, furniture, what is in a room."""
        rooms = {room.id for room in self._scene.rooms(phrase)}
        within = {n.id for n in self.graph if self.graph.room_of(n.id) in rooms}
        named = {n.id for n in self.graph if self._scene.is_named(n, phrase) and phrase.attributes <= n.attributes}
        return frozenset(named | within | rooms)

    def things(self, words: str, of_kind: NounPhrase | None = None) -> Nodes:
        """Things or furniture; `of_kind`: what "the blue one" is one of."""
        if words in _POINTING:
            return self._pointed_at(words)
        phrase = self.phrase(words, of_kind)
        if of_kind is not None and phrase.concept is None and phrase.node_id is None:
            phrase = replace(phrase, concept=of_kind.concept)
        read = resolved(Request(words, (Hold(phrase),)), self._scene)
        if isinstance(read, Refusal):
            raise NotUnderstoodError(read.cause, read.message, read.candidates, gap=read.gap)
        clause = read.clauses[0]
        what = clause.what if isinstance(clause, Hold) else phrase
        found = tuple(n for n in self._scene.objects if self._scene.matches(n, what))
        return Nodes(phrase, found or tuple(n for n in self._scene.places(what) if n.kind is NodeKind.ASSET))

    def nodes_of(self, phrase: NounPhrase) -> tuple[str, ...]:
        """The things of a phrase that was read: the only one of "the vase", all of a plural; else none."""
        found = tuple(n.id for n in self._scene.objects if self._scene.matches(n, phrase))
        return found if phrase.count is None or len(found) == phrase.count else ()

    def one(self, words: str, of_kind: NounPhrase | None = None) -> Node:
        """The one thing that is meant; of several, one has to be named."""
        found = self.things(words, of_kind)
        if not found.nodes:
            text = f"I know of no {_bare(words)} here."
            raise NotUnderstoodError(FailureCause.OBJECT_NOT_FOUND, text)
        exact = tuple(n for n in found.nodes if n.label == found.phrase.concept)  # an encyclopedia is no dictionary
        return self._only(exact if len(exact) == 1 else found.nodes, found.phrase.text or words)

    def all_or_one(self, found: Nodes) -> tuple[Node, ...]:
        """All that words name, where it is said that all are meant; of several, some have to be named."""
        is_all = found.phrase.text.split()[:1] in (["all"], ["both"], ["every"])
        return found.nodes if is_all else (self._only(found.nodes, found.phrase.text),)

    def place(self, words: str) -> tuple[Node, Side]:
        """A preposition and a piece of furniture or a room."""
        preposition, _, spot = words.partition(" ")
        if spot in _POINTING:
            return self.spot(spot), Side.ANY
        side = Side.ANY
        try:
            place = NounSpans(self._names, self.book).place(words.split())
            side, what = place.side, place.what
        except NotUnderstoodError:
            if preposition not in ("at", "by", "near", "beside", "under"):
                raise
            what = self.phrase(spot)
        return self._place(what, spot), side

    def spot(self, words: str) -> Node:
        """A piece of furniture or a room, without its preposition."""
        if words not in _POINTING:
            return self._place(self.phrase(words), words)
        moved = [m.node_id for m in self.past.moved] if self.past is not None else []
        supports = [s for m in reversed(moved) if m in self.graph and (s := self.graph.support(m)) is not None]
        if supports:
            return self.graph[supports[0]]
        here = [r.target for r in self.graph.outgoing(AGENT_ID) if r.type is RelationType.AT]
        if here:
            return self.graph[here[0]]
        text = f"Which place is meant by '{words}'?"
        gap = Gap(QuestionKind.WHICH, words)
        raise NotUnderstoodError(FailureCause.AMBIGUOUS, text, self._names.surfaces(), gap=gap)

    def place_named(self, words: str) -> Node | None:
        """The piece of furniture or the room that words name beyond doubt; None if they name none, or several."""
        try:
            return self.spot(words)
        except NotUnderstoodError:
            return None

    def may_name_a_place(self, words: str, is_bare: bool) -> bool:
        """Whether words that name nothing here may be what somebody calls a place.

        Args:
            words: in lower case.
            is_bare: whether nothing says that they are a name: "table 3 is ..." is said of what it is like, too.
        """
        first, *more = words.split()
        last = more[-1] if more else first
        if is_bare and more and first not in place_words("before names") and not first.endswith("'s"):
            return False
        known = self.ontology.names.get(last)
        is_place = last in place_words("places") or (known is not None and self._is_place(known))
        stranger = known is None and last not in lx.WORDS | self.book.known_words
        if not (is_place or (stranger and not is_bare)):
            return False
        try:
            self.anywhere(words)
        except NotUnderstoodError as stop:
            return stop.refusal.cause is not FailureCause.AMBIGUOUS
        return False

    def _is_place(self, concept: str) -> bool:
        return any(self.ontology.is_a(concept, kind) for kind in ("furniture", "room"))

    def anywhere(self, words: str) -> Node:
        """One thing, piece of furniture or room."""
        try:
            return self.one(words)
        except NotUnderstoodError as stop:
            if stop.refusal.cause not in (FailureCause.OBJECT_NOT_FOUND, FailureCause.UNKNOWN_OBJECT):
                raise
            return self.spot(words)

    def phrase(self, words: str, of_kind: NounPhrase | None = None) -> NounPhrase:
        """Things as they are spoken of."""
        spans = NounSpans(self._names, self.book, Discourse(kind=of_kind))
        spoken_of = spans.things(words.split())
        if len(spoken_of.things) != 1:
            raise NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, f"Tell me of one thing at a time, not of '{words}'.")
        thing = spoken_of.things[0]
        return replace(thing, source=spoken_of.place) if spoken_of.place and thing.source is None else thing

    def side_of(self, place: Node, said: str) -> str:
        """On which side of furniture things are that are said to be on or in it; empty: nothing can be there."""
        for word in (said, "in" if said == "on" else "on"):
            if self._scene.offers(place, Side.ON if word == "on" else Side.INSIDE):
                return word
        return ""

    def state_of(self, word: str) -> str | None:
        """The state of furniture that a word says; None if it says none."""
        return next((s for group in _STATES for s in group if s == _SAID_STATES.get(word, word)), None)

    def contrary_states(self, state: str) -> frozenset[str]:
        """The states of which furniture has one, where it may be in this."""
        return next((frozenset(group) for group in _STATES if state in group), frozenset())

    def somebody_here(self, name: str) -> Node | None:
        """The only person of the scene who is called so; None: there is none, or several."""
        said = set(name.lower().replace(".", "").replace("_", " ").split())
        people = [n for n in self.graph.of_kind(NodeKind.ASSET) if self.ontology.is_a(n.label, "person")]
        found = [n for n in people if said and said <= set(n.id.lower().split("_")) and not name[-1].isdigit()]
        return found[0] if len(found) == 1 else None

    def who(self, words: str) -> Node | None:
        """The person of the scene whom words mean: a name, "I", "she" who was spoken of; None: nobody knows."""
        if words in _SPEAKERS:
            speaker = self._names.speaker()
            return self.graph.nodes.get(speaker.node_id or "") if speaker is not None else None
        if words in _SPOKEN_OF:
            return self.somebody_here(self.somebody) if self.somebody else None
        found = self.somebody_here(words)
        people = [n for n in self.graph.of_kind(NodeKind.ASSET) if self.ontology.is_a(n.label, "person")]
        if words == "the person" and len(people) == 1:
            return people[0]
        self.somebody = words.removeprefix("the ") if found is not None else self.somebody
        return found

    def is_a_name(self, word: str) -> bool:
        """Whether a word that names nothing known may be the name of somebody."""
        return self._name(word, certain=True) is not None and self.ontology.names.get(word) is None

    def person(self, word: str, certain: bool = True) -> str | None:
        """Somebody's name as habits have it; None if the word names no person.

        Args:
            word: "i", "mine", "anna", "anna's".
            certain: whether nobody but people can stand there, so that a word that names nothing known is a name.
        """
        if word in _SPEAKERS:
            return SPEAKER
        if word in _SPOKEN_OF:
            return self.somebody
        title, _, last = word.partition(" ")
        if last and self.somebody_here(word) is None:
            return None
        name = last or self._name(title.removesuffix("'s"), certain)
        self.somebody = name or self.somebody
        return name

    def _name(self, name: str, certain: bool) -> str | None:
        """A word as the name of somebody."""
        if name in {h.value for h in self.habits.told} | {h.about for h in self.habits.told} and name not in self.graph:
            return name
        known = self._names.match((name,), 0)
        if known is not None:
            somebody = self._names.is_person(known) or self._names.is_owner((name,), 0)
            return name if somebody else None
        plain = name in lx.WORDS | self.book.known_words or self.book.said_verbs.find((name,), 0) is not None
        return name if certain and not plain and name.isalpha() else None

    def classes(self, label: str) -> tuple[str, ...]:
        """A label and the classes above it, the nearest first."""
        above = self.ontology.ancestors(label) | {label}
        return tuple(sorted(above, key=lambda c: (c != label, -len(self.ontology.ancestors(c)), c)))

    def _place(self, what: NounPhrase, words: str) -> Node:
        nodes = tuple(n for n in self._scene.places(what) if n.kind is NodeKind.ASSET) or self._scene.rooms(what)
        if not nodes:
            text = f"I know of no place here that is called {_bare(words)}."
            raise NotUnderstoodError(FailureCause.UNKNOWN_PLACE, text, self._names.surfaces())
        exact = tuple(n for n in nodes if n.label == what.concept)
        return self._only(exact or nodes, what.text or words)

    def _pointed_at(self, words: str) -> Nodes:
        moved = [m.node_id for m in self.past.moved if m.node_id in self.graph] if self.past is not None else []
        if not moved:
            text = f"I do not know what '{words}' stands for here; name the thing."
            raise NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, text)
        return Nodes(NounPhrase(words, definite=True), tuple(self.graph[m] for m in moved))

    def _only(self, nodes: Sequence[Node], words: str) -> Node:
        if len(nodes) == 1:
            return nodes[0]
        ids = tuple(n.id for n in nodes)
        text = f"Which one is meant by '{words}': {enumerate_words(map(spoken, ids), 'or')}?"
        raise NotUnderstoodError(FailureCause.AMBIGUOUS, text, ids, gap=Gap(QuestionKind.WHICH, words))


def _bare(words: str) -> str:
    first, _, rest = words.partition(" ")
    return rest if first in lx.ARTICLES and rest else words
