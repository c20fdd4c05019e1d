# SPDX-License-Identifier: Apache-2.0
"""`makedo graph`: show the live scene graph as a tree or as JSON."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.tree import Tree

from makedo_cli.exit_code import ExitCode
from makedo_core.scene_graph import Node, NodeKind, SceneGraph
from makedo_core.scene_json import graph_from_json, graph_to_json


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("graph", help="show what the robot knows")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a tree")
    parser.add_argument("--file", type=Path, help="read a graph file instead of the running stack")
    parser.add_argument("--namespace", default="", help="ROS namespace of the stack")
    parser.set_defaults(run=run)


def tree(graph: SceneGraph) -> Tree:
    """The graph as rooms, assets in them, and what rests on, in or with those."""
    root = Tree(f"[bold]{graph.scene or 'scene'}[/] [dim]revision {graph.revision}[/]")
    shown: set[str] = set()

    def add(branch: Tree, node: Node, how: str = "") -> None:
        shown.add(node.id)
        below = branch.add(how + _label(node))
        for child in graph.contents(node.id):
            placement = graph.placement(child)
            word = placement.type.name.lower().replace("_", " ") if placement else ""
            add(below, graph[child], f"[dim]{word}[/] ")

    for room in graph.of_kind(NodeKind.ROOM):
        branch = root.add(f"[cyan]{room.id}[/]")
        shown.add(room.id)
        for kind in (NodeKind.ASSET, NodeKind.AGENT, NodeKind.OBJECT):
            for node in graph.of_kind(kind):
                if node.id not in shown and graph.room_of(node.id) == room.id and not graph.placement(node.id):
                    add(branch, node)
    rest = [node for node in graph if node.id not in shown]
    if rest:
        branch = root.add("[yellow]whereabouts unknown[/]")
        for node in rest:
            if node.id not in shown:
                add(branch, node)
    return root


def _label(node: Node) -> str:
    states = " ".join(sorted(node.states))
    text = f"{node.id} [magenta]{states}[/]" if states else node.id
    if node.kind is NodeKind.OBJECT and node.is_belief:
        return f"[dim italic]{text} (believed)[/]"
    return text


def run(args: argparse.Namespace) -> int:
    """The subcommand."""
    console = Console(highlight=False)
    if args.file is not None:
        graph = graph_from_json(args.file.read_text(encoding="utf-8"), str(args.file))
    else:
        from makedo.srv import GetSceneGraph
        from makedo_cli.session import Session
        from makedo_ros.clients import CallError, call
        from makedo_ros.conversions import graph_from_ros, outcome_from_ros

        with Session("makedo_graph", args.namespace) as session:
            client = session.node.create_client(GetSceneGraph, "get_scene_graph")
            try:
                response = call(client, GetSceneGraph.Request(), timeout_s=10.0)
            except CallError as error:
                console.print(f"[red]{error}[/] (start it with `makedo up`)")
                return ExitCode.SYSTEM
        outcome = outcome_from_ros(response.outcome)
        if not outcome.ok:
            console.print(f"[red]{outcome}[/]")
            return ExitCode.SYSTEM
        graph = graph_from_ros(response.graph)
    if args.json:
        print(graph_to_json(graph))
    else:
        console.print(tree(graph))
    return ExitCode.OK
