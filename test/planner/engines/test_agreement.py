# SPDX-License-Identifier: Apache-2.0
"""All engines that are installed read a task in the same way."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from makedo_core.goals.goal import AllOf, AnyOf, Goal, Holds, Not, Variable
from makedo_core.skills import Literal
from planner_node.engines.builtin import Builtin
from planner_node.engines.external.enhsp import Enhsp
from planner_node.engines.external.enhsp import find_installation as find_enhsp
from planner_node.engines.external.fast_downward import FastDownward
from planner_node.engines.external.fast_downward import find_installation as find_fast_downward
from planner_node.engines.outcome import EngineStatus, PlanningEngine
from planner_node.pddl.model import Domain, Effect, Operator, PddlTask, Symbol
from planner_node.proof.search import SearchLimits

ENGINES: list[PlanningEngine] = [
    Builtin(),
    FastDownward(find_fast_downward()),
    FastDownward(find_fast_downward(), "astar-blind"),
    Enhsp(find_enhsp()),
]


def solve(engine: PlanningEngine, task: PddlTask):
    if "not configured" in engine.unsupported(task):
        pytest.skip(f"{engine.name} is not installed")
    return engine.solve(task, SearchLimits(time.monotonic() + 200.0))


@pytest.mark.parametrize("engine", ENGINES, ids=lambda e: e.name)
def test_what_becomes_true_and_false_at_once_is_true(engine):
    f, t = Variable("?f", "place"), Variable("?t", "place")
    effects = (
        Effect(Literal("in", ("?t",))),
        Effect(Literal("in", ("?f",), negated=True)),
        Effect(Literal("moved")),
    )
    move = Operator("move", (f, t), Holds(Literal("in", ("?f",))), effects)
    symbols = {"in": Symbol("in", (f,)), "moved": Symbol("moved", ())}
    domain = Domain("moving", {"place": "object"}, symbols, {"move": move})
    here = Literal("in", ("here",))
    goal = AllOf((Holds(here), Holds(Literal("moved"))))
    task = PddlTask("moving", domain, (Variable("here", "place"),), frozenset({here}), goal)
    result = solve(engine, task)
    assert result.status is EngineStatus.PLAN, result.message
    assert len(result.calls) == 1


items, places = st.sampled_from(["cup", "Pen"]), st.sampled_from(["table_1", "shelf", "safe"])
leaves = st.one_of(
    st.builds(lambda i, a, no: Holds(Literal("on", (i, a), no)), items, places, st.booleans()),
    st.builds(lambda a, no: Holds(Literal("clear", (a,), no)), places, st.booleans()),
    st.builds(lambda i: Holds(Literal("holding", (i,))), items),
)
goals = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.builds(lambda parts: AllOf(tuple(parts)), st.lists(inner, min_size=1, max_size=3)),
        st.builds(lambda parts: AnyOf(tuple(parts)), st.lists(inner, min_size=1, max_size=2)),
    ),
    max_leaves=4,
)


@pytest.mark.parametrize("engine", ENGINES[1:], ids=lambda e: e.name)
@given(goal=goals)
@settings(deadline=None, max_examples=12, suppress_health_check=[HealthCheck.too_slow])
@pytest.mark.slow
def test_every_engine_finds_plans_where_the_built_in_search_does(tasks, engine, goal: Goal):
    task = tasks.home(goal)
    result = solve(engine, task)
    if solve(ENGINES[0], task).status is EngineStatus.PLAN:
        assert result.status is EngineStatus.PLAN, result.message
    else:
        unsolvable = (EngineStatus.UNSOLVABLE_PROVEN, EngineStatus.UNSOLVABLE_INCOMPLETE)
        assert result.status in unsolvable, result.message
