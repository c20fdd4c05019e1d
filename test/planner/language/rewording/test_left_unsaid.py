# SPDX-License-Identifier: Apache-2.0
"""What people leave out, as everybody knows it, is understood as what they would have said in full."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_eval.sentences.corpus import scene
from planner_node.assembly import Choices, assemble
from planner_node.task import PlanningTask


@pytest.fixture(scope="module")
def plan():
    return assemble(Choices(), environ={}).plan


def _calls(plan, where, text):
    result = plan(PlanningTask(text, scene(where)))
    return None if result.plan is None else sorted(str(call) for call in result.plan.calls)


@pytest.mark.parametrize(
    ("where", "said", "plainly"),
    [
        ("party", "Throw the empty ones away", "Throw away all the empty things."),
        ("party", "The empty ones go in the trash", "Put all the empty things in the trash can."),
        ("pantry", "anything rotten or spoiled must go", "Throw away anything rotten or spoiled."),
        ("flat", "The old newspaper has to go.", "Throw away the old newspaper."),
        ("office", "the peel is garbage", "Throw away the banana peel."),
        ("flat", "The newspaper is just rubbish", "Throw away the newspaper."),
        ("dining", "I want everything in the fridge on table 1, cheese excepted",
         "Put everything in the fridge except the cheese on table 1."),
        ("lab", "Put a bigger beaker than beaker 1 on bench 2", "Put a beaker bigger than beaker 1 on bench 2."),
        ("living", "the doll my daughter left on the bed goes into the toy chest",
         "Put the doll from the bunk bed in the toy chest."),
        ("office", "Put the notebook that Maria left on the conference table on desk 1",
         "Put the notebook from the conference table on desk 1."),
        ("lab", "put beakers on bench 2 until there are four", "Put four beakers on bench 2."),
        ("party", "Anna's jacket to Carla", "Bring the jacket to Carla."),
        ("dining", "Table 3 needs forks for two guests", "Put two forks on table 3."),
        ("dining", "plates and forks for two people on table 3", "Put two plates and two forks on table 3."),
        ("dining", "Table 1, 2 and 3 should each have one glass.", "Put a glass on each of tables 1, 2 and 3."),
        ("dining", "Table 1 and 2 need a spoon each", "Put a spoon on each of tables 1 and 2."),
        ("lab", "The sample should be in the fridge, bring it to bench 1",
         "Bring a sample from the fridge to bench 1."),
        ("lab", "There should be a pipette on the shelf. Bring it to bench 1.",
         "Bring the pipette from the shelf to bench 1."),
        ("garage", "take the paint cans; put the white one on the workbench and the green one in the crate",
         "Put paint can 1 on the workbench and paint can 2 in the crate."),
        ("dining", "take the apples off the counter; the red one goes in the basket and the green one in the fridge",
         "Put apple 1 in the fruit basket and apple 2 in the fridge."),
        ("living", "turn the tv off and on again", "Turn off the tv, then turn on the tv."),
        ("office", "Make sure the printer doesn't stay on", "Turn off the printer."),
        ("dining", "can you bring the mugs one by one to table 3", "Bring the mugs to table 3."),
        ("garage", "lights, please", "Turn on the light."),
        ("laundry", "not the blue towel, the white one in the bathtub", "Put the white towel in the bathtub."),
        ("bedroom", "the moment both lamps are off, close the balcony door",
         "As soon as both lamps are off, close the balcony door."),
        ("bedroom", "put the watch, er, the wallet on nightstand 1", "Put the wallet on nightstand 1."),
        ("bedroom", "put the watch, er, the wallet and the keys on nightstand 1",
         "Put the watch, the wallet and the keys on nightstand 1."),
        ("garage", "grab that flashlight off shelf 1 and like stick it on the workbench",
         "Put the flashlight on the workbench."),
    ],
)  # fmt: skip
def test_it_is_planned_as_what_is_said_in_full(plan, where, said, plainly):
    wanted = _calls(plan, where, plainly)
    assert wanted
    assert _calls(plan, where, said) == wanted


def test_the_umbrellas_own_stand_is_the_umbrella_stand(plan):
    result = plan(PlanningTask("put the umbrella in its stand", scene("office")))
    assert result.explanation == "There is nothing to do: umbrella 1 is inside umbrella stand 1 already."


def test_what_is_meant_instead_behind_a_sound_is_told(plan):
    said = plan(PlanningTask("put the watch, er, the wallet on nightstand 1", scene("bedroom"))).explanation
    assert "in place of what you said before it" in said and "exactly" not in said


@pytest.mark.parametrize(
    "said",
    ["the can Ben has goes in the trash", "Throw away the can that is with Ben", "Throw away Ben's can",
     "Put the can that Ben is holding on the side table"],
)  # fmt: skip
def test_what_somebody_holds_is_theirs_and_stays_in_their_hand(plan, said):
    outcome = plan(PlanningTask(said, scene("party"))).outcome
    assert (outcome.cause, outcome.message) == (
        FailureCause.NOT_CAPABLE,
        "Ben has beer can 4; I take nothing out of a person's hand.",
    )


def test_the_thing_that_is_not_there_yet_is_meant_where_a_rack_could_be_the_shelf_too(plan):
    result = plan(PlanningTask("put the pipette on the shelf", scene("lab")))
    assert [str(c) for c in result.plan.calls if c.skill == "put_on"] == ["put_on(pipette_1, shelf_1)"]
    assert "so I take 'the pipette' for pipette 1" in result.explanation


@pytest.mark.parametrize(
    ("where", "said", "message"),
    [
        ("flat", "turn on the kettle", "I know of no switch of the kettle that I could move."),
        ("pantry", "open the honey", "I know of no door or lid of the honey that I could move."),
        ("lab", "put a beaker smaller than beaker 1 on bench 2",
         "I know of no beaker here that is smaller than beaker 1."),
    ],
)  # fmt: skip
def test_a_refusal_says_what_is_so(plan, where, said, message):
    assert plan(PlanningTask(said, scene(where))).outcome.message == message


def test_what_must_go_somewhere_goes_there(plan):
    calls = _calls(plan, "dining", "The milk must go on table 1")
    assert "put_on(milk_carton_1, table_1)" in calls and not any(call.startswith("put_inside") for call in calls)


def test_the_second_of_several_is_no_moment(plan):
    message = plan(PlanningTask("Put pen 1 on desk 2 and the second on desk 3", scene("office"))).outcome.message
    assert "as soon as" not in message


@pytest.mark.parametrize("said", ["Anna must go", "The guests have to go", "the robot has to go", "the napkin can go"])
def test_nobody_is_thrown_away_and_nothing_that_may_go_anywhere(plan, said):
    where = "dining" if "napkin" in said else "party"
    assert plan(PlanningTask(said, scene(where))).plan is None


@pytest.mark.parametrize(
    ("where", "said", "aside"),
    [
        ("lab", "Before the inspection tomorrow, turn off the incubator", "before the inspection tomorrow"),
        ("dining", "bring the plates to table 3 after dinner", "after dinner"),
        ("dining", "After dinner the plates go in the dishwasher", "after dinner"),
        ("dining", "the vase goes on table 3 before the party", "before the party"),
    ],
)
def test_what_is_wanted_around_an_occasion_is_done_now_and_that_is_said(plan, where, said, aside):
    result = plan(PlanningTask(said, scene(where)))
    assert result.plan is not None
    assert f"I do it now; '{aside}' is left aside." in result.explanation and "exactly" not in result.explanation
