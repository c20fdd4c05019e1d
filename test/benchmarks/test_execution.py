# SPDX-License-Identifier: Apache-2.0
"""The benchmark of execution: what it asks for can be done, and the physics alone says whether it was."""

from __future__ import annotations

import itertools
import json
import os
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.console import Console

from benchmarks.execution import FAULTS, keep_truth, left_to_do, stages
from benchmarks.execution_disk import not_kept, small_disk
from benchmarks.execution_errands import PRESSED, STAGES, instructions
from benchmarks.execution_faults import AT, Fault
from benchmarks.execution_runs import (
    Contact,
    Run,
    append_run,
    fault_table,
    judge_things,
    read_runs,
    read_trace,
    skill_table,
)
from executor_node.record.recorder import RunRecorder
from makedo_core.failure import FailureCause, MakedoError, Outcome
from makedo_core.files.scene_json import graph_from_json
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, State
from makedo_core.skills import SKILLS

ROOT = Path(__file__).resolve().parents[2]
FAILED = FailureCause.GRASP_FAILED.name


def home():
    """The home with an apple and a sofa cushion on table_1, and a can in the fridge."""
    graph = graph_from_json((ROOT / "scenes/home/graph.json").read_text(encoding="utf-8"))
    graph = graph.changed(remove=[n.id for n in graph.of_kind(NodeKind.OBJECT)])
    sizes = {"apple": (0.07, 0.07, 0.07), "cushion": (0.4, 0.4, 0.1), "can": (0.06, 0.06, 0.12)}
    put = [Node(f"{label}_1", label, NodeKind.OBJECT, Pose((0, 0, 0.7)), size) for label, size in sizes.items()]
    on = [Relation(f"{label}_1", RelationType.ON, "table_1") for label in ("apple", "cushion")]
    return graph.changed(put=put, add=[*on, Relation("can_1", RelationType.INSIDE, "fridge_1")])


def drawn(graph, count=60, fault="none"):
    return list(itertools.islice(instructions(graph, random.Random(1), fault), count))


def test_only_what_stands_about_and_fits_the_hand_is_asked_for_and_not_where_it_is():
    said = Counter(i.text.rsplit(" ", 1)[0] for i in drawn(home()))
    assert set(said) == {"Bring the apple to", "Turn on the", "Open the"}
    assert not any(i.text.endswith("table_1") for i in drawn(home()))


def test_nothing_is_to_be_brought_where_another_of_its_kind_is_already():
    graph = home()
    other = replace(graph["apple_1"], id="apple_2")
    graph = graph.changed(put=[other], add=[Relation("apple_2", RelationType.ON, "counter_1")])
    asked = {i.text for i in drawn(graph) if "apple" in i.text}
    assert asked == {"Bring the apple to table_2", "Bring the apple to table_3"}


def test_the_same_is_asked_for_in_many_words_and_each_names_thing_and_place():
    asked = [i for i in drawn(home(), 300) if i.text.startswith("Bring")]
    assert len({i.words.split(" the ")[0] for i in asked}) >= 6
    for instruction in asked:
        place = instruction.text.rpartition(" ")[2]
        assert "apple" in instruction.words and any(p in instruction.words for p in (place, place.replace("_", " ")))
    doors = {i.words for i in drawn(home(), 300) if i.text == "Open the fridge"}
    assert doors == {"Open the fridge", "Could you open the fridge, please?", "I need the fridge open"}


def test_a_door_that_is_open_is_to_be_closed_and_a_lamp_that_is_on_turned_off():
    before = home()
    after = before.changed(put=[before["lamp_1"].with_state(State.ON), before["fridge_1"].with_state(State.AJAR)])
    assert {"Turn off the lamp", "Close the fridge"} <= {i.text for i in drawn(after)}


