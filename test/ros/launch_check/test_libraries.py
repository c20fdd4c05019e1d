# SPDX-License-Identifier: Apache-2.0
"""What a library that is too old or missing is told as, and that programs tell it before anything else fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from makedo_ros.launch_check.libraries import too_old

ROOT = Path(__file__).parents[3]
PROGRAMS = sorted(path.name for path in (ROOT / "bin").iterdir())


def old_pydantic(folder: Path) -> Path:
    """A folder with what Ubuntu's python3-pydantic leaves to be found: pydantic 1, without TypeAdapter."""
    (folder / "pydantic").mkdir()
    (folder / "pydantic" / "__init__.py").write_text('VERSION = "1.10.14"\n')
    metadata = folder / "pydantic-1.10.14.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: pydantic\nVersion: 1.10.14\n")
    return folder


def test_what_is_here_is_new_enough():
    assert too_old() == ""


@pytest.mark.parametrize(("least", "told"), [((99, 0), "needs pydantic 99 or newer, and finds 2."), ((2, 999), "")])
def test_the_version_is_compared_by_its_numbers(least, told):
    problem = too_old({"pydantic": least})
    assert told in problem
    assert "-m pip install" in problem


def test_what_is_missing_is_told_with_the_remedy():
    problem = too_old({"no-such-library": (1, 0)})
    assert problem.startswith("Makedo needs no-such-library 1 or newer, and there is none; install it for this Python")
    assert '-m pip install "no-such-library>=1"' in problem


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_program_tells_of_an_old_pydantic_in_one_line(name, tmp_path):
    environment = {**os.environ, "PYTHONPATH": f"{old_pydantic(tmp_path)}:{ROOT}"}
    command = [sys.executable, str(ROOT / "bin" / name)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=200)
    assert done.returncode == 1
    assert done.stderr.startswith(f"{name}: Makedo needs pydantic 2 or newer, and finds 1.10.14 in {tmp_path}")
    assert len(done.stderr.splitlines()) == 1
