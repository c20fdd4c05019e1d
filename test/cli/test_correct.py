# SPDX-License-Identifier: Apache-2.0
"""`makedo correct`: what is wrong with the words is said at once; what is kept is shown as a person's word."""

from __future__ import annotations

import argparse

import pytest
from rich.console import Console

from makedo_cli.commands.graph import tree
from makedo_cli.commands.told.correct import add_parser
from makedo_core.conversation.habit import Habit, HabitKind, ToldHabits
from makedo_core.files.scene_files import scene_file
from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.correction import GraphCorrection
from makedo_core.graph.scene_graph import NodeKind, Relation, RelationType, SceneGraph
from planner_node.assembly import Choices, assemble
from planner_node.task import PlanningTask
from scene_graph_node.builder import GraphBuilder


def makedo_correct(*arguments: str) -> int:
    """Run the subcommand as the command line does."""
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers(required=True))
    args = parser.parse_args(["correct", *arguments])
    return args.run(args)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["pear_1"], "what is wrong with pear_1"),
        (["pear_1", "--gone", "--at", "1", "2", "3"], "cannot be gone and somewhere"),
    ],
)
def test_what_says_nothing_or_two_things_is_refused(arguments, said):
    with pytest.raises(ValueError, match=said):
        makedo_correct(*arguments)


@pytest.mark.parametrize("arguments", [["a_1", "--on", "b", "--in", "c"], ["a_1", "--at", "1", "x", "2"], []])
def test_options_that_mean_nothing_are_refused(arguments, capsys):
    with pytest.raises(SystemExit):
        makedo_correct(*arguments)
    assert "usage" in capsys.readouterr().err


def home() -> SceneGraph:
    return graph_from_json(scene_file("home").read_text(encoding="utf-8"))


def planned(instruction: str, graph: SceneGraph, habits: ToldHabits | None = None) -> list[str]:
    """The calls of the plan."""
    result = assemble(Choices(), {}).plan(PlanningTask(instruction, graph, habits=habits or ToldHabits(), asks=False))
    assert result.plan is not None, result.outcome
    return [str(call) for call in result.plan.calls]


def corrected(graph: SceneGraph, correction: GraphCorrection) -> tuple[SceneGraph, str]:
    builder = GraphBuilder(graph)
    result = builder.correct(correction, 5.0)
    assert result.outcome.ok
    return builder.graph, result.node_id


def test_the_next_plan_uses_a_corrected_class():
    graph = home()
    wrong = next(n for n in graph.of_kind(NodeKind.OBJECT) if n.label == "cola_can")
    graph, node_id = corrected(graph, GraphCorrection(wrong.id, "lemon", frozenset({"yellow"})))
    calls = planned("Bring the yellow lemon to table_2", graph)
    assert any(call.startswith("pick") and node_id in call for call in calls)


def test_the_next_plan_leaves_out_what_is_gone():
    graph, _ = corrected(home(), GraphCorrection("apple_1", gone=True))
    assert any("apple_2" in call for call in planned("Bring an apple to table_2", graph))
    assert not any("apple_1" in call for call in planned("Bring an apple to table_2", graph))


def test_the_next_plan_goes_where_a_thing_was_said_to_be():
    place = Relation("mug_2", RelationType.ON, "tv_stand_1")
    graph, _ = corrected(home(), GraphCorrection("mug_2", place=place))
    calls = planned("Bring mug_2 to table_2", graph)
    assert "pick_up(mug_2, tv_stand_1)" in calls


def test_a_place_is_meant_by_the_name_that_it_was_given():
    habits = ToldHabits((Habit(HabitKind.MEANT, "anna's desk", "table_2"),))
    assert planned("Put the apple on Anna's desk", home(), habits) == planned("Put the apple on table_2", home())


def test_the_tree_shows_what_a_person_said():
    graph, node_id = corrected(home(), GraphCorrection("apple_1", "pear", frozenset({"green"})))
    console = Console(width=120, record=True, file=open("/dev/null", "w"))
    console.print(tree(graph))
    assert f"{node_id} (told: green pear)" in console.export_text()
