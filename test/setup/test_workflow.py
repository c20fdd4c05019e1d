# SPDX-License-Identifier: Apache-2.0
"""What runs the checks elsewhere: the GitHub Actions workflow and the hooks before a commit."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import layout
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())
JOBS: dict[str, dict[str, Any]] = WORKFLOW["jobs"]
HOOKS: list[dict[str, Any]] = [
    hook for repo in yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"] for hook in repo["hooks"]
]
MAKEFILE = (ROOT / "Makefile").read_text()


def targets() -> set[str]:
    """The targets that `make help` lists."""
    return set(re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE))


def commands(job: dict[str, Any]) -> Iterator[list[str]]:
    """Every command line of a job, as words."""
    for step in job["steps"]:
        for line in step.get("run", "").replace("\\\n", " ").splitlines():
            yield shlex.split(line, comments=True)


def test_the_workflow_runs_for_main_and_for_pull_requests_and_may_only_read():
    triggers = WORKFLOW[True]  # YAML 1.1 takes the key "on" for a truth value
    assert triggers["push"] == {"branches": ["main"]}
    assert "pull_request" in triggers
    assert WORKFLOW["permissions"] == {"contents": "read"}


@pytest.mark.parametrize("name", JOBS)
def test_a_job_ends_by_itself_and_checks_the_tree_out_first(name):
    job = JOBS[name]
    assert 0 < job["timeout-minutes"] <= 120
    assert job["steps"][0]["uses"].startswith("actions/checkout@")
    assert all(("run" in step) != ("uses" in step) for step in job["steps"])
    assert all(re.fullmatch(r"actions/[a-z-]+@v\d+", step["uses"]) for step in job["steps"] if "uses" in step)


def test_the_workflow_calls_only_targets_of_make_that_there_are():
    called = {word for job in JOBS.values() for line in commands(job) if line[:1] == ["make"] for word in line[1:]}
    assert {"lint", "test"} <= called
    assert called <= targets()


def test_lint_and_tests_run_on_both_ubuntus_with_the_oldest_and_the_newest_python():
    matrix = JOBS["test"]["strategy"]["matrix"]
    assert matrix["os"] == ["ubuntu-22.04", "ubuntu-24.04"]
    supported = sorted(layout.SUPPORTED_PYTHONS)
    assert matrix["python"] == [f"{major}.{minor}" for major, minor in (supported[0], supported[-1])]
    assert JOBS["test"]["runs-on"] == "${{ matrix.os }}"


def test_a_ros_container_builds_and_tests_with_colcon():
    assert JOBS["jazzy"]["container"] == "ros:jazzy"
    lines = list(commands(JOBS["jazzy"]))
    begun = [line[:2] for line in lines]
    assert begun.index(["colcon", "build"]) < begun.index(["colcon", "test"]) < begun.index(["colcon", "test-result"])


def test_files_that_the_workflow_names_are_there():
    named = {word for job in JOBS.values() for line in commands(job) for word in line if word.startswith("src/makedo/")}
    assert named
    assert all((ROOT / word.removeprefix("src/makedo/")).exists() for word in named)


def test_the_hooks_before_a_commit_are_the_checks_of_make_lint():
    rule = re.search(r"^lint:.*\n((?:\t.+\n)+)", MAKEFILE, re.MULTILINE)
    assert rule is not None
    linted = [line.split()[0].replace("@$(VENV)", ".venv/bin") for line in rule[1].splitlines()]
    assert [shlex.split(hook["entry"])[0] for hook in HOOKS] == linted


def test_the_hooks_download_nothing():
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())
    assert [repo["repo"] for repo in config["repos"]] == ["local"]
    assert {hook["language"] for hook in HOOKS} == {"system"}


def test_editors_are_told_the_line_length_that_ruff_checks():
    editor = (ROOT / ".editorconfig").read_text()
    length = re.search(r"^line-length = (\d+)", (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert length is not None
    assert f"max_line_length = {length.group(1)}" in editor.splitlines()
    assert "indent_style = tab" in editor.partition("[Makefile]")[2]


def test_colcon_and_make_run_the_same_tier():
    tier = re.search(r"^FIRST_TIER := (.+)$", MAKEFILE, re.MULTILINE)
    assert tier is not None
    assert f"PYTEST_ADDOPTS=-m '{tier.group(1)}'" in (ROOT / "CMakeLists.txt").read_text()
