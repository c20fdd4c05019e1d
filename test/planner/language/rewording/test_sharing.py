# SPDX-License-Identifier: Apache-2.0
"""Things that are shared out among places and people, what is left of them, and where the others are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import load_ontology
from makedo_eval.gpsr.home import our_home
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings
from support.plain_instructions import done, placed, planned

ENGINE = Engine(load_ontology(), Settings())


def home_of(*people: str) -> SceneGraph:
    """Our home with these people alone, of whom nothing is known but their names."""
    graph = our_home().graph
    apple = next(n for n in graph if n.label == "apple")
    second = {"apple_2": replace(apple, id="apple_2")}
    others = {n.id for n in graph if n.label == "person" and n.id not in people}
    nodes = {i: replace(n, attributes=frozenset()) if i in people else n for i, n in graph.nodes.items()} | second
    kept = tuple(r for r in graph.relations if r.source not in others and r.target not in others)
    kept += tuple(replace(r, source="apple_2") for r in kept if r.source == apple.id)
    return SceneGraph({i: n for i, n in nodes.items() if i not in others}, kept)


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Put one fork on table 1, two on table 2",
         {"fork_3->table_1", "fork_1->table_2", "fork_2->table_2"}),
        ("dining", "Put a glass on table 1, two on table 2 and leave the rest",
         {"glass_3->table_1", "glass_1->table_2", "glass_2->table_2"}),
        ("dining", "Take two glasses to table 3 and leave the last one", {"glass_1->table_3", "glass_2->table_3"}),
        ("dining", "Bring two of the glasses to table 2 and leave one where it is",
         {"glass_1->table_2", "glass_2->table_2"}),
        ("office", "Take one binder to desk 1 and leave two where they are", {"binder_1->desk_1"}),
        ("office", "Take the pen from each desk to the conference table",
         {"pen_1->conference_table_1", "pen_2->conference_table_1"}),
        ("office", "Bring the water bottle from every desk to the shelf", {"water_bottle_1->shelf_1"}),
        ("flat", "Put a mug on the kitchen table for the guest", {"mug_1->kitchen_table_1"}),
        ("flat", "Put the apple on the coffee table for me", {"apple_1->coffee_table_1"}),
        ("office", "Put all markers except green in the supply cabinet", {"marker_2->supply_cabinet_1"}),
        ("dining", "A spoon for table 1, two for table 3",
         {"spoon_3->table_1", "spoon_1->table_3", "spoon_2->table_3"}),
        ("dining", "Give every table in the kitchen a napkin", {"napkin_1->table_1"}),
        ("dining", "Table 3 ordered a glass", {"glass_1->table_3"}),
        ("bedroom", "Prepare the bedroom for our next guest: put the book on nightstand 1 on the desk",
         {"book_1->desk_1"}),
        ("bedroom", "Both pillows need washing, put them in the hamper", {"pillow_1->hamper_1", "pillow_2->hamper_1"}),
        ("dining", "Put the glasses on table 3, two of them", {"glass_1->table_3", "glass_2->table_3"}),
        ("dining", "Bring forks, two of them, to table 3", {"fork_1->table_3", "fork_2->table_3"}),
        ("dining", "Put forks on table 3, at least two", {"fork_1->table_3", "fork_2->table_3"}),
        ("dining", "Put the forks on table 3, just one", {"fork_1->table_3"}),
        ("dining", "Put everything except plates from table 1 on table 3",
         {"juice_carton_1->table_3", "water_bottle_1->table_3"}),
        ("office", "Move desk 1's contents except the laptop to the shelf",
         {"pen_1->shelf_1", "water_bottle_1->shelf_1", "usb_cable_1->shelf_1", "notebook_1->shelf_1"}),
        ("bedroom", "Put the dirty t-shirt and everything on nightstand 2 on the desk",
         {"t_shirt_1->desk_1", "book_2->desk_1", "watch_1->desk_1", "pill_bottle_1->desk_1"}),
        ("office", "Leave the stapler here and put the newspaper on desk 3", {"newspaper_1->desk_3"}),
    ],
)  # fmt: skip
def test_shares_and_what_is_left_of_them_are_exact(where, said, goes):
    result = planned(where, said)
    assert placed(result) == goes
    assert result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Put the lemon and the candle on table 3, wait, just the lemon", {"lemon_1->table_3"}),
        ("dining", "Put the lemon and the candle on table 3. No, only the candle", {"candle_1->table_3"}),
        ("dining", "Put all forks on table 3, actually just one", {"fork_1->table_3"}),
        ("dining", "Put the forks on table 3, no, only two of them", {"fork_1->table_3", "fork_2->table_3"}),
    ],
)
def test_fewer_are_meant_in_the_end(where, said, goes):
    assert placed(planned(where, said)) == goes


@pytest.mark.parametrize(
    "said",
    [
        "Only the bread may stay on the counter",
        "Only the bread should remain on the counter",
        "Nothing but the bread should remain on the counter",
    ],
)
def test_what_alone_may_stay_asks_where_all_else_goes(said):
    result = ENGINE.plan(PlanningTask(said, scene("dining")))
    assert result.plan is None
    assert result.outcome.cause is FailureCause.AMBIGUOUS


def test_what_is_so_is_excepted_as_a_thing_that_is():
    result = planned("dining", "Put everything on the counter on table 3, except what's red")
    assert "apple_1->table_3" not in placed(result)
    assert placed(result) >= {"apple_2->table_3", "mug_2->table_3"}


def test_another_thing_is_taken_where_there_is_none():
    result = planned("dining", "Bring the peach to table 3, if it's not there the pear")
    assert placed(result) == {"pear_1->table_3"}


def test_no_lamp_is_left_on_in_a_room():
    result = planned("bedroom", "Make sure no lamp is left on in the bedroom")
    assert [str(c) for c in result.plan.calls if c.skill.startswith("turn")] == ["turn_off(lamp_1)"]
    assert result.account.exact


def test_that_more_are_left_than_there_are_is_not_exact():
    result = planned("office", "Take one binder to desk 1 and leave three where they are")
    assert placed(result) == {"binder_1->desk_1"}
    assert not result.account.exact


def test_what_goes_to_each_place_is_not_taken_from_there():
    result = ENGINE.plan(PlanningTask("Put the vase on each table", scene("dining")))
    assert result.plan is None or placed(result) <= {f"vase_1->table_{i}" for i in (1, 2, 3)}
    assert not (result.account.exact and result.plan is not None)


def test_of_two_at_one_place_the_one_from_each_place_is_not_exact():
    result = ENGINE.plan(PlanningTask("Take the plate from each table to the counter", scene("dining")))
    assert result.plan is None or not result.account.exact


def test_one_from_here_is_part_of_so_many():
    result = planned("dining", "Put two mugs on table 3, one from the sideboard and one from table 2")
    assert placed(result) == {"mug_3->table_3", "mug_1->table_3"}


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("bedroom", "Put the watch and the alarm clock together", {"watch_1->nightstand_1"}),
        ("dining", "Put the lemon with the bread", {"lemon_1->counter_1"}),
        ("bedroom", "Put the red sweater with the other clothes", None),
    ],
)
def test_a_place_is_where_other_things_are(where, said, goes):
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    if goes is None:
        assert result.outcome.cause is FailureCause.AMBIGUOUS
        assert "places with other clothes" in result.outcome.message
    else:
        assert placed(result) == goes


def test_where_there_is_no_other_that_is_said():
    result = ENGINE.plan(PlanningTask("Put the lemon with the other lemons", scene("dining")))
    assert result.outcome.message == "I know of no other lemons here. Say the furniture."


def test_others_of_another_kind_are_told_where_they_are():
    result = ENGINE.plan(PlanningTask("Put the glasses with the other plates", scene("dining")))
    assert "2 places with other plates: table 1 and table 2" in result.outcome.message


def test_two_of_which_of_two_kinds_is_not_exact():
    result = ENGINE.plan(PlanningTask("Put the plates with the forks on table 3, two of them", scene("dining")))
    assert result.plan is None or not result.account.exact


def test_who_gets_what_is_for_somebody_else_is_not_exact():
    result = ENGINE.plan(PlanningTask("Bring the apple to Anna for Ben", home_of("anna", "ben")))
    assert result.plan is None or not result.account.exact


def test_what_is_to_lie_on_top_is_told_as_not_seen_to():
    result = planned("living", "Put the books on the sofa, the red one on top")
    assert placed(result) == {f"book_{i}->sofa_1" for i in range(1, 5)}
    assert not result.account.exact


@pytest.mark.parametrize(
    ("said", "gets"),
    [
        ("An apple for everyone", {"anna", "ben"}),
        ("An apple for everybody", {"anna", "ben"}),
        ("A banana for Anna", {"anna"}),
    ],
)
def test_what_people_get_needs_no_verb(said, gets):
    result = ENGINE.plan(PlanningTask(said, home_of("anna", "ben")))
    outcome = result.plan.calls if result.plan is not None else result.outcome
    assert result.plan is not None, outcome
    assert {c.arguments[1] for c in result.plan.calls if c.skill == "hand_over"} == gets


@pytest.mark.parametrize(
    "said",
    [
        "Give the child a banana", "Give a banana to the child", "Bring the man a banana", "Each child gets a banana",
        "Bring a banana apiece for the children", "A banana for each kid", "Give the kids a banana each",
    ],
)  # fmt: skip
def test_who_is_meant_is_asked_where_nobody_is_known_to_be_so(said):
    result = ENGINE.plan(PlanningTask(said, home_of("anna", "ben")))
    assert result.outcome.cause is FailureCause.AMBIGUOUS
    assert result.outcome.message.endswith("Who is meant: anna or ben?")


@pytest.mark.parametrize(
    ("said", "gets"),
    [
        ("Ben's banana is yellow. Bring it to him", ("banana", "ben")),
        ("A banana for Anna: bring her the banana", ("banana", "anna")),
        ("The banana on the counter is Anna's, hand it to her", ("banana", "anna")),
        ("Bring Anna's banana, the yellow one, to Ben", ("banana", "ben")),
    ],
)
def test_who_was_told_of_before_is_meant_by_him_and_her(said, gets):
    result = ENGINE.plan(PlanningTask(said, home_of("anna", "ben")))
    handed = [c for c in result.plan.calls if c.skill == "hand_over"] if result.plan is not None else []
    assert [(c.arguments[0].rpartition("_")[0], c.arguments[1]) for c in handed] == [gets], result.outcome


def test_furniture_that_is_told_to_be_empty_gets_something():
    assert placed(planned("dining", "Table 3 is empty, put a glass on it")) == {"glass_1->table_3"}


def test_two_people_get_something_each():
    result = ENGINE.plan(PlanningTask("Bring Anna an apple and Ben something to drink", home_of("anna", "ben")))
    assert {c.arguments[1] for c in result.plan.calls if c.skill == "hand_over"} == {"anna", "ben"}


def test_what_is_told_of_somebodys_thing_and_not_known_is_not_asked_for():
    result = planned("office", "Anna's stapler is heavy, put it on desk 1")
    assert placed(result) == {"stapler_1->desk_1"}
    assert "make do" not in result.explanation


def test_how_somebodys_thing_looks_tells_which_it_is():
    result = planned("bedroom", "Anna's pillow is white. Put it on the desk")
    assert placed(result) <= {"pillow_1->desk_1", "pillow_2->desk_1"}
    told = planned("office", "Anna's notebook is black. Put it on desk 1")
    assert placed(told) == {"notebook_2->desk_1"}
    again = planned("office", "Anna's pen is the blue one. Bring it to the shelf")
    assert placed(again) == {"pen_2->shelf_1"}


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("dining", "Put the apple in the fridge and hold the banana",
         ["put_inside(apple_1, fridge_1)", "close(fridge_1)", "pick_up(banana_1, counter_1)"]),
        ("flat", "Put the mug in the fridge and get the kettle",
         ["put_inside(mug_1, fridge_1)", "close(fridge_1)", "pick_up(kettle_1, counter_1)"]),
    ],
)  # fmt: skip
def test_what_was_opened_is_closed_before_something_else_is_held(where, said, calls):
    result = planned(where, said)
    done = [str(call) for call in result.plan.calls if call.skill in ("put_inside", "put_on", "close", "pick_up")]
    assert done[-3:] == calls
    assert sum(call.skill == "put_on" for call in result.plan.calls) == 0


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Put two plates on table 2", {"plate_1->table_2", "plate_2->table_2"}),
        ("Bring a mug to table 2", {"mug_3->table_2"}),
    ],
)
def test_what_stands_there_dirty_is_nothing_to_eat_from(said, goes):
    assert placed(planned("dining", said)) == goes


def test_dirty_things_are_brought_where_there_are_no_others_or_they_are_asked_for():
    assert placed(planned("dining", "Put four plates on table 3")) == {f"plate_{i}->table_3" for i in range(1, 5)}
    assert placed(planned("dining", "Put two dirty plates on table 3")) == {"plate_3->table_3", "plate_4->table_3"}


@pytest.mark.parametrize("said", ["Turn off all lamps but one", "Turn off every lamp except one"])
def test_the_lamp_that_is_on_is_the_one_that_is_left_so(said):
    result = planned("bedroom", said)
    assert result.plan.calls == ()
    result = planned("living", said)
    assert result.plan.calls == ()


def test_a_reason_that_begins_with_so_is_no_place():
    assert placed(planned("flat", "Put the apple in the fridge so nobody eats it")) == {"apple_1->fridge_1"}


def test_nobody_is_known_where_there_are_no_people():
    result = ENGINE.plan(PlanningTask("Bring the man an apple", scene("dining")))
    assert result.outcome.message == "I know of no man here, and I have no skill to look for people."
    asked = ENGINE.plan(PlanningTask("Give the kids an apple", scene("dining")))
    assert asked.outcome.message.startswith("Where shall I give an apple to?")


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Give Anna two sodas and Ben one", {"anna": 2, "ben": 1}),
        ("Give Anna one cupcake, Ben one and Carla one", {"anna": 1, "ben": 1, "carla": 1}),
        ("Give Anna a soda, Ben a cupcake and Carla the present", {"anna": 1, "ben": 1, "carla": 1}),
        ("Give Anna two sodas and one cupcake to Ben", {"anna": 2, "ben": 1}),
        ("Give Anna, Ben and Carla a soda", {"anna": 1, "ben": 1, "carla": 1}),
        ("Get Ben and Anna a soda each", {"anna": 1, "ben": 1}),
    ],
)
def test_each_person_gets_what_is_said_behind_the_name(said, goes):
    handed = [call.rpartition(", ")[2].rstrip(")") for call in done("party", said) if call.startswith("hand_over")]
    assert {who: handed.count(who) for who in handed} == goes
