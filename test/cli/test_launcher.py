# SPDX-License-Identifier: Apache-2.0
"""The program `makedo` as it is installed."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[2] / "bin" / "makedo"


def test_worker_processes_import_the_program_without_running_it():
    assert "main" in runpy.run_path(str(PROGRAM), run_name="__mp_main__")


def test_it_runs_the_command_line(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["makedo", "--help"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(PROGRAM), run_name="__main__")
    assert ended.value.code == 0
    assert "eval" in capsys.readouterr().out
