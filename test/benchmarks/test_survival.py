# SPDX-License-Identifier: Apache-2.0
"""The benchmark of survival: who is killed when, how long one was away, and what counts as survived."""

from __future__ import annotations

import json
import random
import threading
from dataclasses import asdict
from types import SimpleNamespace

import pytest
from rich.console import Console

from benchmarks import survival
from benchmarks.execution_runs import Run
from benchmarks.survival import Kill, Kills, Survival, errands, read_survivals, table
from makedo_core.failure import FailureCause


class Nodes:
    """Nodes whose killed ones come back in another process, and say a little later that they are active."""

    def __init__(self, come_back=True):
        self._processes = {"planner": 1, "sentry": 2}
        self._come_back = come_back
        self._active = set(self._processes)
        self.killed = []

    def process(self, node):
        return self._processes[node]

    def kill(self, node):
        self.killed.append(node)
        if self._come_back:
            self._processes[node] += 10
            self._active.discard(node)
            threading.Timer(0.2, self._active.add, [node]).start()

    def is_active(self, node):
        return node in self._active

    def forget(self, node):
        """What the fake says is always of now."""


@pytest.fixture
def at_once(monkeypatch):
    monkeypatch.setattr(survival, "FIRST_S", (0.0, 0.0))
    monkeypatch.setattr(survival, "NEXT_S", (0.0, 0.0))


def feedback(skill):
    return SimpleNamespace(feedback=SimpleNamespace(status=SimpleNamespace(current=SimpleNamespace(skill=skill))))


def test_the_next_is_killed_once_the_last_is_back(at_once):
    nodes = Nodes()
    with Kills(nodes, nodes, ["planner", "sentry"], random.Random(1)) as kills:
        kills.told(feedback("go_to"))
        kills._thread.join(20.0)
    assert [kill.node for kill in kills.kills] == nodes.killed == ["planner", "sentry"]
    first, second = kills.kills
    assert min(first.away_s, second.away_s) >= 0.2 and second.after_s >= first.after_s + first.away_s
    assert kills.happened


def test_one_that_does_not_come_back_was_away_for_ever(at_once, monkeypatch):
    monkeypatch.setattr(survival, "BACK_S", 0.2)
    nodes = Nodes(come_back=False)
    with Kills(nodes, nodes, ["planner"], random.Random(1)) as kills:
        kills._thread.join(20.0)
    assert [kill.away_s for kill in kills.kills] == [-1.0]


def test_nobody_is_killed_after_the_end(monkeypatch):
    monkeypatch.setattr(survival, "FIRST_S", (60.0, 60.0))
    nodes = Nodes()
    with Kills(nodes, nodes, ["planner"], random.Random(1)) as kills:
        pass
    assert not nodes.killed and not kills.happened


def errand(*nodes, **run):
    return Survival(Run("a", survival.KILLS, **run), tuple(Kill(node, "go_to", 3.0, 5.0) for node in nodes))


def test_a_false_sentence_or_a_success_that_is_none_is_no_survival():
    assert errand("planner", done=True).survived
    assert errand("planner", relaxed=True).survived
    assert not errand("planner", done=True, false=("It is on the table.",)).survived
    assert not errand("planner").survived
    assert not errand("planner", done=True, cause=FailureCause.COMPONENT_LOST.name).survived


def test_every_node_has_a_row_and_what_was_written_is_read_back(tmp_path):
    done = [
        errand("planner", "sentry", done=True, sentences=1),
        errand("planner", cause=FailureCause.COMPONENT_LOST.name),
        Survival(Run("b", "executor", cause=FailureCause.COMPONENT_LOST.name), (Kill("executor", "go_to", 2.0),), 0.15),
    ]
    file = tmp_path / "done.jsonl"
    file.write_text("".join(json.dumps(asdict(s)) + "\n" for s in done), encoding="utf-8")
    assert read_survivals(file) == done and errands(done) == 2
    console = Console(width=150, record=True)
    console.print(table(done))
    rows = [line.split("│") for line in console.export_text().splitlines() if "│" in line]
    told = {row[1].strip(): [cell.strip() for cell in row[2:-1]] for row in rows}
    assert told["planner"] == ["0 of 1", "2", "1", "0", "1", "5.0 / 5.0", "-"]
    assert told["sentry"] == ["0 of 1", "1", "1", "0", "0", "5.0 / 5.0", "-"]
    assert told["executor"] == ["0 of 0", "1", "0", "0", "1", "-", "0.1 / 0.1"]
