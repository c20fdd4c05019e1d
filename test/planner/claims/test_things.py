# SPDX-License-Identifier: Apache-2.0
"""The account of things: each thing that may be meant is taken, left for a reason, or in doubt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.account import Account, ClaimKind, ClaimReason, PlanClaim
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from planner_node.claims.telling import sentences
from support.words import Words


def told(result) -> dict[str, tuple[ClaimKind, ClaimReason, bool]]:
    """What is claimed of each thing."""
    assert result.plan is not None, result.outcome
    kinds = (ClaimKind.TAKEN, ClaimKind.LEFT, ClaimKind.DOUBTED)
    return {c.subject: (c.kind, c.reason, c.served) for c in result.account.claims if c.kind in kinds}


TAKEN = (ClaimKind.TAKEN, ClaimReason.SAID, True)
LEFT = {reason: (ClaimKind.LEFT, reason, False) for reason in ClaimReason}


def with_looks(graph: SceneGraph, **looks: str) -> SceneGraph:
    return graph.changed(put=[replace(graph[n], attributes=frozenset({look})) for n, look in looks.items()])


def test_all_of_a_class_are_taken_and_that_is_exact(plan, world):
    result = plan("bring all apples to table_2", world("apple_1 on table_1", "apple_2 on shelf_1", "mug_1 on shelf_1"))
    assert told(result) == {"apple_1": TAKEN, "apple_2": TAKEN}
    assert result.account.exact


def test_what_the_instruction_leaves_out_is_left_and_that_is_exact(plan, world):
    graph = world("apple_1 on table_1", "apple_2 on shelf_1", "mug_1 on table_1")
    result = plan("bring everything from table_1 to table_2 except the mug", graph)
    assert told(result) == {
        "apple_1": TAKEN,
        "apple_2": LEFT[ClaimReason.ELSEWHERE],
        "mug_1": LEFT[ClaimReason.EXCLUDED],
    }
    assert result.account.exact


def test_a_thing_that_the_graph_cannot_place_is_in_doubt(plan, world, words: Words):
    lost = Node("apple_9", "apple", NodeKind.OBJECT, size=(0.06, 0.06, 0.1))
    result = plan("bring all apples to table_2", world("apple_1 on table_1", extra=(lost,)))
    assert told(result)["apple_9"] == (ClaimKind.DOUBTED, ClaimReason.UNPLACED, False)
    assert not result.account.exact
    words(result.explanation)


def test_a_look_that_is_not_known_is_a_doubt_and_another_one_is_none(plan, world):
    graph = with_looks(world("mug_1 on table_1", "mug_2 on table_1", "mug_3 on table_1"), mug_1="red", mug_2="blue")
    result = plan("bring all red mugs to table_2", graph)
    assert told(result) == {
        "mug_1": TAKEN,
        "mug_2": LEFT[ClaimReason.ATTRIBUTE],
        "mug_3": (ClaimKind.DOUBTED, ClaimReason.ATTRIBUTE_UNKNOWN, False),
    }


def test_a_place_of_several_that_gets_nothing_is_named(plan, world):
    graph = world("spoon_1 inside drawer_1", "spoon_2 inside drawer_1", "spoon_3 inside drawer_1")
    result = plan("put one spoon on every table", graph)
    served = {subject for subject, claim in told(result).items() if claim == TAKEN}
    left = {subject for subject, claim in told(result).items() if claim[0] is ClaimKind.LEFT}
    assert served | left == {"table_1", "table_2", "table_3"}
    assert result.account.exact is (not left)


def test_another_kind_that_the_words_fit_is_named(plan, world):
    graph = world("apple_1 on table_1", "banana_1 on table_1")
    result = plan("put the fruit on table_2", graph)
    left = {s for s, claim in told(result).items() if claim[1] is ClaimReason.ANOTHER}
    assert result.account.exact is (not left)


def test_any_one_of_a_class_needs_no_word_about_the_others(plan, world):
    result = plan("put an apple on table_2", world("apple_1 on table_1", "apple_2 on table_1"))
    assert result.account == Account()


@pytest.mark.parametrize("reason", [ClaimReason.NAME, ClaimReason.LIKENESS, ClaimReason.UNPLACED])
@pytest.mark.parametrize("served", [True, False])
def test_a_doubt_says_what_becomes_of_the_thing(reason, served):
    (sentence,) = sentences(Account((PlanClaim(ClaimKind.DOUBTED, "tuna_can_1", reason, "the cans", served),)))
    assert ("take it along" in sentence, "leave it" in sentence) == (served, not served)


def test_of_many_things_three_are_named(words: Words):
    claims = tuple(PlanClaim(ClaimKind.LEFT, f"fork_{i}", ClaimReason.NOT_SERVED, "all forks") for i in range(8))
    (sentence,) = sentences(Account(claims))
    words(sentence)


@pytest.mark.parametrize("reason", list(ClaimReason))
@pytest.mark.parametrize("kind", list(ClaimKind))
def test_only_what_the_instruction_itself_says_is_as_asked(kind, reason):
    asked = {ClaimReason.SAID, ClaimReason.ATTRIBUTE, ClaimReason.ELSEWHERE, ClaimReason.EXCLUDED}
    right = {ClaimKind.TAKEN: {ClaimReason.SAID}, ClaimKind.LEFT: asked}.get(kind, set())
    assert Account((PlanClaim(kind, "x", reason),)).exact is (reason in right)


def test_a_place_that_is_excepted_gets_nothing_and_is_left_as_asked(plan, world):
    graph = world("spoon_1 inside drawer_1", "spoon_2 inside drawer_1", "spoon_3 inside drawer_1")
    result = plan("put one spoon on each table except table 1", graph)
    assert told(result) == {"table_1": LEFT[ClaimReason.EXCLUDED], "table_2": TAKEN, "table_3": TAKEN}
    assert result.account.exact


def test_a_thing_that_another_part_of_the_sentence_means_is_left_by_this_one(plan, world):
    graph = world("apple_1 on shelf_1", "book_1 on shelf_1", "mug_1 on table_1")
    result = plan("put the mug on table_3 and everything from the shelf on table_2", graph)
    assert result.account.exact


def test_of_what_there_is_none_that_is_told(plan, world):
    result = plan("bring the apple to table_2 and all mugs to table_3", world("apple_1 on table_1"), asks=False)
    assert told(result)["all mugs"] == LEFT[ClaimReason.NONE]


def test_what_is_to_be_left_alone_is_left_as_asked(plan, world):
    graph = world("apple_1 on shelf_1", "mug_1 on shelf_1")
    result = plan("take everything from the shelf to table_2, but leave the mug where it is", graph)
    assert told(result) == {"apple_1": TAKEN, "mug_1": LEFT[ClaimReason.EXCLUDED]}
