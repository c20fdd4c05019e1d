# SPDX-License-Identifier: Apache-2.0
"""Fast Downward: programs that end with each of its exit codes, and the real one where it is installed."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import pytest

from makedo_core.goals.goal import AnyOf, AtLeast, Comparator, InOrder
from makedo_core.skills import Literal
from planner_node.engines.builtin import Builtin
from planner_node.engines.chain import solve as solve_in_turn
from planner_node.engines.external.fast_downward import (
    CONFIGURATIONS,
    FastDownward,
    FastDownwardInstallation,
    find_installation,
    status_of,
)
from planner_node.engines.external.process import MEBIBYTE
from planner_node.engines.outcome import EngineStatus
from planner_node.pddl.simulate import simulate
from planner_node.proof.search import SearchLimits
from support.words import Words

PLAN = "(go_to table_1)\n(pick_up cup table_1)\n; cost = 2 (unit cost)\n"

real = pytest.mark.skipif(find_installation() is None, reason="Fast Downward is not installed")


@pytest.fixture
def fake(tmp_path):
    """Makes programs that follow a script: Python code of the translator and shell code of the search."""

    def make(translator: str = "", search: str = f"printf '{PLAN}' > plan") -> FastDownward:
        package = tmp_path / "bin" / "fast_downward" / "translate"
        package.mkdir(parents=True, exist_ok=True)
        (package / "__main__.py").write_text(f"import sys, time\nopen('task.sas', 'w').close()\n{translator}\n")
        binary = tmp_path / "bin" / "downward"
        binary.write_text(f"#!/bin/sh\n{search}\n")
        binary.chmod(0o755)
        found = find_installation(tmp_path / "bin")
        assert found is not None
        return FastDownward(found)

    return make


def solve(engine, task, seconds: float = 60.0, **more):
    return engine.solve(task, SearchLimits(time.monotonic() + seconds, **more))


def chain(engines, task):
    return solve_in_turn(task, engines, SearchLimits(time.monotonic() + 200.0))


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path, monkeypatch):
    """Whatever happens, the private folder is gone afterwards."""
    private = tmp_path / "private"
    private.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(private))
    yield
    assert list(private.iterdir()) == []


EXPECTED = {
    10: EngineStatus.UNSOLVABLE_PROVEN,
    11: EngineStatus.UNSOLVABLE_PROVEN,
    12: EngineStatus.UNSOLVABLE_INCOMPLETE,
    13: EngineStatus.UNSOLVABLE_INCOMPLETE,
    20: EngineStatus.MEMORY,
    21: EngineStatus.TIMEOUT,
    22: EngineStatus.MEMORY,
    23: EngineStatus.TIMEOUT,
    24: EngineStatus.MEMORY,
    **{code: EngineStatus.CRASH for code in (30, 32, 35)},  # critical errors of translator, search and driver
    **{code: EngineStatus.INVALID_INPUT for code in (31, 33, 36)},
    **{code: EngineStatus.UNSUPPORTED for code in (34, 37)},
    **{code: EngineStatus.CRASH for code in (4, 9, 14, 25, 38, 99, 126, 127, 255)},
}
TOLD = (EngineStatus.INVALID_INPUT, EngineStatus.UNSUPPORTED, EngineStatus.CRASH)
"""With these the last words of the program are passed on."""


@pytest.mark.parametrize(("code", "status"), EXPECTED.items())
def test_every_exit_code_of_the_search_has_its_meaning(tasks, fake, code, status):
    result = solve(fake(search=f"echo some words; exit {code}"), tasks.home(tasks.holds("holding cup")))
    assert result.status is status
    assert result.calls == ()
    assert f"exit code {code}" in result.message
    assert ("some words" in result.message) is (status in TOLD)


@pytest.mark.parametrize("code", [10, 11])
def test_nothing_is_proven_where_a_cost_may_have_no_value(tasks, fake, code):
    for search in (fake(search=f"exit {code}"), fake(f"sys.exit({code})")):
        result = solve(search, tasks.paying(tasks.holds("held c1")))
        assert result.status is EngineStatus.UNSOLVABLE_INCOMPLETE
        assert "among actions whose cost is known" in result.message


@pytest.mark.parametrize(("code", "status"), {**EXPECTED, 1: EngineStatus.CRASH, 2: EngineStatus.CRASH}.items())
def test_every_exit_code_of_the_translator_has_its_meaning(tasks, fake, code, status):
    engine = fake(f"print('what was wrong'); sys.exit({code})", "exit 11")
    result = solve(engine, tasks.home(tasks.holds("holding cup")))
    assert result.status is status
    assert "translator" in result.message
    assert ("what was wrong" in result.message) is (status in TOLD)


@pytest.mark.parametrize(("code", "passed_on"), [(34, True), (32, True), (22, True), (33, False), (11, False)])
def test_what_another_engine_may_know_or_survive_is_asked_of_the_next(tasks, fake, code, passed_on):
    task = tasks.home(tasks.holds("holding cup"))
    result = chain([fake(search=f"exit {code}"), Builtin()], task)
    assert (result.status is EngineStatus.PLAN) is passed_on


@pytest.mark.parametrize("code", [0, 1, 2, 3])
def test_a_plan_may_come_with_a_limit_that_was_reached(tasks, fake, code):
    task = tasks.home(tasks.holds("holding cup"))
    result = solve(fake(search=f"printf '{PLAN}' > plan; exit {code}"), task)
    assert result.status is EngineStatus.PLAN
    assert simulate(task, result.calls).outcome.ok
    assert status_of(code) is EngineStatus.PLAN


@pytest.mark.parametrize(
    ("search", "reason"),
    [
        ("exit 0", "cannot be read"),
        ("echo rubbish > plan", "line 1 of its plan"),
        ("echo '(go_to table_1)' > plan", "is not one"),
    ],
)
def test_success_without_a_plan_that_holds_is_a_crash(tasks, fake, search, reason):
    result = solve(fake(search=search), tasks.home(tasks.holds("holding cup")))
    assert result.status is EngineStatus.CRASH
    assert reason in result.message


@pytest.mark.parametrize("mark", ["MemoryError", "terminate called after throwing 'std::bad_alloc'"])
def test_running_out_of_memory_in_another_way_is_no_crash(tasks, fake, mark):
    result = solve(fake(search=f'echo "{mark}"; kill -ABRT $$'), tasks.home(tasks.holds("holding cup")))
    assert result.status is EngineStatus.MEMORY


def test_a_signal_is_a_crash(tasks, fake):
    result = solve(fake(search="kill -SEGV $$"), tasks.home(tasks.holds("holding cup")))
    assert result.status is EngineStatus.CRASH
    assert "-11" in result.message


@pytest.mark.parametrize(("translator", "search"), [("time.sleep(600)", "exit 11"), ("", "sleep 600")])
def test_the_deadline_ends_each_part(tasks, fake, translator, search):
    result = solve(fake(translator, search), tasks.home(tasks.holds("holding cup")), 2.0)
    assert result.status is EngineStatus.TIMEOUT


@pytest.mark.parametrize(("translator", "search"), [("time.sleep(600)", "exit 11"), ("", "sleep 600")])
def test_each_part_can_be_cancelled(tasks, fake, translator, search):
    begun = time.monotonic()
    result = solve(
        fake(translator, search),
        tasks.home(tasks.holds("holding cup")),
        cancelled=lambda: time.monotonic() > begun + 1.0,
    )
    assert result.status is EngineStatus.CANCELED


def test_a_search_that_is_no_program_is_told_with_what_to_install(tasks, fake, words: Words):
    engine = fake()
    engine.installation.search.chmod(0o644)
    result = solve(engine, tasks.home(tasks.holds("holding cup")))
    assert result.status is EngineStatus.UNSUPPORTED
    words(result.message)


def test_where_it_is_not_installed_it_says_what_to_install(tasks, tmp_path, words: Words):
    assert find_installation(tmp_path) is None
    engine = FastDownward(None)
    task = tasks.home(tasks.holds("holding cup"))
    assert "up-fast-downward==1.0.0" in engine.unsupported(task)
    result = solve(engine, task)
    assert result.status is EngineStatus.UNSUPPORTED
    words(result.message)


def test_the_wheel_is_found_without_importing_it(monkeypatch, tmp_path):
    binaries = tmp_path / "up_fast_downward" / "downward" / "builds" / "release" / "bin"
    (binaries / "fast_downward" / "translate").mkdir(parents=True)
    (binaries / "fast_downward" / "translate" / "__main__.py").touch()
    (binaries / "downward").touch()
    (tmp_path / "up_fast_downward" / "__init__.py").write_text("raise AssertionError('it was imported')")
    monkeypatch.delitem(sys.modules, "up_fast_downward", raising=False)
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert find_installation() == FastDownwardInstallation(binaries.resolve())
    assert "up_fast_downward" not in sys.modules


def test_a_wheel_that_is_absent_is_not_found(monkeypatch, tmp_path):
    monkeypatch.delitem(sys.modules, "up_fast_downward", raising=False)
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert find_installation() is None


def test_an_unknown_configuration_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="lama-first"):
        FastDownward(None, "fastest")


def test_numbers_are_not_for_this_engine(tasks, fake):
    result = solve(fake(), tasks.pouring(tasks.level("c1", Comparator.AT_LEAST, 1)))
    assert result.status is EngineStatus.UNSUPPORTED
    assert "numbers" in result.message


def test_a_wrong_goal_is_invalid_before_anything_runs(tasks, fake, words: Words):
    result = solve(fake("sys.exit(99)"), tasks.home(tasks.holds("on shelf cup")))
    assert result.status is EngineStatus.INVALID_INPUT
    words(result.message)


def test_what_pddl_cannot_say_is_invalid(tasks, fake, words: Words):
    goal = AnyOf((InOrder((tasks.holds("at shelf"), tasks.holds("at table_1"))),))
    result = solve(fake("sys.exit(99)"), tasks.home(goal))
    assert result.status is EngineStatus.INVALID_INPUT
    words(result.message)


@real
@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_every_configuration_finds_a_plan(tasks, configuration):
    task = tasks.sliding(2)
    task = type(task)(task.name, task.domain, task.objects, task.initial, tasks.holds("in t1 c11"))
    result = solve(FastDownward(find_installation(), configuration), task)
    assert result.status is EngineStatus.PLAN, result.message
    assert simulate(task, result.calls).outcome.ok
    assert result.cpu_s > 0


@real
@pytest.mark.parametrize(
    "goal",
    [
        lambda t: t.holds("on cup shelf", "on Pen shelf"),
        lambda t: t.holds("clear table_1"),
        lambda t: AnyOf((t.holds("at safe"), t.holds("on Pen shelf"))),
        lambda t: AtLeast(1, ("cup", "Pen"), Literal("on", ("?object", "shelf"))),
        lambda t: InOrder((t.holds("on cup shelf"), t.holds("on Pen shelf"), t.holds("on cup table_1"))),
        lambda t: t.holds("on cup table_1"),
    ],
)
def test_fast_downward_reaches_goals_of_every_form(tasks, goal):
    task = tasks.home(goal(tasks))
    result = solve(FastDownward(find_installation()), task)
    assert result.status is EngineStatus.PLAN, result.message
    assert simulate(task, result.calls).outcome.ok


@real
@pytest.mark.parametrize("goal", ["holding cup,holding Pen", "at safe"])
def test_fast_downward_proves_what_cannot_be(tasks, goal):
    result = solve(FastDownward(find_installation()), tasks.home(tasks.holds(*goal.split(","))))
    assert result.status is EngineStatus.UNSOLVABLE_PROVEN, result.message


@real
def test_fast_downward_is_given_costs_with_their_values(tasks):
    result = solve(FastDownward(find_installation()), tasks.paying(tasks.holds("held c1", "held c2")))
    assert result.status is EngineStatus.PLAN and len(result.calls) == 2


@real
def test_fast_downward_is_ended_at_its_deadline(tasks):
    result = solve(FastDownward(find_installation(), "astar-blind"), tasks.sliding(4), 3.0)
    assert result.status is EngineStatus.TIMEOUT, result.message


@real
@pytest.mark.slow
def test_fast_downward_ends_where_its_memory_ends(tasks):
    engine = FastDownward(find_installation(), "astar-blind", 100 * MEBIBYTE)
    result = solve(engine, tasks.sliding(4), 100.0)
    assert result.status is EngineStatus.MEMORY, result.message


@real
def test_a_configuration_that_does_not_know_derived_predicates_says_so(tasks):
    engine = FastDownward(find_installation(), "astar-lmcut")
    result = solve(engine, tasks.home(tasks.holds("clear table_1")))
    assert result.status is EngineStatus.UNSUPPORTED
    assert "axioms" in result.message


@real
def test_the_real_one_is_a_folder_with_both_parts():
    found = find_installation()
    assert found is not None
    assert found.is_complete
    assert Path(found.binaries).is_dir()