@pytest.mark.parametrize("fault", AT)
def test_an_instruction_has_the_skill_at_which_something_goes_wrong(fault):
    has = {"Bring": {"go_to", "pick_up"}, "Turn": {"go_to"}, "Open": {"go_to", "open"}}
    for instruction in drawn(home(), fault=fault):
        assert has[instruction.text.split()[0]] & set(AT[fault])


def test_an_object_that_is_moved_on_the_way_is_the_only_one_of_its_kind_and_goes_elsewhere():
    other = Node("apple_2", "apple", NodeKind.OBJECT, Pose((0, 0, 0.7)), (0.07, 0.07, 0.07))
    pear = replace(other, id="pear_1", label="pear")
    graph = home().changed(
        put=[other, pear], add=[Relation(i, RelationType.ON, "table_3") for i in ("apple_2", "pear_1")]
    )
    for instruction in drawn(graph, fault="move_object"):
        assert instruction.target == "pear_1"
        assert instruction.place not in (instruction.text.split()[-1], "table_3", "")


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


def test_the_faults_begin_with_skills_of_the_catalogue():
    assert set(itertools.chain(*AT.values())) <= set(SKILLS)


class System:
    """A simulation that is asked for faults and notes them."""

    def __init__(self):
        self.asked, self.deaths, self.killed = [], [], []

    def kill(self, name):
        self.killed.append(name)


def feedback(skill):
    return SimpleNamespace(feedback=SimpleNamespace(status=SimpleNamespace(current=SimpleNamespace(skill=skill))))


def happening(name, skills, monkeypatch):
    """What is asked of the simulation when the robot reports these skills, and the fault."""
    system = System()

    def inject(self, *what, **options):
        system.asked.append((*what, *options.values()))
        return Outcome()

    monkeypatch.setattr(Fault, "_inject", inject)
    with Fault(system, name, random.Random(3), "apple_1", "table_3") as fault:
        fault._after_s = 0.0
        for skill in skills:
            fault.told(feedback(skill))
        if fault._due.is_set():
            fault._thread.join(5.0)
    return system, fault


@pytest.mark.parametrize(
    ("name", "asked"),
    [("move_object", ("move_object", "apple_1", "table_3", 0.0)), ("slip", ("slip", "", "", 0.0)),
     ("camera_off", ("camera_off", "", "", 5.0)), ("block", ("block", "", "", 0.0))],
)  # fmt: skip
def test_something_goes_wrong_when_its_skill_begins(monkeypatch, name, asked):
    system, fault = happening(name, ["", "go_to", "pick_up"], monkeypatch)
    assert system.asked == [asked] and fault.happened


def test_nothing_goes_wrong_when_its_skill_never_begins(monkeypatch):
    system, fault = happening("stuck", ["", "go_to"], monkeypatch)
    assert not system.asked and not fault.happened


def test_a_door_that_is_stuck_for_good_is_freed_afterwards(monkeypatch):
    monkeypatch.setattr("benchmarks.execution_faults.STUCK_S", (0.0,))
    system, _ = happening("stuck", ["go_to", "open"], monkeypatch)
    assert system.asked == [("stuck", "apple_1", "", 0.0), ("stuck", "apple_1", 0.01)]


def test_the_planner_is_killed_and_nothing_happens_where_nothing_shall(monkeypatch):
    assert happening("planner", ["go_to"], monkeypatch)[0].killed == ["planner"]
    system, fault = happening("none", ["go_to"], monkeypatch)
    assert not (system.killed or system.asked or fault.happened)


class Disk:
    """A disk that notes what is done to it."""

    def __init__(self):
        self.done = []

    def fill(self):
        self.done.append("fill")
        return True

    def empty(self):
        self.done.append("empty")


