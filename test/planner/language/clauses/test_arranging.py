# SPDX-License-Identifier: Apache-2.0
"""Things that are sorted, tidied and swapped, and verbs that mean all of what they name."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from planner_node.language.refusal import Refusal


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("sort the pens and pencils into box_1 and box_2", [
            "put all pen -> inside 1 box_1", "put all pencil -> inside 1 box_2",
        ]),
        ("sort the pens and the books into the boxes", [
            "put all pen -> inside 1 box_1", "put all book -> inside 1 box_2",
        ]),
        ("organise pens and books by type into the boxes", [
            "put all pen -> inside 1 box_1", "put all book -> inside 1 box_2",
        ]),
        ("sort the books into box_1 and the pens into box_2", [
            "put all book -> inside 1 box_1", "put all pen -> inside 1 box_2",
        ]),
        ("separate the pens from the pencils into the boxes", [
            "put all pen -> inside 1 box_1", "put all pencil -> inside 1 box_2",
        ]),
        ("sort the office supplies: pens in box_1, pencils in box_2", [
            "put all pen -> inside 1 box_1", "put all pencil -> inside 1 box_2",
        ]),
        ("sort the stationery with the pens in box_1 and the staplers in box_2", [
            "put all pen -> inside 1 box_1", "put all stapler -> inside 1 box_2",
        ]),
        ("sort the reading material into the boxes", ["put all book -> inside 1 box_1"]),
        ("sort out the cups into the cupboard", ["put all cup -> inside 1 cupboard"]),
        ("sort the cups by kind onto the counter", ["put all cup -> on 1 counter"]),
        ("sort the plates and put them in the cupboard", ["put all plate -> inside 1 cupboard"]),
    ],
)  # fmt: skip
def test_each_kind_goes_to_a_place_of_its_own(read, text, clauses):
    assert read(text) == clauses


@pytest.mark.parametrize(
    ("text", "cause", "candidate"),
    [
        ("sort the office supplies", FailureCause.AMBIGUOUS, "box_1"),
        ("organise the stationery by type", FailureCause.AMBIGUOUS, "drawer_1"),
        ("sort the stationery into the boxes", FailureCause.AMBIGUOUS, "box_2"),
        ("separate the cups from the plates", FailureCause.AMBIGUOUS, "cupboard_1"),
        ("sort the cups by colour", FailureCause.NOT_CAPABLE, ""),
        ("organise the books alphabetically", FailureCause.NOT_CAPABLE, ""),
        ("swap the pen and the pencil", FailureCause.AMBIGUOUS, "pen_2"),
        ("swap the pencil and the stapler", FailureCause.NOT_CAPABLE, ""),
        ("swap the apple", FailureCause.NOT_UNDERSTOOD, ""),
        ("exchange the apple for the pear", FailureCause.OBJECT_NOT_FOUND, ""),
        ("tidy the kitchen", FailureCause.AMBIGUOUS, "apple_1"),
        ("tidy up", FailureCause.AMBIGUOUS, "milk_1"),
        ("clean up after dinner", FailureCause.AMBIGUOUS, "plate_1"),
        ("put away the remote", FailureCause.AMBIGUOUS, "table_1"),
        ("put away the plates from the cupboard", FailureCause.AMBIGUOUS, "table_1"),  # where they are kept
        ("there must be no books on the shelf", FailureCause.AMBIGUOUS, "table_1"),
        ("don't leave any clothes in the wardrobe", FailureCause.AMBIGUOUS, "table_1"),
    ],
)  # fmt: skip
def test_what_nobody_says_is_asked_for_and_what_cannot_be_is_refused(refused, text, cause, candidate):
    refusal = refused(text)
    assert isinstance(refusal, Refusal) and refusal.cause is cause
    assert not candidate or candidate in refusal.candidates


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("swap the apple and the milk", ["put 1 apple_1 -> on 1 table_1", "put 1 milk_1 -> on 1 counter_1"]),
        ("swap the apple with the milk", ["put 1 apple_1 -> on 1 table_1", "put 1 milk_1 -> on 1 counter_1"]),
        ("exchange the apple for the bread", None),
        ("swap the places of the remote and the folder", [
            "put 1 remote_1 -> on 1 desk_2", "put 1 folder_1 -> on 1 table_3",
        ]),
        ("trade the remote and the fork", ["put 1 remote_1 -> inside 1 drawer_1", "put 1 fork_1 -> on 1 table_3"]),
        ("swap the two pens", ["put 1 pen_1 -> on 1 desk_2", "put 1 pen_2 -> on 1 desk_1"]),
        ("swap pen_1 and pen_2", ["put 1 pen_1 -> on 1 desk_2", "put 1 pen_2 -> on 1 desk_1"]),
        ("swap the cup on table_2 with the remote", ["put 1 cup_1 -> on 1 table_3", "put 1 remote_1 -> on 1 table_2"]),
        ("please swap around the shirt and the milk", [
            "put 1 shirt_1 -> on 1 table_1", "put 1 milk_1 -> on 1 table_3",
        ]),
        ("interchange the book on desk_1 and the book on table_2", [
            "put 1 book_1 -> on 1 table_2", "put 1 book_2 -> on 1 desk_1",
        ]),
        ("swap the positions of the bread and the shirt", [
            "put 1 bread_1 -> on 1 table_3", "put 1 shirt_1 -> on 1 counter_1",
        ]),
    ],
)  # fmt: skip
def test_two_things_change_places(read, refused, text, clauses):
    if clauses is None:  # both are on the counter
        assert refused(text).cause is FailureCause.NOT_CAPABLE
    else:
        assert read(text) == clauses


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("put away the plates", ["put all plate -> at 1 cupboard_1"]),
        ("put the plates away", ["put all plate -> at 1 cupboard_1"]),
        ("put away the plates from table_1", ["put all plate (from at 1 table_1) -> at 1 cupboard_1"]),
        ("tidy up the books", ["put all book -> at 1 shelf_1"]),
        ("tidy away the fork", ["put 1 fork -> at 1 drawer_1"]),
        ("take the cup and put it away", ["put 1 cup -> at 1 cupboard_1"]),
        ("grab the cup and the plate and put them away", ["put 1 cup; 1 plate -> at 1 cupboard_1"]),
        ("tidy the plates and the books", ["put all plate -> at 1 cupboard_1", "put all book -> at 1 shelf_1"]),
        ("tidy up the plates and put them in the sink", ["put all plate -> inside 1 sink"]),
        ("put away clothes", ["put all clothing -> at 1 wardrobe_1"]),
        ("put the plates away in the cupboard", ["put all plate -> inside 1 cupboard"]),
        ("clear table_1, put everything on the counter", ["put all anything (from at 1 table_1) -> on 1 counter"]),
        ("tidy the plates into the dishwasher", ["put all plate -> inside 1 dishwasher"]),
        ("clear everything off table_1 onto the counter", ["put all anything (from on 1 table_1) -> on 1 counter"]),
        ("move table_1's contents to the counter", ["put all anything (from at 1 table_1) -> at 1 counter"]),
        ("put the drawer's contents in box_1", ["put all anything (from at 1 drawer) -> inside 1 box_1"]),
        ("unload the drawer onto table_1", ["put all anything (from at 1 drawer) -> on 1 table_1"]),
        ("toss the bread", ["put 1 bread -> inside 1 bin"]),
        ("toss the bread on the counter", ["put 1 bread -> on 1 counter"]),
        ("gather books on table_2", ["put all book -> on 1 table_2"]),
        ("stack plates in the cupboard", ["put all plate -> inside 1 cupboard"]),
        ("round up pens in box_1", ["put all pen -> inside 1 box_1"]),
        ("bring books to table_2", ["put 2 book -> at 1 table_2"]),
    ],
)  # fmt: skip
def test_things_go_where_they_are_kept_and_all_of_them_where_the_verb_says_so(read, text, clauses):
    assert read(text) == clauses
