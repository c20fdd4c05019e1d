# SPDX-License-Identifier: Apache-2.0
"""What people say around their orders, and how they say them, is planned as the plain order."""

from __future__ import annotations

import pytest

from makedo_eval.sentences.corpus import scene
from planner_node.assembly import Choices, assemble
from planner_node.task import PlanningTask


@pytest.fixture(scope="module")
def plan():
    return assemble(Choices(), environ={}).plan


def _calls(plan, where, text):
    result = plan(PlanningTask(text, scene(where)))
    return None if result.plan is None else [str(call) for call in result.plan.calls]


@pytest.mark.parametrize(
    ("where", "said", "plainly"),
    [
        ("dining", "1. open the fridge 2. put the banana in it 3. close it",
         "Open the fridge, then put the banana in it, then close it."),
        ("laundry", "Open the washing machine, put the jeans inside, close it and start it",
         "Open the washing machine, put the jeans in it, close it and start it"),
        ("office", "Switch the projector on, but before that put the marker 1 on the shelf.",
         "Put the marker 1 on the shelf, then switch the projector on."),
        ("dining", "First the pear, then the milk, both on table 2.",
         "Put the pear on table 2, then put the milk on table 2."),
        ("bedroom", "First close the balcony door and only then turn off lamp 1.",
         "Close the balcony door, then turn off lamp 1."),
    ],
)  # fmt: skip
def test_an_order_in_time(plan, where, said, plainly):
    wanted = _calls(plan, where, plainly)
    assert wanted
    assert _calls(plan, where, said) == wanted


@pytest.mark.parametrize(
    ("where", "said", "plainly"),
    [
        ("pantry", "Grandma's birthday is on Sunday so I'm baking, bring the flour to the table",
         "Bring the flour to the table."),
        ("party", "Everyone's getting hungry, take the pizza to the terrace table",
         "Take the pizza to the terrace table."),
        ("flat", "Take all the time you need, but the newspaper goes in the trash", "Put the newspaper in the trash."),
        ("garage", "I'm going to fix the shelf and for that I need the drill on the workbench.",
         "Put the drill on the workbench."),
        ("office", "Wait, one thing: open the filing cabinet.", "Open the filing cabinet."),
        ("dining", "Hmm, what was it... ah yes, put the wine on table 3.", "Put the wine on table 3."),
        ("bedroom", "Before I go to bed I'd like you to turn lamp 1 off.", "Turn lamp 1 off."),
        ("flat", "If it's not asking too much, could the window be opened?", "Open the window."),
    ],
)  # fmt: skip
def test_what_is_told_besides(plan, where, said, plainly):
    wanted = _calls(plan, where, plainly)
    assert wanted
    assert _calls(plan, where, said) == wanted


@pytest.mark.parametrize(
    ("where", "said", "plainly"),
    [
        ("bedroom", "Lamp 1 ought to be off by now.", "Turn lamp 1 off."),
        ("flat", "The fridge should contain the sandwich", "Put the sandwich in the fridge."),
        ("garage", "Any chance the garage light could go on?", "Turn on the garage light."),
        ("office", "I want that you put the stapler on desk 3.", "Put the stapler on desk 3."),
        ("lab", "It is needed that the notebook goes on bench two.", "Put the notebook on bench 2."),
        ("lab", "put the notebook on the bench number two", "Put the notebook on bench 2."),
        ("flat", "bring me hte newspaper plaese", "Bring me the newspaper."),
    ],
)  # fmt: skip
def test_a_wish(plan, where, said, plainly):
    wanted = _calls(plan, where, plainly)
    assert wanted
    assert _calls(plan, where, said) == wanted


@pytest.mark.parametrize(
    ("where", "said", "plainly"),
    [
        ("flat", "turn on the tv, no, turn it off. Open the window.", "Open the window."),
        ("dining", "put the apple and the pear on table 2, no, put them on table 3",
         "Put the apple and the pear on table 3."),
        ("dining", "put the apple on table 2 and the pear on table 3, no, put it on table 1",
         "Put the apple on table 2 and put the pear on table 1."),
        ("dining", "Open the fridge, wait, not the fridge, the cupboard.", "Open the cupboard."),
        ("pantry", "Put three potatoes, make that two, on the table", "Put two potatoes on the table."),
    ],
)  # fmt: skip
def test_what_is_taken_back(plan, where, said, plainly):
    wanted = _calls(plan, where, plainly)
    assert wanted
    assert _calls(plan, where, said) == wanted


