# SPDX-License-Identifier: Apache-2.0
"""The documentation's site: every page is in the navigation, nothing comes from elsewhere, and it builds."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
CONFIG = (ROOT / "mkdocs.yml").read_text()


def named() -> set[Path]:
    """The pages of the navigation."""
    patterns = re.findall(r"([\w./*]+\.md)$", CONFIG.partition("\nnav:")[2], re.MULTILINE)
    assert all(list(ROOT.glob(pattern)) for pattern in patterns)
    return {path for pattern in patterns for path in ROOT.glob(pattern)}


def test_every_page_is_in_the_navigation():
    pages = {p for pattern in ("*.md", "docs/**/*.md", "examples/*.md", "benchmarks/*.md") for p in ROOT.glob(pattern)}
    assert named() == pages


def test_it_is_strict_and_loads_no_fonts():
    assert "\nstrict: true\n" in CONFIG
    assert "\n  font: false\n" in CONFIG


@pytest.mark.parametrize("python", ["3.10", "3.11", "3.12"])
def test_what_builds_it_is_locked_and_fits_the_other_lock(python):
    def chosen(name: str) -> dict[str, str]:
        lines = (line.partition("#")[0].strip() for line in (ROOT / "tools" / name).read_text().splitlines())
        environment = {"python_version": python, "python_full_version": f"{python}.9"}
        found = (Requirement(line) for line in lines if line)
        return {r.name.lower(): str(r.specifier) for r in found if not r.marker or r.marker.evaluate(environment)}

    locked, rest = chosen("requirements-docs.lock"), chosen("requirements.lock")
    wanted = chosen("requirements-docs.txt")
    assert wanted.items() <= locked.items()
    assert {name: locked[name] for name in locked.keys() & rest.keys()} == {
        name: rest[name] for name in locked.keys() & rest.keys()
    }


@pytest.mark.skipif(importlib.util.find_spec("material") is None, reason="`make docs` has not run in this checkout")
def test_it_builds_without_a_warning_and_asks_no_other_machine_for_anything(tmp_path):
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", tmp_path / "site"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    pages = list((tmp_path / "site").rglob("*.html"))
    assert len(pages) > 30
    loaded = [m for page in pages for m in re.findall(r"<(?:script|link|img)[^>]+https?://[^>]+>", page.read_text())]
    assert loaded == []
