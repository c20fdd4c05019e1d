# SPDX-License-Identifier: Apache-2.0
"""`makedo correct`: tell the running stack what of its scene graph is wrong; it is kept as a person's word."""

from __future__ import annotations

import argparse
from typing import Any

from rich.console import Console
from rich.markup import escape

from makedo_cli.exit_code import exit_code


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser(
        "correct", help="correct what the robot knows: what a thing is, where it is, what it is called"
    )
    parser.add_argument("id", help="of the scene graph, as `makedo graph` shows it, e.g. pear_1")
    parser.add_argument("--is", dest="what", default="", metavar="WHAT", help='what it is, e.g. "green apple"')
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--on", default="", metavar="PLACE", help="it stands there, e.g. table_2")
    where.add_argument("--in", dest="inside", default="", metavar="PLACE", help="it is in there: fridge_1, kitchen")
    where.add_argument("--gone", action="store_true", help="it is not where it was, and nobody knows where it is")
    parser.add_argument(
        "--at", nargs=3, type=float, default=(), metavar=("X", "Y", "Z"), help="where its base is, in the map [m]"
    )
    parser.add_argument("--call", default="", metavar="NAME", help='what people call it, e.g. "Anna\'s desk"')
    parser.add_argument("--namespace", default="", help="ROS namespace of the stack")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The subcommand."""
    if not (args.what or args.on or args.inside or args.gone or args.at or args.call):
        raise ValueError(f"what is wrong with {args.id}? Give --is, --on, --in, --at, --gone or --call")
    if args.gone and args.at:
        raise ValueError(f"{args.id} cannot be gone and somewhere; give --gone or --at")
    from makedo.srv import CorrectSceneGraph
    from makedo_cli.live_graph import corrected

    request = CorrectSceneGraph.Request(
        id=args.id,
        what=args.what,
        side="on" if args.on else "in" if args.inside else "",
        place=args.on or args.inside,
        point=list(args.at),
        gone=args.gone,
        name=args.call,
    )
    outcome = corrected(args.namespace, request)
    text = escape(str(outcome))
    Console(highlight=False).print(text if outcome.ok else f"[red]{text}[/]", soft_wrap=True)
    return exit_code(outcome.cause)
