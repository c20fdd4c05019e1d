# SPDX-License-Identifier: Apache-2.0
"""Every class that our household knowledge and our robots' descriptions name is one of the ontology."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.files.shipped import shipped
from planner_node.language.phrasebook import Phrasebook, load_phrasebook
from planner_node.language.phrasebook.household import MachineRules


def words(book: Phrasebook) -> Iterator[str]:
    """What kits and table settings name, as people do."""
    for kit in book.kits.made_of:
        yield from (kit.part, *kit.needed, *kit.welcome)
    usual = (book.table_settings.usual,) if book.table_settings.usual is not None else ()
    for setting in (*usual, *book.table_settings.occasions, *book.table_settings.courses):
        yield from (*setting.each, *setting.welcome, *setting.shared)


def classes(rules: MachineRules) -> Iterator[str]:
    """What the rules of machines name, by class."""
    for rule in rules.does:
        yield from (rule.of, rule.machine)
    yield from rules.tools.values()
    for means in rules.taken_for_granted:
        yield from (means.of, means.using)


def test_every_word_of_kits_and_table_settings_is_a_name_of_a_class(ontology):
    found = list(words(load_phrasebook()))
    assert found and [name for name in found if name not in ontology.names] == []


def test_every_class_that_machines_name_is_one_of_the_ontology(ontology):
    found = list(classes(load_phrasebook().machines))
    assert found and [name for name in found if name not in ontology] == []


@pytest.mark.parametrize("label", ["shirt", "bed_sheet", "pillow_case"])
def test_clothes_and_bed_linen_become_clean_with_detergent(ontology, label):
    rules = load_phrasebook().machines.taken_for_granted
    assert {r.using for r in rules if r.makes == "clean" and ontology.is_a(label, r.of)} == {"detergent"}


@pytest.mark.parametrize("file", sorted(shipped("config/robots")[0].glob("*.yaml")), ids=lambda file: file.stem)
def test_every_class_that_a_robots_description_names_is_one_of_the_ontology(ontology, file: Path):
    assert [name for name in robot_config_from_yaml(file).gripper.by_rim if name not in ontology] == []
