# SPDX-License-Identifier: Apache-2.0
"""Engines one after the other."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from itertools import permutations

import pytest

from makedo_core.goals.goal import Comparator
from makedo_core.skills import SkillCall
from planner_node.engines.builtin import Builtin
from planner_node.engines.chain import solve
from planner_node.engines.external.enhsp import Enhsp
from planner_node.engines.external.enhsp import find_installation as find_enhsp
from planner_node.engines.external.fast_downward import FastDownward
from planner_node.engines.external.fast_downward import find_installation as find_fast_downward
from planner_node.engines.outcome import EngineResult, EngineStatus
from planner_node.proof.search import SearchLimits
from support.words import Words

OPEN = (
    EngineStatus.TIMEOUT,
    EngineStatus.MEMORY,
    EngineStatus.UNSOLVABLE_INCOMPLETE,
    EngineStatus.CRASH,
    EngineStatus.UNSUPPORTED,
)
SETTLED = tuple(status for status in EngineStatus if status not in OPEN)


@dataclass
class Scripted:
    """An engine that ends as scripted, and notes the limits it was given."""

    status: EngineStatus
    name: str = "scripted"
    wrong: str = ""
    asked: list[SearchLimits] = field(default_factory=list)

    def unsupported(self, task) -> str:
        return self.wrong

    def solve(self, task, limits) -> EngineResult:
        self.asked.append(limits)
        calls = (SkillCall("go_to", ("shelf",)),) if self.status is EngineStatus.PLAN else ()
        return EngineResult(self.status, calls, f"{self.name} said {self.status.name}.", 1.0, 2.0)


@pytest.fixture
def task(tasks):
    return tasks.home(tasks.holds("at shelf"))


@pytest.mark.parametrize("status", SETTLED)
def test_what_settles_the_question_ends_the_chain(task, status):
    second = Scripted(EngineStatus.PLAN)
    result = solve(task, [Scripted(status), second], SearchLimits())
    assert result.status is status
    assert second.asked == []


@pytest.mark.parametrize("status", OPEN)
def test_what_leaves_the_question_open_asks_the_next(task, status, words: Words):
    result = solve(task, [Scripted(status, "one"), Scripted(EngineStatus.PLAN, "two")], SearchLimits())
    assert result.status is EngineStatus.PLAN
    assert result.calls == (SkillCall("go_to", ("shelf",)),)
    words(result.message)
    assert result.cpu_s == 2.0


@pytest.mark.parametrize("statuses", list(permutations(OPEN)))
def test_if_all_leave_it_open_the_most_hopeful_is_the_answer(task, statuses):
    result = solve(task, [Scripted(status) for status in statuses], SearchLimits())
    assert result.status is EngineStatus.TIMEOUT
    assert all(status.name in result.message for status in statuses)


@pytest.mark.parametrize("limit", [EngineStatus.TIMEOUT, EngineStatus.MEMORY])
def test_a_limit_is_never_taken_for_infeasible(task, limit):
    result = solve(task, [Scripted(limit), Scripted(EngineStatus.UNSOLVABLE_INCOMPLETE)], SearchLimits())
    assert result.status is limit


def test_engines_that_cannot_be_given_the_task_are_passed_over(task, words: Words):
    able = Scripted(EngineStatus.PLAN, "able")
    result = solve(task, [Scripted(EngineStatus.CRASH, "absent", "it is not installed"), able], SearchLimits())
    assert result.status is EngineStatus.PLAN
    words(result.message)


def test_a_missing_engine_does_not_hide_a_timeout(task):
    chain = [Scripted(EngineStatus.TIMEOUT), Scripted(EngineStatus.UNSUPPORTED, wrong="it is not installed")]
    assert solve(task, chain, SearchLimits()).status is EngineStatus.TIMEOUT


def test_without_any_able_engine_the_task_is_not_supported(task, words: Words):
    result = solve(task, [Scripted(EngineStatus.PLAN, "absent", "it is not installed")], SearchLimits())
    assert result.status is EngineStatus.UNSUPPORTED
    words(result.message)


def test_each_engine_but_the_last_gets_its_share_of_the_time(task):
    chain = [Scripted(EngineStatus.CRASH) for _ in range(3)]
    now = time.monotonic()
    limits = SearchLimits(now + 1000.0, states=7)
    solve(task, chain, limits, share=0.25)
    given = [engine.asked[0].deadline_s - now for engine in chain]
    assert given == pytest.approx([250.0, 250.0, 1000.0], abs=50.0)
    assert given[2] == pytest.approx(1000.0)
    assert all(engine.asked[0].states == 7 for engine in chain)


def test_without_a_deadline_nobody_gets_one(task):
    chain = [Scripted(EngineStatus.CRASH), Scripted(EngineStatus.PLAN)]
    solve(task, chain, SearchLimits())
    assert [engine.asked[0].deadline_s for engine in chain] == [float("inf")] * 2


def test_engines_for_which_no_time_is_left_are_named(task, words: Words):
    last = Scripted(EngineStatus.PLAN, "late")
    result = solve(task, [Scripted(EngineStatus.TIMEOUT), last], SearchLimits(deadline_s=0.0))
    assert result.status is EngineStatus.TIMEOUT
    assert last.asked == []
    words(result.message)


@pytest.mark.parametrize("share", [0.0, -1.0, 1.5])
def test_a_share_out_of_range_is_refused(task, share, words: Words):
    with pytest.raises(ValueError) as raised:
        solve(task, [Scripted(EngineStatus.PLAN)], SearchLimits(), share)
    words(str(raised.value))


def test_a_chain_without_engines_is_refused(task, words: Words):
    with pytest.raises(ValueError) as raised:
        solve(task, [], SearchLimits())
    words(str(raised.value))


@pytest.mark.skipif(find_fast_downward() is None, reason="Fast Downward is not installed")
def test_where_the_built_in_search_ends_fast_downward_goes_on(tasks, words: Words):
    task = tasks.home(tasks.holds("on cup shelf", "on Pen shelf"))
    chain = [Builtin(), FastDownward(find_fast_downward())]
    result = solve(task, chain, SearchLimits(time.monotonic() + 60.0, states=3))
    assert result.status is EngineStatus.PLAN
    words(result.message)


@pytest.mark.skipif(find_enhsp() is None, reason="ENHSP or Java is not installed")
def test_numbers_go_to_the_engine_that_knows_them(tasks):
    task = tasks.pouring(tasks.level("c1", Comparator.AT_LEAST, 1))
    chain = [Builtin(), FastDownward(find_fast_downward()), Enhsp(find_enhsp())]
    result = solve(task, chain, SearchLimits(time.monotonic() + 60.0))
    assert result.status is EngineStatus.PLAN, result.message
