# SPDX-License-Identifier: Apache-2.0
"""Questions as people put them: behind "could you tell me", about what was just told, without a verb."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())
SHUT = "No, fridge 1 is closed."
LEMON = "Lemon 1 is on sideboard 1 in the dining room."


def asked(said: str, where: str = "dining") -> Result:
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, result.outcome
    return result


def changed(said: str, where: str = "dining") -> set[str]:
    """What the plan changes, without looking."""
    result = asked(said, where)
    assert result.plan is not None
    looking = ("go_to", "pick_up", "discover_objects", "look_at")
    return {f"{c.skill}({', '.join(c.arguments)})" for c in result.plan.calls if c.skill not in looking}


@pytest.mark.parametrize(
    "said",
    [
        "Can you tell me whether the fridge is open?",
        "I was wondering whether the fridge is open.",
        "I was wondering if the fridge is open. Could you tell me?",
        "Is the fridge door open?",
        "Is the fridge standing open, by any chance?",
        "I wonder, is the fridge open?",
        "fridge open?",
        "I ate the pear. Is the fridge open?",
        "Did you open the fridge?",
        "Has the fridge been opened?",
    ],
)
def test_whether_something_is_so_is_told_and_nothing_is_done(said):
    assert asked(said).answer.startswith(SHUT)
    assert not changed(said)


@pytest.mark.parametrize(
    "said",
    [
        "Do you happen to know where the lemon is?",
        "Could you tell me which table the lemon is on?",
        "Seen the lemon anywhere?",
        "Where'd the lemon go?",
        "Where's the lemon got to?",
        "I can't remember where I left the lemon",
        "What room's the lemon in?",
        "The lemon - which room is it in?",
        "I was wondering what room the lemon is in at the moment, can you tell me?",
        "I've lost the lemon. Could you have a look around and tell me where it is?",
        "It looks like rain. Where is the lemon?",
        "I've found the wine. Do you happen to know where the lemon is?",
    ],
)
def test_where_something_is_is_told(said):
    assert asked(said).answer.startswith(LEMON)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("Would there happen to be a lemon somewhere?", "Yes, lemon 1 is on sideboard 1 in the dining room."),
        ("lemon on the sideboard?", "Yes, lemon 1 is on sideboard 1 in the dining room."),
        ("Count the forks and tell me how many we've got.", "I know of 3: fork 1, fork 2 and fork 3."),
        ("Check the sideboard - is the lemon there?", "Yes, lemon 1 is on sideboard 1 in the dining room."),
        ("Have a look at table 1 and let me know what things are lying there.", "I know of juice carton 1,"),
        ("Could you have a look at what's on table 1?", "I know of juice carton 1,"),
        ("What've we got to drink?", "I know of milk carton 1,"),
        ("Where is the lemon and where is the banana?", LEMON),
    ],
)
def test_other_questions_are_answered(said, answer):
    assert asked(said).explanation.startswith(answer)


@pytest.mark.parametrize("said", ["Have you put the vase on table 1?", "Did anyone bring the vase to table 1?"])
def test_whether_something_was_done_is_asked_and_not_ordered(said):
    assert asked(said).explanation.startswith("I know of no vase")
    assert not changed(said)


def test_which_one_is_more_so_than_the_rest_is_the_one_that_is_most_so():
    one = asked("Could you tell me which one of the books is bigger than all the rest?", "living")
    assert one.explanation == asked("Which is the biggest of the books?", "living").explanation


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("I was wondering whether you could put the bread on table 2.", {"put_on(bread_1, table_2)"}),
        ("the bread to table 2?", {"put_on(bread_1, table_2)"}),
        ("The lemon? Table 2.", {"put_on(lemon_1, table_2)"}),
        ("Do you know where the lemon is? Bring it to table 1.", {"put_on(lemon_1, table_1)"}),
        ("Could you tell me whether the fridge is open and close it if it is?", set()),
        ("Check whether the lamp is off, and if so turn it on", {"turn_on(lamp_1)"}),
    ],
)
def test_what_is_to_be_done_is_no_question(said, done):
    assert changed(said) == done
