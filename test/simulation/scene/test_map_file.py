# SPDX-License-Identifier: Apache-2.0
"""The map that Nav2's own map server is given: what the base may not drive over, where the scene has it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml

from simulation_node.navigation.map_file import FREE, OCCUPIED, main

ROOT = Path(__file__).parents[3]


@pytest.fixture
def home(tmp_path, monkeypatch, capsys):
    """What stands at a place of the home, by the files as the map server reads them."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert main([str(ROOT), "home"]) == 0
    path = Path(capsys.readouterr().out)
    about = yaml.safe_load(path.read_text())
    kind, size, most, pixels = (path.parent / about["image"]).read_bytes().split(b"\n", 3)
    width, height = (int(n) for n in size.split())
    assert (kind, most, about["mode"], about["negate"]) == (b"P5", b"255", "trinary", 0)
    rows = np.frombuffer(pixels, np.uint8).reshape(height, width)[::-1]

    def at(x, y):
        column, row = (int((v - o) // about["resolution"]) for v, o in zip((x, y), about["origin"][:2], strict=True))
        return rows[row, column]

    return at


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ((0.5, 0.5), FREE),
        ((-0.85, -2.35), OCCUPIED),  # the middle of a table, of which a laser sees the legs only
        ((-0.85, -1.85), FREE),  # before it
        ((-0.2, -2.7), OCCUPIED),  # its corner
        ((2.3, -2.97), OCCUPIED),  # a cabinet
        ((0.3, -1.1), FREE),
    ],
)
def test_what_stands_in_the_home_is_where_the_scene_has_it(home, place, value):
    assert home(*place) == value


@pytest.mark.parametrize(("words", "status", "told"), [([], 2, "needs the folder"), ([".", "no"], 1, "Nav2: ")])
def test_what_cannot_be_mapped_is_told(words, status, told, capsys):
    assert main(words) == status
    assert told in capsys.readouterr().err
