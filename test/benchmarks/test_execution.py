# SPDX-License-Identifier: Apache-2.0
"""The benchmark of execution: what it asks for can be done, and the physics alone says whether it was."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from pathlib import Path

from benchmarks.execution import FAULTS, Run, _rungs, instructions, table
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.scene_graph import Node, NodeKind, Relation, RelationType, State
from makedo_core.scene_json import graph_from_json

ROOT = Path(__file__).resolve().parents[2]
FAILED = Outcome(FailureCause.GRASP_FAILED, "it slipped")


def home():
    """The home with an apple and a sofa cushion on table_1, and a can in the fridge."""
    graph = graph_from_json((ROOT / "scenes/home/graph.json").read_text(encoding="utf-8"))
    graph = graph.changed(remove=[n.id for n in graph.of_kind(NodeKind.OBJECT)])
    sizes = {"apple": (0.07, 0.07, 0.07), "cushion": (0.4, 0.4, 0.1), "can": (0.06, 0.06, 0.12)}
    put = [Node(f"{label}_1", label, NodeKind.OBJECT, Pose((0, 0, 0.7)), size) for label, size in sizes.items()]
    on = [Relation(f"{label}_1", RelationType.ON, "table_1") for label in ("apple", "cushion")]
    return graph.changed(put=put, add=[*on, Relation("can_1", RelationType.INSIDE, "fridge_1")])


def drawn(graph, count=60):
    return list(itertools.islice(instructions(graph, random.Random(1)), count))


def test_only_what_stands_about_and_fits_the_hand_is_asked_for_and_not_where_it_is():
    said = Counter(i.text.rsplit(" ", 1)[0] for i in drawn(home()))
    assert set(said) == {"Bring the apple to", "Turn on the", "Open the"}
    assert not any(i.text.endswith("table_1") for i in drawn(home()))


def test_the_physics_judges_each_of_them():
    before = home()
    for instruction in drawn(before):
        assert not instruction.done(before, before)
        after = before.changed(put=[before["lamp_1"].with_state(State.ON), before["fridge_1"].with_state(State.OPEN)])
        if instruction.text.startswith("Bring"):
            moved = Relation("apple_1", RelationType.ON, instruction.text.split()[-1])
            after = before.with_placement(moved)
        assert instruction.done(before, after)


def test_equal_seeds_ask_for_the_same():
    assert [i.text for i in drawn(home())] == [i.text for i in drawn(home())]


def test_the_rungs_are_read_from_a_trace(tmp_path):
    events = [{"event": "step", "then": t} for t in ("retry", "", "retry", "replan")] + [{"event": "grip"}]
    (tmp_path / "trace.jsonl").write_text("\n".join(map(json.dumps, events)))
    assert _rungs(tmp_path / "trace.jsonl") == {"retry": 2, "replan": 1}


def test_the_truth_of_what_was_said_is_counted_apart_from_success():
    runs = [
        Run("a", "none", done=True),
        Run("b", "none", FAILED),
        Run("c", "none", relaxed=True),
        Run("d", "none"),  # says done, was not
        Run("e", "none", FAILED, done=True),  # says not done, was
    ]
    assert [r.true for r in runs] == [True, True, True, False, False]
    columns = table({fault: runs for fault in FAULTS}).columns
    cells = dict(zip(columns[0].cells, columns[1].cells, strict=True))
    assert (cells["instructions"], cells["done, says the physics"], cells["what it said was true"]) == ("5", "2", "3")
    assert cells["done, or made do and said so"] == "3"
