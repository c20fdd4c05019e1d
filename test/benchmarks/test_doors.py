# SPDX-License-Identifier: Apache-2.0
"""The benchmark of doors and drawers: what counts as opened, used and closed, and the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rich.console import Console

from benchmarks.doors import TRIALS, Trial, deeds, mistake, swings, table
from benchmarks.execution_runs import Run
from makedo_core.files.scene_json import graph_from_json, graph_to_json
from makedo_core.graph.openings import opened_to
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, State

ROOT = Path(__file__).resolve().parents[2]


def scene(state: State, relation: RelationType = RelationType.ON) -> SceneGraph:
    fridge = Node("fridge_1", "fridge", NodeKind.ASSET, states=frozenset({state}))
    box = Node("cookie_box_1", "cookie_box", NodeKind.OBJECT)
    placed = frozenset({Relation("cookie_box_1", relation, "fridge_1")})
    return SceneGraph({"fridge_1": fridge, "cookie_box_1": box}, placed)


@pytest.mark.parametrize(
    ("after", "done"),
    [
        (scene(State.OPEN), [True, False, False]),
        (scene(State.AJAR, RelationType.INSIDE), [False, True, False]),
        (scene(State.CLOSED), [False, False, True]),
    ],
)
def test_each_deed_is_judged_by_what_is_so_afterwards(after, done):
    assert [d.done(after, after) for d in deeds("fridge_1", "cookie_box")] == done


def test_the_widest_swing_is_read_off_the_traces(tmp_path):
    (tmp_path / "run").mkdir()
    events = [{"event": "swung", "after": 1.2}, {"event": "step"}, {"event": "swung", "after": 0.0}]
    (tmp_path / "run" / "trace.jsonl").write_text("\n".join(map(json.dumps, events)))
    assert list(swings(tmp_path)) == [1.2, 0.0]


def test_a_table_has_a_column_for_each_piece_of_furniture_even_without_trials():
    good, bad = Run("", "none", done=True), Run("", "none", cause="UNREACHABLE")
    trials = [Trial("fridge_1", (good, good, good), 1.3, 0.05), Trial("fridge_1", (good, bad, good), 0.9)]
    console = Console(width=100, record=True, markup=False)
    console.print(table(trials))
    rows = [[c.strip() for c in line.split("│")[1:-1]] for line in console.export_text().splitlines() if "│" in line]
    told = {name: values for name, *values in rows}
    assert len(TRIALS) == 2
    assert told["trials"] == ["2", "0"]
    assert told["used, says the physics"] == ["1", "0"]
    assert told["all three"] == ["1", "0"]
    assert told["what it said was true"] == ["6", "0"]
    assert told["opened to, least [rad or m]"] == ["0.90", ""]
    assert told["graph mistaken by, most [rad or m]"] == ["0.05", ""]


def test_the_graph_s_mistake_is_read_off_the_run_s_folder(tmp_path):
    fridge = graph_from_json((ROOT / "scenes/home/graph.json").read_text())["fridge_1"].with_state(State.OPEN)
    true, known = (SceneGraph({"fridge_1": opened_to(fridge, value)}) for value in (1.25, 1.4))
    (tmp_path / "graph_after.json").write_text(graph_to_json(known))
    assert mistake("fridge_1", true, Run("", "none", folder=str(tmp_path))) == pytest.approx(0.15)
    assert mistake("fridge_1", true, Run("", "none")) == 0.0
