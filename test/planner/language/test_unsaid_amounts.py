# SPDX-License-Identifier: Apache-2.0
"""How many are meant where nothing says it: all that is put, two that are fetched, one for each of several."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())
EXACTLY = "exactly what was asked"


def planned(where: str, said: str) -> Result:
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, (said, result.outcome)
    return result


def moved(result: Result) -> set[str]:
    assert result.plan is not None
    calls = [call for call in result.plan.calls if call.skill in ("put_on", "put_inside", "hand_over")]
    return {f"{call.arguments[0]}->{call.arguments[1]}" for call in calls}


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        (
            "dining",
            "Put fruit in the fruit basket",
            {f"{t}->fruit_basket_1" for t in ("apple_1", "apple_2", "banana_1", "lemon_1", "pear_1")},
        ),
        ("dining", "Throw dirty plates into the dishwasher", {"plate_3->dishwasher_1", "plate_4->dishwasher_1"}),
        ("laundry", "Put clean socks in the basket", {"sock_3->laundry_basket_1", "sock_4->laundry_basket_1"}),
    ],
)
def test_all_that_is_put_away_is_meant(where, said, goes):
    result = planned(where, said)
    assert goes <= moved(result), result.explanation
    assert "to mean" not in result.explanation


def test_toys_of_which_one_is_in_the_chest_already_all_go_there():
    result = planned("living", "Put toys in the toy chest")
    assert {"toy_car_1->toy_chest_1", "doll_1->toy_chest_1", "toy_train_1->toy_chest_1"} <= moved(result)
    assert "Toy block 1 is inside toy chest 1 already." in result.explanation


@pytest.mark.parametrize(
    ("where", "said", "amount", "goes"),
    [
        (
            "dining",
            "Move glasses to table 3",
            "'glasses' to mean all of them",
            {f"glass_{i}->table_3" for i in (1, 2, 3)},
        ),
        (
            "living",
            "Put books on the bookshelf",
            "'books' to mean all of them",
            {f"book_{i}->bookshelf_1" for i in (1, 2)},
        ),
        ("dining", "Bring plates to table 3", "'plates' to mean two", {"plate_1->table_3", "plate_2->table_3"}),
        ("party", "Give Anna cupcakes", "'cupcakes' to mean two", {"cupcake_1->anna", "cupcake_2->anna"}),
        (
            "party",
            "Serve cupcakes to Anna and Ben",
            "'cupcakes' to mean one each",
            {"cupcake_2->anna", "cupcake_1->ben"},
        ),
    ],
)
def test_what_is_guessed_is_told(where, said, amount, goes):
    result = planned(where, said)
    assert moved(result) == goes and amount in result.explanation and EXACTLY not in result.explanation


@pytest.mark.parametrize("said", ["Put some forks on table 3", "Collect some forks on table 3"])
def test_some_is_not_all(said):
    assert len(moved(planned("dining", said))) == 2


def test_all_that_is_said_is_no_guess():
    result = planned("dining", "Put the plates on table 3")
    assert len(moved(result)) == 4 and EXACTLY in result.explanation
