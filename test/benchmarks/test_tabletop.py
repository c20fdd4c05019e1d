# SPDX-License-Identifier: Apache-2.0
"""The benchmark of table-top tasks: what counts as done, in which order, and the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rich.console import Console

from benchmarks.execution_errands import PRESSED
from benchmarks.execution_runs import Run
from benchmarks.tabletop import TASKS, put_down, table
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph
from simulation_node.scene.scene import load_scene

SCENES = Path(__file__).resolve().parents[2] / "scenes"


def graph(places: dict[str, str], *, pressed: bool = False) -> SceneGraph:
    button = Node("button_1", "push_button", NodeKind.ASSET, attributes=frozenset({PRESSED} if pressed else ()))
    nodes = {"button_1": button} | {a: Node(a, a[:-2], NodeKind.ASSET) for a in places.values()}
    nodes |= {o: Node(o, o[:-2], NodeKind.OBJECT) for o in places}
    return SceneGraph(nodes, frozenset(Relation(o, RelationType.ON, a) for o, a in places.items()))


@pytest.mark.parametrize("name", TASKS)
def test_every_task_is_of_things_and_places_of_its_scene(name):
    task, scene = TASKS[name], load_scene(SCENES / TASKS[name].scene).graph
    named = {*task.places, *task.places.values(), *task.first, *filter(None, [task.pressed])}
    assert named <= {n.id for n in scene}
    assert set(task.first) <= set(task.places)
    assert not task.done(scene, scene)


def test_a_task_is_done_when_everything_is_where_it_belongs():
    task = TASKS["bowl, banana, apple"]
    right = graph(dict(task.places))
    assert task.done(right, right)
    wrong = graph({**task.places, "apple_1": "table_1"})
    assert not task.done(wrong, wrong)


def test_a_button_that_belongs_to_a_task_must_have_been_pushed():
    task = TASKS["tomatoes"]
    without, pushed = graph(dict(task.places)), graph(dict(task.places), pressed=True)
    assert not task.done(without, without)
    assert task.done(pushed, pushed)


@pytest.mark.parametrize(("counts", "right"), [((8,), True), ((7,), True), ((6,), False), ((), False)])
def test_what_is_poured_is_counted_in_the_container(counts, right):
    attributes = frozenset({f"loose:nuts_cup_1:{n}" for n in counts} | {"loose:cup_2:9"})
    bowl = Node("bowl_1", "bowl", NodeKind.ASSET, attributes=attributes)
    after = graph({"nuts_cup_1": "table_1"}).changed(put=[bowl])
    assert TASKS["nuts"].done(after, after) is right


@pytest.mark.parametrize(
    ("put", "right"),
    [
        (("bowl_1", "banana_1", "apple_1"), True),
        (("banana_1", "bowl_1", "banana_1", "apple_1"), True),  # put aside first
        (("banana_1", "bowl_1", "apple_1"), False),
        (("bowl_1", "apple_1"), False),
    ],
)
def test_what_comes_first_is_put_down_first(put, right):
    assert TASKS["banana, apple, bowl"].in_order(put) is right


def test_a_task_without_an_order_is_in_order():
    assert TASKS["tomatoes"].in_order(())


def test_what_was_put_down_is_read_off_the_trace(tmp_path):
    steps = [
        ("pick_up(bowl_1, table_1)", "SUCCESS"),
        ("put_on(bowl_1, plate_1)", "SUCCESS"),
        ("put_inside(apple_1, bowl_1)", "OBJECT_LOST"),
        ("put_inside(banana_1, bowl_1)", "SUCCESS"),
    ]
    events = [{"event": "planned"}, *({"event": "step", "call": c, "cause": cause} for c, cause in steps)]
    (tmp_path / "trace.jsonl").write_text("\n".join(map(json.dumps, events)))
    assert put_down(tmp_path / "trace.jsonl") == ("bowl_1", "banana_1")


def test_the_table_counts_what_was_done_by_task():
    runs = [Run("", "tomatoes", done=True), Run("", "tomatoes", cause="UNREACHABLE", rungs={"replan": 2})]
    console = Console(width=150, record=True, markup=False)
    console.print(table(runs))
    rows = [[c.strip() for c in line.split("│")[1:-1]] for line in console.export_text().splitlines() if "│" in line]
    told = {name: values for name, *values in rows}
    assert told["tomatoes"][:5] == ["0 of 0", "2", "1", "2", "2"]
    assert told["clear by kind"][1] == "0"