@pytest.mark.parametrize("full_s", [0.0, 0.05])
def test_the_disk_is_full_until_the_end_or_for_a_while_and_never_afterwards(monkeypatch, full_s):
    monkeypatch.setattr("benchmarks.execution_faults.FULL_S", (full_s,))
    monkeypatch.setattr("benchmarks.execution_faults.POLL_S", 0.02)
    disk = Disk()
    with Fault(System(), "disk_full", random.Random(3), "apple_1", "table_3", disk) as fault:
        fault._after_s = 0.0
        fault.told(feedback("go_to"))
        fault._thread.join(10.0 if full_s else 0.2)
        assert fault.happened and ("empty" in disk.done) is bool(full_s)
    assert disk.done[-1] == "empty" and set(disk.done[:-1]) == {"fill"}


@pytest.fixture
def disk():
    try:
        with small_disk(4) as made:
            yield made
    except MakedoError as error:
        pytest.skip(str(error))


def test_a_full_disk_takes_not_one_byte_more_and_has_room_again_afterwards(disk):
    (disk.folder / "some").write_bytes(b"x" * 5000)
    assert disk.fill()
    with pytest.raises(OSError, match="No space left"):
        (disk.folder / "more").write_bytes(b"x" * 5000)
    disk.empty()
    (disk.folder / "more").write_bytes(b"x" * 5000)


def test_what_is_written_besides_goes_to_the_small_disk_and_only_meanwhile(disk, monkeypatch):
    monkeypatch.setenv("TMPDIR", "/before")
    monkeypatch.delenv("ROS_LOG_DIR", raising=False)
    with disk.environment():
        assert {os.environ[name] for name in ("TMPDIR", "ROS_LOG_DIR")} == {f"{disk.folder}/tmp", f"{disk.folder}/log"}
    assert os.environ["TMPDIR"] == "/before" and "ROS_LOG_DIR" not in os.environ


@pytest.mark.parametrize("said", ["", "the record of this run is incomplete: a.png: No space left on device"])
def test_a_record_that_lacks_something_must_be_said_to_and_the_graph_must_come_to_be_kept(disk, monkeypatch, said):
    monkeypatch.setattr("benchmarks.execution_disk.KEPT_S", 0.0)
    recorder = RunRecorder(disk.folder / "runs", "bring it", lambda: 1.0)
    recorder.note("whole")
    recorder.recording.settle()
    assert disk.fill()
    recorder.note("lost", text="x" * 9000)
    recorder.recording.settle()
    disk.empty()
    recorder.close(Outcome(), "", (), ())
    wrong = not_kept(disk, recorder.folder, 3, said)
    assert [("scene graph" in w, "record" in w) for w in wrong] == [(True, False), *([] if said else [(False, True)])]


def test_recoveries_and_times_are_read_from_a_trace(tmp_path):
    steps = [("go_to(t)", 12.0, ""), ("pick_up(a, t)", 20.0, "retry"), ("pick_up(a, t)", 31.0, "replan")]
    events = [{"event": "planned", "time_s": 5.0, "wall_s": 0.4}, {"event": "grip"}]
    events += [{"event": "step", "call": c, "time_s": t, "then": then} for c, t, then in steps]
    (tmp_path / "trace.jsonl").write_text("\n".join([*map(json.dumps, events), '{"event": "st']))
    run = Run("a", "none")
    read_trace(run, tmp_path / "trace.jsonl")
    assert run.rungs == {"retry": 1, "replan": 1} and run.planning_s == 0.4
    assert run.skills_s == {"go_to": [7.0], "pick_up": [8.0, 11.0]}


def test_what_fell_and_what_was_knocked_over_is_told_apart_from_what_was_asked_for():
    before = home()
    lying = before.changed(
        put=[replace(before[i], size=(0.1, 0.1, 0.03)) for i in ("apple_1", "can_1")],
        drop=[Relation("cushion_1", RelationType.ON, "table_1")],
    )
    run = Run("Bring the apple to table_2", "none")
    judge_things(run, before, lying, "apple")
    assert (run.fallen, run.knocked) == (("cushion_1",), ("can_1",))


