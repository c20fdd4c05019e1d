# SPDX-License-Identifier: Apache-2.0
"""`makedo eval`: strategies and models side by side on data sets, as tables, pictures and traces."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from makedo_cli.version import version

if TYPE_CHECKING:
    from makedo_eval.campaign import Campaign, Prepared
    from makedo_eval.case import Dataset
    from makedo_eval.evaluator import Evaluator


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("eval", help="measure strategies and models on data sets")
    parser.add_argument("datasets", nargs="*", metavar="DATASET", help="e.g. behavior; an unknown name lists all")
    parser.add_argument("--report", type=Path, metavar="FILE", help="run a list of all that; write Markdown there")
    parser.add_argument(
        "--list", type=Path, metavar="FILE", help="of a report (default: makedo_eval/reports/report.yaml)"
    )
    parser.add_argument(
        "--strategy", action="append", default=[], metavar="NAME", help="may be given several times (relaxation)"
    )
    parser.add_argument(
        "--strategies", action="append", default=[], metavar="MODULE", help="a Python module with further strategies"
    )
    parser.add_argument(
        "--model",
        action="append",
        default=[],
        metavar="NAME",
        help="none, simulated:RATE, a model such as openai/gpt-4o-mini, or FILE.yaml; several times (none)",
    )
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="of all data (default: $MAKEDO_DATA)")
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="of the results (default: runs/eval; of a report: runs/eval/results)"
    )
    parser.add_argument("--limit", type=int, default=0, metavar="N", help="only the first N tasks of each data set")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes at the same time")
    parser.add_argument(
        "--backend",
        default="",
        metavar="NAME",
        help='of joblib, for --jobs: loky (this machine), "dask:scheduler_host=HOST:PORT", ray (docs/evaluation.md)',
    )
    parser.add_argument("--seed", type=int, help="of simulated models (default: 0, or the list's)")
    parser.add_argument(
        "--time-limit", type=float, metavar="S", help="longest time to plan [s] (default: 30, or the list's)"
    )
    parser.add_argument(
        "--scorer-python",
        default=sys.executable,
        metavar="FILE",
        help="of eai: what runs its scorer (this Python)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The subcommand."""
    logging.getLogger("makedo_core.files.importers").setLevel(logging.WARNING)  # a note for each oddity of each scene
    alone = {
        "alfred": _alfred,
        "alfworld": _alfworld,
        "ambik": _ambik,
        "eai": _eai,
        "eai_subgoals": _eai,
        "eai_goals": _eai,
        "eai_goals_behavior": _eai_goals_behavior,
        "eai_transition": _eai_transition,
        "eai_transition_behavior": _eai_transition,
        "gpsr": _gpsr,
        "libero": _libero,
        "planbench": _planbench,
        "safeagentbench": _safeagentbench,
        "tidybot": _tidybot,
    }
    if len(args.datasets) == 1 and args.datasets[0] in alone and args.report is None:
        return alone[args.datasets[0]](args)
    return _run(args) if args.report is None else _report(args)


def _alfred(args: argparse.Namespace) -> int:
    """What people wrote of demonstrations, in rooms of their kinds of things."""
    from makedo_eval.alfred.running import run as run_sentences
    from makedo_eval.alfred.running import table
    from makedo_eval.case import DatasetError

    if args.data is None:
        raise DatasetError("where are the sentences? Give --data FOLDER, a checkout of CatherineWong/llm-operators")
    sys.stdout.write(table(run_sentences(args.data, args.limit)))
    return 0


def _alfworld(args: argparse.Namespace) -> int:
    """Games in words, played without a language model."""
    from makedo_eval.alfworld.running import run as run_games
    from makedo_eval.alfworld.running import table
    from makedo_eval.case import DatasetError

    if args.data is None:
        raise DatasetError("where are the games? Give --data FOLDER, what alfworld-download writes (json_2.1.1)")
    sys.stdout.write(table(run_games(args.data, limit=args.limit)))
    return 0


def _ambik(args: argparse.Namespace) -> int:
    """Instructions some of which leave something open: which of them are asked about."""
    from makedo_eval.ambik.running import run as run_pairs
    from makedo_eval.ambik.running import table
    from makedo_eval.case import DatasetError

    if args.data is None:
        raise DatasetError("where are the pairs? Give --data FOLDER, a checkout of cog-model/AmbiK-dataset")
    sys.stdout.write(table(run_pairs(args.data, args.limit)))
    return 0


