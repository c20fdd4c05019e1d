# SPDX-License-Identifier: Apache-2.0
"""The set-up program: does what is needed, once, and says what went wrong."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import fetch_robot
import interfaces
import layout
import link_checkout
import progress
import pytest
import set_up
import setup_steps
from setup_steps import Step

ROOT = Path(__file__).resolve().parents[2]


def step(name: str, *, key: str = "1", present: bool = True, after: tuple[str, ...] = ()) -> Step:
    return Step(name, name, lambda: key, lambda: None, lambda: present, after)


@pytest.fixture
def done_before(monkeypatch, tmp_path):
    """A venv in which steps a, b and c were done with key 1."""
    monkeypatch.setattr(set_up, "VENV", tmp_path)
    monkeypatch.setattr(set_up, "STAMPS", tmp_path / "stamps.json")
    set_up.save_stamps(dict.fromkeys("abc", "1"))


def names(steps: list[Step]) -> list[str]:
    return [entry.name for entry in steps]


def test_nothing_is_done_twice(done_before):
    assert set_up.pending([step("a"), step("b"), step("c")]) == []


def test_a_changed_key_runs_the_step_and_those_that_follow_from_it(done_before):
    steps = [step("a"), step("b", key="2"), step("c", after=("b",))]
    assert names(set_up.pending(steps)) == ["b", "c"]


def test_a_lost_product_is_made_again(done_before):
    assert names(set_up.pending([step("a"), step("b", present=False), step("c")])) == ["b"]


def test_a_damaged_record_means_that_nothing_is_known(done_before):
    set_up.STAMPS.write_text("{")
    assert names(set_up.pending([step("a"), step("b")])) == ["a", "b"]


def test_what_was_finished_before_the_venv_is_remembered(monkeypatch, tmp_path):
    venv = tmp_path / "venv"
    monkeypatch.setattr(set_up, "BUILD", tmp_path)
    monkeypatch.setattr(set_up, "VENV", venv)
    monkeypatch.setattr(set_up, "STAMPS", venv / "stamps.json")
    steps = [step("debian"), Step("venv", "venv", lambda: "1", venv.mkdir, venv.is_dir), step("packages")]
    monkeypatch.setattr(setup_steps, "all_steps", lambda: steps)
    assert set_up.main([]) == 0
    assert set_up.pending(steps) == []


def test_what_changes_while_a_step_works_on_it_is_done_again(done_before, monkeypatch, tmp_path):
    monkeypatch.setattr(set_up, "BUILD", tmp_path)
    sources = ["2"]
    pulled = Step("a", "a", lambda: sources[0], lambda: sources.__setitem__(0, "3"), lambda: True)
    monkeypatch.setattr(setup_steps, "all_steps", lambda: [pulled])
    assert set_up.main([]) == 0
    assert names(set_up.pending([pulled])) == ["a"]


def test_a_second_set_up_has_nothing_to_do_and_says_so_within_five_seconds_of_work():
    left = [step.name for step in set_up.pending(setup_steps.all_steps())]
    assert not left, f"run `make setup` before the tests: {left}"  # a test changes nothing of this checkout's venv
    before = os.times()
    command = [sys.executable, ROOT / "tools" / "set_up.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    after = os.times()
    assert "nothing to do" in done.stdout
    # Of the processor: how long it takes is up to what else runs on this machine.
    assert after.children_user + after.children_system - before.children_user - before.children_system < 5.0


def test_an_unknown_step_is_refused_with_the_choices():
    command = [sys.executable, ROOT / "tools" / "set_up.py", "robots"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "'robot'" in done.stderr


def test_a_hash_tells_names_contents_and_order_apart(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("x")
    two.write_text("x")
    hashes = {layout.digest(one), layout.digest(two), layout.digest(one, two), layout.digest(two, one)}
    assert len(hashes) == 4
    before = layout.digest(tmp_path)
    two.write_text("y")
    assert layout.digest(tmp_path) != before
    assert layout.digest("ab", "c") != layout.digest("a", "bc")


def test_a_failing_command_reports_its_code_and_the_end_of_its_output(monkeypatch, tmp_path):
    monkeypatch.setattr(progress, "BUILD", tmp_path)
    with pytest.raises(progress.StepFailedError, match=r"exit code 3[\s\S]*no room left"):
        progress.run_logged(["sh", "-c", "echo no room left; exit 3"], "fails")


def fake_dpkg(folder: Path, lines: list[str]) -> str:
    program = folder / "dpkg-query"
    program.write_text("#!/bin/sh\ncat <<'END'\n" + "\n".join(lines) + "\nEND\n")
    program.chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


def test_only_missing_debian_packages_are_named(monkeypatch, tmp_path):
    wanted = setup_steps.wanted_debian_packages()
    lines = [f"installed {name} " for name in wanted if name not in ("libglib2.0-0", "libosmesa6", "cmake")]
    # As on Ubuntu 24.04, where another package provides the name; and a package that was removed again.
    lines += ["installed libglib2.0-0t64 libglib2.0-0 (= 2.80.0)", "config-files libosmesa6 "]
    monkeypatch.setenv("PATH", fake_dpkg(tmp_path, lines))
    assert setup_steps.missing_debian_packages() == ["cmake", "libosmesa6"]


@pytest.mark.parametrize(("version", "accepted"), [((3, 9), False), ((3, 10), True), ((3, 12), True), ((3, 13), False)])
def test_only_supported_pythons_are_accepted(monkeypatch, tmp_path, version, accepted):
    python = tmp_path / "some-python"
    python.write_text(f"#!/bin/sh\nprintf '%s\\n' {version[0]} {version[1]} /nowhere {python}\n")
    python.chmod(0o755)
    monkeypatch.setenv("PYTHON", str(python))
    if accepted:
        assert setup_steps.base_python() == str(python)
    else:
        with pytest.raises(progress.StepFailedError, match="No Python between"):
            setup_steps.base_python()


def test_only_the_wanted_robot_is_taken_out_of_the_wheel(tmp_path):
    wheel = tmp_path / "robots.whl"
    inside = f"cmeel.prefix/{fetch_robot.FOLDER_IN_WHEEL}"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(f"{inside}/tiago_description/robots/tiago.urdf", "<robot/>")
        archive.writestr(f"{inside}/tiago_pro_description/robots/tiago_pro.urdf", "<robot/>")
        archive.writestr(f"{inside}/tiago_description/../../escaped", "no")
    assert fetch_robot.extract(wheel, "tiago_description", tmp_path / "out") == 1
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["robots.whl", "tiago.urdf"]


def test_a_wheel_without_the_robot_is_an_error(tmp_path):
    with zipfile.ZipFile(tmp_path / "empty.whl", "w"):
        pass
    with pytest.raises(progress.StepFailedError, match="holds no"):
        fetch_robot.extract(tmp_path / "empty.whl", "tiago_description", tmp_path / "out")


def test_the_robot_is_where_set_up_says():
    folder = fetch_robot.robot_folder("tiago_description")
    assert (folder / "robots" / "tiago_no_hand.urdf").is_file()
    assert fetch_robot.is_present()


def test_overlay_packages_come_after_those_they_use():
    order = list(interfaces.overlay_packages())
    assert order.index("octomap_msgs") < order.index("moveit_msgs")
    assert order.index("object_recognition_msgs") < order.index("moveit_msgs")


def test_a_built_package_is_keyed_by_its_definitions_and_those_it_uses(tmp_path, monkeypatch):
    base = interfaces.overlay_packages()
    key = interfaces.package_key(base["moveit_msgs"], base, "python3.11")
    assert interfaces.package_key(base["moveit_msgs"], base, "python3.12") != key
    copy = tmp_path / "octomap_msgs"
    (copy / "msg").mkdir(parents=True)
    for path in (ROOT / "overlay" / "octomap_msgs").rglob("*"):
        if path.is_file():
            (copy / path.relative_to(ROOT / "overlay" / "octomap_msgs")).write_bytes(path.read_bytes())
    changed = {**base, "octomap_msgs": interfaces.InterfacePackage("octomap_msgs", copy)}
    assert interfaces.package_key(base["moveit_msgs"], changed, "python3.11") == key
    with (copy / "msg" / "Octomap.msg").open("a") as file:
        file.write("bool more\n")
    assert interfaces.package_key(base["moveit_msgs"], changed, "python3.11") != key


def test_every_python_package_of_the_checkout_is_installed():
    only_in_the_checkout = {"training"}  # a robot runs the network and does not train it
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert set(link_checkout.python_packages()) == packages - only_in_the_checkout


def test_what_was_edited_or_came_anew_is_compiled_again(tmp_path):
    def left() -> list[Path]:
        return sorted(link_checkout.uncompiled([tmp_path], sys.implementation.cache_tag))

    a, b, c = (tmp_path / f"{name}.py" for name in "abc")
    a.write_text("x = 1\n")
    b.write_text("x = 1\n")
    assert left() == [a, b]
    link_checkout.compile_these(left(), sys.executable)
    assert left() == []
    was = a.stat()
    a.write_text("x = 10\n")
    os.utime(a, (was.st_atime, was.st_mtime))  # edited within the same second: another size
    os.utime(b, (1e9, 1e9))  # another time, as a checkout gives it
    c.write_text("x = 1\n")
    assert left() == [a, b, c]
    link_checkout.compile_these(left(), sys.executable)
    assert left() == []


def test_cmake_installs_exactly_the_programs_of_bin():
    text = (ROOT / "CMakeLists.txt").read_text()
    assert {f"bin/{path.name}" for path in link_checkout.programs()} == {
        word for word in text.split() if word.startswith("bin/")
    }


def test_programs_start_a_main_that_exists():
    check = ""
    for program in link_checkout.programs():
        line = next(line for line in program.read_text().splitlines() if re.match(r"from \S+ import main\b", line))
        check += f"{line}; assert callable(main), {program.name!r}\n"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
