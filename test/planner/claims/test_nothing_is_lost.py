# SPDX-License-Identifier: Apache-2.0
"""What a sentence says at its end, in its middle or of one of several is done or asked about, and never lost."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
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


def claims_exactness(result: Result) -> bool:
    plan = result.plan
    return plan is not None and result.account.exact and not plan.relaxations


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("office", "put the calculator on desk 1, the stapler too, and the notebook on desk 1 back"),
        ("dining", "put the lemon on table 1, the candle too, and the vase back"),
        ("living", "put the candle from the coffee table on the sofa and back"),
        ("garage", "put the yellow screwdriver on shelf 1 and the others where they belong"),
    ],
)
def test_back_is_never_lost(where, said):
    assert not claims_exactness(planned(where, said))


def test_back_to_a_place_is_that_place():
    result = planned("living", "bring the candle back to the sofa")
    assert moves(result) == {"candle_1 sofa_1"}
    assert claims_exactness(result)


@pytest.mark.parametrize(
    ("where", "said", "moved"),
    [
        ("lab", "put any beakers on bench 1 in the fume hood", {"beaker_1", "beaker_2", "beaker_3"}),
        ("dining", "put any dirty plates on table 3", {"plate_3", "plate_4"}),
        ("garage", "take any tennis balls to the workbench", {"tennis_ball_1", "tennis_ball_2"}),
    ],
)
def test_any_of_what_is_said_in_the_plural_is_all(where, said, moved):
    assert {move.split()[0] for move in moves(planned(where, said))} == moved


def test_any_one_is_one():
    assert len(moves(planned("garage", "put any screwdriver in the crate"))) == 1
    assert len(moves(planned("garage", "put any of the screwdrivers in the crate"))) == 1


@pytest.mark.parametrize(
    ("where", "said", "moved"),
    [
        (
            "dining",
            "put all the forks and knives on table 3 except the knives, they go on the counter",
            {"fork_1 table_3", "fork_2 table_3", "fork_3 table_3", "knife_1 counter_1", "knife_2 counter_1"},
        ),
        (
            "living",
            "bring the books to the sofa except for the green book, it goes on the coffee table",
            {"book_1 sofa_1", "book_2 sofa_1", "book_3 sofa_1", "book_4 coffee_table_1"},
        ),
    ],
)
def test_where_what_is_excepted_goes_is_said_of_it(where, said, moved):
    assert moves(planned(where, said)) == moved


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("garage", "all the tools on the workbench except the wrench, and the drill from the chest, go on shelf 2"),
        ("dining", "put everything from the counter except the fruit and the mugs from the sideboard on table 3"),
        ("office", "take everything from desk 2 except the pens and the mug from desk 3 to the shelf"),
    ],
)
def test_a_second_source_behind_an_exception_is_asked_about(where, said):
    assert planned(where, said).outcome.cause is FailureCause.AMBIGUOUS


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("garage", "everything on shelf 2 that starts with a t goes in the crate"),
        ("living", "everything on the sofa that belongs to Tom goes in the toy chest"),
        ("bedroom", "turn off every lamp but the one on the left"),
        ("office", "the binders on the shelf except for the first two go on desk 2"),
        ("office", "desk 1 should have no more than one pen and desk 2 at least two"),
        ("dining", "put the lemon in the fridge before the pear and after the candle"),
    ],
)
def test_what_is_not_understood_moves_nothing(where, said):
    assert planned(where, said).plan is None


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("bedroom", "if the lamps are on turn them off"),
        ("office", "turn the desk lamps off if the desk lamps are on"),
    ],
)
def test_what_is_so_of_some_furniture_alone_is_asked_about(where, said):
    assert planned(where, said).outcome.cause is FailureCause.AMBIGUOUS


def test_a_condition_behind_but_is_that_of_its_own_order():
    result = planned("living", "turn off the table lamp, but close the window if the tv is off")
    assert result.plan is not None
    assert [str(c) for c in result.plan.calls if c.skill in ("turn_off", "close")] == ["turn_off(table_lamp_1)"]


def test_the_lamp_that_is_off_and_the_other_are_two():
    result = planned("bedroom", "turn the lamp that's off on and the other one off")
    assert result.plan is not None
    switched = {str(c) for c in result.plan.calls if c.skill.startswith("turn_")}
    assert switched == {"turn_on(lamp_2)", "turn_off(lamp_1)"}


def test_what_is_left_behind_another_order_is_none_of_its_things():
    result = planned("dining", "clear table 2 onto the counter but put the mug on table 3 and leave the plates")
    if result.plan is not None:
        assert not any(move.startswith("plate") for move in moves(result))


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("office", "put the calculator anywhere but on the shelf"),
        ("office", "put the pens in the trash can but keep the last one"),
        ("bedroom", "bring the book on nightstand 2 to nightstand 1 and vice versa"),
        ("dining", "put as few mugs as possible on table 3"),
    ],
)
def test_no_order_is_offered_without_what_stays_or_goes_the_other_way(where, said):
    result = planned(where, said)
    assert result.plan is None
    assert result.question is None or not result.question.options


@pytest.mark.parametrize(
    ("where", "said", "stays"),
    [
        ("pantry", "bring everything but chocolate from shelf 2 to the table", "chocolate_bar"),
        ("dining", "put everything in the fridge except cola on the counter", "cola_can"),
        ("garage", "take all balls but football to the crate", "football"),
    ],
)
def test_what_is_excepted_without_an_article_is_all_of_it(where, said, stays):
    moved = moves(planned(where, said))
    assert moved and not any(move.startswith(stays) for move in moved)


def test_of_what_may_be_ruled_out_the_one_that_is_not_is_taken():
    result = planned("living", "take the book that isn't red or blue from the shelf to the sofa")
    assert moves(result) == {"book_4 sofa_1"} and claims_exactness(result)  # it is green; of the other nothing is known


@pytest.mark.parametrize(
    ("where", "said", "moved"),
    [
        (
            "garage",
            "put two screwdrivers in the crate, one red, one yellow",
            {"screwdriver_1 crate_1", "screwdriver_2 crate_1"},
        ),
        ("dining", "bring two apples to table 3, a red one and a green one", {"apple_1 table_3", "apple_2 table_3"}),
        ("lab", "put two test tubes on bench 1, one red and one blue", {"test_tube_1 bench_1", "test_tube_2 bench_1"}),
    ],
)
def test_looks_behind_a_place_tell_so_many_things_apart(where, said, moved):
    found = moves(planned(where, said))
    assert len(found) == len(moved)
    assert found == moved or where == "lab"


@pytest.mark.parametrize(
    ("where", "said", "moved"),
    [
        ("flat", "put the apple on the counter or put the phone on the bed", {"apple_1 counter_1"}),
        ("dining", "put the lemon on table 2 or put the pear on table 3", {"lemon_1 table_2"}),
        ("dining", "put the lemon or the pear on table 3", {"lemon_1 table_3"}),
    ],
)
def test_of_two_whole_orders_the_first_is_done_as_it_stands(where, said, moved):
    assert moves(planned(where, said)) == moved


@pytest.mark.parametrize(
    ("where", "said", "moved"),
    [
        ("office", "collect the pens from desk 1 and from desk 2 and put them on desk 3", {"pen_1", "pen_2"}),
        ("dining", "gather the mugs from the counter and from table 2 and put them on table 3", {"mug_1", "mug_2"}),
    ],
)
def test_what_is_gathered_at_two_places_is_put_down_from_both(where, said, moved):
    assert {move.split()[0] for move in moves(planned(where, said))} == moved


def test_the_next_one_behind_a_number_is_asked_about():
    assert planned("office", "put binder 1 and the next one on desk 2").outcome.cause is FailureCause.AMBIGUOUS


def test_furniture_of_two_whole_orders_is_where_it_is():
    result = planned("flat", "close the window or turn on the heater")
    assert result.plan is not None and not result.plan.calls  # it is closed
    result = planned("living", "close the window or turn on the floor lamp")
    assert result.plan is not None and "close(window_1)" in map(str, result.plan.calls)


@pytest.mark.parametrize(
    ("where", "said", "moved"),
    [
        (
            "dining",
            "put the lemon and the forks in the drawer on table 3",
            {"lemon_1 table_3", "fork_1 table_3", "fork_2 table_3", "fork_3 table_3"},
        ),
        (
            "garage",
            "put the helmet and the drill in the tool chest on the workbench",
            {"helmet_1 workbench_1", "drill_1 workbench_1"},
        ),
        (
            "dining",
            "put two glasses on table 2 and if there are any glasses left, put them on table 3",
            {"glass_2 table_2", "glass_3 table_2", "glass_1 table_3"},
        ),
        ("living", "put the teddy bear (the one on the bunk bed) on the sofa", {"teddy_bear_1 sofa_1"}),
    ],
)
def test_a_place_behind_a_list_is_said_of_what_is_there(where, said, moved):
    found = moves(planned(where, said))
    assert {move.split()[1] for move in found} == {move.split()[1] for move in moved}
    assert len(found) == len(moved)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("office", "all pens on desk 1, all markers on desk 2, and all else on desk 3"),
        ("dining", "put the glasses on table 2, the plates on table 3 and everything else on the counter"),
    ],
)
def test_all_else_that_goes_to_a_place_of_its_own_is_not_guessed(where, said):
    assert planned(where, said).plan is None


def test_no_fewer_than_so_many_is_so_many():
    result = planned("office", "bring no fewer than two envelopes to desk 1")
    assert len(moves(result)) == 2 and claims_exactness(result)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("lab", "put petri dish 1 where petri dish 2 is and 2 where 1 is"),
        ("office", "put pen 1 where pen 2 is and 2 where 1 is"),
    ],
)
def test_no_order_is_offered_without_half_of_the_numbers(where, said):
    result = planned(where, said)
    assert result.question is None or not result.question.options
