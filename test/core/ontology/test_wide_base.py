# SPDX-License-Identifier: Apache-2.0
"""A small WordNet below a few classes: what is curated counts, what WordNet adds, and where it leaves doubts."""

from __future__ import annotations

import pytest

from makedo_core.ontology import Belongs, Concept, Memberships, MembershipSource, Ontology, memberships_of, with_wordnet
from makedo_core.ontology.wordnet import NounTopic, open_wordnet, suggest

IN, OUT, DOUBT = Belongs.IN, Belongs.OUT, Belongs.DOUBT
CURATED, WORDNET, LABEL, UNKNOWN = MembershipSource
TOPS, MADE, FOOD, GROWN = NounTopic.TOPS, NounTopic.ARTIFACT, NounTopic.FOOD, NounTopic.PLANT

MEANINGS = {
    "entity": (TOPS, ()),
    "physical_entity": (TOPS, ("entity",)),
    "matter": (TOPS, ("physical_entity",)),
    "object": (TOPS, ("physical_entity",)),
    "food": (FOOD, ("matter",)),
    "edible_fruit": (FOOD, ("food",)),
    "citrus": (FOOD, ("edible_fruit",)),
    "kumquat": (FOOD, ("citrus",)),
    "medlar": (FOOD, ("edible_fruit",)),
    "shrub": (GROWN, ("object",)),
    "artifact": (MADE, ("object",)),
    "instrumentality": (MADE, ("artifact",)),
    "device": (MADE, ("instrumentality",)),
    "musical_instrument": (MADE, ("device",)),
    "wind_instrument": (MADE, ("musical_instrument",)),
    "woodwind": (MADE, ("wind_instrument",)),
    "oboe hautboy": (MADE, ("woodwind",)),
    "flute": (MADE, ("woodwind",)),
    "kazoo": (MADE, ("wind_instrument",)),
    "conveyance": (MADE, ("instrumentality",)),
    "vehicle": (MADE, ("conveyance",)),
    "jeep": (MADE, ("vehicle",)),
    "holder": (MADE, ("instrumentality",)),
    "case": (MADE, ("holder",)),
    "pipe": (MADE, ("device",)),
    "alto_flute": (MADE, ("woodwind",)),
    "hot_orange": (MADE, ("device",)),
    "garment": (MADE, ("artifact",)),
    "underwear": (MADE, ("garment",)),
    "breeches": (MADE, ("underwear",)),
    "freedom": (7, ("entity",)),
}
ALSO = {"medlar": ("shrub",), "pipe": ("flute",), "case": ("freedom",)}

CONCEPTS = (
    Concept("thing"),
    Concept("item", ("thing",)),
    Concept("food", ("item",), senses=("food%1:13:00",), qualities=frozenset({"edible"})),
    Concept("fruit", ("food",), senses=("edible_fruit%1:13:00",), perhaps=("snack",)),
    Concept("orange", ("fruit",)),
    Concept("snack", ("food",)),
    Concept("can", ("sealed_pack",)),
    Concept("sealed_pack", ("item",)),
    Concept("container", ("item",), senses=("holder%1:06:00",)),
    Concept("jar", ("container",)),
    Concept("instrument", ("item",), synonyms=("musical instrument",), senses=("musical_instrument%1:06:00",)),
    Concept("flute", ("instrument",), hazards=frozenset({"loud"})),
    Concept("toy", ("item",), modifiers=("toy",), perhaps_modifiers=("model",), perhaps_senses=("vehicle%1:06:00",)),
    Concept("toy_flute", ("toy",), perhaps=("instrument",)),
    Concept("clothing", ("item",), senses=("garment%1:06:00",)),
    Concept("underwear", ("clothing",)),
    Concept("trousers", ("clothing",), synonyms=("breeches",)),
    Concept("pc_part", ("item",)),
    Concept("pc_case", ("pc_part",), synonyms=("case",)),
    Concept("drink", ("item",)),
    Concept("consumable", ("item",)),
)


