# SPDX-License-Identifier: Apache-2.0
"""What is excepted behind a place stays, however the things before are named, and whatever is done with them."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())
_DOES = ("put_on", "put_inside", "turn_on", "turn_off", "close", "open")


def planned(where: str, said: str) -> Result:
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, (said, result.outcome)
    return result


def done(result: Result) -> set[str]:
    assert result.plan is not None
    return {c.arguments[0] for c in result.plan.calls if c.skill in _DOES}


ON_THE_SIDEBOARD = {"wine_bottle_1", "vase_1", "mug_3", "lemon_1", "candle_1"}


@pytest.mark.parametrize("things", ["whatever is", "what's", "all that is", "everything", "everything that's"])
@pytest.mark.parametrize(
    ("excepted", "stays"),
    [
        ("except the vase", {"vase_1"}),
        ("but not the lemon and the candle", {"lemon_1", "candle_1"}),
        ("apart from the mug", {"mug_3"}),
    ],
)
def test_what_is_excepted_behind_a_place_is_excepted_of_the_things(things, excepted, stays):
    result = planned("dining", f"Take {things} on the sideboard {excepted} to table 3")
    assert done(result) == ON_THE_SIDEBOARD - stays
    assert result.explanation.endswith("This is exactly what was asked for.")


@pytest.mark.parametrize(
    ("where", "said", "switched"),
    [
        ("living", "Switch off every lamp in the living room but the floor lamp", {"table_lamp_1"}),
        ("flat", "Turn on everything in the living room apart from the heater", {"tv_1", "floor_lamp_1"}),
        ("living", "Turn on all the lamps except in the living room", {"night_light_1"}),
        ("living", "Switch on the lights in all rooms but the kids room", {"floor_lamp_1"}),
        ("living", "Turn off all lights except the ones in the kids room", {"table_lamp_1"}),
        ("bedroom", "Turn off every lamp except the one that is off", {"lamp_1"}),
    ],
)
def test_so_it_is_with_what_is_switched(where, said, switched):
    assert done(planned(where, said)) == switched


@pytest.mark.parametrize(
    ("where", "said", "left"),
    [
        ("pantry", "Put everything on the shelves but shelf 2 on the counter", "shelf_2"),
        ("pantry", "Everything on all the shelves except shelf 3 goes on the table", "shelf_3"),
        ("living", "Bring all the toys in every room except the living room to the sofa", "bookshelf_1"),
        ("party", "Bring all bottles from every room but the terrace to the kitchen counter", "terrace_table_1"),
    ],
)
def test_a_place_that_is_excepted_of_several_keeps_what_is_there(where, said, left):
    graph = scene(where)
    moved = done(planned(where, said))
    assert moved and not moved & set(graph.contents(left))


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Put a book on every nightstand except the one with the watch", "nightstand_1"),
        ("Put a sock on each nightstand but the one where the alarm clock is", "nightstand_2"),
    ],
)
def test_one_of_several_places_may_be_told_by_what_is_there(said, goes):
    result = planned("bedroom", said)
    assert result.plan is not None
    assert {c.arguments[1] for c in result.plan.calls if c.skill == "put_on"} <= {goes}


@pytest.mark.parametrize("excepted", ["except the trash", "that isn't garbage", "but not the rubbish"])
def test_the_trash_that_is_excepted_is_what_is_thrown_away_and_no_bin(excepted):
    result = planned("dining", f"Move everything on table 2 {excepted} to table 3")
    assert done(result) == {"mug_1", "plate_3", "plate_4", "napkin_1"}
    assert done(planned("dining", f"Put away everything on table 2 {excepted}")) - {
        "dishwasher_1",
        "cupboard_1",
    } == done(result)


def test_what_is_put_away_is_all_but_what_is_excepted_and_that_is_exact():
    result = planned("dining", "Tidy away everything on table 2 except the napkin and the red mug")
    assert done(result) - {"dishwasher_1"} == {"plate_3", "plate_4", "crumpled_paper_1"}
    assert result.explanation.endswith("This is exactly what was asked for.")


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("lab", "Fetch two pipettes, one from the bench and one from the shelf, and put them in the rack",
         {"pipette_1", "pipette_2"}),
        ("pantry", "Put two onions on the table, one from the crate, one from the counter", {"onion_1", "onion_2"}),
        ("office", "Take two pens, one of them from desk 1 and one from desk 2, to desk 3", {"pen_1", "pen_2"}),
        ("bedroom", "Put two books on the bed: one from nightstand 1 and one from nightstand 2", {"book_1", "book_2"}),
    ],
)  # fmt: skip
def test_so_many_in_parts_are_no_more_than_so_many(where, said, goes):
    result = planned(where, said)
    assert done(result) == goes
    assert "no use" not in result.explanation


def test_parts_that_make_another_sum_are_not_taken_for_the_whole():
    result = ENGINE.plan(PlanningTask("Put three pens on desk 3, one from desk 1 and one from desk 2", scene("office")))
    assert result.plan is None or "exactly" not in result.explanation


@pytest.mark.parametrize(
    ("where", "said", "looks"),
    [
        ("dining", "Swap the red mug and the blue mug", ("red", "blue")),
        ("living", "Swap the green book with the red one", ("red", "green")),
        ("flat", "Throw the banana away because it is rotten and it smells", ("because",)),
    ],
)
def test_words_that_were_used_are_not_told_as_unused(where, said, looks):
    explanation = planned(where, said).explanation
    assert "no use" not in explanation or not any(f"'{look}'" in explanation for look in looks)


def test_a_place_of_its_own_that_nothing_tells_is_no_exact_claim():
    result = planned("living", "Each crayon goes back in its box")
    assert "exactly" not in result.explanation
