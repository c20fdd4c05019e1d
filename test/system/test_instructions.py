# SPDX-License-Identifier: Apache-2.0
"""Instructions from language to physics, in real processes."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from system import HANGS_S, outcome

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import Relation, RelationType, State
from makedo_core.record.trace import read_trace

pytestmark = [pytest.mark.system, pytest.mark.timeout(HANGS_S)]


def poses(graph):
    return {node.id: node.pose.position for node in graph if node.kind.name == "OBJECT"}


@pytest.mark.errand
def test_the_apple_is_brought_without_any_relaxation(system):
    result = system.do("Bring the apple to table_2")
    assert outcome(result).ok, outcome(result)
    assert list(result.relaxations) == []
    truth = system.truth()
    assert "apple" in {truth[i].label for i in truth.contents("table_2")}
    folder = Path(result.run_folder)
    names = {p.name for p in folder.rglob("*")}
    assert {"trace.jsonl", "plan.json", "graph_before.json", "graph_after.json", "summary.md"} <= names
    assert any(name.endswith(".png") for name in names)
    assert [e for e in read_trace(folder / "trace.jsonl") if e["event"]]
    assert json.loads((folder / "plan.json").read_text())
    assert "apple" in (folder / "summary.md").read_text()


@pytest.mark.parametrize(
    ("instruction", "cause", "word"),
    [
        ("Bring the unicorn to table_2", FailureCause.UNKNOWN_OBJECT, "unicorn"),
        ("dance for me", FailureCause.NOT_CAPABLE, "dance"),
        ("", FailureCause.INVALID_INSTRUCTION, "empty"),
        ("bring the apple " * 625, FailureCause.INVALID_INSTRUCTION, "10,000"),
        ("bring the \ufffd to table_2", FailureCause.INVALID_INSTRUCTION, "UTF-8"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason_and_nothing_moves(system, instruction, cause, word):
    before, since = system.settled(), system.motion.now_s
    result = system.do(instruction, 30)
    assert outcome(result).cause is cause
    assert word in outcome(result).message
    assert not system.motion.moving(since)
    after = poses(system.truth())
    assert [i for i, there in poses(before).items() if math.dist(there, after[i]) > 1e-3] == []


def test_a_second_instruction_is_answered_busy_and_the_first_goes_on(system):
    first, _ = system.begin("Bring the banana to table_3")
    system.wait_moving()
    second = system.do("Bring the orange to table_3", 30)
    assert outcome(second).cause is FailureCause.BUSY
    assert "banana" in outcome(second).message
    first.cancel_goal_async()
    assert outcome(system.end(first, 60)).cause is FailureCause.CANCELED


def test_a_book_goes_into_the_fridge_whose_door_is_closed_again_or_said_to_be_open(system):
    result = system.do("Put the book inside the fridge", 380)
    assert outcome(result).ok, outcome(result)
    truth = system.truth()
    assert "book" in {truth[i].label for i in truth.contents("fridge_1")}
    left_open = "fridge 1 was left open" in result.goal_text
    assert State.CLOSED in truth["fridge_1"].states or left_open


def test_a_remote_goes_into_a_drawer_that_was_opened_before_or_is_said_to_lie_upon_it(system):
    opened = system.do("Open drawer_1", 380)
    assert outcome(opened).ok, outcome(opened)
    assert State.OPEN in system.truth()["drawer_1"].states
    put = system.do("Put the remote inside drawer_1", 380)
    assert outcome(put).ok, outcome(put)
    made_do = bool(put.relaxations)  # beside fork, knife and spoon there may be no room for the fingers
    assert put.goal_text == ("remote 1 is on drawer 1" if made_do else "remote 1 is inside drawer 1")
    side = RelationType.ON if made_do else RelationType.INSIDE
    assert system.settled().placement("remote_1") == Relation("remote_1", side, "drawer_1")
