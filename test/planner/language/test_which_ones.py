# SPDX-License-Identifier: Apache-2.0
"""Which of several things are meant, and how many: by sizes, places, owners, and by what is left."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.grounding.ground import ground
from planner_node.grounding.scene import Scene
from planner_node.language.interpret import interpret
from planner_node.language.refusal import Refusal
from support.small_worlds import make_world
from support.words import Words


def _thing(name: str, x: float, y: float, size: float, *attributes: str) -> Node:
    label = name.rsplit("_", 1)[0]
    box = (size, size / 2, 2 * size)
    return Node(name, label, NodeKind.OBJECT, Pose.planar(x, y), box, attributes=frozenset(attributes))


GRAPH = make_world(
    "book_1 on table_2",
    "book_2 on table_2",
    "book_3 on table_2",
    "book_4 on shelf_1",
    "mug_1 on counter_1",
    "mug_2 on counter_1",
    "annas_plate_1 on counter_1",
    "plate_2 on counter_1",
    "sponge_1 on counter_1",
    "apple_1 on table_1",
    "apple_2 on table_1",
    "banana_1 on table_1",
    "cola_can_1 on shelf_1",
    "tuna_can_1 on shelf_1",
    "wine_bottle_1 on shelf_1",
    "milk_carton_1 inside fridge_1",
    "cracker_box_1 on table_1",
    extra=[
        _thing("book_1", 4.2, 0.3, 0.1, "red"),
        _thing("book_2", 4.0, 0.0, 0.2, "blue"),
        _thing("book_3", 3.8, -0.3, 0.3, "red"),
        _thing("book_4", 8.0, 3.0, 0.25, "green"),
        _thing("mug_1", 0.0, 5.0, 0.1),
        _thing("mug_2", 0.9, 5.0, 0.1, "tom's"),
        _thing("sponge_1", 0.1, 5.1, 0.1),
        Node("annas_plate_1", "plate", NodeKind.OBJECT),
    ],
)


@pytest.fixture(scope="module")
def demanded(ontology):
    """(how many, of what) of each demand."""

    def demands(said: str, asks: bool = True):
        request = interpret(said, ontology, GRAPH)
        if isinstance(request, Refusal):
            return request
        found = ground(request, Scene(GRAPH, ontology, asks=asks))
        return found if isinstance(found, Refusal) else [(d.count, set(d.wanted)) for d in found]

    return demands


DRINKS = {"cola_can_1", "wine_bottle_1", "milk_carton_1"}


def _books(*numbers: int) -> set[str]:
    return {f"book_{n}" for n in numbers}


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        # the first in an order
        ("Put the biggest book on table 1", [(1, _books(3))]),
        ("Put the smallest book on table 1", [(1, _books(1))]),
        ("Put the second biggest book on table 1", [(1, _books(4))]),
        ("Put the third tallest book on table 1", [(1, _books(2))]),
        ("Put the two largest books on table 1", [(2, _books(3, 4))]),
        ("Put the biggest of the books on table 1", [(1, _books(3))]),
        ("Put the bigger of the two red books on table 1", [(1, _books(3))]),
        ("Put the smaller red book on table 1", [(1, _books(1))]),
        ("Put the biggest blue book on table 1", [(1, _books(2))]),
        ("Put the left-most book on table 2 on the shelf", [(1, _books(1))]),
        ("Put the rightmost book from table 2 on the shelf", [(1, _books(3))]),
        ("Put the book nearest to the counter on the shelf", [(1, _books(1))]),
        ("Put the book closest to the shelf on table 1", [(1, _books(4))]),
        # more or less than something else
        ("Put a book bigger than book 2 on table 1", [(1, _books(3, 4))]),
        ("Put all books that are smaller than the green book on table 1", [(None, _books(1, 2))]),
        ("Put the books taller than the blue one on table 1", [(None, _books(3, 4))]),
        # near something else
        ("Put the mug next to the sponge on table 1", [(1, {"mug_1"})]),
        ("Put the mug that is beside the sponge on table 1", [(1, {"mug_1"})]),
        ("Take the mug close to the sponge to table 1", [(1, {"mug_1"})]),
        ("Pick up the mug next to the sponge", [(1, {"mug_1"})]),
        ("Throw away the mug beside the sponge", [(1, {"mug_1"})]),
        # one of several
        ("Put the green one of the books on table 1", [(1, _books(4))]),
        ("Put the biggest one of the red books on table 1", [(1, _books(3))]),
        ("The smallest book goes on table 1", [(1, _books(1))]),
        ("All books bigger than book 2 go on table 1", [(None, _books(3, 4))]),
        ("Find the red books and put the biggest one on table 1", [(1, _books(3))]),
        # somebody's
        ("Put Anna's plate on table 1", [(1, {"annas_plate_1"})]),
        ("Put Tom's mug on table 1", [(1, {"mug_2"})]),
        # where things usually are
        ("Put the drinks that belong in the fridge on table 1", [(None, DRINKS)]),
    ],
)  # fmt: skip
def test_these_are_meant(demanded, said, expected):
    assert demanded(said) == [(len(w) if count is None else count, w) for count, w in expected]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Put half of the books on table 1", [(2, _books(1, 2, 3, 4))]),
        ("Put half the apples on the counter", [(1, {"apple_1", "apple_2"})]),
        ("Put a third of the books on table 1", [(2, _books(1, 2, 3, 4))]),
        ("Put three quarters of the books on table 1", [(3, _books(1, 2, 3, 4))]),
        ("Put all but one of the books on table 1", [(3, _books(1, 2, 3, 4))]),
        ("Put all books but two on table 1", [(2, _books(1, 2, 3, 4))]),
        ("Put all the books except one on table 1", [(3, _books(1, 2, 3, 4))]),
        ("Put all books but the red ones on table 1", [(2, _books(2, 4))]),
        ("Put all the books except the blue one on table 1", [(3, _books(1, 3, 4))]),
        ("All but one of the books go on table 1", [(3, _books(1, 2, 3, 4))]),
        ("Put any two books on table 1", [(2, _books(1, 2, 3, 4))]),
        ("Put only the blue book on table 1", [(1, _books(2))]),
        ("Put two books on table 1 and the rest on the counter", [(2, _books(1, 2, 3, 4)), (2, _books(1, 2, 3, 4))]),
        ("Put the red books on table 1 and the others on the counter", [(2, _books(1, 3)), (2, _books(2, 4))]),
        ("Put the blue book on table 1 and the other books on the counter", [(1, _books(2)), (3, _books(1, 3, 4))]),
        (
            "Put one book on table 1, and the remaining books on the counter",
            [(1, _books(1, 2, 3, 4)), (3, _books(1, 2, 3, 4))],
        ),
        (
            "Put the apples on the counter and the rest of the fruit on table 2",
            [(2, {"apple_1", "apple_2"}), (1, {"banana_1"})],
        ),
        (
            "Move the fruit from table 1 to the counter and the rest to table 2",
            [(3, {"apple_1", "apple_2", "banana_1"}), (1, {"cracker_box_1"})],
        ),
    ],
)  # fmt: skip
def test_so_many_are_meant(demanded, said, expected):
    assert demanded(said) == expected


TABLE_1 = {"apple_1", "apple_2", "banana_1", "cracker_box_1"}


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Move everything except the cans from the shelf to table 2", {"book_4", "wine_bottle_1"}),
        ("Move everything but the cans from the shelf to table 2", {"book_4", "wine_bottle_1"}),
        ("Move everything on the shelf other than the drinks to table 2", {"book_4", "tuna_can_1"}),
        ("Move everything on table 1 besides the fruit to table 2", {"cracker_box_1"}),
        ("Move everything on table 1 without the banana to table 2", TABLE_1 - {"banana_1"}),
        ("Move everything apart from the banana and the crackers from table 1 to table 2", {"apple_1", "apple_2"}),
        ("Move everything from table 1, excluding the banana, to table 2", TABLE_1 - {"banana_1"}),
        ("Move everything on table 1 to table 2, but not the apples", {"banana_1", "cracker_box_1"}),
        ("Move everything on table 1 to table 2 but leave the banana where it is", TABLE_1 - {"banana_1"}),
        ("Move everything on table 1 that is not fruit to table 2", {"cracker_box_1"}),
        ("Move everything on the shelf that isn't alcoholic to table 2", {"book_4", "cola_can_1", "tuna_can_1"}),
        ("Put all the books that are not red on table 1", _books(2, 4)),
        ("Put all the books that are not on the shelf on table 1", _books(1, 2, 3)),
        ("Move whatever is on table 1 to table 2", TABLE_1),
        ("Move whatever's on table 1 to table 2", TABLE_1),
        ("Move what's left on table 1 to table 2", TABLE_1),
        ("Move everything you can find on table 1 to table 2", TABLE_1),
        ("Put the book I left on the shelf on table 1", _books(4)),
        ("Put the one that is on the shelf and red on table 1", None),
    ],
)
def test_some_are_left_out(demanded, said, wanted):
    found = demanded(said)
    if wanted is None:
        assert isinstance(found, Refusal)
    else:
        assert found == [(1 if "the book I" in said else len(wanted), wanted)]


def test_what_may_count_as_excluded_stays_and_is_said(ontology):
    request = interpret("Move everything except the boxes from table 1 to table 2", ontology, GRAPH)
    (demand,) = ground(request, Scene(GRAPH, ontology))
    assert set(demand.wanted) == TABLE_1 - {"cracker_box_1"}
    assert "cracker box 1" in demand.note


def test_an_exclusion_of_what_is_not_here_is_said(ontology, words: Words):
    request = interpret("Move everything except the scissors from the shelf to table 2", ontology, GRAPH)
    (demand,) = ground(request, Scene(GRAPH, ontology))
    words(demand.note)


@pytest.mark.parametrize(
    ("said", "candidates"),
    [
        ("Put the heaviest book on table 1", {"book_1", "book_2", "book_3", "book_4"}),
        ("Put the newest book on table 1", {"book_1", "book_2", "book_3", "book_4"}),
        ("Put the left-most book on table 1", {"book_1", "book_2", "book_3", "book_4"}),
        ("Put the tallest mug on table 1", {"mug_1", "mug_2"}),
        ("Put Ben's mug on table 1", {"mug_1", "mug_2"}),
        ("Put my mug on table 1", {"mug_1", "mug_2"}),
        ("Put a book heavier than book 2 on table 1", {"book_1", "book_2", "book_3", "book_4"}),
        ("Put the thing on the shelf on table 1", {"book_4", "cola_can_1", "tuna_can_1", "wine_bottle_1"}),
    ],
)
def test_what_the_scene_does_not_tell_is_asked(demanded, said, candidates):
    refusal = demanded(said)
    assert isinstance(refusal, Refusal)
    assert (refusal.cause, set(refusal.candidates)) == (FailureCause.AMBIGUOUS, candidates)


@pytest.mark.parametrize("said", ["Put the heaviest book on table 1", "Put Ben's book on table 1"])
def test_with_nobody_to_ask_any_will_do_and_that_is_said(ontology, said, words: Words):
    (demand,) = ground(interpret(said, ontology, GRAPH), Scene(GRAPH, ontology, asks=False))
    assert (demand.count, set(demand.wanted)) == (1, _books(1, 2, 3, 4))
    words(demand.note)


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        ("Put the biggest teapot on table 1", FailureCause.OBJECT_NOT_FOUND),
        ("Put the mug next to the banana on table 2", FailureCause.OBJECT_NOT_FOUND),
        ("Put the fifth biggest book on table 1", FailureCause.AMBIGUOUS),
        ("Put all but four of the books on table 1", FailureCause.OBJECT_NOT_FOUND),
        ("Put the books that belong in the fridge on table 1", FailureCause.OBJECT_NOT_FOUND),
        ("Bring the fruit to table 2 and the rest to the counter", FailureCause.AMBIGUOUS),
        ("Put the rest on table 2", FailureCause.AMBIGUOUS),
    ],
)
def test_what_there_is_not_is_refused(demanded, said, cause):
    refusal = demanded(said)
    assert isinstance(refusal, Refusal)
    assert refusal.cause is cause


def test_two_words_written_as_one_are_something_together(ontology):
    for said in ("Put my underclothing on table 1", "Put the kitchenware on table 1"):
        refusal = interpret(said, ontology, GRAPH)
        assert not isinstance(refusal, Refusal) or " as '" not in refusal.message
