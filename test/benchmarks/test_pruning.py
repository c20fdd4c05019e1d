# SPDX-License-Identifier: Apache-2.0
"""The benchmark of pruning: its goals are drawn from a seed and can be reached, and its counts are what they say."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from benchmarks.pruning import Planned, Row, _has_plan, _necessary, _within, measure, table
from makedo_core.goals.goal import OBJECT_VARIABLE, AllOf, AtLeast, conjuncts
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_core.ontology import load_ontology
from makedo_core.skills import Literal, Predicate
from makedo_eval.datasets.virtualhome_goals import Drawn, apartments, draw
from planner_node.engine import Engine
from planner_node.grounding.scene import Scene
from planner_node.strategies.prune.state_space import state_space


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(load_ontology())


def flat() -> Drawn:
    """An apple in a closed fridge under a note, a cup on a table; the apple is to go to the shelf."""
    nodes = [
        Node("kitchen", "kitchen", NodeKind.ROOM),
        Node(AGENT_ID, "robot", NodeKind.AGENT),
        Node("fridge_1", "fridge", NodeKind.ASSET, states=frozenset({State.CLOSED})),
        *(Node(f"{a}_1", a, NodeKind.ASSET) for a in ("table", "shelf", "desk")),
        *(Node(f"{o}_1", o, NodeKind.OBJECT) for o in ("apple", "note", "cup")),
    ]
    resting = [("apple_1", RelationType.INSIDE, "fridge_1"), ("note_1", RelationType.ON, "apple_1")]
    relations = [Relation(*r) for r in (*resting, ("cup_1", RelationType.ON, "table_1"))]
    relations += [Relation(n.id, RelationType.IN, "kitchen") for n in nodes[1:6]]
    graph = SceneGraph({n.id: n for n in nodes}, frozenset(relations), scene="flat")
    goal = AtLeast(1, ("apple_1",), Literal(Predicate.ON, (OBJECT_VARIABLE, "shelf_1")))
    return Drawn("flat, goal 0", graph, goal, "put the apple on shelf_1", 1)


def test_necessary_is_what_no_plan_can_do_without():
    drawn = flat()
    every = frozenset(drawn.graph.nodes)
    necessary = {n for n in _necessary(drawn, every) if drawn.graph[n].kind is not NodeKind.ROOM}
    assert {"apple_1", "note_1", "fridge_1", "shelf_1", AGENT_ID} <= necessary
    assert not necessary & {"cup_1", "table_1", "desk_1"}


def test_a_selection_without_what_the_goal_names_or_what_is_in_the_way_has_no_plan():
    drawn = flat()
    every = frozenset(drawn.graph.nodes)
    assert _has_plan(drawn, every)
    for missing in ("apple_1", "shelf_1", "fridge_1", "note_1"):
        assert not _has_plan(drawn, every - {missing}), missing


def test_a_goal_within_a_part_of_the_scene_speaks_of_that_part():
    goal = AllOf((AtLeast(1, ("apple_1", "pear_1"), Literal(Predicate.ON, (OBJECT_VARIABLE, "shelf_1"))),))
    assert conjuncts(_within(goal, flat().graph))[0].objects == ("apple_1",)


def test_a_goal_is_measured_with_every_planner(engine):
    row = measure(flat(), engine, state_space(Scene(flat().graph, engine.ontology), ()), 30.0)
    assert set(row.planners) == {"search", "MCTS", "search, unreduced", "MCTS, unreduced"}
    assert row.covered and row.read
    assert row.necessary <= row.selected < row.environment == 8
    assert row.planners["search"].steps >= 6
    assert row.planners["search, unreduced"].steps >= 6


def test_the_table_tells_success_steps_and_time():
    row = Row("a", 2, 100, 9, 6, True, 0, False, {"search": Planned(8, 0.5), "MCTS": Planned(-1, 2.0)})
    console = Console(width=200, record=True, file=StringIO())
    console.print(table([row]))
    told = console.export_text()
    assert "1.00 of 1, 8.0, 0.500" in told and "0.00 of 1, -, 2.000" in told and "1.50" in told


def test_goals_are_those_of_their_seed_and_can_be_reached(engine, data):
    graphs = apartments(data, engine.ontology)
    goals = draw(graphs, engine.ontology, 3, 4, seed=5)
    assert [g.words for g in goals] == [g.words for g in draw(graphs, engine.ontology, 3, 4, seed=5)]
    assert [g.words for g in goals] != [g.words for g in draw(graphs, engine.ontology, 3, 4, seed=6)]
    assert all(len(conjuncts(g.goal)) == 3 for g in goals)
    assert {g.graph.scene for g in goals} == set(graphs)
    for goal in goals:
        row = measure(goal, engine, None, 30.0)
        assert row.covered and row.planners["search"].steps > 0
