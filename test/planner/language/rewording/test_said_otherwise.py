# SPDX-License-Identifier: Apache-2.0
"""The same said otherwise: passives, places that own, what was there before, what is done again after each."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.language.interpret import interpret
from planner_node.language.request import Change, PutBack, Request


def _read(said: str, where: str) -> Request:
    read = interpret(said, load_ontology(), scene(where))
    assert isinstance(read, Request), read
    return read


@pytest.mark.parametrize(
    ("where", "said", "plainly"),
    [
        ("flat", "Put the remote on the living room's armchair.", "Put the remote on the armchair in the living room."),
        ("flat", "I want the remote to be kept on the armchair.", "Put the remote on the armchair."),
        ("flat", "Put all the mugs, wherever they are, in the sink.", "Put all the mugs in the sink."),
        ("flat", "Both mugs, every room, into the sink.", "Put both mugs into the sink."),
        ("flat", "The plate should be washed and put on the counter.", "Wash the plate and put it on the counter."),
        ("flat", "First the mug has to be washed.", "Wash the mug."),
        (
            "office",
            "Put the stapler on the shelf which stands in the open office.",
            "Put the stapler on the shelf in the open office.",
        ),
        ("dining", "Table for four.", "Set the table for four."),
        ("dining", "A table for two, soup", "Set the table for two with soup."),
        (
            "office",
            "Empty the shelf, then put its old contents on desk 1.",
            "Empty the shelf, then put its previous contents on desk 1.",
        ),
    ],
)  # fmt: skip
def test_other_words_ask_for_the_same(where, said, plainly):
    one, other = _read(said, where), _read(plainly, where)
    assert [_plain(c) for c in one.clauses] == [_plain(c) for c in other.clauses]


def _plain(clause) -> tuple:
    """A clause without the words in which things were named."""
    place = getattr(clause, "place", None)
    what = clause.what if isinstance(clause.what, tuple) else (clause.what,) if clause.what else clause.sources
    things = tuple((t.concept, t.node_id, t.count, t.attributes) for t in what)
    return type(clause), things, place and (place.what.concept, place.what.node_id)


@pytest.mark.parametrize(
    "said",
    [
        "Vacuum the living room and the bedroom and wash the mug after each room.",
        "Vacuum the living room floor and the bedroom floor, washing the mug right after each of them.",
        "Vacuum the living room and the bedroom and wash the mug as soon as you have finished a room.",
        "Vacuum the living room and bedroom floors, wash the mug after each one.",
    ],
)
def test_what_is_done_after_each_is_done_again(said):
    read = _read(said, "flat")
    done = [(c.what[0].concept, c.quality) for c in read.clauses if isinstance(c, Change)]
    assert [what for what, _ in done] == ["living_room", "mug", "bedroom", "mug"]
    assert read.stages == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("said", "rooms"),
    [
        ("Mop the living room floor and the bedroom floor.", ["living_room", "bedroom"]),
        ("Mop the bedroom floor, the kitchen floor and the living room.", ["bedroom", "kitchen", "living_room"]),
        ("Mop the floor of the kitchen and of the bedroom.", ["kitchen", "bedroom"]),
    ],
)
def test_every_floor_that_is_named_is_done(said, rooms):
    (clause,) = _read(said, "flat").clauses
    assert [thing.concept for thing in clause.what] == rooms


@pytest.mark.parametrize(
    "then",
    [
        "put everything that used to be on the shelf on desk 1",
        "put what was on the shelf before on desk 1",
        "put all the things that were previously on the shelf on desk 1",
        "put everything the shelf contained before on desk 1",
    ],
)
def test_what_was_there_before_is_told(then):
    read = _read(f"Empty the shelf, then {then}.", "office")
    assert isinstance(read.clauses[-1], PutBack)
    assert read.clauses[-1].sources[0].concept == "shelf"


@pytest.mark.parametrize(
    ("where", "said", "plainly"),
    [
        (
            "office",
            "Take the stapler to the meeting room along with the calculator and the binders.",
            "Take the stapler, the calculator and the binders to the meeting room.",
        ),
        (
            "office",
            "Take the stapler and put it in the meeting room together with the calculator.",
            "Take the stapler and put it in the meeting room and bring the calculator in the meeting room.",
        ),
        ("flat", "Run the dirty plate through the microwave.", "Wash the dirty plate in the microwave."),
        (
            "office",
            "Each marker should be on desk 1, so please collect them from all the rooms.",
            "Put each marker on desk 1.",
        ),
        ("office", "Put every pen you can find in the house on desk 1.", "Put every pen on desk 1."),
    ],
)
def test_what_is_added_changes_neither_place_nor_things(where, said, plainly):
    one, other = _read(said, where), _read(plainly, where)
    assert [_plain(c) for c in one.clauses] == [_plain(c) for c in other.clauses]


@pytest.mark.parametrize(
    "said",
    [
        "Mop the kitchen and the bedroom; please rinse the mug whenever you have finished a room.",
        "Mop kitchen and bedroom, and after each room clean the mug.",
    ],
)
def test_whenever_something_is_finished_is_no_condition(said):
    read = _read(said, "flat")
    assert [c.what[0].concept for c in read.clauses] == ["kitchen", "mug", "bedroom", "mug"]


@pytest.mark.parametrize("said", ["Put the stapler on desk 1, then bring it.", "Put the stapler on desk 1. Bring it."])
def test_where_to_is_asked_though_things_were_put_somewhere(said):
    read = interpret(said, load_ontology(), scene("office"))
    assert not isinstance(read, Request)
