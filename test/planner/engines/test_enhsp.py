# SPDX-License-Identifier: Apache-2.0
"""ENHSP: programs that end in each of its ways, and the real one where it is installed."""

from __future__ import annotations

import tempfile
import time

import pytest

from makedo_core.goals.goal import AllOf, Comparator, Holds, InOrder
from makedo_core.skills import Literal
from planner_node.engines.external.enhsp import Enhsp, EnhspInstallation, find_installation
from planner_node.engines.external.process import MEBIBYTE
from planner_node.engines.outcome import EngineStatus
from planner_node.pddl.simulate import simulate
from planner_node.proof.search import SearchLimits
from support.words import Words

PLAN = "(go_to table_1)\\n(pick_up cup table_1)\\n"

real = pytest.mark.skipif(find_installation() is None, reason="ENHSP or Java is not installed")


@pytest.fixture
def fake(tmp_path):
    """Makes an ENHSP whose java is a shell script."""

    def make(script: str) -> Enhsp:
        java, jar = tmp_path / "java", tmp_path / "enhsp.jar"
        java.write_text(f"#!/bin/sh\n{script}\n")
        java.chmod(0o755)
        jar.touch()
        found = find_installation(jar, java)
        assert found is not None
        return Enhsp(found)

    return make


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path, monkeypatch):
    """Whatever happens, the private folder is gone afterwards."""
    private = tmp_path / "private"
    private.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(private))
    yield
    assert list(private.iterdir()) == []


def solve(engine, task, seconds: float = 60.0, **more):
    return engine.solve(task, SearchLimits(time.monotonic() + seconds, **more))


@pytest.mark.parametrize(
    ("script", "status", "words"),
    [
        (f"printf '{PLAN}' > plan", EngineStatus.PLAN, "found a plan"),
        ("echo 'Problem unsolvable'", EngineStatus.UNSOLVABLE_INCOMPLETE, "unsolvable"),
        ("echo 'Unsolvable Problem'", EngineStatus.UNSOLVABLE_INCOMPLETE, "unsolvable"),
        ("exit 3", EngineStatus.MEMORY, "memory"),
        ("echo 'java.lang.OutOfMemoryError: Java heap space'; exit 1", EngineStatus.MEMORY, "memory"),
        ("echo 'insufficient memory for the Java Runtime'; exit 1", EngineStatus.MEMORY, "memory"),
        ("echo 'line 3:4 no viable alternative'; exit 1", EngineStatus.CRASH, "no viable alternative"),
        ("echo 'Problem unsolvable'; exit 1", EngineStatus.CRASH, "exit code 1"),
        ("kill -SEGV $$", EngineStatus.CRASH, "-11"),
        ("exit 0", EngineStatus.CRASH, "exit code 0"),
        ("echo rubbish > plan", EngineStatus.CRASH, "line 1 of its plan"),
        ("echo '(go_to table_1)' > plan", EngineStatus.CRASH, "is not one"),
    ],
)
def test_every_ending_has_its_meaning(tasks, fake, script, status, words):
    result = solve(fake(script), tasks.home(tasks.holds("holding cup")))
    assert result.status is status, result.message
    assert words in result.message
    assert bool(result.calls) is (status is EngineStatus.PLAN)


def test_the_deadline_ends_it(tasks, fake):
    assert solve(fake("sleep 600"), tasks.home(tasks.holds("holding cup")), 1.0).status is EngineStatus.TIMEOUT


def test_it_can_be_cancelled(tasks, fake):
    result = solve(fake("sleep 600"), tasks.home(tasks.holds("holding cup")), cancelled=lambda: True)
    assert result.status is EngineStatus.CANCELED


def test_a_java_that_is_gone_is_told_with_what_to_install(tasks, fake):
    engine = fake("exit 0")
    engine.installation.java.unlink()
    result = solve(engine, tasks.home(tasks.holds("holding cup")))
    assert result.status is EngineStatus.UNSUPPORTED
    assert "up-enhsp" in result.message


def test_where_it_is_not_installed_it_says_what_to_install(tasks):
    task = tasks.home(tasks.holds("holding cup"))
    assert "up-enhsp==0.1.1" in Enhsp(None).unsupported(task)
    result = solve(Enhsp(None), task)
    assert result.status is EngineStatus.UNSUPPORTED
    assert "Java" in result.message


