# SPDX-License-Identifier: Apache-2.0
"""The path planner: shortest ways, and drives with the rooms on the way."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph
from makedo_core.skills import SkillCall
from makedo_eval.baselines.sayplan.routes import shortest, with_routes
from makedo_eval.baselines.stated_plan import read_calls

ROOMS = "abcde"


@some.composite
def doorways(draw):
    found: dict[str, dict[str, float]] = {room: {} for room in ROOMS}
    for a, b in draw(some.sets(some.tuples(some.sampled_from(ROOMS), some.sampled_from(ROOMS)))):
        found[a][b] = found[b][a] = float(draw(some.integers(0, 5)))
    return found


@given(doorways())
def test_the_shortest_way_is_the_best_of_all_ways(links):
    ways = [w for n in range(1, 6) for w in permutations(ROOMS, n) if w[0] == "a" and w[-1] == "e"]
    lengths = [sum(links[x][y] for x, y in pairwise(w)) for w in ways if all(y in links[x] for x, y in pairwise(w))]
    found = shortest(links, "a", "e")
    assert (found is None) == (not lengths)
    if found is not None:
        assert (found[0], found[-1]) == ("a", "e")
        assert sum(links[x][y] for x, y in pairwise(found)) == min(lengths)


def moved(flat, moving, *steps: str) -> list[str]:
    return [str(c) for c in with_routes(read_calls(steps), flat, moving)]


def test_a_drive_begins_where_the_robot_is_whatever_the_model_thinks(flat, moving):
    there_and_back = moved(flat, moving, "move(robot, bedroom, bedroom)", "move(robot, kitchen, hall)")
    assert there_and_back == ["move(robot, kitchen, hall)", "move(robot, hall, bedroom)", "move(robot, bedroom, hall)"]


def test_a_drive_to_where_the_robot_is_is_left_out(flat, moving):
    assert moved(flat, moving, "move(robot, hall, kitchen)", "grab(robot, ball_1, kitchen)") == [
        "grab(robot, ball_1, kitchen)"
    ]


@pytest.mark.parametrize("step", ["move(robot, kitchen, attic)", "move(robot)", "fly(robot, kitchen, hall)"])
def test_what_no_way_leads_to_stays_as_it_is(flat, moving, step):
    assert moved(flat, moving, step) == [step]


def test_without_known_connections_every_room_is_the_next(world, moving):
    assert moved(world(), moving, "move(robot, kitchen, living_room)") == ["move(robot, kitchen, living_room)"]


def test_nothing_is_added_where_nobody_knows_where_the_robot_is(moving):
    graph = SceneGraph({"a": Node("a", "room", NodeKind.ROOM), "b": Node("b", "room", NodeKind.ROOM)}, frozenset())
    assert moved(graph, moving, "move(robot, a, b)") == ["move(robot, a, b)"]


def test_the_catalogue_drives_by_itself(kitchen):
    calls = (SkillCall("go_to", ("table_2",)),)
    assert with_routes(calls, kitchen, None) == calls


def test_the_way_that_is_shorter_in_metres_is_taken_where_rooms_are_measured(moving):
    at = {"a": (0.0, 0.0), "b": (0.0, 50.0), "c": (1.0, 1.0), "d": (2.0, 1.0), "e": (3.0, 0.0)}
    links = [("a", "b"), ("b", "e"), ("a", "c"), ("c", "d"), ("d", "e")]
    relations = {Relation(x, RelationType.CONNECTED, y) for x, y in links} | {Relation("robot", RelationType.IN, "a")}

    def steps(measured: bool) -> list[str]:
        poses = {i: {"pose": Pose.planar(*xy)} if measured else {} for i, xy in at.items()}
        nodes = [Node(i, "room", NodeKind.ROOM, **poses[i]) for i in at] + [Node("robot", "robot", NodeKind.AGENT)]
        graph = SceneGraph({n.id: n for n in nodes}, frozenset(relations))
        return moved(graph, moving, "move(robot, a, e)")

    assert len(steps(measured=True)) == 3
    assert len(steps(measured=False)) == 2
