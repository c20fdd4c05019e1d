# SPDX-License-Identifier: Apache-2.0
"""Where the in-process search leaves a question open, other engines are asked; a limit is never a relaxation."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from makedo_core.failure import FailureCause
from makedo_core.skills import SkillCall
from planner_node.engine import Engine
from planner_node.engines.builtin import Builtin
from planner_node.engines.external.fast_downward import FastDownward, find_installation
from planner_node.engines.outcome import EngineResult, EngineStatus
from planner_node.relaxation.explored import GoalVerdict
from planner_node.task import PlanningTask, Settings
from support.words import Words

INSTRUCTION = "bring the apple to table_2"


@dataclass
class Answering:
    """An engine that answers as scripted."""

    status: EngineStatus
    calls: tuple[SkillCall, ...] = ()
    asked: list = field(default_factory=list)
    name: str = "oracle"

    def unsupported(self, task) -> str:
        return ""

    def solve(self, task, limits) -> EngineResult:
        self.asked.append(task)
        return EngineResult(self.status, self.calls, "it said so")


def limited(ontology, engine) -> Engine:
    """An engine whose own search gives up at once."""
    return Engine(ontology, Settings(max_states=1), (engine,))


def test_what_the_search_solves_is_asked_of_nobody_else(ontology, home):
    other = Answering(EngineStatus.CRASH)
    assert Engine(ontology, engines=(other,)).plan(PlanningTask(INSTRUCTION, home)).outcome.ok
    assert other.asked == []


@pytest.mark.parametrize(
    ("status", "cause"),
    [
        (EngineStatus.TIMEOUT, FailureCause.PLANNING_TIMEOUT),
        (EngineStatus.MEMORY, FailureCause.PLANNING_MEMORY),
        (EngineStatus.CANCELED, FailureCause.CANCELED),
        (EngineStatus.CRASH, FailureCause.PLANNING_MEMORY),
        (EngineStatus.INVALID_INPUT, FailureCause.PLANNING_MEMORY),
        (EngineStatus.UNSUPPORTED, FailureCause.PLANNING_MEMORY),
        (EngineStatus.UNSOLVABLE_INCOMPLETE, FailureCause.PLANNING_MEMORY),
    ],
)
def test_an_open_question_stays_open_and_changes_no_goal(ontology, home, status, cause):
    result = limited(ontology, Answering(status)).plan(PlanningTask(INSTRUCTION, home))
    assert result.outcome.cause is cause
    assert result.plan is None


def test_a_proof_that_there_is_no_plan_lets_the_goal_be_relaxed(ontology, home):
    other = Answering(EngineStatus.UNSOLVABLE_PROVEN)
    result = limited(ontology, other).plan(PlanningTask(INSTRUCTION, home))
    assert result.plan is None and len(other.asked) >= 1
    assert result.outcome.cause not in (FailureCause.PLANNING_TIMEOUT, FailureCause.PLANNING_MEMORY)


def test_a_wrong_plan_of_another_engine_is_not_believed(ontology, home):
    wrong = Answering(EngineStatus.PLAN, (SkillCall("go_to", ("table_2",)),))
    result = limited(ontology, wrong).plan(PlanningTask(INSTRUCTION, home))
    assert result.plan is None
    assert result.outcome.cause is FailureCause.INVALID_PLAN


def test_a_plan_of_another_engine_is_carried_out_like_any(ontology, home):
    result = limited(ontology, Builtin()).plan(PlanningTask(INSTRUCTION, home))
    assert result.outcome.ok
    assert [c.skill for c in result.plan.calls][-1] == "put_on"


@pytest.mark.skipif(find_installation() is None, reason="Fast Downward is not installed")
def test_fast_downward_takes_over(ontology, home):
    result = limited(ontology, FastDownward(find_installation())).plan(
        PlanningTask(INSTRUCTION, home, time_limit_s=60.0)
    )
    assert result.outcome.ok, result.outcome
    assert [c.skill for c in result.plan.calls][-1] == "put_on"


@pytest.mark.skipif(find_installation() is None, reason="Fast Downward is not installed")
def test_fast_downward_takes_over_for_instructions_in_order(ontology, home):
    engine = limited(ontology, FastDownward(find_installation()))
    result = engine.plan(PlanningTask("open the fridge, then close it", home, time_limit_s=60.0))
    assert [c.skill for c in result.plan.calls if c.skill != "go_to"] == ["open", "close"]


def test_a_no_of_several_stages_is_proven_before_anything_is_left_out(ontology, home, monkeypatch):
    """The stage-by-stage search says no where a search over all stages finds a way."""
    from planner_node import engine as module
    from planner_node.proof.proof import Proof
    from planner_node.proof.search import Status

    monkeypatch.setattr(module, "prove", lambda *_: Proof(Status.UNSOLVABLE))
    result = Engine(ontology).plan(PlanningTask("open the fridge, then close it", home))
    assert [c.skill for c in result.plan.calls] == ["go_to", "open", "close"]
    assert result.plan.relaxations == ()


# --- an engine in the place of the in-process search


@pytest.mark.parametrize(
    ("status", "cause"),
    [
        (EngineStatus.TIMEOUT, FailureCause.PLANNING_TIMEOUT),
        (EngineStatus.MEMORY, FailureCause.PLANNING_MEMORY),
        (EngineStatus.CANCELED, FailureCause.CANCELED),
        (EngineStatus.CRASH, FailureCause.ENGINE_CRASH),
        (EngineStatus.INVALID_INPUT, FailureCause.INVALID_GOAL),
        (EngineStatus.UNSUPPORTED, FailureCause.UNSOLVABLE_INCOMPLETE),
        (EngineStatus.UNSOLVABLE_INCOMPLETE, FailureCause.UNSOLVABLE_INCOMPLETE),
    ],
)
def test_what_the_engine_in_its_place_leaves_open_is_told_and_changes_no_goal(
    ontology, home, status, cause, words: Words
):
    engine = Answering(status)
    result = Engine(ontology, first=engine).plan(PlanningTask(INSTRUCTION, home))
    assert (result.outcome.cause, result.plan) == (cause, None)
    words(result.explanation)
    assert len(engine.asked) == 1  # nothing weaker was tried
    assert result.explored[-1].verdict is GoalVerdict.STOPPED


def test_a_proof_of_the_engine_in_its_place_lets_the_goal_be_relaxed(ontology, home):
    engine = Answering(EngineStatus.UNSOLVABLE_PROVEN)
    result = Engine(ontology, first=engine).plan(PlanningTask("bring the apple and the cup to table_2", home))
    assert result.plan is None and len(engine.asked) > 1
    assert result.outcome.cause not in (FailureCause.PLANNING_TIMEOUT, FailureCause.PLANNING_MEMORY)


def test_the_plan_of_the_engine_in_its_place_is_validated(ontology, home):
    wrong = Answering(EngineStatus.PLAN, (SkillCall("go_to", ("table_2",)),))
    assert (
        Engine(ontology, first=wrong).plan(PlanningTask(INSTRUCTION, home)).outcome.cause is FailureCause.INVALID_PLAN
    )
    own = Engine(ontology, first=Builtin()).plan(PlanningTask(INSTRUCTION, home))
    assert own.outcome.ok and own.plan is not None
    assert [c.skill for c in own.plan.calls] == ["go_to", "pick_up", "go_to", "put_on"]


def test_what_the_engine_in_its_place_leaves_open_the_others_are_asked(ontology, home):
    lost, other = Answering(EngineStatus.TIMEOUT), Builtin()
    result = Engine(ontology, engines=(other,), first=lost).plan(PlanningTask(INSTRUCTION, home))
    assert result.outcome.ok and len(lost.asked) == 1
