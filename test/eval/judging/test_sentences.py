# SPDX-License-Identifier: Apache-2.0
"""The sentences of a report against the truth: what is so, what is not, and what nobody can tell from here."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.graph.scene_graph import (
    AGENT_ID,
    Node,
    NodeKind,
    Relation,
    RelationType,
    SceneGraph,
    State,
)
from makedo_eval.judging.sentences import SentenceTruth, false_sentences, judge_report

ON, INSIDE = RelationType.ON, RelationType.INSIDE


def thing(node_id, *attributes):
    return Node(node_id, node_id.rpartition("_")[0], NodeKind.OBJECT, attributes=frozenset(attributes))


def asset(node_id, *states):
    return Node(node_id, node_id.rpartition("_")[0], NodeKind.ASSET, states=frozenset(states))


@pytest.fixture
def truth():
    """A green apple, a can and a toy block on table 2, a red apple and another can on table 1, milk in the fridge."""
    nodes = [
        asset("table_1"),
        asset("table_2"),
        asset("fridge_1", State.CLOSED),
        asset("drawer_1", State.AJAR),
        asset("lamp_1", State.ON),
        Node(AGENT_ID, "robot", NodeKind.AGENT),
        Node("kitchen", "kitchen", NodeKind.ROOM),
        thing("apple_1", "red"),
        thing("apple_2", "green"),
        thing("cola_can_1", "red"),
        thing("cola_can_2", "red"),
        thing("toy_block_1", "red"),
        thing("milk_carton_1"),
        thing("mug_1", "blue"),
    ]
    relations = [
        *(Relation(i, RelationType.IN, "kitchen") for i in ("table_1", "table_2", "fridge_1")),
        Relation("apple_1", ON, "table_1"),
        Relation("cola_can_1", ON, "table_1"),
        Relation("apple_2", ON, "table_2"),
        Relation("cola_can_2", ON, "table_2"),
        Relation("toy_block_1", ON, "table_2"),
        Relation("milk_carton_1", INSIDE, "fridge_1"),
        Relation("mug_1", RelationType.HELD_BY, AGENT_ID),
    ]
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations))


def test_a_colour_that_a_thing_got_later_tells_nobody_which_number_the_robot_gave_it(truth):
    plain = [replace(truth[i], attributes=frozenset()) for i in ("cola_can_1", "cola_can_2")]
    laid = truth.changed(put=plain)
    painted = truth.changed(put=[plain[0], thing("cola_can_2", "green")])
    (told,) = judge_report("cola can 2 is on table 1", painted, laid)
    assert told.verdict is SentenceTruth.TRUE
    assert false_sentences("cola can 2 is on table 1", painted)
    (red,) = judge_report("apple 1 is on table 1", truth.changed(put=[thing("apple_1", "green")]), truth)
    assert red.verdict is SentenceTruth.FALSE  # it was the red one that was meant, and no red one is there


@pytest.mark.parametrize(
    "sentence",
    [
        "apple 2 is on table 2",
        "apple 2 and toy block 1 are on table 2",
        "cola can 1 is on table 2",  # numbered otherwise by the robot; nobody can tell the two apart
        "apple 2, cola can 1 and toy block 1 are on table 2 and fridge 1 is closed",
        "milk carton 1 is inside fridge 1",
        "milk carton 1 is inside fridge 1, fridge 1 is closed and lamp 1 is switched on",
        "apple 1 is not on table 2",
        "drawer 1 was left ajar",
        "mug 1 is in the robot's hand",
        "Mug 1 is in my hand",
        "Apple 2 is on table 2 in the kitchen, seen just now",
        "milk carton 1 is in fridge 1 in the kitchen, seen 2 hours ago",
    ],
)
def test_what_is_so_is_true(truth, sentence):
    assert [j.verdict for j in judge_report(sentence, truth)] == [SentenceTruth.TRUE]


@pytest.mark.parametrize(
    "sentence",
    [
        "apple 1 is on table 2",  # there is an apple, and it is the green one
        "apple 2 and apple 1 are on table 2",
        "cola can 1 and cola can 2 are on table 2",  # only one of them is
        "apple 3 and apple 4 are on table 2",  # the robot's own numbers; one apple is there
        "pear 1 is on table 2",
        "milk carton 1 is on fridge 1",
        "fridge 1 is open",
        "apple 2 is on table 2 and fridge 1 is open",
        "fridge 1 was left open",
        "lamp 1 is switched off",
        "apple 2 is not on table 2",
        "mug 1 is on table 2",
        "apple 2 is in my hand",
        "apple 2 is on table 2 in the living room, seen just now",
        "milk carton 1 is on fridge 1 in the kitchen",
        "apple 2 is in fridge 1, seen 3 minutes ago",
    ],
)
def test_what_is_not_so_is_false(truth, sentence):
    assert false_sentences(sentence, truth) == (sentence,)


@pytest.mark.parametrize(
    "sentence",
    [
        "no image shows where apple 2 came to rest after it was put on table 2",
        "nothing is asked for",
        "table 2 has been looked at",
        "apple 2 is on table 2 and everybody is happy",
        "door 7 is open",
    ],
)
def test_what_says_nothing_of_how_things_are_is_not_judged(truth, sentence):
    assert [j.verdict for j in judge_report(sentence, truth)] == [SentenceTruth.NOT_JUDGED]


def test_each_sentence_is_judged_on_its_own_and_of_what_was_first_only_the_end(truth):
    report = "apple 2 is on table 1, then apple 2 is on table 2; drawer 1 was left ajar; fridge 1 was left open"
    assert [(j.sentence, j.verdict) for j in judge_report(report, truth)] == [
        ("apple 2 is on table 1", SentenceTruth.NOT_JUDGED),
        ("apple 2 is on table 2", SentenceTruth.TRUE),
        ("drawer 1 was left ajar", SentenceTruth.TRUE),
        ("fridge 1 was left open", SentenceTruth.FALSE),
    ]


def test_an_empty_report_says_nothing(truth):
    assert judge_report("", truth) == () and judge_report(" ; ", truth) == ()


@pytest.mark.parametrize(
    ("sentence", "false"),
    [
        ("I do not know where the mug is. I looked at table 1", True),
        ("I do not know where the blue mug is", True),
        ("the fingers opened; I do not know where mug 1 is", True),
        ("I do not know where two mugs are", False),  # one is in the hand, and nobody asked for one
        ("I do not know where the red mug is", False),
        ("I do not know where the clean mug is", False),  # nobody can tell
        ("I do not know where the cola can is", False),
    ],
)
def test_what_is_in_the_hand_is_known_to_be_somewhere(truth, sentence, false):
    assert bool(false_sentences(sentence, truth)) is false
    empty = truth.with_placement(Relation("mug_1", ON, "table_2"))
    assert not false_sentences(sentence, empty)


def test_one_of_two_that_look_alike_may_be_lost_while_the_other_is_in_the_hand(truth):
    held = truth.with_placement(Relation("cola_can_1", RelationType.HELD_BY, AGENT_ID))
    assert not false_sentences("I do not know where cola can 2 is", held)


def test_a_doubt_is_no_claim(truth):
    """Of what was seen the physics knows nothing, whatever stands behind it."""
    report = "apple 2 is on table 2; no image shows whether what was in cola can 1 is in fridge 1 now"
    assert [j.verdict for j in judge_report(report, truth)] == [SentenceTruth.TRUE, SentenceTruth.NOT_JUDGED]
    assert false_sentences("I have not seen apple 1 there", truth) == ()
