# SPDX-License-Identifier: Apache-2.0
"""Every folder of the program is a room that can be looked over: no more than twelve modules."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = sorted(p.parent.name for p in ROOT.glob("*/__init__.py") if p.parent.name not in ("test", "training"))
MOST = 12


def modules_by_folder(package: Path) -> Counter[str]:
    """How many modules each folder of a package has, without its `__init__.py`."""
    modules = (p for p in package.rglob("*.py") if p.name != "__init__.py")
    return Counter(str(p.parent.relative_to(package.parent)) for p in modules)


def test_there_are_packages_to_look_at():
    assert {"makedo_core", "planner_node", "executor_node", "simulation_node"} <= set(PACKAGES)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_folder_has_more_modules_than_can_be_looked_over(package):
    crowded = {folder: n for folder, n in modules_by_folder(ROOT / package).items() if n > MOST}
    assert not crowded, f"more than {MOST} modules: {crowded}; make a room of those that belong together"


def test_a_crowded_folder_would_be_noticed(tmp_path):
    room = tmp_path / "package" / "room"
    room.mkdir(parents=True)
    for name in ("__init__", *(f"module_{n}" for n in range(13))):
        (room / f"{name}.py").touch()
    assert modules_by_folder(tmp_path / "package") == {"package/room": 13}
