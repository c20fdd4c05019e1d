# SPDX-License-Identifier: Apache-2.0
"""Every example of examples/ does what it says."""

from __future__ import annotations

import importlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from makedo_core.cancel import Cancelled, CancelToken
from makedo_core.failure import FailureCause
from makedo_core.files.scene_files import scene_file
from makedo_core.files.scene_json import graph_from_json, graph_to_json
from makedo_core.graph.scene_graph import AGENT_ID, Relation, RelationType, SceneGraph, State
from makedo_core.skills import SkillCall
from perception_node.detectors import DetectorSettings
from perception_node.detectors.detector import ImageSet

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
Run = Callable[..., "subprocess.CompletedProcess[str]"]


def run(*words: str | Path, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run Python with some arguments, where a folder is on its path."""
    environment: Mapping[str, str] = {**os.environ, "PYTHONPATH": str(path) if path else ""}
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600, check=False)


def makedo(*words: str | Path, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the `makedo` command."""
    return run("-m", "makedo_cli.main", *words, path=path)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the examples that are distributions, as pip installs them."""
    folder = tmp_path_factory.mktemp("installed")
    for name in ("add_a_skill", "add_a_detector"):
        copy = shutil.copytree(EXAMPLES / name, tmp_path_factory.mktemp("source") / name)
        options = ["--no-deps", "--no-build-isolation", "--disable-pip-version-check", "--target", folder]
        done = run("-m", "pip", "install", *options, copy)
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def hand_full(tmp_path: Path) -> Path:
    """The home with the fridge open and the apple in the robot's hand."""
    home = graph_from_json(scene_file("home").read_text())
    kept = {r for r in home.relations if r.source != "apple_1"}
    held = Relation("apple_1", RelationType.HELD_BY, AGENT_ID)
    nodes = {**home.nodes, "fridge_1": home["fridge_1"].with_state(State.OPEN)}
    nodes["apple_1"] = replace(home["apple_1"], confidence=1.0)
    path = tmp_path / "hand_full.json"
    path.write_text(graph_to_json(SceneGraph(nodes, frozenset({*kept, held}), scene="home")))
    return path


def test_every_example_says_how_it_is_run_and_is_listed():
    scripts = sorted(EXAMPLES.rglob("*.py"))
    listed = re.findall(r"\]\(([\w/.]+\.py)\)", (EXAMPLES / "README.md").read_text())
    heads = [path.relative_to(EXAMPLES) for path in scripts if re.search(r"^(Run|Install) it", path.read_text(), re.M)]
    assert sorted(map(Path, listed)) == heads
    assert {path.parent.name for path in scripts} == {"examples", *(p.name for p in EXAMPLES.iterdir() if p.is_dir())}


def test_planning_from_python_prints_plan_change_and_cost():
    done = run(EXAMPLES / "plan_from_python.py", "Bring 4 kid snacks to table_2")
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stderr
    assert "- put_on(cola_can_1, table_2)" in lines
    assert [line for line in lines if line.startswith("changed: ")]
    assert lines[-1] == "relaxation cost 1.00"


def test_planning_from_python_tells_why_it_is_refused():
    done = run(EXAMPLES / "plan_from_python.py", "Bring the unicorn to table_2")
    assert done.returncode == 1
    assert done.stdout.startswith("refused, UNKNOWN_OBJECT: ")


@pytest.mark.parametrize(("most", "code"), [("0.5", 3), ("1.5", 0)])
@pytest.mark.slow
def test_the_strategy_refuses_what_costs_too_much(most, code):
    words = ("--strategies", "keep_it_cheap", "--strategy", f"cheap:most={most}")
    done = makedo("plan", "Bring 4 kid snacks to table_2", *words, path=EXAMPLES / "add_a_strategy")
    assert done.returncode == code, done.stdout + done.stderr
    assert ("nothing_acceptable" in done.stdout) == (code == 3)


def test_the_home_can_be_planned_in(tmp_path):
    folder = tmp_path / "studio"
    assert run(EXAMPLES / "add_a_home" / "make_home.py", folder).returncode == 0
    done = makedo("plan", "Put the mug on the shelf", "--graph", folder / "graph.json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "put mug 1 on shelf 1" in done.stdout


def test_the_home_wants_a_folder():
    done = run(EXAMPLES / "add_a_home" / "make_home.py")
    assert done.returncode == 1
    assert "usage" in done.stderr


@pytest.mark.slow
def test_the_skill_is_planned_with_where_it_is_installed(installed, hand_full):
    without = makedo("plan", "close the fridge", "--graph", hand_full)
    assert without.returncode == 0, without.stdout + without.stderr
    assert "ask somebody" not in without.stdout
    done = makedo("plan", "close the fridge", "--graph", hand_full, path=installed)
    assert done.returncode == 0, done.stdout + done.stderr
    steps = re.findall(r"^ +\d+ (.+)$", done.stdout, re.MULTILINE)
    assert steps == ["go to fridge 1", "ask somebody to close fridge 1"]


@pytest.mark.slow
def test_executor_and_perception_find_what_is_installed(installed):
    program = """
from executor_node.skills import SKILLS
from perception_node.detectors import DetectorSettings, build_detector
print(SKILLS["ask_to_close"].__name__)
print(build_detector(DetectorSettings("colour_blobs", frozenset({"apple"}))).diagnostics())
"""
    done = run("-c", program, path=installed)
    assert done.stdout.splitlines() == ["ask_to_close", "{'colours of': 'apple'}"], done.stderr


class Kitchen:
    """The ports that the skill uses: a graph in which the fridge is closed after some looks, and a clock."""

    def __init__(self, graph: SceneGraph, closed_after: int) -> None:
        self.graph, self.clock = self, self
        self._graph, self._left, self._now_s = graph, closed_after, 0.0

    def newest(self) -> SceneGraph:
        self._left -= 1
        if self._left >= 0:
            return self._graph
        nodes = {**self._graph.nodes, "fridge_1": self._graph["fridge_1"].with_state(State.CLOSED)}
        return replace(self._graph, nodes=nodes)

    def now_s(self) -> float:
        self._now_s += 20.0
        return self._now_s


@pytest.fixture
def ask(hand_full, monkeypatch):
    """Runs the skill's function with the fridge closed after so many looks."""
    monkeypatch.syspath_prepend(str(EXAMPLES / "add_a_skill"))
    function = importlib.import_module("ask_to_close_function")
    monkeypatch.setattr(function, "LOOK_S", 0.0)
    graph = graph_from_json(hand_full.read_text())

    def asked(closed_after: int, token: CancelToken | None = None):
        heard = []
        context = SimpleNamespace(
            ports=Kitchen(graph, closed_after),
            token=token or CancelToken(),
            note=lambda event, **details: heard.append(details["what"]),
        )
        return function.ask_to_close(context, SkillCall("ask_to_close", ("fridge_1",))), heard

    return asked


def test_the_skill_ends_when_the_door_is_seen_closed(ask):
    result, heard = ask(closed_after=2)
    assert result.ok
    assert result.look_at is not None
    assert heard == ["please close fridge 1"]


def test_the_skill_gives_up_when_nobody_comes(ask):
    result, _ = ask(closed_after=1000)
    assert result.outcome.cause is FailureCause.TIMEOUT


def test_the_skill_ends_when_the_robot_is_stopped(ask):
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        ask(1000, token)


def test_the_detector_finds_blobs_of_its_colours(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES / "add_a_detector"))
    blobs = importlib.import_module("colour_blobs")
    colour = np.full((48, 64, 3), 120, np.uint8)
    colour[10:20, 5:25] = blobs.HUES["apple"]
    colour[30:40, 40:60] = blobs.HUES["banana"]
    colour[0:2, 60:62] = blobs.HUES["apple"]  # too small
    images = ImageSet(stamp=0.0, depth=np.ones((48, 64), np.float32), colour=colour)
    found = blobs.make(DetectorSettings("colour_blobs", frozenset({"apple"})), lambda: False).detect(images)
    assert [(d.label, d.rows, d.columns, d.area) for d in found] == [("apple", slice(10, 20), slice(5, 25), 200)]
