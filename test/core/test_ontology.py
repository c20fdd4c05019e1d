# SPDX-License-Identifier: Apache-2.0
"""The household ontology: sound, and safe about what may stand in for what."""

from __future__ import annotations

import pytest

from makedo_core.ontology import Concept, Ontology, OntologyError, load_ontology
from makedo_core.ontology.taxonomy import plural

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
    assert len(leaves(household)) >= 200


def test_every_class_comes_from_one_root(household):
    assert all("thing" in household.ancestors(c) for c in household.concepts)


def test_every_word_names_one_class(household):
    """A class's own name must not be taken by another class's synonym."""
    for concept in household.concepts.values():
        assert household.names[concept.id.replace("_", " ")] == concept.id
        for synonym in concept.synonyms:
            named = household.names[synonym.lower()]
            assert named == concept.id, f"{synonym!r} of {concept.id} already names {named}"


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


def test_usual_places(household):
    assert household.usual_places("fork") == {"drawer"}
    assert "fridge" in household.usual_places("milk_carton")


def test_contradictions_are_found():
    def make(*concepts: Concept) -> Ontology:
        return Ontology((Concept("thing"), *concepts))

    with pytest.raises(OntologyError, match="kid_safe and has hazards: sharp"):
        make(
            Concept("tool", ("thing",), hazards=frozenset({"sharp"})),
            Concept("toy_saw", ("tool",), qualities=frozenset({"kid_safe"})),
        )
    with pytest.raises(OntologyError, match="cycle"):
        make(Concept("a", ("b",)), Concept("b", ("a",)))
    with pytest.raises(OntologyError, match="is under b, which is not described"):
        make(Concept("a", ("b",)))


def test_a_user_extends_it_with_a_file_of_their_own(tmp_path):
    path = tmp_path / "mine.ttl"
    path.write_text(
        """@prefix : <urn:makedo:household#> .
        @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        :seaweed_chips rdfs:subClassOf :snack ; :quality :kid_safe ; :synonym "nori" .
        """
    )
    mine = load_ontology(path)
    assert mine.is_a("seaweed_chips", "treat")
    assert mine.names["nori"] == "seaweed_chips"
    assert "seaweed_chips" not in load_ontology().concepts


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("@prefix : <urn:makedo:household#> .\n:a :b", "line 2"),
        ("<urn:other#a> <urn:other#b> <urn:other#c> .", "not in the namespace"),
        ('@prefix : <urn:makedo:household#> .\n:a :breadth "wide" .', "not a number"),
        ("@prefix : <urn:makedo:household#> .\n:a :breadth -1 .", "above 0"),
    ],
)
def test_a_broken_file_says_what_is_wrong(tmp_path, text, told):
    path = tmp_path / "broken.ttl"
    path.write_text(text)
    with pytest.raises(OntologyError, match=told):
        load_ontology(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(OntologyError, match="no such file"):
        load_ontology(tmp_path / "nowhere.ttl")
