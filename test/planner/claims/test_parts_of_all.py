# SPDX-License-Identifier: Apache-2.0
"""Parts of all that several get, and bare plurals of which some stay."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def goals(result: Result) -> dict[str, str]:
    """The things that are put somewhere or handed over, each with where it goes."""
    assert result.plan is not None, result.outcome
    return {
        c.arguments[0]: c.arguments[1] for c in result.plan.calls if c.skill in ("put_on", "put_inside", "hand_over")
    }


@pytest.mark.parametrize(
    ("where", "said", "shares"),
    [
        ("party", "leave one soda in the cooler, the rest go to Anna and Ben", ["anna", "ben"]),
        ("party", "give all but one cupcake to Anna and Carla", ["anna", "carla"]),
        ("party", "put one cupcake on the side table, the rest go to Anna and Ben", ["anna", "ben", "side_table_1"]),
        ("office", "leave one binder on the shelf, the rest go to desk 1 and desk 2", ["desk_1", "desk_2"]),
        ("dining", "leave one fork in the drawer and put the rest on table 1 and table 3", ["table_1", "table_3"]),
    ],
)
def test_what_is_left_of_all_is_shared_out_once(where, said, shares):
    result = planned(where, said)
    assert sorted(goals(result).values()) == shares
    assert result.plan is not None and not result.plan.relaxations


@pytest.mark.parametrize(
    ("where", "said", "moved"),
    [
        ("dining", "forks on table 3", {"fork_1", "fork_2", "fork_3"}),
        ("dining", "red apples in the fridge", {"apple_1"}),
        ("living", "red crayons in the toy chest, blue crayons on the sofa", {"crayon_1", "crayon_2"}),
        ("dining", "spoons on table 2, knives on table 3", {"spoon_1", "spoon_2", "spoon_3", "knife_1", "knife_2"}),
        ("dining", "plates in the dishwasher, but the clean ones stay", {"plate_3", "plate_4"}),
        ("living", "crayons in the toy chest, but the red one stays", {"crayon_2", "crayon_3"}),
        ("living", "put crayons in the toy chest but leave the red one", {"crayon_2", "crayon_3"}),
        ("laundry", "socks in the washing machine, but the clean ones stay", {"sock_1", "sock_2"}),
    ],
)
def test_a_bare_plural_with_a_place_is_all(where, said, moved):
    assert set(goals(planned(where, said))) == moved


def test_dishes_of_which_the_clean_ones_stay_are_more_than_two():
    moved = set(goals(planned("dining", "dishes in the dishwasher, but the clean ones stay")))
    assert {"plate_3", "plate_4", "mug_1"} <= moved and moved.isdisjoint({"plate_1", "plate_2"})


def test_a_number_is_no_bare_plural():
    assert len(goals(planned("dining", "two glasses on table 3"))) == 2
    assert len(goals(planned("dining", "put two mugs on table 3 but leave the blue one"))) == 2
