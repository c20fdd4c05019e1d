# SPDX-License-Identifier: Apache-2.0
"""`makedo graph`: the tree, what it writes for other programs, and what it reads of theirs."""

from __future__ import annotations

import argparse
import io
import json
from pathlib import Path

import networkx as nx
import pytest
from rich.console import Console

from makedo_cli.commands.graph import add_parser, tree
from makedo_core.files.exporters.dot import graph_to_dot
from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.scene_graph import (
    AGENT_ID,
    GraphError,
    Node,
    NodeKind,
    Relation,
    RelationType,
    SceneGraph,
    State,
)
from support.words import Words

HOME = Path(__file__).resolve().parents[2] / "scenes" / "home" / "graph.json"


def rendered(graph: SceneGraph) -> str:
    console = Console(width=80, record=True, file=open("/dev/null", "w"))
    console.print(tree(graph))
    return console.export_text()


def test_things_appear_below_what_they_rest_on_and_lost_ones_apart(words: Words):
    nodes = [
        Node("kitchen", "kitchen", NodeKind.ROOM),
        Node("fridge_1", "fridge", NodeKind.ASSET, states=frozenset({State.CLOSED})),
        Node("milk_1", "milk_carton", NodeKind.OBJECT, confidence=0.3),
        Node("can_1", "cola_can", NodeKind.OBJECT),
        Node("ball_1", "ball", NodeKind.OBJECT),
        Node(AGENT_ID, "tiago", NodeKind.AGENT),
    ]
    relations = {
        Relation("fridge_1", RelationType.IN, "kitchen"),
        Relation(AGENT_ID, RelationType.IN, "kitchen"),
        Relation("milk_1", RelationType.INSIDE, "fridge_1"),
        Relation("can_1", RelationType.HELD_BY, AGENT_ID),
    }
    lines = rendered(SceneGraph({n.id: n for n in nodes}, frozenset(relations), 3, "home")).splitlines()
    text = "\n".join(lines)
    assert "fridge_1 closed" in text
    words(text)
    unknown = next(i for i, line in enumerate(lines) if "whereabouts unknown" in line)
    assert "ball_1" in lines[unknown + 1]


def makedo_graph(*arguments: object) -> int:
    """Run the subcommand as the command line does."""
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers(required=True))
    args = parser.parse_args(["graph", *map(str, arguments)])
    return args.run(args)


def contextmatters_scene() -> dict:
    cup = {"id": 7, "class": "cup", "label": "cup_7", "parent_room": 1}
    return {"rooms": {"1": {"id": 1, "category": "hall", "label": "hall_1"}}, "objects": {"7": cup}}


def virtualhome_scene() -> dict:
    nodes = [
        {"id": 1, "class_name": "hall", "category": "Rooms"},
        {"id": 2, "class_name": "character", "category": "Characters"},
        {"id": 7, "class_name": "cup", "category": "Props", "properties": ["GRABBABLE"]},
        {"id": 8, "class_name": "wall", "category": "Walls"},
    ]
    inside = [{"from_id": number, "relation_type": "INSIDE", "to_id": 1} for number in (2, 7)]
    return {"nodes": nodes, "edges": inside}


def grasif_scene() -> dict:
    cup = {"name": "cup_7", "relation": "inside", "related_to": "hall_1"}
    return {"rooms": ["hall_1"], "assets": [], "objects": [cup], "agent_room": "hall_1"}


def test_a_name_with_brackets_is_no_markup():
    assert "[/bold] revision 0" in rendered(SceneGraph(scene="[/bold]"))


@pytest.mark.parametrize("option", [("--json",), ("--format", "json")])
def test_json_is_what_the_reader_reads(option, capsys):
    assert makedo_graph("--file", HOME, *option) == 0
    assert graph_from_json(capsys.readouterr().out) == graph_from_json(HOME.read_text(encoding="utf-8"))


def test_graphml_is_what_networkx_reads(capsys):
    assert makedo_graph("--file", HOME, "--format", "graphml") == 0
    read = nx.read_graphml(io.BytesIO(capsys.readouterr().out.encode()))
    assert set(read) == set(graph_from_json(HOME.read_text(encoding="utf-8")).nodes)


def test_dot_is_printed(capsys):
    assert makedo_graph("--file", HOME, "--format", "dot") == 0
    assert capsys.readouterr().out == graph_to_dot(graph_from_json(HOME.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("origin", "scene", "more"),
    [
        ("contextmatters", contextmatters_scene(), ("--robot-in", "hall_1")),
        ("virtualhome", virtualhome_scene(), ()),
        ("virtualhome", {"init_graph": {}, "final_graph": virtualhome_scene()}, ("--item", "final_graph")),
        ("grasif", grasif_scene(), ()),
        ("grasif", [{"id": "fetch", **grasif_scene()}], ("--item", "fetch")),
    ],
)
def test_foreign_formats_are_read_and_can_be_written_as_ours(origin, scene, more, tmp_path, capsys):
    path = tmp_path / "scene.json"
    path.write_text(json.dumps(scene))
    assert makedo_graph("--file", path, "--from", origin, "--format", "json", *more) == 0
    graph = graph_from_json(capsys.readouterr().out)
    assert set(graph.nodes) == {"hall_1", "cup_7", AGENT_ID}
    assert graph.room_of("cup_7") == graph.room_of(AGENT_ID) == "hall_1"


def test_what_a_foreign_file_leaves_open_is_told_beside_the_output(tmp_path, capsys, words: Words):
    path = tmp_path / "scene.json"
    path.write_text(json.dumps(virtualhome_scene()))
    makedo_graph("--file", path, "--from", "virtualhome", "--json")
    words(capsys.readouterr().err)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--from", "grasif"), "--from grasif reads a file; name it with --file"),
        (("--item", "x"), "go with --from and a foreign format"),
        (("--robot-in", "x"), "go with --from and a foreign format"),
        (("--save", "a.json", "--json"), "--save and --load print no graph"),
        (("--load", "a.json", "--from", "grasif"), "--from grasif reads a file; name it with --file"),
        (("--file", "a.json", "--from", "contextmatters", "--item", "x"), "has one scene; leave --item x out"),
    ],
)
def test_options_that_mean_nothing_together_are_refused(arguments, said):
    with pytest.raises(ValueError, match=said):
        makedo_graph(*arguments)


def test_a_foreign_file_that_does_not_say_where_the_robot_is_names_the_option(tmp_path, words: Words):
    path = tmp_path / "scene.json"
    path.write_text(json.dumps(contextmatters_scene()))
    with pytest.raises(GraphError) as raised:
        makedo_graph("--file", path, "--from", "contextmatters")
    words(str(raised.value))


@pytest.mark.parametrize("arguments", [("--from", "makedo"), ("--from", "grasif")])
def test_a_file_that_is_no_text_is_named(arguments, tmp_path, words: Words):
    path = tmp_path / "scene.json"
    path.write_bytes(b"\xff")
    with pytest.raises(GraphError) as raised:
        makedo_graph("--file", path, *arguments)
    words(str(raised.value))


@pytest.mark.parametrize(
    ("confidence", "said"),
    [(0.0, "cola_can_1 (gone from where it was)"), (0.3, "cola_can_1 (believed)"), (0.9, "cola_can_1")],
)
def test_what_is_known_to_be_gone_is_not_called_believed(confidence, said):
    can = Node("cola_can_1", "cola_can", NodeKind.OBJECT, confidence=confidence)
    lines = [line.strip("│├└─ ") for line in rendered(SceneGraph({can.id: can})).splitlines()]
    assert said in lines
