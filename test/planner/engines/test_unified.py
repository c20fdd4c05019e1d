# SPDX-License-Identifier: Apache-2.0
"""Engines of unified-planning: found by name, ended at their limits, and believed only as far as it can be checked."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from makedo_core.goals.goal import AnyOf, Comparator, InOrder
from planner_node.engines.external.fast_downward import find_installation
from planner_node.engines.external.process import MEBIBYTE, Ending, Finished
from planner_node.engines.outcome import EngineStatus
from planner_node.engines.unified import STATUS, Unified, UnifiedPlanningError, ended, installed_engines
from planner_node.pddl.simulate import simulate
from planner_node.proof.search import SearchLimits
from support.words import Words

pytest.importorskip("unified_planning")

# An engine as others write them, registered in unified-planning's own way. It does what ACT says.
SCRIPTED = """
import os, subprocess, sys, time
from unified_planning.engines import Engine, PlanGenerationResult, PlanGenerationResultStatus
from unified_planning.engines.mixins import OneshotPlannerMixin
from unified_planning.engines.results import LogLevel, LogMessage
from unified_planning.model import ProblemKind
from unified_planning.plans import ActionInstance, SequentialPlan


class Scripted(Engine, OneshotPlannerMixin):
    def __init__(self, **options):
        Engine.__init__(self)
        OneshotPlannerMixin.__init__(self)

    @property
    def name(self):
        return "scripted"

    @staticmethod
    def supported_kind():
        kind = ProblemKind(version=2)
        kind.set_problem_class("ACTION_BASED")
        return kind

    @staticmethod
    def supports(kind):
        return kind <= Scripted.supported_kind()

    @staticmethod
    def satisfies(guarantee):
        return True

    def _solve(self, problem, heuristic=None, timeout=None, output_stream=None):
        status, plan = PlanGenerationResultStatus.SOLVED_SATISFICING, None
        match os.environ["ACT"].split():
            case ["hang"]:
                child = subprocess.Popen(["sleep", "600"], start_new_session=True)
                print(child.pid, file=open(os.environ["PIDS"], "w"), flush=True)
                time.sleep(600)
            case ["eat"]:
                kept = bytearray(2**32)
            case ["break"]:
                os._exit(9)
            case ["lie"]:
                plan = SequentialPlan([ActionInstance(problem.actions[0])] * 99)
            case ["invent"]:
                stranger = problem.actions[0].clone()
                stranger.name = "fly"
                plan = SequentialPlan([ActionInstance(stranger)])
            case [name]:
                status = PlanGenerationResultStatus[name]
        said = [LogMessage(LogLevel.INFO, "so it said")]
        return PlanGenerationResult(status, plan, self.name, log_messages=said)
"""


@pytest.fixture
def scripted(tmp_path, monkeypatch):
    """Makes "scripted" an engine of unified-planning; what it does is set by its argument."""
    (tmp_path / "scripted_engine.py").write_text(SCRIPTED, encoding="utf-8")
    registered = "[engine scripted]\nmodule_name: scripted_engine\nclass_name: Scripted\n"
    (tmp_path / ".uprc").write_text(registered, encoding="utf-8")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PIDS", str(tmp_path / "pids"))
    monkeypatch.syspath_prepend(str(tmp_path))

    def act(what: str) -> Unified:
        monkeypatch.setenv("ACT", what)
        return Unified("scripted", 1024 * MEBIBYTE)

    return act


def soon(limit_s: float = 60.0) -> SearchLimits:
    return SearchLimits(time.monotonic() + limit_s)


def runs(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def test_the_library_is_not_imported_into_this_process():
    code = """
import sys
import planner_node.engines.installed, planner_node.assembly
planner_node.engines.installed.other_engines(["fast-downward"])
print([m for m in sys.modules if m.split(".")[0] in ("unified_planning", "up_fast_downward", "up_enhsp")])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_engines_are_listed_that_plan_and_those_of_a_users_own(scripted):
    found = installed_engines()
    assert "scripted" in found
    assert "sequential_plan_validator" not in found  # it plans nothing
    assert not any("[" in name for name in found)  # engines around another engine
    assert ("fast-downward" in found) is (find_installation() is not None)


