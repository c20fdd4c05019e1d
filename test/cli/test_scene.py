# SPDX-License-Identifier: Apache-2.0
"""`makedo scene`: what it writes, what it prints, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from makedo_cli.main import main
from makedo_core.files.scene_json import graph_from_json
from support.words import Words

BOX = "<link name='l'><collision name='c'><geometry><box><size>{}</size></box></geometry></collision></link>"
TABLE = f"<model name='{{}}'><static>1</static><pose>{{}}</pose>{BOX.format('0.8 1.2 0.7')}</model>"
CUP = f"<model name='cup'><pose>2 0 0.76 0 0 0</pose>{BOX.format('0.06 0.06 0.12')}</model>"
LOST = "<include><uri>model://wardrobe_9</uri><pose>0 3 0 0 0 0</pose></include>"


@pytest.fixture
def world(tmp_path: Path) -> Path:
    path = tmp_path / "lab.world"
    tables = TABLE.format("table_1", "2 0 0.35 0 0 0") + TABLE.format("table_2", "-2 0 0.35 0 0 0")
    path.write_text(f"<sdf version='1.6'><world name='lab'>{tables}{CUP}{LOST}</world></sdf>")
    return path


def test_what_it_writes_can_be_planned_on(
    world: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: Words
):
    out = tmp_path / "scenes" / "lab" / "graph.json"
    assert main(["scene", "--from-sdf", str(world), "--out", str(out)]) == 0
    words(capsys.readouterr().out.replace(str(tmp_path), ""))
    assert {"table_1", "table_2", "cup_1", "wardrobe_9"} <= set(graph_from_json(out.read_text()).nodes)
    assert main(["plan", "Bring the cup to table_2", "--graph", str(out)]) == 0
    assert "put cup 1 on table 2" in capsys.readouterr().out


def test_a_file_that_is_there_is_only_replaced_when_that_is_said(
    world: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    out = tmp_path / "graph.json"
    out.write_text("mine")
    assert main(["scene", "--from-sdf", str(world), "--out", str(out)]) == 2
    assert "is there already; name another file, or add --replace" in capsys.readouterr().err
    assert out.read_text() == "mine"
    assert main(["scene", "--from-sdf", str(world), "--out", str(out), "--replace"]) == 0
    assert graph_from_json(out.read_text()).scene == "lab"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--out", "{here}"], "is a folder; name a file"),
        (["--out", "{here}/x.json", "--map-at", "nan", "0", "0"], "--map-at takes three finite numbers"),
        (["--out", "{here}/x.json", "--map-at", "1e30", "0", "0"], "not within 100000 m"),
        (["--out", "{here}/x.json", "--robot-in", "cellar"], "which is no room; there are room_1"),
        (["--out", "{here}/x.json", "--models", "{here}/none"], "no such folder"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_writes_nothing(
    world: Path, tmp_path: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
):
    given = [argument.format(here=tmp_path) for argument in arguments]
    assert main(["scene", "--from-sdf", str(world), *given]) == 2
    told = capsys.readouterr().err
    assert message in told and told.count("\n") == 1
    assert not (tmp_path / "x.json").exists()