@pytest.fixture
def ontology() -> Ontology:
    concepts = [
        c if c.id != "food" else Concept("food", ("consumable",), senses=c.senses, qualities=c.qualities)
        for c in CONCEPTS
    ]
    return Ontology(concepts)


@pytest.fixture
def wordnet(write_wordnet):
    return open_wordnet(write_wordnet(MEANINGS, ALSO))


@pytest.fixture
def memberships(ontology, wordnet) -> Memberships:
    return Memberships(ontology, wordnet)


@pytest.mark.parametrize(
    ("label", "group", "belongs", "source"),
    [
        ("orange", "fruit", IN, CURATED),
        ("orange", "instruments", OUT, CURATED),
        ("orange", "snack", DOUBT, CURATED),  # said to be perhaps one
        ("toy_flute", "instruments", DOUBT, CURATED),
        ("kumquat", "fruits", IN, WORDNET),
        ("kumquat", "snacks", DOUBT, WORDNET),
        ("kumquat", "instruments", OUT, WORDNET),
        ("medlar", "fruit", IN, WORDNET),  # what can be food is not the plant
        ("oboe", "musical instruments", IN, WORDNET),
        ("dirty_oboe", "instrument", IN, WORDNET),
        ("pipe", "instrument", DOUBT, WORDNET),  # one meaning is, the other is not
        ("oboe", "woodwinds", IN, WORDNET),  # a group that is no class
        ("kazoo", "woodwinds", OUT, WORDNET),
        ("flute", "woodwinds", IN, WORDNET),
        ("orange", "woodwinds", OUT, WORDNET),
        ("florb", "woodwinds", DOUBT, UNKNOWN),
        ("hautboy", "oboe", IN, WORDNET),  # a synonym
        ("jeep", "toy", DOUBT, WORDNET),
        ("toy_jeep", "toys", IN, CURATED),
        ("toy_orange", "fruit", OUT, LABEL),
        ("toy_flute_case", "instrument", OUT, LABEL),
        ("model_jeep", "toys", DOUBT, WORDNET),
        ("model_oboe", "toys", DOUBT, LABEL),
        ("florb", "fruit", DOUBT, UNKNOWN),
        ("freedom", "fruit", DOUBT, UNKNOWN),  # means no thing
        ("orange", "florb", DOUBT, UNKNOWN),
        ("orange_can", "can", IN, LABEL),
        ("orange_can", "food", IN, LABEL),  # what a sealed pack is named after is in it
        ("kumquat_jar", "food", DOUBT, LABEL),  # what a container is named after may be
        ("orange_can", "fruit", DOUBT, LABEL),
        ("orange_can", "instrument", OUT, LABEL),
        ("old_orange", "fruit", IN, LABEL),
        ("alto_flute", "flute", IN, LABEL),  # called so, and of its kind
        ("hot_orange", "orange", DOUBT, LABEL),  # called so, and something else for all that is known
        ("jeep", "flute", OUT, WORDNET),  # a class without kinds has only members that are known
        ("flute_case", "pc_case", IN, LABEL),
        ("flute_case", "pc_part", DOUBT, LABEL),  # WordNet knows other cases
        ("flute_case", "item", IN, LABEL),
        ("dirty_case", "pc_part", IN, LABEL),
        ("old_breeches", "trousers", IN, LABEL),
        ("old_breeches", "clothing", IN, LABEL),  # WordNet's breeches are no trousers, but clothing all the same
    ],
)
def test_who_decides(memberships, label, group, belongs, source):
    found = memberships.of(label, group)
    assert (found.belongs, found.source) == (belongs, source) and found.path[0] == label


def test_the_path_goes_from_wordnets_words_into_our_classes(memberships):
    assert memberships.of("kumquat", "food").path == ("kumquat", "citrus", "edible fruit", "fruit", "food")
    assert memberships.of("dirty_oboe", "instrument").path[:3] == ("dirty_oboe", "oboe", "woodwind")


