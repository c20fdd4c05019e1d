# SPDX-License-Identifier: Apache-2.0
"""`makedo plan`: what the robot would do, without ROS and without a robot."""

from __future__ import annotations

import argparse
import json
import os
import sys
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from makedo_cli.exit_code import ExitCode, exit_code
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
        "--embeddings", type=Path, metavar="FOLDER", help="a sentence encoder that decides between equal substitutes"
    )
    parser.add_argument(
        "--known-failure", action="append", default=[], metavar="FACT", help='e.g. "unreachable cola_can_1"'
    )
    parser.add_argument(
        "--robot", default=ROBOT, help=f"whose hand takes things: a name of config/robots, or a file (default: {ROBOT})"
    )
    parser.add_argument("--time-limit", type=float, default=0.0, metavar="S", help="longest time to plan [s]")
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
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The subcommand."""
    from makedo_cli.knowledge.offline_knowledge import OfflineKnowledge
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
        strategy=args.strategy,
        strategies=(BASELINES, *args.strategies),
        llm_file=args.llm or _shipped_models(),
        embeddings=args.embeddings,
        engine=args.engine,
        words=args.words,
        robot=robot_file(args.robot),
    )
    task = PlanningTask(
        args.instruction,
        graph,
        failures,
        time_limit_s=args.time_limit,
        domain=_domain(args.domain, args.tolerant) if args.domain else None,
        asks=not args.no_questions,
        habits=habits_from_json(args.habits.read_text(encoding="utf-8")) if args.habits else ToldHabits(),
    )
    with OfflineKnowledge(graph, args.ontology, args.knowledge) as knowledge:
        result = only_planned(assemble(choices, os.environ, knowledge).plan(task))
    if args.svg:
        from planner_node.relaxation.relaxation_graph import graph_to_svg, relaxation_graph

        if result.asked is not None:
            args.svg.write_text(graph_to_svg(relaxation_graph(result.asked, result.explored)), encoding="utf-8")
        else:
            sys.stderr.write(f"{args.svg} was not written: the instruction was not understood\n")
    if args.json:
        sys.stdout.write(json.dumps(_as_json(result, args.explain), indent=1, ensure_ascii=False) + "\n")
    else:
        _show(result)
        if args.explain:
            _show_explored(result)
    return _exit_code(result)


def _shipped_models() -> Path | None:
    """The settings of language models that the planner node reads, too; None where they are not installed."""
    from makedo_core.files.shipped import shipped

    return next((path for path in shipped("config/llm.yaml") if path.is_file()), None)


def _exit_code(result: Result) -> ExitCode:
    """Nothing has moved, so nothing has failed on the way."""
    code = exit_code(result.outcome.cause)
    return ExitCode.REFUSED if code is ExitCode.FAILED else code


def _domain(path: Path, tolerant: bool) -> Domain:
    """The domain of a file; what was corrected is reported on stderr."""
    from planner_node.pddl.reading.reader import read_domain

    reading = read_domain(path.read_text(encoding="utf-8"), tolerant=tolerant, source=str(path))
    for note in reading.notes:
        sys.stderr.write(f"{path}: {note}\n")
    return reading.value


def _show(result: Result) -> None:
    """Steps and changes, for people."""
    from rich.console import Console
    from rich.markup import escape

    console = Console(highlight=False)
    if result.plan is None:
        console.print(f"[red]Refused[/] [dim]({result.outcome.cause.name.lower()})[/] {escape(str(result.outcome))}")
        return
    console.print(escape(result.explanation))
    if result.plan.relaxations:
        console.print(f"\n[yellow]Changed[/] [dim](relaxation cost {result.plan.relaxation_cost:.2f})[/]")
        for change in result.plan.relaxations:
            console.print(f"  [yellow]~[/] {escape(str(change))}")
    if result.plan.calls:
        console.print("\n[green]Plan[/]")
        for number, call in enumerate(result.plan.calls, start=1):
            console.print(f"  [dim]{number:2}[/] {escape(call.describe())}")


def _show_explored(result: Result) -> None:
    """The goals that were looked at, cheapest first."""
    from rich.console import Console
    from rich.markup import escape

    from makedo_core.goals.goal_text import describe

    if result.asked is None:
        return
    console = Console(highlight=False)
    console.print(f"\n[green]Understood as[/]\n  {escape(describe(result.asked))}")
    if result.memberships:
        console.print("\n[green]Counted among[/]")
    for known in result.memberships:
        way = " > ".join(step.replace("_", " ") for step in known.path)
        console.print(f"  {escape(known.concept)} [dim]by {known.source}:[/] {escape(way)}")
    for kind, claims in groupby(sorted(result.account.claims, key=lambda c: c.kind), key=lambda c: c.kind):
        console.print(f"\n[green]{kind.name.capitalize()}[/]")
        for claim in claims:
            why = claim.reason.name.lower().replace("_", " ")
            console.print(f"  {escape(claim.subject)} [dim]{escape(f'{why}: {claim.of}' if claim.of else why)}[/]")
    if result.explored:
        console.print("\n[green]Looked at[/]")
    for item in result.explored:
        changes = "; ".join(f"{c.instead or 'nothing'} for {c.asked}" for c in item.changes) or "as it was understood"
        console.print(f"  [dim]cost {item.cost:.2f}, {item.verdict}:[/] {escape(changes)}")


def _as_json(result: Result, explain: bool) -> dict[str, Any]:
    """Everything, for programs."""
    from makedo_cli.knowledge.english_questions import answer_as_json
    from makedo_core.goals.goal_json import goal_to_json

    answer: dict[str, Any] = {
        "outcome": result.outcome.cause.name,
        "exit_code": int(_exit_code(result)),
        "message": result.outcome.message,
        "explanation": result.explanation,
        "candidates": list(result.candidates),
    }
    if result.answers:
        answer["answers"] = [answer_as_json(a) for a in result.answers]
    if result.question is not None:
        answer["question"] = {
            "kind": str(result.question.kind),
            "options": {o.name: o.instruction for o in result.question.options},
        }
    plan = result.plan
    if plan is not None:
        answer["plan"] = {
            "revision": plan.revision,
            "goal": json.loads(goal_to_json(plan.goal)),
            "goal_text": result.goal_text,
            "calls": [{"skill": c.skill, "arguments": list(c.arguments)} for c in plan.calls],
            "relaxation_cost": plan.relaxation_cost,
            "relaxations": [
                {
                    "kind": r.kind.name,
                    "asked": r.asked,
                    "instead": r.instead,
                    "reason": r.reason,
                    "cost": r.cost,
                }
                for r in plan.relaxations
            ],
            "exact": result.account.exact,
            "claims": [
                {"kind": c.kind.name, "subject": c.subject, "reason": c.reason.name, "of": c.of, "served": c.served}
                for c in result.account.claims
            ],
        }
    if explain:
        answer["memberships"] = [
            {"label": m.label, "group": m.concept, "source": str(m.source), "path": list(m.path)}
            for m in result.memberships
        ]
    if explain and result.asked is not None:
        from planner_node.relaxation.relaxation_graph import graph_to_json, relaxation_graph

        answer["relaxation_graph"] = json.loads(graph_to_json(relaxation_graph(result.asked, result.explored)))
    return answer
