# SPDX-License-Identifier: Apache-2.0
"""The terms of a plan as the page has them."""

from __future__ import annotations

from typing import Any

from makedo_core.contract.choice import OperatorChoice
from makedo_core.contract.contract import Contract


def terms_shown(contract: Contract | None) -> dict[str, Any] | None:
    """The terms of a plan; None where there are none."""
    if contract is None:
        return None
    return {
        "parts": [
            {
                "asked": part.asked,
                "chosen": part.chosen,
                "alternatives": [
                    {
                        "choice": choice_shown(other.choice),
                        "words": other.words,
                        "cost": round(other.cost, 2),
                        "reason": other.reason,
                    }
                    for other in part.alternatives
                ],
            }
            for part in contract.parts
        ],
        "doubts": list(contract.doubts),
        "untouched": [{"id": u.node_id, "why": u.why.name.lower(), "reason": u.reason} for u in contract.untouched],
        "exact": contract.account.exact,
    }


def choice_shown(choice: OperatorChoice) -> dict[str, Any]:
    """A choice, as the page sends it back."""
    return {
        "kind": int(choice.kind),
        "part": choice.part,
        "asked": choice.asked,
        "taken": choice.taken,
        "count": choice.count,
    }
