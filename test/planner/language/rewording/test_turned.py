# SPDX-License-Identifier: Apache-2.0
"""Other ways to say an order are planned as the plain one, and what only looks like them stays as it was said."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_eval.sentences.corpus import scene
from planner_node.assembly import Choices, assemble
from planner_node.language.phrasebook import load_phrasebook
from planner_node.language.phrasebook.word_file import PhrasebookError
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
        ("dining", "swing open the fridge", "open the fridge"),
        ("living", "slide the window shut", "close the window"),
        ("bedroom", "Pull out the dresser drawer", "open the dresser"),
        ("flat", "fire up the tv", "turn on the tv"),
        ("party", "shut off the stereo, please", "turn off the stereo"),
        ("party", "get the grill going", "turn on the grill"),
        ("bedroom", "park yourself next to the desk", "go to the desk"),
        ("lab", "step over to bench 2", "go to bench 2"),
        ("living", "Get out of the living room and go to the kids room", "go to the kids room"),
        ("lab", "Take a quick look inside the fume hood", "look in the fume hood"),
        ("bedroom", "have a look at nightstand 2 for my watch", "search nightstand 2 for my watch"),
        ("party", "let Carla have the corkscrew", "give Carla the corkscrew"),
        ("party", "offer ben a cupcake", "give ben a cupcake"),
        ("garage", "plonk the helmet down on the workbench", "put the helmet on the workbench"),
        ("party", "carry the corkscrew out to the terrace", "carry the corkscrew to the terrace"),
        ("office", "The stapler is needed in the meeting room", "put the stapler in the meeting room"),
        ("garage", "put the hammer back where it belongs", "put away the hammer"),
        ("living", "See the magazine? Put it on the shelf.", "put the magazine on the shelf"),
        ("garage", "There should be a flashlight on shelf 1, put it on the workbench",
         "put the flashlight from shelf 1 on the workbench"),
        ("garage", "I need a helmet on the workbench, get one", "I need a helmet on the workbench"),
        ("lab", "make sure flask 1 is on bench 1", "put flask 1 on bench 1"),
        ("lab", "return pipette 1 to the storage shelf", "put pipette 1 on the shelf in the storage room"),
        ("lab", "put the red test tube in the rack", "put the red test tube in rack 1"),
        ("office", "The pen that's lying in the meeting room belongs on desk 1", "put pen 3 on desk 1"),
        ("flat", "get the garbage off the coffee table and throw it away", "throw away the banana"),
        ("pantry", "bring the paper towels to the table", "bring the paper towel roll to the table"),
        ("laundry", "The comb is broken, throw it out", "throw out the comb"),
        ("flat", "Put the groceries away, the sandwich and the apple go in the fridge",
         "put the sandwich and the apple in the fridge"),
    ],
)  # fmt: skip
def test_an_order_is_planned_as_its_plain_wording(plan, where, said, plainly):
    wanted = _calls(plan, where, plainly)
    assert wanted
    assert _calls(plan, where, said) == wanted


@pytest.mark.parametrize(
    ("where", "said", "moved"),
    [
        ("office", "put the blue pen on desk 3 and leave the red one", {"pen_2"}),
        ("dining", "put all the mugs on table 3 except the one in the kitchen", {"mug_1", "mug_3"}),
        ("garage", "throw the empty tin can in the metal bin", {"tin_can_1"}),
        ("dining", "put the dirty dishes in the dishwasher", {"mug_1", "plate_3", "plate_4"}),
    ],
)
def test_nothing_else_is_moved(plan, where, said, moved):
    calls = plan(PlanningTask(said, scene(where))).plan.calls
    assert {call.arguments[0] for call in calls if call.skill == "pick_up"} == moved


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("bedroom", "kill the book"),  # nothing that has a switch
        ("dining", "swing the apple open"),
        ("flat", "offer me a joke"),
        ("dining", "leave the kitchen"),
    ],
)
def test_what_is_no_such_order_is_not_done(plan, where, said):
    assert plan(PlanningTask(said, scene(where))).plan is None


def test_what_cannot_be_carried_is_said_to_be_part_of_the_home(plan):
    assert plan(PlanningTask("lift the car", scene("garage"))).outcome.cause is FailureCause.NOT_CAPABLE


def test_a_turn_of_the_users_own_comes_before_ours(tmp_path):
    path = tmp_path / "own.yaml"
    path.write_text("turns: {orders: [{say: [zap DEVICE END], means: turn off the DEVICE}]}", encoding="utf-8")
    plan = assemble(Choices(words=(path,)), environ={}).plan
    assert _calls(plan, "party", "zap the stereo") == ["go_to(stereo_1)", "turn_off(stereo_1)"]


@pytest.mark.parametrize(
    "turn",
    [
        "{say: [zap THING END], means: turn off DEVICE}",  # a gap that is not said
        "{say: [zap GIZMO END], means: go}",
        "{say: [(zap|zip THING], means: go}",
    ],
)
def test_a_turn_that_cannot_be_read_is_refused(tmp_path, turn):
    path = tmp_path / "own.yaml"
    path.write_text(f"turns: {{orders: [{turn}]}}", encoding="utf-8")
    with pytest.raises(PhrasebookError):
        load_phrasebook(path)
