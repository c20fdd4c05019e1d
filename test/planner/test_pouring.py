# SPDX-License-Identifier: Apache-2.0
"""What is in a container is poured into a bigger one, and the container goes back to where it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from makedo_core.failure import FailureCause
from makedo_core.files.scene_json import graph_from_json
from makedo_core.goals.facts import apply, facts, failing_preconditions, graph_after
from makedo_core.graph.scene_graph import SceneGraph, State
from makedo_core.skills import Literal, Predicate, SkillCall
from support.words import Words
from test.support.plain_instructions import result_of

ROOT = Path(__file__).resolve().parents[2]
CUP, BOWL = "nuts_cup_1", "bowl_1"
POUR = SkillCall("pour", (CUP, BOWL))


@pytest.fixture(scope="module")
def table() -> SceneGraph:
    return graph_from_json((ROOT / "scenes/tabletop_pouring/graph.json").read_text(encoding="utf-8"))


def steps(result) -> list[str]:
    assert result.plan is not None, result
    return [str(call) for call in result.plan.calls if call.skill != "go_to"]


@pytest.mark.parametrize(
    "text",
    [
        "Pour the nuts into the bowl",
        "pour the cup of nuts into the bowl",
        "pour the nuts in the bowl",
        "pour out the nuts into the bowl",
        "pour the nuts out into the bowl",
        "Please pour the nuts to the bowl",
    ],
)
def test_the_cup_is_taken_poured_and_put_back(plan, table, text, words: Words):
    result = plan(text, table)
    assert steps(result) == [f"pick_up({CUP}, table_1)", str(POUR), f"put_on({CUP}, table_1)"]
    assert not result.plan.relaxations
    words(result.explanation)


def test_what_is_said_of_the_cup_goes_before_where_it_was(plan, table):
    done = steps(plan("pour the nuts into the bowl, then put the cup of nuts into the bowl", table))
    assert done[:2] == [f"pick_up({CUP}, table_1)", str(POUR)] and done[-1] == f"put_inside({CUP}, bowl_1)"


def test_a_cup_that_is_held_already_is_poured_and_stays_in_the_hand(plan, table):
    held = graph_after(SkillCall("pick_up", (CUP, "table_1")), table)
    assert steps(plan("pour the nuts into the bowl", held)) == [str(POUR)]


def test_nothing_is_poured_from_what_is_empty(plan, table, words: Words):
    empty = graph_after(POUR, table)
    assert empty[CUP].states == {State.EMPTY}
    result = plan("pour the nuts into the bowl", empty)
    assert result.plan is None
    words(result.outcome.message)


def test_without_a_container_for_it_nothing_is_poured(plan, table):
    result = plan("pour the nuts into the bowl", table.changed(remove=[BOWL]))
    assert result.plan is None and result.outcome.cause in (FailureCause.UNKNOWN_PLACE, FailureCause.UNSOLVABLE_PROVEN)


def test_nothing_is_poured_onto_a_table(plan, table, words: Words):
    result = plan("pour the nuts onto the table", table)
    assert result.plan is None
    words(result.outcome.message)


def test_without_a_place_it_is_asked_for(plan, table, words: Words):
    for text in ("pour the nuts", "pour me the nuts"):
        outcome = plan(text, table).outcome
        assert outcome.cause is FailureCause.AMBIGUOUS
        words(outcome.message)


def ready(graph: SceneGraph) -> frozenset[Literal]:
    at = {Literal(Predicate.AT, (BOWL,)), Literal(Predicate.HOLDING, (CUP,))}
    return (facts(graph) - {Literal(Predicate.HAND_EMPTY)}) | at


def test_pouring_needs_an_open_container_that_stands_upright(table):
    assert failing_preconditions(POUR, ready(table)) == ()
    upside_down = table.changed(put=[table[BOWL].with_state(State.UPSIDE_DOWN)])
    assert failing_preconditions(POUR, ready(upside_down)) == ("bowl 1 is upside down",)


def test_afterwards_it_is_poured_and_nothing_is_left_to_pour(table):
    after = apply(POUR, ready(table))
    assert Literal(Predicate.POURED, (CUP, BOWL)) in after and Literal(Predicate.HOLDING, (CUP,)) in after
    assert failing_preconditions(POUR, after) == ("nothing that can be poured is known to be in nuts cup 1",)


def test_what_nobody_knows_to_be_full_is_put_nowhere_in_place_of_pouring():
    for text in ("Pour the juice on the counter", "Pour the juice into the trash can"):
        result = result_of("dining", text)
        assert result.plan is None, text
        assert "nothing that can be poured is known to be in juice carton 1" in result.outcome.message


def test_nothing_is_offered_to_be_poured_where_a_glass_stands():
    result = result_of("dining", "Pour the juice into glass 1")
    assert result.plan is None and result.question is None
    assert "not into a thing that is carried like glass 1" in result.outcome.message
