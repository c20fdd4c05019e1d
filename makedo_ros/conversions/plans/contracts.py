# SPDX-License-Identifier: Apache-2.0
"""Choices, the terms of a plan and receipts <-> ROS messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from makedo import msg as makedo_msgs
from makedo_core.account import Account, ClaimKind, ClaimReason, PlanClaim
from makedo_core.contract.choice import ChoiceError, ChoiceKind, OperatorChoice, checked
from makedo_core.contract.contract import Contract, ContractPart, GoalAlternative, Untouched, UntouchedReason
from makedo_core.contract.receipt import EvidenceKind, FactEvidence, FactLink, Receipt
from makedo_core.skills import Literal, Predicate
from makedo_ros.conversions.nouns import (
    last_seen_from_ros,
    last_seen_to_ros,
    relaxation_from_ros,
    relaxation_to_ros,
)

_LITERAL = re.compile(r"(not )?([^(]+)\((.*)\)")


def choice_to_ros(choice: OperatorChoice) -> makedo_msgs.OperatorChoice:
    """Choice -> makedo/OperatorChoice."""
    kind, part = int(choice.kind), choice.part
    return makedo_msgs.OperatorChoice(kind=kind, part=part, asked=choice.asked, taken=choice.taken, count=choice.count)


def choices_from_ros(messages: Sequence[makedo_msgs.OperatorChoice]) -> tuple[OperatorChoice, ...]:
    """makedo/OperatorChoice[] -> choices, those that are sent twice once.

    Raises:
        ChoiceError: on one that is none, or too many.
    """
    return checked([_choice_from_ros(message) for message in messages])


def _choice_from_ros(message: makedo_msgs.OperatorChoice) -> OperatorChoice:
    try:
        kind = ChoiceKind(message.kind)
    except ValueError:
        kinds = ", ".join(f"{k.value} ({k.name.lower()})" for k in ChoiceKind)
        raise ChoiceError(f"there is no choice of the kind {message.kind}; there are {kinds}") from None
    return OperatorChoice(kind, int(message.part), message.asked.strip(), message.taken.strip(), int(message.count))


def contract_to_ros(contract: Contract | None) -> makedo_msgs.Contract:
    """The terms of a plan, or none -> makedo/Contract."""
    if contract is None:
        return makedo_msgs.Contract()
    return makedo_msgs.Contract(
        parts=[_part_to_ros(part) for part in contract.parts],
        claims=[_claim_to_ros(claim) for claim in contract.account.claims],
        doubts=list(contract.doubts),
        untouched=[makedo_msgs.Untouched(node=u.node_id, why=int(u.why), reason=u.reason) for u in contract.untouched],
        exact=contract.account.exact,
    )


def contract_from_ros(message: makedo_msgs.Contract) -> Contract | None:
    """makedo/Contract -> the terms of a plan; None where there are none.

    Raises:
        ValueError: on a kind or reason that there is not; ChoiceError on an alternative that cannot be chosen.
    """
    if not message.parts:
        return None
    return Contract(
        tuple(_part_from_ros(part) for part in message.parts),
        Account(tuple(_claim_from_ros(claim) for claim in message.claims)),
        tuple(message.doubts),
        tuple(Untouched(u.node, UntouchedReason(u.why), u.reason) for u in message.untouched),
    )


def receipts_to_ros(receipts: Sequence[Receipt]) -> list[makedo_msgs.Receipt]:
    """Receipts -> makedo/Receipt[]."""
    return [
        makedo_msgs.Receipt(
            step=r.step,
            needed=r.needed,
            looks=r.looks,
            serves=list(r.serves),
            makes=_links_to_ros(r.makes),
            rests_on=_links_to_ros(r.rests_on),
            words=r.words,
        )
        for r in receipts
    ]


def receipts_from_ros(messages: Sequence[makedo_msgs.Receipt]) -> tuple[Receipt, ...]:
    """makedo/Receipt[] -> receipts.

    Raises:
        ValueError: on a fact that is no literal, or evidence of no known kind.
    """
    return tuple(
        Receipt(
            int(m.step),
            bool(m.needed),
            bool(m.looks),
            tuple(m.serves),
            tuple(map(_link_from_ros, m.makes)),
            tuple(map(_link_from_ros, m.rests_on)),
            m.words,
        )
        for m in messages
    )


def _part_to_ros(part: ContractPart) -> makedo_msgs.ContractPart:
    return makedo_msgs.ContractPart(
        asked=part.asked,
        stage=part.stage,
        count=part.count,
        done=len(part.things),
        things=list(part.things),
        place=part.place,
        changes=[relaxation_to_ros(change) for change in part.changes],
        alternatives=[
            makedo_msgs.GoalAlternative(
                choice=choice_to_ros(a.choice), words=a.words, cost=float(a.cost), reason=a.reason
            )
            for a in part.alternatives
        ],
        chosen=part.chosen,
        note=part.note,
    )


def _part_from_ros(message: makedo_msgs.ContractPart) -> ContractPart:
    return ContractPart(
        message.asked,
        int(message.stage),
        int(message.count),
        tuple(message.things),
        message.place,
        tuple(relaxation_from_ros(change) for change in message.changes),
        tuple(
            GoalAlternative(_choice_from_ros(a.choice), a.words, float(a.cost), a.reason) for a in message.alternatives
        ),
        message.chosen,
        message.note,
    )


def _claim_to_ros(claim: PlanClaim) -> makedo_msgs.PlanClaim:
    kind, reason = int(claim.kind), int(claim.reason)
    return makedo_msgs.PlanClaim(kind=kind, subject=claim.subject, reason=reason, of=claim.of, served=claim.served)


def _claim_from_ros(message: makedo_msgs.PlanClaim) -> PlanClaim:
    kind, reason = ClaimKind(message.kind), ClaimReason(message.reason)
    return PlanClaim(kind, message.subject, reason, message.of, bool(message.served))


def _links_to_ros(links: Iterable[FactLink]) -> list[makedo_msgs.FactLink]:
    return [
        makedo_msgs.FactLink(
            fact=link.words,
            literal=str(link.literal),
            step=link.step,
            evidence=[] if link.evidence is None else [_evidence_to_ros(link.evidence)],
        )
        for link in links
    ]


def _evidence_to_ros(evidence: FactEvidence) -> makedo_msgs.FactEvidence:
    return makedo_msgs.FactEvidence(
        kind=int(evidence.kind),
        node=evidence.node_id,
        seen=last_seen_to_ros(evidence.seen_s),
        revision=evidence.revision,
        confidence=float(evidence.confidence),
        picture=evidence.picture,
    )


def _link_from_ros(message: makedo_msgs.FactLink) -> FactLink:
    found = _LITERAL.fullmatch(message.literal)
    if found is None:
        raise ValueError(f"{message.literal[:60]!r} is no fact; expected for example 'on(cup_1, table_1)'")
    negated, name, terms = found.groups()
    predicate = Predicate(name) if name in set(Predicate) else name
    literal = Literal(predicate, tuple(t for t in terms.split(", ") if t), bool(negated))
    evidence = [
        FactEvidence(
            EvidenceKind(e.kind), e.node, last_seen_from_ros(e.seen), int(e.revision), float(e.confidence), e.picture
        )
        for e in message.evidence
    ]
    return FactLink(literal, message.fact, int(message.step), evidence[0] if evidence else None)