def test_where_things_truly_were_is_kept_beside_what_the_robot_knew(tmp_path):
    before = home()
    after = before.changed(drop=[Relation("cushion_1", RelationType.ON, "table_1")])
    keep_truth(tmp_path, before, after)
    kept = [graph_from_json((tmp_path / f"truth_{when}.json").read_text()) for when in ("before", "after")]
    assert [graph.placement("cushion_1") is None for graph in kept] == [False, True]
    assert {node.id for node in kept[0]} == {node.id for node in before}


def test_what_is_in_the_file_is_read_and_not_done_again(tmp_path):
    path = tmp_path / "runs.jsonl"
    assert read_runs(path) == []
    run = Run("a", "slip", 1, contacts=(Contact("arm_5_link", "table_1", 31.0),), rungs={"retry": 2})
    append_run(path, run)
    append_run(path, Run("b", "none", 0))
    first, second = read_runs(path)
    assert (first.contacts, first.rungs, second.text) == (run.contacts, run.rungs, "b")
    assert left_to_do(["none", "slip"], 2, [first, second]) == [(0, "slip"), (1, "none")]


def cells(table):
    console = Console(width=250, record=True)
    console.print(table)
    lines = console.export_text().splitlines()
    return [[c.strip() for c in line.replace("┃", "│").split("│")[1:-1]] for line in lines if line[:1] in "┃│"]


def test_the_truth_of_what_was_said_is_counted_apart_from_success():
    runs = [
        Run("a", "none", done=True, wall_s=30.0),
        Run("b", "none", cause=FAILED, wall_s=50.0),
        Run("c", "none", relaxed=True),
        Run("d", "none"),  # says done, was not
        Run("e", "none", cause=FAILED, done=True),  # says not done, was
    ]
    assert [r.true for r in runs] == [True, True, True, False, False]
    heads, *rows = cells(fault_table([*runs, Run("f", "wrong_success", happened=True)]))
    first = dict(zip(heads, rows[0], strict=True))
    assert (first["runs"], first["done"], first["or made do"], first["said the truth"]) == ("5", "2", "3", "3")
    assert first["wall s"] == "0.0 / 50.0" and first["plan, wall s"] == "-"
    assert rows[1][:4] == ["wrong success", "0 of 0", "1", "1"]


def test_false_sentences_are_the_first_number_and_make_what_was_said_untrue():
    after = home()
    truth, lie = Run("a", "none", done=True), Run("b", "none", done=True)
    truth.reported("apple 1 is on table 1; fridge 1 was left open", after.changed(put=[_open(after)]))
    lie.reported("apple 1 is on table 1; apple 1 is on table 2", after)
    assert (truth.sentences, truth.false, truth.true) == (2, (), True)
    assert (lie.sentences, lie.false, lie.true) == (2, ("apple 1 is on table 2",), False)
    heads, row = cells(fault_table([truth, lie]))[:2]
    assert (heads[1], row[1]) == ("false sentences", "1 of 4")


def test_what_is_said_of_a_failure_is_judged_too_and_not_what_was_to_be_done():
    after = home()
    failed = Run("c", "none", cause=FAILED, said="it was cancelled; fridge 1 was left open")
    failed.reported("apple 1 is on table 2", after)
    assert (failed.sentences, failed.false, failed.true) == (2, ("fridge 1 was left open",), False)
    failed.reported("apple 1 is on table 2", after.changed(put=[_open(after)]))
    assert (failed.false, failed.true) == ((), True)


def _open(graph):
    return graph["fridge_1"].with_state(State.OPEN)


@pytest.mark.parametrize("fault", ["lookalike", "colour"])
def test_what_looks_wrong_is_asked_for_by_its_colour_and_judged_by_it(fault):
    graph = home().changed(put=[replace(home()["apple_1"], attributes=frozenset({"green"}))])
    instruction = drawn(graph, 1, fault)[0]
    target = instruction.text.rsplit(" ", 1)[1]
    assert instruction.text == f"Bring the green apple to {target}"
    apple = graph.with_placement(Relation("apple_1", RelationType.ON, target))
    assert instruction.done(graph, apple)
    red = apple.changed(put=[replace(apple["apple_1"], attributes=frozenset({"red"}))])
    assert not instruction.done(graph, red)


