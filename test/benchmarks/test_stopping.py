# SPDX-License-Identifier: Apache-2.0
"""The benchmark of stopping: what it makes of what it measured."""

from __future__ import annotations

from rich.console import Console

from benchmarks.stopping import LIMIT_S, Moment, table


def test_every_skill_has_a_row_with_its_longest_way_to_standstill():
    moments = [
        Moment("go_to", "base", 0.1, 0.1),
        Moment("go_to", "arm_1_joint", LIMIT_S + 0.11, 0.2),
        Moment("pick_up", "", 0.05, -1.0),
    ]
    console = Console(width=120, record=True)
    console.print(table(moments))
    rows = [line.split("│") for line in console.export_text().splitlines() if "│" in line]
    assert [[cell.strip() for cell in row[1:-1]] for row in rows] == [
        ["go to", "2", "0.23", "0.36", "1", "0.16", "0"],
        ["pick up", "1", "0.05", "0.05", "0", "0.00", "1"],
        ["all", "3", "0.10", "0.36", "1", "0.16", "1"],
    ]
