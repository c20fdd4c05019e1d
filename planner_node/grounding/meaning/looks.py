# SPDX-License-Identifier: Apache-2.0
"""What may be meant: looks that the scene tells of nothing of a kind ("the rusty tools"), and names that some use."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.graph.scene_graph import Node
from makedo_core.ontology.words import plural, spaced
from planner_node.grounding.scene import Scene, looks_of
from planner_node.language.things import NounPhrase


def maybe_meant(phrase: NounPhrase, scene: Scene) -> tuple[Node, ...]:
    """Things that may look as it is said of them, where none is known to; none where one is, or nothing was said.

    What is known to look otherwise is not among them: a clean towel is no dirty one.
    """
    if phrase.node_id is not None or phrase.parts or (phrase.concept is None and phrase.source is None):
        return ()
    phrase = _taken_apart(phrase, scene)
    marked = phrase.attributes & scene.book.adjectives.unmarked  # what is dirty is put down, or nothing is
    if marked or not phrase.attributes or any(True for _ in scene.objects_matching(phrase)):
        return ()
    unlike = frozenset[str]().union(*(scene.book.adjectives.unlike(look) for look in phrase.attributes))
    plain = replace(phrase, attributes=frozenset())
    unnamed = replace(plain, concept=None)
    named = (
        n for n in scene.objects if scene.matches(n, plain) or (scene.is_called(n, plain) and scene.matches(n, unnamed))
    )
    return tuple(n for n in named if unlike.isdisjoint(looks_of(n)))


def maybe_called(phrase: NounPhrase, scene: Scene) -> tuple[Node, ...]:
    """Things that some people call what a phrase says, where nothing of its class is here: a mug, for "a cup"."""
    concept, ontology = phrase.concept, scene.ontology
    if concept is None or concept not in ontology or phrase.node_id is not None or phrase.among is not None:
        return ()
    if any(scene.is_named(n, phrase) for n in scene.graph):
        return ()
    kinds = ((n, ontology.head(n.label)) for n in scene.objects if scene.matches(n, replace(phrase, concept=None)))
    return tuple(n for n, kind in kinds if kind is not None and ontology.is_perhaps(kind, concept))


def _names_kind(text: str, kind: str) -> bool:
    """Whether words name a class, in the singular or plural."""
    return any(f" {name}" in f" {text}" for name in (spaced(kind), plural(spaced(kind))))


def by_material(phrase: NounPhrase, scene: Scene) -> NounPhrase:
    """Things of no kind by what their kinds are made of: "everything made of glass", "the plastic things"."""
    of = phrase.attributes & scene.ontology.all_materials
    if not of or phrase.concept is not None or phrase.node_id is not None or phrase.parts:
        return phrase
    said = phrase.text.split()  # "wooden" says wood
    behind = [material for material in sorted(of) if not any(word.startswith(material) for word in said)]
    text = " made of ".join((phrase.text, *behind))
    return replace(phrase, text=text, attributes=phrase.attributes - of, requirements=phrase.requirements | of)


def _taken_apart(phrase: NounPhrase, scene: Scene) -> NounPhrase:
    """A class that nothing is of, and whose name is a look before that of another: "cold drinks"."""
    look, _, kind = (phrase.concept or "").partition("_")
    is_look = scene.book.adjectives.attribute(look) is not None or look.endswith("ed")
    if not kind or not is_look or kind not in scene.ontology.concepts or not _names_kind(phrase.text, kind):
        return phrase
    if any(scene.is_named(n, phrase) for n in scene.objects_named(phrase)):
        return phrase
    return replace(phrase, concept=kind, attributes=phrase.attributes | {look})
