# SPDX-License-Identifier: Apache-2.0
"""The pins: complete, exact, locked, and installed."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import sys
from pathlib import Path

import link_checkout
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
INPUTS = sorted((ROOT / "tools" / "requirements").glob("*.txt"))
# Import names that differ from the name of the distribution.
DISTRIBUTIONS = {
    "builtin_interfaces": "ros-builtin-interfaces",
    "cv2": "opencv-python-headless",
    "open3d": "open3d-cpu",
    "PIL": "pillow",
    "pydantic_core": "pydantic",  # which pins the one version that goes with it
    "yaml": "PyYAML",
}
NOT_ON_PYPI = {"moveit"}  # comes with MoveIt; without it arms/moveit_py.py says what to install
OPTIONAL = {"matplotlib"}  # without it makedo_eval/reports/plots.py says what to install


def requirements(path: Path) -> list[Requirement]:
    """The requirements of a file, without comments."""
    lines = (line.partition("#")[0].strip() for line in path.read_text().splitlines())
    return [Requirement(line) for line in lines if line]


def applicable(path: Path, python: str) -> dict[str, str]:
    """Pinned versions by name for one version of Python."""
    environment = {"python_version": python, "python_full_version": f"{python}.5"}
    chosen = [r for r in requirements(path) if r.marker is None or r.marker.evaluate(environment)]
    names = [canonicalize_name(r.name) for r in chosen]
    assert len(names) == len(set(names)), f"{path.name} pins something twice for Python {python}"
    return {canonicalize_name(r.name): str(r.specifier) for r in chosen}


def imported(path: Path) -> set[str]:
    """The top-level names that a module imports, wherever in it."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    origins = {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module and not node.level}
    return {name.partition(".")[0] for name in plain | origins}


@pytest.mark.parametrize("path", [*INPUTS, ROOT / "tools" / "requirements.lock"], ids=lambda path: path.name)
def test_every_pin_is_exact(path):
    assert [str(r) for r in requirements(path) if not re.fullmatch(r"==[\w.]+", str(r.specifier))] == []


@pytest.mark.parametrize("python", ["3.10", "3.11", "3.12"])
def test_the_lock_holds_every_requirement(python):
    lock = applicable(ROOT / "tools" / "requirements.lock", python)
    for path in INPUTS:
        for name, version in applicable(path, python).items():
            assert lock.get(name) == version, f"{name} of {path.name}: run `make lock`"


def test_what_is_installed_is_what_is_locked():
    python = f"{sys.version_info[0]}.{sys.version_info[1]}"
    for name, version in applicable(ROOT / "tools" / "requirements.lock", python).items():
        assert f"=={importlib.metadata.version(name)}" == version


def test_installing_with_pip_builds_with_the_same_generators():
    text = (ROOT / "pyproject.toml").read_text()
    block = re.search(r"requires = \[(.*?)^\]", text, re.DOTALL | re.MULTILINE)
    assert block is not None
    listed = set(re.findall(r'"([^"]+)"', block.group(1)))
    folder = ROOT / "tools" / "requirements"
    ros = {str(r) for r in requirements(folder / "run.txt") if r.name.startswith("ros-")}
    assert ros | {str(r) for r in requirements(folder / "build.txt")} <= listed


@pytest.mark.slow
def test_every_imported_distribution_is_required_to_run():
    required = {canonicalize_name(r.name) for r in requirements(ROOT / "tools" / "requirements" / "run.txt")}
    roots = [ROOT / name for name in link_checkout.python_packages()]
    own = {root.name for root in roots}
    generated = {path.parent.name for path in (ROOT / "overlay").glob("*/package.xml")} | {"makedo"}
    missing = set()
    for path in (file for root in roots for file in root.rglob("*.py")):
        for name in imported(path):
            if name in sys.stdlib_module_names or name in own | generated | NOT_ON_PYPI | OPTIONAL:
                continue
            wanted = DISTRIBUTIONS.get(name, f"ros-{name}" if name.endswith("_msgs") else name)
            candidates = {canonicalize_name(wanted), canonicalize_name(f"ros-{wanted}")}
            if not candidates & (required | _ships_with_rclpy()):
                missing.add(name)
    assert missing == set()


def _ships_with_rclpy() -> set[str]:
    """Message packages that rclpy itself needs, so that they are always there."""
    lock = requirements(ROOT / "tools" / "requirements.lock")
    core = ("interfaces", "action-msgs", "unique-identifier-msgs", "rosgraph-msgs", "service-msgs")
    return {canonicalize_name(r.name) for r in lock if r.name.startswith("ros-") and r.name.endswith(core)}
