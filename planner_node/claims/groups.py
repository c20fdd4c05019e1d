# SPDX-License-Identifier: Apache-2.0
"""Where things of the scene stand towards a group that was asked for: in, out or in doubt, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from makedo_core.account import ClaimReason
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.ontology.membership import Belongs, Membership, Memberships, MembershipSource
from planner_node.claims.lists import WordLists
from planner_node.claims.tokens import stems, tokens
from planner_node.grounding.scene import Scene
from planner_node.language.request import NounPhrase


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
        if phrase.concept is None:
            return Member(node, Belongs.IN if node.kind is NodeKind.OBJECT else Belongs.OUT)
        if node.kind is NodeKind.AGENT:
            return Member(node, Belongs.OUT)
        told = self.memberships.of(node.label, phrase.concept)
        if told.belongs is Belongs.IN:
            by_name = told.source is MembershipSource.LABEL and not self._only_looks(node.label, phrase.concept)
            return Member(node, Belongs.DOUBT, ClaimReason.NAME) if by_name else Member(node, Belongs.IN)
        if self._is_called(node.label, phrase.concept):
            return Member(node, Belongs.DOUBT, ClaimReason.NAME)
        return Member(node, Belongs.DOUBT if _is_likely(told) else Belongs.OUT, ClaimReason.LIKENESS)

    def _standing(self, node: Node, phrase: NounPhrase, kind: Member, is_lost: bool) -> Member:
        """With what else the phrase says of its things."""
        barred = self._excluded(node, phrase)
        if barred is not None:
            return barred
        if not all(self.scene.meets(node, requirement) for requirement in phrase.requirements):
            return Member(node, Belongs.OUT, ClaimReason.ATTRIBUTE)
        known = node.attributes | {str(s) for s in node.states}
        for attribute in sorted(phrase.attributes - known):
            otherwise = known & self.lists.contrasting(attribute)
            reason = ClaimReason.ATTRIBUTE if otherwise else ClaimReason.ATTRIBUTE_UNKNOWN
            return Member(node, Belongs.OUT if otherwise else Belongs.DOUBT, reason)
        if phrase.source is not None and node.id not in self.scene.already:
            if is_lost:
                return Member(node, Belongs.DOUBT, ClaimReason.UNPLACED)
            if not self.scene.is_at(node, phrase.source):
                return Member(node, Belongs.OUT, ClaimReason.ELSEWHERE)
        if is_lost and node.kind is NodeKind.OBJECT:
            return Member(node, Belongs.DOUBT, ClaimReason.UNPLACED)
        return kind

    def _excluded(self, node: Node, phrase: NounPhrase) -> Member | None:
        """Out where the instruction rules it out, in doubt where it may; None where it does not."""
        perhaps: Member | None = None
        for excluded in phrase.excluded:
            kind = self.of_class(node, excluded)
            if kind.belongs is Belongs.OUT or (excluded.source and not self.scene.is_at(node, excluded.source)):
                continue
            known = node.attributes | {str(s) for s in node.states}
            missing = excluded.attributes - known
            if any(known & self.lists.contrasting(a) for a in missing):
                continue
            if kind.belongs is Belongs.IN and not missing:
                return Member(node, Belongs.OUT, ClaimReason.EXCLUDED)
            reason = ClaimReason.ATTRIBUTE_UNKNOWN if missing else kind.reason
            perhaps = Member(node, Belongs.DOUBT, reason, excluded.text)
        return perhaps

    def _only_looks(self, label: str, concept: str) -> bool:
        """Whether a label is the class's name with looks before it: "dirty plate"."""
        words = tokens(label)
        looks = frozenset[str]().union(*self.lists.contrasts)
        while len(words) > 1 and words[0] in looks:
            words = words[1:]
        told = self.memberships.of("_".join(words), concept)
        return "_".join(words) == concept or told.source is not MembershipSource.LABEL

    def _is_called(self, label: str, concept: str) -> bool:
        """Whether the last word of a label is a class's name, whatever it is known to be."""
        last, asked = tokens(label)[-1:], tokens(concept)[-1:]
        return bool(last and asked) and not stems(last[0]).isdisjoint(stems(asked[0]))


def _is_likely(told: Membership) -> bool:
    """Whether somebody, if not the ontology, says that a label may belong to a group."""
    return told.belongs is Belongs.DOUBT and told.source is not MembershipSource.UNKNOWN
