# SPDX-License-Identifier: Apache-2.0
"""What is left besides what was named, or told of: "put them in the cupboard and the rest in the sink"."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings

ENGINE = Engine(load_ontology(), Settings())


def put(where: str, said: str) -> tuple[dict[str, str], bool]:
    """Where each thing goes, and whether that is told to be exactly what was asked for."""
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, (said, result.outcome)
    calls = [call for call in result.plan.calls if call.skill in ("put_on", "put_inside")]
    return {call.arguments[0]: call.arguments[1] for call in calls}, result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        (
            "dining",
            "The plates on table 1 are clean. Put them in the cupboard and the rest in the dishwasher",
            {"plate_1": "cupboard_1", "plate_2": "cupboard_1", "plate_3": "dishwasher_1", "plate_4": "dishwasher_1"},
        ),
        (
            "dining",
            "The mugs on the sideboard and the counter are clean. "
            "Put them in the cupboard and the others in the dishwasher",
            {"mug_2": "cupboard_1", "mug_3": "cupboard_1", "mug_1": "dishwasher_1"},
        ),
        (
            "office",
            "The pen on desk 1 is mine. Leave it there and put the others in the filing cabinet",
            {"pen_2": "filing_cabinet_1", "pen_3": "filing_cabinet_1"},
        ),
        (
            "office",
            "The notebook on desk 1 is full. Put it on the shelf and the other in the supply cabinet",
            {"notebook_1": "shelf_1", "notebook_2": "supply_cabinet_1"},
        ),
        (
            "lab",
            "The beakers on bench 1 are clean. Put them in the cabinet and the rest on bench 2",
            {"beaker_1": "cabinet_1", "beaker_2": "cabinet_1", "beaker_3": "cabinet_1", "beaker_4": "bench_2"},
        ),
        (
            "bedroom",
            "The book on nightstand 1 is finished. Put it on the desk and the other book on the bed",
            {"book_1": "desk_1", "book_2": "bed_1"},
        ),
    ],
)
def test_the_others_are_of_the_kind_that_was_told_of(where, said, goes):
    assert put(where, said)[0] == goes


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        (
            "bedroom",
            "Put the watch on the desk and the rest of the things on the bed",
            {"watch_1": "desk_1", "book_2": "bed_1", "pill_bottle_1": "bed_1"},
        ),
        (
            "pantry",
            "put the teapot on the table and all the other things on the counter",
            {"teapot_1": "table_1", "salt_shaker_1": "counter_1"},
        ),
        (
            "living",
            "Put the doll on the sofa and the remaining things in the toy box",
            {"doll_1": "sofa_1", "teddy_bear_1": "toy_box_1", "t_shirt_1": "toy_box_1"},
        ),
    ],
)
def test_all_else_is_what_else_is_where_the_named_things_are_and_that_is_told(where, said, goes):
    found, is_exact = put(where, said)
    assert found == goes
    assert not is_exact


def test_all_else_is_asked_about_where_the_named_things_are_at_several_places():
    result = ENGINE.plan(
        PlanningTask("put the lemon and the banana on table 3 and the rest on table 2", scene("dining"))
    )
    assert result.plan is None


def test_that_furniture_is_where_the_thing_just_named_is():
    goes, _ = put("bedroom", "Put the watch on the bed and the other things on that nightstand in the wardrobe")
    assert goes == {"watch_1": "bed_1", "book_2": "wardrobe_1", "pill_bottle_1": "wardrobe_1"}


def test_that_furniture_is_asked_about_where_two_may_be_meant():
    said = "Take the stapler from desk 2 to desk 3 and everything else on that desk to the shelf"
    result = ENGINE.plan(PlanningTask(said, scene("office")))
    assert result.plan is None and "desk 2 or desk 3" in result.outcome.message


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("flat", "Put the tea mug in the sink, I'll wash it later", {"tea_mug_1": "sink_1"}),
        ("flat", "Put the newspaper on the bed, I'll throw it away later", {"newspaper_1": "bed_1"}),
        ("flat", "Bring the sandwich to the coffee table and I'll eat it", {"sandwich_1": "coffee_table_1"}),
        ("lab", "Put flask 2 on bench 1, I'll put it in the cabinet later", {"flask_2": "bench_1"}),
        (
            "laundry",
            "Put the dress shirt in the basket. I have to iron it later.",
            {"dress_shirt_1": "laundry_basket_1"},
        ),
        (
            "garage",
            "Put the hammer in the crate, then I will put the saw there",
            {"hammer_1": "crate_1", "saw_1": "crate_1"},
        ),
    ],
)
def test_what_speakers_will_do_themselves_is_no_order(where, said, goes):
    assert put(where, said)[0] == goes


@pytest.mark.parametrize(
    ("where", "said", "word"),
    [
        ("lab", "put test tubes 1 and 2 in the rack and discard the third", "third"),
        ("lab", "put test tube 1 in the rack and throw the second away", "second"),
        ("office", "Put pen 1 on desk 3 and the second pen on desk 1", "second"),
    ],
)
def test_the_third_behind_numbered_things_is_asked_about(where, said, word):
    result = Engine(load_ontology(), Settings()).plan(PlanningTask(said, scene(where)))
    assert result.plan is None
    assert f"Which one is 'the {word}' behind" in result.outcome.message


def test_the_third_of_three_numbered_things_is_what_is_left():
    said = "Put fork 1 and fork 2 on table 3 and the third on the counter"
    result = Engine(load_ontology(), Settings()).plan(PlanningTask(said, scene("dining")))
    assert "put_on(fork_3, counter_1)" in [str(call) for call in result.plan.calls]