@pytest.mark.parametrize(
    ("where", "said", "plainly"),
    [
        ("lab", "When sample 1 is on bench 1, turn on the centrifuge.",
         "Put sample 1 on bench 1, then turn on the centrifuge."),
        ("lab", "As long as there are dirty flasks on bench 2, put them in the fume hood.",
         "If there are dirty flasks on bench 2, put the dirty flasks in the fume hood."),
        ("flat", "If there is a pear give it to me, if not I'll have the orange.", "Give me the orange."),
        ("flat", "Give me the juice, or the milk in case the juice is finished.", "Give me the juice."),
        ("dining", "close the fridge if it is open, and then bring the bread to table 2",
         "Bring the bread to table 2."),
        ("bedroom", "Put the book 1 on the desk as soon as the balcony door is open",
         "Open the balcony door, then put the book 1 on the desk."),
    ],
)  # fmt: skip
def test_a_condition(plan, where, said, plainly):
    wanted = _calls(plan, where, plainly)
    assert wanted
    assert _calls(plan, where, said) == wanted


@pytest.mark.parametrize(
    ("where", "said", "plainly"),
    [
        ("laundry", "Put the comb on the sink, not on the shelf.", "Put the comb on the sink."),
        ("garage", "Don't put the helmet in the crate but on shelf 1.", "Put the helmet on shelf 1."),
        ("office", "Everything on desk 3 goes on the shelf, laptop 2 excluded.",
         "Put everything on desk 3 except laptop 2 on the shelf."),
        ("office", "Take everything off desk 2 to desk 1 and leave only the stapler there.",
         "Take everything off desk 2 except the stapler to desk 1."),
        ("party", "The balloons stay, everything else on the sofa goes to the side table.",
         "Put everything on the sofa except the balloons on the side table."),
        ("dining", "Everything on table 2 except the mug and the napkin goes on the counter.",
         "Put everything from table 2 except the mug and except the napkin on the counter."),
        ("lab", "Keep one beaker on bench 1, the others on it go to the shelf",
         "Put all but one beaker from bench 1 on the shelf."),
    ],
)  # fmt: skip
def test_what_stays(plan, where, said, plainly):
    wanted = _calls(plan, where, plainly)
    assert wanted
    assert _calls(plan, where, said) == wanted


@pytest.mark.parametrize(
    ("where", "said", "plainly"),
    [
        ("lab", "Tunr off the incubatr", "Turn off the incubator."),
        ("bedroom", "close teh balcny door adn put the sunglases on the desk",
         "Close the balcony door and put the sunglasses on the desk."),
        ("office", "desk two has a stapler on it i want that on desk three", "Put the stapler on desk 3."),
        ("living", "My son has been crying all morning, he wants his teddy on the sofa.", "Put the teddy on the sofa."),
        ("party", "Ben brought a present for Anna, give it to her.", "Give the present to Anna."),
        ("dining", "please to put the apple red in fridge", "Put the red apple in the fridge."),
        ("flat", "bring to me the newspaper", "Bring me the newspaper."),
    ],
)  # fmt: skip
def test_what_is_read_again(plan, where, said, plainly):
    wanted = _calls(plan, where, plainly)
    assert wanted
    assert _calls(plan, where, said) == wanted


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("garage", "Everything from shelf 1 to the workbench. The flashlight is excluded."),
        ("dining", "put the apple on table 2 not the pear on table 3 close it"),
        ("living", "Once nobody is in the room, turn off the tv."),  # a condition is nothing that is told besides
        ("party", "The sun is going down, so juggle the candles, and turn on the grill."),
        ("dining", "The bread and the vase, both on"),
    ],
)
def test_what_may_ask_or_limit_is_not_left_aside(plan, where, said):
    assert not _calls(plan, where, said)
