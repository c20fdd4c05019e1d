# SPDX-License-Identifier: Apache-2.0
"""What several words or sentences say together is understood as the plain order, condition or order in time."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.assembly import Choices, assemble
from planner_node.language.phrasebook import load_phrasebook
from planner_node.language.refusal import Refusal
from planner_node.language.rewording.reworded import reworded
from planner_node.language.sentence.sentence import SentenceReader
from planner_node.language.words.naming import Names
from planner_node.task import PlanningTask


@pytest.fixture(scope="module")
def plan():
    return assemble(Choices(), environ={}).plan


def _reads_nothing(words):
    return Refusal(FailureCause.NOT_UNDERSTOOD, "")


def _calls(plan, where, text):
    result = plan(PlanningTask(text, scene(where)))
    return None if result.plan is None else [str(call) for call in result.plan.calls]


@pytest.mark.parametrize(
    ("where", "said", "plainly"),
    [
        ("dining", "1. Open the cupboard. 2. Close the cupboard.", "Open the cupboard, then close the cupboard."),
        ("flat", "Is there juice in the fridge? If so, bring it to the coffee table.",
         "If there is juice in the fridge, bring it to the coffee table."),
        ("flat", "Is the fridge open? If not, open it.", "If the fridge is not open, open it."),
        ("flat", "Do we have a banana? If so, throw it away.", "If we have a banana, throw it away."),
        ("office", "Turn on the projector after you have put the markers on desk 1.",
         "Turn on the projector after putting the markers on desk 1."),
        ("dining", "Once you've put the bread on table 2, open the fridge.",
         "After putting the bread on table 2, open the fridge."),
        ("lab", "Put pipette 1 on bench 2 after flask 1 has been put on bench 1.",
         "Put pipette 1 on bench 2 after putting flask 1 on bench 1."),
        ("living", "The doll and the candle should change places.", "Swap the doll and the candle."),
        ("bedroom", "Let the watch and the alarm clock trade places.", "Swap the watch and the alarm clock."),
        ("bedroom", "the watch should swap places with the alarm clock", "Swap the watch and the alarm clock."),
        ("pantry", "Replace the sugar with the honey.", "Swap the sugar and the honey."),
    ],
)  # fmt: skip
def test_an_instruction_is_planned_as_its_plain_wording(plan, where, said, plainly):
    wanted = _calls(plan, where, plainly)
    assert wanted
    assert _calls(plan, where, said) == wanted


@pytest.mark.parametrize(
    "text",
    ["put 2 apples on table 1 . put 3 there", "when you are done , close the fridge",
     "is it late ? then go to the sofa", "swap the cup and the mug", "once the fridge is open , put the milk in it"],
)  # fmt: skip
def test_other_words_stay_as_they_are(home, text):
    words = tuple(text.split())
    reader = SentenceReader(Names(load_ontology(), home), load_phrasebook(), _reads_nothing)
    assert reworded(words, reader) == words


def test_what_takes_the_place_of_something_is_not_all_that_was_asked(plan):
    """Where the sugar goes then, nobody said."""
    result = plan(PlanningTask("Replace the sugar with the honey.", scene("pantry")))
    assert result.plan is not None and not result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "node"),
    [("pantry", "put the tea on the counter", "tea_box_1"), ("pantry", "put the sugar on the counter", "sugar_bag_1"),
     ("garage", "put the green paint on the workbench", "paint_can_2"),
     ("dining", "put the bread in the fruit basket", "fruit_basket_1"),
     ("garage", "put the hammer on the garden table", "garden_table_1")],
)  # fmt: skip
def test_what_is_in_a_pack_and_what_an_id_says_are_names(plan, where, said, node):
    assert any(node in call for call in _calls(plan, where, said))


@pytest.mark.parametrize(
    ("where", "said", "plainly"),
    [
        ("dining", "Pick up the plates on table 2 and put them in the dishwasher.",
         "Put the plates from table 2 in the dishwasher."),
        ("dining", "Go to table 2, pick up the plates there and put them in the dishwasher.",
         "Go to table 2, then put the plates from table 2 in the dishwasher."),
        ("living", "Get the red book and the blue book. Put the former on the bookshelf and the latter on the sofa.",
         "Put the red book on the bookshelf and the blue book on the sofa."),
        ("living", "Fetch the doll and the teddy bear and put both on the sofa.",
         "Put the doll and the teddy bear on the sofa."),
        ("dining", "Bring what forks there are to table 1.", "Bring all forks to table 1."),
        ("office", "One binder per desk, please.", "Put one binder on each desk."),
        ("pantry", "Somebody left candles lying about; get them all onto the counter.",
         "Put all candles on the counter."),
        ("party", "Ben brought a present. Put it on the terrace table.", "Put the present on the terrace table."),
        ("garage", "Put the hammer where the helmet is and the helmet where the hammer is.",
         "Swap the hammer and the helmet."),
        ("dining", "I have to put the bread on table 3.", "Put the bread on table 3."),
        ("flat", "Put the book where the reading glasses are.", "Put the book on the coffee table."),
        ("pantry", "Bring the jam to the table, and do the same with the honey.",
         "Bring the jam and honey to the table."),
        ("pantry", "Put the rice on the counter. The same goes for the flour and the tea.",
         "Put the rice, the flour and the tea on the counter."),
        ("dining", "Open the fridge and do the same with the cupboard.", "Open the fridge and the cupboard."),
    ],
)  # fmt: skip
def test_what_was_spoken_of_or_is_said_to_be_there_is_meant(plan, where, said, plainly):
    wanted = _calls(plan, where, plainly)
    assert wanted
    assert sorted(_calls(plan, where, said)) == sorted(wanted)


@pytest.mark.parametrize(
    ("where", "said"),
    [("dining", "Put the former on table 3."), ("pantry", "Do the same with the honey."),
     ("dining", "Put both on table 3."),
     ("dining", "Put the bread where the mugs are."),
     ("living", "Take the doll and the teddy bear. Put the doll away.")],
)  # fmt: skip
def test_what_does_not_say_which_is_asked(plan, where, said):
    assert _calls(plan, where, said) is None
