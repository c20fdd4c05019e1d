# SPDX-License-Identifier: Apache-2.0
"""Two checkouts measured in turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.paired import Pair, cpu_times, in_turn

RUN = """
import time
from types import SimpleNamespace

_MAKEDO = "planner"
TASKS = {tasks}


def data_folder():
    return None


def load_tasks(_):
    return [SimpleNamespace(id=n, family=n[0], graph=lambda: None) for n in TASKS]


def find_planner(_):
    def plan(*_):
        end = time.process_time() + {seconds}
        while time.process_time() < end:
            pass

    return plan
"""


def checkout(folder: Path, tasks: list[str], seconds: float) -> Path:
    """A checkout whose planner takes so long."""
    package = folder / "benchmarks" / "contextmatters"
    package.mkdir(parents=True)
    for place in (package.parent, package):
        (place / "__init__.py").touch()
    (package / "run.py").write_text(RUN.format(tasks=tasks, seconds=seconds))
    return folder


def test_tasks_that_both_have_are_measured_in_both_as_often_as_asked(tmp_path):
    before, after = checkout(tmp_path / "a", ["x1", "y1"], 0.01), checkout(tmp_path / "b", ["y1", "x1", "z1"], 0.05)
    pairs = in_turn(before, after, rounds=2)
    assert [pair.task for pair in pairs] == ["x1", "y1"]
    assert all(len(pair.before_s) == len(pair.after_s) == 2 and pair.ratio > 2 for pair in pairs)


def test_families_can_be_chosen(tmp_path):
    assert set(cpu_times(checkout(tmp_path, ["x1", "y1", "x2"], 0.0), ["x"])) == {"x1", "x2"}


def test_a_ratio_is_between_medians():
    assert Pair("t", (1.0, 9.0, 2.0), (3.0, 0.1, 3.0)).ratio == pytest.approx(1.5)
