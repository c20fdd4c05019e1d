# SPDX-License-Identifier: Apache-2.0
"""Installing a checkout with pip, editable: what the wheel holds. The venv in use has the interfaces' generators."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path

import link_checkout
import pytest

ROOT = Path(__file__).resolve().parents[2]
VERSION = ElementTree.parse(ROOT / "package.xml").findtext("version")
BUILD = "import sys; from setuptools import build_meta; print(build_meta.build_editable(sys.argv[1]))"
pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The editable wheel's files: name -> content, where that is text."""
    folder = tmp_path_factory.mktemp("wheel")
    done = subprocess.run(
        [sys.executable, "-c", BUILD, folder], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        return {name: wheel.read(name).decode(errors="replace") for name in wheel.namelist()}


def test_our_packages_stay_in_the_checkout(files):
    finder = next(content for name, content in files.items() if name.endswith("_finder.py"))
    for package in link_checkout.python_packages():
        assert f"'{package}': '{ROOT / package}'" in finder
        assert not [name for name in files if name.startswith(f"{package}/")]


def test_generated_interfaces_are_in_the_wheel(files):
    assert {"makedo/__init__.py", "makedo/msg/_scene_graph.py", "moveit_msgs/__init__.py"} <= set(files)
    assert [name for name in files if name.startswith("makedo/makedo_s__rosidl_typesupport_") and name.endswith(".so")]


def test_programs_launch_files_parameters_and_scenes_are_where_ros_looks(files):
    installed = {name.partition(".data/data/")[2] for name in files if ".data/data/" in name}
    assert {f"lib/makedo/{path.name}" for path in link_checkout.programs()} <= installed
    for folder in link_checkout.SHARE_FOLDERS:
        original = {str(path.relative_to(ROOT)) for path in (ROOT / folder).rglob("*") if path.is_file()}
        assert {f"share/makedo/{name}" for name in original} <= installed
    assert "share/ament_index/resource_index/packages/makedo" in installed


def test_no_byte_code_is_in_the_wheel(files):
    assert not [name for name in files if "__pycache__" in name]


def test_the_wheel_is_one_distribution(files):
    assert {name.partition("/")[0] for name in files if name.endswith(("/METADATA", "/PKG-INFO"))} == {
        f"makedo-{VERSION}.dist-info"
    }
