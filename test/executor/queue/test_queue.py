# SPDX-License-Identifier: Apache-2.0
"""One instruction at a time, in order or at its time; nothing lost over a restart, nothing begun late in silence."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from executor_node.queue.entries import EntryState
from executor_node.queue.queue import Clocks, InstructionQueue, QueueSettings
from executor_node.queue.store import LARGEST, QueueFileError, QueueStore
from makedo_core.failure import SUCCESS, FailureCause, Outcome

BERLIN = ZoneInfo("Europe/Berlin")
NOON = datetime(2026, 3, 3, 12, 0, tzinfo=BERLIN).timestamp()
FAILED = Outcome(FailureCause.GRASP_FAILED, "the apple slipped")


class Time:
    """Both clocks, moved by a test."""

    def __init__(self) -> None:
        self.wall, self.steady = NOON, 1000.0
        self.clocks = Clocks(lambda: self.wall, lambda: self.steady, BERLIN)

    def pass_by(self, seconds: float) -> None:
        self.wall, self.steady = self.wall + seconds, self.steady + seconds


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state" / "queue.json"


def queue_of(time: Time, *instructions: str, **settings) -> InstructionQueue:
    queue = InstructionQueue(QueueSettings(**settings), time.clocks)
    for instruction in instructions:
        outcome, _ = queue.add(instruction)
        assert outcome.ok, outcome
    return queue


def kept(path, time: Time, **settings) -> InstructionQueue:
    return InstructionQueue(QueueSettings(**settings), time.clocks, QueueStore(path))


def numbers(queue: InstructionQueue) -> list[int]:
    return [e.number for e in queue.entries if not e.state.is_over]


def state(queue: InstructionQueue, number: int) -> EntryState:
    return next(e.state for e in queue.entries if e.number == number)


def test_instructions_are_begun_in_their_order_one_at_a_time(time):
    queue = queue_of(time, "bring the apple", "bring the mug")
    first = queue.next()
    assert first is not None and first.instruction == "bring the apple"
    assert queue.next() is None
    queue.ended(first.number, SUCCESS)
    second = queue.next()
    assert second is not None and second.instruction == "bring the mug"
    queue.ended(second.number, SUCCESS)
    assert queue.next() is None and [e.state for e in queue.entries] == [EntryState.DONE] * 2
    assert [e.number for e in queue.entries] == [2, 1]


def test_an_instruction_is_begun_at_its_time_and_others_pass_it_meanwhile(time):
    queue = queue_of(time, "in ten minutes bring the apple", "bring the mug")
    first = queue.next()
    assert first is not None and first.instruction == "bring the mug"
    queue.ended(first.number, SUCCESS)
    assert queue.next() is None
    time.pass_by(599.0)
    assert queue.next() is None
    time.pass_by(2.0)
    then = queue.next()
    assert then is not None and then.instruction == "bring the apple" and then.message == ""


def test_what_is_due_comes_before_what_only_waits(time):
    queue = queue_of(time, "bring the mug", "at 12:01 bring the apple")
    time.pass_by(61.0)
    begun = queue.next()
    assert begun is not None and begun.instruction == "bring the apple"


def test_a_time_that_passed_is_missed_and_told_and_never_begun_late(time):
    queue = queue_of(time, "at 12:01 bring the apple", late_s=300.0)
    queue.pause("coffee")
    time.pass_by(361.0)
    assert queue.watch()
    assert state(queue, 1) is EntryState.MISSED
    assert "today at 12:01" in queue.entries[0].message and "coffee" in queue.entries[0].message
    assert queue.resume().ok and queue.next() is None
    assert queue.retime(1, "now").ok
    begun = queue.next()
    assert begun is not None and begun.number == 1


def test_what_is_begun_late_within_bounds_says_so(time):
    queue = queue_of(time, "at 12:01 bring the apple", late_s=300.0)
    time.pass_by(180.0)
    begun = queue.next()
    assert begun is not None and begun.message == "begun 120 s late"


def test_places_are_given_and_changed(time):
    queue = queue_of(time, "a", "b", "c")
    outcome, entry = queue.add("d", position=1)
    assert outcome.ok and numbers(queue) == [4, 1, 2, 3] and entry.number == 4
    assert queue.move(3, 2).ok and numbers(queue) == [4, 3, 1, 2]
    assert queue.remove(1).ok and numbers(queue) == [4, 3, 2]
    assert queue.move(3, 9).cause is FailureCause.INVALID_INSTRUCTION
    assert queue.move(7, 1).cause is FailureCause.INVALID_INSTRUCTION
    assert queue.add("e", position=9)[0].cause is FailureCause.INVALID_INSTRUCTION
    assert queue.retime(3, "in an hour").ok
    begun = queue.next()
    assert begun is not None and begun.number == 4
    assert queue.remove(4).cause is FailureCause.PRECONDITION_FAILED
    assert queue.move(4, 1).cause is FailureCause.PRECONDITION_FAILED
    assert queue.retime(4, "now").cause is FailureCause.PRECONDITION_FAILED
    assert queue.retime(3, "soon").cause is FailureCause.INVALID_INSTRUCTION
    queue.ended(4, SUCCESS)
    assert queue.move(4, 1).cause is FailureCause.PRECONDITION_FAILED
    assert queue.remove(4).ok and numbers(queue) == [3, 2] and len(queue.entries) == 2


@pytest.mark.parametrize(
    ("instruction", "when"),
    [("", ""), ("  ", "at 18:00"), ("x" * 2001, ""), ("at six bring it", ""), ("bring it", "soon"), ("a\ud800", "")],
)
def test_what_cannot_be_queued_is_refused(time, instruction, when):
    queue = queue_of(time)
    assert queue.add(instruction, when)[0].cause is FailureCause.INVALID_INSTRUCTION
    assert queue.entries == ()


def test_a_queue_that_is_full_says_so_and_what_is_over_does_not_fill_it(time):
    queue = queue_of(time, "a", "b", most=2, kept=1)
    assert queue.add("c")[0].cause is FailureCause.BUSY
    for _ in range(2):
        begun = queue.next()
        assert begun is not None
        queue.ended(begun.number, SUCCESS)
    assert len(queue.entries) == 1
    assert queue.add("c")[0].ok


@pytest.mark.parametrize(("goes_on", "paused"), [(False, True), (True, False)])
def test_a_failure_pauses_the_queue_unless_it_is_to_go_on(time, goes_on, paused):
    queue = queue_of(time, "a", "b", goes_on=goes_on)
    begun = queue.next()
    assert begun is not None
    queue.ended(begun.number, FAILED)
    assert state(queue, 1) is EntryState.FAILED and queue.entries[-1].outcome == FAILED
    assert bool(queue.paused) is paused and (queue.next() is None) is paused
    if paused:
        assert "slipped" in queue.paused


@pytest.mark.parametrize("cause", [FailureCause.STOPPED, FailureCause.CANCELED])
def test_after_a_stop_nothing_is_begun_whatever_is_set(time, cause):
    queue = queue_of(time, "a", "b", goes_on=True)
    begun = queue.next()
    assert begun is not None
    queue.ended(begun.number, Outcome(cause, "it was stopped"))
    assert queue.paused and queue.next() is None
    assert queue.resume().ok and queue.next() is not None


def test_a_stop_while_nothing_is_done_holds_what_waits(time):
    queue = queue_of(time, "at 18:00 bring the apple")
    queue.hold("the robot was stopped")
    assert queue.paused == "the robot was stopped"
    empty = queue_of(time)
    empty.hold("the robot was stopped")
    assert not empty.paused


@pytest.mark.parametrize("cause", [FailureCause.BUSY, FailureCause.NOT_ACTIVE, FailureCause.HANDED_OVER])
def test_what_was_refused_at_once_waits_on_in_front(time, cause):
    queue = queue_of(time, "a", "b")
    begun = queue.next()
    assert begun is not None
    queue.ended(begun.number, Outcome(cause, "not now"))
    assert numbers(queue) == [1, 2] and state(queue, 1) is EntryState.WAITING
    assert queue.entries[0].message == "not now" and not queue.paused


def test_pausing_and_resuming_are_answered_by_how_it_is(time):
    queue = queue_of(time, "a")
    assert queue.resume().cause is FailureCause.PRECONDITION_FAILED
    assert queue.pause("").ok and queue.paused == "paused by the operator"
    assert queue.next() is None
    assert queue.resume().ok and queue.next() is not None


def test_a_clock_that_is_set_moves_what_is_due_so_long_from_then_and_not_what_is_due_by_the_clock(time):
    queue = queue_of(time, "in ten minutes bring the apple", "at 12:30 bring the mug")
    time.wall += 3600.0
    queue.watch()
    apple, mug = (next(e for e in queue.entries if e.number == n) for n in (1, 2))
    assert apple.state is EntryState.WAITING and apple.due_s == NOON + 3600.0 + 600.0
    assert mug.state is EntryState.MISSED
    time.wall -= 3600.0
    queue.watch()
    assert next(e for e in queue.entries if e.number == 1).due_s == NOON + 600.0


def test_a_queue_is_kept_over_a_restart_and_goes_on_only_when_somebody_says_so(time, path):
    queue = kept(path, time)
    assert queue.add("at 18:00 set the table")[0].ok and queue.add("bring the apple", strategy="prune")[0].ok
    entries = queue.entries
    queue._store.close()
    again = kept(path, time)
    assert again.entries == entries and again.paused == "the stack was started again"
    assert again.next() is None and again.resume().ok
    begun = again.next()
    assert begun is not None and begun.strategy == "prune"
    again._store.close()
    third = kept(path, time, begins=True)
    assert state(third, 2) is EntryState.FAILED and "ended while" in third.entries[-1].outcome.message
    assert third.add("c")[1].number == 3


def test_a_queue_that_may_begin_by_itself_after_a_restart_does(time, path):
    queue = kept(path, time, begins=True)
    queue.add("bring the apple")
    queue._store.close()
    again = kept(path, time, begins=True)
    assert not again.paused and again.next() is not None


def test_what_was_due_while_nothing_ran_is_missed(time, path):
    queue = kept(path, time, begins=True)
    queue.add("at 12:30 set the table")
    queue._store.close()
    time.pass_by(7200.0)
    again = kept(path, time, begins=True)
    assert again.watch() and state(again, 1) is EntryState.MISSED and again.next() is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"version": 2, "next_number": 1, "entries": []}',
        '{"version": 1, "next_number": 1, "entries": [], "more": 1}',
        '{"version": 1, "next_number": 2, "entries": [{"number": 1, "instruction": "", "state": 0}]}',
        '{"version": 1, "next_number": 2, "entries": [{"number": 1, "instruction": "a", "state": 9}]}',
        '{"version": 1, "next_number": 1, "entries": [{"number": 1, "instruction": "a", "state": 0}]}',
        '{"version": 1, "next_number": 2, "entries": [{"number": 1, "instruction": "a", "state": 0, "due_s": 1e999}]}',
        "[" * 100_000,
        " " * (LARGEST + 1),
        "\xff",
    ],
)
def test_a_file_that_cannot_be_read_is_told_and_left_as_it_is(time, path, text):
    path.parent.mkdir()
    raw = text.encode("latin-1")
    path.write_bytes(raw)
    queue = kept(path, time)
    assert str(path) in queue.problem and "move it away" in queue.problem
    for refused in (queue.add("a")[0], queue.pause(""), queue.remove(1), queue.move(1, 1), queue.retime(1, "now")):
        assert refused.cause is FailureCause.PRECONDITION_FAILED and str(path) in refused.message
    queue.hold("a stop")
    assert queue.next() is None and not queue.watch()
    assert path.read_bytes() == raw


def test_two_executors_do_not_share_a_file(time, path):
    first = QueueStore(path)
    with pytest.raises(QueueFileError, match="another executor"):
        QueueStore(path)
    first.close()
    QueueStore(path).close()


def test_what_cannot_be_written_does_not_change_the_queue(time, path):
    queue = kept(path, time)
    assert queue.add("a")[0].ok
    before = path.read_text()
    new = path.with_name("queue.json.new")
    new.mkdir()  # nothing can be written where a folder is
    refused = queue.add("b")[0]
    assert refused.cause is FailureCause.INTERNAL_ERROR and str(path) in refused.message
    assert numbers(queue) == [1] and path.read_text() == before
    assert queue.next() is None and "cannot write" in queue.paused  # else a restart would begin it again
    new.rmdir()
    assert queue.resume().ok and queue.next() is not None
    assert json.loads(path.read_text())["entries"][0]["state"] == EntryState.RUNNING


def test_a_folder_that_cannot_be_made_is_told(time, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(QueueFileError, match="queue_file"):
        QueueStore(tmp_path / "file" / "queue.json")


def test_an_end_of_what_was_not_begun_changes_nothing(time):
    queue = queue_of(time, "a")
    before = queue.entries
    queue.ended(1, SUCCESS)
    queue.ended(9, SUCCESS)
    assert queue.entries == before == (replace(before[0]),)
