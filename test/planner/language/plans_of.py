# SPDX-License-Identifier: Apache-2.0
"""What becomes of an instruction in a scene of the corpus, and what its plan moves and switches."""

from __future__ import annotations

from makedo_core.ontology import load_ontology
from makedo_core.ontology.wordnet import open_wordnet
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

_ENGINE = Engine(load_ontology(), Settings())
_WIDE = Engine(load_ontology(), Settings(), wordnet=open_wordnet())
_PUTTING = ("put_on", "put_inside")


def result_of(where: str, said: str, widely: bool = False) -> Result:
    """The plan, or why there is none; widely: with WordNet, which knows what nobody described."""
    return (_WIDE if widely else _ENGINE).plan(PlanningTask(said, scene(where)))


def planned(where: str, said: str, widely: bool = False) -> Result:
    """The same, where there has to be a plan."""
    result = result_of(where, said, widely)
    assert result.plan is not None, (said, result.outcome)
    return result


def moved(result: Result) -> dict[str, str]:
    """Where each thing goes, or to whom."""
    assert result.plan is not None
    return {c.arguments[0]: c.arguments[1] for c in result.plan.calls if c.skill in (*_PUTTING, "hand_over")}


def switched(result: Result) -> set[str]:
    """What is switched, and how: "turn_on lamp_1"."""
    assert result.plan is not None
    return {f"{c.skill} {c.arguments[0]}" for c in result.plan.calls if c.skill in ("turn_on", "turn_off")}


def put(where: str, said: str) -> set[tuple[str, ...]]:
    """What is put down, and where."""
    calls = planned(where, said).plan
    assert calls is not None
    return {c.arguments for c in calls.calls if c.skill in _PUTTING}
