# SPDX-License-Identifier: Apache-2.0
"""Questions about the robot are answered from the scene graph: where it is and what it holds."""

from __future__ import annotations

import pytest

from makedo_core.files.scene_files import scene_file
from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.nodes import AGENT_ID, Relation, RelationType
from planner_node.assembly import Choices, assemble
from planner_node.task import PlanningTask

PLANNER = assemble(Choices(engines=()), {})
PATH = scene_file("home")
HOME = graph_from_json(PATH.read_text(encoding="utf-8"), str(PATH))
IN_ROOM = [r for r in HOME.outgoing(AGENT_ID) if r.type is RelationType.IN]


def reply(asked, graph=HOME):
    result = PLANNER.plan(PlanningTask(asked, graph))
    assert not result.reply or not result.plan.calls
    return result.reply


@pytest.mark.parametrize(
    "asked", ["Where are you?", "Hi, where are you now?", "Which room are you in?", "Where is the robot?"]
)
def test_it_says_where_it_is(asked):
    assert reply(asked) == "I am in the living room."
    at_counter = HOME.changed(add=[Relation(AGENT_ID, RelationType.AT, "counter_1")])
    assert reply(asked, at_counter) == "I am at counter 1 in the living room."
    assert reply(asked, HOME.changed(drop=IN_ROOM)) == "I do not know where I am."


@pytest.mark.parametrize(
    "asked",
    [
        "What are you holding?",
        "What do you have in your hand?",
        "Is there anything in your hand?",
        "Is your hand empty?",
    ],
)
def test_it_says_what_it_holds(asked):
    assert reply(asked) == "I hold nothing, as far as I know."
    held = HOME.with_placement(Relation("apple_1", RelationType.HELD_BY, AGENT_ID))
    assert reply(asked, held) == "I hold apple 1."


def test_it_says_what_it_is_and_claims_no_feelings():
    assert reply("Who are you?").startswith("I am a robot")
    assert "makedo doctor" in reply("How are you?")


@pytest.mark.parametrize(
    "asked", ["Where are the apples?", "What is in the fridge?", "How are you going to do it?", "What do you have?"]
)
def test_other_questions_are_left_to_their_readers(asked):
    assert not reply(asked)
