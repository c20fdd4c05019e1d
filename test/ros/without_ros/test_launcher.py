# SPDX-License-Identifier: Apache-2.0
"""The launcher with real processes: deaths are noticed, nothing is left behind."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import textwrap
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from makedo_ros.without_ros import launcher as launcher_module
from makedo_ros.without_ros.launch_xml import LaunchError, NodeCommand
from makedo_ros.without_ros.launcher import RESPAWNS, Launcher, _dying_with, run_by
from makedo_ros.without_ros.shared_memory import clean_shared_memory
from support.waiting import until

ROOT = Path(__file__).parents[3]


@pytest.fixture
def prefix(tmp_path):
    (tmp_path / "lib" / "p").mkdir(parents=True)
    return tmp_path


def program(prefix: Path, name: str, body: str) -> NodeCommand:
    (prefix / "lib" / "p" / name).write_text(textwrap.dedent(body))
    return NodeCommand(name, "p", name, ())


def make(prefix: Path):
    lines, deaths = [], []
    launcher = Launcher(
        {**os.environ, "AMENT_PREFIX_PATH": str(prefix)},
        lambda name, line: lines.append((name, line)),
        lambda name, code: deaths.append((name, code)),
    )
    return launcher, lines, deaths


def test_output_is_passed_on_with_the_name(prefix):
    launcher, lines, deaths = make(prefix)
    launcher.start([program(prefix, "talker", "print('hello')")])
    until(lambda: deaths)
    assert lines == [("talker", "hello")]
    assert deaths == [("talker", 0)]


@pytest.mark.parametrize(
    ("begins", "by_python"),
    [
        (b"#!/usr/bin/env python3\n", True),
        (b"print(1)\n", True),
        (b"", True),
        (b"#!/bin/sh\n", False),
        (b"\x7fELF\x02\x01", False),
    ],
)
def test_a_program_that_is_not_pythons_runs_by_itself(tmp_path, begins, by_python):
    program = tmp_path / "program"
    program.write_bytes(begins)
    assert run_by(program) == ([sys.executable] if by_python else [])


def test_a_killed_process_is_reported_with_its_signal(prefix):
    launcher, lines, deaths = make(prefix)
    launcher.start([program(prefix, "sleeper", "print('up'); import time; time.sleep(60)")])
    until(lambda: lines)
    os.kill(launcher.processes["sleeper"].pid, signal.SIGKILL)
    until(lambda: deaths)
    assert deaths == [("sleeper", -signal.SIGKILL)]


@pytest.mark.parametrize("failure", [OSError("broken pipe"), SystemExit(1)])  # rich raises the latter
def test_output_is_read_on_when_it_cannot_be_passed_on(prefix, tmp_path, caplog, failure):
    done = tmp_path / "done"
    body = f"""
        from pathlib import Path
        for _ in range(3000):
            print("x" * 100)  # more than a pipe holds
        Path({str(done)!r}).touch()
    """

    def fails(*_):
        raise failure

    launcher = Launcher({**os.environ, "AMENT_PREFIX_PATH": str(prefix)}, fails, fails)
    launcher.start([program(prefix, "chatty", body)])
    try:
        until(done.exists)
        until(lambda: launcher.running() == ())
    finally:
        launcher.stop()
    assert [r.getMessage() for r in caplog.records if "passed on" in r.getMessage()] == [
        f"the output of chatty could not be passed on: {type(failure).__name__}: {failure}"
    ]


def test_a_halted_terminal_halts_no_process(prefix, tmp_path, monkeypatch):
    """Messages in the meantime are printed afterwards, as far as they were kept, and how many were not."""
    monkeypatch.setattr(launcher_module, "MOST_KEPT", 100)
    done, go_on, lines = tmp_path / "done", threading.Event(), []

    def on_line(name, line):
        go_on.wait()
        lines.append(line)

    talker = program(
        prefix,
        "talker",
        f"""
        import pathlib, time
        for number in range(20_000):
            print("line", number)
        pathlib.Path({str(done)!r}).touch()
        time.sleep(1.0)
        print("over")
        time.sleep(60)
        """,
    )
    launcher = Launcher({**os.environ, "AMENT_PREFIX_PATH": str(prefix)}, on_line, lambda *_: None)
    launcher.start([talker])
    try:
        until(done.exists, 30.0)
        go_on.set()
        until(lambda: lines and lines[-1].endswith("over"), 30.0)
        told = list(lines)
    finally:
        go_on.set()
        launcher.stop()
    assert told[:3] == ["line 0", "line 1", "line 2"]
    left_out = sum(int(line.split()[1]) for line in told if line.startswith("... "))
    assert 0 < left_out == 20_001 - len(told)


def test_stop_ends_everything_and_reports_no_deaths(prefix):
    launcher, lines, deaths = make(prefix)
    body = "print('up'); import time\ntry: time.sleep(60)\nexcept KeyboardInterrupt: pass"
    launcher.start([program(prefix, f"s{i}", body) for i in range(3)])
    until(lambda: len(lines) == 3)
    launcher.stop()
    assert launcher.running() == ()
    assert deaths == []


def test_processes_end_quickly_even_where_interrupts_are_ignored_as_in_a_background_job(prefix):
    launcher, lines, _ = make(prefix)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        launcher.start([program(prefix, "sleeper", "print('up'); import time; time.sleep(60)")])
    finally:
        signal.signal(signal.SIGINT, before)
    until(lambda: lines)
    launcher.stop()
    assert launcher.processes["sleeper"].returncode != -signal.SIGKILL


def test_a_missing_program_starts_nothing(prefix):
    launcher, _, _ = make(prefix)
    good = program(prefix, "good", "import time; time.sleep(60)")
    with pytest.raises(LaunchError, match="'bad' of package 'p' is not installed"):
        launcher.start([good, NodeCommand("bad", "p", "bad", ())])
    assert launcher.processes == {}


def test_two_nodes_of_one_name_are_refused(prefix):
    launcher, _, _ = make(prefix)
    twin = program(prefix, "twin", "pass")
    with pytest.raises(LaunchError, match="two nodes are called 'twin'"):
        launcher.start([twin, twin])


def test_a_process_that_does_not_end_is_named_tells_what_it_is_at_and_is_killed(prefix, monkeypatch, caplog):
    monkeypatch.setattr(launcher_module, "STOP_TIMEOUT_S", 0.3)
    deaf = """
        import signal, time
        from makedo_ros.runtime.end_request import TELL
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(TELL, lambda *_: print("asleep"))
        print("up")
        while True:
            time.sleep(60)
    """
    launcher, lines, _ = make(prefix)
    launcher.start([program(prefix, "deaf", deaf)])
    until(lambda: lines)
    launcher.stop()
    assert launcher.running() == ()
    (told,) = (r.getMessage() for r in caplog.records if "did not end" in r.getMessage())
    assert told.startswith("deaf (process ")
    until(lambda: lines == [("deaf", "up"), ("deaf", "asleep")])


def test_killing_the_launcher_leaves_no_orphans(prefix, tmp_path):
    program(prefix, "child", "import os,time; open(os.environ['PIDS'],'w').write(str(os.getpid())); time.sleep(60)")
    pids = tmp_path / "pid"
    script = textwrap.dedent(
        """
        import os, time
        from makedo_ros.without_ros.launch_xml import NodeCommand
        from makedo_ros.without_ros.launcher import Launcher
        launcher = Launcher(os.environ, lambda *_: None, lambda *_: None)
        launcher.start([NodeCommand("child", "p", "child", ())])
        time.sleep(60)
        """
    )
    environment = {
        **os.environ, "AMENT_PREFIX_PATH": str(prefix), "PIDS": str(pids), "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    parent = subprocess.Popen([sys.executable, "-c", script], env=environment)
    until(lambda: pids.exists() and pids.read_text())
    parent.kill()
    parent.wait()
    child = int(pids.read_text())
    until(lambda: not _alive(child))


@pytest.mark.parametrize("alive", [True, False])
def test_a_child_whose_launcher_died_as_it_was_started_does_not_run(alive):
    parent = os.getpid() if alive else os.getpid() + 1
    done = subprocess.run(["echo", "ran"], preexec_fn=_dying_with(parent), capture_output=True, text=True, timeout=200)
    assert (done.returncode, done.stdout) == ((0, "ran\n") if alive else (1, ""))


def _alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_stale_shared_memory_goes_and_what_is_in_use_stays(tmp_path):
    for name in ("fastrtps_0123456789abcdef", "fastrtps_aaaaaaaaaaaaaaaa", "fastrtps_port7410", "other"):
        (tmp_path / name).touch()
    for name in ("fastrtps_0123456789abcdef_el", "fastrtps_aaaaaaaaaaaaaaaa_el", "fastrtps_port7410_el"):
        (tmp_path / name).touch()
    holder = subprocess.Popen(
        ["flock", str(tmp_path / "fastrtps_aaaaaaaaaaaaaaaa_el"), "sleep", "30"], start_new_session=True
    )
    try:
        probe = ["flock", "-n", str(tmp_path / "fastrtps_aaaaaaaaaaaaaaaa_el"), "true"]
        until(lambda: subprocess.run(probe, check=False).returncode != 0)
        assert clean_shared_memory(tmp_path) == 2
    finally:
        os.killpg(holder.pid, signal.SIGKILL)
        holder.wait()
    left = {p.name for p in tmp_path.iterdir()}
    assert left == {"fastrtps_aaaaaaaaaaaaaaaa", "fastrtps_aaaaaaaaaaaaaaaa_el", "other"}


def test_shared_memory_of_another_user_stays_and_is_not_counted(tmp_path, monkeypatch):
    for name in ("fastrtps_0123456789abcdef", "fastrtps_aaaaaaaaaaaaaaaa"):
        (tmp_path / name).touch()
        (tmp_path / f"{name}_el").touch()
    unlink = Path.unlink

    def in_a_sticky_folder(path, missing_ok=False):
        if "0123456789abcdef" in path.name:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), str(path))
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", in_a_sticky_folder)  # a test that root runs may remove everything
    assert clean_shared_memory(tmp_path) == 1
    left = {p.name for p in tmp_path.iterdir()}
    assert left == {"fastrtps_0123456789abcdef", "fastrtps_0123456789abcdef_el"}


def test_a_machine_without_shared_memory_is_fine(tmp_path):
    assert clean_shared_memory(tmp_path / "none") == 0


def test_what_is_to_be_started_again_is_and_not_without_end(prefix):
    launcher, lines, deaths = make(prefix)
    launcher.start([replace(program(prefix, "short", "print('up')"), respawn_s=0.0)])
    until(lambda: deaths)
    assert [line for _, line in lines].count("up") == 1 + RESPAWNS
    assert lines.count(("short", "ended with exit code 0; it is started again")) == RESPAWNS
    assert deaths == [("short", 0)]


def test_nothing_is_started_again_while_all_is_ended(prefix):
    launcher, lines, deaths = make(prefix)
    launcher.start([replace(program(prefix, "short", "print('up')"), respawn_s=30.0)])
    until(lambda: len(lines) == 2)
    launcher.stop()
    assert launcher.running() == () and deaths == []
