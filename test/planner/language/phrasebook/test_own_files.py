# SPDX-License-Identifier: Apache-2.0
"""Our files of words: complete, explained at the top, and what they name is known."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields

import pytest

from makedo_core.ontology import load_ontology
from planner_node.language.phrasebook import load_phrasebook
from planner_node.language.phrasebook.loading import OURS
from planner_node.language.phrasebook.word_file import Sections, read_word_file

ONTOLOGY = load_ontology()
BOOK = load_phrasebook()
BY_NAME = pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
SECTIONS = [field.name for field in fields(Sections)]


def values(part):
    return [getattr(part, field.name) for field in fields(part)]


def listed(value):
    """What a list holds; a setting counts as one."""
    return list(value) if isinstance(value, Iterable) else [value] if value is not None else []


def test_there_is_one_file_for_each_section():
    assert sorted(path.stem for path in OURS) == sorted(SECTIONS)


@BY_NAME
def test_a_file_fills_its_section_and_no_other(path):
    sections = read_word_file(path).sections
    filled = [name for name in SECTIONS if any(map(listed, values(getattr(sections, name))))]
    assert filled == [path.stem]


@pytest.mark.parametrize("section", SECTIONS)
def test_no_list_of_a_section_is_empty(section):
    part = getattr(BOOK, section)
    empty = [f.name for f, value in zip(fields(part), values(part), strict=True) if not listed(value)]
    assert empty == (["synonyms"] if section == "verbs" else [])


@BY_NAME
def test_the_example_at_the_top_of_a_file_can_be_used_as_it_is(path, tmp_path):
    top = re.match(r"(?:#.*\n)+", path.read_text(encoding="utf-8"))
    assert top is not None
    block = top[0][top[0].index(f"#     {path.stem}:") :].splitlines(keepends=True)
    example = "".join(line.removeprefix("#     ") for line in block if line.startswith("#     "))
    file = tmp_path / "example.yaml"
    file.write_text(example, encoding="utf-8")
    extended = load_phrasebook(file)
    assert getattr(extended, path.stem) != getattr(BOOK, path.stem)


def test_classes_of_machines_and_tools_are_known():
    named = {name for m in BOOK.machines.does for name in (m.of, m.machine)}
    named |= {means.using for means in BOOK.machines.taken_for_granted} | set(BOOK.machines.tools.values())
    assert {name for name in named if name not in ONTOLOGY} == set()


def test_classes_of_furniture_feelings_and_floor_tools_are_known():
    named = {name for entry in BOOK.places.done_at for name in entry.furniture}
    named |= {feeling.wants for feeling in BOOK.remarks.feelings} | {tool for _, tool in BOOK.verbs.floors.items()}
    assert {name for name in named if name not in ONTOLOGY} == set()


def test_lists_that_belong_together_agree():
    adjectives, verbs = BOOK.adjectives, BOOK.verbs
    assert adjectives.soiled <= adjectives.attributes
    assert adjectives.spoilt | adjectives.worthless | adjectives.colours <= adjectives.attributes
    assert adjectives.needed <= adjectives.plain
    assert verbs.putting_down <= set(BOOK.verb_bases)
    assert verbs.setting_a_table <= {phrase for phrase, _ in BOOK.said_verbs.items()}


def test_ours_are_read_once():
    assert load_phrasebook() is load_phrasebook()
