# SPDX-License-Identifier: Apache-2.0
"""Nobody waits for the disk of a run folder, and what it does not take is told."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from makedo_core.record.trace import read_trace
from makedo_core.replay import writer as writing
from makedo_core.replay.folder import in_progress, write_whole
from makedo_core.replay.reading import read_past_run
from makedo_core.replay.timeline import RunState
from makedo_core.replay.writer import RunWriter
from support.past_runs import home, recording
from support.waiting import until

ROOT = Path(__file__).resolve().parents[3]


def test_what_is_handed_over_is_on_the_disk_in_its_order(tmp_path):
    writer = RunWriter(tmp_path, lambda _: None)
    for number in range(100):
        writer.append("trace.jsonl", str(number))
    writer.write("plan.json", b"first")
    writer.write("plan.json", b"second")
    writer.close()
    assert (tmp_path / "trace.jsonl").read_text().split() == [str(n) for n in range(100)]
    assert (tmp_path / "plan.json").read_bytes() == b"second" and writer.problem == ""
    assert sorted(p.name for p in tmp_path.iterdir()) == ["plan.json", "trace.jsonl"]


def test_a_slow_disk_keeps_nobody_waiting_and_is_told(tmp_path, monkeypatch):
    now, heard, gate = [0.0], [], threading.Event()
    monkeypatch.setattr(writing, "write_whole", lambda *_: gate.wait())
    writer = RunWriter(tmp_path, heard.append, clock=lambda: now[0])
    writer.write("plan.json", b"x")
    writer.append("trace.jsonl", "behind it")
    assert not heard
    now[0] = 5.0
    writer.check()
    writer.check()
    assert heard == [f"the disk of the run folder {tmp_path} is slow: it has not written for 5 s"]
    gate.set()
    writer.close()
    assert writer.problem == "" and (tmp_path / "trace.jsonl").read_text() == "behind it\n"


def test_what_a_disk_does_not_take_in_time_is_missing_and_told(tmp_path, monkeypatch):
    heard, gate = [], threading.Event()
    monkeypatch.setattr(writing, "write_whole", lambda *_: gate.wait())
    monkeypatch.setattr(writing, "PENDING_BYTES", 10)
    writer = RunWriter(tmp_path, heard.append)
    writer.write("plan.json", b"12345678")
    writer.append("trace.jsonl", "too much")
    assert writer.problem == "the disk is so slow that entries are left out"
    writer.close(timeout_s=0.0)
    assert len(heard) == 1 and "the record of this run is incomplete: the disk is so slow" in heard[0]
    gate.set()


def test_beyond_its_bound_a_run_gets_only_what_is_essential(tmp_path):
    heard = []
    writer = RunWriter(tmp_path, heard.append, limit_bytes=100)
    writer.write("start_head.png", b"x" * 90)
    writer.write("end_head.png", b"x" * 90)
    writer.append("trace.jsonl", "y" * 50, essential=True)
    writer.close()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["start_head.png", "trace.jsonl"]
    assert "it has reached its bound" in heard[0] and writer.problem


def test_half_a_line_is_not_joined_to_the_next(tmp_path, monkeypatch):
    writer = RunWriter(tmp_path, lambda _: None)
    writer.append("trace.jsonl", '{"event": "one"}')
    assert writer.flush()

    class Filling:
        """A disk that is full after ten bytes."""

        def __init__(self, file):
            self.file, self.room = file, 10

        def write(self, content):
            if not self.room:
                raise OSError(28, "No space left on device")
            self.room = 0
            return self.file.write(content[:10])

        def close(self):
            self.file.close()

    file, writer._files["trace.jsonl"] = writer._files["trace.jsonl"], Filling(writer._files["trace.jsonl"])
    writer.append("trace.jsonl", '{"event": "two"}')
    assert writer.flush() and "No space left on device" in writer.problem
    writer._files["trace.jsonl"] = file
    writer.append("trace.jsonl", '{"event": "three"}')
    writer.close()
    assert (tmp_path / "trace.jsonl").read_text().splitlines() == [
        '{"event": "one"}',
        '{"event": ',
        '{"event": "three"}',
    ]


def test_a_file_is_whole_or_not_there(tmp_path, monkeypatch):
    (tmp_path / "plan.json").write_text("before")
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        with pytest.raises(OSError, match="No space"):
            write_whole(tmp_path / "plan.json", b"after")
    assert [p.name for p in tmp_path.iterdir()] == ["plan.json"] and (tmp_path / "plan.json").read_text() == "before"


def test_a_folder_that_became_read_only_is_told_at_once_and_the_run_is_not_sealed(tmp_path, monkeypatch):
    heard = []
    made = recording(tmp_path, tell=heard.append)
    made.settle()
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(30, "Read-only file system")))
    made.picture("start_head", b"png")
    assert "start_head.png: Read-only file system" in made.settle() and len(heard) == 1
    from makedo_core.failure import SUCCESS

    made.close("instruction", "x", SUCCESS)
    assert not (made.folder / "run.json").exists()
    told = "trace.jsonl: the record was incomplete when it was closed: start_head.png: Read-only file system"
    assert told in read_past_run(made.folder).damage


_KILLED = """
import sys, time
from pathlib import Path
from support.past_runs import home, recording
made = recording(Path(sys.argv[1]))
number = 0
while True:
    number += 1
    made.note("progress", state="EXECUTING", message=f"{number}" * 50)
    made.knows(home(float(number), number, f"table_{number % 2 + 1}"))
    if number == 200:
        made.settle()
        print(made.folder, flush=True)
"""


def test_a_run_whose_process_is_killed_can_be_read(tmp_path):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "test")])}
    command = [sys.executable, "-c", _KILLED, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        folder = Path(process.stdout.readline().strip())
        assert in_progress(folder) and read_past_run(folder).state is RunState.IN_PROGRESS
        process.send_signal(signal.SIGKILL)
    until(lambda: not in_progress(folder))
    run = read_past_run(folder)
    assert run.state is RunState.UNSEALED and run.outcome is None
    assert [e.text("message")[:1] for e in run.events[1:4]] == ["1", "2", "3"] and len(run.events) > 200
    assert run.graphs[199].graph == home(200.0, 200, "table_1")
    assert all("is cut short" in told or "how the run ended" in told for told in run.damage)
    assert len(read_trace(folder / "trace.jsonl")) == len(run.events)
