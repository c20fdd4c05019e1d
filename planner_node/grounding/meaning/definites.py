# SPDX-License-Identifier: Apache-2.0
"""Certain things that people speak of, where the scene has more than were said: "the two bottles" of three, "the box".

Whoever says "the" knows which one is meant. Where the scene does not tell, and what is taken matters to people, it is
asked: things of other kinds that the word fits equally, things at other places or with other looks than as many as were
counted, and a thing that is to go where one of its kind is already, unless but one is elsewhere. Of things that nobody
can tell apart any will do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, number_word, spoken
from makedo_core.graph.scene_graph import Node
from planner_node.grounding.meaning.doubts import asked
from planner_node.grounding.scene import Scene, looks_of
from planner_node.language.request import Clause, Hold, Put
from planner_node.language.things import NounPhrase, Place, Referent
from planner_node.language.words import lexicon as lx

_CERTAIN = lx.DEFINITE | {"both"}


class Certain:
    """Asks which things are meant by phrases that speak of certain ones.

    Attributes:
        scene: that has them.
        notes: what was taken for granted.
    """

    def __init__(self, scene: Scene) -> None:
        """Begin with nothing that was spoken of."""
        self.scene = scene
        self.notes: list[str] = []
        self._before: list[Referent] = []

    def check(self, clause: Clause) -> Clause:
        """The clause, where it tells which things it is about; what it names is known from then on.

        Raises:
            AskedError: with the question.
        """
        things = clause.what if isinstance(clause, Put) else (clause.what,) if isinstance(clause, Hold) else ()
        found: list[NounPhrase] = []
        for phrase in things:
            found.append(phrase)
            new = not any(phrase.referent.shares(other) for other in self._before)
            if new and (whole := _whole_of(phrase)) is not None:
                self._check(whole, None)
            elif new and _is_certain(phrase):
                found[-1] = self._check(phrase, clause.place if isinstance(clause, Put) else None)
        self._before += [phrase.referent for phrase in things]
        is_other = isinstance(clause, Put) and any(new is not old for new, old in zip(found, things, strict=True))
        return replace(clause, what=tuple(found)) if isinstance(clause, Put) and is_other else clause

    def _check(self, phrase: NounPhrase, place: Place | None) -> NounPhrase:
        nodes, count = self._called_so(phrase), phrase.count or 0
        if place is not None and len(nodes) <= count:
            others = [n for n in self._fitting(phrase) if n not in nodes]
            if all(self._is_there(n, place) for n in nodes):
                nodes = (*nodes, *others)  # nobody asks for what is there: "the mug" may be the tea mug elsewhere
            elif any(self._is_there(n, place) for n in others):
                self.notes.append(f"I take '{phrase.text}' for {enumerate_words(spoken(n.id) for n in nodes)}")
                return replace(phrase, among=frozenset(n.id for n in nodes))
        if len(nodes) <= count:
            return phrase
        there = [] if place is None else [n for n in nodes if self._is_there(n, place)]
        message = ""
        if count > 1:
            if len({self._told_by(n) for n in nodes}) > 1:
                message = f"You speak of {number_word(count)}, and I know of {number_word(len(nodes))}."
        elif there and len(there) < len(nodes):
            is_there = f"{enumerate_words(spoken(n.id) for n in there)} {'are' if len(there) > 1 else 'is'}"
            message = f"{is_there[0].upper()}{is_there[1:]} there already."
            elsewhere = [n for n in nodes if n not in there]
            if len(elsewhere) == 1 and len({n.label for n in nodes}) == 1:
                self.notes.append(f"{is_there} there already, so I take '{phrase.text}' for {spoken(elsewhere[0].id)}")
                return replace(phrase, among=frozenset({elsewhere[0].id}))
        elif len({_kind(node) for node in nodes}) < 2:
            return phrase
        if message or count == 1:
            ids = [n.id for n in nodes]
            names = enumerate_words(map(spoken, ids), "and" if count > 1 else "or")
            which = f"Which {number_word(count)} are" if count > 1 else "Which one is"
            question = f"{message} {which} meant by '{phrase.text}': {names}?".strip()
            raise asked(FailureCause.AMBIGUOUS, question, ids, phrase.text)
        return phrase

    def _called_so(self, phrase: NounPhrase) -> tuple[Node, ...]:
        """What a phrase fits; those that are called just so before those of a narrower kind, a coffee cup."""
        nodes = self._fitting(phrase)
        exactly = _called_just_so(nodes, phrase)
        return exactly if len(exactly) >= (phrase.count or 0) else nodes

    def _fitting(self, phrase: NounPhrase) -> tuple[Node, ...]:
        """What a phrase fits, by its class or its name."""
        unnamed = replace(phrase, concept=None)
        return tuple(
            n
            for n in self.scene.objects
            if self.scene.matches(n, phrase) or (self.scene.is_called(n, phrase) and self.scene.matches(n, unnamed))
        )

    def _is_there(self, node: Node, place: Place) -> bool:
        """Whether a thing rests at the only place that is named, or is in the only room."""
        rooms = tuple(self.scene.rooms(place.what))
        if rooms:
            return len(rooms) == 1 and self.scene.graph.room_of(node.id) == rooms[0].id
        nodes = tuple(self.scene.places(place.what))
        meant = _called_just_so(nodes, place.what) or nodes
        return len(meant) == 1 and self.scene.graph.support(node.id) == meant[0].id

    def _told_by(self, node: Node) -> tuple[str, frozenset[str], str | None]:
        """What people tell a thing by: what it is, how it looks, and where it is."""
        return node.label, looks_of(node), self.scene.graph.support(node.id)


def _kind(node: Node) -> str:
    """What kind of thing it is, as far as its id says: cherry_pie_1 and apple_pie_1 are two kinds of pies."""
    stem = node.id.rstrip("0123456789").rstrip("_")
    return stem if stem.endswith(f"_{node.label}") else node.label


def _called_just_so(nodes: Sequence[Node], phrase: NounPhrase) -> tuple[Node, ...]:
    """Those of them that the phrase names by what they are: a shelf before a test tube rack."""
    said = f" {phrase.text.lower()} "
    exactly = tuple(n for n in nodes if f" {n.label.replace('_', ' ')} " in said)
    return tuple(n for n in exactly if not any(o.label.endswith(f"_{n.label}") for o in exactly))


def _whole_of(phrase: NounPhrase) -> NounPhrase | None:
    """The certain things of which so many are meant: "the two plates" of "one of the two plates"; None: of none."""
    words = phrase.text.lower().split()
    of = words.index("of") if "of" in words[1:3] else 0
    told = words[of + 1 : of + 2]
    number = lx.NUMBERS.get(words[of + 2]) if of and told and told[0] in lx.DEFINITE and len(words) > of + 3 else None
    if number is None or phrase.count is None or phrase.concept is None or number < phrase.count:
        return None
    return replace(phrase, text=" ".join(words[of + 1 :]), count=number, referent=Referent())


def _is_certain(phrase: NounPhrase) -> bool:
    """Whether so many certain things are meant, of a kind, and nothing says which of all of them."""
    words: Sequence[str] = phrase.text.lower().split()
    told = phrase.node_id or phrase.superlative or phrase.share or phrase.left or phrase.besides or phrase.implied
    counted = phrase.count is not None and phrase.concept is not None and not phrase.or_fewer
    ranked = any(word in lx.ORDINALS for word in words)
    return counted and not told and not ranked and bool(words) and words[0] in _CERTAIN
