# SPDX-License-Identifier: Apache-2.0
"""The tree as a ROS package: colcon builds it and installs what `ros2 run` and `ros2 launch` look for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import link_checkout
import pytest

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.prefix) / "bin"
pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]


def colcon(folder: Path, verb: str, *options: str | Path) -> subprocess.CompletedProcess[str]:
    """Run colcon in a workspace, on the venv in place of a ROS installation."""
    environment = {
        **os.environ,
        "PATH": f"{BIN}:{os.environ['PATH']}",
        "AMENT_PREFIX_PATH": sys.prefix,
        "CMAKE_PREFIX_PATH": sys.prefix,
    }
    command = [sys.executable, "-m", "colcon", "--log-base", "log", verb, *options]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with this checkout built in it."""
    folder = tmp_path_factory.mktemp("colcon")
    options = ["--base-paths", ROOT, "--event-handlers", "console_direct+", "--cmake-args", "-GNinja"]
    options += ["-DBUILD_TESTING=ON", f"-DPython3_EXECUTABLE={sys.executable}"]
    options += [f"-DCMAKE_PROJECT_INCLUDE={ROOT / 'tools' / 'cmake' / 'wheels.cmake'}"]
    done = colcon(folder, "build", *options)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return folder


def sourced(workspace: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a command as in a shell that has sourced the workspace."""
    environment = {"PATH": f"{BIN}:/usr/bin:/bin", "HOME": str(workspace), "AMENT_PREFIX_PATH": sys.prefix}
    script = f". install/setup.bash && {command}"
    return subprocess.run(
        ["bash", "-c", script], cwd=workspace, env=environment, capture_output=True, text=True, check=False
    )


def test_the_overlay_and_the_venv_are_left_alone(workspace):
    built = {path.name for path in (workspace / "build").iterdir() if path.is_dir()}
    assert built == {"makedo"}


def test_the_package_can_be_found(workspace):
    installed = workspace / "install" / "makedo"
    assert (installed / "share" / "ament_index" / "resource_index" / "packages" / "makedo").exists()
    assert (installed / "share" / "makedo" / "package.xml").exists()


def test_every_program_is_installed_and_executable(workspace):
    folder = workspace / "install" / "makedo" / "lib" / "makedo"
    assert {path.name for path in folder.iterdir()} == {path.name for path in link_checkout.programs()}
    assert all(os.access(path, os.X_OK) for path in folder.iterdir())


def test_launch_files_parameters_and_scenes_are_installed_whole(workspace):
    for name in link_checkout.SHARE_FOLDERS:
        original = {path.relative_to(ROOT) for path in (ROOT / name).rglob("*") if path.is_file()}
        share = workspace / "install" / "makedo" / "share" / "makedo"
        assert original == {path.relative_to(share) for path in (share / name).rglob("*") if path.is_file()}


def test_every_module_is_installed_with_the_files_beside_it(workspace):
    installed = next((workspace / "install" / "makedo" / "lib").glob("python3*/site-packages"))
    listed = ["git", "-C", str(ROOT), "ls-files", *(f"{name}/" for name in link_checkout.python_packages())]
    tracked = subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split()
    assert tracked
    assert [name for name in tracked if (ROOT / name).exists() and not (installed / name).exists()] == []


def test_a_sourced_workspace_uses_its_own_copy_and_its_interfaces(workspace):
    program = "import makedo_core, makedo.msg as m; m.SceneGraph(); print(makedo_core.__file__, m.__file__)"
    done = sourced(workspace, f"python -c '{program}'")
    assert done.returncode == 0, done.stderr
    for path in done.stdout.split():
        assert path.startswith(str(workspace / "install"))


def test_the_command_runs_from_a_sourced_workspace(workspace):
    done = sourced(workspace, "python install/makedo/lib/makedo/makedo --help")
    assert done.returncode == 0, done.stderr
    assert "demo" in done.stdout


def test_colcon_test_knows_every_folder_of_tests_but_that_of_the_set_up(workspace):
    listed = subprocess.run(
        ["ctest", "--show-only"], cwd=workspace / "build" / "makedo", capture_output=True, text=True, check=True
    )
    folders = {path.relative_to(ROOT / "test").parts[0] for path in (ROOT / "test").glob("*/**/test_*.py")}
    assert set(re.findall(r"Test +#\d+: (\w+)", listed.stdout)) == folders - {"setup"}


def test_colcon_test_runs_the_first_tier_of_a_folder(workspace):
    done = colcon(workspace, "test", "--base-paths", ROOT, "--ctest-args", "-R", "^golden$")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    result = colcon(workspace, "test-result", "--all")
    summary = re.search(r"^Summary: (\d+) tests?, 0 errors, 0 failures", result.stdout, re.MULTILINE)
    assert summary is not None, result.stdout
    assert int(summary.group(1)) > 20
