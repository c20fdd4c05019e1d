# SPDX-License-Identifier: Apache-2.0
"""`makedo graph`: a scene graph, live or from a file, as a tree or in the format of another program."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.tree import Tree

from makedo_cli.exit_code import ExitCode
from makedo_core.exporters.dot import graph_to_dot
from makedo_core.exporters.graphml import graph_to_graphml
from makedo_core.scene_graph import GraphError, Node, NodeKind, SceneGraph
from makedo_core.scene_json import graph_from_json, graph_to_json

if TYPE_CHECKING:
    from makedo_core.importers.contextmatters import Imported


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("graph", help="show what the robot knows")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--format", choices=sorted(_WRITERS), help="print this instead of a tree")
    output.add_argument(
        "--json", action="store_const", const="json", dest="format", help="print JSON, as --format json"
    )
    parser.add_argument("--file", type=Path, help="read a graph file instead of the running stack")
    parser.add_argument(
        "--from",
        dest="origin",
        choices=("makedo", *sorted(_FOREIGN)),
        default="makedo",
        help="whose format FILE has (default: makedo)",
    )
    parser.add_argument("--item", default="", help="which scene of a foreign FILE with several, e.g. final_graph")
    parser.add_argument("--robot-in", default="", metavar="ROOM", help="where the robot is in a foreign FILE")
    parser.add_argument("--namespace", default="", help="ROS namespace of the stack")
    parser.set_defaults(run=run)


def tree(graph: SceneGraph) -> Tree:
    """The graph as rooms, assets in them, and what rests on, in or with those."""
    root = Tree(f"[bold]{escape(graph.scene or 'scene')}[/] [dim]revision {graph.revision}[/]")
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


def _contextmatters(path: Path, item: str, room: str) -> Imported:
    from makedo_core.importers.contextmatters import read_contextmatters

    if item:
        raise ValueError(f"{path}: a file of contextmatters has one scene; leave --item {item} out")
    try:
        return read_contextmatters(path, room)
    except GraphError as error:
        raise GraphError(f"{error} (name it with --robot-in)") if not room else error from None


def _virtualhome(path: Path, item: str, room: str) -> Imported:
    from makedo_core.importers.virtualhome import read_virtualhome

    return read_virtualhome(path, room, moment=item or "init_graph")


def _grasif(path: Path, item: str, room: str) -> Imported:
    from makedo_core.importers.grasif_like import read_grasif

    return read_grasif(path, item, room)


_WRITERS: Mapping[str, Callable[[SceneGraph], str]] = {
    "json": graph_to_json,
    "graphml": graph_to_graphml,
    "dot": graph_to_dot,
}
_FOREIGN: Mapping[str, Callable[[Path, str, str], Imported]] = {
    "contextmatters": _contextmatters,
    "virtualhome": _virtualhome,
    "grasif": _grasif,
}


def _of_file(args: argparse.Namespace) -> SceneGraph:
    """The graph of a file; what a foreign one leaves open is told on stderr."""
    if args.origin in _FOREIGN:
        imported = _FOREIGN[args.origin](args.file, args.item, args.robot_in)
        for note in imported.notes:
            sys.stderr.write(f"{note}\n")
        return imported.graph
    try:
        return graph_from_json(args.file.read_text(encoding="utf-8"), str(args.file))
    except UnicodeDecodeError as error:
        raise GraphError(f"{args.file} is not UTF-8 text: byte {error.start}") from None


def run(args: argparse.Namespace) -> int:
    """The subcommand."""
    console = Console(highlight=False)
    if args.origin not in _FOREIGN and (args.item or args.robot_in):
        raise ValueError("--item and --robot-in go with --from and a foreign format; leave them out")
    if args.file is not None:
        graph = _of_file(args)
    elif args.origin in _FOREIGN:
        raise ValueError(f"--from {args.origin} reads a file; name it with --file")
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
    if args.format is not None:
        sys.stdout.write(_WRITERS[args.format](graph).rstrip("\n") + "\n")
    else:
        console.print(tree(graph))
    return ExitCode.OK
