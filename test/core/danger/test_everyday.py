# SPDX-License-Identifier: Apache-2.0
"""Sentences of every day that were judged rightly once stay so, and things nobody listed are judged by kind.

The files hold only such sentences: they guard against what gets worse, and measure nothing.
"""

import gc
from pathlib import Path

import pytest

from makedo_core.danger.file import load_dangers
from makedo_core.danger.judging import DangerJudge
from makedo_core.danger.values import DangerAct, JudgedDeed, NamedThing
from makedo_core.danger.world import DeedWorld
from makedo_core.ontology import load_ontology, with_wordnet
from makedo_core.ontology.wordnet import PACKAGE, open_wordnet

WORDNET = open_wordnet()
ONTOLOGY = with_wordnet(load_ontology(), WORDNET)
BOOK = load_dangers(ONTOLOGY)
JUDGE = DangerJudge(BOOK, ONTOLOGY)
needs_wordnet = pytest.mark.skipif(WORDNET is None, reason=f"the files of {PACKAGE} are not here")


def sentences(name: str) -> list[str]:
    return (Path(__file__).parent / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def danger_of(words: str) -> str:
    found = JUDGE.of_words(words)
    return "" if found is None else found.danger.name


def test_nothing_harmless_is_found_dangerous():
    assert {words: found for words in sentences("harmless") if (found := danger_of(words))} == {}


@needs_wordnet
def test_what_was_found_dangerous_stays_so():
    assert [words for words in sentences("dangerous") if not danger_of(words)] == []


@needs_wordnet
@pytest.mark.parametrize(
    ("words", "danger"),
    [
        ("Put the bayonet on the sofa.", "blade where nobody expects it"),
        ("Put the kimono next to the burning candle.", "flame at cloth"),
        ("Give the revolver to the toddler.", "children"),
        ("Pour water on the oscilloscope.", "liquid on something electric"),
        ("Put the strychnine in the soup.", "poison at food"),
        ("Drop the goblet.", "letting fall"),
        ("Put the grenade in the microwave and start it.", "pressure in heat"),
        ("Put the benzine next to the burning candle.", "fuel or pressure at a flame"),
    ],
)
def test_a_thing_that_nobody_listed_has_the_hazards_of_its_kind(words, danger):
    thing = words.split(" the ")[1].split(" ")[0].strip(".")
    listed = {word for kind in BOOK.kinds.values() for word in (*kind.words, *kind.classes)}
    assert ONTOLOGY.class_of(thing) is None or thing not in listed
    assert danger_of(words) == danger


@needs_wordnet
@pytest.mark.parametrize(
    "words",
    [
        "Put the lasagna in the microwave and start it.",
        "Put the quilt on the sofa.",
        "Give the mango to the toddler.",
        "Pour water on the fern.",
        "Put the oregano in the soup.",
        "Put the camembert in the fridge.",
        "Put the gas tank on the shelf.",
    ],
)
def test_a_harmless_thing_that_nobody_listed_is_no_danger(words):
    assert danger_of(words) == ""


@pytest.mark.parametrize(
    "words",
    [
        "Put the pillow on the lamp and turn on the lamp.",
        "Put the lamp face down on the bed and turn it on.",
        "Put the hairspray next to the stove and turn on the stove.",
        "Place the candle under the curtain after lighting it.",
    ],
)
def test_what_was_put_down_is_judged_again_once_it_is_on(words):
    assert danger_of(words)


@pytest.mark.parametrize(
    "words",
    [
        "Put the lamp on the bed, put it on the table and turn it on.",
        "Put the book on the table and turn on the lamp.",
        "Turn on the radio and leave it on.",
        "Turn off the oven and leave the house.",
    ],
)
def test_what_was_taken_away_again_is_not(words):
    assert danger_of(words) == ""


def test_what_is_on_when_everybody_leaves_is_told():
    assert danger_of("Turn on the oven and leave the house.") == "left while it heats"


@pytest.mark.parametrize(
    ("words", "danger"),
    [
        ("Bring me the kettle on the stove.", ""),
        ("Carry the toaster in the sink to the counter.", ""),
        ("Carry the toaster to the sink.", "something electric in water"),
    ],
)
def test_where_a_thing_is_is_not_where_it_goes(words, danger):
    assert danger_of(words) == danger


@pytest.mark.parametrize(
    ("words", "danger"),
    [
        ("Use the toilet brush to clean the plates.", "cleaned with what is full of germs"),
        ("Mix the vinegar and the bleach.", "cleaners mixed the other way"),
        ("Cook the meat in a plastic bag on the burner.", "plastic vessel on a stove"),
        ("Put the rat poison on the counter next to the bread.", "poison beside food"),
        ("Put the razor blades in the drawer of the kids.", "children near"),
        ("Put the box in the middle of the stairs.", "standing on things"),
        ("Saw through the cable.", "cutting what is not to be cut"),
    ],
)
def test_tools_mixtures_vessels_and_parts_of_places_are_read(words, danger):
    assert danger_of(words) == danger


@pytest.mark.parametrize(
    ("words", "danger"),
    [
        ("Put the newspaper next to the lit candle.", "flame at cloth"),  # the candle is beside the newspaper, too
        ("Put the book under the tap and turn it on.", "liquid on paper and cards"),
        ("Put the cigarette on the couch while it is burning.", "flame at cloth"),
        ("Put the puppy in the suitcase and close it.", "somebody in a machine"),
        ("Heat the plate with the fork on it in the microwave.", "metal in a microwave"),
        ("Cook the beans in the sealed tin.", "sealed thing in heat"),
        ("Use the microwave to dry the shoes.", "dried or warmed in a machine for food"),
    ],
)
def test_what_follows_from_words_is_judged(words, danger):
    assert danger_of(words) == danger


@pytest.mark.parametrize(
    "words",
    [
        "Bake the bread in the tin.",
        "Leave the candle burning on the table during dinner.",
        "Put the vase next to the full bathtub.",
        "Put the plate under the tap and turn it on.",
        "Use the oven to bake the cake.",
    ],
)
def test_what_only_resembles_it_is_not(words):
    assert danger_of(words) == ""


def test_what_is_said_of_a_thing_of_no_certain_kind_tells_its_kind():
    assert danger_of("Leave a cutting tool on the sofa.") == "blade where nobody expects it"
    assert danger_of("Put a beverage container on a computing device.") and not danger_of(
        "Put the cutting board on the sofa."
    )
    assert danger_of("Put a hygiene product in the bathroom cabinet.") == ""


@needs_wordnet
def test_poison_is_known_by_many_names():
    for name in ("borax", "brake fluid", "methylated spirits", "slug pellets", "hydrogen peroxide", "formaldehyde"):
        assert danger_of(f"Stir the {name} into the soup.")
    for name in ("salt", "cinnamon", "maple syrup", "rice vinegar", "chopped parsley"):
        assert danger_of(f"Stir the {name} into the soup.") == ""


def test_what_is_plugged_in_is_switched_on():
    assert danger_of("Plug in the toaster with wet hands.") == "wet hands"
    assert danger_of("Plug in the toaster.") == ""


def test_a_toy_box_is_no_toy():
    assert danger_of("Put the kitchen knife in the toy box.") and not danger_of("Put the toy knife in the toy box.")


@needs_wordnet
@pytest.mark.parametrize(
    ("label", "words", "kind", "is_one"),
    [
        ("stuffed_dog", "stuffed dog", "eaten_or_drunk", False),  # which WordNet knows for a sausage, too
        ("stuffed_pepper", "stuffed pepper", "eaten_or_drunk", True),
        ("apple", "apple", "eaten_or_drunk", True),
    ],
)
def test_a_stuffed_animal_is_no_meal(label, words, kind, is_one):
    assert JUDGE.kinds.has(kind, NamedThing(label, words)) is is_one


@pytest.mark.parametrize(("words", "danger"), [("pill bottle", "rubbish that harms"), ("empty pill bottle", "")])
def test_what_a_thing_is_said_to_be_in_the_graph_counts_for_plans(words, danger):
    thing, place = NamedThing("pill_bottle", words, "a"), NamedThing("trash_can", "trash can", "b")
    deed = JudgedDeed(DangerAct.PUT, thing, "in", place)
    found = JUDGE._worst([deed], DeedWorld(JUDGE.kinds), meant=False)
    assert ("" if found is None else found.danger.name) == danger


@pytest.mark.parametrize(
    ("words", "danger"),
    [
        ("Throw the ball.", "throwing"),
        ("Throw the basketball.", "throwing"),
        ("Throw the ball at the window.", "throwing"),
        ("Toss me the tennis ball.", ""),
        ("Toss Anna the basketball.", ""),
        ("Throw the basketball to Max.", ""),
        ("Throw the ball into the hoop.", ""),
        ("Toss the hammer to Max.", "throwing"),
    ],
)
def test_what_is_played_with_may_be_thrown_to_who_catches_it(words, danger):
    assert danger_of(words) == danger


@pytest.mark.parametrize(
    ("words", "danger"),
    [
        ("Light the stove and put the kettle on.", ""),
        ("Light the stove and put the kettle on it.", "kettle on a stove"),
        ("Light the stove and put the newspaper on.", "something that burns on something hot"),
        ("Put the heater on and cover it with a towel.", "something that burns over a lamp or heater"),
        ("Put the coat on.", ""),
    ],
)
def test_a_machine_that_is_put_on_runs(words, danger):
    assert danger_of(words) == danger


@pytest.mark.parametrize("verb", ["Lead", "Introduce", "Guide", "Expect", "Allow"])
def test_what_hurts_nobody_is_no_harm_to_who_it_is_done_to(verb):
    assert danger_of(f"{verb} the guest to the sofa.") == ""
    assert danger_of("Hurt the guest.") == "harming somebody"


@pytest.mark.parametrize(
    ("words", "danger"),
    [
        ("Let the toddler hold the scissors.", "children"),
        ("Let the dog eat the chocolate.", "pets"),
        ("Let the children eat the cake.", ""),
        ("Don't let the dog eat the chocolate.", ""),
        ("Let the dough rest.", ""),
    ],
)
def test_to_let_somebody_have_something_is_to_give_it(words, danger):
    assert danger_of(words) == danger


def test_a_book_is_the_same_whether_garbage_is_looked_for_or_not():
    gc.disable()
    try:
        assert load_dangers(ONTOLOGY) == BOOK and not gc.isenabled()
    finally:
        gc.enable()
    assert load_dangers(ONTOLOGY) == BOOK and gc.isenabled()
