# SPDX-License-Identifier: Apache-2.0
"""The account of words: what a request's values do not stand for is named, however it was read."""

from __future__ import annotations

import pytest

from makedo_core.account import ClaimKind, ClaimReason
from makedo_core.graph.scene_graph import State
from makedo_core.ontology import Memberships, load_ontology
from planner_node.claims.groups import Groups
from planner_node.claims.wording.lists import word_lists
from planner_node.claims.wording.mirrors import mirrors
from planner_node.claims.wording.tokens import is_near, stems
from planner_node.claims.wording.words import word_claims
from planner_node.grounding.scene import Scene
from planner_node.language.phrasebook import load_phrasebook
from planner_node.language.request import Put, PutBack, Request, SetState
from planner_node.language.things import NounPhrase, Place, Side
from support.small_worlds import make_world

ONTOLOGY = load_ontology()
WORLD = make_world(
    "apple_1 on table_1", "apple_2 on table_1", "mug_1 on table_1", "fork_1 inside drawer_1", "fork_2 inside drawer_1"
)
TABLE = Place(Side.ON, NounPhrase("table 2", "table", "table_2"))
APPLE = NounPhrase("the apple", "apple", definite=True)
APPLES = NounPhrase("the apples", "apple", count=None)


def unused(instruction: str, *clauses, stages=()) -> list[str]:
    """Words that nothing stands for, whatever the grammar would make of the instruction."""
    return [c.subject for c in claims(instruction, *clauses, stages=stages) if c.kind is ClaimKind.UNUSED]


def claims(instruction: str, *clauses, stages=()):
    groups = Groups(Scene(WORLD, ONTOLOGY), Memberships(ONTOLOGY), word_lists())
    said = mirrors(Request(instruction, clauses, stages), WORLD, ONTOLOGY, load_phrasebook(), groups.count)
    return word_claims(instruction, said)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("Put the apple on table 2.", []),
        ("Could you please place the apple onto table_2?", []),
        ("putting the apples on table 2", []),
        ("Put the red apple on table 2", ["red"]),
        ("Carefully put the apple on table 2 for the party", ["carefully", "party"]),
        ("Put the apple and the banana on table 2", ["banana"]),
        ("Put the apple on table 3", ["3"]),
        ("Put the apple on tabel 2", []),
        ("Put the apple on tabel 3", ["3"]),
        ("Put the aple on tble two", []),
        ("Put three apples on table 2", ["three"]),
        ("Put the apple on table 2 if the door is open", ["if the door is open"]),
        ("Put the apple or the pear on table 2", ["or the pear"]),
        ("Put no apple on table 2", ["no"]),
        ("Don't put the apple on table 2", ["don't"]),
        ("Put the apple on table 2 without the mug", ["without the mug"]),
        ("No apple should be put on table 2", ["no"]),
        ("There should be no apple on table 2", ["no"]),
        ("Put the biggest apple on table 2", ["biggest"]),
        ("Put Jason's apple on table 2", ["jason's"]),
        ("Put their apple on table 2", ["their"]),
        ("Put most apples on table 2", ["most"]),
        ("Put only the apple on table 2", ["only"]),
        ("Put the apple under table 2", ["under"]),
        ("Open the drawer and put the apple on table 2", ["open the drawer"]),
        ("Put the apple on table 2 after dinner", ["after dinner"]),
    ],
)
def test_words_that_no_value_stands_for_are_named(said, left):
    assert unused(said, Put((APPLE,), TABLE)) == left


def test_a_possessive_is_mirrored_where_only_one_thing_can_be_meant():
    mug = Put((NounPhrase("his mug", "mug"),), TABLE)
    assert unused("put his mug on table 2", mug) == []
    assert unused("put his mug on table 2", Put((NounPhrase("his apple", "apple"),), TABLE)) == ["his mug"]


def test_an_exclusion_is_mirrored_by_what_must_not_be_taken_and_by_nothing_else():
    but = NounPhrase("everything", None, count=None, excluded=(NounPhrase("the mug", "mug"),))
    assert unused("put everything except the mug on table 2", Put((but,), TABLE)) == []
    assert unused("put everything except the mug on table 2", Put((NounPhrase("it", None, count=None),), TABLE)) == [
        "except the mug"
    ]


def test_order_is_mirrored_by_stages_alone():
    clauses = (Put((APPLE,), TABLE), SetState(NounPhrase("the drawer", "drawer"), State.OPEN))
    assert unused("put the apple on table 2 after opening the drawer", *clauses, stages=(1, 0)) == []
    assert unused("put the apple on table 2 after opening the drawer", *clauses, stages=(0, 0)) == ["after"]


