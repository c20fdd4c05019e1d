# SPDX-License-Identifier: Apache-2.0
"""Where things of the scene stand towards a group that was asked for: in, out or in doubt, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from makedo_core.account import ClaimReason
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.ontology import Ontology
from makedo_core.ontology.membership import Belongs, Membership, Memberships, MembershipSource
from makedo_core.ontology.words import spaced
from planner_node.claims.wording.lists import WordLists
from planner_node.claims.wording.tokens import tokens
from planner_node.grounding.scene import Scene, looks_of
from planner_node.language.request import LimitKind
from planner_node.language.things import Bearing, NounPhrase, OwnedBy, Place

_GROUP_OF = {"edible": "food", "drinkable": "drink"}
"""Qualities by the group whose members have them."""


@dataclass(frozen=True, slots=True)
class Member:
    """A thing that may belong to a group.

    Attributes:
        node: the thing.
        belongs: surely, surely not, perhaps.
        reason: why it is out or in doubt.
        of: other words than those of the group, that the reason is about.
    """

    node: Node
    belongs: Belongs
    reason: ClaimReason = ClaimReason.SAID
    of: str = ""


@dataclass(frozen=True)
class Groups:
    """Classifies the things of one scene."""

    scene: Scene
    memberships: Memberships
    lists: WordLists
    known: dict[tuple[str, str], tuple[Belongs, ClaimReason]] = field(default_factory=dict)

    def members(self, phrase: NounPhrase) -> Iterator[Member]:
        """Everything of the scene that is of the class of a phrase, or may be; what surely is not is passed over."""
        for node in self.scene.graph:
            yield from self.member(node, phrase)

    def member(self, node: Node, phrase: NounPhrase) -> Iterator[Member]:
        """How a node stands towards a phrase; nothing if it surely is not of the class."""
        kind = self.of_class(node, phrase)
        if kind.belongs is not Belongs.OUT:
            yield self._standing(node, phrase, kind, node in self.scene.lost)

    def count(self, phrase: NounPhrase) -> int:
        """How many things of the scene a phrase fits."""
        return sum(member.belongs is not Belongs.OUT for member in self.members(phrase))

    def of_class(self, node: Node, phrase: NounPhrase) -> Member:
        """Whether a node is of the class that a phrase names, by everybody's word."""
        if phrase.node_id is not None:
            return Member(node, Belongs.IN if node.id == phrase.node_id else Belongs.OUT)
        if phrase.among is not None and not self._may_be_one_of_the_others(node, phrase):
            return Member(node, Belongs.IN if node.id in phrase.among else Belongs.OUT)
        if phrase.parts:
            return next(
                (m for part in phrase.parts if (m := self.of_class(node, part)).belongs is not Belongs.OUT),
                Member(node, Belongs.OUT),
            )
        if phrase.concept is None:
            return Member(node, Belongs.IN if node.kind is NodeKind.OBJECT else Belongs.OUT)
        if node.kind is NodeKind.AGENT:
            return Member(node, Belongs.OUT)
        key = (node.label, phrase.concept)
        if key not in self.known:
            self.known[key] = self._of_label(node, phrase, phrase.concept)
        belongs, reason = self.known[key]
        return Member(node, belongs, reason) if belongs is Belongs.IN else self._by_looks(node, phrase, belongs, reason)

    def _by_looks(self, node: Node, phrase: NounPhrase, belongs: Belongs, reason: ClaimReason) -> Member:
        """Whether a look makes a thing a member, or perhaps: a rotten banana is waste, an old newspaper may be."""
        concept = phrase.concept or ""
        if node.kind is not NodeKind.OBJECT or belongs is Belongs.DOUBT or self._is_of_people(concept):
            return Member(node, belongs, reason)
        told = [self.memberships.of(f"{look} {node.label}", concept) for look in sorted(looks_of(node))]
        if any(t.belongs is Belongs.IN and self.scene.is_of(node, concept) for t in told):
            return Member(node, Belongs.IN)
        group = self.memberships.ontology.class_of(concept)
        perhaps = any(t.belongs is Belongs.DOUBT and t.path[1:] == (group,) for t in told)  # by the look alone
        return Member(node, Belongs.DOUBT, ClaimReason.LIKENESS) if perhaps else Member(node, belongs, reason)

    def _is_of_people(self, concept: str) -> bool:
        """Whether a class is of people: a blue jacket is no bluejacket."""
        return self.memberships.ontology.is_a(concept, "person")

    def _may_be_one_of_the_others(self, node: Node, phrase: NounPhrase) -> bool:
        """Whether a thing is none of those that are meant for sure, but may be one of "the others", or of "mine"."""
        plain = replace(phrase, among=None, besides=())
        named = [b for b in phrase.besides if b.definite or b.count is None or b.concept != phrase.concept]
        named_before = any(self.of_class(node, b).belongs is not Belongs.OUT for b in named)  # not "one" of them
        doubtful = self.of_class(node, plain).belongs is Belongs.DOUBT
        owned = any(isinstance(r, OwnedBy) for r in phrase.restrictions) and node.id not in (phrase.among or ())
        told = phrase.besides or owned
        return bool(told) and phrase.superlative is None and doubtful and not named_before

    def _of_label(self, node: Node, phrase: NounPhrase, concept: str) -> tuple[Belongs, ClaimReason]:
        """Whether nodes with a label are of a class, and on what account that is in doubt."""
        if self.scene.tells_apart(concept):
            return (Belongs.IN if node.label == concept else Belongs.OUT), ClaimReason.SAID
        told = self.memberships.of(node.label, concept)
        if told.belongs is Belongs.IN:
            if self.is_called_otherwise(node, phrase):
                return Belongs.DOUBT, ClaimReason.LIKENESS
            by_name = told.source is MembershipSource.LABEL and not self._only_looks(node.label, concept)
            by_name &= node.kind is not NodeKind.ASSET  # a lab bench is a bench, though a tuna can may be no can
            by_name &= not self._holds_a_drink(node.label)
            return (Belongs.DOUBT, ClaimReason.NAME) if by_name else (Belongs.IN, ClaimReason.SAID)
        if self.scene.is_called(node, phrase):
            return Belongs.DOUBT, ClaimReason.NAME
        likely = node.kind is NodeKind.OBJECT and _is_likely(told, self.memberships.ontology)
        likely = likely and not self._is_known_kind(concept)
        return (Belongs.DOUBT if likely else Belongs.OUT), ClaimReason.LIKENESS

    def _holds_a_drink(self, label: str) -> bool:
        """Whether a label names what a drink is sold in: a rum bottle is a bottle, an egg cup may be no cup."""
        content, _, _ = spaced(label).rpartition(" ")
        return bool(content) and self.memberships.of(content, "drink").belongs is Belongs.IN

    def is_called_otherwise(self, node: Node, phrase: NounPhrase) -> bool:
        """Whether other things say on their label what the instruction calls the class, and a node does not."""
        labels = self.scene.labels_called_so(phrase)
        return bool(labels) and node.label not in labels

    def _is_known_kind(self, concept: str) -> bool:
        """Whether a group is furniture, or what things here are labelled: what is labelled otherwise is none of it."""
        ontology = self.memberships.ontology
        if ontology.class_of(concept) is not None:
            return ontology.is_a(concept, "furniture")
        return concept in self.scene.by_label or ontology.is_a(concept, "furniture")

    def _standing(self, node: Node, phrase: NounPhrase, kind: Member, is_lost: bool) -> Member:
        """With what else the phrase says of its things: first what rules a thing out, then what is in doubt."""
        barred = self._excluded(node, phrase)
        if barred is not None and barred.belongs is Belongs.OUT:
            return barred
        failing = [r for r in phrase.requirements if not self.scene.meets(node, r)]
        if failing or self.scene.is_used_up(node, phrase):
            if not failing or not all(self._may_meet(node, requirement) for requirement in failing):
                return Member(node, Belongs.OUT, ClaimReason.ATTRIBUTE)
            barred = barred or Member(node, Belongs.DOUBT, ClaimReason.LIKENESS)
        known = node.attributes | {str(s) for s in node.states}
        unknown = phrase.attributes - known
        if any(known & self.lists.contrasting(attribute) for attribute in unknown):
            return Member(node, Belongs.OUT, ClaimReason.ATTRIBUTE)
        is_lost = is_lost and node.kind is NodeKind.OBJECT
        placed = phrase.source is not None and node.id not in self.scene.already and not is_lost
        if placed and phrase.source is not None and not self.scene.is_at(node, phrase.source):
            return Member(node, Belongs.OUT, ClaimReason.ELSEWHERE)
        if is_lost:
            return Member(node, Belongs.DOUBT, ClaimReason.UNPLACED)
        if unknown:
            return Member(node, Belongs.DOUBT, ClaimReason.ATTRIBUTE_UNKNOWN)
        return barred or kind

    def bears(self, node: Node, by: Bearing) -> bool:
        """Whether furniture has something on or in it that is, or may be, what is said of it; or surely lacks it."""
        graph = self.scene.graph
        there = [self.of_class(graph[n], by.what).belongs for n in graph.contents(node.id)]
        if by.is_lacking:
            return Belongs.IN not in there
        return any(belongs is not Belongs.OUT for belongs in there)

    def _may_meet(self, node: Node, requirement: str) -> bool:
        """Whether a thing of which it is not stated may be what is required: what is perhaps food, edible."""
        group, ontology = _GROUP_OF.get(requirement), self.memberships.ontology
        if requirement in ontology.all_materials and self.scene.made_of(node):
            return False
        if requirement in self.scene.book.adjectives.by_kind or requirement in ontology.all_materials:
            return self._is_of_no_known_kind(node.label)
        if ontology.class_of(node.label) is None and requirement in ontology.qualities(ontology.head(node.label) or ""):
            return not (node.attributes & self.scene.book.adjectives.spoilt)
        return group is not None and self.memberships.of(node.label, group).belongs is Belongs.DOUBT

    def _is_of_no_known_kind(self, label: str) -> bool:
        """Whether nobody described things with a label, or only what something is kept in: an acid bottle."""
        ontology = self.memberships.ontology
        head = ontology.head(label)
        kept = head is not None and any(ontology.is_a(head, kind) for kind in ("container", "pack"))
        return ontology.class_of(label) is None and (head is None or (kept and "_" in label))

    def _excluded(self, node: Node, phrase: NounPhrase) -> Member | None:
        """Out where the instruction rules it out, in doubt where it may; None where it does not."""
        perhaps: Member | None = None
        request = self.scene.request
        limits = () if request is None else request.limits
        for excluded in (*phrase.excluded, *(x.what for x in limits if x.kind is LimitKind.LEFT_ALONE)):
            kind = self._perhaps_counted_among(self.of_class(node, excluded), excluded)
            if kind.belongs is Belongs.OUT or (excluded.source and not self.scene.is_at(node, excluded.source)):
                continue
            failing = [r for r in excluded.requirements if not self.scene.meets(node, r)]
            if not all(self._may_meet(node, requirement) for requirement in failing):
                continue
            known = node.attributes | {str(s) for s in node.states}
            missing = excluded.attributes - known
            if any(known & self.lists.contrasting(a) for a in missing):
                continue
            kind = Member(node, Belongs.DOUBT, ClaimReason.LIKENESS) if failing else kind
            some = not missing and self._is_some_of_more(excluded)
            one = not missing and self._is_one_of_several(excluded, phrase)
            if kind.belongs is Belongs.IN and not (missing or some or one):
                return Member(node, Belongs.OUT, ClaimReason.EXCLUDED)
            reason = ClaimReason.ATTRIBUTE_UNKNOWN if missing or some else kind.reason
            reason = ClaimReason.ANOTHER if one else reason
            perhaps = Member(node, Belongs.DOUBT, reason, excluded.text)
        return perhaps

    def _perhaps_counted_among(self, member: Member, excluded: NounPhrase) -> Member:
        """As it is towards what is excepted; in doubt where people may count it among that, as a drink among food."""
        among = self.lists.counted_among.get(excluded.concept or "", frozenset())
        if member.belongs is not Belongs.OUT or member.node.kind is not NodeKind.OBJECT:
            return member
        is_one = any(self.memberships.of(member.node.label, group).belongs is Belongs.IN for group in among)
        return Member(member.node, Belongs.DOUBT, ClaimReason.LIKENESS) if is_one else member

    def _is_some_of_more(self, excluded: NounPhrase) -> bool:
        """Whether so many are excepted of more that there are: "except one of the books on the shelf"."""
        certain = excluded.definite and " of " not in f" {excluded.text} "
        if excluded.count is None or certain or excluded.node_id is not None:
            return False
        return self._count_of_excepted(excluded) > excluded.count

    def _is_one_of_several(self, excluded: NounPhrase, phrase: NounPhrase) -> bool:
        """Whether one certain thing is excepted, and several of those that are meant fit: "all but the can"."""
        certain = excluded.definite and excluded.count == 1 and excluded.node_id is None
        return certain and excluded.superlative is None and self._count_of_excepted(excluded, phrase.source) > 1

    def _count_of_excepted(self, excluded: NounPhrase, source: Place | None = None) -> int:
        """How many things surely fit what is excepted, of those that are at a place."""
        places = [place for place in (excluded.source, source) if place is not None]
        alike = (n for n in self.scene.graph.of_kind(NodeKind.OBJECT) if excluded.attributes <= looks_of(n))
        fitting = (n for n in alike if all(self.scene.is_at(n, place) for place in places))
        return sum(self.of_class(n, excluded).belongs is Belongs.IN for n in fitting)

    def _only_looks(self, label: str, concept: str) -> bool:
        """Whether a label is the class's name with looks before it: "dirty plate"."""
        words = tokens(label)
        looks = frozenset[str]().union(*self.lists.contrasts)
        while len(words) > 1 and words[0] in looks:
            words = words[1:]
        told = self.memberships.of("_".join(words), concept)
        return "_".join(words) == concept or told.source is not MembershipSource.LABEL


def _is_likely(told: Membership, ontology: Ontology) -> bool:
    """Whether a label may belong to a group: somebody says so, or nobody knows it and the group is of many kinds."""
    if told.belongs is not Belongs.DOUBT:
        return False
    return told.source is not MembershipSource.UNKNOWN or told.concept in _wide(ontology)


@lru_cache(maxsize=8)
def _wide(ontology: Ontology) -> frozenset[str]:
    """Classes whose kinds are mostly called otherwise than the class: fruit, and not spoons (teaspoon, soup spoon)."""
    kinds: dict[str, list[bool]] = {}
    for concept in ontology.concepts:
        for above in ontology.ancestors(concept) - {concept}:
            names = (spaced(above), *map(spaced, ontology.concepts[above].synonyms)) if above in ontology else (above,)
            kinds.setdefault(above, []).append(spaced(concept).endswith(names))
    return frozenset(name for name, called_so in kinds.items() if 2 * sum(called_so) < len(called_so))
