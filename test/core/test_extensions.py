# SPDX-License-Identifier: Apache-2.0
"""What other distributions add: found by their entry points, loaded when asked for, refused with a reason."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from makedo_core.extensions import EntryPointGroup, ExtensionError, Registry, unread
from makedo_core.skills import GO_TO

OWN = {"first": len, "second": max}


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Makes a distribution with entry points and a module; returns its folder."""

    def install(name: str, entries: str, module: str = "") -> Path:
        metadata = tmp_path / f"{name}-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (metadata / "entry_points.txt").write_text(entries)
        (tmp_path / f"{name}.py").write_text(module)
        monkeypatch.syspath_prepend(str(tmp_path))
        return tmp_path

    return install


def test_entries_of_our_own_come_first_and_extensions_follow(installed):
    installed("more_words", "[makedo.detectors]\nthird = more_words:third\n", "def third(): return 3\n")
    registry = Registry(EntryPointGroup.DETECTORS, OWN)
    assert list(registry) == ["first", "second", "third"]
    assert len(registry) == 3
    assert "third" in registry and "fourth" not in registry
    assert registry["first"] is len
    assert registry["third"]() == 3


def test_another_group_is_another_registry(installed):
    installed("other_group", "[makedo.skills]\nthird = other_group:third\n", "def third(): return 3\n")
    assert list(Registry(EntryPointGroup.DETECTORS, OWN)) == list(OWN)


def test_an_extension_is_imported_when_it_is_asked_for_and_not_before(installed):
    installed("explosive", "[makedo.detectors]\nthird = explosive:third\n", "raise ImportError('no luck')\n")
    registry = Registry(EntryPointGroup.DETECTORS, OWN)
    assert list(registry) == ["first", "second", "third"]
    with pytest.raises(ExtensionError, match=r"'third' \(makedo.detectors: explosive:third of explosive\).*no luck"):
        registry["third"]


def test_a_name_that_nobody_has_is_a_key_error():
    registry = Registry(EntryPointGroup.DETECTORS, OWN)
    with pytest.raises(KeyError):
        registry["fourth"]
    assert registry.get("fourth") is None


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("first = taken:f", "this name is one of Makedo's own"),
        ("third = taken:missing", "has no attribute 'missing'"),
        ("third = taken:value", "'third' is 7, expected a function"),
    ],
)
def test_an_extension_that_cannot_be_used_says_why(installed, entry, reason):
    installed("taken", f"[makedo.detectors]\n{entry}\n", "value = 7\ndef f(): return 0\n")
    with pytest.raises(ExtensionError, match=reason):
        Registry(EntryPointGroup.DETECTORS, OWN)["third"]


def test_two_extensions_of_one_name_are_refused(installed):
    installed("one_of_two", "[makedo.detectors]\nthird = one_of_two:f\n", "def f(): return 1\n")
    installed("two_of_two", "[makedo.detectors]\nthird = two_of_two:f\n", "def f(): return 2\n")
    with pytest.raises(ExtensionError, match="has this name, too"):
        list(Registry(EntryPointGroup.DETECTORS, OWN))


def catalogue_with(folder: Path, program: str) -> subprocess.CompletedProcess[str]:
    """Run a program where a distribution is installed: the catalogue of this process has been read already."""
    path = {"PYTHONPATH": f"{folder}:{Path(__file__).parents[2]}", "PATH": "/usr/bin:/bin"}
    return subprocess.run([sys.executable, "-c", program], env=path, capture_output=True, text=True, check=False)


SPEC = """
from makedo_core.skills import {imports}
from dataclasses import replace
SPEC = {spec}
"""


@pytest.mark.parametrize(
    ("spec", "imports", "told"),
    [
        ('replace(CLOSE, name="shove")', "CLOSE", "14 shove"),
        ("7", "CLOSE", "'shove' is 7, expected a SkillSpec"),
        ("CLOSE", "CLOSE", "the skill is called 'close', its entry point 'shove'"),
        (
            'replace(CLOSE, name="shove", effects=(Literal("polished", ("?asset",)),))',
            "CLOSE, Literal",
            "polished: unknown predicates; known are at,",
        ),
        (
            'replace(CLOSE, name="shove", effects=(Literal("surface", ("?asset",)),))',
            "CLOSE, Literal",
            "surface: no skill changes this; what skills change is at,",
        ),
    ],
)
def test_a_skill_that_is_added_is_checked_against_the_catalogue(installed, spec, imports, told):
    text = SPEC.format(spec=spec, imports=imports)
    folder = installed("shoving", "[makedo.skills]\nshove = shoving:SPEC\n", text)
    program = """
from makedo_core.extensions import ExtensionError
from makedo_core.skills import SKILLS
try:
    print(len(SKILLS.values()), SKILLS["shove"].name)
except ExtensionError as error:
    print(error)
"""
    done = catalogue_with(folder, program)
    assert told in done.stdout, done.stdout + done.stderr


def test_without_extensions_the_catalogue_is_our_own():
    registry = Registry(EntryPointGroup.SKILLS, {"go_to": GO_TO})
    assert dict(registry) == {"go_to": GO_TO}


def test_what_is_left_unread_is_read_as_ever_afterwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "slow_plots.py").write_text("def draw(): return 'a plot'\n")
    (tmp_path / "with_plots.py").write_text("from slow_plots import draw\ndef work(): return 'done'\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with unread("slow_plots"):
        import with_plots
    assert with_plots.work() == "done" and with_plots.draw is None
    import slow_plots

    with unread("slow_plots"):
        from slow_plots import draw
    assert draw() == slow_plots.draw() == "a plot"
    assert sys.modules["slow_plots"] is slow_plots


@pytest.mark.parametrize(
    ("work", "unread_here"),
    [
        ("import perception_node.lifting.lift", "dash"),
        ("import simulation_node.motion_planning.timing", "toppra"),
        ("from simulation_node.motion_planning.timing import _toppra; _toppra()", "matplotlib.pyplot"),
    ],
)
def test_no_node_reads_a_library_that_nobody_needs_yet(work: str, unread_here: str):
    run = [sys.executable, "-c", f"import sys; {work}; sys.exit('{unread_here}' in sys.modules)"]
    assert subprocess.run(run, check=False).returncode == 0
