# SPDX-License-Identifier: Apache-2.0
"""The page's queue, and handing the robot over: asked for by who has control, shown as the executor tells it."""

from __future__ import annotations

import pytest

from makedo.msg import InstructionQueue, QueueEntry
from makedo_core.failure import FailureCause, Outcome
from operator_node.ros.day_feed import queue_shown


def test_the_robot_is_handed_over_and_taken_back_by_who_has_control(served):
    anna, ben = served.open("Anna"), served.open("Ben")
    given = anna.ask("hand_over", reason="it is stuck")
    assert given["ok"] and "0.14 s" in given["said"]
    assert not ben.ask("take_back")["ok"]
    back = anna.ask("take_back")
    assert back["ok"] and "goes on" in back["said"]
    assert served.day.asked == [("hand over", "Anna", "it is stuck"), ("take back",)]


def test_the_queue_is_filled_and_changed(served):
    page = served.open("Anna")
    added = page.ask("queue_add", instruction="set the table", when="at 18:00")
    assert added["ok"] and added["said"] == "Queued, today at 18:00."
    assert page.ask("queue_add", instruction="bring it")["said"] == "Queued, as soon as it is its turn."
    assert page.ask("queue_change", change="move", number=2, place=1)["ok"]
    assert page.ask("queue_change", change="retime", number=2, when="now")["ok"]
    assert served.day.asked[2:] == [
        ("MOVE", 2, 1, "", "by Anna on the page"),
        ("RETIME", 2, 0, "now", "by Anna on the page"),
    ]


def test_what_the_executor_refuses_is_told(served):
    served.day.outcome = Outcome(FailureCause.HANDED_OVER, "the robot is handed over to Ben; take it back first")
    page = served.open("Anna")
    for what, fields in (
        ("hand_over", {}),
        ("take_back", {}),
        ("queue_add", {"instruction": "bring it"}),
        ("queue_change", {"change": "pause"}),
    ):
        reply = page.ask(what, **fields)
        assert not reply["ok"] and "Ben" in reply["said"]


@pytest.mark.parametrize(
    "fields",
    [
        {"change": "explode"},
        {"change": "move", "number": -1},
        {"change": "move", "number": 2**32},
        {"change": "retime", "when": "x" * 201},
        {"change": "pause", "more": 1},
    ],
)
def test_a_change_that_cannot_be_meant_is_not_passed_on(served, fields):
    assert not served.open("Anna").ask("queue_change", **fields)["ok"]
    assert served.day.asked == []


def test_the_queue_is_shown_as_the_executor_tells_it():
    failed = QueueEntry(id=1, state=QueueEntry.FAILED, instruction="bring it")
    failed.outcome.message = "it slipped"
    waits = QueueEntry(id=2, instruction="set the table", when="today at 18:00")
    shown = queue_shown(InstructionQueue(entries=[waits, failed], paused=True, reason="lunch", time_zone="UTC"))
    assert (shown["paused"], shown["reason"], shown["zone"]) == (True, "lunch", "UTC")
    assert [(e["number"], e["state"], e["when"], e["said"]) for e in shown["entries"]] == [
        (2, "waits", "today at 18:00", ""),
        (1, "failed", "", "it slipped"),
    ]
