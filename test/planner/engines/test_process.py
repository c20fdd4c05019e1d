# SPDX-License-Identifier: Apache-2.0
"""Separate programs: every way in which they end, and limits that hold."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from pathlib import Path

import pytest

from planner_node.engines.external.process import MEBIBYTE, Bounds, Ending, MemoryKind, run
from support.waiting import until

PYTHON = (sys.executable, "-S", "-c")

LONG_S = 200.0  # for what ends long before, on any machine


def in_s(seconds: float, **more: object) -> Bounds:
    return Bounds(deadline_s=time.monotonic() + seconds, **more)  # type: ignore[arg-type]


def never() -> bool:
    return False


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_program_that_finishes_tells_its_code_and_its_words(tmp_path):
    done = run(
        [*PYTHON, "import sys; print('out'); print('err', file=sys.stderr); sys.exit(7)"], tmp_path, in_s(LONG_S)
    )
    assert (done.ending, done.exit_code) == (Ending.EXITED, 7)
    assert sorted(done.output.split()) == ["err", "out"]
    assert done.last_lines(1) in ("out", "err")


def test_a_program_works_in_its_folder_with_its_input_and_its_environment(tmp_path):
    (tmp_path / "in").write_text("hello")
    code = "import os, sys; open('out', 'w').write(sys.stdin.read() + os.environ['MORE'])"
    done = run([*PYTHON, code], tmp_path, in_s(LONG_S), stdin=tmp_path / "in", environment={"MORE": " there"})
    assert done.exit_code == 0
    assert (tmp_path / "out").read_text() == "hello there"


def test_without_input_a_program_reads_nothing(tmp_path):
    assert run([*PYTHON, "import sys; print(repr(sys.stdin.read()))"], tmp_path, in_s(LONG_S)).output == "''\n"


def test_arguments_are_not_interpreted_by_a_shell(tmp_path):
    words = "$HOME `id`; exit 3 'x' \"y\""
    assert run([*PYTHON, "import sys; print(sys.argv[1])", words], tmp_path, in_s(LONG_S)).output == f"{words}\n"


def test_a_program_that_sleeps_is_ended_at_its_deadline(tmp_path):
    done = run([*PYTHON, "import time; time.sleep(600)"], tmp_path, in_s(0.3))
    assert done.ending is Ending.TIMEOUT
    assert done.exit_code == -9
    assert 0.2 <= done.wall_s  # the deadline was set a moment before


def test_a_program_that_closes_its_output_and_sleeps_is_ended_too(tmp_path):
    code = "import os, time; os.close(1); os.close(2); time.sleep(600)"
    assert run([*PYTHON, code], tmp_path, in_s(1.0)).ending is Ending.TIMEOUT


def test_a_program_that_refuses_to_terminate_is_ended_too(tmp_path):
    code = "import signal, time; [signal.signal(s, signal.SIG_IGN) for s in (2, 15)]; time.sleep(600)"
    assert run([*PYTHON, code], tmp_path, in_s(1.0)).ending is Ending.TIMEOUT


def test_a_deadline_that_has_passed_leaves_no_time(tmp_path):
    assert run([*PYTHON, "pass"], tmp_path, in_s(-1.0)).ending is Ending.TIMEOUT


def test_a_cancelled_program_ends(tmp_path):
    asked = threading.Event()
    timer = threading.Timer(0.2, asked.set)
    timer.start()
    done = run([*PYTHON, "import time; time.sleep(600)"], tmp_path, in_s(LONG_S, cancelled=asked.is_set))
    timer.join()
    assert done.ending is Ending.CANCELED


@pytest.mark.parametrize("kind", MemoryKind)
def test_memory_beyond_the_limit_is_not_given(tmp_path, kind):
    code = "b = bytearray(64 * 2**20); print('small', flush=True); c = bytearray(600 * 2**20); print('large')"
    done = run([*PYTHON, code], tmp_path, in_s(LONG_S, memory_bytes=300 * MEBIBYTE, memory_kind=kind))
    assert done.ending is Ending.EXITED
    assert done.exit_code != 0
    assert "small" in done.output
    assert "MemoryError" in done.output
    assert "large" not in done.output


def test_a_program_that_fits_into_its_memory_runs(tmp_path):
    assert run([*PYTHON, "bytearray(64 * 2**20)"], tmp_path, in_s(LONG_S, memory_bytes=300 * MEBIBYTE)).exit_code == 0


def test_files_beyond_the_limit_are_not_written(tmp_path):
    code = "open('big', 'wb').write(bytes(4 * 2**20))"
    done = run([*PYTHON, code], tmp_path, in_s(LONG_S, file_bytes=MEBIBYTE))
    assert done.exit_code != 0
    assert (tmp_path / "big").stat().st_size <= MEBIBYTE


@pytest.mark.parametrize("stays", [True, False])
def test_a_child_of_the_program_dies_with_it(tmp_path, stays):
    """Whether the program is ended, or leaves its child behind."""
    code = f"""
import os, time
if os.fork() == 0:
    open("child.new", "w").write(str(os.getpid()))
    os.rename("child.new", "child")
    time.sleep(600)
