# SPDX-License-Identifier: Apache-2.0
"""What each of several is to have, what is for whom, the same for somebody else, and "a second one"."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def result_of(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def kinds(where: str, said: str) -> list[str]:
    """Kinds of things with where they go, once for each thing."""
    result = result_of(where, said)
    assert result.plan is not None, (said, result.outcome)
    moved = [c.arguments for c in result.plan.calls if c.skill in ("put_on", "put_inside", "hand_over")]
    return sorted(f"{thing.rstrip('0123456789').rstrip('_')}->{place}" for thing, place in moved)


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Each plate on table 2 should get its own fork", ["fork->table_2"] * 2),
        ("dining", "Give every plate on table 2 a fork", ["fork->table_2"] * 2),
        ("dining", "Every plate on table 1 needs a knife", ["knife->table_1"] * 2),
        (
            "dining",
            "Both plates on table 1 get a fork and a spoon",
            ["fork->table_1", "fork->table_1", "spoon->table_1", "spoon->table_1"],
        ),
        ("lab", "Each flask gets its own beaker", ["beaker->bench_2"] * 2),
        ("lab", "Every dirty flask gets a beaker", ["beaker->bench_2"]),
        ("living", "Each book on the coffee table gets a crayon", ["crayon->coffee_table_1"] * 2),
        ("garage", "Give each battery a work glove", ["work_glove->workbench_1"] * 2),
        ("laundry", "Each towel gets a clothespin", ["clothespin->towel_rack_1"] * 2),
        ("party", "Give every guest their own cupcake", ["cupcake->anna", "cupcake->ben", "cupcake->carla"]),
        ("party", "Each guest should get their own soda", ["soda_can->anna", "soda_can->ben", "soda_can->carla"]),
        ("living", "Each book needs to go on the bookshelf", ["book->bookshelf_1"] * 2),
        ("living", "Every crayon should get to the sofa", ["crayon->sofa_1"] * 3),
    ],
)
def test_each_of_several_gets_its_own(where, said, goes):
    assert kinds(where, said) == goes
    assert result_of(where, said).account.exact, result_of(where, said).explanation


def test_too_few_for_each_are_told():
    result = result_of("office", "Each binder should get its own envelope")
    assert kinds("office", "Each binder should get its own envelope") == ["envelope->shelf_1"] * 2
    assert not result.account.exact
    assert "only two instead of three envelopes" in result.explanation


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("flat", "The orange is for me, the banana for the trash", ["banana->trash_can_1", "orange->person_1"]),
        (
            "flat",
            "The sandwich is for me, the banana goes in the trash",
            ["banana->trash_can_1", "sandwich->person_1"],
        ),
        ("flat", "An apple for me and the sandwich for the fridge", ["apple->person_1", "sandwich->fridge_1"]),
        ("party", "A soda for Ben and a cupcake for Carla, please", ["cupcake->carla", "soda_can->ben"]),
        ("party", "The cake is for Anna, the lemonade for Ben", ["cake->anna", "lemonade_bottle->ben"]),
        ("party", "The wine is for Carla and the present for Ben", ["present->ben", "wine_bottle->carla"]),
        (
            "garage",
            "The hammer is for the garden table, the saw for the crate",
            ["hammer->garden_table_1", "saw->crate_1"],
        ),
        (
            "living",
            "The doll goes in the toy chest and the puzzle on the bookshelf",
            ["doll->toy_chest_1", "puzzle->bookshelf_1"],
        ),
    ],
)
def test_things_are_for_people_and_places(where, said, goes):
    assert kinds(where, said) == goes


def test_i_want_one_thing_and_she_another():
    result = result_of("party", "I want the cake, Anna the lemonade")
    assert result.plan is None, "the speaker is none of three people, and the cake is not for Anna"
    assert "Who are you" in result.outcome.message


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        (
            "party",
            "Bring Ben a cupcake and a soda, and the same for Anna",
            ["cupcake->anna", "cupcake->ben", "soda_can->anna", "soda_can->ben"],
        ),
        ("party", "Get Carla a soda. The same for Ben", ["soda_can->ben", "soda_can->carla"]),
        ("party", "Give Anna a cupcake and do the same for Carla", ["cupcake->anna", "cupcake->carla"]),
        ("party", "Bring Carla a soda, Anna gets the same", ["soda_can->anna", "soda_can->carla"]),
        ("party", "Bring a cupcake to Ben and the same to Anna", ["cupcake->anna", "cupcake->ben"]),
        ("office", "Put a marker on desk 1, ditto on desk 3", ["marker->desk_1", "marker->desk_3"]),
    ],
)
def test_the_same_for_somebody_else(where, said, goes):
    assert kinds(where, said) == goes
    assert result_of(where, said).account.exact, result_of(where, said).explanation


@pytest.mark.parametrize(
    ("where", "said", "goes", "exact"),
    [
        ("office", "Put a second pen on desk 1", ["pen->desk_1"], True),
        ("dining", "Bring a third plate to table 2", ["plate->table_2"], True),
        ("lab", "Put a fourth beaker on bench 1", ["beaker->bench_1"], True),
        ("dining", "I need a second mug on table 2", ["mug->table_2"], True),
        ("office", "Put a third binder on desk 1", ["binder->desk_1"], False),
        ("lab", "Bring a second flask to bench 1", ["flask->bench_1"], False),
    ],
)
def test_a_second_one_is_another_and_exact_beside_the_first(where, said, goes, exact):
    assert kinds(where, said) == goes
    assert result_of(where, said).account.exact is exact


@pytest.mark.parametrize(
    ("where", "said", "places"),
    [
        ("dining", "Replace all mugs with glasses", ("counter 1", "table 2", "sideboard 1")),
        ("office", "Replace the coffee mugs on the desks with water bottles", ("desk 2", "desk 3")),
    ],
)
def test_where_what_is_replaced_is_at_several_places_it_is_asked(where, said, places):
    result = result_of(where, said)
    assert result.plan is None
    assert all(place in result.outcome.message for place in places)
    assert "Say of which place" in result.outcome.message


@pytest.mark.parametrize(
    ("where", "said", "stays"),
    [
        ("dining", "Clear table 2 except for the napkin", "napkin_1"),
        ("dining", "Clear table 2 but leave the mug", "mug_1"),
        ("flat", "Clear the coffee table except for the remote", "remote_1"),
    ],
)
def test_what_stays_on_furniture_that_is_cleared_is_made_use_of(where, said, stays):
    result = result_of(where, said)
    assert result.plan is not None
    assert not any(stays in call.arguments for call in result.plan.calls)
    assert "I made no use" not in result.explanation


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("flat", "I'd like the cushion from the armchair over here on the sofa", ["cushion->sofa_1"]),
        ("flat", "Put the remote down there on the sofa", ["remote->sofa_1"]),
        ("office", "Put the stapler right here on desk 1", ["stapler->desk_1"]),
        ("living", "Bring the magazine over there on the sofa to the kids table", ["magazine->kids_table_1"]),
    ],
)
def test_over_there_only_points_at_the_place_behind_it(where, said, goes):
    assert kinds(where, said) == goes
    assert result_of(where, said).account.exact, result_of(where, said).explanation


@pytest.mark.parametrize(
    "said",
    [
        "Set table 3 so that three can eat",
        "Get table 3 ready so that three can eat",
        "Prepare table 3 so three of us can have dinner",
        "Three people will be eating. Set table 3 for them",
        "Three places at table 3, please",
        "Places for three at table 3, please",
        "Dinner time! Set table 3 for three",
    ],
)
def test_a_table_is_set_for_those_who_will_eat(said):
    plain = result_of("dining", "Set table 3 for three people")
    result = result_of("dining", said)
    assert result.plan is not None and plain.plan is not None, result.outcome
    assert {str(c) for c in result.plan.calls} == {str(c) for c in plain.plan.calls}
    assert "made no use of" not in result.explanation