def test_a_library_that_cannot_be_imported_is_told(tmp_path, monkeypatch, words: Words):
    (tmp_path / "unified_planning.py").write_text("raise ImportError('no such library')", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(UnifiedPlanningError) as raised:
        installed_engines()
    words(str(raised.value))


real = pytest.mark.skipif(find_installation() is None, reason="up-fast-downward is not installed")


@real
@pytest.mark.parametrize(
    "goal",
    [
        lambda t: t.holds("on cup shelf", "not at shelf"),
        lambda t: t.holds("clear table_1"),
        lambda t: AnyOf((t.holds("at safe"), t.holds("on Pen shelf"))),
        lambda t: InOrder((t.holds("on cup shelf"), t.holds("on Pen shelf", "on cup table_1"))),
        lambda t: t.holds("hand_empty"),
    ],
    ids=["negated", "derived", "alternatives", "order", "true already"],
)
def test_a_real_engine_finds_plans_for_goals_of_every_form(tasks, goal, words: Words):
    task = tasks.home(goal(tasks))
    result = Unified("fast-downward").solve(task, soon())
    assert result.status is EngineStatus.PLAN, result.message
    assert simulate(task, result.calls).outcome.ok
    words(result.message)


@real
def test_a_real_engine_proves_that_there_is_no_plan(tasks):
    result = Unified("fast-downward").solve(tasks.home(tasks.holds("at safe")), soon())
    assert result.status in (EngineStatus.UNSOLVABLE_PROVEN, EngineStatus.UNSOLVABLE_INCOMPLETE)
    assert result.calls == ()


@real
@pytest.mark.slow
def test_numbers_are_said_in_pddl_and_an_engine_without_them_says_so(tasks, words: Words):
    result = Unified("fast-downward").solve(tasks.pouring(tasks.level("c1", Comparator.AT_LEAST, 3.0)), soon())
    assert result.status is EngineStatus.UNSUPPORTED
    words(result.message)


@pytest.mark.slow
def test_an_engine_is_ended_from_outside_with_what_left_its_session(tasks, scripted, tmp_path, words: Words):
    started = tmp_path / "pids"
    begun = replace(soon(), cancelled=lambda: started.exists() and started.read_text().endswith("\n"))
    engine, task = scripted("hang"), tasks.home(tasks.holds("on cup shelf"))
    assert engine.solve(task, begun).status is EngineStatus.CANCELED
    assert not runs(int(started.read_text()))
    over = engine.solve(task, soon(0.3))
    assert (over.status, over.calls) == (EngineStatus.TIMEOUT, ())
    said, _, ran = over.message.partition(" while it ran: ")
    assert ran.endswith(" s of CPU).")
    words(f"{said}.")


@pytest.mark.parametrize(
    ("act", "status", "said"),
    [
        ("UNSOLVABLE_PROVEN", EngineStatus.UNSOLVABLE_PROVEN, "proved that there is no plan"),
        ("UNSOLVABLE_INCOMPLETELY", EngineStatus.UNSOLVABLE_INCOMPLETE, "may miss some"),
        ("eat", EngineStatus.MEMORY, "ran out of memory"),
        ("break", EngineStatus.CRASH, "broke down: exit code 9"),
        ("lie", EngineStatus.CRASH, "its plan is not one: "),
        ("invent", EngineStatus.CRASH, "'fly', which the task does not have"),
    ],
)
@pytest.mark.slow
def test_how_an_engine_ends_is_told_apart(tasks, scripted, act, status, said):
    result = scripted(act).solve(tasks.home(tasks.holds("on cup shelf")), soon())
    assert (result.status, result.calls) == (status, ())
    assert said in result.message


def test_a_misspelt_goal_reaches_no_engine(tasks):
    result = Unified("nobody").solve(tasks.home(tasks.holds("under cup")), soon())
    assert result.status is EngineStatus.INVALID_INPUT
    assert "'under'" in result.message


def answered(status: str, message: str = "") -> dict:
    return {"status": status, "plan": [], "message": message}


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("SOLVED_SATISFICING", EngineStatus.PLAN),
        ("SOLVED_OPTIMALLY", EngineStatus.PLAN),
        ("INTERMEDIATE", EngineStatus.PLAN),
        ("UNSOLVABLE_PROVEN", EngineStatus.UNSOLVABLE_PROVEN),
        ("UNSOLVABLE_INCOMPLETELY", EngineStatus.UNSOLVABLE_INCOMPLETE),
        ("TIMEOUT", EngineStatus.TIMEOUT),
        ("MEMOUT", EngineStatus.MEMORY),
        ("INTERNAL_ERROR", EngineStatus.CRASH),
        ("UNSUPPORTED_PROBLEM", EngineStatus.UNSUPPORTED),
    ],
)
def test_every_status_has_its_counterpart(name, status):
    assert ended(Finished(Ending.EXITED), answered(name), proves=True)[0] is status


def test_no_status_of_the_library_is_unknown():
    results = pytest.importorskip("unified_planning.engines.results")
    assert {s.name for s in results.PlanGenerationResultStatus} == set(STATUS)


def test_an_adapter_that_calls_a_crash_for_memory_unsolvable_is_not_believed():
    out = answered("UNSOLVABLE_PROVEN", "java.lang.OutOfMemoryError: Java heap space")
    assert ended(Finished(Ending.EXITED), out, proves=True)[0] is EngineStatus.MEMORY


def test_what_an_engine_may_have_misread_it_proves_nothing_of():
    status, _ = ended(Finished(Ending.EXITED), answered("UNSOLVABLE_PROVEN"), proves=False)
    assert status is EngineStatus.UNSOLVABLE_INCOMPLETE


@pytest.mark.parametrize(
    ("ending", "status"), [(Ending.TIMEOUT, EngineStatus.TIMEOUT), (Ending.CANCELED, EngineStatus.CANCELED)]
)
def test_an_ended_process_is_never_unsolvable(ending, status):
    assert ended(Finished(ending), None, proves=True)[0] is status
