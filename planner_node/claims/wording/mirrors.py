# SPDX-License-Identifier: Apache-2.0
"""What the values of a request can stand for: names, looks, amounts, deeds. Nothing of how they were read is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from makedo_core.conversation.habit import ToldHabits
from makedo_core.graph.scene_graph import SceneGraph, State
from makedo_core.ontology import Ontology
from makedo_core.ontology.words import forms
from planner_node.claims.wording.tokens import stems, tokens
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.request import (
    Attend,
    Basis,
    Change,
    Clause,
    GoTo,
    Hold,
    Inquire,
    Look,
    Put,
    PutBack,
    Request,
    SetState,
    TryOut,
)
from planner_node.language.things import Bearing, Beside, Compared, NounPhrase, OwnedBy, Place, Side, UsuallyAt
from planner_node.language.words.ids import stems_of_labels
from planner_node.language.words.lexicon import ORDINALS
from planner_node.language.words.phrases import Phrases
from planner_node.language.words.verbs import Said, Verb

_MOVING = (Put, Hold, PutBack)
_DEEDS: dict[Verb, tuple[type[Clause], ...]] = {
    Verb.OPEN: (SetState,),
    Verb.CLOSE: (SetState,),
    Verb.SWITCH: (SetState, TryOut),
    Verb.START: (SetState, TryOut),
    Verb.TEST: (TryOut,),
    Verb.CHANGE: (Change,),
    Verb.FLOOR: (Change,),
    Verb.GO: (GoTo, *_MOVING),
    Verb.FIND: (Look, *_MOVING),
    Verb.LOOK: (Look, TryOut, SetState),
    Verb.MEET: (Attend,),
    Verb.TELL: (Inquire, Attend),
    Verb.TEND: (*_MOVING, Change),
    Verb.CLEAR: (*_MOVING, Change),
}
"""Which clauses mirror a verb; every other one moves things."""

_PACKS = ("sealed_pack", "open_container")
_PREPOSITIONS = frozenset("on in into onto to from at of off with by for except without under behind".split())
_STATES = {
    State.OPEN: "open",
    State.CLOSED: "close closed shut",
    State.ON: "on",
    State.OFF: "off",
    State.UPRIGHT: "over around round upright right way side up",
}


_BIN = "bin"


@dataclass(frozen=True)
class Mirrors:
    """What a request says, as far as words can be held against it.

    Attributes:
        phrases: every noun phrase, of exclusions and sources, too.
        nouns: of each phrase of a class, stems of the nouns by which people call that.
        names: stems of all names of classes, nodes, looks and qualities.
        counts: how many, as said of some phrase.
        verbs: all that are known.
        deeds: kinds of verbs that some clause mirrors.
        moves: whether a clause moves things.
        fitting: how many things of the scene a phrase fits.
        looks: of each phrase that names a node, how that looks.
        bins: phrases that name what things are thrown into.
        short: words that are drawn together of others: "gimme".
        around: tables of phrases around what is asked for, which no clause needs to mirror.
    """

    request: Request
    phrases: tuple[NounPhrase, ...]
    nouns: Mapping[NounPhrase, frozenset[str]]
    names: frozenset[str]
    counts: frozenset[int]
    verbs: Phrases[Said]
    deeds: frozenset[Verb]
    moves: bool
    fitting: Callable[[NounPhrase], int]
    around: tuple[Phrases[None], ...]
    bins: frozenset[NounPhrase] = frozenset()
    short: frozenset[str] = frozenset()
    looks: Mapping[NounPhrase, frozenset[str]] = field(default_factory=dict)

    def of_noun_behind(self, words: Sequence[str], at: int) -> tuple[NounPhrase, ...]:
        """Phrases that the next nouns of a text may say, where no preposition stands before them."""
        found: list[NounPhrase] = []
        for word in words[at + 1 : at + 4]:
            if word in _PREPOSITIONS or (found and word == "and"):
                break  # "the admin shelf" says shelf, "two mugs and apples" two mugs
            found.extend(p for p, nouns in self.nouns.items() if not nouns.isdisjoint(stems(word)))
        return tuple(found)

    def length_turned(self, words: Sequence[str], at: int) -> int:
        """How many words from a position on begin an order that is read as the plain one that it stands for."""
        turned = (len(said) for said in self.request.turned if tuple(words[at : at + len(said)]) == said)
        return max(turned, default=0)

    def is_noun(self, word: str) -> bool:
        """Whether a word is a noun by which people call something that is meant."""
        return any(not nouns.isdisjoint(stems(word)) for nouns in self.nouns.values())

    def is_done(self, said: Said) -> bool:
        """Whether some clause mirrors a verb; what is emptied or filled, people move the contents of."""
        return said.verb in self.deeds or (self.moves and said.quality in ("empty", "full"))

    @property
    def excludes(self) -> bool:
        """Whether something must not be taken."""
        negated = any(c.negated or not c.so for c in self.request.when)
        lacks = any(isinstance(r, Bearing) and r.is_lacking for p in self.phrases for r in p.restrictions)
        left_out = any(p.excluded or p.left or p.besides for p in self.phrases)
        return negated or bool(self.request.limits) or lacks or left_out

    @property
    def depends(self) -> bool:
        """Whether it depends on something what is done."""
        return self.request.is_open

    @property
    def means_all(self) -> bool:
        """Whether all there is of something is meant."""
        whole = any(isinstance(c, PutBack) and c.what is None for c in self.request.clauses)
        return whole or any(p.count is None or p.left or p.each or p.apart or p.besides for p in self.phrases)

    @property
    def shares_out(self) -> bool:
        """Whether several people or places get the like: "give Anna and Ben a cupcake each"."""
        puts = [c for c in self.request.clauses if isinstance(c, Put)]
        got = [(tuple(thing.text for thing in c.what), c.place) for c in puts]
        return len(got) > 1 and len({things for things, _ in got}) == 1 and len({place for _, place in got}) == len(got)

    @property
    def means_all_from_anywhere(self) -> bool:
        """Whether all there is of something is meant, wherever it is."""
        return any(p.count is None and p.source is None for p in self.phrases)

    @property
    def is_staged(self) -> bool:
        """Whether something comes after something else."""
        return len(set(self.request.stages)) > 1


def mirrors(
    request: Request,
    graph: SceneGraph,
    ontology: Ontology,
    book: Phrasebook,
    fitting: Callable[[NounPhrase], int],
    habits: ToldHabits | None = None,
) -> Mirrors:
    """All that the values of a request say."""
    asked, habits = (request, *request.instead), habits or ToldHabits()
    phrases = tuple(dict.fromkeys(phrases_in(tuple((way.clauses, way.limits, way.when) for way in asked))))
    names = frozenset[str]().union(*map(_stems_in, set(_names(request, phrases, graph, ontology, book, habits))))
    clauses = tuple(clause for way in asked for clause in way.clauses)
    moves = any(isinstance(clause, _MOVING) for clause in clauses)
    deeds = frozenset(v for v in Verb if any(isinstance(c, _DEEDS.get(v, _MOVING)) for c in clauses))
    counts = frozenset(n for p in phrases for n in (p.count, p.left or None) if n is not None)
    nouns = {p: _nouns(p.concept, ontology) for p in phrases if p.concept is not None}
    around = _around(request, book)
    short = frozenset(book.speech.short)
    said = book.said_verbs
    looks = {p: graph[p.node_id].attributes for p in phrases if p.node_id is not None and p.node_id in graph}
    bins = frozenset(p for p in phrases if p.concept is not None and ontology.is_a(p.concept, _BIN))
    return Mirrors(request, phrases, nouns, names, counts, said, deeds, moves, fitting, around, bins, short, looks)


@lru_cache(maxsize=20_000)
def _stems_in(name: str) -> frozenset[str]:
    """Stems of the words of a name, and the parts of those that are joined by hyphens."""
    said = tokens(name)
    return frozenset[str]().union(*map(stems, said), *(token.split("-") for token in said))


def _nouns(concept: str, ontology: Ontology) -> frozenset[str]:
    return frozenset(s for name in _class_names(concept, ontology) for last in tokens(name)[-1:] for s in stems(last))


def _around(request: Request, book: Phrasebook) -> tuple[Phrases[None], ...]:
    """Phrases around clauses that what was understood allows for."""
    limits = any(way.limits for way in (request, *request.instead))
    around = book.around
    allowed = ((request.is_open, around.deciding), (limits, around.limiting), (_is_need(request), around.needing))
    return (around.plain, *(table for is_so, table in allowed if is_so))


def _is_need(request: Request) -> bool:
    return request.basis is Basis.NEED


def phrases_in(value: object) -> Iterator[NounPhrase]:
    """Every noun phrase within some values, whatever holds them."""
    if isinstance(value, NounPhrase):
        yield value
    if isinstance(value, tuple):
        for part in value:
            yield from phrases_in(part)
    for name in getattr(value, "__dataclass_fields__", ()):
        yield from phrases_in(getattr(value, name))


def _names(
    request: Request,
    phrases: Iterable[NounPhrase],
    graph: SceneGraph,
    ontology: Ontology,
    book: Phrasebook,
    habits: ToldHabits,
) -> Iterator[str]:
    for phrase in phrases:
        if phrase.node_id is not None:
            yield phrase.node_id
            yield from (word for word, number in ORDINALS.items() if phrase.node_id.endswith(f"_{number}"))
            yield from (h.about for h in habits if h.value == phrase.node_id)
            if phrase.node_id in graph:
                yield from _class_names(graph[phrase.node_id].label, ontology)
                if phrase.text.startswith("where "):  # "where the vase is": on the furniture that has it
                    there = (graph[thing].label for thing in graph.contents(phrase.node_id))
                    yield from (name for label in there for name in _class_names(label, ontology))
        if phrase.concept is not None:
            yield from _class_names(phrase.concept, ontology)
            stems_here = stems_of_labels(graph).get(phrase.concept, frozenset())
            yield from stems_here if len(stems_here) == 1 else ()
            yield from (said for said, feeling in book.feelings.items() if feeling.wants == phrase.concept)
        yield from phrase.attributes | phrase.requirements
        for attribute in phrase.attributes:
            yield from (said for said, meant in book.adjectives.spellings.items() if meant == attribute)
            yield from (said for said, meant in book.remarks.states.items() if meant == attribute)
        if phrase.requirements:
            yield from (said for said, meant in book.adjectives.requirements.items() if meant in phrase.requirements)
        yield from _narrowing(phrase, book)
    if any(phrase.implied for phrase in phrases):
        yield from _occasions(book)
    for way in (request, *request.instead):
        yield from _speaking_again(way)
        for clause in way.clauses:
            yield from _deeds(clause, book)
        for condition in way.when:
            yield from () if condition.state is None else _STATES[condition.state].split()


def _narrowing(phrase: NounPhrase, book: Phrasebook) -> Iterator[str]:
    """Words for which of several are meant, and for how much of all."""
    if phrase.superlative is not None:
        by = phrase.superlative
        yield from (by.word, *by.listed)
        for table in (book.superlatives, book.comparatives):
            yield from (said for said, meant in table.items() if meant == (by.measure, by.most))
    for restriction in phrase.restrictions:
        match restriction:
            case Compared(_, _, word) | Beside(word):
                yield word
            case OwnedBy(owner):
                yield from (owner, "my") if owner == "you" else (owner,)
            case Bearing():
                yield from ("same", *book.nouns.standing)
            case UsuallyAt():
                yield from book.nouns.belonging.words
    if phrase.left:
        yield from ("stay", "remain", "left", "leave", "keep")
    if phrase.apart or phrase.excluded:
        yield from book.places.different | book.places.own
    if phrase.besides:
        yield from book.nouns.rest | book.nouns.others
    if phrase.source is not None and phrase.count is None and phrase.concept is None:
        yield from book.nouns.whatever.words
    if phrase.source is not None:
        yield from book.places.being.words
    yield from (said for said, share in book.quantities.shares.items() if share == phrase.share)


def _speaking_again(request: Request) -> Iterator[str]:
    """Words for things that were spoken of before, and for others than those."""
    clauses = [{p.referent.number for p in phrases_in(clause)} - {0} for clause in request.clauses]
    if len(set[int]().union(*clauses)) < sum(map(len, clauses)):
        yield from ("same", "said", "former", "latter")
    if any(p.referent.apart for clause in request.clauses for p in phrases_in(clause)):
        yield from ("other", "second", "third", "fourth", "last", "next", "further", "remaining", "first")


def _deeds(clause: Clause, book: Phrasebook) -> Iterator[str]:
    match clause:
        case Change(_, quality, _):
            yield quality
        case SetState(_, state):
            yield _STATES[state]
        case Put(_, Place(Side.POURED, _)):
            yield "pour"
        case PutBack():
            yield "other"
            yield from book.recalling | book.originals.original | book.originals.keepers | book.nouns.contents
        case Inquire(question, _):
            yield from question.text.split()
            for table in (book.questions.lead_ins, book.questions.still, book.questions.existing):
                yield from table.words
        case Attend():
            yield from clause.text.split()
            yield from clause.verb.split()
        case TryOut():
            yield from (*book.clauses.whether.words, *book.clauses.works.words)


def _occasions(book: Phrasebook) -> Iterator[str]:
    """Words for what implies things that nobody named."""
    for table in (book.occasions, book.courses, book.kit_of):
        yield from table.words
    yield from book.table_settings.decorating.words | book.table_settings.people.words | book.kits.parts
    yield from book.kits.making.words | book.kits.needed


def _class_names(label: str, ontology: Ontology) -> Iterator[str]:
    """A label, the class that it names, and every way to say that."""
    yield label
    concept = ontology.concepts.get(ontology.class_of(label) or "")
    if concept is not None:
        yield from (form for form, _ in forms(concept))
    noun = ontology.concepts.get(ontology.names.get(label.rpartition("_")[2], ""))
    if noun is not None and "_" in label and any(ontology.is_a(noun.id, pack) for pack in _PACKS):  # a tuna_can: a tin
        yield from (form for form, _ in forms(noun))
