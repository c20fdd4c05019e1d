# SPDX-License-Identifier: Apache-2.0
"""Places learnt from examples: what things have in common decides, and is told."""

import pytest

from makedo_core.ontology import Memberships, load_ontology
from makedo_core.preferences.describing import Describer
from makedo_core.preferences.knowledge_file import read_knowledge
from makedo_core.preferences.learning import Preferences
from makedo_core.preferences.values import PreferencesError, TraitSource
from makedo_core.preferences.wording import placed, summed_up


@pytest.fixture(scope="module")
def describer():
    """Without WordNet, which not every machine has."""
    return Describer(Memberships(load_ontology()), read_knowledge())


def place(describer, examples, thing):
    return Preferences(examples, describer).place_of(thing).place


BY_CLASS = {"sofa": ("blouse", "t-shirt"), "box": ("toy train", "doll"), "bowl": ("pretzels", "popcorn")}
BY_MATERIAL = {"left drawer": ("plastic fork", "plastic cup"), "right drawer": ("steel spoon", "metal bowl")}
BY_WEIGHT = {"floor": ("dumbbell", "stone statue"), "shelf": ("napkin", "envelope")}
BY_SHADE = {"hamper": ("ivory shirt", "white socks"), "basket": ("black shirt", "dark blue socks")}
BY_STATE = {"bed": ("clean shirt", "clean jeans"), "hamper": ("muddy shirt", "stained socks")}
WITH_PART = {"rack": ("sneakers", "sandals"), "drawer": ("socks", "blouse", "jeans")}
TWO_KINDS = {"backpack": ("textbook", "pencil"), "chair": ("blouse", "shorts")}


@pytest.mark.parametrize(
    ("examples", "thing", "expected"),
    [
        (BY_CLASS, "teddy bear", "box"),
        (BY_CLASS, "polo shirt", "sofa"),
        (BY_CLASS, "Oreos", "bowl"),  # by its maker's name
        (BY_CLASS, "Lego car", "box"),  # whatever follows that name
        (BY_CLASS, "bag of potato chips", "bowl"),  # by what is in it
        (BY_MATERIAL, "plastic spoon", "left drawer"),  # though a spoon is at the other place
        (BY_MATERIAL, "metal fork", "right drawer"),
        (BY_WEIGHT, "kettlebell", "floor"),  # by what is usual of such things
        (BY_WEIGHT, "cast iron pan", "floor"),
        (BY_WEIGHT, "tissue paper", "shelf"),
        (BY_SHADE, "beige trousers", "hamper"),
        (BY_SHADE, "charcoal gray sweater", "basket"),
        (BY_STATE, "clean socks", "bed"),
        (BY_STATE, "dirty jeans", "hamper"),
        (WITH_PART, "loafers", "rack"),
        (TWO_KINDS, "pen", "backpack"),
        (TWO_KINDS, "dictionary", "backpack"),
        (TWO_KINDS, "jeans", "chair"),
    ],
)
def test_things_go_where_what_is_like_them_is(describer, examples, thing, expected):
    assert place(describer, examples, thing) == expected


def test_an_example_goes_where_it_was_put(describer):
    found = Preferences({"shelf": ("Apple",), "box": ("doll", "orange")}, describer).place_of("apple")
    assert (found.place, found.reasons, found.lead) == ("shelf", (), 1.0)
    assert placed(found, describer) == "apple to shelf: that is one of the examples."


def test_what_nothing_decides_has_no_place(describer):
    preferences = Preferences(BY_CLASS, describer)
    for thing in ("zorblax", ""):
        assert preferences.place_of(thing).place is None
    same = Preferences({"left": ("red mug",), "right": ("green mug",)}, describer).place_of("mug")
    assert same.place is None
    assert placed(same, describer) == "mug: I cannot tell where it belongs; nothing in the examples decides it."


