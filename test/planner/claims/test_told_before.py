# SPDX-License-Identifier: Apache-2.0
"""What a place, a remark or a question before an order tells of which things are meant."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def moves(result: Result) -> set[str]:
    """The things that are put somewhere, each with its place."""
    assert result.plan is not None, result.outcome
    return {" ".join(c.arguments) for c in result.plan.calls if c.skill in ("put_on", "put_inside")}


@pytest.mark.parametrize(
    ("where", "said", "moved"),
    [
        ("flat", "bring the plate in the sink to the counter", {"plate_1 counter_1"}),
        ("lab", "bring the test tube on the rack to bench 1", {"test_tube_4 bench_1"}),
        ("living", "bring the toy block on the toy chest to the sofa", {"toy_block_1 sofa_1"}),
        ("pantry", "put the potatoes that are on the crate on table 1", {f"potato_{i} table_1" for i in (1, 2, 3)}),
    ],
)
def test_in_what_has_but_a_top_is_on_it_and_on_what_only_holds_is_in_it(where, said, moved):
    result = planned(where, said)
    assert moves(result) == moved
    assert result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "moved"),
    [
        ("flat", "leave the plate in the sink alone. put the dishes in the trash can", {"tea_mug_1", "mug_1", "mug_2"}),
        (
            "flat",
            "the plates in the sink are dirty, leave them. put the mugs in the trash can",
            {"mug_1", "mug_2", "tea_mug_1"},
        ),
        (
            "flat",
            "The dishes in the sink are dirty, just leave them. Bring the mugs on the counter to the bed.",
            {"mug_1", "mug_2"},
        ),
        (
            "dining",
            "the plates on table 1 are clean, don't touch them. Put the plates on the stove",
            {"plate_3", "plate_4"},
        ),
        ("dining", "the cola is for Anna, leave it. put the cans on table 3", {"soup_can_1", "tuna_can_1"}),
    ],
)
def test_what_is_to_be_left_alone_is_what_was_told_of_before(where, said, moved):
    result = planned(where, said)
    assert {move.split()[0] for move in moves(result)} == moved
    assert "left alone" in result.explanation


@pytest.mark.parametrize(
    ("where", "said", "moved"),
    [
        ("dining", "which mug is dirty? put that one in the dishwasher", {"mug_1 dishwasher_1"}),
        (
            "dining",
            "which plates are dirty? put those ones in the dishwasher",
            {"plate_3 dishwasher_1", "plate_4 dishwasher_1"},
        ),
        ("bedroom", "could I have my reading glasses on nightstand 2?", {"reading_glasses_1 nightstand_2"}),
        ("flat", "is my phone in the bedroom? if so bring it to the coffee table", {"phone_1 coffee_table_1"}),
        ("flat", "is the remote on the bed? if not, put the newspaper on the bed", {"newspaper_1 bed_1"}),
    ],
)
def test_what_was_asked_about_is_what_the_order_behind_it_means(where, said, moved):
    assert moves(planned(where, said)) == moved


def test_reading_glasses_are_called_so_and_sunglasses_are_not():
    result = planned("bedroom", "bring the reading glasses to the desk")
    assert (moves(result), result.account.exact) == ({"reading_glasses_1 desk_1"}, True)


def test_what_is_so_already_helps_nobody_who_is_cold():
    result = planned("flat", "It's getting chilly in here.")
    assert [str(call) for call in result.plan.calls if call.skill == "turn_on"] == ["turn_on(heater_1)"]


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("living", "switch the lamps off in the living room", {"turn_off(table_lamp_1)"}),
        ("living", "Could you turn the tv off in the living room, please?", {"turn_off(tv_1)"}),
        ("living", "turn the night light on in the kids room", {"turn_on(night_light_1)"}),
        ("lab", "switch the centrifuge on in the lab", {"turn_on(centrifuge_1)"}),
    ],
)
def test_a_switch_may_be_told_of_before_its_room(where, said, calls):
    result = planned(where, said)
    assert {str(c) for c in result.plan.calls if c.skill.startswith("turn_")} == calls
    assert result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "as_said"),
    [
        ("dining", "Fruit goes in the fruit basket. All of it.", "put all the fruit in the fruit basket"),
        ("dining", "put the plates in the dishwasher. All of them, please.", "put the plates in the dishwasher"),
        ("living", "put the books on the sofa. Every last one of them!", "put the books on the sofa"),
    ],
)
def test_how_many_may_be_said_in_a_sentence_of_its_own(where, said, as_said):
    assert moves(planned(where, said)) == moves(planned(where, as_said))


@pytest.mark.parametrize(
    ("where", "said", "as_said"),
    [
        ("dining", "the dishwasher is where the plates and the mugs go; please put them there",
         "put the plates and the mugs in the dishwasher"),
        ("dining", "The fruit basket is where the fruit should be.", "put the fruit in the fruit basket"),
        ("dining", "I think table 3 is where the candle should go", "put the candle on table 3"),
        ("living", "the bookshelf in the living room is where all books and magazines belong",
         "put all books and magazines on the bookshelf"),
        ("office", "pick up any pen or marker lying about and put it on desk 1", "put all pens and markers on desk 1"),
        ("living", "any book lying around goes on the sofa", "put all books on the sofa"),
    ],
)  # fmt: skip
def test_where_things_go_and_what_lies_about_is_all_of_it(where, said, as_said):
    result = planned(where, said)
    assert moves(result) == moves(planned(where, as_said))
    assert result.account.exact


@pytest.mark.parametrize("said", ["the sideboard is where the wine is", "table 3 is where we eat"])
def test_where_something_is_asks_for_nothing(said):
    assert planned("dining", said).plan is None


@pytest.mark.parametrize(
    ("where", "said", "moved"),
    [
        ("dining", "clean plates should be on table 3", {"plate_1 table_3", "plate_2 table_3"}),
        ("laundry", "clean socks need to be on shelf 1", {"sock_3 shelf_1", "sock_4 shelf_1"}),
        ("laundry", "dirty clothes belong in the sink", {"shirt_1 sink_1", "sock_1 sink_1", "sock_2 sink_1"}),
        ("office", "red pens must be on desk 3", {"pen_1 desk_3"}),
    ],
)
def test_things_of_a_look_that_belong_somewhere_are_all_of_them(where, said, moved):
    assert moves(planned(where, said)) == moved
