# SPDX-License-Identifier: Apache-2.0
"""What things are sold in: a sugar_bag is a bag of sugar, the sugar, and a tuna_can a tin of tuna."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from makedo_core.ontology import Ontology
from makedo_core.ontology.words import plural

_FOR_USE = "tableware"
_GRINDING = frozenset({"mill", "grinder", "shaker"})
PACKS = ("small_container", "sealed_pack", "bottle")


def as_contents(spelt: Mapping[str, str], ontology: Ontology) -> dict[str, str]:
    """Labels by what they are packs or pieces of: "bag of sugar" for a sugar_bag, "box of cookies" for a cookie_box.

    What packs of that kind are called as well counts, too: "a tin of soup", "the soup tin" for a soup_can.
    """
    found: dict[str, str] = {}
    others: dict[str, str] = {}
    for label, name in spelt.items():
        content, _, noun = name.rpartition(" ")
        if not content or ontology.is_a(label, _FOR_USE):
            continue  # a wine glass is no glass of wine
        contents = (content, plural(content))
        found |= {f"{head} of {of}": label for head in (noun, plural(noun)) for of in contents}
        for other in heads_besides(noun, ontology):
            for head in (other, plural(other)):
                others |= {f"{head} of {of}": label for of in contents} | {f"{content} {head}": label}
    return {**others, **found}


def heads_besides(noun: str, ontology: Ontology) -> Iterator[str]:
    """Single words by which packs that a noun names are called as well: a can is a tin."""
    head = ontology.concepts.get(ontology.names.get(noun, ""))
    if head is not None and any(ontology.is_a(head.id, pack) for pack in PACKS):
        yield from (word for word in head.synonyms if " " not in word and word != noun)


def is_of_several(phrase: str, label: str, ontology: Ontology) -> bool:
    """Whether one of the names that `as_contents` gives a label is of several of them: "tins of soup"."""
    head, of, _ = phrase.partition(" of ")
    said = head if of else phrase.rpartition(" ")[2]
    noun = label.rpartition("_")[2]
    return said in (plural(noun), *(plural(other) for other in heads_besides(noun, ontology)))


def packs_by_content(ontology: Ontology, labels: Collection[str]) -> dict[str, str]:
    """Labels of what things are sold in, by what is in them, where one label alone says that: tea_box, sugar_bag."""
    found: dict[str, list[str]] = {}
    for label in labels:
        content, _, noun = label.replace("_", " ").rpartition(" ")
        head = ontology.names.get(noun)
        is_pack = content and head is not None and any(ontology.is_a(head, pack) for pack in PACKS)
        is_pack = is_pack or (bool(content) and noun in _GRINDING and ontology.is_a(label, "seasoning"))
        if is_pack and content not in ontology.all_materials:
            found.setdefault(content, []).append(label)  # a plastic_bottle has no plastic in it
    alone = {content: several[0] for content, several in found.items() if len(several) == 1}
    several = {plural(c): label for c, label in alone.items() if _is_sold_packed(plural(c), ontology)}
    return several | alone


def _is_sold_packed(content: str, ontology: Ontology) -> bool:
    """Whether a word for several names a pack of them: "cookies" are a cookie_box, "tomatoes" what a can is full of."""
    concept = ontology.names.get(content, "")
    return "_" in concept or ontology.is_a(concept, "food")