def test_the_reason_is_what_it_has_in_common_with_examples(describer):
    found = Preferences(BY_WEIGHT, describer).place_of("kettlebell")
    heavy = next(r for r in found.reasons if r.trait.respect == "weight")
    assert (heavy.trait.source, heavy.trait.name, heavy.like) == (
        TraitSource.PROPERTY,
        "heavy",
        ("dumbbell", "stone statue"),
    )
    assert 0.0 < found.lead <= 1.0
    toy = Preferences(BY_STATE, describer).place_of("dirty jeans")
    assert placed(toy, describer) == "dirty jeans to hamper: it is dirty, like muddy shirt and stained socks."


def test_what_was_learnt_is_summed_up_place_by_place(describer):
    preferences = Preferences({**BY_STATE, "desk": ("zorblax",)}, describer)
    assert summed_up(preferences, describer).splitlines() == [
        "bed: what is clean (clean shirt and clean jeans)",
        "hamper: what is dirty (muddy shirt and stained socks)",
        "desk: what is called 'zorblax' (zorblax)",
    ]
    assert {e for p in BY_CLASS for r in Preferences(BY_CLASS, describer).rules(p) for e in r.like} == {
        e for things in BY_CLASS.values() for e in things
    }


def test_the_order_of_places_and_examples_changes_nothing(describer):
    turned = {p: tuple(reversed(things)) for p, things in reversed(BY_CLASS.items())}
    for thing in ("teddy bear", "jeans", "apple", "mug"):
        assert place(describer, BY_CLASS, thing) == place(describer, turned, thing)


@pytest.mark.parametrize(
    ("examples", "message"),
    [
        ({}, "no examples"),
        ({"shelf": ("apple",), "box": ()}, "box: no example"),
        ({"shelf": ("apple",), "box": ("doll", "Apple")}, "Apple: is to be at shelf and at box"),
    ],
)
def test_examples_that_say_nothing_or_two_things_are_refused(describer, examples, message):
    with pytest.raises(PreferencesError, match=message):
        Preferences(examples, describer)


def test_names_go_with_names_where_nothing_else_decides(describer):
    learnt = Preferences({"box": ["Zorbo", "Quimble"], "shelf": ["gray sweater", "wool scarf"]}, describer)
    placement = learnt.place_of("Fnarly")
    assert placement.place == "box" and [r.trait.respect for r in placement.reasons] == ["naming"]
    assert "called by the name of a maker or product" in placed(placement, describer)
    assert learnt.place_of("fnarly").place is None
    assert learnt.place_of("Fnarly sweater").place == "shelf"


def test_makers_names_lead_to_classes_that_exist():
    knowledge, ontology = read_knowledge(), load_ontology()
    unknown = {k for k in (*knowledge.always.values(), *knowledge.alone.values()) if ontology.class_of(k) is None}
    assert unknown <= {"rock"}  # a noun of WordNet's


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("names.yaml", "always: {toy: lego}", "names.yaml: always.toy"),
        ("names.yaml", "sometimes: {}", "names.yaml: sometimes"),
        ("names.yaml", "alone: {cup: [grail], jar: [Grail]}", "'grail' is to be jar and is cup already"),
        ("names.yaml", "[", "names.yaml: cannot be read"),
        ("names.yaml", "alone: {cup: [2026-01-01]}", "names.yaml: texts and lists of texts"),
        ("properties.yaml", "- {name: no, respect: power, said: off}", "properties.yaml: 0.name"),
        ("properties.yaml", "- {name: hot, respect: heat}", "properties.yaml: 0.said"),
        (
            "properties.yaml",
            "[{name: hot, respect: heat, said: hot}, {name: hot, respect: heat, said: warm}]",
            "'hot' is said twice in respect of heat",
        ),
    ],
)
def test_knowledge_that_cannot_be_used_is_named(tmp_path, name, text, message):
    (tmp_path / "names.yaml").write_text("alone: {}", encoding="utf-8")
    (tmp_path / "properties.yaml").write_text("[]", encoding="utf-8")
    assert read_knowledge(tmp_path).properties == ()
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(PreferencesError, match=message):
        read_knowledge(tmp_path)


def test_a_folder_without_knowledge_is_refused(tmp_path):
    with pytest.raises(PreferencesError, match=r"names\.yaml: cannot be read"):
        read_knowledge(tmp_path)
