# SPDX-License-Identifier: Apache-2.0
"""Rooms are known without looking, and "any" and "all" of a state are answered as they were asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.graph.scene_graph import State
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings
from test.support.plain_instructions import told


@pytest.mark.parametrize(
    ("where", "asked", "says"),
    [
        ("flat", "Where is the kitchen?", "The kitchen is next to the bedroom and the living room."),
        ("flat", "What rooms are there?", "I know of living room, kitchen and bedroom."),
        ("flat", "Which rooms do you know?", "I know of living room, kitchen and bedroom."),
        ("flat", "What rooms does this home have?", "I know of living room, kitchen and bedroom."),
        ("flat", "How many rooms does the flat have?", "I know of 3: living room, kitchen and bedroom."),
        ("living", "How many lamps does the house have?",
         "I know of 3: floor lamp 1, table lamp 1 and night light 1. Not all may call night light 1 so: I count it by "
         "kind."),
    ],
)  # fmt: skip
def test_rooms_are_known(where, asked, says):
    assert told(where, asked) == says


@pytest.mark.parametrize(
    ("where", "asked", "begins"),
    [
        ("flat", "Is anything on?", "No, tv 1, floor lamp 1, heater 1 and microwave 1 are off."),
        ("flat", "Is everything off?", "Yes, tv 1, floor lamp 1, heater 1 and microwave 1 are off."),
        ("living", "Is any lamp on?", "Yes, table lamp 1 is on and floor lamp 1 and night light 1 are off."),
        ("living", "Are all the lamps on?", "No, floor lamp 1 and night light 1 are off and table lamp 1 is on."),
        ("living", "Is everything off?", "No, tv 1 and table lamp 1 are on"),
        ("living", "Is the window open?", "Yes, window 1 is open."),
        ("living", "Are any lamps on in the kids room?", "No, night light 1 is off."),
        ("living", "Is there a lamp on in the living room?", "Yes, table lamp 1 is on and floor lamp 1 is off."),
        ("living", "Is the tv on in the living room?", "Yes, tv 1 is on."),
        ("flat", "Is anything on in the kitchen?", "No, microwave 1 is off."),
        ("dining", "Is any plate dirty?", "Yes, plate 3 and plate 4 are dirty"),
        ("dining", "Are all plates dirty?", "No, plate 1 and plate 2 are clean"),
    ],
)
def test_one_that_is_so_answers_any_and_one_that_is_not_answers_all(where, asked, begins):
    assert told(where, asked).startswith(begins)


def test_what_is_neither_open_nor_closed_is_ajar(ontology):
    graph = scene("dining")
    graph = graph.changed(put=[replace(graph["fridge_1"], states=frozenset({State.AJAR}))])
    for asked in ("Is the fridge open?", "Is the fridge closed?"):
        result = Engine(ontology, Settings()).plan(PlanningTask(asked, graph))
        assert result.explanation == "No, fridge 1 is ajar. That is as far as I know."


@pytest.mark.parametrize(("opening", "told"), [(1.7, "Yes, fridge 1 is open."), (None, "Yes, fridge 1 is open. That")])
def test_a_door_whose_opening_was_measured_is_not_said_to_be_a_belief(ontology, opening, told):
    graph = scene("dining")
    door = replace(graph["fridge_1"], states=frozenset({State.OPEN}), opening=opening)
    result = Engine(ontology, Settings()).plan(PlanningTask("Is the fridge open?", graph.changed(put=[door])))
    assert result.explanation.startswith(told)
    assert ("as far as I know" in result.explanation) == (opening is None)
