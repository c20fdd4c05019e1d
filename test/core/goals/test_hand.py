# SPDX-License-Identifier: Apache-2.0
"""What a hand can take at all is known before anything moves, from its description and a thing's shape."""

from __future__ import annotations

import pytest

from makedo_core.goals.hand import Hand, too_wide
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph, Shape
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.sight.known_shapes import KnownShape

BOX, CYLINDER, SPHERE, NONE = Shape.BOX, Shape.CYLINDER, Shape.SPHERE, Shape.NONE
BOWL = KnownShape(CYLINDER, (0.15, 0.15, 0.06))
UNSEEN = (0.0, 0.0, 0.0)


def thing(label, shape=NONE, size=UNSEEN):
    return Node(f"{label}_1", label, NodeKind.OBJECT, size=size, shape=shape)


@pytest.mark.parametrize(
    ("shape", "size", "takes"),
    [
        (CYLINDER, (0.066, 0.066, 0.115), True),
        (CYLINDER, (0.15, 0.15, 0.06), False),  # fingers open level: how low a bowl is does not help
        (BOX, (0.2, 0.042, 0.19), True),
        (BOX, (0.2, 0.14, 0.04), False),  # a book that lies
        (SPHERE, (0.075, 0.075, 0.075), True),
        (SPHERE, (0.1, 0.1, 0.1), False),
        (NONE, (0.2, 0.14, 0.04), True),  # of what shape, nobody knows
        (NONE, (0.2, 0.2, 0.2), False),
        (CYLINDER, (float("nan"),) * 3, True),
        (NONE, UNSEEN, True),
    ],
)
def test_a_thing_fits_as_it_stands(shape, size, takes):
    assert Hand(0.082).takes(thing("bowl", shape, size)) is takes


def test_a_dish_is_taken_by_its_rim_where_the_robot_does_so():
    assert Hand(0.082, frozenset({"bowl"})).takes(thing("bowl", BOWL.shape, BOWL.size))


def test_of_what_was_not_seen_yet_its_class_tells_where_the_scene_was_described():
    nodes = {n.id: n for n in (thing("bowl"), thing("lamp"))}
    described = Hand(0.082, shapes={"home": {"bowl": BOWL}})
    assert too_wide(SceneGraph(nodes, scene="home"), Hand(0.082)) == ()
    assert too_wide(SceneGraph(nodes, scene="home"), described) == (KnownFailure(FailureKind.TOO_WIDE, "bowl_1"),)
    assert too_wide(SceneGraph(nodes, scene="my flat"), described) == ()  # whose bowls nobody has described


def test_what_was_seen_is_as_it_was_seen():
    hand = Hand(0.082, shapes={"home": {"bowl": KnownShape(CYLINDER, (0.07, 0.07, 0.04))}})
    assert hand.takes(thing("bowl"), "home")
    assert not hand.takes(thing("bowl", BOWL.shape, BOWL.size), "home")
