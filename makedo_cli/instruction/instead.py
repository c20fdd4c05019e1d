# SPDX-License-Identifier: Apache-2.0
"""The option --instead: what is taken in place of what the planner would take."""

from __future__ import annotations

import argparse


def add_instead(parser: argparse.ArgumentParser) -> None:
    """Declare it."""
    parser.add_argument(
        "--instead",
        action="append",
        default=[],
        metavar="WHAT=TAKEN",
        help='take this in place of that: "cola can=juice", "table_2=table_1", a number "1=3", or "apple=nothing"; '
        "may be given several times (docs/contract.md)",
    )
