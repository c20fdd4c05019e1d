# SPDX-License-Identifier: Apache-2.0
"""Right plans in the order that a prompt's guidance asks for (planner_node/strategies/ontology_prompt/questions.py)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from makedo_core.skills import SkillCall
from makedo_eval.simulated_model.question import Question
from makedo_eval.simulated_model.truth import Truth

_PRIORITY = re.compile(r"^\w+ (?P<label>\S+) \(.*?priority (?P<number>-?[\d.]+)\)", re.MULTILINE)
_PUTS = ("put_on", "put_inside")


def _plan(question: Question, truth: Truth) -> str:
    """The steps of the truth, thing by thing in the order of the guidance."""
    found = _PRIORITY.finditer(question.blocks.get("guidance", ""))
    priorities = {match["label"]: float(match["number"]) for match in found}
    calls = _in_order(truth, priorities) if priorities else truth.calls
    steps = [{"skill": call.skill, "arguments": list(call.arguments)} for call in calls]
    return json.dumps({"explanation": "what comes first is put down first", "plan": steps})


def _in_order(truth: Truth, priorities: Mapping[str, float]) -> Sequence[SkillCall]:
    """The steps of each thing together, things with smaller priorities first; drives that are missing then come in."""
    trips: list[list[SkillCall]] = [[]]
    for call in truth.calls:
        trips[-1].append(call)
        if call.skill in _PUTS:
            trips.append([])
    *carrying, rest = trips

    def priority(trip: Sequence[SkillCall]) -> float:
        thing = trip[-1].arguments[0]
        label = truth.graph[thing].label if thing in truth.graph else ""
        return priorities.get(label, float("-inf"))

    result: list[SkillCall] = []
    at = ""
    for call in (c for trip in (*sorted(carrying, key=priority), rest) for c in trip):
        place = call.arguments[-1]
        if call.skill == "go_to" and place == at:
            continue
        if call.skill != "go_to" and place != at:
            result.append(SkillCall("go_to", (place,)))
        result.append(call)
        at = place
    return result


ANSWERERS: Mapping[str, Callable[[Question, Truth], str]] = MappingProxyType(
    {"ontology_plan": _plan, "ontology_replan": _plan}
)
