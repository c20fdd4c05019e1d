# SPDX-License-Identifier: Apache-2.0
"""`makedo eval`: strategies and models side by side on data sets, as tables, pictures and traces."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from makedo_eval.campaign import Prepared


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("eval", help="measure strategies and models on data sets")
    parser.add_argument("datasets", nargs="+", metavar="DATASET", help="e.g. behavior; an unknown name lists all")
    parser.add_argument(
        "--strategy", action="append", default=[], metavar="NAME", help="may be given several times (relaxation)"
    )
    parser.add_argument(
        "--model",
        action="append",
        default=[],
        metavar="NAME",
        help="none, simulated:RATE, a model such as openai/gpt-4o-mini, or FILE.yaml; several times (none)",
    )
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="of all data (default: $MAKEDO_DATA)")
    parser.add_argument("--out", type=Path, default=Path("runs/eval"), metavar="FOLDER", help="(default: runs/eval)")
    parser.add_argument("--limit", type=int, default=0, metavar="N", help="only the first N tasks of each data set")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes at the same time")
    parser.add_argument("--seed", type=int, default=0, help="of simulated models")
    parser.add_argument("--time-limit", type=float, default=30.0, metavar="S", help="longest time to plan [s]")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The subcommand."""
    from rich.console import Console
    from rich.progress import Progress

    from makedo_eval.campaign import Plan, prepare
    from makedo_eval.campaign import run as run_all

    folder = args.data or (Path(os.environ["MAKEDO_DATA"]) if os.environ.get("MAKEDO_DATA") else None)
    plan = Plan(
        datasets=tuple(args.datasets),
        strategies=tuple(args.strategy) or ("relaxation",),
        models=tuple(args.model) or ("none",),
        folder=folder,
        out=args.out,
        limit=args.limit,
        processes=args.jobs,
        seed=args.seed,
        time_limit_s=args.time_limit,
    )
    logging.getLogger("makedo_core.importers").setLevel(logging.WARNING)  # a note for each oddity of each scene
    prepared = prepare(plan)
    for dataset in prepared.datasets:
        for skipped in dataset.skipped:
            sys.stderr.write(f"skipped: {skipped}\n")
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task("tasks", total=len(prepared.jobs), completed=len(prepared.jobs) - len(prepared.open))
        run_all(prepared, lambda row: progress.advance(bar))
    sys.stdout.write(_write(prepared))
    return 0


def _write(prepared: Prepared) -> str:
    """Write tables and pictures beside the results; returns the table."""
    from makedo_eval.plots import PlotError, draw
    from makedo_eval.tables import comma_separated, latex, lines, markdown

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