def test_without_its_jar_or_java_it_is_not_installed(tmp_path, monkeypatch):
    assert find_installation(tmp_path / "no.jar") is None
    (tmp_path / "enhsp.jar").touch()
    assert find_installation(tmp_path / "enhsp.jar", tmp_path / "no-java") is None
    monkeypatch.setattr("sys.path", [str(tmp_path)])
    assert find_installation() is None


def test_too_little_memory_is_refused():
    with pytest.raises(ValueError, match="at least"):
        Enhsp(None, 100 * MEBIBYTE)


def test_a_wrong_goal_is_invalid_before_anything_runs(tasks, fake):
    result = solve(fake("exit 99"), tasks.home(tasks.holds("on mug shelf")))
    assert result.status is EngineStatus.INVALID_INPUT
    assert "'mug'" in result.message


def test_what_pddl_cannot_say_is_invalid(tasks, fake, words: Words):
    goal = AllOf((InOrder((InOrder(()), tasks.holds("at shelf"))),))
    task = tasks.home(goal)
    bad = type(task)("a name", task.domain, task.objects, task.initial, task.goal)
    result = solve(fake("exit 99"), bad)
    assert result.status is EngineStatus.INVALID_INPUT
    words(result.message)


def test_a_goal_that_contradicts_itself_is_proved_to(tasks, fake):
    goal = Holds(Literal("=", ("cup", "Pen")))
    assert solve(fake("exit 99"), tasks.home(goal)).status is EngineStatus.UNSOLVABLE_PROVEN


@real
def test_enhsp_reaches_numbers(tasks):
    goal = AllOf((tasks.level("c1", Comparator.AT_LEAST, 3), tasks.level("c2", Comparator.EQUAL, 4)))
    task = tasks.pouring(goal)
    result = solve(Enhsp(find_installation()), task)
    assert result.status is EngineStatus.PLAN, result.message
    assert [c.skill for c in result.calls].count("pour") == 5
    assert simulate(task, result.calls).outcome.ok
    assert result.cpu_s > 0


@real
@pytest.mark.parametrize(
    "goal",
    [
        lambda t: t.holds("on cup shelf", "on Pen shelf"),
        lambda t: t.holds("clear table_1"),
        lambda t: t.holds("not clear shelf"),
        lambda t: AllOf((Holds(Literal("=", ("Pen", "Pen"))), t.holds("at shelf"))),
        lambda t: t.holds("on cup table_1"),
    ],
)
def test_enhsp_reaches_goals_without_numbers(tasks, goal):
    task = tasks.home(goal(tasks))
    result = solve(Enhsp(find_installation()), task)
    assert result.status is EngineStatus.PLAN, result.message
    assert simulate(task, result.calls).outcome.ok


@real
def test_enhsp_reaches_numbers_in_an_order(tasks):
    first = AllOf((tasks.level("c1", Comparator.EQUAL, 1), tasks.level("c2", Comparator.EQUAL, 4)))
    task = tasks.pouring(InOrder((first, tasks.level("c1", Comparator.EQUAL, 2))))
    result = solve(Enhsp(find_installation()), task)
    assert result.status is EngineStatus.PLAN, result.message


@real
def test_what_enhsp_calls_unsolvable_is_no_proof(tasks):
    result = solve(Enhsp(find_installation()), tasks.pouring(tasks.level("c1", Comparator.AT_LEAST, 9)))
    assert result.status is EngineStatus.UNSOLVABLE_INCOMPLETE, result.message


@real
def test_enhsp_is_ended_at_its_deadline(tasks):
    assert solve(Enhsp(find_installation()), tasks.sliding(5), 4.0).status is EngineStatus.TIMEOUT


@real
def test_enhsp_ends_where_its_memory_ends(tasks):
    engine = Enhsp(find_installation(), 321 * MEBIBYTE)
    result = solve(engine, tasks.sliding(8), 100.0)
    assert result.status is EngineStatus.MEMORY, result.message


@real
def test_the_real_one_is_an_absolute_path():
    found = find_installation()
    assert isinstance(found, EnhspInstallation)
    assert found.jar.is_absolute()
    assert found.java.is_absolute()
