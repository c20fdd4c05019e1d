# SPDX-License-Identifier: Apache-2.0
"""`makedo --version`: of a checkout with its commit, installed elsewhere without."""

from __future__ import annotations

import re
import shutil
import subprocess
from importlib import metadata
from pathlib import Path

import pytest

from makedo_cli import version as told
from makedo_cli.main import main

INSTALLED = f"Makedo {metadata.version('makedo')}"


def test_the_command_tells_its_version_and_needs_no_subcommand(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(INSTALLED)


@pytest.fixture
def checkout(tmp_path, monkeypatch) -> Path:
    """A checkout of somebody else, in which a copy of the module lies."""
    shutil.copy(told.__file__, tmp_path / "version.py")
    for command in (["init"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "--allow-empty", "-m", "one"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True, capture_output=True)
    monkeypatch.setattr(told, "__file__", str(tmp_path / "version.py"))
    return tmp_path


def test_of_a_checkout_it_has_the_commit(checkout):
    subprocess.run(["git", "add", "version.py"], cwd=checkout, check=True)
    assert re.fullmatch(rf"{INSTALLED}, commit [0-9a-f]+-dirty", told.version())


def test_in_a_checkout_of_something_else_it_has_none(checkout):
    assert told.version() == INSTALLED


def test_without_git_it_has_none(checkout, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert told.version() == INSTALLED
