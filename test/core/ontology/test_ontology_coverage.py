# SPDX-License-Identifier: Apache-2.0
"""How many of the things in public scene data the household ontology knows (skipped where the data is absent)."""

from __future__ import annotations

import json
from pathlib import Path

from makedo_core.ontology import load_ontology
from support.public_data import PUBLIC_DATA, needs

REPOSITORY = Path(__file__).parents[3]


@needs(PUBLIC_DATA / "contextmatters")
def test_every_class_of_contextmatters_is_tied_to_one_of_ours():
    labels = {
        item["class"]
        for path in (PUBLIC_DATA / "contextmatters" / "tasks").glob("*/*/*/*.json")
        for item in json.loads(path.read_text(encoding="utf-8"))["objects"].values()
    }
    household = load_ontology()
    assert len(labels) >= 100
    assert [label for label in labels if household.head(label) is None] == []
    described = {label for label in labels if household.class_of(label) is not None}
    stated = {"dirty", "full", "into", "undefined"}  # said of a thing, or where it is: no class of its own
    assert [label for label in labels - described if not stated & set(label.replace("_", " ").split())] == []


@needs(PUBLIC_DATA / "virtualhome")
def test_nine_tenths_of_what_is_in_the_apartments_of_virtualhome_is_described():
    labels = {
        node["class_name"]
        for path in (PUBLIC_DATA / "virtualhome" / "example_graphs").glob("*.json")
        for node in json.loads(path.read_text(encoding="utf-8"))["nodes"]
        if node["category"] not in ("Rooms", "Characters")
    }
    household = load_ontology()
    assert len(labels) >= 100
    assert sum(household.class_of(label) is not None for label in labels) >= 0.9 * len(labels)


def test_everything_in_the_home_of_the_demo_is_described():
    nodes = json.loads((REPOSITORY / "scenes" / "home" / "graph.json").read_text(encoding="utf-8"))["nodes"]
    household = load_ontology()
    assert [n["label"] for n in nodes if n["label"] not in household and n["label"] != "robot"] == []
