# SPDX-License-Identifier: Apache-2.0
"""Which folder of runs a subcommand means."""

from __future__ import annotations

import argparse
from pathlib import Path

HERE = Path("runs")  # where the launch files have them, from where they were started
HOME = Path(".makedo") / "runs"  # where the executor has them by itself


def add_runs_option(parser: argparse.ArgumentParser) -> None:
    """Declare the option."""
    parser.add_argument(
        "--runs",
        type=Path,
        metavar="FOLDER",
        help="folder of all runs (default: runs, if it is here, else ~/.makedo/runs)",
    )


def runs_dir(given: Path | None) -> Path:
    """The folder of all runs.

    Raises:
        ValueError: if there is none; before the first instruction there is not.
    """
    if given is not None:
        return given.expanduser()
    there = next((folder for folder in (HERE, Path.home() / HOME) if folder.is_dir()), None)
    if there is None:
        raise ValueError(
            f"there is no folder of runs, neither {HERE} here nor {Path.home() / HOME}: each instruction leaves its "
            "run where the stack was started; name the folder with --runs"
        )
    return there
