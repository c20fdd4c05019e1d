# SPDX-License-Identifier: Apache-2.0
"""Choices, the terms of a plan and receipts over the wire."""

from __future__ import annotations

import pytest
from rclpy.serialization import deserialize_message, serialize_message

from makedo import msg as makedo_msgs
from makedo_core.account import Account, ClaimKind, ClaimReason, PlanClaim
from makedo_core.contract.choice import MOST_CHOICES, ChoiceError, ChoiceKind, OperatorChoice
from makedo_core.contract.contract import Contract, ContractPart, GoalAlternative, Untouched, UntouchedReason
from makedo_core.contract.receipt import EvidenceKind, FactEvidence, FactLink, Receipt
from makedo_core.goals.goal import Holds
from makedo_core.plan import Plan, Relaxation, RelaxationKind
from makedo_core.skills import Literal, Predicate, SkillCall
from makedo_ros.conversions.plans.contracts import choice_to_ros, choices_from_ros, receipts_from_ros
from makedo_ros.conversions.plans.plans import plan_from_ros, plan_to_ros

JUICE = OperatorChoice(ChoiceKind.THING, 1, "cola_can_1", "juice_carton_1")
ON = Literal(Predicate.ON, ("apple_1", "table_2"))


def over_the_wire(message):
    return deserialize_message(serialize_message(message), type(message))


@pytest.mark.parametrize("kind", list(ChoiceKind))
def test_every_kind_of_choice_has_its_constant_and_survives(kind):
    assert getattr(makedo_msgs.OperatorChoice, kind.name) == kind
    taken = "" if kind in (ChoiceKind.COUNT, ChoiceKind.NOTHING) else "juice"
    choice = OperatorChoice(kind, 2, "the cola", taken, 3 if kind is ChoiceKind.COUNT else 0)
    assert choices_from_ros([over_the_wire(choice_to_ros(choice))]) == (choice,)


@pytest.mark.parametrize(
    "message",
    [
        makedo_msgs.OperatorChoice(kind=9, taken="juice"),
        makedo_msgs.OperatorChoice(kind=makedo_msgs.OperatorChoice.THING),
        makedo_msgs.OperatorChoice(kind=makedo_msgs.OperatorChoice.COUNT),
        makedo_msgs.OperatorChoice(kind=makedo_msgs.OperatorChoice.COUNT, count=4_000_000_000),
        makedo_msgs.OperatorChoice(kind=makedo_msgs.OperatorChoice.NOTHING, taken="juice"),
        makedo_msgs.OperatorChoice(taken="x" * 1000),
        makedo_msgs.OperatorChoice(taken="a\nb"),
        makedo_msgs.OperatorChoice(taken="juice", part=4_000_000_000),
    ],
)
def test_a_message_that_is_no_choice_is_refused(message):
    with pytest.raises(ChoiceError):
        choices_from_ros([message])


def test_so_many_choices_are_too_many_and_the_same_twice_is_one():
    many = [choice_to_ros(OperatorChoice(ChoiceKind.THING, n, "", "juice")) for n in range(MOST_CHOICES + 1)]
    with pytest.raises(ChoiceError):
        choices_from_ros(many)
    assert choices_from_ros([choice_to_ros(JUICE)] * (MOST_CHOICES + 1)) == (JUICE,)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (ClaimKind, makedo_msgs.PlanClaim),
        (ClaimReason, makedo_msgs.PlanClaim),
        (UntouchedReason, makedo_msgs.Untouched),
        (EvidenceKind, makedo_msgs.FactEvidence),
    ],
)
def test_every_value_has_its_constant_in_the_message(values, message):
    assert {v.name: getattr(message, v.name) for v in values} == {v.name: v.value for v in values}


def test_a_plan_with_its_terms_and_receipts_survives_the_wire():
    change = Relaxation(RelaxationKind.SUBSTITUTE, "cola", "juice", ("you chose it",), 2.0, True)
    part = ContractPart(
        "four kid snacks",
        0,
        4,
        ("a", "b"),
        "table_2",
        (change,),
        (GoalAlternative(JUICE, "juice", 2.5, "why"),),
        "x",
        "y",
    )
    claim = PlanClaim(ClaimKind.DOUBTED, "can_1", ClaimReason.LIKENESS, "the cans", True)
    contract = Contract(
        (part,), Account((claim,)), ("doubt",), (Untouched("knife_1", UntouchedReason.RULED_OUT, "sharp"),)
    )
    seen = FactEvidence(EvidenceKind.SEEN, "apple_1", 12.5, 7, 0.75, "/runs/1/4_head.png")
    never = FactEvidence(EvidenceKind.NOT_DENIED)
    receipt = Receipt(
        1,
        True,
        False,
        ("four kid snacks",),
        (FactLink(ON, "apple 1 is on table 2"),),
        (FactLink(~ON, "not yet", 0, seen), FactLink(Literal("hand_empty"), "free", 0, never), FactLink(ON, "so", 3)),
        "Step 1 is for four kid snacks.",
    )
    plan = Plan(
        "bring", Holds(ON), (SkillCall("go_to", ("table_2",)),), 7, (change,), False, (JUICE,), contract, (receipt,)
    )
    assert plan_from_ros(over_the_wire(plan_to_ros(plan, "done"))) == plan


def test_a_fact_that_is_none_is_refused():
    link = makedo_msgs.FactLink(literal="nonsense")
    with pytest.raises(ValueError, match="is no fact"):
        receipts_from_ros([makedo_msgs.Receipt(step=1, makes=[link])])
