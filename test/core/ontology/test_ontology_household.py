# SPDX-License-Identifier: Apache-2.0
"""What the household ontology says: who may serve for whom, who may not, and what things are for."""

from __future__ import annotations

import pytest

from makedo_core.ontology import Ontology, load_ontology
from makedo_core.skills import Predicate

UNSAFE_FOR_KIDS = (
    "alcoholic_drink knife kitchen_blade cleaning_supply medicine pest_control chemical igniter hot_drink "
    "smoking_thing waste small_hardware small_play_part pet_food battery"
).split()


@pytest.fixture(scope="module")
def household() -> Ontology:
    return load_ontology()


def close(household: Ontology, first: str, second: str) -> float:
    """How far apart two things are; 100 for things that may not stand in for each other."""
    common = household.functional_class(first, second)
    return common.breadth if common and not household.new_hazards(first, second) else 100.0


@pytest.mark.parametrize(
    ("asked", "instead", "most"),
    [
        ("mug", "cup", 0.25),
        ("wine glass", "water glass", 0.5),
        ("coffee", "tea", 0.5),
        ("apple", "banana", 1.0),
        ("fork", "spoon", 1.0),
        ("spoon", "teaspoon", 0.5),
        ("pan", "pot", 1.0),
        ("magazine", "newspaper", 0.5),
        ("newspaper", "book", 1.0),
        ("napkin", "paper towel", 0.5),
        ("couch", "loveseat", 0.5),
        ("refrigerator", "freezer", 1.0),
        ("jumper", "cardigan", 0.5),
        ("biro", "pencil", 0.5),
        ("snack", "cola", 1.0),
        ("juice", "water", 1.0),
        ("mop", "broom", 1.5),
        ("laundry detergent", "dish soap", 1.5),
        ("rose", "tulip", 0.5),
        ("vase", "flower pot", 1.0),
    ],
)
def test_what_serves_the_same_use_is_close(household, asked, instead, most):
    assert close(household, asked, instead) <= most


@pytest.mark.parametrize(
    ("asked", "instead"),
    [
        ("toy", "scissors"),
        ("drink", "bleach"),
        ("juice", "wine"),
        ("fork", "table knife"),
        ("spoon", "table knife"),
        ("dish soap", "laundry detergent"),
        ("cleaning spray", "drain cleaner"),
        ("apple", "rotten apple"),
        ("banana", "banana peel"),
        ("bottle", "empty glass bottle"),
        ("chocolate", "liqueur chocolate"),
        ("jam", "peanut butter"),
        ("cocoa", "coffee"),
        ("toy", "lego"),
        ("sandwich", "dog food"),
        ("balloon", "candle"),
        ("motherboard", "processor"),
        ("toothbrush", "toilet brush"),
        ("bowl", "dog bowl"),
        ("bowl", "toilet"),
        ("coffee", "coffee machine"),
        ("glasses", "spectacles"),
        ("aspirin", "vitamins"),
        ("chair", "high chair"),
    ],
)
def test_what_would_harm_or_serve_nobody_never_stands_in(household, asked, instead):
    assert close(household, asked, instead) == 100.0


@pytest.mark.parametrize(
    ("asked", "near", "far"),
    [
        ("napkin", "tissue", "towel"),
        ("napkin", "cloth napkin", "toilet paper"),
        ("apple", "pear", "crisps"),
        ("apple", "orange", "lemon"),
        ("fork", "dessert fork", "spoon"),
        ("mug", "espresso cup", "wine glass"),
        ("magazine", "newspaper", "novel"),
        ("shelf", "wall shelf", "wardrobe"),
        ("stool", "bar stool", "sofa"),
    ],
)
def test_the_nearer_of_two_costs_less(household, asked, near, far):
    assert close(household, asked, near) < close(household, asked, far) <= 2.0


def test_waste_stands_in_for_nothing(household):
    waste = [c for c in household.concepts if household.is_a(c, "waste")]
    assert len(waste) >= 30
    for concept in waste:
        assert not any(household.functional_class(other, concept) for other in household.concepts)


def test_nothing_dangerous_is_called_safe_for_kids(household):
    for unsafe in UNSAFE_FOR_KIDS:
        below = [c for c in household.concepts if household.is_a(c, unsafe)]
        assert below, unsafe
        assert not any(household.kid_safe(c) for c in below)


def test_every_functional_class_has_members_to_choose_from(household):
    for concept in household.concepts.values():
        if concept.breadth is not None:
            members = [c for c in household.concepts if household.is_a(c, concept.id)]
            assert len(members) >= 2, concept.id


