# SPDX-License-Identifier: Apache-2.0
"""The right next step of a robot that acts and observes (makedo_eval/baselines/react). It knows where things are."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType

from makedo_eval.simulated_model.question import Question
from makedo_eval.simulated_model.truth import Truth
from planner_node.pddl.names import pddl_name

_ACTION = re.compile(r"^> (.*)\n(.*)$", re.MULTILINE)
_REFUSED = "Nothing happens"
_TRIES = 2


def _next_step(question: Question, truth: Truth) -> str:
    """The first step of the plan that was not made yet; what was refused is tried once more, then passed over."""
    made: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for action, observed in _ACTION.findall(question.blocks.get("past", "")):
        (refused if observed.startswith(_REFUSED) else made)[action] += 1
    for call in truth.calls:
        action = f"{call.skill}({', '.join(map(pddl_name, call.arguments))})"
        if made[action]:
            made[action] -= 1
        elif refused[action] < _TRIES:
            return json.dumps({"thought": "this comes next", "action": action})
    return json.dumps({"thought": "all is as it was asked for", "action": "done()"})


ANSWERERS: Mapping[str, Callable[[Question, Truth], str]] = MappingProxyType({"react": _next_step})
