# SPDX-License-Identifier: Apache-2.0
"""Goal shifting: what may stand in for what was asked, at which cost, and what must not, and why.

Two things may stand in for each other within a functional class of the ontology; its breadth is the cost.
What was required ("for kids") and excluded ("not the wine") holds for a substitute as well, and a substitute
never brings a hazard that was not asked for: no wine for juice, no knife for a fork. Looks ("red") and origin
("from the shelf") may be given up, each at a cost; a condition ("clean") may not where the contrary is known. Where an
operator set a similarity, the meaning of the names decides between what is equally good, and nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from makedo_core.goals.goal_text import enumerate_words
from makedo_core.graph.scene_graph import Node
from makedo_core.ontology import Ontology
from makedo_core.ontology.similarity import likeness, ties_broken
from makedo_core.ontology.taxonomy import FunctionalClass
from planner_node.claims.wording.lists import word_lists
from planner_node.grounding.demand import Demand
from planner_node.grounding.missing import ruled_out
from planner_node.grounding.scene import KID_SAFE, NON_ALCOHOLIC, Scene, looks_of
from planner_node.language.things import NounPhrase, Side

ATTRIBUTE_COST = 0.5
SOURCE_COST = 0.75
OTHER_NODE_COST = 0.5  # another one of the same class than the one that was named

_REQUIREMENT_WORDS = {KID_SAFE: "safe for kids", NON_ALCOHOLIC: "free of alcohol"}


@dataclass(frozen=True, slots=True)
class Substitute:
    """A thing that may stand in.

    Attributes:
        node_id: the thing.
        cost: how far it is from what was asked for; above 0.
        shared: functional class that makes it acceptable; empty if it is of the class that was asked for and
            only looks or origin differ.
        given_up: what was said and does not hold for it, in plain words.
        likeness: of its name to what was asked for; None: it was not asked for, as there is no tie to break.
        contrary: whether it is known to look otherwise than was said; such a thing comes behind those of which nobody
            knows.
    """

    node_id: str
    cost: float
    shared: str = ""
    given_up: tuple[str, ...] = ()
    likeness: float | None = None
    contrary: bool = False

    @property
    def tie(self) -> tuple[float, str]:
        """What substitutes that are equally good have in common: the cost and the functional class."""
        return (self.cost, self.shared)


@dataclass(frozen=True, slots=True)
class Rejected:
    """A thing that would serve the same use and must not be taken, and why."""

    label: str
    reason: str
    breadth: float  # of the narrowest functional class that it shares with what was asked for


def substitutes(demand: Demand, scene: Scene) -> tuple[Substitute, ...]:
    """Everything that may stand in for what a demand wants, cheapest first.

    What lay at the place before is no help, unless it was brought there for this instruction, or may be what was asked
    for, where only its looks are not known. Nothing stands in for what is thrown away or taken off something, nor for
    what is there and is not to be taken.
    """
    phrase = demand.phrase
    if phrase is None or phrase.concept is None or phrase.count is None or _is_thrown_away(demand, scene):
        return ()
    if not demand.wanted and (ruled_out(phrase, scene) or _is_taken_off(phrase)):
        return ()
    wanted = set(demand.wanted)
    places = {literal.terms[-1] for literal in demand.literals}
    found = []
    told_apart = phrase.definite and phrase.attributes  # "the wet towel" is one of the towels, if there are any
    only_asked = told_apart and any(scene.ontology.is_a(label, phrase.concept) for label in scene.by_label)
    for label, nodes in scene.by_label.items():
        is_asked = scene.ontology.is_a(label, phrase.concept)
        if only_asked and not is_asked:
            continue
        common = None if is_asked else scene.ontology.functional_class(phrase.concept, label)
        if (not is_asked and common is None) or not acceptable(phrase.concept, label, phrase.requirements, scene):
            continue
        for node in nodes:
            there = scene.graph.support(node.id) in places and node.id not in scene.already
            if node.id not in wanted and (not there or (is_asked and _may_be_it(node, phrase))):
                substitute = _substitute(node, phrase, common, scene)
                if substitute is not None:
                    found.append(substitute)
    return tuple(sorted(found, key=lambda s: (s.cost, s.node_id)))


def _may_be_it(node: Node, phrase: NounPhrase) -> bool:
    """Whether a thing of the class that was asked for only is not known to look as was said."""
    unknown = phrase.attributes - looks_of(node)
    return bool(unknown) and phrase.source is None and not any(_otherwise(node, attribute) for attribute in unknown)


def _is_taken_off(phrase: NounPhrase) -> bool:
    """Whether what is on some furniture is to be taken off it: "take the beer off the table"."""
    return phrase.only_there and phrase.source is not None and phrase.source.side is Side.ON


def _is_thrown_away(demand: Demand, scene: Scene) -> bool:
    """Whether things go into a bin."""
    concept = demand.place.what.concept if demand.place is not None else None
    return concept is not None and scene.ontology.is_a(concept, "bin")


def _substitute(node: Node, phrase: NounPhrase, common: FunctionalClass | None, scene: Scene) -> Substitute | None:
    """A node of a class that may stand in (`common`: the functional class shared; None: it is of the class asked)."""
    looks = scene.book.adjectives
    unfit = looks.spoilt | (looks.soiled if common is not None else frozenset())
    if (node.attributes & unfit) - phrase.attributes or not scene.allowed(node, phrase):
        return None  # nobody who asks for a pear is helped by a rotten banana, nor with paper plates by a dirty plate
    cost, shared, given_up = 0.0, "", []
    if common is not None:
        cost, shared = common.breadth, common.id
    elif phrase.node_id is not None:
        cost += OTHER_NODE_COST
        given_up.append(f"it is not {phrase.text}")
    others = {attribute: _otherwise(node, attribute) for attribute in sorted(phrase.attributes - looks_of(node))}
    if any(known and attribute in word_lists().conditions for attribute, known in others.items()):
        return None
    for attribute, known in others.items():
        cost += ATTRIBUTE_COST
        given_up.append(f"it is {known}" if known else f"it is not known to be {attribute}")
    if phrase.source is not None and not scene.is_at(node, phrase.source):
        cost += SOURCE_COST
        given_up.append(f"it is not {str(phrase.source).replace('to ', 'at ', 1)}")
    contrary = any(others.values())
    return Substitute(node.id, cost, shared, tuple(given_up), contrary=contrary) if cost > 0 else None


def _otherwise(node: Node, attribute: str) -> str:
    """What a thing is known to be instead of a look, where one rules out the other; empty: nothing is known."""
    contrary = (word_lists().contrasting(attribute) - {attribute}) & looks_of(node)
    return enumerate_words(sorted(contrary))


def most_alike_first(found: Sequence[Substitute], asked: str, scene: Scene) -> tuple[Substitute, ...]:
    """The same substitutes; those of one cost and functional class, where they differ in kind, in order of their names.

    Args:
        found: in their order so far, which stands between those that are equally alike.
        asked: the class that was asked for.
        scene: with the similarity; without one nothing changes.
    """
    if scene.similarity is None:
        return tuple(found)
    kinds: dict[tuple[float, str], set[str]] = {}
    for substitute in found:
        kinds.setdefault(substitute.tie, set()).add(_class_of(substitute, scene))
    tied = {tie for tie, classes in kinds.items() if tie[1] and len(classes) > 1}
    like = {c: likeness(scene.similarity, asked, c) for c in sorted({c for tie in tied for c in kinds[tie]})}
    ranked = [replace(s, likeness=like[_class_of(s, scene)]) if s.tie in tied else s for s in found]
    return ties_broken(ranked, lambda s: s.tie, lambda s: s.likeness or 0.0)


def _class_of(substitute: Substitute, scene: Scene) -> str:
    label = scene.graph[substitute.node_id].label
    return scene.ontology.class_of(label) or label


def acceptable(asked: str, instead: str, requirements: frozenset[str], scene_or_ontology: Scene | Ontology) -> bool:
    """Whether a class may stand in for another as far as safety goes."""
    ontology = scene_or_ontology.ontology if isinstance(scene_or_ontology, Scene) else scene_or_ontology
    if ontology.new_hazards(asked, instead):
        return False
    return KID_SAFE not in requirements or ontology.kid_safe(instead)


def rejected(demand: Demand, scene: Scene, rivals: Collection[str] = ()) -> tuple[Rejected, ...]:
    """Classes of things at hand that share a functional class with what was asked and must not be taken.

    Args:
        demand: what was asked.
        scene: where it was asked.
        rivals: ids of what other demands want; these are passed over.
    """
    phrase = demand.phrase
    if phrase is None or phrase.concept is None:
        return ()
    found: dict[str, Rejected] = {}
    told = ruled_out(phrase, scene)
    for node in scene.objects:
        common = scene.ontology.functional_class(phrase.concept, node.label)
        if common is None or node.id in demand.wanted or node.id in rivals or node.label in found or node in told:
            continue
        reason = why_not_taken(node, phrase, phrase.concept, scene)
        if reason:
            found[node.label] = Rejected(node.label, reason, common.breadth)
    return tuple(sorted(found.values(), key=lambda r: (r.breadth, r.label)))


def why_not_taken(node: Node, phrase: NounPhrase, asked: str, scene: Scene) -> str:
    """Why a thing must not be taken for a class; empty if it may be."""
    hazards = scene.ontology.hazards(node.label)
    if not acceptable(asked, node.label, phrase.requirements, scene):
        words = enumerate_words(h.replace("_", " ") for h in sorted(hazards))
        if words:
            kids = " and not for kids" if KID_SAFE in phrase.requirements else ""
            return f"it is {words}{kids}"
        return "it is not known to be safe for kids"
    conditions = sorted(phrase.attributes & word_lists().conditions)
    known = next((k for a in conditions if a not in looks_of(node) and (k := _otherwise(node, a))), "")
    if known:
        return f"it is {known}"
    if not scene.allowed(node, phrase):
        failing = [r for r in sorted(phrase.requirements) if not scene.meets(node, r)]
        if failing:
            return f"it is not {enumerate_words(_REQUIREMENT_WORDS.get(r, r) for r in failing)}"
        return "the instruction rules it out"
    return ""


def requirement_words(phrase: NounPhrase) -> str:
    """What must hold in any case: "safe for kids"."""
    return enumerate_words(_REQUIREMENT_WORDS.get(r, r) for r in sorted(phrase.requirements))
