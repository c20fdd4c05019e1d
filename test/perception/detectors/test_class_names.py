# SPDX-License-Identifier: Apache-2.0
"""What a network's classes are called here: by a file, by name, by the ontology, and not at all where it is unclear."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.ontology import load_ontology
from perception_node.detectors import DetectorError
from perception_node.detectors.class_names import class_map_from_yaml, class_names, our_class

ONTOLOGY = load_ontology()


@pytest.mark.parametrize(
    ("name", "vocabulary", "ours"),
    [
        ("apple", {"apple"}, "apple"),
        ("Water Bottle", {"water_bottle"}, "water_bottle"),
        ("coke can", {"cola_can"}, "cola_can"),  # a synonym
        ("granny_smith", {"apple"}, None),  # the ontology does not know it
        ("wine", {"apple"}, None),  # known, and nothing of ours
        ("fruit", {"apple", "fork"}, "apple"),  # there is only one fruit
        ("fruit", {"apple", "banana"}, None),  # which?
        ("zebra", {"apple"}, None),
    ],
)
def test_a_class_is_mapped_by_name_synonym_or_the_only_kind(name, vocabulary, ours):
    assert our_class(name, vocabulary, ONTOLOGY) == ours


def test_a_narrower_class_is_the_narrowest_of_ours_above_it():
    child, above = next(
        (c, sorted(a - {c}, key=lambda x: len(ONTOLOGY.ancestors(x))))
        for c in sorted(ONTOLOGY.concepts)
        if len(a := ONTOLOGY.ancestors(c)) >= 4
    )
    assert our_class(child, {above[-1], above[0]}, ONTOLOGY) == above[-1]


def test_what_is_not_mapped_is_listed():
    found = class_names(["zebra", "apple", "cat"], {"apple"}, ONTOLOGY, {})
    assert dict(found.ours) == {"apple": "apple"}
    assert found.unmapped == ("cat", "zebra")


@given(st.lists(st.text(max_size=30)), st.sets(st.sampled_from(sorted(ONTOLOGY.concepts)), max_size=5))
def test_every_class_is_mapped_into_the_vocabulary_or_listed(names, vocabulary):
    found = class_names(names, vocabulary, ONTOLOGY, {})
    assert set(found.ours.values()) <= vocabulary
    assert set(found.ours) | set(found.unmapped) == set(names)
    assert not set(found.ours) & set(found.unmapped)


@pytest.mark.parametrize(
    ("given", "expected"), [({"horse": "apple"}, "no class 'horse'"), ({"cat": "unicorn"}, "'unicorn' is no class")]
)
def test_a_mapping_of_classes_that_do_not_exist_is_refused(given, expected):
    with pytest.raises(DetectorError, match=expected):
        class_names(["cat"], {"apple"}, ONTOLOGY, given)


def test_a_mapping_is_read(tmp_path):
    (tmp_path / "map.yaml").write_text("cell phone: remote\n")
    assert dict(class_map_from_yaml(tmp_path / "map.yaml")) == {"cell phone": "remote"}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"- a\n", "expected lines like"),
        (b"a: 3\n", "expected lines like"),
        (b"a: [", "not YAML"),
        (b"\xff", "not YAML"),
    ],
)
def test_a_broken_mapping_is_refused(tmp_path, content, expected):
    (tmp_path / "map.yaml").write_bytes(content)
    with pytest.raises(DetectorError, match=expected):
        class_map_from_yaml(tmp_path / "map.yaml")


def test_a_missing_mapping_is_named(tmp_path):
    with pytest.raises(DetectorError, match=r"cannot read class_map .*none\.yaml: No such file"):
        class_map_from_yaml(tmp_path / "none.yaml")
