# SPDX-License-Identifier: Apache-2.0
"""The benchmark of the operator's page: what it asks, and what it makes of what it measured."""

from __future__ import annotations

from rich.console import Console

from benchmarks.operators_page import PageCosts, preview_ms, table, typed
from support.page_server import ServedPage


def test_sentences_grow_word_by_word(tmp_path):
    file = tmp_path / "things.txt"
    file.write_text("# to say\n\nOpen the fridge\nStop\n")
    assert typed(file) == ["Open", "Open the", "Open the fridge", "Stop"]


def test_a_preview_is_timed_at_the_page(tmp_path):
    with ServedPage(tmp_path) as page:
        page.stack.preview_s = 0.05
        assert 50.0 < preview_ms(page.open().socket, 1, "Open the fridge") < 10_000.0
        assert page.stack.asked == [("preview", "Open the fridge")]


def test_what_was_measured_stands_beside_what_is_demanded():
    costs = PageCosts([5.0, 5.0], [4.9, 4.6], [10.0] * 19 + [200.0], {0: 0.1, 1: 0.15, 20: 0.3}, 12.0)
    console = Console(width=120, record=True)
    console.print(table(costs))
    rows = [line.split("│") for line in console.export_text().splitlines() if "│" in line]
    assert [[cell.strip() for cell in row[1:-1]] for row in rows] == [
        ["whole updates a second, page closed", "5.0 5.0", ""],
        ["the same, page open in a browser", "4.9 4.6", ""],
        ["the rate falls by", "5 %", "at most 10 %"],
        ["20 previews, in ms: median, 95 of 100, longest", "10, 190, 200", "under 100"],
        ["the node's share of a core, 0 watching", "0.10", ""],
        ["the node's share of a core, 1 watching", "0.15; 0.050 for each", ""],
        ["the node's share of a core, 20 watching", "0.30; 0.010 for each", "each under 0.1"],
        ["messages a second that each of them got", "12", ""],
    ]
