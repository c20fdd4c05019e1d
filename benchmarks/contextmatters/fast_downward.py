# SPDX-License-Identifier: Apache-2.0
"""Fast Downward on the same problems, as a program of its own (it is GPL software and is never imported)."""

from __future__ import annotations

import importlib.util
import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from makedo_core.skills import SkillCall
from makedo_eval.contextmatters.derived import plain

CONFIGURATIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "lama-first": ("--alias", "lama-first"),
        "astar(ff())": ("--search", "astar(ff())"),
    }
)
"""The planner's fast configuration, and the one of the paper."""

_MEMORY = "2G"
_PACKAGE, _DRIVER = "up_fast_downward", Path("downward") / "fast-downward.py"
# The driver's own: https://www.fast-downward.org/latest/documentation/exit-codes/
_MEANING: Mapping[int, str] = MappingProxyType(
    {
        0: "solved",
        1: "solved",
        2: "solved",
        3: "solved",
        10: "unsolvable",
        11: "unsolvable",
        12: "unsolved",
        13: "unsolved",
        20: "out of memory",
        21: "timeout",
        22: "out of memory",
        23: "timeout",
        24: "out of memory",
        30: "error",
        31: "input error",
        32: "unsupported",
    }
)


@dataclass(frozen=True, slots=True)
class FastDownwardResult:
    """What one run gave.

    Attributes:
        status: "solved", "unsolvable", "timeout", ...
        steps: the plan.
        cpu_s: CPU time of translator and search together; not counted where the run was killed.
    """

    status: str
    steps: tuple[SkillCall, ...] = ()
    cpu_s: float = 0.0

    @property
    def solved(self) -> bool:
        """Whether there is a plan."""
        return self.status == "solved"


def driver() -> Path | None:
    """The program, where the wheel is installed."""
    found = importlib.util.find_spec(_PACKAGE)
    folder = Path(found.origin).parent if found is not None and found.origin else None
    path = folder / _DRIVER if folder else None
    return path if path is not None and path.is_file() else None


def solve(program: Path, domain: str, problem: str, configuration: str, limit_s: float) -> FastDownwardResult:
    """Plan, within a limit of wall time; the whole process group is killed at its end.

    Args:
        program: see `driver`.
        domain: PDDL text.
        problem: PDDL text.
        configuration: one of CONFIGURATIONS.
        limit_s: wall time [s].
    """
    options = CONFIGURATIONS[configuration]
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in ("domain.pddl", "problem.pddl")]
        for path, text in zip(files, plain(domain, problem), strict=True):
            path.write_text(text, encoding="utf-8")
        alias, search = (options, ()) if options[0] == "--alias" else ((), options)
        limits = ("--overall-memory-limit", _MEMORY)
        command = [sys.executable, str(program), *limits, "--plan-file", "plan", *alias, *map(str, files), *search]
        before = _children_cpu_s()
        process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            code = process.wait(timeout=limit_s)
        except subprocess.TimeoutExpired:
            return FastDownwardResult("timeout")
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        cpu_s = _children_cpu_s() - before
        status = _MEANING.get(code, f"exit code {code}")
        return FastDownwardResult(status, _plan(Path(folder)) if status == "solved" else (), cpu_s)


def _plan(folder: Path) -> tuple[SkillCall, ...]:
    lines = (folder / "plan").read_text(encoding="utf-8").splitlines()
    words = [line.strip(" ()").split() for line in lines if line and not line.startswith(";")]
    return tuple(SkillCall(w[0], tuple(w[1:])) for w in words)


def _children_cpu_s() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
