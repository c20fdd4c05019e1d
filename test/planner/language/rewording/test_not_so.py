# SPDX-License-Identifier: Apache-2.0
"""What must not be so is brought to an end; what is told of a place, or goes along with something, counts."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_eval.sentences.corpus import scene
from planner_node.assembly import Choices, assemble
from planner_node.task import PlanningTask

_DEEDS = ("put_on", "put_inside", "turn_on", "turn_off", "hand_over", "open", "close")


@pytest.fixture(scope="module")
def plan():
    return assemble(Choices(), environ={}).plan


def _done(result) -> set[str]:
    """What is put somewhere or switched, without what is opened and shut on the way."""
    assert result.plan is not None, result.outcome
    calls = [c for c in result.plan.calls if c.skill in _DEEDS]
    opened = {c.arguments for c in calls if c.skill == "open"} & {c.arguments for c in calls if c.skill == "close"}
    return {
        " ".join(c.arguments) if c.skill.startswith(("put_", "hand_")) else f"{c.skill} {c.arguments[0]}"
        for c in calls
        if c.arguments not in opened
    }


@pytest.mark.parametrize(
    ("where", "said", "done"),
    [
        ("bedroom", "Make sure neither lamp is left on", {"turn_off lamp_1"}),
        ("bedroom", "Neither of the lamps may be lit", {"turn_off lamp_1"}),
        ("living", "None of the lamps should be burning", {"turn_off table_lamp_1"}),
        ("living", "Neither the TV nor the table lamp should be on", {"turn_off tv_1", "turn_off table_lamp_1"}),
        ("living", "I don't want the TV on", {"turn_off tv_1"}),
        ("pantry", "Make sure that the cabinet isn't open", {"close cabinet_1"}),
        ("pantry", "See to it that the cabinet isn't open any more, please", {"close cabinet_1"}),
        ("lab", "The incubator shouldn't be running any more", {"turn_off incubator_1"}),
        ("lab", "Make sure nothing is switched on", {"turn_off incubator_1"}),
        ("flat", "The window must not be closed", {"open window_1"}),
        ("dining", "Neither cupboard nor fridge may be open", set()),
        (
            "pantry",
            "Make sure that the cabinet isn't open and bring the broom to shelf 1",
            {"close cabinet_1", "broom_1 shelf_1"},
        ),
    ],
)
def test_what_must_not_be_so_is_ended_and_that_is_exactly_what_was_asked_for(plan, where, said, done):
    result = plan(PlanningTask(said, scene(where)))
    assert _done(result) == done
    assert result.account.exact, result.explanation


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("living", "It'd be great if the pillows weren't on the sofa"),
        ("living", "Make sure the apple isn't on the kids table"),
        ("laundry", "The towels should not be on the towel rack any longer"),
        ("living", "I don't want any pillows on the sofa"),
    ],
)
def test_where_what_must_not_be_there_shall_go_is_asked(plan, where, said):
    assert plan(PlanningTask(said, scene(where))).outcome.cause is FailureCause.AMBIGUOUS


def test_nothing_from_elsewhere_leaves_a_place_where_it_must_not_be(plan):
    result = plan(PlanningTask("The apple should not be on table 2", scene("dining")))
    assert result.outcome.cause is FailureCause.OBJECT_NOT_FOUND


@pytest.mark.parametrize("said", ["The window isn't closed", "Is the window not closed?", "The lamp is not on"])
def test_what_is_only_told_or_asked_changes_nothing(plan, said):
    result = plan(PlanningTask(said, scene("flat")))
    assert result.plan is None or not result.plan.calls


@pytest.mark.parametrize(
    ("where", "said", "done"),
    [
        ("pantry", "The candles live in the cabinet, so put them there", {"candle_1 cabinet_1", "candle_2 cabinet_1"}),
        ("office", "The stapler lives on shelf 1, so bring it back there", {"stapler_1 shelf_1"}),
        ("living", "The remote belongs on the TV stand. Can you return it there?", {"remote_1 tv_stand_1"}),
        ("lab", "The pipettes belong on shelf 1 so put them back please", {"pipette_1 shelf_1"}),
        (
            "garage",
            "Tools go in the tool chest so put the hammer there and turn on the light",
            {"hammer_1 tool_chest_1", "turn_on garage_light_1"},
        ),
    ],
)
def test_a_place_that_was_told_is_where_things_go(plan, where, said, done):
    result = plan(PlanningTask(said, scene(where)))
    assert _done(result) == done
    assert result.account.exact, result.explanation


@pytest.mark.parametrize(
    ("where", "said", "done"),
    [
        ("party", "One soda for Anna, the other for Carla", {"soda_can_1 anna", "soda_can_2 carla"}),
        ("dining", "Get two apples, one for table 2, the other for table 3", {"apple_1 table_2", "apple_2 table_3"}),
        ("living", "One crayon for the sofa, the other for the TV stand", {"crayon_1 sofa_1", "crayon_2 tv_stand_1"}),
        ("party", "Two cupcakes please, one to Anna, the other to Ben", {"cupcake_1 anna", "cupcake_2 ben"}),
    ],
)  # fmt: skip
def test_of_two_each_goes_where_it_is_for(plan, where, said, done):
    result = plan(PlanningTask(said, scene(where)))
    assert _done(result) == done
    assert result.account.exact, result.explanation


@pytest.mark.parametrize(
    ("where", "said", "done"),
    [
        ("living", "Put the green book on the sofa with the candle", {"book_4 sofa_1", "candle_1 sofa_1"}),
        ("dining", "Bring the milk to table 1, with the cheese", {"milk_carton_1 table_1", "cheese_1 table_1"}),
        ("dining", "Put the vase on table 3, with the candle next to it", {"vase_1 table_3", "candle_1 table_3"}),
        ("dining", "Bring the red mug to table 3, and the blue one with it", {"mug_1 table_3", "mug_2 table_3"}),
        ("party", "Put the cake on the terrace table with the ashtray", {"cake_1 terrace_table_1"}),
        ("office", "Put the red pen on desk 3 next to the laptop", {"pen_1 desk_3"}),
    ],
)
def test_what_goes_along_goes_to_the_same_place(plan, where, said, done):
    result = plan(PlanningTask(said, scene(where)))
    assert _done(result) == done


def test_two_places_that_contradict_each_other_are_asked_about(plan):
    result = plan(PlanningTask("Put the vase on table 3 next to the candle", scene("dining")))
    assert result.outcome.cause is FailureCause.AMBIGUOUS
    assert set(result.candidates) == {"sideboard_1"} or "table_3" in result.candidates


@pytest.mark.parametrize(
    ("where", "said", "done"),
    [
        ("pantry", "Take a tin of tomatoes to table 1", {"tomato_can_1 table_1"}),
        ("pantry", "Bring the tomato tins to table 1", {"tomato_can_1 table_1", "tomato_can_2 table_1"}),
        ("dining", "Bring the soup tin to table 3", {"soup_can_1 table_3"}),
        ("dining", "Bring a carton of juice to table 3", {"juice_carton_1 table_3"}),
        ("dining", "Put all the forks on table 2 bar one", {"fork_1 table_2", "fork_2 table_2"}),
        ("pantry", "Bring the chocolate bar to table 1", {"chocolate_bar_1 table_1"}),
    ],
)  # fmt: skip
def test_words_for_packs_and_exceptions(plan, where, said, done):
    result = plan(PlanningTask(said, scene(where)))
    assert _done(result) == done
    assert result.account.exact, result.explanation


def test_of_books_of_no_known_colour_any_may_be_the_one_that_is_ruled_out(plan):
    result = plan(PlanningTask("Put the book, which isn't blue, on the desk", scene("bedroom")))
    assert _done(result) == {"book_2 desk_1"} and not result.account.exact


def test_which_one_is_the_last_nobody_knows_and_that_is_told(plan):
    result = plan(PlanningTask("Put all chocolate bars in the basket bar the last one", scene("pantry")))
    assert _done(result) == {"chocolate_bar_1 basket_1"} and not result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "done"),
    [
        ("dining", "Put the vase on table 2, no, table 3 is better", {"vase_1 table_3"}),
        ("dining", "Bring the milk to table 1 but table 2 would be better", {"milk_carton_1 table_2"}),
        ("living", "Put the candle on the sofa, or the TV stand is better", {"candle_1 tv_stand_1"}),
    ],
)
def test_a_better_place_stands_in_place_of_the_one_before(plan, where, said, done):
    assert _done(plan(PlanningTask(said, scene(where)))) == done


@pytest.mark.parametrize(
    ("said", "is_exact"),
    [
        ("Put the balloons together on the terrace table", True),
        ("Put the balloons next to each other on the terrace table", False),
        ("Put the balloons side by side on the terrace table", False),
    ],
)
def test_together_is_at_one_place_and_how_near_nobody_sees_to(plan, said, is_exact):
    result = plan(PlanningTask(said, scene("party")))
    assert _done(result) == {"balloon_1 terrace_table_1", "balloon_2 terrace_table_1"}
    assert result.account.exact is is_exact


@pytest.mark.parametrize(
    ("where", "said", "which"),
    [
        ("laundry", "Put the white one on the sink", {"towel_1", "shirt_1"}),
        ("dining", "Set table 3 with the red one", {"apple_1", "mug_1"}),
    ],
)
def test_of_a_look_alone_only_what_looks_so_is_asked_about(plan, where, said, which):
    result = plan(PlanningTask(said, scene(where)))
    assert result.outcome.cause is FailureCause.AMBIGUOUS and set(result.candidates) == which


@pytest.mark.parametrize(
    ("where", "said", "done"),
    [
        ("dining", "See to it that table 3 has a plate and a fork", {"plate_1 table_3", "fork_1 table_3"}),
        ("lab", "Make sure each bench has two beakers", {"beaker_4 bench_2", "beaker_3 bench_2"}),
        ("office", "Every desk should have a pen", {"pen_3 desk_3"}),
        ("office", "Make sure every desk has a pen", {"pen_3 desk_3"}),
        ("bedroom", "Put the hat on the table which is on the balcony", {"hat_1 balcony_table_1"}),
        ("party", "Bring the cake to the table that's on the terrace", {"cake_1 terrace_table_1"}),
        ("bedroom", "Turn off lamp 1 and turn on the other", {"turn_off lamp_1", "turn_on lamp_2"}),
        (
            "bedroom",
            "Put the hat on nightstand 1 and the watch on nightstand 2 on the other one",
            {"hat_1 nightstand_1", "watch_1 nightstand_1"},
        ),
        (
            "dining",
            "Put the vase on table 2 and the candle on the sideboard on table 3",
            {"vase_1 table_2", "candle_1 table_3"},
        ),
    ],
)
def test_places_that_shall_have_something_and_places_by_their_room(plan, where, said, done):
    result = plan(PlanningTask(said, scene(where)))
    assert _done(result) == done
    assert result.account.exact, result.explanation


@pytest.mark.parametrize(
    ("where", "said", "done"),
    [
        ("garage", "Put the saw somewhere the kids can't see it, say in the crate", {"saw_1 crate_1"}),
        ("living", "Hide the remote where nobody can find it, in the toy box for example", {"remote_1 toy_box_1"}),
        ("laundry", "Put the bleach somewhere the children can't see it", {"bleach_bottle_1 medicine_cabinet_1"}),
        ("dining", "Put as many forks on table 3 as plates on table 1", {"fork_1 table_3", "fork_2 table_3"}),
    ],
)  # fmt: skip
def test_what_cannot_be_seen_to_is_told(plan, where, said, done):
    result = plan(PlanningTask(said, scene(where)))
    assert _done(result) == done
    assert not result.account.exact


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("flat", "Put the medicine bottle out of reach of the children"),
        ("flat", "Put the pill box where the dog can't get at it"),
        ("living", "Tidy the living room but leave the remote"),
        ("pantry", "Make sure that no bottles are left in the pantry"),
    ],
)
def test_what_is_missing_is_asked(plan, where, said):
    assert plan(PlanningTask(said, scene(where))).outcome.cause is FailureCause.AMBIGUOUS


def test_who_is_in_a_machine_is_still_a_danger(plan):
    said = "Put the dog somewhere the kids can't see it, say in the microwave"
    assert plan(PlanningTask(said, scene("flat"))).outcome.cause is FailureCause.DANGEROUS
