# SPDX-License-Identifier: Apache-2.0
"""What a scene does not tell: a question, or, with nobody to ask, a note."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, number_word, spoken
from makedo_core.graph.scene_graph import Node
from planner_node.grounding.meaning.looks import maybe_meant
from planner_node.grounding.missing import bare_text
from planner_node.grounding.scene import Scene, says_label
from planner_node.language.refusal import Gap, Refusal
from planner_node.language.things import NounPhrase, Superlative

_SHOWN = 8  # things that a question names


class AskedError(Exception):
    """Leaves the resolving of phrases with a question or the reason why nothing is meant."""

    def __init__(self, refusal: Refusal) -> None:
        """Hold the refusal."""
        super().__init__(refusal.message)
        self.refusal = refusal


def asked(
    cause: FailureCause, message: str, candidates: Sequence[str] = (), about: str = "", tells: str = ""
) -> AskedError:
    """A question; `about`: the words in whose place the answer stands; `tells`: what it tells, as in `Gap`."""
    gap = Gap(QuestionKind.WHICH, about, tells=tells) if about and cause is FailureCause.AMBIGUOUS else None
    return AskedError(Refusal(cause, message, tuple(candidates), gap=gap))


def which_are_meant(said: str, ids: Sequence[str], is_one: bool) -> str:
    """The question which of several things some words mean."""
    one, meant = ("one", "is meant") if is_one else ("ones", "are meant")
    return f"I cannot tell which {one} {meant} by '{said}': {shown_of(ids)}?"


def shown_of(ids: Sequence[str]) -> str:
    """The first of several things, and how many more there are."""
    more = [f"{len(ids) - _SHOWN} more"] if len(ids) > _SHOWN else []
    return enumerate_words([*map(spoken, ids[:_SHOWN]), *more], "or")


class Doubts:
    """Asks what a scene does not tell, or notes it.

    Attributes:
        notes: what was not told, and how it was taken.
    """

    def __init__(self, scene: Scene) -> None:
        """Begin without notes."""
        self.scene = scene
        self.notes: list[str] = []

    def told_apart(self, phrase: NounPhrase, nodes: tuple[Node, ...], what: str, tells: str = "") -> tuple[Node, ...]:
        """All of some things, if there is but one or nobody to ask; else the question which of them is so.

        Args:
            phrase: that names them.
            nodes: the things.
            what: what is not known of them, behind their name.
            tells: what an answer tells that holds from then on, as in `Gap`; empty: nothing.
        """
        nodes = tuple(node for node in nodes if says_label(phrase, node.label)) or nodes
        if len(nodes) < 2:
            if nodes:
                self.notes.append(f"nothing tells whether {spoken(nodes[0].id)} {what}; there is no other")
            return nodes
        if self.scene.asks:
            ids = [n.id for n in nodes]
            names = shown_of(ids)
            message = f"Nothing tells which {self.kind(phrase)} {what}. Which one is meant: {names}?"
            raise asked(FailureCause.AMBIGUOUS, message, ids, phrase.text, tells)
        self.notes.append(f"nothing tells which {self.kind(phrase)} {what}; any will do")
        return nodes

    def counted_off(self, phrase: NounPhrase, nodes: tuple[Node, ...], by: Superlative) -> tuple[Node, ...]:
        """Which of several things are "the second", "the last two": a question; with nobody to ask, any, and a note."""
        ids, count = [n.id for n in nodes], phrase.count or 1
        if self.scene.asks:
            few = "There is only one. " if len(nodes) == 1 else f"There are only {number_word(len(nodes))}. "
            lacking = few if by.rank > len(nodes) else ""
            which = "Which one is" if count == 1 else f"Which {number_word(count)} are"
            message = f"{lacking}Nothing tells in which order they are counted. {which} meant by '{phrase.text}': "
            raise asked(FailureCause.AMBIGUOUS, f"{message}{shown_of(ids)}?", ids, phrase.text)
        self.notes.append(f"nothing tells which {self.kind(phrase)} is {by.word}; any will do")
        return nodes

    def told_by_look(self, phrase: NounPhrase, is_thrown_away: bool) -> NounPhrase:
        """A phrase, or what alone can be meant by it; a question where nothing tells which of several looks so.

        For one that is not called "the", any will do that is not known to look otherwise. Nothing is thrown away for a
        look that nobody knows it to have.
        """
        nodes = maybe_meant(phrase, self.scene) if phrase.definite or phrase.count is None else ()
        ids, said = [n.id for n in nodes], bare_text(phrase)
        if len(nodes) > 1:
            message = which_are_meant(phrase.text if said in phrase.text else said, ids, phrase.count == 1)
            raise asked(FailureCause.AMBIGUOUS, message, ids, phrase.text)
        if not nodes or phrase.count == 1 or is_thrown_away:
            return phrase
        self.notes.append(f"nothing tells whether {spoken(ids[0])} is meant by '{phrase.text}'; there is no other")
        return replace(phrase, concept=nodes[0].label, attributes=frozenset(), among=frozenset(ids))

    def kind(self, phrase: NounPhrase) -> str:
        """What things are called without what was said of them."""
        return "thing" if phrase.concept is None else phrase.concept.replace("_", " ")
