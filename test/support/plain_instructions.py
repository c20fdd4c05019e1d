# SPDX-License-Identifier: Apache-2.0
"""What plain instructions come to in the scenes of the sentence corpus."""

from __future__ import annotations

from makedo_core.ontology import load_ontology
from makedo_core.ontology.wordnet import open_wordnet
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())
_WIDE = Engine(load_ontology(), Settings(), wordnet=open_wordnet())
_PUTTING = ("put_on", "put_inside")
_WAYS = ("go_to", "pick_up", "open", "close")


def result_of(where: str, said: str, widely: bool = False) -> Result:
    """The result of an instruction in a scene of the corpus; widely: with WordNet, for what nobody described."""
    return (_WIDE if widely else ENGINE).plan(PlanningTask(said, scene(where)))


def planned(where: str, said: str, widely: bool = False) -> Result:
    """The result of an instruction that has a plan."""
    result = result_of(where, said, widely)
    assert result.plan is not None, (said, result.outcome)
    return result


def placed(result: Result) -> set[str]:
    """What goes where by a plan: "cup_1->table_2"."""
    assert result.plan is not None
    return {"->".join(c.arguments) for c in result.plan.calls if c.skill in _PUTTING}


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


def done(where: str, said: str) -> set[str]:
    """What is put, handed over or switched, without how the robot gets there."""
    result = planned(where, said)
    assert result.plan is not None
    return {str(call) for call in result.plan.calls if call.skill not in _WAYS}


def told(where: str, said: str) -> str:
    """What is said of the plan, or why there is none."""
    result = result_of(where, said)
    return result.explanation if result.plan is not None else result.outcome.message