while not os.path.exists("child"):
    time.sleep(0.01)
if {stays}:
    time.sleep(600)
"""
    done = run([*PYTHON, code], tmp_path, in_s(LONG_S, cancelled=(tmp_path / "child").exists if stays else never))
    assert done.ending is (Ending.CANCELED if stays else Ending.EXITED)
    child = int((tmp_path / "child").read_text())
    until(lambda: not is_alive(child), "the child ends")


@pytest.mark.parametrize("stays", [True, False])
def test_a_child_in_a_session_of_its_own_dies_with_it_too(tmp_path, stays):
    code = f"""
import subprocess, sys, time
child = subprocess.Popen(["sleep", "600"], start_new_session=True, stdout=subprocess.DEVNULL)
print(child.pid, file=open("pid", "w"), flush=True)
time.sleep(600 * {stays})
"""
    begun = tmp_path / "pid"
    bounds = in_s(LONG_S, cancelled=lambda: stays and begun.exists() and begun.read_text().endswith("\n"))
    assert run([*PYTHON, code], tmp_path, bounds).ending is (Ending.CANCELED if stays else Ending.EXITED)
    until(lambda: not is_alive(int(begun.read_text())), "the child ends")


def test_of_much_output_the_last_part_is_kept(tmp_path):
    code = "import sys; [sys.stdout.write('x' * 2**20) for _ in range(100)]; print('the end')"
    done = run([*PYTHON, code], tmp_path, in_s(LONG_S, output_bytes=1000))
    assert done.exit_code == 0
    assert done.output.startswith("[...]")
    assert done.output.endswith("xthe end\n")
    assert len(done.output) == 1000 + len("[...]")


def test_output_that_never_ends_does_not_outlast_the_deadline(tmp_path):
    assert run([*PYTHON, "while True: print('x' * 1000)"], tmp_path, in_s(1.0)).ending is Ending.TIMEOUT


def test_output_that_is_no_text_is_readable(tmp_path):
    assert "�" in run([*PYTHON, r"import os; os.write(1, b'\xff\xfe')"], tmp_path, in_s(LONG_S)).output


@pytest.mark.parametrize("command", ["no-such-program-anywhere", "/no/such/program"])
def test_a_missing_program_is_told(tmp_path, command):
    done = run([command, "argument"], tmp_path, in_s(LONG_S))
    assert done.ending is Ending.MISSING
    assert command in done.output


def test_a_file_that_is_no_program_is_missing(tmp_path):
    (tmp_path / "text").write_text("no program")
    assert run([str(tmp_path / "text")], tmp_path, in_s(LONG_S)).ending is Ending.MISSING


def test_a_signal_is_told_as_a_negative_code(tmp_path):
    assert run([*PYTHON, "import os; os.abort()"], tmp_path, in_s(LONG_S)).exit_code == -6


def test_the_time_of_the_processor_is_that_of_the_program(tmp_path):
    busy = run([*PYTHON, "import time\nwhile time.process_time() < 0.5: pass"], tmp_path, in_s(LONG_S))
    idle = run([*PYTHON, "import time; time.sleep(0.5)"], tmp_path, in_s(LONG_S))
    assert busy.cpu_s >= 0.5
    assert idle.cpu_s < 0.4 <= idle.wall_s


def test_what_is_ended_tells_what_still_ran_and_its_time_counts(tmp_path):
    busy = "import pathlib, time\nwhile time.process_time() < 0.5: pass\npathlib.Path('used').touch(); time.sleep(600)"
    code = f"import subprocess, sys; subprocess.Popen([*{PYTHON}, {busy!r}], start_new_session=True).wait()"
    done = run([*PYTHON, code], tmp_path, in_s(LONG_S, cancelled=(tmp_path / "used").exists))
    assert done.ending is Ending.CANCELED
    assert done.cpu_s >= 0.5  # of a process that nobody waited for to its end
    assert len(done.running) == 2
    assert re.fullmatch(r" while it ran: \S+ \(waiting, 0\.\d s of CPU\), \S+ \(.+, \d\.\d s of CPU\)", done.where())


def test_what_ends_by_itself_left_nothing_running(tmp_path):
    done = run([*PYTHON, "import subprocess; subprocess.Popen(['sleep', '600'])"], tmp_path, in_s(LONG_S))
    assert (done.ending, done.running, done.where()) == (Ending.EXITED, (), "")


def test_an_exception_of_the_caller_ends_the_program(tmp_path):
    def cancelled() -> bool:
        if (tmp_path / "pid").exists():
            raise KeyboardInterrupt
        return False

    code = "import os, time; open('new', 'w').write(str(os.getpid())); os.rename('new', 'pid'); time.sleep(600)"
    with pytest.raises(KeyboardInterrupt):
        run([*PYTHON, code], tmp_path, in_s(LONG_S, cancelled=cancelled))
    pid = int((tmp_path / "pid").read_text())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_nothing_is_left_open(tmp_path):
    before = set(os.listdir("/proc/self/fd"))
    run([*PYTHON, "pass"], tmp_path, in_s(LONG_S))
    assert len(set(os.listdir("/proc/self/fd"))) == len(before)
