# SPDX-License-Identifier: Apache-2.0
"""What is named or told first, and what is ordered or asked of it then."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.assembly import Choices, assemble
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, (said, result.outcome)
    return result


def put(result: Result) -> set[str]:
    assert result.plan is not None
    calls = [call for call in result.plan.calls if call.skill in ("put_on", "put_inside")]
    return {f"{call.arguments[0]}->{call.arguments[1]}" for call in calls}


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("living", "The magazine over there, please put it on the shelf.", {"magazine_1->bookshelf_1"}),
        ("garage", "The hammer and the saw, could you put them on shelf 1?", {"hammer_1->shelf_1", "saw_1->shelf_1"}),
        (
            "dining",
            "Those dirty plates over there, put them in the dishwasher",
            {"plate_3->dishwasher_1", "plate_4->dishwasher_1"},
        ),
        ("bedroom", "the jacket, the black one, goes on the bed", {"jacket_1->bed_1"}),
        (
            "office",
            "Desk 2 is missing the notebook that's in the meeting room, bring it there.",
            {"notebook_2->desk_2"},
        ),
        ("office", "Desk 3 needs the stapler, take it there", {"stapler_1->desk_3"}),
        ("dining", "Table 1 needs an apple, take the nearest.", {"apple_2->table_1"}),
        ("dining", "I'm at table 3 and need the lemon", {"lemon_1->table_3"}),
        ("living", "The books go back on the bookshelf", {"book_1->bookshelf_1", "book_2->bookshelf_1"}),
        ("dining", "Inside the cupboard is where the sponge goes", {"sponge_1->cupboard_1"}),
        ("living", "Take the book that is the largest to the kids table", {"book_2->kids_table_1"}),
        ("dining", "I want the apple that's nearest on table 1", {"apple_2->table_1"}),
        ("flat", "I don't need the newspaper any more, put it in the trash", {"newspaper_1->trash_can_1"}),
    ],
)
def test_things_that_are_named_first_are_what_the_order_speaks_of(where, said, goes):
    result = planned(where, said)
    assert put(result) == goes and result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "things", "goal"),
    [
        ("dining", "sideboard needs to be empty, everything goes to table 3", 5, "table_3"),
        ("dining", "the sideboard has to be empty. Move everything to table 3", 5, "table_3"),
        ("dining", "table two is a mess, put it all on the counter please", 5, "counter_1"),
        ("living", "The coffee table is cluttered: put everything on the bookshelf", 6, "bookshelf_1"),
        ("party", "Side table: everything to the kitchen counter.", 6, "kitchen_counter_1"),
    ],
)
def test_all_of_it_is_what_the_furniture_holds_that_is_to_be_cleared(where, said, things, goal):
    goes = put(planned(where, said))
    assert len(goes) == things and all(g.endswith(f"->{goal}") for g in goes)


def test_there_is_the_place_that_was_told_of_and_the_habit_is_kept():
    engine = assemble(Choices(), environ={})
    result = engine.plan(PlanningTask("Desk 1 is for pens. Bring every pen there.", scene("office")))
    assert put(result) == {"pen_2->desk_1", "pen_3->desk_1"}
    assert "I keep in mind that pens belong at desk 1." in result.explanation
    assert "I move nothing" not in result.explanation


@pytest.mark.parametrize(
    ("where", "said", "answer"),
    [
        ("bedroom", "Lamp 2, is it on?", "No, lamp 2 is off."),
        ("lab", "The incubator, is it still on?", "Yes, incubator 1 is on."),
        ("flat", "I think my coat is in the closet, is that right?", "Yes, coat 1 is in closet 1"),
        ("flat", "My coat is in the closet, right?", "Yes, coat 1 is in closet 1"),
        ("flat", "The tv is off, isn't it?", "Yes, tv 1 is off."),
        ("bedroom", "Could my watch be on nightstand 2? Have a look", "Yes, watch 1 is on nightstand 2"),
        ("flat", "where's my phone? have a look please", "Phone 1 is on nightstand 1"),
    ],
)
def test_what_is_said_first_and_then_asked_is_answered(where, said, answer):
    result = planned(where, said)
    assert answer in result.explanation and not put(result)


def test_an_order_with_a_tag_stays_an_order():
    plan = planned("flat", "Turn the lamp on, right?").plan
    assert plan is not None and "turn_on" in {call.skill for call in plan.calls}


@pytest.mark.parametrize(
    ("said", "brought"),
    [
        ("Do you have an apple? Bring it to me", "apple_1"),
        ("Could you fetch my phone? It's on the nightstand", "phone_1"),
        ("Hand the orange over to me", "orange_1"),
    ],
)
def test_what_is_asked_after_first_is_brought(said, brought):
    plan = planned("flat", said).plan
    assert plan is not None
    assert [call.arguments[0] for call in plan.calls if call.skill == "hand_over"] == [brought]


def test_where_the_speaker_is_may_be_told_behind_the_order():
    assert put(planned("dining", "Bring the lemon to me, I'm at table 3")) == {"lemon_1->table_3"}


@pytest.mark.parametrize(
    ("said", "goal"), [("Carla needs you", "carla"), ("over here please", "person_1"), ("come over here", "person_1")]
)
def test_who_calls_is_gone_to(said, goal):
    plan = planned("party" if goal == "carla" else "flat", said).plan
    assert plan is not None and [str(call) for call in plan.calls] == [f"go_to({goal})"]


def test_what_a_speaker_does_and_what_is_wanted_are_told_apart():
    said = "I'm cooking soup and need two carrots, three potatoes and one onion on table 1"
    goes = put(planned("pantry", said))
    kinds = sorted(go.partition("_")[0] for go in goes)
    assert kinds == ["carrot", "carrot", "onion", "potato", "potato", "potato"]


def test_what_goes_elsewhere_is_not_brought_to_the_speaker_nor_the_other_way_round():
    plan = planned("flat", "Bring the apple to me and the orange to the counter").plan
    assert plan is not None
    calls = {str(call) for call in plan.calls if call.skill in ("put_on", "hand_over")}
    assert calls == {"put_on(orange_1, counter_1)", "hand_over(apple_1, person_1)"}


def test_what_an_order_names_itself_is_what_its_pronoun_stands_for():
    assert put(planned("dining", "Do you see the milk? Take the juice and put it on table 2")) == {
        "juice_carton_1->table_2"
    }


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "I no longer need the vase, take the candle and put it on table 3", {"candle_1->table_3"}),
        ("dining", "I don't need the vase any more, put it on table 3", {"vase_1->table_3"}),
        ("dining", "We don't need the vase but the candle on table 3. Put it there", None),
    ],
)
def test_what_is_not_wanted_stays_unless_the_order_is_about_it(where, said, goes):
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert (None if result.plan is None else put(result)) == goes


@pytest.mark.parametrize(
    "said",
    [
        "I don't want the milk, bring me the juice instead",
        "I don't want milk but juice",
        "I don't want any milk. Bring me the juice.",
    ],
)
def test_something_else_is_brought_than_what_is_not_wanted(said):
    result = planned("flat", said)
    assert {str(call) for call in result.plan.calls if call.skill == "hand_over"} == {
        "hand_over(juice_carton_1, person_1)"
    }


@pytest.mark.parametrize(
    "said",
    [
        "You see that magazine? It belongs on the shelf.",
        "See the magazine? It goes on the shelf.",
        "That magazine, it belongs on the shelf.",
    ],
)
def test_it_at_the_beginning_is_what_was_named_before(said):
    assert put(planned("living", said)) == {"magazine_1->bookshelf_1"}


def test_it_is_the_printer_that_is_to_stay_on():
    result = planned("office", "Don't turn the printer off, it should stay on")
    assert result.plan.calls == () and not result.account.exact


@pytest.mark.parametrize(
    "said",
    [
        "The spoons. Put one on table 2. The forks. Put two on table 3",
        "The spoons, put one on table 2. The forks, put two on table 3",
    ],
)
def test_so_many_of_what_was_named_first_are_meant(said):
    assert put(planned("dining", said)) == {"spoon_1->table_2", "fork_1->table_3", "fork_2->table_3"}