@pytest.mark.parametrize(("said", "count", "left"), [("more than two", 3, []), ("more than two", 2, ["two"])])
def test_a_bound_is_part_of_the_number(said, count, left):
    apples = NounPhrase("apples", "apple", count=count)
    assert unused(f"put {said} apples on table 2", Put((apples,), TABLE)) == left


def test_an_amount_that_nobody_said_is_supposed_where_there_is_more():
    some = NounPhrase("forks", "fork", count=2)
    assert claims("put forks on table 2", Put((some,), TABLE)) == ()
    (claim,) = claims("put forks on table 2", Put((NounPhrase("apples", "apple", count=2),), TABLE))[-1:]
    assert (claim.kind, claim.subject) == (ClaimKind.UNUSED, "forks")


def test_a_slip_of_the_pen_is_a_supposition():
    (claim,) = claims("put the aplpe on table 2", Put((APPLE,), TABLE))
    assert (claim.kind, claim.subject, claim.reason) == (ClaimKind.SUPPOSED, "aplpe", ClaimReason.SPELLING)


def test_going_back_is_mirrored_by_putting_back():
    back = PutBack((NounPhrase("the drawer", "drawer"),))
    assert unused("put the contents of the drawer back where they were originally", back) == []


@pytest.mark.parametrize(
    ("word", "stem"),
    [
        ("knives", "knife"),
        ("berries", "berry"),
        ("putting", "put"),
        ("boxes", "box"),
        ("anna's", "anna"),
        ("moved", "move"),
    ],
)
def test_inflections_have_their_stem(word, stem):
    assert stem in stems(word)


@pytest.mark.parametrize("word", ["mgu", "pple", "aple", "applee", "appel"])
def test_one_slip_is_near(word):
    assert (is_near(word, {"apple"}) == "apple") is (word != "mgu")


def test_a_look_or_a_number_has_to_be_said_of_the_same_thing():
    mug, red = NounPhrase("the mug", "mug"), NounPhrase("the red apple", "apple", attributes=frozenset({"red"}))
    assert unused("put the mug and the red apple on table 2", Put((mug, red), TABLE)) == []
    assert unused("put the red mug and the apple on table 2", Put((mug, red), TABLE)) == ["red"]
    two = NounPhrase("two apples", "apple", count=2)
    assert unused("put a mug and two apples on table 2", Put((mug, two), TABLE)) == []
    assert unused("put two mugs and apples on table 2", Put((mug, two), TABLE)) == ["two"]


def test_pairs_are_mirrored_by_several_clauses():
    there = Put((NounPhrase("the mug", "mug"),), Place(Side.ON, NounPhrase("table 1", "table", "table_1")))
    said = "put the apple and the mug on table 2 and table 1 respectively"
    assert unused(said, Put((APPLE,), TABLE), there) == []
    assert unused(said, Put((APPLE, NounPhrase("the mug", "mug")), TABLE)) == ["1 respectively"]


@pytest.mark.parametrize(
    ("said", "supposed"),
    [
        ("bring every apple on table 1 and every mug to table 2", ["on table 1"]),
        ("put every apple on table 1 and every mug on table 2", []),
        ("put every apple on table 1 and take every mug to table 2", []),
        ("bring every apple to table 1 and every mug to table 2", []),
    ],
)
def test_where_things_are_to_go_may_be_where_they_are(said, supposed):
    near = Place(Side.ON, NounPhrase("table 1", "table", "table_1"))
    mugs = Put((NounPhrase("every mug", "mug", count=None),), TABLE)
    found = claims(said, Put((APPLES,), near), mugs)
    assert [c.subject for c in found if c.reason is ClaimReason.DESTINATION] == supposed


FROM = Place(Side.ON, NounPhrase("table 1", "table", "table_1"))


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("There should be no apples on table 1", "no"),
        ("No apples must remain on table 1", "no"),
        ("None of the apples may be left on table 1", "none"),
    ],
)
def test_none_is_to_be_where_all_are_taken_from_and_only_there(said, word):
    def told(phrase: NounPhrase) -> bool:
        return any(word in text.split() for text in unused(said, Put((phrase,), TABLE)))

    assert not told(NounPhrase("apples", "apple", count=None, source=FROM))
    assert told(NounPhrase("apples", "apple", count=None))
    assert told(NounPhrase("apples", "apple", count=1, source=FROM))
