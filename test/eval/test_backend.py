# SPDX-License-Identifier: Apache-2.0
"""Work over several workers: joblib's backends by name, what they cannot do, and that they end when they should."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from joblib import parallel_config

from makedo_cli.main import main
from makedo_eval.backend import BackendError, in_parallel
from makedo_eval.campaign import Campaign, CampaignError, prepare, run
from makedo_eval.results import Row
from support.tiers import slow
from support.waiting import until

ROOT = Path(__file__).parents[2]

# The first task is planned at once, all others for ten minutes.
SLOW = """
import time

class Slow:
    def __init__(self, engine):
        self.engine = engine

    def plan(self, task):
        if "cup_1" not in task.graph:
            time.sleep(600)
        return self.engine.plan(task)

STRATEGIES = {"slow": lambda parts: Slow(parts.engine)}
"""


def marked(mark: str) -> set[int]:
    """Processes with a mark in their environment, which workers inherit."""
    found = set()
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and mark.encode() in (entry / "environ").read_bytes():
                found.add(int(entry.name))
        except OSError:
            continue
    return found


ONCE = "from makedo_eval.backend import in_parallel; print(*sorted(in_parallel(abs, range(-19, 0), 2, {!r})))"


@pytest.mark.parametrize("backend", ["", "loky", "multiprocessing", "threading"])
def test_everything_is_done_once_whether_results_come_singly_or_together(backend):
    """In a process of its own: multiprocessing forks it, and threads that tests left would not live on in forks."""
    done = subprocess.run(
        [sys.executable, "-c", ONCE.format(backend)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [str(i) for i in range(1, 20)]


def test_the_backend_that_is_active_is_taken_where_none_is_named():
    with parallel_config(backend="threading"):
        assert set(in_parallel(lambda _: os.getpid(), range(4), 2)) == {os.getpid()}
    assert os.getpid() not in set(in_parallel(lambda _: os.getpid(), range(4), 2))


def test_an_unknown_backend_is_refused_with_those_that_there_are():
    with pytest.raises(BackendError, match=r"the backend 'moon' of joblib cannot be used: .*'loky'"):
        list(in_parallel(abs, [1], 2, "moon"))


@pytest.mark.parametrize("backend", ["dask", "ray"])
def test_a_backend_that_is_not_installed_is_named(backend):
    if importlib.util.find_spec("distributed" if backend == "dask" else backend) is not None:
        pytest.skip(f"{backend} is installed")
    with pytest.raises(BackendError, match=rf"'{backend}' of joblib cannot be used: .*{backend}"):
        list(in_parallel(abs, [1], 2, backend))


def test_an_option_needs_a_value():
    with pytest.raises(BackendError, match=r"has the option 'scheduler_host'; expected name:option=value"):
        list(in_parallel(abs, [1], 2, "dask:scheduler_host"))


def test_a_bug_in_the_work_is_raised_here():
    with pytest.raises(TypeError, match="bad operand"):
        list(in_parallel(abs, ["one"], 2))


def test_a_worker_that_is_killed_is_told():
    with pytest.raises(BackendError, match="a worker of the evaluation was killed"):
        list(in_parallel(signal.raise_signal, [signal.SIGKILL] * 2, 2))
    assert list(in_parallel(abs, [-1], 2)) == [1]  # others take their place


def workers_of_this_process() -> list[Path]:
    """Those of loky that have not ended."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
            loky = b"LokyProcess" in (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if loky and state != "Z" and int(parent) == os.getpid():
            found.append(entry)
    return found


def test_workers_end_where_nobody_waits_for_them():
    results = in_parallel(time.sleep, [0.0, 600.0, 600.0, 600.0], 2)
    assert next(results) is None
    assert workers_of_this_process()
    with pytest.warns(UserWarning, match="have been cancelled"):
        results.close()
    until(lambda: not workers_of_this_process())


def evaluation(folder: Path, **more: object) -> Campaign:
    values = {"datasets": ("behavior",), "strategies": ("relaxation",), "models": ("none",), "processes": 2}
    return Campaign(**{**values, "out": folder / "out", "folder": folder, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize("backend", ["threading", *slow("loky")])
def test_an_evaluation_does_every_task_once_in_several_workers(folder, backend):
    told: list[Row] = []
    here = threading.get_ident()
    run(prepare(evaluation(folder, backend=backend)), lambda row: told.append(row) or _same_thread(here))
    assert sorted(row.case for row in told) == ["task_1", "task_2", "task_3", "task_4"]
    assert all(row.success for row in told)
    assert not prepare(evaluation(folder)).open


def _same_thread(ident: int) -> None:
    assert threading.get_ident() == ident  # only this one writes results


def test_a_backend_is_for_several_processes(folder):
    with pytest.raises(CampaignError, match=r"'loky' is for several processes; ask for them \(--jobs N\)"):
        prepare(evaluation(folder, backend="loky", processes=1))


def test_an_unknown_backend_ends_the_command_with_a_line(folder, capsys):
    command = ["eval", "behavior", "--data", str(folder), "--out", str(folder / "out"), "--jobs", "2"]
    assert main([*command, "--backend", "moon"]) == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith("makedo: the backend 'moon' of joblib cannot be used")


@pytest.mark.slow
def test_an_interrupt_ends_the_workers_and_keeps_what_is_done(folder):
    (folder / "slow_strategies.py").write_text(SLOW, encoding="utf-8")
    command = [sys.executable, "-m", "makedo_cli.main", "eval", "behavior", "--data", str(folder), "--jobs", "2"]
    command += ["--out", str(folder / "out"), "--strategies", "slow_strategies", "--strategy", "slow"]
    mark, file = f"interrupted-{os.getpid()}", folder / "out" / "results.jsonl"
    environment = {**os.environ, "PYTHONPATH": str(folder), "MAKEDO_TEST_MARK": mark}
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
    until(lambda: file.exists() and file.read_text().endswith("\n"))
    assert len(marked(mark)) >= 3
    process.send_signal(signal.SIGINT)
    assert process.wait(60) != 0
    until(lambda: not marked(mark))
    assert file.read_text().count("\n") == 1