def _eai(args: argparse.Namespace) -> int:
    """Plans and goals for the Embodied Agent Interface, judged by its own scorer."""
    from makedo_eval.case import DatasetError
    from makedo_eval.eai.goals import goal_table, run_goals
    from makedo_eval.eai.running import ACTIONS, SUBGOALS, table
    from makedo_eval.eai.running import run as run_tasks

    if args.data is None:
        raise DatasetError("where are the tasks? Give --data FOLDER, which holds the unpacked wheel eai_eval")
    if args.datasets == ["eai_goals"]:
        sys.stdout.write(goal_table(run_goals(args.data, args.limit, python=args.scorer_python)))
        return 0
    time_limit_s = 30.0 if args.time_limit is None else args.time_limit
    setting = SUBGOALS if args.datasets == ["eai_subgoals"] else ACTIONS
    records = run_tasks(args.data, args.limit, time_limit_s, python=args.scorer_python, setting=setting)
    sys.stdout.write(table(records, setting))
    return 0


def _eai_goals_behavior(args: argparse.Namespace) -> int:
    """Sentences of the Embodied Agent Interface's BEHAVIOR as goals, counted by its own scorer."""
    from makedo_eval.case import DatasetError
    from makedo_eval.eai.behavior.running import run_sentences, sentence_table

    if args.data is None:
        raise DatasetError("where are the tasks? Give --data FOLDER, which holds the unpacked wheel eai_eval")
    sys.stdout.write(sentence_table(run_sentences(args.data, args.limit, python=args.scorer_python)))
    return 0


def _eai_transition(args: argparse.Namespace) -> int:
    """Definitions of actions for the Embodied Agent Interface, judged by its own scorer."""
    from makedo_eval.case import DatasetError
    from makedo_eval.eai.transition.prompts import EaiWorld
    from makedo_eval.eai.transition.running import definitions_table, run_definitions

    if args.data is None:
        raise DatasetError("where are the tasks? Give --data FOLDER, which holds the unpacked wheel eai_eval")
    world = EaiWorld.VIRTUALHOME if args.datasets == ["eai_transition"] else EaiWorld.BEHAVIOR
    time_limit_s = 10.0 if args.time_limit is None else args.time_limit
    records = run_definitions(args.data, world, args.limit, python=args.scorer_python, time_limit_s=time_limit_s)
    sys.stdout.write(definitions_table(records, world))
    return 0


def _gpsr(args: argparse.Namespace) -> int:
    """Commands of service robots, which are judged by their meaning."""
    from makedo_eval.gpsr.running import run as run_commands
    from makedo_eval.gpsr.running import table

    sys.stdout.write(table(run_commands(args.data, args.limit or 1000, args.seed or 0)))
    return 0


def _libero(args: argparse.Namespace) -> int:
    """Sentences before a table, judged by the goals of their problems."""
    from makedo_eval.case import DatasetError
    from makedo_eval.libero.running import run as run_sentences
    from makedo_eval.libero.running import table

    if args.data is None:
        raise DatasetError("where are the problems? Give --data FOLDER, a checkout of Lifelong-Robot-Learning/LIBERO")
    sys.stdout.write(table(run_sentences(args.data, args.limit)))
    return 0


def _planbench(args: argparse.Namespace) -> int:
    """Classical tasks, judged by a checker that shares nothing with the planner."""
    from makedo_eval.case import DatasetError
    from makedo_eval.planbench.running import run as run_tasks
    from makedo_eval.planbench.running import table

    if args.data is None:
        raise DatasetError("where are the tasks? Give --data FOLDER, a checkout of karthikv792/LLMs-Planning")
    sys.stdout.write(table(run_tasks(args.data, args.limit, 30.0 if args.time_limit is None else args.time_limit)))
    return 0


def _safeagentbench(args: argparse.Namespace) -> int:
    """Dangerous and safe instructions, judged by their words."""
    from makedo_eval.case import DatasetError
    from makedo_eval.safeagentbench.running import run as run_tasks
    from makedo_eval.safeagentbench.running import table

    if args.data is None:
        raise DatasetError("where are the tasks? Give --data FOLDER, a checkout of shengyin1224/SafeAgentBench")
    sys.stdout.write(table(run_tasks(args.data, args.limit)))
    return 0


def _tidybot(args: argparse.Namespace) -> int:
    """Where things go by a person's examples."""
    from makedo_eval.case import DatasetError
    from makedo_eval.tidybot.running import run as run_scenarios
    from makedo_eval.tidybot.running import table

    if args.data is None:
        raise DatasetError("where are the scenarios? Give --data FOLDER, a checkout of jimmyyhwu/tidybot")
    sys.stdout.write(table(run_scenarios(args.data, args.limit)))
    return 0


