# SPDX-License-Identifier: Apache-2.0
"""`makedo ask`: a question about the scene in plain English, or in SPARQL about all that the robot knows."""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from makedo_cli.exit_code import ExitCode, exit_code
from makedo_cli.knowledge.english_questions import asked_of_file, asked_of_stack
from makedo_core.failure import FailureCause, Outcome
from makedo_core.files.scene_json import graph_from_json
from makedo_core.record.answer import QueryAnswer
from makedo_core.record.past_runs import PastRuns, read_runs
from scene_graph_node.knowledge.answer import MAX_ROWS, TIME_LIMIT_S, QueryLimits

_SPARQL = frozenset("SELECT PREFIX BASE ASK CONSTRUCT DESCRIBE INSERT DELETE CLEAR DROP LOAD CREATE".split())
_SPARQL_SIGN = re.compile(r"[{}]|\?\w")
_LATE_S = 10.0  # for catching up and for other queries that wait


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("ask", help="ask what the robot knows, in English or in SPARQL")
    parser.add_argument(
        "query", help='e.g. "where is the apple", or "SELECT ?x WHERE { ?x a :snack ; :supported_by ?t }"'
    )
    parser.add_argument("--file", type=Path, help="ask a graph file instead of the running stack")
    parser.add_argument("--runs", type=Path, help="ask what was done in these run folders instead of the running stack")
    parser.add_argument(
        "--ontology", type=Path, action="append", default=[], help="another ontology in Turtle; with --file or --runs"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--max-rows", type=_positive, default=MAX_ROWS, help="leave out further rows")
    parser.add_argument("--time-limit", type=float, default=TIME_LIMIT_S, help="seconds that the query may take")
    parser.add_argument("--namespace", default="", help="ROS namespace of the stack")
    parser.set_defaults(run=run)


def _positive(text: str) -> int:
    number = int(text)
    if not 0 < number < 2**32:
        raise argparse.ArgumentTypeError(f"{text} rows; expected at least 1")
    return number


def run(args: argparse.Namespace) -> int:
    """The subcommand."""
    if not 0 < args.time_limit <= 60:
        raise ValueError(f"--time-limit is {args.time_limit:g}; expected more than 0 and at most 60 seconds")
    offline = args.file is not None or args.runs is not None
    if args.ontology and not offline:
        raise ValueError("--ontology goes with --file or --runs; the running stack has its own (ontology_files)")
    if not _is_sparql(args.query):
        return _in_english(args)
    answer = _offline(args) if offline else _live(args)
    if not answer.outcome.ok:
        sys.stderr.write(f"makedo: {answer.outcome}\n")
        return exit_code(answer.outcome.cause)
    if args.json:
        rows = [list(row) for row in answer.rows]
        value = {"columns": list(answer.columns), "rows": rows, "truncated": answer.truncated}
        sys.stdout.write(json.dumps(value, indent=1, ensure_ascii=False) + "\n")
    else:
        _show(answer)
    return ExitCode.OK


def _is_sparql(query: str) -> bool:
    """Whether a question is SPARQL: no English sentence has braces or variables, or begins with such a word."""
    first = query.split(maxsplit=1)[:1]
    return bool(_SPARQL_SIGN.search(query)) or (first != [] and first[0] in _SPARQL)


def _in_english(args: argparse.Namespace) -> int:
    """A question about the scene, answered by the planner."""
    if args.runs is not None:
        raise ValueError("--runs is asked in SPARQL; a question in English is about the scene")
    asked = asked_of_file(args.query, args.file, args.ontology) if args.file else asked_of_stack(args)
    if not asked.outcome.ok:
        sys.stderr.write(f"makedo: {asked.outcome}\n")
        return exit_code(asked.outcome.cause)
    if args.json:
        sys.stdout.write(json.dumps(asked.as_json(), indent=1, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(f"{asked.text}\n")
    return ExitCode.OK


def _offline(args: argparse.Namespace) -> QueryAnswer:
    from scene_graph_node.knowledge.knowledge import open_knowledge

    graph = None
    if args.file is not None:
        graph = graph_from_json(args.file.read_text(encoding="utf-8"), str(args.file))
    past = read_runs(args.runs) if args.runs is not None else PastRuns(())
    for problem in past.problems:
        sys.stderr.write(f"makedo: left out: {problem}\n")
    with open_knowledge(*args.ontology) as knowledge:
        if graph is not None:
            knowledge.follow(graph)
        knowledge.record(past.outcomes)
        return knowledge.ask(args.query, QueryLimits(args.max_rows, args.time_limit))


def _live(args: argparse.Namespace) -> QueryAnswer:
    from makedo.srv import QueryKnowledge
    from makedo_cli.session import Session
    from makedo_ros.knowledge_client import answer_from_ros
    from makedo_ros.runtime.clients import CallError, call

    request = QueryKnowledge.Request(query=args.query, max_rows=args.max_rows, timeout_s=args.time_limit)
    with Session("makedo_ask", args.namespace) as session:
        client = session.node.create_client(QueryKnowledge, "query_knowledge")
        try:
            response = call(client, request, timeout_s=args.time_limit + _LATE_S)
        except CallError as error:
            return QueryAnswer(Outcome(FailureCause.COMPONENT_LOST, f"{error} (start it with `makedo up`)"))
    return answer_from_ros(response)


def _show(answer: QueryAnswer) -> None:
    """A table; only its rows wrap."""
    console = Console(highlight=False, markup=False)
    table = Table()
    for name in answer.columns:
        table.add_column(name, overflow="fold")  # half a name is none
    for row in answer.rows:
        table.add_row(*row)
    console.print(table)
    count = len(answer.rows)
    more = "; there are more (--max-rows)" if answer.truncated else ""
    console.print(f"{count} row{'' if count == 1 else 's'}{more}")