def test_the_time_of_each_skill_is_told():
    runs = [Run("a", "none", skills_s={"go_to": [4.0, 6.0]}), Run("b", "none", skills_s={"go_to": [11.0]})]
    assert cells(skill_table(runs))[1:] == [["go to", "3", "6.0 / 11.0"]]


def test_every_fault_of_the_simulation_can_be_asked_for():
    from simulation_node.world.faults import FaultKind

    without_watch = {"visitor"}  # nobody looks for persons there: they would only be run into
    assert {str(kind) for kind in FaultKind} - without_watch <= set(FAULTS)


def standing(scene):
    """A scene as its description believes it, with things that fit the hand."""
    graph = graph_from_json((ROOT / "scenes" / scene / "graph.json").read_text(encoding="utf-8"))
    return graph.changed(put=[replace(n, size=(0.06, 0.06, 0.1)) for n in graph.of_kind(NodeKind.OBJECT)])


@pytest.mark.parametrize("stage", STAGES, ids=str)
def test_every_scene_has_errands_with_a_robot_that_belongs_there(stage):
    graph = standing(stage.scene)
    asked = list(itertools.islice(instructions(graph, random.Random(1), drives=stage.drives), 60))
    assert len(asked) == 60 and all(i.target in graph for i in asked)
    assert not any(i.done(graph, graph) for i in asked)


def test_the_pairs_of_scenes_and_robots_are_at_least_four_scenes_and_two_robots():
    assert len({s.scene for s in STAGES}) >= 4 and {s.robot for s in STAGES} == {"tiago_sim", "panda"}
    assert [s.robot for s in stages(["tabletop", "home"], ["panda"])] == ["panda"]
    with pytest.raises(SystemExit, match="none of these robots"):
        stages(["home"], ["panda"])


def test_the_physics_judges_what_is_put_into_pressed_handed_over_and_poured():
    def one(scene, begins):
        graph = standing(scene)
        asked = itertools.islice(instructions(graph, random.Random(2), drives=scene == "workshop"), 100)
        return graph, next(i for i in asked if i.text.startswith(begins))

    graph, put = one("tabletop_crate", "Put the rotten tomato into")
    where = put.text.rsplit(" ", 1)[1]
    assert put.done(graph, graph.with_placement(Relation("rotten_tomato_1", RelationType.INSIDE, where)))
    graph, press = one("workshop", "Press")
    pressed = replace(graph["button_1"], attributes=frozenset({PRESSED}))
    assert press.done(graph, graph.changed(put=[pressed]))
    again = itertools.islice(instructions(graph.changed(put=[pressed]), random.Random(2)), 60)
    assert "Press the button" not in {i.text for i in again}
    graph, hand = one("workshop", "Hand me the")
    assert hand.done(graph, graph.with_placement(Relation(hand.target, RelationType.ON, "person_1")))
    graph, pour = one("tabletop_pouring", "Pour")
    for balls, done in ((8, True), (6, False)):
        bowl = replace(graph["bowl_1"], attributes=frozenset({f"loose:nuts_cup_1:{balls}"}))
        assert pour.done(graph, graph.changed(put=[bowl])) is done


@pytest.mark.parametrize(("scene", "fault"), [("workshop", "stuck"), ("tabletop_dishes", "move_object")])
def test_where_nothing_can_go_wrong_like_that_nothing_is_asked_for(scene, fault):
    assert next(instructions(standing(scene), random.Random(1), fault), None) is None


def test_rows_name_scene_and_robot_where_there_are_several():
    rows = cells(fault_table([Run("a", "slip"), Run("b", "slip", scene="tabletop", robot="panda")]))[1:]
    assert [row[0] for row in rows] == ["home tiago sim: slip", "tabletop panda: slip"]