def test_every_thing_that_is_carried_has_a_usual_place(household):
    parents = {p for c in household.concepts.values() for p in c.parents}
    for concept in household.concepts.keys() - parents:
        if household.is_a(concept, "item"):
            assert household.usual_places(concept), concept


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("jeans", "cleanable"),
        ("dirty_shirt", "cleanable"),
        ("bed_sheet", "cleanable"),
        ("detergent", "cleaning_supply"),
        ("dish_soap", "cleaning_supply"),
        ("banana_peel", "disposable"),
        ("rotting_apple", "disposable"),
        ("cola_can", "disposable"),
        ("motherboard", "pc_part"),
        ("case", "pc_part"),
        ("mouse", "pc_accessory"),
        ("headset", "pc_accessory"),
        ("apple", "grabbable"),
        ("mop", "grabbable"),
        ("toaster", "grabbable"),
        ("coffee_table", "surface"),
        ("tray", "surface"),
        ("fruit_bowl", "container"),
        ("laundry_basket", "container"),
        ("magazine_rack", "container"),
        ("washing_machine", "container"),
        ("toy_box", "container"),
        ("kitchen_cupboard", "container"),
        ("cupboard", "kitchen_cupboard"),
        ("shelf", "bookshelf"),
        ("glass_bin", "bin"),
        ("rubbish_bin", "bin"),
        ("home_office", "room"),
    ],
)
def test_roles_of_planning_domains(household, label, role):
    assert household.is_a(label, role)


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("apple", "furniture"),
        ("rotting_apple", "apple"),
        ("table", "grabbable"),
        ("shoe", "cleanable"),
        ("dining_table", "coffee_table"),
        ("book into the shelf", "shelf"),
        ("toy_car", "bicycle"),
        ("unheard_of", "thing"),
    ],
)
def test_roles_that_do_not_fit(household, label, role):
    assert not household.is_a(label, role)


@pytest.mark.parametrize(
    ("label", "concept", "head"),
    [
        ("Refrigerator", "fridge", "fridge"),
        ("potted plant", "plant", "plant"),
        ("coffeetable", "coffee_table", "coffee_table"),
        ("t-shirt", "t_shirt", "t_shirt"),
        ("cups", "cup", "cup"),
        ("dirty_drinking_glass", None, "glass"),
        ("book into the shelf", None, "book"),
        ("box_of_secrets", None, "box"),
        ("unheard_of", None, None),
        ("", None, None),
    ],
)
def test_labels_are_tied_to_classes(household, label, concept, head):
    assert household.class_of(label) == concept
    assert household.head(label) == head


def test_the_nearest_class_says_of_which_material_a_thing_is(household):
    assert household.materials("mug") == {"ceramic"}
    assert household.materials("paper_plate") == {"paper"}
    assert household.materials("steak_knife") == {"metal"}
    assert household.materials("dirty_wine_glass") == {"glass"}
    assert household.materials("unheard_of") == frozenset()


def test_affordances_add_up_along_the_tree(household):
    assert {"graspable", "fillable", "washable"} <= household.affordances("mug")
    assert {"cuts", "graspable"} <= household.affordances("bread_knife")
    assert {"openable", "contains", "cools", "switchable"} <= household.affordances("fridge")
    assert {"supports"} <= household.affordances("table")
    assert "sittable" in household.affordances("sofa")
    assert {"wearable", "washable"} <= household.affordances("jeans")
    assert "readable" in household.affordances("novel")
    assert "edible" in household.affordances("apple")
    assert "drinkable" in household.affordances("cola_can")
    assert "graspable" not in household.affordances("fridge")


def test_occasions(household):
    assert {"romantic", "party"} <= household.occasions("candle")
    assert "party" in household.occasions("balloon")
    assert "professional" in household.occasions("notepad")
    assert "everyday" in household.occasions("plate")
    assert "romantic" not in household.occasions("balloon")


@pytest.mark.parametrize(
    ("label", "bins"),
    [
        ("banana_peel", {"organic_bin"}),
        ("rotting_apple", {"organic_bin"}),
        ("empty_glass_bottle", {"glass_bin"}),
        ("empty_plastic_bottle", {"plastic_bin"}),
        ("cola_can", {"metal_bin"}),
        ("newspaper", {"paper_bin"}),
        ("diaper", {"bin"}),
        ("sofa", set()),
    ],
)
def test_where_things_are_thrown_away(household, label, bins):
    assert household.disposal(label) == bins


@pytest.mark.parametrize(
    ("label", "phrase"),
    [
        ("cola_can", "a cola can"),
        ("apple", "an apple"),
        ("usb_stick", "a usb stick"),
        ("hourglass", "an hourglass"),
        ("uniform", "a uniform"),
        ("umbrella", "an umbrella"),
        ("popcorn", "popcorn"),
        ("scissors", "a pair of scissors"),
        ("ready_food", "something to eat"),
        ("mystery_snack", "a mystery snack"),
    ],
)
def test_how_people_say_it(household, label, phrase):
    assert household.phrase(label) == phrase


def test_an_unknown_word_has_neighbours(household):
    assert household.nearest_names("aple")[0] == "apple"
    assert household.nearest_names("zzzzzz") == ()


def test_every_fluent_predicate_has_words_and_its_generalisations(household):
    for predicate in (Predicate.ON, Predicate.INSIDE, Predicate.HOLDING, Predicate.AT, Predicate.OPEN):
        assert household.words(predicate)
    weaker = [name for name, _ in household.generalisations(Predicate.ON)]
    assert weaker == ["supported_by", "at_place", "near", "in_room"]
    assert [name for name, _ in household.generalisations("inside")] == ["contained_in", "at_place", "near", "in_room"]
    assert household.words("supported_by") == "resting on"
