# SPDX-License-Identifier: Apache-2.0
"""What people say that a thing is: read as a class with attributes, or refused with what would be right."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from scene_graph_node.edits.naming import LONGEST, Looks, NamingError, looks_of

ONTOLOGY = load_ontology()


@pytest.mark.parametrize(
    ("said", "looks"),
    [
        ("apple", Looks("apple")),
        ("the green apple", Looks("apple", frozenset({"green"}))),
        ("a clean, red cola can".replace(",", ""), Looks("cola_can", frozenset({"clean", "red"}))),
        ("Cola_Can", Looks("cola_can")),
        ("blue gizmo", Looks("gizmo", frozenset({"blue"}))),
    ],
)
def test_the_longest_class_at_the_end_and_attributes_before_it(said, looks):
    assert looks_of(said, ONTOLOGY, {"gizmo"}) == looks


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("aple", "apple"),
        ("green", "green"),
        ("the", "the"),
        ("", "1 to"),
        ("<img onerror> apple", "<img"),
        ("apple " * LONGEST, str(LONGEST)),
    ],
)
def test_what_names_no_class_is_refused_with_a_hint(said, names):
    with pytest.raises(NamingError, match=names):
        looks_of(said, ONTOLOGY, set())
