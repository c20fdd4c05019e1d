# SPDX-License-Identifier: Apache-2.0
"""Right answers to the question of the memory graph's loop: the next action (planner_node/strategies/memory_graph)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from makedo_core.skills import Predicate, SkillCall
from makedo_eval.simulated_model.question import Question
from makedo_eval.simulated_model.truth import Truth

_RELATIONS = {"put_on": "ontop", "put_inside": "inside"}
_AS_THEY_ARE = frozenset({"turn_on", "turn_off", "discover_objects"})
_DOORS = frozenset({"open", "close"})
_ACTION = re.compile(r"(\w+)\(([^()]*)\)(?:$|:)", re.MULTILINE)


def _next_action(question: Question, truth: Truth) -> str:
    """What the plan does next that was not done and not refused, in the actions of the loop."""
    told = "\n".join(question.blocks.get(block, "") for block in ("past", "feedback"))
    past = [f"{name}({arguments})" for name, arguments in _ACTION.findall(told)]
    for action in _actions(truth):
        if _said(action) in past:
            continue
        return json.dumps({"reason": f"this comes after {len(past)} others", "action": action})
    return json.dumps({"reason": "all is as it was asked for", "action": {"function": "done"}})


def _actions(truth: Truth) -> Iterator[dict[str, str]]:
    """The plan with what is in between left out: ways, doors, and taking what is put somewhere."""
    put = {c.arguments[0] for c in truth.calls if c.skill in _RELATIONS}
    doors = {x.terms[0] for x in truth.asked if x.predicate in (Predicate.OPEN, Predicate.CLOSED)}
    for call in truth.calls:
        if call.skill in _RELATIONS:
            yield _rearranged(call)
        elif call.skill == "pick_up" and call.arguments[0] not in put:
            yield {"function": "pick_up", "node": call.arguments[0]}
        elif call.skill in _AS_THEY_ARE or (call.skill in _DOORS and (call.arguments[0] in doors or not put)):
            yield {"function": call.skill, "node": call.arguments[0]}


def _rearranged(call: SkillCall) -> dict[str, str]:
    thing, place = call.arguments
    return {"function": "rearrange", "node": thing, "relation": _RELATIONS[call.skill], "destination": place}


def _said(action: Mapping[str, str]) -> str:
    """An action as <past> has it."""
    function, *arguments = action.values()
    return f"{function}({', '.join(arguments)})"


ANSWERERS: Mapping[str, Callable[[Question, Truth], str]] = MappingProxyType({"memory_graph": _next_action})