def test_every_class_that_a_label_surely_has_holds_and_no_other(memberships):
    for label in ("kumquat", "oboe", "orange_can", "toy_jeep", "flute_case", "orange", "florb"):
        sure = memberships.classes(label)
        assert sure == {c for c in memberships.ontology.concepts if memberships.holds(label, c)} - {label} | (
            sure & {label}
        )


def test_an_ontology_over_wordnet_knows_more_labels_and_groups(ontology, wordnet):
    wide = with_wordnet(ontology, wordnet)
    assert wide.is_a("kumquat", "fruit") and not ontology.is_a("kumquat", "fruit")
    assert wide.ancestors("kumquat") == {"kumquat"} | ontology.ancestors("fruit")
    assert wide.head("kumquat") == "fruit" and ontology.head("kumquat") is None
    assert wide.is_a("oboe", "woodwind") and wide.is_a("flute", "woodwind") and not wide.is_a("orange", "woodwind")
    assert wide.head("toy_orange") == "toy" and not wide.is_a("toy_orange", "fruit")
    assert wide.group_called("woodwinds") == "woodwind"
    assert wide.group_called("devices") is None  # too general to name a group
    assert ontology.group_called("woodwinds") is None
    assert wide.is_a("orange", "fruit") and wide.class_of("kumquat") is None


def test_what_a_label_means_lies_below_a_meaning_unless_a_class_describes_it(ontology, wordnet):
    wide = with_wordnet(ontology, wordnet)
    fruit, wind = "edible_fruit%1:13:00", "wind_instrument%1:06:00"
    assert wide.means("kumquat", fruit) and wide.means("dirty_oboe", wind) and not wide.means("oboe", fruit)
    assert wide.means("pipe", "device%1:06:00") and not wide.means("florb", fruit)
    assert not wide.means("flute", wind)  # a class of ours: it alone counts
    assert not wide.means("oboe", "nothing%1:06:00") and not ontology.means("oboe", wind)


def test_several_words_that_wordnet_lists_are_one_name(ontology, wordnet):
    wide = with_wordnet(ontology, wordnet)
    assert wide.is_compound("alto flute") and not wide.is_compound("dirty flute") and not wide.is_compound("flute")
    assert not ontology.is_compound("alto flute")


def test_what_only_wordnet_knows_is_not_good_for_anything(ontology, wordnet):
    wide = with_wordnet(ontology, wordnet)
    assert wide.qualities("kumquat") == frozenset() and wide.functional_class("orange", "kumquat") is None
    assert "loud" in wide.hazards("old_flute")


def test_who_an_ontology_asks_is_who_it_was_put_over(ontology, wordnet):
    wide = with_wordnet(ontology, wordnet)
    assert memberships_of(wide) is wide.base
    assert with_wordnet(ontology, None) is ontology
    assert memberships_of(ontology).of("kumquat", "fruit").source is UNKNOWN


def test_suggestions_are_the_most_alike_of_what_is_at_hand(memberships):
    found = suggest("hautboys", ["flute", "kazoo", "orange", "florb"], memberships.base)
    assert [s.concept for s in found] == ["flute", "kazoo"] and found[0].likeness > found[1].likeness
    assert suggest("hautboy", ["flute", "kazoo"], memberships.base, count=1) == found[:1]
    for word, among in (("florb", ["flute"]), ("oboe", []), ("jeep", ["flute"])):
        assert suggest(word, among, memberships.base) == ()


def test_known_words_without_a_meaning_in_common_are_never_taken_for_each_other(ontology, wordnet):
    wide = with_wordnet(ontology, wordnet)
    assert not wide.may_mean("jeep", "jar")
    assert wide.may_mean("hautboy", "flute")
    assert wide.may_mean("flutte", "flute") and not wide.may_mean("florb", "flute")
