# SPDX-License-Identifier: Apache-2.0
"""Macro actions that are learnt in one task and used in another."""

from __future__ import annotations

import pytest

from makedo_core.skills import Literal, SkillCall
from planner_node.pddl.simulate import simulate
from planner_node.proof.search import SearchLimits
from planner_node.strategies.hierarchical.macros.library import MacroLibrary, Reuse
from planner_node.strategies.hierarchical.model_free import classes_of, plan_task

LIMITS = SearchLimits()


@pytest.fixture
def learnt(pantry) -> MacroLibrary:
    """A library that knows how peas are brought from the chest to the left."""
    library = MacroLibrary()
    assert plan_task(pantry("(on peas left)"), LIMITS, library).outcome.ok
    return library


def test_a_block_is_kept_with_variables_and_without_drives(learnt):
    (put,) = learnt.serving(Literal("on", ("x", "y")))
    assert put.calls == (SkillCall("put", ("?1", "?2")),)
    assert put.classes == (("?1", "tin"), ("?2", "shelf"))
    assert Literal("holding", ("?1",)) in put.before
    assert Literal("on", ("?1", "?2")) in put.after


def test_what_is_done_again_counts_once_more(learnt, pantry):
    plan_task(pantry("(on peas left)"), LIMITS, learnt)
    assert set(learnt.uses.values()) == {2}


def test_blocks_serve_another_task(learnt, pantry):
    task = pantry("(on peas right)")
    alone = plan_task(task, LIMITS)
    planned = plan_task(task, LIMITS, learnt)
    assert planned.reused > 0
    assert planned.states < alone.states
    assert len(planned.plan.calls) == len(alone.plan.calls)
    assert simulate(task, planned.plan.calls).outcome.ok


def test_blocks_are_used_for_things_of_their_classes_only(learnt, pantry):
    assert plan_task(pantry("(on opener left)"), LIMITS, learnt).reused == 0


def test_a_block_that_cannot_be_carried_out_is_not_used(learnt, pantry, numbered):
    task = pantry("(holding peas)")
    one = numbered(task)
    reuse = Reuse(learnt, one.problem, classes_of(task))
    assert reuse(one.problem.initial, one.number("holding", "peas")) is None  # the lid is closed
    (start,) = [one.problem.initial | {one.number("lid_open", "chest")}]
    block = reuse(start, one.number("holding", "peas"))
    assert block is not None
    assert [o.call.skill for o in block] == ["go", "take_out"]


def test_a_block_that_does_not_lead_to_its_target_is_not_used(learnt, pantry, numbered):
    (put,) = learnt.serving(Literal("on", ("x", "y")))
    wrong = MacroLibrary()
    wrong.remember([type(put)(Literal("opened", ("?1",)), put.calls, put.classes)])
    task = pantry("(opened beans)")
    one = numbered(task)
    start = frozenset(
        {one.number("holding", "beans"), one.number("at", "left")} | (one.problem.initial - {one.number("free")})
    )
    assert Reuse(wrong, one.problem, classes_of(task))(start, one.number("opened", "beans")) is None


def test_a_block_with_too_many_arguments_is_not_used(pantry, numbered):
    library = MacroLibrary()
    plan_task(pantry("(holding opener)"), LIMITS, library)
    (take,) = library.serving(Literal("holding", ("x",)))
    wrong = MacroLibrary()
    wrong.remember([type(take)(take.target, (SkillCall("take", ("?1", "?2", "?3")),), take.classes)])
    task = pantry("(holding opener)")
    one = numbered(task)
    assert Reuse(wrong, one.problem, classes_of(task))(one.problem.initial, one.goals[0]) is None


def test_a_plan_of_drives_teaches_nothing(pantry):
    library = MacroLibrary()
    assert plan_task(pantry("(at left)"), LIMITS, library).outcome.ok
    assert library.uses == {}
