# SPDX-License-Identifier: Apache-2.0
"""The phrases for what belongs on a table that is set. What does is in language/knowledge/table_settings.yaml."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from makedo_core.ontology.taxonomy import plural
from planner_node.language.phrasebook.household import Setting
from planner_node.language.things import NounPhrase
from planner_node.language.words.naming import Names


def covers(names: Names, setting: Setting, people: int, stated: bool) -> Iterator[NounPhrase]:
    """The things of a setting that the ontology knows; what nobody counted or everybody may do without is implied."""
    for name in setting.each:
        yield from _things(names, name, people, implied=not stated)
    for name in setting.welcome:
        yield from _things(names, name, people, implied=True)
    for name in setting.shared:
        yield from _things(names, name, 1, implied=True)


def decoration(names: Names) -> Iterator[NounPhrase]:
    """Something that decorates."""
    for phrase in _things(names, "decoration", 1, implied=False):
        yield replace(phrase, text="a decoration")


def _things(names: Names, name: str, count: int, implied: bool) -> Iterator[NounPhrase]:
    found = names.match(name.split(), 0)
    if found is not None:
        concept = names.ontology.concepts.get(found.concept or "")
        irregular = concept.plurals[:1] if concept and concept.id == name else ()
        text = f"{count} {(*irregular, plural(name))[0] if count > 1 else name}"
        yield NounPhrase(text, found.concept, None, count, implied=implied)
