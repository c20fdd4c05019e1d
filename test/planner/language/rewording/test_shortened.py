# SPDX-License-Identifier: Apache-2.0
"""What people shorten: "except those", "neither ... nor", numbers from one to another, "the same there"."""

from __future__ import annotations

import pytest

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph
from makedo_eval.sentences.judge import claims_exactness
from planner_node.assembly import Choices, assemble
from planner_node.task import PlanningTask
from support.small_worlds import make_world

_PUTTING = frozenset({"put_on", "put_inside", "hand_over"})
_BOOKS = ("book_1 on table_1", "book_2 on table_2", "book_3 on table_3", "book_4 on counter_1")
_LAID = (
    "plate_1 inside drawer_1",
    "plate_2 inside drawer_1",
    "fork_1 inside drawer_1",
    "fork_2 inside drawer_1",
    "spoon_1 inside drawer_1",
    "cup_1 on counter_1",
    "cup_2 on counter_1",
)


@pytest.fixture(scope="module")
def plan():
    return assemble(Choices(), environ={}).plan


@pytest.fixture
def done(plan):
    """Where each thing that is moved ends, and whether that is called exactly what was asked for."""

    def carried_out(said: str, *things: str) -> tuple[set[str], bool]:
        result = plan(PlanningTask(said, make_world(*things)))
        assert result.plan is not None, result.explanation
        last = {c.arguments[0]: c.arguments[1] for c in result.plan.calls if c.skill in _PUTTING}
        return {f"{thing} {place}" for thing, place in last.items()}, claims_exactness(result)

    return carried_out


@pytest.mark.parametrize(
    ("said", "moved"),
    [
        ("put all books except those on table 1 on the shelf", {2, 3, 4}),
        ("all the books except those on table 1 go on the shelf", {2, 3, 4}),
        ("every book but those on the counter belongs on the shelf", {1, 2, 3}),
        ("put the books except the ones on table 1 and table 2 on the shelf", {3, 4}),
        ("put all books on the shelf except those on table 1 or table 2", {3, 4}),
        ("move all the books but those on table 1, table 2 and table 3 to the shelf", {4}),
        ("put every book that is not on table 1 or table 2 on the shelf", {3, 4}),
        ("put every book that's neither on table 1 nor on table 2 on the shelf", {3, 4}),
        ("put the books that aren't on table 1, table 2 or the counter on the shelf", {3}),
        ("put table 2's book on the shelf", {2}),
        ("table 3's book goes on the shelf", {3}),
        ("put books 1-3 on the shelf", {1, 2, 3}),
        ("put books 2 to 4 on the shelf", {2, 3, 4}),
        ("put the books 1 through 3 on the shelf", {1, 2, 3}),
        ("put not only book 1 but also book 4 on the shelf", {1, 4}),
        ("put not just book 2 but book 3 too on the shelf", {2, 3}),
        ("put all the books except book 1 on the shelf", {2, 3, 4}),
    ],
)
def test_those_that_are_meant_go_and_every_word_counts(done, said, moved):
    ends, exact = done(said, *_BOOKS)
    assert ends == {f"book_{number} shelf_1" for number in moved}
    if "through" not in said:
        assert exact


@pytest.mark.parametrize(
    "said",
    [
        "put the books that are not on table 1 or table 2 and the cup on the shelf",
        "put everything that is not on table 1 or on table 2 on the shelf",
        "put everything except those on table 1 and table 2 on the shelf",
    ],
)
def test_what_else_goes_is_not_guessed_where_it_may_be_excepted(plan, said):
    assert plan(PlanningTask(said, make_world(*_BOOKS, "cup_1 on counter_1"))).plan is None


@pytest.mark.parametrize(
    ("said", "ends"),
    [
        ("put everything on the counter that is not a plate or a cup on table 2", {"fork_1 table_2"}),
        ("put all things on the counter that are neither plates nor forks on table 2", {"cup_1 table_2"}),
        ("put everything on the counter that isn't a fork or a plate on table 2", {"cup_1 table_2"}),
    ],
)
def test_what_is_of_neither_kind_goes(done, said, ends):
    moved, exact = done(said, "plate_1 on counter_1", "cup_1 on counter_1", "fork_1 on counter_1")
    assert (moved, exact) == (ends, True)


def test_two_places_by_their_number_get_none(done):
    moved, exact = done("put a cup on every table but the second and the third", "cup_1 on counter_1")
    assert (moved, exact) == ({"cup_1 table_1"}, True)


@pytest.mark.parametrize("said", ["put books 1 to 9 on the shelf", "put books 3-1 on the shelf"])
def test_numbers_that_are_not_all_here_are_not_guessed(plan, said):
    assert plan(PlanningTask(said, make_world(*_BOOKS))).plan is None


