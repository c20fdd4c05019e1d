# SPDX-License-Identifier: Apache-2.0
"""What is told of where things are, or are not, before an order; headings that name a place; one fall-back's place."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_eval.sentences.corpus import scene
from planner_node.assembly import Choices, assemble
from planner_node.task import PlanningTask


@pytest.fixture(scope="module")
def plan():
    return assemble(Choices(), environ={}).plan


def _moves(plan, where, text):
    result = plan(PlanningTask(text, scene(where)))
    assert result.plan is not None, result.outcome.message
    return sorted(str(call) for call in result.plan.calls if call.skill.startswith(("put", "turn", "close", "open")))


@pytest.mark.parametrize(
    ("where", "said", "plainly"),
    [
        ("dining", "I think the bread is on the counter, can you put it on table 1", "Put the bread on table 1."),
        ("pantry", "i think the flour's somewhere on the shelf can you get it and the sugar on the counter please",
         "Put the flour and the sugar on the counter."),
        ("dining", "I believe the vase is on the sideboard. Bring it to table 2.", "Bring the vase to table 2."),
        ("living", "put any toy that isn't in the chest into the chest", "Put all the toys in the toy chest."),
        ("living", "Any toy that isn't in the chest should go in there.", "Put all the toys in the toy chest."),
        ("pantry", "the onion that isn't in the crate goes there", "Put onion 2 in the crate."),
        ("dining", "The plates that are not on table 2 yet go there", "Put plate 1 and plate 2 on table 2."),
        ("lab", "Bench 2 is full. Put everything from it on bench 1", "Put everything from bench 2 on bench 1."),
        ("garage", "The workbench is cluttered. Please clear it into the crate.",
         "Clear the workbench into the crate."),
        ("dining", "Table 3 is free, put the bread on it", "Put the bread on table 3."),
        ("dining", "Table 3: two forks and a plate", "Put two forks and a plate on table 3."),
        ("dining", "fridge: the bread and the lemon", "Put the bread and the lemon in the fridge."),
        ("dining", "Table 3 is for the guests: a plate and a glass please", "Put a plate and a glass on table 3."),
        ("dining", "bring two apples, one red and one green, to table 3", "Put apple 1 and apple 2 on table 3."),
        ("garage", "the mallet, or failing that the hammer, on shelf 1", "Put the hammer on shelf 1."),
        ("pantry", "Bring the tea or, failing that, the honey to the table", "Put the tea on the table."),
        ("pantry", "restock the table with onions", "Put all onions on the table."),
        ("laundry", "soap/shampoo/comb -> bathtub", "Put the soap, the shampoo and the comb in the bathtub."),
        ("office", "throw the newspaper in the trash", "Put the newspaper in trash can 1."),
    ],
)  # fmt: skip
def test_the_order_is_planned_as_in_plain_words(plan, where, said, plainly):
    assert _moves(plan, where, said) == _moves(plan, where, plainly) != []


def test_what_is_believed_is_no_order_and_a_graph_that_knows_better_says_so(plan):
    result = plan(PlanningTask("I think the bread is on table 1, can you put it on the counter", scene("dining")))
    assert [call.skill for call in result.plan.calls] == []
    assert "As far as I know the bread is at counter 1, not on table 1" in result.explanation
    assert "exactly" not in result.explanation


def test_the_plate_may_be_meant_where_two_things_are_named_before_it(plan):
    said = "Table 3 is free, take the plate and put the bread on it"
    result = plan(PlanningTask(said, scene("dining")))
    assert result.plan is None or "exactly" not in result.explanation


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("put any toy that is not in the toy chest in the toy chest", "toy train 1"),
        ("All toys except those in the toy box go on the sofa", "toy block 1"),
    ],
)
def test_of_a_chest_and_a_box_only_what_is_in_the_one_that_was_named_is_left_out(plan, said, says):
    explanation = plan(PlanningTask(said, scene("living"))).explanation
    assert says in explanation.lower() and "exactly" in explanation


def test_coming_back_is_coming_to_who_says_it(plan):
    assert [str(c) for c in plan(PlanningTask("come back", scene("flat"))).plan.calls] == ["go_to(person_1)"]
    outcome = plan(PlanningTask("drive to the copy room and come back", scene("office"))).outcome
    assert outcome.cause is FailureCause.AMBIGUOUS and outcome.message.startswith("Where are you?")


@pytest.mark.parametrize(
    ("where", "asked", "says"),
    [
        ("living", "Is book 1 bigger than book 2?", "The biggest that I know of is book 2."),
        ("living", "which is bigger, book 1 or book 2?", "The biggest that I know of is book 2."),
        ("lab", "is beaker 1 bigger than beaker 4?",
         "The biggest that I know of are beaker 1 and beaker 4, which are equal."),
        ("garage", "which of the screwdrivers is longer?", "The longest that I know of is screwdriver 2."),
        ("flat", "What is dirty?", "I know of tea mug 1, plate 1 and fork 1."),
        ("flat", "which things are dirty", "I know of tea mug 1, plate 1 and fork 1."),
        ("flat", "what is on", "I know of nothing that is so."),
        ("garage", "Is the cabinet locked?", "Yes, cabinet 1 is locked."),
        ("lab", "is there anything in the centrifuge", "I know of nothing in the centrifuge."),
        ("party", "where is Carla", "Carla is on the terrace."),
        ("pantry", "Is there anything left to drink?", "Yes, "),
        ("flat", "is there still anything to eat", "Yes, "),
        ("bedroom", "is there anything to wear?", "Yes, "),
        ("living", "Is there anything to read", "Yes, "),
    ],
)  # fmt: skip
def test_a_question_is_answered(plan, where, asked, says):
    assert plan(PlanningTask(asked, scene(where))).explanation.startswith(says)


@pytest.mark.parametrize(
    ("where", "said", "says"),
    [
        ("living", "keep the lamps on", "There is nothing to do: table lamp 1 is switched on already."),
        ("bedroom", "Leave the lamps off", "There is nothing to do: lamp 2 is switched off already."),
        ("bedroom", "keep both lamps on", "I turn on lamp 2. Lamp 1 is switched on already."),
    ],
)
def test_of_several_those_that_are_so_are_left_so(plan, where, said, says):
    assert plan(PlanningTask(said, scene(where))).explanation.startswith(says)


@pytest.mark.parametrize(
    ("said", "whom"),
    [
        ("It's Anna's birthday today, so give her the present", "anna"),
        ("Carla is on the terrace. Take her some lemonade.", "carla"),
    ],
)
def test_who_is_told_of_gets_it(plan, said, whom):
    assert _given(plan, said) == {whom}


def test_of_two_people_it_is_asked_who_is_meant(plan):
    outcome = plan(PlanningTask("Anna and Ben are here. Give her the present.", scene("party"))).outcome
    assert outcome.message.startswith("Where shall I give the present to?")


def _given(plan, said):
    result = plan(PlanningTask(said, scene("party")))
    return {call.arguments[1] for call in result.plan.calls if call.skill == "hand_over"}


def test_what_can_go_next_to_the_bread_is_no_water_can(plan):
    assert _moves(plan, "dining", "The water can go next to the bread") == ["put_on(water_bottle_1, counter_1)"]


def test_the_second_of_several_is_not_the_second_in_which_something_is_so(plan):
    result = plan(PlanningTask("The second table is free, put the bread on it", scene("dining")))
    assert "put_on(bread_1, table_2)" in [str(call) for call in result.plan.calls]
    assert plan(PlanningTask("The second drawer is open, close it", scene("dining"))).plan is None


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("office", "bring the mug that nobody left on desk 2 to desk 3"),
        ("dining", "the fork I must put on table 2 goes in the basket"),
    ],
)
def test_what_nobody_left_there_is_not_what_is_there(plan, where, said):
    result = plan(PlanningTask(said, scene(where)))
    assert result.plan is None or "exactly" not in result.explanation
