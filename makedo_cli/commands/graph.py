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

from makedo_cli.exit_code import ExitCode, exit_code
from makedo_core.files.exporters.formats import FORMATS
from makedo_core.files.scene_json import graph_from_json
from makedo_core.goals.facts import is_gone
from makedo_core.graph.persons_word import Matter, PersonsWord
from makedo_core.graph.scene_graph import GraphError, Node, NodeKind, SceneGraph

if TYPE_CHECKING:
    from makedo_core.files.importers.contextmatters import Imported


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("graph", help="show what the robot knows")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--format", choices=sorted(FORMATS), help="print this instead of a tree")
    output.add_argument(
        "--json", action="store_const", const="json", dest="format", help="print JSON, as --format json"
    )
    work = parser.add_mutually_exclusive_group()
    work.add_argument("--file", type=Path, help="read a graph file instead of the running stack")
    work.add_argument(
        "--save", metavar="NAME", help="have the running stack save its graph under this name in its files_folder"
    )
    work.add_argument("--load", metavar="NAME", help="have the running stack replace its graph by one of these files")
    work.add_argument(
        "--changes",
        nargs="?",
        const="yesterday",
        metavar="SINCE",
        help="tell what changed since 'today', 'yesterday' (default), '2h', '3d' or an ISO time",
    )
    parser.add_argument(
        "--store",
        type=Path,
        metavar="FOLDER",
        help="show what is kept in this store_folder, without the stack; with --changes the default is the only one",
    )
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
    if node.told is not None:
        text += f" [cyan](told: {escape(_told(node, node.told))})[/]"
    if is_gone(node):
        return f"[dim italic]{text} (gone from where it was)[/]"
    if node.kind is NodeKind.OBJECT and node.is_belief:
        return f"[dim italic]{text} (believed)[/]"
    return text


def _told(node: Node, told: PersonsWord) -> str:
    """What of a node a person said."""
    looks = [*sorted(node.attributes), node.label.replace("_", " ")]
    words = {
        Matter.CLASS: node.label.replace("_", " "),
        Matter.ATTRIBUTES: " ".join(looks),
        Matter.PLACE: "it is here",
        Matter.GONE: "it is gone",
    }
    shown = told.matters - ({Matter.CLASS} if Matter.ATTRIBUTES in told.matters else set())
    return ", ".join(words[matter] for matter in Matter if matter in shown)


def _contextmatters(path: Path, item: str, room: str) -> Imported:
    from makedo_core.files.importers.contextmatters import read_contextmatters

    if item:
        raise ValueError(f"{path}: a file of contextmatters has one scene; leave --item {item} out")
    try:
        return read_contextmatters(path, room)
    except GraphError as error:
        raise GraphError(f"{error} (name it with --robot-in)") if not room else error from None


def _virtualhome(path: Path, item: str, room: str) -> Imported:
    from makedo_core.files.importers.virtualhome import read_virtualhome

    return read_virtualhome(path, room, moment=item or "init_graph")


def _grasif(path: Path, item: str, room: str) -> Imported:
    from makedo_core.files.importers.grasif_like import read_grasif

    return read_grasif(path, item, room)


_FOREIGN: Mapping[str, Callable[[Path, str, str], Imported]] = {
    "contextmatters": _contextmatters,
    "virtualhome": _virtualhome,
    "grasif": _grasif,
}


def _of_file(args: argparse.Namespace) -> SceneGraph:
    """The graph of a file; what a foreign one leaves open is reported on stderr."""
    if args.origin in _FOREIGN:
        imported = _FOREIGN[args.origin](args.file, args.item, args.robot_in)
        for note in imported.notes:
            sys.stderr.write(f"{note}\n")
        return imported.graph
    try:
        return graph_from_json(args.file.read_text(encoding="utf-8"), str(args.file))
    except UnicodeDecodeError as error:
        raise GraphError(f"{args.file} is not UTF-8 text: byte {error.start}") from None


def _of_store(folder: Path) -> SceneGraph:
    """The graph that a stack keeps or kept; what is damaged is reported on stderr."""
    from makedo_cli.graphs.graph_changes import stored_graph

    graph, problems = stored_graph(folder)
    for problem in problems:
        sys.stderr.write(f"{problem}\n")
    return graph


def run(args: argparse.Namespace) -> int:
    """The subcommand."""
    console = Console(highlight=False)
    if args.origin not in _FOREIGN and (args.item or args.robot_in):
        raise ValueError("--item and --robot-in go with --from and a foreign format; leave them out")
    if args.file is None and args.origin in _FOREIGN:
        raise ValueError(f"--from {args.origin} reads a file; name it with --file")
    if args.store is not None and any(a is not None for a in (args.file, args.save, args.load)):
        raise ValueError("--store is another source than --file, --save and --load; leave it out")
    if args.changes is not None:
        return _changes(args)
    if args.save is not None or args.load is not None:
        return _file(args, console)
    if args.file is not None:
        graph = _of_file(args)
    elif args.store is not None:
        graph = _of_store(args.store)
    else:
        from makedo_cli.live_graph import fetched

        outcome, live = fetched(args.namespace)
        if live is None:
            console.print(f"[red]{escape(str(outcome))}[/]")
            return ExitCode.SYSTEM
        graph = live
    if args.format is not None:
        sys.stdout.write(FORMATS[args.format].write(graph).rstrip("\n") + "\n")
    else:
        console.print(tree(graph))
    return ExitCode.OK


def _file(args: argparse.Namespace, console: Console) -> int:
    """Have the running stack save or load."""
    from makedo_cli.live_graph import loaded, saved

    if args.format is not None:
        raise ValueError("--save and --load print no graph; leave --format out (the ending of NAME tells the format)")
    outcome = saved(args.namespace, args.save) if args.save is not None else loaded(args.namespace, args.load)
    text = escape(str(outcome))
    console.print(text if outcome.ok else f"[red]{text}[/]", soft_wrap=True)
    return exit_code(outcome.cause)


def _changes(args: argparse.Namespace) -> int:
    """Tell what changed."""
    from makedo_cli.graphs.graph_changes import report

    if args.format not in (None, "json"):
        raise ValueError("--changes prints text, or JSON with --format json")
    text, problems = report(args.changes, args.store, as_json=args.format == "json")
    for problem in problems:
        sys.stderr.write(f"{problem}\n")
    sys.stdout.write(f"{text}\n")
    return ExitCode.OK
