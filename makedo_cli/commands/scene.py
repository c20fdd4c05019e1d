# SPDX-License-Identifier: Apache-2.0
"""`makedo scene`: makes the scene graph of a home from a world file of Gazebo."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from makedo_cli.exit_code import ExitCode

if TYPE_CHECKING:
    from makedo_core.files.importers.sdf.scene import SdfScene


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("scene", help="make a scene graph from a world file of Gazebo")
    parser.add_argument("--from-sdf", type=Path, required=True, metavar="WORLD", help="a .world or .sdf file")
    parser.add_argument(
        "--models",
        type=Path,
        action="append",
        default=[],
        metavar="DIR",
        help="a folder that holds models; again for more",
    )
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="the graph file to write, e.g. scenes/lab/graph.json"
    )
    parser.add_argument("--replace", action="store_true", help="write over FILE if there is one")
    parser.add_argument(
        "--robot-in", default="", metavar="ROOM", help="where the robot is (default: at the map's origin)"
    )
    parser.add_argument(
        "--map-at",
        type=float,
        nargs=3,
        default=None,
        metavar=("X", "Y", "YAW"),
        help="where the origin of the robot's map is in the world [m, m, rad] (default: where the world's is)",
    )
    parser.add_argument(
        "--ontology", type=Path, action="append", default=[], metavar="FILE", help="one more ontology in Turtle"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The subcommand."""
    from makedo_core.files.importers.sdf.scene import read_sdf
    from makedo_core.files.scene_json import graph_to_json
    from makedo_core.geometry import Pose
    from makedo_core.graph.laws import validated_pose
    from makedo_core.ontology import load_ontology

    if args.out.is_dir():
        raise ValueError(f"--out {args.out} is a folder; name a file, e.g. {args.out / 'graph.json'}")
    if args.out.exists() and not args.replace:
        raise ValueError(f"--out {args.out} is there already; name another file, or add --replace")
    if args.map_at is not None and not all(map(math.isfinite, args.map_at)):
        raise ValueError("--map-at takes three finite numbers: X Y YAW")
    map_at = None if args.map_at is None else validated_pose(Pose.planar(*args.map_at), "--map-at")
    ontology = load_ontology(*args.ontology)
    scene = read_sdf(args.from_sdf, args.models, robot_in=args.robot_in, map_at=map_at, ontology=ontology)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text(graph_to_json(scene.graph) + "\n", encoding="utf-8")
    sys.stdout.write(_told(scene, args.out))
    return ExitCode.OK


def _told(scene: SdfScene, out: Path) -> str:
    """What was found, by the names of the world, and what is open."""
    graph = scene.graph
    lines = []
    for id_, name in scene.names.items():
        placement = graph.placement(id_)
        where = f"{placement.type.name.lower()} {placement.target}" if placement else f"in {graph.room_of(id_)}"
        lines.append(f"  {id_}: {graph[id_].kind.name.lower()} {where}, model {name}")
    notes = [f"- {note}" for note in scene.notes]
    try_it = f'Try it: makedo plan "..." --graph {out}'
    return "\n".join((f"{out}: {len(scene.names)} things", *lines, "", *notes, "", try_it)) + "\n"