@pytest.mark.parametrize(
    ("said", "ends"),
    [
        ("put a cup on every table but the first", {"table_2", "table_3"}),
        ("put a cup on each table except the third one", {"table_1", "table_2"}),
        ("put a cup on tables 1 to 2", {"table_1", "table_2"}),
        ("put a cup on table 1 and the same on table 3", {"table_1", "table_3"}),
    ],
)
def test_each_of_the_places_that_are_meant_gets_one(done, said, ends):
    moved, exact = done(said, *_LAID)
    assert exact
    assert {end.split()[1] for end in moved} == ends
    assert len(moved) == len(ends)


def test_the_same_again_is_as_many_of_each(done):
    moved, exact = done("put a plate and a fork on table 1, and the same on table 2", *_LAID)
    assert exact
    assert sorted((end.split("_")[0], end.split()[1]) for end in moved) == [
        ("fork", "table_1"),
        ("fork", "table_2"),
        ("plate", "table_1"),
        ("plate", "table_2"),
    ]


def test_one_certain_thing_is_not_put_in_two_places(plan):
    said = "put the cup on table 1 and the same on table 2"
    assert plan(PlanningTask(said, make_world("cup_1 on counter_1"))).plan is None


@pytest.mark.parametrize(
    "said",
    [
        "put a plate, a fork and no spoon on table 2",
        "put a plate, no spoon, and a fork on table 2",
        "put a plate and a fork on table 2, no spoon",
        "put a plate and a fork on table 2, but no spoon",
    ],
)
def test_what_none_is_wanted_of_is_not_brought(done, said):
    ends, _ = done(said, *_LAID)
    assert {end.split("_")[0] for end in ends} == {"plate", "fork"}


def test_that_something_is_to_go_is_more_than_that_none_is_wanted(plan):
    said = "put a plate and no spoon on table 2"
    assert plan(PlanningTask(said, make_world("plate_1 on counter_1", "spoon_1 on table_2"))).plan is None


@pytest.mark.parametrize(
    ("said", "moves"),
    [
        ("if the drawer has a fork in it, put it on table 1", True),
        ("if the drawer contains a fork, put it on table 1", True),
        ("if the drawer has forks in it, put one on table 1", True),
        ("if table 2 has a fork on it, put it on table 1", False),
        ("if the drawer has no fork in it, put the cup on table 1", False),
    ],
)
def test_what_furniture_has_in_it_is_in_it(plan, said, moves):
    result = plan(PlanningTask(said, make_world("fork_1 inside drawer_1", "cup_1 on counter_1")))
    assert result.plan is not None, result.explanation
    assert any(c.skill == "put_on" for c in result.plan.calls) is moves


@pytest.mark.parametrize("opening", ["instead of the fork", "rather than the fork", "in place of the fork"])
def test_what_is_wanted_instead_needs_no_comma(done, opening):
    ends, exact = done(f"{opening} put cup 1 on table 1", "fork_1 on counter_1", "cup_1 on counter_1")
    assert (ends, exact) == ({"cup_1 table_1"}, True)


@pytest.mark.parametrize("said", ["share the cups between Anna and Ben", "split the cups between Ben and Anna"])
def test_what_is_shared_is_shared_out(plan, said):
    people = [
        Node(name, "person", NodeKind.ASSET, Pose.planar(3.0, 1.0), size=(0.5, 0.4, 1.7)) for name in ("anna", "ben")
    ]
    plain = make_world("cup_1 on counter_1", "cup_2 on counter_1", extra=people)
    placed = {Relation(node.id, RelationType.IN, "kitchen") for node in people}
    result = plan(PlanningTask(said, SceneGraph(plain.nodes, plain.relations | placed, revision=7, scene="test")))
    assert result.plan is not None, result.explanation
    got = {c.arguments[0]: c.arguments[1] for c in result.plan.calls if c.skill in _PUTTING}
    assert set(got) == {"cup_1", "cup_2"}
    assert set(got.values()) == {"anna", "ben"}
    assert claims_exactness(result)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("put everything plastic on table 2", "no plastic thing here"),
        ("put everything wooden on table 2", "no wooden thing here"),
    ],
)
def test_all_things_of_a_kind_are_called_things(plan, said, told):
    result = plan(PlanningTask(said, make_world("cup_1 on counter_1")))
    assert told in result.explanation


@pytest.mark.parametrize(
    "said",
    [
        "put books, dirty or not, on the shelf",
        "put all books (clean or dirty) on the shelf",
        "put the books, whether dirty or not, on the shelf",
        "put every book, whether new or old, on the shelf",
    ],
)
def test_looks_that_all_things_have_or_have_not_tell_nothing_apart(done, said):
    ends, _ = done(said, *_BOOKS)
    assert ends == {f"book_{number} shelf_1" for number in (1, 2, 3, 4)}


def test_two_looks_of_which_things_may_have_neither_are_not_all(plan):
    result = plan(PlanningTask("put the books, red or blue, on the shelf", make_world(*_BOOKS)))
    assert result.plan is None or not claims_exactness(result)
