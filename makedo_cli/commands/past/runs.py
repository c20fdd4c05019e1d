# SPDX-License-Identifier: Apache-2.0
"""`makedo runs`: list, check, share, keep and prune the folders of past runs."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from makedo_cli.commands.past.runs_folder import add_runs_option, runs_dir
from makedo_cli.exit_code import ExitCode
from makedo_core.replay.bounds import RunBounds, pin, prune
from makedo_core.replay.listing import find_run, list_runs
from makedo_core.replay.reading import read_past_run
from makedo_core.replay.sharing.archive import export_run, import_run
from makedo_core.replay.telling import heading
from makedo_core.replay.timeline import RunState

MCAP = ".mcap"
_MB = 2**20


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand and what it does."""
    parser = subparsers.add_parser("runs", help="list, check, share, keep and prune past runs")
    does = parser.add_subparsers(required=True, metavar="WHAT")

    def add(name: str, does_what: Any, help_text: str) -> argparse.ArgumentParser:
        made: argparse.ArgumentParser = does.add_parser(name, help=help_text)
        add_runs_option(made)
        made.set_defaults(run=does_what)
        return made

    listing = add("list", _list, "the runs, newest first")
    listing.add_argument("--most", type=_count, default=30, metavar="N", help="so many (30); 0: all")
    add("check", _check, "say what of a run is missing or damaged").add_argument("past", metavar="RUN")
    export = add("export", _export, "one file to share; FILE.mcap is one that Foxglove opens")
    export.add_argument("past", metavar="RUN")
    export.add_argument("file", type=Path, nargs="?", metavar="FILE", help="default: RUN.zip here")
    add("import", _import, "unpack what export wrote").add_argument("file", type=Path, metavar="FILE")
    add("pin", _pin, "keep a run when others are pruned").add_argument("past", metavar="RUN")
    add("unpin", _unpin, "no longer keep it").add_argument("past", metavar="RUN")
    pruning = add("prune", _prune, "remove the oldest runs beyond bounds; pinned ones and one in progress stay")
    pruning.add_argument("--max-mb", type=_bound, default=0.0, metavar="MB", help="of all runs together")
    pruning.add_argument("--max-number", type=_count, default=0, metavar="N", help="of runs")
    pruning.add_argument("--max-age", type=_bound, default=0.0, metavar="DAYS", help="of a run")
    pruning.add_argument("--only-look", action="store_true", help="say what would go, and leave it")


def _list(args: argparse.Namespace) -> int:
    entries = list_runs(runs_dir(args.runs), args.most)
    console = Console(highlight=False, markup=False)
    if not entries:
        console.print(f"there is no run in {runs_dir(args.runs)}", soft_wrap=True)
        return ExitCode.OK
    table = Table()
    for name in ("run", "asked", "ended", "took", "size", "record"):
        table.add_column(name, overflow="fold")
    for entry in entries:
        record = "complete" if entry.state is RunState.SEALED else str(entry.state)
        table.add_row(
            entry.folder.name,
            entry.title or "?",
            entry.ending,
            f"{entry.duration_s:.0f} s",
            f"{entry.size / _MB:.1f} MB",
            f"{record}, pinned" if entry.pinned else record,
        )
    console.print(table)
    return ExitCode.OK


def _check(args: argparse.Namespace) -> int:
    past = read_past_run(find_run(args.past, runs_dir(args.runs)))
    sys.stdout.write(f"{heading(past)}\n")
    whole = past.state is RunState.SEALED and not past.damage
    return ExitCode.OK if whole else ExitCode.FAILED


def _export(args: argparse.Namespace) -> int:
    run = find_run(args.past, runs_dir(args.runs))
    target: Path = args.file or Path(f"{run.name}.zip")
    if target.suffix == MCAP:
        from makedo_core.replay.sharing.mcap_file import export_mcap

        size = export_mcap(read_past_run(run), target)
    else:
        size = export_run(run, target)
    sys.stdout.write(f"{target} ({size / _MB:.1f} MB)\n")
    return ExitCode.OK


def _import(args: argparse.Namespace) -> int:
    sys.stdout.write(f"{import_run(args.file, runs_dir(args.runs))}\n")
    return ExitCode.OK


def _pin(args: argparse.Namespace) -> int:
    return _pinned(args, True)


def _unpin(args: argparse.Namespace) -> int:
    return _pinned(args, False)


def _pinned(args: argparse.Namespace, is_pinned: bool) -> int:
    run = find_run(args.past, runs_dir(args.runs))
    pin(run, is_pinned)
    sys.stdout.write(f"{run.name} {'is kept' if is_pinned else 'may be pruned'}\n")
    return ExitCode.OK


def _prune(args: argparse.Namespace) -> int:
    bounds = RunBounds(int(args.max_mb * _MB), args.max_number, args.max_age * 86400.0)
    if not bounds:
        raise ValueError("give a bound: --max-mb, --max-number or --max-age")
    done = prune(runs_dir(args.runs), bounds, only_look=args.only_look)
    for path in done.removed:
        sys.stdout.write(f"{'would go' if args.only_look else 'removed'}: {path.name}\n")
    for problem in done.problems:
        sys.stderr.write(f"makedo: {problem}\n")
    sys.stdout.write(f"{len(done.removed)} runs, {done.freed / _MB:.1f} MB\n")
    return ExitCode.FAILED if done.problems else ExitCode.OK


def _bound(text: str) -> float:
    value = float(text)
    if not 0.0 <= value < math.inf:
        raise ValueError(text)
    return value


def _count(text: str) -> int:
    value = int(text)
    if value < 0:
        raise ValueError(text)
    return value
