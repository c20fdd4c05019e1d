# SPDX-License-Identifier: Apache-2.0
"""Plans <-> makedo/Plan."""

from __future__ import annotations

from makedo import msg as makedo_msgs
from makedo_core.goals.goal_json import goal_from_json, goal_to_json
from makedo_core.plan import Plan
from makedo_ros.conversions.nouns import call_from_ros, call_to_ros, relaxation_from_ros, relaxation_to_ros
from makedo_ros.conversions.plans.contracts import (
    choice_to_ros,
    choices_from_ros,
    contract_from_ros,
    contract_to_ros,
    receipts_from_ros,
    receipts_to_ros,
)


def plan_to_ros(plan: Plan, goal_text: str) -> makedo_msgs.Plan:
    """Plan -> makedo/Plan; `goal_text` is the goal in plain English."""
    return makedo_msgs.Plan(
        revision=plan.revision,
        instruction=plan.instruction,
        goal_text=goal_text,
        goal=goal_to_json(plan.goal),
        calls=[call_to_ros(call) for call in plan.calls],
        relaxations=[relaxation_to_ros(r) for r in plan.relaxations],
        relaxation_cost=float(plan.relaxation_cost),
        provisional=plan.provisional,
        choices=[choice_to_ros(choice) for choice in plan.choices],
        contract=contract_to_ros(plan.contract),
        receipts=receipts_to_ros(plan.receipts),
    )


def plan_from_ros(message: makedo_msgs.Plan) -> Plan:
    """makedo/Plan -> plan.

    Raises:
        GoalError: if the goal is not valid JSON of a goal.
        ChoiceError: if a choice is none.
        ValueError: if the terms or the receipts have a kind that there is not.
    """
    return Plan(
        instruction=message.instruction,
        goal=goal_from_json(message.goal),
        calls=tuple(call_from_ros(call) for call in message.calls),
        revision=int(message.revision),
        relaxations=tuple(relaxation_from_ros(r) for r in message.relaxations),
        provisional=bool(message.provisional),
        choices=choices_from_ros(message.choices),
        contract=contract_from_ros(message.contract),
        receipts=receipts_from_ros(message.receipts),
    )
