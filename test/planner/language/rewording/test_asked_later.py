# SPDX-License-Identifier: Apache-2.0
"""Questions whose first words do not say what they ask are the same as those that do."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.language.questions.asking import question_of
from planner_node.task import PlanningTask, Result, Settings

ONTOLOGY = load_ontology()
ENGINE = Engine(ONTOLOGY, Settings())


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


@pytest.mark.parametrize(
    ("where", "said", "plain"),
    [
        ("office", "The shelf has how many binders?", "How many binders are at the shelf?"),
        ("party", "Soda cans in the cooler, how many?", "How many soda cans are in the cooler?"),
        ("office", "Binders on the shelf: how many?", "How many binders are on the shelf?"),
        ("party", "In the cooler, how many soda cans are there?", "How many soda cans are in the cooler?"),
        ("dining", "On table 1 there are how many plates?", "How many plates are on table 1?"),
        ("dining", "There are how many plates on table 1?", "How many plates are on table 1?"),
        ("pantry", "Potatoes, how many do we have?", "How many potatoes do we have?"),
        ("dining", "The milk is where?", "Where is the milk?"),
        ("dining", "And the milk, where is it?", "Where is the milk?"),
        ("dining", "Where is it, the milk?", "Where is the milk?"),
        ("living", "On the sofa, what is there?", "What is on the sofa?"),
        ("living", "There's what on the sofa?", "What is on the sofa?"),
        ("living", "The tv is on?", "Is the tv on?"),
        ("dining", "Has anyone seen the vase?", "Where is the vase?"),
        ("dining", "The vase, where did I leave it?", "Where did I leave the vase?"),
        ("living", "Is it on, the tv?", "Is the tv on?"),
        ("office", "The stapler is on desk 2?", "Is the stapler on desk 2?"),
        ("dining", "There is a lemon on the sideboard?", "Is there a lemon on the sideboard?"),
        ("dining", "Is there a lemon on the sideboard or not?", "Is there a lemon on the sideboard?"),
    ],
)
def test_other_word_orders_ask_the_same(where, said, plain):
    asked = question_of(plain, ONTOLOGY, scene(where))
    result = planned(where, said)
    (found,) = result.answers
    assert (found.question.asking, found.question.state) == (asked.asking, asked.state)
    assert result.answer == planned(where, plain).answer


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "The milk is to be on table 2?"),  # a wish, as likely
        ("dining", "There's a lemon on the sideboard, take it to table 2"),
        ("dining", "Could you put the milk on table 2?"),
    ],
)
def test_what_asks_nothing_stays_an_order(where, said):
    result = planned(where, said)
    assert not result.answers and any(call.skill == "put_on" for call in result.plan.calls)


@pytest.mark.parametrize(
    ("where", "said", "told"),
    [
        ("dining", "Are the plates dirty?", "No, plate 1 and plate 2 are clean and plate 3 and plate 4 are dirty."),
        ("dining", "Are all plates clean?", "No, plate 3 and plate 4 are dirty and plate 1 and plate 2 are clean."),
        ("dining", "Are the plates on table 1 clean?", "Yes, plate 1 and plate 2 are clean."),
        ("dining", "Are the plates on table 2 clean?", "No, plate 3 and plate 4 are dirty."),
        ("living", "Are the lamps on?", "No, floor lamp 1 and night light 1 are off and table lamp 1 is on."),
        ("dining", "Are the glasses dirty?", "I do not know whether glass 1, glass 2 and glass 3 are dirty."),
    ],
)
def test_of_several_it_is_told_which_are_so(where, said, told):
    assert planned(where, said).explanation.startswith(told)


@pytest.mark.parametrize(
    ("where", "said", "does"),
    [
        ("living", "Window open? Then turn off the table lamp.", {"turn_off(table_lamp_1)"}),
        ("living", "The tv off? Then turn off the table lamp.", set()),
        ("living", "The tv on? If so, turn it off.", {"turn_off(tv_1)"}),
        (
            "dining",
            "Any dirty plates? If so, put them on the counter.",
            {"put_on(plate_3, counter_1)", "put_on(plate_4, counter_1)"},
        ),
        ("dining", "Anything on table 3? If so, clear it onto the counter.", set()),
    ],
)
def test_what_follows_a_short_question_depends_on_its_answer(where, said, does):
    result = planned(where, said)
    assert result.plan is not None, result.outcome
    assert {str(call) for call in result.plan.calls if call.skill not in ("go_to", "pick_up")} == does
    assert not result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "does"),
    [
        ("living", "Why is the tv on? Turn it off, please.", {"turn_off(tv_1)"}),
        (
            "living",
            "Why are there toys on the bunk bed? Put them in the toy chest",
            {"put_inside(teddy_bear_1, toy_chest_1)", "put_inside(doll_1, toy_chest_1)"},
        ),
    ],
)
def test_what_is_wondered_at_is_told_before_an_order(where, said, does):
    result = planned(where, said)
    assert result.plan is not None, result.outcome
    assert {str(call) for call in result.plan.calls if call.skill not in ("go_to", "pick_up")} == does


def test_why_something_is_so_is_not_answered():
    assert planned("living", "Why is the window open?").plan is None


@pytest.mark.parametrize(
    ("said", "does"),
    [
        ("Can you see if the TV is off? If it is, turn it on.", {"turn_on(tv_1)"}),
        ("Could you see whether the TV is on, and if it isn't, turn it on?", {"turn_on(tv_1)"}),
        ("Could you see if the TV is off and turn it on if it is?", {"turn_on(tv_1)"}),
        ("Can you see if the TV is on? If so, turn it off.", set()),
    ],
)
def test_who_is_asked_to_see_whether_looks_and_does_what_depends_on_it(said, does):
    result = planned("flat", said)
    assert result.plan is not None, result.outcome
    assert {str(call) for call in result.plan.calls if call.skill != "go_to"} == does


def test_seeing_whether_something_is_so_is_a_question_about_that():
    assert planned("flat", "Can you see if the TV is off?").explanation.startswith("Yes, tv 1 is off.")
    assert planned("flat", "Can you see the remote?").explanation == (
        "Yes, remote 1 is on coffee table 1 in the living room."
    )


def test_what_cannot_be_made_is_named_without_what_it_is_made_of():
    message = planned("flat", "Make me a sandwich with the cheese.").outcome.message
    assert message.startswith("I cannot make 'a sandwich'.")
    assert "'bring the ingredients for a sandwich'" in message
