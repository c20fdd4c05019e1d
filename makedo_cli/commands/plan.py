# SPDX-License-Identifier: Apache-2.0
"""`makedo plan`: what the robot would do, without ROS and without a robot."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from makedo_cli.exit_code import ExitCode
from makedo_cli.instruction.instead import add_instead
from makedo_cli.instruction.strictness import add_strict, strict
from makedo_core.files.robot_files import ROBOT, robot_file

BASELINES = "makedo_eval.baselines.registry"
"""The module of strategies that there are besides the planner's own."""

if TYPE_CHECKING:
    from planner_node.pddl.model import Domain
    from planner_node.task import Result


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("plan", help="plan an instruction without a robot")
    parser.add_argument("instruction", help='in plain English, e.g. "bring the apple to table_2"')
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--scene", default="home", help="name of a scene (default: home)")
    where.add_argument("--graph", type=Path, help="a scene graph file, e.g. from `makedo graph --json`")
    parser.add_argument("--ontology", type=Path, action="append", default=[], help="one more ontology in Turtle")
    parser.add_argument(
        "--words", type=Path, action="append", default=[], metavar="FILE", help="more words, kits, machines in YAML"
    )
    parser.add_argument(
        "--dangers", type=Path, action="append", default=[], metavar="FILE", help="change what is dangerous, in YAML"
    )
    parser.add_argument(
        "--embeddings", type=Path, metavar="FOLDER", help="a sentence encoder that decides between equal substitutes"
    )
    parser.add_argument(
        "--known-failure", action="append", default=[], metavar="FACT", help='e.g. "unreachable cola_can_1"'
    )
    parser.add_argument(
        "--robot", default=ROBOT, help=f"whose hand takes things: a name of config/robots, or a file (default: {ROBOT})"
    )
    parser.add_argument("--time-limit", type=_seconds, default=0.0, metavar="S", help="longest time to plan [s]")
    parser.add_argument("--domain", type=Path, help="a planning domain in PDDL, in place of the robot's own skills")
    parser.add_argument(
        "--tolerant", action="store_true", help="mend small mistakes of the domain, and say which (with --domain)"
    )
    parser.add_argument(
        "--no-questions", action="store_true", help="take any of several places that could be meant; nobody is asked"
    )
    parser.add_argument(
        "--engine",
        default="own",
        metavar="NAME",
        help="the planning engine that finds the steps: own, fast-downward, enhsp, or up:NAME of unified-planning",
    )
    parser.add_argument(
        "--strategy", default="relaxation", metavar="NAME", help='how to plan, e.g. "relaxation:proposer=llm"'
    )
    parser.add_argument(
        "--strategies", action="append", default=[], metavar="MODULE", help="a Python module with further strategies"
    )
    parser.add_argument(
        "--llm", type=Path, metavar="FILE", help="settings of language models (default: config/llm.yaml)"
    )
    parser.add_argument(
        "--knowledge", type=Path, metavar="FOLDER", help="keep what is learnt here, with hierarchical:library=graph"
    )
    parser.add_argument("--habits", type=Path, metavar="FILE", help="what people told: habits.json of a store_folder")
    parser.add_argument("--explain", action="store_true", help="also tell which changes of the goal were looked at")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the changes of the goal that were looked at")
    add_strict(parser)
    add_instead(parser)
    parser.add_argument("--alternatives", action="store_true", help="also tell what could be chosen by --instead")
    parser.add_argument("--why", type=int, metavar="STEP", help="tell only why a step is there; 0: each of them")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def _seconds(text: str) -> float:
    """A time that something may take."""
    value = float(text)
    if not 0.0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no time above 0 s")
    return value


def run(args: argparse.Namespace) -> int:
    """The subcommand."""
    from makedo_cli.instruction.plan_shown import (
        plan_exit_code,
        result_as_json,
        show_alternatives,
        show_explored,
        show_plan,
    )
    from makedo_cli.knowledge.offline_knowledge import OfflineKnowledge
    from makedo_core.contract.choice import checked, choice_from_text
    from makedo_core.conversation.habit import ToldHabits, habits_from_json
    from makedo_core.files.scene_files import scene_file
    from makedo_core.files.scene_json import graph_from_json
    from makedo_core.graph.scene_graph import GraphError
    from makedo_core.known_failure import KnownFailure
    from planner_node.assembly import Choices, assemble
    from planner_node.task import PlanningTask
    from planner_node.telling.planning import only_planned

    path = args.graph or scene_file(args.scene)
    try:
        graph = graph_from_json(path.read_text(encoding="utf-8"), str(path))
    except UnicodeDecodeError as error:
        raise GraphError(f"{path} is not UTF-8 text: byte {error.start}") from None
    failures = tuple(KnownFailure.parse(text) for text in args.known_failure)
    choices = Choices(
        ontologies=args.ontology,
        strategy=strict(args.strategy) if args.strict else args.strategy,
        strategies=(BASELINES, *args.strategies),
        llm_file=args.llm or _shipped_models(),
        embeddings=args.embeddings,
        engine=args.engine,
        words=args.words,
        robot=robot_file(args.robot),
        dangers=args.dangers,
    )
    task = PlanningTask(
        args.instruction,
        graph,
        failures,
        time_limit_s=args.time_limit,
        domain=_domain(args.domain, args.tolerant) if args.domain else None,
        asks=not args.no_questions,
        habits=habits_from_json(args.habits.read_text(encoding="utf-8")) if args.habits else ToldHabits(),
        choices=checked([choice_from_text(text) for text in args.instead]),
        terms=args.json or args.alternatives or args.why is not None,
    )
    with OfflineKnowledge(graph, args.ontology, args.knowledge) as knowledge:
        result = only_planned(assemble(choices, os.environ, knowledge).plan(task))
    if args.svg:
        from planner_node.relaxation.relaxation_graph import graph_to_svg, relaxation_graph

        if result.asked is not None:
            args.svg.write_text(graph_to_svg(relaxation_graph(result.asked, result.explored)), encoding="utf-8")
        else:
            sys.stderr.write(f"{args.svg} was not written: the instruction was not understood\n")
    if args.why is not None and not args.json:
        return _why(result, args.why)
    if args.json:
        sys.stdout.write(json.dumps(result_as_json(result, args.explain), indent=1, ensure_ascii=False) + "\n")
    else:
        show_plan(result)
        if args.explain:
            show_explored(result)
        if args.alternatives:
            show_alternatives(result)
    return plan_exit_code(result)


def _why(result: Result, step: int) -> ExitCode:
    """Print why a step is there; of what was refused that."""
    from makedo_cli.instruction.plan_shown import plan_exit_code, show_plan, show_why

    if result.plan is None:
        show_plan(result)
        return plan_exit_code(result)
    return show_why(result.plan, step)


def _shipped_models() -> Path | None:
    """The settings of language models that the planner node reads, too; None where they are not installed."""
    from makedo_core.files.shipped import shipped

    return next((path for path in shipped("config/llm.yaml") if path.is_file()), None)


def _domain(path: Path, tolerant: bool) -> Domain:
    """The domain of a file; what was corrected is reported on stderr."""
    from planner_node.pddl.reading.reader import read_domain

    reading = read_domain(path.read_text(encoding="utf-8"), tolerant=tolerant, source=str(path))
    for note in reading.notes:
        sys.stderr.write(f"{path}: {note}\n")
    return reading.value
