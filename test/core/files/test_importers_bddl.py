# SPDX-License-Identifier: Apache-2.0
"""The hierarchy of BDDL's synsets as a taxonomy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from makedo_core.files.importers.bddl_taxonomy import read_bddl_taxonomy
from makedo_core.graph.scene_graph import GraphError
from support.public_data import PUBLIC_DATA, needs

HIERARCHY = PUBLIC_DATA / "bddl_taxonomy" / "generated_data" / "output_hierarchy.json"


def written(tmp_path: Path, content: object) -> Path:
    path = tmp_path / "hierarchy.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def synset(name: str, *children: dict) -> dict:
    return {"name": name, "children": list(children), "hasModel": True}


def test_synsets_become_classes_with_their_parents(tmp_path):
    root = synset("entity.n.01", synset("food.n.02", synset("apple.n.01"), synset("goat__cheese.n.01")))
    assert read_bddl_taxonomy(written(tmp_path, root)) == {
        "entity": (),
        "food": ("entity",),
        "apple": ("food",),
        "goat_cheese": ("food",),
    }


def test_a_word_at_two_places_has_both_parents(tmp_path):
    root = synset("entity.n.01", synset("fruit.n.01", synset("apple.n.01")), synset("food.n.02", synset("apple.n.02")))
    assert read_bddl_taxonomy(written(tmp_path, root))["apple"] == ("food", "fruit")


def test_a_word_below_itself_closes_no_circle(tmp_path):
    root = synset("entity.n.01", synset("food.n.02", synset("dish.n.01", synset("food.n.01", synset("dish.n.02")))))
    found = read_bddl_taxonomy(written(tmp_path, root))
    assert found == {"entity": (), "food": ("entity",), "dish": ("food",)}


@pytest.mark.parametrize(
    "content, told", [([], "hierarchy.json"), ({"name": ""}, "name"), ({"name": "a", "children": [{"x": 1}]}, "name")]
)
def test_what_is_no_hierarchy_is_refused_with_its_place(tmp_path, content, told):
    with pytest.raises(GraphError, match=told):
        read_bddl_taxonomy(written(tmp_path, content))


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(GraphError, match="no such file"):
        read_bddl_taxonomy(tmp_path / "none.json")


@needs(HIERARCHY)
def test_every_class_of_the_published_hierarchy_leads_to_the_top():
    parents = read_bddl_taxonomy(HIERARCHY)
    assert len(parents) > 3000 and parents["entity"] == ()
    assert "table" in parents["coffee_table"]

    def is_below(name: str, above: frozenset[str] = frozenset()) -> bool:
        assert name not in above
        return name == "entity" or all(is_below(p, above | {name}) for p in parents[name])

    for name in ("apple", "microwave", "dish", "table", "food"):
        assert is_below(name) and (parents[name] or name == "entity")
