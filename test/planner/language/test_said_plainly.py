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
    ("where", "said"),
    [
        ("living", "Once nobody is in the room, turn off the tv."),  # a condition is nothing that is told besides
        ("party", "The sun is going down, so ignite the candles, and turn on the grill."),
        ("dining", "The bread and the vase, both on"),
    ],
)
def test_what_may_ask_or_limit_is_not_left_aside(plan, where, said):
    assert not _calls(plan, where, said)