def _run(args: argparse.Namespace) -> int:
    """What the command line names."""
    from makedo_eval.campaign import CampaignError, prepare

    if args.list is not None:
        raise CampaignError("--list is what a report runs; give --report FILE too")
    plan = replace(
        _common(args, Path("runs/eval")),
        datasets=tuple(args.datasets),
        strategies=tuple(args.strategy) or ("relaxation",),
        models=tuple(args.model) or ("none",),
        limit=args.limit,
        seed=args.seed or 0,
        time_limit_s=30.0 if args.time_limit is None else args.time_limit,
    )
    prepared = prepare(plan)
    _tell_skipped(prepared.datasets)
    _work((prepared,))
    sys.stdout.write(_write(prepared))
    return 0


def _report(args: argparse.Namespace) -> int:
    """What a list names, as a report."""
    from makedo_eval.campaign import CampaignError, prepare
    from makedo_eval.evaluator import Evaluator
    from makedo_eval.reports.listing import LIST, plans, read_listing
    from makedo_eval.reports.report import Made, by_hand, report

    if args.datasets or args.strategy or args.model:
        raise CampaignError("a report runs a list of its own; name data sets, strategies and models in --list FILE")
    listing = read_listing(args.list or LIST).limited(args.limit)
    given = {"seed": args.seed, "time_limit_s": args.time_limit}
    listing = listing.model_copy(update={name: value for name, value in given.items() if value is not None})
    common = _common(args, Path("runs/eval/results"))
    with Evaluator(common.folder, os.environ, listing.seed, listing.time_limit_s, common.strategy_modules) as evaluator:
        found, left_out = plans(listing, common, evaluator)
        prepared = tuple(prepare(plan, evaluator) for plan in found)
        datasets = {d.name: d for p in prepared for d in p.datasets}
        _tell_skipped(datasets.values())
        _work(prepared, evaluator)
    rows = {row.key: row for p in prepared for row in p.rows}
    models = {m.name: m for p in prepared for m in p.models}
    asked = f" --list {args.list}" if args.list else ""
    asked += f" --limit {args.limit}" if args.limit else ""
    made = Made(f"makedo eval --report {args.report}{asked}", version(), listing.seed, listing.time_limit_s)
    text = report(tuple(rows.values()), tuple(datasets.values()), tuple(models.values()), left_out, made)
    args.report.parent.mkdir(parents=True, exist_ok=True)
    kept = by_hand(args.report.read_text(encoding="utf-8")) if args.report.exists() else ""
    args.report.write_text(text + kept, encoding="utf-8")
    sys.stdout.write(f"{len(rows)} tasks are told in {args.report}\n")
    return 0


def _common(args: argparse.Namespace, out: Path) -> Campaign:
    """What every plan of a command line shares."""
    from makedo_eval.campaign import Campaign

    folder = args.data or (Path(os.environ["MAKEDO_DATA"]) if os.environ.get("MAKEDO_DATA") else None)
    return Campaign(
        (),
        (),
        (),
        folder,
        args.out or out,
        processes=args.jobs,
        backend=args.backend,
        strategy_modules=tuple(args.strategies),
    )


def _tell_skipped(datasets: Iterable[Dataset]) -> None:
    for dataset in datasets:
        for skipped in dataset.skipped:
            sys.stderr.write(f"skipped: {skipped}\n")


def _work(prepared: Sequence[Prepared], evaluator: Evaluator | None = None) -> None:
    """Do what is open, with a bar where somebody watches."""
    from rich.console import Console
    from rich.progress import Progress

    from makedo_eval.campaign import run as run_all

    console = Console(stderr=True)
    every, still = (sum(len(jobs) for jobs in some) for some in zip(*((p.jobs, p.open) for p in prepared), strict=True))
    with Progress(console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task("tasks", total=every, completed=every - still)
        for one in prepared:
            run_all(one, lambda row: progress.advance(bar), evaluator)


def _write(prepared: Prepared) -> str:
    """Write tables and pictures beside the results; returns the table."""
    from makedo_eval.reports.plots import PlotError, draw
    from makedo_eval.reports.tables import comma_separated, latex, lines, markdown

    out = prepared.plan.out
    table = lines(prepared.rows, prepared.datasets, prepared.models)
    text = markdown(table, prepared.datasets)
    (out / "table.md").write_text(text, encoding="utf-8")
    (out / "table.csv").write_text(comma_separated(table), encoding="utf-8")
    (out / "table.tex").write_text(latex(table), encoding="utf-8")
    try:
        draw(table, prepared.models, out)
    except PlotError as error:
        sys.stderr.write(f"{error}\n")
    return text
