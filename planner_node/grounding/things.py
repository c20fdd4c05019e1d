# SPDX-License-Identifier: Apache-2.0
"""Things that a phrase names, as a demand on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.known_failure import FailureKind
from makedo_core.skills import Literal, SkillCall
from planner_node.grounding.demand import Demand
from planner_node.grounding.destinations import furniture
from planner_node.grounding.missing import asked_text, bare_text
from planner_node.grounding.scene import Scene, looks_of
from planner_node.language.refusal import Refusal
from planner_node.language.request import LimitKind, Put
from planner_node.language.things import NounPhrase, Place
from planner_node.language.words import lexicon as lx


def why_not_carried(phrase: NounPhrase, scene: Scene) -> Refusal | None:
    """Why things cannot be carried, if they are not things at all."""
    fixed = scene.ontology.is_a(phrase.concept, "furniture") if phrase.concept else False
    node = scene.graph.nodes.get(phrase.node_id) if phrase.node_id else None
    named = (node,) if node is not None else scene.places(phrase) if fixed else _immovable(phrase, scene)
    if named and not any(scene.backend.is_carried(n) for n in named):
        if all(scene.ontology.is_a(n.label, "person") for n in named):
            return Refusal(FailureCause.NOT_CAPABLE, "I carry things, not people.")
        return Refusal(FailureCause.NOT_CAPABLE, f"I cannot carry {phrase.text}; it is part of the home.")
    if phrase.source is not None:
        assets = furniture(phrase.source.what, scene) if not scene.rooms(phrase.source.what) else ()
        objects = [n for n in scene.objects_named(phrase.source.what) if scene.is_named(n, phrase.source.what)]
        if isinstance(assets, Refusal) and assets.cause is not FailureCause.AMBIGUOUS and not objects:
            return assets
    return None


def _immovable(phrase: NounPhrase, scene: Scene) -> tuple[Node, ...]:
    """What a phrase names where that is no object, but part of the scene like a car."""
    things = scene.objects
    if phrase.concept is None or any(scene.is_named(n, phrase) or scene.is_called(n, phrase) for n in things):
        return ()
    named = tuple(n for n in scene.graph.of_kind(NodeKind.ASSET) if scene.is_named(n, phrase))
    if scene.ontology.is_a(phrase.concept, "grabbable"):  # a graph that takes an apple for furniture is mistaken
        holding = {scene.graph.support(thing.id) for thing in things}
        return tuple(n for n in named if n.id in holding)
    return named


def known(phrase: NounPhrase, scene: Scene) -> tuple[NounPhrase, str]:
    """The phrase without attributes that no thing of the scene graph has, and a note on that.

    Nobody puts down which towels are used: if one was meant and nothing is marked, all are.
    """
    unmarked = scene.book.adjectives.unmarked
    unknown = phrase.attributes & unmarked
    if not unknown or any(True for _ in scene.objects_matching(phrase)):
        return phrase, ""
    plain = replace(phrase, attributes=phrase.attributes - unknown)
    if any(n.attributes & unmarked for n in scene.objects) or not any(True for _ in scene.objects_matching(plain)):
        return phrase, ""
    told = enumerate_words(sorted(unknown))
    return plain, f"nothing tells which of them are {told}, so that {bare_text(phrase)} may be any"


def demand_of(spoken_of: NounPhrase, scene: Scene, literals: tuple[Literal, ...], place: Place | None) -> Demand:
    """Things that are to satisfy one of some literals; `place`: where they are to go, if it is about a place."""
    phrase, note = known(spoken_of, scene)
    wanted = tuple(node.id for node in _carried(phrase, scene))
    wanted = _nearest_in_kind(phrase, wanted, scene)
    targets = {literal.terms[-1] for literal in literals}
    if phrase.count != 1:
        wanted = tuple(w for w in wanted if w not in targets)
    lost = _lost_on_the_way(phrase, scene) if wanted else ()
    count = len(wanted) + len(lost) if phrase.count is None else phrase.count
    return Demand(asked_text(spoken_of), count, wanted, literals, phrase, place, note=note)


def _lost_on_the_way(phrase: NounPhrase, scene: Scene) -> tuple[Node, ...]:
    """What belongs to all that was asked for and was looked for in vain meanwhile: without it, it is not all."""
    missing = {f.node_id for f in scene.known_failures if f.kind is FailureKind.MISSING}
    nodes = (scene.graph[i] for i in sorted(missing) if i in scene.graph)
    return tuple(n for n in nodes if n.kind is NodeKind.OBJECT and scene.matches(n, phrase))


def _carried(phrase: NounPhrase, scene: Scene) -> Iterable[Node]:
    """Objects that match; and furniture, if it is spoken of and can be moved. No other group takes it along."""
    names_furniture = phrase.concept is not None and scene.ontology.is_a(phrase.concept, "furniture")
    takes_furniture = names_furniture or phrase.node_id is not None
    fixed = frozenset[str]() if takes_furniture else scene.furniture_labels
    yield from (node for node in scene.objects_matching(phrase) if node.label not in fixed)
    if phrase.concept is not None or phrase.node_id is not None:
        assets = scene.assets_named(phrase)
        yield from (n for n in assets if scene.backend.is_carried(n) and scene.matches(n, phrase))


def _noun_said(phrase: NounPhrase, scene: Scene) -> list[str]:
    """The noun of a phrase; of "one", "the other" or "another one" that of what was named before."""
    said = phrase.text.lower().split()[-1:]
    if not said or said[0] not in lx.ONES | lx.NUMBERS.keys() | {"other", "another", "others"}:
        return said
    clauses = scene.request.clauses if scene.request is not None else ()
    named = (p for c in clauses if isinstance(c, Put) for p in c.what if p.referent.number in phrase.referent.apart)
    return next((p.text.lower().split()[-1:] for p in named if p.concept == phrase.concept), said)


def _by_looks_out(phrase: NounPhrase, scene: Scene) -> list[NounPhrase]:
    """What is not to be taken, where its looks tell it from others of its class: no dirty mug."""
    limits = scene.request.limits if scene.request is not None else ()
    out = (*phrase.excluded, *(limit.what for limit in limits if limit.kind is LimitKind.LEFT_ALONE))
    return [p for p in out if p.attributes and p.concept is not None]


def _may_be_ruled_out(node: Node, out: Sequence[NounPhrase], scene: Scene) -> bool:
    """Whether nothing tells that a thing does not look as what is not to be taken: a mug that may be clean."""
    unlike, looks = scene.book.adjectives.unlike, looks_of(node)
    return any(
        scene.is_of(node, p.concept or "") and not any(unlike(look) & looks for look in p.attributes) for p in out
    )


def _nearest_in_kind(phrase: NounPhrase, wanted: tuple[str, ...], scene: Scene) -> tuple[str, ...]:
    """Of things of which some will do, those that are what was said for sure: an eraser, not a whiteboard_eraser."""
    if phrase.count is None or phrase.concept is None or phrase.node_id is not None:
        return wanted
    nodes = [scene.graph[w] for w in wanted]
    said = _noun_said(phrase, scene)
    out = _by_looks_out(phrase, scene)
    labels = {n.label for n in nodes}
    called = scene.labels_called_so(phrase)
    # "some paper" is of the paper stack, and no newspaper
    saying = {x for x in labels if set(x.split("_")) & set(said)}
    known_kinds = {x for x in labels if scene.ontology.class_of(x) is not None}
    ranks: list[Callable[[Node], bool]] = [
        lambda n: n.label in called,
        lambda n: not out or not _may_be_ruled_out(n, out, scene),
        lambda n: n.label in saying,
        lambda n: n.label in known_kinds,
        lambda n: n.label == phrase.concept or n.label in saying,
    ]
    for rank in ranks:
        better = [n for n in nodes if rank(n)]
        nodes = better if len(better) >= phrase.count else nodes
    return tuple(n.id for n in nodes)


def is_any(demand: Demand) -> bool:
    """Whether any so many things are asked for, and not certain ones or all of a kind: "two plates"."""
    phrase = demand.phrase
    if phrase is None or phrase.node_id is not None:
        return False
    counted = phrase.count is not None and not phrase.each and not phrase.definite
    return counted and phrase.text.partition(" ")[0].lower() not in lx.DEFINITE


def soiled_unasked(demand: Demand, scene: Scene, place: str) -> frozenset[str]:
    """Things that are dirty or spoilt where nobody asked for such: whoever sets a table wants clean plates.

    Only what is brought to people, or to where they eat and work, is for use.
    """
    marks = _soiling(demand, scene, place)
    return frozenset(w for w in demand.wanted if scene.graph[w].attributes & marks) if marks else frozenset()


def _soiling(demand: Demand, scene: Scene, place: str) -> frozenset[str]:
    """Looks that what is brought to a place is not to have, for nobody asked for such."""
    node = scene.graph.nodes.get(place)
    if node is None or not any(scene.ontology.is_a(node.label, kind) for kind in ("worktop", "seat", "bed", "person")):
        return frozenset()
    words = scene.book.adjectives
    return (words.soiled | words.spoilt) - (demand.phrase.attributes if demand.phrase is not None else frozenset())


def taken_soiled(demands: Sequence[Demand], calls: Sequence[SkillCall], scene: Scene) -> Iterator[tuple[str, str]]:
    """Things that a plan brings though they are dirty, for there is nothing else: their ids, and how they are."""
    words = scene.book.adjectives
    for call in calls:
        if call.skill not in ("hand_over", "put_on") or len(call.arguments) < 2:
            continue
        thing, place = call.arguments[:2]
        for demand in filter(is_any, demands):
            if thing in demand.wanted and scene.graph[thing].attributes & _soiling(demand, scene, place):
                yield thing, min(scene.graph[thing].attributes & (words.soiled | words.spoilt))
                break
