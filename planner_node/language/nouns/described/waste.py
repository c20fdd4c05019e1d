# SPDX-License-Identifier: Apache-2.0
"""What is thrown away, named by a word that may name the bin as well: "the trash", "everything except the garbage"."""

from __future__ import annotations

from dataclasses import replace

from planner_node.language.phrasebook import Phrasebook
from planner_node.language.things import NounPhrase
from planner_node.language.words.naming import Names


def as_waste(thing: NounPhrase, names: Names, book: Phrasebook) -> NounPhrase:
    """Things that are called waste: all there is of it, unless one is spoken of."""
    concept = names.known("waste", "disposable")
    word = thing.text.split()[-1] if thing.text else ""
    if word not in book.nouns.waste or concept is None or thing.node_id is not None:
        return thing
    named_bin = thing.concept is not None and names.ontology.is_a(thing.concept, "bin")
    every = thing.text == word or (named_bin and thing.definite)
    return replace(
        thing,
        concept=concept if named_bin else thing.concept,
        count=None if every else thing.count,
        definite=thing.definite and not every,
    )
