# SPDX-License-Identifier: Apache-2.0
"""What is set apart to stress it, what several kinds share, and where the robot is sent to wait."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def done(where: str, said: str) -> set[str]:
    result = planned(where, said)
    assert result.plan is not None, (said, result.outcome)
    return {str(c) for c in result.plan.calls if c.skill not in ("pick_up", "open", "close")}


def moved(where: str, said: str) -> set[str]:
    return {c for c in done(where, said) if c.startswith(("put_", "hand_over"))}


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("dining", "It's the red mug I want on the counter.", {"put_on(mug_1, counter_1)"}),
        ("flat", "Among the mugs there's a blue one, and that's the one I'd like you to hand me.",
         {"hand_over(mug_1, person_1)"}),
        ("garage", "Put the can of green paint on the workbench.", {"put_on(paint_can_2, workbench_1)"}),
        ("living", "The toy cars are lying about again and they really need to be in the toy chest.",
         {"put_inside(toy_car_1, toy_chest_1)", "put_inside(toy_car_2, toy_chest_1)"}),
        ("pantry", "Put the honey on the table to begin with, and after that bring the jam over to join it.",
         {"put_on(honey_jar_1, table_1)", "put_on(jam_jar_1, table_1)"}),
        ("garage", "There's a crate out in the driveway, and that's where I want the tennis balls to be kept.",
         {"put_inside(tennis_ball_1, crate_1)", "put_inside(tennis_ball_2, crate_1)"}),
        ("garage", "There's a crate in the driveway. Put the tennis balls there.",
         {"put_inside(tennis_ball_1, crate_1)", "put_inside(tennis_ball_2, crate_1)"}),
        ("dining", "There is a mug on table 2. Put the lemon there.", {"put_on(lemon_1, table_2)"}),
        ("laundry", "Put two rolls of toilet paper on the sink.",
         {"put_on(toilet_paper_1, sink_1)", "put_on(toilet_paper_2, sink_1)"}),
        ("living", "I'd like a little light, please. Switch on the night light.", {"turn_on(night_light_1)"}),
    ],
)  # fmt: skip
def test_what_is_set_apart_is_meant(where, said, calls):
    assert {c for c in done(where, said) if not c.startswith("go_to")} == calls


@pytest.mark.parametrize(
    ("where", "said", "things"),
    [
        ("party", "Throw out all cans and bottles that are empty.", {"beer_can_1", "wine_bottle_2"}),
        ("party", "Would you go around and throw out every can and bottle that's empty?",
         {"beer_can_1", "wine_bottle_2"}),
        ("dining", "Put the plates and mugs that are dirty in the dishwasher.", {"plate_3", "plate_4", "mug_1"}),
        ("dining", "Put all mugs and plates that are on table 2 on the counter.", {"plate_3", "plate_4", "mug_1"}),
        ("dining", "Put the forks and all mugs that are dirty on the counter.",
         {"fork_1", "fork_2", "fork_3", "mug_1"}),
        ("dining", "Put every fork and the mug that's dirty on the counter.",
         {"fork_1", "fork_2", "fork_3", "mug_1"}),
    ],
)  # fmt: skip
def test_how_several_kinds_are_is_said_once_of_all_that_share_a_determiner(where, said, things):
    assert {c.partition("(")[2].partition(",")[0] for c in moved(where, said)} == things


@pytest.mark.parametrize(
    ("where", "said", "place"),
    [
        ("pantry", "Would you mind driving across to shelf 3 and waiting there?", "shelf_3"),
        ("bedroom", "Drive to the wardrobe and remain standing beside it.", "wardrobe_1"),
    ],
)
def test_who_is_sent_somewhere_may_wait_there(where, said, place):
    assert done(where, said) == {f"go_to({place})"} or planned(where, said).account.exact


def test_who_is_to_leave_people_alone_goes_where_it_is_sent():
    result = planned("living", "Leave us alone in the living room for a bit, please, and go to the children's room.")
    assert result.plan is not None and result.account.exact
    assert planned("living", "Leave me alone.").plan is None


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("bedroom", "I'd like there to be one book lying on nightstand 1 and one on nightstand 2.", set()),
        ("office", "There should be three pens lying on the conference table.",
         {"put_on(pen_1, conference_table_1)", "put_on(pen_2, conference_table_1)"}),
        ("office", "There should be one pen lying on desk 1 and one on desk 2.", set()),
        ("lab", "I'd like every one of the benches to have a beaker on it, one at the very least.",
         {"put_on(beaker_2, bench_2)"}),
        ("lab", "Every bench should have a beaker on it, at least one.", {"put_on(beaker_2, bench_2)"}),
    ],
)  # fmt: skip
def test_what_there_should_be_is_there_and_no_more_is_moved(where, said, calls):
    assert moved(where, said) == calls
    assert planned(where, said).account.exact
