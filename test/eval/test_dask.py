# SPDX-License-Identifier: Apache-2.0
"""A campaign on a Dask cluster of this machine: workers and it itself are killed, and nothing is lost or twice.

Needs `pip install distributed`; the tests start a scheduler and workers as processes of their own.
"""

from __future__ import annotations

import importlib.util
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from support.waiting import until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="distributed is not installed"),
]

ROOT = Path(__file__).parents[2]
LIMIT_S = 500.0  # beside other work a worker takes minutes to read what it needs
CASES = ["task_1", "task_2", "task_3", "task_4"]

# Notes when it begins with which thing, and waits where it is told to until a file is there.
NOTING = """
import os, time
from pathlib import Path

FOLDER = Path({folder!r})

class Noting:
    def __init__(self, engine):
        self.engine = engine

    def plan(self, task):
        with (FOLDER / "begun").open("a") as file:
            file.write(f"{{os.getpid()}} {{sorted(task.graph.nodes)}}\\n")
        while "cup_1" not in task.graph and not (FOLDER / "go on").exists():
            time.sleep(0.05)
        return self.engine.plan(task)

STRATEGIES = {{"noting": lambda parts: Noting(parts.engine)}}
"""


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


@dataclass
class Cluster:
    """A scheduler and workers of one thread each, which are ended at the end."""

    folder: Path
    port: int = field(default_factory=free_port)
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        path = [str(self.folder), str(ROOT), *(p for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if p)]
        return {**os.environ, "PYTHONPATH": os.pathsep.join(path)}

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        log = (self.folder / f"log-{len(self.running)}").open("wb")
        process = subprocess.Popen(
            [sys.executable, "-m", *command], cwd=self.folder, env=self.environment, stdout=log, stderr=log
        )
        self.running.append(process)
        return process

    def scheduler(self) -> subprocess.Popen[bytes]:
        at = ("--host", "127.0.0.1", "--port", str(self.port))
        return self.start("distributed.cli.dask_scheduler", *at, "--no-dashboard")

    def worker(self, name: str) -> subprocess.Popen[bytes]:
        more = (
            "--nthreads",
            "1",
            "--no-nanny",
            "--no-dashboard",
            "--name",
            name,
            "--local-directory",
            str(self.folder),
        )
        return self.start("distributed.cli.dask_worker", self.address, *more)

    def campaign(self) -> subprocess.Popen[bytes]:
        return self.start(
            "makedo_cli.main",
            *("eval", "behavior", "--data", str(self.folder), "--out", str(self.folder / "out"), "--jobs", "2"),
            *("--strategies", "noting_strategies", "--strategy", "noting"),
            *("--backend", f"dask:scheduler_host={self.address}"),
        )

    def end(self) -> None:
        for process in reversed(self.running):
            if process.poll() is None:
                process.kill()
            process.wait()


@pytest.fixture
def cluster(folder) -> Iterator[Cluster]:
    (folder / "noting_strategies.py").write_text(NOTING.format(folder=str(folder)), encoding="utf-8")
    made = Cluster(folder)
    made.scheduler()
    yield made
    made.end()


def log_of(cluster: Cluster, process: subprocess.Popen[bytes]) -> str:
    return (cluster.folder / f"log-{cluster.running.index(process)}").read_text(encoding="utf-8")


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def done(cluster: Cluster) -> list[str]:
    return [json.loads(line)["case"] for line in lines(cluster.folder / "out" / "results.jsonl")]


def begun(cluster: Cluster) -> list[int]:
    return [int(line.split()[0]) for line in lines(cluster.folder / "begun")]


def test_what_a_killed_worker_did_is_done_by_another_and_told_once(cluster):
    first = [cluster.worker("one"), cluster.worker("two")]
    campaign = cluster.campaign()
    until(lambda: done(cluster) and {p.pid for p in first} <= set(begun(cluster)), limit_s=LIMIT_S)
    for killed, name in zip(first, ("three", "four"), strict=True):
        another = cluster.worker(name)
        killed.kill()
        until(lambda: another.pid in begun(cluster), limit_s=LIMIT_S)  # noqa: B023 - asked before the next round
    (cluster.folder / "go on").touch()
    assert campaign.wait(LIMIT_S) == 0
    assert sorted(done(cluster)) == CASES


def test_a_campaign_that_lost_its_workers_and_was_killed_goes_on_where_it_was(cluster):
    workers = [cluster.worker("one"), cluster.worker("two")]
    campaign = cluster.campaign()
    until(lambda: done(cluster) and {p.pid for p in workers} <= set(begun(cluster)), limit_s=LIMIT_S)
    for process in (*workers, campaign):
        process.kill()
        process.wait()
    before = done(cluster)
    assert 1 <= len(before) < len(CASES)
    again = len(begun(cluster))
    (cluster.folder / "go on").touch()
    cluster.worker("three"), cluster.worker("four")
    assert cluster.campaign().wait(LIMIT_S) == 0
    assert sorted(done(cluster)) == CASES
    assert len(begun(cluster)) - again == len(CASES) - len(before)  # what has a row is not done again


def test_a_cluster_without_workers_is_told(cluster):
    code = (
        "from makedo_eval.backend import in_parallel\n"
        f"list(in_parallel(abs, [1], 2, 'dask:scheduler_host={cluster.address}'))"
    )
    (cluster.folder / "waiting.py").write_text(code, encoding="utf-8")
    process = cluster.start("waiting")
    assert process.wait(LIMIT_S) == 1
    assert "has no workers" in log_of(cluster, process).splitlines()[-1]
