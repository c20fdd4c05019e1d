# SPDX-License-Identifier: Apache-2.0
"""What is to be put in order and then told in detail: things of it that the details pass over are told."""

from __future__ import annotations

import pytest

from makedo_core.account import ClaimKind, ClaimReason
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def passed_over(result: Result) -> set[str]:
    assert result.plan is not None, result.outcome
    left = (c for c in result.account.claims if c.kind is ClaimKind.LEFT and c.reason is ClaimReason.NOT_SERVED)
    return {claim.subject for claim in left}


@pytest.mark.parametrize(
    ("where", "said", "left"),
    [
        (
            "living",
            "tidy up the books. The red one goes on the sofa, the blue one in the toy box",
            {"book_3", "book_4"},
        ),
        ("living", "sort the books: the red one goes on the sofa", {"book_2", "book_3", "book_4"}),
        ("dining", "clear table 2, the plates go in the dishwasher", {"mug_1", "napkin_1", "crumpled_paper_1"}),
        (
            "living",
            "tidy up the kids table. The puzzle goes in the box",
            {"crayon_1", "crayon_2", "crayon_3", "apple_1", "juice_box_1", "toy_car_2"},
        ),
    ],
)
def test_things_that_the_details_pass_over_are_told(where, said, left, words):
    result = planned(where, said)
    assert passed_over(result) == left
    assert not result.account.exact
    words(said, result.explanation)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "clear table 2: the plates and the mug go in the dishwasher, the paper and the napkin in the trash"),
        ("dining", "clear table 2 onto the counter, the plates go in the dishwasher"),
        ("dining", "sort the cutlery by kind: forks on table 1, spoons on table 2, knives on table 3"),
        ("living", "put the books away. The red one goes on the sofa"),
    ],
)
def test_where_nothing_is_passed_over_nothing_is_told(where, said):
    assert not passed_over(planned(where, said))
