# SPDX-License-Identifier: Apache-2.0
"""The relaxation graph shows what was explored: weaker goals are proven weaker, substitutions say why."""

from __future__ import annotations

import json
from xml.etree import ElementTree

from makedo_core.goals.entailment import entails
from makedo_core.goals.goal import AllOf
from makedo_core.plan import RelaxationKind
from planner_node.relaxation.explored import GoalVerdict
from planner_node.relaxation.relaxation_graph import graph_to_json, graph_to_svg, relaxation_graph


def explored(engine, graph, instruction):
    from planner_node.task import PlanningTask

    result = engine.plan(PlanningTask(instruction, graph))
    return result, relaxation_graph(result.asked, result.explored)


def test_what_was_asked_is_the_root_and_what_is_done_is_solved(engine, home):
    result, graph = explored(engine, home, "Bring 4 kid snacks to table_2")
    assert graph.nodes[0]["verdict"] is GoalVerdict.UNREACHABLE
    assert "only three of '4 kid snacks' can be had" in graph.nodes[0]["reason"]
    solved = [n for n, data in graph.nodes(data=True) if data["verdict"] is GoalVerdict.SOLVED]
    assert len(solved) == 1
    assert graph.nodes[solved[0]]["cost"] == round(result.plan.relaxation_cost, 3)
    assert graph.nodes[0]["goal"] == result.asked


def test_a_substitution_is_a_shift_with_its_reason(engine, home):
    _, graph = explored(engine, home, "Bring 4 kid snacks to table_2")
    (edge,) = [data for _, _, data in graph.edges(data=True)]
    assert edge["kind"] == "shift" and "cola can" in edge["reason"]
    assert graph.nodes[1]["k"] == 1 and graph.nodes[1]["i"] == 0


def test_every_relax_edge_is_proven_weaker(engine, world):
    graph = world("fork_1 on table_1", "apple_1 on table_1", "book_1 on table_1")
    _, found = explored(engine, graph, "bring three forks and the book to table_2")
    kinds = {data["kind"] for _, _, data in found.edges(data=True)}
    for start, end, data in found.edges(data=True):
        if data["kind"] == "relax":
            assert entails(found.nodes[start]["goal"], found.nodes[end]["goal"])
    assert kinds == {"relax"}


def test_an_instruction_that_can_be_met_is_one_node(engine, home):
    _, graph = explored(engine, home, "bring the apple to table_2")
    assert len(graph) == 1 and graph.nodes[0]["verdict"] is GoalVerdict.SOLVED


def test_nothing_explored_is_a_root_that_cannot_be_reached():
    graph = relaxation_graph(AllOf(()), ())
    assert graph.nodes[0]["verdict"] is GoalVerdict.UNREACHABLE


def test_json_and_svg_tell_all_of_it(engine, home):
    _, graph = explored(engine, home, "Bring 4 kid snacks to table_2")
    told = json.loads(graph_to_json(graph))
    assert [n["id"] for n in told["nodes"]] == [0, 1]
    assert told["nodes"][1]["changes"][0]["kind"] == RelaxationKind.SUBSTITUTE.name
    assert told["edges"][0]["from"] == 0
    picture = ElementTree.fromstring(graph_to_svg(graph))
    texts = [e.text for e in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert any((t or "").startswith("solved, cost") for t in texts)
    assert len(list(picture.iter("{http://www.w3.org/2000/svg}rect"))) == 2
