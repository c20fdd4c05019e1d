# SPDX-License-Identifier: Apache-2.0
"""The household ontology: sound, and safe about what may stand in for what."""

from __future__ import annotations

import difflib

import pytest

from makedo_core.ontology import Ontology, load_ontology
from makedo_core.ontology.taxonomy import plural
from makedo_core.ontology.words import Spellings

HOME_LABELS = """cracker_box cookie_box granola_bar cola_can wine_bottle water_bottle juice_carton milk_carton apple
banana orange mug cup bowl plate fork spoon knife book remote soap sponge toy_block tuna_can vase tissue_box table
shelf fridge drawer bin lamp counter sofa cabinet armchair tv_stand plant""".split()


@pytest.fixture(scope="module")
def household() -> Ontology:
    return load_ontology()


def leaves(ontology: Ontology) -> list[str]:
    parents = {p for c in ontology.concepts.values() for p in c.parents}
    return [c for c in ontology.concepts if c not in parents]


def test_it_knows_the_home_and_much_more(household):
    assert set(HOME_LABELS) <= household.concepts.keys()
    assert sum(household.is_a(c, "item") for c in leaves(household)) >= 800
    assert sum(household.is_a(c, "furniture") for c in leaves(household)) >= 120
    assert sum(household.is_a(c, "room") for c in leaves(household)) >= 20


def test_every_class_comes_from_one_root(household):
    assert all("thing" in household.ancestors(c) for c in household.concepts)


def test_every_word_names_its_class(household):
    for concept in household.concepts.values():
        for word in (concept.id.replace("_", " "), *concept.plurals, *concept.synonyms):
            assert household.names[word.lower()] == concept.id


@pytest.mark.parametrize(
    ("word", "concept"),
    [
        ("knives", "knife"),
        ("shelves", "shelf"),
        ("cracker boxes", "cracker_box"),
        ("coke", "cola_can"),
        ("boxes of cookies", "cookie_box"),
        ("couch", "sofa"),
        ("batteries", "battery"),
        ("scissors", "scissors"),
        ("bottles of wine", "wine_bottle"),
        ("mice", "mouse"),
        ("cacti", "cactus"),
        ("mangoes", "mango"),
        ("t-shirts", "t_shirt"),
        ("t shirts", "t_shirt"),
        ("aluminum foil", "aluminium_foil"),
        ("diapers", "diaper"),
        ("nappies", "diaper"),
        ("zucchini", "courgette"),
        ("courgettes", "courgette"),
    ],
)
def test_words_plurals_and_synonyms(household, word, concept):
    assert household.names[word] == concept


def test_regular_plurals():
    assert [plural(n) for n in ("cup", "dish", "box", "battery", "toy", "potato", "box of tea")] == [
        "cups",
        "dishes",
        "boxes",
        "batteries",
        "toys",
        "potatoes",
        "boxes of tea",
    ]


def test_a_cola_is_closer_to_a_snack_than_an_apple_and_wine_is_far(household):
    breadth = [household.functional_class("snack", x).breadth for x in ("cola_can", "apple", "wine_bottle")]
    assert breadth == sorted(set(breadth))


def test_nothing_alcoholic_sharp_or_toxic_is_safe_for_kids(household):
    for concept in household.concepts:
        if household.hazards(concept):
            assert not household.kid_safe(concept)
    for unsafe in (
        "wine_bottle",
        "beer_can",
        "knife",
        "scissors",
        "bleach_bottle",
        "medicine",
        "coffee",
        "lighter",
    ):
        assert not household.kid_safe(unsafe), unsafe
    for safe in ("cola_can", "apple", "cookie_box", "toy_block", "book", "milk_carton"):
        assert household.kid_safe(safe), safe


def test_what_is_not_described_is_neither_safe_nor_a_substitute(household):
    assert not household.kid_safe("mystery_snack")
    assert household.functional_class("snack", "mystery_snack") is None
    assert household.is_a("garden_table", "table")
    assert household.hazards("sharp_kitchen_knife") == {"sharp"}
    assert "graspable" in household.affordances("mystery_apple")
    assert "edible" not in household.affordances("mystery_apple")
    assert not household.qualities("mystery_apple")


def test_usual_places(household):
    assert household.usual_places("fork") == {"drawer"}
    assert "fridge" in household.usual_places("milk_carton")


@pytest.mark.parametrize("word", ["aple", "tabel", "refridgerator", "dish wash", "q", "", "ünicorn", "x" * 50, "bookk"])
@pytest.mark.parametrize("cutoff", [0.3, 0.6, 1.0])
def test_names_that_look_alike_are_those_that_comparing_all_finds(household, word, cutoff):
    found = Spellings(household.names).nearest(word, 9, cutoff)
    assert found == difflib.get_close_matches(word, household.names, 9, cutoff)
    assert Spellings(()).nearest(word, 9, cutoff) == []
