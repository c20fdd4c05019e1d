# SPDX-License-Identifier: Apache-2.0
"""The libraries of the page: exactly what is pinned, with addresses that a browser understands."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import fetch_page
import pytest
from progress import StepFailedError


def archive(folder: Path, files: dict[str, str]) -> Path:
    path = folder / "library-1.0.0.tgz"
    with tarfile.open(path, "w:gz") as packed:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text)
            packed.addfile(member, io.BytesIO(text.encode()))
    return path


def test_what_matches_is_taken_by_its_path_in_the_package(tmp_path):
    packed = archive(tmp_path, {"package/LICENSE": "free", "package/src/a.js": "a", "package/src/deep/b.js": "b"})
    assert fetch_page.extracted(packed, ("LICENSE", "src/*.js")) == {"LICENSE": b"free", "src/a.js": b"a"}


def test_a_file_that_is_missing_is_named(tmp_path):
    with pytest.raises(StepFailedError, match=r"library-1\.0\.0\.tgz holds no src/c\.js"):
        fetch_page.extracted(archive(tmp_path, {"package/LICENSE": "free"}), ("LICENSE", "src/c.js"))


def test_a_path_that_leads_out_of_the_package_is_left_out(tmp_path):
    packed = archive(tmp_path, {"package/../../x.js": "x", "package/src/x.js": "y"})
    assert fetch_page.extracted(packed, ("src/*.js",)) == {"src/x.js": b"y"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import { A } from 'three';", "import { A } from '/vendor/three/build/three.module.js';"),
        ('} from "three";', '} from "/vendor/three/build/three.module.js";'),
        (
            "import { B } from 'three/examples/jsm/loaders/B.js';",
            "import { B } from '/vendor/three/examples/jsm/loaders/B.js';",
        ),
        ("import { C } from './C.js';", "import { C } from './C.js';"),
    ],
)
def test_names_of_modules_become_addresses(before, after):
    assert fetch_page.for_the_page(before.encode()).decode() == after


def test_another_archive_than_the_pinned_one_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(fetch_page.shutil, "which", lambda _: None)
    (tmp_path / "registry" / "three" / "-").mkdir(parents=True)
    package = fetch_page.PACKAGES[0]
    (tmp_path / "registry" / "three" / "-" / package.archive).write_bytes(b"something else")
    monkeypatch.setenv("NPM_CONFIG_REGISTRY", f"file://{tmp_path}/registry")
    with pytest.raises(StepFailedError, match="expected ff540832"):
        fetch_page._archive(package, tmp_path)


def test_without_the_registry_set_up_goes_on_and_says_what_is_missing(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(fetch_page.shutil, "which", lambda _: None)
    monkeypatch.setattr(fetch_page, "cache_directory", lambda: tmp_path)
    monkeypatch.setenv("NPM_CONFIG_REGISTRY", f"file://{tmp_path}/nowhere")
    fetch_page.fetch()
    assert "whose home is flat without them" in capsys.readouterr().out
    assert fetch_page.was_tried()
