# SPDX-License-Identifier: Apache-2.0
"""Where the demo's time and memory go: wall and CPU time of each stage, peak memory of each process.

Runs `makedo demo` with several seeds as an operator does and reads the processes' own accounts in /proc once a
quarter of a second. CPU seconds are the figure to compare between machines; wall times depend on what else runs.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table

TICKS_PER_S = os.sysconf("SC_CLK_TCK")
SAMPLE_S = 0.25
STEP = re.compile(r"^\s*\d+ s\s+\d+/\d+ (go to|pick up|\w+)")


@dataclass
class Usage:
    """What one process used.

    Attributes:
        cpu_s: CPU time so far [s].
        peak_mb: largest resident set [MB].
    """

    cpu_s: float = 0.0
    peak_mb: float = 0.0


@dataclass
class Stage:
    """One stage of a run: from its first line of output to the next one's."""

    wall_s: float = 0.0
    cpu_s: float = 0.0
    count: int = 0


@dataclass
class Run:
    """One demo."""

    seed: int
    code: int = -1
    wall_s: float = 0.0
    stages: dict[str, Stage] = field(default_factory=lambda: defaultdict(Stage))
    processes: dict[str, Usage] = field(default_factory=dict)

    @property
    def cpu_s(self) -> float:
        """CPU time of all processes [s]."""
        return sum(u.cpu_s for u in self.processes.values())


def sample(domain: str) -> dict[str, Usage]:
    """CPU time and peak memory of each of our processes on a ROS domain, by program."""
    found: dict[str, Usage] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if f"ROS_DOMAIN_ID={domain}".encode() not in (folder / "environ").read_bytes().split(b"\0"):
                continue
            words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
            after_name = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            status = (folder / "status").read_text()
        except OSError:
            continue
        program = next((Path(w).name for w in words if "/lib/makedo/" in w), None)
        peak = re.search(r"VmHWM:\s+(\d+) kB", status)
        if program and peak:
            cpu_s = (int(after_name[11]) + int(after_name[12])) / TICKS_PER_S
            found[program] = Usage(cpu_s, int(peak.group(1)) / 1024)
    return found


def stage_of(line: str) -> str | None:
    """The stage that a line of the demo's output begins, if it does."""
    if line.startswith("starting"):
        return "start the system"
    if line.startswith("“"):
        return "understand, plan, relax"
    if line.startswith(("done:", "What the physics says")):
        return "judge and stop"
    match = STEP.match(line)
    return match.group(1) if match else None


def run_demo(seed: int, domain: str, folder: Path) -> Run:
    """One demo, sampled while it runs."""
    result = Run(seed)
    words = [sys.executable, "-m", "makedo_cli.main", "demo", "--seed", str(seed), "--log", str(folder / f"{seed}.log")]
    environment = {**os.environ, "ROS_DOMAIN_ID": domain, "PYTHONUNBUFFERED": "1", "COLUMNS": "200"}
    begun = time.monotonic()
    process = subprocess.Popen(words, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert process.stdout is not None
    os.set_blocking(process.stdout.fileno(), False)
    stage, entered, cpu_then = "start the system", begun, 0.0
    while True:
        running = process.poll() is None
        result.processes.update(sample(domain))
        for line in iter(process.stdout.readline, ""):
            following = stage_of(line)
            if following is not None:
                now, cpu_now = time.monotonic(), result.cpu_s
                _add(result, stage, now - entered, cpu_now - cpu_then)
                stage, entered, cpu_then = following, now, cpu_now
        if not running:
            break
        time.sleep(SAMPLE_S)
    _add(result, stage, time.monotonic() - entered, result.cpu_s - cpu_then)
    result.wall_s, result.code = time.monotonic() - begun, process.returncode
    return result


def _add(run: Run, stage: str, wall_s: float, cpu_s: float) -> None:
    entry = run.stages[stage]
    entry.wall_s += wall_s
    entry.cpu_s += cpu_s
    entry.count += 1


def stage_table(runs: list[Run]) -> Table:
    """Median over the runs of what each stage took, all of its occurrences in a run together."""
    table = Table(title=f"Stages of the demo, median of {len(runs)} runs")
    for heading in ("stage", "times", "wall s", "CPU s"):
        table.add_column(heading, justify="left" if heading == "stage" else "right")
    names = list(dict.fromkeys(name for run in runs for name in run.stages))
    for name in names:
        entries = [run.stages[name] for run in runs if name in run.stages]
        table.add_row(
            name,
            f"{statistics.median(e.count for e in entries):.0f}",
            f"{statistics.median(e.wall_s for e in entries):.1f}",
            f"{statistics.median(e.cpu_s for e in entries):.1f}",
        )
    table.add_section()
    walls, cpus = [r.wall_s for r in runs], [r.cpu_s for r in runs]
    table.add_row("all", "", f"{statistics.median(walls):.1f}", f"{statistics.median(cpus):.1f}")
    return table


def process_table(runs: list[Run]) -> Table:
    """Median CPU time and largest memory of each process."""
    table = Table(title="Processes")
    for heading in ("process", "CPU s", "peak MB"):
        table.add_column(heading, justify="left" if heading == "process" else "right")
    usage: Mapping[str, list[Usage]] = {
        name: [run.processes[name] for run in runs if name in run.processes]
        for name in sorted({name for run in runs for name in run.processes})
    }
    for name, entries in usage.items():
        cpu_s = statistics.median(e.cpu_s for e in entries)
        table.add_row(name, f"{cpu_s:.1f}", f"{max(e.peak_mb for e in entries):.0f}")
    return table


def main() -> int:
    """Print the tables; the exit code says whether every run succeeded."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2], help="one run each")
    parser.add_argument("--folder", type=Path, default=Path("runs") / "benchmark", help="for the nodes' output")
    args = parser.parse_args()
    from makedo_ros.runtime.domain import free_domain
    from makedo_ros.without_ros.environment import ros_environment

    os.environ.update(ros_environment(os.environ))
    console = Console(highlight=False)
    runs = []
    for seed in args.seeds:
        with free_domain() as domain:
            run = run_demo(seed, str(domain), args.folder)
        runs.append(run)
        verdict = "succeeded" if run.code == 0 else f"failed ({run.code})"
        console.print(f"seed {seed}: {verdict} in {run.wall_s:.0f} s, {run.cpu_s:.0f} CPU s")
    console.print(stage_table(runs), process_table(runs))
    console.print(f"{sum(r.code == 0 for r in runs)} of {len(runs)} seeds succeeded")
    return 0 if all(r.code == 0 for r in runs) else 1


if __name__ == "__main__":
    sys.exit(main())
